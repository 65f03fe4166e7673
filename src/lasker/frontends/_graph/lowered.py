"""A rules text that was written for a specification, the place in the YAML behind every line."""

from __future__ import annotations

from dataclasses import dataclass, field

from lasker.kernel.errors import LaskerError, LimitError
from lasker.kernel.source import Source, Span


@dataclass
class Lowered:
    """A rules text, and for each of its lines the place in the YAML that it comes from."""

    origin: Source
    lines: list[str] = field(default_factory=list)
    spans: list[Span | None] = field(default_factory=list)

    def add(self, text: str = "", span: Span | None = None) -> None:
        """One more line, or several with the same origin."""
        for line in text.split("\n"):
            self.lines.append(line)
            self.spans.append(span)

    def append(self, part: Lowered) -> None:
        """All lines of another text."""
        self.lines += part.lines
        self.spans += part.spans

    @property
    def source(self) -> Source:
        """The text itself."""
        return Source("\n".join(self.lines) + "\n", f"{self.origin.name} (as rules)")

    def translated(self, error: LaskerError) -> LaskerError:
        """An error in the rules text as an error in the YAML."""
        if error.message.endswith("is defined by itself"):
            error.message = "this guard asks whether a move is possible that asks for the guard again"
            error.remedy = "ask for attacked(…), in_check, or a step that has a name and no such guard"
        if isinstance(error, LimitError):
            error.message = f"written out, these rules are too long: {error.message}"
            error.remedy = "let a guard ask about fewer squares, or the piece slide less far, as in slide: 3"
        if error.span is not None and error.span.source.name == self.source.name:
            error.span = self.spans[min(error.span.line, len(self.spans)) - 1] or Span(self.origin, 0, 1)
        return error
