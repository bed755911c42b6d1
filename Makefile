# Every target sets itself up first, so each works in a bare clone.
.DEFAULT_GOAL := help
.PHONY: help run test check format bench lock runtime tools parts

PY := .venv/bin/python
ROOMS := $(wildcard manage.py platform engine sandbox matches kit benchmarks tests)
PYTEST := $(PY) -m pytest -q -n 2

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s%s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: runtime ## run the whole site on this machine until Ctrl-C
	@exec $(PY) manage.py up

test: tools parts check ## check, then every test, on SQLite and on PostgreSQL
	$(PYTEST)
	$(PY) -m tests.services.postgres $(PYTEST) -m database

check: tools ## what can be found wrong without running the site
	@scripts/guard
	$(PY) -m ruff format --check --quiet
	$(PY) -m ruff check --quiet
	$(PY) -m mypy $(ROOMS)
	$(PY) -m pytest -q tests/test_layers.py
	$(PY) manage.py check --fail-level WARNING
	env $(DEPLOYED) $(PY) manage.py check --deploy --fail-level WARNING
	$(PY) manage.py makemigrations --check

format: tools ## lay out the code, sort the imports
	$(PY) -m ruff check --fix --select I
	$(PY) -m ruff format

bench: tools ## print how far the code is from its floors
	$(PY) -m benchmarks $(BENCH)

lock: tools ## pin requirements*.in anew
	uv pip compile ...

runtime:
	@scripts/setup requirements.txt

tools:
	@scripts/setup requirements-dev.txt

parts:
	@scripts/system-parts
