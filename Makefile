# Two commands: `make run` and `make test`. The work is in scripts/, so that it can be read and tested.
PYTHON ?= python3

.PHONY: help run dev test check fmt lint evals conformance drills firefox install lock sbom videos clean

run: ## Start Mia: database, web, jobs, voice. Ctrl-C stops all of it.
	@$(PYTHON) scripts/bootstrap.py run

test: ## Lint, types, floors, unit, API, contract and browser tests.
	@$(PYTHON) scripts/bootstrap.py test

dev: ## Mia for working on her: pages reload on save, the server starts again.
	@$(PYTHON) scripts/bootstrap.py dev

check: ## A quick verdict on what was changed since main; needs `make test` once before.
	@.venv/bin/python scripts/check.py changed

evals conformance drills: ## A long set, whole; `make test` runs a fixed sample of each.
	@.venv/bin/python scripts/check.py $@

firefox: ## A call with the widget in Firefox, if there is one; needs `make run` or `make test` once before.
	@.venv/bin/python web/e2e/firefox/call.py

lint: ## Style, types and floors of both sides, without a test.
	@.venv/bin/python scripts/check.py lint

fmt: ## Format and mend what can be mended without thinking.
	@.venv/bin/ruff check -q --fix .
	@.venv/bin/ruff format -q .
	@cd web && PATH=../.venv/bin:$$PATH npx --no-install eslint --fix .

install: ## Environment, dependencies and web build only.
	@$(PYTHON) scripts/bootstrap.py install

lock: ## Resolve pyproject.toml anew into the hashed requirement files.
	@.venv/bin/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --extra build pyproject.toml -o requirements.txt
	@.venv/bin/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --extra build --extra rooms --extra dev pyproject.toml -o requirements-dev.txt
	@.venv/bin/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --extra build --extra rooms pyproject.toml -o requirements-rooms.txt
	@.venv/bin/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --group sbom -o requirements-sbom.txt
	@.venv/bin/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --group older-sdk -o requirements-older-sdk.txt
	@.venv/bin/python scripts/notices.py

sbom: ## Bills of materials (CycloneDX) of the server and the web app, in build/.
	@mkdir -p build
	@.venv/bin/uv venv -q --clear build/sbom
	@.venv/bin/uv pip install -q -p build/sbom --require-hashes -r requirements-sbom.txt
	@build/sbom/bin/cyclonedx-py requirements requirements.txt --of JSON -o build/sbom-server.json
	@cd web && PATH=../.venv/bin:$$PATH npm sbom --sbom-format cyclonedx --omit dev > ../build/sbom-web.json 2>/dev/null
	@ls build/sbom-server.json build/sbom-web.json

videos: ## Record the films and pictures of the site from the running product anew; then commit them.
	@cd web && npm run films

help: ## This list.
	@sed -n 's/^\([a-z ]*\):.*## /  make \1: /p' Makefile

clean: ## Remove what can be made again; data in .data/ stays.
	@rm -rf .venv web/node_modules web/dist
