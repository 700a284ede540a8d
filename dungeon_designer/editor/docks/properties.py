"""Properties: of the dungeon when nothing is selected, of the thing that is."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QLabel,
    QScrollArea,
    QWidget,
)

from dungeon_designer.editor.docks.property_pages import BALLS, DungeonPage, PropertyPage, ThingPage
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.translation import PLURAL, translate


class PropertiesDock(QScrollArea):
    """A form for what is selected; each change is a step of the history."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.workspace = workspace
        self.setWidgetResizable(True)
        self._shown: object = None
        self._page: PropertyPage | None = None
        self._committing = False
        workspace.typing.append(lambda: self.commit())
        workspace.selection_changed.connect(self.refresh)
        workspace.changed.connect(self.refresh)
        workspace.opened.connect(self.refresh)

    def refresh(self) -> None:
        """Show the form that fits, unless it is shown already. What is being typed is taken over first."""
        if self._current() == self._shown and self.widget() is not None:
            return
        if self._committing:  # the field is still in hand, and the form goes on with what became of its subject
            self._shown = self._current()
            return
        self.commit()
        self._build()

    def commit(self) -> None:
        """What is being typed is in the document from now on; whoever types goes on typing in the same field."""
        if self._committing:
            return
        self._committing = True
        try:
            if self._page is not None:
                self._page.commit()
        finally:
            self._committing = False

    def take_keyboard(self, name: str = "") -> None:
        """The field of that name, else the first, has the keyboard, its text selected."""
        page = self.widget()
        fields = page.findChildren(QWidget) if page is not None else []
        usable = [each for each in fields if each.accessibleName() and each.isEnabled()]
        first = next((each for each in usable if name in ("", each.accessibleName())), None)
        if first is not None:
            first.setFocus(Qt.FocusReason.TabFocusReason)

    def take_balls(self) -> None:
        """The number of balls has the keyboard; nothing is selected any more, for they are the dungeon's."""
        self.workspace.select(())
        self.take_keyboard(translate("DungeonPage", BALLS))

    def _current(self) -> object:
        """What the form is made of."""
        layout = self.workspace.layout
        if self.workspace.selection:
            return self.workspace.selection
        counts = len(self.workspace.board), len(layout.chests), len(layout.portals)
        return (
            layout.name,
            layout.author,
            layout.notes,
            layout.balls,
            layout.enclosed,
            layout.waivers,
            layout.sides,
            counts,
        )

    def _build(self) -> None:
        self._shown = self._current()
        held = self._held()
        self._page = self._made()
        self._turn_to(self._page, held)

    def _turn_to(self, page: QWidget, held: str) -> None:
        """Show a page, with the field of that name in hand. The page before goes when its own event is over."""
        before = self.takeWidget()
        if before is not None:
            before.deleteLater()
        self.setWidget(page)
        page.show()
        for field in page.findChildren(QWidget):
            if held and field.accessibleName() == held:
                field.setFocus()

    def _held(self) -> str:
        """The name of the field that has the keyboard."""
        field = self.focusWidget()
        return field.accessibleName() if field is not None and field.hasFocus() else ""

    def _made(self) -> PropertyPage:
        """The page for what is selected."""
        selection = self.workspace.selection
        sections = [thing for thing in selection if thing.field == "sections"]
        if not selection:
            dungeon = DungeonPage(self.workspace)
            dungeon.refused.connect(self._build)
            return dungeon
        if len(selection) == 1 or len(sections) == 1:
            page = ThingPage(self.workspace, sections[0] if sections else next(iter(selection)))
            page.refused.connect(self._build)
            return page
        several = PropertyPage(self.workspace)
        several.title.setText(translate("PropertiesDock", "%n thing(s) selected", None, PLURAL, len(selection)))
        return several

    @property
    def title(self) -> QLabel:
        """What the page shown is about."""
        assert self._page is not None  # noqa: S101 - there is one from the first refresh on
        return self._page.title
