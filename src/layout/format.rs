//! Arrow types as the format strings of the Arrow C data interface, which every language can read.

use arrow_array::types::{
    Decimal32Type, Decimal64Type, Decimal128Type, Decimal256Type, DecimalType,
    validate_decimal_precision_and_scale,
};
use arrow_schema::{DataType, TimeUnit};

/// Types whose format says nothing more.
const PLAIN: [(&str, DataType); 29] = [
    ("n", DataType::Null),
    ("b", DataType::Boolean),
    ("c", DataType::Int8),
    ("C", DataType::UInt8),
    ("s", DataType::Int16),
    ("S", DataType::UInt16),
    ("i", DataType::Int32),
    ("I", DataType::UInt32),
    ("l", DataType::Int64),
    ("L", DataType::UInt64),
    ("e", DataType::Float16),
    ("f", DataType::Float32),
    ("g", DataType::Float64),
    ("z", DataType::Binary),
    ("Z", DataType::LargeBinary),
    ("vz", DataType::BinaryView),
    ("u", DataType::Utf8),
    ("U", DataType::LargeUtf8),
    ("vu", DataType::Utf8View),
    ("tdD", DataType::Date32),
    ("tdm", DataType::Date64),
    ("tts", DataType::Time32(TimeUnit::Second)),
    ("ttm", DataType::Time32(TimeUnit::Millisecond)),
    ("ttu", DataType::Time64(TimeUnit::Microsecond)),
    ("ttn", DataType::Time64(TimeUnit::Nanosecond)),
    ("tDs", DataType::Duration(TimeUnit::Second)),
    ("tDm", DataType::Duration(TimeUnit::Millisecond)),
    ("tDu", DataType::Duration(TimeUnit::Microsecond)),
    ("tDn", DataType::Duration(TimeUnit::Nanosecond)),
];
/// Units of timestamps.
const UNITS: [(&str, TimeUnit); 4] = [
    ("tss:", TimeUnit::Second),
    ("tsm:", TimeUnit::Millisecond),
    ("tsu:", TimeUnit::Microsecond),
    ("tsn:", TimeUnit::Nanosecond),
];

/// The format of a type that can be a key and is no dictionary.
pub(super) fn write(data_type: &DataType) -> Option<String> {
    if let Some((format, _)) = PLAIN.iter().find(|(_, plain)| plain == data_type) {
        return Some((*format).to_owned());
    }
    Some(match data_type {
        DataType::FixedSizeBinary(width) => format!("w:{width}"),
        DataType::Decimal32(precision, scale) => format!("d:{precision},{scale},32"),
        DataType::Decimal64(precision, scale) => format!("d:{precision},{scale},64"),
        DataType::Decimal128(precision, scale) => format!("d:{precision},{scale}"),
        DataType::Decimal256(precision, scale) => format!("d:{precision},{scale},256"),
        DataType::Timestamp(unit, zone) => {
            let (format, _) = UNITS.iter().find(|(_, known)| known == unit)?;
            format!("{format}{}", zone.as_deref().unwrap_or_default())
        }
        _ => return None,
    })
}

/// The type of a format.
pub(super) fn read(format: &str) -> Option<DataType> {
    if let Some((_, plain)) = PLAIN.iter().find(|(known, _)| *known == format) {
        return Some(plain.clone());
    }
    if let Some(width) = format.strip_prefix("w:") {
        return width.parse().ok().map(DataType::FixedSizeBinary);
    }
    if let Some(digits) = format.strip_prefix("d:") {
        let mut numbers = digits.split(',');
        let precision = numbers.next()?.parse().ok()?;
        let scale = numbers.next()?.parse().ok()?;
        return match numbers.next().unwrap_or("128") {
            "32" => decimal::<Decimal32Type>(precision, scale),
            "64" => decimal::<Decimal64Type>(precision, scale),
            "128" => decimal::<Decimal128Type>(precision, scale),
            "256" => decimal::<Decimal256Type>(precision, scale),
            _ => None,
        };
    }
    UNITS.iter().find_map(|(prefix, unit)| {
        let zone = format.strip_prefix(prefix)?;
        Some(DataType::Timestamp(*unit, (!zone.is_empty()).then(|| zone.into())))
    })
}

/// A decimal of so many digits, where there are such.
fn decimal<T: DecimalType>(precision: u8, scale: i8) -> Option<DataType> {
    let valid = validate_decimal_precision_and_scale::<T>(precision, scale).is_ok();
    valid.then(|| T::TYPE_CONSTRUCTOR(precision, scale))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_come_back() {
        let more = [
            DataType::FixedSizeBinary(16),
            DataType::Decimal32(9, 2),
            DataType::Decimal64(18, -2),
            DataType::Decimal128(38, 0),
            DataType::Decimal256(76, 10),
            DataType::Timestamp(TimeUnit::Nanosecond, None),
            DataType::Timestamp(TimeUnit::Second, Some("Europe/Berlin".into())),
        ];
        for data_type in PLAIN.iter().map(|(_, plain)| plain).chain(&more) {
            let format = write(data_type).unwrap();
            assert_eq!(read(&format).as_ref(), Some(data_type), "{format}");
        }
        assert_eq!(
            write(&DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into()))).unwrap(),
            "tsu:UTC"
        );
        assert_eq!(write(&DataType::Decimal128(10, 2)).unwrap(), "d:10,2");
        for unknown in
            ["", "x", "+s", "d:a,b", "w:many", "d:1,2,3", "d:0,0", "d:39,0", "d:10,2,32", "d:200,2,256"]
        {
            assert_eq!(read(unknown), None, "{unknown}");
        }
    }
}
