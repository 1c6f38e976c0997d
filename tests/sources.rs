//! Opening the files of a log, and reading them as one stream of whole records.
#![expect(clippy::unwrap_used, reason = "the helpers of tests are tests too")]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicUsize, Ordering};

use shardkey::error::ErrorKind;
use shardkey::log::recognise::named;
use shardkey::log::record::What;
use shardkey::log::source::{Blocks, in_order, sample};

/// A folder that goes when it is done with.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("shardkey-sources-{}-{number}", process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, bytes).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn entry(sql: &str) -> String {
    format!(
        "# User@Host: root[root] @ localhost []\n# Thread_id: 4  Schema: shop  QC_hit: No\n\
         # Query_time: 0.000142  Lock_time: 0.000000\nSET timestamp=1796047602;\n{sql};\n"
    )
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn bzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zstandard(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 1).unwrap();
    encoder.include_checksum(true).unwrap();
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn xz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = liblzma::write::XzEncoder::new(Vec::new(), 1);
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// Every statement with its file and the place of its record, and how many lines all records have.
fn read(paths: &[PathBuf], format: &str, size: usize, ahead: bool) -> (Vec<(String, usize, u64)>, u64) {
    let reader = named(format, b"", None).unwrap().1;
    let mut blocks = Blocks::with_size(paths, reader, size, ahead).unwrap();
    let (mut statements, mut lines) = (Vec::new(), 0);
    let mut each = |statement, file, place, of: u64| {
        statements.extend(Option::map(statement, |sql| (sql, file, place)));
        lines += of;
    };
    while blocks
        .next(|reader, block| {
            reader.read(block.bytes, &mut |record| {
                let statement = match &record.what {
                    What::Statement(statement) => Some(String::from_utf8_lossy(&statement.sql).into_owned()),
                    _ => None,
                };
                each(statement, block.file, block.offset + record.at as u64, record.lines);
            });
        })
        .unwrap()
        .is_some()
    {}
    (statements, lines)
}

#[test]
fn compressed_by_content_and_not_by_name() {
    let folder = Folder::new();
    let log: String = (0..2000).map(|number| entry(&format!("select {number}"))).collect();
    let (first, second) = log.as_bytes().split_at(log.len() / 2 + 7);
    let members = |compress: fn(&[u8]) -> Vec<u8>| [compress(first), compress(second)].concat();
    let files = [
        ("plain.gz", log.clone().into_bytes()),
        ("gz.log", members(gzip)),
        ("bz2.log", members(bzip)),
        ("zst.log", members(zstandard)),
        ("xz.log", members(xz)),
    ];
    for (name, bytes) in files {
        let path = folder.file(name, &bytes);
        assert_eq!(sample(&path, 100).unwrap(), &log.as_bytes()[..100], "{name}");
        for ahead in [false, true] {
            let (statements, lines) = read(std::slice::from_ref(&path), "mysql-slow", 1 << 16, ahead);
            assert_eq!((statements.len(), lines), (2000, 10_000), "{name}");
            assert_eq!(statements[1999].0, "select 1999");
            for (_, _, place) in statements {
                assert!(log[place as usize..].starts_with("# User@Host"), "{name} {place}");
            }
        }
    }
}

#[test]
fn rotated_in_the_middle_of_a_record() {
    let folder = Folder::new();
    let logs = ["select 'a\nb'", "select 2", "select 'c\nd'", "select 4"].map(entry);
    let log = logs.concat();
    for cut in 0..log.len() {
        let paths = [folder.file("a", &log.as_bytes()[..cut]), folder.file("b", &log.as_bytes()[cut..])];
        for size in if cut % 20 == 0 { &[1, 50, 1 << 20][..] } else { &[1 << 20] } {
            let (statements, lines) = read(&paths, "mysql-slow", *size, false);
            let found: Vec<&str> = statements.iter().map(|(sql, ..)| sql.as_str()).collect();
            assert_eq!(found, ["select 'a\nb'", "select 2", "select 'c\nd'", "select 4"], "{cut} {size}");
            // The line that goes on in the next file is one line.
            assert_eq!(lines, 22, "{cut} {size}");
            for ((_, file, place), at) in statements.iter().zip([0, 1, 2, 3]) {
                let start = logs[..at].iter().map(String::len).sum::<usize>();
                let expected = if start < cut { (0, start) } else { (1, start - cut) };
                assert_eq!((*file, *place as usize), expected, "{cut} {size} {at}");
            }
        }
    }
}

