//! Where values land among the values of a column.
#![expect(clippy::unwrap_used, reason = "the helpers of tests are tests too")]

use arrow_buffer::i256;
use shardkey::convert::{Fit, Mismatch, fit};
use shardkey::kind::{Kind, Period, Unit, Zone};
use shardkey::part::{OwnedCode, float_code, signed_code};
use shardkey::text::write;
use shardkey::value::Value;

const SECOND: i128 = 1_000_000_000;
const DAY: i128 = 86_400 * SECOND;

fn text(text: &str) -> Value {
    Value::Text(text.into())
}

fn decimal(unscaled: i128, scale: i32) -> Value {
    Value::Decimal(i256::from_i128(unscaled), scale)
}

fn signed(value: i64) -> OwnedCode {
    OwnedCode::Word(signed_code(value))
}

fn float(value: f64) -> OwnedCode {
    OwnedCode::Word(float_code(value))
}

fn exact(value: i64) -> Fit {
    Fit::Exact(signed(value))
}

fn after(value: i64) -> Fit {
    Fit::After(signed(value))
}

fn zoned(unit: Unit, name: &str) -> Kind {
    Kind::Timestamp(unit, Some(Zone { name: name.to_owned(), tz: name.parse().unwrap() }))
}

fn check(kind: &Kind, cases: impl IntoIterator<Item = (Value, Fit)>) {
    for (value, expected) in cases {
        assert_eq!(fit(&value, kind), Ok(expected), "{value:?} as {kind}");
    }
}

#[test]
fn signed_integers() {
    check(
        &Kind::Int(8),
        [
            (Value::Int(-128), exact(-128)),
            (Value::Int(128), Fit::Above),
            (Value::Int(i128::MIN), Fit::Below),
            (Value::Float(3.0), exact(3)),
            (Value::Float(-1.5), after(-2)),
            (Value::Float(127.5), Fit::Above),
            (Value::Float(-128.5), Fit::Below),
            (Value::Float(f64::NAN), Fit::Never),
            (Value::Float(f64::INFINITY), Fit::Above),
            (Value::Float(-1e300), Fit::Below),
            (decimal(4200, 2), exact(42)),
            (decimal(15, 1), after(1)),
            (decimal(1, -2), exact(100)),
            (decimal(1, i32::MIN), Fit::Above),
            (decimal(-1, i32::MAX), after(-1)),
            (text(" 42\n"), exact(42)),
            (text("42.00"), exact(42)),
            (text("-7"), exact(-7)),
            (text("+3"), exact(3)),
            (text("4.2e1"), exact(42)),
            (text("1.5"), after(1)),
            (text("-1.5"), after(-2)),
            (text("1e99999999999999999999"), Fit::Above),
            (text("-1e-99999999999999999999"), after(-1)),
            (text("0e99999999999999999999"), exact(0)),
            (text("abc"), Fit::Never),
            (text(""), Fit::Never),
            (text("."), Fit::Never),
            (text("1e"), Fit::Never),
            (text("--1"), Fit::Never),
            (text("inf"), Fit::Never),
            (Value::Bool(true), Fit::Never),
            (Value::Date(1), Fit::Never),
            (Value::Null, Fit::Never),
        ],
    );
    check(
        &Kind::Int(64),
        [
            (Value::Int(i64::MAX.into()), exact(i64::MAX)),
            (text("9223372036854775807.5"), Fit::Above),
            (text("9223372036854775806.5"), after(i64::MAX - 1)),
            (text("9223372036854775808"), Fit::Above),
            (Value::Float(9_007_199_254_740_994.0), exact(9_007_199_254_740_994)),
            (Value::Float(9_223_372_036_854_775_808.0), Fit::Above),
        ],
    );
}

#[test]
fn unsigned_integers() {
    let word = OwnedCode::Word;
    check(
        &Kind::UInt(64),
        [
            (Value::Int(-1), Fit::Below),
            (Value::Float(-0.5), Fit::Below),
            (Value::Float(-0.0), Fit::Exact(word(0))),
            (Value::Int(u64::MAX.into()), Fit::Exact(word(u64::MAX))),
            (text("18446744073709551615"), Fit::Exact(word(u64::MAX))),
            (text("18446744073709551616"), Fit::Above),
        ],
    );
    check(&Kind::UInt(8), [(Value::Int(255), Fit::Exact(word(255))), (Value::Int(300), Fit::Above)]);
}

