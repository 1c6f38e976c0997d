"""Reading a query log, beside a parser alone, pgbadger and sqlglot.

Run it with ``make bench``, or ``python benches/logs.py --lines 200000 --only shardkey``. The log is
one of the corpora, in the folder that SHARDKEY_CORPORA names; without it nothing is measured.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from logs_data import NAME, head
from logs_run import Made, Result, Turn, turns
from logs_table import demand, memory, table

HERE = Path(__file__).parent
ROOT = HERE.parent


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=2_000_000)
    parser.add_argument("--runs", type=int, default=3, help="the best of these counts")
    parser.add_argument("--only", default="", help="contestants whose name begins so")
    return parser.parse_args()


def made(folder: Path, corpora: Path, lines: int) -> Made:
    """Write the log, one twice as long, and a part of it."""
    once, twice, part = (folder / f"{name}.log" for name in ("once", "twice", "part"))
    # In a process of its own: on Linux a child's high-water mark begins with its parent's.
    for path, count in ((once, lines), (twice, 2 * lines)):
        command = [sys.executable, str(HERE / "logs_data.py"), str(corpora), str(path), str(count)]
        subprocess.run(command, check=True)
    head(once, part, min(lines, Made.PART))
    return Made(once, twice, part)


def build() -> Path | None:
    """Build the program that times the parser alone."""
    cargo = shutil.which(os.environ.get("CARGO", "cargo"))
    if cargo is None:
        return None
    command = [cargo, "build", "--release", "--locked", "--quiet", "--example", "parse_alone"]
    subprocess.run(command, cwd=ROOT, check=True)
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    return target / "release" / "examples" / "parse_alone"


def measure(options: argparse.Namespace, log: Made) -> dict[str, list[Result]]:
    """Let the contestants take turns."""
    programs = {"sqlparser": build(), "pgbadger": shutil.which("pgbadger")}
    wanted: list[Turn] = []
    for turn in turns(log, programs):
        if not turn.name.startswith(options.only):
            continue
        if turn.missing:
            print(f"SKIPPED: {turn.name}: {turn.missing}", file=sys.stderr)
            continue
        wanted.append(turn)
    results: dict[str, list[Result]] = {turn.name: [] for turn in wanted}
    for number in range(options.runs):
        for turn in wanted:
            print(f"run {number + 1} of {options.runs}: {turn.name}", file=sys.stderr)
            results[turn.name].append(turn.run())
    return results


def main() -> int:
    """Write the log, run the contestants in turn, print the table."""
    options = arguments()
    corpora = Path(os.environ.get("SHARDKEY_CORPORA", ROOT / ".." / "shared" / "corpora"))
    if not (corpora / NAME).exists():
        print(f"SKIPPED: reading a log: there is no {NAME} in {corpora} (SHARDKEY_CORPORA)")
        return 0
    with tempfile.TemporaryDirectory(prefix="shardkey-bench-") as folder:
        print(f"writing {options.lines:,} lines", file=sys.stderr)
        log = made(Path(folder), corpora, options.lines)
        size = log.once.stat().st_size
        results = measure(options, log)
    best = {name: min(runs, key=lambda run: run.seconds) for name, runs in results.items()}
    print(f"\n{options.lines:,} lines of {NAME.name}, repeated: {size / 1e6:.0f} MB;")
    print(f"best of {options.runs}; time, x: relative to shardkey on as many cores;")
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores\n")
    print(table(best, size), end="\n\n")
    for line in (*demand(best), *memory(best)):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
