"""What the commands do; each gives its exit code."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from . import _native
from ._cli_files import by_table
from ._log import ENOUGH, read_log
from ._log_class import Log
from ._log_workload import own_tables
from ._score import score
from .errors import InvalidArgument, UnknownTable

DONE, WRONG, USAGE, HALF = 0, 1, 2, 3


def run_summary(args: argparse.Namespace) -> int:
    """Print the summary of a log."""
    log = _read(args)
    summary = log.summary()
    _write(summary.to_json(indent=2) if args.json else str(summary))
    return _done(log)


def run_shapes(args: argparse.Namespace) -> int:
    """Print the shapes of a log's statements."""
    log = _read(args)
    shapes = log.shapes.by_time() if args.by_time else log.shapes
    _write(shapes.to_json(indent=2) if args.json else str(shapes))
    return _done(log)


def run_formats(args: argparse.Namespace) -> int:  # noqa: ARG001 - a command takes its arguments
    """Print the formats' names, a line each."""
    _write("\n".join(_native.log_formats()))
    return DONE


def run_score(args: argparse.Namespace) -> int:
    """Score keys on the workload of a log."""
    if args.json not in (None, "-") and not Path(args.json).absolute().parent.is_dir():
        raise InvalidArgument(f"there is no directory for --json {args.json}; make it first")
    log = _read(args, None if args.schema is None else _text(Path(args.schema)))
    known = own_tables(log.summary().tables)
    rows = by_table(args.rows, args.table, known)
    table = args.table
    if table is None:
        table = _only([*rows] or known)
    workload = log.workload(rows or None, args.weight)
    report = score(args.key, workload, args.shards, table=table)
    if args.rank_by is not None:
        report = report.rank(args.rank_by)
    if args.json == "-":
        _write(report.to_json(indent=2))
        return _done(log)
    if args.json is not None:
        Path(args.json).write_text(report.to_json(indent=2) + "\n", encoding="utf-8")
    _write(str(report))
    return _done(log)


def _read(args: argparse.Namespace, schema: str | None = None) -> Log:
    # A shell has expanded the globs: the files come in the order of writing, as a glob's do.
    return read_log(
        iter(args.log),
        format=args.format,
        prefix=args.prefix,
        dialect=args.dialect,
        encoding=args.encoding,
        schema=schema,
    )


def _only(tables: list[str]) -> str | None:
    if len(tables) > 1:
        raise UnknownTable(
            f"there are several tables, {', '.join(tables)}; say which one the keys are for: "
            f"--table {tables[0]}"
        )
    return tables[0] if tables else None


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise InvalidArgument(f"{str(path)!r} is not UTF-8; convert it first") from None


def _done(log: Log) -> int:
    return DONE if log.summary().understood >= ENOUGH else HALF


def _write(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
