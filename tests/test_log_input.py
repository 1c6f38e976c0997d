"""What `read_log` takes: files, globs, arguments, tables; and what it refuses."""

from __future__ import annotations

import datetime as dt
import json
import os
import re
from pathlib import Path

import pyarrow as pa
import pytest

import shardkey as sk
from log_texts import STDERR, table
from shardkey._log_options import private_key
from slow import slowly


@pytest.fixture
def stderr(tmp_path):
    path = tmp_path / "postgresql.log"
    path.write_text(STDERR)
    return path


@pytest.fixture
def log(stderr):
    return sk.read_log(stderr)


def test_globs_lists_and_paths(tmp_path, monkeypatch):
    for day in (1, 2, 3):
        (tmp_path / f"postgresql-2026-01-0{day}.log").write_text(STDERR)
    (tmp_path / "postgresql.log").symlink_to(tmp_path / "postgresql-2026-01-03.log")
    (tmp_path / "more.log").mkdir()
    names = [str(tmp_path / f"postgresql-2026-01-0{day}.log") for day in (1, 2, 3)]
    assert list(sk.read_log(f"{tmp_path}/*.log").summary().files) == names
    assert list(sk.read_log(tmp_path.glob("postgresql-*.log")).summary().files) == names
    backwards = names[::-1]
    assert list(sk.read_log(backwards).summary().files) == backwards
    mixed = [Path(names[1]), f"{tmp_path}/postgresql-*.log"]
    assert list(sk.read_log(mixed).summary().files) == [names[1], names[0], names[2]]
    monkeypatch.setenv("HOME", str(tmp_path))
    assert sk.read_log("~/postgresql-2026-01-01.log").summary().files == (names[0],)


def test_a_file_whose_name_looks_like_a_glob(tmp_path):
    path = tmp_path / "log[1].log"
    path.write_text(STDERR)
    assert sk.read_log(path).summary().files == (str(path),)


@pytest.mark.parametrize(
    ("given", "kind", "says"),
    [
        ("nowhere.log", sk.UnreadableLog, "no file 'nowhere.log'"),
        ("no*where.log", sk.UnreadableLog, r"matches 'no\*where.log'"),
        (".", sk.UnreadableLog, r"directory.*\*.log"),
        ("", sk.UnreadableLog, "no path"),
        ("a\0b", sk.UnreadableLog, "no path"),
        ([], sk.InvalidArgument, "empty"),
        ([5], sk.InvalidArgument, "5 \\(int\\)"),
        (["here.log", "here.log"], sk.InvalidArgument, "twice"),
        (["here.log", "./here.log"], sk.InvalidArgument, "twice"),
        (5, sk.NotArrow, "5 \\(int\\)"),
        ({"a": 1}, sk.NotArrow, "dict"),
    ],
    ids=repr,
)
def test_what_is_no_log(given, kind, says, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("here.log").write_text(STDERR)
    with pytest.raises(kind, match=says):
        sk.read_log(given, **({} if kind is not sk.NotArrow else {"sql": "sql"}))


def test_a_pipe_would_be_read_once_only(tmp_path):
    os.mkfifo(tmp_path / "pipe.log")
    with pytest.raises(sk.UnreadableLog, match="no regular file"):
        sk.read_log(tmp_path / "pipe.log")


def test_unknown_formats(tmp_path):
    path = tmp_path / "access.log"
    path.write_text("GET /index.html 200\n")
    with pytest.raises(sk.UnknownFormat, match=r"GET /index.*format=.*mysql-slow"):
        sk.read_log(path)
    with pytest.raises(sk.UnknownFormat, match="oracle-trace"):
        sk.read_log(path, format="oracle-trace")
    path.write_bytes(b"\x1f\x8b\x08 broken")
    with pytest.raises(sk.UnreadableLog, match=r"access\.log"):
        sk.read_log(path)


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"prefix": 5}, "prefix"),
        ({"format": " "}, "format"),
        ({"schema": "orders.sql"}, "read_text"),
        ({"private": ""}, "private"),
        ({"private": 5}, "private"),
        ({"statement_sample_rate": 0}, "statement_sample_rate"),
        ({"transaction_sample_rate": 1.5}, "transaction_sample_rate"),
        ({"statement_sample_rate": "1"}, "statement_sample_rate"),
        ({"min_duration_ms": -1}, "min_duration_ms"),
        ({"min_duration_ms": float("nan")}, "min_duration_ms"),
        ({"sql": "sql"}, "sql='sql' names a column"),
        ({"duration": "ms"}, "duration='ms' names a column"),
        ({"threads": 0}, "threads"),
        ({"progress": "yes"}, "progress"),
    ],
    ids=repr,
)
def test_arguments_are_checked(stderr, more, says):
    with pytest.raises(sk.InvalidArgument, match=says):
        sk.read_log(stderr, **more)


