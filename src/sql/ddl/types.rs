//! From a type as SQL writes it to the type of Arrow that holds its values.

use std::collections::HashMap;

use arrow_schema::{DataType, Field, TimeUnit};

use crate::sql::dialect::Dialect;

/// The Arrow field of a column with this type: text where the type is not known.
#[must_use]
pub fn field(name: &str, sql: &str, dialect: Dialect) -> Field {
    let words = Words::of(sql);
    let uuid = matches!(words.base.as_str(), "uuid" | "uniqueidentifier");
    let field = Field::new(name, kind(&words, dialect), true);
    if uuid && !words.array {
        let mark = ("ARROW:extension:name".to_owned(), "arrow.uuid".to_owned());
        return field.with_metadata(HashMap::from([mark]));
    }
    field
}

/// A type cut into its words.
struct Words {
    /// The words before the bracket, without what does not matter.
    base: String,
    /// The numbers in the bracket.
    numbers: Vec<i64>,
    unsigned: bool,
    zone: bool,
    array: bool,
}

impl Words {
    fn of(sql: &str) -> Self {
        let sql = sql.to_ascii_lowercase();
        let sql = sql.trim();
        let open = sql.find('(').unwrap_or(sql.len());
        let close = sql.rfind(')').map_or(sql.len(), |close| close + 1).max(open);
        let inside = sql.get(open..close).unwrap_or_default().trim_matches(['(', ')']);
        let numbers = inside.split(',').filter_map(|number| number.trim().parse().ok()).collect();
        let outside =
            format!("{} {}", sql.get(..open).unwrap_or_default(), sql.get(close..).unwrap_or_default());
        let zone = outside.contains("with time zone") || outside.contains("with local time zone");
        let array = outside.contains('[') || outside.starts_with("array");
        let words =
            outside.split_ascii_whitespace().take_while(|word| !matches!(*word, "collate" | "character set"));
        let dropped = ["unsigned", "signed", "zerofill", "with", "without", "time", "zone", "local"];
        let mut base: Vec<&str> = words.collect();
        let unsigned = base.iter().any(|word| matches!(*word, "unsigned" | "zerofill"));
        if base.len() > 1 {
            let first = base.first().copied().unwrap_or_default();
            let only = base.iter().skip(1).copied().filter(|word| !dropped.contains(word));
            base = std::iter::once(first).chain(only).collect();
        }
        let base = base.join(" ");
        let base = base.trim_start_matches("pg_catalog.").trim_matches(['"', '`']).to_owned();
        Self { base, numbers, unsigned, zone, array }
    }
}

fn kind(words: &Words, dialect: Dialect) -> DataType {
    if words.array {
        return DataType::Utf8;
    }
    let mysql = dialect == Dialect::MySql;
    let sized = |signed: DataType, unsigned: DataType| if words.unsigned { unsigned } else { signed };
    let micros = || DataType::Timestamp(TimeUnit::Microsecond, None);
    let utc = || DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into()));
    match words.base.as_str() {
        "serial" | "bigserial" if mysql => DataType::UInt64,
        "bigint" | "int8" | "bigserial" | "serial8" | "int64" | "signed" => {
            sized(DataType::Int64, DataType::UInt64)
        }
        "int" | "integer" | "int4" | "mediumint" | "serial" | "serial4" | "int32" => {
            sized(DataType::Int32, DataType::UInt32)
        }
        "smallint" | "int2" | "smallserial" | "serial2" | "int16" => sized(DataType::Int16, DataType::UInt16),
        // Of SQL Server it has no sign.
        "tinyint" if dialect == Dialect::MsSql => DataType::UInt8,
        "tinyint" => sized(DataType::Int8, DataType::UInt8),
        "uint8" => DataType::UInt8,
        "uint16" | "usmallint" => DataType::UInt16,
        "uint32" | "oid" | "uinteger" => DataType::UInt32,
        "uint64" | "ubigint" | "unsigned" => DataType::UInt64,
        "year" => DataType::Int16,
        "bool" | "boolean" => DataType::Boolean,
        "numeric" | "decimal" | "dec" | "number" | "fixed" => decimal(&words.numbers, dialect),
        "real" | "float4" | "float32" if !mysql || words.base != "real" => DataType::Float32,
        "float" if mysql || words.numbers.first().is_some_and(|&bits| bits <= 24) => DataType::Float32,
        "float" | "double" | "double precision" | "float8" | "float64" | "real" => DataType::Float64,
        "uuid" | "uniqueidentifier" => DataType::FixedSizeBinary(16),
        "bytea" | "binary" | "varbinary" | "blob" | "tinyblob" | "mediumblob" | "longblob" | "bytes"
        | "raw" | "binary varying" => DataType::Binary,
        "date" => DataType::Date32,
        "time" if !words.zone => DataType::Time64(TimeUnit::Microsecond),
        "timestamptz" | "timestamp_tz" | "timestamp_ltz" | "datetimeoffset" => utc(),
        "timestamp" if words.zone || dialect == Dialect::BigQuery => utc(),
        "timestamp" | "datetime" | "datetime2" | "smalldatetime" | "timestamp_ntz" => micros(),
        _ => DataType::Utf8,
    }
}

/// A decimal of so many digits: text where their number has no bound, since no type of Arrow holds them all.
fn decimal(numbers: &[i64], dialect: Dialect) -> DataType {
    let bounded = matches!(dialect, Dialect::MySql | Dialect::Snowflake | Dialect::MsSql);
    let default = if dialect == Dialect::MySql { 10 } else { 38 };
    let precision = numbers.first().copied().or(bounded.then_some(default));
    let scale = i8::try_from(numbers.get(1).copied().unwrap_or(0)).ok();
    match (precision.and_then(|precision| u8::try_from(precision).ok()), scale) {
        (Some(precision @ 1..=38), Some(scale)) if scale <= precision as i8 => {
            DataType::Decimal128(precision, scale)
        }
        (Some(precision @ 39..=76), Some(scale)) if scale <= precision as i8 => {
            DataType::Decimal256(precision, scale)
        }
        _ => DataType::Utf8,
    }
}
