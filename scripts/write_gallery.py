"""Write the gallery of the examples, examples/README.md and its pictures: `python -m scripts.write_gallery`.

`make gallery` does the same. The page shows each dungeon below examples/ with a small picture, an idea and figures. A
test fails when the page is stale.
"""

from __future__ import annotations

import sys
from itertools import takewhile
from pathlib import Path

from msgspec.structs import replace

from dungeon_designer.cli.picture_page import PAGE_FILE, draw_entry
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.playtest.named_dungeons import DungeonReference, build_share, find_reference, find_suitability
from dungeon_designer.playtest.report import MINUTES
from dungeon_designer.playtest.report_text import format_share
from dungeon_designer.playtest.verdicts import VerdictWord
from dungeon_designer.reports.gallery_page import GalleryEntry, write_gallery
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.text.notes import format_as_line

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
TITLE = "Example dungeons"
ENDING = ".dungeon.yaml"


def write_page(root: Path) -> int:
    """Write the page and the pictures of all dungeons below a folder, and return how many dungeons there are.

    The page and the pictures that exist are replaced.
    """
    entries = [build_entry(root, file) for file in sorted(root.rglob(f"*{ENDING}"), key=Path.as_posix)]
    (root / PAGE_FILE).write_text(write_gallery(TITLE, entries, "make gallery"), encoding="utf-8")
    return len(entries)


def build_entry(root: Path, path: Path) -> GalleryEntry:
    """Draw the picture of a dungeon, and return its entry for the page.

    The line of text below the picture is the comment at the top of the sketch, else the first line of the notes.

    Args:
        root: the folder of the page.
        path: the dungeon file, below this folder.
    """
    dungeon, file = Dungeon.load(path), path.relative_to(root)
    ruleset = dungeon.ruleset()
    reference = find_reference(dungeon.layout, ruleset)
    lines = path.read_text(encoding="utf-8").splitlines()
    comment = " ".join(line.lstrip("# ") for line in takewhile(lambda line: line.startswith("#"), lines))
    notes = dungeon.layout.notes.strip().splitlines()
    picture_name = file.as_posix().removesuffix(ENDING)
    return replace(
        draw_entry(root, picture_name, dungeon.board, ruleset, can_replace=True),
        file=file.as_posix(),
        folder=file.parent.as_posix(),
        name=dungeon.layout.name or file.name,
        line=comment or (format_as_line(notes[0]).rstrip(";") if notes else ""),
        playtest_figures=list_playtest_figures(reference, ruleset) if reference else (),
    )


def list_playtest_figures(reference: DungeonReference, ruleset: Ruleset) -> tuple[tuple[str, str], ...]:
    """Return the titles and values of what the playtests of a named dungeon found."""
    home_share, first_share, agile_share = (
        build_share(interval) for interval in (reference.home, reference.first, reference.agile)
    )
    styles = [(name, build_share(style.agile)) for name, style in reference.styles.items()]
    suitability = find_suitability(agile_share, ruleset, styles) if agile_share else None
    other_styles = "; ".join(
        f"{name.lower()} {format_share(build_share(style.home))}" for name, style in reference.styles.items()
    )
    return (
        ("Home team wins", format_share(home_share)),
        ("In other styles", other_styles or "–"),
        ("Verdict", VerdictWord(reference.verdict_word).text),
        ("First to move wins", format_share(first_share)),
        ("Median turn of the first touchdown", f"{reference.turns:g}" if reference.turns is not None else "–"),
        (
            f"Decided within {', '.join(map(str, MINUTES))} min",
            ", ".join(format_share(build_share(decided_share)) for decided_share in reference.decided),
        ),
        ("Agile beats bashing", format_share(agile_share)),
        ("It suits", suitability.team_kind if suitability else "–"),
    )


if __name__ == "__main__":
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else EXAMPLES
    print(f"{root / PAGE_FILE}: {write_page(root)} dungeons")
