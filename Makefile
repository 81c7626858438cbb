# The one door for developers; .ci/run calls the same targets.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
SHARED ?= ../shared
WORKERS ?= 2

.PHONY: setup lint types imports ocr test coverage e2e docs docs-check features chunk-report bench demo serve train lock clean

setup: $(STAMP)

$(STAMP): requirements.lock pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $(STAMP)

lint: setup
	$(BIN)/ruff format --check src tests bench training samples tools
	$(BIN)/ruff check src tests bench training samples tools

types: setup
	$(BIN)/mypy

imports: setup
	$(BIN)/lint-imports

# OCR is a program of the system. Where it is missing and apt-get may not be used, its tests are skipped.
ocr:
	@for pack in eng kor chi_sim; do \
		tesseract --list-langs 2>/dev/null | grep -qx $$pack || missing=1; \
	done; \
	if [ -n "$$missing" ]; then \
		apt-get update -qq && apt-get install -y -qq tesseract-ocr tesseract-ocr-kor tesseract-ocr-chi-sim \
			|| echo "no OCR: install tesseract-ocr tesseract-ocr-kor tesseract-ocr-chi-sim"; \
	fi

test: lint types imports docs-check coverage
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadscope -q

# The room whose every branch is asked for (issue 3); a minute less than measuring it within `test`.
coverage: setup
	$(BIN)/python -m pytest tests/chunking tests/vectors tests/test_chunker.py -n $(WORKERS) -q \
		--cov=pincite.chunking --cov-branch --cov-report=term:skip-covered --cov-fail-under=100

e2e: setup
	$(BIN)/python -m pytest tests/e2e -q

docs: setup
	$(BIN)/python -m tools.reference

docs-check: setup
	$(BIN)/python -m tools.reference --check

features: setup
	$(BIN)/python -m tools.features $(SHARED)/FEATURES.md

chunk-report: setup
	$(BIN)/python -m tools.chunk_report $(SHARED)/documents

bench: setup
	$(BIN)/python -m bench

demo: setup
	$(BIN)/python -m samples.demo

serve: setup
	$(BIN)/pincite serve

train: setup
	$(BIN)/python -m training.train_ranker --data $(SHARED)/data

# Names no registry host: hashes pin the files, the client's own configuration says where to fetch them.
lock: setup
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile pyproject.toml --extra dev --python-version 3.11 --universal --generate-hashes \
		--no-annotate --no-header --no-emit-index-url --quiet -o requirements.lock

clean:
	rm -rf $(VENV) .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis dist
