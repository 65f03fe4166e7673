"""What a YAML specification may say: the boundary at which data becomes typed, every mistake at once.

The four keys of the paper's grammar (`piece`, `displacement`, `slide`, `guards`) mean what they mean there;
everything else extends them. The JSON Schema that editors complete from is made of these classes.

Long because every part of a specification is a class here, and refers to others.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Annotated, Any, Literal, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
    model_validator,
)

from lasker.frontends._yaml.specification.betza_steps import steps_of
from lasker.frontends._yaml.specification.document import Document
from lasker.kernel.errors import DeclarationError, LimitError, Problems, did_you_mean
from lasker.kernel.limits import whole
from lasker.model.weights import rational

NAME = r"^[A-Za-z_][A-Za-z0-9_]*$"
FARTHEST = 99

Name = Annotated[str, Field(pattern=NAME, max_length=40)]
Text = Annotated[str, Field(pattern=r'^[^"\n]*$', max_length=1000)]
Expression = Annotated[
    str,
    Field(min_length=1, max_length=2000),
    BeforeValidator(lambda x: _spelled(x), json_schema_input_type=str | bool),
]
Component = Annotated[int, Field(strict=True, ge=-FARTHEST, le=FARTHEST)]
Vector = Annotated[list[Component], Field(min_length=1, max_length=8)]
Slide = bool | Annotated[int, Field(strict=True, ge=1, le=FARTHEST)]
Symmetry = Literal["none", "mirror", "turns", "all"]
Guards = dict[Name, Expression]


def _spelled(value: Any) -> Any:
    """A guard may be the bare word true or false, which YAML takes for a truth value, or a number."""
    return str(value).lower() if isinstance(value, bool) else value


def _listed(value: Any) -> Any:
    """One thing where several may stand."""
    return value if isinstance(value, list) else [value]


Several = Annotated[
    list[Expression], BeforeValidator(_listed, json_schema_input_type=Expression | list[Expression])
]
Names = Annotated[list[Name], BeforeValidator(_listed, json_schema_input_type=Name | list[Name])]
Texts = Annotated[list[Text], BeforeValidator(_listed, json_schema_input_type=Text | list[Text])]
Effects = dict[Literal["any", "move", "capture"], Several]


class Part(BaseModel):
    """Every part of a specification refuses words that it does not know."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True, defer_build=True)


def _exact(read: Callable[[str], Any], text: str) -> Any:
    """A number that a text writes; one that is too large is refused as every other mistake is."""
    try:
        return read(text)
    except LimitError as error:
        raise ValueError(f"{error.message}, {error.remedy}") from None


def _weight(value: Any) -> Any:
    """A real number, exactly: whole, a decimal, or a fraction as 1/3."""
    found = _exact(rational, value) if isinstance(value, str) else value
    if isinstance(found, bool) or not isinstance(found, int | Fraction):
        raise ValueError("a weight is a number: 2, 0.5 or 1/3")
    return Fraction(found)


Weight = Annotated[
    Fraction,
    BeforeValidator(
        _weight, json_schema_input_type=float | Annotated[str, Field(pattern=r"^-?[0-9]+/[0-9]+$")]
    ),
]


class Take(Part):
    """A capture on another square than the one moved to: where, from the square of departure, and what."""

    at: Vector
    piece: Expression = "enemy"


class Carry(Part):
    """Another piece that moves along, as in castling: both squares from the square of departure."""

    piece: Expression
    from_: Vector = Field(alias="from")
    to: Vector


class Step(Part):
    """Vectors that share everything but their direction."""

    vector: Vector | None = None
    vectors: list[Vector] = []
    symmetric: Symmetry | None = None
    slide: Slide | None = None
    only: Literal["move", "capture"] | None = None
    name: Name | None = None
    phase: Name | None = None
    guards: Guards = {}
    takes: Take | None = None
    carries: Annotated[list[Carry], BeforeValidator(_listed, json_schema_input_type=Carry | list[Carry])] = []
    marks: Names = []
    effects: Several = []
    leaves: Name | None = None
    weight: Weight | None = None


