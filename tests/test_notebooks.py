"""The notebooks of the documentation run, here and in a kernel of Jupyter; their files have no outputs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from docs.generate.notebooks import cells, executed, notebooks, page, run

QUICK = "teacher"  # the notebook that `make test` also runs in a kernel
books = pytest.mark.parametrize("path", notebooks(), ids=lambda path: path.stem)


@pytest.fixture(autouse=True)
def _as_users_have_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Native code, as for everybody who does not ask for another backend."""
    monkeypatch.delenv("LASKER_BACKEND", raising=False)


def test_there_is_one_for_each_kind_of_user() -> None:
    assert [path.stem for path in notebooks()] == [
        "problem-composer",
        "researcher",
        "teacher",
        "variant-designer",
    ]


@books
def test_files_have_no_outputs(path: Path) -> None:
    book = json.loads(path.read_text("utf-8"))
    assert book["nbformat"] == 4
    assert len({cell["id"] for cell in book["cells"]}) == len(book["cells"])
    for cell in book["cells"]:
        if cell["cell_type"] == "code":
            assert (cell["outputs"], cell["execution_count"]) == ([], None)


@books
def test_every_cell_runs_and_pictures_are_shown(path: Path) -> None:
    text, pictures = page(path)
    assert len(pictures) >= 4
    assert text.count("<img ") == len(pictures)
    assert text.count("```python") == sum(cell.kind == "code" for cell in cells(path))
    assert "<svg" not in text


def test_a_cell_that_fails_is_an_error(tmp_path: Path) -> None:
    book = tmp_path / "bad.ipynb"
    book.write_text(json.dumps({"cells": [{"cell_type": "code", "source": ["1/0"]}]}))
    with pytest.raises(ZeroDivisionError):
        run(book)


def test_a_cell_shows_its_last_value_alone() -> None:
    assert executed("1\n2", {}) == "<pre>2</pre>"
    assert executed("x = 1", {}) == executed("None", {}) == ""


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=() if path.stem == QUICK else pytest.mark.soak)
        for path in notebooks()
    ],
)
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
def test_it_runs_in_a_kernel(path: Path) -> None:
    for needed in ("nbclient", "ipykernel"):
        pytest.importorskip(needed, reason=f"NOT TESTED for want of {needed}: pip install '.[peers]'")
    import nbclient
    import nbformat

    book = nbformat.read(path, as_version=4)
    nbformat.validate(book)
    nbclient.NotebookClient(book, timeout=300, kernel_name="python3").execute()
    kinds = {kind for cell in book.cells for out in cell.get("outputs", ()) for kind in out.get("data", {})}
    assert {"text/html", "image/svg+xml"} <= kinds
