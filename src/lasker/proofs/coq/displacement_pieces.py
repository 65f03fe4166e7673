"""Pieces of a game in YAML as specifications in Coq, after El-Hamiani-Khatat (2025): the procedure that
decides their moves is sound and complete."""

from __future__ import annotations

from itertools import product

from lasker.frontends._yaml.specification.board import BoardGeometry
from lasker.frontends._yaml.specification.pieces import SpecifiedMove, SpecifiedPiece
from lasker.frontends._yaml.specification.resolved import read
from lasker.kernel.errors import NameProblem, Undecided
from lasker.kernel.source import Source
from lasker.proofs.coq import prelude
from lasker.proofs.coq.names import Names, comment, defined, in_list
from lasker.space.movement import Offset

ONLY = {  # what a displacement may be for, as a guard
    "capture": "fun b _ v => negb (is_empty (b v))",
    "move": "fun b _ v => is_empty (b v)",
}


def theorems(source: Source, under: tuple[Source, ...], name: str) -> str:
    """A file of Coq about one piece of a game in YAML.

    >>> wazir = Source("piece: Wazir\\ndisplacement: [[1, 0], [-1, 0], [0, 1], [0, -1]]", "wazir.yaml")
    >>> print([line for line in theorems(wazir, (), "Wazir").splitlines() if "Wazir" in line][1])
    (* 4 displacements of the Wazir *)
    """
    design = read(source, under)
    found = {piece.name.lower(): piece for piece in design.pieces}
    piece = found.get(name.lower())
    if piece is None:
        raise NameProblem(f"no piece is called {name}", remedy=f"there are {', '.join(found)}")
    return "\n".join(_Writer(design.board, piece).lines())


class _Writer:
    """The specifications of one piece: displacements that slide alike and have the same guards are one."""

    def __init__(self, board: BoardGeometry, piece: SpecifiedPiece) -> None:
        self.board, self.piece = board, piece
        plain = board.dimension == 2 and not board.space.gluings and not board.hexagonal
        if not plain or len(board.space.sites) != board.sizes[0] * board.sizes[1]:
            raise Undecided(
                "displacements in Coq are about rectangles of squares with open edges",
                remedy="choose a game on such a board",
            )
        self._prelude = prelude("displacements")
        self.names = Names(defined(self._prelude))

    def lines(self) -> list[str]:
        """The whole file, line by line."""
        wide, high = self.board.sizes
        what = f"The {self.piece.name}, on a board of {wide} by {high} squares, exported by Lasker."
        written = [comment(f"{what} Check it with: coqc FILE"), "", self._prelude, ""]
        groups: dict[tuple[bool, str | None, tuple[str, ...]], list[SpecifiedMove]] = {}
        for move in self.piece.moves:
            if move.accompanied:
                left_out = move.name or f"the displacement {list(move.vector)}"
                written.append(comment(f"Left out, since it moves or takes other pieces as well: {left_out}"))
                continue
            texts = tuple(guard.text for guard in (*self.piece.guards, *move.guards))
            groups.setdefault((bool(move.slide), move.only, texts), []).append(move)
        if not groups:
            raise Undecided(f"the {self.piece.name} has no displacements of its own")
        for (slides, only, texts), moves in groups.items():
            written += self._specification(slides, only, texts, moves)
        return written

    def _specification(
        self, slides: bool, only: str | None, texts: tuple[str, ...], moves: list[SpecifiedMove]
    ) -> list[str]:
        vectors = [offset for move in moves for offset in self._offsets(move)]
        if slides and any(max(map(abs, move.vector)) > 1 for move in moves):
            raise Undecided(
                f"the {self.piece.name} slides by more than one square: there the procedure of the text "
                "and its definition differ"
            )
        name = self.names.new(self.piece.name)
        guards = [self.names.new(f"{name} guard") for _ in texts]
        wide, high = self.board.sizes
        unknown = f"({' '.join(guards)} : guard) " if guards else ""
        given = f" {' '.join(guards)}" if guards else ""
        listed = in_list([*([ONLY[only]] if only else []), *guards]) if only or guards else "(@nil guard)"
        spec = f"({name}{given})" if given else name
        told = [f"{guard} is: {text}" for guard, text in zip(guards, texts, strict=True)]
        lines = [
            comment(
                "; ".join(
                    [
                        f"{len(vectors)} displacement{'s' * (len(vectors) != 1)} of the {self.piece.name}",
                        *told,
                    ]
                )
            ),
            f"Definition {name} {unknown}: spec :=",
            f"  Spec {in_list([f'({x}, {y})' for x, y in vectors])} {str(slides).lower()} {listed}.",
            f"Theorem {self.names.new(f'{name} sound and complete')} : forall {unknown}b u v,",
            f"  is_legal {wide} {high} {spec} b u v = true <-> legal {wide} {high} {spec} b u v.",
            "Proof. intros. apply sound_and_complete. reflexivity. Qed.",
        ]
        if not guards and only != "capture":
            lines += self._counted(name, vectors)
        return [*lines, ""]

    def _counted(self, name: str, vectors: list[Offset]) -> list[str]:
        """How many moves the piece has on the empty board, from all squares together."""
        wide, high = self.board.sizes
        count = sum(
            0 <= x + dx < wide and 0 <= y + dy < high
            for x, y in product(range(wide), range(high))
            for dx, dy in set(vectors)
        )
        squares = f"(list_prod (map Z.of_nat (seq 0 {wide})) (map Z.of_nat (seq 0 {high})))"
        return [
            f"Theorem {self.names.new(f'{name} on the empty board')} :",
            f"  length (filter (fun m => is_legal {wide} {high} {name} (fun _ => Empty) (fst m) (snd m))",
            f"    (list_prod {squares} {squares})) = {count}%nat.",
            "Proof. vm_compute. reflexivity. Qed.",
        ]

    def _offsets(self, move: SpecifiedMove) -> list[Offset]:
        return self.board.offsets(move.vector, move.slide)
