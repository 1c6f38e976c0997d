"""Reports, built from what the native side returns: access, ranking, export, text, pictures."""

from __future__ import annotations

import datetime as dt
import html.parser
import json
import pickle
import sys
from collections.abc import Mapping, Sequence

import numpy as np
import pytest

import shardkey as sk
from shardkey import _native
from shardkey._scores import make_score


class Handle:
    def top_keys_on(self, shard, k):
        return [((7,), 0.5, 2.0, 2, shard)][:k]


def raw(shards=4, ratio=2.0, fanout=1.5, cross=0.25, unrouted=0.0, names=("w",), **more):
    loads = np.array([ratio, *[(shards - ratio) / (shards - 1)] * (shards - 1)])
    skew = {
        "load_ratio": ratio,
        "load_cv": 0.5,
        "load_idle_share": 1 - 1 / ratio,
        "load_gini": 0.25,
        "load_skew_factor": 0.125,
    }
    fan = {"mean": fanout, "p99": 3, "max": 4}
    shares = {"single_share": 0.5, "some_share": 0.25, "scatter_share": 0.25}
    reads = {
        **fan,
        "count": 10.0,
        "shapes": [{"shape": "id = ?", "share": 1.0, **fan, **shares}],
        "classes": [{"class": "batch", "share": 1.0, **fan, **shares}],
    }
    writes = {**fan, "count": 2.0, "shapes": []}
    transactions = {
        "cross_shard_txn": cross,
        "unrouted_txn": unrouted,
        "local_txn": 0.75 - unrouted,
        "count": 4.0,
        "shapes": [
            {"shape": "row(id)", "share": 1.0, "crossing": 0.25, "unrouted": 0.0, "local": 0.75}
        ],
    }
    return {
        "candidate": 0,
        "shards": shards,
        "rows": 100,
        "distinct_keys": 1234,
        "weights": [{"name": name, "loads": loads.copy(), **skew} for name in names],
        "rows_per_shard": np.arange(shards),
        "keys_per_shard": np.arange(shards),
        "top_keys": [((7,), 0.5, 2.0, 2, 0), ((dt.date(2026, 1, 1),), 0.25, 1.0, 1, None)],
        "reads": reads,
        "writes": writes,
        "transactions": transactions,
        "read_loads": loads.copy(),
        "write_loads": loads.copy(),
        "unassigned_reads": 0.0,
        "unassigned_writes": 0.0,
        "amplification": 1.25,
        "peak_cost": ratio * 1.25,
        "unmatched": [
            {"statement": "id = ?", "field": "id", "value": "'x'", "count": 3.0, "statements": 1}
        ],
        "empty": [{"statement": "id in ()", "count": 1.0, "statements": 1}],
        "other_tables_share": 0.0,
        "fitted": None,
        "boundaries": [(1,), (2, "x")],
        "load_ratio_later": None,
        "handle": Handle(),
        **more,
    }


ABSENT = (
    dict.fromkeys(raw())
    | {name: raw()[name] for name in ("candidate", "shards")}
    | {"unmatched": [], "empty": []}
)


def score(name="hash(id)", **more):
    return make_score(raw(**more), sk.Candidate("id", name=name))


@pytest.fixture
def report():
    return sk.Report(
        [
            score("hash(b)", ratio=3.0),
            score("hash(none)", peak_cost=None),
            score("hash(a)", ratio=1.5),
        ],
        ["a note"],
    )


def test_a_score_holds_what_came():
    found = score(names=("requests", "bytes"))
    assert (found.name, found.shards, found.distinct_keys) == ("hash(id)", 4, 1234)
    assert list(found.by_weight) == ["requests", "bytes"]
    assert found.loads is found.by_weight["requests"].loads
    assert found.fanout_classes[0].class_ == "batch"
    assert found.top_keys[0] == sk.TopKey(7, 0.5, 2.0, 2, 0)
    assert found.top_keys_on(3, k=1) == [sk.TopKey(7, 0.5, 2.0, 2, 3)]
    assert found.boundaries == [(1,), (2, "x")]
    for name in ("loads", "rows_per_shard", "keys_per_shard", "read_loads", "write_loads"):
        assert getattr(found, name).shape == (4,)
        with pytest.raises(ValueError, match="read-only"):
            getattr(found, name)[0] = 1
    with pytest.raises(sk.InvalidShards):
        found.top_keys_on(4)


