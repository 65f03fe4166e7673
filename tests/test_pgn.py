"""PGN: lenient reading, recovery after malformed games, and writing that is read back as the same game."""

from __future__ import annotations

import re
import tracemalloc
from collections.abc import Iterator
from io import BytesIO, StringIO, TextIOBase, TextIOWrapper
from pathlib import Path
from typing import TextIO, cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lasker.kernel.errors import NameProblem, NotationError
from lasker.model.meaning_hash import meaning_hash
from lasker.notation.pgn import RESULTS, Line, Ply, Record, read_file, read_games, read_text, write_game
from lasker.play.game import load
from lasker.play.record import game_of, record_of, replay

ANNOTATED = """% written by hand
[Event "Somewhere \\"Open\\""]
[Site "C:\\\\games"]
[Date "1999.??.??"]
[Round "?"]
[White "Müller, Jörg"]
[Black "O'Neil"]
[Result "1-0"]
[ECO "C50"]

{Before the first move.} 1.e4 e5 ; the open game
2. Nf3!? $14 Nc6 (2... d6 3. d4 (3. Bc4 Be7 {solid
and slow}) exd4 4. Nxd4) (2... Nf6 $5)
% an escape between the moves
{back} 3. Bc4 Nd4?? { [%clk 0:01:02] [%csl Ra1] } 4. Nxe5 = Qg5 5. Nxf7
5... Qxg2 6.Rf1 Qxe4+ 7. Be2 Nf3# 0-1
"""


def test_an_annotated_game() -> None:
    [game] = read_text(ANNOTATED)
    assert game.error is None
    assert game.tags["Event"] == 'Somewhere "Open"'
    assert game.tags["Site"] == "C:\\games"
    assert game.tags["White"] == "Müller, Jörg"
    assert len(game.moves) == 14
    assert game.result == "0-1"
    assert game.main.comments == ["Before the first move."]
    e5, knight, answer = game.main.plies[1:4]
    assert e5.comments == ["the open game"]
    assert knight.nags == [5, 14]
    assert answer.comments == ["back"]
    first, second = answer.variations
    assert [ply.text for ply in first.plies] == ["d6", "d4", "exd4", "Nxd4"]
    assert first.plies[1].variations[0].plies[1].comments == ["solid and slow"]
    assert second.plies[0].nags == [5]
    assert game.main.plies[5].nags == [4]
    assert game.main.plies[5].comments == ["[%clk 0:01:02] [%csl Ra1]"]
    assert game.main.plies[6].nags == [10]


def test_writing_is_read_back_and_keeps_to_eighty_columns() -> None:
    [game] = read_text(ANNOTATED)
    text = write_game(game)
    assert max(map(len, text.splitlines())) < 80
    assert read_text(text) == [game]
    assert write_game(read_text(text)[0]) == text


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff", "ï»¿"])
def test_line_ends_and_byte_order_marks(end: str, mark: str) -> None:
    games = read_text(mark + (ANNOTATED.split("\n", 1)[1] + "\n").replace("\n", end) * 2)
    plain = read_text(ANNOTATED)
    assert games == plain * 2
    assert [game.at for game in games] == [1, 17]


def test_bytes_that_are_not_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "old.pgn"
    path.write_bytes(
        b'[White "M\xfcller"]\n[Black "Zo\xc3\xab"]\n[Site "K\xc3\x83\xc2\xb6ln"]\n\n1. e4 1-0\n'
    )
    [game] = read_file(path)
    assert (game.tags["White"], game.tags["Black"], game.tags["Site"]) == ("Müller", "Zoë", "KÃ¶ln")
    strict = TextIOWrapper(BytesIO(path.read_bytes()), encoding="utf-8")
    with pytest.raises(NotationError, match="not utf-8"):
        list(read_games(strict))


NEXT = '[Event "next"]\n[White "A"]\n\n1. d4 d5 1/2-1/2\n'


