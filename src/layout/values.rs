//! The values of one part of a batch, as they are written.

use std::ops::Range;

use arrow_array::types::{ByteArrayType, ByteViewType};
use arrow_array::{Array, ArrayRef, FixedSizeBinaryArray, GenericByteArray, GenericByteViewArray};
use arrow_buffer::{ArrowNativeType, BooleanBuffer, ScalarBuffer};

use super::code::{Native, flip_all, flipped};

/// Where a value's own zero byte is escaped.
const ESCAPE: u8 = 0xFF;

/// What writes values.
pub(super) trait Values: Send + Sync {
    /// How many bytes each takes, where all take as many.
    fn width(&self) -> Option<usize>;

    /// How many bytes the value of a row takes.
    fn length(&self, row: usize) -> usize;

    /// Writes the value of a row to the front of `out`, complemented where asked; gives its length.
    fn write(&self, row: usize, flip: bool, out: &mut [u8]) -> usize;

    /// Writes values of one width into keys of `stride` bytes each, `at` bytes into each.
    fn write_strided(&self, rows: Range<usize>, flip: bool, out: &mut [u8], stride: usize, at: usize) {
        for (row, key) in rows.zip(out.chunks_exact_mut(stride)) {
            self.write(row, flip, &mut key[at..]);
        }
    }
}

/// Numbers of `N` bytes each.
pub(super) struct Numbers<T: ArrowNativeType, const N: usize>(ScalarBuffer<T>);

impl<T: ArrowNativeType + Native<N>, const N: usize> Numbers<T, N> {
    /// The numbers of an array whose one buffer holds them.
    pub(super) fn of(array: &ArrayRef) -> Self {
        let data = array.to_data();
        Self(ScalarBuffer::new(data.buffers()[0].clone(), data.offset(), data.len()))
    }
}

impl<T: ArrowNativeType + Native<N>, const N: usize> Values for Numbers<T, N> {
    fn width(&self) -> Option<usize> {
        Some(N)
    }

    fn length(&self, _row: usize) -> usize {
        N
    }

    fn write(&self, row: usize, flip: bool, out: &mut [u8]) -> usize {
        out[..N].copy_from_slice(&flipped(self.0[row].code(), flip));
        N
    }

    fn write_strided(&self, rows: Range<usize>, flip: bool, out: &mut [u8], stride: usize, at: usize) {
        let keys = out.chunks_exact_mut(stride);
        for (value, key) in self.0[rows].iter().zip(keys) {
            key[at..at + N].copy_from_slice(&flipped(value.code(), flip));
        }
    }
}

/// Booleans: one byte, 0 or 1.
pub(super) struct Bools(pub BooleanBuffer);

impl Values for Bools {
    fn width(&self) -> Option<usize> {
        Some(1)
    }

    fn length(&self, _row: usize) -> usize {
        1
    }

    fn write(&self, row: usize, flip: bool, out: &mut [u8]) -> usize {
        out[..1].copy_from_slice(&flipped([u8::from(self.0.value(row))], flip));
        1
    }
}

/// Bytes of one length, as they are.
pub(super) struct Fixed(pub FixedSizeBinaryArray);

impl Values for Fixed {
    fn width(&self) -> Option<usize> {
        usize::try_from(self.0.value_length()).ok()
    }

    fn length(&self, row: usize) -> usize {
        self.0.value(row).len()
    }

    fn write(&self, row: usize, flip: bool, out: &mut [u8]) -> usize {
        let value = self.0.value(row);
        let out = &mut out[..value.len()];
        out.copy_from_slice(value);
        if flip {
            flip_all(out);
        }
        value.len()
    }
}

/// An array of text or bytes.
pub(super) trait Variable: Send + Sync {
    /// The bytes of a row.
    fn bytes(&self, row: usize) -> &[u8];
}

impl<T: ByteArrayType> Variable for GenericByteArray<T> {
    fn bytes(&self, row: usize) -> &[u8] {
        self.value(row).as_ref()
    }
}

impl<T: ByteViewType> Variable for GenericByteViewArray<T> {
    fn bytes(&self, row: usize) -> &[u8] {
        self.value(row).as_ref()
    }
}

/// Text or bytes of any length: each zero is escaped, and two zeros end the value.
pub(super) struct Escaped<A>(pub A);

impl<A: Variable> Values for Escaped<A> {
    fn width(&self) -> Option<usize> {
        None
    }

    fn length(&self, row: usize) -> usize {
        let value = self.0.bytes(row);
        value.len() + value.iter().map(|&byte| usize::from(byte == 0)).sum::<usize>() + 2
    }

    fn write(&self, row: usize, flip: bool, out: &mut [u8]) -> usize {
        let mut rest = self.0.bytes(row);
        let mut at = 0;
        while let Some(zero) = rest.iter().position(|&byte| byte == 0) {
            out[at..=at + zero].copy_from_slice(&rest[..=zero]);
            out[at + zero + 1] = ESCAPE;
            at += zero + 2;
            rest = &rest[zero + 1..];
        }
        out[at..at + rest.len()].copy_from_slice(rest);
        at += rest.len();
        out[at..at + 2].fill(0);
        if flip {
            flip_all(&mut out[..at + 2]);
        }
        at + 2
    }
}

/// Nothing but nulls: there is no value to write.
pub(super) struct Nothing;

impl Values for Nothing {
    fn width(&self) -> Option<usize> {
        None
    }

    fn length(&self, _row: usize) -> usize {
        0
    }

    fn write(&self, _row: usize, _flip: bool, _out: &mut [u8]) -> usize {
        0
    }
}

/// Values that are written already, of which each row has one.
pub(super) struct Shared {
    /// The values, one after the other.
    pub bytes: Vec<u8>,
    /// Where each ends.
    pub ends: Vec<usize>,
    /// Which of them each row has.
    pub index: Vec<usize>,
}

impl Shared {
    fn value(&self, row: usize) -> &[u8] {
        let which = self.index[row];
        // A null row may point beyond the values.
        let Some(&end) = self.ends.get(which) else { return &[] };
        &self.bytes[which.checked_sub(1).map_or(0, |before| self.ends[before])..end]
    }
}

impl Values for Shared {
    fn width(&self) -> Option<usize> {
        None
    }

    fn length(&self, row: usize) -> usize {
        self.value(row).len()
    }

    fn write(&self, row: usize, flip: bool, out: &mut [u8]) -> usize {
        let value = self.value(row);
        out[..value.len()].copy_from_slice(value);
        if flip {
            flip_all(&mut out[..value.len()]);
        }
        value.len()
    }
}
