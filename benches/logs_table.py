"""Laying out what the contestants over a log took."""

from collections.abc import Iterator

from logs_run import Result

#: How many times as many statements a second as the parser alone are asked for.
DEMAND = 5
MB = 1e6


def statements(result: Result) -> float | None:
    """Give the statements a second."""
    return None if result.statements is None else result.statements / result.seconds


def speed(result: Result) -> float:
    """Give the bytes a second, of the log or, for the parsers, of the statements' texts."""
    return (result.bytes or 0) / result.seconds


def own(name: str, best: dict[str, Result]) -> Result | None:
    """Find what shardkey took on as many cores."""
    cores = name.split(", ")[1]
    return best.get(f"shardkey, {cores}")


def times(name: str, result: Result, best: dict[str, Result]) -> float | None:
    """Say how many times as fast shardkey is: by statements if they are counted, else by bytes."""
    base = own(name, best)
    if base is None:
        return None
    if result.statements is None or base.statements is None:
        return speed(base) / speed(result)
    return (base.statements / base.seconds) / (result.statements / result.seconds)


def table(best: dict[str, Result], size: int) -> str:
    """Lay out the figures; seconds of a sample are scaled to the whole log."""
    heads = ("seconds", "cpu s", "stmts/s", "MB/s", "peak MB", "time, x")
    lines = [f"{'':34}" + "".join(f"{head:>11}" for head in heads)]
    whole = next((result.statements for name, result in best.items() if "shardkey" in name), None)
    for name, result in best.items():
        factor = 1.0
        if result.sample and result.statements is not None:
            factor = (whole or result.statements) / result.statements
        elif result.sample:
            factor = size / (result.bytes or size)
        each, ratio = statements(result), times(name, result, best)
        cells = (
            f"{result.seconds * factor:.2f}",
            "-" if result.cpu is None else f"{result.cpu * factor:.2f}",
            "-" if each is None else f"{each:,.0f}",
            f"{speed(result) / MB:.1f}",
            "-" if result.peak_mb is None else f"{result.peak_mb:.0f}",
            "-" if ratio is None else f"{ratio:.2f}",
        )
        note = f"  {result.sample}, time scaled to all" if result.sample else ""
        lines.append(f"{name:34}" + "".join(f"{cell:>11}" for cell in cells) + note)
    return "\n".join(lines)


def demand(best: dict[str, Result]) -> Iterator[str]:
    """Say whether what is asked for is met."""
    for name, result in best.items():
        ratio = times(name, result, best)
        if name.startswith("sqlparser") and ratio is not None:
            cores = name.split(", ")[1]
            met = "met" if ratio >= DEMAND else "NOT MET"
            yield f"{cores}: {ratio:.1f} times sqlparser alone; {DEMAND} times is asked for: {met}"


def memory(best: dict[str, Result]) -> Iterator[str]:
    """Say how much more memory a log takes that is twice as long and has the same values."""
    for name, result in best.items():
        base = own(name, best)
        if name.endswith("twice the log") and base and base.peak_mb and result.peak_mb is not None:
            yield f"{name}: {result.peak_mb - base.peak_mb:+.0f} MB of memory"
