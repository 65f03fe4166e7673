"""Writes the gallery: every file by its name, then to a folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from lasker.gallery.entry import GalleryEntry
from lasker.gallery.figures import Figures
from lasker.gallery.pages import PICTURES, framed, game_body, index_body, picture_name, scene_name
from lasker.kernel.files import make_folder, write_text
from lasker.kernel.package_data import files
from lasker.play import library

__all__ = ["ASSETS", "asset", "entries", "game_body", "index_body", "pictures", "write_gallery"]
ASSETS = ("gallery.css", "gallery.js")
TITLE = "Games"


def entries(names: Sequence[str] = ()) -> list[GalleryEntry]:
    """Entries of the named games; of the whole library by default, with the diagrams that are kept."""
    kept, computes = Figures.read(), bool(names)
    return [GalleryEntry(library.canonical(name), kept, computes) for name in names or library.sources()]


def pictures(entry: GalleryEntry) -> Iterator[tuple[str, str]]:
    """The pictures of a game: name of a file and text.

    >>> [name for name, _ in pictures(*entries(["breakthrough"]))]
    ['pictures/breakthrough.svg', 'pictures/breakthrough-scene.svg', 'pictures/breakthrough-1.svg']
    """
    yield f"{PICTURES}/{entry.name}.svg", entry.start
    yield f"{PICTURES}/{scene_name(entry)}", entry.scene
    for number, piece in enumerate(entry.pieces):
        if piece.diagram:
            yield f"{PICTURES}/{picture_name(entry, number)}", piece.diagram


def asset(name: str) -> str:
    """The text of a style sheet or script."""
    return files("lasker.gallery").joinpath(name).read_text("utf-8")


def write_gallery(
    folder: Path, names: Sequence[str] = (), tell: Callable[[str], None] = lambda name: None
) -> list[Path]:
    """Write the gallery of some games, or of the whole library, to a folder; `tell` hears which game is done.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as place:
    ...     sorted(path.name for path in write_gallery(Path(place), ["tictactoe"]) if path.suffix == ".html")
    ['index.html', 'tictactoe.html']
    """
    found = entries(names)
    written = []

    def write(name: str, text: str) -> None:
        write_text(folder / name, text)
        written.append(folder / name)

    make_folder(folder / PICTURES)
    known = [entry.name for entry in found]
    for entry in found:
        for name, text in pictures(entry):
            write(name, text)
        write(f"{entry.name}.html", framed(entry.title, game_body(entry, "index.html", known), entry.about))
        tell(entry.name)
    head = (
        f"<h1>{TITLE}</h1><p>{len(found)} games. <code>lasker serve NAME</code> opens one in the browser.</p>"
    )
    write("index.html", framed(TITLE, head + index_body(found)))
    for name in ASSETS:
        write(name, asset(name))
    return written
