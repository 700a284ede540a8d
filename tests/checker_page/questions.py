"""Questions of the page about examples and broken files, for comparisons between the page's Python and this one."""

from __future__ import annotations

import base64
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dungeon_designer.browser.answers import MEDIA_TYPES
from dungeon_designer.rulesets.loader import EDITIONS
from tests.rules.case_files import all_cases

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*/*.dungeon.yaml"))


def read_dungeon(path: Path) -> dict[str, str]:
    """Return an example as a file of a question."""
    return {"name": path.name, "text": path.read_text(encoding="utf-8")}


def list_questions(path: Path) -> Iterator[dict[str, Any]]:
    """Yield what the page may ask about an example: the verdict of each edition, the map, and each format."""
    dungeon = read_dungeon(path)
    rules = [each for each in path.parent.glob("*.toml") if f"ruleset: {each.name}" in dungeon["text"]]
    house_rules = {"name": rules[0].name, "text": rules[0].read_text(encoding="utf-8")} if rules else None
    subject = {"dungeon": dungeon, "house_rules": house_rules}
    for ruleset in EDITIONS:
        yield {"type": "check", "ruleset": ruleset, **subject}
    yield {"type": "check", "moves": True, **subject}
    yield {"type": "draw", **subject}
    for ending in MEDIA_TYPES:
        yield {"type": "export", "ending": ending, **subject}
    yield {"type": "make-link", "page": "https://example.org/", **subject}


def list_rule_cases() -> Iterator[dict[str, Any]]:
    """Yield a check with fixes of each dungeon that a rule is tested with, by the edition that it is tested under."""
    for case in all_cases():
        if case.tiles is None:  # the page knows only the tiles of the library
            name, text = "case.dungeon.yaml", case.sketch
            if case.layout is not None:
                name, text = "case.dungeon.json", json.dumps(case.layout)
            dungeon = {"name": name, "text": text}
            yield {"type": "check", "dungeon": dungeon, "ruleset": case.ruleset, "moves": True}


def list_broken_files(count: int) -> Iterator[dict[str, Any]]:
    """Yield questions about files that were damaged at random, always the same ones."""
    for seed in range(count):
        dice = random.Random(seed)  # noqa: S311 - damage is to be repeatable, not secret
        path = dice.choice(EXAMPLES)
        data = bytearray(path.read_bytes())
        for _ in range(dice.randint(1, 4)):
            at = dice.randrange(len(data))
            data[at : at + dice.randint(0, 3)] = bytes(dice.choices(b":[]{}\"'-&*!|>#\t x1\xff", k=dice.randint(0, 3)))
        yield {"type": "open-file", "name": path.name, "data": base64.b64encode(data).decode()}
