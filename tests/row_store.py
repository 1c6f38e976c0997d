"""A real sorted store under encoded keys: LMDB, whose entries are read one by one and counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import lmdb
import pyarrow as pa

import shardkey as sk

Row = dict[str, Any]


class Store:
    """The rows of a table under the keys of a layout; a later row overwrites an equal key."""

    def __init__(self, layout: sk.RowKey, table: pa.Table, folder: Path) -> None:
        self.layout = layout
        self.rows = table.to_pylist()
        self._schema = table.schema
        keys = pa.chunked_array(layout.encode(table)).to_pylist()
        self._store = lmdb.open(str(folder), map_size=1 << 30, sync=False)
        with self._store.begin(write=True) as writing:
            for number, key in enumerate(keys):
                writing.put(key, number.to_bytes(8, "big"))
        self.entries = self._store.stat()["entries"]

    def read(self, read: sk.Read, keep: Callable[[Row], bool], **values: Any) -> tuple[list, int]:
        """Give the numbers of the rows that a read returns, and how many entries it touched.

        What the scan's bounds do not select, `keep` throws away; the limit is of what it keeps.
        """
        scan = self.layout.scan(read, schema=self._schema, **values)
        found: list[int] = []
        touched = 0
        for run in reversed(scan.slices) if scan.reverse else scan:
            kept: list[int] = []
            for number in self._entries(run, scan.reverse):
                touched += 1
                if keep(self.rows[number]):
                    kept.append(number)
                if len(kept) == read.limit:
                    break
            found += kept
        return found, touched

    def _entries(self, run: sk.Slice, reverse: bool) -> Iterator[int]:
        with self._store.begin() as reading, reading.cursor() as cursor:
            if reverse:
                there = run.stop is not None and cursor.set_range(run.stop)
                there = cursor.prev() if there else cursor.last()
                while there and cursor.key() >= run.start:
                    yield int.from_bytes(cursor.value(), "big")
                    there = cursor.prev()
            else:
                there = cursor.set_range(run.start)
                while there and cursor.key() in run:
                    yield int.from_bytes(cursor.value(), "big")
                    there = cursor.next()
