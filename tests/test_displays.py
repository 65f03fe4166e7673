"""What notebooks show: positions, moves, terms, games, answers and statistics draw themselves."""

from __future__ import annotations

import pickle
import re
from fractions import Fraction
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

import lasker

SVG = re.compile(r"<svg.*?</svg>", re.DOTALL)
VOID = {"img", "br"}
SEVERAL = ("amazons", "crazyhouse", "glinski", "go9", "nine_mens_morris", "raumschach")


class Balanced(HTMLParser):
    """Complains where an element is closed that is not the last one opened."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def drawn(page: str | None, pictures: int) -> str:
    """The page, after looking at its elements and counting its pictures, which are well-formed."""
    assert page is not None
    found = SVG.findall(page)
    Balanced(SVG.sub("", page))
    for picture in found:
        ElementTree.fromstring(picture)
    assert len(found) == pictures
    return page


def test_a_move_is_an_arrow_and_what_it_takes() -> None:
    here = lasker.load("chess").position("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    takes, goes = here.read("exd5")._repr_svg_(), here.read("e5")._repr_svg_()
    assert takes.count('class="arrow"') == goes.count('class="arrow"') == 1
    assert (takes.count('class="highlight"'), goes.count('class="highlight"')) == (1, 0)
    assert here.read("e5").svg(arrows=[]).count('class="arrow"') == 0


@pytest.mark.parametrize("name", SEVERAL)
def test_the_first_moves_can_be_drawn(name: str) -> None:
    start = lasker.load(name).start()
    for move in (start.moves[0], start.moves[-1]):
        ElementTree.fromstring(move._repr_svg_())


def test_what_chance_does_is_shown_by_its_result() -> None:
    start = lasker.load("einstein").start()
    while start.player >= 0:
        start = start.play(start.moves[0])
    ElementTree.fromstring(start.moves[0]._repr_svg_())


def test_a_game_shows_its_first_position_and_its_facts() -> None:
    page = drawn(lasker.load("xiangqi")._repr_html_(), 1)
    assert "red, black" in page
    assert "horse 傌 馬" in page


def test_a_game_without_a_start_is_shown_without_a_picture() -> None:
    game = lasker.load('lasker 1\ngame "A < B"\nplayers one\nboard 2x1\npiece stone ●\nmove = %●: step(r)\n')
    assert "<strong>A &lt; B</strong>" in drawn(game._repr_html_(), 0)


def test_an_outcome_says_why_and_for_whom() -> None:
    page = drawn(lasker.Outcome((Fraction(1, 2), Fraction(1, 2)), "a < b")._repr_html_(), 0)
    assert "a &lt; b" in page
    assert "player 1: 1/2" in page


def test_playouts_are_a_table_and_a_histogram() -> None:
    found = lasker.load("tictactoe").playouts(50, plies=7, backend="python")
    page = drawn(found._repr_html_(), 1)
    assert f"<span>not finished</span></td><td><span>{found.unfinished}" in page
    assert "player 1" in page


def test_a_study_shows_its_charts_and_measures() -> None:
    found = lasker.study(lasker.load("tictactoe"), seed=1, games=12)
    assert isinstance(found, lasker.Study)
    page = drawn(found._repr_html_(), 2)
    assert "three in a line" in page
    assert "branching" in page


@pytest.mark.parametrize(("text", "pictures"), [("♖..;♙♗♙", 1), ("♙ + u. -> . + u♙", 3), ("♙ | r♖", 2)])
def test_fragments_and_rewritings_are_pictures(text: str, pictures: int) -> None:
    drawn(lasker.parse(text)._repr_html_(), pictures)


def test_squares_that_a_rewriting_keeps_are_marked() -> None:
    page = drawn(lasker.parse("♙ + u. -> . ")._repr_html_(), 3)
    assert page.count(">=<") == 1


def test_other_terms_are_mathematics() -> None:
    term = lasker.parse("ride(u, enemy)")
    assert term._repr_html_() is None
    assert term._repr_latex_().startswith("$")


def test_a_verdict_shows_its_proof_or_its_boards() -> None:
    assert "nil then M is M" in drawn(lasker.equal("nil M", "M")._repr_html_(), 0)
    different = lasker.equal("M N", "N M")
    page = drawn(different._repr_html_(), len(SVG.findall(different._repr_html_() or "")))
    assert "the right leads to" in page
    assert "<code>M = " in page
    assert drawn(pickle.loads(pickle.dumps(different))._repr_html_(), len(SVG.findall(page))) == page
    assert lasker.Verdict(None, ("nobody asked",))._repr_html_() is None


def test_characteristics_show_the_position_and_the_notions() -> None:
    found = lasker.classify(lasker.load("tictactoe").position("XX1/OO1/3 x 5"), within=1)
    page = drawn(found._repr_html_(), 1)
    assert "win for x within 1 plies" in page
    assert "<td><span>drawable</span></td><td><span>no</span></td>" in page


def test_a_line_shows_score_and_moves() -> None:
    page = drawn(lasker.Line(("e2e4", "e7e5"), 35, None, 8, 12, 1000, 0.1)._repr_html_(), 0)
    assert "+0.35" in page
    assert "mate in 2" in lasker.Line(("a1a8",), 29_997, 3, 4, 4, 100, 0.1)._repr_html_()
