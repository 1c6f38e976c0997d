"""Scores by windows: what filtering in plain Python and scoring again gives, bit for bit."""

import datetime as dt
import pickle
import random
import re
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import shardkey as sk
from agree import report

Place = Callable[[Any], int | None]

START = dt.datetime(2026, 1, 1)
NAMES = ["id", "day", "at", "weight"]


def spans(low: int, high: int, most: int) -> list[int]:
    """Where equal spans of integers begin."""
    count = min(most, high - low + 1)
    return [low + i * (high - low + 1) // count for i in range(count)]


def place_in(starts: list[int]) -> Place:
    """The window of a value, by these starts."""
    return lambda value: None if value is None else sum(start <= value for start in starts) - 1


def filtered(
    rows: list[dict[str, Any]], field: str, place: Place, window: int, schema: pa.Schema
) -> pa.Table | None:
    """The rows of one window; None where there is none."""
    found = [row for row in rows if place(row[field]) == window]
    return pa.Table.from_pylist(found, schema=schema) if found else None


def figures(score: sk.Score) -> dict[str, Any]:
    """All that a score says, but for how its function was made."""
    named = sk.Report([score]).to_dicts()[0]
    return {
        name: value
        for name, value in named.items()
        if name not in ("candidate", "fitted", "boundaries", "placement", "load_ratio_later")
    }


def rows_of(draw: Any) -> list[dict[str, Any]]:
    """Rows with few keys, and times of which some are null."""
    row = st.fixed_dictionaries(
        {
            "id": st.one_of(st.integers(0, 6), st.none()),
            "day": st.one_of(st.integers(-5, 20), st.none()),
            "weight": st.sampled_from([0.5, 1.0, 7.0]),
        }
    )
    rows: list[dict[str, Any]] = draw(st.lists(row, min_size=1, max_size=40))
    rows.append({"id": 1, "day": 3, "weight": 1.0})
    return rows


@given(st.data(), st.integers(1, 9))
def test_windows_are_scores_of_filtered_workloads(data: st.DataObject, most: int) -> None:
    """Rows, queries and transactions of each window alone give its figures."""
    rows = rows_of(data.draw)
    schema = pa.schema([("id", pa.int32()), ("day", pa.int64()), ("weight", pa.float64())])
    time = st.one_of(st.none(), st.integers(-5, 25))
    where = st.fixed_dictionaries({}, optional={"id": st.integers(0, 6), "day": st.integers(0, 9)})
    count = st.integers(0, 3)
    reads = data.draw(
        st.lists(st.fixed_dictionaries({"where": where, "time": time, "count": count}), max_size=9)
    )
    writes = data.draw(
        st.lists(
            st.fixed_dictionaries(
                {"writes": st.lists(where, max_size=3), "time": time, "count": count}
            ),
            max_size=9,
        )
    )
    weighted = data.draw(st.sampled_from([None, "weight"]))
    candidates: list[Any] = [
        "id",
        ["id", "day"],
        sk.Candidate("id", sk.Directory(isolate=[1])),
        sk.Candidate("day", sk.Bucket(2, by="id", then=sk.Range([3]))),
        sk.Candidate("day", resolves=["id"]),
        sk.Candidate("day", cache=sk.Cache([3, 4], 0.5), indexes=[sk.GlobalIndex("id")]),
    ]

    def workload(table: Any, queries: Any, transactions: Any) -> sk.Workload:
        return sk.Workload(
            table,
            weighted if table is not None else None,
            None if queries is None else sk.Queries.from_records(queries),
            None if transactions is None else sk.Transactions.from_records(transactions),
            schema=schema,
        )

    whole = report(
        candidates, workload(pa.Table.from_pylist(rows, schema=schema), reads, writes), 4
    )
    windows = whole.windows("day", most)

    times = [row["day"] for row in rows] + [each["time"] for each in (*reads, *writes)]
    known = [time for time in times if time is not None]
    starts = spans(min(known), max(known), most)
    place = place_in(starts)
    assert [window.start for window in windows] == starts
    assert [window.end for window in windows] == [*starts[1:], max(known)]
    assert windows.untimed_rows == sum(row["day"] is None for row in rows)
    assert windows.untimed_queries == sum(each["time"] is None for each in reads)
    for number, window in enumerate(windows):
        here = [
            [each for each in records if place(each["time"]) == number]
            for records in (reads, writes)
        ]
        # Where none says a time, they are in no window.
        parts = [
            part if any(each["time"] is not None for each in records) else None
            for part, records in zip(here, (reads, writes), strict=True)
        ]
        table = filtered(rows, "day", place, number, schema)
        assert window.rows == (0 if table is None else len(table))
        if table is None and parts == [None, None]:
            assert all(score.rows is score.fanout_mean is None for score in window.scores)
            continue
        alone = report(candidates, workload(table, *parts), 4)
        assert [figures(each) for each in window.scores] == [figures(each) for each in alone]


@given(st.data(), st.integers(1, 6))
def test_windows_of_timestamps_in_any_order(data: st.DataObject, most: int) -> None:
    """Equal spans of microseconds; times of statements are floored to the column's unit."""
    stamps = data.draw(st.lists(st.integers(0, 10**7), min_size=2, max_size=30, unique=True))
    rows = [{"id": i % 3, "at": START + dt.timedelta(milliseconds=s)} for i, s in enumerate(stamps)]
    schema = pa.schema([("id", pa.int64()), ("at", pa.timestamp("ms"))])
    found = data.draw(st.lists(st.integers(0, 10**10), max_size=5))
    reads = [
        {"where": {"id": 1}, "time": START + dt.timedelta(microseconds=each)} for each in found
    ]
    queries = sk.Queries.from_records(reads)
    table = pa.Table.from_pylist(rows, schema=schema)
    # Batches of three rows.
    table = pa.Table.from_batches(table.to_batches(max_chunksize=3))
    windows = report("id", sk.Workload(table, queries=queries), 2).windows("at", most)
    millis = [*stamps, *(each // 1000 for each in found)]
    starts = spans(min(millis), max(millis), most)
    place = place_in(starts)
    assert [each.start for each in windows] == [
        START + dt.timedelta(milliseconds=start) for start in starts
    ]
    assert [each.rows for each in windows] == [
        sum(place(stamp) == number for stamp in stamps) for number in range(len(starts))
    ]
    if found:
        assert [each.queries for each in windows] == [
            sum(place(each // 1000) == number for each in found) for number in range(len(starts))
        ]


def test_a_derived_field_has_a_window_for_each_value() -> None:
    """Days that occur, of rows or of statements, and no others."""
    rows = pl.DataFrame(
        {"id": [1, 2, 3], "at": [START, START + dt.timedelta(hours=5), START + dt.timedelta(3)]}
    )
    queries = sk.Queries.from_records(
        [{"where": {"id": 1}, "time": START + dt.timedelta(days=9, hours=3)}]
    )
    windows = sk.score("id", sk.Workload(rows, queries=queries), shards=2).windows(sk.day("at"))
    assert [(each.start, each.rows, each.queries) for each in windows] == [
        ("2026-01-01", 2, 0),
        ("2026-01-04", 1, 0),
        ("2026-01-10", 0, 1),
    ]
    assert [each.load_ratio for each in windows["hash(id)"]][2] is None
    assert [each.fanout_mean for each in windows["hash(id)"]] == [None, None, 1.0]


def test_text_has_a_window_for_each_value_while_they_are_few() -> None:
    """More than a hundred are an error that says what to do."""
    rows = pa.table({"id": [1, 2, 3], "region": ["eu", "us", "eu"]})
    windows = sk.score("id", sk.Workload(rows), shards=2).windows("region")
    assert [(each.start, each.end, each.rows) for each in windows] == [
        ("eu", "eu", 2),
        ("us", "us", 1),
    ]
    many = pa.table({"id": list(range(101)), "name": [f"n{i}" for i in range(101)]})
    with pytest.raises(sk.InvalidArgument, match="more than 100 values") as error:
        sk.score("id", sk.Workload(many), shards=2).windows("name")
    assert error.value.column == "name"


def test_functions_stay_as_they_were_fitted() -> None:
    """Windows are scored with the boundaries and placements of the whole."""
    ids = [n % 40 for n in range(400)] + [7] * 100
    rows = pa.table({"id": ids, "day": [n % 5 for n in range(500)], "by": [n % 3 for n in ids]})
    workload = sk.Workload(rows)
    candidates = [
        sk.Candidate("id", sk.Range.even(by="rows")),
        sk.Candidate("id", sk.Directory(place=[7, 3])),
        sk.Candidate("id", sk.Packed(64)),
        sk.Candidate("id", sk.Bucket(2, by="by", then=sk.Range.even(by="rows"))),
        sk.Candidate("id", sk.Directory({7: 3}, sk.Range.even(by="width"))),
    ]
    whole = report(candidates, workload, [4, 8])
    windows = whole.windows("day")
    for score in whole:
        there = windows[score.name, score.shards]
        # The loads of the windows add up to those of the whole: no key changed its shard.
        loads = sum(each.loads for each in there)
        assert loads.tolist() == score.loads.tolist(), score.name
        assert [each.candidate for each in there] == [score.candidate] * 5
        assert {each.fitted for each in there} == {score.fitted}
    even = whole[candidates[0].name, 4]
    given_ = report(sk.Candidate("id", sk.Range([b[0] for b in even.boundaries])), workload, 4)
    assert [figures(each) for each in windows[candidates[0].name, 4]] == [
        figures(each) for (each,) in (w.scores for w in given_.windows("day"))
    ]


def test_a_window_of_weightless_rows_has_no_load() -> None:
    """It is no error of the whole."""
    rows = pa.table({"id": [1, 2, 3], "day": [1, 1, 2], "w": [1, 2, 0], "v": [0, 0, 4]})
    by_w = sk.score("id", sk.Workload(rows, ["w", "v"]), shards=2).windows("day")["hash(id)"]
    assert [each.load_ratio is None for each in by_w] == [False, True]
    by_v = sk.score("id", sk.Workload(rows, ["w"]), shards=2).windows("day")["hash(id)"]
    assert list(by_w[0].by_weight) == ["w"]
    assert by_v[0].load_ratio == by_w[0].load_ratio


def test_statements_alone() -> None:
    """Without rows and schema the times say their own type."""
    queries = sk.Queries.from_records(
        [{"where": {"id": i}, "time": f"2026-01-0{i + 1} 12:00:00"} for i in range(4)]
        + [{"where": {}}]
    )
    windows = sk.score("id", sk.Workload(queries=queries), shards=8).windows("at", 2)
    assert [each.queries for each in windows] == [2, 2]
    assert [each.rows for each in windows] == [None, None]
    assert windows.untimed_queries == 1
    assert windows.untimed_rows is None
    assert [each.start for each in windows] == [
        dt.datetime(2026, 1, 1, 12),
        dt.datetime(2026, 1, 3),
    ]
    assert "1 query" in str(windows)


def test_statements_that_say_no_time_have_no_figures() -> None:
    """None is no neutral score: neither of them is 0."""
    queries = sk.Queries.from_records([{"where": {"id": 1}}])
    rows = pa.table({"id": [1, 2], "day": [1, 2]})
    windows = sk.score("id", sk.Workload(rows, queries=queries), shards=2).windows("day")
    assert [each.fanout_mean for each in windows["hash(id)"]] == [None, None]
    assert [each.queries for each in windows] == [None, None]
    assert windows.untimed_queries == 1
    with pytest.raises(sk.MissingRows, match="no window has fanout_mean"):
        windows.peak("hash(id)", by="fanout_mean")


def test_the_scored_table_is_that_of_the_whole() -> None:
    """Statements of one window may name another table alone."""
    rows = pa.table({"id": [1, 2], "day": [1, 2]})
    queries = sk.Queries.from_records(
        [
            {"where": {"id": 1}, "time": 1},
            {"where": {"sku": 1}, "table": "line_items", "time": 2},
        ]
    )
    windows = report("id", sk.Workload(rows, queries=queries), 2).windows("day")
    assert [each.other_tables_share for each in windows["hash(id)"]] == [0.0, 1.0]


def test_mistakes() -> None:
    """Errors name the column, the record and the next step."""
    rows = pa.table({"id": [1, 2], "at": [START, START], "none": pa.nulls(2), "list": [[1], [2]]})
    made = sk.score("id", sk.Workload(rows), shards=2)
    with pytest.raises(sk.UnknownColumn, match="there are: id, at"):
        made.windows("when")
    with pytest.raises(sk.UnroutableType, match="says no time"):
        made.windows("list")
    with pytest.raises(sk.InvalidArgument, match="no row and no statement"):
        made.windows("none")
    with pytest.raises(sk.InvalidArgument, match=r"1\.\.1,000"):
        made.windows("at", 0)
    with pytest.raises(sk.InvalidCandidate, match="a date or timestamp"):
        made.windows(sk.day("id"))
    with pytest.raises(sk.InvalidCandidate, match="a peak is of one of"):
        made.windows("at").peak("hash(id)", by="rows")
    with pytest.raises(sk.UnknownCandidate):
        made.windows("at")["hash(at)"]
    for time, error, text in (
        ("soon", sk.InvalidRecord, "query 1: the time soon is no value"),
        (START.replace(tzinfo=dt.UTC), sk.ZoneMismatch, "query 1"),
    ):
        queries = sk.Queries.from_records([{"where": {}}, {"where": {}, "time": time}])
        with pytest.raises(error, match=text):
            sk.score("id", sk.Workload(rows, queries=queries), shards=2).windows("at")
    stream = pa.RecordBatchReader.from_batches(rows.schema, rows.to_batches())
    with pytest.raises(sk.StreamConsumed):
        sk.score("id", sk.Workload(stream), shards=2).windows("at")
    with pytest.raises(sk.MissingRows, match="pickled"):
        pickle.loads(pickle.dumps(made)).windows("at")


def test_shown_and_exported() -> None:
    """Text, HTML, Arrow, dicts and pickles say the same."""
    rows = pa.table({"id": [1, 2, 3, 1, 1, 1], "day": [1, 1, 1, 2, 2, None]})
    made = sk.score(["id", "day"], sk.Workload(rows), shards=[2, 4])
    windows = made.windows("day")
    table = pl.DataFrame(windows)
    assert table.columns[:6] == ["window", "start", "end", "candidate", "shards", "rows"]
    assert table.height == 8
    assert table["load_ratio"].to_list() == [
        score.load_ratio for window in windows for score in window.scores
    ]
    assert [each["window"] for each in windows.to_dicts()] == [0] * 4 + [1] * 4
    assert "hash(id)" in str(windows)
    assert "1 row" in str(windows)
    assert windows._repr_html_().count("<tr>") == 5
    again = pickle.loads(pickle.dumps(windows))
    assert str(again) == str(windows)
    assert again["hash(id)", 2][0].loads.tolist() == windows["hash(id)", 2][0].loads.tolist()
    with pytest.raises(sk.MissingRows, match="stay behind"):
        again.moving_keys("hash(id)")
    one = sk.score("id", sk.Workload(rows), shards=2).windows("day")
    assert "0: 1 .. 2" in str(one)
    peak = one.peak("hash(id)")
    ratios = [each.load_ratio for each in one["hash(id)"]]
    assert peak.value == max(ratios)
    assert peak.whole == sk.score("id", sk.Workload(rows), shards=2)["hash(id)"].load_ratio
    assert one.peak("hash(id)", by="distinct_keys").value == 1


def timed(seed: int, rows: int, thin: int, windows: int = 10) -> pa.Table:
    """Rows of many keys and of few at any time, the last window of which has few rows."""
    chance = random.Random(seed)
    times = [chance.randrange(100 * windows - 100) for _ in range(rows - thin)]
    return pa.table(
        {
            "id": [chance.randrange(10**9) for _ in range(rows)],
            "tenant": [chance.randrange(400) for _ in range(rows)],
            "ts": times + [100 * windows - 1] * thin,
        }
    )


def test_a_window_of_few_rows_is_no_peak() -> None:
    """Three rows are uneven under any placement: they are no peak, and the old answer is there."""
    made = sk.score(["id", "tenant"], sk.Workload(timed(0, 5_000, 3)), shards=16)
    windows = made.windows("ts", 10)
    assert windows["hash(id)"][9].load_ratio >= 16 / 3
    for name in made.names:
        peak = windows.peak(name)
        assert peak.window != 9
        assert peak.p_value is not None
        assert 0.05 < peak.p_value <= 1
        greatest = windows.peak(name, chance=True)
        ratios = [score.load_ratio for score in windows[name]]
        assert (greatest.window, greatest.value) == (9, max(ratios))
    lines = str(windows).splitlines()
    ids = next(line.split() for line in lines if line.startswith("hash(id)"))
    peak = windows.peak("hash(id)")
    assert ids[1:] == [f"{peak.whole:.3f}", f"{peak.value:.3f}", str(peak.window)]
    start, end, rows = peak.start, peak.end, windows["hash(id)"][peak.window].rows
    assert f"window {peak.window}: {start} .. {end}, {rows} rows" in lines
    assert "no worse than chance makes it: the worst load_ratio of hash(id), hash(tenant)" in lines
    assert "larger, but by chance in so few rows: load_ratio in 9: 900 .. 999, 3 rows" in lines
    assert "9: 900 .. 999, 3 rows" in windows._repr_html_()


def test_a_busy_key_makes_a_peak_of_its_window() -> None:
    """More than chance makes, beside a thin window with a larger figure; of few rows too."""
    rows = timed(1, 5_000, 3)
    busy = pa.table({"id": [7] * 200, "tenant": [7] * 200, "ts": [450] * 200})
    windows = sk.score(["id", "tenant"], sk.Workload(pa.concat_tables([rows, busy])), shards=16)
    for by in ("load_ratio", "load_idle_share", "load_cv", "load_gini"):
        peak = windows.windows("ts", 10).peak("hash(tenant)", by)
        assert (peak.window, (peak.p_value or 0) < 1e-9) == (4, True)
    text = str(windows.windows("ts", 10))
    assert "window 4: 400 .. 500" in text
    assert "no worse than chance" not in text
    # Twenty rows of one key are enough.
    late = pa.table({"id": [7] * 20, "tenant": [7] * 20, "ts": [999] * 20})
    found = sk.score("id", sk.Workload(pa.concat_tables([rows, late])), shards=16)
    assert found.windows("ts", 10).peak("hash(id)").window == 9


@given(st.lists(st.integers(0, 3), min_size=1, max_size=8), st.integers(1, 7))
def test_chance_is_never_below_the_truth(shards: list[int], rows: int) -> None:
    """Of all ways in which the window's rows may fall, so many have a shard as loaded."""
    from shardkey._window_chance import chances_of

    whole = sk.score(
        sk.Candidate("shard", sk.Given()), sk.Workload(pa.table({"shard": shards})), shards=4
    )["given(shard)"]
    whole_shares = [Fraction(shards.count(shard), len(shards)) for shard in range(4)]
    chances: dict[int, Fraction] = {}
    for fallen in product(range(4), repeat=rows):
        most = max(map(fallen.count, range(4)))
        chances[most] = chances.get(most, Fraction(0)) + prod(whole_shares[at] for at in fallen)
    for most in range(-(-rows // 4), rows + 1):
        truth = sum((each for k, each in chances.items() if k >= most), Fraction(0))
        here = replace(whole, rows=rows, load_ratio=4 * most / rows)
        (chance,) = chances_of([here], whole)
        assert chance >= float(truth) * (1 - 1e-9)


def test_few_windows_stand_out_where_nothing_differs() -> None:
    """At 0.05 each, of 60 workloads at most seven; the thin window is hardly ever the peak."""
    peaks = [
        sk.score("id", sk.Workload(timed(seed, 2_000, 5)), shards=16)
        .windows("ts", 10)
        .peak("hash(id)")
        for seed in range(60)
    ]
    assert sum((peak.p_value or 0) <= 0.05 for peak in peaks) <= 7
    assert sum(peak.window == 9 for peak in peaks) <= 15


def test_several_shard_counts_and_candidates_say_how_to_ask() -> None:
    """The advice of the error is the call that was made, with what it lacked."""
    rows = pa.table({"id": [1, 2, 3], "a": [1, 1, 2], "day": [1, 2, 2]})
    report = sk.score(["id", "a"], sk.Workload(rows), shards=[2, 4])
    windows = report.windows("day")
    for call, advice in (
        (lambda: windows["hash(a)"], "windows['hash(a)', 2]"),
        (lambda: windows.peak("hash(a)"), "windows.peak(('hash(a)', 2))"),
        (windows.moving_keys, "windows.moving_keys('hash(id)')"),
        (lambda: report.explain("hash(a)"), "report.explain('hash(a)', 2)"),
        (
            lambda: report.compare("hash(a)", sk.Candidate("id")),
            "report.compare('hash(a)', 'hash(id)', 2)",
        ),
        (lambda: report.remedies("hash(a)"), "report.remedies('hash(a)', 2)"),
    ):
        with pytest.raises(sk.AmbiguousCandidate, match=f"one: {re.escape(advice)}$"):
            call()
        eval(advice)  # what is advised can be called
    with pytest.raises(sk.AmbiguousCandidate, match=r"candidates: 'hash\(id\)', 'hash\(a\)'; name"):
        windows.moving_keys()
    assert windows.moving_keys("hash(a)") == []


def test_a_zone_and_wide_decimals_say_what_can_be_done() -> None:
    """Times with a zone against a column without; decimals of more digits than spans have."""
    rows = pa.table(
        {
            "id": range(101),
            "at": [START] * 101,
            "d": pa.array(map(Decimal, range(101)), pa.decimal256(40, 2)),
            "narrow": pa.array(map(Decimal, range(101)), pa.decimal256(18, 2)),
        }
    )
    queries = sk.Queries.from_records([{"where": {}, "time": START.replace(tzinfo=dt.UTC)}])
    with pytest.raises(sk.ZoneMismatch, match="or give the rows' column a zone"):
        sk.score("id", sk.Workload(rows, queries=queries), shards=2).windows("at")
    made = sk.score("id", sk.Workload(rows), shards=2)
    assert len(made.windows("narrow", 3)) == 3
    with pytest.raises(sk.InvalidArgument, match=r"numbers \(decimals have 18 digits at most\)"):
        made.windows("d")


def test_halves_part_the_rows_at_a_time() -> None:
    """What was fitted on the earlier part is measured on the later one."""
    from shardkey._asked import still_asked
    from shardkey._halves import halves

    ids = [n * n % 17 for n in range(101)]
    rows = pa.table({"id": ids, "n": list(range(101))})
    made = sk.score("id", sk.Workload(rows), shards=4)
    asked = still_asked(made._asked, "a test")
    parts = halves(asked, "n", 0.5)
    cut = int(0.5 * 100)
    early, late = rows.slice(0, cut + 1), rows.slice(cut + 1)
    candidates = [
        sk.Candidate("id"),
        sk.Candidate("id", sk.Range.even(by="rows")),
        sk.Candidate("id", sk.Directory(place=[1, 4])),
        sk.Candidate("id", sk.Packed(32)),
        sk.Candidate("id", sk.Split([1], 2, by="n")),
    ]
    fitted = parts.earlier.again(candidates, parts.earlier.workload, shards=4)
    on_early = report(candidates, sk.Workload(early), 4)
    assert [figures(each) for each in fitted] == [figures(each) for each in on_early]
    later = parts.later_ratios(fitted, 4)
    plain = parts.later_ratios(candidates, 4)
    on_late = report(candidates, sk.Workload(late), 4)
    assert plain == {each.name: each.load_ratio for each in on_late}
    for score in fitted:
        routed = {}
        for shard in range(4):
            for top in score.top_keys_on(shard, 100):
                routed[top.key] = shard
        if isinstance(score.candidate.function, sk.Split):
            assert later[score.name] == plain[score.name]
            continue
        if set(late["id"].to_pylist()) <= set(routed):
            loads = [0] * 4
            for key in late["id"].to_pylist():
                loads[routed[key]] += 1
            assert later[score.name] == float(Fraction(max(loads) * 4, sum(loads)))
    order = sk.Candidate("n", sk.Range.even(by="rows", order="n", first=0.5))
    (of_order,) = report(order, sk.Workload(rows), 4)
    (score,) = parts.earlier.again(
        sk.Candidate("n", sk.Range.even(by="rows")), parts.earlier.workload, shards=4
    )
    assert parts.later_ratios([score], 4)[score.name] == of_order.load_ratio_later
    assert parts.later_ratios([], 4) == {}
    with pytest.raises(sk.InvalidArgument, match="do not part the rows"):
        halves(
            still_asked(sk.score("id", sk.Workload(pa.table({"id": [1], "n": [1]})))._asked, ""),
            "n",
        )
    with pytest.raises(sk.InvalidArgument, match="share"):
        halves(asked, "n", 1.5)


@pytest.mark.parametrize(
    ("values", "windows", "starts"),
    [
        ([dt.date(2026, 1, 1), dt.date(2026, 1, 4)], 2, [dt.date(2026, 1, 1), dt.date(2026, 1, 3)]),
        ([0.0, 8.0, float("nan"), float("inf")], 4, [0.0, 2.0, 4.0, 6.0]),
        ([2**63, 2**64 - 1], 2, [2**63, 2**63 + 2**62]),
        ([False, True, None], 9, [False, True]),
        ([dt.time(0, 0), dt.time(23, 0)], 2, [dt.time(0, 0), dt.time(11, 30, 0)]),
        ([Decimal("1.5"), Decimal("1.8")], 2, [Decimal("1.5"), Decimal("1.7")]),
        ([Decimal(10) ** 30, Decimal(1)], 2, [Decimal(1), Decimal(10) ** 30]),
        ([b"a", b"b"], 9, [b"a", b"b"]),
        ([START.replace(tzinfo=dt.UTC)], 9, [START.replace(tzinfo=dt.UTC)]),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_columns_of_all_kinds(values: list[Any], windows: int, starts: list[Any]) -> None:
    """Spans where values have distances, else each value; in batches and dictionaries too."""
    column = pa.array(values, pa.uint64()) if values[0] == 2**63 else pa.array(values)
    rows = pa.table({"id": pa.array(range(len(values))), "at": column})
    found = sk.score("id", sk.Workload(rows), shards=2).windows("at", windows)
    assert [each.start for each in found] == starts
    held = sum(each.rows or 0 for each in found)
    assert held + (found.untimed_rows or 0) == len(values)
    encoded = pa.table({"id": rows["id"], "at": rows["at"].dictionary_encode()})
    again = sk.score("id", sk.Workload(encoded), shards=2).windows("at", windows)
    assert again.to_dicts() == found.to_dicts()
