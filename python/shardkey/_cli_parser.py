"""The command line's arguments."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from ._cli_keys import key_of
from ._figures import BY_NAME
from ._score import _shards
from .errors import InvalidShards

#: What a command does with its arguments; it gives the exit code.
Command = Callable[[argparse.Namespace], int]

_CODES = """\
exit codes: 0 done; 1 the files or the data are wrong, and a line on standard error says how;
2 a mistake in the command; 3 done, but less than 90 % of the log is understood; 130 interrupted.
Results go to standard output, progress and warnings to standard error."""


def make_parser(
    summary: Command, shapes: Command, formats: Command, score: Command, version: str
) -> argparse.ArgumentParser:
    """Make the parser; each command's arguments come with what to run."""
    parser = argparse.ArgumentParser(
        prog="shardkey",
        description="Score candidate shard keys against your own workload.",
        epilog=_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"shardkey {version}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    log = commands.add_parser("log", help="read query logs")
    of_log = log.add_subparsers(title="commands", metavar="COMMAND", required=True)

    told = of_log.add_parser(
        "summary", help="say what was read, what it means, and what was not understood"
    )
    told.add_argument("log", nargs="+", metavar="FILE", help="a file or a glob")
    told.add_argument("--json", action="store_true", help="write JSON instead of a table")
    _add_reading(told, summary)

    listed = of_log.add_parser("shapes", help="list the statements without their values")
    listed.add_argument("log", nargs="+", metavar="FILE", help="a file or a glob")
    listed.add_argument("--by-time", action="store_true", help="rank by time, not by volume")
    listed.add_argument("--json", action="store_true", help="write JSON: all of them")
    _add_reading(listed, shapes)

    of_log.add_parser("formats", help="list the formats").set_defaults(run=formats)
    _add_score(commands.add_parser("score", help="score keys on the workload of a log"), score)
    return parser


def _add_reading(parser: argparse.ArgumentParser, run: Command) -> None:
    parser.add_argument("--format", help="the log's format; recognised by default")
    parser.add_argument("--prefix", help="PostgreSQL's log_line_prefix; recognised by default")
    parser.add_argument("--dialect", help="the dialect of the SQL; by default the format's")
    parser.add_argument("--encoding", help="the encoding of texts that are not UTF-8")
    parser.set_defaults(run=run)


def _add_score(parser: argparse.ArgumentParser, run: Command) -> None:
    add = parser.add_argument
    add("--log", nargs="+", required=True, metavar="FILE", help="a file or a glob of the log")
    add(
        "--key",
        action="append",
        required=True,
        type=key_of,
        metavar="FIELD[,FIELD]",
        help="a candidate, such as customer_id or 'customer_id,month(created_at)'; may be repeated",
    )
    add(
        "--rows",
        action="append",
        default=[],
        metavar="[TABLE=]FILE",
        help="a sample of rows: a parquet, csv or arrow file; may be repeated for more tables",
    )
    add(
        "--weight",
        action="append",
        metavar="COLUMN",
        help="a column of the rows with their share of the requests; may be repeated",
    )
    add("--schema", metavar="FILE", help="a file of CREATE TABLE statements")
    add("--table", help="the table that the keys are for, where the log has several")
    add(
        "--shards",
        type=_counts,
        default=[64],
        metavar="N[,N]",
        help="the shard counts (default: 64)",
    )
    add(
        "--rank-by",
        choices=[name for name, figure in BY_NAME.items() if figure.better],
        metavar="FIGURE",
        help="put the best first by this figure, such as peak_cost",
    )
    add(
        "--json",
        metavar="FILE",
        help="write the scores as JSON to a file; - is standard output, without the table",
    )
    _add_reading(parser, run)


def _counts(text: str) -> list[int]:
    try:
        return _shards([int(part) for part in text.split(",")])
    except ValueError:
        message = f"{text!r} is no list of shard counts, such as 64 or 16,64"
    except InvalidShards as error:
        message = str(error)
    raise argparse.ArgumentTypeError(message)