@pytest.mark.parametrize(
    ("broken", "place", "words", "moves"),
    [
        ('[Event "x"]\n\n1. e4 e5\n\n', (3, 7), "without a result", ["e4", "e5"]),
        ('[Event "x"]\n\n1. e4 {never closed e5 1-0\n\n', (3, 7), "comment is not closed", ["e4"]),
        ('[Event "x"]\n\n1. e4 {never closed e5 1-0\n', (3, 7), "comment is not closed", ["e4"]),
        ('[Event "x"]\n\n1. e4 (1. d4 (1. c4 d5 1-0\n\n', (3, 14), "variation is not closed", ["e4"]),
        ('[Event "x"]\n\n1. e4 ) e5 1-0\n\n', (3, 7), "never opened", ["e4", "e5"]),
        ('[Event "x"]\n\n1. e4 } e5 1-0\n\n', (3, 7), "} has no meaning", ["e4", "e5"]),
        ('[Event "x"]\n\n(1. d4) 1. e4 1-0\n\n', (3, 1), "before there is a move", ["e4"]),
        ('[Event "x"]\n\n$3 1. e4 1-0\n\n', (3, 1), "no move here", ["e4"]),
        ('[Event "x"]\n\n1. e4 $12345 1-0\n\n', (3, 7), "$12345 has no meaning", ["e4"]),
        ('[Event "x"]\n\n1. e4 <later> 1-0\n\n', (3, 7), "<later> has no meaning", ["e4"]),
        ("[Event x]\n\n1. e4 1-0\n\n", (1, 1), "a tag is written", ["e4"]),
        ('[Event "x]\n\n1. e4 1-0\n\n', (1, 1), "a tag is written", ["e4"]),
        ('[Event "x"\n\n1. e4 1-0\n\n', (1, 1), "a tag is written", ["e4"]),
        ('[Event "x"]\n[Event "y"]\n\n1. e4 1-0\n\n', (2, 1), "second tag", ["e4"]),
        ('[Event "x"]\n\n', (1, 1), "without a result", []),
    ],
)
def test_a_broken_game_never_hides_the_next(
    broken: str, place: tuple[int, int], words: str, moves: list[str]
) -> None:
    first, second = read_text(broken + NEXT)
    assert first.error is not None
    assert (first.error.line, first.error.column) == place
    assert any(words in problem.message for problem in first.problems)
    assert first.tags["Event"] == "x"
    assert first.moves == moves
    assert second == read_text(NEXT)[0]
    assert (second.number, second.error) == (2, None)


def test_quotes_inside_a_tag_are_kept() -> None:
    [game] = read_text('[Event "The "big" one"]\n\n1. e4 *')
    assert game.tags == {"Event": 'The "big" one'}
    assert game.error is not None


def test_a_missing_result_is_taken_from_the_tag() -> None:
    [game] = read_text('[Result "0-1"]\n\n1. e4')
    assert game.result == "0-1"
    assert str(game.error) == "3:4: the game ends without a result"


def test_games_without_tags() -> None:
    games = read_text("1. e4 e5 1-0 1. d4 d5 0-1\n\n1. c4 c5\n\n1. f4 f5 * {that is all}")
    assert [game.moves[0] for game in games] == ["e4", "d4", "c4", "f4"]
    assert [game.number for game in games] == [1, 2, 3, 4]
    assert [game.result for game in games] == ["1-0", "0-1", "*", "*"]


def test_numbers_results_and_signs_as_people_type_them() -> None:
    [game] = read_text("12...exd6 e.p. 13 Nf3! 13… N@f6 14. 0-0 +- O-O-O! 15. e8=Q+ ½-½")
    assert game.moves == ["exd6", "Nf3", "N@f6", "0-0", "O-O-O", "e8=Q+"]
    assert (game.ply, game.result) == (23, "1/2-1/2")
    assert [ply.nags for ply in game.main.plies] == [[], [1], [], [18], [1], []]
    assert read_text(write_game(game)) == [game]
    assert write_game(game).startswith("12... exd6 13. Nf3 $1 N@f6 14. 0-0 $18")


def test_moves_that_look_like_something_else_are_quoted() -> None:
    texts = ["(0,0,0)(1,0,0)", "12", "1-0", "*@d5", "a b", "", 'say "x"', "%", "e4!", "1.e4", "\\", "N", "."]
    game = Record(main=Line([Ply(text) for text in texts]))
    assert read_text(write_game(game)) == [game]


def test_variations_may_be_nested_as_deep_as_the_limit_says() -> None:
    [game] = read_text("1. e4 " + "(1. d4 " * 5000 + ")" * 5000 + " e5 1-0")
    assert game.moves == ["e4", "e5"]
    assert game.error is not None
    assert "100 deep" in game.error.message
    assert read_text(write_game(game)) == [game]


def test_what_cannot_be_written_is_refused() -> None:
    with pytest.raises(NotationError):
        write_game(Record(result="won"))
    with pytest.raises(NotationError):
        write_game(Record({"no name": "x"}))


# --- round trips ------------------------------------------------------------------------------------

LETTERS = st.characters(codec="utf-8", exclude_characters="\n\r")
MOVES = st.one_of(
    st.sampled_from(["e4", "Nf3", "O-O", "exd6", "e8=Q+", "N@f3", "--", "*@d5", "1-0", "7"]),
    st.text(LETTERS, max_size=8),
)
COMMENTS = st.lists(
    st.one_of(
        st.text(LETTERS, min_size=1),
        st.lists(
            st.sampled_from(["good", '[Event "x"]', "%eval", "[%clk", "}", "{", ";", "1-0", "(", "long" * 9]),
            min_size=1,
            max_size=25,
        ).map(" ".join),
    )
    .map(lambda text: re.sub("[ \t\n\r\v\f]+", " ", text).strip(" "))
    .filter(bool),
    max_size=2,
)


