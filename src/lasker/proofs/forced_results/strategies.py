"""Strategies: for every position that can arise, the move of the players who act together."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import zip_longest

from lasker.engine.native_classification import Category
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LimitError
from lasker.play.game import Position
from lasker.proofs.forced_results.solvers import Searcher, after, ended

MOST_ENTRIES = 100_000  # positions of a strategy
GAP = "   "  # between boards


@dataclass(frozen=True)
class Goal:
    """What a strategy brings about within some plies: that the game ends in a wanted category for a player;
    or, if it avoids, that it does not."""

    player: int
    wanted: Category
    plies: int
    together: frozenset[int]  # those who act, by number; chance is one of them if it is -1
    claims: bool = False
    avoids: bool = False

    def acts(self, position: Position) -> bool:
        """Is one of those who act together to move?"""
        state = position.node.state
        return (-1 if state.by_chance else state.player) in self.together

    def opposite(self, players: int) -> Goal:
        """That of the others, chance among them: to prevent it."""
        others = frozenset({-1, *range(players)}) - self.together
        return Goal(self.player, self.wanted, self.plies, others, self.claims, not self.avoids)


class Strategist:
    """The moves of a strategy, asked of a searcher: the soonest way to a wanted end, or one that avoids it.

    >>> import lasker
    >>> fork = lasker.load("tictactoe").position("XX1/OO1/3 x 5")
    >>> lasker.classify(fork, within=1).strategist().choice(fork, 1)[0]
    'c3'
    """

    def __init__(self, searcher: Searcher, goal: Goal, players: int) -> None:
        self.searcher, self.goal = searcher, goal
        self._forcing = goal.opposite(players) if goal.avoids else goal

    def _forced(self, position: Position, plies: int) -> bool:
        goal = self._forcing
        return self.searcher.forces(position, goal.player, goal.wanted, plies, sorted(goal.together - {-1}))

    def is_open(self, position: Position, left: int) -> bool:
        """Does the strategy go on here?"""
        return left > 0 and not ended(position, self.goal.player, self.goal.claims)

    def choice(self, position: Position, left: int) -> tuple[str, Position, int]:
        """The move to be played, where it leads, and how many plies are left then."""
        if self.goal.avoids:
            text, then = next((t, p) for t, p in after(position) if not self._forced(p, left - 1))
            return text, then, left - 1
        least = next(plies for plies in range(1, left + 1) if self._forced(position, plies))
        text, then = next((t, p) for t, p in after(position) if self._forced(p, least - 1))
        return text, then, least - 1

    def table(self, start: Position, most: int = MOST_ENTRIES) -> list[dict[str, str]]:
        """By ply, the move for each position in which those who act are to move, by its FEN."""
        found: list[dict[str, str]] = []
        seen: dict[tuple[int, str], object] = {}
        waiting = [(start, 0, self.goal.plies)]
        while waiting:
            position, ply, left = waiting.pop()
            fen, held = position.fen, position.node.configuration[:3]
            if seen.get((ply, fen), held) != held:
                raise LimitError(f"two positions are written {fen}: the game's FEN leaves something out")
            if (ply, fen) in seen or not self.is_open(position, left):
                continue
            seen[ply, fen] = held
            if len(seen) > most:
                raise LimitError(f"a strategy has more than {most} positions, and that is the limit")
            if not self.goal.acts(position):
                waiting += [(then, ply + 1, left - 1) for _, then in after(position)]
                continue
            text, then, rest = self.choice(position, left)
            found += [{} for _ in range(len(found), ply + 1)]
            found[ply][fen] = text
            waiting.append((then, ply + 1, rest if not self.goal.avoids else left - 1))
        return found

    def main_line(self, start: Position) -> list[tuple[str, Position]]:
        """A line of the strategy: where others move, they choose what lasts longest."""
        line: list[tuple[str, Position]] = []
        position, left = start, self.goal.plies
        while self.is_open(position, left):
            if self.goal.acts(position):
                text, position, left = self.choice(position, left)
            else:
                text, position = self._longest(position, left)
                left -= 1
            line.append((text, position))
        return line

    def _longest(self, position: Position, left: int) -> tuple[str, Position]:
        options = list(after(position))
        if self.goal.avoids:
            return options[0]
        for plies in range(left - 1):
            later = [(text, then) for text, then in options if not self._forced(then, plies)]
            if not later:
                break
            options = later
        return options[0]

    def lines(self, start: Position, most: int) -> Iterator[str]:
        """The strategy as a tree, a move a line, at most so many lines; where others move, each of their
        moves."""
        shown = 0
        stack: list[tuple[str, str, Position, int]] = []

        def push(position: Position, left: int, indent: str) -> None:
            if not self.is_open(position, left):
                return
            if self.goal.acts(position):
                text, then, rest = self.choice(position, left)
                stack.append((f"{indent}{text}{result_of(then)}", indent, then, rest))
            else:
                for text, then in reversed(list(after(position))):
                    inner = indent + "  "
                    stack.append((f"{inner}… {text}{result_of(then)}", inner + "  ", then, left - 1))

        push(start, self.goal.plies, "")
        while stack:
            line, indent, then, left = stack.pop()
            if shown == most:
                yield "…"
                return
            shown += 1
            yield line
            push(then, left, indent)


def result_of(position: Position) -> str:
    """How the game has ended at a position, after a gap; nothing if it goes on."""
    return f"  {position.outcome.reason}" if position.outcome else ""


def boards(start: Position, line: Collection[tuple[str, Position]], columns: int = 4) -> str:
    """The boards of a line beside each other, each under the move that led to it.

    >>> from lasker.play.game import load
    >>> here = load("tictactoe").position("XX1/OO1/3 x 5")
    >>> print(boards(here, [("c3", here.play("c3"))]))
    x to move   c3
    ✕✕.         ✕✕✕
    ◯◯.         ◯◯.
    ...         ...
    """
    pictures = [(f"{start.turn} to move", str(start)), *((text, str(then)) for text, then in line)]
    rows = []
    for at in range(0, len(pictures), columns):
        shown = [[title, *picture.splitlines()] for title, picture in pictures[at : at + columns]]
        widths = [max(map(len, each)) for each in shown]
        parts = zip_longest(*shown, fillvalue="")
        cells = (GAP.join(c.ljust(w) for c, w in zip(row, widths, strict=True)).rstrip() for row in parts)
        rows.append("\n".join(cells))
    return "\n\n".join(rows)
