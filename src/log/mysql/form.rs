//! What a format says of its entries, and where one stands.

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Head {
    /// No beginning of an entry.
    No,
    /// What may be one, at the end of the log.
    Part,
    /// A whole header.
    Full,
    /// More bytes are needed to tell.
    More,
}

/// Where the text of an entry begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Text {
    /// Its first byte.
    pub(super) at: usize,
    /// Whether it is a statement, whose quotes count.
    pub(super) sql: bool,
}

/// What tells a format's entries apart.
pub(super) trait Form: Copy + Send {
    /// What the line at `at` is.
    fn head(self, bytes: &[u8], at: usize, last: bool) -> Head;

    /// Where the text of the entry whose header is at `at` begins; None while more bytes are needed.
    fn text(self, bytes: &[u8], at: usize, last: bool) -> Option<Text>;

    /// Whether a statement can end with these bytes.
    fn ends(self, text: &[u8]) -> bool;
}

/// One entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// Its first byte; blank lines may stand before its header.
    pub(super) start: usize,
    /// Where its header begins, which is its end where it is blank; None for a line that belongs to no entry.
    pub(super) head: Option<usize>,
    /// Where the following entry begins.
    pub(super) end: usize,
    /// Whether its statement is cut off.
    pub(super) cut: bool,
}
