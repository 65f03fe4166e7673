"""Own drawings of pieces: shapes are taken over, what could run or load is refused with its place."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from lasker.drawing.pieces.svg_import import LARGEST, MOST_ELEMENTS, SHAPES, own_svg
from lasker.kernel.errors import DeclarationError, LaskerError, PictureError
from lasker.play.game import load

NAMESPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
RULES = """lasker 1
extends "tictactoe"
game   "Own"
about  "Stones with a picture of their own."
source "A test."
picture "{name}" "{picture}"
"""


def svg(inside: str) -> str:
    return f'<svg {NAMESPACES} viewBox="0 0 40 20">\n  {inside}\n</svg>'


HOSTILE = {
    "script": "<script>alert(1)</script>",
    "event": '<path d="M0 0H9" onclick="alert(1)"/>',
    "event in capitals": '<path d="M0 0H9" OnLoad="alert(1)"/>',
    "link": '<a href="https://example.org"><path d="M0 0H9"/></a>',
    "javascript": '<path d="M0 0H9" xlink:href="javascript:alert(1)"/>',
    "image": '<image href="https://example.org/a.png"/>',
    "use": '<use xlink:href="#a"/>',
    "foreign": "<foreignObject><body/></foreignObject>",
    "style": "<style>@import url(https://example.org)</style>",
    "style attribute": '<path d="M0 0" style="background:url(https://example.org)"/>',
    "paint server": '<path d="M0 0H9" fill="url(#a)"/>',
    "gradient": "<defs><linearGradient/></defs>",
    "animation": '<path d="M0 0"><animate attributeName="d"/></path>',
    "text": "<g>words</g>",
    "a text": "<text>words</text>",
    "a path that is none": '<path d="M0 0 &lt;script>"/>',
    "a colour that is none": '<path d="M0 0" fill="red;x:y"/>',
    "a transform that is none": '<path d="M0 0" transform="url(a)"/>',
    "instruction": '<?xml-stylesheet href="a.css"?><path d="M0 0"/>',
    "frame": '<iframe src="a"/>',
    "svg in svg": "<svg/>",
    "prefix": '<x:script xmlns:x="http://www.w3.org/2000/svg">1</x:script>',
    "unclosed": "<g>",
}


@pytest.mark.parametrize("inside", HOSTILE.values(), ids=HOSTILE.keys())
def test_what_could_run_or_load_is_refused_with_its_place(inside: str) -> None:
    with pytest.raises(PictureError) as caught:
        own_svg(svg(inside), "a.svg")
    assert caught.value.span is not None
    assert caught.value.span.where.startswith(("a.svg:2:", "a.svg:3:"))
    assert caught.value.remedy


@pytest.mark.parametrize(
    "text",
    [
        "",
        "words",
        "<html/>",
        '<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 9 9"><path d="M0 0"/></svg>',
        '<!DOCTYPE svg SYSTEM "https://example.org/a.dtd"><svg viewBox="0 0 9 9"><path d="M0 0"/></svg>',
        "<svg><path d='M0 0'/></svg>",
        "<svg viewBox='0 0 0 9'><path d='M0 0'/></svg>",
        "<svg viewBox='0 0 nan 9'><path d='M0 0'/></svg>",
        "<svg viewBox='0 0 9e9 9'><path d='M0 0'/></svg>",
        "<svg viewBox='0 0 9 9'/>",
        "\x00\ud800",
    ],
)
def test_what_is_no_picture_is_refused(text: str) -> None:
    with pytest.raises(PictureError):
        own_svg(text)


def test_pictures_are_bounded() -> None:
    path = '<path d="M0 0"/>'
    with pytest.raises(PictureError, match="elements"):
        own_svg(svg(path * (MOST_ELEMENTS + 1)))
    with pytest.raises(PictureError, match="deep"):
        own_svg(svg("<g>" * 30 + "</g>" * 30))
    with pytest.raises(PictureError, match="bytes"):
        own_svg(svg(path + " " * LARGEST))


def test_what_drawing_programs_write_is_read() -> None:
    head = 'xmlns:inkscape="http://www.inkscape.org/" inkscape:version="1" id="svg1" width="40px"'
    text = (
        f'<?xml version="1.0"?>\n<!-- by hand --><svg {NAMESPACES} {head} viewBox="0,0,40,20">'
        '<title>a &amp; b</title><metadata><x>words</x></metadata><defs id="d"/>'
        '<g inkscape:label="Layer" style="fill:#fff;-inkscape-x:1;stroke-width:2" transform="rotate(9 1,2)">'
        '<path d="M0,0 L1e1 2z" class="a"/>'
        '<ellipse cx="5" cy="5" rx="2" ry="1" stroke="currentColor"/></g></svg>'
    )
    tree = ElementTree.fromstring(f"<svg>{own_svg(text)}</svg>")
    assert {element.tag for element in tree.iter()} <= {"svg", "g", *SHAPES}
    [inner] = [each for each in tree.iter("g") if each.get("fill") == "#fff"]
    assert (inner.get("stroke-width"), inner.get("transform")) == ("2", "rotate(9 1,2)")
    assert [each.get("class") for each in tree.iter()] == [None] * 7


def test_the_owner_is_seen() -> None:
    assert "<circle" not in own_svg(svg('<path d="M0 0H9"/>')), "a shape has the owner's colour"
    assert own_svg(svg('<g fill="#123"><path d="M0 0H9"/></g>')).startswith("<circle"), "a disc has it"


def test_a_rules_file_names_pictures_beside_it(tmp_path: Path) -> None:
    (tmp_path / "stone.svg").write_text(svg('<path d="M1 2H9"/>'))
    rules = tmp_path / "own.rules"
    rules.write_text(RULES.format(name="stone", picture="stone.svg"))
    position = load(str(rules)).start()
    assert position.play(str(position.moves[0])).svg().count('d="M1 2H9"') == 1
    rules.write_text(RULES.format(name="stone", picture="<svg viewBox='0 0 9 9'><path d='M3 4H9'/></svg>"))
    position = load(str(rules)).start()
    assert position.play(str(position.moves[0])).svg().count('d="M3 4H9"') == 1


@pytest.mark.parametrize(
    ("name", "picture", "column"),
    [
        ("stone", "../stone.svg", 18),
        ("stone", "/etc/passwd", 18),
        ("stone", "stone.png", 18),
        ("stone", "missing.svg", 18),
        ("griffin", "stone.svg", 10),
        ("stone", "<svg viewBox='0 0 9 9'><script/></svg>", 41),
    ],
)
def test_bad_pictures_of_a_rules_file_are_told_with_their_place(
    tmp_path: Path, name: str, picture: str, column: int
) -> None:
    rules = tmp_path / "own.rules"
    rules.write_text(RULES.format(name=name, picture=picture))
    with pytest.raises(LaskerError) as caught:
        load(str(rules)).start()
    assert isinstance(caught.value, DeclarationError | PictureError) or "missing" in picture
    assert caught.value.span is not None
    line = 6
    assert caught.value.span.where == f"{rules}:{line}:{column}"
