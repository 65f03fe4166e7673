"""Pass: simplifies forks: one without alternatives ends its body; nested and one-way forks are flattened."""

from __future__ import annotations

from dataclasses import replace

from lasker.compiler.ir.ops import NEVER, Body, Fork, Op, Program


def prune_forks(program: Program) -> Program:
    """The same program with simplified forks."""
    return replace(
        program,
        blocks={name: replace(block, body=pruned(block.body)) for name, block in program.blocks.items()},
    )


def pruned(body: Body) -> Body:
    """A body with simpler forks; one that always fails is NEVER."""
    found: list[Op] = []
    for op in body:
        if not isinstance(op, Fork):
            found.append(op)
            continue
        options: list[Body] = []
        for option in map(pruned, op.options):
            if option == NEVER:
                continue
            if len(option) == 1 and isinstance(option[0], Fork):
                options += option[0].options
            else:
                options.append(option)
        options = list(dict.fromkeys(options))
        if not options:
            return NEVER
        found += options[0] if len(options) == 1 else [Fork(tuple(options))]
    return tuple(found)
