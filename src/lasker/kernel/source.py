"""Source texts and spans in them: the places that errors point at."""

from __future__ import annotations

from lasker.kernel.dataclass import dataclass

BYTE_ORDER_MARK = "\ufeff"


@dataclass(frozen=True, slots=True)
class Source:
    """A text with a name: a file, or one line typed at a prompt, without a byte order mark.

    >>> Source("\\ufeffu").text
    'u'
    """

    text: str
    name: str = "<input>"

    def __post_init__(self) -> None:
        if self.text.startswith(BYTE_ORDER_MARK):
            object.__setattr__(self, "text", self.text[1:])


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a source, from `start` up to but not including `end`.

    >>> span = Span(Source("u + x", "example"), 4, 5)
    >>> span.where
    'example:1:5'
    >>> print(span.caret())
    u + x
        ^
    """

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        """The line of the first character, counted from 1."""
        return self.source.text.count("\n", 0, self.start) + 1

    @property
    def column(self) -> int:
        """The column of the first character, counted from 1."""
        return self.start - (self.source.text.rfind("\n", 0, self.start) + 1) + 1

    @property
    def where(self) -> str:
        """The place as `file:line:column`."""
        return f"{self.source.name}:{self.line}:{self.column}"

    def caret(self, width: int = 100) -> str:
        """The line in question with carets under the span; a long line is cut around it."""
        text, start = self.source.text, self.start
        begin = text.rfind("\n", 0, start) + 1
        stop = text.find("\n", begin)
        line = (text[begin:] if stop < 0 else text[begin:stop]).replace("\t", " ")
        offset = start - begin
        length = max(1, min(self.end, begin + len(line)) - start)
        if len(line) > width:
            cut = max(0, offset - width // 2)
            line, offset = line[cut : cut + width], offset - cut
            length = min(length, width - offset)
        return f"{line}\n{' ' * offset}{'^' * max(1, length)}"
