"""Write the facts about the named dungeons that the program uses: `python -m scripts.write_named`, or `make named`.

The named dungeons are the dungeons in the folders of examples/ that belong to books. `analyse` compares other dungeons
with their figures. `generate` uses the shares of their objects in open floor, in corners and on other sites to decide
where to place objects.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec

import dungeon_designer as dd
from dungeon_designer.figures import measures
from dungeon_designer.figures.measures import MEASURES
from dungeon_designer.figures.survey import create_survey
from dungeon_designer.generator.placement import furniture_styles
from dungeon_designer.rulesets.loader import EDITIONS

PROJECT_ROOT = Path(__file__).resolve().parents[1]
FIGURES_FILE = Path(measures.__file__).with_name(measures.NAMED_FILE)


def list_named_dungeons() -> Iterator[dd.Dungeon]:
    """Yield the named dungeons, which are those of the books in examples/, in the order of their files."""
    for file in sorted((PROJECT_ROOT / "examples").glob("*/*.dungeon.yaml")):
        dungeon = dd.load(file)
        edition = dungeon.layout.ruleset
        if file.parent.name in (edition, edition.rpartition("-")[0]):
            yield dungeon


def measure_all_figures() -> dict[str, measures.ValuesByDungeon]:
    """Return the current figures of each named dungeon, by edition and name; editions without dungeons are left out."""
    values_by_edition: dict[str, measures.ValuesByDungeon] = {edition: {} for edition in EDITIONS}
    for dungeon in list_named_dungeons():
        values_by_edition[dungeon.layout.ruleset][dungeon.name] = measure_figures(dungeon)
    return {edition: dungeons for edition, dungeons in values_by_edition.items() if dungeons}


def measure_figures(dungeon: dd.Dungeon) -> dict[str, float]:
    """Return the value of each figure that has one for this dungeon, by the figure's name."""
    survey = create_survey(dungeon.board, dungeon.ruleset())
    values = {name: measure.measure_figure(survey).one for name, measure in MEASURES.items()}
    return {name: value for name, value in values.items() if value is not None}


def format_figures() -> str:
    """Return the content of the file of figures, as JSON."""
    return msgspec.json.format(msgspec.json.encode(measure_all_figures()), indent=1).decode() + "\n"


def format_shares() -> str:
    """Return as TOML, for each edition, in what kinds of sites its named dungeons have chests, portals and so on.

    A site is a kind of location, such as a corner or open floor. The shares of one kind of object add up to 1.
    """
    site_counts_by_kind: dict[tuple[str, str], Counter[str]] = {}
    for dungeon in list_named_dungeons():
        site_by_square = furniture_styles.classify_squares(create_survey(dungeon.board, dungeon.ruleset()))
        for kind, squares in furniture_styles.list_object_squares(dungeon.layout).items():
            kind_counts = site_counts_by_kind.setdefault((dungeon.layout.ruleset, kind.value), Counter())
            kind_counts.update(site_by_square[square] for square in squares if square in site_by_square)
    lines = ["# Made by `python -m scripts.write_named` from the named dungeons."]
    for edition in EDITIONS:
        kinds = {
            kind: site_counts
            for (name, kind), site_counts in site_counts_by_kind.items()
            if name == edition and site_counts
        }
        lines += [f"\n[{edition}]"] * bool(kinds)
        for kind, site_counts in kinds.items():
            site_shares = ", ".join(
                f"{site} = {site_counts[site] / site_counts.total():.3f}" for site in furniture_styles.SiteKind
            )
            lines.append(f"{kind} = {{ {site_shares} }}  # of {site_counts.total()}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for target, build_text in ((FIGURES_FILE, format_figures), (furniture_styles.FURNITURE_FILE, format_shares)):
        target.write_text(build_text(), encoding="utf-8")
        print(f"wrote {target.relative_to(PROJECT_ROOT)}")
