"""The command line: ``shardkey log summary FILE...``, ``shardkey score --log FILE...``."""

from __future__ import annotations

import argparse
import os
import sys
import warnings
from collections.abc import Sequence
from typing import TextIO

from . import __version__
from ._cli_commands import (
    DONE,
    USAGE,
    WRONG,
    run_formats,
    run_score,
    run_shapes,
    run_summary,
)
from ._cli_parser import make_parser
from ._columns import one_line
from .errors import Error, ShardkeyWarning

INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command.

    Parameters
    ----------
    argv
        The arguments; by default those of the process.

    Returns
    -------
    int
        0: done. 1: the files or the data are wrong, and a line on standard error says how. 2: a
        mistake in the command. 3: done, but less than 90 % of the log is understood. 130:
        interrupted.

    Examples
    --------
    >>> from shardkey._cli import main
    >>> main(["log", "summary", "nowhere.log"])
    1
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a terminal that has not every letter
            stream.reconfigure(errors="backslashreplace")
    try:
        args = _parse(argv)
        with warnings.catch_warnings():
            warnings.simplefilter("always", ShardkeyWarning)
            warnings.showwarning = _show_warning
            return int(args.run(args))
    except SystemExit as stop:  # argparse has said what is wrong
        return stop.code if isinstance(stop.code, int) else USAGE
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _close_quietly()
        return DONE
    except (Error, OSError) as error:
        _say(str(error))
        return WRONG


def _parse(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = make_parser(run_summary, run_shapes, run_formats, run_score, __version__)
    args = parser.parse_args(argv)
    if getattr(args, "weight", None) and not args.rows:
        parser.error("--weight names columns of rows; give them: --rows FILE")
    return args


def _say(text: str) -> None:
    """Write one line to standard error."""
    sys.stderr.write(f"shardkey: {one_line(text)}\n")


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    del category, filename, lineno, file, line  # whose line it is does not help here
    _say(f"warning: {message}")


def _close_quietly() -> None:
    """Let nothing be written when Python ends: what reads standard output has gone."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
