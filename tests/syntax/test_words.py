"""Words of the language: each on every backend beside the reference, printed and read again, its mistakes."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from lasker import backends
from lasker.backends import Engine
from lasker.backends._differential_tests import observe
from lasker.backends.c.native import Native
from lasker.fuzzing.comparison import compared, main_engines
from lasker.kernel.errors import LaskerError
from lasker.kernel.source import Source
from lasker.model.meaning_hash import meaning_hash
from lasker.notation.fen import fen
from lasker.play import library
from lasker.play.game import Game, load
from lasker.syntax.declarations import declarations
from lasker.syntax.parse import parse_lines
from lasker.syntax.read import read_game
from lasker.syntax.rules_writer import written


def made(text: str) -> Game:
    model = read_game(Source(f'lasker 1\ngame "Words"\n{text}', "words.rules"))
    model.check()
    return Game(model, "words")


def lockstep(game: Game, positions: int = 24, large: bool = False) -> None:
    """Native code with and without its passes and generated Python, position by position; a large game in
    native code with all passes alone."""
    native: dict[str, Engine] = {"c": Native(game.model, frozenset(), listing=True)} if large else {}
    report = compared(game, 5, positions, native or main_engines(game.model))
    assert not report.problems, report.problems
    assert report.agreed > positions * (not large) * 2
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


def extended(text: str, of: str = "chess") -> Game:
    model = library.model_of(Source(f'lasker 1\ngame "Words"\nextends "{of}"\n{text}', "words.rules"))
    model.check()
    return Game(model, "words")


def test_a_variant_does_without_pieces_and_rules() -> None:
    """Beside a game whose rules do not mention them, written out."""
    start = 'start "rbbrkbbr/pppppppp/8/8/8/8/PPPPPPPP/RBBRKBBR w KQkq - 0 1"\n'
    game = extended(
        start
        + """without piece knight, queen
without end "stalemate"
without adjudicate "agreement" "fifty moves"
without invalid "the enemy has no king"
"""
    )
    assert {piece.name for piece in game.model.rules.vocabulary.pieces} == {"king", "rook", "bishop", "pawn"}
    assert [end.reason for end in game.model.endings] == ["checkmate"]
    reasons = {end.reason for end in game.model.adjudications}
    assert "threefold repetition" in reasons
    assert not reasons & {"agreement", "fifty moves"}
    assert "the enemy has no king" not in {end.reason for end in game.model.faults}
    written_out = extended(
        start
        + """
piece ghost 'X' 'x'
way(t) = [% is ♖] all4(ride(u, t)) | [% is ♗] all4(ride(ur, t)) | [% is ♔] all4(take(u, t) | take(ur, t))
promote = try(% in far rank -> ♖ | ♗)
"""
    )
    for line in (game.model.start, "4k3/P7/8/8/8/8/7p/4K3 w - - 0 1", "8/8/8/8/8/5k2/5r2/7K w - - 0 1"):
        assert game.position(line).perft(2) == written_out.position(line).perft(2)
    stuck = game.position("8/8/8/8/8/4k3/4p3/4K3 w - - 0 1")
    assert not stuck.moves
    assert stuck.outcome is None
    lockstep(game, 6, large=True)


def test_fields_of_pieces_that_are_gone_say_nothing() -> None:
    game = extended('without piece rook\nstart "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"')
    assert game.start().fen == "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"
    assert game.perft(2) == load("chess").position(game.start().fen).perft(2)


def test_several_ends_may_have_one_reason() -> None:
    """They are asked in their order, and both go where another text does without them."""
    game = extended('end "row" lost: ◯ + r◯ + rr◯\nend "row" drawn: ◯ + u◯ + uu◯\n', "tictactoe")
    again = written(declarations(game.model.rules).ordered(), "again")[0]
    for each in (game, Game(read_game(again), "again")):
        ends = [(end.reason, end.result) for end in each.model.endings]
        assert ends[:2] == [("row", "lost"), ("row", "drawn")]
        outcomes = [each.position(line).outcome for line in ("3/3/OOO x 1", "O2/O2/O2 x 1")]
        assert [outcome and outcome.payoffs[0] for outcome in outcomes] == [0, Fraction(1, 2)]
    less = read_game(Source('extends "again"\nwithout end "row"\n', "less"), (again,))
    assert [end.reason for end in less.endings] == [reason for reason, _ in ends[2:]]


def test_fields_of_fen_want_names_and_states_are_explained() -> None:
    with pytest.raises(LaskerError, match="♔ is a sign, and the name of a piece is wanted: write king"):
        extended('fen "board side castling:unmoved:♔:♖"').start()
    with pytest.raises(LaskerError) as caught:
        load("go9").position("9/9/9/9/9/9/9/9/9 q")
    assert caught.value.remedy == "it is b (black) or w (white) or j (state judge of black)"


def test_a_text_is_extended_beside_the_one_that_extends_it(tmp_path: Path) -> None:
    """Not in the working folder; a byte order mark says nothing."""
    (tmp_path / "old.rules").write_text('lasker 1\nextends "tictactoe"\ngame "Old"\n', "utf-8-sig")
    (tmp_path / "new.rules").write_text('lasker 1\nextends "old.rules"\n', "utf-8")
    assert load(str(tmp_path / "new.rules")).title == "Old"
    (tmp_path / "latin.rules").write_bytes('lasker 1\n-- für\nextends "old.rules"'.encode("latin-1"))
    with pytest.raises(LaskerError, match=r"line 2.: it seems to be text in another encoding, Latin-1"):
        load(str(tmp_path / "latin.rules"))


def test_mistakes_about_what_is_left_out() -> None:
    for line, *told in (
        ("without piece night", "no piece of the extended game is called night", "did you mean knight?"),
        ("without piece knight quen", "is called quen", "did you mean queen?"),
        ('without end "stale"', "no end of the extended game is called stale", "did you mean stalemate?"),
        ('without adjudicate "luck"', "no rule of this kind", "there are: "),
    ):
        with pytest.raises(LaskerError) as caught:
            extended(line)
        for part in told:
            assert part in f"{caught.value.message} {caught.value.remedy}"
        assert caught.value.span is not None
        assert caught.value.span.line == 4
    with pytest.raises(LaskerError, match="extended game"):
        made("players a b\nboard 2x2\npiece x 'X' 'x'\nmove = %.: put('X')\nwithout piece y")


def test_contradictory_choices_are_no_way() -> None:
    text = """players a b
