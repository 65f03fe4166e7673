"""Pages of text, formulas, tables and pictures, written as text, LaTeX and HTML."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from textwrap import indent

from lasker.drawing.documents.latex_document import document, escaped, table
from lasker.drawing.documents.latex_formulas import latex as mathematics
from lasker.kernel.dataclass import dataclass

Letters = Mapping[str, str]  # of pieces, which LaTeX writes instead of their glyphs
SHORT = 60  # letters of a cell that others are aligned with
CSS = (
    "body{font-family:serif;max-width:48em;margin:2em auto;padding:0 1em;line-height:1.45;color:#222}"
    "code{font-family:monospace;background:#f4f1e6;padding:.1em .3em}table{border-collapse:collapse}"
    "td{padding:.15em .8em .15em 0;vertical-align:top}svg{margin:.3em .6em .3em 0;vertical-align:top}"
    "details{margin:.5em 0 1.5em}summary{cursor:pointer;color:#1f6f78}h2{font-size:1.1em;margin-top:1.6em}"
)


@dataclass(frozen=True)
class Paragraph:
    """A paragraph; what stands between backquotes is an expression."""

    text: str
    strong: bool = False


@dataclass(frozen=True)
class Formula:
    """A line of mathematics: as text, and in LaTeX if it is no expression of the algebra."""

    text: str
    latex: str | None = None


@dataclass(frozen=True)
class Picture:
    """An SVG picture, the same in characters, and its width in big points."""

    svg: str
    text: str
    width: float = 90.0


@dataclass(frozen=True)
class Pictures:
    """Pictures beside each other."""

    all: tuple[Picture, ...]


@dataclass(frozen=True)
class Rows:
    """A table with a heading; each column has terms of the algebra or sentences."""

    heading: str
    rows: tuple[tuple[str, ...], ...]
    columns: tuple[str, ...]


Block = Paragraph | Formula | Pictures | Rows


def text(blocks: Iterable[Block]) -> str:
    """Blocks as text.

    >>> rows = Rows("by laws", (("M", "nil then M is M"),), ("term", "sentence"))
    >>> print(text([Paragraph("Simplify `nil M`."), rows]))
    Simplify nil M.
    <BLANKLINE>
    by laws
    <BLANKLINE>
        M  nil then M is M
    """
    found = ""
    before: Block | None = None
    for block in blocks:
        close = isinstance(before, Paragraph) and isinstance(block, Paragraph) and not block.strong
        joint = "" if before is None else "\n" if close else "\n\n"
        found += joint + _text(block)
        before = block
    return found


def _text(block: Block) -> str:
    match block:
        case Paragraph(words):
            return words.replace("`", "")
        case Formula(shown):
            return indent(shown, "    ")
        case Pictures(pictures):
            return _beside([each.text for each in pictures])
        case Rows(heading, rows):
            width = max((len(row[0]) for row in rows if len(row[0]) <= SHORT), default=0)
            lines = ("  ".join((row[0].ljust(width), *row[1:])).rstrip() for row in rows)
            body = indent("\n".join(lines), "    ")
            return f"{heading}\n\n{body}" if heading else body


def _beside(texts: Sequence[str], most: int = 90) -> str:
    """Drawings beside each other, as many as fit into a line."""
    found, row, used = [], list[list[str]](), 0
    for drawn in [*(each.splitlines() for each in texts), []]:
        wide = max(map(len, drawn), default=0) + 4
        if row and (not drawn or used + wide > most):
            high = max(map(len, row))
            filled = [[*each, *[""] * (high - len(each))] for each in row]
            widths = [max(map(len, each)) + 4 for each in filled]
            found.append(
                "\n".join(
                    "    "
                    + "".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
                    for line in zip(*filled, strict=True)
                )
            )
            row, used = [], 0
        row.append(drawn)
        used += wide
    return "\n\n".join(found)


def latex(blocks: Iterable[Block], letters: Letters) -> str:
    r"""Blocks as the inside of a LaTeX document.

    >>> print(latex([Paragraph("Simplify `nil ♖`.")], {"♖": "R"}))
    Simplify $\mathit{nil}\,\ \text{R}$.
    """
    return "\n\n".join(_latex(block, letters) for block in blocks)


def _latex(block: Block, letters: Letters) -> str:
    match block:
        case Paragraph(words, strong):
            parts = words.split("`")
            shown = "".join(
                f"${mathematics(part, letters)}$" if at % 2 else escaped(part, letters)
                for at, part in enumerate(parts)
            )
            return rf"\textbf{{{shown}}}" if strong else shown
        case Formula(words, written):
            return f"${mathematics(words, letters) if written is None else written}$"
        case Pictures(pictures):
            # Imported late: few pages have pictures in LaTeX.
            from lasker.drawing.documents.svg_latex import picture

            return "\n\\quad\n".join(picture(each.svg, each.width) for each in pictures)
        case Rows(heading, rows, columns):
            cells = (
                [_cell(cell, kind, letters) for cell, kind in zip(row, columns, strict=False)] for row in rows
            )
            title = rf"\medskip\textit{{{escaped(heading, letters)}}}" + "\n\n" if heading else ""
            return title + table(cells)


def _cell(cell: str, kind: str, letters: Letters) -> str:
    return f"${mathematics(cell, letters)}$" if kind == "term" else escaped(cell, letters)


def html(blocks: Iterable[Block]) -> str:
    """Blocks as HTML.

    >>> print(html([Paragraph("Is `M` < `N`?")]))
    <p>Is <code>M</code> &lt; <code>N</code>?</p>
    """
    return "\n".join(map(_html, blocks))


def _html(block: Block) -> str:
    match block:
        case Paragraph(words, strong):
            parts = words.split("`")
            shown = "".join(
                f"<code>{escape(part)}</code>" if at % 2 else escape(part) for at, part in enumerate(parts)
            )
            return f"<p><strong>{shown}</strong></p>" if strong else f"<p>{shown}</p>"
        case Formula(words):
            return f"<p><code>{escape(words)}</code></p>"
        case Pictures(pictures):
            return f"<div>{''.join(_sized(each) for each in pictures)}</div>"
        case Rows(heading, rows, columns):
            tags = ["code" if kind == "term" else "span" for kind in columns]
            lines = (
                "".join(
                    f"<td><{tag}>{escape(cell)}</{tag}></td>" for cell, tag in zip(row, tags, strict=False)
                )
                for row in rows
            )
            body = "".join(f"<tr>{line}</tr>" for line in lines)
            return (f"<p><em>{escape(heading)}</em></p>" if heading else "") + f"<table>{body}</table>"


def _sized(each: Picture) -> str:
    """A picture with the width of the page in mind: 1.6 pixels for a big point."""
    first, rest = each.svg.split(">", 1)
    kept = " ".join(part for part in first.split(" ") if not part.startswith(("width=", "height=")))
    return f'{kept} width="{1.6 * each.width:g}">{rest}'


def html_page(title: str, body: str) -> str:
    """A whole page of HTML that needs no other file.

    >>> html_page("A & B", "<p>text</p>").splitlines()[0]
    '<!doctype html>'
    """
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{CSS}</style>'
    whole = f"<h1>{escape(title)}</h1>\n{body}"
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>\n{whole}\n</body></html>\n'


def latex_page(title: str, blocks: Iterable[Block], letters: Letters) -> str:
    r"""Blocks as a whole LaTeX document.

    >>> latex_page("A", [Paragraph("text")], {}).splitlines()[-3:]
    ['\\section*{A}', 'text', '\\laskerend']
    """
    return document(latex(blocks, letters), title)
