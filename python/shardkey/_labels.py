"""Labels beside the points of a picture, moved up or down where they would overlap."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ._columns import name_parts

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_WRAP = 46  # characters in a line of a label
_AWAY = 9.0  # points between a point and its label
_NEAR = 9.0  # pixels around a point that labels and lines keep free
_FAR = 14.0  # pixels from which on a line joins a label to its point
_STEP = 4.0  # pixels between the places that are tried
_GAP = 3.0  # pixels between labels


@dataclass(slots=True)
class _Label:
    """One label: its point and its size in pixels, and on which side it stands."""

    at: int
    point: NDArray[np.float64]
    text: Any
    width: float
    height: float
    right: bool = True
    middle: float = 0.0

    def across(self, away: float) -> tuple[float, float]:
        """Give its left and right edge."""
        x = float(self.point[0])
        return (
            (x + away, x + away + self.width) if self.right else (x - away - self.width, x - away)
        )


def place_labels(axes: Axes, x: Sequence[float], y: Sequence[float], labels: Sequence[str]) -> None:
    """Write a label beside each point; those of a side stand in the order of their points."""
    figure: Any = axes.figure
    figure.canvas.draw()
    renderer = figure.canvas.get_renderer()
    inside = axes.get_window_extent(renderer)
    points = np.asarray(axes.transData.transform(list(zip(x, y, strict=True))))
    away = _AWAY * figure.dpi / 72
    made = []
    for at, label in enumerate(labels):
        text: Any = axes.annotate(
            _wrapped(label),
            (x[at], y[at]),
            xytext=(0, 0),
            textcoords="offset points",
            fontsize="small",
            verticalalignment="center",
            linespacing=1.0,
        )
        box = text.get_window_extent(renderer)
        each = _Label(at, points[at], text, box.width, box.height)
        room = inside.x1 - points[at][0], points[at][0] - inside.x0
        each.right = bool(room[0] >= each.width + 2 * away or room[0] >= room[1])
        made.append(each)
    taken: list[tuple[float, float, float, float]] = []
    for right in (True, False):
        side = [each for each in made if each.right is right]
        # From the top down; of points at one height the nearer one to the labels comes first.
        side.sort(key=lambda each: (-each.point[1], -each.point[0] if right else each.point[0]))
        _settle(side, points, taken, (inside.y0, inside.y1), away)
        for each in side:
            left_edge, right_edge = each.across(away)
            half = each.height / 2
            taken.append((left_edge, right_edge, each.middle - half, each.middle + half))
    for each in made:
        _draw(axes, each, (x[each.at], y[each.at]), 72 / figure.dpi)


def _wrapped(label: str) -> str:
    """Break a long label, first between the parts of a candidate's name."""
    label = label.replace(" %", "\N{NO-BREAK SPACE}%")
    parts = name_parts(label) if len(label) > _WRAP else [label]
    return "\n".join("\n".join(textwrap.wrap(part, _WRAP)) or part for part in parts)


def _settle(
    side: Sequence[_Label],
    points: NDArray[np.float64],
    taken: Sequence[tuple[float, float, float, float]],
    within: tuple[float, float],
    away: float,
) -> None:
    """Choose the heights of a side's labels, from the top down, for the least cost in all."""
    if not side:
        return
    low, high = within
    needed = sum(each.height + _GAP for each in side)
    tight = min(1.0, (high - low) / needed)  # too many labels may overlap
    heights = np.arange(low + 4, high - 4, _STEP)[::-1]
    best = np.zeros(len(heights))
    choices: list[NDArray[np.intp]] = []
    above: _Label | None = None
    for each in side:
        cost = _costs(each, heights, points, taken, within, away)
        if above is None:
            choices.append(np.full(len(heights), -1))
            best = cost
        else:
            apart = tight * ((each.height + above.height) / 2 + _GAP)
            # The last place for the label above that leaves this one its room.
            last = np.floor((np.arange(len(heights)) * _STEP - apart) / _STEP).astype(int)
            upto = _running_best(best)
            fits = last >= 0
            choices.append(np.where(fits, upto[np.maximum(last, 0)], -1))
            best = np.where(fits, best[choices[-1]] + cost, np.inf)
        above = each
    place = int(np.argmin(best))
    for each, choice in zip(reversed(side), reversed(choices), strict=True):
        each.middle = float(heights[place])
        place = max(int(choice[place]), 0)


def _running_best(costs: NDArray[np.float64]) -> NDArray[np.intp]:
    """Give for each place the cheapest one up to it."""
    found = np.zeros(len(costs), dtype=np.intp)
    for at in range(1, len(costs)):
        found[at] = at if costs[at] < costs[found[at - 1]] else found[at - 1]
    return found


def _costs(
    label: _Label,
    heights: NDArray[np.float64],
    points: NDArray[np.float64],
    taken: Sequence[tuple[float, float, float, float]],
    within: tuple[float, float],
    away: float,
) -> NDArray[np.float64]:
    """Price each height of a label: how far it is, and what it and its line would cover."""
    left, right = label.across(away)
    half = label.height / 2
    x, y = label.point
    cost = np.abs(heights - y)
    cost += 40 * np.maximum(0, within[0] - (heights - half))
    cost += 40 * np.maximum(0, heights + half - within[1])
    for other in points:
        if left - _NEAR < other[0] < right + _NEAR:
            cost += 400.0 * (np.abs(heights - other[1]) < half + _NEAR)
        # The line runs from the point to the label's edge; does it pass through another one?
        if np.abs(other - label.point).max() > 1 and abs(other[0] - x) < away:
            share = min(abs(other[0] - x) / away, 1.0)
            passes = np.abs(y + (heights - y) * share - other[1]) < _NEAR
            cost += 150.0 * (passes & (np.abs(heights - y) >= _FAR))
    for start, end, bottom, top in taken:
        if min(right, end) > max(left, start):
            shared = np.minimum(heights + half, top) - np.maximum(heights - half, bottom) + _GAP
            cost += 60.0 * np.maximum(0, shared)
    return np.asarray(cost, dtype=np.float64)


def _draw(axes: Axes, label: _Label, point: tuple[float, float], scale: float) -> None:
    """Put a label in its place, with a line to its point where that is far."""
    up = label.middle - float(label.point[1])
    position = (_AWAY if label.right else -_AWAY, up * scale)
    label.text.set_horizontalalignment("left" if label.right else "right")
    label.text.set_position(position)
    if abs(up) >= _FAR:
        axes.annotate(
            "",
            point,
            xytext=position,
            textcoords="offset points",
            arrowprops={"arrowstyle": "-", "color": "gray", "linewidth": 0.6, "shrinkA": 0},
        )
