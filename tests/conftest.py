"""What all tests share: the examples that Hypothesis makes up are the same in every run, so a change is
judged by what it changes; `make soak` looks further, with fresh ones. Positions stay with the reference."""

from __future__ import annotations

import os

from hypothesis import settings

os.environ.setdefault("LASKER_BACKEND", "reference")  # the judge, unless another is asked for

settings.register_profile("same every time", derandomize=True, deadline=None)
settings.register_profile("fresh", deadline=None, print_blob=True)
settings.load_profile("fresh" if os.environ.get("LASKER_FRESH_EXAMPLES") else "same every time")
