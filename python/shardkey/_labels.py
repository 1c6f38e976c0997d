"""Labels beside the points of a picture, moved apart where they would overlap."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Steps away from the point, in points; nearer ones are tried first.
_STEPS = (0, 12, -12, 20, -20, 28, -28, 42, -42, 56, -56, 70, -70)
_FAR = 14  # from here on a line joins the label to its point

_SIDES: tuple[tuple[Literal["left", "right", "center"], int], ...] = (
    ("left", 9),
    ("right", -9),
    ("center", 0),
)


def place_labels(axes: Axes, x: Sequence[float], y: Sequence[float], labels: Sequence[str]) -> None:
    """Write a label beside each point, each where it covers neither label nor point."""
    figure: Any = axes.figure
    axes.margins(0.18)
    figure.canvas.draw()
    renderer = figure.canvas.get_renderer()
    _make_room(axes, renderer, x, labels)
    figure.canvas.draw()
    inside = axes.get_window_extent(renderer)
    points = axes.transData.transform(list(zip(x, y, strict=True)))
    taken: list[Any] = []
    for at, label in sorted(enumerate(labels), key=lambda each: -len(each[1])):
        text = axes.annotate(
            label, (x[at], y[at]), xytext=(0, 0), textcoords="offset points", fontsize="small"
        )
        best: tuple[float, Any, Any] | None = None
        for step, (side, away) in product(_STEPS, _SIDES):
            if side == "center" and step == 0:
                continue
            text.set_horizontalalignment(side)
            text.set_verticalalignment("center")
            text.set_position((away, step))
            box = text.get_window_extent(renderer)
            cost = sum(_overlap(box, other) for other in taken)
            cost += 400.0 * sum(bool(box.padded(7).contains(*point)) for point in points)
            cost += 300.0 * _mistaken(box, points[at], points)
            cost += 4 * (box.width * box.height - _overlap(box, inside)) + abs(step)
            if best is None or cost < best[0]:
                best = (cost, (side, text.get_position()), box)
        assert best is not None
        _, (side, position), box = best
        text.set_horizontalalignment(side)
        text.set_position(position)
        taken.append(box)
        if abs(position[1]) >= _FAR:
            axes.annotate(
                "",
                (x[at], y[at]),
                xytext=position,
                textcoords="offset points",
                arrowprops={"arrowstyle": "-", "color": "gray", "linewidth": 0.6},
            )


def _make_room(axes: Axes, renderer: Any, x: Sequence[float], labels: Sequence[str]) -> None:
    """Widen the axes to the right, until each label fits on the right of its point."""
    width = axes.get_window_extent(renderer).width
    scale: Any = axes.xaxis.get_transform()
    low, high = scale.transform(axes.get_xlim())
    for at, label in zip(scale.transform(list(x)), labels, strict=True):
        text = axes.text(0, 0, label, fontsize="small", transform=None)
        share = min((text.get_window_extent(renderer).width + 20) / width, 0.6)
        text.remove()
        high = max(high, low + (at - low) / (1 - share))
    axes.set_xlim(right=float(scale.inverted().transform([high])[0]))


def _mistaken(box: Any, own: Any, points: Any) -> bool:
    """Say whether a label lies about as near to another point as to its own."""
    far = _distance(box, own)
    others = [point for point in points if abs(point - own).max() > 1]
    return any(_distance(box, point) < far + 6 for point in others)


def _distance(box: Any, point: Any) -> float:
    across = max(box.x0 - point[0], point[0] - box.x1, 0.0)
    along = max(box.y0 - point[1], point[1] - box.y1, 0.0)
    return float(across + along)


def _overlap(a: Any, b: Any) -> float:
    """Give the area that two boxes share."""
    width = min(a.x1, b.x1) - max(a.x0, b.x0)
    height = min(a.y1, b.y1) - max(a.y0, b.y0)
    return float(width * height) if width > 0 and height > 0 else 0.0
