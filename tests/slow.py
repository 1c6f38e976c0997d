"""A stream that takes its time, for what is told while work goes on."""

import time
from collections.abc import Iterable, Iterator
from itertools import chain

import pyarrow as pa


def slowly(batches: Iterable[pa.RecordBatch], pause: float = 0.05) -> pa.RecordBatchReader:
    """Give batches one by one, each after a pause in seconds."""
    rest = iter(batches)
    first = next(rest)

    def made() -> Iterator[pa.RecordBatch]:
        for batch in chain([first], rest):
            time.sleep(pause)
            yield batch

    return pa.RecordBatchReader.from_batches(first.schema, made())
