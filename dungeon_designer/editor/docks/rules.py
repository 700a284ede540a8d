"""The docks of the ruleset: the problems it finds, the numbers it requires, and its rule book."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHeaderView,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QTextBrowser,
    QToolButton,
    QToolTip,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from dungeon_designer.analysis.passages import list_door_squares
from dungeon_designer.board.model import Board
from dungeon_designer.editor.docks.properties import BALLS_LABEL
from dungeon_designer.editor.fitting import FlowLayout
from dungeon_designer.editor.picture_list import VALUE_ROLE
from dungeon_designer.editor.pictures import build_icon
from dungeon_designer.editor.pieces import format_counter_id
from dungeon_designer.editor.quick_fixes import QuickFixes
from dungeon_designer.editor.widgets import (
    NO_MARGINS,
    build_column,
    build_row,
    create_combo_box,
    create_search_field,
    create_widget,
    escape_rich_text,
    fill_dock,
)
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.findings import Finding, Level
from dungeon_designer.generator.generator_options import Placeable
from dungeon_designer.generator.missing_objects import count_missing, list_missing_kinds
from dungeon_designer.grid import Square
from dungeon_designer.kinds import ObjectKind
from dungeon_designer.layout.model import CounterContent, SectionKind, TrapKind
from dungeon_designer.reports.manual import build_rule_page, format_rule_as_markdown
from dungeon_designer.rules.checker import Verdict, check_board
from dungeon_designer.rules.floor_requirements import (
    BallCount,
    CounterSupply,
    DoorCount,
    FloorRequirements,
    FloorSize,
    ObjectCount,
    StatedRequirement,
    ZoneCount,
)
from dungeon_designer.rules.rule_registry import RULE_NAMES_BY_FAMILY, read_floor_requirements
from dungeon_designer.rules.rule_settings import Bounds
from dungeon_designer.rulesets.loader import EDITIONS, format_notice, load_unchecked_ruleset
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.translation import PLURAL, capitalise_first, fill_placeholders, mark_for_translation, translate

_TEXT, _AT_ONCE = Qt.ToolButtonStyle.ToolButtonTextOnly, QToolButton.ToolButtonPopupMode.InstantPopup


class ProblemsDock(QWidget):
    """The list of the dungeon's problems, with a filter and a count.

    A click shows a problem on the map; pointing at it marks its squares.

    Signals, each with the problem:
        problem_chosen: the problem is to be shown on the map.
        explain_requested: the page of its rule is to be opened.
        waive_requested: the user wants to waive it, that is to accept it with a reason.
    """

    problem_chosen = Signal(object)
    explain_requested = Signal(object)
    waive_requested = Signal(object)

    def __init__(self, workspace: Workspace, quick_fixes: QuickFixes) -> None:
        super().__init__()
        self.workspace, self.quick_fixes, self._placing_text = workspace, quick_fixes, ""
        self.verdict_label = QLabel(self.tr("Checking the rules…"))
        self.filter_field = create_search_field(self.tr("Filter by rule or words"))
        self.filter_field.textChanged.connect(self.refresh_list)
        self.level_box = create_combo_box(self.tr("Which problems are listed"), [(self.tr("All"), None)])
        for level, title in zip(Level, (self.tr("Errors"), self.tr("Warnings"), self.tr("Notices")), strict=True):
            self.level_box.addItem(build_icon(f"level-{level}"), title, level)
        self.level_box.addItem(self.tr("Waived"), "waived")
        self.level_box.currentIndexChanged.connect(self.refresh_list)
        self.fix_menu = QMenu(self)
        self.fix_menu.aboutToShow.connect(self._fill_fix_menu)
        self.fix_action = create_widget(QAction, self.tr("Fix"), self, toolTip=self.tr("Fix this problem, as one step"))
        self.fix_action.setMenu(self.fix_menu)
        tip = self.tr("The rule's page: what it requires, and why")
        self.explain_action = create_widget(QAction, self.tr("Explain"), self, toolTip=tip)
        self.explain_action.triggered.connect(lambda: self.explain_requested.emit(self.current_finding))
        self.waive_action = create_widget(
            QAction, self.tr("Waive…"), self, toolTip=self.tr("Waive the rule here, with a reason")
        )
        self.waive_action.triggered.connect(lambda: self.waive_requested.emit(self.current_finding))
        actions = self.fix_action, self.explain_action, self.waive_action
        self.buttons = [create_widget(QToolButton, toolButtonStyle=_TEXT, popupMode=_AT_ONCE) for _ in actions]
        for button, action in zip(self.buttons, actions, strict=True):
            button.setDefaultAction(action)
        tip = self.tr("Place the chests, portals, balls and counters that are missing; what lies there stays")
        self.place_button = create_widget(QToolButton, toolTip=tip, visible=False)
        self.place_button.clicked.connect(lambda: self.quick_fixes.place_objects(*self._list_missing()))
        self.list = create_widget(
            QTreeWidget,
            accessibleName=self.tr("Problems"),
            rootIsDecorated=False,
            uniformRowHeights=True,
            alternatingRowColors=True,
            mouseTracking=True,
            contextMenuPolicy=Qt.ContextMenuPolicy.ActionsContextMenu,
            itemEntered=lambda item: self.workspace.mark_squares(item.data(0, VALUE_ROLE).squares),
            itemClicked=self._choose_problem,
            itemActivated=self._choose_problem,
            currentItemChanged=self._update_buttons,
        )
        self.list.setHeaderLabels([self.tr("Rule"), self.tr("Problem")])
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self.list.header().setStretchLastSection(True)
        self.list.viewport().installEventFilter(self)
        self.list.addActions(actions)
        self.verdict_label.setMinimumWidth(1)  # or long numbers would make the window wider
        heading = QWidget()
        build_row(self.verdict_label, 1, (self.filter_field, 2), owner=heading, margins=NO_MARGINS)
        controls = self.level_box, self.place_button, *self.buttons
        fill_dock(self, FlowLayout(heading, *controls, stretched=heading), (self.list, 1))
        self._update_buttons()
        workspace.opened.connect(self._clear_list)
        quick_fixes.placing_changed.connect(self._show_placing)
        quick_fixes.refused.connect(self._show_refusal)

    @property
    def current_finding(self) -> Finding | None:
        """The chosen problem, or None."""
        item = self.list.currentItem()
        return item.data(0, VALUE_ROLE) if item is not None else None

    def refresh_list(self) -> None:
        """List the problems of the last verdict that pass the filter, and show the verdict with its counts.

        The chosen problem stays chosen if the list still contains it. Otherwise its squares are no longer marked on
        the map.
        """
        verdict, previous = self.workspace.verdict, self.current_finding
        if verdict is None:
            self._clear_list()
            return
        with QSignalBlocker(self.list):  # lines that pass under a resting pointer are not pointed at
            self.list.clear()
            for finding in filter(self._matches_filter, verdict.findings):
                item = self._build_item(finding)
                self.list.addTopLevelItem(item)
                if previous is not None and (finding.rule, finding.squares) == (previous.rule, previous.squares):
                    self.list.setCurrentItem(item)
        if previous is not None and self.current_finding is None and self.workspace.marked_squares == previous.squares:
            self.workspace.mark_squares(())
        (errors, warnings, notices), waived = map(verdict.count_findings, Level), verdict.waived_count
        parts = [
            translate("ProblemsDock", "%n error(s)", None, PLURAL, errors) if errors else "",
            translate("ProblemsDock", "%n warning(s)", None, PLURAL, warnings) if warnings else "",
            translate("ProblemsDock", "%n notice(s)", None, PLURAL, notices) if notices else "",
            translate("ProblemsDock", "%n waived", None, PLURAL, waived) if waived else "",
        ]
        heading = self.tr("Legal") if verdict.is_legal() else self.tr("Not legal")
        if verdict.failures:
            heading = self.tr("Cannot be judged")
            parts.append(fill_placeholders(self.tr("failed: %1"), escape(", ".join(verdict.failed_rules))))
        summary = ", ".join(filter(None, parts)) or self.tr("nothing to fix")
        if notice := format_notice(self.workspace.ruleset):
            summary += f" · {escape(notice)}"
        self.verdict_label.setText(f"<b>{heading}</b> · {summary}")
        self.verdict_label.setToolTip(
            escape_rich_text("\n".join(f"{failure.rule}: {failure.message}" for failure in verdict.failures))
        )
        self._update_buttons()

    def _clear_list(self) -> None:
        """Clear the list while there is no verdict: the check still runs, or the ruleset cannot be used."""
        self.list.clear()
        problem = self.workspace.ruleset_problem
        no_verdict_text = self.tr("Nothing is judged: the dungeon's ruleset cannot be used")
        self.verdict_label.setText(no_verdict_text if problem else self.tr("Checking the rules…"))
        self.verdict_label.setToolTip(escape_rich_text(problem))
        self._update_buttons()

    def _matches_filter(self, finding: Finding) -> bool:
        """Return whether a problem is of the chosen level and has the filter's text in its rule name or its message.

        The choice "waived" lists waived problems of any level. A level lists only problems that are not waived.
        """
        level = self.level_box.currentData()
        if level == "waived":
            return finding.waived is not None
        if level is not None and (finding.level != level or finding.waived is not None):
            return False
        text = self.filter_field.text().lower()
        return text in finding.rule or text in finding.message.lower()

    def _build_item(self, finding: Finding) -> QTreeWidgetItem:
        """Return the line of the list for a problem."""
        item = QTreeWidgetItem([finding.rule, finding.message])
        item.setIcon(0, build_icon(f"level-{finding.level}"))
        item.setData(0, VALUE_ROLE, finding)
        tip = [finding.message]
        if finding.measured is not None:
            tip.append(fill_placeholders(self.tr("measured %1, required %2"), finding.measured, finding.required))
        if finding.source:
            tip.append(finding.source)
        if finding.waived is not None:
            tip.append(fill_placeholders(self.tr("waived: %1"), finding.waived))
            item.setText(1, fill_placeholders(self.tr("waived: %1"), finding.message))
        for column in (0, 1):
            item.setToolTip(column, escape_rich_text("\n".join(tip)))
        return item

    def select_next_problem(self) -> None:
        """Choose the next problem of the list and show it on the map; after the last one the first."""
        item = self.list.currentItem()
        index = self.list.indexOfTopLevelItem(item) if item is not None else -1
        next_item = self.list.topLevelItem((index + 1) % max(self.list.topLevelItemCount(), 1))
        if next_item is not None:
            self.list.setCurrentItem(next_item)
            self._choose_problem(next_item)

    def _fill_fix_menu(self) -> None:
        """Fill the Fix menu for the chosen problem.

        It offers to place the objects that the problem reports as missing, then each fix that the rule knows, then to
        fix all problems of the same rule if there are several. Without any fix, a grey line says why.
        """
        menu, finding = self.fix_menu, self.current_finding
        menu.clear()
        if finding is None:
            return
        if count_missing(finding):
            menu.addAction(format_place_label([finding]), lambda: self.quick_fixes.place_objects(finding))
        for fix in self.workspace.find_fixes(finding):
            action = menu.addAction(capitalise_first(fix.title))
            action.triggered.connect(lambda _=False, fix=fix: self.quick_fixes.apply_fix(fix))
        if menu.isEmpty():
            menu.addAction(self.quick_fixes.explain_missing_fix(finding)).setEnabled(False)
        same_rule_count = sum(other.rule == finding.rule for other in self.workspace.findings)
        if same_rule_count > 1:
            menu.addSeparator()
            fix_all_text = fill_placeholders(self.tr("Fix all %1 of %2"), same_rule_count, finding.rule)
            menu.addAction(fix_all_text, lambda: self.quick_fixes.fix_all(finding.rule))

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """Mark the squares of the chosen problem again when the pointer leaves the list."""
        if event.type() == QEvent.Type.Leave:
            self.workspace.mark_squares(self.current_finding.squares if self.current_finding is not None else ())
        return False

    def _choose_problem(self, item: QTreeWidgetItem) -> None:
        """Mark the squares of a line's problem and show the problem on the map."""
        finding: Finding = item.data(0, VALUE_ROLE)
        self.workspace.mark_squares(finding.squares)
        self.problem_chosen.emit(finding)

    def _update_buttons(self) -> None:
        """Enable the buttons that apply to the chosen problem.

        The Place button is shown if any problem reports missing objects.
        """
        finding = self.current_finding
        self.explain_action.setEnabled(finding is not None)
        self.waive_action.setEnabled(finding is not None and finding.waived is None)
        self.fix_action.setEnabled(finding is not None)
        findings_of_missing = self._list_missing()
        self.place_button.setVisible(bool(findings_of_missing))
        self.place_button.setText(self._placing_text or format_place_label(findings_of_missing))

    def _show_placing(self, text: str) -> None:
        """Show on the Place button what the search for places tries now; an empty text shows what is missing again."""
        self._placing_text = text
        self._update_buttons()

    def _show_refusal(self, reason: str) -> None:
        """Show why a fix was not made, beside the button that makes it."""
        button = self.place_button if self.place_button.isVisible() else self.buttons[0]
        QToolTip.showText(button.mapToGlobal(button.rect().bottomLeft()), escape_rich_text(reason), button)

    def _list_missing(self) -> list[Finding]:
        """Return the problems that report missing objects which the program can place."""
        return [finding for finding in self.workspace.findings if count_missing(finding)]