def test_what_is_absent_is_none():
    found = score(**ABSENT)
    assert found.load_ratio is found.loads is found.fanout_mean is found.cross_shard_txn is None
    assert found.by_weight == {}
    assert str(found) == "hash(id): 4 shards"
    with pytest.raises(sk.MissingRows):
        found.top_keys_on(0)


def test_a_score_begins_with_its_name():
    text = str(score())
    assert text.startswith("hash(id)")
    assert "ratio 2.000" in text
    assert "unmatched: 1 statement" in text


def test_a_report_pickles(report):
    again = pickle.loads(pickle.dumps(report))
    assert str(again) == str(report)
    assert again.warnings == ("a note",)
    found = again["hash(a)"]
    assert not found.loads.flags.writeable
    with pytest.raises(sk.MissingRows, match="unpickled"):
        found.top_keys_on(0)


def test_it_is_no_mapping_and_no_sequence(report):
    assert not isinstance(report, (Mapping, Sequence))
    assert len(report) == 3
    assert [each.name for each in report] == ["hash(b)", "hash(none)", "hash(a)"]
    assert "hash(a)" in report
    assert ("hash(a)", 4) in report
    assert ("hash(a)", 5) not in report
    assert "a" not in report


def test_scores_by_name():
    report = sk.Report([score(shards=4), score(shards=8), score("hash(x)", shards=4)])
    assert report["hash(x)"].name == "hash(x)"
    assert report["hash(id)", 8].shards == 8
    assert report[sk.Candidate("id"), 8].shards == 8
    with pytest.raises(sk.AmbiguousCandidate, match="4, 8"):
        report["hash(id)"]
    with pytest.raises(sk.UnknownCandidate, match="'hash\\(id\\)', 'hash\\(x\\)'"):
        report["id"]
    with pytest.raises(KeyError, match="at 4, 8"):
        report["hash(id)", 16]
    with pytest.raises(sk.UnknownCandidate):
        report[0]


def test_ranking(report):
    with pytest.raises(sk.AmbiguousCandidate, match="rank"):
        report.best
    ranked = report.rank()
    assert [each.name for each in ranked] == ["hash(a)", "hash(b)", "hash(none)"]
    assert ranked.best.name == "hash(a)"
    assert ranked.ranked_by == "peak_cost"
    assert report.ranked_by is None
    assert report.rank(by="load_ratio").best.name == "hash(a)"
    with pytest.raises(sk.InvalidCandidate, match="peak_cost"):
        report.rank(by="best")
    with pytest.raises(sk.InvalidCandidate):
        report.rank(by="fitted")
    with pytest.raises(sk.MissingRows, match="no score has load_ratio_later"):
        report.rank(by="load_ratio_later")
    more = sk.Report([score("few", distinct_keys=2), score("many", distinct_keys=9)])
    assert more.rank(by="distinct_keys").best.name == "many"


def test_dicts_and_json(report):
    found = report.to_dicts()[0]
    assert found["candidate"] == "hash(b)"
    assert found["loads"] == [3.0, 1 / 3, 1 / 3, 1 / 3]
    assert found["fanout_classes"][0]["class"] == "batch"
    assert found["top_keys"][1]["key"] == dt.date(2026, 1, 1)
    document = json.loads(report.to_json(indent=2))
    assert document["schema_version"] == 1
    assert document["warnings"] == ["a note"]
    assert document["scores"][1]["peak_cost"] is None
    assert document["scores"][0]["top_keys"][1]["key"] == "2026-01-01"
    odd = [((value,), 0.1, 1.0, 1, 0) for value in (float("nan"), b"\x00", "\ud800", 2**70, None)]
    text = sk.Report([score(top_keys=odd)]).to_json()
    keys = [each["key"] for each in json.loads(text)["scores"][0]["top_keys"]]
    assert keys == ["nan", "b'\\x00'", "?", 2**70, None]


def test_arrow():
    pa = pytest.importorskip("pyarrow")
    report = sk.Report([score(names=("w", "bytes")), score("hash(x)", **ABSENT)])
    table = pa.table(report)
    assert table.column("candidate").to_pylist() == ["hash(id)", "hash(x)"]
    assert table.column("load_ratio").to_pylist() == [2.0, None]
    assert table.column("load_ratio[bytes]").to_pylist() == [2.0, None]
    assert table.schema.field("distinct_keys").type == pa.int64()
    assert table.schema.field("fitted").type in (pa.string(), pa.large_string(), pa.string_view())


