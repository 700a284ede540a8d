"""Writes what is known of the named dungeons: `python -m scripts.write_named`, or `make named`.

The named dungeons are those of examples/ in folders of books. Their figures are what `analyse` compares others with,
the shares of their things in open floor, corners and elsewhere what `generate` places things by.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec

import dungeon_designer as dd
from dungeon_designer.figures import measures
from dungeon_designer.figures.measures import MEASURES
from dungeon_designer.figures.survey import survey_of
from dungeon_designer.generator.placement import styles
from dungeon_designer.rulesets.loader import EDITIONS

ROOT = Path(__file__).resolve().parents[1]
TARGET = Path(measures.__file__).with_name(measures.FILE)


def named() -> Iterator[dd.Dungeon]:
    """The named dungeons, in the order of their files."""
    for file in sorted((ROOT / "examples").glob("*/*.dungeon.yaml")):
        dungeon = dd.load(file)
        edition = dungeon.layout.ruleset
        if file.parent.name in (edition, edition.rpartition("-")[0]):
            yield dungeon


def values() -> dict[str, measures.Values]:
    """The figures by edition and dungeon, as they are now."""
    found: dict[str, measures.Values] = {edition: {} for edition in EDITIONS}
    for dungeon in named():
        found[dungeon.layout.ruleset][dungeon.name] = figures_of(dungeon)
    return {edition: dungeons for edition, dungeons in found.items() if dungeons}


def figures_of(dungeon: dd.Dungeon) -> dict[str, float]:
    """A value for each figure that has one."""
    survey = survey_of(dungeon.board, dungeon.ruleset())
    found = {name: measure.figure(survey).one for name, measure in MEASURES.items()}
    return {name: value for name, value in found.items() if value is not None}


def text() -> str:
    """The file's content."""
    return msgspec.json.format(msgspec.json.encode(values()), indent=1).decode() + "\n"


def shares() -> str:
    """The share of each site among the things of a kind, by edition, as TOML."""
    counted: dict[tuple[str, str], Counter[str]] = {}
    for dungeon in named():
        known = styles.sites(survey_of(dungeon.board, dungeon.ruleset()))
        for kind, squares in styles.placed_squares(dungeon.layout).items():
            found = counted.setdefault((dungeon.layout.ruleset, kind.value), Counter())
            found.update(known[square] for square in squares if square in known)
    lines = ["# Made by `python -m scripts.write_named` from the named dungeons."]
    for edition in EDITIONS:
        kinds = {kind: each for (name, kind), each in counted.items() if name == edition and each}
        lines += [f"\n[{edition}]"] * bool(kinds)
        for kind, each in kinds.items():
            told = ", ".join(f"{site} = {each[site] / each.total():.3f}" for site in styles.Site)
            lines.append(f"{kind} = {{ {told} }}  # of {each.total()}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for target, made in ((TARGET, text), (styles.FILE, shares)):
        target.write_text(made(), encoding="utf-8")
        print(f"wrote {target.relative_to(ROOT)}")
