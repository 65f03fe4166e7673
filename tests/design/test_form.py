"""The form: games of the library are read as one; an edit shows in it and changes nothing else."""

from __future__ import annotations

import json
from collections import Counter
from difflib import SequenceMatcher

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lasker.design.apply import apply, check, new_game, new_variant
from lasker.design.edit_kinds import (
    AddEnd,
    AddPiece,
    Describe,
    Edit,
    Place,
    RemoveEnd,
    RemovePiece,
    RenamePiece,
    Retitle,
    SetBoard,
    SetDrops,
    SetLetters,
    SetMoves,
    SetPicture,
    SetPromotion,
    SetResult,
    SetRoyal,
    SetStart,
    SetZone,
    edit_of,
)
from lasker.design.form import Form
from lasker.design.opened_text import opened
from lasker.design.reading import read_form
from lasker.kernel.errors import LaskerError
from lasker.play import library
from lasker.web.methods.design import form
from library_sample import SAMPLE

RULES = [name for name in SAMPLE if library.find(name).name.endswith(".rules")][::6]
VARIANT = new_variant("chess", "Mine")


def of(name: str) -> str:
    return library.find(name).text


@pytest.mark.parametrize("name", RULES)
def test_games_of_the_library_are_read_as_forms(name: str) -> None:
    form = read_form(of(name))
    assert json.loads(json.dumps(form.facts()))["title"] == library.title(name)
    assert form.pieces or form.players
    for piece in form.pieces:
        assert piece.own == (piece.line is not None)


@pytest.mark.soak
@pytest.mark.parametrize("name", sorted(library.sources()))
def test_every_game_of_the_library_is_read_as_a_form(name: str) -> None:
    source = library.find(name)
    form = read_form(source.text, source.name.rpartition(".")[2])
    assert json.loads(json.dumps(form.facts()))["start"] == form.start


def unchanged_but_for_one_place(old: str, new: str) -> bool:
    """Do lines of the old text that are gone stand where new ones are, and are all others there, in order?"""
    before, after = old.splitlines(keepends=True), new.splitlines(keepends=True)
    kept = sum(
        block.size for block in SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks()
    )
    return kept >= len(before) - 3


def shows(form: Form, edit: Edit) -> bool:
    """Does a form show what an edit says?"""
    match edit:
        case Retitle(title):
            return form.title == title
        case Describe(about):
            return form.about == about
        case SetBoard(shape, sizes, holes):
            return (form.board.shape, form.board.sizes, form.board.holes) == (shape, sizes, holes)
        case AddPiece(name, letters, betza):
            piece = form.piece(name)
            return piece is not None and (piece.letters, piece.betza, piece.own) == (letters, betza, True)
        case RemovePiece(name):
            return form.piece(name) is None
        case RenamePiece(name, to):
            return form.piece(name) is None and form.piece(to) is not None
        case SetMoves(name, betza):
            piece = form.piece(name)
            return piece is not None and piece.betza == betza
        case SetLetters(name, letters):
            piece = form.piece(name)
            return piece is not None and piece.letters == letters
        case SetStart(fen):
            return form.start == fen
        case SetPromotion(choices):
            return form.promotion is not None and form.promotion.choices == choices
        case SetDrops(like):
            return form.drops.like == like and bool(form.drops.held) == bool(like)
        case SetRoyal(by, piece):
            return (form.royal.by, form.royal.piece or "") == (by, piece)
        case AddEnd(reason, result, goal):
            end = form.end(reason)
            return end is not None and (end.result, end.goal) == (result, goal)
        case SetResult(reason, result):
            end = form.end(reason)
            return end is not None and end.result == result
        case RemoveEnd(reason):
            return form.end(reason) is None
        case SetZone(name, owner, squares):
            return any(
                (each.name, each.owner or "", set(each.squares)) == (name, owner, set(squares))
                for each in form.regions
            )
        case SetPicture(piece):
            shown = form.piece(piece)
            return shown is not None and shown.picture
    return True


