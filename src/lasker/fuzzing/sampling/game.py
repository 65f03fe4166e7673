"""A random game as text: it declares exactly what its randomly chosen parts use."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from string import Template

from lasker.fuzzing.sampling.actions import actions
from lasker.fuzzing.sampling.boards import random_board
from lasker.fuzzing.sampling.movements import movement
from lasker.fuzzing.sampling.royals import arrival, opponent_condition, royal
from lasker.fuzzing.sampling.turns import SampledRule, ends, settle_term, turns
from lasker.notation.fen.fen import board_rows
from lasker.space.space import Space
from lasker.syntax.rules import Rules

KINDS = ("ant", "bee", "cat", "dog")
LETTERS = {"ant": "AaP", "bee": "BbQ", "cat": "CcS", "dog": "DdT", "lord": "LlV"}
PLAYERS = ("white", "black", "red")
MARKS = {"fresh": "until moved", "hasty": "until next turn", "tired": "lasting", "seen": "until end"}
COUNTERS = {
    "quiet": ("0..2 unkeyed", "0..100 unkeyed", "0..9"),
    "hand": ("0..9 from 2 each", "0..2 from 1 each", "0..5 from 3 each"),
    "taken": ("0..3 each", "0..99"),
    "chain": ("0..99 until end", "0..9 until end"),
    "die": ("0..3",),
}
LINES = {
    "passing": 'pass "A move may change nothing."',
    "moves by label": 'moves "by label"',
    "forbidden repetition": 'forbid "repetition"',
    "adjudication": 'adjudicate "repetition" drawn: repeated 3',
    "claims": 'adjudicate "few pieces" drawn claimed: ![friend + $n enemy]',
}
SETTINGS = (0, 0, 0, 2)  # values of a ply counter after a capture
RESULTS = ("lost", "lost", "lost", "won", "drawn", "1/4")


class SampledGame:
    """The randomly chosen parts of one game, and the text made of them.

    >>> sheet = SampledGame(Random(1), "one")
    >>> sheet.text("").splitlines()[:2]
    ['lasker 1', 'game   "one"']
    """

    def __init__(self, random: Random, title: str) -> None:
        self.random, self.title = random, title
        self.board = random_board(random)
        self.space = _space(self.board.lines)
        self.players = PLAYERS[: random.choices((2, 3), (88, 12))[0]]
        self.kinds = KINDS[: random.choices((1, 2, 3, 4), (3, 4, 4, 2))[0]]
        self.royal, self.rocks = random.random() < 0.45, random.random() < 0.15
        self.view = random.choice(self.board.words.views)
        self.mechanisms = {self.board.kind}
        self._needs: set[str] = set()
        self.rules = [*self._moves(), *self._frame()]
        self.marks = [name for name in MARKS if name in self._needs]
        self.counters = {
            name: random.choice(ranges) for name, ranges in COUNTERS.items() if name in self._needs
        }

    @property
    def pieces(self) -> tuple[str, ...]:
        """Every kind of piece with an owner."""
        return (*self.kinds, "lord") if self.royal else self.kinds

    def _uses(self, kind: str, *needs: str) -> None:
        self.mechanisms.add(kind)
        self._needs |= {*needs}
        self.rocks = self.rocks or "rock" in needs

    def _part(self, part: SampledRule) -> str:
        """The text of a part with its placeholders filled in; what it uses is declared."""
        if part.kind:
            self._uses(part.kind, *_named(part.text))
        return self._filled(part.text)

    def _filled(self, text: str, **more: str) -> str:
        """A template with pieces and direction words in place of its placeholders."""
        random, words = self.random, self.board.words
        gate, goal = random.choice(words.lame)
        return Template(text).substitute(
            A=random.choice(self.pieces if random.random() < 0.3 else self.kinds),
            B=random.choice(self.kinds),
            n=random.choice(words.steps),
            m=random.choice((*words.steps, *words.leaps)),
            a=gate,
            b=goal,
            ahead=words.ahead,
            aside=words.aside,
            back=words.back,
            view=self.view,
            **more,
        )

    # --- moves ----------------------------------------------------------------------------------------

    def _moves(self) -> Iterator[str]:
        random, walking = self.random, self.random.random() < 0.8
        if walking:
            yield from self._movements()
        options = ["going", "taking"] if walking else []
        for action in actions(random, 0 if walking else 1):
            self._uses(action.kind, *action.needs)
            *definitions, text = self._filled(action.defines + action.text).split("\n")
            yield from definitions
            options.append(f"({text})")
        if not walking:
            yield f"going = {options[0]}"
        safe = other = "nil"
        if walking and self.royal and random.random() < 0.8:
            self._uses("royal safety")
            striking = random.choice(("friend", "friend", "friend", *self.kinds))
            yield f"strikes = %{striking}: way({self._part(royal(random))})"
            safe, other = f"![{self.view} strikes]", self._part(opponent_condition(random))
        yield f"safe = {safe}"
        joint = " | "
        if len(options) > 1 and random.random() < 0.2:
            self._uses("priority")
            random.shuffle(options)
            joint = " // "
        yield f"move = ({joint.join(options)}) safe {other}"
        yield f"view = {self.view}"

    def _movements(self) -> Iterator[str]:
        random, lines = self.random, []
        for piece in self.pieces:
            found = [movement(random, self.board.words) for _ in range(random.choice((1, 1, 2)))]
            for kind, text in found:
                self._uses(kind, *_named(text))
            lines.append(f"[% is {piece}] ({' | '.join(text for _, text in found)})")
        yield "way(t) = " + "\n       | ".join(lines)
        yield f"promote = {self._part(arrival(random))}"
        calm = violent = ""
        if random.random() < 0.4:
            self._uses("counters", "quiet")
            calm, violent = " quiet += 1", f" quiet := {random.choice(SETTINGS)}"
        yield f"going = (%friend: way(.) promote){calm}"
        book = random.choice(("", "", " hand += 1", " taken += 1"))
        self._uses("captures", *book.split()[:1])
        yield f"taking = (%friend: way(enemy) promote){violent}{book}"

    # --- turns and ends -------------------------------------------------------------------------------

    def _frame(self) -> Iterator[str]:
        random = self.random
        yield from self._turns(turns(random))
        tidied = settle_term(random)
        if tidied:
            self._uses(tidied.kind, *tidied.needs)
            self._uses("settle")
            yield f"settle = {self._filled(tidied.text)}"
        for number, end in enumerate(ends(random)):
            self._uses(end.kind, *end.needs)
            yield f'end "{end.kind} {number}" {random.choice(RESULTS)}: {self._filled(end.text)}'
        for kind, line in LINES.items():
            if random.random() < 0.08:
                self._uses(kind)
                yield self._filled(line)

    def _turns(self, order: SampledRule) -> Iterator[str]:
        self._uses(order.kind, *order.needs)
        if len(self.players) > 2:
            self._uses("three players")
        for number, me in enumerate(self.players):
            you = self.players[(number + 1) % len(self.players)]
            yield from self._filled(order.text, me=me, you=you, mine="view " * number).splitlines()

    # --- the text -------------------------------------------------------------------------------------

    def text(self, start: str) -> str:
        """The rules, with an initial position if one is given."""
        fields = [
            f"{'counts' if 'each' in r else 'counter'}:{n}"
            for n, r in self.counters.items()
            if "end" not in r
        ]
        fields += [f"marked:{name}" for name in self.marks if MARKS[name] != "until end"]
        lines = [
            "lasker 1",
            f'game   "{self.title}"',
            f'about  "A random game: {", ".join(sorted(self.mechanisms))}."',
            f'fen    "{" ".join(["board", "side", *fields, "number"])}"',
            *([f'start  "{start}"'] if start else []),
            f"players {' '.join(self.players)}",
            *self.board.lines,
            *(f"piece {kind} {self._letters(kind)}" for kind in self.pieces),
            *(["piece rock 'z'"] if self.rocks else []),
            *(f"mark {name} {MARKS[name]}" for name in self.marks),
            *(f"counter {name} {bounds}" for name, bounds in self.counters.items()),
            *self._regions(),
            *self.rules,
        ]
        return "\n".join(line.rstrip() for line in lines) + "\n"

    def _letters(self, kind: str) -> str:
        return " ".join(f"'{letter}'" for letter in LETTERS[kind][: len(self.players)])

    def _regions(self) -> Iterator[str]:
        """The players' home and far regions, and the middle, as intervals of sites."""
        sites = [
            self.space.label(site) for row in board_rows(self.space)[::-1] for site in row if site is not None
        ]
        end = max(1, len(sites) // 4)
        ends = (sites[:end], sites[-end:], sites[end : 2 * end])
        yield f"region middle = {', '.join(sites[end:-end])}"
        for number, player in enumerate(self.players):
            yield f"region home of {player} = {', '.join(ends[number])}"
            yield f"region far of {player} = {', '.join(ends[(number + 1) % len(self.players)])}"


def _named(text: str) -> set[str]:
    """The marks and counters that a text names."""
    return {*re.findall(r"\w+", text)} & {*MARKS, *COUNTERS}


def _space(lines: tuple[str, ...]) -> Space:
    space = Rules("\n".join(lines)).space
    assert space is not None  # the lines declare one
    return space
