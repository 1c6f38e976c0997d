//! Conversion of random values: nothing is lost on the way to a code and back, and nothing panics.
#![expect(clippy::unwrap_used, reason = "the helpers of tests are tests too")]

use arrow_buffer::i256;
use shardkey::convert::{Fit, fit};
use shardkey::kind::{Kind, Period, Unit, Zone};
use shardkey::part::{OwnedCode, float_code, signed_value};
use shardkey::text::{to_value, write};
use shardkey::value::Value;

/// Knuth's generator: enough to reach the corners, the same on every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        let mut word = 0;
        for _ in 0..2 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            word = word << 32 | self.0 >> 32;
        }
        word
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(bound).unwrap()).unwrap()
    }

    /// A number of any size: most 64-bit numbers are of the greatest.
    fn sized(&mut self) -> u64 {
        self.next() >> self.below(64)
    }

    fn signed(&mut self) -> i64 {
        let size = (self.sized() >> 1).cast_signed();
        if self.next() & 1 == 0 { size } else { -size - 1 }
    }

    fn wide(&mut self) -> i128 {
        let wide = i128::from(self.signed()) << 64 | i128::from(self.next());
        wide >> self.below(128)
    }

    fn text(&mut self) -> Value {
        let alphabet: Vec<char> = "0123456789012345678901234567-:+.TZ eE,days{}\\xfnINë".chars().collect();
        let samples = ["2024-01-31 12:00:00.5+02:00", "1 day, 0:00:01", "-12.5e3", "\\x00ff", "{", "2024-01"];
        let mut chars: Vec<char> = samples[self.below(samples.len())].chars().collect();
        for _ in 0..self.below(4) {
            let at = self.below(chars.len());
            match self.below(3) {
                0 => chars[at] = alphabet[self.below(alphabet.len())],
                1 => chars.insert(at, alphabet[self.below(alphabet.len())]),
                _ if chars.len() > 1 => drop(chars.remove(at)),
                _ => {}
            }
        }
        Value::Text(chars.into_iter().collect::<String>().into())
    }

    fn offset(&mut self) -> i32 {
        i32::try_from(self.signed() >> 32).unwrap()
    }

    fn value(&mut self) -> Value {
        match self.below(13) {
            0 => Value::Bool(self.next() & 1 == 0),
            1 => Value::Int(self.wide()),
            2 => Value::Float(f64::from_bits(self.next())),
            3 => Value::Decimal(i256::from_parts(self.wide().cast_unsigned(), self.wide()), self.offset()),
            4 => Value::Decimal(i256::from_i128(self.wide()), self.offset() % 50),
            5 => Value::Bytes(self.next().to_be_bytes()[..self.below(9)].into()),
            6 => Value::Uuid([7; 16]),
            7 => Value::Date(self.signed()),
            8 => Value::Time(self.signed()),
            9 => Value::Naive(self.wide()),
            10 => Value::Zoned(self.wide(), self.offset()),
            11 => Value::Duration(self.wide()),
            _ => self.text(),
        }
    }
}

fn kinds() -> Vec<Kind> {
    let mut kinds =
        vec![Kind::Null, Kind::Bool, Kind::Text, Kind::Bytes, Kind::FixedBytes(8), Kind::Uuid, Kind::Date];
    kinds.extend([8, 16, 32, 64].map(Kind::Int));
    kinds.extend([8, 16, 32, 64].map(Kind::UInt));
    kinds.extend([16, 32, 64].map(Kind::Float));
    kinds.extend(
        [(9, 2), (18, -4), (38, 10), (38, -128), (76, 76), (76, 0), (255, 127)]
            .map(|(p, s)| Kind::Decimal(p, s)),
    );
    for unit in [Unit::Second, Unit::Milli, Unit::Micro, Unit::Nano] {
        kinds.extend([Kind::Time(unit), Kind::Duration(unit), Kind::Timestamp(unit, None)]);
        kinds.extend(["UTC", "America/New_York"].map(|name| {
            Kind::Timestamp(unit, Some(Zone { name: name.to_owned(), tz: name.parse().unwrap() }))
        }));
    }
    kinds.extend([Period::Year, Period::Month, Period::Day, Period::Hour].map(Kind::Period));
    kinds
}

