"""Reports, built from what the native side returns: access, ranking, export, text, pictures."""

from __future__ import annotations

import datetime as dt
import html.parser
import json
import pickle
import sys
from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
import pytest

import shardkey as sk
from shardkey import _native
from shardkey._columns import columns_for
from shardkey._scores import make_score
from shardkey._table import heading


class Handle:
    def top_keys_on(self, shard, k):
        return [((7,), 0.5, 2.0, 2, shard)][:k]


def raw(
    shards=4, ratio=2.0, fanout=1.5, cross=0.25, unrouted=0.0, unknown=0.0, names=("w",), **more
):
    loads = np.array([ratio, *[(shards - ratio) / (shards - 1)] * (shards - 1)])
    skew = {
        "load_ratio": ratio,
        "load_cv": 0.5,
        "load_idle_share": 1 - 1 / ratio,
        "load_gini": 0.25,
        "load_skew_factor": 0.125,
    }
    fan = {"mean": fanout, "p99": 3, "max": 4}
    shares = {"single_share": 0.5, "some_share": 0.25, "scatter_share": 0.25, "unknown_share": 0.0}
    reads = {
        **fan,
        "count": 10.0,
        "unknown": unknown,
        "shapes": [{"shape": "id = ?", "share": 1.0, **fan, **shares}],
        "classes": [{"class": "batch", "share": 1.0, **fan, **shares}],
    }
    writes = {**fan, "count": 2.0, "unknown": unknown / 2, "shapes": []}
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
        "cost_parts": [],
        "outcomes": None,
        "executions": ([(1, 3.0)], None),
        "unmatched": [
            {"statement": "id = ?", "field": "id", "value": "'x'", "count": 3.0, "statements": 1}
        ],
        "empty": [{"statement": "id in ()", "count": 1.0, "statements": 1}],
        "other_tables_share": 0.0,
        "stale_reads": 0.0,
        "fitted": None,
        "boundaries": [(1,), (2, "x")],
        "placement": np.arange(4),
        "load_ratio_later": None,
        "handle": Handle(),
        **more,
    }


