"""Random specifications: small boards, two pieces, vectors and guards of every kind."""

from __future__ import annotations

import random

BOARDS = (
    "4x4",
    "3x5",
    "cylinder 4x4",
    "torus 4x3",
    "hexagon 3",
    "3x3x2",
    "{size: [4, 4], holes: [b2, c3]}",
    "{shape: cylinder, size: [4, 4], holes: [a2, d3]}",
    "{shape: torus, size: [5, 4], holes: [c2, c3]}",
)
GUARDS = (
    "to is empty or to is enemy",
    "not attacked(to)",
    "after(not in_check)",
    "rank(to) >= 2 implies file(to) != 2",
    "count(enemy) >= 2 or capture",
    "capture implies not after(count(enemy) > 3)",
    "from in corner or to in corner or dx = 0",
    "path_clear(from, to)",
    "some(s in {from + STEP, from - STEP}, s is piece)",
    "every(s in path(from, to), not attacked(s))",
    "to is enemy A implies from is A",
    "not (from + STEP is own) or from + STEP is outside",
    "abs(dx) <= 1 or after(count(own B) = 1)",
    "score <= 3 implies not en_passant",
    "enemy_in_check or not in_check",
    "rank(from) = rank(to) or not capture",
    "count(own) > count(enemy) or ply < 6",
    "phase = early implies not capture",
    "attacked(from) or after(not attacked(to))",
    "move_number = 1 or not from + STEP in corner",
)


def specification(seed: int) -> str:
    """A specification that is the same for the same seed; it may still be one that is refused."""
    chance = random.Random(seed)
    board = chance.choice(BOARDS)
    dimension = 3 if board == "3x3x2" else 2
    lines = [f"game: Random {seed}", f"board: {board}", "marks: {fresh: until moved, last: until next turn}"]
    if "holes" in board:
        lines.append("view: rotate")
    lines += ["counters: {score: {high: 9, each: true}}", "effects: {capture: score += 1}"]
    corner = "(0,0,0), (2,2,1)" if dimension == 3 else "a1" if "hexagon" not in board else "a3"
    lines += [
        f'regions: {{corner: {{each: "{corner}"}}}}',
        "phases: {early: {late: count(any A) < 4}, late: {}}",
    ]
    lines.append(
        f"turn: {chance.choice(['strict', 'strict', 'on capture', 'on quiet move', 'on last of sequence'])}"
    )
    lines.append("pieces:")
    for name in "AB":
        lines += [f"  - piece: {name}", f"    royal: {str(name == 'B' and chance.random() < 0.7).lower()}"]
        lines.append("    displacement:")
        for _ in range(chance.randint(1, 3)):
            lines += _step(chance, dimension)
        lines += _guards(chance, dimension, "    ", chance.randint(0, 2))
    rows = _start(chance, board)
    if rows:
        lines.append(f"start: [{', '.join(rows)}]")
    lines += ["ends:", "  stuck: {lost: not can(move)}"]
    if chance.random() < 0.5:
        lines.append("  bare: {lost: count(own) = 0}")
    return "\n".join(lines) + "\n"


def _step(chance: random.Random, dimension: int) -> list[str]:
    while not any(vector := [chance.randint(-2, 2) for _ in range(dimension)]):
        pass
    lines = [
        f"      - vector: {vector}",
        f"        symmetric: {chance.choice(['none', 'mirror', 'turns', 'all'])}",
    ]
    lines.append(f"        slide: {chance.choice(['false', 'true', '2'])}")
    if chance.random() < 0.4:
        lines.append(f"        only: {chance.choice(['move', 'capture'])}")
    if chance.random() < 0.2:
        lines.append("        marks: last")
    return lines + _guards(chance, dimension, "        ", chance.randint(0, 1))


def _guards(chance: random.Random, dimension: int, indent: str, count: int) -> list[str]:
    if not count:
        return []
    step = "(1, 0, 0)" if dimension == 3 else "(1, 0)"
    rules = [chance.choice(GUARDS).replace("STEP", step) for _ in range(count)]
    return [f"{indent}guards:", *(f'{indent}  g{i}: "{rule}"' for i, rule in enumerate(rules))]


def _start(chance: random.Random, board: str) -> list[str]:
    sizes = {"4x4": (4, 4), "3x5": (3, 5), "cylinder 4x4": (4, 4), "torus 4x3": (4, 3), "3x3x2": (3, 6)}
    if board not in sizes:
        return []
    width, height = sizes[board]
    return ['"' + "".join(chance.choice("ABab....") for _ in range(width)) + '"' for _ in range(height)]