EDITS: list[Edit] = [
    Retitle("Another game"),
    Describe("It is mine."),
    SetBoard("rectangle", (10, 8)),
    SetBoard("rectangle", (6, 6)),
    SetBoard("cylinder", (8, 8)),
    SetBoard("rectangle", (8, 8), ("d4",)),
    AddPiece("amazon", ("A", "a"), "QN"),
    RemovePiece("queen"),
    SetMoves("knight", "NN"),
    SetLetters("knight", ("S", "s")),
    SetStart("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"),
    Place({"d1": "", "d8": "n"}),
    SetPromotion(("queen",)),
    SetDrops("crazyhouse"),
    SetRoyal("capture", "king"),
    SetRoyal("check", "queen"),
    SetRoyal("none"),
    AddEnd("repeated", "drawn", {"kind": "repetition", "times": 4}, True),
    AddEnd("long", "drawn", {"kind": "counter", "counter": "quiet", "times": 40}, True, "claimed"),
    AddEnd("no queen", "lost", {"kind": "extinct", "piece": "queen"}),
    AddEnd("bare", "lost", {"kind": "bare", "piece": "king"}),
    AddEnd("home", "lost", {"kind": "reach", "piece": "king", "region": "far rank"}),
    SetResult("stalemate", "lost"),
    RemoveEnd("stalemate"),
    RemoveEnd("threefold repetition"),
    SetZone("hill", "", ("d4", "e4", "d5", "e5")),
    SetPicture("rook", '<svg viewBox="0 0 9 9">\n<circle r="4"/></svg>'),
]


@pytest.mark.parametrize("edit", EDITS, ids=repr)
@pytest.mark.parametrize("text", [VARIANT, of("chess")], ids=["variant", "chess"])
def test_an_edit_shows_in_the_form_and_changes_nothing_else(edit: Edit, text: str) -> None:
    if text != VARIANT and isinstance(edit, SetDrops | RemovePiece):
        with pytest.raises(LaskerError, match=r"no drops that fit|no piece is written"):
            apply(text, edit)
        return
    changed = apply(text, edit)
    assert shows(read_form(changed), edit)
    if not isinstance(edit, SetBoard | SetRoyal):  # which concern regions and set-ups, too
        assert unchanged_but_for_one_place(text, changed)
    if not isinstance(edit, RemovePiece | RemoveEnd):  # what is gone cannot be removed again
        assert apply(changed, edit) == changed
    assert check(changed).game.start().moves


def test_what_is_there_already_changes_nothing() -> None:
    form = read_form(VARIANT)
    assert form.promotion is not None
    edits: list[Edit] = [
        Retitle(form.title),
        SetBoard(form.board.shape, form.board.sizes, form.board.holes),
        SetLetters("king", ("K", "k")),
        SetMoves("king", ""),
        SetStart(form.start),
        Place({"e1": "K"}),
        SetPromotion(form.promotion.choices),
        SetRoyal("check", "king"),
        SetDrops(""),
        SetResult("stalemate", "drawn"),
        RenamePiece("king", "king"),
    ]
    for edit in edits:
        assert apply(VARIANT, edit) == VARIANT


COMMENTED = """\
lasker 1
extends "chess"  -- a comment
game   "Mine"    -- its title

-- Pieces of my own.
piece  amazon 'A' 'a' = QN   -- strong
piece  champion 'C' 'c' = WAD

start  "rabqkbnr"  -- Black
       "pppppppp"
       "........"
       "........"
       "........"
       "........"
       "PPPPPPPP"
       "RABQKBNR w KQkq - 0 1"  -- White

hop = %amazon: step(u)           -- quiet: unused
"""


