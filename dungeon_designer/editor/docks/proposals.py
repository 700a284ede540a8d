"""The dock that proposes: what is missing, variations, mends and new dungeons, with their pictures."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace
from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QGridLayout, QListWidgetItem, QMenu, QPushButton, QWidget

from dungeon_designer.editor.background import BackgroundProcess, Tell
from dungeon_designer.editor.bars import way_words
from dungeon_designer.editor.picture_list import ROLE, PictureList
from dungeon_designer.editor.proposals import (
    ProposalAnswer,
    ProposalNews,
    ProposalProgress,
    ProposalQuestion,
    Way,
    complete,
    mend,
    vary,
)
from dungeon_designer.editor.widgets import NONE, as_written, column, combo, made, number, row, wrapped
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.errors import DungeonError
from dungeon_designer.generator.options import FurnitureStyle
from dungeon_designer.layout.model import Layout
from dungeon_designer.layout_edits.symmetry import SymmetryMode
from dungeon_designer.translation import PLURAL, capital, filled, translate

_PICTURE, _CELL = QSize(132, 68), QSize(150, 124)
_OF_WAY = {
    Way.COMPLETE: ("laying",),
    Way.VARY: ("lock", "unlock"),
    Way.MEND: ("lock", "unlock"),
    Way.NEW: ("symmetry", "sides", "laying", "wishes"),
}
"""The fields that are seen with each way."""


def find_answers(asked: ProposalQuestion, tell: Tell) -> None:
    """Tell answers and progress as they come; DungeonError where the dungeon leaves nothing to propose."""
    if asked.way is Way.NEW:  # what finds them needs numpy, which the window does without
        from dungeon_designer.editor.new_dungeons import find_new

        find_new(asked, tell)
    else:
        {Way.COMPLETE: complete, Way.VARY: vary, Way.MEND: mend}[asked.way](asked, tell)


class ProposalsDock(QWidget):
    """Answers stay in the order in which they came. One that belongs to a dungeon that was edited since is grey.

    `previewed` is the answer one points at, or None; `started` a new dungeon that is taken.
    """

    previewed = Signal(object)
    started = Signal(object)

    def __init__(self, workspace: Workspace, edition: Callable[[], str]) -> None:
        super().__init__()
        self.workspace, self._edition = workspace, edition
        self.dark, self._seed = False, 0
        self.matches: tuple[tuple[str, ...], int] = ("balanced",), 10_000
        self._asked: list[ProposalQuestion] = []
        self.worker = BackgroundProcess(find_answers, "proposals")
        self.worker.heard.connect(self._hear)
        self.worker.ended.connect(self._show_end)
        self.destroyed.connect(self.worker.close)
        ways = {
            Way.COMPLETE: self.tr("Complete: place what is missing"),
            Way.VARY: self.tr("Vary this dungeon"),
            Way.MEND: self.tr("Mend: make it fair in play"),
            Way.NEW: self.tr("New dungeons"),
        }
        self.way = combo(self.tr("What is proposed"), [(words, way) for way, words in ways.items()])
        self.way.setCurrentIndex(1)
        self.way.currentIndexChanged.connect(self._turn_to)
        styles = {
            FurnitureStyle.NAMED: self.tr("Things as in the named dungeons"),
            FurnitureStyle.SPREAD: self.tr("Things as far apart as can be"),
        }
        self.laying = combo(self.tr("Where things lie"), [(words, style) for style, words in styles.items()])
        self.symmetry = combo(self.tr("Symmetry"), [(words, way) for way, words in way_words().items()])
        self.sides = number(2, 6, 2, self.tr("Sides"), "", self.tr("How many sides play"))
        self.sides.setPrefix(self.tr("Sides: "))
        self.sides.valueChanged.connect(self._follow_sides)
        self.menu = QMenu(self)
        self.wishes = made(QPushButton, self.tr("Wishes"))
        self.wishes.setMenu(self.menu)
        tip = self.tr("Locked rooms stay as they are in every proposal, with all that lies in them")
        self.lock = made(QPushButton, self.tr("Lock selected rooms"), toolTip=tip, clicked=self._lock)
        self.unlock = made(QPushButton, self.tr("Unlock all"), clicked=lambda: workspace.lock(frozenset()))
        self.begin = made(QPushButton, self.tr("&Propose"), clicked=self._toggle)
        self.state = wrapped(self.tr("Point at an answer to see it on the map; a click takes it."))
        self.list = PictureList(self.tr("Proposals"), _PICTURE, _CELL)
        self.list.setMinimumHeight(_CELL.height() + 6)
        self.list.pointed.connect(self._preview)
        self.list.left.connect(lambda: self.previewed.emit(None))
        self.list.itemClicked.connect(self._take)
        self.list.itemActivated.connect(self._take)
        grid = QGridLayout()
        fields = self.symmetry, self.sides, self.laying, self.wishes, self.lock, self.unlock
        for at, field in enumerate(fields):
            grid.addWidget(field, at // 2, at % 2)
        left = made(QWidget, maximumWidth=330)
        column(row(self.way, self.begin), grid, self.state, 1, of=left, margins=NONE)
        row(left, (self.list, 1), of=self, margins=(6, 4, 6, 4))
        for signal in (workspace.changed, workspace.opened):
            signal.connect(self._show_live)
        for signal in (workspace.changed, workspace.selection_changed, workspace.locked_changed):
            signal.connect(self._show_locks)
        self._turn_to()
        self._show_locks()

    def set_dark(self, dark: bool) -> None:
        """Pictures for a dark window, from the next answer on."""
        self.dark = dark

    def propose(self, way: Way, matches: tuple[tuple[str, ...], int] | None = None) -> None:
        """Look for answers of a kind; `matches` are the teams and the number of games of a mend."""
        self.matches = matches or self.matches
        self.way.setCurrentIndex(self.way.findData(way))
        self._turn_to()
        self.ask()

    def _turn_to(self) -> None:
        """The fields of what is proposed; those of new dungeons as the toolbar's edition has them."""
        way = Way(self.way.currentData())
        for name in ("laying", "lock", "unlock", "symmetry", "sides", "wishes"):
            getattr(self, name).setVisible(name in _OF_WAY[way])
        if way is Way.NEW:
            try:
                sides = self.workspace.ruleset_named(self._edition()).sides
            except DungeonError:  # the badges say what is wrong with it
                return
            with QSignalBlocker(self.sides):
                self.sides.setRange(sides.least, sides.most)
            self._follow_sides()
            self._fill_wishes()

    def _follow_sides(self) -> None:
        """The symmetry that gives so many sides the same, where one does."""
        count = self.sides.value()
        usual = SymmetryMode.QUARTER_TURNS if count == 4 else SymmetryMode.OFF if count % 2 else SymmetryMode.HALF_TURN
        self.symmetry.setCurrentIndex(self.symmetry.findData(usual))

    def _fill_wishes(self) -> None:
        """The wishes the edition can fulfil; those that were chosen stay chosen."""
        from dungeon_designer.generator.options import Request
        from dungeon_designer.generator.search import possible_wishes

        chosen = set(self._wants())
        self.menu.clear()
        ruleset = self.workspace.ruleset_named(self._edition())
        for key, wish in possible_wishes(Request(ruleset=ruleset, library=self.workspace.library)).items():
            action = self.menu.addAction(capital(translate("generator", wish.words)))
            action.setCheckable(True)
            action.setData(key)
            action.setChecked(key in chosen)
            action.toggled.connect(lambda on, action=action, wish=wish: self._wish(action, wish.figure if on else ""))

    def _wish(self, chosen: QAction, figure: str) -> None:
        """A wish that wants the contrary is given up."""
        from dungeon_designer.generator.wishes import WISHES

        for action in self.menu.actions() if figure else ():
            if action is not chosen and WISHES[action.data()].figure == figure:
                action.setChecked(False)

    def _wants(self) -> tuple[str, ...]:
        return tuple(action.data() for action in self.menu.actions() if action.isChecked())

    # Asking -----------------------------------------------------------------------------------------------------

    def _toggle(self) -> None:
        if self.worker.idle:
            self.ask()
        else:
            self.worker.cancel()
            self._show_end()

    def ask(self) -> None:
        """Look for answers to what is chosen, for the dungeon as it is now."""
        here, way = self.workspace, Way(self.way.currentData())
        if way is Way.NEW:
            self._turn_to()
        name = self._edition()
        try:
            ruleset = here.ruleset_named(name)
        except DungeonError as error:
            self.state.setText(str(error))
            return
        if way is not Way.NEW and not len(here.board):
            self.state.setText(self.tr("There is no floor yet."))
            return
        self._seed += 1
        self._asked.append(
            ProposalQuestion(
                way=way,
                layout=here.layout,
                ruleset=ruleset,
                name=name,
                library=here.library,
                seed=self._seed,
                theme="slate" if self.dark else "parchment",
                locked=here.locked_here,
                style=FurnitureStyle(self.laying.currentData()),
                sides=self.sides.value(),
                symmetry=SymmetryMode(self.symmetry.currentData()),
                wants=self._wants() if way is Way.NEW else (),
                teams=self.matches[0],
                games=self.matches[1],
            )
        )
        self.begin.setText(self.tr("&Stop"))
        self.state.setText(self.tr("Looking…"))
        self.worker.ask(self._asked[-1])

    @property
    def answers(self) -> list[ProposalAnswer]:
        """What is shown, in the order in which it came."""
        return [self.list.item(at).data(ROLE)[1] for at in range(self.list.count())]

    def _hear(self, found: ProposalAnswer | ProposalNews | ProposalProgress) -> None:
        if isinstance(found, ProposalAnswer):
            ratio = self.devicePixelRatioF()
            picture = found.picture.pixmap(_PICTURE, ratio, found.squares)
            self.list.show_at(self.list.count(), (len(self._asked), found), picture, found.words, found.summary)
            self._show_live()
        elif isinstance(found, ProposalNews):
            self._tell(found)
        else:
            self._show_progress(found)

    def _tell(self, news: ProposalNews) -> None:
        """Put the last line of an answer right."""
        for at in range(self.list.count()):
            number, answer = self.list.item(at).data(ROLE)
            if number == len(self._asked) and answer.key == news.key:
                words = "\n".join((*answer.words.splitlines()[:-1], news.words))
                self.list.item(at).setText(words)
                self.list.item(at).setToolTip(as_written(words))
                known = replace(answer, words=words, refused=news.refused)
                self.list.item(at).setData(ROLE, (number, known))
        self._show_live()

    def _show_progress(self, known: ProposalProgress) -> None:
        count = known.kept
        kept = translate("ProposalsDock", "%n answer(s)", None, PLURAL, count)
        words = filled(self.tr("%1 tried, %2."), known.tried, kept) if known.tried else known.doing or kept
        if known.reasons:
            words += " " + filled(self.tr("Refused most for: %1."), ", ".join(known.reasons))
        self.state.setText(words)

    def _show_end(self, problem: str = "", fault: bool = False) -> None:
        self.begin.setText(self.tr("&Propose"))
        if problem or fault:
            self.state.setText(problem or self.tr("The search broke off."))
        elif not any(self.list.item(at).data(ROLE)[0] == len(self._asked) for at in range(self.list.count())):
            nothing = self.tr("Nothing was found.")
            self.state.setText(f"{self.state.text()} {nothing}".strip())

    # Answers ----------------------------------------------------------------------------------------------------

    def _live(self, item: QListWidgetItem) -> bool:
        """Whether an answer can be taken: it is new, or the dungeon is as it was asked for or one of its answers."""
        number, answer = item.data(ROLE)
        return not answer.refused and (answer.new or self.workspace.layout in self._family(number))

    def _family(self, number: int) -> list[Layout]:
        """The dungeon that a question was asked for, and the answers to it."""
        asked = self._asked[number - 1 : number]
        items = (self.list.item(at).data(ROLE) for at in range(self.list.count()))
        return [*(each.layout for each in asked), *(answer.layout for of, answer in items if of == number)]

    def _show_live(self) -> None:
        for at in range(self.list.count()):
            item = self.list.item(at)
            on = self._live(item)
            flags = item.flags() | Qt.ItemFlag.ItemIsEnabled
            item.setFlags(flags if on else flags & ~Qt.ItemFlag.ItemIsEnabled)

    def _preview(self, item: QListWidgetItem | None) -> None:
        self.previewed.emit(item.data(ROLE)[1] if item is not None and self._live(item) else None)

    def _take(self, item: QListWidgetItem) -> None:
        """Make an answer the dungeon, as one step that can be undone; a new dungeon gets a tab of its own."""
        if not self._live(item):
            return
        answer: ProposalAnswer = item.data(ROLE)[1]
        self.previewed.emit(None)
        if answer.new:
            self.started.emit(answer.layout)
            return
        self.workspace.plainly(filled(self.tr("Proposal: %1"), answer.words.splitlines()[0]), answer.layout)
        self.workspace.said.emit(answer.summary)

    # Locks ------------------------------------------------------------------------------------------------------

    def _selected(self) -> frozenset[str]:
        return frozenset(thing.value.id for thing in self.workspace.selection if thing.field == "sections")

    def _lock(self) -> None:
        self.workspace.lock(self.workspace.locked | self._selected())

    def _show_locks(self) -> None:
        locked = self.workspace.locked_here
        self.lock.setEnabled(bool(self._selected() - locked))
        self.unlock.setEnabled(bool(locked))
        words = translate("ProposalsDock", "Unlock %n room(s)", None, PLURAL, len(locked))
        self.unlock.setText(words if locked else self.tr("Unlock all"))
