//! Bytes that were read and not used up yet, and where they stand.

/// From where on bytes are of a file.
#[derive(Clone, Copy, Debug)]
struct Piece {
    /// Where they begin among the bytes.
    start: usize,
    /// The file's number.
    file: usize,
    /// Where that is in the decompressed file.
    offset: u64,
}

/// Bytes of one file, or of several where a record goes on in the next one.
#[derive(Debug, Default)]
pub(super) struct Tail {
    bytes: Vec<u8>,
    pieces: Vec<Piece>,
}

impl Tail {
    /// The bytes.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The number of the file, and the place in it, of the first byte.
    pub(super) fn place(&self) -> (usize, u64) {
        self.pieces.first().map_or((0, 0), |piece| (piece.file, piece.offset))
    }

    /// Whether they are of more than one file.
    pub(super) fn spans(&self) -> bool {
        self.pieces.len() > 1
    }

    /// Adds bytes of a file.
    pub(super) fn push(&mut self, file: usize, offset: u64, bytes: &[u8]) {
        if self.pieces.last().is_none_or(|last| last.file != file) {
            self.pieces.push(Piece { start: self.bytes.len(), file, offset });
        }
        self.bytes.extend_from_slice(bytes);
    }

    /// Drops the first bytes.
    pub(super) fn drop(&mut self, length: usize) {
        let length = length.min(self.bytes.len());
        self.bytes.drain(..length);
        // Of the pieces that begin in what is dropped, the last may still have bytes.
        let begun = self.pieces.iter().rposition(|piece| piece.start <= length).unwrap_or(0);
        self.pieces.drain(..begun);
        for piece in &mut self.pieces {
            piece.offset += length.saturating_sub(piece.start) as u64;
            piece.start = piece.start.saturating_sub(length);
        }
        if self.bytes.is_empty() {
            self.pieces.clear();
        }
    }
}