def lines(depth: int) -> st.SearchStrategy[Line]:
    nothing: st.SearchStrategy[list[Line]] = st.just([])
    variations = nothing if depth == 0 else st.lists(lines(depth - 1), max_size=1)
    ply = st.builds(Ply, MOVES, st.lists(st.integers(0, 255), max_size=2), COMMENTS, variations)
    return st.builds(Line, st.lists(ply, min_size=1, max_size=3), COMMENTS)


RECORDS = st.builds(
    Record,
    st.dictionaries(
        st.from_regex(r"[A-Za-z0-9_]{1,9}", fullmatch=True), st.text(LETTERS, max_size=40), max_size=5
    ),
    lines(2),
    st.sampled_from(RESULTS),
    st.integers(0, 400),
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(RECORDS, max_size=2), st.integers(20, 120))
def test_what_is_written_is_read_back(records: list[Record], width: int) -> None:
    text = "".join(write_game(record, width) for record in records)
    games = read_text(text)
    assert games == records
    assert [game.problems for game in games] == [[] for _ in games]


@settings(max_examples=150, deadline=None)
@given(st.text(st.sampled_from('[]{}()";%$<>*\\ \n\r\t.…10-/½eN4!?=+xaEvent\ufeff\udcfc'), max_size=200))
def test_no_text_is_too_strange(text: str) -> None:
    for game in read_text(text):
        [again] = read_text(write_game(game))
        assert again == game


@settings(max_examples=50, deadline=None)
@given(st.text(st.sampled_from('[](){}"%$<>*\\ \n.10-eN4!?=+xa'), max_size=100))
def test_whatever_comes_first_the_next_game_is_found(text: str) -> None:
    games = read_text(text + "\n\n" + NEXT)
    assert games[-1].moves == ["d4", "d5"]
    assert games[-1].tags["Event"] == "next"


# --- streams ----------------------------------------------------------------------------------------


class Endless(TextIOBase):
    """A stream that generates its text while it is read."""

    def __init__(self, parts: Iterator[str]) -> None:
        self.parts, self.rest = parts, ""

    def readline(self, size: int = -1) -> str:  # type: ignore[override]
        while "\n" not in self.rest and (size < 0 or len(self.rest) < size):
            part = next(self.parts, "")
            if not part:
                break
            self.rest += part
        end = self.rest.find("\n") + 1 or len(self.rest)
        end = min(end, size) if size >= 0 else end
        line, self.rest = self.rest[:end], self.rest[end:]
        return line


def endless(parts: Iterator[str]) -> TextIO:
    return cast(TextIO, Endless(parts))


def generated(games: int, end: str = "\n") -> Iterator[str]:
    for number in range(games):
        yield f'[Event "{number}"]{end}{end}'
        yield end.join(["1. e4 e5 2. Nf3 {a comment of some words} Nc6 (2... d6 3. d4) 3. Bb5 a6"] * 8)
        yield f"{end}1-0{end}{end}" if number % 10 else f"{end}{end}"  # every tenth lacks its result


