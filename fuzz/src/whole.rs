//! Files from their bytes to their workload.

use std::fs;
use std::hint::black_box;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use shardkey::control::Control;
use shardkey::error::ErrorKind;
use shardkey::log::options::Options;
use shardkey::log::read::files;
use shardkey::log::recognise::FORMATS;
use shardkey::log::shapes::shapes;
use shardkey::log::stream::Stream;
use shardkey::log::workload::build;
use shardkey::log::{Keeping, Tables};

use super::records::count;

/// The prefix of logs of the letters after those of the formats.
const PREFIXES: [&str; 2] = ["%m [%p] %q%u@%d ", "%t:%r:%u@%d:[%p]:"];

/// How compressed files begin: they have other lines than their bytes say.
const COMPRESSED: [&[u8]; 5] = [b"\x1f\x8b", b"BZh", b"\x28\xb5\x2f\xfd", b"\x2a\x4d\x18", b"\xfd7zXZ"];

/// Reads bytes as a log of one file or two.
///
/// The first byte says the format: a letter for each, `z` to recognise it; a capital hides the values. The second
/// says where the second file begins: that share of 256, and nowhere for a space and what is before it.
///
/// # Panics
/// If one of the things that must hold does not.
pub fn whole(bytes: &[u8]) {
    let [first, cut, log @ ..] = bytes else { return };
    let cut = if *cut <= b' ' { log.len() } else { log.len() * usize::from(*cut) / 256 };
    let parts = [&log[..cut], &log[cut..]];
    let compressed = |part: &&[u8]| {
        COMPRESSED
            .iter()
            .any(|magic| part.starts_with(magic) || part.get(1..).unwrap_or_default().starts_with(magic))
    };
    if parts.iter().any(compressed) {
        return;
    }
    let folder = Folder::new();
    let mut paths = vec![folder.file("one.log", parts[0])];
    if !parts[1].is_empty() {
        paths.push(folder.file("two.log", parts[1]));
    }
    check(&paths, &parts, &options(*first));
}

fn options(first: u8) -> Options {
    let number = usize::from(first.to_ascii_lowercase().wrapping_sub(b'a'));
    let private = first.is_ascii_uppercase().then_some([7; 32]);
    Options {
        format: FORMATS.get(number).map(|&format| format.to_owned()),
        prefix: number
            .checked_sub(FORMATS.len())
            .and_then(|n| PREFIXES.get(n))
            .map(|&prefix| prefix.to_owned()),
        keeping: Keeping { private, ..Keeping::default() },
        ..Options::default()
    }
}

fn check(paths: &[PathBuf], parts: &[&[u8]; 2], options: &Options) {
    let control = Control::default();
    let log = match files(paths, options, &control) {
        Ok(log) => log,
        Err(error) => {
            assert_eq!(error.kind, ErrorKind::UnknownFormat, "{error:?}");
            return;
        }
    };
    let account = &log.account;
    assert_eq!(
        account.records,
        account.statements + account.other + account.not_understood,
        "every record is one of these: {account:?}"
    );
    let parts = parts.map(|part| part.strip_prefix(b"\xef\xbb\xbf").unwrap_or(part));
    // A line may go on in the next file.
    let apart: u64 = parts.iter().map(|part| count(part)).sum();
    let joined = count(&parts.concat());
    assert!([apart, joined].contains(&account.lines), "{} lines of {apart} ({})", account.lines, log.format);
    let bytes: usize = parts.iter().map(|part| part.len()).sum();
    assert_eq!(account.bytes, bytes as u64, "bytes ({})", log.format);
    black_box(shapes(&log));
    build(&log, &Tables::default(), &control).expect("a workload");
    let stream = Stream::files(paths, options).expect("the same log");
    let rows: usize = stream.map(|batch| batch.expect("a batch").num_rows()).sum();
    let statements = account.statements + account.not_understood - account.stray;
    assert_eq!(rows as u64, statements, "the stream has every statement ({})", log.format);
}

/// A folder that goes when it is done with.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("shardkey-fuzz-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder for the files");
        Self(path)
    }

    fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, bytes).expect("a file");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
