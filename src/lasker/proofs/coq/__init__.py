"""Exports to the proof assistant Coq: games and claims about them as definitions and theorems for `coqc`.

The files *.v are written by hand: they say what terms and games mean, and prove once what exported files use.
An exported file begins with those that it needs, so that it stands alone.
"""

from __future__ import annotations

from lasker.kernel.package_data import files


def prelude(*names: str) -> str:
    """The hand-written parts of that name, in this order.

    >>> prelude("boards").startswith("(* Boards and moves")
    True
    """
    folder = files(__name__)
    return "\n".join(folder.joinpath(f"{name}.v").read_text("utf-8") for name in names)
