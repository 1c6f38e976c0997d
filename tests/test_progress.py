"""The progress bar: when it shows, in which form, and that it never warns."""

from __future__ import annotations

import io
import sys
import types
import warnings
from typing import ClassVar

import pytest

import shardkey as sk
from shardkey import _native, _progress
from shardkey._progress import Progress


class Bar:
    made: ClassVar[list[Bar]] = []

    def __init__(self, *, leave):
        self.leave, self.shown, self.closed = leave, [], False
        Bar.made.append(self)

    def show(self, stage, done, total):
        self.shown.append((stage, done, total))

    def close(self):
        self.closed = True


@pytest.fixture
def bars(monkeypatch):
    Bar.made = []
    monkeypatch.setattr(_progress, "make_bar", Bar)
    return Bar.made


def test_by_default_it_waits(bars, monkeypatch):
    clock = [0.0]
    monkeypatch.setattr(_progress.time, "monotonic", lambda: clock[0])
    with Progress(None) as progress:
        progress.expect("rows", 100)
        clock[0] = 0.9
        progress.tick("rows", 10)
        assert not bars
        clock[0] = 1.1
        progress.tick("rows", 20)
        progress.tick("queries", 3)
    assert bars[0].shown == [("rows", 20, 100), ("queries", 3, None)]
    assert bars[0].closed
    assert not bars[0].leave


def test_at_once_never_and_by_a_function(bars):
    with Progress(True):
        assert len(bars) == 1
    assert bars[0].closed
    with Progress(False) as progress:
        assert progress.tick is None
    seen = []
    with Progress(lambda stage, done: seen.append((stage, done))) as progress:
        progress.tick("rows", 5)
    assert seen == [("rows", 5)]
    assert len(bars) == 1


def test_the_bar_goes_when_the_work_fails(bars):
    with pytest.raises(KeyboardInterrupt), Progress(True):
        raise KeyboardInterrupt
    assert bars[0].closed


class Terminal(io.StringIO):
    """A terminal that keeps what it shows."""

    def isatty(self):
        return True


def test_tqdm_shows_stages(monkeypatch):
    tqdm = pytest.importorskip("tqdm")
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    bar = _progress._Tqdm(tqdm.tqdm, leave=True)
    bar.show("rows", 10_000, 1_000_000)
    bar.show("keys", 6, 60)
    bar.show("keys", 61, 60)
    bar.show("statements", 3, None)
    bar.close()
    shown = screen.getvalue().replace("\n", "\r").split("\r")
    assert any(line.startswith("shardkey: rows:   1%") for line in shown)
    assert any("| 10.0k/1.00M [" in line for line in shown)
    assert any(line.startswith("shardkey: keys:  10%") and "| 6/60 [" in line for line in shown)
    assert any(line.startswith("shardkey: keys: 61 scores") for line in shown)
    assert any(line.startswith("shardkey: statements: 3 scores") for line in shown)


def test_tqdm_writes_to_no_file(monkeypatch):
    tqdm = pytest.importorskip("tqdm")
    file = io.StringIO()
    monkeypatch.setattr(sys, "stderr", file)
    bar = _progress._Tqdm(tqdm.tqdm, leave=True)
    bar.show("rows", 10, 100)
    bar.show("keys", 200, 100)
    bar.show("statements", 1, None)
    bar.close()
    assert file.getvalue() == ""


def test_what_there_is_to_do(monkeypatch):
    totals = {}
    monkeypatch.setattr(Progress, "expect", lambda _, stage, total: totals.update({stage: total}))
    rows = Rows(5)
    monkeypatch.setattr(_native, "score", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        sk.score(["a", "b"], sk.Workload(rows), shards=[2, 4, 8])
    assert {stage: totals.get(stage) for stage in ("keys", "statements")} == {
        "keys": 6,
        "statements": 6,
    }


class Rows:
    """Looks like a table, and is never read."""

    def __init__(self, length):
        self.length = length

    def __len__(self):
        return self.length

    def __arrow_c_stream__(self, requested_schema=None):
        raise AssertionError


def test_tqdm_never_warns(monkeypatch, recwarn):
    module = types.ModuleType("tqdm.auto")

    class Tqdm:
        unit = ""
        n = 0
        total = None

        def __init__(self, **arguments):
            self.arguments = arguments

    def warn(name):
        warnings.warn("IProgress not found", UserWarning, stacklevel=2)
        return Tqdm

    module.__getattr__ = warn
    monkeypatch.setitem(sys.modules, "tqdm.auto", module)
    monkeypatch.setitem(sys.modules, "tqdm", types.ModuleType("tqdm"))
    _progress.make_bar(leave=False)
    assert not recwarn.list


@pytest.mark.parametrize("terminal", [True, False])
def test_a_plain_line_without_tqdm(monkeypatch, terminal):
    monkeypatch.setitem(sys.modules, "tqdm", None)
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    stderr = io.StringIO()
    monkeypatch.setattr(stderr, "isatty", lambda: terminal, raising=False)
    monkeypatch.setattr(sys, "stderr", stderr)
    bar = _progress.make_bar(leave=False)
    bar.show("rows", 1_000, 2_000)
    bar.show("queries", 3, None)
    bar.close()
    text = "\rshardkey: rows 1,000 of 2,000\rshardkey: queries 3          \n"
    assert stderr.getvalue() == (text if terminal else "")


def test_what_is_no_progress():
    with pytest.raises(sk.Error, match="progress"):
        Progress(3)
