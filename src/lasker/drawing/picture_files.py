"""Pictures written to files: SVG, or LaTeX if the name of the file ends in .tex."""

from __future__ import annotations

from pathlib import Path

from lasker.drawing.document import document
from lasker.drawing.svg_latex import picture
from lasker.kernel.errors import FileError
from lasker.kernel.files import write_text

OTHERS = {
    ".png",
    ".jpg",
    ".jpeg",
    ".gif",
    ".webp",
    ".bmp",
    ".pdf",
    ".ps",
    ".eps",
}  # other pictures


def check_suffix(path: Path | str) -> None:
    """Raise FileError if the name of a file says that it is a picture of another format.

    >>> check_suffix("board.png")
    Traceback (most recent call last):
    ...
    lasker.kernel.errors.FileError: board.png: pictures are not written as .png
    """
    if (suffix := Path(path).suffix.lower()) in OTHERS:
        raise FileError(
            f"{path}: pictures are not written as {suffix}", remedy="name a file .svg, or .tex for LaTeX"
        )


def write_picture(path: Path | str, svg: str) -> None:
    r"""Write an SVG picture to a file, as LaTeX if that is what the name says.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_picture(Path(folder, "a.tex"), '<svg viewBox="0 0 9 9"/>')
    ...     Path(folder, "a.tex").read_text().splitlines()[-1]
    '\\laskerend'
    """
    check_suffix(path)
    write_text(path, document(picture(svg)) if Path(path).suffix == ".tex" else svg)
