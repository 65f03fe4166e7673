"""The options of a variants file: kind, what holds without them, and what Lasker does with them."""

from __future__ import annotations

from typing import Any

from lasker.kernel.dataclass import dataclass

WHITE, BLACK = "White", "Black"
COLOURS = (WHITE, BLACK)

# The predefined kinds of pieces in Fairy-Stockfish's order, in its Betza notation.
TYPES = {
    "pawn": "fmWfcF", "knight": "N", "bishop": "B", "rook": "R", "queen": "Q", "fers": "F", "alfil": "A",
    "fersAlfil": "FA", "silver": "FfW", "aiwok": "RNF", "bers": "RF", "archbishop": "BN", "chancellor": "RN",
    "amazon": "QN", "knibis": "mNcB", "biskni": "mBcN", "kniroo": "mNcR", "rookni": "mRcN", "shogiPawn": "fW",
    "lance": "fR", "shogiKnight": "fN", "gold": "WfF", "dragonHorse": "BW", "clobber": "cW",
    "breakthrough": "fmWfF", "immobile": "", "cannon": "mRcpR", "janggiCannon": "pR", "soldier": "fsW",
    "horse": "nN", "elephant": "nA", "janggiElephant": "nZ", "banner": "RcpRnN", "wazir": "W",
    "commoner": "K", "centaur": "KN",
    **{f"customPiece{number}": "" for number in range(1, 26)},
    "king": "K",
}  # fmt: skip
CUSTOM = tuple(name for name in TYPES if name.startswith("customPiece"))
ALL = "*"  # as a kind of piece: every one

CHOICES = {
    "Value": ("win", "loss", "draw", "none"),
    "MaterialCounting": ("janggi", "unweighted", "whitedrawodds", "blackdrawodds", "none"),
    "CountingRule": ("makruk", "cambodian", "asean", "none"),
    "ChasingRule": ("axf", "none"),
    "EnclosingRule": ("reversi", "ataxx", "quadwrangle", "snort", "anyside", "top", "none"),
    "WallingRule": ("arrow", "duck", "edge", "past", "static", "none"),
}


@dataclass(frozen=True)
class Option:
    """An option: its name, the kind of its value, its value where nobody gives one."""

    name: str
    kind: str
    default: Any
    sides: str = ""  # "each": also with White or Black behind it; "only": never without
    remark: str = ""  # why it is lost, where it says something

    @property
    def spellings(self) -> tuple[str, ...]:
        """Every key that gives it.

        >>> OPTIONS["pass"].spellings
        ('pass', 'passWhite', 'passBlack')
        """
        sided = tuple(self.name + colour for colour in COLOURS)
        return {"": (self.name,), "each": (self.name, *sided), "only": sided}[self.sides]


def _ranks(*ranks: int) -> frozenset[tuple[int, int]]:
    return frozenset((file, rank - 1) for file in range(12) for rank in ranks)


EVERYWHERE, NOWHERE = _ranks(*range(1, 11)), _ranks()
INTERFACE = "it tells other programs what to show; the rules do not depend on it"
ENGINE = "it tells the engine what pieces are worth; the rules do not depend on it"
PAWN = ("pawn",)

