"""The pages of the gallery as HTML: the list of games, and a page about each; without a frame around them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from lasker.gallery.entry import GalleryEntry, PieceEntry

PICTURES = "pictures"
MOST_OWNERS = 4  # whose pieces are shown
SHOWN = 6  # counts, the others are in the rules


def index_body(entries: Sequence[GalleryEntry], below: str = "") -> str:
    """The list of games by family, with a field to search; `below` is where their pages are."""
    families: dict[str, list[GalleryEntry]] = {}
    for entry in sorted(entries, key=lambda entry: entry.title.casefold()):
        families.setdefault(entry.family, []).append(entry)
    order = sorted(families, key=lambda family: (-len(families[family]), family))
    tags = sorted({tag for entry in entries for tag in entry.tags}, key=str.casefold)
    parts = [
        '<div class="lasker-gallery">',
        '<div class="find"><input type="search" id="find" placeholder="Find a game, a piece, a tag …"'
        ' aria-label="Find a game" autocomplete="off"><p class="found" role="status"></p></div>',
        f'<p class="families">{"".join(_family_link(family, families[family]) for family in order)}</p>',
        f'<details class="tags"><summary>Tags</summary><p>{"".join(map(_tag_button, tags))}</p></details>',
    ]
    for family in order:
        parts.append(f'<section id="{_anchor(family)}"><h2>{escape(_titled(family))}</h2><div class="cards">')
        parts += [_card(entry, below) for entry in families[family]]
        parts.append("</div></section>")
    return "\n".join([*parts, "</div>"])


def _family_link(family: str, games: list[GalleryEntry]) -> str:
    return f'<a href="#{_anchor(family)}">{escape(_titled(family))} <small>{len(games)}</small></a>'


def _anchor(family: str) -> str:
    return "family-" + family.replace(" ", "-")


def _titled(family: str) -> str:
    return family.replace("_", " ").capitalize()


def _tag_button(tag: str) -> str:
    return f'<button type="button" class="tag" data-tag="{escape(tag)}">{escape(tag)}</button>'


def _card(entry: GalleryEntry, below: str) -> str:
    words = [entry.name, entry.title, entry.family, *entry.tags, *entry.aliases, entry.about, *_names(entry)]
    tags = "".join(f'<span class="tag">{escape(tag)}</span>' for tag in entry.tags)
    return (
        f'<a class="card" id="{entry.name}" href="{below}{entry.name}.html"'
        f' data-words="{escape(_folded(words))}">'
        f'<span class="board"><img src="{below}{PICTURES}/{scene_name(entry)}" alt="" loading="lazy"></span>'
        f"<b>{escape(entry.title)}</b><span>{escape(entry.about)}</span>"
        f'<span class="some">{tags}</span></a>'
    )


def _names(entry: GalleryEntry) -> Iterator[str]:
    yield from dict.fromkeys(
        (piece.kind or piece.name).replace("_", " ") for piece in entry.model.vocabulary.pieces
    )


def _folded(words: Iterable[str]) -> str:
    return " ".join(words).casefold().replace("\n", " ")


def game_body(entry: GalleryEntry, index: str, known: Iterable[str] = ()) -> str:
    """The page about a game; `index` is the address of the list, `known` are the games that have pages."""
    tags = "".join(
        f'<a class="tag" href="{index}?find={escape(tag)}">{escape(tag)}</a>' for tag in entry.tags
    )
    family = f'<a href="{index}#{_anchor(entry.family)}">{escape(_titled(entry.family))}</a>'
    place = f'<a href="{index}">Games</a> › {family}'
    return "\n".join(
        part
        for part in (
            '<div class="lasker-gallery">',
            f'<p class="place">{place}</p>',
            f"<h1>{escape(entry.title)}</h1>",
            f'<p class="about">{escape(entry.about)}</p>',
            f'<div class="top"><figure class="board"><img src="{PICTURES}/{entry.name}.svg"'
            f' alt="{escape(entry.title)}: the first position"></figure>',
            f'<div><dl class="facts">{"".join(_facts(entry, set(known)))}</dl><p>{tags}</p></div></div>',
            _pieces(entry),
            _figures(entry),
            _counts(entry),
            f'<h2 id="rules">Rules</h2><pre class="rules"><code>{escape(entry.text)}</code></pre>',
            "</div>",
        )
        if part
    )


def _facts(entry: GalleryEntry, known: set[str]) -> Iterator[str]:
    extended = [
        f'<a href="{name}.html">{escape(name)}</a>' if name in known else escape(name)
        for name in entry.extends
    ]
    rows = [
        ("Players", escape(", ".join(entry.model.players))),
        ("Board", escape(entry.board)),
        ("Ends", escape("; ".join(entry.ends))),
        ("Also called", escape(", ".join(entry.aliases))),
        ("Extends", ", ".join(extended)),
        ("Source", escape(entry.source)),
        ("Start", f"<code>{escape(entry.model.start)}</code>" if entry.model.start else ""),
        ("Play", f"<code>lasker serve {escape(entry.given)}</code>"),
    ]
    return (f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in rows if value)


def _pieces(entry: GalleryEntry) -> str:
    cards = "".join(_piece(entry, number, piece) for number, piece in enumerate(entry.pieces))
    return f'<h2 id="pieces">Pieces</h2><div class="pieces">{cards}</div>' if cards else ""


def _piece(entry: GalleryEntry, number: int, piece: PieceEntry) -> str:
    drawn = (f'<svg viewBox="0 0 100 100" aria-hidden="true">{picture}</svg>' for picture in piece.pictures)
    figures = "".join(list(drawn)[:MOST_OWNERS])
    betza = f'<code title="Betza notation">{escape(piece.betza)}</code>' if piece.betza else ""
    words = "".join(f"<li>{escape(line)}</li>" for line in piece.words)
    name = escape(piece.name)
    shown = f'<img src="{PICTURES}/{picture_name(entry, number)}" alt="how the {name} moves" loading="lazy">'
    return (
        f'<article class="piece"><header><span class="figures">{figures}</span><h3>{name}</h3>{betza}'
        "</header>"
        f"{shown if piece.diagram else ''}<ul>{words}</ul></article>"
    )


def scene_name(entry: GalleryEntry) -> str:
    """The file of the picture that stands for a game."""
    return f"{entry.name}-scene.svg"


def picture_name(entry: GalleryEntry, number: int) -> str:
    """The file of a piece's diagram."""
    return f"{entry.name}-{number + 1}.svg"