def format_place_label(findings: Sequence[Finding]) -> str:
    """Return the label of the button that places missing objects, such as "Place 6 chests, 6 portals"."""
    parts = []
    for finding in findings:
        count = count_missing(finding)
        texts_by_kind = {
            Placeable.CHEST: translate("ProblemsDock", "%n chest(s)", None, PLURAL, count),
            Placeable.PORTAL: translate("ProblemsDock", "%n portal(s)", None, PLURAL, count),
            Placeable.BALL: translate("ProblemsDock", "%n ball(s)", None, PLURAL, count),
            Placeable.COUNTER: translate("ProblemsDock", "%n pit counter(s)", None, PLURAL, count),
        }
        parts.append(texts_by_kind[list_missing_kinds(finding)[0]])
    return fill_placeholders(translate("ProblemsDock", "Place %1"), ", ".join(parts))


class CountLine(Struct, frozen=True):
    """One number that the ruleset requires, such as the number of chests, and how the dungeon meets it.

    Attributes:
        text: the text of the line, before translation; %1 is the number in the dungeon, %2 the required number.
        count: the number in the dungeon.
        required: the required number.
        squares: where the counted objects are.
        tool: the tool that places more of them.
        count_text: the text for %1 if one number does not say enough, such as "2 + 1" for the teams' end zones;
            otherwise empty.
        is_met: whether the requirement is met.
        source: the book and heading of the requirement.
    """

    text: str
    count: int
    required: Bounds
    squares: tuple[Square, ...]
    tool: str
    count_text: str = ""
    is_met: bool = False
    source: str = ""

    @property
    def target_tool(self) -> str:
        """The tool that a click on the line chooses if there are too few objects.

        `BALLS_LABEL` stands for the number of balls. Empty if a click shows the objects instead.
        """
        is_too_few = not self.is_met and self.required.min is not None and self.count < self.required.min
        return self.tool if is_too_few or self.tool == BALLS_LABEL else ""


