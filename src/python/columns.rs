//! The columns of a table that can be keys, by what their values are.

use arrow_array::RecordBatchReader;
use arrow_schema::Schema;
use pyo3::prelude::*;

use super::scores::schema_of;
use super::statements::reader;
use crate::kind::{Kind, Theme};

/// The names of the columns that can be keys, each with "time", "number" or "other".
#[pyfunction]
pub(super) fn columns(
    rows: Option<Bound<'_, PyAny>>,
    schema: Option<Bound<'_, PyAny>>,
) -> PyResult<Vec<(String, &'static str)>> {
    if let Some(rows) = rows {
        return Ok(themes(&reader(&rows)?.schema()));
    }
    Ok(schema.map(|schema| schema_of(&schema)).transpose()?.map(|schema| themes(&schema)).unwrap_or_default())
}

fn themes(schema: &Schema) -> Vec<(String, &'static str)> {
    let theme = |kind: &Kind| match kind.theme() {
        Theme::Time => "time",
        Theme::Number => "number",
        Theme::Other => "other",
    };
    let fields = schema.fields().iter();
    fields.filter_map(|field| Some((field.name().clone(), theme(&Kind::of(field)?)))).collect()
}
