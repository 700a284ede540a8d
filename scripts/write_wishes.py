"""Count how many tries `generate` needs to meet each wish: `python -m scripts.write_wishes [EDITION …]`.

A try is one dungeon that is grown and judged, without matches. For each edition and wish the script tries dungeons from
fixed seeds until one meets the wish, at most MAX_TRIES, and writes the number of that try into TRIES_FILE; where none
does, it writes -MAX_TRIES. `generate` offers only wishes that are met. The script takes about half an hour. A test
repeats it under `make soak`.
"""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Iterator, Mapping
from random import Random

from dungeon_designer.generator.generator_options import GenerateOptions, Request, build_random_genome
from dungeon_designer.generator.proposal import Proposal
from dungeon_designer.generator.request_builder import build_request
from dungeon_designer.generator.search import Candidate, needs_tiles, run_task
from dungeon_designer.generator.wishes import (
    MAX_TRIES,
    TRIES_BY_EDITION,
    TRIES_FILE,
    WISHES,
    apply_wishes,
    list_allowed_wishes,
)
from dungeon_designer.rules.rule_registry import load_ruleset
from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.tiles.library import load_library

FILE_HEAD = """# How many dungeons `generate` tries until one meets a wish, by edition, without other options.
# A negative number: none of so many did, so that the edition does not offer the wish.
# Written by `python -m scripts.write_wishes`.
"""


def build_edition_request(edition: str) -> Request:
    """Return the request that `generate` makes for an edition without other options, but without matches."""
    return build_request(GenerateOptions(playtest=False), load_ruleset(edition), load_library())


def find_first_try(edition: str, key: str) -> int:
    """Return the number of the first try, from 1, that meets an edition's wish; -MAX_TRIES if none does."""
    request = dataclasses.replace(build_edition_request(edition), wishes={key: 1})
    return next((number for number in range(1, MAX_TRIES + 1) if meets_wishes(request, number)), -MAX_TRIES)


def meets_wishes(request: Request, number: int) -> bool:
    """Grow and judge the dungeon of a try, and return whether it meets the request with its wishes."""
    dice = Random(f"wish {number}")  # noqa: S311 - the same dungeons every time
    seed, genome = dice.getrandbits(48), apply_wishes(build_random_genome(dice), request)
    return isinstance(run_task(request, Candidate(0, number, seed, genome)).outcome, Proposal)


def format_tries(tries_by_edition: Mapping[str, Mapping[str, int]]) -> str:
    """Return the content of TRIES_FILE: a table for each edition, with a line for each wish that its rules allow."""

    def format_lines() -> Iterator[str]:
        for edition in EDITIONS:
            yield f"\n[{edition}]\n"
            tries = tries_by_edition.get(edition, {})
            yield from (f"{key} = {tries[key]}\n" for key in WISHES if key in tries)

    return FILE_HEAD + "".join(format_lines())


def main() -> None:
    """Count the tries for the editions named on the command line, or for all, and write each number at once."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("editions", nargs="*", metavar="EDITION")
    editions = parser.parse_args().editions or EDITIONS
    tries_by_edition = {edition: dict(tries) for edition, tries in TRIES_BY_EDITION.items()}
    for edition in editions:
        request = build_edition_request(edition)
        tries_by_edition[edition] = {}
        for key in list_allowed_wishes(request, needs_tiles(request)):
            tries_by_edition[edition][key] = find_first_try(edition, key)
            print(f"{edition} {key}: {tries_by_edition[edition][key]}", flush=True)
            TRIES_FILE.write_text(format_tries(tries_by_edition), encoding="utf-8")


if __name__ == "__main__":
    main()
