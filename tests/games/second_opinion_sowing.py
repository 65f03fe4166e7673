"""Games of sowing, with lists of numbers: oware, kalah and toguz korgool."""

from __future__ import annotations

import re

Board = tuple[int, ...]


def numbers(row: str) -> list[int]:
    """The seeds of a row of FEN; holes are left out."""
    found: list[int] = []
    for empty, count in re.findall(r"([0-9]+)|S(?:\(([0-9]+)\))?", row.replace("*", "")):
        found += [0] * int(empty) if empty else [int(count or 1)]
    return found


def row(seeds: list[int], hole: str = "") -> str:
    """A row of FEN."""
    text = "".join("." if not n else "S" if n == 1 else f"S({n})" for n in seeds)
    return hole + re.sub(r"\.+", lambda dots: str(len(dots.group())), text) + hole


class Oware:
    """Twelve houses in a ring, those of south first."""

    @staticmethod
    def opened(text: str) -> tuple[list[int], int, list[int]]:
        board, side, scores = text.split()
        upper, lower = map(numbers, board.split("/"))
        return lower + upper[::-1], "sn".index(side), [int(score) for score in scores.split("+")]

    @staticmethod
    def sown(ring: list[int], side: int, scores: list[int], house: int) -> tuple[list[int], list[int]]:
        ring, scores = list(ring), list(scores)
        seeds, ring[house], at = ring[house], 0, house
        while seeds:
            at = (at + 1) % 12
            if at != house:
                ring[at] += 1
                seeds -= 1
        before, won = list(ring), 0
        while at // 6 != side and ring[at] in (2, 3):
            won, ring[at], at = won + ring[at], 0, (at - 1) % 12
        if not any(ring[6 * (1 - side) : 6 * (1 - side) + 6]):
            return before, scores  # everything would be taken, so nothing is
        scores[side] += won
        return ring, scores

    def after(self, text: str) -> set[str]:
        ring, side, scores = self.opened(text)
        theirs = slice(6 * (1 - side), 6 * (1 - side) + 6)
        found = set()
        for house in range(6 * side, 6 * side + 6):
            if ring[house]:
                new, points = self.sown(ring, side, scores, house)
                if any(ring[theirs]) or any(new[theirs]):
                    upper, lower = row(new[:5:-1]), row(new[:6])
                    found.add(f"{upper}/{lower} {'ns'[side]} {points[0]}+{points[1]}")
        return found

    def result(self, text: str) -> int | None:
        ring, _, scores = self.opened(text)
        if max(scores) > 24:
            return scores.index(max(scores))
        if self.after(text):
            return None
        kept = [scores[0] + sum(ring[:6]), scores[1] + sum(ring[6:])]
        return -1 if kept[0] == kept[1] else kept.index(max(kept))


class Kalah:
    """Fourteen houses and stores in a ring: six houses of south, its store, and the same of north."""

    @staticmethod
    def opened(text: str) -> tuple[list[int], int]:
        board, side = text.split()
        upper, lower = map(numbers, board.split("/"))
        return lower + upper[:0:-1][:1] + upper[-2::-1], "sn".index(side)

    def after(self, text: str) -> set[str]:
        start, side = self.opened(text)
        found = set()
        for house in range(7 * side, 7 * side + 6):
            ring, at = list(start), house
            seeds, ring[house] = ring[house], 0
            if not seeds:
                continue
            while seeds:
                at = (at + 1) % 14
                if at != (13 if side == 0 else 6):
                    ring[at] += 1
                    seeds -= 1
            store, then = 7 * side + 6, side if at == 7 * side + 6 else 1 - side
            if at // 7 == side and at != store and ring[at] == 1 and ring[12 - at]:
                ring[store] += 1 + ring[12 - at]
                ring[at] = ring[12 - at] = 0
            found.add(f"{row([*ring[13:6:-1], ring[6]])}/{row(ring[:6], '*')} {'sn'[then]}")
        return found

    def result(self, text: str) -> int | None:
        ring, _ = self.opened(text)
        if any(ring[:6]) and any(ring[7:13]):
            return None
        kept = [sum(ring[:7]), sum(ring[7:])]
        return -1 if kept[0] == kept[1] else kept.index(max(kept))


class Toguz:
    """Eighteen houses in a ring; a tuz holds nothing, its seeds go to the player on the other side."""

    @staticmethod
    def opened(text: str) -> tuple[list[int], int, set[int], list[int]]:
        board, side, marked, scores = text.split()
        upper, lower = map(numbers, board.split("/"))
        tuz = {
            "abcdefghi".index(name[0]) if name[1] == "1" else 17 - "abcdefghi".index(name[0])
            for name in marked.strip("-").split("+")
            if name
        }
        return lower + upper[::-1], "sn".index(side), tuz, [int(score) for score in scores.split("+")]

    def after(self, text: str) -> set[str]:
        start, side, held, points = self.opened(text)
        found = set()
        for house in range(9 * side, 9 * side + 9):
            ring, tuz, scores, seeds = list(start), set(held), list(points), start[house]
            if not seeds:
                continue
            ring[house], at = 0, house if seeds > 1 else (house + 1) % 18
            for n in range(seeds):
                at = at if n == 0 else (at + 1) % 18
                if at in tuz:
                    scores[1 - at // 9] += 1
                else:
                    ring[at] += 1
            if at // 9 != side and ring[at] % 2 == 0:
                scores[side] += ring[at]
                ring[at] = 0
            free = at % 9 != 8 and (at + 9) % 18 not in tuz and all(t // 9 == side for t in tuz)
            if at // 9 != side and ring[at] == 3 and free:
                tuz.add(at)
                scores[side] += 3
                ring[at] = 0
            names = [f"{'abcdefghi'[t]}1" if t < 9 else f"{'abcdefghi'[17 - t]}2" for t in sorted(tuz)]
            board = f"{row(ring[:8:-1])}/{row(ring[:9])}"
            found.add(f"{board} {'ns'[side]} {'+'.join(names) or '-'} {scores[0]}+{scores[1]}")
        return found

    def result(self, text: str) -> int | None:
        ring, _, _, scores = self.opened(text)
        if max(scores) > 81:
            return scores.index(max(scores))
        if self.after(text):
            return None
        kept = [scores[0] + sum(ring[:9]), scores[1] + sum(ring[9:])]
        return -1 if kept[0] == kept[1] else kept.index(max(kept))


GAMES = {"oware": Oware(), "kalah": Kalah(), "toguz_korgool": Toguz()}
