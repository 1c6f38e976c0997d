//! The types of a schema's columns, as the package's DDL takes them.

use arrow_array::RecordBatchReader;
use arrow_schema::{DataType, Field, TimeUnit};
use pyo3::prelude::*;

use super::scores::schema_of;
use super::statements::reader;

/// The name of each column with that of its type; a type that can not be in a key keeps Arrow's name.
#[pyfunction]
pub(super) fn column_types(
    rows: Option<Bound<'_, PyAny>>,
    schema: Option<Bound<'_, PyAny>>,
) -> PyResult<Vec<(String, String)>> {
    let schema = match (rows, schema) {
        (Some(rows), _) => reader(&rows)?.schema(),
        (None, Some(schema)) => schema_of(&schema)?,
        (None, None) => return Ok(vec![]),
    };
    Ok(schema.fields().iter().map(|field| (field.name().clone(), type_of(field))).collect())
}

fn type_of(field: &Field) -> String {
    let uuid = field.extension_type_name() == Some("arrow.uuid");
    if uuid { "uuid".to_owned() } else { name(field.data_type()) }
}

fn name(data_type: &DataType) -> String {
    let name = match data_type {
        DataType::Boolean => "bool",
        DataType::Int8 => "int8",
        DataType::Int16 => "int16",
        DataType::Int32 => "int32",
        DataType::Int64 => "int64",
        DataType::UInt8 => "uint8",
        DataType::UInt16 => "uint16",
        DataType::UInt32 => "uint32",
        DataType::UInt64 => "uint64",
        DataType::Float16 => "float16",
        DataType::Float32 => "float32",
        DataType::Float64 => "float64",
        DataType::Decimal32(..)
        | DataType::Decimal64(..)
        | DataType::Decimal128(..)
        | DataType::Decimal256(..) => "decimal",
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => "text",
        DataType::Binary | DataType::LargeBinary | DataType::BinaryView | DataType::FixedSizeBinary(_) => {
            "binary"
        }
        DataType::Date32 | DataType::Date64 => "date",
        DataType::Timestamp(TimeUnit::Second, _) => "timestamp[s]",
        DataType::Timestamp(TimeUnit::Millisecond, _) => "timestamp[ms]",
        DataType::Timestamp(TimeUnit::Microsecond, _) => "timestamp[us]",
        DataType::Timestamp(TimeUnit::Nanosecond, _) => "timestamp[ns]",
        DataType::Time32(_) | DataType::Time64(_) => "time",
        DataType::Duration(_) => "duration",
        DataType::Dictionary(_, values) => return name(values),
        DataType::RunEndEncoded(_, values) => return type_of(values),
        other => return other.to_string(),
    };
    name.to_owned()
}
