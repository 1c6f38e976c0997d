"""Progress: a bar for work that takes a while."""

from __future__ import annotations

import importlib
import sys
import time
import warnings
from collections.abc import Callable
from types import TracebackType
from typing import Any, Protocol, TypeAlias

from ._checks import shown
from .errors import InvalidArgument

#: None: a bar when the work takes a while. True: at once. False: never. Or a function.
ProgressLike: TypeAlias = bool | Callable[[str, int], object] | None

#: What a stage counts, where it is no scores.
_UNITS = {"rows": " rows", "log": "B"}

#: Seconds before the bar shows by default.
PATIENCE = 1.0


class Bar(Protocol):
    """What shows progress."""

    def show(self, stage: str, done: int, total: int | None) -> None:
        """Show where the work stands."""

    def close(self) -> None:
        """Take the bar away."""


class Progress:
    """What the native side calls about every 50 ms, on the calling thread.

    Parameters
    ----------
    progress
        See `score`.
    """

    __slots__ = ("_bar", "_progress", "_start", "_totals")

    def __init__(self, progress: ProgressLike) -> None:
        if progress is not None and not isinstance(progress, bool) and not callable(progress):
            raise InvalidArgument(
                "progress must be None (a bar after a second), True, False or a function "
                f"f(stage, done), got {shown(progress)}"
            )
        self._progress = progress
        self._totals: dict[str, int] = {}
        self._bar: Bar | None = None
        self._start = time.monotonic()

    def expect(self, stage: str, total: int) -> None:
        """Say how much there is to do in a stage."""
        self._totals[stage] = total

    @property
    def tick(self) -> Callable[[str, int], None] | None:
        """The function to call, None when there is nothing to show."""
        return None if self._progress is False else self._tick

    def _tick(self, stage: str, done: int) -> None:
        if callable(self._progress):
            self._progress(stage, done)
            return
        if self._bar is None:
            if self._progress is None and time.monotonic() - self._start < PATIENCE:
                return
            self._bar = make_bar(leave=self._progress is True)
        self._bar.show(stage, done, self._totals.get(stage))

    def __enter__(self) -> Progress:
        self._start = time.monotonic()
        if self._progress is True:
            self._bar = make_bar(leave=True)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None


def make_bar(*, leave: bool) -> Bar:
    """Make a bar of tqdm, in a notebook its notebook form; without tqdm a plain line."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # tqdm warns where ipywidgets is not installed
        try:
            tqdm = importlib.import_module("tqdm.auto").tqdm
        except ImportError:
            return _Line()
        return _Tqdm(tqdm, leave)


class _Tqdm:
    """A bar of tqdm."""

    __slots__ = ("_bar", "_stage")

    def __init__(self, tqdm: Any, leave: bool) -> None:
        # None: a terminal or a notebook's widget, but neither a file nor a pipe.
        self._bar = tqdm(desc="shardkey", unit=" rows", unit_scale=True, leave=leave, disable=None)
        self._stage = ""

    def show(self, stage: str, done: int, total: int | None) -> None:
        """Show where the work stands; a new stage starts the bar anew."""
        if stage != self._stage:
            self._stage = stage
            self._bar.unit = _UNITS.get(stage, " scores")
            self._bar.unit_scale = stage in _UNITS
            self._bar.set_description_str(f"shardkey: {stage}", refresh=False)
            self._bar.reset(total=total)
            self._bar.total = total  # which reset keeps where it is None
        if total is not None and done > total:
            self._bar.total = None
        self._bar.n = done
        self._bar.refresh()

    def close(self) -> None:
        """Close the bar."""
        self._bar.close()


class _Line:
    """One plain line on stderr, on a terminal."""

    __slots__ = ("_width",)

    def __init__(self) -> None:
        self._width = 0

    def show(self, stage: str, done: int, total: int | None) -> None:
        """Write the line over itself."""
        if sys.stderr is None or not sys.stderr.isatty():
            return
        of = "" if total is None or done > total else f" of {total:,}"
        text = f"shardkey: {stage} {done:,}{of}"
        sys.stderr.write("\r" + text.ljust(self._width))
        sys.stderr.flush()
        self._width = len(text)

    def close(self) -> None:
        """End the line."""
        if self._width:
            sys.stderr.write("\n")
            sys.stderr.flush()
