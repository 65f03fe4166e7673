"""`lasker sample`: randomly generated games (rules), for fuzzing."""

from __future__ import annotations

import json as jsonlib

import click

from lasker.commands.common import YES, json_option, with_exit_status


@click.command()
@click.argument("seed", type=int)
@click.option("--mutate", metavar="GAME", help="A game, a few of whose rules are changed at random.")
@json_option
@with_exit_status
def sample(seed: int, mutate: str | None, as_json: bool) -> int:
    """A random game, the same for the same SEED: its rules, ready to be put into a file and played."""
    from lasker.runtime.kept_answers import kept_answer

    texts = []
    if mutate is not None:
        from lasker.play.library import bases, find

        source = find(mutate)
        texts = [source, *bases(source)]
    facts = kept_answer("sample", [str(seed)], texts, lambda: _sampled(seed, mutate))
    click.echo(jsonlib.dumps(facts, ensure_ascii=False) if as_json else facts["rules"], nl=as_json)
    return YES


def _sampled(seed: int, mutate: str | None) -> dict[str, object]:
    from lasker.fuzzing.sample import sample

    game = sample(seed, mutate)
    return {"seed": seed, "title": game.title, "about": game.model.about, "rules": game.text}


COMMANDS = {"sample": sample}
