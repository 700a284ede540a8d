"""Fix problems in the window. Every fix is made by the rules' own `Autofix`, which checks that it helps."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from dungeon_designer.board.model import DOOR
from dungeon_designer.editor.background_worker import AnswerSender, BackgroundProcess
from dungeon_designer.editor.dungeon_answers import DungeonAnswers
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.errors import EditError
from dungeon_designer.findings import AddDoor, Finding, Fix
from dungeon_designer.generator.generator_options import FurnitureStyle, PlaceOptions
from dungeon_designer.generator.missing_objects import list_missing_kinds
from dungeon_designer.layout.model import Layout
from dungeon_designer.layout.transforms import apply_edits
from dungeon_designer.layout_edits.symmetry import SymmetryMode
from dungeon_designer.rules.autofix import Autofix, FixResult
from dungeon_designer.rules.checker import Verdict, find_worsened_rules
from dungeon_designer.rules.rule_registry import read_floor_requirements
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.tiles.tile import TileLibrary
from dungeon_designer.translation import PLURAL, capitalise_first, fill_placeholders, translate

if TYPE_CHECKING:
    from dungeon_designer.generator.placement.placing_steps import PlacingStep


class PlacementRequest(Struct, frozen=True):
    """Request to place the objects that a layout still lacks under its ruleset, by some options."""

    layout: Layout
    ruleset: Ruleset
    library: TileLibrary
    options: PlaceOptions


def send_placement(request: PlacementRequest, send_answer: AnswerSender) -> None:
    """Send the layout with the missing objects placed. A work function for a worker process.

    Before each attempt (the style and the symmetry are given up where they prevent a legal placement), it sends all
    attempts so far, as a tuple of `PlacingStep`.

    Raises:
        PlacementError: the objects cannot be placed; the message names the rules that prevent it.
    """
    from dungeon_designer.generator.placement.placing_steps import place_in_steps

    result = place_in_steps(request.layout, request.ruleset, request.library, request.options, send_answer)
    send_answer(result.placements[0].layout)


class QuickFixes(QObject):
    """Commands that fix problems. Each command is one step of the undo history.

    Signals:
        placing_changed: what the search for places tries now, in words; empty when it has ended.
        refused: why a command did nothing, in one sentence, to be shown where the user clicked.
    """

    placing_changed = Signal(str)
    refused = Signal(str)

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.workspace = workspace
        self._placement_request: PlacementRequest | None = None
        self._asking_answers: DungeonAnswers | None = None
        """The answers of the dungeon for which places are looked for; they tell whether it is the current one."""
        self._waiting_layout: Layout | None = None
        """A placement that was found while another dungeon was in front."""
        self._placing_text = ""
        self.worker = BackgroundProcess(send_placement, "placing")
        self._placing_steps: tuple[PlacingStep, ...] = ()
        self.worker.answer_received.connect(self._receive_answer)
        self.worker.work_ended.connect(self._report_failure)
        workspace.opened.connect(self._follow_tab)

    def apply_fix(self, fix: Fix) -> bool:
        """Apply a fix, also to the mirrored squares of the symmetry, and return whether the dungeon changed.

        A fix that would solve no problem or break another rule is not applied; a fix of an error may cause warnings. A
        message in the status bar says what was done, and which rules now warn.
        """
        autofix = self.workspace.create_autofix()
        result = autofix.apply_fixes(self.workspace.layout, (fix,))
        if not result.fixes:
            with self.workspace.reported_errors():
                broken_rules = self._find_broken_rules(fix)
                if broken_rules:
                    message = self.tr("Not done: it would break %1.")
                else:
                    message = self.tr("Not done: it would fix nothing.")
                self._refuse(fill_placeholders(message, ", ".join(sorted(broken_rules))))
            return False
        warning_text = self._describe_new_warnings(result)
        has_changed = self.workspace.edit_without_symmetry(capitalise_first(fix.title), result.layout)
        message = self.tr("Only here: across the axis it would add problems.") if result.unrepeated_fixes else ""
        title = f"{capitalise_first(fix.title)}{warning_text}"
        self.workspace.message_sent.emit(f"{title}. {message}".strip())
        return has_changed

    def place_objects(self, *findings: Finding) -> None:
        """Start to place the objects that some problems report as missing. A worker process looks for their squares.

        Objects on the map stay where they are.
        """
        kinds = tuple(kind for finding in findings for kind in list_missing_kinds(finding))
        workspace = self.workspace
        symmetry = workspace.symmetry if workspace.symmetry.mode is not SymmetryMode.OFF else None
        options = PlaceOptions(only=kinds, keep=True, symmetry=symmetry, style=FurnitureStyle.NAMED)
        self._placement_request = PlacementRequest(workspace.layout, workspace.ruleset, workspace.library, options)
        self._placing_steps, self._waiting_layout = (), None
        self._asking_answers = workspace.document.answers
        workspace.message_sent.emit(self.tr("Looking for squares…"))
        self.worker.submit_request(self._placement_request)

    def _receive_answer(self, answer: Layout | tuple[PlacingStep, ...]) -> None:
        """Take over the layout with the placed objects from the worker, or show what it tries now."""
        from dungeon_designer.generator.placement.placing_steps import describe_step

        if isinstance(answer, tuple):
            self._placing_steps = answer
            self._show_placing(fill_placeholders(self.tr("Trying: %1…"), describe_step(answer[-1])))
        elif self._is_asking_current:
            self._show_placing("")
            self._apply_placement(answer)
        else:
            self._placing_text, self._waiting_layout = "", answer

    @property
    def _is_asking_current(self) -> bool:
        """Whether the dungeon for which places are looked for is the current one."""
        return self._asking_answers is self.workspace.document.answers

    def _show_placing(self, text: str) -> None:
        """Show what the search for places tries now, while its dungeon is the current one."""
        self._placing_text = text
        self.placing_changed.emit(text if self._is_asking_current else "")

    def _follow_tab(self) -> None:
        """Show the search for places only over its dungeon, and place what was found while another was in front."""
        self._show_placing(self._placing_text)
        if self._is_asking_current and self._waiting_layout is not None:
            layout, self._waiting_layout = self._waiting_layout, None
            self._apply_placement(layout)

    def _apply_placement(self, layout: Layout) -> None:
        """Take over a layout with the placed objects, unless the dungeon was edited meanwhile.

        A message says how many objects were placed, and which attempts had failed before.
        """
        from dungeon_designer.generator.placement.placing_steps import describe_steps

        if self._placement_request is None or self.workspace.layout != self._placement_request.layout:
            self.workspace.message_sent.emit(self.tr("Nothing was placed: the dungeon has changed."))
            return
        new_objects, old_objects = (
            (*source.chests, *source.portals, *source.traps) for source in (layout, self._placement_request.layout)
        )
        count = len(new_objects) - len(old_objects)
        title = translate("QuickFixes", "Place %n object(s)", None, PLURAL, count)
        self.workspace.edit_without_symmetry(title, layout)
        count_text = translate("QuickFixes", "%n object(s) placed.", None, PLURAL, count)
        step_text = capitalise_first(describe_steps(self._placing_steps))
        self.workspace.message_sent.emit(f"{count_text} {step_text}." if step_text else count_text)

    def _report_failure(self, problem: str, is_internal_error: bool) -> None:
        """Show a message if the search for places failed, also where the user clicked."""
        self._show_placing("")
        if (problem or is_internal_error) and self._is_asking_current:
            self._refuse(problem or self.tr("An error of the program ended the search."))

    def _refuse(self, reason: str) -> None:
        """Say in the status bar, and where the user clicked, why a command did nothing."""
        self.workspace.message_sent.emit(reason)
        self.refused.emit(reason)

    def fix_safe(self) -> None:
        """Apply every safe fix that solves a problem. Safe fixes move nothing that the user placed."""
        result = self.workspace.create_autofix().fix_layout(self.workspace.layout)
        open_count = sum(
            any(fix.safe for fix in finding.fixes) for finding in result.verdict.findings if finding.waived is None
        )
        self._apply_result(self.tr("Fix what is safe"), result, open_count)

    def fix_all(self, rule: str) -> None:
        """Fix all problems of one rule as far as possible, including with fixes that are not safe."""
        result = self.workspace.create_autofix(rule, unsafe=True).fix_layout(self.workspace.layout)
        open_count = sum(finding.rule == rule and finding.waived is None for finding in result.verdict.findings)
        self._apply_result(fill_placeholders(self.tr("Fix all: %1"), rule), result, open_count)

    def add_doors_everywhere(self) -> None:
        """Add a door in the middle of every junction that has none and is wide enough.

        A junction is where two sections meet. Doors that would break a rule are left out; a message counts them and
        names the rules.
        """
        from dungeon_designer.analysis.passages import find_junctions, list_middle_doors

        door_fixes, width = list[Fix](), read_door_width(self.workspace.ruleset)
        for junction in find_junctions(self.workspace.board):
            if not junction.has_edge_state(DOOR):
                for door in list_middle_doors(junction, width)[:1]:
                    title = f"place a door on the {door.side} side of {door.at}"
                    door_fixes.append(Fix(title=title, edits=(AddDoor(door.at, door.side, width),)))
        autofix = Autofix(self.workspace.ruleset, self.workspace.library, allow_warnings=True)
        result = autofix.apply_fixes(self.workspace.layout, tuple(door_fixes), allow_harmless=True)
        count, skipped_count = len(result.fixes), len(door_fixes) - len(result.fixes)
        message = (
            translate("QuickFixes", "%n door(s) placed", None, PLURAL, count) if count else self.tr("No door placed")
        )
        message += self._describe_new_warnings(result)
        self.workspace.edit_without_symmetry(self.tr("Doors between all tiles"), result.layout)
        edits = [edit for fix in door_fixes if fix not in result.fixes for edit in fix.edits]
        broken_rules = frozenset[str]()
        if skipped_count:
            edited_verdict = autofix.check_layout(apply_edits(result.layout, edits)).verdict
            broken_rules = find_worsened_rules(result.verdict, edited_verdict)
        self._show_message(
            message,
            skipped_count,
            fill_placeholders(self.tr("left out, because they would break %1"), ", ".join(sorted(broken_rules))),
        )

    def _apply_result(self, title: str, result: FixResult, open_count: int) -> None:
        """Take over the layout that a run of fixes gave, and count the fixes made and the problems left.

        Args:
            title: the name of the step in the undo history.
            result: the new layout and the fixes that were made.
            open_count: the number of problems that are left.
        """
        count, unmirrored_count = len(result.fixes), len(result.unrepeated_fixes)
        warning_text = self._describe_new_warnings(result)
        self.workspace.edit_without_symmetry(title, result.layout)
        message = translate("QuickFixes", "%n fix(es) made", None, PLURAL, count) if count else self.tr("Nothing fixed")
        if unmirrored_count:
            message += translate(
                "QuickFixes", " (%n of them on one side of the axis only)", None, PLURAL, unmirrored_count
            )
        message += warning_text
        self._show_message(message, open_count, self.tr("left: their fixes would add other problems, or are not known"))

    @property
    def _present_verdict(self) -> Verdict:
        """The verdict on the dungeon as it is, by all rules of its ruleset; most often the live check knows it."""
        return self.workspace.verdicts.check(self.workspace.board, self.workspace.ruleset)

    def _find_broken_rules(self, fix: Fix) -> frozenset[str]:
        """Return the names of the rules that a fix of the dungeon would break, or break more often than now.

        Raises:
            EditError: the fix cannot be made.
        """
        fixed_layout = apply_edits(self.workspace.layout, fix.edits)
        fixed_verdict = self.workspace.create_autofix().check_layout(fixed_layout).verdict
        return find_worsened_rules(self._present_verdict, fixed_verdict)

    def _describe_new_warnings(self, result: FixResult) -> str:
        """Return which rules warn more often after some fixes than in the dungeon, as the end of a message.

        It is empty if none does.
        """
        if result.layout == self.workspace.layout:
            return ""
        rules = sorted(find_worsened_rules(self._present_verdict, result.verdict))
        if not rules:
            return ""
        text = self.tr("; %1 now warn") if len(rules) > 1 else self.tr("; %1 now warns")
        return fill_placeholders(text, ", ".join(rules))

    def explain_missing_fix(self, finding: Finding) -> str:
        """Return why the program offers no fix for a problem, in one sentence."""
        if finding.moves:
            return self.tr("No fix: no better square was found.")
        if not finding.fixes:
            return self.tr("No fix is known; Explain says what the rule requires.")
        broken_rules = set[str]()
        for fix in finding.fixes:
            with suppress(EditError):
                broken_rules |= self._find_broken_rules(fix)
        if not broken_rules:
            return self.tr("No fix: none that is known helps here.")
        return fill_placeholders(self.tr("No fix: it would break %1."), ", ".join(sorted(broken_rules)))

    def _show_message(self, message: str, count: int, remainder: str) -> None:
        """Show a message in the status bar.

        For a count above 0, append the count and `remainder`, the words for what it counts.
        """
        self.workspace.message_sent.emit(f"{message}; {count} {remainder}." if count else f"{message}.")


def read_door_width(ruleset: Ruleset) -> int:
    """Return the width that the ruleset requires of openings between sections; 2 if it does not require any."""
    return read_floor_requirements(ruleset).door_width
