"""The gallery: every link and picture is there, nothing is loaded from elsewhere, no text breaks a page."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from lasker.cli import main
from lasker.drawing.diagrams.diagram_svg import diagram_svg
from lasker.gallery.entry import OWN, GalleryEntry
from lasker.gallery.figures import NAME, Figures
from lasker.gallery.piece_records import piece_record, restored
from lasker.gallery.site import write_gallery
from lasker.kernel.package_data import files
from lasker.movement.diagram import diagram
from lasker.movement.piece_context import kinds
from lasker.play import library

SOME = ["tictactoe", "breakthrough", "hex11"]
HOSTILE = """lasker 1
extends "tictactoe"
game   "A <script>alert(1)</script> & 'B'"
tags   "<b>" "small"
about  "Is <i> a tag? & so on."
source "A test </pre>."
"""


class Page(HTMLParser):
    """The links, texts and elements of a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value or "" for name, value in attrs if name in {"href", "src"}]
        self.ids += [value or "" for name, value in attrs if name == "id"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("gallery")
    own = folder / "own game.rules"
    own.write_text(HOSTILE)
    write_gallery(folder / "site", [*SOME, str(own)])
    return folder / "site"


def test_every_link_leads_somewhere_and_nowhere_else(site: Path) -> None:
    pages = {path.name: Page(path) for path in site.glob("*.html")}
    assert set(pages) == {"index.html", "own_game.html", *(f"{name}.html" for name in SOME)}
    for page in pages.values():
        assert len(set(page.ids)) == len(page.ids)
        for link in page.links:
            parts = urlsplit(link)
            assert not parts.scheme + parts.netloc, link
            target = parts.path
            assert not target or (site / target).is_file(), link
            if target.endswith(".html") and parts.fragment:
                assert parts.fragment in pages[target].ids, link


def test_texts_cannot_break_pages(site: Path) -> None:
    page = Page(site / "own_game.html")
    assert page.tags.count("script") == 1, "our own"
    assert {"i", "b"}.isdisjoint(page.tags)
    assert page.tags.count("pre") == 1


def test_every_picture_is_well_formed(site: Path) -> None:
    found = list((site / "pictures").glob("*.svg"))
    assert len(found) >= 2 * len(SOME)
    for path in found:
        ElementTree.fromstring(path.read_text("utf-8"))


def test_own_games_are_a_family(tmp_path: Path) -> None:
    file = tmp_path / "a.rules"
    file.write_text(HOSTILE)
    entry = GalleryEntry(str(file), Figures({"games": {}, "pieces": []}))
    assert (entry.family, entry.name, entry.tags) == (OWN, "a", ["<b>", "small"])


@pytest.mark.parametrize("name", ["breakthrough", "othello", "xiangqi"])
def test_a_kept_diagram_draws_as_the_diagram_does(name: str) -> None:
    game = library.model(name)
    for piece in kinds(game)[:2]:
        kept = restored(game, json.loads(json.dumps(piece_record(game, piece))))
        assert kept is not None
        own = diagram_svg(diagram(game, piece))
        without = [line for line in own.splitlines() if not line.startswith("<desc>")]
        again = [line for line in diagram_svg(kept).splitlines() if not line.startswith("<desc>")]
        assert again == without


def test_figures_of_other_rules_are_not_shown() -> None:
    model, other = library.model("tictactoe"), library.model("connect_four")
    kept = Figures({"games": {}, "pieces": []})
    kept.put("tictactoe", model, {"speed": 1.0}, [{"piece": "x"}])
    kept.put("connect_four", other, {}, [{"piece": "x"}])
    again = Figures(json.loads(kept.text(["tictactoe"])))
    assert again.of("tictactoe", model) == {"speed": 1.0}
    assert again.pieces("tictactoe", model) == [{"piece": "x"}]
    assert again.pieces("tictactoe", other) is None
    assert again.pieces("connect_four", other) is None, "only the games that were asked for are written"
    assert len(json.loads(kept.text(["tictactoe", "connect_four"]))["pieces"]) == 1, "equal pieces once"


def test_the_figures_that_are_shipped_can_be_read() -> None:
    file = files("lasker.gallery").joinpath(NAME)
    data = json.loads(file.read_text("utf-8"))
    assert data["games"]
    for name, entry in data["games"].items():
        assert name in library.sources()
        assert all(number < len(data["pieces"]) for number in entry["pieces"])


def test_the_command_writes_a_site_and_tells_where(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["gallery", str(tmp_path / "a"), "tictactoe", "--json"])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["games"] == 1
    assert (tmp_path / "a" / "index.html").is_file()
    assert CliRunner().invoke(main, ["gallery"]).exit_code == 2
    assert CliRunner().invoke(main, ["gallery", str(tmp_path / "b"), "no such game"]).exit_code == 2
