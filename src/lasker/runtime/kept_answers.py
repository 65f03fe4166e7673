"""Answers that follow from texts and Lasker's own sources alone: computed once, then read from the cache."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from typing import Any

from lasker.kernel.source import Source
from lasker.runtime import sources
from lasker.runtime.result_cache import hash_of, load_cached, store_cached

SHORT = 16  # characters of a hash in a cache file's name


def kept_answer(
    kind: str,
    asked: Sequence[str],
    texts: Sequence[Source],
    work: Callable[[], Any],
    final: Callable[[Any], bool] = lambda answer: True,
) -> Any:
    """The answer of some work as data of JSON, to what was `asked` about texts; an error, or an answer that
    is not `final`, is not kept.

    >>> kept_answer("length", ["in characters"], [Source("word", "<text>")], lambda: len("word"))
    4
    """
    names, contents = [each.name for each in texts], [each.text for each in texts]
    name = f"{kind}-{hash_of([*asked, *names])[:SHORT]}"
    key = hash_of([sources.program(), sys.version, *asked, *names, *contents])
    if (known := load_cached(name, key)) is not None:
        return json.loads(known)
    answer = work()
    if final(answer):
        store_cached(name, key, json.dumps(answer).encode())
    return answer