board 5x5
piece snake 'S' 's'
start "4s/5/2S2/5/5 a"
move = any m in (u, d, l, r): any n in (u, d, l, r): %'S': % + m. + m n(. | 's') -> . + m n%
view = rotated
end "no move is left" lost: ![move]
"""
    game = made(text)
    assert len(game.start().moves) == 8  # a bend or a straight way, never back
    lockstep(game, 8)
    with pytest.raises(LaskerError, match="on top of each other"):
        made(text + "x = any m in (u, r): 'S' + m. + m. -> .")


RACE = """players a b
board 7x3
piece runner 'R' 'r'
counter die 1..3
counter saved 0..4 each
counter spent 0..6 until end
start "r6/7/R6 a"
fen "board side counter:die counts:saved number"
leaps(m, n) = % + m^n (. | 'r') -> . + m^n %
runs(m, n)  = step(m){1,n}
turns(n)    = die := n
"""


def test_numbers_are_arguments_and_counters_count_for_others() -> None:
    game = made(
        RACE
        + """move = %'R': leaps(r, 2) (any n in (1, 2, 3): turns(n))
     | (%'R': runs(u, 2)) (saved += die)
     | (%'R': step(r){die}) [spent = 0] (spent := die) [spent > 1] (spent -= die) [spent = 0]
     | (%'R': step(l){0,saved}) [saved >= 1] saved := 0
