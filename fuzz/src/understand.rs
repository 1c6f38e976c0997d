//! Statements through the extractor, and their values through its meanings.

use std::collections::HashMap;
use std::hint::black_box;
use std::sync::Arc;

use arrow_array::{ArrayRef, BinaryArray, RecordBatch, RecordBatchIterator};
use shardkey::control::Control;
use shardkey::kind::Kind;
use shardkey::log::options::Options;
use shardkey::log::read::table;
use shardkey::log::shape::Shape;
use shardkey::log::shapes::shapes;
use shardkey::log::table::Columns;
use shardkey::log::workload::build;
use shardkey::log::{Keeping, Log, Tables};
use shardkey::sql::ddl;
use shardkey::sql::dialect::Dialect;
use shardkey::sql::meaning::Term;

/// Reads a text as the one statement of a log, and makes a workload of it.
///
/// # Panics
/// If one of the things that must hold does not.
pub fn understand(bytes: &[u8]) {
    let Some((dialect, sql)) = super::dialect(bytes) else { return };
    let text = String::from_utf8_lossy(sql);
    for definition in ddl::definitions(&text, dialect) {
        for (name, kind) in &definition.columns {
            black_box(ddl::field(name, kind, dialect));
        }
    }
    let log = read(dialect, sql);
    let account = &log.account;
    assert_eq!((account.records, account.lines), (1, 1), "a row is a record");
    assert_eq!(account.statements + account.not_understood, 1, "it holds a statement: {account:?}");
    log.shapes.all().iter().for_each(|shape| check(shape));
    black_box(shapes(&log));
    for tables in [Tables::default(), known()] {
        build(&log, &tables, &Control::default()).expect("a workload");
    }
}

/// A meaning names no slot that the shape does not have.
fn check(shape: &Shape) {
    let count = shape.groups.len();
    let limit = shape.meaning.iter().find_map(|meaning| match meaning.limit {
        Some(Term::Slot(slot)) => Some(slot),
        _ => None,
    });
    for slot in shape.reads.iter().chain(&shape.writes).chain(&limit) {
        assert!((*slot as usize) < count, "slot {slot} of {count}: {}", shape.key);
    }
}

fn read(dialect: Dialect, sql: &[u8]) -> Log {
    let column: ArrayRef = Arc::new(BinaryArray::from_vec(vec![sql]));
    let batch = RecordBatch::try_from_iter([("sql", column)]).expect("a table of one row");
    let schema = batch.schema();
    let columns = Columns { sql: "sql".to_owned(), ..Columns::default() };
    let options = Options { dialect: Some(dialect), keeping: Keeping::default(), ..Options::default() };
    let mut rows = RecordBatchIterator::new([Ok(batch)], schema);
    table(&mut rows, &columns, &options, &Control::default()).expect("a log of one row")
}

/// The tables that the corpus speaks of.
fn known() -> Tables {
    let column = |name: &str, kind| (name.to_owned(), Some(kind));
    let orders = vec![
        column("order_id", Kind::Int(64)),
        column("customer_id", Kind::Int(32)),
        column("placed_on", Kind::Date),
        column("total", Kind::Decimal(12, 2)),
        column("note", Kind::Text),
        column("paid", Kind::Bool),
    ];
    let items =
        vec![column("order_id", Kind::Int(64)), column("item", Kind::Uuid), ("amount".to_owned(), None)];
    Tables(HashMap::from([("orders".to_owned(), orders), ("items".to_owned(), items)]))
}
