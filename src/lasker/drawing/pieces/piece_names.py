"""Which shape a piece is drawn with: by its name, by its glyph, or by how it moves in Betza's notation."""

from __future__ import annotations

from lasker.drawing.pieces.fairy_shapes import PIECE_SHAPES

PLAIN = {"wedge", "plate", "token", "crowned"}  # shapes that carry a sign, and are no names of pieces
# Other names of the shapes.
ALIASES = {
    "rook": "castle tower ship_of_war ratha rukh",
    "knight": "springer steed asb",
    "bishop": "runner courier crooked_bishop",
    "queen": "general_queen dame_queen",
    "pawn": "piyada sittuyin_pawn fuhyo bia bare_pawn peasant",
    "man": "checker draughtsman",
    "crowned": "crowned_man crowned dame double",
    "stone": "disc disk counter bead marble ball seed pebble peg",
    "cross": "x",
    "nought": "o naught zero ring",
    "block": "wall brick rock",
    "tile": "box line",
    "archbishop": "princess cardinal janus paladin knight_bishop bishop_knight capablanca_archbishop vicar",
    "chancellor": "empress marshal marshall concubine knight_rook rook_knight nobleman",
    "amazon": "aiwok maharaja maharajah terror superqueen knight_queen queen_knight",
    "centaur": "judge knight_man crowned_knight council",
    "dragon": "dragon_king ryu dragon_rook",
    "dragon horse": "dragonhorse promoted_bishop uma",
    "champion": "hero paragon",
    "wizard": "sorcerer mage magician witch warlock",
    "prince": "crown_prince heir drunken_elephant duke dauphin",
    "ferz": "fers firzan farzin fersa met mantri counsellor counselor",
    "wazir": "wazirking",
    "mann": "commoner nonroyal_king guardsman spy",
    "dabbaba": "dabbabah war_machine siege_tower machine",
    "elephant": "alfil fil hathi khon war_elephant gaja pil fad",
    "mao": "horse chinese_horse",
    "rose": "rosalie circular_nightrider",
    "griffin": "gryphon griffon rukhkh",
    "manticore": "aanca anca sphinx",
    "grasshopper": "hopper cricket",
    "nightrider": "knightrider",
    "horseman": "cavalier cavalry horse_rider rider",
    "mammoth": "mastodon pasha",
    "wildebeest": "gnu",
    "antelope": "gazelle deer stag",
    "leopard": "panther cheetah",
    "ox": "bull buffalo cow violent_ox",
    "boar": "pig reverend",
    "monkey": "ape",
    "snake": "serpent cobra",
    "turtle": "tortoise reverse_chariot",
    "hawk": "bird swallow",
    "eagle": "soaring_eagle vulture",
    "falcon": "horned_falcon kite",
    "dog": "hound jackal",
    "wolf": "hyena warg",
    "rat": "mouse blind_rat",
    "rabbit": "hare bunny",
    "sheep": "ram goat lamb",
    "goose": "swan ostrich",
    "fish": "shark whale dolphin",
    "bee": "wasp",
    "butterfly": "moth",
    "chameleon": "lizard imitator",
    "crocodile": "alligator",
    "guard": "defender bodyguard templar",
    "royal guard": "kings_guard",
    "general": "marshal_general commander kyoto_general",
    "soldier": "footsoldier infantryman warrior byeong",
    "hoplite": "spartan phalanx",
    "captain": "officer corporal",
    "lieutenant": "adjutant",
    "sergeant": "berolina berolina_pawn",
    "warlord": "viking samurai barbarian",
    "khan": "khagan emperor",
    "kheshig": "mongol",
    "advisor": "adviser mandarin scholar official sage",
    "chariot": "side_mover vertical_mover cha",
    "cannon": "pao gun po rocket",
    "catapult": "ballista trebuchet vao",
    "archer": "bowman bow crossbow arrow_shooter",
    "lance": "lancer flag",
    "spearman": "spear pikeman guardian",
    "swordsman": "sword fencer",
    "gold": "gold_general",
    "silver": "silver_general",
    "copper": "copper_general bronze",
    "vizier": "sultan caliph",
    "minister": "senator chancellor_minister go_between",
    "jester": "fool clown joker",
    "monk": "pilgrim priest abbot friar nun",
    "berserker": "axe axeman",
    "ship": "boat galley ferry",
    "immobilizer": "immobiliser freezer",
    "withdrawer": "retreater",
    "long leaper": "leaper",
    "bomb": "mine",
    "pyramid": "pentacle",
}
NAMES = {
    **{name: name for name in PIECE_SHAPES if name not in PLAIN},
    **{other.replace("_", " "): shape for shape, others in ALIASES.items() for other in others.split()},
}
FIGURINES = {  # a piece with another name may borrow one of these
    glyph: name
    for name, glyphs in (
        ("king", "♔♚"),
        ("queen", "♕♛"),
        ("rook", "♖♜"),
        ("bishop", "♗♝"),
        ("knight", "♘♞"),
        ("pawn", "♙♟"),
        ("archbishop", "🩐🩓"),
        ("chancellor", "🩏🩒"),
        ("amazon", "🩎🩑"),
    )
    for glyph in glyphs
}
# Signs with a shape of their own; they have precedence over the name.
SIGNS = {
    **dict.fromkeys("✕✖✗✘❌", "cross"),
    **dict.fromkeys("◯⭕", "nought"),
    **dict.fromkeys("⛀⛂", "man"),
    **dict.fromkeys("⛁⛃", "crowned"),
    "🦆": "duck",
}
# What problemists and engines call the piece that moves so; the notation as Lasker writes it.
MOVES = {
    "W": "wazir", "F": "ferz", "A": "elephant", "D": "dabbaba", "K": "mann", "N": "knight", "R": "rook",
    "B": "bishop", "Q": "queen", "BN": "archbishop", "NB": "archbishop", "RN": "chancellor",
    "NR": "chancellor", "QN": "amazon", "NQ": "amazon", "KN": "centaur", "NK": "centaur", "NN": "nightrider",
    "C": "camel", "L": "camel", "Z": "zebra", "J": "zebra", "NC": "wildebeest", "CN": "wildebeest",
    "NZ": "okapi", "ZN": "okapi", "gQ": "grasshopper", "mQcpQ": "chariot", "mRcpR": "cannon",
    "mBcpB": "catapult", "WAD": "champion", "FC": "wizard", "FL": "wizard", "nN": "mao", "nA": "elephant",
    "FA": "elephant", "WD": "dabbaba", "NAD": "squirrel", "ADN": "squirrel", "KAD": "mammoth",
    "RF": "dragon", "FR": "dragon", "BW": "dragon horse", "WB": "dragon horse", "FyafsF": "griffin",
    "FyafsR": "griffin", "WyafsW": "manticore", "qN": "rose", "WfF": "gold", "FfW": "silver", "fR": "lance",
    "fmWfcF": "pawn", "mfWcfF": "pawn", "fmFfcW": "sergeant",
}  # fmt: skip
WEDGES = {"lance", "silver", "gold", "silver general", "gold general", "tokin"}  # pieces that point forward
# What is written on pieces that point forward.
KANJI = {
    "king": "王", "rook": "飛", "bishop": "角", "gold": "金", "gold general": "金", "silver": "銀",
    "silver general": "銀", "knight": "桂", "lance": "香", "pawn": "歩", "dragon": "竜", "dragon king": "竜",
    "horse": "馬", "dragon horse": "馬", "promoted silver": "全", "promoted knight": "圭",
    "promoted lance": "杏", "tokin": "と", "promoted pawn": "と", "promoted rook": "竜",
    "promoted bishop": "馬",
}  # fmt: skip
# Pieces of chequered boards; boards for other pieces are plain.
UNCHEQUERED = {
    "stone", "cross", "nought", "arrow", "block", "hole", "domino", "trail", "tile", "duck", "bomb", "heart",
    "star", "moon", "sun",
}  # fmt: skip
CHEQUERED = {*PIECE_SHAPES} - PLAIN - UNCHEQUERED | {"crowned"}


def plain(name: str) -> str:
    """A name of a piece without differences that mean nothing.

    >>> plain("Gold_General")
    'gold general'
    """
    return name.strip().lower().replace("_", " ").replace("-", " ")