#[test]
fn floats() {
    check(
        &Kind::Float(64),
        [
            (Value::Float(f64::NAN), Fit::Exact(float(f64::NAN))),
            (Value::Float(-0.0), Fit::Exact(float(-0.0))),
            (Value::Int(42), Fit::Exact(float(42.0))),
            (Value::Int((1 << 53) + 1), Fit::After(float(9_007_199_254_740_992.0))),
            (Value::Int(i128::MAX), Fit::After(float(2.0_f64.powi(127).next_down()))),
            (Value::Int(i128::MIN), Fit::Exact(float(-(2.0_f64.powi(127))))),
            (text("0.1"), Fit::Exact(float(0.1))),
            (text(" NaN "), Fit::Exact(float(f64::NAN))),
            (text("-Infinity"), Fit::Exact(float(f64::NEG_INFINITY))),
            (text("abc"), Fit::Never),
            (decimal(1, 1), Fit::Exact(float(0.1))),
            (Value::Bool(true), Fit::Never),
        ],
    );
    let least = f64::from(f32::from_bits(1));
    check(
        &Kind::Float(32),
        [
            (Value::Float(0.5), Fit::Exact(float(0.5))),
            (Value::Float(0.1), Fit::After(float(f64::from(0.1_f32.next_down())))),
            (Value::Float(f64::from(0.1_f32)), Fit::Exact(float(f64::from(0.1_f32)))),
            (Value::Float(1e300), Fit::After(float(f32::MAX.into()))),
            (Value::Float(-1e300), Fit::After(float(f64::NEG_INFINITY))),
            (Value::Float(f64::INFINITY), Fit::Exact(float(f64::INFINITY))),
            (Value::Float(1e-300), Fit::After(float(0.0))),
            (Value::Float(-1e-300), Fit::After(float(-least))),
            (Value::Float(least), Fit::Exact(float(least))),
            (Value::Int(16_777_217), Fit::After(float(16_777_216.0))),
            (text("0.1"), Fit::Exact(float(f64::from(0.1_f32)))),
            (text("1e300"), Fit::Exact(float(f64::INFINITY))),
        ],
    );
    check(
        &Kind::Float(16),
        [
            (Value::Float(65_504.0), Fit::Exact(float(65_504.0))),
            (Value::Float(65_504.5), Fit::After(float(65_504.0))),
            (Value::Float(-65_504.5), Fit::After(float(f64::NEG_INFINITY))),
            (Value::Float(0.1), Fit::After(float(0.099_975_585_937_5))),
            (Value::Float(2.0_f64.powi(-24)), Fit::Exact(float(2.0_f64.powi(-24)))),
            (Value::Float(2.0_f64.powi(-25)), Fit::After(float(0.0))),
            (text("0.1"), Fit::Exact(float(0.099_975_585_937_5))),
            (text("65519"), Fit::Exact(float(65_504.0))),
            (text("-65520"), Fit::Exact(float(f64::NEG_INFINITY))),
        ],
    );
}

#[test]
fn decimals() {
    check(
        &Kind::Decimal(10, 2),
        [
            (Value::Int(42), exact(4_200)),
            (Value::Float(0.1), exact(10)),
            (Value::Float(0.125), after(12)),
            (Value::Float(-0.125), after(-13)),
            (Value::Float(f64::NAN), Fit::Never),
            (Value::Float(f64::NEG_INFINITY), Fit::Below),
            (decimal(42_000, 3), exact(4_200)),
            (text("42.0"), exact(4_200)),
            (text("99999999.99"), exact(9_999_999_999)),
            (text("99999999.995"), Fit::Above),
            (text("-99999999.995"), Fit::Below),
            (text("1e8"), Fit::Above),
            (text("x"), Fit::Never),
            (Value::Bool(false), Fit::Never),
        ],
    );
    check(&Kind::Decimal(5, -2), [(Value::Int(12_300), exact(123)), (Value::Int(12_345), after(123))]);
    let wide = |value: i128| OwnedCode::Bytes(Box::new((value.cast_unsigned() ^ (1 << 127)).to_be_bytes()));
    check(
        &Kind::Decimal(38, 0),
        [
            (Value::Int(-5), Fit::Exact(wide(-5))),
            (text("99999999999999999999999999999999999999"), Fit::Exact(wide(10_i128.pow(38) - 1))),
            (text("100000000000000000000000000000000000000"), Fit::Above),
            (Value::Decimal(i256::MIN, 0), Fit::Below),
        ],
    );
    let widest = Kind::Decimal(76, 1);
    let Ok(Fit::Exact(code)) = fit(&text("-1234567890123456789012345678901234567890.5"), &widest) else {
        panic!("it fits");
    };
    let mut written = Vec::new();
    write(&mut written, &widest, Some(code.as_code()));
    assert_eq!(written, b"-1234567890123456789012345678901234567890.5");
}

