//! Blocks of whole records.

use std::collections::VecDeque;
use std::path::PathBuf;

use super::files::{CHUNK, Chunk, Chunks, Files};
use super::tail::Tail;
use crate::error::Result;
use crate::log::record::Reader;

/// How many bytes of a file say whether it begins with a record.
const BEGINNING: usize = 1 << 13;

/// How many lines of a file that goes on with a record are taken one by one, to find where the record ends.
const SINGLE: usize = 32;

/// Bytes that hold whole records.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    /// The bytes; they go on in the next file where a record does.
    pub bytes: &'a [u8],
    /// The number of the file in which they begin.
    pub file: usize,
    /// Where they begin in the decompressed file.
    pub offset: u64,
}

/// The files of a log, block by block.
pub struct Blocks {
    chunks: Chunks,
    reader: Box<dyn Reader>,
    /// Chunks that were looked at and not used.
    waiting: VecDeque<Chunk>,
    tail: Tail,
    /// Whether nothing follows the tail.
    over: bool,
}

impl Blocks {
    /// Reads these files in their order; where there are threads for it, they are decompressed ahead.
    ///
    /// # Errors
    /// `UnreadableLog`.
    pub fn new(paths: &[PathBuf], reader: Box<dyn Reader>) -> Result<Self> {
        Self::with_size(paths, reader, CHUNK, rayon::current_num_threads() > 1)
    }

    /// The same with chunks of another size, decompressed ahead or not.
    ///
    /// # Errors
    /// `UnreadableLog`.
    pub fn with_size(paths: &[PathBuf], reader: Box<dyn Reader>, size: usize, ahead: bool) -> Result<Self> {
        let files = Files::new(paths.to_vec(), size);
        let chunks = if ahead { files.ahead() } else { Box::new(files) };
        let mut blocks =
            Self { chunks, reader, waiting: VecDeque::new(), tail: Tail::default(), over: false };
        blocks.look(1)?;
        Ok(blocks)
    }

    /// Gives the next whole records to `each`; None at the end of the files.
    ///
    /// # Errors
    /// `UnreadableLog`.
    pub fn next<T>(&mut self, each: impl FnOnce(&mut Box<dyn Reader>, &Block<'_>) -> T) -> Result<Option<T>> {
        while self.over || self.more()? {
            // What spans two files goes by itself, so that the places after it are of one file.
            let alone = !self.over || self.tail.spans();
            let mut whole = if alone { self.reader.complete(self.tail.bytes(), false) } else { 0 };
            if self.over && whole == 0 {
                self.reader.complete(self.tail.bytes(), true);
                whole = self.tail.bytes().len();
                self.over = false;
            }
            if whole > 0 {
                let (file, offset) = self.tail.place();
                let bytes = self.tail.bytes().get(..whole).unwrap_or_default();
                let done = each(&mut self.reader, &Block { bytes, file, offset });
                self.tail.drop(whole);
                return Ok(Some(done));
            }
        }
        Ok(None)
    }

    /// Takes the next chunk up; whether there was one.
    fn more(&mut self) -> Result<bool> {
        self.look(1)?;
        let Some(chunk) = self.waiting.pop_front() else { return Ok(false) };
        self.tail.push(chunk.file, chunk.offset, &chunk.bytes);
        if chunk.ends {
            self.look(BEGINNING)?;
            self.over = !self.goes_on();
        }
        Ok(true)
    }

    /// Whether the file after the one that ends begins in the middle of a record.
    fn goes_on(&mut self) -> bool {
        let beginning: Vec<u8> =
            self.waiting.iter().flat_map(|chunk| &chunk.bytes).copied().take(BEGINNING).collect();
        let goes_on = !beginning.is_empty() && !self.reader.begins(&beginning);
        if goes_on {
            self.single();
        }
        goes_on
    }

    /// Cuts the first lines of the next chunk into chunks of their own, so that the block that spans two files ends
    /// with the record that does.
    fn single(&mut self) {
        let Some(mut chunk) = self.waiting.pop_front() else { return };
        let mut lines = Vec::new();
        while lines.len() < SINGLE
            && let Some(end) = memchr::memchr(b'\n', &chunk.bytes)
            && end + 1 < chunk.bytes.len()
        {
            let rest = chunk.bytes.split_off(end + 1);
            let offset = chunk.offset + end as u64 + 1;
            let rest = Chunk { offset, bytes: rest, ..chunk };
            lines.push(Chunk { ends: false, ..std::mem::replace(&mut chunk, rest) });
        }
        self.waiting.push_front(chunk);
        for line in lines.into_iter().rev() {
            self.waiting.push_front(line);
        }
    }

    /// Reads on until so many bytes of the next file are waiting, or all that it has.
    fn look(&mut self, least: usize) -> Result<()> {
        let mut waiting = 0;
        for chunk in &self.waiting {
            waiting += chunk.bytes.len();
            if chunk.ends || waiting >= least {
                return Ok(());
            }
        }
        while waiting < least {
            let Some(chunk) = self.chunks.next() else { break };
            let chunk = chunk?;
            // A file without bytes is as good as none.
            if chunk.bytes.is_empty() {
                continue;
            }
            waiting += chunk.bytes.len();
            let ends = chunk.ends;
            self.waiting.push_back(chunk);
            if ends {
                break;
            }
        }
        Ok(())
    }
}