def test_data_frames(report):
    polars = pytest.importorskip("polars")
    assert polars.DataFrame(report)["load_ratio"].to_list() == [3.0, 2.0, 1.5]
    pandas = pytest.importorskip("pandas")
    if hasattr(pandas.DataFrame, "from_arrow"):
        assert list(pandas.DataFrame.from_arrow(report)["load_ratio"]) == [3.0, 2.0, 1.5]


def test_the_text_table_never_cuts_a_name():
    text = str(sk.Report([score("hash(id)"), score("短い"), score("two\nlines")]))
    lines = text.splitlines()
    assert lines[0].split()[:5] == ["load_", "fanout_", "fanout_", "cross_", "peak_"]
    assert lines[1].split()[:5] == ["candidate", "shards", "ratio", "mean", "p99"]
    assert lines[1].split()[5:] == ["shard_txn", "amplification", "cost", "keys"]
    assert lines[3].startswith("hash(id) ")
    assert lines[4].startswith("短い ")
    assert lines[5].startswith("two\\nlines ")
    assert len(lines[1]) == len(lines[2]) == len(lines[3]) == len(lines[5]) == len(lines[4]) + 2
    assert "1,234" in lines[3]


def test_few_figures_have_headings_of_one_line():
    lines = str(sk.Report([score("a", queries=None)]).rank("load_ratio")).splitlines()
    assert _widest(lines) <= 120
    one = table_columns(["load_ratio", "load_ratio[bytes]", "cross_shard_txn", "amplification"], 1)
    assert one == [["load_ratio"], ["load_ratio[bytes]"], ["cross_shard_txn"], ["amplification"]]


def test_absent_figures_are_explained():
    text = str(sk.Report([score(transactions=None), score("x", unrouted=0.0001)]))
    assert "unrouted_txn" in text
    assert "<0.001" in text
    assert text.splitlines()[-1] == (
        "- is not measured, and not 0: cross_shard_txn, unrouted_txn need transactions"
    )
    assert "not measured" not in str(sk.Report([score()]))
    assert "unrouted_txn" not in str(sk.Report([score()]))


class Cells(html.parser.HTMLParser):
    """Collect the cells, the titles and the tags of a table."""

    def __init__(self):
        super().__init__()
        self.tags, self.titles, self.texts = [], [], []

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.titles += [value for name, value in attributes if name == "title"]

    def handle_data(self, data):
        self.texts.append(data)


def test_html_is_escaped():
    name = "<script>alert('1')</script> & \"co\""
    cells = Cells()
    cells.feed(sk.Report([score(name), score("y", transactions=None)])._repr_html_())
    assert name in cells.texts
    assert "script" not in cells.tags
    assert cells.tags.count("tr") == 3
    assert len(cells.titles) == 9 + 1  # one for each heading, one for the absent figure


def test_plots(report):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    from matplotlib import pyplot

    axes = report.plot.loads()
    labels = [text.get_text() for text in axes.get_legend().get_texts()]
    assert labels == ["hash(b): 3.00", "hash(none): 2.00", "hash(a): 1.50"]
    assert max(axes.get_lines()[0].get_ydata()) == 3.0
    given = pyplot.figure().add_subplot()
    assert report.plot.tradeoff(given) is given
    texts = [text.get_text() for text in given.texts if text.get_text()]
    assert sorted(texts) == ["hash(a)", "hash(b)", "hash(none)"]
    several = sk.Report([score(shards=4), score(shards=8)])
    assert several.plot.loads().get_legend().get_texts()[1].get_text() == "hash(id), 8: 2.00"
    bare = sk.Report([score(**ABSENT)])
    for draw in (bare.plot.loads, bare.plot.tradeoff):
        with pytest.raises(sk.MissingRows):
            draw()
    with pytest.raises(sk.Error, match="Axes"):
        report.plot.loads(3)
    pyplot.close("all")


def test_plots_without_matplotlib(report, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    with pytest.raises(sk.MissingDependency, match="pip install matplotlib"):
        report.plot.loads()


def test_warnings_are_given(monkeypatch):
    monkeypatch.setattr(_native, "score", lambda *_: ([raw()], ["floats as keys"]))
    with pytest.warns(sk.ShardkeyWarning, match="floats as keys"):
        report = sk.score("id", sk.Workload(schema=_schema(), queries=_queries()))
    assert report.warnings == ("floats as keys",)


def _schema():
    return pytest.importorskip("pyarrow").schema({"id": "int64"})


def _queries():
    return sk.Queries.from_records([{"where": {"id": 1}}])