def test_comments_and_layout_stay() -> None:
    changed = apply(COMMENTED, SetMoves("amazon", "QNN"))
    assert changed == COMMENTED.replace("= QN ", "= QNN ")
    changed = apply(COMMENTED, Place({"b1": "C", "e4": "A"}))
    assert changed == COMMENTED.replace("RABQ", "RCBQ").replace(
        '"........"\n       "PPP', '"........"\n       "PPP'
    ).replace(
        '       "........"\n       "........"\n       "PPPP',
        '       "....A..."\n       "........"\n       "PPPP',
    )
    changed = apply(COMMENTED, RenamePiece("amazon", "giraffe"))
    assert changed == COMMENTED.replace("amazon", "giraffe")
    changed = apply(COMMENTED, SetLetters("amazon", ("Z", "z")))
    assert changed == COMMENTED.replace("'A' 'a'", "'Z' 'z'").replace("RABQ", "RZBQ").replace("rabq", "rzbq")
    changed = apply(COMMENTED, SetMoves("champion", ""))
    assert changed == COMMENTED.replace(" = WAD", "")
    changed = apply(COMMENTED, RemovePiece("champion"))
    assert changed == COMMENTED.replace("piece  champion 'C' 'c' = WAD\n", "")
    assert apply(COMMENTED, Retitle('My "own"')) == COMMENTED.replace('"Mine"', "\"My 'own'\"")


def test_notation_replaces_the_ways_of_the_text() -> None:
    """A knight that is a wazir now goes to four squares of an empty board at most, and no longer leaps."""
    changed = check(apply(of("chess"), SetMoves("knight", "W"))).game
    assert len(changed.position("4k3/8/8/8/3N4/8/8/4K3 w - - 0 1").moves) == 4 + 5
    assert len(changed.start().moves) == 16


def test_line_ends_of_windows_stay() -> None:
    text = VARIANT.replace("\n", "\r\n")
    changed = apply(text, AddPiece("amazon", ("A", "a"), "QN"))
    assert changed == text + "\r\n" + "piece  amazon 'A' 'a' = QN" + "\r\n"


def test_an_edit_is_undone_by_its_opposite() -> None:
    pairs: list[tuple[Edit, Edit]] = [
        (AddPiece("amazon", ("A", "a"), "QN"), RemovePiece("amazon")),
        (SetRoyal("capture", "king"), SetRoyal("check", "king")),
        (AddEnd("bare", "lost", {"kind": "bare", "piece": "king"}), RemoveEnd("bare")),
        (SetDrops("crazyhouse"), SetDrops("")),
        (SetPicture("rook", "<svg viewBox='0 0 9 9'><circle r='4'/></svg>"), SetPicture("rook", "")),
    ]
    for there, back in pairs:
        assert apply(apply(VARIANT, there), back) == VARIANT


@pytest.mark.parametrize(
    "edit",
    [
        AddPiece("amazon", ("K", "k"), "QN"),
        AddPiece("friend", ("A", "a"), "QN"),
        AddPiece("amazon", ("A", "a"), "Q("),
        AddPiece("two words", ("A", "a"), "Q"),
        RemovePiece("amazon"),
        RemovePiece("king"),
        RenamePiece("king", "emperor"),
        SetMoves("amazon", "Q"),
        SetLetters("knight", ("K", "k")),
        SetLetters("knight", ("N",)),
        SetStart("8/8/8/8/8/8/8/8 w - - 0 1"),
        SetBoard("doughnut", (8, 8)),
        SetBoard("rectangle", (8, 8), ("e1",)),
        SetPromotion(()),
        SetPromotion(("amazon",)),
        SetDrops("shogi"),
        SetRoyal("luck", "king"),
        AddEnd("stalemate", "lost", {"kind": "extinct", "piece": "queen"}),
        AddEnd("odd", "lost", {"kind": "text", "test": "[nonsense"}),
        AddEnd("odd", "maybe", {"kind": "no move"}),
        RemoveEnd("boredom"),
        Retitle("  "),
        Place({"e9": "K"}),
        Place({"e4": "Y"}),
    ],
    ids=repr,
)
def test_what_is_no_game_is_refused_with_a_reason(edit: Edit) -> None:
    with pytest.raises(LaskerError) as refused:
        apply(VARIANT, edit)
    assert refused.value.message


@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.lists(st.sampled_from(EDITS), min_size=2, max_size=3, unique_by=repr),
    st.sampled_from(["chess", "xiangqi", "shogi"]),
)
def test_edits_one_after_the_other(edits: list[Edit], parent: str) -> None:
    """Each is refused with a reason, or shows in the form; the lines of the text before stay."""
    text = new_variant(parent, "Mine")
    for edit in edits:
        try:
            changed = apply(text, edit)
        except LaskerError:
            continue
        assert shows(read_form(changed), edit)
        assert changed.startswith("lasker 1\nextends ")
        text = changed


