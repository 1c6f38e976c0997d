"""The files of a log: paths and globs become the files to read, in order."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from . import _native
from ._checks import shown
from .errors import InvalidArgument, UnreadableLog

#: A file, a glob of files, or a list of those.
PathsLike: TypeAlias = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]

#: What makes a glob of a path.
_WILD = frozenset("*?[")


def is_path(given: object) -> bool:
    """Say whether something is one path or glob."""
    return isinstance(given, (str, bytes, os.PathLike))


def files_of(given: Any) -> list[str]:
    """Expand paths: the files of a glob in the order of writing, a list in its own order.

    A file that a glob gives again is left out, since each line must count once.
    """
    ordered = isinstance(given, Iterator)  # Path.glob gives files in no order
    several = [given] if is_path(given) else list(given)
    if not several:
        raise InvalidArgument("the list of files is empty; give at least one, or a glob")
    named = [_text(each) for each in several]
    found: dict[str, str] = {}
    for path in named:
        if _is_glob(path):
            continue
        _check(path)
        if found.setdefault(_real(path), path) != path or named.count(path) > 1:
            raise InvalidArgument(f"{path!r} is listed twice; its lines would count twice")
    files: list[str] = []
    for path in named:
        files += _expanded(path, found) if _is_glob(path) else [path]
    return _in_order(files) if ordered else files


def _expanded(pattern: str, found: dict[str, str]) -> list[str]:
    matched = sorted(path for path in glob.glob(pattern, recursive=True) if os.path.isfile(path))
    if not matched:
        raise UnreadableLog(f"no file matches {pattern!r}; mend the pattern, or name the files")
    fresh: dict[str, str] = {}
    # A link to a file that matches too stands behind it: postgresql.log to the day's own.
    for path in sorted(matched, key=os.path.islink):
        if _real(path) not in found:
            fresh.setdefault(_real(path), path)
    found.update(fresh)
    return _in_order(sorted(fresh.values()))


def _in_order(files: list[str]) -> list[str]:
    return [os.fspath(path) for path in _native.in_order(files)]


def _text(given: Any) -> str:
    if not is_path(given):
        raise InvalidArgument(
            "a log is a path, a glob, a list of those, or a table that speaks Arrow, "
            f"got {shown(given)}"
        )
    path = os.path.expanduser(os.fsdecode(given))
    if not path or "\0" in path:
        raise UnreadableLog(f"{path!r} is no path of a file")
    return path


def _is_glob(path: str) -> bool:
    """Tell a glob from a file that has such a name."""
    return not _WILD.isdisjoint(path) and not os.path.exists(path)


def _check(path: str) -> None:
    if os.path.isdir(path):
        pattern = os.path.join(path, "*.log")
        raise UnreadableLog(f"{path!r} is a directory; name its files by a glob: {pattern!r}")
    if not os.path.exists(path):
        raise UnreadableLog(f"there is no file {path!r}; mend the path, or give a glob")
    if not os.path.isfile(path):
        raise UnreadableLog(
            f"{path!r} is no regular file, and a log is read more than once; write it to a file "
            "first (compressed files are read as they are)"
        )


def _real(path: str) -> str:
    return os.path.realpath(path)
