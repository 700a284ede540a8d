"""Small results to report on, made by hand: what a report says must not hang on what a rule finds."""

from __future__ import annotations

from dungeon_designer.board.build import build_board
from dungeon_designer.findings import Finding, Fix, Level, ShutDoor
from dungeon_designer.grid import Square
from dungeon_designer.layout.dungeon_files import read_layout
from dungeon_designer.layout.model import Waiver
from dungeon_designer.reports.excerpt import TextMap, build_text_map
from dungeon_designer.reports.report_model import Report, Results, UnreadFile
from dungeon_designer.rules.checker import StaleWaiver, Verdict

HALL = """\
name: The Long Hall
map: |
  <<...........>>
  <<...C...1...>>
  <<....##.....>>
"""

SHORT = Finding(
    rule="end-zone-size",
    level=Level.ERROR,
    message="the home end zone has 5 squares, not 6",
    squares=((0, 0), (1, 0), (0, 1), (1, 1), (0, 2)),
    measured=5,
    required=6,
    source="naf-2019, The Dungeon",
)
LONELY = Finding(rule="chest-count", level=Level.WARNING, message="1 chest, but 6 must lie there", squares=((5, 1),))
AJAR = Finding(
    rule="door-shut",
    level=Level.INFO,
    message="the door at (6, 0) stands open",
    squares=((6, 0),),
    fixes=(Fix("shut the door at (6, 0)", (ShutDoor((6, 0)),), safe=True),),
)
SET_ASIDE = Finding(
    rule="square-count",
    level=Level.WARNING,
    message="43 squares",
    measured=43,
    required="250 to 280",
    waived="club night",
)
ASKED = ("chest-count", "square-count", "end-zone-size", "door-shut", "ball-count")
STALE = StaleWaiver(Waiver(rule="ball-count", reason="a joke"), "the rule finds no problem")


def draw_text_map(sketch: str = HALL) -> TextMap:
    """Return the text_map of a sketch."""
    return build_text_map(build_board(read_layout(sketch.encode(), "hall.dungeon.yaml")))


def report(
    *findings: Finding, file: str = "hall.dungeon.yaml", ruleset: str = "naf-2019", strict: bool = False, own: str = ""
) -> Report:
    """Return a report of these findings on the hall."""
    verdict = Verdict(
        ruleset=ruleset, findings=findings, checked_rules=ASKED, unchecked_rules=("tile-mix", "door-count")
    )
    return Report(file, "The Long Hall", verdict, strict, text_map=draw_text_map(), corner=(3, 3), named_ruleset=own)


def make_stale_report() -> Report:
    """Return a legal report with a waiver that covers nothing."""
    verdict = Verdict(
        ruleset="naf-2019", findings=(SET_ASIDE,), checked_rules=ASKED, unchecked_rules=(), stale_waivers=(STALE,)
    )
    return Report("hall.dungeon.yaml", "", verdict, text_map=draw_text_map())


def make_results(*reports: Report, unread: tuple[UnreadFile, ...] = ()) -> Results:
    """Return results of these reports; of the hall with one problem of each kind if there are none."""
    return Results(reports or (report(SHORT, LONELY, AJAR, SET_ASIDE),), unread)


GONE = UnreadFile("gone.dungeon.yaml", "gone.dungeon.yaml: there is no such file")


def make_problem(*squares: Square) -> Finding:
    """Return a finding at some squares."""
    return Finding(rule="dead-square", level=Level.WARNING, message="nothing reaches these squares", squares=squares)
