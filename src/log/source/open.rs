//! Opening a file, whatever it is compressed with.

use std::fs::File;
use std::io::{self, BufReader, Cursor, Read};
use std::path::Path;

use crate::error::{Error, ErrorKind, Result};

/// How much is read of a compressed file at a time.
const BUFFER: usize = 1 << 16;

/// The bytes of a stream, decompressed.
pub(super) type Stream = Box<dyn Read + Send>;

/// Opens a file and decompresses it: gz, bz2, zst or xz by its first bytes, whatever its name is.
///
/// # Errors
/// `UnreadableLog`.
pub(super) fn open(path: &Path) -> Result<Stream> {
    let found = File::open(path).and_then(|file| {
        if file.metadata()?.is_dir() {
            return Err(io::Error::from(io::ErrorKind::IsADirectory));
        }
        decompressed(file)
    });
    found.map_err(|reason| unreadable(path, &reason))
}

/// The first bytes of a file, decompressed: so many, or all that it has.
///
/// # Errors
/// `UnreadableLog`.
pub fn sample(path: &Path, most: usize) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = open(path)?.take(most as u64).read_to_end(&mut bytes);
    read.map_err(|reason| unreadable(path, &reason))?;
    Ok(bytes)
}

/// The error for a file that cannot be read.
pub(super) fn unreadable(path: &Path, reason: &io::Error) -> Error {
    let what = match reason.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "its permissions do not allow it".to_owned(),
        io::ErrorKind::IsADirectory => "it is a directory; pass the files in it".to_owned(),
        io::ErrorKind::UnexpectedEof => "its compressed data end too early".to_owned(),
        io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData | io::ErrorKind::Other => {
            format!("its compressed data are broken ({reason})")
        }
        _ => reason.to_string(),
    };
    Error::new(ErrorKind::UnreadableLog, format!("cannot read {}: {what}", path.display()))
}

fn decompressed(mut file: File) -> io::Result<Stream> {
    let mut magic = Vec::with_capacity(6);
    (&mut file).take(6).read_to_end(&mut magic)?;
    let compression = Compression::of(&magic);
    // What was looked at is read again; a pipe cannot be rewound.
    let whole = BufReader::with_capacity(BUFFER, Cursor::new(magic).chain(file));
    Ok(match compression {
        Some(Compression::Gzip) => Box::new(flate2::bufread::MultiGzDecoder::new(whole)),
        Some(Compression::Bzip2) => Box::new(bzip2::bufread::MultiBzDecoder::new(whole)),
        Some(Compression::Zstandard) => Box::new(zstd::stream::read::Decoder::with_buffer(whole)?),
        Some(Compression::Xz) => Box::new(liblzma::bufread::XzDecoder::new_multi_decoder(whole)),
        None => Box::new(whole),
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Compression {
    Gzip,
    Bzip2,
    Zstandard,
    Xz,
}

impl Compression {
    fn of(magic: &[u8]) -> Option<Self> {
        match magic {
            [0x1f, 0x8b, 8, ..] => Some(Self::Gzip),
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Some(Self::Bzip2),
            // A frame, and one to be skipped, as pzstd writes first.
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Some(Self::Zstandard),
            [0xfd, b'7', b'z', b'X', b'Z', 0] => Some(Self::Xz),
            _ => None,
        }
    }
}