def test_edits_come_from_data() -> None:
    assert edit_of({"kind": "board", "shape": "torus", "sizes": [8, 8]}) == SetBoard("torus", (8, 8))
    for wrong in (
        {},
        {"kind": "fly"},
        {"kind": "moves"},
        {"kind": "board", "shape": "torus", "sizes": ["8"]},
    ):
        with pytest.raises(LaskerError):
            edit_of(wrong)


def test_new_games() -> None:
    assert read_form(new_game("Mine", (10, 8))).board.sizes == (10, 8)
    assert read_form(new_variant("fide", 'A "game"')).parent == "chess"


BOARDS = [("hexagon", 4), ("hexagon files", 6), ("rhombus", 6, 9), ("star", 4), ("box", 4, 6, 3)]


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_new_games_on_boards_of_any_shape(board: tuple[str, *tuple[int, ...]]) -> None:
    """Both have a king and an army that can move, and the form shows and changes what pawns become."""
    shape, *sizes = board
    text = new_game("Mine", tuple(sizes), shape)
    form, start = read_form(text), opened(text).game.start()
    assert (form.board.shape, form.board.sizes) == (shape, tuple(sizes))
    letters = Counter(letter for letter in start.fen.split()[0] if letter.isalpha())
    assert letters["K"] == letters["k"] == 1
    assert all(letters[letter] == letters[letter.lower()] > 0 for letter in "QRBNP")
    assert len(start.moves) > 16
    assert start.play(str(start.moves[0])).moves
    assert form.promotion is not None
    changed = read_form(apply(text, SetPromotion(("queen",), form.promotion.zone)))
    assert changed.promotion is not None
    assert changed.promotion.choices == ("queen",)


def test_an_army_moves_to_a_larger_board_and_stays_around_a_hole() -> None:
    text = apply(new_game("Mine", (5,), "hexagon"), SetBoard("hexagon", (6,)))
    assert opened(text).game.start().fen.startswith("rnknrb/ppbbqpp/2pppp2/9/10/11/")
    pierced = apply(text, SetBoard("hexagon", (6,), ("f6",)))
    assert opened(pierced).game.start().fen.startswith("rnknrb/ppbbqpp/2pppp2/9/10/10/")


def test_another_format_is_read_and_not_changed() -> None:
    name = next(name for name in library.sources() if library.find(name).name.endswith(".yaml"))
    form = read_form(of(name), "yaml")
    assert form.title == library.title(name)
    assert not form.editable


def test_a_game_of_a_text_of_several_is_chosen() -> None:
    """The first one, else the one that is named, also as the server calls it."""
    start = "rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w KQkq - 0 1"
    text = f"[small:chess]\n[amazons:chess]\namazon = a\nstartFen = {start}\n"
    shown = [form({"text": text, "format": "ini", "variant": variant}) for variant in ("", "amazons", "gone")]
    assert [each["variant"] for each in shown] == ["small", "amazons", "small"]
    assert shown[1]["variants"] == ("small", "amazons")
    broken = form({"text": "[small:ches]\n[large:chess]\n", "format": "ini"})
    assert (broken["form"], broken["variants"]) == (None, ("small", "large"))
    assert shown[1]["game"].endswith(":amazons")
    assert [each["form"]["start"][3] for each in shown] == ["q", "a", "q"]


def test_royalty_comes_back() -> None:
    """Whatever was royal in between, and in whatever way, the text is that of the last choice alone."""
    once = apply(new_variant("chess", "Mine"), SetRoyal("check", "queen"))
    for before in (SetRoyal("none"), SetRoyal("capture", "queen")):
        text = apply(apply(new_variant("chess", "Mine"), before), SetRoyal("check", "queen"))
        assert text == once
        assert apply(apply(text, before), SetRoyal("check", "king")) == new_variant("chess", "Mine")
