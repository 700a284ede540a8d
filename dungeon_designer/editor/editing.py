"""Edit the selection or the whole map: the commands of the Edit menu, the clipboard and the context menu of the map."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import QMimeData, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QImage
from PySide6.QtWidgets import QMenu

from dungeon_designer.board.build import build_board
from dungeon_designer.drawing.drawing_options import DrawingOptions
from dungeon_designer.dungeon import Dungeon, names_theme_file
from dungeon_designer.editor.actions import Actions
from dungeon_designer.editor.background_worker import BackgroundWorker
from dungeon_designer.editor.canvas.interactive_map import InteractiveMap
from dungeon_designer.editor.clipboard import copy_to_clipboard
from dungeon_designer.editor.pasting import PastedDungeon, PasteRequest, parse_pasted, send_pasted
from dungeon_designer.editor.tools.floor_tools import TileTool
from dungeon_designer.editor.tools.select import SelectTool
from dungeon_designer.editor.tools.tool import Pointer
from dungeon_designer.editor.widgets import ask_confirmation
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.errors import DungeonError
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.exports.page_addresses import find_season_page
from dungeon_designer.exports.png import paint_png
from dungeon_designer.exports.svg import draw_board, write_svg_with_fonts
from dungeon_designer.grid import Size, Square, find_bounds
from dungeon_designer.layout.layout_file import write_json
from dungeon_designer.layout.model import Layout, ObstacleKind, RotatingRoom, SectionKind, Team, TerrainKind, TrapKind
from dungeon_designer.layout.transforms import Transform, move_layout
from dungeon_designer.layout_edits.descriptions import describe_kind, describe_object
from dungeon_designer.layout_edits.floor import (
    change_kind,
    find_floor,
    list_alternative_tiles,
    remove_objects_and_edges,
)
from dungeon_designer.layout_edits.objects import (
    ObjectRef,
    add_fragment,
    build_object_layout,
    build_shift,
    drop_missing_sections,
    find_object_squares,
    find_tile_sizes,
    list_objects,
    replace_objects,
    transform_object,
    transform_objects,
)
from dungeon_designer.layout_edits.symmetry import (
    Symmetry,
    SymmetryMode,
    build_symmetry,
    list_lost_objects,
    make_symmetric,
)
from dungeon_designer.layout_edits.teams import describe_paired_teams, list_team_objects
from dungeon_designer.translation import PLURAL, capitalise_first, fill_placeholders, translate


class Editing(QObject):
    """Commands of the Edit menu. Each command that changes the dungeon is one step of the undo history.

    The signal `dungeon_pasted` carries the layout and the board of a whole dungeon that was pasted as text or as a
    link.
    """

    dungeon_pasted = Signal(object, object)

    def __init__(self, workspace: Workspace, canvas: InteractiveMap) -> None:
        super().__init__(canvas)
        self.workspace, self.canvas = workspace, canvas
        self.reader = BackgroundWorker(send_pasted, "clipboard reader", self)
        self.reader.answer_received.connect(self._receive_pasted)
        self.reader.work_ended.connect(self._report_unreadable)
        self._requested_square: Square | None = None
        self._requesting_answers = workspace.document.answers
        """The answers of the dungeon into which is pasted; they tell whether it is the current one."""

    def delete_selection(self) -> None:
        """Delete the selection, together with the doors and walls of rooms that disappear."""
        workspace = self.workspace
        if workspace.selection:
            layout = remove_objects_and_edges(workspace.layout, workspace.selection, workspace.library)
            workspace.edit_layout(self.tr("Delete"), layout)

    def copy_selection(self) -> None:
        """Copy the selection to the clipboard as the text of a layout file."""
        if self.workspace.selection:
            text = write_json(self._build_selection_layout())
            data = QMimeData()
            data.setText(text.decode())
            data.setData(SELECTION_MIME_TYPE, text)
            copy_to_clipboard(data)

    def _build_selection_layout(self) -> Layout:
        """Return a layout that holds only the selection, with the teams of the dungeon."""
        return replace(build_object_layout(self.workspace.selection), sides=self.workspace.layout.sides)

    def copy_picture(self) -> None:
        """Copy a picture of the selection, or else of the whole map, to the clipboard, as PNG and SVG.

        The picture has the theme, names, pictures and grid lines of the screen, but always coordinates, and no secrets:
        coaches may see the picture.
        """
        workspace, selection, look = self.workspace, self.workspace.selection, self.canvas.options
        if selection:
            board = build_board(drop_missing_sections(self._build_selection_layout()), workspace.library)
        else:
            board = workspace.board
        with workspace.reported_errors():
            drawing = DrawingOptions(
                theme=look.theme, section_names=look.section_names, grid=look.grid, pictures=look.pictures
            )
            export_options = ExportOptions(drawing=drawing)
            picture = draw_board(board, export_options)
            pixels_per_square = min(_SQUARE_PX, max(2, int(_MAX_PICTURE_PX / max(picture.size))))
            png = paint_png(picture, export_options.square, pixels_per_square / export_options.square * 25.4)
            data = QMimeData()
            data.setImageData(QImage.fromData(png))
            data.setData("image/png", png)
            data.setData(SVG_MIME_TYPE, write_svg_with_fonts(picture, export_options.square))
            copy_to_clipboard(data)
            map_copied = self.tr("A picture of the map is copied.")
            selection_copied = self.tr("A picture of the selection is copied.")
            workspace.message_sent.emit(selection_copied if selection else map_copied)

    def copy_link(self) -> None:
        """Copy a link that holds the whole dungeon to the clipboard."""
        workspace = self.workspace
        try:
            link = Dungeon(workspace.layout).link(find_season_page(workspace.document.path))
        except DungeonError as error:
            workspace.message_sent.emit(str(error))
            return
        QGuiApplication.clipboard().setText(link)
        if names_theme_file(Dungeon(workspace.layout)):
            workspace.message_sent.emit(self.tr("A link is copied that holds this dungeon, without its theme file."))
        else:
            workspace.message_sent.emit(self.tr("A link that holds this dungeon is copied."))

    def cut_selection(self) -> None:
        """Copy the selection, then delete it."""
        self.copy_selection()
        self.delete_selection()

    def paste_at_pointer(self) -> None:
        """Paste the clipboard at the pointer."""
        self.paste_at(self.canvas.pointer.square if self.canvas.pointer else None)

    def paste_at(self, square: Square | None) -> None:
        """Paste the clipboard at a square, or for None near where the copied objects were.

        The text or link of a whole dungeon is opened instead. A long text is read in another thread; an earlier text
        that is still being read is dropped.
        """
        text, data = QGuiApplication.clipboard().text(), QGuiApplication.clipboard().mimeData()
        if not text.strip():
            self.workspace.message_sent.emit(self.tr("There is no piece of a dungeon on the clipboard."))
            return
        request = PasteRequest(text, data is not None and data.hasFormat(SELECTION_MIME_TYPE))
        if request.is_long:
            self._requested_square, self._requesting_answers = square, self.workspace.document.answers
            self.workspace.message_sent.emit(self.tr("Reading what is on the clipboard…"))
            self.reader.submit_request(request)
            return
        self.reader.drop_request()
        try:
            pasted = parse_pasted(request)
        except DungeonError as error:
            self._report_unreadable(str(error), False)
        else:
            self._insert_pasted(pasted, square)

    def _receive_pasted(self, pasted: PastedDungeon) -> None:
        """Insert what was read in the background, unless it is a selection and another dungeon is in front now.

        A selection was to be pasted at a square of the dungeon that was in front. A whole dungeon is opened on its own,
        so that it does not matter which one is in front.
        """
        # Each open dungeon has answers of its own, and gets new ones when another dungeon replaces it in its tab. So
        # the same object means the same dungeon, even after edits, which replace the layout.
        if pasted.is_selection and self._requesting_answers is not self.workspace.document.answers:
            self.workspace.message_sent.emit(self.tr("Nothing was pasted: another dungeon is in front now."))
            return
        self._insert_pasted(pasted, self._requested_square)

    def _insert_pasted(self, pasted: PastedDungeon, square: Square | None) -> None:
        """Insert a pasted selection at a square; for a whole dungeon, emit `dungeon_pasted`, so that it is opened."""
        if pasted.is_selection:
            self._insert_fragment(self.tr("Paste"), pasted.layout, square)
        else:
            self.dungeon_pasted.emit(pasted.layout, pasted.board)

    def _report_unreadable(self, problem: str, is_internal_error: bool) -> None:
        """Show a message that the clipboard holds no dungeon, if reading it failed."""
        if problem or is_internal_error:
            self.workspace.message_sent.emit(fill_placeholders(self.tr("The clipboard holds no dungeon: %1"), problem))

    def replace_objects(self, title: str, replacements: dict[ObjectRef, ObjectRef]) -> None:
        """Replace sections or objects by others, which are selected if the old ones were."""
        selection = self.workspace.selection
        if self.workspace.edit_layout(title, replace_objects(self.workspace.layout, dict(replacements))):
            self.workspace.select_objects(frozenset(replacements.get(ref, ref) for ref in selection))

    def duplicate_selection(self) -> None:
        """Insert a copy of the selection one square to the right and down."""
        if self.workspace.selection:
            corner, _ = self._find_bounding_box(self.workspace.selection)
            self._insert_fragment(
                self.tr("Duplicate"), build_object_layout(self.workspace.selection), (corner[0] + 1, corner[1] + 1)
            )

    def _insert_fragment(self, title: str, fragment: Layout, square: Square | None) -> None:
        """Insert the sections and objects of a fragment, that is a layout with copied objects, and select them.

        The upper left corner goes to `square`; for None it goes one square to the right of and below its old place.
        Rotating rooms are left out. If the fragment holds something of a team that does not play in this dungeon,
        nothing is inserted and a message says why.
        """
        refs = [ref for ref in list_objects(fragment) if not isinstance(ref.value, RotatingRoom)]
        if not refs:
            return
        absent_teams = [team for team in Team if team not in self.workspace.layout.teams]
        owners = [team for team in absent_teams if list_team_objects(fragment, {team})]
        if owners:
            template = self.tr("%1 does not play here: Properties say how many teams do.")
            self.workspace.message_sent.emit(fill_placeholders(template, ", ".join(map(describe_kind, owners))))
            return
        with self.workspace.reported_errors():
            corner, _ = self._find_bounding_box(refs)
            target = square or (corner[0] + 1, corner[1] + 1)
            offset = target[0] - corner[0], target[1] - corner[1]
            sizes = find_tile_sizes(fragment, self.workspace.library)
            moved_refs = [transform_object(ref, build_shift(offset), sizes, may_leave_grid=True) for ref in refs]
            layout, inserted = add_fragment(self.workspace.layout, build_object_layout(moved_refs))
            self._edit_and_select(title, layout, inserted)

    def rotate_selection(self) -> None:
        """Rotate the tile that is about to be placed, or else the selection about its centre, by a quarter turn."""
        if not self._send_key_to_tile_tool(Qt.Key.Key_R):
            self._transform_selection(self.tr("Turn"), 1, False)

    def flip_selection(self) -> None:
        """Flip the tile that is about to be placed, or else the selection, left to right."""
        if not self._send_key_to_tile_tool(Qt.Key.Key_F):
            self._transform_selection(self.tr("Flip"), 0, True)

    def _send_key_to_tile_tool(self, key: Qt.Key) -> bool:
        """Send a key to the tile tool, if that is the current tool. Return whether it was and used the key."""
        tool = self.canvas.tool
        return isinstance(tool, TileTool) and tool.handle_key(key, self.canvas.pointer)

    def _transform_selection(self, title: str, quarter_turns: int, flip: bool) -> None:
        """Rotate or flip the selection within its bounding box. Rotating rooms stay as they are."""
        refs = frozenset(ref for ref in self.workspace.selection if not isinstance(ref.value, RotatingRoom))
        if not refs:
            return
        corner, size = self._find_bounding_box(refs)
        transformation, layout_before = Transform(corner, size, corner, quarter_turns, flip), self.workspace.layout
        with self.workspace.reported_errors():
            layout, transformed = transform_objects(
                layout_before, refs, transformation, self.workspace.library, may_leave_grid=True
            )
            self._edit_and_select(title, layout, transformed)
            if layout.picture and all(ObjectRef("sections", section) in refs for section in layout_before.sections):
                text = self.tr("The picture below the map stays as it is: only what is drawn rotates or flips.")
                self.workspace.message_sent.emit(text)

    def _edit_and_select(self, title: str, layout: Layout, refs: frozenset[ObjectRef]) -> None:
        """Set a new layout as a step of the history, and select some of its objects, which may lie off the grid."""
        if self.workspace.edit_layout(title, layout, object()):
            self.workspace.select_objects(refs)
        self.workspace.settle_layout()

    def can_transform(self, quarter_turns: int, flip: bool) -> bool:
        """Return whether rotating or flipping would change anything: a tile in hand, or the selection.

        Selections of more than `_MAX_PROBED_OBJECTS` are not looked into.
        """
        if isinstance(self.canvas.tool, TileTool):
            return True
        refs = frozenset(ref for ref in self.workspace.selection if not isinstance(ref.value, RotatingRoom))
        if not refs or len(refs) > _MAX_PROBED_OBJECTS:
            return bool(refs)
        try:
            corner, size = self._find_bounding_box(refs)
            transformation = Transform(corner, size, corner, quarter_turns, flip)
            sizes = find_tile_sizes(build_object_layout(refs), self.workspace.library)
            return any(transform_object(ref, transformation, sizes) not in refs for ref in refs)
        except DungeonError:
            return True  # the action says why it cannot be done

    def _find_bounding_box(self, refs: frozenset[ObjectRef] | list[ObjectRef]) -> tuple[Square, Size]:
        """Return the upper left square and the size of the smallest rectangle around some sections and objects."""
        return find_bounds(square for ref in refs for square in find_object_squares(ref, self.workspace.library))

    def select_all(self) -> None:
        """Select all sections and objects whose kinds are not hidden."""
        hidden_fields = self.workspace.hidden_fields
        self.workspace.select_objects(
            [ref for ref in list_objects(self.workspace.layout) if ref.field not in hidden_fields]
        )

    def set_symmetry_mode(self, mode: SymmetryMode | None = None) -> None:
        """Choose the symmetry by which later edits are repeated, with its axis at the middle of the floor.

        A message says so if the symmetry does not exchange the teams of the dungeon as it should.

        Args:
            mode: the kind of symmetry; None keeps the current one and moves its axis to the middle of the floor.
        """
        mode = SymmetryMode(mode or self.workspace.symmetry.mode)  # Qt's combo boxes return plain strings
        self.workspace.set_symmetry(self._build_symmetry(mode))
        team_note = describe_paired_teams(self.workspace.layout.teams, mode)
        if team_note:
            self.workspace.message_sent.emit(team_note)

    def _build_symmetry(self, mode: SymmetryMode) -> Symmetry:
        """Return a symmetry of a kind about the middle of the floor; without floor, about that of the visible map."""
        squares = sorted(find_floor(self.workspace.layout, self.workspace.library))
        if not squares:
            view, width, height = self.canvas.view, self.canvas.width(), self.canvas.height()
            squares = [view.find_square(0, 0), view.find_square(width, height)]
            squares = [(max(x, 0), max(y, 0)) for x, y in squares]
        return build_symmetry(mode, squares) if mode is not SymmetryMode.OFF else Symmetry()

    def make_symmetric(self) -> None:
        """Repeat the first half of the map over the rest, by the chosen symmetry; left to right if none is chosen.

        If this would remove sections or objects, the user is asked first. Quarter turns are refused with a message if
        they cannot exchange the teams.
        """
        symmetry = self.workspace.symmetry
        if symmetry.mode is SymmetryMode.OFF:
            symmetry = self._build_symmetry(SymmetryMode.LEFT_RIGHT)
        team_note = describe_paired_teams(self.workspace.layout.teams, symmetry.mode)
        if team_note and symmetry.mode is SymmetryMode.QUARTER_TURNS:
            self.workspace.message_sent.emit(team_note)
            return
        with self.workspace.reported_errors():
            layout = make_symmetric(self.workspace.layout, symmetry, self.workspace.library, may_leave_grid=True)
            layout = self.workspace.add_automatic_doors(layout, symmetry)
            lost_count = len(list_lost_objects(self.workspace.layout, layout, self.workspace.library))
            title = self.tr("Make symmetric")
            if lost_count and not ask_confirmation(self.canvas.window(), title, self._format_loss_question(lost_count)):
                return
            if not self.workspace.edit_without_symmetry(title, layout, symmetry=symmetry):
                self.workspace.message_sent.emit(self.tr("The dungeon is symmetric already."))
            elif team_note:
                self.workspace.message_sent.emit(team_note)

    def _format_loss_question(self, count: int) -> str:
        """Return the question whether `count` sections and objects may be replaced by copies of the first half."""
        go_on_text = self.tr("Go on?")
        question = translate(
            "Editing", "%n object(s) beyond the axis would give way to the first half of the map.", None, PLURAL, count
        )
        return f"{question} {go_on_text}"

    def shift_map(self) -> None:
        """Move the whole map four squares to the right and down, to make room at the left and the top.

        The axis of symmetry moves with the map.
        """
        layout = self.workspace.layout
        symmetry = self.workspace.symmetry
        middle = symmetry.middle[0] + 8, symmetry.middle[1] + 8
        with self.workspace.reported_errors():
            shifted_layout = move_layout(layout, (4, 4), find_tile_sizes(layout, self.workspace.library))
            self.workspace.edit_without_symmetry(
                self.tr("Make room"), shifted_layout, symmetry=Symmetry(symmetry.mode, middle)
            )


_MAX_PROBED_OBJECTS = 200
"""How many selected objects are looked into at most to see whether rotating them changes anything."""

SELECTION_MIME_TYPE = "application/x-dungeon-designer-pieces"
"""Marks clipboard text as copied objects to insert. Other text is a dungeon of its own."""

SVG_MIME_TYPE = "image/svg+xml"
"""The MIME type of an SVG picture on the clipboard."""

_SQUARE_PX, _MAX_PICTURE_PX = 48, 6000
"""Pixels per square in a copied picture, and the maximum of its longer side in pixels."""


_KINDS_BY_FIELD: dict[str, list[StrEnum]] = {
    "sections": [kind for kind in SectionKind if kind is not SectionKind.BOARD],
    "terrain": list(TerrainKind),
    "obstacles": list(ObstacleKind),
    "traps": [kind for kind in TrapKind if kind not in (TrapKind.COUNTER, TrapKind.TRAPDOOR)],
}
"""The kinds that the context menu offers for each list of a layout.

