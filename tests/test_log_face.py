"""What a log says of itself: its summary, its shapes, its statements, printed and exported."""

from __future__ import annotations

import datetime as dt
import json

import polars as pl
import pyarrow as pa
import pytest

import shardkey as sk
from log_texts import CSVLOG, SLOW, STDERR, table


@pytest.fixture
def stderr(tmp_path):
    path = tmp_path / "postgresql.log"
    path.write_text(STDERR)
    return path


@pytest.fixture
def log(stderr):
    return sk.read_log(stderr)


def test_a_log_of_postgresql(log, stderr):
    s = log.summary()
    assert (s.format, s.dialect, s.files) == ("postgres-stderr", "postgres", (str(stderr),))
    assert s.lines == len(STDERR.splitlines())
    assert s.bytes == len(STDERR)
    assert (s.statements, s.other, s.not_understood) == (9, 1, 0)
    assert s.records == s.statements + s.other + s.not_understood
    assert (s.transactions, s.explicit, s.rolled_back, s.unfinished) == (3, 1, 1, 0)
    assert s.read_only == 2
    assert s.verbs == {
        "BEGIN": 2,
        "INSERT": 2,
        "SELECT": 2,
        "COMMIT": 1,
        "DELETE": 1,
        "ROLLBACK": 1,
    }
    assert s.tables == {"orders": 4, "line_items": 1}
    assert s.understood == 1.0 and s.reasons == ()
    assert s.first == dt.datetime(2026, 1, 5, 10, tzinfo=dt.UTC)
    assert s.last == dt.datetime(2026, 1, 5, 10, 0, 2, 200_000, tzinfo=dt.UTC)


@pytest.mark.parametrize(
    ("name", "text", "form", "statements", "transactions"),
    [("p.csv", CSVLOG + "\n", "postgres-csv", 3, 1), ("slow.log", SLOW, "mysql-slow", 2, 2)],
)
def test_other_formats(tmp_path, name, text, form, statements, transactions):
    (tmp_path / name).write_text(text)
    s = sk.read_log(tmp_path / name).summary()
    assert (s.format, s.statements, s.transactions) == (form, statements, transactions)
    assert s.not_understood == 0
    assert s.databases == ("shop",)


def test_shapes(log):
    shapes = {shape.kind: shape for shape in log.shapes}
    assert len(log.shapes) == log.summary().shapes
    select = shapes["SELECT"]
    assert select.shape == "select * from orders where customer_id = ?"
    assert (select.executions, select.count, select.timed) == (2, 2.0, 2)
    assert (select.tables, select.binds) == (("orders",), ("orders.customer_id =",))
    assert select.total_ms == pytest.approx(10, rel=0.05)
    assert select.p99_ms == pytest.approx(6, rel=0.05)
    assert sum(shape.share for shape in log.shapes) == pytest.approx(1)
    assert sum(shape.share_of_time or 0 for shape in log.shapes) == pytest.approx(1)
    assert log.shapes.by_time()[0] is select
    assert [shape.executions for shape in log.shapes][:2] == [2, 2]
    assert len(log.shapes[:2]) == 2 and isinstance(log.shapes[:2], sk.LogShapes)
    assert log.shapes[-1] == list(log.shapes)[-1]
    with pytest.raises(IndexError):
        log.shapes[100]


def test_transaction_shapes(log):
    [shape] = log.transaction_shapes
    assert shape.tables == ("line_items", "orders")
    assert (shape.count, shape.share) == (1.0, 1.0)
    shared = {each.fields: each.share for each in shape.shared}
    assert shared["line_items.order_id = orders.order_id"] == 1.0
    assert shared["line_items.customer_id = orders.customer_id"] == 1.0


def test_statements_are_read_again(log, stderr):
    first = pa.table(log.statements)
    assert first.num_rows == 9
    assert pl.DataFrame(log.statements).height == 9
    stderr.write_text(STDERR * 2)
    assert pa.table(log.statements).num_rows == 18
    assert "2" not in repr(log.statements).replace("read anew", "")
    stderr.unlink()
    with pytest.raises(Exception, match=r"postgresql\.log"):
        pa.table(log.statements)


def test_what_is_not_understood_is_shown(tmp_path):
    path = tmp_path / "odd.log"
    odd = STDERR + "2026-01-05 10:00:03.000 UTC [9] LOG:  statement: selec * form <b>orders</b>\n"
    path.write_text(odd)
    log = sk.read_log(path)
    s = log.summary()
    assert s.not_understood == 1 and s.records == s.statements + s.other + 1
    [reason] = s.reasons
    assert (reason.records, reason.file, reason.byte) == (1, str(path), len(STDERR))
    assert reason.place == f"{path}:{len(STDERR)}"
    assert "selec" in reason.what
    text = str(s)
    assert reason.reason in " ".join(text.split())
    assert "selec" in text and "90.0 % of the statements" in text
    assert "<b>" not in s._repr_html_() and "&lt;b&gt;" in s._repr_html_()


def test_little_understood_warns(tmp_path):
    path = tmp_path / "odd.sql"
    path.write_text("select 1; selec 2; selec 3;")
    with pytest.warns(sk.ShardkeyWarning, match="only 33"):
        sk.read_log(path, format="sql")


# Printing and exporting


def test_a_summary_prints_in_three_parts(log):
    text = str(log.summary())
    parts = ["What was read", "What it means", "What was not understood, and why"]
    assert [part for part in text.splitlines() if part in parts] == parts
    assert repr(log.summary()) == text
    lines = [line.split() for line in text.splitlines()]
    counts = {
        line[1]: int(line[2]) for line in lines if line and line[0] in "=+" and line[1] != "not"
    }
    assert counts == {"statements": 9, "other": 1}
    assert max(map(len, text.splitlines())) <= 120
    assert repr(log) == (
        "Log(postgres-stderr, 1 file: 10 records, 9 statements of 7 shapes, 3 transactions)"
    )


def test_exports(log):
    document = json.loads(log.summary().to_json())
    assert document["schema_version"] == 1
    assert document["first"] == "2026-01-05T10:00:00+00:00"
    assert document["verbs"]["SELECT"] == 2
    assert log.summary().to_dict()["first"] == dt.datetime(2026, 1, 5, 10, tzinfo=dt.UTC)
    shapes = json.loads(log.shapes.to_json())["shapes"]
    assert [shape["shape"] for shape in shapes] == [shape.shape for shape in log.shapes]
    frame = pl.DataFrame(log.shapes)
    assert frame["binds"].to_list() == [", ".join(shape.binds) for shape in log.shapes]
    assert frame["executions"].dtype == pl.Int64
    assert pa.table(log.transaction_shapes)["tables"].to_pylist() == ["line_items, orders"]
    assert "100.0%" in pa.table(log.transaction_shapes)["shared"][0].as_py()


def test_a_long_shape_is_folded_and_more_are_counted():
    columns = " and ".join(f"a_rather_long_column_{at} = {at}" for at in range(40))
    texts = [f"select {at} as c{at}" for at in range(25)]
    log = sk.read_log(table(f"select * from t where {columns}", *texts), sql="sql")
    text = str(log.shapes)
    assert max(map(len, text.splitlines())) <= 120
    assert "and 6 more, with 23.1% of the executions" in text
    shown = "".join(str(shape) for shape in str(log.shapes[:26]).split())
    assert "a_rather_long_column_39=?" in shown
    assert "p50" not in text
    with pytest.raises(sk.InvalidArgument, match="how long"):
        log.shapes.by_time()
    html = log.shapes._repr_html_()
    assert html.count("<tr>") == 21 and "and 6 more" in html
