"""Files of rows for the command line, read by pyarrow, polars or duckdb."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .errors import InvalidArgument, MissingDependency, UnknownTable

#: The kinds of files, by the end of their names.
_KINDS = {
    ".parquet": "parquet",
    ".pq": "parquet",
    ".csv": "csv",
    ".arrow": "arrow",
    ".feather": "arrow",
    ".ipc": "arrow",
}


class ParquetRows:
    """The rows of a Parquet file, which are read in batches and each time anew."""

    def __init__(self, path: Path) -> None:
        self._parquet = importlib.import_module("pyarrow.parquet")
        self._path = path
        with self._parquet.ParquetFile(path) as file:
            self.schema = file.schema_arrow
            self.num_rows = file.metadata.num_rows

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Export the rows as an Arrow stream."""
        arrow = importlib.import_module("pyarrow")
        batches = self._parquet.ParquetFile(self._path).iter_batches()
        reader = arrow.RecordBatchReader.from_batches(self.schema, batches)
        return reader.__arrow_c_stream__(requested_schema)


def table_and_path(text: str) -> tuple[str | None, Path]:
    """Take ``orders=orders.parquet`` apart; a file that has such a name is one."""
    table, equals, path = text.partition("=")
    if equals and table and not Path(text).exists():
        return table, Path(path)
    return None, Path(text)


def read_rows(path: Path) -> Any:
    """Read a table of rows."""
    kind = _KINDS.get(path.suffix.lower())
    if kind is None:
        known = ", ".join(_KINDS)
        raise InvalidArgument(f"rows are read from {known} files; {str(path)!r} is none of them")
    if not path.is_file():
        raise InvalidArgument(f"there is no file {str(path)!r} to read rows from")
    read = _reader(kind)
    try:
        return read(path)
    except Exception as error:  # each package has errors of its own
        raise InvalidArgument(f"rows can not be read from {str(path)!r}: {error}") from error


def _reader(kind: str) -> Callable[[Path], Any]:
    """Choose what reads this kind of file: the first package that is installed and can."""
    for package, readers in _READERS.items():
        if kind in readers and importlib.util.find_spec(package) is not None:
            return readers[kind]
    able = [package for package, readers in _READERS.items() if kind in readers]
    raise MissingDependency(
        f"a {kind} file is read by {' or '.join(able)}, and none of them is installed; "
        "install one: pip install pyarrow"
    )


def _arrow_csv(path: Path) -> Any:
    return importlib.import_module("pyarrow.csv").read_csv(path)


def _arrow_ipc(path: Path) -> Any:
    arrow, ipc = (importlib.import_module(name) for name in ("pyarrow", "pyarrow.ipc"))
    source = arrow.memory_map(str(path))
    try:
        return ipc.open_file(source).read_all()
    except arrow.ArrowInvalid:  # a stream that was written to a file
        source.seek(0)
        return ipc.open_stream(source).read_all()


def _polars(function: str, **options: Any) -> Callable[[Path], Any]:
    return lambda path: getattr(importlib.import_module("polars"), function)(path, **options)


def _duckdb(function: str) -> Callable[[Path], Any]:
    return lambda path: getattr(importlib.import_module("duckdb"), function)(str(path))


_READERS: dict[str, dict[str, Callable[[Path], Any]]] = {
    "pyarrow": {"parquet": ParquetRows, "csv": _arrow_csv, "arrow": _arrow_ipc},
    "polars": {
        "parquet": _polars("read_parquet"),
        "csv": _polars("read_csv", try_parse_dates=True),
        "arrow": _polars("read_ipc"),
    },
    "duckdb": {"parquet": _duckdb("read_parquet"), "csv": _duckdb("read_csv")},
}


def by_table(given: list[str], table: str | None, known: list[str]) -> dict[str, Any]:
    """Read the rows of all tables, by name; without one it is the scored table, or the file's."""
    rows: dict[str, Any] = {}
    for text in given:
        name, path = table_and_path(text)
        name = name or table_of(path, table, known)
        if name in rows:
            raise UnknownTable(f"rows of {name!r} are given twice; name each: --rows TABLE=FILE")
        rows[name] = read_rows(path)
    return rows


def table_of(path: Path, table: str | None, known: list[str]) -> str:
    """Name the table of a file: the scored one, the one of the file's name, or the log's only."""
    if table is not None:
        return table
    same = [each for each in known if each.split(".")[-1].casefold() == path.stem.casefold()]
    if len(same) == 1:
        return same[0]
    if len(known) == 1:
        return known[0]
    listed = ", ".join(known) or "no table"
    raise UnknownTable(
        f"which table {str(path)!r} is of can not be told: the log has statements on {listed}; "
        "say it: --rows TABLE=FILE"
    )