#[test]
fn text_bytes_uuids_booleans() {
    let bytes = |bytes: &[u8]| Fit::Exact(OwnedCode::Bytes(bytes.into()));
    check(
        &Kind::Text,
        [
            (Value::Int(42), bytes(b"42")),
            (text(" a "), bytes(b" a ")),
            (Value::Float(1e16), bytes(b"1e+16")),
            (Value::Zoned(0, 7_200), bytes(b"1970-01-01 02:00:00+02:00")),
        ],
    );
    check(
        &Kind::Bytes,
        [
            (Value::Bytes(b"a\0"[..].into()), bytes(b"a\0")),
            (text("\\x00fF"), bytes(&[0, 255])),
            (text("\\x0"), bytes(b"\\x0")),
            (text("ë"), bytes("ë".as_bytes())),
            (Value::Int(1), Fit::Never),
        ],
    );
    check(&Kind::FixedBytes(2), [(text("ab"), bytes(b"ab")), (text("abc"), Fit::Never)]);
    let id = bytes(&0x0123_4567_89ab_cdef_0123_4567_89ab_cdef_u128.to_be_bytes());
    check(
        &Kind::Uuid,
        [
            (text("01234567-89ab-CDEF-0123-456789abcdef"), id.clone()),
            (text("{0123456789abcdef0123456789abcdef}"), id.clone()),
            (text("{0123456789abcdef0123456789abcdef"), Fit::Never),
            (text("0123456-789ab-cdef-0123-456789abcdef"), Fit::Never),
            (text("ë123456789abcdef0123456789abcde"), Fit::Never),
            (Value::Bytes([1; 15].into()), Fit::Never),
            (Value::Bytes([1; 16].into()), bytes(&[1; 16])),
            (Value::Uuid([1; 16]), bytes(&[1; 16])),
        ],
    );
    let truth = |truth: bool| Fit::Exact(OwnedCode::Word(truth.into()));
    check(
        &Kind::Bool,
        [
            (Value::Bool(true), truth(true)),
            (Value::Int(0), truth(false)),
            (Value::Int(2), Fit::Never),
            (text("T"), truth(true)),
            (text("False"), truth(false)),
            (text("yes"), Fit::Never),
        ],
    );
    check(&Kind::Null, [(Value::Int(0), Fit::Never)]);
}

#[test]
fn dates_and_naive_timestamps() {
    let noon = 19_753 * DAY + DAY / 2;
    check(
        &Kind::Date,
        [
            (Value::Date(5), exact(5)),
            (Value::Naive(5 * DAY), exact(5)),
            (Value::Naive(-1), after(-1)),
            (text("2024-01-31"), exact(19_753)),
            (text("2024-01-31 12:00"), after(19_753)),
            (text("2024-01-31T00:00:00"), exact(19_753)),
            (text("2024-02-30"), Fit::Never),
            (text("2024-1-31"), Fit::Never),
            (Value::Int(5), Fit::Never),
            (Value::Naive(i128::MAX), Fit::Above),
        ],
    );
    check(
        &Kind::Timestamp(Unit::Milli, None),
        [
            (Value::Naive(noon), exact(1_706_702_400_000)),
            (Value::Naive(noon + 1), after(1_706_702_400_000)),
            (Value::Date(1), exact(86_400_000)),
            (text("2024-01-31"), exact(1_706_659_200_000)),
            (text(" 2024-01-31 12:00 "), exact(1_706_702_400_000)),
            (text("2024-01-31T12:00:00.001"), exact(1_706_702_400_001)),
            (text("2024-01-31T12:00:00.0010001"), after(1_706_702_400_001)),
            (text("2024-01-31T12:00:00.0000000000"), Fit::Never),
            (text("2024-01-31T24:00:00"), Fit::Never),
            (text("2024-01-31T12"), Fit::Never),
            (text("2024-01-31T12:00:00."), Fit::Never),
            (text("2024-01-31 "), exact(1_706_659_200_000)),
            (text("now"), Fit::Never),
        ],
    );
    check(
        &Kind::Timestamp(Unit::Nano, None),
        [
            (text("9999-12-31"), Fit::Above),
            (text("0001-01-01"), Fit::Below),
            (Value::Date(i64::MIN), Fit::Below),
        ],
    );
}

