"""The contestants over a log, each run a process of its own."""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ClassVar

CHILD = Path(__file__).parent / "logs_child.py"
#: Statements that the parsers read; their times are scaled to the whole log.
PARSED = 200_000
GLOT = 5_000
#: What the log's lines begin with.
PREFIX = "%t:%r:%u@%d:[%p]:"


@dataclass(frozen=True)
class Made:
    """The files that were written."""

    #: Lines that pgbadger reads.
    PART: ClassVar[int] = 100_000

    once: Path
    twice: Path
    part: Path


@dataclass(frozen=True)
class Result:
    """What one run took."""

    seconds: float
    cpu: float | None
    peak_mb: float | None
    statements: int | None
    bytes: int | None
    #: What it read, if not the whole log.
    sample: str = ""


@dataclass(frozen=True)
class Turn:
    """A contestant: its name, what it needs that is missing, and one run of it."""

    name: str
    run: Callable[[], Result]
    missing: str = ""


def child(name: str, path: Path, number: int) -> dict[str, Any]:
    """Run what is written in Python."""
    command = [sys.executable, str(CHILD), name, str(path), str(number)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    out: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return out


def shardkey(path: Path, threads: int) -> Result:
    """Read the whole log."""
    out = child("shardkey", path, threads)
    size = path.stat().st_size
    return Result(out["seconds"], out["cpu"], out["peak_mb"], out["statements"], size)


def sqlparser(program: Path, path: Path, threads: int) -> Result:
    """Parse statements whose texts are in memory, with the parser that shardkey uses."""
    command = [str(program), str(path), str(PARSED), str(threads), "1"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    statements, size, _, seconds = done.stdout.split()
    sample = f"on {int(statements):,} statements"
    return Result(float(seconds), None, None, int(statements), int(size), sample)


def sqlglot(path: Path) -> Result:
    """Parse statements whose texts are in memory, in plain Python."""
    out = child("sqlglot", path, GLOT)
    sample = f"on {out['statements']:,} statements"
    return Result(out["seconds"], out["cpu"], None, out["statements"], out["bytes"], sample)


def pgbadger(program: str, path: Path, threads: int) -> Result:
    """Make the shortest report."""
    with tempfile.TemporaryDirectory(prefix="shardkey-bench-") as folder:
        command = [program, "--quiet", "--jobs", str(threads), "--format", "stderr"]
        command += ["--prefix", PREFIX, "--extension", "text", "--outdir", folder, str(path)]
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=folder)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode or not any(Path(folder).iterdir()):
            raise RuntimeError(f"pgbadger made no report: exit status {process.returncode}")
    sample = f"on {Made.PART:,} lines"
    peak = usage.ru_maxrss * 1024 / 1e6
    return Result(seconds, usage.ru_utime + usage.ru_stime, peak, None, path.stat().st_size, sample)


def turns(log: Made, programs: dict[str, Any]) -> Iterator[Turn]:
    """Name the contestants, each on one core and on two where it can."""
    parser, badger = programs["sqlparser"], programs["pgbadger"]
    cargo = "" if parser else "it is built with cargo, which is missing"
    glot = "" if find_spec("sqlglot") else "it is not installed"
    debian = "" if badger else "it is not installed (Debian's package pgbadger)"
    for cores in (1, 2):
        count = f"{cores} core" + "s" * (cores > 1)
        yield Turn(f"shardkey, {count}", partial(shardkey, log.once, cores))
        yield Turn(f"shardkey, {count}, twice the log", partial(shardkey, log.twice, cores))
        alone = partial(sqlparser, parser, log.once, cores)
        yield Turn(f"sqlparser alone, {count}", alone, cargo)
        yield Turn(f"pgbadger, {count}", partial(pgbadger, badger, log.part, cores), debian)
    yield Turn("sqlglot, 1 core", partial(sqlglot, log.part), glot)
