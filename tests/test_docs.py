"""What the documents promise: code that runs, commands that exist, an example for every name."""

import contextlib
import doctest
import inspect
import io
import re
from pathlib import Path

import pytest

import shardkey as sk

ROOT = Path(__file__).parent.parent
DOCUMENTS = ["README.md", "CONTRIBUTING.md", "benches/README.md"]
TARGETS = set(re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text(), re.MULTILINE))
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def blocks(language):
    """The README's code in a language, in order."""
    text = (ROOT / "README.md").read_text()
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def run_examples(text, name, namespace):
    """Run the examples in a text; give how many there were and what went wrong."""
    test = doctest.DocTestParser().get_doctest(text, namespace, name, None, 0)
    said = io.StringIO()
    result = doctest.DocTestRunner(optionflags=OPTIONS).run(test, out=said.write, clear_globs=False)
    namespace.update(test.globs)
    return result.attempted, said.getvalue()


def documented():
    """Every public class and function, and the methods of those that are native."""
    for name in sk.__all__:
        thing = getattr(sk, name)
        if not (inspect.isclass(thing) or inspect.isroutine(thing)):
            continue
        # These come of what is missing or broken: no example shows them on a sound machine.
        if name not in ("MissingDependency", "InternalError", "ShardkeyWarning"):
            yield name, thing
        if name in ("Queries", "Transactions"):
            for method in ("from_records", "from_table"):
                yield f"{name}.{method}", getattr(thing, method)


def test_the_code_of_the_readme_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = blocks("python")
    assert found, "the README has no Python"
    namespace = {}
    for number, block in enumerate(found, 1):
        if ">>>" in block:
            attempted, wrong = run_examples(block, f"README {number}", namespace)
            assert attempted, block
            assert not wrong, wrong
        else:
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile(block, f"README, block {number}", "exec"), namespace)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_commands_exist(document):
    code = re.findall(r"```.*?```|`[^`\n]+`", (ROOT / document).read_text(), re.DOTALL)
    named = {target for part in code for target in re.findall(r"\bmake ([a-z][a-z-]*)", part)}
    assert named, f"{document} names no target"
    assert named <= TARGETS


def test_the_readme_names_what_a_user_starts_with():
    text = (ROOT / "README.md").read_text()
    assert "make demo" in text
    assert "make test" in text


def test_every_target_for_users_has_a_help_text():
    text = (ROOT / "Makefile").read_text()
    told = set(re.findall(r"^([a-z][a-z-]*):.*## \S", text, re.MULTILINE))
    assert {
        "demo",
        "test",
        "bench",
        "lint",
        "core-test",
        "wheel",
        "notebooks",
        "docs",
        "clean",
    } <= told


@pytest.mark.parametrize(
    ("name", "thing"), [pytest.param(*pair, id=pair[0]) for pair in documented()]
)
def test_every_public_name_has_an_example_that_runs(name, thing, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = inspect.getdoc(thing) or ""
    assert ">>>" in text, f"{name} has no example"
    attempted, wrong = run_examples(text, name, {})
    assert attempted
    assert not wrong, wrong


def test_there_are_public_names():
    assert len(list(documented())) > 55


def test_the_versions_agree():
    changes = (ROOT / "CHANGELOG.md").read_text()
    cargo = re.search(r'^version = "(.+?)"', (ROOT / "Cargo.toml").read_text(), re.MULTILINE)
    assert cargo
    assert cargo[1] == sk.__version__
    assert f"## [{sk.__version__}]" in changes
