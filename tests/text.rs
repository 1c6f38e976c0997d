//! The texts of values, held to Python's own: the table below was written by `str(scalar.as_py())` of pyarrow 26
//! (Python 3.11), but for its last lines, which no Python value has.
#![expect(clippy::unwrap_used, reason = "the helpers of tests are tests too")]

use arrow_buffer::i256;
use shardkey::kind::{Kind, Period, Unit, Zone};
use shardkey::part::{Code, OwnedCode, float_code, signed_code};
use shardkey::text::{of_value, to_value, write};
use shardkey::value::Value;

fn word(word: u64) -> OwnedCode {
    OwnedCode::Word(word)
}

fn signed(value: i64) -> OwnedCode {
    word(signed_code(value))
}

fn float(value: f64) -> OwnedCode {
    word(float_code(value))
}

fn bytes(bytes: &[u8]) -> OwnedCode {
    OwnedCode::Bytes(bytes.into())
}

fn wide(value: i128) -> OwnedCode {
    bytes(&(value.cast_unsigned() ^ (1 << 127)).to_be_bytes())
}

fn widest(value: &str) -> OwnedCode {
    let mut code = i256::from_string(value).unwrap().to_be_bytes();
    code[0] ^= 0x80;
    bytes(&code)
}

fn zoned(unit: Unit, name: &str) -> Kind {
    Kind::Timestamp(unit, Some(Zone { name: name.to_owned(), tz: name.parse().unwrap() }))
}

fn text(kind: &Kind, code: Option<Code<'_>>) -> String {
    let mut out = b"before|".to_vec();
    write(&mut out, kind, code);
    String::from_utf8_lossy(&out).strip_prefix("before|").unwrap().to_owned()
}

