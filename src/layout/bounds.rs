//! The runs of keys that a read is.

use super::point::Edge;
use super::salt;
use super::text_form::TextForm;
use super::typed::Typed;
use super::{Nulls, VALUE};
use crate::error::{Error, ErrorKind, Result};
use crate::part::OwnedCode;
use crate::text;
use crate::value::Value;

/// A value that a part is bound to, and whether it is the value of the column that the part derives from.
pub type Point = (Value, bool);

/// A run of keys: from `start`, included, to `stop`, excluded; `None` is the end of all keys.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Slice {
    /// The least key that may be in it.
    pub start: Vec<u8>,
    /// The least key behind it.
    pub stop: Option<Vec<u8>>,
}

/// The values between two ends of a part; an end that is `None` is open.
#[derive(Clone, Debug)]
pub struct Span {
    /// The least value, and whether it is inside.
    pub low: Option<(Value, bool)>,
    /// The greatest value, and whether it is inside.
    pub high: Option<(Value, bool)>,
}

/// Runs of keys, at most.
const MOST: usize = 1 << 20;

impl Typed {
    /// The runs of the keys, as bytes or as text of a form, whose first parts have these values, one or several each, and whose next part lies in
    /// the span; in the order of the keys, and none that is empty.
    ///
    /// # Errors
    /// `ValueMismatch`, `ZoneMismatch`; `InvalidLayout` for a null where the part takes none, and for more than
    /// a million runs.
    pub fn slices(
        &self,
        bound: &[Vec<Point>],
        span: Option<&Span>,
        form: Option<&TextForm>,
    ) -> Result<Vec<Slice>> {
        if let Some(form) = form {
            self.check_text(form)?;
        }
        let mut prefixes = self.salted(bound.first().map(Vec::as_slice), form)?;
        for (i, values) in bound.iter().enumerate().take(self.parts.len()) {
            let points = values.iter().map(|(value, of_column)| self.point(i, value, *of_column, form));
            let points = points.collect::<Result<Vec<_>>>()?;
            // The salts of the first part's values are theirs alone.
            if i == 0 && self.salt > 0 {
                prefixes.iter_mut().zip(&points).for_each(|(prefix, point)| prefix.extend(point));
                continue;
            }
            if prefixes.len().saturating_mul(points.len()) > MOST {
                let message = "the values make more than a million slices; read them in several scans";
                return Err(Error::new(ErrorKind::InvalidLayout, message));
            }
            let joined = |prefix: &Vec<u8>| {
                let with = |point: &Vec<u8>| [prefix.as_slice(), point].concat();
                points.iter().map(with).collect::<Vec<_>>()
            };
            prefixes = prefixes.iter().flat_map(joined).collect();
        }
        let ends = match (span, self.parts.get(bound.len())) {
            (Some(span), Some(_)) => self.ends(bound.len(), span, form)?,
            _ => Some((Vec::new(), None)),
        };
        let Some((low, high)) = ends else { return Ok(Vec::new()) };
        let slice = |prefix: Vec<u8>| Slice {
            start: [prefix.as_slice(), &low].concat(),
            stop: match &high {
                Some(high) => Some([prefix.as_slice(), high].concat()),
                None => self.after(bound.len(), prefix, form),
            },
        };
        let mut slices: Vec<Slice> = prefixes.into_iter().map(slice).collect();
        slices.retain(|slice| slice.stop.as_ref().is_none_or(|stop| slice.start < *stop));
        slices.sort();
        slices.dedup();
        Ok(slices)
    }

