"""What a layout costs as tables with sentences: plain, and for a notebook."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING

from ._columns import decimal, one_line
from ._html import STYLE
from ._layout_findings import findings, key_text
from ._table import _width

if TYPE_CHECKING:
    from ._layout_measure import LayoutMeasure
    from ._layout_parts import PartitionSizes

_WIDEST = 100
_Table = list[list[str]]


def measure_text(measure: LayoutMeasure) -> str:
    """Write the tables, then a sentence for each finding."""
    lines = [_title(measure)]
    for table in _tables(measure):
        lines += ["", *_laid_out(table)]
    for sentence in findings(measure):
        wrapped = textwrap.wrap(
            one_line(sentence), _WIDEST, break_long_words=False, break_on_hyphens=False
        )
        lines += ["", *wrapped]
    return "\n".join(lines)


def measure_html(measure: LayoutMeasure) -> str:
    """Write the same as escaped HTML."""
    tables = "".join(map(_html, _tables(measure)))
    items = "".join(f"<li>{escape(one_line(each))}</li>" for each in findings(measure))
    said = f"<ul>{items}</ul>" if items else ""
    return f"{STYLE}<div><p>{escape(one_line(_title(measure)))}</p>{tables}{said}</div>"


def _html(table: _Table) -> str:
    head, *body = table
    heads = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    rows = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in line)}</tr>" for line in body
    )
    return (
        f'<table class="shardkey-report"><thead><tr>{heads}</tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )


def _laid_out(table: _Table) -> Iterator[str]:
    widths = [max(map(_width, column)) for column in zip(*table, strict=True)]
    for at, line in enumerate(table):
        cells = [
            cell + " " * (room - _width(cell)) if n == 0 else " " * (room - _width(cell)) + cell
            for n, (cell, room) in enumerate(zip(line, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()
        if at == 0:
            yield "  ".join("─" * room for room in widths)


def _title(measure: LayoutMeasure) -> str:
    kind = "partition" if measure.layout.partition else "value"
    of = "" if measure.layout.partition else f" of {measure.layout.parts[0].field}"
    return (
        f"{measure.layout}: {measure.rows:,} row{'s' * (measure.rows != 1)}, {measure.partitions:,}"
        f" {kind}{'s' * (measure.partitions != 1)}{of}, keys of {measure.key_bytes:,.1f} bytes"
    )


def _tables(measure: LayoutMeasure) -> Iterator[_Table]:
    what = "of a partition" if measure.layout.partition else f"of a {measure.layout.parts[0].field}"
    limits = measure.limits
    yield [
        [what, "median", "p99", "largest", "limit", "beyond", "the largest"],
        _sizes("rows", measure.partition_rows, limits.rows),
        _sizes("bytes", measure.partition_bytes, limits.bytes),
    ]
    if measure.reads:
        yield [["read", "reads", "returns", "per row", "runs", "how"], *_reads(measure)]
    if measure.salts:
        yield [
            ["salts", *(f"{each.salts:,}" for each in measure.salts)],
            ["write peak", *(f"{each.write_peak:.1%}" for each in measure.salts)],
            ["runs a read", *(decimal(each.runs, 1) for each in measure.salts)],
        ]


def _sizes(name: str, sizes: PartitionSizes, limit: int | None) -> list[str]:
    figures = [f"{each:,}" for each in (sizes.median, sizes.p99, sizes.largest)]
    beyond = "-" if limit is None else f"{sizes.over:,}"
    return [name, *figures, "-" if limit is None else f"{limit:,}", beyond, key_text(sizes.key)]


def _reads(measure: LayoutMeasure) -> Iterator[list[str]]:
    for read in measure.reads:
        yield [
            one_line(read.read),
            f"{read.rows_read:,.1f}",
            f"{read.rows_returned:,.1f}",
            f"{read.read_per_returned:,.2f}",
            f"{read.slices:,}",
            read.how,
        ]
