"""Small games in which something comes about around the goal of a move: who is caught between is taken."""

from __future__ import annotations

CAUGHT = """caught(x, y) = around(u, @ + u x + uu y -> u.)
beside = around(u, @ + u(enemy \\ C king) + ul friend -> u.)
slides = all4(slide(u))
"""

CAUGHT_GAMES = {
    "who is caught between is taken": "slow = (%king: all4(step(u)))\n"
    "rooks = (%rook: slides caught(enemy \\ C king, man | rook))\n"
    "move = rooks | (%man: slides caught(C man, friend)) | slow\n",
    "corners help to catch": "region corner = a1, a4, d1, d4\n"
    "by_corner = around(u, (@ + u C man + uu man -> u.) | (@ + u C man + uu . in corner -> u.))\n"
    "by_four = around(u, @ + u C king + uu man + ul man + ur friend -> u.)\n"
    "move = (%man: slides ![@ in corner] by_corner by_four) | (%king: slides caught(C man, man))\n",
    "catching must be safe": "move = ((%(king | man): way(free)) | (%rook: slides beside)) safe\n",
    "catching must give no check": "move = (%rook: slides beside) ![strikes] | (%king: slides)\n",
    "who is caught may be spared": "move = %(rook | man): slides (caught(C man, man) | nil)\n",
    "who pulls may be pulled": "sideways = step(r) try(@ + u. + uu man -> u man + uu.)\n"
    "move = (%man: sideways | step(d) try(@ + d. + dl man -> d man + dl.)) | (%rook: slides)\n",
    "pairs are taken": "pair = around(u, @ + u C man + uu C man + uuu man -> u. + uu.)\n"
    "slant = around(ur, @ + ur enemy + ur ur C rook -> ur. + ur ur man)\n"
    "move = (%.: put(man) pair slant) | (%rook: slides pair)\n",
    "fresh men are caught by fresh rooks": "move = %friend: slides caught(C man^fresh, rook^fresh)\n",
    "who is caught between turns over": "move = %(man | rook): slides "
    "around(u, @ + u C man + uu man -> u man^fresh)\n",
    "who is caught becomes a king": "turned = around(ur, @ + ur man + ur ur enemy -> ur king)\n"
    "move = ((%friend: way(free)) | (%rook: slides turned)) safe\n",
    "one effect makes room for another": "first = try(@ + u man + uu C man -> u C man + uu.)\n"
    "second = try(@ + u C man + uu. -> u rook + uu man) try(@ + u rook + l man -> l.)\n"
    "either = try((@ + d man + dl. -> d C man) | (@ + d C man + dl. -> d man))\n"
    "move = %rook: slides first second either\n",
    "who is caught is looked at again": "again = [@ + u.] try(@ + uu man -> uu rook) | ![@ + u.]\n"
    "after = try(@ + u enemy + uu man -> u.) try(@ + uu man -> uu rook)\n"
    "move = (%(man | rook): slides try(@ + u enemy + uu friend -> u.) again) "
    "| (%king: slides after)\n",
    "something is asked while men are caught": "first = try(@ + u enemy + uu friend -> u.)\n"
    "second = try(@ + r enemy + rr friend -> r.)\n"
    "move = %friend: slides first ![C king in far] [C rook | C man] second\n",
    "the mover is caught himself": "own = (@ -> rook) go(u) try(@ + d rook + dr. -> d.)\n"
    "move = (%man: slides own) | (%king: slides caught(C man, man))\n",
    "who jumps catches as well": "jumps = all4(step(u)* (% + u piece + uu. -> . + uu%))\n"
    "move = (%rook: jumps caught(C man, man)) | (%man: all4(jump(u, enemy)) caught(C man, man))\n"
    "     | (%(king | man): slides)\n",
    "other cursors are looked at": "behind(m) = try(@from + m^-1 enemy + m^-2 man -> m^-1 .)\n"
    "away(m) = %from @: slide(m) behind(m)\n"
    "move = %(rook | man): all4(away(u))\n",
}
