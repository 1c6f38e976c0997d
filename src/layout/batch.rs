//! The keys of a batch from the cells of its parts, on all threads.

use std::ops::Range;

use arrow_array::LargeBinaryArray;
use arrow_buffer::{Buffer, OffsetBuffer, ScalarBuffer};
use rayon::prelude::*;

use super::cells::Cells;

/// Rows that are written together: few enough that their keys stay in the processor's cache from part to part.
const MORSEL: usize = 1_024;

/// The salts of a batch's rows, and the bytes of each.
pub(super) struct Salts {
    /// The salt of each row.
    pub of_rows: Vec<u16>,
    /// One byte or two.
    pub width: usize,
}

impl Salts {
    fn write(&self, row: usize, out: &mut [u8]) {
        let bytes = self.of_rows[row].to_be_bytes();
        out[..self.width].copy_from_slice(&bytes[2 - self.width..]);
    }
}

/// The keys of so many rows.
pub(super) fn keys(parts: &[Box<dyn Cells>], salts: Option<&Salts>, rows: usize) -> LargeBinaryArray {
    let salt = salts.map_or(0, |salts| salts.width);
    let width: Option<usize> = parts.iter().map(|part| part.width()).sum();
    let (bytes, offsets) = match width {
        Some(width) => strided(parts, salts, rows, salt + width),
        None => ragged(parts, salts, rows, salt),
    };
    LargeBinaryArray::new(offsets, Buffer::from_vec(bytes), None)
}

/// Keys that are all as long.
fn strided(
    parts: &[Box<dyn Cells>],
    salts: Option<&Salts>,
    rows: usize,
    stride: usize,
) -> (Vec<u8>, OffsetBuffer<i64>) {
    let mut out = vec![0; rows * stride];
    if stride > 0 {
        out.par_chunks_mut(MORSEL * stride).enumerate().for_each(|(morsel, out)| {
            let first = morsel * MORSEL;
            let rows = first..first + out.len() / stride;
            let mut at = 0;
            if let Some(salts) = salts {
                rows.clone().zip(out.chunks_exact_mut(stride)).for_each(|(row, key)| salts.write(row, key));
                at = salts.width;
            }
            for part in parts {
                part.write_strided(rows.clone(), out, stride, at);
                at += part.width().unwrap_or(0);
            }
        });
    }
    (out, OffsetBuffer::from_repeated_length(stride, rows))
}

/// Keys of different lengths.
fn ragged(
    parts: &[Box<dyn Cells>],
    salts: Option<&Salts>,
    rows: usize,
    salt: usize,
) -> (Vec<u8>, OffsetBuffer<i64>) {
    let mut offsets = vec![0; rows + 1];
    offsets[1..].par_chunks_mut(MORSEL).enumerate().for_each(|(morsel, lengths)| {
        let first = morsel * MORSEL;
        lengths.fill(salt as i64);
        for part in parts {
            part.lengths(first..first + lengths.len(), lengths);
        }
    });
    let mut end = 0;
    for offset in &mut offsets {
        end += *offset;
        *offset = end;
    }
    let mut out = vec![0; end as usize];
    let mut rest = out.as_mut_slice();
    let mut pieces: Vec<(Range<usize>, &mut [u8])> = Vec::with_capacity(rows.div_ceil(MORSEL));
    for first in (0..rows).step_by(MORSEL) {
        let last = rows.min(first + MORSEL);
        let (piece, after) = rest.split_at_mut((offsets[last] - offsets[first]) as usize);
        pieces.push((first..last, piece));
        rest = after;
    }
    pieces.into_par_iter().for_each(|(rows, out)| {
        let base = offsets[rows.start];
        let mut cursors: Vec<usize> =
            offsets[rows.clone()].iter().map(|&offset| (offset - base) as usize).collect();
        if let Some(salts) = salts {
            for (row, cursor) in rows.clone().zip(&mut cursors) {
                salts.write(row, &mut out[*cursor..]);
                *cursor += salts.width;
            }
        }
        for part in parts {
            part.write(rows.clone(), out, &mut cursors);
        }
    });
    (out, OffsetBuffer::new(ScalarBuffer::from(offsets)))
}