#[test]
fn one_file_after_the_other() {
    let folder = Folder::new();
    let paths = [
        folder.file("empty", b""),
        folder.file("marked", format!("\u{feff}{}", entry("select 1")).as_bytes()),
        folder.file("none", b""),
        folder.file("cut", entry("select 2").trim_end_matches(";\n").as_bytes()),
        folder.file("last", entry("select 3").as_bytes()),
        folder.file("end", b""),
    ];
    for size in [1, 1 << 20] {
        let (statements, lines) = read(&paths, "mysql-slow", size, true);
        let expected = [("select 1", 1, 3), ("select 2", 3, 0), ("select 3", 4, 0)];
        let expected: Vec<_> =
            expected.iter().map(|(sql, file, at)| ((*sql).to_owned(), *file, *at)).collect();
        assert_eq!((statements, lines), (expected, 15));
    }
    let (statements, lines) = read(&paths[..1], "mysql-slow", 10, false);
    assert_eq!((statements.len(), lines), (0, 0));
    assert_eq!(read(&[], "mysql-slow", 10, true).1, 0);
}

#[test]
fn sql_files_do_not_go_on() {
    let folder = Folder::new();
    let paths =
        [folder.file("a", b"DELIMITER //\nselect 1; select 2"), folder.file("b", b"select 3; select 4\n")];
    for size in [1, 7, 1 << 20] {
        let (statements, lines) = read(&paths, "sql", size, false);
        let found: Vec<&str> = statements.iter().map(|(sql, ..)| sql.as_str()).collect();
        assert_eq!((found, lines), (vec!["select 1; select 2", "select 3", "select 4"], 3));
    }
}

#[test]
fn what_cannot_be_read() {
    let folder = Folder::new();
    let log: String = (0..2000).map(|number| entry(&format!("select {number}"))).collect();
    let broken = |bytes: Vec<u8>| {
        let half = bytes.len() / 2;
        bytes
            .into_iter()
            .enumerate()
            .map(|(at, byte)| if at == half { byte ^ 0x55 } else { byte })
            .collect::<Vec<u8>>()
    };
    let half = |bytes: Vec<u8>| bytes[..bytes.len() / 2].to_vec();
    let log = log.as_bytes();
    let paths = [
        (folder.0.join("absent.log"), "no such file"),
        (folder.0.clone(), "directory"),
        (folder.file("half.gz", &half(gzip(log))), "too early"),
        (folder.file("half.bz2", &half(bzip(log))), "too early"),
        (folder.file("half.zst", &half(zstandard(log))), "too early"),
        (folder.file("half.xz", &half(xz(log))), "too early"),
        (folder.file("broken.gz", &broken(gzip(log))), "broken"),
        (folder.file("broken.bz2", &broken(bzip(log))), "broken"),
        (folder.file("broken.zst", &broken(zstandard(log))), "broken"),
        (folder.file("broken.xz", &broken(xz(log))), "broken"),
    ];
    for (path, word) in paths {
        for ahead in [false, true] {
            let reader = named("mysql-slow", b"", None).unwrap().1;
            let failed = (|| {
                let mut blocks = Blocks::with_size(std::slice::from_ref(&path), reader, 1 << 16, ahead)?;
                while blocks.next(|_, _| ())?.is_some() {}
                Ok::<_, shardkey::error::Error>(())
            })();
            let Err(error) = failed else { panic!("{} was read", path.display()) };
            assert_eq!(error.kind, ErrorKind::UnreadableLog);
            assert!(error.message.contains(&path.display().to_string()), "{error}");
            assert!(error.message.contains(word), "{error}");
        }
    }
}

fn names(paths: Vec<PathBuf>) -> Vec<String> {
    let name = |path: PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
    paths.into_iter().map(name).collect()
}

#[test]
fn in_the_order_of_names() {
    let given =
        ["log", "log.10.gz", "log.1", "log.2.bz2", "a-10.log", "a-9.log", "db.20240102", "db.20240101"];
    let paths = given.iter().map(|name| Path::new("/nowhere").join(name)).collect();
    let expected =
        ["a-9.log", "a-10.log", "db.20240101", "db.20240102", "log.10.gz", "log.2.bz2", "log.1", "log"];
    assert_eq!(names(in_order(paths)), expected);
}

#[test]
fn in_the_order_of_times() {
    let folder = Folder::new();
    let at = |time: &str| entry("select 1").replace("1796047602", time).into_bytes();
    let mut paths = vec![
        folder.file("a", &at("1796047603")),
        folder.file("b", &gzip(&at("1796047601"))),
        folder.file("c", &[b"rest';\n".to_vec(), at("1796047602")].concat()),
    ];
    assert_eq!(names(in_order(paths.clone())), ["b", "c", "a"]);
    paths.push(folder.file("d", b"no log"));
    assert_eq!(names(in_order(paths)), ["a", "b", "c", "d"], "not all have a time");
}
