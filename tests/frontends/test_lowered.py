"""A specification becomes lines of the algebra, of which nothing is parsed; their text says the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from lasker.frontends import yaml
from lasker.kernel.errors import LaskerError
from lasker.kernel.source import Source
from lasker.model.meaning_hash import meaning_hash
from lasker.play.library import modelled
from lasker.syntax import parse
from lasker.syntax.compose import NOWHERE, rebuilt
from lasker.syntax.parse import parse_lines
from lasker.syntax.read import read_game
from specified import WAZIR, saved

SPECS = sorted((Path(__file__).parent / "specs").glob("*.yaml"))
HEAD = "game: G\nboard: 4x4\nends: {stuck: {lost: not can(move)}}\n"


def placeless(lines: object) -> object:
    """Lines without their places, which the parser measures in another way."""

    def change(node: object) -> object:
        values = {name: getattr(node, name) for name in node.__dataclass_fields__}  # type: ignore[attr-defined]
        values |= {"at": NOWHERE} if "at" in values else {}
        return type(node)(**(values | ({"places": {}} if "places" in values else {})))

    return rebuilt(lines, change)


@pytest.mark.parametrize("file", SPECS, ids=lambda file: file.stem)
def test_the_text_of_the_lines_is_read_as_the_same_lines(file: Path) -> None:
    source = Source(file.read_text(encoding="utf-8"), file.name)
    assert placeless(parse_lines(yaml.rules(source))) == placeless(yaml.lines(source))


def test_the_text_of_the_lines_means_the_same() -> None:
    source = Source(HEAD + f"pieces: [{{piece: wazir, displacement: {WAZIR}}}]", "spec.yaml")
    assert meaning_hash(read_game(yaml.rules(source))) == meaning_hash(modelled(source))


def test_the_lines_of_a_specification_are_not_parsed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Neither a specification, nor one that rules extend; only the rules themselves are."""
    parsed: list[str] = []
    real = parse._parsed

    def noting(source: Source, *rest: object) -> object:
        parsed.append(source.name)
        return real(source, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(parse, "_parsed", noting)
    file = saved(tmp_path, HEAD + f"pieces: [{{piece: wazir, displacement: {WAZIR}}}]")
    modelled(Source(file.read_text(encoding="utf-8"), str(file)))
    assert parsed == []
    other = Source(f'lasker 1\ngame "Other"\nextends "{file}"\nend "short" drawn: nil\n', "other.rules")
    assert [end.reason for end in modelled(other).endings] == ["short", "stuck"]
    assert set(parsed) == {"other.rules"}


@pytest.mark.parametrize(
    ("guard", "moves"),
    [
        ("move_number = 1", ["b1a1", "b1c1", "b1b2"]),
        ("move_number != 1", []),
        ("ply < 1", ["b1a1", "b1c1", "b1b2"]),
        ("count(own) = 3 or to is enemy", []),
    ],
)
def test_guards_of_numbers_are_tests_with_a_reason(guard: str, moves: list[str], tmp_path: Path) -> None:
    from lasker import load

    spec = f'{HEAD}guards: {{g: "{guard}"}}\npieces: [{{piece: wazir, displacement: {WAZIR}}}]'
    game = load(str(saved(tmp_path, spec)))
    assert [str(move) for move in game.start().moves] == moves


def test_a_game_of_one_player_has_no_enemy_pieces() -> None:
    piece = f"{{piece: A, displacement: {WAZIR}, guards: {{g: to is not enemy A}}}}"
    game = modelled(Source(f"{HEAD}players: [one]\npieces: [{piece}]", "spec.yaml"))
    assert len(game.players) == 1


def test_a_mistake_in_a_line_is_told_where_the_line_comes_from() -> None:
    spec = HEAD + "pieces: [{piece: A, displacement: [{vector: [1, 0], name: a, guards: {g: can(a)}}]}]"
    with pytest.raises(LaskerError) as caught:
        modelled(Source(spec, "spec.yaml"))
    assert caught.value.span is not None
    assert caught.value.span.source.name == "spec.yaml"
    assert spec[caught.value.span.start :].startswith("{vector: [1, 0], name: a")
    assert "asks for the guard again" in caught.value.message