class Promotion(Part):
    """What a piece becomes when it arrives in a region."""

    into: Names = Field(alias="to", min_length=1)
    region: Name = Field(alias="in")
    optional: bool = False


def _step(value: Any) -> Any:
    """A bare vector is a step without anything else to say."""
    return {"vector": value} if isinstance(value, list) else value


Steps = list[Annotated[Step, BeforeValidator(_step, json_schema_input_type=Step | Vector)]]


def _either_of_two(schema: dict[str, Any]) -> None:
    """A piece needs a displacement or Betza notation, and it does not matter which."""
    schema["required"].remove("displacement")
    schema["anyOf"] = [{"required": ["displacement"]}, {"required": ["betza"]}]


def _betza(text: str) -> str:
    steps_of(text)
    return text


class PieceSpec(Part):
    """A piece: its displacement set and its guards."""

    model_config = ConfigDict(json_schema_extra=_either_of_two)

    piece: Name
    displacement: Steps
    betza: Annotated[Text, AfterValidator(_betza)] | None = None
    slide: Slide = False
    guards: Guards | None = {}
    symmetric: Symmetry = "none"
    symbols: Annotated[list[str] | str | None, Field(max_length=40)] = None
    letters: Annotated[list[str] | str | None, Field(max_length=40)] = None
    royal: bool = False
    promotion: Promotion | None = None
    effects: Effects = {}

    @model_validator(mode="before")
    @classmethod
    def _with_betza(cls, data: Any) -> Any:
        """What Betza notation says goes into the displacement, behind what stands there."""
        betza = data.get("betza") if isinstance(data, dict) else None
        if betza is None:
            return data
        try:
            return {**data, "displacement": [*(data.get("displacement") or ()), *steps_of(str(betza))]}
        except (ValueError, TypeError):  # told where it stands
            return {"displacement": [], **data}


class BoardSpec(Part):
    """A board: a shape with its sizes, perhaps with holes, or rows that draw it."""

    shape: str = Field(default="", pattern=r"^[a-zö ]*$", max_length=30)
    size: list[Annotated[int, Field(strict=True, ge=1, le=10_000)]] = Field(default=[], max_length=8)
    n: Annotated[int, Field(ge=1, le=10_000)] | None = None
    p: Annotated[int, Field(ge=1, le=10_000)] | None = None
    holes: list[str] = []
    rows: list[Annotated[str, Field(pattern=r"^[^']*$")]] = []


def _board(value: Any) -> Any:
    """`8x8`, `cylinder 8x8`, `[8, 8]`, or the whole said in full."""
    if isinstance(value, list | int):
        return {"size": value if isinstance(value, list) else [value]}
    if not isinstance(value, str):
        return value
    *shape, sizes = value.replace("×", "x").split() or [""]
    numbers = sizes.split("x")
    if not all(re.fullmatch("[0-9]+", number) for number in numbers):
        raise ValueError("a board is written 8x8, cylinder 8x8, hexagon 5, or with shape and size")
    return {"shape": " ".join(shape), "size": [_exact(whole, number) for number in numbers]}


class CounterSpec(Part):
    """A number beside the board, between two bounds."""

    low: Annotated[int, Field(strict=True)] = 0
    high: Annotated[int, Field(strict=True)]
    start: Annotated[int, Field(strict=True)] | None = None
    each: bool = False
    keyed: bool = True


class Ending(Part):
    """How a game ends: exactly one result for the player to move, and the condition."""

    won: Expression | None = None
    lost: Expression | None = None
    drawn: Expression | None = None
    claimed: bool = False
    agreed: bool = False


class Forgotten(Part):
    """A mark that falls off some pieces when it can never matter again."""

    mark: Name
    piece: Name
    unless: Expression


def _faces(value: Any) -> Any:
    """A die with six faces, or the weight of each face."""
    return dict.fromkeys(range(1, value + 1), 1) if isinstance(value, int) and value < 1000 else value


Faces = dict[Annotated[int, Field(ge=0)], Annotated[int, Field(strict=True, ge=1)]]


