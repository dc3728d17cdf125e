# Each target hands over to Python in tools/. Nothing but make, a shell and Python 3.11 to 3.14 is needed to start.
PYTHON = sh tools/python.sh

.PHONY: help setup demo dev test test-core bench soak lock format clean

help:
	@echo "make setup      the environment .venv with everything to run Jurybox"
	@echo "make demo       set up and start a demonstration (ARGS='--port 8080' is handed on)"
	@echo "make test       every check and test; finds or installs a browser, PostgreSQL and LibreOffice"
	@echo "make test-core  checks, and the tests that need none of these programs"
	@echo "make dev        the environment and tools of make test, without running it"
	@echo "make bench      the benchmarks"
	@echo "make soak       the long tests and benchmarks"
	@echo "make format     put the code into its common form, and make the page's types from the server's"
	@echo "make lock       choose package versions after a change of pyproject.toml (ARGS=--upgrade: newest)"
	@echo "make clean      remove what these targets made; never data"

setup:
	@$(PYTHON) -m tools.setup

demo: setup
	@.venv/bin/jurybox demo $(ARGS)

dev:
	@$(PYTHON) -m tools.setup dev

test:
	@$(PYTHON) -m tools.test

test-core:
	@$(PYTHON) -m tools.test core

bench: dev
	@.venv/bin/python -m benchmarks.run $(ARGS)

soak:
	@$(PYTHON) -m tools.test soak
	@.venv/bin/python -m benchmarks.run --long $(ARGS)

lock:
	@$(PYTHON) -m tools.lock $(ARGS)

format: dev
	@.venv/bin/ruff check --fix --quiet src tools tests benchmarks
	@.venv/bin/ruff format src tools tests benchmarks
	@.venv/bin/python -m tools.wire_types

clean:
	rm -rf .venv .setup dist build tools/js/node_modules
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .grimp_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
