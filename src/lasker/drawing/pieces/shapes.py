"""Shapes of chessmen, draughtsmen, stones and tiles: the pieces of widespread games."""

from __future__ import annotations

# Shapes in a box of 100 by 100, drawn for this project. They have the owner's fill and outline colours;
# {fill} {edge} {ink} {hue} are replaced by colours where a part differs from the rest.
BASE = '<rect x="24" y="75" width="52" height="12" rx="4"/>'
RING = 'fill="none" stroke="{ink}"'
DOT = 'fill="{ink}" stroke="none"'
CROWN = '<path d="M33 63 27 42 41 51 50 36 59 51 73 42 67 63Z" fill="{ink}" stroke="none"/>'
QUEEN = (
    '<path d="M30 76C34 70 33 66 28 60L17 31 35 47 34 22 45 43 50 18 55 43 66 22 65 47 83 31 72 60'
    'C67 66 66 70 70 76Z"/>'
    '<circle cx="17" cy="29" r="5"/><circle cx="34" cy="20" r="5"/><circle cx="50" cy="16" r="5"/>'
    '<circle cx="66" cy="20" r="5"/><circle cx="83" cy="29" r="5"/>'
)
HORSE = (
    '<path d="M32 76C31 65 43 60 47 49 40 51 36 53 33 57 29 62 23 63 19 59 15 55 16 50 19 45'
    'L31 27C33 23 36 20 40 18L41 8 50 16C66 19 76 33 76 52 76 62 74 69 72 76Z"/>'
    f'<path d="M56 25C65 31 68 43 66 60" {RING}/><circle cx="38" cy="31" r="3.2" {DOT}/>'
    f'<circle cx="23.5" cy="51" r="2" {DOT}/>{BASE}'
)
SHAPES = {
    "pawn": '<path d="M33 76C35 63 43 60 44 45H56C57 60 65 63 67 76Z"/><circle cx="50" cy="32" r="13"/>'
    '<rect x="36" y="43" width="28" height="7" rx="3.5"/><rect x="27" y="75" width="46" height="12" rx="4"/>',
    "knight": HORSE,
    "bishop": '<path d="M40 62H60C61 69 67 72 69 76H31C33 72 39 69 40 62Z"/>'
    '<path d="M50 18C62 27 69 37 67 48 66 54 62 58 58 60H42C38 58 34 54 33 48 31 37 38 27 50 18Z"/>'
    f'<path d="M58 29 49 43" {RING}/><circle cx="50" cy="15" r="5.5"/>'
    f'<rect x="34" y="58" width="32" height="7" rx="3.5"/>{BASE}',
    "rook": '<path d="M32 76 36 44H64L68 76Z"/>'
    '<path d="M27 18H38V26H45V18H55V26H62V18H73V37L65 45H35L27 37Z"/>'
    f'<path d="M36 45H64" {RING}/>{BASE}',
    "queen": f'{QUEEN}<path d="M32 64Q50 58 68 64" {RING}/>{BASE}',
    "king": '<path d="M46 7H54V14H61V22H54V32H46V22H39V14H46Z"/>'
    '<path d="M31 76C34 70 33 67 30 62L21 38C31 30 42 31 50 36 58 31 69 30 79 38L70 62C67 67 66 70 69 76Z"/>'
    f'<path d="M32 64Q50 58 68 64M50 37V60" {RING}/>{BASE}',
    "man": f'<circle cx="50" cy="50" r="37"/><circle cx="50" cy="50" r="27" {RING}/>'
    f'<circle cx="50" cy="50" r="16" {RING}/>',
    "crowned": f'<circle cx="50" cy="50" r="37"/><circle cx="50" cy="50" r="29" {RING}/>{CROWN}',
    "stone": '<circle cx="50" cy="50" r="38"/>'
    '<path d="M24 46C26 33 35 25 47 23" fill="none" stroke="{ink}" stroke-opacity=".4" stroke-width="5"/>',
    "cross": '<path d="M25 25 75 75M75 25 25 75" stroke-width="18"/>'
    '<path d="M25 25 75 75M75 25 25 75" stroke="{fill}" stroke-width="12"/>',
    "nought": '<circle cx="50" cy="50" r="29" fill="none" stroke-width="18"/>'
    '<circle cx="50" cy="50" r="29" fill="none" stroke="{fill}" stroke-width="12"/>',
    "duck": '<path d="M10 27 29 22 30 34C22 36 14 34 10 27Z" fill="#e58a2c"/>'
    '<path d="M28 28C28 17 36 11 45 12 56 13 62 23 58 34 57 38 58 42 63 43 74 46 82 42 89 34 93 60 81 82'
    ' 54 82 30 82 19 68 27 54 30 48 36 46 34 42 30 38 28 33 28 28Z"/>'
    f'<path d="M48 59C55 70 70 68 76 56" {RING}/><circle cx="42" cy="25" r="3.6" {DOT}/>',
    "arrow": '<path d="M20 80 66 34" stroke-width="11"/>'
    '<path d="M20 80 66 34" stroke="{fill}" stroke-width="5"/>'
    '<path d="M82 18 75 47 53 25Z"/><path d="M15 70 30 55V70H45L30 85V70Z"/>',
    "block": f'<rect x="12" y="12" width="76" height="76" rx="9"/>'
    f'<path d="M14 37H86M14 63H86M50 14V37M32 37V63M68 37V63M50 63V86" {RING}/>',
    "tile": '<rect x="8" y="8" width="84" height="84" rx="7"/>',
    "wedge": '<path d="M50 8 77 22 87 90H13L23 22Z" fill="#f3dcab" stroke="#5b4428"/>',
    "plate": '<circle cx="50" cy="50" r="41" fill="#f8ecd0" stroke="#5b4428"/>'
    '<circle cx="50" cy="50" r="34" fill="none" stroke="{hue}" stroke-width="2.5"/>',
    "token": '<circle cx="50" cy="50" r="39"/>',
}
