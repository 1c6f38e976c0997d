//! Many files as one sequence of chunks.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::sync_channel;
use std::thread;

use super::open::{Stream, open, unreadable};
use crate::error::Result;

/// How long a chunk is.
pub(super) const CHUNK: usize = 1 << 20;

/// How many chunks are decompressed ahead of the reader.
const AHEAD: usize = 4;

/// The mark that some editors put before UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// Some bytes of a file.
#[derive(Debug)]
pub(super) struct Chunk {
    /// The file's number.
    pub(super) file: usize,
    /// Where they begin in the decompressed file.
    pub(super) offset: u64,
    /// The bytes; empty in a file without any.
    pub(super) bytes: Vec<u8>,
    /// Whether the file ends with them.
    pub(super) ends: bool,
}

/// Chunks, from wherever they come.
pub(super) type Chunks = Box<dyn Iterator<Item = Result<Chunk>> + Send>;

/// Reads files chunk by chunk.
pub(super) struct Files {
    paths: Vec<PathBuf>,
    size: usize,
    file: usize,
    stream: Option<Stream>,
    offset: u64,
    /// What was read already to see whether the file ends.
    next: Vec<u8>,
    failed: bool,
}

impl Files {
    /// The chunks of these files, each as long as `size` or shorter.
    pub(super) fn new(paths: Vec<PathBuf>, size: usize) -> Self {
        Self { paths, size: size.max(1), file: 0, stream: None, offset: 0, next: Vec::new(), failed: false }
    }

    /// The same chunks, read and decompressed ahead on a thread of its own.
    pub(super) fn ahead(self) -> Chunks {
        let (sender, receiver) = sync_channel(AHEAD);
        thread::spawn(move || {
            for chunk in self {
                // Nobody reads any more: the reader has stopped early.
                if sender.send(chunk).is_err() {
                    break;
                }
            }
        });
        Box::new(receiver.into_iter())
    }

    /// Opens a file and reads its first bytes.
    fn begin(&mut self, path: &Path) -> Result<Stream> {
        let mut stream = open(path)?;
        let first = filled(&mut stream, self.size.max(MARK.len()));
        self.next = first.map_err(|reason| unreadable(path, &reason))?;
        self.offset = 0;
        if self.next.starts_with(MARK) {
            self.next.drain(..MARK.len());
            self.offset = MARK.len() as u64;
        }
        Ok(stream)
    }

    fn chunk(&mut self, path: &Path) -> Result<Chunk> {
        let mut stream = match self.stream.take() {
            Some(stream) => stream,
            None => self.begin(path)?,
        };
        let bytes = std::mem::take(&mut self.next);
        self.next = filled(&mut stream, self.size).map_err(|reason| unreadable(path, &reason))?;
        let chunk = Chunk { file: self.file, offset: self.offset, bytes, ends: self.next.is_empty() };
        self.offset += chunk.bytes.len() as u64;
        if chunk.ends {
            self.file += 1;
        } else {
            self.stream = Some(stream);
        }
        Ok(chunk)
    }
}

impl Iterator for Files {
    type Item = Result<Chunk>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let path = self.paths.get(self.file)?.clone();
        let chunk = self.chunk(&path);
        self.failed = chunk.is_err();
        Some(chunk)
    }
}

/// So many bytes of a stream, or all that are left.
fn filled(stream: &mut Stream, size: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(size);
    stream.take(size as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}
