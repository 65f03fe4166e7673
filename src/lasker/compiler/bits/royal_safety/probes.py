"""Probes: whether a royal piece is attacked in the middle of a move, decided from the board before it."""

from __future__ import annotations

from lasker.algebra.contents import members
from lasker.compiler.bits.layout import EMPTY
from lasker.compiler.groups.game import Attack, Classes
from lasker.compiler.groups.moves import Rule, image
from lasker.compiler.groups.path import Conditional, Writes, union

Step = tuple[int, int, int]  # a probe: square of the royal piece, squares emptied, squares filled
Columns = tuple[int | None, list[int], list[int]]  # the same as columns of a rule


class Probes:
    """The tests of rules as probes."""

    def __init__(self, classes: Classes, sites: int) -> None:
        self.classes, self.sites = classes, sites
        self.strikes: dict[str, list[list[tuple[int, int, int]]]] = {}
        self.known: dict[tuple[str, Step, int, int, int], bool] = {}

    def split_decided(
        self, block: str, home: int | None, hostile: int, steps: list[Step]
    ) -> tuple[int, list[Step]]:
        """The squares that must not be attacked before the move, and the probes that this does not decide.

        The attacked squares are known with the royal piece removed from its home square. They decide a probe
        at which nothing else has changed; and another one, if no strike passes a square that has been emptied
        or begins on a `hostile` square that has changed, and every strike over a square that has been filled
        passes a square that must not be attacked either.
        """
        if home is None:
            return 0, steps
        alone = [step for step in steps if step[1:] in ((0, 0), (1 << home, 1 << step[0]))]
        unattacked = sum({1 << royal for royal, _, _ in alone})
        others = [step for step in steps if step not in alone]
        answered = [step for step in others if self._known(block, step, 1 << home, hostile, unattacked)]
        for royal, _, _ in answered:
            unattacked |= 1 << royal
        return unattacked, [step for step in others if step not in answered]

    def _known(self, block: str, step: Step, lifted: int, hostile: int, unattacked: int) -> bool:
        """Is a probe decided? Memoized, since many patterns have the same."""
        key = (block, step, lifted, hostile, unattacked)
        if key not in self.known:
            self.known[key] = self._answered(block, step, lifted, hostile, unattacked)
        return self.known[key]

    def _answered(self, block: str, step: Step, lifted: int, hostile: int, unattacked: int) -> bool:
        royal, emptied, filled = step
        strikes = self._strikes(block)
        attack = self.classes.tests[block]
        if isinstance(attack, Attack) and any(strike.screens for strike in attack.strikes):
            return False
        for number, striker, path in strikes[royal]:
            if path & emptied & ~lifted or (emptied | filled) & hostile & 1 << striker:
                return False
            if path & filled and not any(
                number == other and striker == again and not before & ~path
                for site in members(unattacked)
                for other, again, before in strikes[site]
            ):
                return False
        return bool(emptied & lifted)  # the royal piece has moved, or it might block a strike itself

    def _strikes(self, block: str) -> list[list[tuple[int, int, int]]]:
        """By royal square: the number of a strike, the attacker's square, the squares between."""
        if block not in self.strikes:
            attack = self.classes.tests[block]
            found: list[list[tuple[int, int, int]]] = [[] for _ in range(self.sites + 1)]
            for number, strike in enumerate(attack.strikes if isinstance(attack, Attack) else ()):
                for striker, royal, path in strike.entries:
                    found[royal].append((number, striker, path))
            self.strikes[block] = found
        return self.strikes[block]

    def probes(self, rule: Rule) -> list[Columns] | None:
        """The tests of a rule as probes: royal column, columns emptied and filled; None if one is no probe.

        A probe is about a single royal piece, so their number must not grow.
        """
        found = []
        for block, wanted, writes, _ in rule.questions:
            attack = self.classes.tests[block]
            if wanted or not isinstance(attack, Attack) or attack.royals in self.classes.tested_royals:
                return None
            probe = self._probe(rule, attack, writes)
            if probe is None:
                return None
            found.append(probe)
        return found

    def hostile(self, rule: Rule) -> list[int]:
        """The columns of a rule that may hold an attacker."""
        attacks = [self.classes.tests[query.block] for query in rule.questions]
        strikers = union(attack.strikers for attack in attacks if isinstance(attack, Attack))
        return [column for column, held in enumerate(rule.holds) if held & strikers]

    def home(self, rule: Rule) -> int | None:
        """The column of the royal piece whose safety a rule tests, if it has one."""
        for query in rule.questions:
            attack = self.classes.tests[query.block]
            if isinstance(attack, Attack):
                return next((c for c, held in enumerate(rule.holds) if not held & ~attack.royals), None)
        return None

    def _probe(self, rule: Rule, attack: Attack, writes: Writes) -> Columns | None:
        royal = self.home(rule)
        emptied, filled, fallen, risen = list[int](), list[int](), 0, 0
        for column, value in writes:
            if isinstance(value, Conditional):
                return None  # its occupancy is not known
            became = image(rule.holds[column if value.site is None else value.site], value)
            if became & attack.strikers or (became & attack.royals and became & ~attack.royals):
                return None
            if rule.holds[column] & attack.royals:
                if rule.holds[column] & ~attack.royals:
                    return None
                fallen += 1
            if became & attack.royals:
                royal, risen = column, risen + 1
            (emptied if became == EMPTY else filled).append(column)
        if fallen != risen or fallen > 1:
            return None  # a royal piece would appear or disappear
        return royal, emptied, filled
