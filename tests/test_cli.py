"""The command line: what it prints, where, and with which exit code."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import polars as pl
import pytest

import shardkey as sk
from log_texts import DDL, SLOW, STDERR
from shardkey import _cli, _cli_files
from shardkey._cli import main
from shardkey._cli_keys import key_of

ORDERS = pl.DataFrame({"order_id": [7, 9], "customer_id": [42, 43], "requests": [1.0, 2.0]})


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "postgresql.log").write_text(STDERR)
    (tmp_path / "slow.log").write_text(SLOW)
    (tmp_path / "schema.sql").write_text(DDL)
    (tmp_path / "odd.sql").write_text("select 1; selec 2; selec 3;")
    ORDERS.write_parquet("orders.parquet")
    ORDERS.write_csv("orders.csv")
    ORDERS.write_ipc("orders.arrow")
    return tmp_path


def run(capsys, *argv):
    """Run a command in this process: the exit code, standard output and standard error."""
    code = main(list(argv))
    return code, *capsys.readouterr()


def test_summary(here, capsys):
    code, out, err = run(capsys, "log", "summary", "postgresql.log")
    assert (code, err) == (0, "")
    assert out == f"{sk.read_log('postgresql.log').summary()}\n"


def test_summary_as_json(here, capsys):
    code, out, err = run(capsys, "log", "summary", "--json", "post*.log")
    assert (code, err) == (0, "")
    assert json.loads(out)["statements"] == 9


def test_files_of_a_shell_come_in_the_order_of_writing(here, capsys):
    for name in ("p.log", "p.log.1", "p.log.2"):
        (here / name).write_text(STDERR)
    code, out, _ = run(capsys, "log", "summary", "--json", "p.log", "p.log.1", "p.log.2")
    assert code == 0
    assert json.loads(out)["files"] == ["p.log.2", "p.log.1", "p.log"]


def test_shapes(here, capsys):
    code, out, err = run(capsys, "log", "shapes", "--by-time", "postgresql.log")
    assert (code, err) == (0, "")
    assert out == f"{sk.read_log('postgresql.log').shapes.by_time()}\n"
    code, out, _ = run(capsys, "log", "shapes", "--json", "postgresql.log")
    assert code == 0
    assert len(json.loads(out)["shapes"]) == 7


def test_formats(capsys):
    code, out, err = run(capsys, "log", "formats")
    assert (code, err) == (0, "")
    assert {"postgres-stderr", "postgres-csv", "mysql-slow"} <= set(out.split())


def test_how_to_read_can_be_said(here, capsys):
    how = ["--format", "postgres-stderr", "--prefix", "%m [%p] ", "--dialect", "postgres"]
    code, out, _ = run(
        capsys, "log", "summary", "--json", *how, "--encoding", "latin1", "postgresql.log"
    )
    assert code == 0
    assert json.loads(out)["prefix"] == "%m [%p] "


KEYS = ["--key", "customer_id", "--key", "order_id,customer_id"]


def test_score(here, capsys):
    argv = ["score", "--log", "postgresql.log", "--rows", "orders.parquet", *KEYS]
    code, out, err = run(capsys, *argv, "--shards", "4,16")
    assert (code, err) == (0, "")
    assert out.count("hash(customer_id)") == 2 and "hash(order_id, customer_id)" in out


def test_score_as_json_on_standard_output(here, capsys):
    argv = ["score", "--log", "postgresql.log", "--rows", "orders=orders.parquet", *KEYS]
    code, out, err = run(
        capsys, *argv, "--weight", "requests", "--rank-by", "peak_cost", "--json", "-"
    )
    assert (code, err) == (0, "")
    scores = json.loads(out)["scores"]
    assert scores[0]["candidate"] == "hash(customer_id)"
    assert scores[0]["shards"] == 64
    assert scores[0]["rows"] == 2 and sum(scores[0]["loads"]) == 3.0


def test_score_as_json_in_a_file(here, capsys):
    argv = ["score", "--log", "postgresql.log", "--table", "orders", *KEYS, "--json", "out.json"]
    code, out, _ = run(capsys, *argv)
    assert code == 0 and "hash(customer_id)" in out
    assert json.loads((here / "out.json").read_text())["schema_version"] == 1
    assert "loads" in (here / "out.json").read_text()


@pytest.mark.parametrize(
    ("package", "name"),
    [
        (package, f"orders.{kind}")
        for package, kinds in _cli_files._READERS.items()
        for kind in kinds
    ],
)
def test_rows_are_read_by_what_is_installed(here, capsys, monkeypatch, name, package):
    only = {package: _cli_files._READERS[package]}
    monkeypatch.setattr(_cli_files, "_READERS", only)
    argv = ["score", "--log", "postgresql.log", "--rows", name, "--key", "customer_id"]
    code, out, err = run(capsys, *argv, "--json", "-", "--weight", "requests")
    assert (code, err) == (0, "")
    [score] = json.loads(out)["scores"]
    assert (score["rows"], score["fanout_mean"], sum(score["loads"])) == (2, 1.0, 3.0)


def test_nothing_that_reads_files(here, capsys, monkeypatch):
    monkeypatch.setattr(_cli_files.importlib.util, "find_spec", lambda name: None)
    argv = ["score", "--log", "postgresql.log", "--rows", "orders.parquet", "--key", "customer_id"]
    code, out, err = run(capsys, *argv)
    assert (code, out) == (1, "")
    assert err.count("\n") == 1 and "pip install pyarrow" in err


def test_a_schema_gives_types(here, capsys):
    argv = ["score", "--log", "postgresql.log", "--schema", "schema.sql", "--table", "orders"]
    code, out, _ = run(capsys, *argv, "--key", "order_id", "--json", "-")
    assert code == 0
    assert json.loads(out)["scores"][0]["fanout_mean"] == 64.0


# Exit codes


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (["log", "summary", "nowhere.log"], "no file 'nowhere.log'"),
        (["log", "summary", "nowhere*.log"], "nowhere*.log"),
        (["log", "summary", "."], "directory"),
        (["log", "summary", "--format", "nope", "slow.log"], "nope"),
        (["log", "summary", "schema.parquet"], "schema.parquet"),
        (["log", "summary", "orders.parquet"], "orders.parquet"),
        (["log", "shapes", "--by-time", "--format", "sql", "schema.sql"], "how long"),
        (["score", "--log", "postgresql.log", "--key", "customer_id"], "--table orders"),
        (["score", "--log", "slow.log", "--key", "nope"], "nope"),
        (["score", "--log", "slow.log", "--rows", "no.parquet", "--key", "x"], "no.parquet"),
        (["score", "--log", "slow.log", "--rows", "slow.log", "--key", "x"], ".parquet"),
        (["score", "--log", "slow.log", "--schema", "no.sql", "--key", "x"], "no.sql"),
        (["score", "--log", "slow.log", "--key", "x", "--json", "no/out.json"], "no directory"),
        (
            ["score", "--log", "slow.log", *["--rows", "a=orders.csv"] * 2, "--key", "x"],
            "twice",
        ),
    ],
    ids=" ".join,
)
def test_what_is_wrong_is_one_line(here, capsys, argv, says):
    code, out, err = run(capsys, *argv)
    assert (code, out) == (1, "")
    errors = [line for line in err.splitlines() if "warning" not in line]
    assert len(errors) == 1 and says in errors[0]
    assert "Traceback" not in err


@pytest.mark.parametrize(
    "argv",
    [
        [],
        ["log"],
        ["log", "summary"],
        ["log", "summary", "--nope", "slow.log"],
        ["score", "--log", "slow.log"],
        ["score", "--key", "x"],
        ["score", "--log", "slow.log", "--key", "week(x)"],
        ["score", "--log", "slow.log", "--key", "a,,b"],
        ["score", "--log", "slow.log", "--key", "prefix(a)"],
        ["score", "--log", "slow.log", "--key", "prefix(a, x)"],
        ["score", "--log", "slow.log", "--key", "x", "--shards", "many"],
        ["score", "--log", "slow.log", "--key", "x", "--shards", "4,4"],
        ["score", "--log", "slow.log", "--key", "x", "--shards", "0"],
        ["score", "--log", "slow.log", "--key", "x", "--rank-by", "beauty"],
        ["score", "--log", "slow.log", "--key", "x", "--weight", "w"],
    ],
    ids=" ".join,
)
def test_mistakes_in_a_command(here, capsys, argv):
    code, out, err = run(capsys, *argv)
    assert (code, out) == (2, "")
    assert "usage: shardkey" in err and "Traceback" not in err


def test_little_understood_is_three(here, capsys):
    code, out, err = run(capsys, "log", "summary", "--format", "sql", "odd.sql")
    assert code == 3
    assert "selec" in out
    assert err.count("\n") == 1 and err.startswith("shardkey: warning: only 33")


def test_help_and_version(capsys):
    assert run(capsys, "--version")[:2] == (0, f"shardkey {sk.__version__}\n")
    code, out, _ = run(capsys, "--help")
    assert code == 0 and "exit codes" in out


def test_interrupted(here, capsys, monkeypatch):
    def interrupted(args):
        raise KeyboardInterrupt

    monkeypatch.setattr(_cli, "run_summary", interrupted)
    assert run(capsys, "log", "summary", "slow.log") == (130, "", "")


# Keys


@pytest.mark.parametrize(
    "text",
    [
        "customer_id",
        "order_id, customer_id",
        "customer_id, month(created_at)",
        "part(sku, '-', 0), mod(id, 8)",
        "part(sku, ',', -1), prefix(sku, 2)",
        "part(sku, ')', 0)",
        "a space, ümlaut",
    ],
)
def test_keys_are_written_as_they_print(text):
    assert key_of(text).name == f"hash({text})"


# In a pipeline


def shell(command, cwd):
    environment = {**os.environ, "PYTHON": sys.executable}
    return subprocess.run(
        ["bash", "-c", f'set -o pipefail; shardkey() {{ "$PYTHON" -m shardkey "$@"; }}; {command}'],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_in_a_pipeline(here):
    score = "shardkey score --log postgresql.log --rows orders.parquet --key customer_id --json -"
    done = shell(f"{score} | \"$PYTHON\" -c 'import json,sys; json.load(sys.stdin)'", here)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_closed_pipe_ends_quietly(here):
    (here / "many.sql").write_text("".join(f"select {at} as c{at};\n" for at in range(20_000)))
    done = shell("shardkey log shapes --json --format sql many.sql | head -n 1", here)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "{\n"


def test_an_ascii_terminal(here):
    done = shell("PYTHONIOENCODING=ascii shardkey log summary postgresql.log", here)
    assert done.returncode == 0, done.stderr
    assert "What was read" in done.stdout


def test_the_command_is_installed(here):
    command = os.path.join(os.path.dirname(sys.executable), "shardkey")
    done = subprocess.run([command, "log", "formats"], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "mysql-slow" in done.stdout
