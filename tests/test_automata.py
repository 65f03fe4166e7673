"""Automata of moves: they accept what the move does, and are drawn with every state and letter."""

from __future__ import annotations

import re
from pathlib import Path
from typing import cast
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

import lasker
from lasker.algebra.decision.automaton import Automaton, Guards, automaton
from lasker.algebra.decision.relational_models import Model, related
from lasker.algebra.moves import Move, Repeat, Variable
from lasker.cli import main
from lasker.kernel.errors import LimitError
from test_dynamic_logic import pairs_of_terms, small_models
from test_latex_pictures import compiled


def run(found: Automaton, model: Model) -> set[tuple[int, int]]:
    """Where an automaton leads in a model: states and positions are reached together."""

    def hold(guards: Guards, at: int) -> bool:
        return all(related(guard, model)[at] for guard in guards)

    ends = set()
    for start in range(model.size):
        reached = {(0, start)}
        for state, at in (todo := [(0, start)]):  # the list grows
            for edge in found.edges:
                if edge.start == state and hold(edge.guards, at):
                    row = related(edge.letter, model)[at]
                    new = {(edge.end, to) for to in range(model.size) if row >> to & 1} - reached
                    reached |= new
                    todo += sorted(new)
        ends |= {
            (start, at)
            for state, at in reached
            for last, guards in found.stops
            if last == state and hold(guards, at)
        }
    return ends


def test_an_automaton_leads_where_the_move_leads() -> None:
    for move, _ in pairs_of_terms(3, 40):
        found = automaton(move)
        for size, arrows in small_models()[::23]:
            model = Model(size, arrows)
            rows = related(move, model)
            assert run(found, model) == {
                (a, b) for a, row in enumerate(rows) for b in range(size) if row >> b & 1
            }


def test_an_automaton_has_few_states() -> None:
    def states(text: str) -> int:
        return len(automaton(cast(Move, lasker.parse(text, variables=True).value)).states)

    assert [states(text) for text in ("M", "M*", "M N", "(M | N)* M", "[M] N*")] == [2, 1, 3, 2, 2]
    with pytest.raises(LimitError):
        automaton(Repeat(Repeat(Variable("M"), 9, 9), 9, 9))


def test_automata_are_drawn(tmp_path: Path) -> None:
    asked = ["equal", "(M // N P)* [M]", "%♖: step(u)* step(r) | M{2,3} N"]
    for name in ("a.svg", "a.tex", "a.dot"):
        assert CliRunner().invoke(main, [*asked, "--automata", str(tmp_path / name)]).exit_code == 1
    root = ElementTree.fromstring((tmp_path / "a.svg").read_text())
    texts = [each.text or "" for each in root.iter() if each.tag.endswith("text")]
    assert any(text.startswith("left: ") for text in texts)
    dot = (tmp_path / "a.dot").read_text()
    circles = [each for each in root.iter() if each.get("class") == "state"]
    assert len(circles) == len(re.findall(r"^  \d+ \[shape", dot, re.MULTILINE))
    assert '[label="![M] N"]' in dot
    compiled([(tmp_path / "a.tex").read_text()], tmp_path)
    assert CliRunner().invoke(main, ["equal", "R", "R", "--automata", str(tmp_path / "b.svg")]).exit_code == 2
