"""Splitting of the bit program into two translation units for parallel compilation: half of the turns in
each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from lasker.compiler.bits.language import CFunction, ConstantTable, Declared
from lasker.compiler.bits.printer import Item, lines

SHARED = ("leaves", "sequences", "then")  # functions of turns that call each other


def halves(items: Iterable[Item], turns: Sequence[str]) -> tuple[list[str], list[str]]:
    """Two texts out of one. Common items are in both; tables are defined in the first and declared in the
    second.

    >>> from lasker.compiler.bits.language import Call, Name, Number, Return
    >>> given = (("int", "n"),)
    >>> program = [ConstantTable("TWO", "int", (2,)),
    ...            CFunction("static uint64_t", "white__leaves", given, (Return(Name("TWO")[Name("n")]),)),
    ...            CFunction("static uint64_t", "black__leaves", given, (Return(Call("white__leaves", ())),))]
    >>> one, other = halves(program, ["white", "black"])
    >>> print(*one, sep="\\n")
    INSIDE const int TWO[] = {2};
    INSIDE uint64_t white__leaves(int n);
    INSIDE uint64_t black__leaves(int n);
    INSIDE uint64_t white__leaves(int n) {
        return TWO[n];
    }
    <BLANKLINE>
    >>> print(other[0], *other[3:], sep="\\n")
    extern INSIDE const int TWO[];
    INSIDE uint64_t black__leaves(int n) {
        (void)n;
        return white__leaves();
    }
    <BLANKLINE>
    """
    middle = (len(turns) + 1) // 2
    half = {f"{turn}__{kind}": place >= middle for place, turn in enumerate(turns) for kind in SHARED}
    texts: tuple[list[str], list[str]] = ([], [])
    moved: tuple[list[CFunction], list[CFunction]] = ([], [])
    for item in items:
        function = item.function if isinstance(item, Declared) else item
        if isinstance(function, CFunction) and function.name in half:
            inside = replace(function, head=f"INSIDE{function.head.removeprefix('static')}")
            if item is function:
                moved[half[inside.name]].append(inside)
            for text in texts:
                text += lines([Declared(inside)])
        elif isinstance(item, ConstantTable):
            (defined,) = lines([item])
            texts[0].append(f"INSIDE{defined.removeprefix('static')}")
            texts[1].append(f"extern INSIDE{defined.partition(' =')[0].removeprefix('static')};")
        else:
            for text in texts:
                text += lines([item])
    return [*texts[0], *lines(moved[0])], [*texts[1], *lines(moved[1])]