def _figures(entry: GalleryEntry) -> str:
    found = entry.figures
    rows = []
    if "path" in found:
        way, _, why = str(found["path"]).partition(": ")
        rows.append(("Compiled to", f"{way}{f' ({why})' if why else ''}"))
    if "speed" in found:
        rows.append(("Counts", f"{_large(found['speed'])} positions a second"))
    if "games" in found:
        rows.append(("Random games", f"{found['games']:,}, of {found['length']:,g} plies in the mean"))
        rows.append(("They end by", ", ".join(f"{end} ({part:.0%})" for end, part in found["ends"].items())))
    if "balance" in found:
        first = f"{found['share']:.0%} of the points go to {entry.model.players[0]}"
        rows.append(("Balance", f"{found['balance']:.0%}: {first}"))
    if not rows:
        return ""
    table = "".join(f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>" for name, value in rows)
    return f'<h2 id="figures">Figures</h2><div class="wide"><table>{table}</table></div>'


def _large(number: float) -> str:
    for size, name in ((1e9, " billion"), (1e6, " million"), (1e3, " thousand")):
        if number >= size:
            return f"{number / size:.3g}{name}"
    return f"{number:.3g}"


def _counts(entry: GalleryEntry) -> str:
    if not entry.counts:
        return ""
    rows = "".join(
        f"<tr><td>{depth}</td><td>{count:,}</td><td><code>{escape(position or 'start')}</code></td></tr>"
        for depth, count, position in entry.counts[:SHOWN]
    )
    by = f"<p>{escape(entry.counted_by)}</p>" if entry.counted_by else ""
    return (
        f'<h2 id="counts">Counts</h2>{by}<div class="wide"><table><thead><tr><th>Depth</th>'
        f"<th>Sequences of moves</th><th>From</th></tr></thead>{rows}</table></div>"
    )


def framed(title: str, body: str, about: str = "") -> str:
    """A whole page around a body, for a gallery that stands alone.

    >>> framed("A & B", "<p>text</p>").splitlines()[0]
    '<!doctype html>'
    """
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>{escape(title)}</title><meta name="description" content="{escape(about)}">'
        '<link rel="stylesheet" href="gallery.css"><script defer src="gallery.js"></script>'
    )
    return (
        f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body class="alone">\n<main>{body}</main>\n'
        "<footer>Made by <code>lasker gallery</code>.</footer></body></html>\n"
    )
