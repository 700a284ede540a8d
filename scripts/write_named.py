"""Writes the figures of the named dungeons: `python -m scripts.write_named`, or `make named`.

The named dungeons are those of examples/ in folders of books. Their figures are what `analyse` compares others with.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

import dungeon_designer as dd
from dungeon_designer.figures import measures
from dungeon_designer.figures.measures import MEASURES
from dungeon_designer.figures.survey import survey_of
from dungeon_designer.rulesets.loader import EDITIONS

ROOT = Path(__file__).resolve().parents[1]
TARGET = Path(measures.__file__).with_name(measures.FILE)


def values() -> dict[str, measures.Values]:
    """The figures by edition and dungeon, as they are now."""
    found: dict[str, measures.Values] = {edition: {} for edition in EDITIONS}
    for file in sorted((ROOT / "examples").glob("*/*.dungeon.yaml")):
        dungeon = dd.load(file)
        edition = dungeon.layout.ruleset
        if file.parent.name in (edition, edition.rpartition("-")[0]):
            found[edition][dungeon.name] = figures_of(dungeon)
    return {edition: dungeons for edition, dungeons in found.items() if dungeons}


def figures_of(dungeon: dd.Dungeon) -> dict[str, float]:
    """A value for each figure that has one."""
    survey = survey_of(dungeon.board, dungeon.ruleset())
    found = {name: measure.figure(survey).one for name, measure in MEASURES.items()}
    return {name: value for name, value in found.items() if value is not None}


def text() -> str:
    """The file's content."""
    return msgspec.json.format(msgspec.json.encode(values()), indent=1).decode() + "\n"


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
    print(f"wrote {TARGET.relative_to(ROOT)}")
