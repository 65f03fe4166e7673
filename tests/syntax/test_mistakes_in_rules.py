"""Mistakes in rules files: each is told at its own place, with advice, and all of a file at once."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

from lasker.cli import main
from lasker.kernel.errors import MOST_REPORTED, LaskerError
from lasker.kernel.source import Source
from lasker.play import library
from lasker.play.library import sources
from lasker.syntax.declarations import declarations
from lasker.syntax.read import read_game
from lasker.syntax.rules import Rules

HEAD = 'lasker 1\nextends "chess"\ngame "Mine"\n'  # what follows begins in line 4
OWN = (
    'lasker 1\ngame "Mine"\nplayers a b\nboard 3x3\npiece man ● ○\nmove = %.: put(●)\nend "x" lost: ![move]\n'
)


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def problems(text: str) -> list[LaskerError]:
    """Everything that is wrong with the text of a game."""
    source = Source(text, "mine.rules")
    try:
        read_game(source, library.bases(source)).check()
    except LaskerError as error:
        return list(error.problems)
    return []


def told(text: str) -> list[tuple[str, str, str]]:
    """Where the mistakes of a text are, what they are, and what to do."""
    found = []
    for each in problems(text):
        assert each.span is not None, each.report()
        found.append((each.span.where, each.message, each.remedy or ""))
    return found


@pytest.mark.parametrize(
    ("line", "place", "message", "remedy"),
    [
        ('extend "chess"', "4:1", "no statement begins with extend", "did you mean extends?"),
        ("peice dragon 'D' 'd'", "4:1", "no statement begins with peice", "did you mean piece?"),
        ("Region home = a1", "4:1", "no statement begins with Region", "did you mean region?"),
        ("inherits 'chess'", "4:1", "no statement begins with inherits", "did you mean extends?"),
        ("about A wide board", "4:7", "not in double quotes", 'about "A wide board"'),
        ("about 'A wide board'", "4:7", "not in double quotes", 'about "A wide board"'),
        ("about “A wide board”", "4:7", "no straight quote", 'straight double quotes: about "…"'),
        ("piece dragon ‘D’ ‘d’", "4:14", "no straight quote", "single quotes: 'K'"),
        ("# a comment", "4:1", "# begins no comment", "comments begin with --"),
        ("// a comment of mine", "4:1", "// begins no comment", "comments begin with --"),
        ("/* a comment */", "4:1", "/* begins no comment", "comments begin with --"),
        ("; a comment of mine", "4:1", "; begins no comment", "comments begin with --"),
        ("% a comment of mine", "4:1", "% begins no comment", "comments begin with --"),
        ("mark fresh lasting # for pawns", "4:20", "# begins no comment", "comments begin with --"),
        ('about "A wide', "4:7", "this quote is not closed", "on the same line"),
        ("piece dragon 'D 'd'", "4:19", "this quote is not closed", "between two quotes"),
        ("x = (step(u) | step(r)", "4:5", "this ( is not closed", "put a )"),
        ("x = [step(u)\ny = step(r)", "4:5", "this [ is not closed", "put a ]"),
        ("x = (step(u)]", "4:13", "] does not close the ( of line 4, column 5", "innermost"),
        ('end "x" lost [♔]', "4:14", "a colon is missing", 'end "…" lost: test'),
        ('end "x" 1/4 [♔]', "4:13", "a colon is missing", 'end "…" lost: test'),
        ('invalid "x" [♔]', "4:13", "a colon is missing", 'invalid "…": test'),
        ('adjudicate "x" drawn claimed [♔]', "4:30", "a colon is missing", 'adjudicate "…" drawn: test'),
        ("state a of white white then a", "4:18", "a colon is missing", "state NAME of PLAYER:"),
        ('end "x": [♔]', "4:8", "does not say what the end means", "won, lost, drawn"),
        ('end "x" losst: [♔]', "4:9", "losst", "lost"),
        ("piece archer 'N' 'n'", "4:1", "two pieces are written N: the knight (chess.rules:16:1)", "letter"),
        ("piece archer '1' 'a'", "4:1", "the archer cannot be written '1'", "digits"),
        ("piece archer 'A' '٣'", "4:1", "the archer cannot be written '٣'", "choose a letter"),
        ("piece archer '/' 'a'", "4:1", "the archer cannot be written '/'", "choose a letter"),
        ("piece archer 'ab' 'a'", "4:1", "the archer cannot be written 'ab'", "choose a letter"),
        ("state a of white: white then bb", "4:30", "leads to bb, which is no state", "the states are a"),
        ("state opening of white: white then opning", "4:36", "leads to opning", "did you mean opening?"),
        ("state a of whit: white then a", "4:12", "whit does not play", "did you mean white?"),
        ("two = u", "4:1", "two replaces that of chess.rules:65:1, which dead needs", "choose another name"),
        ("white = super.white", "4:9", "super has no parts", "write super"),
        ("way(t) = super | [% is ♖] step(u)", "4:10", "super is a function", "write super(t)"),
        ("x = super", "4:5", "there is no super here", "replaces"),
        ("x = stepp(u)", "4:5", "stepp is not a declared name", "did you mean step?"),
        ("x = ♖^unmovd", "4:5", "no mark is called unmovd", "did you mean unmoved?"),
        ("x = [% in far rnak]", "4:6", "no region is called far rnak", "did you mean far rank?"),
        ("x = [% in C far rank]", "4:6", "no region is called C far rank", "write far rank of black"),
        ("x = quite += 1", "4:5", "no counter is called quite", "did you mean quiet?"),
        ("x = %roook: step(u)", "4:5", "which squares may be chosen", ""),
        ("x = take(u)", "4:5", "take takes 2 arguments, not 1", ""),
        ('because sage "no"', "4:1", "nothing defines sage", "did you mean safe?"),
        ("region home = b2 b9", "4:18", "this board has no square b9", "its squares"),
        ("region home = rank 1..2", "4:15", "rank is one line of squares", "rank 1, rank 2"),
        ("region home of withe = a1", "4:1", "who does not play", "did you mean white?"),
        ("x = %♙ step(u)", "4:5", "a move and a fragment", "to choose a square write a colon, %♙: step(u)"),
        ("x = any t in (♕ | ♘) ♙ -> t", "4:22", "a colon is missing", "any t in (♕ | ♘): …"),
        ("x = each p in ♙ put(.)", "4:10", "a cursor stands on them", "each %p ♙: put(.)"),
        ("x = each %♙ put(.)", "4:5", "`each` lacks its colon", "each %x ♙: put(.)"),
        ("board 5 x 6", "4:1", "the size of a board is one word", "board 5x6"),
        ("board cylinder 5*6", "4:16", "the size of a board is one word", "write 5x6"),
        ("counter put 0..3", "4:1", "put is a word of the prelude", "choose another name"),
        ("piece car → ↑ 'A' 'a'", "4:11", "→ has a meaning of its own", "take another sign"),
        ("piece car ▶ × 'A' 'a'", "4:13", "× has a meaning of its own", "take another sign"),
        ("state one more of white: white then a", "4:7", "the name of a state is one word", "write one_more"),
        ("x = ♙00", "4:6", "00 is no fragment", "0 0, with blanks, are several"),
        ("counter most 0..3", "4:1", "most is a word of the language", "choose another name"),
        ("mark fresh untl moved", "4:1", "a mark does not live", "until moved"),
        ("counter c 0..2000000000", "4:14", "2000000000 is too large", "1000000000"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_at_its_place(line: str, place: str, message: str, remedy: str) -> None:
    found = told(HEAD + line + "\n")
    assert [where for where, _, _ in found] == [f"mine.rules:{place}"], found
    assert message in found[0][1]
    assert remedy in found[0][2]


def test_all_mistakes_are_told_at_once_and_none_cascades() -> None:
    text = (
        OWN
        + 'peice dog ◆ ◇\nx = (u\ny = x | dog\nz = stepp(u)\nw = z | y\nend "y" lost [z]\ncounter n 5..2\n'
    )
    places = [where.removeprefix("mine.rules:") for where, _, _ in told(text)]
    assert places == ["8:1", "9:5", "11:5", "13:14", "14:1"]


def test_doubles_name_both_lines() -> None:
    for line in ("piece man ◆ ◇", "x = u\nx = r", "board 4x4", "mark m lasting\nmark m lasting"):
        [(_, message, _)] = told(OWN + line)
        assert re.search(r"twice: first in line \d", message)
    [(where, message, _)] = told(OWN + "piece mouse ◆ ◇ 'M' 'm'\npiece mole ■ □ 'M' 'm'")
    assert (where, "line 8" in message, "mouse" in message) == ("mine.rules:9:1", True, True)


def test_an_unknown_parent_is_told_where_it_is_named(tmp_path: Path) -> None:
    file = tmp_path / "x.rules"
    file.write_text('lasker 1\nextends "ches"\ngame "x"\nx = (u\n', "utf-8")
    for command in ("check", "moves"):
        said = run(command, str(file)).stderr
        assert f"{file}:2:10: error: no game is called ches" in said
        assert "did you mean chess" in said
        assert f"{file}:4:5: error: this ( is not closed" in said


def test_very_many_mistakes_are_counted() -> None:
    text = OWN + "\n".join(f"x{i} = (u" for i in range(MOST_REPORTED + 5))
    with pytest.raises(LaskerError) as caught:
        Rules(text)
    said = caught.value.report()
    assert said.count("is not closed") == MOST_REPORTED
    assert said.endswith("and 5 more problems")


def test_what_is_replaced_is_not_elaborated() -> None:
    old = 'lasker 1\ngame "Old"\nlink a e/w b\npiece man ● ○\nhelp = %●: step(e)\nmove = help\n'
    new = 'lasker 1\ngame "New"\nboard 3x3\nhelp = %●: step(u)\n'
    game = read_game(Source(new, "new.rules"), (Source(old, "old.rules"),))
    game.check()
    assert len(game.space.sites) == 9


def test_what_only_replaced_definitions_used_is_not_elaborated() -> None:
    old = 'lasker 1\ngame "Old"\nlink a e/w b\npiece man ● ○\ngo = step(e)\nhelp = %●: go\nmove = help\n'
    new = 'lasker 1\ngame "New"\nboard 3x3\nmove = %●: step(u)\n'
    game = read_game(Source(new, "new.rules"), (Source(old, "old.rules"),))
    game.check()
    assert not {"go", "help"} & set(game.rules.found())
    assert declarations(game.rules).game("flat").rules.definitions.keys() == {"move"}
    with pytest.raises(LaskerError, match="nothing declares e"):
        read_game(Source(new + 'end "x" lost: help\n', "new.rules"), (Source(old, "old.rules"),)).check()


def test_a_board_that_does_not_fit_what_is_inherited_names_both() -> None:
    found = told(HEAD + "board 6x8\n")
    assert found
    assert all(where == "mine.rules:4:1" and "(chess.rules:" in message for where, message, _ in found)


PART = re.compile(r'"[^"\n]*"|\w+|--.*|\s+|.')
SAMPLE, SOAK = 3, 200
QUICK = (
    "breakthrough",
    "tictactoe",
    "connect_four",
    "hexapawn",
    "flipello",
    "giveaway",
    "amazons",
    "three_check",
)


def mutated(text: str, random: Random) -> str:
    """A text with a token deleted, doubled, or swapped with another."""
    parts = PART.findall(text)
    places = [at for at, part in enumerate(parts) if part.strip() and not part.startswith("--")]
    here, there = random.choice(places), random.choice(places)
    match random.randrange(3):
        case 0:
            parts[here] = ""
        case 1:
            parts[here] *= 2
        case _:
            parts[here], parts[there] = parts[there], parts[here]
    return "".join(parts)


def mutate(name: str, count: int) -> None:
    source, random = sources()[name], Random(f"mutated {name}")
    for _ in range(count):
        text = mutated(source.text, random)
        mine = Source(text, source.name)
        try:
            read_game(mine, library.bases(mine)).check()
        except LaskerError as error:
            for each in error.problems:
                assert each.span is not None, each.report()
                if (each.span.line, each.span.column) == (1, 1):
                    assert text.split("\n")[0] != source.text.split("\n")[0] or each.span.end == 0, (
                        each.report()
                    )


RULES = sorted(name for name, source in sources().items() if source.name.endswith(".rules"))


@pytest.mark.parametrize("name", [name for name in RULES if name in QUICK])
def test_mutated_games(name: str) -> None:
    mutate(name, SAMPLE)


@pytest.mark.soak
@pytest.mark.parametrize("name", RULES)
def test_many_mutated_games(name: str) -> None:
    mutate(name, SOAK)
