"""Words of the language: each on every backend beside the reference, printed and read again, its mistakes."""

from __future__ import annotations

from fractions import Fraction

import pytest

from lasker.fuzzing.comparison import compared, main_engines
from lasker.kernel.errors import LaskerError
from lasker.kernel.source import Source
from lasker.model.identity import meaning_hash
from lasker.notation.fen import fen
from lasker.play.game import Game
from lasker.syntax.declarations import declarations
from lasker.syntax.read import read_game


def made(text: str) -> Game:
    model = read_game(Source(f'lasker 1\ngame "Words"\n{text}', "words.rules"))
    model.check()
    return Game(model, "words")


def lockstep(game: Game, positions: int = 24) -> None:
    """Native code with and without its passes and generated Python, position by position."""
    report = compared(game, 5, positions, main_engines(game.model))
    assert not report.problems, report.problems
    assert report.agreed > positions * 2
    again = declarations(game.model.rules).game("again.rules")
    assert meaning_hash(again) == meaning_hash(game.model)
    printed = read_game(Source(again.rules.source.text, "printed.rules"))
    assert meaning_hash(printed) == meaning_hash(game.model)


def refused(text: str, line: str, *told: str) -> None:
    """A line that is a mistake, told where it stands."""
    with pytest.raises(LaskerError) as caught:
        made(text + line)
    error = caught.value
    for part in told:
        assert part in f"{error.message} {error.remedy}", error.report()
    assert error.span is not None
    assert error.span.line > text.count("\n") + 2, error.report()


HUNT = """players fox hounds
board 4x5
piece fox 'F' 'x'
piece hound 'H' 'h'
region far of fox = rank 5
region far of hounds = rank 1
start "h1h1/1h2/4/4/F3 f"
fox = %'F': all4(step(ur) | (% + ur 'h' + uurr. -> . + ur. + uurr%))
hounds = %'h': step(d) | both(step(dr))
"""


def test_ends_of_one_player_and_of_one_state() -> None:
    game = made(
        HUNT
        + """end "through" won for fox: ['F' in far of fox]
end "caught" lost in fox: ![fox]
end "stuck" 1/4 for hounds in hounds: ![hounds]
adjudicate "one hound" won for fox: ![%'h': (@ -> .) [%'h': nil]]
adjudicate "few hounds" drawn for hounds: ![%'h': (@ -> .) %'h': (@ -> .) [%'h': nil]]
adjudicate "again" lost for hounds: repeated 2
invalid "two foxes" for fox: %'F': (@ -> .) %'F': nil
invalid "no hounds" in hounds: !['h']
"""
    )
    quarter, half = Fraction(1, 4), Fraction(1, 2)
    for line, reason, payoffs in (
        ("F3/1h2/4/4/4 f", "through", (1, 0)), ("F3/1h2/4/4/4 h", "through", (1, 0)),
        ("4/4/2h1/1h2/F3 f", "caught", (0, 1)), ("4/4/F3/4/h3 h", "stuck", (3 * quarter, quarter)),
        ("4/3h/F3/4/4 f", "one hound", (1, 0)), ("4/3h/F3/4/4 h", "one hound", (1, 0)),
        ("4/2hh/F3/4/4 h", "few hounds", (half, half)),
    ):  # fmt: skip
        outcome = game.position(line).outcome
        assert outcome is not None, line
        assert (outcome.reason, outcome.payoffs) == (reason, payoffs), line
    assert game.position("4/2hh/F3/2h1/4 h").outcome is None
    for line, faults in (
        ("F3/4/F3/h3/4 h", ("two foxes",)), ("F3/4/4/4/4 h", ("no hounds",)), ("F3/4/4/4/4 f", ()),
    ):  # fmt: skip
        assert fen.read(game.model, line).faults == faults
    lockstep(game)


def test_mistakes_about_whom_an_end_concerns() -> None:
    refused(HUNT, 'end "x" lost for foxes: fail', "no player is called foxes", "did you mean fox?")
    refused(HUNT, 'end "x" lost in hound: fail', "no state is called hound", "did you mean hounds?")
    refused(HUNT, 'end "x" lost for fox fail', "a colon is missing")
    refused(HUNT, 'adjudicate "x" lost for fox: repeated 3 giving [fox]', "`giving`", "`under`")
    three = (
        HUNT.replace("fox hounds", "fox hounds cats").replace("'x'", "'x' 'y'").replace("'h'\n", "'h' 'g'\n")
    )
    refused(three + "cats = fail\n", 'end "x" lost for fox: fail', "how the others share", "in fox")
