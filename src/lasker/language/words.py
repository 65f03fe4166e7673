"""The words and signs of the language, each with its meaning: for editors and for the reference."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from lasker.kernel.package_data import files

Meanings = dict[str, tuple[str, str]]  # a meaning, and the anchor in the page about the language

DECLARATIONS: Meanings = {
    "about": ("one sentence about the game", "17-whole-games"),
    "adjudicate": ("ends a game by a decision that does not change the legal moves", "17-whole-games"),
    "also": ("other names of the game", "17-whole-games"),
    "because": ("the reason shown to a player whose move a test forbids", "17-whole-games"),
    "board": ("declares the shape of the board", "boards"),
    "called": ("a name for the moves that lead where a rule leads", "17-whole-games"),
    "counter": ("declares a bounded number beside the board", "counters"),
    "end": ("a condition that ends the game, with its result", "17-whole-games"),
    "extends": ("takes everything from another game, to be replaced in parts", "17-whole-games"),
    "fen": ("the fields of the game's FEN", "fen"),
    "forbid": (
        'no move may lead to an earlier position (`"repetition"`, `"null turns"`)',
        "17-whole-games",
    ),
    "game": ("the title of the game", "17-whole-games"),
    "invalid": ("a condition that makes a set-up no position of the game", "17-whole-games"),
    "lasker": ("the version of the language", "13-declarations"),
    "local": ("a definition that games which extend this one neither see nor replace", "17-whole-games"),
    "link": ("declares squares of a graph and the directions between them", "graphs"),
    "mark": ("declares a mark that pieces or squares may bear, and its life", "marks"),
    "moves": ('`moves "by label"`: ways that differ in their labels are different moves', "17-whole-games"),
    "names": ("the names of the squares", "17-whole-games"),
    "pass": ("allows a move that leaves everything as it was", "17-whole-games"),
    "perft": ("a count of move sequences that `lasker check` tests", "17-whole-games"),
    "picture": ("a drawing of a piece, or the colour of a region", "17-whole-games"),
    "piece": ("declares a piece: name, glyphs, letters; in a term: any piece", "13-declarations"),
    "players": ("declares the players in their order", "13-declarations"),
    "region": ("declares a named set of squares", "regions"),
    "source": ("where the rules of the game come from", "17-whole-games"),
    "start": ("the first position", "17-whole-games"),
    "state": ("a state of the turn order: whose turn, which moves, what follows", "17-whole-games"),
    "template": ("the game fits boards of any size; `lasker new` starts from it", "17-whole-games"),
    "tags": ("short words that say what a game is about", "17-whole-games"),
    "turn": ("declares a symmetry of a graph", "graphs"),
    "without": (
        "leaves out pieces, ends or other rules of an extended game; of a board or region: squares",
        "17-whole-games",
    ),
    "letters": ("more letters of pieces, as records of other programs have them", "17-whole-games"),
    "weights": ("the weights of displacements in movement graphs", "17-whole-games"),
}
IN_TERMS: Meanings = {
    "any": ("`any t in S: M`: a choice over the contents of a set", "9-moves"),
    "each": (
        "`each %p: M`: M at every such piece, in all at once; of a counter: one for each player",
        "9-moves",
    ),
    "else": ("the alternative of `if`", "9-moves"),
    "fail": ("the impossible move", "9-moves"),
    "for": ("`lost for gold`: whom an end concerns, whoever is to move", "17-whole-games"),
    "from": ("the initial value of a counter", "counters"),
    "giving": ("of `repeated`: a test that held whenever another player was to move", "17-whole-games"),
    "if": ("`if M then N else P`; in a state: the condition of a next state", "9-moves"),
    "in": ("`% in region`: the square lies in a region; of an end: in some states only", "regions"),
    "is": ("`% is S`: the square holds one of a set of contents", "7-fragments"),
    "most": ("`most n M`: the results of M with the greatest counter n", "11-counters"),
    "nil": ("the move that changes nothing", "9-moves"),
    "not": ("`% not in region`, `% is not S`", "7-fragments"),
    "of": ("the owner of a region, a counter or a state", "regions"),
    "repeated": ("`repeated 3`: the position has occurred three times", "17-whole-games"),
    "same": ("on the right of an arrow: what was matched there", "8-rules-f---g"),
    "then": ("the consequence of `if`; in a state: what follows", "9-moves"),
    "under": ("of `repeated`: a test that held whenever this player was to move", "17-whole-games"),
}
OPTIONS: Meanings = {
    "agreed": ("of `adjudicate`: all players have to agree", "17-whole-games"),
    "around": ("of a region: the squares next to an area, those aslant too", "regions"),
    "beside": ("of a region: the squares one step along a direction away from an area", "regions"),
    "by": ("of a region: every n-th square of a rectangle, or every n-th line", "regions"),
    "claimed": ("of `adjudicate`: the player to move has to claim it", "17-whole-games"),
    "drawn": ("a result: the point is divided", "17-whole-games"),
    "lasting": ("a mark that never falls off", "marks"),
    "lost": ("a result, for the player to move", "17-whole-games"),
    "until end": ("of a mark or counter: until the end of the whole move", "marks"),
    "until moved": ("of a mark: until its piece is moved", "marks"),
    "until next turn": ("of a mark: until its owner's next turn", "marks"),
    "unkeyed": ("of a counter: not part of the position's identity", "counters"),
    "won": ("a result, for the player to move", "17-whole-games"),
}
SIGNS: Meanings = {
    "->": ("`f -> g`: replace fragment f by g", "8-rules-f---g"),
    "//": ("`M // N`: M, or N if M is impossible (priority)", "9-moves"),
    "|": ("a choice of moves or of contents", "9-moves"),
    "+": ("`f + g` glues fragments; `M+` repeats a move once or more", "4-what-binds-tighter"),
    ";": ("`f;g`: g above f", "7-fragments"),
    "\\": ("`S \\ T`: the contents of S that are not in T", "7-fragments"),
    "*": ("`M*`: any number of times", "9-moves"),
    "?": ("`M?`: once or not at all", "9-moves"),
    "{": ("`M{2}`, `M{2,4}`, `M{2,}`: so many times", "9-moves"),
    "[": ("`[M]`: a test, M can be done; `![M]`: it cannot", "9-moves"),
    "%": ("a cursor; `%p: M` chooses a piece p and does M with it", "10-cursors"),
    "@": ("the square of the cursor, whatever stands there", "10-cursors"),
    ".": ("an empty square", "7-fragments"),
    "#": ("no square: off the board", "7-fragments"),
    "0": ("no squares at all, the empty fragment", "7-fragments"),
    "1": ("the movement that moves nothing", "6-movements"),
    "^": ("`R^2` a power; `♖^m` a rook with mark m, `♖^-m` one without", "6-movements"),
    "=": ("defines a name, or states an equation that is checked", "12-definitions-functions-equations"),
    ":=": ("sets a counter; `+=` and `-=` add and subtract", "11-counters"),
    "--": ("a comment, to the end of the line", "2-signs-words-and-lines"),
}
COUNTED: Meanings = {  # words of games in which a square holds a number of pieces
    "add": ("`add(s, n)`: the square holds n more of s, a number or a counter", "13-declarations"),
    "lift": ("`lift(s, c)`: all of s are taken from the square, and counted by c", "13-declarations"),
    "remove": ("`remove(s, n)`: the square holds n fewer of s", "13-declarations"),
}
BOARD: Meanings = {
    "C": ("a movement: every piece passes to the next player", "6-movements"),
    "enemy": ("any piece of another player", "7-fragments"),
    "every": ("`every(m, M)`: M in any direction that m can be turned into", "14-the-prelude-word-by-word"),
    "around": ("`around(m, M)`: M in all those directions, where possible", "14-the-prelude-word-by-word"),
    "friend": ("any piece of the player who moves", "7-fragments"),
    "piece": ("any piece", "7-fragments"),
    "square": ("anything on a square, or nothing", "7-fragments"),
}


@cache
def meaning(word: str) -> str:
    """What a word or sign of the language means; empty if it has no meaning of its own.

    >>> meaning("nil"), meaning("step(m)")
    ('the move that changes nothing', '')
    """
    found = [
        table[word][0] for table in (IN_TERMS, DECLARATIONS, OPTIONS, BOARD, COUNTED, SIGNS) if word in table
    ]
    return "; ".join(found)


def prelude() -> Iterator[tuple[str, str, str, str]]:
    """The words of the prelude: the word with its parameters, its definition, the comment, the boards."""
    boards = {"all": "every board", "square": "square boards", "hex": "hexagonal boards"}
    for name, where in boards.items():
        text = (files("lasker.syntax") / "prelude" / f"{name}.rules").read_text("utf-8")
        for line in text.splitlines():
            found = re.match(
                r"(?P<word>\w+(?:\([^)]*\))?)\s+= (?P<definition>.*?)(?:\s+-- (?P<comment>.*))?$", line
            )
            if found:
                yield found["word"], found["definition"].strip(), found["comment"] or "", where