    /// The salts that keys with these first values begin with, one for each; every salt where nothing is bound.
    fn salted(&self, first: Option<&[Point]>, form: Option<&TextForm>) -> Result<Vec<Vec<u8>>> {
        let width = salt::width(self.salt);
        let written = |salt: u16| match form {
            None => salt.to_be_bytes()[2 - width..].to_vec(),
            Some(form) => self.salt_text(salt, form),
        };
        match (self.salt, first) {
            (0, _) => Ok(vec![Vec::new()]),
            (salt, None) => Ok((0..salt).map(|salt| written(salt as u16)).collect()),
            (salt, Some(values)) => {
                let of = |(value, of_column): &Point| {
                    let part = &self.parts[0];
                    let code =
                        part.code(value, *of_column).map_err(|error| error.column(part.field.name()))?;
                    let mut text = Vec::new();
                    text::write(&mut text, &part.kind, code.as_ref().map(OwnedCode::as_code));
                    Ok(written(salt::of_text(&text, salt)))
                };
                values.iter().map(of).collect()
            }
        }
    }

    /// The bytes or the text of one part.
    fn point(&self, i: usize, value: &Value, of_column: bool, form: Option<&TextForm>) -> Result<Vec<u8>> {
        let part = &self.parts[i];
        let code = part.code(value, of_column).map_err(|error| error.column(part.field.name()))?;
        self.written(i, code.as_ref(), form)
    }

    /// The bytes or the text of the code of one part, `None` for null.
    fn written(&self, i: usize, code: Option<&OwnedCode>, form: Option<&TextForm>) -> Result<Vec<u8>> {
        let part = &self.parts[i];
        let mut out = Vec::new();
        match form {
            None => part.write(code.map(OwnedCode::as_code), &mut out)?,
            Some(form) => {
                let null = || part.error(ErrorKind::InvalidLayout, "null has no text");
                self.write_text(i, code.ok_or_else(null)?.as_code(), form, &mut out)?;
            }
        }
        Ok(out)
    }

    /// The least key behind all keys with this prefix, which ends with part `parts - 1`.
    fn after(&self, parts: usize, prefix: Vec<u8>, form: Option<&TextForm>) -> Option<Vec<u8>> {
        if form.is_some() && parts == self.parts.len() {
            // A whole key as text may be the beginning of another.
            return Some([prefix, vec![0]].concat());
        }
        successor(prefix)
    }

    /// Where the values of a span begin and end behind a prefix: an end of `None` is that of the prefix, and `None`
    /// for both is nowhere. A null lies in no span.
    #[expect(clippy::type_complexity, reason = "two ends, either of which may be open")]
    fn ends(
        &self,
        i: usize,
        span: &Span,
        form: Option<&TextForm>,
    ) -> Result<Option<(Vec<u8>, Option<Vec<u8>>)>> {
        let part = &self.parts[i];
        let edge = |end: &Option<(Value, bool)>, least| match end {
            Some((value, inside)) => part.edge(value, *inside, least),
            None => Ok(Edge::Open),
        };
        let (low, high) = (edge(&span.low, true)?, edge(&span.high, false)?);
        let (first, last) = if part.part.descending { (high, low) } else { (low, high) };
        let tag = if part.part.nulls.is_some() { vec![VALUE] } else { Vec::new() };
        let at = |code: &OwnedCode| self.written(i, Some(code), form);
        let start = match first {
            Edge::Nowhere => return Ok(None),
            Edge::Open => Some(tag.clone()),
            Edge::At(code, true) => Some(at(&code)?),
            Edge::At(code, false) => self.after(i + 1, at(&code)?, form),
        };
        let stop = match last {
            Edge::Nowhere => return Ok(None),
            Edge::Open if part.part.nulls == Some(Nulls::Last) => successor(tag),
            Edge::Open => None,
            Edge::At(code, true) => self.after(i + 1, at(&code)?, form),
            Edge::At(code, false) => Some(at(&code)?),
        };
        // What has no successor is the last value there can be: nothing lies behind it.
        Ok(start.map(|start| (start, stop)))
    }
}

/// The least key that is greater than every key with this prefix; `None` where there is none.
#[must_use]
pub fn successor(mut prefix: Vec<u8>) -> Option<Vec<u8>> {
    while let Some(last) = prefix.pop() {
        if last < 0xFF {
            prefix.push(last + 1);
            return Some(prefix);
        }
    }
    None
}
