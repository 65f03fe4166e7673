"""What the language service answers with: plain data, with places as `positions` counts them."""

from __future__ import annotations

from lasker.kernel.dataclass import dataclass
from lasker.language.positions import Range

# The kinds of occurrences, by the kind of token that editors know a colour for.
TOKEN_KINDS = {
    "keyword": "keyword",
    "definition": "function",
    "prelude": "function",
    "parameter": "parameter",
    "piece": "class",
    "region": "namespace",
    "counter": "variable",
    "mark": "property",
    "player": "enum",
    "state": "enumMember",
    "direction": "macro",
    "board word": "type",
    "cursor": "variable",
    "comment": "comment",
    "text": "string",
    "game": "string",
    "betza": "regexp",
    "number": "number",
    "square": "number",
    "operator": "operator",
}
TOKEN_TYPES = tuple(dict.fromkeys(TOKEN_KINDS.values()))
TOKEN_MODIFIERS = ("declaration",)


@dataclass(frozen=True)
class Completion:
    """Something that may be written at a place: what is shown, what is written, and instead of what."""

    label: str
    kind: str
    range: Range
    insert: str
    detail: str = ""
    documentation: str = ""
    rank: int = 0  # the smaller, the nearer


@dataclass(frozen=True)
class Hover:
    """What is known about the word or sign at a place: Markdown, and a picture for those that can show it."""

    range: Range
    markdown: str
    svg: str = ""


@dataclass(frozen=True)
class Location:
    """A place in a text: this one, or one that it extends; `path` is the file of that one, if it has one."""

    name: str
    text: str
    range: Range
    path: str = ""
    own: bool = True


@dataclass(frozen=True)
class OutlineItem:
    """A declaration in the outline of a text."""

    kind: str
    name: str
    detail: str
    range: Range
    name_range: Range


@dataclass(frozen=True)
class Edit:
    """A stretch of a text, and what replaces it."""

    range: Range
    text: str


@dataclass(frozen=True)
class Fold:
    """Lines that can be folded away, from 0: a statement of several lines, or a comment."""

    start: int
    end: int
    kind: str = "region"


@dataclass(frozen=True)
class SemanticToken:
    """A stretch within a line and what it is, for colours; the length counts UTF-16 code units."""

    line: int
    column: int
    length: int
    kind: str
    declares: bool = False
