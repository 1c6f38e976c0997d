"""numpy alone is enough: any table that speaks Arrow will do, and nothing else is imported."""

import subprocess
import sys

import pytest

import shardkey as sk

arro3 = pytest.importorskip("arro3.core")

OPTIONAL = ["IPython", "duckdb", "matplotlib", "pandas", "polars", "pyarrow", "tqdm"]

SCRIPT = f"""
import sys
for name in {OPTIONAL!r}:
    sys.modules[name] = None  # an import of it fails
import arro3.core
import shardkey as sk
rows = arro3.core.Table.from_pydict({{
    "customer_id": arro3.core.Array([1, 1, 2, None], arro3.core.DataType.int64()),
    "order_id": arro3.core.Array(["a", "b", "c", "d"], arro3.core.DataType.utf8()),
}})
report = sk.score(["customer_id", "order_id"], sk.Workload(rows), shards=4)
print(report)
print(len(report._repr_html_()), report.to_json() != "")
print([score.loads.tolist() for score in report])
try:
    report.plot.loads()
except sk.MissingDependency as error:
    print(error)
"""


def table():
    """Three customers, one of them null, and four orders."""
    customers = arro3.Array([1, 1, 2, None], arro3.DataType.int64())
    orders = arro3.Array(["a", "b", "c", "d"], arro3.DataType.utf8())
    return arro3.Table.from_pydict({"customer_id": customers, "order_id": orders})


def test_a_table_of_arro3():
    report = sk.score(["customer_id", "order_id"], sk.Workload(table()), shards=4)
    keys = {score.name: (score.distinct_keys, score.loads.sum()) for score in report}
    assert keys == {"hash(customer_id)": (3, 4.0), "hash(order_id)": (4, 4.0)}


def test_a_report_comes_out_as_arrow():
    report = sk.score(["customer_id", "order_id"], sk.Workload(table()), shards=[4, 16])
    assert arro3.Table(report).num_rows == 4


def test_nothing_else_is_imported():
    command = [sys.executable, "-W", "error", "-c", SCRIPT]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "hash(customer_id)" in done.stdout
    assert "matplotlib" in done.stdout