#[test]
fn zoned_timestamps() {
    let kind = zoned(Unit::Second, "Europe/Berlin");
    check(
        &kind,
        [
            (Value::Zoned(SECOND, 3_600), exact(1)),
            (Value::Zoned(SECOND + 1, 3_600), after(1)),
            (text("1970-01-01T00:00:01Z"), exact(1)),
            (text("1970-01-01 02:00:01+02"), exact(1)),
            (text("1970-01-01 02:00:01 +0200"), exact(1)),
            (text("1970-01-01 00:00:01-00:00"), exact(1)),
            (text("1970-01-01 02:30:16+02:30:15"), exact(1)),
            (text("1970-01-01 02:30:16+02:30:"), Fit::Never),
            (text("1970-01-01 02:30:16+24"), Fit::Never),
            (text("1970-01-01Z"), Fit::Never),
            (text("soon"), Fit::Never),
        ],
    );
    for value in [Value::Naive(0), Value::Date(0), text("1970-01-01"), text("1970-01-01 00:00")] {
        assert_eq!(fit(&value, &kind), Err(Mismatch::Zone { value_has_zone: false }), "{value:?}");
    }
    for value in [Value::Zoned(0, 0), text("1970-01-01 00:00Z")] {
        for kind in [Kind::Date, Kind::Timestamp(Unit::Nano, None)] {
            assert_eq!(fit(&value, &kind), Err(Mismatch::Zone { value_has_zone: true }), "{value:?}");
        }
    }
}

#[test]
fn times_durations_periods() {
    check(
        &Kind::Time(Unit::Second),
        [
            (Value::Time(1_000_000_000), exact(1)),
            (Value::Time(1), after(0)),
            (text("23:59"), exact(86_340)),
            (text("23:59:59.5"), after(86_399)),
            (text("24:00"), Fit::Never),
            (Value::Naive(0), Fit::Never),
        ],
    );
    check(
        &Kind::Duration(Unit::Micro),
        [
            (Value::Duration(1_500), after(1)),
            (Value::Duration(i128::MAX), Fit::Above),
            (text("1 day, 0:00:01"), exact(86_401_000_000)),
            (text("-1 day, 23:59:59"), exact(-1_000_000)),
            (text("2 days, 0:00:00.000123"), exact(172_800_000_123)),
            (text("10:00:00"), exact(36_000_000_000)),
            (text("1:00"), Fit::Never),
            (text("99999999999999999999999999999999999 days, 0:00:00"), Fit::Never),
            (text("a day, 0:00:00"), Fit::Never),
        ],
    );
    let january = 19_753 - 30;
    check(
        &Kind::Period(Period::Month),
        [
            (text("2024-01"), exact(24_288)),
            (text("2024-13"), Fit::Never),
            (text("2024-1"), Fit::Never),
            (text(" 2024-01"), Fit::Never),
            (text("2024-01-01"), Fit::Never),
            (Value::Date(january), exact(24_288)),
            (Value::Date(january + 1), after(24_288)),
            (Value::Naive(i128::from(january) * DAY + 1), after(24_288)),
            (Value::Zoned(i128::from(january) * DAY - SECOND, 1), exact(24_288)),
            (Value::Int(24_288), Fit::Never),
            (Value::Naive(i128::MIN), Fit::Below),
        ],
    );
    check(
        &Kind::Period(Period::Year),
        [
            (text("2024"), exact(2_024)),
            (text("+2024"), Fit::Never),
            (Value::Int(2_024), exact(2_024)),
            (Value::Int(i128::MAX), Fit::Above),
            (Value::Date(january), exact(2_024)),
            (Value::Date(january + 31), after(2_024)),
        ],
    );
    check(&Kind::Period(Period::Day), [(text("2024-01-31"), exact(19_753)), (Value::Naive(1), after(0))]);
    check(
        &Kind::Period(Period::Hour),
        [
            (text("1970-01-02 01"), exact(25)),
            (text("1970-01-02 24"), Fit::Never),
            (Value::Date(1), exact(24)),
            (Value::Naive(3_601 * SECOND), after(1)),
        ],
    );
}
