"""Time and peak memory of scoring five keys at three shard counts, side by side.

Run it with ``make bench``, or ``python benches/bench.py --rows 1000000 --only shardkey``.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import data
from agree import check
from child import CONTESTANTS

HERE = Path(__file__).parent


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--runs", type=int, default=3, help="the best of these counts")
    parser.add_argument("--threads", type=int, default=None, help="all cores unless given")
    parser.add_argument("--only", default="", help="contestants whose name begins so")
    return parser.parse_args()


def run(name: str, path: Path, threads: int | None) -> dict[str, Any]:
    """Run one contestant once, in a process of its own."""
    command = [sys.executable, str(HERE / "child.py"), name, str(path)]
    environment = dict(os.environ)
    if threads is not None:
        command.append(str(threads))
        environment["POLARS_MAX_THREADS"] = str(threads)
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or [f"exit status {done.returncode}"])[-1]
        return {"error": last}
    out: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return out


def table(best: dict[str, dict[str, Any]], rows: int) -> str:
    """Lay out the figures; a contestant that saw fewer rows is scaled to all of them."""
    base = best.get("shardkey")
    lines = [f"{'':18}{'seconds':>10}{'cpu s':>10}{'peak MB':>10}{'time, x':>10}{'memory, x':>11}"]
    for name, result in best.items():
        scaled = result["rows"] < rows
        seconds = result["seconds"] * rows / result["rows"]
        line = f"{name:18}{seconds:>10.2f}"
        line += f"{result['cpu'] * rows / result['rows']:>10.2f}"
        line += f"{result['peak_mb']:>10.0f}"
        if base:
            line += f"{seconds / base['seconds']:>10.2f}"
            ratio = result["peak_mb"] / max(base["peak_mb"], 0.1)
            line += f"{'-':>11}" if scaled else f"{ratio:>11.2f}"
        if scaled:
            line += f"  on {result['rows']:,} rows; time scaled to {rows:,}, memory not"
        lines.append(line)
    return "\n".join(lines)


def main() -> int:
    """Write the rows once, run the contestants in turn, print the table and the check."""
    options = arguments()
    names = [name for name in CONTESTANTS if name.startswith(options.only)]
    if not names:
        print(f"no contestant begins with {options.only!r}: {', '.join(CONTESTANTS)}")
        return 2
    results: dict[str, list[dict[str, Any]]] = {name: [] for name in names}
    with tempfile.TemporaryDirectory(prefix="shardkey-bench-") as folder:
        path = Path(folder) / "rows.arrow"
        print(f"writing {options.rows:,} rows", file=sys.stderr)
        # In a process of its own: on Linux a child's high-water mark begins with its parent's.
        writer = [sys.executable, str(HERE / "data.py"), str(path), str(options.rows)]
        subprocess.run(writer, check=True)
        for turn in range(options.runs):
            for name in names:
                print(f"run {turn + 1} of {options.runs}: {name}", file=sys.stderr)
                results[name].append(run(name, path, options.threads))
    errors = {n: r["error"] for n, runs in results.items() for r in runs if "error" in r}
    whole = {name: runs for name, runs in results.items() if name not in errors}
    best = {n: min(runs, key=lambda result: result["seconds"]) for n, runs in whole.items()}
    print(
        f"{options.rows:,} rows, {len(data.KEYS)} keys at {data.SHARDS} shards with the top "
        f"{data.TOP} keys; best of {options.runs}, {options.threads or os.cpu_count()} threads;"
    )
    print("time and memory, x: relative to shardkey; peak MB: beyond the rows themselves;")
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores\n")
    print(table(best, options.rows))
    pairs, problems = check(best)
    problems += [f"{name}: {error}" for name, error in errors.items()]
    print(f"\n{pairs} pairs compared: totals, top keys; twin and shardkey shard by shard")
    print("\n".join(problems) or "no differences")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
