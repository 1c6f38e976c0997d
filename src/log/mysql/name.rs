//! Names of databases as statements write them.

use std::borrow::Cow;

/// A name without its backticks.
pub(super) fn unquoted(name: &[u8]) -> Cow<'_, [u8]> {
    let name = name.trim_ascii();
    let Some(inner) = name.strip_prefix(b"`").and_then(|rest| rest.strip_suffix(b"`")) else {
        return Cow::Borrowed(name);
    };
    if !inner.contains(&b'`') {
        return Cow::Borrowed(inner);
    }
    let mut undone = Vec::with_capacity(inner.len());
    let mut doubled = false;
    for byte in inner {
        doubled = *byte == b'`' && !doubled;
        if !doubled {
            undone.push(*byte);
        }
    }
    Cow::Owned(undone)
}

/// The database of a statement `use shop`.
pub(super) fn used(sql: &[u8]) -> Option<Cow<'_, [u8]>> {
    let sql = sql.trim_ascii();
    let (word, rest) = sql.split_at_checked(3)?;
    let blank = rest.first().is_some_and(|byte| byte.is_ascii_whitespace() || *byte == b'`');
    if !word.eq_ignore_ascii_case(b"use") || !blank {
        return None;
    }
    let name = unquoted(rest.strip_suffix(b";").unwrap_or(rest));
    (!name.is_empty()).then_some(name)
}
