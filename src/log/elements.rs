//! The elements of an array as PostgreSQL writes it: `{1,NULL,"a,b"}`.

use crate::value::Value;

/// The elements; `None` where the text is no flat array.
#[must_use]
pub(super) fn elements(text: &str) -> Option<Vec<Option<Value>>> {
    let inner = text.trim().strip_prefix('{')?.strip_suffix('}')?;
    let mut found = Vec::new();
    let mut rest = inner.trim_start().chars().peekable();
    if rest.peek().is_none() {
        return Some(found);
    }
    loop {
        let mut element = String::new();
        let quoted = rest.next_if_eq(&'"').is_some();
        let mut closed = !quoted;
        while let Some(next) = rest.next_if(|c| quoted || *c != ',') {
            match next {
                '"' if quoted => {
                    closed = true;
                    break;
                }
                '\\' => element.push(rest.next()?),
                '{' | '}' if !quoted => return None,
                other => element.push(other),
            }
        }
        if !closed {
            return None;
        }
        found.push(Some(if quoted {
            Value::Text(element.into())
        } else if element.trim().eq_ignore_ascii_case("null") {
            Value::Null
        } else {
            Value::Text(element.trim().into())
        }));
        while rest.next_if(|c| quoted && c.is_whitespace()).is_some() {}
        match rest.next() {
            None => return Some(found),
            Some(',') => while rest.next_if(|c| c.is_whitespace()).is_some() {},
            Some(_) => return None,
        }
    }
}
