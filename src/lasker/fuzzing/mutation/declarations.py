"""Random changes of a game's declarations (board, pieces, marks, counters, turns, ends, facts), and rules
taken from another game."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from string import ascii_letters

from lasker.fuzzing.mutation.clauses import NOWHERE, Clause, Path, bracketed, clauses, nodes
from lasker.fuzzing.mutation.mutant import Mutant
from lasker.fuzzing.mutation.terms import REARRANGED, changes
from lasker.model.game import Game
from lasker.syntax import tree as t

GLUED = ("cylinder", "torus", "möbius")
LIVES = ("until moved", "until next turn", "until end", "lasting")
BOUNDS = ("0..2", "0..9", "0..3 from 1 each", "0..4 unkeyed", "0..9 until end")
FACTS = {
    "pass": 'pass "A move may change nothing."',
    "moves": 'moves "by label"',
    "forbid": 'forbid "repetition"',
}
MOST_SITES = 130


def change_a_rule(mutant: Mutant, other: Game) -> None:
    """Mutate one node of one rule."""
    random = mutant.random
    clause = mutant.rule(random.choice(mutant.clauses))
    path, node = random.choice(list(nodes(clause.body)))
    found = list(changes(node, mutant.words, random))
    if found:
        mutant.replace(clause.changed(path, random.choice(found)))


def change_rules_with_new_words(mutant: Mutant, other: Game) -> None:
    """Mutate a few more nodes, where a new piece, mark or counter could be used."""
    kinds = (t.Symbol, t.Cursor, t.Marked, t.Group, t.Bound)
    for _ in range(3):
        clause = mutant.rule(mutant.random.choice(mutant.clauses))
        fitting = [(path, node) for path, node in nodes(clause.body) if isinstance(node, kinds)]
        if fitting:
            path, node = mutant.random.choice(fitting)
            found = list(changes(node, mutant.words, mutant.random))
            if found:
                mutant.replace(clause.changed(path, mutant.random.choice(found)))


def rearrange(mutant: Mutant, other: Game) -> None:
    """Drop, double or exchange an alternative of a choice, or a part of a sequence, of one rule."""
    random = mutant.random
    rules = [mutant.rule(clause) for clause in mutant.clauses]
    fitting = [
        (clause, path, node)
        for clause in rules
        for path, node in nodes(clause.body)
        if isinstance(node, t.Row | t.Joined) and len(node.items) > 1
    ]
    if fitting:
        clause, path, node = random.choice(fitting)
        found = [changed for change in REARRANGED if (changed := change(node, mutant.words, random))]
        mutant.replace(clause.changed(path, random.choice(found)))


def change_royals(mutant: Mutant, other: Game) -> None:
    """In a negated test from the opponent's view, such as that a king is attacked, replace a piece by another
    one, by one of two, or by any piece of that player; or remove the test."""
    random, rules = mutant.random, [mutant.rule(clause) for clause in mutant.clauses]
    views = [rule.body for rule in rules if (rule.kind, rule.name) == ("definition", "view")]
    turned = {"C", "view", *(word for view in views for word in _words(view))}
    fitting = list[tuple[Clause, Path, t.Node]]()
    for rule in rules:
        for path, test in nodes(rule.body):
            if isinstance(test, t.Asked) and not test.wanted and _words(test) & turned:
                named = [each for each in rules if each.kind == "definition" and each.name in _words(test)]
                pieces = _pieces(rule, path, test) or [
                    piece for each in named for piece in _pieces(each, (), each.body)
                ]
                for changed, at, piece in pieces:
                    another = t.Symbol(random.choice(mutant.words.symbols), NOWHERE)
                    both = t.Group((t.Joined("|", (piece, another), NOWHERE),), NOWHERE)
                    royals: tuple[t.Node, ...] = (another, both, t.Word("enemy", NOWHERE))
                    fitting.append((changed, at, random.choice(royals)))
                fitting.append((rule, path, t.Constant("nil", NOWHERE)))
    if fitting:
        rule, path, node = random.choice(fitting)
        mutant.replace(rule.changed(path, node))


def _words(tree: t.Node) -> set[str]:
    return {node.text for _, node in nodes(tree) if isinstance(node, t.Word)}


def _pieces(rule: Clause, path: Path, part: t.Node) -> list[tuple[Clause, Path, t.Symbol]]:
    """The pieces named in a part of a rule, each with its path."""
    return [
        (rule, (*path, *inner), node)
        for inner, node in nodes(part)
        if isinstance(node, t.Symbol) and node.text not in (".", "#")
    ]


def splice(mutant: Mutant, other: Game) -> None:
    """Replace a part of one rule by a part of another rule of the same game."""
    random = mutant.random
    source, clause = (mutant.rule(random.choice(mutant.clauses)) for _ in range(2))
    _, part = random.choice(list(nodes(source.body)))
    path, old = random.choice(list(nodes(clause.body)))
    if isinstance(old, type(part)) or random.random() < 0.3:
        mutant.replace(clause.changed(path, bracketed(part)))


def take_over(mutant: Mutant, other: Game) -> None:
    """Replace a rule by the rule of the same name of another game on the same kind of
    board, or make it an alternative."""
    random, compass = mutant.random, mutant.game.rules.compass.name
    ours = {(clause.kind, clause.name): clause for clause in mutant.clauses}
    theirs = [
        clause
        for clause in (clauses(other) if other.rules.compass.name == compass else ())
        if (clause.kind, clause.name) in ours and clause.head == ours[clause.kind, clause.name].head
    ]
    if theirs:
        clause = random.choice(theirs)
        mine = mutant.rule(ours[clause.kind, clause.name])
        joined = t.Joined("|", (bracketed(mine.body), bracketed(clause.body)), NOWHERE)
        mutant.replace(clause if random.random() < 0.6 else replace(mine, body=joined))


def glue(mutant: Mutant, other: Game) -> None:
    """Glue the edges of the board."""
    shape = mutant.game.rules.declared.shape
    if shape and len(shape) == 1 and shape[0].count("x") == 1:
        mutant.lines["board"] = f"board  {mutant.random.choice(GLUED)} {shape[0]}"


def widen(mutant: Mutant, other: Game) -> None:
    """Enlarge or shrink the board by one or two files, or by a rank."""
    shape = mutant.game.rules.declared.shape
    if shape and "x" in shape[-1]:
        sizes = [int(size) for size in shape[-1].split("x")]
        axis = mutant.random.randrange(len(sizes))
        sizes[axis] = max(2, sizes[axis] + mutant.random.choice((-1, 1, 1, 2)))
        product = 1
        for size in sizes:
            product *= size
        if product <= MOST_SITES:
            mutant.lines["board"] = f"board  {' '.join([*shape[:-1], 'x'.join(map(str, sizes))])}"


def add_piece(mutant: Mutant, other: Game) -> None:
    """Replace some pieces of the initial position by a new kind of piece, which also occurs in some rules."""
    game, random = mutant.game, mutant.random
    taken = {spelling for piece in game.rules.vocabulary.pieces for spelling in (piece.glyph, piece.letter)}
    free = [letter for letter in ascii_letters if letter not in taken and letter.swapcase() not in taken]
    if len(free) < len(game.players) or mutant.symbols:
        return
    pair = [free[0].upper(), free[0].lower(), *(each for each in free[1:] if each.islower())]
    mutant.symbols = tuple(pair[: len(game.players)])
    mutant.lines["piece"] = f"piece  newcomer {' '.join(map(repr, mutant.symbols))}"
    board = mutant.start_board()
    for player in range(len(game.players)):
        own = [site for site, owner in board if owner == player]
        if own:
            mutant.placed.append((random.choice(own), player))
    change_rules_with_new_words(mutant, other)


def add_mark(mutant: Mutant, other: Game) -> None:
    """Add a mark that some rules set, remove or test."""
    if mutant.marks:
        return
    life = mutant.random.choice(LIVES)
    mutant.marks = ("touched",)
    mutant.lines["mark"] = f"mark   touched {life}"
    if life != "until end":
        mutant.fields.append("marked:touched")
    change_rules_with_new_words(mutant, other)


def add_counter(mutant: Mutant, other: Game) -> None:
    """Add a counter that some rules change or test."""
    if mutant.counters:
        return
    bounds = mutant.random.choice(BOUNDS)
    mutant.counters = ("tally",)
    mutant.lines["counter"] = f"counter tally {bounds}"
    if "until end" not in bounds:
        mutant.fields.append("counts:tally" if "each" in bounds else "counter:tally")
    change_rules_with_new_words(mutant, other)


def change_turns(mutant: Mutant, other: Game) -> None:
    """Give some or all players two plies a turn, or a turn that continues after some moves."""
    game, random = mutant.game, mutant.random
    if game.rules.declared.states:
        return
    ahead = next(iter(game.rules.compass.directions))
    tests = [f"[friend + {ahead} enemy]", f"![friend + {ahead} enemy]"]
    for number, me in enumerate(game.players):
        you = game.players[(number + 1) % len(game.players)]
        seen = ("view " if "view" in game.rules.definitions else "C ") * number
        move = me if me in game.rules.definitions else f"{seen}(move)"
        then = random.choice((you, f"{me}_again", f"{me}_again"))
        if random.random() < 0.4:
            then = f"{me}_again if {seen}({random.choice(tests)}), {you}"
        mutant.lines[me] = f"state {me} of {me}: {move} then {then}"
        mutant.lines[f"{me}_again"] = f"state {me}_again of {me}: {move} then {you}"


def change_an_end(mutant: Mutant, other: Game) -> None:
    """Change the outcome of an end for the player to move."""
    ends = [clause for clause in mutant.clauses if clause.kind == "end"]
    if ends:
        end = mutant.rule(mutant.random.choice(ends))
        result = mutant.random.choice(("won", "lost", "drawn", "1/4"))
        mutant.replace(replace(end, head=f'end "{end.name}" {result}: '))


def add_a_fact(mutant: Mutant, other: Game) -> None:
    """Allow passing, identify moves by label, or forbid repetition."""
    keyword, line = mutant.random.choice(list(FACTS.items()))
    mutant.lines[keyword] = line


CHANGES = (
    (change_a_rule, 50),
    (rearrange, 8),
    (change_royals, 6),
    (splice, 8),
    (take_over, 8),
    (glue, 5),
    (widen, 5),
    (add_piece, 7),
    (add_mark, 6),
    (add_counter, 6),
    (change_turns, 5),
    (change_an_end, 3),
    (add_a_fact, 2),
)


def change(mutant: Mutant, other: Game) -> None:
    """Apply one random change."""
    random: Random = mutant.random
    [chosen] = random.choices([each for each, _ in CHANGES], [weight for _, weight in CHANGES])
    chosen(mutant, other)