class Chance(Part):
    """A die that is cast before each turn: the counter that shows it, and the weights of its faces."""

    counter: Name
    faces: Annotated[Faces, BeforeValidator(_faces, json_schema_input_type=int | Faces)] = Field(min_length=2)


class Perft(Part):
    """A check of the specification: so many sequences of so many moves."""

    depth: Annotated[int, Field(strict=True, ge=0, le=100)]
    count: Annotated[int, Field(strict=True, ge=0)]
    fen: Text | None = None


Region = Text | dict[Name, Text]
Turn = Literal["strict", "never", "on capture", "on quiet move", "on last of sequence"]


class GameSpec(Part):
    """A game: its board, its players, its pieces, what ends it."""

    lasker: Literal[1] = 1
    extends: Text | None = None
    game: Text | None = None
    also: Texts = []
    tags: Texts = []
    about: Text | None = None
    source: Text | None = None
    players: list[Name] = Field(default=["white", "black"], min_length=1, max_length=8)
    board: Annotated[
        BoardSpec, BeforeValidator(_board, json_schema_input_type=BoardSpec | str | int | list[int])
    ] = BoardSpec(size=[8, 8])
    view: Literal["mirror", "rotate", "same"] | list[Literal[1, -1]] | None = None
    start: Text | list[str] | None = None
    fen: Text | None = None
    regions: dict[Name, Region] = {}
    marks: dict[Name, Literal["lasting", "until moved", "until next turn", "until end"]] = {}
    counters: dict[Name, CounterSpec] = {}
    use: Names = []
    guards: Guards = {}
    reasons: dict[Name, Text] = {}
    pieces: list[PieceSpec] = []
    effects: Effects = {}
    phases: dict[Name, dict[Name, Expression]] = {}
    turn: Turn = "strict"
    sequence: Annotated[int, Field(strict=True, ge=2, le=20)] | None = None
    chance: Chance | None = None
    passes: bool = False
    ends: dict[Text, Ending] | None = None
    adjudications: dict[Text, Ending] = {}
    invalid: dict[Text, Expression] = {}
    forget: list[Forgotten] = []
    perft: list[Perft] = []


Model = TypeVar("Model", GameSpec, PieceSpec)


def published() -> str:
    """The JSON Schema of a document: a game, or a piece."""
    either: TypeAdapter[Any] = TypeAdapter(GameSpec | PieceSpec)
    found = either.json_schema(by_alias=True)
    found = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A game of Lasker", **found}
    return json.dumps(found, indent=2, ensure_ascii=False) + "\n"


def mapping(document: Document) -> None:
    """A document must say words."""
    if not isinstance(document.data, dict):
        raise DeclarationError(
            "a specification is a mapping",
            span=document.span(),
            remedy="begin with `piece: NAME` for a piece, or `game: NAME` for a game",
        )


def checked(document: Document, model: type[Model]) -> Model:
    """A document as a game or a piece."""
    mapping(document)
    try:
        return model.model_validate(document.data)
    except ValidationError as error:
        raise refusal(document, error).joined() from None


def refusal(document: Document, error: ValidationError) -> Problems:
    """All mistakes of a document, each at its own place."""
    found = Problems()
    for item in error.errors(include_url=False, include_context=False):
        path = document.known(item["loc"])
        strange = item["type"] == "extra_forbidden" or item["loc"][-1:] == ("[key]",)
        message, remedy = _words(item, path, "piece" in document.data)
        found.add(DeclarationError(message, span=document.span(*path, key=strange), remedy=remedy))
    return found


