"""The progress bar: when it shows, in which form, and that it never warns."""

from __future__ import annotations

import io
import sys
import types
import warnings
from typing import ClassVar

import pytest

import shardkey as sk
from shardkey import _progress
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


def test_tqdm_shows_stages(capsys):
    pytest.importorskip("tqdm")
    bar = _progress.make_bar(leave=True)
    bar.show("rows", 10, 100)
    bar.show("rows", 200, 100)
    bar.show("queries", 1, None)
    bar.close()
    assert "shardkey: queries" in capsys.readouterr().err


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
