"""The pages, and what keeps facts in them true: `python -m docs` renews the blocks between markers."""
