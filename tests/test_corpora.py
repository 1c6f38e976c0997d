"""Real logs, with the figures that each of them must give."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

import shardkey as sk

CORPORA = Path(os.environ.get("SHARDKEY_CORPORA", Path(__file__).parents[1] / "../shared/corpora"))

#: lines, records, statements, shapes, transactions, rolled back, errors, not understood.
FIGURES: dict[str, tuple[int | None, ...]] = {
    "mysql/gen_mariadb_general.log": (99, 90, 69, 64, 37, 1, 0, 1),
    "mysql/gen_mariadb_slow.log": (677, 71, 69, 64, 37, 1, 0, 1),
    "postgres/anonymize.log": (8, 8, 5, 3, 4, 0, 0, 0),
    "postgres/begin_end.log": (24, 24, 0, 0, 0, 0, 0, 0),
    "postgres/cloudsql.log.gz": (1343, 1268, 1, 1, 1, 0, 0, 0),
    "postgres/gen_pg15_logstmt.csv.gz": (25625, 25611, 8559, 113, 1262, 1, 6, 0),
    "postgres/gen_pg15_logstmt.json.gz": (25611, 25611, 8559, 113, 1262, 1, 6, 0),
    "postgres/gen_pg15_logstmt.log.gz": (55275, 25611, 8559, 113, 1267, 1, 6, 0),
    "postgres/gen_pg15_mindur.csv.gz": (17064, 17049, 8557, 115, 1263, 1, 6, 0),
    "postgres/gen_pg15_mindur.json.gz": (17049, 17049, 8557, 115, 1263, 1, 6, 0),
    "postgres/gen_pg15_mindur.log.gz": (25127, 17049, 8557, 115, 1263, 1, 6, 0),
    "postgres/gen_pg15_pg_stat_statements.csv": (129, 123, 122, 112, None, None, 0, 0),
    "postgres/gen_pg18_mindur.csv.gz": (17114, 17099, 8538, 114, 1262, 1, 6, 0),
    "postgres/gen_pg18_mindur.json.gz": (17099, 17099, 8538, 114, 1262, 1, 6, 0),
    "postgres/gen_pg18_mindur.log.gz": (25183, 17099, 8538, 114, 1262, 1, 6, 0),
    "postgres/multiline_param.log": (16, 8, 5, 4, 2, 0, 0, 0),
    "postgres/queryid.log.gz": (63, 28, 20, 13, 9, 0, 3, 0),
    "postgres/rds.log.bz2": (114604, 114604, 114594, 57, 17048, 0, 0, 0),
    "postgres/stmt_type.log": (12, 12, 12, 12, 7, 0, 0, 0),
    "postgres/tempfile_only.log.gz": (188, 171, 65, 10, None, None, 0, 0),
}


@pytest.mark.parametrize("name", FIGURES)
def test_figures(name: str) -> None:
    s = sk.read_log(corpus(name)).summary()
    found = (s.lines, s.records, s.statements, s.shapes)
    found += (s.transactions, s.rolled_back, s.errors, s.not_understood)
    assert found == FIGURES[name]
    assert s.records == s.statements + s.other + s.not_understood


@pytest.mark.parametrize("name", ["gen_pg15_mindur", "gen_pg15_logstmt", "gen_pg18_mindur"])
def test_formats_of_the_same_traffic_agree(name: str) -> None:
    texts = [statements(f"postgres/{name}.{kind}.gz") for kind in ("log", "csv", "json")]
    assert texts[0] == texts[1] == texts[2]


def test_the_same_whatever_the_threads() -> None:
    one, two = (sk.read_log(corpus("postgres/rds.log.bz2"), threads=threads) for threads in (1, 2))
    assert one.summary().to_dict() == two.summary().to_dict()
    assert [shape.shape for shape in one.shapes] == [shape.shape for shape in two.shapes]
    for each in (one, two):
        report = sk.score(["aid"], each.workload(), table="pgbench_accounts", shards=16)
        assert report["hash(aid)"].fanout_mean == 1.0


def corpus(name: str) -> Path:
    path = CORPORA / name
    if not path.is_file():
        pytest.skip(f"the corpora are not here: {path}; SHARDKEY_CORPORA says where they are")
    return path


def statements(name: str) -> dict[str, list[Any]]:
    """The texts of each session, in order: sessions interleave as each file was written."""
    import pyarrow

    found: dict[str, list[Any]] = {}
    for row in pyarrow.table(sk.read_log(corpus(name)).statements).to_pylist():
        # The stderr log's prefix may name the process alone, the last part of a session's id.
        session = row["session"] or ""
        process = str(int(session.split(".")[1], 16)) if "." in session else session
        found.setdefault(process, []).append(row["sql"])
    return found
