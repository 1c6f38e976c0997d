"""What the logs of a list of steps must say, by what the way of logging can show."""

from collections.abc import Sequence

from servers.step import Expected, Step, Transaction


def expect(
    steps: Sequence[Step],
    sent: Sequence[str],
    *,
    kind: str = "",
    before: bool = False,
    numbered: bool = True,
    marked: bool = True,
) -> Expected:
    """Work out what must be found.

    Parameters
    ----------
    sent
        The text of each step as it reached the server.
    kind
        The kind of log, where kinds have different texts.
    before
        Whether statements are logged before they run: those that fail then are in the log too.
    numbered
        Whether the log numbers its transactions, so that implicit ones can be told.
    marked
        Whether the log says which statements failed. Where it does not, they look like others.
    """
    found = Expected()
    together: dict[Transaction, list[Step]] = {}
    for step, text in zip(steps, sent, strict=True):
        fails = step.fails if marked else None
        found.errors += fails is not None
        texts = found.texts.setdefault(step.session, [])
        if fails is None or (before and fails == "run"):
            texts += step.logged.get(kind, (seen(step, text),))
        if fails is not None:
            continue
        found.reads += step.reads
        within = step.within
        if within is None or (within.implicit and not numbered):
            found.commits += [list(step.writes)] if step.writes else []
        else:
            together.setdefault(within, []).append(step)
    for transaction, parts in together.items():
        if transaction.fate == "committed":
            writes = [write for part in parts if not part.undone for write in part.writes]
            found.commits += [writes] if writes else []
        found.rolled_back += transaction.fate == "rolled back" and not transaction.implicit
        found.left_open += transaction.fate == "open"
    return found


def seen(step: Step, text: str) -> str:
    """Give a text as it is read back: the session `latin` logs bytes that are not UTF-8."""
    return text.encode("latin-1").decode(errors="replace") if step.session == "latin" else text
