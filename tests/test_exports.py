"""Reports of the real core, in the hands of other libraries: data frames, JSON, HTML, pictures."""

from __future__ import annotations

import copy
import dataclasses
import html.parser
import json
import pickle

import numpy as np
import pytest

import shardkey as sk

pa = pytest.importorskip("pyarrow")

EVIL = "<script>alert('&')</script>"
ROWS = pa.table(
    {
        "id": np.arange(400) % 40,
        "at": pa.array(np.arange(400, dtype=np.int32)).cast(pa.date32()),
        "requests": np.arange(400) % 7 + 0.5,
        "bytes": np.arange(400),
        EVIL: np.arange(400) % 3,
    }
)
CANDIDATES = [
    "id",
    sk.Candidate(EVIL),
    sk.Candidate("at", sk.Range.even(by="weight", order="id"), name="数え\n上げ"),
]
QUERIES = [
    {"where": {"id": 3}, "count": 9, "class": EVIL},
    {"where": {EVIL: [1, 2]}, "count": 0.5},
    {"where": {"id": "abc"}},
    {"where": {"at": None}},
    {"where": {"id": []}},
]
COMMITS = [{"writes": [{"id": 1, EVIL: 2}, {"id": 2, EVIL: 1}]}, {"writes": [{"id": 1}]}]


@pytest.fixture(scope="module")
def report():
    workload = sk.Workload(
        ROWS,
        ["requests", "bytes"],
        sk.Queries.from_records(QUERIES),
        sk.Transactions.from_records(COMMITS),
    )
    return sk.score(CANDIDATES, workload, [4, 16], progress=False)


@pytest.fixture(scope="module")
def bare():
    """A report with rows only."""
    return sk.score(["id"], sk.Workload(ROWS), 4)


def check(columns, report):
    """Hold columns, as lists by name, to the report's scores."""
    scores = list(report)
    assert columns["candidate"] == [score.name for score in scores]
    assert columns["shards"] == [4, 16] * 3
    figures = set(columns) - {"candidate", "shards"}
    for name in figures:
        figure, _, weight = name.rstrip("]").partition("[")
        expected = [
            getattr(score.by_weight[weight] if weight else score, figure) for score in scores
        ]
        assert columns[name] == expected, name
    assert {"load_ratio", "load_ratio[bytes]", "fanout_mean", "cross_shard_txn"} <= figures
    assert columns["load_ratio_later"][0] is None
    assert columns["load_ratio_later"][-1] >= 1


def test_polars(report):
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(report)
    check(frame.to_dict(as_series=False), report)
    assert frame.schema["load_ratio"] == polars.Float64
    assert frame.schema["fanout_p99"] == polars.Int64


def test_pandas(report):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame.from_arrow(report)
    assert list(frame["candidate"]) == [score.name for score in report]
    assert list(frame["load_ratio"]) == [score.load_ratio for score in report]
    assert frame["load_ratio_later"].isna().tolist() == [True] * 4 + [False] * 2


def test_pyarrow(report, bare):
    table = pa.table(report)
    check(table.to_pydict(), report)
    assert table.schema.field("candidate").type == pa.string()
    alone = pa.table(bare)
    assert alone.schema.field("fanout_mean").type == pa.float64()
    assert alone["fanout_mean"].to_pylist() == [None]
    assert pa.RecordBatchReader.from_stream(report).read_all().equals(table)


def test_a_requested_schema_is_no_reason_to_fail(report):
    schema = pa.schema({name: pa.large_string() for name in ("candidate",)})
    capsule = report.__arrow_c_stream__(schema.__arrow_c_schema__())
    assert "arrow_array_stream" in repr(capsule)


def test_duckdb(report):
    duckdb = pytest.importorskip("duckdb")
    found = duckdb.sql("select candidate, shards, load_ratio from report order by all").fetchall()
    assert found == sorted((score.name, score.shards, score.load_ratio) for score in report)


def test_arro3(report):
    core = pytest.importorskip("arro3.core")
    assert core.Table.from_arrow(report).num_rows == 6


def test_a_report_is_rows_too(report):
    again = sk.score(["candidate"], sk.Workload(report, weight="load_ratio"), 2)
    assert again["hash(candidate)"].rows == 6
    assert again["hash(candidate)"].distinct_keys == 3