EXAMPLES = {  # how a word is used whose value has the wrong shape
    "pieces": "pieces: [{piece: wazir, displacement: [[1, 0]], symmetric: all}]",
    "displacement": "displacement: [[1, 2], [2, 1]], or a list of {vector: [1, 2], only: capture}",
    "betza": "betza: BN, leaps and rides with m or c; other moves are for rules files, piece … = FyafsF",
    "weight": "weight: 2, or 0.5, or 1/3",
    "vector": "vector: [1, 2], a whole number for each axis",
    "vectors": "vectors: [[1, 0], [1, 1]]",
    "guards": "guards: {name: to is empty}",
    "ends": "ends: {no move is left: {lost: not can(move)}}",
    "adjudications": "adjudications: {threefold repetition: {drawn: repeated(3)}}",
    "start": "start: [..k, ..., K..], or a line of FEN",
    "board": "board: 8x8, cylinder 8x8, hexagon 5, or {size: [5, 5], holes: [c3]}",
    "size": "size: [8, 8], every number from 1 on",
    "holes": "holes: [c3, d4]",
    "players": "players: [white, black]",
    "view": "view: mirror, rotate, same, or a sign for each axis: [1, -1]",
    "regions": "regions: {goal: {each: rank 8}}",
    "marks": "marks: {unmoved: until moved}",
    "counters": "counters: {score: {high: 9, each: true}}",
    "effects": "effects: {capture: score += 1}",
    "phases": "phases: {opening: {endgame: count(piece) <= 6}, endgame: {}}",
    "promotion": "promotion: {in: goal, to: [queen]}",
    "takes": "takes: {at: [1, 0], piece: enemy pawn}",
    "carries": "carries: {piece: rook, from: [3, 0], to: [1, 0]}",
    "slide": "slide: true, false, or how many steps at most",
    "chance": "chance: {counter: die, faces: 6}",
    "perft": "perft: [{depth: 1, count: 20}]",
    "forget": "forget: [{mark: unmoved, piece: rook, unless: count(unmoved king) > 0}]",
    "lasker": "lasker: 1",
}


def _words(item: Any, path: tuple[str | int, ...], alone: bool) -> tuple[str, str | None]:
    last = item["loc"][-1] if item["loc"] else ""
    if item["type"] == "extra_forbidden":
        advice = _close(last, _known(path[:-1], alone))
        return f"{last or 'an empty key'} is not a word of the language", advice
    if item["type"] == "missing":
        return f"{last} is missing", f"add {EXAMPLES.get(str(last), f'a line {last}: …')}"
    if item["type"] == "string_pattern_mismatch" and item["loc"]:
        return (
            f"{item['input']!r} is no name",
            "names consist of letters, digits and _; a text with a comma in { } needs quotes",
        )
    names = [part for part in path if isinstance(part, str)]
    name = names[-1] if names else "this"
    example = next((EXAMPLES[each] for each in reversed(names) if each in EXAMPLES), None)
    message = str(item["msg"]).removeprefix("Value error, ")
    if item["type"] in {"literal_error", "enum"}:
        known = re.findall(r"'([^']*)'", message)
        shown = name if last == "[key]" or not isinstance(item["input"], str) else item["input"]
        return f"{name}: {message[0].lower()}{message[1:]}", _close(shown, known) if known else example
    if item["type"] == "model_type":
        message = "a mapping is needed here"
    message = message.replace("valid dictionary", "mapping").replace("valid list", "list")
    message = message.replace("valid integer", "whole number").replace("valid string", "text")
    return f"{name}: {message[0].lower()}{message[1:]}", example and f"for example {example}"


def _close(word: object, known: list[str]) -> str:
    return did_you_mean(str(word), known, f"the words here are {', '.join(known)}")


def _known(path: tuple[str | int, ...], alone: bool) -> list[str]:
    """The words that may stand at a place, as far as its last names tell."""
    names = [part for part in path if isinstance(part, str)]
    inner: dict[str, type[BaseModel]] = {
        "displacement": Step, "takes": Take, "carries": Carry, "promotion": Promotion, "board": BoardSpec,
        "counters": CounterSpec, "ends": Ending, "adjudications": Ending, "forget": Forgotten,
        "chance": Chance, "perft": Perft, "pieces": PieceSpec,
    }  # fmt: skip
    model = next((inner[name] for name in reversed(names) if name in inner), None)
    fields = (model or (PieceSpec if alone else GameSpec)).model_fields
    return [field.alias or name for name, field in fields.items()]
