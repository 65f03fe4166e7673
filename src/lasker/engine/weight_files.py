"""Evaluation weights as files: shipped with a game or cached on disk, keyed by the rules' semantic hash."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from lasker.compiler.emit.c.evaluation_terms import term_names
from lasker.engine.native_search import Weights
from lasker.kernel.dataclass import dataclass
from lasker.kernel.package_data import files, game_files
from lasker.kernel.trusted_files import private_bytes
from lasker.model.game import Game
from lasker.model.meaning_hash import meaning_hash
from lasker.runtime.result_cache import private_folder
from lasker.runtime.sources import generator

SUFFIX = ".values"


@dataclass(frozen=True)
class WeightsFile:
    """Weights, whether the evaluation predicts results, and the command that computed them."""

    weights: Weights
    predictive: bool
    command: str = ""


def to_text(game: Game, values: WeightsFile) -> str:
    """Values as JSON text."""
    weights = values.weights
    pieces = {
        name: [*row[0][2:], [w[0] for w in row], [w[1] for w in row]]
        for name, row in zip(_names(game), weights.kinds[1:], strict=True)
    }
    facts: dict[str, Any] = {
        "rules": meaning_hash(game),
        "command": values.command,
        "judges": values.predictive,
        "passes": weights.passes,
        "forced": weights.forced,
        "full": weights.full,
        "holds": weights.holds,
        "counters": weights.counters,
        "goals": _by_name(game, weights.goals),
        "aims": _by_name(game, weights.aims),
        "terms": {name: pair for name, pair in zip(_terms(game), weights.terms, strict=False) if any(pair)},
    }
    lines = [f'  "{name}": {json.dumps(fact)},' for name, fact in facts.items()]
    lines += [
        '  "pieces": {',
        ",\n".join(f'    "{n}": {json.dumps(row)}' for n, row in pieces.items()),
        "  }",
    ]
    return "\n".join(["{", *lines, "}", ""])


def read(game: Game, text: str) -> WeightsFile | None:
    """Values from JSON text; None if it is damaged or belongs to other rules."""
    with suppress(ValueError, KeyError, TypeError, AttributeError):
        facts = json.loads(text)
        if facts["rules"] != meaning_hash(game) or list(facts["pieces"]) != _names(game):
            return None
        sites = len(game.space.sites)
        kinds = [((0, 0, 0, 0),) * sites]
        for worth, mass, early, late in facts["pieces"].values():
            kinds.append(
                tuple((int(e), int(l), int(worth), int(mass)) for e, l in zip(early, late, strict=True))
            )
        counters = tuple((int(a), int(b), int(c), int(d)) for a, b, c, d in facts["counters"])
        if any(len(row) != sites for row in kinds) or len(counters) != len(game.rules.vocabulary.counters):
            return None
        names = _terms(game)
        if not facts["terms"].keys() <= set(names):
            return None
        terms = [(int(early), int(late)) for early, late in (facts["terms"].get(n, (0, 0)) for n in names)]
        goals, aims = (
            [frozenset[int](), *(frozenset(map(int, facts[key].get(name, ()))) for name in _names(game))]
            for key in ("goals", "aims")
        )
        flags = {name: bool(facts[name]) for name in ("passes", "forced")}
        weights = Weights(
            tuple(kinds),
            counters,
            int(facts["full"]),
            **flags,
            terms=tuple(terms),
            holds=int(facts["holds"]),
            goals=tuple(goals),
            aims=tuple(aims),
        )
        return WeightsFile(weights, bool(facts["judges"]), str(facts["command"]))
    return None


def known(game: Game) -> WeightsFile | None:
    """The values shipped with a game, or else the cached ones."""
    for text in _shipped().get(meaning_hash(game), ()):
        if (found := read(game, text)) is not None:
            return found
    path = _path(game)
    cached = None if path is None else private_bytes(path)
    with suppress(UnicodeDecodeError):
        return None if cached is None else read(game, cached.decode("utf-8"))
    return None


def store_values(game: Game, values: WeightsFile) -> None:
    """Cache values on disk; where that fails they are computed again each time."""
    path = _path(game)
    if path is None:
        return
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        fresh = path.with_name(f"{path.name}.{id(values):x}")
        fresh.write_text(to_text(game, values), "utf-8")
        fresh.chmod(0o600)
        fresh.replace(path)


def _path(game: Game) -> Path | None:
    """The cache path of a game's values, if there is a folder; it depends on the sources that compute
    them."""
    home = private_folder()
    name = hashlib.sha256((meaning_hash(game) + _engine_checksum()).encode()).hexdigest() + SUFFIX
    return None if home is None else home / name


def _names(game: Game) -> list[str]:
    """The kinds of pieces, each as owner and name."""
    owners = [*game.players, "nobody"]
    pieces = game.rules.vocabulary.pieces
    return [f"{owners[-1 if piece.owner is None else piece.owner]} {piece.name}" for piece in pieces]


def _by_name(game: Game, sites: tuple[frozenset[int], ...]) -> dict[str, list[int]]:
    """Sites by kind, for kinds that have any."""
    return {name: sorted(some) for name, some in zip(_names(game), sites[1:], strict=False) if some}


def _terms(game: Game) -> list[str]:
    """The names of the positional terms."""
    return term_names(["nothing", *_names(game)], game.players)


@cache
def _shipped() -> dict[str, list[str]]:
    """The shipped texts, by the semantic hash of their rules."""
    found: dict[str, list[str]] = {}
    for _, item in game_files((SUFFIX,)):
        text = item.read_text("utf-8")
        found.setdefault(str(json.loads(text)["rules"]), []).append(text)
    return found


@cache
def _engine_checksum() -> str:
    """A checksum of the sources that compute values."""
    digest = hashlib.sha256(generator().encode())
    for item in sorted(files("lasker.engine").iterdir(), key=lambda item: item.name):
        if item.name.endswith(".py"):
            digest.update(item.read_bytes())
    return digest.hexdigest()
