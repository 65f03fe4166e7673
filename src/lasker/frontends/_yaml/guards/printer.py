"""Guards printed: terms as text that is read as the same terms."""

from __future__ import annotations

from lasker.frontends._yaml.guards import terms as t


def spelled(guard: t.Guard) -> str:
    """A guard as text that is read as the same guard.

    >>> spelled(t.either([t.Not(t.StepKind("capture")), t.Holds(t.Square("to", (0, 1)), t.Phrase("empty"))]))
    'not capture or to + (0, 1) is empty'
    """
    match guard:
        case t.Truth(value):
            return "true" if value else "false"
        case t.Not(body):
            return f"not {_bracketed(body)}"
        case t.All(parts):
            return " and ".join(map(_bracketed, parts))
        case t.Some(parts):
            return " or ".join(map(_bracketed, parts))
        case t.After(body):
            return f"after({spelled(body)})"
        case t.Compare(left, relation, right):
            return f"{_amount(left)} {relation} {_amount(right)}"
        case t.Within(square, region, owner):
            return f"{_square(square)} in {region}" + (f" of {owner}" if owner else "")
        case t.Holds(square, phrase):
            return f"{_square(square)} is {_phrase(phrase)}"
        case t.Attacked(square):
            return f"attacked({_square(square)})"
        case t.InCheck(enemy):
            return "enemy_in_check" if enemy else "in_check"
        case t.Can(name, enemy):
            return f"{'enemy_' * enemy}can({name})"
        case t.StepKind(name):
            return name
        case t.Repeated(times):
            return f"repeated({times})"
        case t.Quantified(every, name, squares, body):
            if isinstance(squares, t.Path) and guard == t.path_clear(squares):
                return f"path_clear({_square(squares.start)}, {_square(squares.end)})"
            if isinstance(squares, t.Path):
                over = f"path({_square(squares.start)}, {_square(squares.end)})"
            else:
                over = "{" + ", ".join(map(_square, squares)) + "}"
            return f"{'every' if every else 'some'}({name} in {over}, {spelled(body)})"


def _bracketed(guard: t.Guard) -> str:
    text = spelled(guard)
    return f"({text})" if isinstance(guard, t.All | t.Some) else text


def _square(square: t.Square) -> str:
    return square.base if not any(square.offset) else f"{square.base} + {_vector(square.offset)}"


def _vector(offset: t.Offset) -> str:
    return f"[{offset[0]}]" if len(offset) == 1 else f"({', '.join(map(str, offset))})"


def _phrase(phrase: t.Phrase) -> str:
    noun = phrase.kinds or (("piece",) if phrase.owner == "any" else ())
    return " ".join([phrase.owner, *phrase.marks, *noun])


def _amount(amount: t.Amount) -> str:
    match amount:
        case t.Number(value):
            return str(value)
        case t.Count(phrase, region, owner):
            where = "" if region is None else f" in {region}" + (f" of {owner}" if owner else "")
            return f"count({_phrase(phrase)}{where})"
        case t.CountedTerm(name):
            return name
        case t.Coordinate(square, axis):
            kind = ("file", "rank")[axis] if axis < 2 else ""
            return f"{kind}({_square(square)})" if kind else f"coordinate({_square(square)}, {axis + 1})"
        case t.Component(axis, absolute):
            name = ("dx", "dy", "dz")[axis]
            return f"abs({name})" if absolute else name
