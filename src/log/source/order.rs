//! The order of a log's files.

use std::cmp::{Ordering, Reverse};
use std::path::{Path, PathBuf};

use super::open::sample;
use crate::log::recognise::recognise;

/// How much of each file is read to find its first time.
const SAMPLE: usize = 1 << 16;

/// Numbers from here on are dates, and not those of a rotation.
const NO_ROTATION: u64 = 1000;

/// Files in the order in which they were written: by the time of their first record where every one has a time, else
/// by their names, in which a rotation's higher numbers are older: `log.2.gz`, `log.1`, `log`.
#[must_use]
pub fn in_order(mut paths: Vec<PathBuf>) -> Vec<PathBuf> {
    paths.sort_by(|a, b| by_name(a, b));
    let times: Option<Vec<i64>> = paths.iter().map(|path| first_time(path)).collect();
    let Some(times) = times else { return paths };
    let mut timed: Vec<_> = times.into_iter().zip(paths).collect();
    timed.sort_by_key(|(time, _)| *time);
    timed.into_iter().map(|(_, path)| path).collect()
}

/// The time of a file's first record that has one.
fn first_time(path: &Path) -> Option<i64> {
    let sample = sample(path, SAMPLE).ok()?;
    let (_, mut reader) = recognise(&sample)?;
    let length = reader.complete(&sample, sample.len() < SAMPLE);
    let mut time = None;
    reader.read(sample.get(..length)?, &mut |record| time = time.or(record.time));
    time
}

fn by_name(a: &Path, b: &Path) -> Ordering {
    let (a, b) = (a.to_string_lossy(), b.to_string_lossy());
    let ((a, rotated_a), (b, rotated_b)) = (rotation(&a), rotation(&b));
    natural(a, b).then_with(|| Reverse(rotated_a).cmp(&Reverse(rotated_b)))
}

/// A name without its compression's ending and its rotation's number, and that number.
fn rotation(name: &str) -> (&str, Option<u64>) {
    let ended = [".gz", ".bz2", ".zst", ".xz"].iter().find_map(|ending| name.strip_suffix(ending));
    let name = ended.unwrap_or(name);
    let number = name.rsplit_once('.').and_then(|(stem, number)| Some((stem, number.parse().ok()?)));
    match number {
        Some((stem, number)) if number < NO_ROTATION => (stem, Some(number)),
        _ => (name, None),
    }
}

/// Compares names so that `log10` comes after `log9`.
fn natural(a: &str, b: &str) -> Ordering {
    let (mut a, mut b) = (a.as_bytes(), b.as_bytes());
    loop {
        let (digits_a, digits_b) = (digits(a), digits(b));
        if digits_a > 0 && digits_b > 0 {
            let (number_a, rest_a) = a.split_at(digits_a);
            let (number_b, rest_b) = b.split_at(digits_b);
            let (number_a, number_b) = (without_zeros(number_a), without_zeros(number_b));
            let order = number_a.len().cmp(&number_b.len()).then_with(|| number_a.cmp(number_b));
            if order.is_ne() {
                return order;
            }
            (a, b) = (rest_a, rest_b);
            continue;
        }
        match (a, b) {
            ([first_a, rest_a @ ..], [first_b, rest_b @ ..]) if first_a == first_b => {
                (a, b) = (rest_a, rest_b);
            }
            _ => return a.cmp(b),
        }
    }
}

fn digits(text: &[u8]) -> usize {
    text.iter().take_while(|byte| byte.is_ascii_digit()).count()
}

fn without_zeros(digits: &[u8]) -> &[u8] {
    let zeros = digits.iter().take_while(|byte| **byte == b'0').count();
    digits.get(zeros..).unwrap_or_default()
}
