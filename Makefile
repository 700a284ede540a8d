# make demo    build the environment, check real dungeons, draw a map
# make test    lint, types, import contracts, every test
# The rest is for people who work on the program.

PY := .venv/bin/python
RUN := $(PY) -m dungeon_designer
export PATH := $(or $(PATH),/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin)
export QT_QPA_PLATFORM ?= offscreen
export PYTHONDONTWRITEBYTECODE :=

.PHONY: pictures gallery demo test lint types contracts compiled tests soak docs texts letters goldens recorded named played bench mutants bundle web clean

demo:
	@scripts/prepare playtest
	@mkdir -p out
	@echo
	@echo "== The examples, each under its own ruleset"
	@$(RUN) check examples --format text --brief || [ $$? -eq 1 ]
	@echo
	@echo "== An illegal one, close up"
	@$(RUN) check examples/illegal/narrow-halls.dungeon.yaml || [ $$? -eq 1 ]
	@echo
	@echo "== One dungeon under every edition"
	@$(RUN) check examples/naf-2019 --ruleset all || [ $$? -eq 1 ]
	@echo
	@$(RUN) render examples/naf-2019/the-four-winds.dungeon.yaml -o out/the-four-winds.svg
	@echo "The map is in out/the-four-winds.svg: open it in any browser."

test:
	@scripts/prepare test
	@$(MAKE) --no-print-directory -j2 -O lint types contracts compiled
	@$(MAKE) --no-print-directory tests

# The games, compiled once and kept, before several processes of the tests each begin to.
compiled:
	$(PY) -m dungeon_designer playtest examples/naf-2019/the-four-winds.dungeon.yaml --games 4 --jobs 1 > /dev/null

lint:
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .

types:
	$(PY) -m mypy

contracts:
	.venv/bin/lint-imports

tests:
	$(PY) -m pytest -n auto --dist worksteal

# The random tests with their full counts: hours rather than minutes.
soak:
	@scripts/prepare test
	DUNGEON_SOAK=1 $(PY) -m pytest -n auto --dist worksteal -m soak

# The manual: what comes from the program is written anew, then the site is built into site/.
docs:
	@scripts/prepare test
	$(PY) -m scripts.write_docs
	$(PY) -m scripts.build_site

# The manual's pictures of the editor and of the rules.
pictures:
	@scripts/prepare test
	$(PY) -m scripts.write_pictures
	$(PY) -m scripts.rule_pictures

# The list of the editor's texts for translators, and the file of each language: see CONTRIBUTING.md.
texts:
	$(PY) -m scripts.write_texts

# How large each letter of the bundled fonts is, which all words are measured by.
letters:
	$(PY) -m scripts.write_letter_sizes

goldens:
	$(PY) -m tests.drawing.goldens
	$(PY) -m tests.exports.goldens
	$(PY) -m tests.docs.messages

# What fixed seeds generate, place and vary, and how a hundred games go, after a wanted change.
recorded:
	DUNGEON_RECORD=1 $(PY) -m pytest tests/generator -k "same or more_sides or stays_symmetric"
	DUNGEON_RECORD=1 $(PY) -m tests.playtest.golden

# The figures of the named dungeons, which `analyse` compares others with.
named:
	$(PY) -m scripts.write_named

# How the named dungeons play, in the gallery and what `playtest` compares others with: a few minutes.
played:
	@scripts/prepare test
	$(PY) -m scripts.write_playtest_reference

bench:
	@scripts/prepare test
	$(PY) -m benchmarks

mutants:
	@scripts/prepare test,mutants
	$(PY) -m scripts.mutants

# The checker as a page for any browser: a folder for a web server, in build/web.
web:
	@scripts/prepare test
	$(PY) -m scripts.build_web

# A folder that runs where there is no Python, packed as one archive in dist/, tried in a bare root where that may be done.
bundle:
	@scripts/prepare bundle,docs
	$(PY) -m scripts.bundle

# The page of the examples with its pictures.
gallery:
	$(PY) -m scripts.write_gallery

clean:
	rm -rf .venv out site build dist mutants .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