view = C
end "far" lost: ['r' in far]
region far = file g
"""
    )
    moves = {str(move) for move in game.position("r6/7/R6 a 3 0+0 1").moves}
    assert moves == {"a1,a1a2", "a1,a1d1", "a1c1,die=1", "a1c1,die=2", "a1c1,die=3"}
    saved = game.position("r6/7/R6 a 3 0+0 1").play("a1,a1a2")
    assert saved.fen == "r6/R6/7 b 3 3+0 1"
    lockstep(game)


def test_mistakes_about_numbers() -> None:
    refused(RACE, "move = %'R': step(r){dice}", "no counter is called dice", "did you mean die?")
    refused(RACE, "move = saved := dice", "no counter is called dice")
    refused(RACE + "counter big 0..100000\n", "move = %'R': step(r){big}", "1000 values", "closer bounds")
    with pytest.raises(LaskerError, match="n is a fragment here, and a power is a number"):
        made(RACE + "move = %'R': leaps(r, 'R')")
    with pytest.raises(LaskerError, match="a number and a fragment"):
        made(RACE + "move = %'R': step(2)")
    with pytest.raises(LaskerError, match="dice"):
        made(RACE + "move = fail\nuses(n) = step(r){dice}")


PUSH = """players a b
board 5x4
piece ox 'O' 'o'
piece stone '*'
start "o3o/2*2/1*3/O3O a"
view = flipped
end "no move is left" lost: ![move]
"""


def test_helping_cursors_are_left_out_of_names() -> None:
    push = "(% + r'*' + rr. -> . + r% + rr'*')"
    plain = made(PUSH + f"move = %'*': %'O': all4({push}) | all4(step(u))")
    game = made(PUSH + f"move = %_near '*': %'O': all4({push}) | all4(step(u))")
    assert all("," in str(move) for move in plain.start().moves)
    assert {str(move) for move in game.start().moves} == {"a1a2", "a1b1", "e1e2", "e1d1"}
    assert {str(move) for move in game.position("5/5/5/O*3 a").moves} == {"a1a2", "a1b1"}
    position = backends.position(game.start().node)
    reference, generated = (
        observe(backends.open_engine(name, game.model), game.model, position)
        for name in ("reference", "python")
    )
    assert generated == reference
    lockstep(game, 10)


PARENT = """lasker 1
game "Parent"
players a b
board 4x4
piece man 'M' 'm'
start "m3/4/4/3M a"
local ahead(m) = step(m) | take(m, foe)
local foe = enemy
local two = ![%foe: %x foe: ![@ + @x]]
because two "two enemies are left"
local near = %foe: nil
move = (%friend: all4(ahead(u))) two [near | ![near]]
view = C
end "no enemy" lost: ![friend]
"""
CHILD = """lasker 1
game "Child"
extends "parent.rules"
two = u                          -- another thing altogether
foe = friend
more = (%friend: step(ur)) super
"""


def test_local_names_are_not_replaced_by_a_child() -> None:
    parent, child = Source(PARENT, "parent.rules"), Source(CHILD, "child.rules")
    old = read_game(parent)
    plain = read_game(Source(PARENT.replace("local ", ""), "plain.rules"))
    assert meaning_hash(old) == meaning_hash(plain)
    quiet = Source(CHILD.replace("more = (%friend: step(ur)) super\n", ""), "child.rules")
    game = Game(read_game(quiet, (parent,)), "child")
    game.model.check()
    assert game.model.states["a"].move == old.states["a"].move
    assert list(game.model.reasons.values()) == ["two enemies are left"] * 2
    again = declarations(game.model.rules).game("again.rules")
    assert meaning_hash(again) == meaning_hash(game.model)
    with pytest.raises(LaskerError, match="no super here"):
        read_game(child, (parent,))
    with pytest.raises(LaskerError) as caught:
        read_game(Source('lasker 1\ngame "C"\nextends "parent.rules"\nx = near', "c.rules"), (parent,))
    assert "near is local to parent.rules" in (caught.value.remedy or "")
    with pytest.raises(LaskerError, match="only a definition"):
        made("players a b\nboard 2x2\npiece x 'X' 'x'\nmove = %.: put('X')\nlocal z = u")
    lines = parse_lines(parent)
    source, moved = written(lines, "again")
    assert "local ahead(m) = " in source.text
    assert [line.local for line in moved if hasattr(line, "local")] == [True, True, True, True, False, False]
    assert [line.local for line in parse_lines(source) if hasattr(line, "local")] == [
        line.local for line in lines if hasattr(line, "local")
    ]


def test_cursors_are_arguments_and_pieces_are_carried_to_them() -> None:
    text = """players a b
board 4x3
piece man 'M' 'm'
piece post 'P' 'p'
start "p2m/4/M2P a"
apart(x, y) = ![%x + @y]
far(x)      = ![%x + u% | %x + d% | %x + l% | %x + r%]
home(x)     = apart(x, x) carry_to(x) | [@x is ('P' | 'p')] far(x) carry_to(x)
view = C
end "no man" lost: ![man]
"""
    game = made(text + "move = (%_x ('P' | 'p'): %man: home(@_x)) | (%man: all4(step(u)))")
    assert {str(move) for move in game.start().moves} == {"a1a2", "a1b1", "a1d1", "a1a3"}
    assert game.start().play("a1d1").fen == "p2m/4/3M b 1"
    lockstep(game, 12)
    hexes = made("""players a b
board hexagon 2
piece man 'M' 'm'
start "m1/3/1M a"
move = %_x 'm': %'M': carry_to(%_x)
end "no man" lost: ![man]
""")
    assert len(hexes.start().moves) == 1
    with pytest.raises(LaskerError, match="square was chosen"):
        made(text + "move = %man: home(@x)")


def test_gating_rights_are_a_field_of_fen() -> None:
    """As Fairy-Stockfish writes the start of Seirawan chess, and what is left of it after some moves."""
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQBCDFGkqbcdfg - 0 1"
    game = extended(f"""mark fresh until moved
fen "board side gating:unmoved:king:rook:fresh passing:jumped:pawn counter:quiet number"
start "{start}"
tidy = (each %♖^unmoved: ![♔^unmoved] (% -> %^-unmoved)) (each %♔^unmoved: ![♖^unmoved] (% -> %^-unmoved))
""")
    position = game.start()
    assert position.fen == start
    bearers = [c for c in position.node.configuration.board if "fresh" in game.model.rules.vocabulary.show(c)]
    assert len(bearers) == 16
    for move, rights in (
        ("g1f3", "KQBCDFkqbcdfg"), ("b8c6", "KQBCDFkqcdfg"), ("g2g3", "KQBCDFkqcdfg"),
        ("g7g6", "KQBCDFkqcdfg"), ("f1g2", "KQBCDkqcdfg"), ("a8b8", "KQBCDkcdfg"), ("e1f1", "ABCDHkcdfg"),
    ):  # fmt: skip
        position = position.play(move)
        assert position.fen.split()[2] == rights
        assert game.position(position.fen).fen == position.fen
    with pytest.raises(LaskerError, match="'E' is no gating right here"):
        game.position("4k3/8/8/8/8/8/8/3K4 w E - 0 1")
    assert game.position("4k3/8/8/8/8/8/8/3K4 w - - 0 1").fen == "4k3/8/8/8/8/8/8/3K4 w - - 0 1"