Trapdoors and counters are left out, since they hold more than other traps do.
"""


class ContextMenu(QObject):
    """Menu of the map: selects what was clicked, and offers what can be done with the selection.

    The signal `properties_requested` asks for the panel of properties.
    """

    properties_requested = Signal()

    def __init__(self, workspace: Workspace, canvas: InteractiveMap, editing: Editing, actions: Actions) -> None:
        super().__init__(canvas)
        self.workspace, self.canvas, self.editing, self.actions = workspace, canvas, editing, actions

    def open_menu(self, pointer: Pointer | None) -> None:
        """Open the menu at the pointer, after selecting what is there if it is not selected yet.

        None, for the menu key, opens it in the middle of the map.
        """
        if pointer is not None:
            tool, selection = self.canvas.tool, self.workspace.selection
            clicked = tool.find_items(pointer) if isinstance(tool, SelectTool) else frozenset()
            # whether the item is selected only because its room is
            is_inside_selected_room = not _has_section(clicked) and _has_section(selection)
            if not clicked or not clicked <= selection or is_inside_selected_room:
                self.workspace.select_objects(clicked)
        menu = QMenu(self.canvas)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if self.workspace.selection:
            self._fill_menu(menu)
        paste = menu.addAction(
            self.tr("Paste &here"), lambda: self.editing.paste_at(pointer.square if pointer else None)
        )
        paste.setEnabled(bool(QGuiApplication.clipboard().text().strip()))
        if not self.workspace.selection:
            menu.addAction(self.actions["select-all"])
            menu.addAction(self.actions["fit"])
        menu.addSeparator()
        menu.addAction(self.tr("Pr&operties"), self.properties_requested.emit)
        middle = self.canvas.width() / 2, self.canvas.height() / 2
        x, y = self.canvas.view.find_pixel(pointer.x, pointer.y) if pointer is not None else middle
        menu.popup(self.canvas.mapToGlobal(QPoint(round(x), round(y))))

    def _fill_menu(self, menu: QMenu) -> None:
        """Add the entries for the selection.

        Entries that change the kind or the tile apply to the section, if exactly one is selected. Otherwise they apply
        to all selected objects, if these are of one list of the layout, such as all traps.
        """
        selection = self.workspace.selection
        sections = [ref for ref in selection if ref.field == "sections"]
        refs_of_one_list = list(selection) if len({ref.field for ref in selection}) == 1 else []
        subjects = sections if len(sections) == 1 else refs_of_one_list
        if len(subjects) == 1:
            header = capitalise_first(describe_object(subjects[0], self.workspace.board))
        else:
            header = translate("PropertiesDock", "%n object(s) selected", None, PLURAL, len(selection))
        menu.addAction(header).setEnabled(False)
        menu.addSeparator()
        menu.addAction(self.actions["turn"])
        menu.addAction(self.actions["flip"])
        if subjects:
            self._add_kind_menu(menu, subjects)
            self._add_tile_menu(menu, subjects)
            if subjects[0].field == "square_doors":
                is_open = all(door.value.open for door in subjects)
                label, will_be_open = self.tr("Shut the door") if is_open else self.tr("Open the door"), not is_open
                self._add_replacing_entry(menu, label, label, subjects, partial(_change_fields, open=will_be_open))
        locked, selected_ids = self.workspace.locked_sections, frozenset(section.value.id for section in sections)
        if selected_ids:
            is_unlocked = bool(selected_ids - locked)
            action = menu.addAction(self.tr("&Locked for proposals"))
            action.setCheckable(True)
            action.setChecked(not is_unlocked)
            action.triggered.connect(
                lambda: self.workspace.lock_sections(locked | selected_ids if is_unlocked else locked - selected_ids)
            )
        menu.addSeparator()
        for name in ("cut", "copy", "duplicate", "delete"):
            menu.addAction(self.actions[name])
        menu.addSeparator()

    def _add_kind_menu(self, menu: QMenu, subjects: list[ObjectRef]) -> None:
        """Add a submenu with the kinds to which some sections or objects of one list can be changed.

        Nothing is added for tiles, trapdoors, counters and lists without kinds.
        """
        field = subjects[0].field
        if field not in _KINDS_BY_FIELD or any(getattr(ref.value, "tile", "") for ref in subjects):
            return
        if field == "traps" and any(ref.value.kind not in _KINDS_BY_FIELD[field] for ref in subjects):
            return
        kinds = menu.addMenu(self.tr("&Kind"))
        for kind in _KINDS_BY_FIELD[field]:
            change_kind = partial(self._change_kind, kind=kind)
            action = self._add_replacing_entry(
                kinds, capitalise_first(describe_kind(kind)), self.tr("Change the kind"), subjects, change_kind
            )
            action.setCheckable(True)
            action.setChecked(all(ref.value.kind is kind for ref in subjects))

    def _add_replacing_entry(
        self,
        menu: QMenu,
        label: str,
        title: str,
        subjects: list[ObjectRef],
        build_replacement: Callable[[ObjectRef], ObjectRef],
    ) -> QAction:
        """Add an entry that replaces each of some sections or objects by another, and return the entry.

        Args:
            menu: the menu.
            label: the text of the entry.
            title: the name of the step in the undo history.
            subjects: the sections or objects.
            build_replacement: returns the replacement of a section or object.
        """
        return menu.addAction(
            label, lambda: self.editing.replace_objects(title, {each: build_replacement(each) for each in subjects})
        )

    def _change_kind(self, ref: ObjectRef, kind: StrEnum) -> ObjectRef:
        """Return a section or object changed to another kind. Sections gain or lose their team as the kind requires."""
        if isinstance(kind, SectionKind):
            return ObjectRef(ref.field, change_kind(self.workspace.layout, ref.value, kind, self.workspace.library))
        return _change_fields(ref, kind=kind)

    def _add_tile_menu(self, menu: QMenu, subjects: list[ObjectRef]) -> None:
        """Add a submenu with the tiles that can replace a tile, if exactly one tile is given.

        They are the tiles of the same set and size.
        """
        ref = subjects[0]
        if len(subjects) != 1 or not getattr(ref.value, "tile", ""):
            return
        try:
            other_sections = list_alternative_tiles(ref.value, self.workspace.library)
        except DungeonError:  # the user's own tile set holds a broken tile
            return
        tiles = menu.addMenu(self.tr("S&wap the tile for"))
        tiles.setEnabled(bool(other_sections))
        for section in other_sections:
            name = self.workspace.library.get(section.tile).name.replace("&", "&&")
            replacement_by_ref = {ref: ObjectRef(ref.field, section)}
            self._add_replacing_entry(tiles, name, self.tr("Swap a tile"), subjects, replacement_by_ref.__getitem__)


def _has_section(refs: frozenset[ObjectRef]) -> bool:
    return any(ref.field == "sections" for ref in refs)


def _change_fields(ref: ObjectRef, **changes: object) -> ObjectRef:
    """Return a section or object with some of its fields changed."""
    return ObjectRef(ref.field, replace(ref.value, **changes))
