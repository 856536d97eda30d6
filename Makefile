# make demo     learn the birds theory, showing what goes in and what comes out
# make test     everything that must hold: lint, types, docs, Prolog and Python tests
# make coverage which lines of Python the tests run: at least 90 %
# make docs     build the site from README.md and docs/ in build/site
# make install  set up SWI-Prolog, .venv and the package, and nothing else
# make install-browser  a browser for the tests that open reports in one
# make fuzz     5,000 random problems and inputs with faults (FOLD_FUZZ=N: more or fewer),
#               and the tests that take too long for make test
# make soak     200 runs in one process (FOLD_SOAK=N)
# make bench    measure speed and accuracy beside others (make bench-quick: in brief)

PYTHON ?= python3
VENV := .venv
LOCK := tests/constraints.txt
BIN := $(VENV)/bin
BIRDS := tests/problems/birds
AXE := 4.14.0

.PHONY: install demo test check lint types docs prolog-test python-test format clean
.PHONY: bench bench-quick bench-install coverage fuzz soak install-browser

install: $(VENV)/.installed

$(VENV)/.installed: pyproject.toml $(LOCK)
	@$(MAKE) --no-print-directory swipl venv-module
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c $(LOCK) -e '.[test]'
	$(BIN)/python -m compileall -q fold_cli
	@touch $@

.PHONY: swipl venv-module
swipl:
	@command -v swipl >/dev/null && exit 0; \
	echo "SWI-Prolog is missing; installing it with the system's packages"; \
	sudo=; [ "$$(id -u)" = 0 ] || sudo=sudo; \
	if command -v apt-get >/dev/null; then \
	  $$sudo apt-get update -q && $$sudo apt-get install -y -q swi-prolog-nox; \
	elif command -v brew >/dev/null; then brew install swi-prolog; \
	elif command -v dnf >/dev/null; then $$sudo dnf install -y pl; \
	elif command -v pacman >/dev/null; then $$sudo pacman -S --noconfirm swi-prolog; \
	else echo "install SWI-Prolog 9 by hand, then run make again" >&2; exit 1; fi

venv-module:
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null && exit 0; \
	sudo=; [ "$$(id -u)" = 0 ] || sudo=sudo; \
	if command -v apt-get >/dev/null; then \
	  $$sudo apt-get update -q && $$sudo apt-get install -y -q python3-venv; \
	else echo "Python's venv module is missing; install it" >&2; exit 1; fi

# Without these, the tests that open reports in a browser skip.
install-browser: install
	@missing=; for name in chromium npm; do \
	  command -v $$name >/dev/null || missing="$$missing $$name"; done; \
	[ -z "$$missing" ] && exit 0; \
	sudo=; [ "$$(id -u)" = 0 ] || sudo=sudo; \
	if command -v apt-get >/dev/null; then \
	  $$sudo apt-get update -q && $$sudo apt-get install -y -q $$missing; \
	else echo "install Chromium and npm by hand, then run make again" >&2; exit 1; fi
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c $(LOCK) -e '.[browser]'
	npm install --prefix build --no-save --silent axe-core@$(AXE)

demo: install
	@echo '--- $(BIRDS)/bk.pl'; cat $(BIRDS)/bk.pl
	@echo; echo '--- $(BIRDS)/pos.pl'; cat $(BIRDS)/pos.pl
	@echo; echo '--- fold learn $(BIRDS)/bk.pl $(BIRDS)/pos.pl'
	@$(BIN)/fold learn $(BIRDS)/bk.pl $(BIRDS)/pos.pl

# What takes longer runs side by side.
test check: lint docs
	@$(MAKE) --no-print-directory --jobs types prolog-test python-test

lint: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: install
	$(BIN)/mypy

# A dead link is a warning, and warnings fail.
docs: install
	$(BIN)/mkdocs build --strict -f .mkdocs/config.yml

prolog-test: install
	swipl -g run_tests -t halt tests/prolog/run.pl

python-test: install
	$(BIN)/python -m pytest -n auto --dist worksteal

# It takes half as long again as the tests alone.
coverage: install
	$(BIN)/python -m pytest -n auto --dist worksteal --cov --cov-report=term:skip-covered --cov-fail-under=90

fuzz: install
	PYTHONPATH=tests $(BIN)/python -m random_problems $${FOLD_FUZZ:-5000}
	FOLD_FUZZ=$${FOLD_FUZZ:-5000} $(BIN)/python -m pytest -n0 \
	    tests/test_fuzz.py tests/test_fuzz_directories.py tests/test_strange_directories.py \
	    tests/test_random_theories.py
	$(BIN)/python -m pytest -n auto @tests/slow_tests.txt

soak: install
	FOLD_SOAK=$${FOLD_SOAK:-200} $(BIN)/python -m pytest -n0 tests/test_soak.py

format: install
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# The data is looked for in $$FOLD_DATA, or in ../shared/data.
bench: bench-install
	$(BIN)/python benchmarks/speed.py --budget 1500
	$(BIN)/python benchmarks/relational.py
	$(BIN)/python benchmarks/growth.py
	$(BIN)/python benchmarks/accuracy.py
	$(BIN)/python benchmarks/scale.py

bench-quick: install
	$(BIN)/python benchmarks/speed.py --quick --turns 3 --budget 60
	$(BIN)/python benchmarks/relational.py --budget 10 --only trains1 zendo1 train.b

bench-install: install
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c $(LOCK) -e '.[bench]'

clean:
	rm -rf $(VENV) build .coverage* .pytest_cache .mypy_cache .ruff_cache .hypothesis