def as_json(value):
    """What JSON makes of plain values, without going through text."""
    if isinstance(value, dict):
        return {name: as_json(part) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [as_json(part) for part in value]
    return value if value is None or isinstance(value, (bool, int, float, str)) else str(value)


def test_json_round_trip(report):
    document = json.loads(report.to_json())
    assert document["schema_version"] == 1
    assert document["warnings"] == list(report.warnings)
    assert document["scores"] == as_json(report.to_dicts())
    first = document["scores"][0]
    assert first["candidate"] == "hash(id)"
    assert sum(first["loads"]) == sum(ROWS["requests"].to_pylist())
    assert (
        first["by_weight"]["bytes"]["loads"]
        == report["hash(id)", 4].by_weight["bytes"].loads.tolist()
    )
    assert [each["class"] for each in first["fanout_classes"]] == [EVIL]
    assert [each["value"] for each in first["unmatched"]] == ["abc"]
    assert sum(each["count"] for each in first["empty"]) == 1.0
    assert document["scores"][-1]["top_keys"][0]["key"].startswith("197")


class Tags(html.parser.HTMLParser):
    """Collects tags and texts."""

    def __init__(self):
        super().__init__()
        self.tags, self.texts = [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)

    def handle_data(self, data):
        self.texts.append(data)


def test_html_is_escaped(report):
    text = report._repr_html_()
    page = Tags()
    page.feed(text)
    page.close()
    assert "script" not in page.tags
    assert page.tags.count("tr") == 7
    assert f"hash({EVIL})" in page.texts
    assert "<script" not in text


def test_text_keeps_every_name_whole_and_on_its_line(report):
    lines = str(report).splitlines()
    assert [line for line in lines if line.startswith(f"hash({EVIL})")]
    assert sum("数え\\n上げ" in line for line in lines) == 2


def test_pictures(report):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    from matplotlib import pyplot

    # A name is no mathematics; "$" and "_" stay as they are.
    named = [sk.Candidate("id", name="$\\frac$"), sk.Candidate(EVIL, name="_hidden $x$")]
    workload = sk.Workload(ROWS, queries=sk.Queries.from_records([{"where": {"id": 3}}]))
    one = sk.score(["id", *named], workload, 4)
    for draw in (one.plot.loads, one.plot.tradeoff):
        axes = draw()
        axes.figure.canvas.draw()
        pyplot.close(axes.figure)


def test_scores_after_a_pickle(report):
    again = pickle.loads(pickle.dumps(report))
    assert again.to_json() == report.to_json()
    assert pa.table(again).equals(pa.table(report))


def test_arrays(report):
    for score in report:
        for name, kind in (
            ("loads", np.float64),
            ("rows_per_shard", np.int64),
            ("keys_per_shard", np.int64),
            ("read_loads", np.float64),
            ("write_loads", np.float64),
        ):
            array = getattr(score, name)
            assert (type(array), array.dtype, array.shape) == (np.ndarray, kind, (score.shards,))
        assert score.rows_per_shard.sum() == score.rows == 400
        assert score.keys_per_shard.sum() == score.distinct_keys


def test_top_keys_on_every_shard(report):
    score = report["hash(id)", 4]
    found = [key for shard in range(4) for key in score.top_keys_on(shard, k=100)]
    assert sorted(key.key for key in found) == list(range(40))
    assert {key.shard for key in found} == {0, 1, 2, 3}
    assert sum(key.load for key in found) == score.loads.sum()
    for shard in range(4):
        on = score.top_keys_on(shard, k=100)
        assert [key.load for key in on] == sorted((key.load for key in on), reverse=True)
        assert sum(key.load for key in on) == score.loads[shard]
    assert score.top_keys_on(0, k=0) == []
    heaviest = max(found, key=lambda key: key.load)
    assert score.top_keys[0].load == heaviest.load


def test_a_score_can_be_taken_apart():
    score = sk.score("id", sk.Workload(pa.table({"id": [1, 2, 2]})), 4)["hash(id)"]
    apart = dataclasses.asdict(score)
    assert apart["load_ratio"] == score.load_ratio
    assert copy.deepcopy(score).top_keys == score.top_keys