#[rustfmt::skip]
#[allow(clippy::too_many_lines, clippy::unreadable_literal)] // a table, with the numbers as Python has them
fn table() -> Vec<(Kind, OwnedCode, &'static str)> {
    vec![
        (Kind::Bool, word(0), "False"),
        (Kind::Bool, word(1), "True"),
        (Kind::Int(8), signed(-128), "-128"),
        (Kind::Int(16), signed(32767), "32767"),
        (Kind::Int(32), signed(-7), "-7"),
        (Kind::Int(64), signed(0), "0"),
        (Kind::Int(64), signed(42), "42"),
        (Kind::Int(64), signed(9_223_372_036_854_775_807), "9223372036854775807"),
        (Kind::Int(64), signed(i64::MIN), "-9223372036854775808"),
        (Kind::UInt(8), word(255), "255"),
        (Kind::UInt(64), word(18_446_744_073_709_551_615), "18446744073709551615"),
        (Kind::Float(64), float(3.0), "3.0"),
        (Kind::Float(64), float(0.1), "0.1"),
        (Kind::Float(64), float(1e16), "1e+16"),
        (Kind::Float(64), float(1e-7), "1e-07"),
        (Kind::Float(64), float(123456789012345680.0), "1.2345678901234568e+17"),
        (Kind::Float(64), float(f64::INFINITY), "inf"),
        (Kind::Float(64), float(f64::NEG_INFINITY), "-inf"),
        (Kind::Float(64), float(-0.0), "-0.0"),
        (Kind::Float(64), float(f64::NAN), "nan"),
        (Kind::Float(64), float(0.0001), "0.0001"),
        (Kind::Float(64), float(0.00001234), "1.234e-05"),
        (Kind::Float(64), float(9999999999999998.0), "9999999999999998.0"),
        (Kind::Float(64), float(5e-324), "5e-324"),
        (Kind::Float(64), float(-1.5e300), "-1.5e+300"),
        (Kind::Float(64), float(1234.5), "1234.5"),
        (Kind::Float(64), float(-0.11951065063476562), "-0.11951065063476562"),
        (Kind::Float(32), float(f64::from(0.1_f32)), "0.10000000149011612"),
        (Kind::Float(32), float(f64::from(16777216.0_f32)), "16777216.0"),
        (Kind::Float(32), float(f64::from(1e-10_f32)), "1.000000013351432e-10"),
        (Kind::Float(16), float(0.0999755859375), "0.0999755859375"),
        (Kind::Decimal(10, 2), signed(4200), "42.00"),
        (Kind::Decimal(10, 2), signed(-5), "-0.05"),
        (Kind::Decimal(10, 8), signed(0), "0E-8"),
        (Kind::Decimal(10, 0), signed(0), "0"),
        (Kind::Decimal(10, 10), signed(1), "1E-10"),
        (Kind::Decimal(10, 9), signed(123), "1.23E-7"),
        (Kind::Decimal(10, 6), signed(1), "0.000001"),
        (Kind::Decimal(10, 7), signed(1), "1E-7"),
        (Kind::Decimal(5, -3), signed(1), "1E+3"),
        (Kind::Decimal(5, -2), signed(-123), "-1.23E+4"),
        (Kind::Decimal(5, -2), signed(0), "0E+2"),
        (Kind::Decimal(38, 4), wide(-1_000_000_000_000_000_000_000_000_000_000), "-100000000000000000000000000.0000"),
        (Kind::Decimal(38, 38), wide(1), "1E-38"),
        (Kind::Decimal(76, 0), widest("1000000000000000000000000000000000000000000000000000000000000000000000000000"), "1000000000000000000000000000000000000000000000000000000000000000000000000000"),
        (Kind::Decimal(76, 70), widest("-12345678901234567890123456789012345678901234567890"), "-1.2345678901234567890123456789012345678901234567890E-21"),
        (Kind::Text, bytes("alice".as_bytes()), "alice"),
        (Kind::Text, bytes("Zoë".as_bytes()), "Zoë"),
        (Kind::Text, bytes("".as_bytes()), ""),
        (Kind::Text, bytes("日本".as_bytes()), "日本"),
        (Kind::Text, bytes("a|b".as_bytes()), "a|b"),
        (Kind::Bytes, bytes(b"\x00ab"), "b'\\x00ab'"),
        (Kind::Bytes, bytes(b"it's"), "b\"it's\""),
        (Kind::Bytes, bytes(b"\"it's\""), "b'\"it\\'s\"'"),
        (Kind::Bytes, bytes(b"\t\n\r\\ ~\x7f\xff"), "b'\\t\\n\\r\\\\ ~\\x7f\\xff'"),
        (Kind::Bytes, bytes(b""), "b''"),
        (Kind::FixedBytes(2), bytes(b"\x01z"), "b'\\x01z'"),
        (Kind::Uuid, bytes(&0x0123_4567_89ab_cdef_0123_4567_89ab_cdef_u128.to_be_bytes()), "01234567-89ab-cdef-0123-456789abcdef"),
        (Kind::Date, signed(0), "1970-01-01"),
        (Kind::Date, signed(-1), "1969-12-31"),
        (Kind::Date, signed(19753), "2024-01-31"),
        (Kind::Date, signed(-719_162), "0001-01-01"),
        (Kind::Date, signed(2_932_896), "9999-12-31"),
        (Kind::Date, signed(11016), "2000-02-29"),
        (Kind::Time(Unit::Second), signed(0), "00:00:00"),
        (Kind::Time(Unit::Second), signed(86399), "23:59:59"),
        (Kind::Time(Unit::Milli), signed(3_600_001), "01:00:00.001000"),
        (Kind::Time(Unit::Micro), signed(86_399_999_999), "23:59:59.999999"),
        (Kind::Time(Unit::Nano), signed(3_600_000_001_000), "01:00:00.000001"),
        (Kind::Time(Unit::Nano), signed(3_600_000_000_000), "01:00:00"),
        (Kind::Time(Unit::Nano), signed(3_600_000_001_001), "01:00:00.000001001"),
        (Kind::Timestamp(Unit::Second, None), signed(1_706_702_400), "2024-01-31 12:00:00"),
        (Kind::Timestamp(Unit::Second, None), signed(-1), "1969-12-31 23:59:59"),
        (Kind::Timestamp(Unit::Milli, None), signed(1_706_702_400_001), "2024-01-31 12:00:00.001000"),
        (Kind::Timestamp(Unit::Micro, None), signed(1_706_702_400_000_123), "2024-01-31 12:00:00.000123"),
        (Kind::Timestamp(Unit::Nano, None), signed(1_706_702_400_000_123_000), "2024-01-31 12:00:00.000123"),
        (Kind::Timestamp(Unit::Nano, None), signed(1_706_702_400_000_000_001), "2024-01-31 12:00:00.000000001"),
        (Kind::Timestamp(Unit::Second, None), signed(-62_135_596_800), "0001-01-01 00:00:00"),
        (Kind::Timestamp(Unit::Second, None), signed(253_402_300_799), "9999-12-31 23:59:59"),
        (zoned(Unit::Second, "UTC"), signed(1_706_702_400), "2024-01-31 12:00:00+00:00"),
        (zoned(Unit::Micro, "Europe/Berlin"), signed(1_720_000_000_000_001), "2024-07-03 11:46:40.000001+02:00"),
        (zoned(Unit::Second, "Europe/Berlin"), signed(1_700_000_000), "2023-11-14 23:13:20+01:00"),
        (zoned(Unit::Second, "America/New_York"), signed(-5_000_000_000), "1811-07-23 10:10:38-04:56:02"),
        (zoned(Unit::Second, "-03:30"), signed(0), "1969-12-31 20:30:00-03:30"),
        (zoned(Unit::Nano, "Asia/Kolkata"), signed(1_706_702_400_000_000_001), "2024-01-31 17:30:00.000000001+05:30"),
        (zoned(Unit::Second, "America/New_York"), signed(145_875_513_977), "6592-08-10 20:06:17-04:00"),
        (zoned(Unit::Second, "Africa/Casablanca"), signed(145_875_513_977), "6592-08-11 01:06:17+01:00"),
        (Kind::Duration(Unit::Second), signed(86401), "1 day, 0:00:01"),
        (Kind::Duration(Unit::Second), signed(-1), "-1 day, 23:59:59"),
        (Kind::Duration(Unit::Micro), signed(172_800_000_123), "2 days, 0:00:00.000123"),
        (Kind::Duration(Unit::Second), signed(0), "0:00:00"),
        (Kind::Duration(Unit::Milli), signed(-86_400_000), "-1 day, 0:00:00"),
        (Kind::Duration(Unit::Second), signed(36000), "10:00:00"),
        (Kind::Duration(Unit::Micro), signed(-1), "-1 day, 23:59:59.999999"),
        (Kind::Duration(Unit::Second), signed(8_639_999_999), "99999 days, 23:59:59"),
        (Kind::Duration(Unit::Nano), signed(1001), "0:00:00.000001001"),
        (Kind::Period(Period::Year), signed(2026), "2026"),
        (Kind::Period(Period::Year), signed(12), "0012"),
        (Kind::Period(Period::Year), signed(-5), "-0005"),
        (Kind::Period(Period::Month), signed(24312), "2026-01"),
        (Kind::Period(Period::Month), signed(-1), "-0001-12"),
        (Kind::Period(Period::Day), signed(20484), "2026-01-31"),
        (Kind::Period(Period::Hour), signed(491_628), "2026-01-31 12"),
        (Kind::Period(Period::Hour), signed(-1), "1969-12-31 23"),
        (Kind::Date, signed(2_932_897), "+10000-01-01"),
        (Kind::Date, signed(-719_163), "0000-12-31"),
        (Kind::Date, signed(-719_529), "-0001-12-31"),
    ]
}

