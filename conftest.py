"""Which files pytest does not collect for want of optional packages; collecting; processor time of runs."""

from importlib.util import find_spec

NEEDS = {"gymnasium": "gymnasium", "openspiel": "pyspiel", "pettingzoo": "pettingzoo"}
collect_ignore = [
    f"src/lasker/environments/{module}.py" for module, package in NEEDS.items() if find_spec(package) is None
]

pytest_plugins = ["tests.collecting", "tests.processor_time"]
