"""A log in several files, as rotation and compression leave it."""

import bz2
import gzip
import lzma
from collections.abc import Callable
from pathlib import Path

WAYS: dict[str, Callable[[bytes], bytes]] = {
    "": bytes,
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
}


def cut(log: Path, folder: Path) -> list[Path]:
    """Cut a log into files, in the middle of whatever stands there, each compressed in its way."""
    content = log.read_bytes()
    step = len(content) // len(WAYS) + 1
    made = []
    for n, (end, compress) in enumerate(WAYS.items()):
        made.append(folder / f"{log.stem}-{n}{log.suffix}{end}")
        made[-1].write_bytes(compress(content[n * step : (n + 1) * step]))
    return made
