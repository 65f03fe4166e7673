"""Notebooks as pages of the site: their cells are run when the site is built, their pictures become files.

The files contain no outputs, so none can be stale. Nothing of Jupyter is needed for this.
"""

from __future__ import annotations

import ast
import io
import json
import re
from contextlib import redirect_stdout
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[1] / "how-to" / "notebooks"
SVG = re.compile(r"<svg\b.*?</svg>", re.DOTALL)
WIDTH = re.compile(r'\bwidth="([\d.]+)"')
PICTURES = "../../pictures/notebooks"  # seen from a page


@dataclass(frozen=True)
class Cell:
    """A cell with what running it shows: HTML, or nothing."""

    kind: str
    source: str
    shown: str = ""


def notebooks() -> list[Path]:
    """The notebooks of the documentation."""
    return sorted(FOLDER.glob("*.ipynb"))


def cells(path: Path) -> list[Cell]:
    """The cells of a notebook, not yet run."""
    found = json.loads(path.read_text("utf-8"))["cells"]
    return [Cell(each["cell_type"], "".join(each["source"])) for each in found]


def run(path: Path) -> list[Cell]:
    """The cells of a notebook after running them in order, in one namespace."""
    names: dict[str, Any] = {"__name__": "__main__"}
    return [
        Cell(cell.kind, cell.source, executed(cell.source, names)) if cell.kind == "code" else cell
        for cell in cells(path)
    ]


def executed(source: str, names: dict[str, Any]) -> str:
    """What a cell shows: what it prints, then the value of its last line if that is an expression.

    >>> executed("x = 2\\nprint(x)\\nx + 1", {})
    '<pre>2</pre>\\n<pre>3</pre>'
    """
    tree, value = ast.parse(source), None
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    with redirect_stdout(io.StringIO()) as printed:
        exec(compile(tree, "<cell>", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
    text = printed.getvalue().rstrip()
    return "\n".join(part for part in (f"<pre>{escape(text)}</pre>" if text else "", shown(value)) if part)


def shown(value: object) -> str:
    """A value as a notebook shows it: HTML, SVG, or text; mathematics as the text of the term.

    >>> shown(None), shown("<")
    ('', '<pre>&#x27;&lt;&#x27;</pre>')
    """
    if value is None:
        return ""
    for name in ("_repr_html_", "_repr_svg_"):
        found = getattr(value, name, lambda: None)()
        if found is not None:
            return str(found)
    text = str(value) if hasattr(value, "_repr_latex_") else repr(value)
    return f"<pre>{escape(text)}</pre>"


def page(path: Path) -> tuple[str, dict[str, str]]:
    """A notebook as Markdown, and its pictures by the names of their files."""
    pictures: dict[str, str] = {}

    def kept(found: re.Match[str]) -> str:
        name = f"{path.stem}-{len(pictures) + 1}.svg"
        pictures[name] = found[0]
        wide = WIDTH.search(found[0].partition(">")[0])
        size = f' width="{float(wide[1]):.0f}"' if wide else ""
        return f'<img src="{PICTURES}/{name}"{size} alt="Output of the cell above">'

    parts = []
    for cell in run(path):
        if cell.kind == "markdown":
            parts.append(cell.source)
            continue
        parts.append(f"```python\n{cell.source}\n```")
        if cell.shown:
            parts.append(f'<div class="output">\n{SVG.sub(kept, cell.shown)}\n</div>')
    note = f"*This page is a notebook: [{path.name}]({path.name}).*"
    return "\n\n".join([parts[0], note, *parts[1:]]) + "\n", pictures


def pages() -> dict[str, str]:
    """Every notebook as a page of the site, with its pictures, by their places in docs/."""
    made = {}
    for path in notebooks():
        text, pictures = page(path)
        made[f"how-to/notebooks/{path.stem}.md"] = text
        made |= {f"pictures/notebooks/{name}": picture for name, picture in pictures.items()}
    return made