ABSENT = (
    dict.fromkeys(raw())
    | {name: raw()[name] for name in ("candidate", "shards")}
    | {"unmatched": [], "empty": [], "cost_parts": [], "executions": (None, None)}
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
    arrays = ("loads", "rows_per_shard", "keys_per_shard", "read_loads", "write_loads", "placement")
    for name in arrays:
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
    for call, advice in (
        (lambda: report["hash(id)"], "report['hash(id)', 4]"),
        (lambda: report.explain(sk.Candidate("id")), "report.explain('hash(id)', 4)"),
        (lambda: report.remedies("hash(id)"), "report.remedies('hash(id)', 4)"),
    ):
        with pytest.raises(sk.AmbiguousCandidate) as error:
            call()
        assert str(error.value).endswith(f"pick one: {advice}")
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
    assert lines[0].split()[:4] == ["load_", "fanout_", "fanout_", "cross_"]
    assert lines[0].split()[4:] == ["amplifi-", "peak_"]
    assert lines[1].split()[:5] == ["candidate", "shards", "ratio", "mean", "p99"]
    assert lines[1].split()[5:] == ["shard_txn", "cation", "cost", "keys"]
    assert lines[3].startswith("hash(id) ")
    assert lines[4].startswith("短い ")
    assert lines[5].startswith("two\\nlines ")
    assert len(lines[1]) == len(lines[2]) == len(lines[3]) == len(lines[5]) == len(lines[4]) + 2
    assert "1,234" in lines[3]


def test_a_few_columns_keep_headings_of_one_line():
    columns = columns_for([score()])
    for lines, expected in (
        (1, ["cross_shard_txn"]),
        (2, ["cross_", "shard_txn"]),
        (3, ["cross_", "shard_", "txn"]),
    ):
        assert heading("cross_shard_txn", lines) == expected
    assert heading("load_ratio[a_b[c]]", 2) == ["load_ratio", "[a_b[c]]"]
    assert heading("keys", 3) == ["keys"]
    assert ["".join(heading(column.name, 3)) for column in columns if "_" in column.name] == [
        column.name for column in columns if "_" in column.name
    ]


RESOLVES = "split(customer_id, 1 key over 4 by order_id) resolves order_id"
BUCKET = "bucket(8 by tailnum, range(departure, even by rows, first 50 % by departure))"


def test_the_usual_report_fits_120_columns():
    names = ("requests", "bytes")
    scores = [score(each, names=names, unrouted=0.1) for each in (RESOLVES, BUCKET, "hash(a, b)")]
    lines = str(sk.Report(scores)).splitlines()
    assert max(map(len, lines)) <= 120
    assert lines[1].startswith("4 shards  ")
    assert lines[2].startswith("candidate  ")
    assert lines[4:6] == ["split(customer_id, 1 key over 4 by order_id)", lines[5]]
    assert lines[5].startswith("  resolves order_id  ")
    assert lines[5].endswith("1,234")
    assert lines[6] == BUCKET
    assert lines[7].startswith("          ")
    assert lines[7].endswith("1,234")
    assert lines[8].startswith("hash(a, b)  ")
    assert len(lines) == 9
    several = str(sk.Report([*scores, score(shards=8, names=names)])).splitlines()
    assert "shards" in "".join(several[:3])
    assert BUCKET in several


def test_names_break_between_their_parts():
    name = f"{RESOLVES} cache 8 keys at 0.9 index email asynchronously"
    names = ("requests", "bytes")
    scores = [score(each, names=names, unrouted=0.1) for each in (name, "hash(a)")]
    for each in scores:
        object.__setattr__(each, "stale_reads", 0.25)
    report = sk.Report(scores)
    lines = str(report).splitlines()
    assert max(map(len, lines)) <= 120
    assert lines[4] == "split(customer_id, 1 key over 4 by order_id)"
    assert [line.strip().split("  ")[0] for line in lines[5:8]] == [
        "resolves order_id",
        "cache 8 keys at 0.9",
        "index email asynchronously",
    ]
    assert "stale" in "".join(lines[:3])
    html = report._repr_html_()
    assert "<span>resolves order_id</span> <span>cache 8 keys at 0.9</span> <span>index" in html
    assert "maybe stale for 25.0%" in str(report[name])


def test_a_narrow_terminal_gets_a_narrow_table(monkeypatch):
    names = ("requests", "bytes")
    scores = [
        score(each, names=names, unrouted=0.1) for each in (RESOLVES, BUCKET, f"hash({'a' * 34})")
    ]
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    widest = {}
    for columns in (100, 120, 300):
        monkeypatch.setenv("COLUMNS", str(columns))
        lines = str(sk.Report(scores)).splitlines()
        assert BUCKET in lines
        widest[columns] = max(map(len, lines))
    assert widest[100] <= 100 < widest[120] == widest[300] <= 120


def test_the_figure_that_ranks_stands_after_the_name(report):
    for by in ("peak_cost", "load_ratio", "write_fanout_p99", "distinct_keys"):
        ranked = report.rank(by=by)
        cells = Cells()
        cells.feed(ranked._repr_html_())
        headings = cells.headings
        assert headings[:2] == ["candidate", "keys" if by == "distinct_keys" else by]
        assert len(headings) == len(set(headings))
        names = [column.name for column in columns_for(list(ranked), by)]
        assert headings[1:] == names


def test_absent_figures_are_explained():
    text = str(sk.Report([score(transactions=None), score("x", unrouted=0.0001)]))
    assert "unrouted_txn" in text
    assert "<0.001" in text
    assert text.splitlines()[-1] == (
        "- is not measured, and not 0: cross_shard_txn, unrouted_txn need transactions"
    )
    assert "not measured" not in str(sk.Report([score()]))
    assert "unrouted_txn" not in str(sk.Report([score()]))


def test_what_is_not_known_is_said():
    found = [score("open", unknown=0.125), score("none", unknown=1.0, fanout=None)]
    text = str(sk.Report(found))
    assert "0.125" in text and "0.062" in text
    for each in (" ".join(text.split()), sk.Report(found)._repr_html_()):
        assert "unknown_fanout of the queries and unknown_write_fanout of the writes bind" in each
        assert "fanout_mean need" in each and "queries whose fan-out is known" in each
    assert "not known for 12.5%" in str(found[0]) and "not known for 6.2%" in str(found[0])
    assert "  fan-out: p99" not in str(found[1])
    assert "unknown" not in str(sk.Report([score()])) + str(score())


class Cells(html.parser.HTMLParser):
    """Collect the cells, the titles and the tags of a table."""

    def __init__(self):
        super().__init__()
        self.tags, self.titles, self.texts, self.headings = [], [], [], []

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        if tag == "th":
            self.headings.append("")
        self.titles += [value for name, value in attributes if name == "title"]

    def handle_data(self, data):
        self.texts.append(data)
        if self.headings and "td" not in self.tags:
            self.headings[-1] += data


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


def placed(axes):
    """The labels of a picture with their boxes, and the limits of its axes, in pixels."""
    axes.figure.canvas.draw()
    texts = [text for text in axes.texts if text.get_text()]
    return {text.get_text().split("\n")[0]: text.get_window_extent() for text in texts}


def test_ticks_of_the_trade_off_are_possible():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    from matplotlib import pyplot

    for fans, ratios, scales in (
        ((1.5, 40.0, 64.0), (1.0, 2.0, 32.0), ("log", "log")),
        ((1.5, 2.0, 4.0), (1.0, 1.1, 1.2), ("linear", "linear")),
        ((1.0, 1.0, 1.0), (1.0, 1.0, 1.0), ("linear", "linear")),
        ((0.0, 1.0, 64.0), (1.0, 9.0, 64.0), ("linear", "log")),
    ):
        pairs = enumerate(zip(fans, ratios, strict=True))
        scores = [score(f"c{at}", shards=64, fanout=x, ratio=y) for at, (x, y) in pairs]
        axes = sk.Report(scores).plot.tradeoff()
        assert (axes.get_xscale(), axes.get_yscale()) == scales
        for ticks, limits, values, least in (
            (axes.get_xticks(), axes.get_xlim(), fans, 0),
            (axes.get_yticks(), axes.get_ylim(), ratios, 1),
        ):
            assert len(ticks)
            assert least <= min(ticks)
            assert max(ticks) <= 64
            assert limits[0] < min(values) <= max(values) < limits[1]
        # The points fill the picture, whatever the length of their names.
        if scales == ("log", "log"):
            points = axes.transData.transform(list(zip(fans, ratios, strict=True)))
            inside = axes.get_window_extent()
            assert np.ptp(points[:, 0]) > 0.8 * inside.width
        pyplot.close(axes.figure)


def test_labels_stand_in_the_order_of_their_points():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    from matplotlib import pyplot

    near = {"a" * 60: 2.91, "b": 2.63, "c, of some more words": 2.62, RESOLVES: 1.92, "d": 1.79}
    scores = [score(name, shards=64, fanout=1.5, ratio=ratio) for name, ratio in near.items()]
    scores.append(score("far", shards=64, fanout=64.0, ratio=30.0))
    axes = sk.Report(scores).plot.tradeoff()
    boxes = placed(axes)
    inside = axes.get_window_extent()
    assert all(inside.x0 <= box.x0 and box.x1 <= inside.x1 for box in boxes.values())
    assert all(inside.y0 <= box.y0 and box.y1 <= inside.y1 for box in boxes.values())
    order = sorted(boxes, key=lambda name: -boxes[name].y1)
    assert [name[:3] for name in order] == ["far", "aaa", "b", "c, ", "spl", "d"]
    for above, below in pairwise(order):
        assert boxes[above].y0 >= boxes[below].y1
    pyplot.close(axes.figure)
    # More than there is room for: none is left out.
    many = [score(f"n{at}", shards=64, fanout=1.5, ratio=1 + at / 100) for at in range(60)]
    axes = sk.Report(many).plot.tradeoff()
    assert len(placed(axes)) == 60
    pyplot.close(axes.figure)


def test_counts_in_texts_have_separators():
    text = "boundaries even by rows, fitted on the first 168394 rows by t2013"
    found = score(fitted=text)
    assert found.fitted == "boundaries even by rows, fitted on the first 168,394 rows by t2013"
    assert score(fitted=found.fitted).fitted == found.fitted
    assert str(found).splitlines()[-1] == f"  fitted: {found.fitted}"
    assert score(fitted="2 keys placed by their load").fitted == "2 keys placed by their load"


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


def test_the_peak_cost_is_made_of_its_parts():
    workload = sk.Workload(
        queries=sk.Queries.from_records(
            [{"where": {"a": k}, "count": k} for k in range(1, 9)]
            + [{"where": {"b": 1}, "class": "batch", "count": 7}]
        ),
        transactions=sk.Transactions.from_records([{"writes": [{"a": 1}, {"a": 5}]}]),
    )
    costs = {"batch": 0.5}
    score = sk.score("a", workload, shards=4, class_costs=costs, crossing_cost=3)["hash(a)"]
    loads, requests = np.zeros(4), 0.0
    for part in score._cost_parts:
        cost = costs.get(part.class_, 1) if part.kind == "reads" else 1
        loads += (3 if part.kind == "crossing" else cost) * part.loads
        requests += cost * part.requests
    assert score.peak_cost == pytest.approx(loads.max() * 4 / requests, rel=1e-15)
