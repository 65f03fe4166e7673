"""Methods of studies: texts that hold games or positions, read as move trees, and trees written as PGN."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from lasker.kernel.errors import LaskerError, LimitError, NotationError
from lasker.notation import epd
from lasker.notation.pgn import RESULTS, Record, read_text
from lasker.notation.pgn.annotations import LETTERS, Annotations, Evaluation, Shape
from lasker.notation.pgn.writer import write_game
from lasker.play.move_tree import ROOT, MoveTree, TreeNode, record_of_tree, tree_of
from lasker.play.record import game_of as game_named_by
from lasker.web.game_names import game_of
from lasker.web.methods import Params, method
from lasker.web.params import number, optional_text, text, whole

LONGEST = 4_000_000  # characters of a text
MOST_GAMES = 100  # of a text that are read
MOST_NODES = 20_000  # of a tree
MOVES = re.compile(r"^\s*\[\s*\w+\s*\"|(?:^|\s)1\s*\.|^\s*\{", re.MULTILINE)


@method("study.read", seconds=60.0)
def read(params: Params) -> dict[str, Any]:
    """The games of a `text` as trees: PGN, or a position in FEN or EPD of `game`.

    >>> found = read({"text": "1. b2 (1. a1) c3", "game": "tictactoe"})["games"][0]
    >>> [node["san"] for node in found["nodes"][1:]]
    ['b2', 'a1', 'c3']
    >>> read({"text": "3/1X1/O2 x 2", "game": "tictactoe"})["games"][0]["start"]
    '3/1X1/O2 x 2'
    """
    content = text(params.get("text"), "text", LONGEST)
    name = text(params.get("game"), "game")
    if content.strip() and not MOVES.search(content):
        try:
            return {"games": _positions(name, content)}
        except LaskerError:
            if "/" in content:
                raise
    records = read_text(content)
    found = [record for record in records[:MOST_GAMES] if record.main.plies or "FEN" in record.tags]
    if not found:
        raise NotationError("no game is found in this text", remedy="paste PGN, or a line of FEN or EPD")
    return {"games": [_game(record, name) for record in found], "left_out": len(records) - len(found)}


@method("pgn.read", seconds=60.0)
def read_pgn(params: Params) -> dict[str, Any]:
    """The games of a `text` in PGN as trees; a game without the tag Variant is one of `game`.

    >>> [game] = read_pgn({"text": '[Variant "Tic-tac-toe"]\\n\\n1. b2 {good} *'})["games"]
    >>> game["game"], game["nodes"][1]["comment"]
    ('tictactoe', 'good')
    """
    records = read_text(text(params.get("text"), "text", LONGEST))
    return {"games": [_game(each, optional_text(params, "game")) for each in records[:MOST_GAMES]]}


@method("pgn.write", seconds=60.0)
def write_pgn(params: Params) -> dict[str, str]:
    """A tree as PGN: `nodes` as `pgn.read` gives them, `tags`, `start`, `result`.

    >>> nodes = [{"parent": -1}, {"parent": 0, "text": "b2", "nags": [1]}, {"parent": 0, "text": "a1"}]
    >>> print(write_pgn({"game": "tictactoe", "nodes": nodes})["text"].splitlines()[-2])
    1. b2 $1 (1. a1) *
    """
    game = game_of(text(params.get("game"), "game"))
    tags, nodes, result = params.get("tags") or {}, params.get("nodes"), params.get("result") or "*"
    if not isinstance(tags, Mapping) or not isinstance(nodes, list) or result not in RESULTS:
        raise NotationError("a tree has tags, a list of nodes and a result", remedy="see pgn.read")
    if len(nodes) > MOST_NODES:
        raise LimitError(f"{len(nodes)} nodes", remedy=f"a tree here has at most {MOST_NODES}")
    told = {text(name, "tag"): text(value, name) for name, value in tags.items()}
    tree = MoveTree(game, told, optional_text(params, "start"), tuple(map(_node, nodes)), result)
    return {"text": write_game(record_of_tree(tree))}


def _game(record: Record, name: str | None) -> dict[str, Any]:
    """A record as the tree of its game; where the library has not the one that it names, of the given one."""
    try:
        game = game_named_by(record, None)
    except LaskerError:
        if name is None:
            raise
        game = game_of(name)
    return _facts(tree_of(game, record), game.name)


def _positions(name: str, content: str) -> list[dict[str, Any]]:
    """Lines of FEN or EPD; operations become the comment before the first move."""
    game, found = game_of(name), []
    for line in epd.read(content, game.model):
        start = game.position(line.position)
        said = Annotations(str(line).removeprefix(line.position).strip())
        title = " ".join(line.get("id"))
        tags = {"Event": title} if title else {}
        tree = MoveTree(game, tags, start.fen, (TreeNode(ply=start.ply, after=said),))
        found.append(_facts(tree, name))
        if len(found) == MOST_GAMES:
            break
    return found


def _facts(tree: MoveTree, name: str) -> dict[str, Any]:
    return {
        "game": name,
        "title": tree.game.title,
        "start": tree.start,
        "tags": dict(tree.tags),
        "result": tree.result,
        "nodes": [node_facts(node) for node in tree.nodes],
        "problems": [str(problem) for problem in tree.problems],
    }


def node_facts(node: TreeNode) -> dict[str, Any]:
    """A node as data; what is empty is left out.

    >>> node_facts(TreeNode(0, "b2", "b2", "x", nags=(1,)))
    {'parent': 0, 'text': 'b2', 'san': 'b2', 'player': 'x', 'nags': [1]}
    """
    told = node.after
    facts = {
        "text": node.text,
        "san": node.san,
        "player": node.player,
        "ply": node.ply,
        "nags": list(node.nags),
        "comment": told.words,
        "before": node.before,
        "shapes": [{"colour": each.colour, "from": each.start, "to": each.end} for each in told.shapes],
        "clock": told.clock,
        "evaluation": told.evaluation and vars(told.evaluation),
    }
    return {"parent": node.parent, **{name: fact for name, fact in facts.items() if fact}}


def _node(told: object) -> TreeNode:
    """A node that a client sent."""
    if not isinstance(told, Mapping):
        raise NotationError("a node is an object with a parent and a move")
    nags, shapes = told.get("nags") or [], told.get("shapes") or []
    if not isinstance(nags, list) or not isinstance(shapes, list):
        raise NotationError("nags and shapes of a node are lists")
    clock, value = told.get("clock"), told.get("evaluation")
    after = Annotations(
        optional_text(told, "comment", LONGEST) or "",
        tuple(map(_shape, shapes)),
        None if clock is None else float(number(clock, "clock")),
        None if not isinstance(value, Mapping) else _evaluation(value),
    )
    return TreeNode(
        whole(told.get("parent", ROOT), "parent"),
        optional_text(told, "text") or "",
        nags=tuple(whole(nag, "nag") for nag in nags),
        before=optional_text(told, "before", LONGEST) or "",
        after=after,
    )


def _shape(told: object) -> Shape:
    if not isinstance(told, Mapping) or told.get("colour") not in LETTERS:
        raise NotationError("a shape has squares and a colour", remedy=f"one of {', '.join(LETTERS)}")
    return Shape(told["colour"], text(told.get("from"), "from"), optional_text(told, "to"))


def _evaluation(told: Mapping[str, Any]) -> Evaluation:
    mate = told.get("mate")
    return Evaluation(
        whole(told.get("score", 0), "score"),
        None if mate is None else whole(mate, "mate"),
        whole(told.get("depth", 0), "depth"),
    )
