"""Games in YAML in an editor: keys by the JSON Schema of the language, names by where they are declared."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

from lasker.frontends import yaml
from lasker.kernel.dataclass import dataclass
from lasker.kernel.source import Source
from lasker.language.answers import Completion, Fold, Hover, Location, OutlineItem, SemanticToken
from lasker.language.hover import piece_hover
from lasker.language.navigation import location
from lasker.language.positions import Lines
from lasker.language.texts import games, parents
from lasker.language.tokens import placed
from lasker.language.words import meaning
from lasker.play import library

KEY = re.compile(r"""(?P<dash>(?:-[ \t]+)*)(?P<key>[A-Za-z_][\w ]*?|"[^"\n]*"|'[^'\n]*')[ \t]*:(?=\s|$)""")
FLOW_KEY = re.compile(r"[{,][ \t]*(?P<key>[A-Za-z_]\w*)[ \t]*:(?=\s|$)")
TOKEN = re.compile(
    r"""(?P<comment>(?:^|(?<=\s))\#[^\n]*)|(?P<string>"[^"\n]*"|'[^'\n]*')|(?P<number>-?\b[0-9]+\b)"""
    r"""|(?P<word>[^\W\d]\w*)|(?P<operator>[-\[\]{},:=+|<>!*&]+)""",
    re.MULTILINE,
)
DECLARING = {"regions": "region", "marks": "mark", "counters": "counter", "guards": "guard", "ends": "end"}


@dataclass(frozen=True)
class Key:
    """A key of a text: where it stands, and the keys around it."""

    name: str
    start: int
    end: int
    indent: int
    path: tuple[str, ...]  # the keys around it, the outermost first
    value: str  # the rest of its line


@lru_cache(maxsize=16)
def keys(text: str) -> tuple[Key, ...]:
    """The keys of a text, whatever is wrong with it.

    >>> [(key.name, key.path) for key in keys("pieces:\\n  - piece: a\\n    guards: {x: y}")]
    [('pieces', ()), ('piece', ('pieces',)), ('guards', ('pieces',)), ('x', ('pieces', 'guards'))]
    """
    found: list[Key] = []
    stack: list[tuple[int, str]] = []
    for line in re.finditer(r"[^\n]+", text):
        bare = _without_comment(line.group())
        indent = len(bare) - len(bare.lstrip(" "))
        match = KEY.match(bare, indent)
        at = line.start()
        if match:
            column = match.start("key")
            while stack and stack[-1][0] >= column:
                stack.pop()
            path = tuple(name for _, name in stack)
            name = match["key"].strip("'\"")
            value = bare[match.end() :].strip()
            found.append(Key(name, at + column, at + match.end("key"), column, path, value))
            stack.append((column, name))
        around = tuple(name for _, name in stack)
        for flow in FLOW_KEY.finditer(bare, match.end() if match else 0):
            place = (at + flow.start("key"), at + flow.end("key"))
            found.append(
                Key(flow["key"], *place, flow.start("key"), _flow_path(bare, flow.start(), around), "")
            )
    return tuple(found)


def _without_comment(line: str) -> str:
    return re.sub(r"(?:^|(?<=\s))#.*", lambda comment: " " * len(comment.group()), line)


def _flow_path(line: str, at: int, around: tuple[str, ...]) -> tuple[str, ...]:
    """The keys around a place in braces: those of the line's own key, and of the braces before it."""
    path, last = list[str](), ""
    for sign in re.finditer(r"[{}]|[{,][ \t]*(\w+)[ \t]*:(?=\s)|(\w+)[ \t]*:(?=\s)", line[: at + 1]):
        if sign.group() == "}":
            path = path[:-1]
        elif sign.group().startswith("{"):
            path.append(last)
            last = sign.group(1) or ""
        else:
            last = sign.group(1) or sign.group(2) or ""
    return around + tuple(path[1:]) if path else around


@cache
def _schema() -> Any:
    return json.loads(yaml.json_schema())


def _shapes(schema: Any) -> Iterator[Any]:
    """The alternatives of a schema, references resolved."""
    if "$ref" in schema:
        yield from _shapes(_schema()["$defs"][schema["$ref"].rpartition("/")[2]])
    for each in schema.get("anyOf", ()):
        yield from _shapes(each)
    yield schema


def _inside(path: tuple[str, ...]) -> list[Any]:
    """The schemas of what stands below some keys; lists are stepped into."""
    found = list(_shapes(_schema()))
    for name in path:
        below = [
            inner
            for shape in _items(found)
            for inner in (
                shape.get("properties", {}).get(name),
                next(iter(shape.get("patternProperties", {}).values()), None),
                shape.get("additionalProperties") or None,
            )[: 1 if name in shape.get("properties", {}) else 3]
            if isinstance(inner, dict)
        ]
        found = [shape for each in below for shape in _shapes(each)]
    return list(_items(found))


