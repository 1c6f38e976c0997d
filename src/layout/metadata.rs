//! The parts of encoded keys as metadata of their Arrow field: flat texts, which every Arrow library keeps.

use std::collections::HashMap;

use arrow_schema::{DataType, Field as ArrowField};

use super::typed::{TypedPart, value_type};
use super::{Layout, Nulls, Part, TextForm, Typed, format};
use crate::error::{Error, ErrorKind, Result};
use crate::field::{Derivation, kind_of};

/// What all names begin with.
const PREFIX: &str = "shardkey.";

impl Typed {
    /// The parts as metadata, with the form of their keys.
    #[must_use]
    pub fn metadata(&self, form: Option<&TextForm>) -> HashMap<String, String> {
        let mut all = HashMap::new();
        let mut set = |name: String, value: String| all.insert(format!("{PREFIX}{name}"), value);
        set("parts".into(), self.parts.len().to_string());
        set("salt".into(), self.salt.to_string());
        set("form".into(), if form.is_some() { "text" } else { "bytes" }.into());
        if let Some(form) = form {
            set("separator".into(), char::from(form.separator).to_string());
            for (i, width) in form.widths.iter().enumerate().filter_map(|(i, width)| Some((i, (*width)?))) {
                set(format!("{i}.width"), width.to_string());
            }
        }
        for (i, typed) in self.parts.iter().enumerate() {
            let (part, field) = (&typed.part, &typed.field);
            set(format!("{i}.name"), field.name().clone());
            set(format!("{i}.order"), order(part).into());
            set(format!("{i}.nulls"), nulls(part).into());
            set(format!("{i}.nullable"), field.is_nullable().to_string());
            let data_type = field.data_type();
            set(format!("{i}.type"), format::write(value_type(data_type)).unwrap_or_default());
            if part.field.derivation != Derivation::Itself {
                set(format!("{i}.source"), format::write(&typed.source_type).unwrap_or_default());
            }
            match data_type {
                DataType::Dictionary(index, _) => {
                    set(format!("{i}.dictionary"), format::write(index).unwrap_or_default());
                }
                DataType::RunEndEncoded(ends, _) => {
                    set(format!("{i}.runs"), format::write(ends.data_type()).unwrap_or_default());
                }
                _ => {}
            }
            for (name, value) in field.metadata() {
                set(format!("{i}.metadata.{name}"), value.clone());
            }
        }
        all
    }
}

impl Layout {
    /// The layout with the types that metadata hold; `None` where there are none.
    ///
    /// # Errors
    /// `InvalidLayout` where the metadata are those of another layout, or broken.
    pub fn of_metadata(&self, metadata: &HashMap<String, String>) -> Result<Option<Typed>> {
        let get = |name: &str| metadata.get(&format!("{PREFIX}{name}")).map(String::as_str);
        let Some(count) = get("parts") else { return Ok(None) };
        let salt = self.salt.to_string();
        let same = count == self.parts.len().to_string()
            && get("salt") == Some(salt.as_str())
            && self.parts.iter().enumerate().all(|(i, part)| {
                get(&format!("{i}.name")) == Some(part.field.to_string().as_str())
                    && get(&format!("{i}.order")) == Some(order(part))
                    && get(&format!("{i}.nulls")) == Some(nulls(part))
            });
        if !same {
            return Err(other_layout(&get));
        }
        let part = |(i, part): (usize, &Part)| {
            let field = field(i, part, metadata, &get).ok_or_else(|| broken(&part.field.to_string()))?;
            let source_type = match part.field.derivation {
                Derivation::Itself => Some(value_type(field.data_type()).clone()),
                _ => get(&format!("{i}.source")).and_then(format::read),
            };
            let source_type = source_type.ok_or_else(|| broken(field.name()))?;
            let source = match part.field.derivation {
                Derivation::Itself => kind_of(&field)?,
                _ => kind_of(&ArrowField::new(&part.field.column, source_type.clone(), true))?,
            };
            let kind = part.field.kind(&source)?;
            Ok(TypedPart { part: part.clone(), source, source_type, kind, field })
        };
        let parts = self.parts.iter().enumerate().map(part).collect::<Result<_>>()?;
        Ok(Some(Typed { parts, salt: self.salt }))
    }
}

impl TextForm {
    /// The form that metadata hold, `None` for that of bytes.
    #[must_use]
    pub fn of_metadata(metadata: &HashMap<String, String>, parts: usize) -> Option<Self> {
        let get = |name: &str| metadata.get(&format!("{PREFIX}{name}"));
        if get("form")? != "text" {
            return None;
        }
        let &[separator] = get("separator")?.as_bytes() else { return None };
        let width = |i| get(&format!("{i}.width")).and_then(|width| width.parse().ok());
        Some(Self { separator, widths: (0..parts).map(width).collect() })
    }
}

const fn order(part: &Part) -> &'static str {
    if part.descending { "desc" } else { "asc" }
}

const fn nulls(part: &Part) -> &'static str {
    match part.nulls {
        None => "none",
        Some(Nulls::First) => "first",
        Some(Nulls::Last) => "last",
    }
}

/// The field that part `i` decodes to.
fn field<'a>(
    i: usize,
    part: &Part,
    metadata: &HashMap<String, String>,
    get: &impl Fn(&str) -> Option<&'a str>,
) -> Option<ArrowField> {
    let values = format::read(get(&format!("{i}.type"))?)?;
    let data_type = if let Some(index) = get(&format!("{i}.dictionary")) {
        DataType::Dictionary(Box::new(format::read(index)?), Box::new(values))
    } else if let Some(ends) = get(&format!("{i}.runs")) {
        let ends = ArrowField::new("run_ends", format::read(ends)?, false);
        DataType::RunEndEncoded(ends.into(), ArrowField::new("values", values, true).into())
    } else {
        values
    };
    let prefix = format!("{PREFIX}{i}.metadata.");
    let own = metadata
        .iter()
        .filter_map(|(name, value)| Some((name.strip_prefix(&prefix)?.to_owned(), value.clone())))
        .collect();
    let nullable = part.nulls.is_some() || get(&format!("{i}.nullable")) != Some("false");
    let field = ArrowField::new(part.field.to_string(), data_type, nullable);
    Some(field.with_metadata(own))
}

fn broken(column: &str) -> Error {
    let message = "the keys' metadata give this part no type; pass schema= with the types of the rows";
    Error::new(ErrorKind::InvalidLayout, message).column(column)
}

fn other_layout<'a>(get: &impl Fn(&str) -> Option<&'a str>) -> Error {
    let count = get("parts").and_then(|count| count.parse().ok()).unwrap_or(0_usize);
    let part = |i: usize| {
        let of = |name: &str| get(&format!("{i}.{name}")).unwrap_or("?");
        let desc = if of("order") == "desc" { " desc" } else { "" };
        let nulls = if of("nulls") == "none" { String::new() } else { format!(" nulls {}", of("nulls")) };
        format!("{}{desc}{nulls}", of("name"))
    };
    let mut parts: Vec<String> = (0..count.min(64)).map(part).collect();
    if let Some(salt) = get("salt").filter(|salt| *salt != "0") {
        parts.insert(0, format!("salt({salt})"));
    }
    let message = format!(
        "the keys were encoded by another layout: {}; decode them by that one, or pass schema= if this one is right",
        parts.join(", ")
    );
    Error::new(ErrorKind::InvalidLayout, message)
}
