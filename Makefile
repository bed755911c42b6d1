# Every target sets itself up first, so each of them works in a bare clone.
.DEFAULT_GOAL := help
.PHONY: help run test test-cluster check format bench screenshots images bots-image lock runtime isolation tools peers parts

PY := .venv/bin/python
ROOMS := $(wildcard manage.py platform matches engine viewer sandbox kit deploy benchmarks tests)
COMPILE := uv pip compile -q --universal --python-version 3.11 --custom-compile-command "make lock"
# What a site behind a TLS proxy is given, for Django's own check of it.
DEPLOYED := MOONLADDER_HTTPS=1 MOONLADDER_ALLOWED_HOSTS=ladder.example \
	MOONLADDER_DATABASE_URL=postgres://database/moonladder \
	MOONLADDER_SECRET_KEY=fifty-characters-at-least-of-a-key-that-signs-nothing

# platform/ is a place to look for packages, not a package (docs/decisions/0001).
export PYTHONPATH := $(CURDIR)/platform

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s%s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: runtime isolation ## run the whole site on this machine, until Ctrl-C
	@exec $(PY) manage.py up --demo

test: tools parts check ## make check, then every test; those with a database on SQLite and PostgreSQL
	$(PY) -m pytest -q -n 2 -m "not cluster"
	$(PY) -m tests.services.postgres $(PY) -m pytest -q -n 2 -m database
	@$(MAKE) --no-print-directory test-cluster

test-cluster: tools parts ## bring the cluster up for real, break each of its parts, see it recover
	$(PY) -m pytest -q tests/cluster

check: tools ## find what is wrong without running the site
	@scripts/guard
	$(PY) -m ruff format --check --quiet
	$(PY) -m ruff check --quiet
	$(PY) -m mypy $(ROOMS)
	$(PY) -m pytest -q tests/test_layers.py
	$(PY) manage.py check --settings tests.settings --fail-level WARNING
	$(DEPLOYED) $(PY) manage.py check --deploy --fail-level WARNING
	$(PY) manage.py makemigrations --settings tests.settings --check

format: tools ## lay out the code and sort the imports
	$(PY) -m ruff check --quiet --fix --select I
	$(PY) -m ruff format

bench: peers ## measure how far the code is from its floors; WORDS="page" measures some of it
	$(PY) -m benchmarks $(WORDS)

screenshots: tools ## take pictures of every page; WORDS="match" takes some of them
	@scripts/system-parts chromium redis-server
	$(PY) -m tests.browser.screenshots $(WORDS)

images: tools ## build all images without a registry, from Debian's packages
	$(PY) -m deploy.images

bots-image: tools ## build only the image that bots run in
	$(PY) -m deploy.images --bots

lock: ## pin what requirements*.in name; needs uv
	$(COMPILE) requirements.in -o requirements.txt
	$(COMPILE) requirements-dev.in -o requirements-dev.txt
	$(COMPILE) requirements-bench.in -o requirements-bench.txt

runtime:
	@scripts/setup requirements.txt

tools:
	@scripts/setup requirements-dev.txt

peers:
	@scripts/setup requirements-bench.txt

isolation:
	@scripts/system-parts bwrap

parts:
	@scripts/system-parts
