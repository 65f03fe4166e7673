"""The language service on the library, on texts with mistakes, and on texts in the middle of a word."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

import pytest
from docs.generate import editors
from docs.generate.blocks import ROOT

from lasker.kernel import cancel
from lasker.kernel.errors import LaskerError
from lasker.kernel.source import Source
from lasker.language import service
from lasker.language.error_recovery import readable
from lasker.language.formatting import formatted
from lasker.language.hover import piece_hover
from lasker.language.occurrences import occurrences
from lasker.language.positions import Lines
from lasker.movement.diagram import Diagram
from lasker.play import library

EXTENDED = 'lasker 1\nextends "three_check"\n'
RULES = [source for source in library.sources().values() if source.name.endswith(".rules")]
SAMPLE = ["three_check", "crazyhouse", "glinski", "xiangqi", "raumschach", "nine_mens_morris", "einstein"]


def place(text: str, mark: str = "¦") -> tuple[str, int, int]:
    """A text without its mark, and where the mark stood."""
    offset = text.index(mark)
    bare = text.replace(mark, "", 1)
    return bare, *Lines(bare).place(offset)


def labels(marked: str, format: str = "rules") -> list[str]:
    text, line, column = place(marked)
    return [found.label for found in service.completions(text, format, line, column)]


def test_every_name_of_the_library_is_known() -> None:
    """No word of a game is unknown, and every sign of a piece has its piece."""
    unknown = [
        (source.name, source.text[each.start : each.end])
        for source in RULES
        for each in occurrences(source)
        if each.kind == "unknown" or (each.kind == "piece" and not each.name)
    ]
    assert unknown == []


def test_formatting_the_library_changes_blanks_alone() -> None:
    """Formatting is done once for all, and keeps every sign; most games are in order already."""
    changed = 0
    sample = RULES[::6]
    for source in sample:
        found = formatted(source.text)
        assert "".join(found.split()) == "".join(source.text.split()), source.name
        assert formatted(found) == found, source.name
        changed += found != source.text
    assert changed < len(sample) / 3


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x=u|d--c\n", "x = u | d--c\n"),
        ("a = u\nlong_name = d\n", "a         = u\nlong_name = d\n"),
        ("a   = (u\n    | d)\nb = r\nccc = l\n", "a   = (u\n    | d)\nb   = r\nccc = l\n"),
        ("x = (u|d\n", "x = (u|d\n"),  # an error
        ("x = step(u){2,} step(r){1,2}\n", "x = step(u){2,} step(r){1,2}\n"),
        ("x = take(u,enemy)+ \t\n\n\n\n\ny = r", "x = take(u, enemy)+\n\ny = r\n"),
        ('about "a|b  ->c"   -- d|e\n', 'about "a|b  ->c"   -- d|e\n'),
        ("", ""),
        ("-- alone  \n", "-- alone\n"),
        ("piece lion 'L' 'l' = K|W\n", "piece lion 'L' 'l' = K|W\n"),
    ],
)
def test_formatting(text: str, expected: str) -> None:
    assert service.formatting(text) == expected


def test_all_errors_are_told_with_their_places_in_utf_16() -> None:
    text = EXTENDED + 'game "🂡王" x\nwhite = super coumt\nroyal = (nil\nend "a" lots: [♔ in nowhere]\n'
    found = service.diagnostics(text)
    assert [(each.range.start.line, each.severity) for each in found] == [
        (2, "error"),
        (3, "error"),
        (4, "error"),
        (5, "error"),
    ]
    assert found[0].range.start.column == 11  # an emoji counts twice
    assert all(each.message for each in found)
    assert "count" in found[1].remedy


def test_errors_of_a_parent_are_told_where_it_is_extended() -> None:
    text = 'lasker 1\nextends "chess"\nboard 5x5\n'
    assert {each.range.start.line for each in service.diagnostics(text)} <= {0, 1, 2}
    [missing] = service.diagnostics('lasker 1\nextends "chesss"\n')
    assert (missing.range.start.line, "chess" in missing.remedy) == (1, True)


def test_warnings_and_how_to_silence_them() -> None:
    text = EXTENDED + "counter idle 0..3\ndead = fail\n"
    found = service.diagnostics(text)
    assert [(each.severity, each.kind) for each in found] == [("warning", "unused"), ("warning", "replaced")]
    quiet = text.replace("0..3", "0..3 -- quiet: unused").replace("fail", f"fail {found[1].remedy[15:]}")
    assert service.diagnostics(quiet) == []


def test_the_start_is_examined() -> None:
    text = library.find("tictactoe").text
    broken = text.replace("start", 'start "9/9" -- ', 1)
    [found] = service.diagnostics(broken)
    assert found.range.start.line == Lines(text).place(text.index("start")).line


@pytest.mark.parametrize("name", SAMPLE)
def test_the_library_has_no_diagnostics(name: str) -> None:
    source = library.find(name)
    assert service.diagnostics(source.text, "rules", source.name, counting=0) == []


def test_counts_that_do_not_hold_are_told() -> None:
    text = 'lasker 1\nextends "tictactoe"\nperft 1 9\nperft 2 71\nperft 9 4\nperft 1 5 "abc"\n'
    began = time.process_time()
    wrong, unread = service.diagnostics(text)
    assert (wrong.range.start, wrong.message) == ((3, 0), "perft 2 is 72 here, not 71")
    assert unread.range.start.line == 5
    assert time.process_time() - began < 10
    told = service.diagnostics(library.find("raid").text.replace("count: 15", "count: 16"), "yaml")
    assert [each.message for each in told] == ["perft 1 is 15 here, not 16"]


def test_other_languages() -> None:
    [found] = service.diagnostics("[wide:chess]\nmaxFil = 10\n", "ini")
    assert (found.range.start, "maxFile" in found.remedy) == ((1, 0), True)
    [found] = service.diagnostics("game: Ludus\nboard: 3x3\nboardd: 1\npieces: []\n", "yaml")
    assert found.range.start.line == 2
    several = service.diagnostics("[a:chess]\nx = 1\n[b:chess]\ny = 2\n", "ini")
    assert [each.range.start.line for each in several] == [1, 3]
    assert "displacement" in labels("pieces:\n  - piece: rook\n    ¦", "yaml")
    assert labels("pieces:\n  - piece: rook\n    symmetric: ¦", "yaml") == ["all", "mirror", "none", "turns"]
    assert "maxFile" in labels("[wide:chess]\nmax¦", "ini")
    assert "chess" in labels("[wide:ch¦", "ini")
    assert [each.name for each in service.symbols("[a:chess]\n[b:a]\n", "ini")] == ["a", "b"]
    [there] = service.definition("[a:chess]\n[b:a]\n", "ini", 1, 3)
    assert there.range.start == (0, 1)


def test_work_is_bounded() -> None:
    """A text that takes long is left in time, and that is said."""
    doubling = "\n".join(f"x{n} = x{n - 1} x{n - 1} | x{n - 1} u" for n in range(1, 60))
    text = f'lasker 1\nextends "chess"\nx0 = step(u)\n{doubling}\n'
    began = time.process_time()
    assert service.diagnostics(text, seconds=1.0)
    assert time.process_time() - began < 20


@pytest.mark.parametrize(
    ("marked", "wanted", "unwanted"),
    [
        ("¦", {"piece", "board", "extends", "move"}, {"step", "nil"}),
        (EXTENDED + "x(a) = (st¦\nend", {"a", "step", "strikes", "count", "rook", "♖", "nil"}, {"board"}),
        (EXTENDED + 'end "z" ¦', {"won", "lost", "drawn"}, {"step"}),
        (EXTENDED + 'end "z" lost for ¦', {"white", "black"}, {"lost"}),
        (EXTENDED + 'end "z" lost: [♔ in ¦', {"far rank", "dark"}, {"step"}),
        (EXTENDED + "x = ♔^¦", {"unmoved", "jumped"}, {"step"}),
        (EXTENDED + "x = [left of ¦", {"white", "black"}, {"step"}),
        ('lasker 1\nextends "ch¦"', {"chess", "xiangqi"}, {"step"}),
        (EXTENDED + "mark m ¦", {"until moved", "lasting"}, {"each"}),
        (EXTENDED + "counter c 0..3 ¦", {"each", "from", "unkeyed"}, {"lasting"}),
        (EXTENDED + "board ¦", {"hexagon", "torus"}, {"step"}),
        (EXTENDED + "without piece ¦", {"rook"}, {"step"}),
        (EXTENDED + 'without end "¦', {"checkmate", "the third check"}, {"rook"}),
        (EXTENDED + "because ¦", {"safe"}, {"rook"}),
        (EXTENDED + "dead = fail -- quiet: ¦", {"replaced"}, {"step"}),
        (EXTENDED + "-- a comment ¦", set(), {"step", "piece"}),
        (EXTENDED + "region r of ¦", {"white"}, {"step"}),
    ],
)
def test_completions(marked: str, wanted: set[str], unwanted: set[str]) -> None:
    found = set(labels(marked))
    assert wanted <= found
    assert not unwanted & found


def test_completions_replace_the_word_around_them() -> None:
    text, line, column = place('x = "🂡" ste¦p')
    [found] = [each for each in service.completions(text, "rules", line, column) if each.label == "step"]
    assert (found.range.start.column, found.range.end.column) == (9, 13)


def test_a_hover_is_renewed_when_a_rule_changes() -> None:
    text = "lasker 1\ngame \"Strip\"\nplayers w b\nboard 3x3\npiece man 'M' 'm'\nw = %man: step(u)\nb = C w\n"
    assert piece_hover(Source(text), "man") != piece_hover(
        Source(text.replace("step(u)", "step(u r)")), "man"
    )


def test_hover_shows_how_a_piece_moves_also_in_a_text_with_errors() -> None:
    text, line, column = place('lasker 1\nextends "tictactoe"\nx = (¦✕\n')
    found = service.hover(text, "rules", line, column)
    assert found is not None
    assert "may be put on any empty square" in found.markdown
    assert found.svg.startswith("<svg")
    text, line, column = place(EXTENDED + "x = sa¦fe (")
    found = service.hover(text, "rules", line, column)
    assert found is not None
    assert "from chess.rules" in found.markdown


def test_a_large_text_is_completed_at_once() -> None:
    """Every name is offered with the comment beside or above it, in time that grows with the text."""
    lines = [f"-- the word\n  -- number {number}\nword{number} = u" for number in range(3000)]
    text = "\n".join([*lines, "x = wor", "last = u -- beside"])
    begun = time.process_time()
    found = {each.label: each for each in service.completions(text, "rules", 9000, 7)}
    assert time.process_time() - begun < 3
    assert found["word2999"].documentation.endswith("the word number 2999")
    assert "beside" in found["last"].documentation
    assert "beside" not in found["word0"].documentation


def test_definitions_lead_into_parents() -> None:
    text, line, column = place(EXTENDED + "white = su¦per safe\nsafe = nil\n")
    assert [each.name for each in service.definition(text, "rules", line, column)] == [
        "three_check.rules",
        "chess.rules",
    ]
    text, line, column = place(EXTENDED + "white = super sa¦fe\nsafe = nil\n")
    own, inherited = service.definition(text, "rules", line, column)
    assert (own.own, own.range.start.line, inherited.name) == (True, 3, "chess.rules")
    assert inherited.text.splitlines()[inherited.range.start.line].startswith("safe")


def test_rename_reaches_every_use() -> None:
    text = (
        "lasker 1\nplayers a b\nboard 3x3\npiece coin ● ○\nmark fresh lasting\ncounter n 0..3\n"
        'fen "board side counter:n"\nregion far side = rank 3\nmove = %.: put(●^fresh) n += 1\n'
        'end "x" lost: [n >= 2] [● in far side]\n'
    )
    for old, new, times in (
        ("n", "tally", 4),
        ("far side", "goal", 2),
        ("fresh", "new", 2),
        ("coin", "disc", 1),
    ):
        offset = text.index(f" {old} ") + 1
        edits = service.rename(text, "rules", *Lines(text).place(offset), new)
        assert len(edits) == times, old
        lines, changed = Lines(text), text
        for edit in sorted(edits, key=lambda each: each.range, reverse=True):
            start, end = (lines.offset(*spot) for spot in edit.range)
            changed = changed[:start] + edit.text + changed[end:]
        assert {each.message for each in service.diagnostics(changed) if each.severity == "error"} == set()


@pytest.mark.parametrize(
    ("marked", "new"),
    [
        ("x¦ = u\ny = xx", "long"),
        ("¦x = u", "nil"),
        ("¦x = u", "u"),
        ("¦x = u\ny = d", "y"),
        ("x = st¦ep(u)", "z"),
        ("¦x = u", "2"),
    ],
)
def test_rename_refuses(marked: str, new: str) -> None:
    text, line, column = place(marked)
    with pytest.raises(LaskerError):
        service.rename(text, "rules", line, column, new)


def test_the_readable_part_of_a_text() -> None:
    game = readable(Source(EXTENDED + "white = supper\npiece dragon 'D'\nboard 9x9\nx = (", "mine.rules"))
    assert game is not None
    assert len(game.space.sites) == 81


def _mutilated(number: int) -> Iterator[str]:
    """Texts of the library with stretches lost, doubled, or replaced by signs that matter."""
    dice = random.Random(number)
    for source in dice.sample(RULES, 12):
        text = source.text
        for _ in range(dice.randint(1, 5)):
            start = dice.randrange(len(text) + 1)
            end = min(len(text), start + dice.choice((0, 1, 5, 40)))
            text = (
                text[:start]
                + dice.choice(("", '"', "(", "🂡", "\n", "--", "=", "%", "^-", "in ", "\r"))
                + text[end:]
            )
        yield text


@pytest.mark.parametrize("number", range(4))
def test_every_question_is_answered_about_every_text(number: int) -> None:
    dice = random.Random(number)
    for text in _mutilated(number):
        for format in ("rules", "yaml", "ini"):
            for question in (service.symbols, service.folding, service.tokens, service.formatting):
                question(text, format)
            end = Lines(text).place(len(text))
            for token in service.tokens(text, format):
                assert token.length > 0
                assert (token.line, token.column + token.length) <= end
            for _ in range(3):
                spot = Lines(text).place(dice.randrange(len(text) + 1))
                for ask in (service.completions, service.definition, service.references):
                    ask(text, format, *spot)


def test_editors_know_the_words_of_the_language() -> None:
    """`python -m docs` writes them."""
    for name, text in editors.texts().items():
        assert (ROOT / name).read_text("utf-8") == text, name


def test_fixes_mend_what_they_name() -> None:
    """Each fix that is offered, done, takes its problem away."""
    text = EXTENDED + 'counter idle 0..3\nwhite = super coumt\nend "a" lots: ![♔]\n'
    for _ in range(3):
        problems = [each for each in service.diagnostics(text) if each.fixes]
        fix = problems[0].fixes[0]
        lines = Lines(text)
        start, end = (lines.offset(*spot) for spot in fix.range)
        text = text[:start] + fix.text + text[end:]
    assert "super count" in text
    assert [each for each in service.diagnostics(text) if each.severity == "error"] == []
    [first] = [each for each in service.diagnostics('game "x"\n') if each.fixes]
    assert first.fixes[0].text == "lasker 1\n"


def test_other_formats_have_problems_and_nothing_else() -> None:
    text = '(game "Ludus" (players 2)'
    assert {each.severity for each in service.diagnostics(text, "lud")} <= {"error", "warning", "information"}
    assert service.completions(text, "lud", 0, 5) == []
    assert service.symbols(text, "lud") == []
    assert service.tokens(text, "lud") == []
    assert service.hover(text, "lud", 0, 1) is None
    assert service.formatting(text, "lud") == text


def test_a_notation_that_takes_too_long_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def late(drawn: Diagram) -> str:
        raise cancel.OutOfTime

    text = 'lasker 1\nextends "breakthrough"\n'
    monkeypatch.setattr(Diagram, "betza", property(late))
    words, picture = piece_hover(Source(text), "pawn")
    assert "Betza" not in words
    assert "```text" in words
    assert picture
