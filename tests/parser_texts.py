"""Texts for fuzzing the parser: random characters, random tokens, nested constructs, mutated valid texts."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from random import Random

from lark import Lark
from lark.lexer import PatternStr

EXPRESSIONS = (
    "♙ + u. -> . + u♙",
    "(♙+u.->.+u♙)(♙+u.->.+u♙)",
    "%♖: in_any_direction((% + u. -> . + u%)* (% + u enemy -> . + u%)?)",
    "x = ♙;.;♟\nxxx",
    "♖..;♙♗♙;.♙.",
    "dd# + ♙ + u. + uu. -> dd# + . + u. + uu♙",
    "R² F C u^-3 (r♟ + rd.)",
    "flipped(%♙: step(u) | both(take(ur, enemy)))",
    "every(ur, ride(ur, enemy)) | every(uur, leap(uur))",
    "any t in (♕ | ♖ | ♗): % -> t",
    "if [% + u.] then step(u) else nil",
    "%x ♚: %y ♔: [@x + uu@y] (@x -> u@x)*",
    "safe = ![flipped(%♖: take(u, ♚))]\n(%♔: step(u) safe) // fail",
    "f(m, t) = % + m t -> . + m%\nf(uur, ♟ | ♞)",
    "enemies = enemy \\ ♚\n[enemies] [♙ is ♙] [% is not (♙ | ♟)] (% is ♙ -> same)",
    "each %x (♙ | ♟): (@x -> .) // [@x + u#]",
)
RULES = (
    "M = step(u)\nN = M{2,4} | M{3,} // M? [M] ![M M] exhaust(M)",
    "lasker 1\nplayers white, black\npiece man ⛀ ⛂ 'm' 'M'\npiece king ⛁ ⛃\nboard 8x8\n"
    "mark fresh until moved\nmark jumped until next turn\nmark seen until end\nmark holy lasting\n"
    "counter taken 0..12 from 0\ncounter hand 0..4 each\n"
    "region far rank of white = rank 8\nregion far rank of black = rank 1\nregion centre = d4..e5, file a\n"
    "jump = (% + ur enemy^-seen + uurr. -> . + ur same^seen + uurr%^fresh) taken += 1 [taken >= 1]\n"
    "go = %⛀: most taken (jump+ [% not in far rank] | [% in far rank of black] hand of black -= 1)\n"
    "clean = each %x enemy^seen: @x -> .\nflipped(flipped(go)) = go",
    "board moebius 4x3\nregion rim = rank 1, rank 3\nrook = %♖ in rim: slide(r)",
    "board hexagon 3\nking = %♔: every(r, slide(r)) | all6(step(ur))",
    "board hex ' . .' '. . .' ' . .'\nlone = ![♙ + ul.]",
    "board 3x3x3\nregion core = (1,1,1)\nrook = %♖: every(a, slide(a)) [% not in core]",
    "link a on/back b\nlink b on/back c\nlink c on/back 'old mill'\nturn F: on -> back, back -> on\n"
    "region home = a\nM = [♙ + on.] every(on, step(on))",
    "players red green blue\npiece man ① ② ③\nboard 3x3\nC C C ① = ①\nM = C(① + u② -> . + u①)",
    "-- a comment\nx = nil  -- another\n  | fail\n  | x2\nx2 = nil",
)
VALID = EXPRESSIONS + RULES

SAMPLES = {
    "CURSOR": ["%", "%x", "%abc"],
    "AT": ["@", "@x"],
    "SIZES": ["8x8", "3×3×3", "0x1"],
    "INT": ["0", "1", "2", "10", "1000", "100000", "999999999999"],
    "SUPERSCRIPT": ["²", "⁻¹", "⁰", "⁹⁹⁹⁹⁹"],
    "WORD": [*"udlrRFCxMnßλ", "uur", "enemy", "square", "step", "flipped", "every", "both", "home", "far",
             "rank", "white", "black", "lasting", "until", "moved", "each", "taken", "exhaust"],
    "QUOTED": ["'P'", "'k'", "'...'", "' . .'", "'.'", "'#'", "'é'"],
    "GLYPH": ["♙", "♟", "♖", "♚", "⛀", "①", "♟︎"],
    "COMMENT": ["-- c", "--"],
    "SPACE": [" ", "\t"],
    "NOT": ["![", "! ["],
    "POSTPLUS": ["+ "],
    "_NL": ["\n", "\n\n -- c\n", "\r\n"],
    "ONWARD": ["\n| ", "\n-> "],
    "FAILURE": ["fail", "∅"],
    "RELATION": ["!=", "<=", "≥", "<"],
    "UPDATE": ["+=", "-=", ":="],
    "NUMBER": ["1.2", "½"],
}  # fmt: skip


@cache
def tokens() -> tuple[str, ...]:
    """Every token of the grammar, spelled out."""
    grammar = files("lasker.syntax").joinpath("grammar.lark").read_text("utf-8")
    found = [text for samples in SAMPLES.values() for text in samples]
    for terminal in Lark(grammar, parser="lalr").terminals:
        if isinstance(terminal.pattern, PatternStr):
            found.append(terminal.pattern.value)
        elif terminal.name not in SAMPLES:
            found.append(terminal.name.lower())  # a declaration's first word, for example
    return tuple(found)


def characters(rng: Random) -> str:
    """Random characters, some of them significant."""
    some = "♙.%#@|+*?()[]{}!-> \n=:,;\\/^_'0123456789udlrRFCxM²∅≠"
    planes = (0x80, 0x100, 0x370, 0x2000, 0x2700, 0xD800, 0xFFFF, 0x1FFFF)
    text = [rng.choice(some) for _ in range(rng.randrange(40))]
    return "".join(sign if rng.random() < 0.7 else chr(rng.randrange(rng.choice(planes))) for sign in text)


def soup(rng: Random) -> str:
    """Tokens in any order, with blanks between most of them."""
    return "".join(
        rng.choice(tokens()) + rng.choice(("", " ", " ", " ")) for _ in range(rng.randrange(1, 25))
    )


def mutated(rng: Random) -> str:
    """One or two valid texts, cut and recombined."""
    text = rng.choice(VALID)
    for _ in range(rng.randrange(1, 5)):
        at, to = sorted((rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)))
        to = min(to, at + rng.randrange(12))
        other = rng.choice(VALID)
        start = rng.randrange(len(other))
        text = rng.choice((
            text[:at] + text[to:],
            text[:to] + text[at:],
            text[:at] + rng.choice(tokens()) + text[at:],
            text[:at] + rng.choice(tokens()) + text[to:],
            text[:at] + other[start : start + rng.randrange(30)] + text[to:],
            "\n".join(rng.sample(text.split("\n"), text.count("\n") + 1)),
            text + "\n" + other,
            text.replace(rng.choice(text) if text else " ", rng.choice(tokens())),
        ))  # fmt: skip
    return text


AROUND = (
    "( )", "[ ]", "![ ]", "exhaust( )", "all8( )", "both( )", "every(u,_ )", "%♖:_ ", "any_t_in_enemy:_ ",
    "R_ ", "each_%x_♙:_ ", "if_nil_then_nil_else_ ", "most_n_ ", " *", " ?", " {2}", " _//_nil", " _is_♙",
    " ^2", " _in_home", " _\\_♙",
)  # fmt: skip


def nested(rng: Random) -> str:
    """One construct repeated: before itself, after itself, inside itself."""
    opening, closing = (side.replace("_", " ") for side in rng.choice(AROUND).split(" "))
    times = rng.choice((3, 30, 99, 101, 300))
    return opening * times + rng.choice(("nil", "♙", "step(u)", "u", "%", "[♙]", "")) + closing * times


SHAPES = (
    "{} {}", "{}{}", "{} -> {}", "{} | {}", "{} + {}", "{} // {}", "{};{}", "{} \\ {}", "({})", "({})",
    "[{}]", "![{}]", "{}*", "({})+", "{}?", "({}){{2,3}}", "{}{{0}}", "{}²", "{}^-1", "{}^fresh", "{}^-seen",
    "{} in home", "{} not in home", "{} is {}", "{} is not {}", "%x {}: {}", "%{}: {}", "%: {}",
    "each %x {}: {}", "any t in {}: {}", "any t in ({}, {}): {}", "if {} then {} else {}", "n += 2",
    "n of black -= 1", "n := 1", "[n >= 2]", "[n = n of black]", "most n {}", "most n of black {}",
    "step({})", "take({}, {})", "ride({}, {})", "every({}, {})", "all8({})", "exhaust({})", "flipped({})",
    "f({})", "g({}, {})", "[{}] {}", "u{}", "{} = {}", "f(M) = {}\n{}", "x = {}\n{}",
)  # fmt: skip
LEAVES: tuple[str, ...] = (
    *"♙♟.#%@urRFC10xMt", "%x", "@x", "nil", "fail", "same", "enemy", "square", "piece", "uur", "u.", "r♙",
    "% + u. -> . + u%", "♙ -> ♟",
)  # fmt: skip
HEADS = (
    "",
    "",
    "mark fresh until moved\nmark seen lasting\ncounter n 0..3 each\nboard 3x3\nregion home = rank 1\n",
    "board hexagon 2\n",
    "board moebius 3x2\n",
    "board 2x2x2\n",
    "link a on/back b\nlink b u/d c\n",
    "players a b c\npiece man ♙ ♟ ♖\n",
)


def derived(rng: Random) -> str:
    """Nested constructs of the language: most are syntactically valid, few are meaningful."""

    def expression(depth: int) -> str:
        if depth <= 0 or rng.random() < 0.2:
            return rng.choice(LEAVES)
        return rng.choice(SHAPES).format(*(expression(depth - 1) for _ in range(4)))

    return rng.choice(HEADS) + rng.choice(("", "", "x = ")) + expression(rng.randrange(1, 5))


KINDS: tuple[Callable[[Random], str], ...] = (
    *(characters, soup, soup, soup) * 2,
    *(derived, derived, derived, mutated, mutated, mutated) * 3,
    nested,
)


def text_number(seed: int) -> str:
    """The text with a number; deterministic."""
    rng = Random(seed)
    return rng.choice(KINDS)(rng)