def test_a_passphrase_becomes_a_key_and_is_never_shown(stderr):
    assert private_key("secret") == private_key(b"secret") != private_key("Secret")
    assert len(private_key("secret")) == 32
    log = sk.read_log(stderr, private="secret")
    plain = sk.read_log(stderr)
    shown = str(pa.table(log.statements).to_pylist()) + str(log.workload().queries.to_records())
    assert not re.search(r"\b4[23]\b|it''s", shown)
    assert "secret" not in repr(log)
    score = lambda log: sk.score("customer_id", log.workload(), shards=4, table="orders")  # noqa: E731
    hidden, seen = (score(each)["hash(customer_id)"] for each in (log, plain))
    assert hidden.fanout_mean == seen.fanout_mean
    assert hidden.cross_shard_txn == seen.cross_shard_txn


def test_progress_counts_what_is_read():
    seen = []
    texts = slowly(pa.record_batch({"sql": [f"select * from t where id = {n}"]}) for n in range(6))
    sk.read_log(texts, sql="sql", progress=lambda stage, done: seen.append((stage, done)))
    assert {stage for stage, _ in seen} == {"rows"}
    counts = [done for _, done in seen]
    assert counts == sorted(counts)
    assert 0 < counts[-1] <= 6


# Tables


def test_a_table_of_statements():
    rows = table(
        "begin",
        "insert into orders (id) values (1)",
        "commit",
        "select * from orders where id = 1",
        conn=["a", "a", "a", "b"],
        at=pa.array([dt.datetime(2026, 1, 5)] * 4, pa.timestamp("us", "UTC")),
        ms=[1.0, 2.0, 3.0, 4.0],
        n=[1, 1, 1, 5],
    )
    names = {"session": "conn", "time": "at", "duration": "ms", "count": "n"}
    log = sk.read_log(rows, sql="sql", **names)
    s = log.summary()
    assert (s.files, s.format, s.records, s.statements) == ((), "table", 4, 4)
    assert (s.transactions, s.explicit) == (2, 1)
    assert log.shapes[0].count == 5.0
    assert repr(log).startswith("Log(a table: 4 records")
    assert pa.table(log.statements).num_rows == pa.table(log.statements).num_rows == 4


def test_streams_and_functions():
    rows = table("select * from orders where id = 1")
    once = sk.read_log(rows.to_reader(), sql="sql")
    assert once.summary().statements == 1
    with pytest.raises(sk.StreamConsumed):
        once.statements.__arrow_c_stream__()
    again = sk.read_log(lambda: rows.to_reader(), sql="sql")
    assert pa.table(again.statements).num_rows == 1
    spent = rows.to_reader()
    spent.read_all()
    with pytest.raises(sk.StreamConsumed):
        sk.read_log(spent, sql="sql")
    assert sk.read_log(rows.slice(0, 0), sql="sql").summary().statements == 0


@pytest.mark.parametrize(
    ("more", "kind", "says"),
    [
        ({}, sk.InvalidArgument, "sql must name"),
        ({"sql": "query"}, sk.UnknownColumn, "there are: sql"),
        ({"sql": "sql", "time": "at"}, sk.UnknownColumn, '"at"'),
        ({"sql": "sql", "format": "sql"}, sk.InvalidArgument, "format is for files"),
        ({"sql": "sql", "prefix": "%m"}, sk.InvalidArgument, "prefix is for files"),
    ],
    ids=repr,
)
def test_columns_of_a_table_are_checked(more, kind, says):
    with pytest.raises(kind, match=says):
        sk.read_log(table("select 1"), **more)


def test_names_of_files_need_not_be_text(tmp_path):
    path = os.fsencode(tmp_path) + b"/caf\xe9.log"
    Path(os.fsdecode(path)).write_text(STDERR)
    s = sk.read_log(path).summary()
    assert os.fsencode(s.files[0]) == path
    assert str(s).encode()
    assert json.loads(s.to_json())["files"]
