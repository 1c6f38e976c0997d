//! Grouping held to a hash map: random keys with repeats and nulls, with one weight and with two.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::{ArrayRef, Int64Array, StringArray};
use shardkey::column::Column;
use shardkey::exact::Sum;
use shardkey::field::Derivation;
use shardkey::group::{Grouper, Groups, Morsel, Share};
use shardkey::kind::{Kind, Width};
use shardkey::part::{self, Code, signed_code};

const ROWS: usize = 100_000;
const MORSEL: usize = 4_096;

/// Knuth's generator: the same numbers on every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.next().is_multiple_of(n)
    }

    /// Few numbers often, many numbers once or twice.
    fn key(&mut self) -> i64 {
        let number = if self.one_in(2) { self.next() % 50 } else { self.next() % 60_000 };
        number.cast_signed() - 25
    }
}

/// The number of rows and the sums of the weights of each encoded key.
type Expected = HashMap<Vec<u8>, (u64, Vec<Sum>)>;

fn grouped(kinds: &[Kind], columns: &[Column], sums: &[Sum], weights: usize) -> Groups {
    let mut grouper = Grouper::new((0..kinds.len()).collect(), kinds.to_vec(), weights);
    let mut shares: Vec<Share> = (0..2).map(|_| grouper.share()).collect();
    for (m, start) in (0..ROWS).step_by(MORSEL).enumerate() {
        let rows = start..ROWS.min(start + MORSEL);
        let words: Vec<Vec<u64>> = columns
            .iter()
            .map(|column| {
                let mut words = Vec::new();
                if column.kind().width() == Width::Word {
                    column.words(rows.clone(), &mut words);
                }
                words
            })
            .collect();
        let sums = &sums[rows.start * weights..rows.end * weights];
        grouper.read(&mut shares[m % 2], &Morsel { columns, rows, words: &words, sums });
        if m % 5 == 4 {
            grouper.settle(&mut shares.iter_mut().collect::<Vec<_>>(), false, true);
        }
    }
    grouper.settle(&mut shares.iter_mut().collect::<Vec<_>>(), false, true);
    grouper.finish(shares)
}

fn check(arrays: &[(ArrayRef, Kind)], keys: &[Vec<u8>], random: &mut Random) {
    let kinds: Vec<Kind> = arrays.iter().map(|(_, kind)| kind.clone()).collect();
    let columns: Vec<Column> =
        arrays.iter().map(|(a, k)| Column::new(a, k.clone(), Derivation::Itself, k.clone())).collect();
    for weights in 0..=2 {
        let sums: Vec<Sum> = (0..ROWS * weights).map(|_| Sum::from(random.next()) << 40).collect();
        let mut expected = Expected::new();
        for (row, key) in keys.iter().enumerate() {
            let (count, own) = expected.entry(key.clone()).or_insert_with(|| (0, vec![0; weights]));
            *count += 1;
            for (own, sum) in own.iter_mut().zip(&sums[row * weights..]) {
                *own += sum;
            }
        }
        let groups = grouped(&kinds, &columns, &sums, weights);
        assert_eq!(groups.len(), expected.len());
        let fields: Vec<usize> = (0..kinds.len()).collect();
        for block in &groups.blocks {
            for i in 0..block.keys.len() {
                let mut key = Vec::new();
                block.keys.encode(i, &kinds, &fields, &mut key);
                let own = block.sums[i * weights..(i + 1) * weights].to_vec();
                // Taken out, so that a key that came twice is found missing.
                assert_eq!(expected.remove(&key), Some((block.count(i), own)));
            }
        }
        assert!(expected.is_empty());
    }
}

fn encoded(parts: &[(&Kind, Option<Code<'_>>)]) -> Vec<u8> {
    let mut key = Vec::new();
    for (kind, code) in parts {
        part::push(&mut key, kind, *code);
    }
    key
}

#[test]
fn words_without_nulls() {
    let mut random = Random(1);
    let values: Vec<i64> = (0..ROWS).map(|_| random.key()).collect();
    let kind = Kind::Int(64);
    let keys: Vec<_> =
        values.iter().map(|&v| encoded(&[(&kind, Some(Code::Word(signed_code(v))))])).collect();
    check(&[(Arc::new(Int64Array::from(values)), kind)], &keys, &mut random);
}

#[test]
fn words_with_nulls() {
    let mut random = Random(2);
    let mut column = || -> Vec<Option<i64>> {
        (0..ROWS).map(|_| (!random.one_in(10)).then(|| random.key() % 300)).collect()
    };
    let (first, second) = (column(), column());
    let kind = Kind::Int(64);
    let code = |value: &Option<i64>| value.map(|v| Code::Word(signed_code(v)));
    let keys: Vec<_> = first
        .iter()
        .zip(&second)
        .map(|(first, second)| encoded(&[(&kind, code(first)), (&kind, code(second))]))
        .collect();
    let arrays: [(ArrayRef, Kind); 2] = [
        (Arc::new(Int64Array::from(first)), kind.clone()),
        (Arc::new(Int64Array::from(second)), kind.clone()),
    ];
    check(&arrays, &keys, &mut random);
}

#[test]
fn texts_and_words_with_nulls() {
    let mut random = Random(3);
    let (mut texts, mut numbers) = (Vec::new(), Vec::new());
    for _ in 0..ROWS {
        texts.push((!random.one_in(10)).then(|| format!("t\0{}", random.key())));
        numbers.push((!random.one_in(10)).then(|| random.key() % 3));
    }
    let kinds = [Kind::Text, Kind::Int(64)];
    let keys: Vec<_> = texts
        .iter()
        .zip(&numbers)
        .map(|(text, number)| {
            let text = text.as_ref().map(|t| Code::Bytes(t.as_bytes()));
            let number = number.map(|n: i64| Code::Word(signed_code(n)));
            encoded(&[(&kinds[0], text), (&kinds[1], number)])
        })
        .collect();
    let [text, int] = kinds;
    let arrays: [(ArrayRef, Kind); 2] =
        [(Arc::new(StringArray::from(texts)), text), (Arc::new(Int64Array::from(numbers)), int)];
    check(&arrays, &keys, &mut random);
}
