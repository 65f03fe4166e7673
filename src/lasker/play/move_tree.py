"""Annotated games as trees of moves: from PGN records by the rules, and back.

A tree is a list of nodes, each after its parent; the first child of a node is the main continuation. That is
how pages keep studies, and nothing is nested as deep as a game is long.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace

from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LaskerError, LimitError, NotationError
from lasker.kernel.limits import DEFAULT
from lasker.notation.pgn import Line, Ply, Problem, Record
from lasker.notation.pgn.annotations import (
    Annotations,
    joined,
    read_annotations,
    square_test,
    write_annotations,
)
from lasker.notation.pgn.tree import PLIES, number
from lasker.play.game import Game, Position
from lasker.play.record import null_move, record_of

ROOT = -1
NULL = "--"
OF_RULES = frozenset(("Variant", "RulesHash", "SetUp", "FEN", PLIES))  # tags that the tree determines


@dataclass(frozen=True)
class TreeNode:
    """A move with what is said about it; the first node of a tree is the position before the first move.

    `parent` is the place of the node before it in the list, `ply` the number of plies played before the move.
    """

    parent: int = ROOT
    text: str = ""
    san: str = ""
    player: str = ""
    ply: int = 0
    nags: tuple[int, ...] = ()
    before: str = ""  # the comment before the move, where a variation begins with one
    after: Annotations = field(default_factory=Annotations)


@dataclass(frozen=True)
class MoveTree:
    """An annotated game: tags, the position it starts from (None: that of the game), nodes, problems."""

    game: Game
    tags: Mapping[str, str]
    start: str | None
    nodes: tuple[TreeNode, ...]
    result: str = "*"
    problems: tuple[Problem, ...] = ()


def tree_of(game: Game, record: Record) -> MoveTree:
    """The tree of a record by the rules of a game.

    Each line is followed to its first illegal move, which becomes a problem. A variation that begins with
    the move that it is an alternative to is joined with it.

    >>> from lasker.notation.pgn import read_text
    >>> from lasker.play.game import load
    >>> [record] = read_text("1. e4 e5 {[%csl Ge5] solid} (1... c5 $5 2. Nf3) 2. Nf3 *")
    >>> found = tree_of(load("chess"), record)
    >>> [(node.parent, node.text, node.nags) for node in found.nodes[1:]]
    [(0, 'e2e4', ()), (1, 'e7e5', ()), (1, 'c7c5', (5,)), (3, 'g1f3', ()), (2, 'g1f3', ())]
    >>> found.nodes[2].after.words, found.nodes[2].after.shapes[0].start
    ('solid', 'e5')
    """
    start = record.tags.get("FEN")
    first = game.start() if start is None else game.position(start)
    built = _Builder(record, first)
    built.follow(record.main, 0)
    return MoveTree(game, dict(record.tags), start, tuple(built.nodes), record.result, tuple(built.problems))


class _Builder:
    """A tree that is being built from a record."""

    def __init__(self, record: Record, start: Position) -> None:
        space = start.game.model.space
        self.record, self.positions = record, [start]
        self.is_square = square_test(map(space.label, range(len(space.sites))))
        self.nodes = [TreeNode(ply=start.ply)]
        self.problems = list(record.problems)
        self.places: dict[tuple[int, str], int] = {}

    def follow(self, line: Line, parent: int) -> None:
        """Add a line, and the variations beside it."""
        before = line.comments
        if parent == 0 and line is self.record.main:
            self.nodes[0] = replace(self.nodes[0], after=self.read(before))
            before = []
        for played in line.plies:
            place = self.add(played, parent, " ".join(before))
            before = []
            for variation in played.variations:
                self.follow(variation, parent)
            if place is None:
                return
            parent = place

    def add(self, played: Ply, parent: int, before: str) -> int | None:
        """Add a move after a node; None if it is illegal there."""
        here = self.positions[parent]
        try:
            after = here.replay(played.text)
        except LaskerError as error:
            passed = null_move(here, played.text)
            if passed is None:
                said = number(here.ply, len(here.game.model.turns))
                message = f"{self.record.name}, {said} {played.text}: {error.message}"
                self.problems.append(Problem(played.line, played.column, message))
                return None
            after, text, san = passed, NULL, NULL
        else:
            text, san = str(after.last), after.last_san or played.text
        told = self.read(played.comments)
        if (parent, text) in self.places:
            place = self.places[parent, text]
            known = self.nodes[place]
            nags = tuple(dict.fromkeys((*known.nags, *played.nags)))
            said = " ".join(filter(None, (known.before, before)))
            self.nodes[place] = replace(known, nags=nags, before=said, after=joined((known.after, told)))
            return place
        self.places[parent, text] = place = len(self.nodes)
        self.nodes.append(TreeNode(parent, text, san, here.turn, here.ply, tuple(played.nags), before, told))
        self.positions.append(after)
        return place

    def read(self, comments: Sequence[str]) -> Annotations:
        return joined(read_annotations(comment, self.is_square) for comment in comments)


def record_of_tree(tree: MoveTree) -> Record:
    """The PGN record of a tree, its moves checked by the rules.

    >>> from lasker.notation.pgn import write_game
    >>> from lasker.play.game import load
    >>> nodes = (TreeNode(), TreeNode(0, "e2e4"), TreeNode(1, "e7e5"), TreeNode(1, "c7c5", nags=(5,)))
    >>> print(write_game(record_of_tree(MoveTree(load("chess"), {}, None, nodes))).splitlines()[-2])
    1. e4 e5 (1... c5 $5) *
    """
    game = tree.game
    first = game.start() if tree.start is None else game.position(tree.start)
    children: list[list[int]] = [[] for _ in tree.nodes]
    for place, node in enumerate(tree.nodes):
        if place == 0 and node.parent == ROOT:
            continue
        if not 0 <= node.parent < place:
            raise NotationError(
                f"node {place} of the tree has no parent before it", remedy="list parents first"
            )
        children[node.parent].append(place)
    plies = _plies(tree.nodes, first)
    lines: list[tuple[Line, int, int]] = [
        (Line(), 0, 1)
    ]  # a line, the node after which it goes on, its depth
    main = lines[0][0]
    if tree.nodes:
        main.comments = _comments(tree.nodes[0].after)
    while lines:
        line, place, depth = lines.pop()
        if depth > DEFAULT.depth:
            raise LimitError(
                f"variations are nested more than {DEFAULT.depth} deep", remedy="promote some of them"
            )
        while children and children[place]:
            chosen, *others = children[place]
            ply = plies[chosen]
            if said := tree.nodes[chosen].before:
                (line.plies[-1] if line.plies else line).comments.append(said)
            line.plies.append(ply)
            for other in others:
                said = tree.nodes[other].before
                variation = Line([plies[other]], [said] if said else [])
                ply.variations.append(variation)
                lines.append((variation, other, depth + 1))
            place = chosen
    given = record_of(first, {name: told for name, told in tree.tags.items() if name not in OF_RULES})
    given.tags |= {"Result": tree.result}
    return Record(given.tags, main, tree.result, main.plies[0].at if main.plies else first.ply)


def _plies(nodes: Sequence[TreeNode], start: Position) -> list[Ply]:
    """A ply for each node, in standard algebraic notation."""
    positions, plies = [start], [Ply("")]
    for node in nodes[1:]:
        here = positions[node.parent]
        after = null_move(here, NULL) if node.text == NULL else here.play(node.text)
        if after is None:
            raise NotationError(f"nobody can pass at {here.fen}", remedy="leave this variation out")
        san = NULL if node.text == NULL else after.last_san or node.text
        positions.append(after)
        plies.append(Ply(san, list(node.nags), _comments(node.after), [], san, here.ply))
    return plies


def _comments(told: Annotations) -> list[str]:
    written = write_annotations(told)
    return [written] if written else []
