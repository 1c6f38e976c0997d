"""Two tables that fit a terminal of 120 columns: what a candidate costs, and which reads."""

import textwrap
from collections.abc import Sequence

import shardkey as sk

NAME = 46  # columns for a candidate's name; a longer one goes on in the next line


def percent(share: float) -> str:
    """Print a share, with a digit more where it is small; never 0 for what is there."""
    if share == 0:
        return "0"
    if share < 0.0005:
        return "<0.1%"
    return f"{share:.0%}" if share >= 0.095 else f"{share:.1%}"


def ranked(report: sk.Report) -> list[sk.Score]:
    """Sort the scores by peak cost, cheapest first."""
    return list(report.rank(by="peak_cost"))


def lay_out(head: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]]) -> str:
    """Write rows below headings of two lines, names to the left and figures to the right."""
    heads = [title.split("|") for title in head]
    widths = [
        max(map(len, [*title, *(row[1][at] for row in rows)])) for at, title in enumerate(heads)
    ]
    lines = []
    for part in (0, 1):
        cells = [title[part].rjust(width) for title, width in zip(heads, widths, strict=True)]
        lines.append("  ".join([("", "candidate")[part].ljust(NAME), *cells]))
    lines.append("  ".join("─" * width for width in [NAME, *widths]))
    for name, figures in rows:
        first, *more = textwrap.wrap(name, NAME, subsequent_indent="  ", break_on_hyphens=False)
        cells = [cell.rjust(width) for cell, width in zip(figures, widths, strict=True)]
        lines += ["  ".join([first.ljust(NAME), *cells]), *more]
    return "\n".join(line.rstrip() for line in lines)


def costs(report: sk.Report) -> str:
    """Write the figures that decide, cheapest first; ``print(report)`` has all of them."""
    head = ["load|ratio", "fan-out|mean", "|p99", "write|fan-out", "crossing|txn", "unrouted|txn"]
    rows = []
    for score in ranked(report):
        figures = [
            f"{score.load_ratio:.2f}",
            f"{score.fanout_mean:.2f}",
            f"{score.fanout_p99}",
            f"{score.write_fanout_mean:.2f}",
            percent(score.cross_shard_txn),
            percent(score.unrouted_txn),
            f"{score.peak_cost:.2f}",
            f"{score.distinct_keys:,}",
        ]
        rows.append((score.name, figures))
    return lay_out([*head, "peak|cost", "|keys"], rows)


def reads(report: sk.Report) -> str:
    """Write how many shards each shape of read visits on average, and its share of the reads."""
    scores = ranked(report)
    shapes = sorted(scores[0].fanout_shapes, key=lambda shape: -shape.share)
    letters = {shape.shape: chr(ord("A") + at) for at, shape in enumerate(shapes)}
    legend = [f"{letters[shape.shape]}: {shape.shape}" for shape in shapes]
    head = [f"{letters[shape.shape]}|{percent(shape.share)}" for shape in shapes]
    rows = []
    for score in scores:
        means = {shape.shape: shape.mean for shape in score.fanout_shapes}
        cells = ["-" if means[name] is None else f"{means[name]:.1f}" for name in letters]
        rows.append((score.name, cells))
    return "\n".join([*legend, "", lay_out(head, rows)])
