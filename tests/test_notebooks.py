"""The notebooks as committed: executed from top to bottom, and nothing of a machine in them."""

import json
import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent.parent / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
MACHINE = re.compile(
    r"/(?:home|root|Users|tmp|var|opt|usr|work|mnt|private)/|[A-Z]:\\|site-packages|ipykernel_\d"
    r"| at 0x[0-9a-f]{6,}"
)


@pytest.fixture(params=NOTEBOOKS, ids=lambda path: path.stem)
def cells(request):
    """The cells of a notebook that hold code."""
    found = [cell for cell in json.loads(request.param.read_text())["cells"] if is_code(cell)]
    assert len(found) > 3
    return found


def is_code(cell):
    """Whether there is something to execute."""
    return cell["cell_type"] == "code" and "".join(cell["source"]).strip() != ""


def texts(output):
    """What an output says, pictures aside."""
    for part in (output.get("text", ""), *output.get("data", {}).items()):
        kind, said = part if isinstance(part, tuple) else ("text/plain", part)
        if not kind.startswith("image/"):
            yield "".join(said) if isinstance(said, list) else str(said)


def test_all_are_there():
    assert [path.stem for path in NOTEBOOKS] == ["advice", "flights", "orders", "row_keys"]


def test_executed_from_top_to_bottom(cells):
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))


def test_outputs_are_stored(cells):
    outputs = [output for cell in cells for output in cell["outputs"]]
    kinds = {kind for output in outputs for kind in output.get("data", {})}
    assert {"text/html", "image/png"} <= kinds


def test_nothing_went_wrong(cells):
    for output in (output for cell in cells for output in cell["outputs"]):
        assert output["output_type"] != "error"
        assert output.get("name") != "stderr", output
        assert not any("Traceback (most recent" in text for text in texts(output))


def test_nothing_of_a_machine(cells):
    said = [text for cell in cells for output in cell["outputs"] for text in texts(output)]
    assert said
    assert [found[0] for text in said if (found := MACHINE.search(text))] == []
    assert [found[0] for cell in cells if (found := MACHINE.search("".join(cell["source"])))] == []
