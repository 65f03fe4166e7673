"""Plain data as YAML."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

PLAIN = re.compile(r"[A-Za-z(]([A-Za-z0-9_ ()<>=!+.*/-]*[A-Za-z0-9_()<>=!+.*/-])?")
RESERVED = {"true", "false", "null", "yes", "no"}  # words that YAML takes for values


def written(data: dict[str, Any]) -> str:
    """Plain data as YAML: mappings and lists of them have lines of their own, the rest stands in one.

    >>> print(written({"also": ["a", "b"], "ends": {"stuck": {"lost": "not can(move)"}}}), end="")
    also: [a, b]
    ends:
      stuck:
        lost: not can(move)
    """
    return "".join(f"{line}\n" for line in _lines(data))


def _lines(data: dict[str, Any]) -> Iterator[str]:
    for key, value in data.items():
        if isinstance(value, dict) and value:
            yield f"{_flow(key)}:"
            yield from (f"  {line}" for line in _lines(value))
        elif isinstance(value, list) and any(isinstance(item, dict) for item in value):
            yield f"{_flow(key)}:"
            for item in value:
                yield from (f"  {' ' if number else '-'} {line}" for number, line in enumerate(_lines(item)))
        else:
            yield f"{_flow(key)}: {_flow(value)}"


def _flow(value: Any) -> str:
    """A value in one line; texts without quotes where they can be read so."""
    if isinstance(value, list):
        return f"[{', '.join(map(_flow, value))}]"
    plain = isinstance(value, str) and PLAIN.fullmatch(value) and value.lower() not in RESERVED
    return str(value) if plain else json.dumps(value, ensure_ascii=False)