def read_in_constant_memory(kilobytes: int) -> None:
    games = kilobytes * 1000 // 620
    tracemalloc.start()
    try:
        broken = last = 0
        for game in read_games(endless(generated(games))):
            last, broken = game.number, broken + bool(game.problems)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert (last, broken) == (games, -(-games // 10))
    assert peak < 200_000


def test_a_stream_is_read_in_constant_memory() -> None:
    read_in_constant_memory(150)


def test_a_game_comes_before_the_rest_is_read() -> None:
    def parts() -> Iterator[str]:
        yield from generated(2)
        raise AssertionError("nobody asked for a third game")

    games = read_games(endless(parts()))
    assert next(games).tags["Event"] == "0"


def test_one_endless_line_is_read_in_parts() -> None:
    text = "".join(generated(400, end=" "))
    assert len(text) > 200_000
    games = read_text(text)
    assert [game.tags["Event"] for game in games] == [str(number) for number in range(400)]
    assert {len(game.moves) for game in games} == {48}
    assert read_text("1. e4 ;" + "x y " * 50_000 + "\n1-0")[0].main.plies[0].comments[0].count("y") == 50_000


# --- with rules -------------------------------------------------------------------------------------


def test_a_game_is_recorded_and_replayed() -> None:
    position = load("chess").start()
    for move in ("e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7"):
        position = position.play(move)
    record = record_of(position, {"White": "Scholar", "Annotator": "nobody"})
    assert record.moves[-1] == "Qxf7#"
    assert record.result == record.tags["Result"] == "1-0"
    assert record.tags["RulesHash"] == f"sha256:{meaning_hash(position.game.model)}"
    [again] = read_text(write_game(record))
    assert again == record
    replayed = replay(game_of(again), again)
    assert replayed.legal
    assert replayed.notes == ()
    assert replayed.positions[-1] == position
    assert [ply.san for ply in again.main.plies] == record.moves


def test_a_game_from_a_position() -> None:
    text = "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 40"
    record = record_of(load("chess").position(text).play("exd3"))
    assert (record.tags["SetUp"], record.tags["FEN"]) == ("1", text)
    written = write_game(record)
    assert "40... exd3 *" in written
    replayed = replay(load("chess"), read_text(written)[0])
    assert replayed.legal
    assert replayed.positions[1].fen == "8/8/8/2k5/8/3p4/8/4K3 w - - 0 41"


def test_illegal_moves_are_named_with_their_game_and_place() -> None:
    moves = "1. e4 e5 (1... Ke7 2. d4) 2. Nf3 (2. f4 (2. Nc3 Qh9) exf4)\n2... Nf3 *"
    second = read_text(f'{NEXT}\n[White "A"]\n[Black "B"]\n\n{moves}')[1]
    replayed = replay(load("chess"), second)
    assert [str(problem).split(": ")[:2] for problem in replayed.problems] == [
        ["9:16", "game 2 (A – B), 1... Ke7"],
        ["9:49", "game 2 (A – B), 2... Qh9"],
        ["10:6", "game 2 (A – B), 2... Nf3"],
    ]
    assert len(replayed.positions) == 4
    assert second.main.plies[2].variations[0].plies[1].san == "exf4"
    assert len(replay(load("chess"), second, variations=False).problems) == 1


def test_what_does_not_fit_the_rules_is_noted() -> None:
    [game] = read_text('[Variant "Three-check"]\n[RulesHash "sha256:00"]\n\n1. f3 e5 2. g4 Qh4# 1-0')
    assert game_of(game).name == "three_check"
    notes = replay(load("chess"), game).notes
    assert [note.split()[:3] for note in notes] == [
        ["the", "record", "is"],
        ["the", "rules", "of"],
        ["the", "record", "says"],
    ]
    [broken] = read_text('[FEN "nonsense"]\n\n1. e4 *')
    assert "cannot be read" in replay(load("chess"), broken).problems[0].message
    with pytest.raises(NameProblem):
        game_of(broken)
    assert game_of(broken, otherwise="chess").name == "chess"


def test_other_games_are_recorded_too() -> None:
    position = load("tictactoe").start()
    for move in ("b2", "a1", "a3", "c1", "b1"):
        position = position.play(move)
    [again] = read_text(write_game(record_of(position)))
    assert replay(game_of(again), again).positions[-1] == position
    assert read_text(StringIO(write_game(again)).read()) == [again]


def test_numbers_follow_the_turns_of_the_game() -> None:
    position = load("chinese_checkers_6").start()
    for _ in range(8):
        position = position.play(str(position.moves[0]))
    record = record_of(position)
    written = write_game(record).splitlines()
    assert '[PliesPerMove "6"]' in written
    words = " ".join(written).split()
    assert [word for word in words if word.endswith(".")] == ["1.", "2."]
    assert words.index("2.") - words.index("1.") == 7
    [again] = read_text(write_game(record))
    assert again == record
    assert replay(game_of(again), again).positions[-1] == position


def test_a_game_may_begin_in_the_middle_of_a_turn() -> None:
    start = load("chinese_checkers_6").start()
    third = start.play(str(start.moves[0]))
    third = third.play(str(third.moves[0]))
    begun = load("chinese_checkers_6").position(third.fen)
    record = record_of(begun.play(str(begun.moves[0])))
    assert record.ply == 2
    assert "\n1.... " in write_game(record)
    [again] = read_text(write_game(record))
    assert again == record


def test_who_moves_again_begins_a_new_number() -> None:
    """In dots and boxes the first player closes a box here, and so begins the second turn, too."""
    position = load("dots_and_boxes").start()
    for text in ("b1", "f7", "b3", "d7", "a2", "g6", "c2", "d1"):
        position = position.play(f"L@{text}")
    written = " ".join(write_game(record_of(position)).split("\n\n")[1].split())
    numbers = [word for word in written.split() if word.endswith(".")]
    assert numbers == ["1.", "2.", "3.", "4.", "5."]
    assert written.endswith("5. L@d1 *")


@pytest.mark.parametrize("told", ["", "0", "-6", "many", "9999", "1.5"])
def test_a_wrong_number_of_plies_is_two(told: str) -> None:
    [game] = read_text(f'[PliesPerMove "{told}"]\n\n2... e5 *')
    assert (game.turn, game.ply) == (2, 3)
