"""What the lines of an Interactive Diagram may say: options, and pieces that are known by their names."""

from __future__ import annotations

LOOKS = "it tells how the diagram looks or behaves; the rules do not depend on it"
SCRIPT = "the diagram leaves it to a script of its page"
_APPEARANCE = """
graphicsdir graphicstype squaresize whiteprefix blackprefix lightshade darkshade startshade rimcolor
coordcolor theme borders usemarkers satellite hoversquare showmoves sidebar newclick oneclick zoom
border rimmed coords rankletters filenumbers flip position highlight highlights holdingsize autoplay
legend caption depth enableai counters buttons lastmove symbol whiteflip blackflip version cellcolor
"""
APPEARANCE = frozenset(_APPEARANCE.split())
RULES = {  # options that say something about rules which is not read, with the reason
    "baring": "the loss of the last piece besides the king is not read",
    "repetition": "repetitions are not read: they only end games",
    "shuffle": "the set-up is that of the lines of pieces; set-ups by lot are not read",
    "morph": "what a piece becomes by the square where it stands is not read",
    "capturematrix": "which pieces may take which is not read",
    "protected": "which pieces may take which is not read",
    "trackpieces": "what a piece has taken is not read",
    "counterstrike": "answers to captures are not read",
    "spell": "spells are not read",
    "confine": "where pieces may not go is not read",
    "zonal": SCRIPT,
    "promotefunction": SCRIPT,
    "captureflags": "which pieces are taken how is not read",
    "stepping": "moves of several turns are not read",
    "multimoves": "moves of several turns are not read",
    "pass": "turns that are passed are not read",
}
PIECES = {  # how pieces with usual names move, where a line does not say it
    "pawn": "fmWfceFifmnD", "knight": "N", "bishop": "B", "rook": "R", "queen": "Q", "king": "KisO2",
    "archbishop": "BN", "princess": "BN", "cardinal": "BN", "paladin": "BN", "chancellor": "RN",
    "marshall": "RN", "marshal": "RN", "empress": "RN", "amazon": "QN", "nightrider": "NN", "wazir": "W",
    "ferz": "F", "alfil": "A", "dabbaba": "D", "elephant": "FA", "camel": "C", "zebra": "Z",
    "mann": "K", "commoner": "K", "centaur": "KN", "griffon": "FyafsF", "griffin": "FyafsF",
    "cannon": "mRcpR", "giraffe": "(1,4)",
    "grasshopper": "gQ", "gold": "WfF", "silver": "FfW", "lance": "fR", "champion": "WAD", "wizard": "FC",
}  # fmt: skip
