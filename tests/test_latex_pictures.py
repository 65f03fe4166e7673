"""Pictures and verdicts in LaTeX: what is drawn looks like the SVG, and every document compiles.

The operators of PDF are read back by a reader of their own, and both pictures are painted and compared.
"""

from __future__ import annotations

import io
import re
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

import lasker
from external_programs import program
from lasker.cli import main
from lasker.drawing.documents.latex_document import document, escaped
from lasker.drawing.documents.svg_latex import picture
from lasker.drawing.pieces.fairy_shapes import PIECE_SHAPES
from lasker.kernel.errors import PictureError

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
PIECES = [
    f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100">'
    f'<g fill="#eee" stroke="#222" stroke-width="3">'
    f"{PIECE_SHAPES[name].format(fill='#eee', edge='#222', ink='#a33', hue='#3a3')}</g></svg>"
    for name in ("nightrider", "knight", "queen", "king", "stone")
]  # fmt: skip


def read_back(text: str) -> str:
    """The shapes of a LaTeX picture as SVG again."""
    found = re.search(r"\\begin\{picture\}\(([^,]+),([^)]+)\)", text)
    assert found is not None
    wide, high = map(float, found.groups())
    paths = []
    for body in re.findall(r"\\put\(0,0\)\{\\laskerdraw\{([^}]*)\}\}", text):
        stack: list[str] = []
        state = {"fill": "none", "stroke": "none"}
        outline = ""
        for token in re.findall(r"\[[^\]]*\]|\S+", body):
            if re.match(r"[-\d.\[]", token):
                stack.append(token)
                continue
            numbers = [float(each) for each in stack if not each.startswith("[")]
            points = " ".join(f"{x} {high - y}" for x, y in zip(numbers[::2], numbers[1::2], strict=False))
            if token in ("rg", "RG"):
                name = "fill" if token == "rg" else "stroke"
                state[name] = f"rgb({','.join(str(round(255 * each)) for each in numbers)})"
            elif token == "w":
                state["stroke-width"] = stack[0]
            elif token == "J":
                state["stroke-linecap"] = ("butt", "round", "square")[int(numbers[0])]
            elif token == "j":
                state["stroke-linejoin"] = ("miter", "round", "bevel")[int(numbers[0])]
            elif token == "d":
                state["stroke-dasharray"] = stack[0].strip("[]") or "none"
            elif token in "mlch":
                outline += {"m": "M", "l": "L", "c": "C", "h": "Z"}[token] + points
            else:
                painted = state | {"S": {"fill": "none"}, "f": {"stroke": "none"}, "B": {}}[token]
                style = " ".join(f'{name}="{value}"' for name, value in painted.items())
                paths.append(f'<path d="{outline}" {style}/>')
                outline = ""
            stack = []
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}">{"".join(paths)}</svg>'


def painted(svg: str) -> bytes:
    """The pixels of a picture, without its texts and without compression."""
    try:
        import cairosvg
    except (ImportError, OSError) as error:
        pytest.skip(f"NOT TESTED for want of cairosvg or of cairo: {error}")
    from PIL import Image

    plain = re.sub(r"<text.*?</text>", "", svg, flags=re.DOTALL)
    png = cairosvg.svg2png(plain.encode(), output_width=200, output_height=200, background_color="white")
    return Image.open(io.BytesIO(png)).convert("L").tobytes()


@pytest.mark.parametrize(
    "svg",
    [
        *PIECES,
        *((PICTURES / f"{name}.svg").read_text() for name in ("chess-start", "glinski-start", "shogi-start")),
        *((PICTURES / f"{name}.svg").read_text() for name in ("doughnut-start", "derivation-pair")),
    ],
)
def test_a_picture_in_latex_looks_like_its_svg(svg: str) -> None:
    one, two = painted(svg), painted(read_back(picture(svg)))
    assert len(set(one)) > 2
    difference = sum(abs(a - b) for a, b in zip(one, two, strict=True)) / len(one)
    assert difference < 2.5  # of 255; the opacity of a few lines is blended with white


def test_a_picture_without_a_size_is_refused() -> None:
    with pytest.raises(PictureError):
        picture("<svg/>")


def compiled(texts: list[str], folder: Path) -> None:
    """Compile documents with a real LaTeX, each one alone, then all of them as parts of another one."""
    place = program("pdflatex", "texlive-latex-base")
    for number, text in enumerate(texts):
        (folder / f"part{number}.tex").write_text(text)
    parts = "".join(rf"\input{{part{number}}}" "\n" for number in range(len(texts)))
    whole = (
        r"\documentclass{article}\usepackage{fix-cm,amsmath,amssymb}\begin{document}"
        f"\n{parts}"
        r"\end{document}"
    )
    (folder / "whole.tex").write_text(whole)
    for name in ("part0", "whole"):
        done = subprocess.run(
            [place, "-halt-on-error", "-interaction=nonstopmode", "-draftmode", name],
            cwd=folder, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout[-1500:]


QUESTIONS = [
    ["nil M*", "M* M*"],
    ["M N", "N M"],
    ["(M | N)*", "M* (N M*)*"],
    ["[M+]", "[M]"],
    ["%♖: step(u){2}", "%♖: % + u. + uu. -> . + uu%"],
    ["(♙;. -> .;♙)(♙;. -> .;♙)", "♙;.;. -> .;.;♙"],
    ["--included", "M", "M [N]"],
    ["♙ + rr. -> . + rr♙", "fail", "--space", "cylinder"],
    ["R(r♟ + rd.)", "lu♟ + u#"],
]


def test_verdicts_proofs_and_boards_compile(tmp_path: Path) -> None:
    found = [CliRunner().invoke(main, ["equal", "--latex", "--explain", *asked]) for asked in QUESTIONS]
    assert [each.exit_code for each in found] == [0, 1, 0, 0, 0, 1, 1, 1, 1]
    texts = [each.output for each in found]
    texts.append(
        document(lasker.board(" . .\n. ♖ .\n . .", space="hex").latex(), "100 % of #{}_^~\\ – “é” ♖ ☂")
    )
    compiled(texts, tmp_path)


def test_text_is_escaped() -> None:
    assert escaped("a_b & ♖²", {"♖": "R"}) == r"a\_b \& R$^{2}$"
    assert escaped("☂") == "U+2602"
