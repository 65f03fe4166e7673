"""What pytest does not collect: modules whose optional packages are not installed."""

from importlib.util import find_spec

NEEDS = {"gymnasium": "gymnasium", "openspiel": "pyspiel", "pettingzoo": "pettingzoo"}
collect_ignore = [
    f"src/lasker/environments/{module}.py" for module, package in NEEDS.items() if find_spec(package) is None
]
