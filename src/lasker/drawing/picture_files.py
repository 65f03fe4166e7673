"""Pictures written to files: SVG, or LaTeX if the name of the file ends in .tex."""

from __future__ import annotations

from pathlib import Path

from lasker.drawing.document import document
from lasker.drawing.svg_latex import picture
from lasker.kernel.files import write_text


def write_picture(path: Path | str, svg: str) -> None:
    r"""Write an SVG picture to a file, as LaTeX if that is what the name says.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_picture(Path(folder, "a.tex"), '<svg viewBox="0 0 9 9"/>')
    ...     Path(folder, "a.tex").read_text().splitlines()[-1]
    '\\laskerend'
    """
    write_text(path, document(picture(svg)) if Path(path).suffix == ".tex" else svg)
