"""Feature extraction for tuning: weights shared by symmetry as columns, positions as sparse rows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from lasker.compiler.emit.c.evaluation_terms import (
    GOAL_DISTANCE,
    KING_ATTACKS,
    OF_KIND,
    OF_PLAYER,
    PASSED,
    term_of_kind,
    term_of_player,
)
from lasker.compiler.ir.machine import ProgramPosition
from lasker.engine.board_symmetries import counterparts
from lasker.engine.evaluation import Appraisal
from lasker.engine.native_search import NativeSearch, Weights
from lasker.engine.self_play import SelfPlayGame
from lasker.engine.texel_regression import Array, Features

SPREAD = {  # prior standard deviation of a weight around its initial value, in hundredths of a piece
    "kind": 40.0,
    "square": 8.0,
    "mobility": 4.0,
    "pair": 15.0,
    "isolated": 10.0,
    "connected": 10.0,
    "doubled": 10.0,
    "passed": 15.0,
    "held": 40.0,
    "deciding": 80.0,
    "hanging": 15.0,
    "tempo": 10.0,
    "weak_king_squares": 15.0,
    "safe_checks": 15.0,
    "drop_checks": 60.0,
    "king_attacks": 30.0,
    "goal_distance": 80.0,
}
RELATIVE_SPREAD = 0.1  # added for a kind of piece, as a part of its value


class FeatureMap:
    """The learned parameters of a game; weights equal by the players' symmetry share one parameter."""

    def __init__(self, appraisal: Appraisal, weights: Weights, image: tuple[int, ...] | None) -> None:
        self.appraisal, self.weights = appraisal, weights
        self.kinds, self.sites = len(appraisal.pieces) + 1, appraisal.sites
        self.numbers: dict[tuple[object, ...], int] = {}
        counterpart, pieces = counterparts(appraisal), appraisal.pieces
        same = image or tuple(range(self.sites))
        self.whole: dict[int, tuple[int, int]] = {}  # of a kind on any square: parameter and sign
        self.squares: dict[tuple[int, int], tuple[int, int]] = {}
        self.terms: dict[int, tuple[int, int]] = {}
        self.counters: dict[int, tuple[int, int]] = {}
        for kind, piece in enumerate(pieces, 1):
            if piece.owner not in (0, 1):
                continue
            sign = -1 if piece.owner else 1
            base = counterpart[kind] if piece.owner and image else kind
            self.whole[kind] = self._number("kind", base), sign
            for site in range(self.sites):
                at = same.index(site) if piece.owner and image else site
                self.squares[kind, site] = self._number("square", base, at), sign
            for name in OF_KIND:
                self.terms[term_of_kind(kind, name)] = self._number(name, base), sign
            for ahead in range(PASSED):
                self.terms[term_of_kind(kind, "passed", ahead)] = self._number("passed", base, ahead), sign
        for player in (0, 1):
            sign, whose = (-1 if player else 1), 0 if image else player
            for name in OF_PLAYER:
                self.terms[term_of_player(self.kinds, player, name)] = self._number(name, whose), sign
            for name, most in (("king_attacks", KING_ATTACKS), ("goal_distance", GOAL_DISTANCE)):
                for times in range(most):
                    number = self._number(name, whose, times)
                    self.terms[term_of_player(self.kinds, player, name, times)] = number, sign
        for slot, (kind, owner) in appraisal.held.items():
            base = counterpart[kind] if owner and image else kind
            self.counters[slot] = self._number("held", base), -1 if owner else 1
        names = [counter.name for counter in appraisal.game.rules.vocabulary.counters.values()]
        for slot, (owner, _) in appraisal.deciding.items():
            if any(weights.counters[slot]):
                alike = names[slot] if image else slot
                self.counters[slot] = self._number("deciding", alike), -1 if owner else 1

    def _number(self, *key: object) -> int:
        return self.numbers.setdefault(key, len(self.numbers))

    def spreads(self) -> Array:
        """The prior's standard deviation of each parameter."""
        found = np.array([[SPREAD[str(key[0])]] for key in self.numbers])
        for kind, (number, _) in self.whole.items():
            found[number] += RELATIVE_SPREAD * self.weights.kinds[kind][0][3]
        return found

    def start(self) -> Array:
        """The parameters' initial values."""
        found = np.zeros((len(self.numbers), 2))
        for (kind, site), (number, sign) in self.squares.items():
            found[number] = [sign * n for n in self.weights.kinds[kind][site][:2]]
        for slot, (number, sign) in self.counters.items():
            found[number] = [sign * n for n in self.weights.counters[slot][:2]]
        for term, (number, sign) in self.terms.items():
            if term < len(self.weights.terms):
                found[number] = [sign * n for n in self.weights.terms[term]]
        return found

    def row(self, native: NativeSearch, position: ProgramPosition) -> dict[int, int]:
        """The features of a position: parameter to signed count."""
        found: dict[int, int] = {}
        variants = self.appraisal.variants
        here = [
            self.squares[content // variants, site]
            for site, content in enumerate(position.board)
            if (content // variants, site) in self.squares
        ]
        here += [
            self.whole[content // variants] for content in position.board if content // variants in self.whole
        ]
        for number, sign in here:
            found[number] = found.get(number, 0) + sign
        for slot, (number, sign) in self.counters.items():
            found[number] = found.get(number, 0) + sign * position.counters[slot]
        for term, times in enumerate(native.times(position)):
            if times and term in self.terms:
                number, sign = self.terms[term]
                found[number] = found.get(number, 0) + sign * times
        return {number: times for number, times in found.items() if times}

    def mass(self, position: ProgramPosition) -> float:
        """The phase of a position: 1 at full material, 0 with none."""
        variants, full = self.appraisal.variants, self.weights.full
        mass = sum(self.weights.kinds[content // variants][0][3] for content in position.board)
        mass += sum(held * w[3] for held, w in zip(position.counters, self.weights.counters, strict=True))
        return min(1.0, mass / full) if full else 0.0

    def features(self, native: NativeSearch, games: Iterable[SelfPlayGame]) -> Features:
        """The feature matrix of all quiet positions of some games, with results and scores."""
        rows: list[int] = []
        columns: list[int] = []
        times: list[int] = []
        early: list[float] = []
        results: list[float] = []
        scores: list[int] = []
        for each in games:
            for seen in each.quiet:
                if seen.score is None:
                    continue
                found = self.row(native, seen.position)
                rows += [len(results)] * len(found)
                columns += list(found)
                times += list(found.values())
                early.append(self.mass(seen.position))
                results.append(each.payoff)
                scores.append(seen.score)
        return Features(*(np.array(each) for each in (rows, columns, times, early, results, scores)))

    def to_weights(self, learned: Array) -> Weights:
        """Learned parameters as search weights, scaled so that total material is unchanged."""
        worth = self._worth(learned)
        old = sum(self.weights.kinds[kind][0][3] for kind in worth)
        scale = old / sum(worth.values()) if sum(worth.values()) > 0 else 1.0
        kinds = [list(row) for row in self.weights.kinds]
        for (kind, site), (number, sign) in self.squares.items():
            both = learned[number] + learned[self.whole[kind][0]]
            early, late = (round(sign * scale * n) for n in both)
            value = round(scale * worth[kind]) if kind in worth else kinds[kind][site][3]
            kinds[kind][site] = (early, late, sign * value, max(0, value))
        counters = list(self.weights.counters)
        for slot, (number, sign) in self.counters.items():
            early, late = (round(scale * n) for n in learned[number])
            held, _ = self.appraisal.held.get(slot, (0, 0))  # a drop gains no material
            gain, mass = kinds[held][0][2:] if held else (sign * (early + late) // 2, 0)
            counters[slot] = (sign * early, sign * late, gain, mass)
        terms = [(0, 0)] * (max(self.terms) + 1)
        for term, (number, sign) in self.terms.items():
            terms[term] = round(sign * scale * learned[number][0]), round(sign * scale * learned[number][1])
        return replace(
            self.weights, kinds=tuple(map(tuple, kinds)), counters=tuple(counters), terms=tuple(terms)
        )

    def _worth(self, learned: Array) -> dict[int, float]:
        """The median value of each kind over all squares, for kinds with a value."""
        found: dict[int, float] = {}
        for kind in range(1, self.kinds):
            if self.weights.kinds[kind][0][3] and (kind, 0) in self.squares:
                each = [learned[self.squares[kind, site][0]].mean() for site in range(self.sites)]
                found[kind] = sorted(each)[len(each) // 2] + learned[self.whole[kind][0]].mean()
        return found