def _items(shapes: list[Any]) -> Iterator[Any]:
    for shape in shapes:
        yield shape
        if isinstance(shape.get("items"), dict):
            yield from _items(list(_shapes(shape["items"])))


@dataclass(frozen=True)
class Declared:
    """A name that a text declares."""

    kind: str
    name: str
    start: int
    end: int


@lru_cache(maxsize=32)
def declared(source: Source) -> tuple[Declared, ...]:
    """The names of a text: pieces, regions, marks, counters, guards, players.

    >>> text = "pieces:\\n  - piece: rook\\nregions: {goal: rank 6}"
    >>> [(each.kind, each.name) for each in declared(Source(text, "mine.yaml"))]
    [('piece', 'rook'), ('region', 'goal')]
    """
    found = []
    for key in keys(source.text):
        if key.path and key.path[-1] in DECLARING and len(key.path) == 1:
            found.append(Declared(DECLARING[key.path[0]], key.name, key.start, key.end))
        elif key.name in {"piece", "players"} and key.path in {(), ("pieces",)}:
            line = source.text.find("\n", key.end)
            stop = len(source.text) if line < 0 else line
            kind = "piece" if key.name == "piece" else "player"
            for word in re.finditer(r"[^\W\d]\w*", _without_comment(source.text[key.end : stop])):
                start = key.end + word.start()
                found.append(Declared(kind, word.group(), start, start + len(word.group())))
    return tuple(found)


def _names(source: Source) -> dict[str, tuple[Declared, Source]]:
    """The names of a text and of those in YAML that it extends, the nearest of each."""
    found: dict[str, tuple[Declared, Source]] = {}
    for text in (source, *parents(source)):
        if text.name.endswith((".yaml", ".yml")):
            for each in declared(text):
                found.setdefault(each.name, (each, text))
    return found


def _word(text: str, offset: int) -> tuple[str, int, int]:
    start = end = offset
    while start > 0 and re.match(r"\w", text[start - 1]):
        start -= 1
    while end < len(text) and re.match(r"\w", text[end]):
        end += 1
    return text[start:end], start, end


def _key_at(text: str, offset: int) -> Key | None:
    return next((key for key in keys(text) if key.start <= offset <= key.end), None)


def completions(source: Source, offset: int) -> list[Completion]:
    """Keys where one may stand, and after a colon the values that the schema lists, or names.

    >>> found = completions(Source("pieces:\\n  - piece: a\\n    symmetric: ", "mine.yaml"), 36)
    >>> [each.label for each in found]
    ['all', 'mirror', 'none', 'turns']
    """
    text = source.text
    _, start, end = _word(text, offset)
    begin = text.rfind("\n", 0, start) + 1
    line = text[begin:start]
    if re.search(r"(^|\s)#", line):
        return []
    where = Lines(text).range(start, end)
    path, at_key = _place(text, begin, line)
    offers: list[tuple[str, str, str, int]] = []
    if at_key:
        for shape in _inside(path):
            for name, inner in shape.get("properties", {}).items():
                offers.append((name, "keyword", _told(name, inner), 0))
    else:
        if path == ("extends",):
            offers += [(name, "game", told, 0) for name, told in games().items()]
        for shape in _inside(path):
            offers += [(str(value), "value", "", 0) for value in shape.get("enum", ())]
            offers += [(word, "value", "", 0) for word in ("true", "false") if shape.get("type") == "boolean"]
        if not offers:
            offers = [(name, each.kind, "", 1) for name, (each, _) in _names(source).items()]
    found = {
        label: Completion(label, kind, where, label, "", told, rank) for label, kind, told, rank in offers
    }
    return sorted(found.values(), key=lambda each: (each.rank, each.label))


def _place(text: str, begin: int, line: str) -> tuple[tuple[str, ...], bool]:
    """The keys around a place in a line, and whether a key may stand there."""
    above = [key for key in keys(text) if key.start < begin]
    column = len(re.match(r"[ -]*", line).group())  # type: ignore[union-attr]  # fits nothing too
    own = KEY.match(line, len(line) - len(line.lstrip(" ")))
    column = own.start("key") if own else column
    block = [key for key in above if key.indent < column and not _in_braces(text, key)]
    path = (*block[-1].path, block[-1].name) if block else ()
    if own is None:
        return path, "{" not in line and "[" not in line
    around = (*path, own["key"])
    rest = line[own.end() :]
    opened = rest.rfind("{") > rest.rfind("}")
    if opened:
        last = re.search(r"(\w+)[ \t]*:[ \t]*[^,{}]*\Z", rest)
        inner = _flow_path(line, len(line) - 1, around)
        return ((*inner, last.group(1)), False) if last else (inner, True)
    return around, False


