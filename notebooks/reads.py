"""Which reads pay: the shards that each shape of read visits, by candidate."""

import shardkey as sk


def percent(share: float) -> str:
    """Print a share, with a digit more where it is small; never 0 for what is there."""
    if share == 0:
        return "0"
    if share < 0.0005:
        return "<0.1%"
    return f"{share:.0%}" if share >= 0.095 else f"{share:.1%}"


def reads(report: sk.Report) -> str:
    """Write how many shards each shape of read visits on average, and its share of the reads."""
    scores = list(report.rank(by="peak_cost"))
    shapes = sorted(scores[0].fanout_shapes, key=lambda shape: -shape.share)
    letters = {shape.shape: chr(ord("A") + at) for at, shape in enumerate(shapes)}
    lines = [[""], ["candidate"]]
    for shape in shapes:
        lines[0].append(letters[shape.shape])
        lines[1].append(percent(shape.share))
    for score in scores:
        means = {shape.shape: shape.mean for shape in score.fanout_shapes}
        cells = ["-" if means[shape] is None else f"{means[shape]:.1f}" for shape in letters]
        lines.append([score.name, *cells])
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    lines.insert(2, ["─" * width for width in widths])
    table = []
    for name, *cells in lines:
        figures = [cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True)]
        table.append("  ".join([name.ljust(widths[0]), *figures]).rstrip())
    return "\n".join([*(f"{letters[each]}: {each}" for each in letters), "", *table])
