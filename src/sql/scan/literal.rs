//! What is taken out of a statement, and the places that it leaves.

/// A literal or a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Literal {
    /// Where it begins in the text, with its quotes, its prefix and its sign.
    pub start: u32,
    /// Where it ends.
    pub end: u32,
    /// How it is written.
    pub kind: LiteralKind,
}

/// How a literal is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LiteralKind {
    /// A number, with its sign where it can only be a sign.
    Number,
    /// `'...'` without escapes.
    Text,
    /// `E'...'`, and `'...'` with backslashes where they escape.
    Escaped,
    /// `"..."` as a string.
    Double,
    /// `$$...$$` or `$tag$...$tag$`.
    Dollar,
    /// `U&'...'`.
    Unicode,
    /// `N'...'`.
    National,
    /// `x'...'` or `0x...`.
    Hex,
    /// `b'...'` or `0b...`, and other strings with a prefix.
    Bits,
    /// `$n`; or `?`, counted from 1.
    Parameter(u32),
    /// `:name`, `@p1`, `%s`, `%(name)s`.
    Named,
    /// NULL, alone in a row.
    Null,
}

/// A place of the key that holds a literal, or one of each repeat.
///
/// Its literals are `first`, `first + stride`, and so on, `count` of them. Two statements of one key have the same
/// slots but for `first`, `stride` and `count`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Its first literal.
    pub first: u32,
    /// How far the next one is.
    pub stride: u32,
    /// How many there are. 0 for a list in a row of a group: its values are not kept.
    pub count: u32,
    /// The group of rows that it belongs to, counted from 1; 0 if it is in none.
    pub group: u32,
    /// Whether it is a list's elements, as after IN.
    pub list: bool,
}
