//! Which fields are read, and from which columns.

use arrow_schema::Schema;

use super::Asked;
use crate::error::{Error, ErrorKind, Result};
use crate::field::{Field, kind_of, place_of};
use crate::kind::Kind;
use crate::rows::{Source, WeightSource};
use crate::weight;

/// All that is read.
pub(super) struct Plan {
    /// The distinct fields.
    pub(super) sources: Vec<Source>,
    /// The keys, as the places of their fields; time by itself comes last.
    pub(super) keys: Vec<Vec<usize>>,
    /// The place of time among the keys.
    pub(super) time: Option<usize>,
    pub(super) weight: Option<WeightSource>,
    /// The columns that can not be a key, with their types.
    pub(super) left_out: Vec<(String, String)>,
}

impl Plan {
    /// Plans to read every column that can be a key, and what else is asked for.
    pub(super) fn new(asked: &Asked<'_>, schema: &Schema) -> Result<Self> {
        let mut plan =
            Self { sources: Vec::new(), keys: Vec::new(), time: None, weight: None, left_out: Vec::new() };
        for column in schema.fields() {
            // A name that two columns have is refused here.
            place_of(schema, column.name(), "the rows")?;
            if Kind::of(column).is_some() {
                plan.add_key(schema, &[Field::column(column.name())])?;
            } else {
                plan.left_out.push((column.name().clone(), column.data_type().to_string()));
            }
        }
        for key in asked.keys {
            plan.add_key(schema, key)?;
        }
        if let Some(name) = asked.weight {
            let column = place_of(schema, name, "the rows")?;
            let data_type = schema.fields()[column].data_type();
            if !weight::is_number(data_type) {
                let message = format!("a weight must be a number, the column is {data_type}");
                return Err(Error::new(ErrorKind::InvalidWeight, message).column(name));
            }
            plan.weight = Some(WeightSource { name: name.to_owned(), column });
        }
        if let Some(field) = asked.time {
            let time = plan.source(schema, field)?;
            plan.time = Some(plan.keys.len());
            plan.keys.push(vec![time]);
        }
        Ok(plan)
    }

    /// Adds a key, unless it is there.
    fn add_key(&mut self, schema: &Schema, key: &[Field]) -> Result<()> {
        let key = key.iter().map(|field| self.source(schema, field)).collect::<Result<Vec<_>>>()?;
        if !self.keys.contains(&key) {
            self.keys.push(key);
        }
        Ok(())
    }

    /// The place of a field among those that are read.
    fn source(&mut self, schema: &Schema, field: &Field) -> Result<usize> {
        if let Some(place) = self.sources.iter().position(|s| s.field == *field) {
            return Ok(place);
        }
        let column = place_of(schema, &field.column, "the rows")?;
        let found = &schema.fields()[column];
        let source = kind_of(found)?;
        let kind = field.kind(&source)?;
        self.sources.push(Source { field: field.clone(), column, source, kind });
        Ok(self.sources.len() - 1)
    }
}