def list_count_lines(board: Board, ruleset: Ruleset, verdict: Verdict | None = None) -> Iterator[CountLine]:
    """Yield a line for each number that the ruleset requires, such as the number of chests.

    They are in the order in which a dungeon is made: the floor, zones and doors, then the objects. A requirement counts
    as met if its rule reports no problem in the dungeon.

    Args:
        board: the board.
        ruleset: the ruleset.
        verdict: the verdict on the board by all rules of the ruleset; None to check the board by the counting rules.
    """
    required = read_floor_requirements(ruleset, len(board.teams))
    stated_requirements: list[StatedRequirement[_Counted]] = [
        *required.list_stated(FloorSize),
        *required.list_stated(ZoneCount),
        *required.list_stated(DoorCount),
        *_list_object_counts(required, ObjectKind.CHEST),
        *required.list_stated(BallCount),
        *_list_object_counts(required, ObjectKind.PORTAL),
        *required.list_stated(CounterSupply),
    ]
    if verdict is None:
        verdict = check_board(board, ruleset, select=[stated.rule for stated in stated_requirements])
    broken_rules = {finding.rule for finding in verdict.findings_and_failures}
    for stated in stated_requirements:
        line = _build_count_line(board, stated.requirement)
        yield replace(line, is_met=stated.rule not in broken_rules, source=stated.source)


