"""Tables about the published formulations of chess."""

from __future__ import annotations

from lasker.formulations.arithmetic.definitions import in_words, library


def equations() -> str:
    """The numbered equations of Kulyukin 2022: their names in Lasker, and each in words."""
    names: dict[int, dict[str, None]] = {}
    for definition in library():
        if definition.number:
            names.setdefault(definition.number, {})[definition.name] = None
    rows = [
        f"| ({number}) | {' '.join(f'`{name}`' for name in names.get(number, {}))} | {words} |"
        for number, words in in_words().items()
    ]
    return "\n".join(["| equation | name | in words |", "| --- | --- | --- |", *rows])