#[test]
fn texts_are_pythons() {
    for (kind, code, expected) in table() {
        assert_eq!(text(&kind, Some(code.as_code())), expected, "{kind} {code:?}");
    }
}

#[test]
fn values_have_the_texts_of_their_codes() {
    for (kind, code, expected) in table() {
        assert_eq!(of_value(&to_value(&kind, Some(code.as_code()))), expected, "{kind} {code:?}");
    }
}

#[test]
fn null_is_none() {
    for kind in [Kind::Null, Kind::Int(64), Kind::Text, zoned(Unit::Nano, "UTC")] {
        assert_eq!(text(&kind, None), "None");
        assert_eq!(to_value(&kind, None), Value::Null);
    }
    assert_eq!(of_value(&Value::Null), "None");
}

#[test]
fn values_given_by_users() {
    let second = 1_000_000_000;
    for (value, expected) in [
        (Value::Bool(true), "True"),
        (Value::Int(i128::MIN), "-170141183460469231731687303715884105728"),
        (Value::Float(0.5), "0.5"),
        (Value::Decimal(i256::from(4200), 2), "42.00"),
        (Value::Decimal(i256::from(1), -30), "1E+30"),
        (Value::Decimal(i256::from(0), i32::MAX), "0E-2147483647"),
        (Value::Decimal(i256::from(0), i32::MIN), "0E+2147483648"),
        (Value::Text("Zoë".into()), "Zoë"),
        (Value::Bytes(b"\0ab"[..].into()), "b'\\x00ab'"),
        (Value::Uuid([0x11; 16]), "11111111-1111-1111-1111-111111111111"),
        (Value::Date(19_753), "2024-01-31"),
        (Value::Time(1_000), "00:00:00.000001"),
        (Value::Naive(1_706_702_400 * second), "2024-01-31 12:00:00"),
        (Value::Zoned(1_706_702_400 * second, 3_600), "2024-01-31 13:00:00+01:00"),
        (Value::Zoned(1_706_702_400 * second, -1), "2024-01-31 11:59:59-00:00:01"),
        (Value::Duration(-second), "-1 day, 23:59:59"),
    ] {
        assert_eq!(of_value(&value), expected, "{value:?}");
    }
}