def _in_braces(text: str, key: Key) -> bool:
    begin = text.rfind("\n", 0, key.start) + 1
    return "{" in text[begin : key.start]


def _told(name: str, schema: Any) -> str:
    """One line about a key: what the word means, what it is, and its usual value."""
    shapes = list(_shapes(schema))
    described = next((shape["description"] for shape in shapes if "description" in shape), "")
    values = [str(value) for shape in shapes for value in shape.get("enum", ())]
    usual = schema.get("default")
    parts = [
        meaning(name) or described,
        f"one of {', '.join(values)}" if values else "",
        f"usually {json.dumps(usual)}" if usual not in (None, [], {}) and not isinstance(usual, dict) else "",
    ]
    return "; ".join(filter(None, parts))


def hover(source: Source, offset: int) -> Hover | None:
    """What is known about a key or a name."""
    key = _key_at(source.text, offset)
    lines = Lines(source.text)
    if key is not None and not (len(key.path) == 1 and key.path[0] in DECLARING):
        shapes = [
            shape["properties"][key.name]
            for shape in _inside(key.path)
            if key.name in shape.get("properties", {})
        ]
        told = next(filter(None, (_told(key.name, shape) for shape in shapes)), "")
        return Hover(lines.range(key.start, key.end), f"**{key.name}**: {told}") if told else None
    word, start, end = _word(source.text, offset)
    if word in _names(source):
        each, text = _names(source)[word]
        shown = text.text[text.text.rfind("\n", 0, each.start) + 1 :].partition("\n")[0].strip()
        told = f"**{word}**: a {each.kind}\n\n```yaml\n{shown}\n```" + (
            f"\n\nfrom {text.name}" if text != source else ""
        )
        more, svg = piece_hover(source, word) if each.kind == "piece" else ("", "")
        return Hover(lines.range(start, end), f"{told}\n\n{more}".strip(), svg)
    return None


def definitions(source: Source, offset: int) -> list[Location]:
    """Where the name at a place is declared."""
    word, _, _ = _word(source.text, offset)
    line = source.text[source.text.rfind("\n", 0, offset) + 1 :].partition("\n")[0]
    extended = re.match(r"extends[ \t]*:[ \t]*['\"]?([^'\"#\n]+)", line)
    if extended and extended.group(1).strip() in library.names():
        return [location(library.find(extended.group(1).strip()), 0, 0, source)]
    if word in _names(source):
        each, text = _names(source)[word]
        return [location(text, each.start, each.end, source)]
    return []


def references(source: Source, offset: int) -> list[Location]:
    """Where the declared name at a place is written."""
    word, _, _ = _word(source.text, offset)
    if word not in _names(source):
        return []
    plain = [
        found for found in TOKEN.finditer(source.text) if found.lastgroup == "word" and found.group() == word
    ]
    return [location(source, *found.span(), source) for found in plain]


def outline(source: Source) -> list[OutlineItem]:
    """The keys of the outermost level, and the names that are declared."""
    lines = Lines(source.text)
    top = [
        OutlineItem("key", key.name, key.value, *[lines.range(key.start, key.end)] * 2)
        for key in keys(source.text)
        if not key.path
    ]
    named = [
        OutlineItem(each.kind, each.name, "", *[lines.range(each.start, each.end)] * 2)
        for each in declared(source)
    ]
    return sorted([*top, *named], key=lambda item: item.range)


def folds(source: Source) -> list[Fold]:
    """What stands below a key, farther to the right."""
    lines = source.text.split("\n")
    found = []
    for number, line in enumerate(lines):
        indent = len(line) - len(line.lstrip(" "))
        last = number
        for below in range(number + 1, len(lines)):
            if lines[below].strip() and len(lines[below]) - len(lines[below].lstrip(" ")) <= indent:
                break
            last = below if lines[below].strip() else last
        if last > number and line.strip():
            found.append(Fold(number, last))
    return found


def tokens(source: Source) -> list[SemanticToken]:
    """The colours of a game in YAML."""
    known, starts = _names(source), {key.start: key.end for key in keys(source.text)}
    kinds = {
        "piece": "class",
        "region": "namespace",
        "counter": "variable",
        "mark": "property",
        "player": "enum",
    }

    def all_of_them() -> Iterator[tuple[int, int, str, bool]]:
        until = 0
        for found in TOKEN.finditer(source.text):
            start, end, kind = found.start(), found.end(), found.lastgroup or ""
            if start < until:
                continue
            if start in starts:
                kind, end = "keyword", starts[start]
            elif kind == "word":
                kind = (
                    kinds.get(known[found.group()][0].kind, "function")
                    if found.group() in known
                    else "string"
                )
            until = end
            yield start, end, kind, False

    return list(placed(source, all_of_them()))
