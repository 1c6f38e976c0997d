//! Meanings with the values of an execution put into their slots.

use std::collections::HashMap;

use super::elements::elements;
use super::shape::Shape;
use super::values::Kept;
use crate::sql::meaning::{Cast, Term};
use crate::value::Value;

/// The values of a statement's slots; `None` where one is not known.
#[derive(Debug, Default)]
pub struct Values {
    slots: HashMap<u32, Vec<Option<Value>>>,
    groups: Vec<u32>,
}

impl Values {
    /// Reads the values that were kept for these slots of a shape.
    #[must_use]
    pub fn read(shape: &Shape, slots: &[u32], kept: &[u8]) -> Self {
        let mut kept = Kept(kept);
        let slots = slots.iter().map(|slot| (*slot, kept.slot())).collect();
        Self { slots, groups: shape.groups.clone() }
    }

    /// How many rows a repeated group has.
    #[must_use]
    pub fn rows(&self, group: u32) -> usize {
        let of_group = |slot: &&u32| self.groups.get(**slot as usize) == Some(&group);
        self.slots.keys().filter(of_group).map(|slot| self.slots[slot].len()).max().unwrap_or(1)
    }

    /// The one value of a term, in a row of its repeated group.
    #[must_use]
    pub fn one(&self, term: &Term, row: usize) -> Option<Value> {
        match term {
            Term::Slot(slot) => {
                let values = self.slots.get(slot)?;
                // A slot outside of the group has one value for all of its rows.
                values.get(row).or_else(|| values.first().filter(|_| values.len() == 1))?.clone()
            }
            Term::Null => Some(Value::Null),
            Term::Bool(bool) => Some(Value::Bool(*bool)),
            Term::Negative(term) => negative(&self.one(term, row)?),
            Term::Cast(term, cast) => self.cast_to(self.one(term, row)?, *cast, row),
            Term::Elements(_) | Term::Unknown => None,
        }
    }

    /// The value of a term, where it is the same in all rows of its repeated group.
    #[must_use]
    pub fn only(&self, term: &Term) -> Option<Value> {
        let mut inner = term;
        while let Term::Negative(term) | Term::Cast(term, _) = inner {
            inner = term;
        }
        let several =
            matches!(inner, Term::Slot(slot) if self.slots.get(slot).is_some_and(|values| values.len() > 1));
        if several { None } else { self.one(term, 0) }
    }

    /// All values of a term that stands for a list of them, in a row of the group that is gone through.
    #[must_use]
    pub fn many(&self, term: &Term, each: Option<u32>, row: usize) -> Vec<Option<Value>> {
        let all = |term: &Term| self.many(term, each, row).into_iter();
        match term {
            Term::Slot(slot) if each.is_none_or(|group| self.groups.get(*slot as usize) != Some(&group)) => {
                self.slots.get(slot).cloned().unwrap_or_else(|| vec![None])
            }
            Term::Negative(term) => all(term).map(|value| negative(&value?)).collect(),
            Term::Cast(term, cast) => all(term).map(|value| self.cast_to(value?, *cast, row)).collect(),
            Term::Elements(term) => match self.one(term, row) {
                Some(Value::Text(text)) => elements(&text).unwrap_or_else(|| vec![None]),
                Some(Value::Null) => vec![],
                _ => vec![None],
            },
            term => vec![self.one(term, row)],
        }
    }

    /// What a cast makes of a value; `None` where that is not sure.
    fn cast_to(&self, value: Value, cast: Cast, row: usize) -> Option<Value> {
        let most = |slot| match self.one(&Term::Slot(slot), row) {
            Some(Value::Int(most)) => usize::try_from(most).ok(),
            _ => None,
        };
        match (value, cast) {
            (Value::Null, _) => Some(Value::Null),
            (Value::Text(text), Cast::Date) => Some(Value::Text(date(&text)?.into())),
            (Value::Int(int), Cast::Integer | Cast::Digits(_)) => Some(Value::Int(int)),
            (Value::Text(text), Cast::Integer) => text.trim().parse().ok().map(Value::Int),
            (Value::Text(text), Cast::Length(slot)) => {
                (text.chars().count() <= most(slot)?).then_some(Value::Text(text))
            }
            (Value::Decimal(unscaled, scale), Cast::Digits(slot)) => {
                (scale <= i32::try_from(most(slot)?).ok()?).then_some(Value::Decimal(unscaled, scale))
            }
            (Value::Text(text), Cast::Digits(slot)) => {
                let (_, after) = text.split_once('.').unwrap_or_default();
                let digits = after.bytes().take_while(u8::is_ascii_digit).count();
                let power = text.contains(['e', 'E']);
                (digits <= most(slot)? && !power).then_some(Value::Text(text))
            }
            _ => None,
        }
    }
}

fn negative(value: &Value) -> Option<Value> {
    match value {
        Value::Int(int) => int.checked_neg().map(Value::Int),
        Value::Decimal(unscaled, scale) => Some(Value::Decimal(unscaled.checked_neg()?, *scale)),
        Value::Float(float) => Some(Value::Float(-float)),
        Value::Null => Some(Value::Null),
        _ => None,
    }
}

/// The date of a text, alone or with a time of its own clock after it; an offset would move it.
fn date(text: &str) -> Option<&str> {
    let (date, rest) = text.split_at_checked(10)?;
    let is_date =
        date.bytes().enumerate().all(|(i, b)| if i == 4 || i == 7 { b == b'-' } else { b.is_ascii_digit() });
    let clock_only = rest.bytes().all(|b| b.is_ascii_digit() || b": T.".contains(&b));
    (is_date && clock_only).then_some(date)
}