def _list_object_counts(required: FloorRequirements, kind: ObjectKind) -> list[StatedRequirement[ObjectCount]]:
    """Return the requirements on the number of objects of a kind, each with its rule."""
    return [stated for stated in required.list_stated(ObjectCount) if stated.requirement.kind is kind]


_Counted = FloorSize | ZoneCount | DoorCount | ObjectCount | BallCount | CounterSupply
"""A requirement that has a line with a number."""


def _build_count_line(board: Board, requirement: _Counted) -> CountLine:
    """Return the line for a required number, without `is_met` and `source`, which the caller adds."""
    layout, chests = board.layout, tuple(chest.square for chest in board.chests)
    match requirement:
        case FloorSize():
            text = mark_for_translation("EditionNumbers", "Floor squares: %1 of %2")
            return CountLine(text, len(board), requirement.bounds, tuple(board.squares), "draw-room")
        case ZoneCount():
            return _build_zone_line(board, requirement)
        case DoorCount():
            text = mark_for_translation("EditionNumbers", "Doors: %1 of %2")
            count = len(layout.doors) + len(layout.square_doors)
            return CountLine(text, count, requirement.bounds, tuple(dict.fromkeys(list_door_squares(board))), "door")
        case ObjectCount(kind=ObjectKind.CHEST):
            text, bounds = mark_for_translation("EditionNumbers", "Chests: %1 of %2"), _find_total(board, requirement)
            return CountLine(text, len(chests), bounds, chests, "chest")
        case ObjectCount():
            text, bounds = mark_for_translation("EditionNumbers", "Portals: %1 of %2"), _find_total(board, requirement)
            portals = tuple(portal.square for portal in board.portals)
            return CountLine(text, len(portals), bounds, portals, "portal")
        case BallCount():
            text = mark_for_translation("EditionNumbers", "Balls: %1 of %2")
            return CountLine(text, layout.balls, requirement.find_bounds(len(chests)), chests, BALLS_LABEL)
        case CounterSupply():
            return _build_counter_line(board, requirement)


