"""Keys of (int64, timestamp desc, int64) in batches of 65,536 rows, beside arrow-row.

Run it with ``make bench``, or ``python benches/keys.py --batches 50``. The contestants take turns
on one thread in one process, examples/encode.rs; the best of five turns counts.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
NAMES = {
    "encode": "shardkey, encode",
    "arrow_row": "arrow-row, convert_columns",
    "decode": "shardkey, decode",
}
#: Rows a second that encoding must reach on a core.
WANTED = 40e6


def main() -> int:
    """Build and run the program, print the table, and say whether encoding is slow."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--batches", type=int, default=200)
    options = parser.parse_args()
    cargo = shutil.which(os.environ.get("CARGO", "cargo"))
    if cargo is None:
        print("SKIPPED: keys beside arrow-row: built with cargo, which is missing", file=sys.stderr)
        return 0
    command = [cargo, "run", "--release", "--locked", "--quiet", "--example", "encode", "--"]
    done = subprocess.run(
        [*command, str(options.batches)], cwd=ROOT, check=True, capture_output=True, text=True
    )
    rates = json.loads(done.stdout)
    print(f"{'':28}{'million rows a second':>24}")
    for name, label in NAMES.items():
        print(f"{label:28}{rates[name]:>24,.1f}")
    slow = rates["encode"] < max(WANTED / 1e6, rates["arrow_row"])
    if slow:
        print(f"encode is below {WANTED / 1e6:.0f} million, or slower than arrow-row")
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())
