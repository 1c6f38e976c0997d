"""The log that every contestant reads: pgbench statements of an RDS server, repeated.

``python logs_data.py CORPORA LOG LINES`` unpacks it once and writes it over and over, up to so many
lines. The repeats are byte for byte the same: process ids recur, so that the sessions of one repeat
go on in the next, and so do the values.
"""

import bz2
import sys
from pathlib import Path

NAME = Path("postgres") / "rds.log.bz2"


def write(corpora: Path, path: Path, lines: int) -> None:
    """Write so many lines."""
    once = bz2.decompress((corpora / NAME).read_bytes()).splitlines(keepends=True)
    with path.open("wb") as out:
        for start in range(0, lines, len(once)):
            out.writelines(once[: lines - start])


def head(path: Path, part: Path, lines: int) -> None:
    """Write the first lines of a log to another file."""
    with path.open("rb") as log, part.open("wb") as out:
        for _, line in zip(range(lines), log, strict=False):
            out.write(line)


if __name__ == "__main__":
    write(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