#[test]
fn extremes_have_a_text() {
    let units = [Unit::Second, Unit::Milli, Unit::Micro, Unit::Nano];
    let periods = [Period::Year, Period::Month, Period::Day, Period::Hour].map(Kind::Period);
    let mut kinds =
        vec![Kind::Date, Kind::Bool, Kind::Null, Kind::Float(64), Kind::Decimal(18, -128), Kind::Text];
    kinds.extend(periods);
    for unit in units {
        kinds.extend([Kind::Time(unit), Kind::Duration(unit), Kind::Timestamp(unit, None)]);
        kinds.extend(["UTC", "America/New_York", "+14:00"].map(|name| zoned(unit, name)));
    }
    for kind in &kinds {
        for value in [i64::MIN, i64::MIN + 1, -(1 << 60) - 1, -1, 0, 1 << 60, i64::MAX - 1, i64::MAX] {
            let code = signed(value);
            text(kind, Some(code.as_code()));
            let _ = of_value(&to_value(kind, Some(code.as_code())));
        }
        // A code of another layout is no error either.
        for length in [0, 1, 16, 31, 32, 33] {
            text(kind, Some(Code::Bytes(&vec![0xFF; length])));
            let _ = of_value(&to_value(kind, Some(Code::Bytes(&vec![0xFF; length]))));
        }
    }
    assert_eq!(text(&Kind::Date, Some(signed(i64::MAX).as_code())), "9223372036854775807d");
    let seconds = zoned(Unit::Second, "America/New_York");
    let last = "+292277026596-12-04 10:30:07-05:00";
    assert_eq!(text(&seconds, Some(signed(i64::MAX).as_code())), last);
    for nanos in [i128::MIN, i128::MAX] {
        let _ = of_value(&Value::Naive(nanos));
        let _ = of_value(&Value::Zoned(nanos, i32::MAX));
        let _ = of_value(&Value::Zoned(nanos, i32::MIN));
        let _ = of_value(&Value::Duration(nanos));
    }
}

#[test]
fn the_calendar_turns_back_into_days() {
    use shardkey::text::calendar::{Date, date};
    let mut last = date(-800_001).unwrap();
    for days in -800_000..800_000 {
        let Date { year, month, day } = date(days).unwrap();
        let now = Date::new(year, month, day).unwrap();
        assert_eq!(now.days(), days);
        assert!(last < now);
        last = now;
    }
    assert_eq!(Date::new(2023, 2, 29), None);
    assert_eq!(Date::new(1900, 2, 29), None);
    assert_eq!(Date::new(2024, 13, 1), None);
}
