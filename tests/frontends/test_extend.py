"""A specification on top of another: what it says replaces what was; mistakes stand where they stand."""

from __future__ import annotations

from pathlib import Path

import pytest

from lasker.frontends._yaml.specification.resolved import read
from lasker.kernel.errors import LaskerError
from lasker.kernel.source import Source
from lasker.play.game import load
from lasker.play.library import find, joined
from specified import targets

BASE = """
game: Base
board: 4x4
regions: {far: {each: rank 4}}
counters: {score: {high: 3, each: true}}
effects: {capture: score += 1}
start: [aabb, ...., ...., BBAA]
pieces:
  - {piece: A, displacement: [[0, 1]], guards: {calm: to is empty}}
  - {piece: B, displacement: [[1, 1]], symmetric: all, slide: true}
ends:
  rich: {won: score = 3}
  stuck: {lost: not can(move)}
perft: [{depth: 1, count: 7}]
"""


def saved(folder: Path, **texts: str) -> Path:
    for name, text in texts.items():
        (folder / f"{name}.yaml").write_text(
            text.replace("BASE", str(folder / "base.yaml")), encoding="utf-8"
        )
    return folder / "new.yaml"


def test_an_extension_replaces_what_its_base_says(tmp_path: Path) -> None:
    new = """
game: New
extends: BASE
regions: {near: rank 1}
pieces:
  - {piece: a, slide: true, guards: {calm: true, place: from in near}}
  - {piece: C, displacement: [[1, 0]], letters: Cc}
ends:
  rich: ~
  poor: {lost: score = 0 and ply > 9}
"""
    resolved = read(*_texts(saved(tmp_path, base=BASE, new=new)))
    assert [piece.name for piece in resolved.pieces] == ["a", "B", "C"]
    assert [named.name for named in resolved.pieces[0].guards] == ["calm", "place"]
    assert list(resolved.spec.ends or {}) == ["stuck", "poor"]
    assert list(resolved.spec.regions) == ["far", "near"]
    assert resolved.spec.perft == [], "counts are of the old game"
    game = load(str(tmp_path / "new.yaml"))
    assert game.title == "New"
    assert {"c2", "c3"} <= targets(game.start(), "c1")


def _texts(file: Path) -> tuple[Source, tuple[Source, ...]]:
    source = find(str(file))
    return source, joined(source)


def test_extensions_of_extensions(tmp_path: Path) -> None:
    middle = "game: Middle\nextends: BASE\npieces: [{piece: B, slide: 1}]"
    file = saved(tmp_path, base=BASE, middle=middle)
    new = f"game: New\nextends: {tmp_path / 'middle.yaml'}\npieces: [{{piece: A, displacement: ~}}]\n"
    file.write_text(new + "start: ['.bb.', ...., ...., .BB.]\n", encoding="utf-8")
    assert sorted(str(move) for move in load(str(file)).start().moves) == ["b1a2", "b1c2", "c1b2", "c1d2"]


def test_a_game_of_the_algebra_that_converts_without_loss_can_be_extended(tmp_path: Path) -> None:
    rules = (
        'lasker 1\ngame "Wander"\nstart "r2/3/2R w"\nplayers white black\nboard 3x3\n'
        "piece rook ♖ ♜ 'R' 'r'\nmove = %♖: all4(slide(u) | ride(u, enemy))\nview = flipped\n"
        'end "no move is left" lost: ![move]\n'
    )
    (tmp_path / "wander.rules").write_text(rules, encoding="utf-8")
    file = tmp_path / "new.yaml"
    file.write_text(
        f"game: Ferz\nextends: {tmp_path / 'wander.rules'}\n"
        "pieces: [{piece: rook, displacement: [[1, 1]], symmetric: all, slide: false}]\n",
        encoding="utf-8",
    )
    assert [str(move) for move in load(str(file)).start().moves] == ["c1b2"]


def test_what_cannot_be_converted_is_said(tmp_path: Path) -> None:
    file = tmp_path / "new.yaml"
    file.write_text("game: New\nextends: hex11\n", encoding="utf-8")
    with pytest.raises(LaskerError, match=r"hex11.rules cannot be extended here"):
        load(str(file))
    file.write_text(f"game: New\nextends: {file}\n", encoding="utf-8")
    with pytest.raises(LaskerError, match="extends itself"):
        load(str(file))


@pytest.mark.parametrize(
    ("new", "name", "line"),
    [
        ("game: New\nextends: BASE\npieces: [{piece: B, slyde: 1}]", "new.yaml", 3),
        ("game: New\nextends: BASE\nregions: {far: ~}\nguards: {g: to in far}", "new.yaml", 4),
        ("game: New\nextends: BASE\ncounters: {score: ~}", "base.yaml", 6),
    ],
)
def test_mistakes_point_at_the_text_they_stand_in(new: str, name: str, line: int, tmp_path: Path) -> None:
    with pytest.raises(LaskerError) as caught:
        load(str(saved(tmp_path, base=BASE, new=new)))
    assert caught.value.span is not None
    assert Path(caught.value.span.source.name).name == name
    assert caught.value.span.line == line