def _find_total(board: Board, requirement: ObjectCount) -> Bounds:
    """Return how many objects a dungeon with as many teams as this one may have."""
    return requirement.build_total_bounds(len(board.teams))


def _build_zone_line(board: Board, requirement: ZoneCount) -> CountLine:
    """Return the line for the number of end zones or entries, with the number of each team."""
    text = mark_for_translation("EditionNumbers", "End zones, side by side: %1 of %2")
    if requirement.kind is SectionKind.ENTRY:
        text = mark_for_translation("EditionNumbers", "Entries, side by side: %1 of %2")
    zones = [zone for zone in board.list_sections(requirement.kind) if zone.covered_squares]
    count_text = " + ".join(str(sum(zone.team is side for zone in zones)) for side in board.teams)
    required = Bounds(min=requirement.total, max=requirement.total)
    squares = tuple(square for zone in zones for square in zone.covered_squares)
    return CountLine(text, len(zones), required, squares, f"draw-{requirement.kind}", count_text)


def _build_counter_line(board: Board, requirement: CounterSupply) -> CountLine:
    """Return the line for the number of pit counters."""
    text, team_count = mark_for_translation("EditionNumbers", "Pit counters: %1 of %2"), len(board.teams)
    counters = [trap for trap in board.layout.traps if trap.kind is TrapKind.COUNTER]
    minimum = team_count * sum(requirement.count_by_face.values())
    maximum = minimum + team_count * 2 * requirement.extra_pits  # each pit more brings one more that says nothing
    other_counts = () if requirement.are_compulsory else (0,)  # where there may be any, there may be none
    bounds = Bounds(min=0, max=0) if requirement.are_forbidden else Bounds(min=minimum, max=maximum, also=other_counts)
    counters_by_team = Counter(trap.owner for trap in counters)
    tool = format_counter_id(min(board.teams, key=counters_by_team.__getitem__), CounterContent.NOTHING)
    return CountLine(text, len(counters), bounds, tuple(trap.at for trap in counters), tool)


_LIST_FRAME_PX = 14
"""What the frame and the padding of a list add to the height of its lines, in pixels."""


