"""`python -m lasker` is the command `lasker`."""

from __future__ import annotations

from lasker.cli import main

if __name__ == "__main__":
    main(prog_name="lasker")
