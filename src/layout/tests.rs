//! Keys of small batches, against what the page about row keys says.

use std::sync::Arc;

use arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray};

use super::*;
use crate::error::{ErrorKind, Result};
use crate::value::Value;

fn part(name: &str, descending: bool, nulls: Option<Nulls>) -> Part {
    Part { field: Field::column(name), descending, nulls }
}

fn rows() -> RecordBatch {
    let ids: ArrayRef = Arc::new(Int64Array::from(vec![Some(1), None, Some(-1)]));
    let names: ArrayRef = Arc::new(StringArray::from(vec!["a", "a\0", ""]));
    RecordBatch::try_from_iter([("id", ids), ("name", names)]).unwrap()
}

fn typed(parts: Vec<Part>, salt: u32) -> Typed {
    Layout { parts, salt }.typed(&rows().schema()).unwrap()
}

fn keys(typed: &Typed) -> Result<Vec<Vec<u8>>> {
    Ok(typed.encode(&rows(), 0)?.iter().flatten().map(<[u8]>::to_vec).collect())
}

#[test]
fn a_null_is_its_tag_alone() {
    let typed = typed(vec![part("id", true, Some(Nulls::First)), part("name", false, None)], 0);
    let keys = keys(&typed).unwrap();
    assert_eq!(keys[0], b"\x01\x7F\xFF\xFF\xFF\xFF\xFF\xFF\xFEa\0\0");
    assert_eq!(keys[1], b"\0a\0\xFF\0\0");
    assert_eq!(keys[2], b"\x01\x80\0\0\0\0\0\0\0\0\0");
}

#[test]
fn a_null_that_is_not_allowed_names_column_and_row() {
    let error = keys(&typed(vec![part("id", false, None)], 0)).unwrap_err();
    assert_eq!(
        (error.kind, error.column.as_deref(), error.row),
        (ErrorKind::InvalidLayout, Some("id"), Some(1))
    );
    let error = typed(vec![part("id", false, None)], 0).encode(&rows(), 100).unwrap_err();
    assert_eq!(error.row, Some(101));
}

#[test]
fn rows_come_back_whatever_the_threads() {
    for salt in [0, 8, 300] {
        let typed = typed(vec![part("name", true, None), part("id", false, Some(Nulls::Last))], salt);
        let encoded: ArrayRef = Arc::new(typed.encode(&rows(), 0).unwrap());
        let back = typed.decode(&encoded, 0).unwrap();
        assert_eq!(back.len(), 1);
        assert_eq!(back[0].column(0), rows().column(1));
        assert_eq!(back[0].column(1), rows().column(0));
        let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        assert_eq!(one.install(|| keys(&typed)).unwrap(), keys(&typed).unwrap());
    }
}

#[test]
fn keys_of_another_layout_are_refused() {
    let typed = typed(vec![part("id", false, None)], 0);
    for (key, says) in [(&b"\x80"[..], "ends within"), (b"\x80\0\0\0\0\0\0\0\0", "left over")] {
        let keys: ArrayRef = Arc::new(arrow_array::LargeBinaryArray::from(vec![key]));
        let error = typed.decode(&keys, 5).unwrap_err();
        assert!(error.message.contains(says), "{error}");
        assert_eq!(error.row, Some(5));
    }
}

#[test]
fn the_successor_follows_every_key_with_the_prefix() {
    assert_eq!(successor(vec![1, 2]), Some(vec![1, 3]));
    assert_eq!(successor(vec![1, 0xFF]), Some(vec![2]));
    assert_eq!(successor(vec![0xFF]), None);
    assert_eq!(successor(Vec::new()), None);
}

#[test]
fn a_span_moves_with_the_direction() {
    let span = |low, high| Span { low: Some((Value::Int(low), true)), high: Some((Value::Int(high), false)) };
    let up = typed(vec![part("id", false, None)], 0).slices(&[], Some(&span(1, 3)), None).unwrap();
    assert_eq!((up[0].start.last(), up[0].stop.as_ref().unwrap().last()), (Some(&1), Some(&3)));
    let down = typed(vec![part("id", true, None)], 0).slices(&[], Some(&span(1, 3)), None).unwrap();
    // Complemented: 3 is not inside and starts behind its key, 1 is inside and stops behind its.
    assert_eq!((down[0].start.last(), down[0].stop.as_ref().unwrap().last()), (Some(&0xFD), Some(&0xFF)));
    assert!(typed(vec![part("id", false, None)], 0).slices(&[], Some(&span(3, 3)), None).unwrap().is_empty());
}

#[test]
fn types_come_back_from_metadata() {
    let layout =
        Layout { parts: vec![part("name", true, None), part("id", false, Some(Nulls::First))], salt: 8 };
    let typed = layout.typed(&rows().schema()).unwrap();
    let back = layout.of_metadata(&typed.metadata(None)).unwrap().unwrap();
    assert_eq!(back.schema(), typed.schema());
    let other = Layout { parts: layout.parts.clone(), salt: 0 };
    let error = other.of_metadata(&typed.metadata(None)).unwrap_err();
    assert!(error.message.contains("salt(8), name desc, id nulls first"), "{error}");
    assert!(layout.of_metadata(&std::collections::HashMap::new()).unwrap().is_none());
}
