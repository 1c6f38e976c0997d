//! How many lines bytes are.

/// The lines of bytes that begin with one; what has no end counts as one too.
pub(crate) fn count(bytes: &[u8]) -> u64 {
    let open = bytes.last().is_some_and(|byte| *byte != b'\n');
    memchr::memchr_iter(b'\n', bytes).count() as u64 + u64::from(open)
}
