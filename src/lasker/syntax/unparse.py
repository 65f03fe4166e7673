"""The loose tree written as text again, so that a program can change rules and hand them on as rules."""

from __future__ import annotations

from lasker.syntax import tree as t


def unparse(node: t.Node) -> str:
    """A text that parses to this tree. Brackets are nodes of the tree, so none are added.

    >>> from lasker.kernel.source import Source
    >>> from lasker.syntax.parse import parse_lines
    >>> [line] = parse_lines(Source("%♙: (step(u) | march)+ ![% in far rank of white]"))
    >>> unparse(line.sides[0])
    '% ♙: ( step ( u ) | march ){1,} ![% in far rank of white]'
    """
    match node:
        case t.Word(text) | t.Digits(text) | t.Constant(text):
            return text
        case t.Symbol(text):
            return text if text in {".", "#"} or not (text.isascii() or text.isalnum()) else f"'{text}'"
        case t.Cursor(name, carries):
            return ("%" if carries else "@") + ("" if name == "%" else name)
        case t.MostOf(counter, owner):
            return f"most {counter}{_of(owner)}"
        case t.EachOf():
            return "each"
        case t.Owned(counter, owner):
            return f"{counter}{_of(owner)}"
        case t.Update(counter, owner, operator, amount):
            return f"{counter}{_of(owner)} {operator} {amount}"
        case t.Group(items):
            return f"( {', '.join(map(unparse, items))} )"
        case t.Asked(body, relation, other, wanted):
            compared = "" if other is None else f" {relation} {unparse(other)}"
            return f"{'' if wanted else '!'}[{unparse(body)}{compared}]"
        case t.Repeated(body, low, high):
            return f"{unparse(body)}{{{low},{'' if high is None else high}}}"
        case t.Power(body, exponent):
            return f"{unparse(body)}^{exponent}"
        case t.Marked(body, mark, has):
            return f"{unparse(body)}^{'' if has else '-'}{mark}"
        case t.Inside(body, region, owner, wanted):
            return f"{unparse(body)} {'' if wanted else 'not '}in {region}{_of(owner)}"
        case t.Narrowed(body, contents, wanted):
            return f"{unparse(body)} is {'' if wanted else 'not '}{unparse(contents)}"
        case t.Row(items):
            return " ".join(map(unparse, items))
        case t.Joined(operator, items):
            return f" {operator} ".join(map(unparse, items))
        case t.Arrow(sides):
            return " -> ".join(map(unparse, sides))
        case t.Bound(head, body):
            return f"{unparse(head)}: {unparse(body)}"
        case t.AnyOf(name, choices, body):
            return f"any {name} in {unparse(choices)}: {unparse(body)}"
        case t.IfElse(condition, yes, no):
            return f"if {unparse(condition)} then {unparse(yes)} else {unparse(no)}"
        case t.Given():
            raise ValueError("a value that is already known has no text")


def _of(owner: str | None) -> str:
    return "" if owner is None else f" of {owner}"
