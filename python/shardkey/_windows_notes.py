"""Notes below a table of windows: when the worst are, what chance makes, what is in none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ._columns import one_line
from ._window import RARE, Peak, peak_of

if TYPE_CHECKING:
    from ._window import Window
    from ._windows import Windows

#: What windows hold: many, and one of them.
SIZES = {"rows": "row", "queries": "query", "transactions": "transaction"}


def notes_of(windows: Windows, shown: Iterable[str]) -> list[str]:
    """Write the notes; of one candidate the table itself says when its windows are."""
    notes = list(_of_worst(windows, shown)) if len(windows._whole) > 1 else []
    untimed = {each: getattr(windows, f"untimed_{each}") for each in SIZES}
    parts = [_size(count, each) for each, count in untimed.items() if count]
    if parts:
        notes.append(f"without a time, and in no window: {', '.join(parts)}")
    return notes


def _of_worst(windows: Windows, shown: Iterable[str]) -> Iterator[str]:
    """Say when the windows are that the table names, and which are no more than chance."""
    made = list(windows)
    named: set[int] = set()
    passed: set[int] = set()
    even = []
    for at, score in enumerate(windows._whole):
        for each in shown:
            peak = peak_at(windows, at, each)
            if peak is None:
                continue
            named.add(peak.window)
            greatest = peak_at(windows, at, each, chance=True)
            if greatest is not None and greatest.value != peak.value:
                passed.add(greatest.window)
            if peak.p_value is not None and peak.p_value > RARE:
                even.append(one_line(score.name))
    for number in sorted(named):
        yield f"window {_held(windows, made[number])}"
    if even:
        yield f"no worse than chance makes it: the worst load_ratio of {', '.join(even)}"
    for number in sorted(passed):
        yield f"larger, but by chance in so few rows: load_ratio in {_held(windows, made[number])}"


def peak_at(windows: Windows, at: int, by: str, *, chance: bool = False) -> Peak | None:
    """Find the worst window of the score in this place; None where no window has the figure."""
    here = [window.scores[at] for window in windows]
    if all(getattr(score, by) is None for score in here):
        return None
    return peak_of(by, here, list(windows._whole)[at], list(windows), chance=chance)


def span(windows: Windows, window: Window) -> str:
    """Write which window it is, and when."""
    end = f" .. {one_line(str(window.end))}" if windows._apart.spans else ""
    return f"{window.number}: {one_line(str(window.start))}{end}"


def any_of(windows: Windows, size: str) -> bool:
    """Say whether a window knows how many of these it holds."""
    return any(getattr(window, size) is not None for window in windows)


def _held(windows: Windows, window: Window) -> str:
    """Write when a window is, and how much it holds."""
    sizes = [_size(getattr(window, each) or 0, each) for each in SIZES if any_of(windows, each)]
    return f"{span(windows, window)}, {', '.join(sizes)}"


def _size(count: int, many: str) -> str:
    return f"{count:,} {SIZES[many] if count == 1 else many}"