/// Whether the text of a code can be read: years end at twelve digits, times of day at midnight.
fn readable(kind: &Kind, code: &OwnedCode) -> bool {
    let OwnedCode::Word(word) = code else { return true };
    let value = signed_value(*word);
    match kind {
        Kind::Date | Kind::Period(_) => value.abs() < 1_000_000_000_000,
        Kind::Time(unit) => (0..86_400 * unit.per_second()).contains(&value),
        _ => true,
    }
}

/// Random codes of a kind, by way of values that fit it.
fn codes(random: &mut Random, kind: &Kind) -> Vec<OwnedCode> {
    let fits = (0..300).map(|_| fit(&random.value(), kind));
    let codes = fits.filter_map(|fit| match fit {
        Ok(Fit::Exact(code) | Fit::After(code)) => Some(code),
        _ => None,
    });
    codes.filter(|code| readable(kind, code)).collect()
}

#[test]
fn values_come_back_as_their_codes() {
    let mut random = Random(1);
    for kind in kinds().into_iter().skip(1) {
        let codes = codes(&mut random, &kind);
        assert!(!codes.is_empty(), "no value fits {kind}");
        for code in codes {
            let back = to_value(&kind, Some(code.as_code()));
            assert_eq!(fit(&back, &kind), Ok(Fit::Exact(code)), "{back:?} as {kind}");
        }
    }
}

#[test]
fn texts_come_back_as_their_codes() {
    let mut random = Random(2);
    for kind in kinds().into_iter().skip(1) {
        // The text of a binary is Python's notation for it: another text.
        if matches!(kind, Kind::Bytes | Kind::FixedBytes(_)) {
            continue;
        }
        for code in codes(&mut random, &kind) {
            let mut written = Vec::new();
            write(&mut written, &kind, Some(code.as_code()));
            let written = Value::Text(String::from_utf8(written).unwrap().into());
            assert_eq!(fit(&written, &kind), Ok(Fit::Exact(code)), "{written:?} as {kind}");
        }
    }
}

/// The fits of ascending values ascend: nothing is lost between codes.
#[test]
fn fits_keep_the_order() {
    fn rank(fit: &Fit) -> Option<(u8, Option<&OwnedCode>, bool)> {
        match fit {
            Fit::Below => Some((0, None, false)),
            Fit::Exact(code) => Some((1, Some(code), false)),
            Fit::After(code) => Some((1, Some(code), true)),
            Fit::Above => Some((2, None, false)),
            Fit::Never => None,
        }
    }
    let mut random = Random(3);
    for kind in kinds() {
        if !matches!(kind, Kind::Int(_) | Kind::UInt(_) | Kind::Float(_) | Kind::Decimal(..)) {
            continue;
        }
        for _ in 0..500 {
            let (low, high) = (random.wide() >> 40, random.wide() >> 40);
            let (low, high) = (low.min(high), low.max(high));
            for value in [|v| Value::Int(v), |v| Value::Decimal(i256::from_i128(v), 5)] {
                let (low, high) = (fit(&value(low), &kind).unwrap(), fit(&value(high), &kind).unwrap());
                assert!(rank(&low) <= rank(&high), "{low:?} {high:?} as {kind}");
            }
        }
    }
}

#[test]
fn nothing_panics() {
    let mut random = Random(4);
    let kinds = kinds();
    for _ in 0..3_000 {
        let value = random.value();
        for kind in &kinds {
            if let Ok(Fit::Exact(code) | Fit::After(code)) = fit(&value, kind) {
                let mut out = Vec::new();
                write(&mut out, kind, Some(code.as_code()));
            }
        }
    }
}

#[test]
fn narrow_floats_are_the_floor_that_rust_finds() {
    let mut random = Random(7);
    for _ in 0..20_000 {
        let value = f64::from_bits(random.next());
        #[allow(clippy::cast_possible_truncation)] // the rounding is what is wanted
        let near = value as f32;
        let floor = if f64::from(near) > value { near.next_down() } else { near };
        let code = OwnedCode::Word(float_code(floor.into()));
        let exact = f64::from(near).to_bits() == value.to_bits() || value.is_nan();
        let expected = if exact { Fit::Exact(code) } else { Fit::After(code) };
        assert_eq!(fit(&Value::Float(value), &Kind::Float(32)), Ok(expected), "{value}");
    }
}
