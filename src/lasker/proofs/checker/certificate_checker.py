"""The checker of certificates: its own small program over the reference evaluator. It shares no search with
what writes certificates, uses no native code, and refuses what it cannot follow step by step.

Every position is a node of the model, its moves are the reference's, and its past is carried along as a list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from math import prod
from typing import Any

from lasker.algebra.moves import Nil
from lasker.kernel.errors import FileError, LimitError
from lasker.model.game import Ending, Game
from lasker.model.meaning_hash import meaning_hash
from lasker.model.position import Node, allowed
from lasker.notation.coordinates import move_texts
from lasker.notation.fen import fen
from lasker.play import library
from lasker.proofs.checker import rankings
from lasker.proofs.checker.checker_results import BUDGET, Checked, ClaimRefused, checked, versioned

CHANCE = "chance"
# What a claim is about: the results that are wanted, and whether the others act for them.
FORCED = {"forced win": ("won",), "forced draw": ("won", "drawn"), "forced loss": ("lost",)}
# The claims that a single line shows, and how it ends then; an unfinished one has all the plies.
LINES = {
    ("winnable", True): ("won",),
    ("drawable", True): ("drawn",),
    ("losable", True): ("lost",),
    ("unfinishable", True): ("unfinished",),
    ("absolute hang", False): ("won", "drawn", "lost"),
    ("hopeless", False): ("won", "drawn", "unfinished"),
}
SAYINGS = (*dict.fromkeys(says for says, _ in LINES), *FORCED, "finite")
Past = tuple[Node, ...]  # the latest last
Tally = dict[str, int]


class Checker:
    """The claims of one certificate, checked one after the other."""

    def __init__(self, certificate: object, game: Game | None = None, budget: int = BUDGET) -> None:
        self.whole = _shaped(certificate)
        self.game = game or library.model(self.whole["game"]["name"])
        self.left = budget
        self._tallies: dict[tuple[object, ...], list[Counter[str]]] = {}

    def checked(self) -> Iterator[Checked]:
        """Every claim with the result of its check."""
        wanted, found = self.whole["game"].get("meaning"), meaning_hash(self.game)
        if wanted != found:
            reason = (
                f"the rules are others: the certificate is about {str(wanted)[:12]}…, these are {found[:12]}…"
            )
            yield Checked("the game", False, reason)
            return
        for claim in self.whole["claims"]:
            yield checked(_told(claim), partial(self._check, claim))

    def _check(self, claim: dict[str, Any]) -> str:
        _check_shape(claim, self.game.players)
        evidence, says = claim["evidence"], claim["says"]
        kinds: dict[str, Callable[[dict[str, Any]], str]] = {
            "line": self._line,
            "strategy": self._strategy,
            "count": self._count,
            "cycle": self._cycle,
            "ranking": self._ranking,
            "repetition": self._repetition,
        }
        if evidence["kind"] not in kinds:
            raise ClaimRefused(f"{evidence['kind']!r} is no kind of evidence for {says!r}")
        return kinds[evidence["kind"]](claim)

    # ---- positions ----

    def root(self) -> Past:
        """The position that is claimed about, with its past."""
        place = self.whole["position"]
        past: Past = (fen.read(self.game, place["fen"]),)
        if past[0].faults:
            raise ClaimRefused(f"this is no position of the game: {'; '.join(past[0].faults)}")
        for text in place.get("moves", []):
            past = self._played(past, text)
        return past

    def _moves(self, past: Past) -> dict[str, Past]:
        """The legal moves, by text; the reference tells them."""
        self.left -= 1
        if self.left < 0:
            raise LimitError("more positions would have to be looked at than the budget allows")
        node, steps = past[-1], allowed(past)
        return {t: (*past, s.after) for t, s in zip(move_texts(node, steps), steps, strict=True)}

    def _can_move(self, past: Past) -> bool:
        """Is there a legal move? The first one suffices, where no past forbids it."""
        node = past[-1]
        if self.game.forbids_repetition or node.state.by_chance:
            return bool(self._moves(past))
        arena = self.game.arena
        return node.outcome is None and any(
            self.game.passes or node.after(end).key[1:] != node.key[1:]
            for end in arena.answers(node.state.move, node.configuration)
        )

    def _played(self, past: Past, text: str) -> Past:
        moves = self._moves(past)
        if text not in moves:
            raise ClaimRefused(f"{text!r} is no legal move in {fen.write(past[-1])}")
        return moves[text]

    def _result(self, past: Past, claim: dict[str, Any]) -> str:
        """won, drawn, lost or unfinished, for the player of the claim."""
        node, player = past[-1], self.game.players.index(claim["player"])
        outcome = node.outcome
        payoff = None if outcome is None else outcome.payoffs[player]
        if payoff is None:
            for rule in self.game.adjudications:
                by_claim = claim.get("claims", False) and rule.manner == "claimed"
                if (not rule.manner or by_claim) and _adjudicated(past, rule):
                    payoff = node.payoffs(rule.result)[player]
                    break
        if payoff is None:
            return "unfinished" if self._can_move(past) else "drawn"
        return {Fraction(1): "won", Fraction(0): "lost"}.get(payoff, "drawn")

    # ---- kinds of evidence ----

    def _line(self, claim: dict[str, Any]) -> str:
        """Moves that lead to a result which shows the claim."""
        says, moves, within = claim["says"], claim["evidence"]["moves"], claim["within"]
        if (says, claim["holds"]) not in LINES:
            raise ClaimRefused("a line shows what is possible, not what is impossible")
        wanted = LINES[says, claim["holds"]]
        if len(moves) > within:
            raise ClaimRefused(f"a line of {len(moves)} plies says nothing about {within} plies")
        past = self.root()
        for text in moves:
            if (result := self._result(past, claim)) != "unfinished":
                raise ClaimRefused(f"the game is {result} before {text}")
            past = self._played(past, text)
        result = self._result(past, claim)
        if result not in wanted or (result == "unfinished" and len(moves) != within):
            raise ClaimRefused(f"the line of {len(moves)} plies ends {result}, which does not show the claim")
        return f"a line of {len(moves)} plies"

    def _strategy(self, claim: dict[str, Any]) -> str:
        """A move for each position of those who act, against every move of the others."""
        if claim["says"] not in FORCED:
            raise ClaimRefused("a strategy shows what can be forced, and nothing else")
        player, wanted = claim["player"], FORCED[claim["says"]]
        actors = {player} if claim["says"] != "forced loss" else set(self.game.players) - {player}
        if claim["holds"] is False:
            actors = {*self.game.players, CHANCE} - actors
        return self._followed(claim, wanted, actors)

    def _followed(self, claim: dict[str, Any], wanted: tuple[str, ...], actors: set[str]) -> str:
        table, brings, within = claim["evidence"]["moves"], claim["holds"], claim["within"]
        seen: set[object] = set()
        forgetful = not self._past_matters(within)

        def follow(past: Past, ply: int) -> None:
            node = past[-1]
            key = (ply, node.state.name, *node.configuration[:3])
            if forgetful and key in seen:
                return
            seen.add(key if forgetful else past)
            result = self._result(past, claim)
            if (result in wanted) is not brings and (result != "unfinished" or (brings and ply == within)):
                line = " ".join(self._texts(past))
                raise ClaimRefused(f"after {line or 'no move'} the game is {result} at ply {ply} of {within}")
            if result != "unfinished" or ply == within:
                return
            if node.turn not in actors:
                for then in self._moves(past).values():
                    follow(then, ply + 1)
                return
            here = fen.write(node)
            if ply >= len(table) or here not in table[ply]:
                raise ClaimRefused(
                    f"there is no move for {here} after {' '.join(self._texts(past)) or 'no move'}"
                )
            follow(self._played(past, table[ply][here]), ply + 1)

        follow(self.root(), 0)
        return f"a strategy, followed through {len(seen)} positions"

    def _texts(self, past: Past) -> list[str]:
        """The moves of a line, for messages."""
        found = []
        for at in range(len(self.root()) - 1, len(past) - 1):
            texts = move_texts(past[at], past[at].steps)
            found += [t for t, s in zip(texts, past[at].steps, strict=True) if s.after == past[at + 1]][:1]
        return found

    def _past_matters(self, within: int) -> bool:
        """Can a line have as many positions as a rule about repetitions asks for?"""
        most = len(self.root()) + within
        return self.game.forbids_repetition or any(0 < r.repeated <= most for r in self.game.adjudications)

    def _count(self, claim: dict[str, Any]) -> str:
        """All lines, counted again; the claim follows from the counts."""
        plies: list[Tally] = claim["evidence"]["plies"]
        if len(plies) != claim["within"]:
            raise ClaimRefused(f"{len(plies)} plies are counted, and the claim is about {claim['within']}")
        asked = claim["player"], claim["within"], claim.get("claims", False)
        if asked not in self._tallies:
            memo = not self._past_matters(claim["within"])
            self._tallies[asked] = self._counted(self.root(), claim["within"], claim, {} if memo else None)
        found = self._tallies[asked]
        for at, (told, counted) in enumerate(zip(plies, found, strict=True), 1):
            if Counter(told) != counted:
                raise ClaimRefused(
                    f"at ply {at} there are {_spelled(counted)}, not {_spelled(Counter(told))}"
                )
        total = sum(found, Counter[str]())
        ends, last = {name for name in ("won", "drawn", "lost") if total[name]}, found[-1]["unfinished"] > 0
        truth = {
            "winnable": "won" in ends,
            "drawable": "drawn" in ends,
            "losable": "lost" in ends,
            "unfinishable": last,
            "absolute hang": not ends,
            "hopeless": not last and ends <= {"lost"},
        }
        if claim["says"] not in truth:
            raise ClaimRefused(f"counts say nothing about {claim['says']!r}")
        if truth[claim["says"]] is not claim["holds"]:
            raise ClaimRefused(f"by these counts the answer is {'yes' if truth[claim['says']] else 'no'}")
        return f"all {sum(found[-1].values())} lines of {len(found)} plies, and those that end sooner"

    def _counted(
        self, past: Past, left: int, claim: dict[str, Any], known: dict[object, list[Counter[str]]] | None
    ) -> list[Counter[str]]:
        """By ply, how many lines end there in which result, and how many are unfinished."""
        node = past[-1]
        key = (left, node.state.name, *node.configuration[:3])
        if known is not None and key in known:
            return known[key]
        found = [Counter[str]() for _ in range(left)]
        for then in self._moves(past).values():
            result = self._result(then, claim)
            found[0][result] += 1
            if result == "unfinished" and left > 1:
                for mine, more in zip(found[1:], self._counted(then, left - 1, claim, known), strict=True):
                    mine.update(more)
        if known is not None:
            known[key] = found
        return found

    def _cycle(self, claim: dict[str, Any]) -> str:
        """Moves that come back to where they began, again and again, and nothing ends the game."""
        if claim["says"] != "finite" or claim["holds"] is not False:
            raise ClaimRefused("a play that comes back shows that a game is infinite, and nothing else")
        past, moves = self.root(), claim["evidence"]["moves"]
        if self.game.forbids_repetition or not moves:
            raise ClaimRefused("nothing comes back here")
        rounds = 2 + max((rule.repeated for rule in self.game.adjudications), default=0)
        start = past[-1]
        for _ in range(rounds):
            for text in moves:
                past = self._played(past, text)
                if self._result(past, {"player": self.game.players[0]}) != "unfinished":
                    raise ClaimRefused(f"the game ends after {text}")
            same = past[-1].configuration[:3] == start.configuration[:3] and past[-1].state is start.state
            if not same:
                raise ClaimRefused(f"{' '.join(moves)} does not come back to {fen.write(start)}")
        return f"{len(moves)} plies come back to where they began, {rounds} times"

    def _ranking(self, claim: dict[str, Any]) -> str:
        """Numbers that every move lowers."""
        if claim["says"] != "finite" or claim["holds"] is not True:
            raise ClaimRefused("a ranking shows that a game is finite, and nothing else")
        phases = rankings.read(self.game, claim["evidence"])
        plies = rankings.bound(self.game, self.root()[-1], phases, self.left)
        if type(claim["evidence"].get("plies")) is not int or claim["evidence"]["plies"] != plies:
            raise ClaimRefused(f"by these ranks there are at most {plies} plies")
        return f"every move lowers the ranks, so there are at most {_size(plies)}"

    def _repetition(self, claim: dict[str, Any]) -> str:
        """A rule that ends the game at a repetition, and the number of positions."""
        evidence, game = claim["evidence"], self.game
        if claim["says"] != "finite" or claim["holds"] is not True:
            raise ClaimRefused("a rule about repetition shows that a game is finite, and nothing else")
        chance = {name for name, state in game.states.items() if state.by_chance}
        if any(then in chance for name in chance for _, then in game.states[name].next):
            raise ClaimRefused("chance may move again and again")
        after = {name: {then for _, then in state.next} for name, state in game.states.items()}
        counted = {name for at, name in enumerate(after) if at in game.repetition.states} or after.keys()
        times = 0 if rankings.comes_back(after, after.keys() - counted) else game.repetition.times
        for rule in game.adjudications:
            unconditional = all(isinstance(test, Nil) for test in rule.tests.values())
            if rule.repeated and not rule.manner and unconditional and set(rule.tests) >= set(game.states):
                times = min(times or rule.repeated, rule.repeated)
        words = game.vocabulary
        values = prod(each.high - each.low + 1 for each in words.counters.values())
        positions = words.size ** len(game.space.sites) * values * len(game.states)
        for name, found in (("times", times), ("positions", positions)):
            if type(evidence.get(name)) is not int or evidence[name] != found or not found:
                raise ClaimRefused(f"{name!r} is {found or 'nothing: no rule ends repetitions'}")
        return f"a position that occurs {times} times ends the game, and there are at most {_size(positions)}"


def _size(number: int) -> str:
    return str(number) if number < 10**12 else f"a number of {number.bit_length()} bits"


def _adjudicated(past: Past, rule: Ending) -> bool:
    """Does an adjudication hold at the end of a line? One about repetitions asks what happened since."""
    node = past[-1]
    if not rule.repeated:
        return node.meets(rule)
    same = [at for at, each in enumerate(past) if each.key == node.key]
    if len(same) < rule.repeated:
        return False
    asked = [each for each in past[same[0] :] if (each.turn == node.turn) is not rule.giving]
    return all(each.meets(rule) for each in asked)


def _shaped(certificate: object) -> dict[str, Any]:
    """The certificate, if it is written as one."""
    whole, _ = versioned(certificate)
    for part, texts in (("game", ("name", "meaning")), ("position", ("fen",))):
        about = whole.get(part)
        if not isinstance(about, dict) or not all(isinstance(about.get(text), str) for text in texts):
            raise FileError(
                f"the certificate does not say which {part} it is about",
                remedy=f"{part!r} has {' and '.join(texts)}, each a text",
            )
    if not _are_texts(whole["position"].get("moves", [])):
        raise FileError("the moves before the position are no list of texts")
    return whole


def _check_shape(claim: dict[str, Any], players: tuple[str, ...]) -> None:
    """Refuse what is not written exactly as a claim is."""
    says, evidence = claim.get("says"), claim.get("evidence")
    if says not in SAYINGS:
        raise ClaimRefused(f"{says!r} is no claim; claims are {', '.join(SAYINGS)}")
    if not isinstance(claim.get("holds"), bool):
        raise ClaimRefused("`holds` must be true or false")
    if says != "finite":
        if claim.get("player") not in players:
            raise ClaimRefused(f"{claim.get('player')!r} is no player; players are {', '.join(players)}")
        if type(claim.get("within")) is not int or claim["within"] < 1:
            raise ClaimRefused("`within` must be a number of plies, 1 or more")
        if not isinstance(claim.get("claims", False), bool):
            raise ClaimRefused("`claims` must be true or false")
    if not isinstance(evidence, dict) or not isinstance(evidence.get("kind"), str):
        raise ClaimRefused("there is no evidence of a kind")
    shapes: dict[str, tuple[str, Callable[[object], bool]]] = {
        "line": ("moves", _are_texts),
        "cycle": ("moves", _are_texts),
        "strategy": ("moves", lambda table: _are_tables(table, str)),
        "count": ("plies", lambda table: _are_tables(table, int)),
    }
    part, fits = shapes.get(evidence["kind"], ("", lambda _: True))
    if not fits(evidence.get(part)):
        raise ClaimRefused(f"the {part} of a {evidence['kind']} are not written as they should be")


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _are_tables(value: object, kind: type) -> bool:
    return isinstance(value, list) and all(
        isinstance(each, dict) and all(type(entry) is kind for entry in each.values()) for each in value
    )


def _told(claim: dict[str, Any]) -> str:
    says = claim.get("says", "?")
    word = "" if claim.get("holds") is True else "not "
    if "within" not in claim:
        return f"{word}{says}"
    return f"{word}{says} for {claim.get('player', '?')} within {claim['within']} plies"


def _spelled(tally: Counter[str]) -> str:
    return ", ".join(f"{count} {name}" for name, count in sorted(tally.items()) if count) or "no lines"