OPTIONS = {
    option.name: option
    for option in (
        Option("variantTemplate", "text", "fairy", remark=INTERFACE),
        Option("pieceToCharTable", "text", "-", remark=INTERFACE),
        Option("pocketSize", "int", 0, remark=INTERFACE),
        Option("pieceValueMg", "numbers", {}, remark=ENGINE),
        Option("pieceValueEg", "numbers", {}, remark=ENGINE),
        Option("maxRank", "Rank", 7),
        Option("maxFile", "File", 7),
        Option("chess960", "bool", False),
        Option("twoBoards", "bool", False),
        Option("startFen", "text", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        Option("promotionRegion", "Bitboard", (_ranks(8), _ranks(1)), "only"),
        Option("promotionPawnTypes", "PieceSet", PAWN, "each"),
        Option("promotionPieceTypes", "PieceSet", (), "each"),
        Option("sittuyinPromotion", "bool", False),
        Option("promotionLimit", "numbers", {}),
        Option("promotedPieceType", "pairs", {}),
        Option("piecePromotionOnCapture", "bool", False),
        Option("mandatoryPawnPromotion", "bool", True),
        Option("mandatoryPiecePromotion", "bool", False),
        Option("pieceDemotion", "bool", False),
        Option("blastOnCapture", "bool", False),
        Option("blastImmuneTypes", "PieceSet", ()),
        Option("mutuallyImmuneTypes", "PieceSet", ()),
        Option("petrifyOnCaptureTypes", "PieceSet", ()),
        Option("petrifyBlastPieces", "bool", False),
        Option("doubleStep", "bool", True),
        Option("doubleStepRegion", "Bitboard", (_ranks(2), _ranks(7)), "only"),
        Option("tripleStepRegion", "Bitboard", NOWHERE, "only"),
        Option("enPassantRegion", "Bitboard", EVERYWHERE, "each"),
        Option("enPassantTypes", "PieceSet", PAWN, "each"),
        Option("castling", "bool", True),
        Option("castlingDroppedPiece", "bool", False),
        Option("castlingKingsideFile", "File", 6),
        Option("castlingQueensideFile", "File", 2),
        Option("castlingRank", "Rank", 0),
        Option("castlingKingFile", "File", 4),
        Option("castlingKingPiece", "PieceType", "king", "each"),
        Option("castlingRookKingsideFile", "File", 11),
        Option("castlingRookQueensideFile", "File", 0),
        Option("castlingRookPieces", "PieceSet", ("rook",), "each"),
        Option("oppositeCastling", "bool", False),
        Option("checking", "bool", True),
        Option("dropChecks", "bool", True),
        Option("mustCapture", "bool", False),
        Option("mustDrop", "bool", False),
        Option("mustDropType", "PieceType", ALL),
        Option("pieceDrops", "bool", False),
        Option("dropLoop", "bool", False),
        Option("capturesToHand", "bool", False),
        Option("firstRankPawnDrops", "bool", False),
        Option("promotionZonePawnDrops", "bool", False),
        Option("enclosingDrop", "EnclosingRule", "none"),
        Option("enclosingDropStart", "Bitboard", NOWHERE),
        Option("dropRegion", "Bitboard", EVERYWHERE, "only"),
        Option("sittuyinRookDrop", "bool", False),
        Option("dropOppositeColoredBishop", "bool", False),
        Option("dropPromoted", "bool", False),
        Option("dropNoDoubled", "PieceType", ""),
        Option("dropNoDoubledCount", "int", 1),
        Option("immobilityIllegal", "bool", False),
        Option("gating", "bool", False),
        Option("wallingRule", "WallingRule", "none"),
        Option("wallingRegion", "Bitboard", EVERYWHERE, "each"),
        Option("wallOrMove", "bool", False),
        Option("seirawanGating", "bool", False),
        Option("cambodianMoves", "bool", False),
        Option("diagonalLines", "Bitboard", NOWHERE),
        Option("pass", "bool", False, "each"),
        Option("passOnStalemate", "bool", False, "each"),
        Option("makpongRule", "bool", False),
        Option("flyingGeneral", "bool", False),
        Option("soldierPromotionRank", "Rank", 0),
        Option("flipEnclosedPieces", "EnclosingRule", "none"),
        Option("nMoveRuleTypes", "PieceSet", PAWN, "each"),
        Option("nMoveRule", "int", 50),
        Option("nFoldRule", "int", 3),
        Option("nFoldValue", "Value", "draw"),
        Option("nFoldValueAbsolute", "bool", False),
        Option("perpetualCheckIllegal", "bool", False),
        Option("moveRepetitionIllegal", "bool", False),
        Option("chasingRule", "ChasingRule", "none"),
        Option("stalemateValue", "Value", "draw"),
        Option("stalematePieceCount", "bool", False),
        Option("checkmateValue", "Value", "loss"),
        Option("shogiPawnDropMateIllegal", "bool", False),
        Option("shatarMateRule", "bool", False),
        Option("bikjangRule", "bool", False),
        Option("extinctionValue", "Value", "none"),
        Option("extinctionClaim", "bool", False),
        Option("extinctionPseudoRoyal", "bool", False),
        Option("dupleCheck", "bool", False),
        Option("extinctionPieceTypes", "PieceSet", ()),
        Option("extinctionPieceCount", "int", 0),
        Option("extinctionOpponentPieceCount", "int", 0),
        Option("flagPiece", "PieceType", ALL, "each"),
        Option("flagRegion", "Bitboard", NOWHERE, "each"),
        Option("flagPieceCount", "int", 1),
        Option("flagPieceBlockedWin", "bool", False),
        Option("flagMove", "bool", False),
        Option("flagPieceSafe", "bool", False),
        Option("checkCounting", "bool", False),
        Option("connectN", "int", 0),
        Option("connectPieceTypes", "PieceSet", (ALL,)),
        Option("connectVertical", "bool", True),
        Option("connectHorizontal", "bool", True),
        Option("connectDiagonal", "bool", True),
        Option("connectRegion1", "Bitboard", NOWHERE, "only"),
        Option("connectRegion2", "Bitboard", NOWHERE, "only"),
        Option("connectNxN", "int", 0),
        Option("collinearN", "int", 0),
        Option("connectValue", "Value", "win"),
        Option("materialCounting", "MaterialCounting", "none"),
        Option("adjudicateFullBoard", "bool", False),
        Option("countingRule", "CountingRule", "none"),
        Option("castlingWins", "CastlingRights", ""),
    )
}
PAWN_TYPES = ("promotionPawnTypes", "enPassantTypes", "nMoveRuleTypes")  # what pawnTypes stands for
HIDDEN = {  # what only the variants have that Fairy-Stockfish brings along
    "kingType": Option("kingType", "text", ""),
    "freeDrops": Option("freeDrops", "bool", False),
}


def start_values() -> dict[str, Any]:
    """The value of every option where nobody gives one, sided options by side."""
    values: dict[str, Any] = {}
    for option in (*OPTIONS.values(), *HIDDEN.values()):
        if not option.sides:
            values[option.name] = option.default
            continue
        two = option.default if option.kind == "Bitboard" and isinstance(option.default, tuple) else None
        for number, colour in enumerate(COLOURS):
            values[option.name + colour] = two[number] if two else option.default
    return values
