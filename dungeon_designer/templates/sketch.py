"""A sketch to start from, for every edition: legal under it, or saying what is missing under house rules."""

from __future__ import annotations

import re
from pathlib import Path

from dungeon_designer.dungeon import Dungeon
from dungeon_designer.findings import Level
from dungeon_designer.layout.descriptions import OF_SKETCH
from dungeon_designer.layout.yaml_text import scalar
from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.templates.comments import comment, head, name_from

USUAL = "naf-2019"
"""The edition whose sketch is taken where a ruleset extends none."""

_SKETCHES = Path(__file__).with_name("sketches")

MOST = 12
"""So many findings are told in the sketch itself."""

_HEAD = (
    "A dungeon to start from. docs/formats.md tells every key.",
    "$ dungeon-designer check FILE               # which rules it breaks",
    "$ dungeon-designer edit FILE                # opens it in the editor",
    "$ dungeon-designer render FILE -o map.pdf   # draws it",
)


def sketch_text(ruleset: Ruleset, named: str, file: str = "") -> str:
    """The sketch for a ruleset, which it names as `named`; `file` is where it will stand, after which it is called."""
    text = _file(edition_of(ruleset)).read_text(encoding="utf-8")
    text = _with(text, "ruleset", named)
    text = _with(text, "name", name_from(file, "A New Dungeon"))
    letters = comment(str(OF_SKETCH["map"].description)) + "map:"
    return f"{head(*_HEAD)}{_missing(text, ruleset)}\n{text.replace('map:', letters, 1)}"


def edition_of(ruleset: Ruleset) -> str:
    """The edition a ruleset is or extends, the nearest that has a sketch."""
    found = (name for name in (ruleset.id, *ruleset.lineage) if name in EDITIONS and _file(name).is_file())
    return next(found, USUAL)


def _file(edition: str) -> Path:
    return _SKETCHES / f"{edition}.dungeon.yaml"


def _with(text: str, key: str, value: str) -> str:
    return re.sub(rf"^{key}: .*$", lambda _: f"{key}: {scalar(value)}", text, count=1, flags=re.MULTILINE)


def _missing(text: str, ruleset: Ruleset) -> str:
    """What the ruleset finds in the sketch that makes it illegal, as comments."""
    found = [finding for finding in Dungeon.parse(text).check(ruleset).open if finding.level is Level.ERROR]
    if not found:
        return ""
    more = [f"- and {len(found) - MOST} more."] if len(found) > MOST else []
    lines = [f"- {finding.rule}: {finding.message}" for finding in found[:MOST]]
    return "\n" + "".join(map(comment, [f"Under {ruleset.name} it is not legal yet:", *lines, *more]))
