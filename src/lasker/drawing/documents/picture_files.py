"""Pictures written to files: SVG, or LaTeX if the name of the file ends in .tex."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lasker.drawing.documents.latex_document import document
from lasker.drawing.documents.svg_latex import picture
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


def write_picture(path: Path | str, *pictures: str) -> None:
    r"""Write SVG pictures to a file, below each other; as LaTeX if that is what the name says.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_picture(Path(folder, "a.tex"), '<svg viewBox="0 0 9 9"/>')
    ...     Path(folder, "a.tex").read_text().splitlines()[-1]
    '\\laskerend'
    """
    check_suffix(path)
    if Path(path).suffix == ".tex":
        write_text(path, document("\n\n".join(map(picture, pictures))))
    else:
        write_text(path, pictures[0] if len(pictures) == 1 else stacked(pictures))


def stacked(pictures: Sequence[str]) -> str:
    """Several pictures as one, below each other.

    >>> stacked(['<svg viewBox="0 0 10 5" width="10" height="5"></svg>'] * 2).count("<svg")
    3
    """
    sizes = [tuple(map(float, each.split('viewBox="')[1].split('"')[0].split()))[2:] for each in pictures]
    wide, high = max(size[0] for size in sizes), sum(size[1] for size in sizes)
    parts, top = [], 0.0
    for each, (_, tall) in zip(pictures, sizes, strict=True):
        parts.append(each.replace("<svg ", f'<svg x="0" y="{top:g}" ', 1).strip())
        top += tall
    size = f'viewBox="0 0 {wide:g} {high:g}" width="{wide:g}" height="{high:g}"'
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" {size}>', *parts, "</svg>\n"])