class EditionNumbers(QWidget):
    """The part of the card with a line for each number that the ruleset requires.

    A click on a line emits `tool_requested` with a tool if there are too few objects; otherwise `squares_requested`
    with the squares of the objects. The line of the balls, which have no squares, leads to their number among the
    dungeon's properties.
    """

    tool_requested = Signal(str)
    squares_requested = Signal(object)

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.workspace = workspace
        name = self.tr("Numbers that the edition requires")
        self.list = create_widget(
            QListWidget, objectName="lines", accessibleName=name, wordWrap=True, itemClicked=self._open_line
        )
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemActivated.connect(self._open_line)
        build_column(self.list, owner=self, margins=NO_MARGINS)
        workspace.changed.connect(self.refresh_lines)
        workspace.opened.connect(self.refresh_lines)

    def refresh_lines(self) -> None:
        """Fill the list with one line for each number that the ruleset requires, such as the number of chests.

        The dungeon's squares, end zones, doors, chests and other objects are counted again.
        """
        self.list.clear()
        board, ruleset = self.workspace.board, self.workspace.ruleset
        for line in list_count_lines(board, ruleset, self.workspace.verdicts.find_verdict(board, ruleset)):
            count_text = line.count_text or line.count
            text = fill_placeholders(translate("EditionNumbers", line.text), count_text, _format_bounds(line.required))
            item = QListWidgetItem(f"{'✓' if line.is_met else '✗'} {text}")
            item.setData(VALUE_ROLE, line)
            item.setToolTip(line.source)
            self.list.addItem(item)
        self._fit_height()

    def _fit_height(self) -> None:
        """Make the list as high as its lines, so that the card around it scrolls."""
        self.list.doItemsLayout()
        self.list.setFixedHeight(sum(map(self.list.sizeHintForRow, range(self.list.count()))) + _LIST_FRAME_PX)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the height to the lines, which wrap in a narrow card."""
        super().resizeEvent(event)
        self._fit_height()

    def _open_line(self, item: QListWidgetItem) -> None:
        """Choose the tool that places the objects of a clicked line if there are too few, or else show them.

        The line of the balls opens their number in the properties instead.
        """
        line: CountLine = item.data(VALUE_ROLE)
        if line.target_tool == BALLS_LABEL:
            self.workspace.select_objects(())
            self.workspace.properties_requested.emit(translate("DungeonPage", BALLS_LABEL))
        elif line.target_tool:
            self.tool_requested.emit(line.target_tool)
        else:
            self.workspace.mark_squares(line.squares)
            self.squares_requested.emit(line.squares)


def _format_bounds(required: Bounds) -> str:
    """Return bounds as text.

    >>> _format_bounds(Bounds(min=8, max=12, also=(6,)))
    '6, 8–12'
    >>> _format_bounds(Bounds(min=6, max=6)), _format_bounds(Bounds(max=4))
    ('6', '≤ 4')
    """
    minimum, maximum = required.min, required.max
    range_text = f"{minimum}–{maximum}" if minimum != maximum else f"{minimum}"
    bounds_text = f"≤ {maximum}" if minimum is None else f"≥ {minimum}" if maximum is None else range_text
    return ", ".join([*map(str, required.also), bounds_text])


class RuleBookDock(QWidget):
    """The dock with the pages of the rule book, one for each rule."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.workspace = workspace
        family_titles = {family: translate("families", family) for family in RULE_NAMES_BY_FAMILY}
        names = [
            (f"{family_titles[family]}: {name}", name)
            for family, names in RULE_NAMES_BY_FAMILY.items()
            for name in names
        ]
        self.rule_box = create_combo_box(self.tr("Rule"), [(self.tr("Choose a rule…"), ""), *names])
        self.rule_box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.rule_box.setMinimumContentsLength(16)  # or the longest rule would make the dock wide
        self.rule_box.currentIndexChanged.connect(lambda _: self._show_page(self.rule_box.currentData()))
        self.text = create_widget(QTextBrowser, accessibleName=self.tr("What the rule says"), openLinks=False)
        fill_dock(self, self.rule_box, self.text)
        self._show_page("")

    def show_rule(self, name: str) -> None:
        """Open the page of a rule."""
        self.rule_box.setCurrentIndex(self.rule_box.findData(name))

    def _show_page(self, name: str) -> None:
        """Show the page of a rule, with what it requires in each edition.

        The dungeon's ruleset is added if it is no edition. Without a name, show a hint instead.
        """
        if not name:
            self.text.setMarkdown(self.tr("Choose a rule, or press *Explain* beside a problem."))
            return
        rulesets = [load_unchecked_ruleset(edition) for edition in EDITIONS]
        ruleset = self.workspace.ruleset
        if ruleset.id not in EDITIONS and not self.workspace.ruleset_problem:
            rulesets.insert(0, ruleset)
        self.text.setMarkdown(format_rule_as_markdown(build_rule_page(name, rulesets), "###"))
