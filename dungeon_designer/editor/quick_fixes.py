"""Mends in the window: each is made by the rule book's own mender, which looks whether it helps, and said in a line."""

from __future__ import annotations

from msgspec import Struct
from PySide6.QtCore import QObject

from dungeon_designer.board.model import DOOR
from dungeon_designer.editor.background import BackgroundProcess, Tell
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.findings import AddDoor, Finding, Fix
from dungeon_designer.generator.missing_things import PLACED
from dungeon_designer.generator.options import FurnitureStyle, PlaceOptions
from dungeon_designer.layout.edits import apply
from dungeon_designer.layout.model import Layout
from dungeon_designer.layout_edits.symmetry import SymmetryMode
from dungeon_designer.rules.autofix import Autofix, Mended
from dungeon_designer.rulesets.model import RuleLevel, Ruleset
from dungeon_designer.tiles.model import TileLibrary
from dungeon_designer.translation import PLURAL, capital, filled, translate


class Placing(Struct, frozen=True):
    """Things that are to be placed on a layout."""

    layout: Layout
    ruleset: Ruleset
    library: TileLibrary
    options: PlaceOptions


def place_missing(asked: Placing, tell: Tell) -> None:
    """Tell the layout with what is missing; CannotPlace names the rules that stand in the way."""
    from dungeon_designer.generator.placement.placing import place

    tell(place(asked.layout, asked.ruleset, asked.library, asked.options)[0])


class QuickFixes(QObject):
    """Carries fixes out, each call as one step of the history."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.workspace = workspace
        self._placing: Placing | None = None
        self.worker = BackgroundProcess(place_missing, "placing")
        self.worker.heard.connect(self._take)
        self.worker.ended.connect(self._end)

    def fix(self, fix: Fix) -> bool:
        """Carry a fix out, across the axis too, unless that would mend nothing or break another rule; says which."""
        mender = self.workspace.mender()
        fixed = mender.make(self.workspace.layout, (fix,))
        if not fixed.fixes:
            with self.workspace.telling():
                harm = mender.harm(self.workspace.layout, apply(self.workspace.layout, fix.edits))
                words = self.tr("Not done: it would break %1.") if harm else self.tr("Not done: it would mend nothing.")
                self.workspace.said.emit(filled(words, ", ".join(sorted(harm))))
            return False
        done = self.workspace.plainly(capital(fix.title), fixed.layout)
        words = self.tr("Only here: across the axis it would do harm.") if fixed.alone else ""
        self.workspace.said.emit(f"{capital(fix.title)}. {words}".strip())
        return done

    def place(self, *findings: Finding) -> None:
        """Have what findings miss placed, as one step; what lies there stays."""
        only = tuple(kind for finding in findings for kind in PLACED[finding.rule])
        here = self.workspace
        symmetry = here.symmetry if here.symmetry.way is not SymmetryMode.OFF else None
        options = PlaceOptions(only=only, keep=True, symmetry=symmetry, style=FurnitureStyle.NAMED)
        self._placing = Placing(here.layout, here.ruleset, here.library, options)
        here.said.emit(self.tr("Looking for places…"))
        self.worker.ask(self._placing)

    def _take(self, after: Layout) -> None:
        if self._placing is None or self.workspace.layout != self._placing.layout:
            self.workspace.said.emit(self.tr("Nothing was placed: the dungeon has changed."))
            return
        there, here = ((*each.chests, *each.portals, *each.traps) for each in (after, self._placing.layout))
        count = len(there) - len(here)
        words = translate("QuickFixes", "Place %n thing(s)", None, PLURAL, count)
        self.workspace.plainly(words, after)
        self.workspace.said.emit(translate("QuickFixes", "%n thing(s) placed.", None, PLURAL, count))

    def _end(self, problem: str, fault: bool) -> None:
        if problem or fault:
            self.workspace.said.emit(problem or self.tr("The search broke off."))

    def fix_safe(self) -> None:
        """Carry out every safe fix that helps."""
        fixed = self.workspace.mender().mend(self.workspace.layout)
        left = sum(any(fix.safe for fix in each.fixes) for each in fixed.verdict.findings if each.waived is None)
        self._carry_out(self.tr("Mend what is safe"), fixed, left)

    def fix_all(self, rule: str) -> None:
        """Mend all that one rule finds, as far as it helps."""
        fixed = self.workspace.mender(rule, unsafe=True).mend(self.workspace.layout)
        left = sum(each.rule == rule and each.waived is None for each in fixed.verdict.findings)
        self._carry_out(filled(self.tr("Fix all: %1"), rule), fixed, left)

    def doors_everywhere(self) -> None:
        """A door wherever two sections join and none is, unless it breaks a rule."""
        from dungeon_designer.analysis.passages import junctions

        doors, width = list[Fix](), door_width(self.workspace.ruleset)
        for junction in junctions(self.workspace.board):
            run = junction.longest
            if not junction.holds(DOOR) and run.width >= width:
                square, side = run.edges[(run.width - width) // 2]
                title = f"put a door on the {side} side of {square}"
                doors.append(Fix(title=title, edits=(AddDoor(square, side, width),)))
        fixed = Autofix(self.workspace.ruleset, self.workspace.library).make(
            self.workspace.layout, tuple(doors), harmless=True
        )
        count, left = len(fixed.fixes), len(doors) - len(fixed.fixes)
        self.workspace.plainly(self.tr("Doors between all tiles"), fixed.layout)
        made = translate("QuickFixes", "%n door(s) hung", None, PLURAL, count) if count else self.tr("No door hung")
        edits = [edit for fix in doors if fix not in fixed.fixes for edit in fix.edits]
        broken = self.workspace.mender().harm(fixed.layout, apply(fixed.layout, edits)) if left else ()
        self._say(made, left, filled(self.tr("left out, for they would break %1"), ", ".join(sorted(broken))))

    def _carry_out(self, title: str, fixed: Mended, left: int) -> None:
        count, alone = len(fixed.fixes), len(fixed.alone)
        self.workspace.plainly(title, fixed.layout)
        made = translate("QuickFixes", "%n mend(s) made", None, PLURAL, count) if count else self.tr("Nothing mended")
        if alone:
            made += translate("QuickFixes", " (%n of them on one side of the axis only)", None, PLURAL, alone)
        self._say(made, left, self.tr("left: what mends them would do harm elsewhere, or is not known"))

    def _say(self, made: str, left: int, why: str) -> None:
        self.workspace.said.emit(f"{made}; {left} {why}." if left else f"{made}.")


def door_width(ruleset: Ruleset) -> int:
    """How wide `door-width` asks doors to be; 2 where it asks nothing."""
    entry = ruleset.rules.get("door-width")
    if entry is None or entry.level is RuleLevel.OFF:
        return 2
    return int(entry.parameters.get("width", 2))
