"""The menu of a right click on the map: what can be done with the thing there."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from msgspec.structs import replace
from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QMenu

from dungeon_designer.editor.actions import Actions
from dungeon_designer.editor.canvas.interactive_map import InteractiveMap
from dungeon_designer.editor.editing import Editing
from dungeon_designer.editor.pictures import side_icon
from dungeon_designer.editor.tools.select import SelectTool
from dungeon_designer.editor.tools.tool import Pointer
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.errors import DungeonError
from dungeon_designer.grid import bounds
from dungeon_designer.layout.model import TWO_TEAMS, ObstacleKind, SectionKind, TerrainKind, TrapKind
from dungeon_designer.layout_edits.descriptions import item_in_words, plain
from dungeon_designer.layout_edits.floor import of_kind, other_tiles
from dungeon_designer.layout_edits.items import ItemRef, squares_of
from dungeon_designer.layout_edits.sides import given_to, owner_of
from dungeon_designer.translation import PLURAL, capital, translate

_KINDS: dict[str, list[StrEnum]] = {
    "sections": [kind for kind in SectionKind if kind is not SectionKind.BOARD],
    "terrain": list(TerrainKind),
    "obstacles": list(ObstacleKind),
    "traps": [kind for kind in TrapKind if kind not in (TrapKind.COUNTER, TrapKind.TRAPDOOR)],
}
"""What a thing of each list can be made into; trapdoors and counters hold more than other traps do."""


class ContextMenu(QObject):
    """Selects what was clicked, and shows what can be done with the selection. `properties`: they are to be shown."""

    properties = Signal()

    def __init__(self, workspace: Workspace, canvas: InteractiveMap, editing: Editing, actions: Actions) -> None:
        super().__init__(canvas)
        self.workspace, self.canvas, self.editing, self.actions = workspace, canvas, editing, actions

    def show(self, at: Pointer | None) -> None:
        """Open the menu at the pointer; without one (the menu key) at the selection."""
        if at is not None:
            self._select(at)
        menu = QMenu(self.canvas)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if self.workspace.selection:
            self._fill(menu)
        self._fill_always(menu, at)
        menu.popup(self.canvas.mapToGlobal(self._place(at)))

    def _select(self, at: Pointer) -> None:
        tool = self.canvas.tool
        found = tool.thing_at(at) if isinstance(tool, SelectTool) else frozenset()
        if not found or not found <= self.workspace.selection or self._lies_in_room(found):
            self.workspace.select(found)

    def _lies_in_room(self, found: frozenset[ItemRef]) -> bool:
        """Whether what was clicked is selected only because it lies in a room that is."""
        return not _has_section(found) and _has_section(self.workspace.selection)

    def _place(self, at: Pointer | None) -> QPoint:
        if at is None and self.workspace.selection:
            squares = (each for thing in self.workspace.selection for each in squares_of(thing, self.workspace.library))
            (left, top), (width, height) = bounds(squares)
            x, y = self.canvas.view.pixel_of(left + width / 2, top + height / 2)
        elif at is None:
            x, y = self.canvas.width() / 2, self.canvas.height() / 2
        else:
            x, y = self.canvas.view.pixel_of(at.x, at.y)
        return QPoint(round(x), round(y))

    @property
    def _subjects(self) -> list[ItemRef]:
        """What the menu is about: the one section, or several things of one sort."""
        things = self.workspace.selection
        sections = [thing for thing in things if thing.field == "sections"]
        if len(sections) == 1:
            return sections
        return list(things) if len({thing.field for thing in things}) == 1 else []

    def _fill(self, menu: QMenu) -> None:
        subjects = self._subjects
        head = menu.addAction(self._head(subjects))
        head.setEnabled(False)
        menu.addSeparator()
        menu.addAction(self.actions["turn"])
        menu.addAction(self.actions["flip"])
        if subjects:
            self._kinds(menu, subjects)
            self._owners(menu, subjects)
            self._tiles(menu, subjects)
            self._doors(menu, subjects)
        self._locks(menu)
        menu.addSeparator()
        for name in ("cut", "copy", "duplicate", "delete"):
            menu.addAction(self.actions[name])
        menu.addSeparator()

    def _head(self, subjects: list[ItemRef]) -> str:
        count = len(self.workspace.selection)
        if len(subjects) == 1:
            return capital(item_in_words(subjects[0], self.workspace.board))
        return translate("PropertiesDock", "%n thing(s) selected", None, PLURAL, count)

    def _kinds(self, menu: QMenu, subjects: list[ItemRef]) -> None:
        field = subjects[0].field
        if field not in _KINDS or any(getattr(each.value, "tile", "") for each in subjects):
            return
        if field == "traps" and any(each.value.kind not in _KINDS[field] for each in subjects):
            return
        kinds = menu.addMenu(self.tr("&Kind"))
        for kind in _KINDS[field]:
            action = kinds.addAction(capital(plain(kind)), self._exchange(self.tr("Change the kind"), subjects, kind))
            action.setCheckable(True)
            action.setChecked(all(each.value.kind is kind for each in subjects))

    def _owners(self, menu: QMenu, subjects: list[ItemRef]) -> None:
        """Whose a zone, an entry or a counter is: with two sides Properties do for that."""
        teams = self.workspace.layout.teams
        if len(teams) == len(TWO_TEAMS) or any(owner_of(each) is None for each in subjects):
            return
        owners = menu.addMenu(self.tr("S&ide"))
        for team in teams:
            new = {each: given_to(each, team) for each in subjects}
            action = owners.addAction(capital(plain(team)), self._given(new))
            action.setIcon(side_icon(next(side for side in self.workspace.layout.sides if side.id is team)))
            action.setCheckable(True)
            action.setChecked(all(owner_of(each) is team for each in subjects))

    def _given(self, new: dict[ItemRef, ItemRef]) -> Callable[[], None]:
        return lambda: self.editing.exchange(self.tr("Change the side"), new)

    def _exchange(self, title: str, subjects: list[ItemRef], kind: StrEnum) -> Callable[[], None]:
        return lambda: self.editing.exchange(title, {each: self._as(each, kind) for each in subjects})

    def _as(self, thing: ItemRef, kind: StrEnum) -> ItemRef:
        if isinstance(kind, SectionKind):
            return ItemRef(thing.field, of_kind(self.workspace.layout, thing.value, kind, self.workspace.library))
        return ItemRef(thing.field, replace(thing.value, kind=kind))

    def _tiles(self, menu: QMenu, subjects: list[ItemRef]) -> None:
        thing = subjects[0]
        if len(subjects) != 1 or not getattr(thing.value, "tile", ""):
            return
        try:
            others = other_tiles(thing.value, self.workspace.library)
        except DungeonError:  # a set of the user's own that holds a broken tile
            return
        tiles = menu.addMenu(self.tr("S&wap the tile for"))
        tiles.setEnabled(bool(others))
        for section in others:
            words = self.workspace.library.get(section.tile).name.replace("&", "&&")
            tiles.addAction(words, self._swap(thing, ItemRef("sections", section)))

    def _swap(self, thing: ItemRef, new: ItemRef) -> Callable[[], None]:
        return lambda: self.editing.exchange(self.tr("Swap a tile"), {thing: new})

    def _doors(self, menu: QMenu, subjects: list[ItemRef]) -> None:
        if subjects[0].field != "square_doors":
            return
        is_open = all(each.value.open for each in subjects)
        new = {each: ItemRef(each.field, replace(each.value, open=not is_open)) for each in subjects}
        words = self.tr("Shut the door") if is_open else self.tr("Open the door")
        menu.addAction(words, lambda: self.editing.exchange(words, new))

    def _locks(self, menu: QMenu) -> None:
        """Whether suggestions leave the selected rooms as they are."""
        own = frozenset(thing.value.id for thing in self.workspace.selection if thing.field == "sections")
        if not own:
            return
        locked = self.workspace.locked
        free = bool(own - locked)
        action = menu.addAction(self.tr("&Locked for suggestions"))
        action.setCheckable(True)
        action.setChecked(not free)
        action.triggered.connect(lambda _=False: self.workspace.lock(locked | own if free else locked - own))

    def _fill_always(self, menu: QMenu, at: Pointer | None) -> None:
        paste = menu.addAction(self.tr("Paste &here"), lambda: self.editing.paste_at(at.square if at else None))
        paste.setEnabled(self.editing.can_paste())
        if not self.workspace.selection:
            menu.addAction(self.actions["select-all"])
            menu.addAction(self.actions["fit"])
        menu.addSeparator()
        menu.addAction(self.tr("Pr&operties"), self.properties.emit)


def _has_section(things: frozenset[ItemRef]) -> bool:
    return any(thing.field == "sections" for thing in things)
