# The one door for developers; .ci/run calls the same targets.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
SHARED ?= ../shared
WORKERS ?= 2

.PHONY: setup lint types imports ocr chromium web test coverage e2e docs docs-check features chunk-report verification-report bench demo serve train lock ui ui-types ui-check clean

setup: $(STAMP)

# The lock names all there is to install; --no-deps leaves out what it leaves out on purpose (tool.uv in pyproject).
$(STAMP): requirements.lock pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r requirements.lock
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

# The browser of the tests, as OCR is one of the system; where it is missing its tests say so.
chromium:
	@test -x $${PINCITE_CHROMIUM:-/usr/bin/chromium} || (apt-get update -qq && apt-get install -y -qq chromium) \
		|| echo "no Chromium: install chromium"

# The web application where there is Node; elsewhere the API says at / that it was not built.
web: setup
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory ui ui-check; \
	else echo "no Node: the web application is neither built nor tested"; fi

test: lint types imports docs-check web coverage
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadscope -q $(addprefix --ignore=,$(COVERED))

# The rooms whose branches are counted (issues 3, 6 and 7). Their tests run here and not once more in `test`.
COVERED := tests/chunking tests/vectors tests/test_chunker.py tests/citations tests/merging tests/pipeline/test_citing.py \
	tests/verification tests/cases

coverage: setup
	$(BIN)/python -m pytest tests/chunking tests/vectors tests/test_chunker.py -n $(WORKERS) -q \
		--cov=pincite.chunking --cov-branch --cov-report=term:skip-covered --cov-fail-under=100
	$(BIN)/python -m pytest tests/citations tests/merging tests/vectors/test_references_stream.py \
		tests/pipeline/test_citing.py -n $(WORKERS) -q --cov=pincite.citations --cov=pincite.merging \
		--cov-branch --cov-report=term:skip-covered --cov-fail-under=100
	$(BIN)/python -m pytest tests/verification tests/cases -n $(WORKERS) -q --cov=pincite.verification \
		--cov-branch --cov-report=term:skip-covered --cov-fail-under=100

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

# PINCITE_CASES names another folder of labelled cases.
verification-report: setup
	$(BIN)/python -m tools.verification_report $(if $(JUDGE),--judge)

bench: setup
	$(BIN)/python -m bench

demo: setup
	$(BIN)/python -m samples.demo

# The web application, into src/pincite/web; needs Node 20.19 or later. A wheel that is built after it holds the pages.
UI := frontend/node_modules/.installed

$(UI): frontend/package.json frontend/package-lock.json frontend/.npmrc
	@cd frontend && npm ci >/dev/null
	@touch $(UI)

ui: $(UI)
	@cd frontend && npx vite build --logLevel warn

# Types of the API's bodies from its description, as the code of today gives it.
ui-types: setup $(UI)
	@$(BIN)/python -m tools.openapi
	@cd frontend && npm run -s types >/dev/null

ui-check: setup $(UI)
	@cd frontend && npm run -s lint && npm run -s typecheck && npm run -s test
	@$(BIN)/python -m tools.openapi
	@cd frontend && npm run -s types:check >/dev/null 2>&1 || { echo "frontend/src/api/schema.d.ts is stale: make ui-types"; exit 1; }

serve: setup
	@test -e src/pincite/web/index.html || ! command -v npm >/dev/null || $(MAKE) --no-print-directory ui
	$(BIN)/pincite serve

train: setup
	$(BIN)/python -m training.train_ranker --data $(SHARED)/data

# Names no registry host: hashes pin the files, the client's own configuration says where to fetch them.
lock: setup
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile pyproject.toml --extra dev --python-version 3.11 --universal --generate-hashes \
		--no-annotate --no-header --no-emit-index-url --quiet -o requirements.lock

clean:
	rm -rf frontend/node_modules src/pincite/web
	rm -rf $(VENV) .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis dist
