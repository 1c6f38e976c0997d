//! The words of a reduced text, in which strings hold nothing but a number.

use crate::sql::dialect::Dialect;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A word: a keyword, a name, a variable.
    Word,
    /// A name in quotes.
    Quoted,
    /// A string.
    Text,
    /// A number.
    Number,
    /// Any other character.
    Sign,
}

/// A token and where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    /// Its text.
    pub(super) text: &'a str,
    /// What it is.
    pub(super) kind: Kind,
    /// Where it begins.
    pub(super) at: usize,
}

impl Token<'_> {
    /// Whether it is this word.
    pub(super) fn is(&self, word: &str) -> bool {
        self.kind == Kind::Word && self.text.eq_ignore_ascii_case(word)
    }

    /// Whether it is one of these words.
    pub(super) fn any(&self, words: &[&str]) -> bool {
        self.kind == Kind::Word && words.iter().any(|word| self.text.eq_ignore_ascii_case(word))
    }

    /// Whether it is this character.
    pub(super) fn sign(&self, sign: &str) -> bool {
        self.kind == Kind::Sign && self.text == sign
    }

    /// Whether it is a name, in quotes or not.
    pub(super) fn named(&self) -> bool {
        matches!(self.kind, Kind::Word | Kind::Quoted)
    }

    /// Whether it can end an operand.
    pub(super) fn operand(&self) -> bool {
        !matches!(self.kind, Kind::Sign) || self.sign(")") || self.sign("]")
    }

    /// The name that it stands for.
    pub(super) fn name(&self, dialect: Dialect) -> String {
        if self.kind == Kind::Quoted {
            let end = self.text.chars().next_back();
            let inner = self.text.get(1..self.text.len().saturating_sub(1)).unwrap_or_default();
            return end
                .map_or_else(String::new, |end| inner.replace(&format!("{end}{end}"), &end.to_string()));
        }
        if dialect.keeps_case() { self.text.to_owned() } else { self.text.to_ascii_lowercase() }
    }
}

/// Cuts a text into tokens.
pub(super) fn tokens(text: &str, dialect: Dialect) -> Vec<Token<'_>> {
    let variables = matches!(dialect, Dialect::MySql | Dialect::MsSql);
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..) {
        let Some(first) = rest.chars().next() else { break };
        let (kind, length) = match first {
            c if c.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            '\'' => (Kind::Text, quoted(rest, '\'')),
            '"' => (Kind::Quoted, quoted(rest, '"')),
            '`' if dialect.backticks() => (Kind::Quoted, quoted(rest, '`')),
            '[' if dialect.brackets() => (Kind::Quoted, quoted(rest, ']')),
            c if part(c, variables) => {
                let length = rest.find(|c| !part(c, variables)).unwrap_or(rest.len());
                // MySQL's names may begin with digits; a slot has nothing else.
                let slot =
                    rest.get(..length).is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
                (if slot { Kind::Number } else { Kind::Word }, length)
            }
            c => (Kind::Sign, c.len_utf8()),
        };
        found.push(Token { text: rest.get(..length).unwrap_or(rest), kind, at });
        at += length;
    }
    found
}

/// Whether a character belongs to a word, or to a variable's name.
fn part(c: char, variables: bool) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$') || variables && c == '@' || !c.is_ascii()
}

/// The length of what is in quotes, in which the closing one is doubled.
fn quoted(text: &str, end: char) -> usize {
    let mut chars = text.char_indices().skip(1).peekable();
    while let Some((at, c)) = chars.next() {
        if c == end {
            if chars.peek().is_some_and(|(_, next)| *next == end) {
                chars.next();
            } else {
                return at + end.len_utf8();
            }
        }
    }
    text.len()
}

/// For each bracket that opens, the place of the one that closes it.
pub(super) fn pairs(tokens: &[Token]) -> Vec<Option<usize>> {
    let mut pairs = vec![None; tokens.len()];
    let mut open = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        if token.sign("(") || token.sign("[") {
            open.push(at);
        } else if (token.sign(")") || token.sign("]"))
            && let Some(pair) = open.pop().and_then(|open| pairs.get_mut(open))
        {
            *pair = Some(at);
        }
    }
    pairs
}

/// The place of the bracket that closes the one at a place.
pub(super) fn closing(pairs: &[Option<usize>], open: usize) -> Option<usize> {
    pairs.get(open).copied().flatten()
}
