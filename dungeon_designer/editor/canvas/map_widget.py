"""The widget that shows the map as it would be printed, with all that one needs to work on it.

The map is painted into an image as large as the window. After an edit only the rectangles in which the drawing
changed are painted again. What lies over the map (previews, the selection) is painted each time.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import lru_cache

from msgspec.structs import replace as replace_fields
from PySide6.QtCore import QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAccessibleValueChangeEvent,
    QColor,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTransform,
)
from PySide6.QtWidgets import QAccessibleWidget, QWidget

from dungeon_designer.analysis.figure_picture import FigurePicture
from dungeon_designer.board.build import build_board
from dungeon_designer.drawing.compose import draw, find_drawn_area
from dungeon_designer.drawing.drawing_options import DrawingOptions, PictureMode
from dungeon_designer.editor.background_worker import BackgroundWorker
from dungeon_designer.editor.canvas.map_drawing import (
    MAX_FOREGROUND_SQUARES,
    DrawingRequest,
    DrawnMap,
    draw_in_background,
    draw_map,
)
from dungeon_designer.editor.canvas.overlay import RULER_WIDTH_PX, Overlay
from dungeon_designer.editor.canvas.painted_pictures import deferred_loading
from dungeon_designer.editor.canvas.picture import MIN_TEXTURE_SCALE_PX, PaintedDrawing, PixelCache
from dungeon_designer.editor.canvas.picture_loading import PictureLoading
from dungeon_designer.editor.canvas.viewport import CursorPosition, Viewport, fit_viewport
from dungeon_designer.editor.hideable_kinds import list_hidden_layers
from dungeon_designer.editor.proposal_worker import ProposalAnswer
from dungeon_designer.editor.tools.tool import Pointer, Preview, Tool
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.errors import EditError
from dungeon_designer.findings import Level
from dungeon_designer.grid import Edge, Square, list_edges, normalise_edge
from dungeon_designer.layout.model import Layout, RotatingRoom
from dungeon_designer.layout_edits.grid_offset import shift_layout
from dungeon_designer.layout_edits.objects import (
    EDGE_FIELDS,
    ObjectRef,
    build_object_layout,
    find_covered_squares,
    find_object_squares,
    find_tile_sizes,
    transform_object,
)

_PAPER_LAYERS = frozenset({"page", "title", "legend", "coordinates"})
"""Layers of the drawing that belong to a sheet of paper and are not shown in the window."""

_FLOOR_LAYERS = frozenset({"picture", "rock", "floor", "zones", "shadows", "terrain", "grid", "sides"})
"""The lowest layers. They cost most of a repaint and stay as they are while a chest is dragged over them."""

_LEGEND_ROWS = 3  # squares below the map that the legend of a figure takes


class MapWidget(QWidget):
    """The widget that shows the board of the workspace, with a preview of what the current tool would do."""

    view_changed = Signal()
    description = ""
    """A description of what is at the pointer, or at the cursor of the keyboard."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        _register_accessible_map()
        super().__init__(parent)
        self.workspace = workspace
        self.view = Viewport()
        self.tool = Tool(workspace)
        self.dark = False
        self.names = False
        self.problems = True
        self.pictures = PictureMode.FULL
        self._drawn_picture: PaintedDrawing | None = None
        self._is_current = False
        self.map_drawer = BackgroundWorker(draw_in_background, "map", self)
        self.map_drawer.answer_received.connect(self._show_drawing)
        self.map_drawer.work_ended.connect(self._report_failure)
        self.picture_loading = PictureLoading(workspace, self)
        self.picture_loading.dungeon_picture_checked.connect(self.redraw)
        self.picture_loading.images_changed.connect(self._repaint_all)
        self._is_new_dungeon = True
        """Whether another dungeon was opened since the map was drawn last."""
        self._floor_cache, self._map_cache = PixelCache(), PixelCache()
        self.pointer: Pointer | None = None
        """Where the mouse or the keys point, if they do."""
        self._pointer_pixel = QPointF()
        self.key_cursor: CursorPosition | None = None
        self._keeps_fitting = True
        self.figure: FigurePicture | None = None
        self._previewed_proposal: ProposalAnswer | None = None
        self.setMinimumSize(320, 110)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAccessibleName(self.tr("The map"))
        workspace.changed.connect(self.redraw)
        workspace.hidden_changed.connect(self.redraw)
        workspace.opened.connect(self._mark_new_dungeon)
        workspace.opened.connect(self.fit)
        workspace.traced_changed.connect(self._repaint_all)
        space = workspace
        for signal in (space.selection_changed, space.marked_changed, space.symmetry_changed, space.locked_changed):
            signal.connect(self.update)

    @property
    def options(self) -> DrawingOptions:
        """The options with which the map is drawn in the window.

        Secrets are left out while the tool hides them, as when coaches set up the dungeon together. Texture is left
        out where squares are too small to show it.
        """
        theme = "slate" if self.dark else "parchment"
        shows_texture = self.view.scale >= MIN_TEXTURE_SCALE_PX
        return DrawingOptions(
            theme,
            False,
            section_names=self.names,
            hidden=not self.tool.hides_secrets,
            keys=False,
            grid=shows_texture,
            hatching=shows_texture,
            paving=len(self.workspace.board) <= MAX_FOREGROUND_SQUARES,
            pictures=self.pictures,
        )

    def set_look(self, name: str, on: bool) -> None:
        """Switch one of the options of the view.

        Args:
            name: "dark" for the dark theme, "names" for the names of sections, "problems" for marks at problems.
            on: whether the option is on.
        """
        setattr(self, name, on)
        self.redraw()

    def show_pictures(self, mode: PictureMode) -> None:
        """Show, dim or leave out the pictures of tiles and of the dungeon."""
        self.pictures = mode
        self.redraw()

    def show_figure(self, figure: FigurePicture | None) -> None:
        """Show a figure over the map with its legend below, or remove it (None).

        A figure is a diagram of an analysis, such as routes.
        """
        self.figure = figure
        self.redraw()
        if self._keeps_fitting:
            self.fit()

    def move_map_along(self, offset: Square) -> None:
        """Move the view, the figure, the previewed proposal and the cursor with the dungeon, by an offset."""
        if self.figure is not None:
            self.figure = self.figure.move_by(offset)
        if self._previewed_proposal is not None:
            proposal, library = self._previewed_proposal, self.workspace.library
            self._previewed_proposal = replace_fields(
                proposal,
                layout=shift_layout(proposal.layout, offset, library),
                squares=tuple((x + offset[0], y + offset[1]) for x, y in proposal.squares),
            )
        if self.key_cursor is not None:
            x, y = self.key_cursor.square
            self.key_cursor = CursorPosition((x + offset[0], y + offset[1]), self.key_cursor.side)
        keeps_fitting = self._keeps_fitting
        self.show_view(self.view.move_along(offset))
        self._keeps_fitting = keeps_fitting

    def show_proposal(self, proposal: ProposalAnswer | None) -> None:
        """Show a proposed dungeon instead of the open one, with the squares that it changes marked.

        None shows the open dungeon again.
        """
        if proposal is not self._previewed_proposal:
            self._previewed_proposal = proposal
            self.redraw()
            self.update()

    # For assistive programs -----------------------------------------------------------------------------------

    def set_description(self, text: str, aloud: bool) -> None:
        """Set the description of what is at the cursor; with `aloud`, a screen reader reads it at once."""
        if text != self.description:
            self.description = text
            QAccessible.updateAccessibility(QAccessibleValueChangeEvent(self, text))
            if aloud:
                self.announce_text(text)

    def announce_text(self, text: str) -> None:
        """Have a screen reader read a text, if a screen reader runs."""
        if text and QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))

    # Looking round --------------------------------------------------------------------------------------------

    def fit(self) -> None:
        """Show the whole dungeon, and continue to do so when the window is resized."""
        corner, size = find_drawn_area(self.workspace.board)
        if not size[0]:
            corner, size = (0, 0), (28, 18)
        if self.figure is not None:
            size = size[0], size[1] + _LEGEND_ROWS
        window_size = self.width() - RULER_WIDTH_PX, self.height() - RULER_WIDTH_PX
        self.show_view(fit_viewport(corner, size, window_size).scroll(RULER_WIDTH_PX, RULER_WIDTH_PX))
        self._keeps_fitting = True

    def show_view(self, view: Viewport) -> None:
        """Show another part of the map, or the map at another scale, if the view differs from the current one.

        The map is drawn anew if it changes between a scale with texture and a coarse one. It no longer follows the
        size of the window until `fit` is called.
        """
        if view != self.view:
            was_coarse, self.view = self.view.scale < MIN_TEXTURE_SCALE_PX, view
            self._is_current = self._is_current and was_coarse == (view.scale < MIN_TEXTURE_SCALE_PX)
            self._keeps_fitting = False
            self._repaint_all()
            self.view_changed.emit()

    def zoom(self, steps: int, pixel: QPointF | None = None) -> None:
        """Zoom in some steps, or out for negative steps, around a pixel of the window (by default its middle)."""
        point = pixel or QPointF(self.width() / 2, self.height() / 2)
        self.show_view(self.view.zoom(steps, point.x(), point.y()))

    def scroll_to(self, squares: tuple[Square, ...]) -> None:
        """Scroll so that some squares are in view, unless all of them are."""
        if not all(map(self.is_in_view, squares)):
            x, y = (sum(square[axis] + 0.5 for square in squares) / len(squares) for axis in (0, 1))
            self.show_view(self.view.centre_on((x, y), (self.width(), self.height())))

    def is_in_view(self, square: Square) -> bool:
        """Return whether a whole square is in view, not covered by the rulers."""
        (left, top), (right, bottom) = self.view.find_pixel(*square), self.view.find_pixel(square[0] + 1, square[1] + 1)
        return left >= RULER_WIDTH_PX and top >= RULER_WIDTH_PX and right <= self.width() and bottom <= self.height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the dungeon again, unless the user has scrolled or zoomed since it was fitted."""
        super().resizeEvent(event)
        if self._keeps_fitting:
            self.fit()
        self._repaint_all()

    # Painting -------------------------------------------------------------------------------------------------

    def _mark_new_dungeon(self) -> None:
        self._is_new_dungeon = True

    def redraw(self) -> None:
        """Have the board drawn again before the next paint. Of several edits in between, only the last is drawn."""
        self._is_current = False
        self.update()

    @property
    def picture(self) -> PaintedDrawing:
        """The drawing of the current board, drawn when it is needed. Unchanged parts keep their painted pixels.

        A large board is drawn in the worker's thread. Until that is done, this is the previous drawing of the same
        dungeon, or an empty map.
        """
        if self._drawn_picture is None or not self._is_current:
            self._is_current, request = True, self._build_request()
            previous, self._is_new_dungeon = None if self._is_new_dungeon else request.previous, False
            if len(request.board) <= MAX_FOREGROUND_SQUARES:
                self.map_drawer.drop_request()
                self._show_drawing(draw_map(request))
            else:
                if previous is None:
                    previous = self._drawn_picture = PaintedDrawing(
                        draw(build_board(Layout()), self.options), _PAPER_LAYERS
                    )
                    self._repaint_all()
                self.map_drawer.submit_request(replace(request, previous=previous))
        assert self._drawn_picture is not None  # noqa: S101  (it was just drawn)
        return self._drawn_picture

    @property
    def is_drawing(self) -> bool:
        """Whether a large board is still being drawn, so that the map shows an older state."""
        return not self.map_drawer.is_idle

    def _build_request(self) -> DrawingRequest:
        """Return the request to draw the current board, or the proposed dungeon that is previewed.

        Notices are not marked.
        """
        board, findings = self.workspace.board, self.workspace.findings if self.problems else ()
        if self._previewed_proposal is not None:
            board, findings = build_board(self._previewed_proposal.layout, self.workspace.library, board), ()
        board = self.picture_loading.omit_unchecked_picture(board)
        marked_findings = tuple(finding for finding in findings if finding.level is not Level.INFO)
        hidden_layers = _PAPER_LAYERS | list_hidden_layers(self.workspace.hidden_kinds)
        return DrawingRequest(board, self.options, marked_findings, self.figure, hidden_layers, self._drawn_picture)

    def _show_drawing(self, drawn: DrawnMap) -> None:
        """Show a finished drawing.

        Mark the cached pixels where it differs from the previous one as stale, to be painted again.
        """
        self._drawn_picture = drawn.picture
        if drawn.changed_areas is None:
            self._repaint_all()
        for layer, rectangle in drawn.changed_areas or ():
            if not rectangle.isEmpty():
                pixels = self._build_transform().mapRect(rectangle).toAlignedRect().adjusted(-1, -1, 1, 1) & self.rect()
                self._map_cache.invalidate(pixels)
                if layer in _FLOOR_LAYERS:
                    self._floor_cache.invalidate(pixels)
        self.update()

    def _report_failure(self, problem: str, fault: bool) -> None:
        """Show why the board cannot be drawn, and remove the text that says that it is being drawn."""
        if problem:
            self.workspace.message_sent.emit(problem)
        self.update()

    def _repaint_all(self) -> None:
        """Have the whole map painted again, not only the rectangles that changed."""
        self._floor_cache.stale = self._map_cache.stale = None
        self.update()

    def _build_transform(self) -> QTransform:
        return QTransform(self.view.scale, 0, 0, self.view.scale, -self.view.left, -self.view.top)

    def _paint_floor_layers(self, painter: QPainter, box: QRect) -> None:
        """Paint the grid's faint lines and the lowest layers of the drawing into a box.

        These layers are rock, floor and what covers it. A picture to trace is painted over them, and the grid once
        more above the picture.
        """
        draw_grid, traced = Overlay(painter, self.view, self.rect(), self.dark).draw_grid, self.workspace.traced_picture
        painter.fillRect(box, QColor(self.picture.drawing.background))
        draw_grid()
        painter.save()
        painter.setTransform(self._build_transform(), True)
        self.picture.paint(painter, self._convert_to_squares(box), _FLOOR_LAYERS.__contains__)
        if traced is not None:
            traced.paint(painter)
        painter.restore()
        if traced is not None:
            draw_grid()

    def _paint_upper_layers(self, painter: QPainter, box: QRect) -> None:
        """Paint the cached pixels of the lowest layers into a box, then all other layers and the rulers."""
        ratio = self.devicePixelRatioF()
        painter.drawImage(QRectF(box), self._floor_cache.image, QTransform.fromScale(ratio, ratio).mapRect(QRectF(box)))
        painter.setTransform(self._build_transform(), True)
        self.picture.paint(painter, self._convert_to_squares(box), lambda layer: layer not in _FLOOR_LAYERS)
        if min(box.left(), box.top()) < RULER_WIDTH_PX:
            painter.resetTransform()
            Overlay(painter, self.view, self.rect(), self.dark).draw_rulers()

    def _convert_to_squares(self, box: QRect) -> QRectF:
        return self._build_transform().inverted()[0].mapRect(QRectF(box))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the map, then what lies over it: selection, preview, marks and the cursor."""
        # Reading `picture` draws the map anew if the dungeon has changed, and marks the cached pixels that are stale
        # then. The caches can be refreshed only after that.
        _ = self.picture
        with deferred_loading() as missing_keys:
            self._floor_cache.refresh(self.size(), self.devicePixelRatioF(), self._paint_floor_layers)
            self._map_cache.refresh(self.size(), self.devicePixelRatioF(), self._paint_upper_layers)
        if missing_keys:
            self.picture_loading.request_images(missing_keys)
        painter = QPainter(self)
        painter.drawImage(0, 0, self._map_cache.image)
        painter.setClipRegion(event.region() & self.rect().adjusted(RULER_WIDTH_PX, RULER_WIDTH_PX, 0, 0))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        overlay = Overlay(painter, self.view, self.rect(), self.dark)
        if self.is_drawing:
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.tr("Drawing the map…"))
        overlay.draw_axis(self.workspace.symmetry)
        self._paint_highlighted_squares(overlay)
        self._paint_tool_preview(overlay)
        if self.key_cursor is not None and self.hasFocus():
            overlay.draw_cursor(self.key_cursor)
        if self.pointer is not None:
            overlay.draw_label(self.tool.preview.label, self._pointer_pixel)
            painter.setClipRegion(event.region())
            overlay.highlight_coordinates(self.pointer.square)
        painter.end()

    def _paint_highlighted_squares(self, overlay: Overlay) -> None:
        """Paint what is highlighted: locked rooms, changes of a proposal or the selection, squares of a problem."""
        workspace = self.workspace
        if workspace.locked_sections:
            locked_squares: set[Square] = set()
            for section in workspace.layout.sections:
                if section.id in workspace.locked_sections:
                    locked_squares.update(find_covered_squares(section, workspace.library))
            overlay.draw_locked_squares(locked_squares)
        if self._previewed_proposal is not None:
            overlay.draw_area(self._previewed_proposal.squares, overlay.colours.good, 60)
        elif workspace.selection:
            overlay.draw_selection(*self._find_selection())
        overlay.draw_marked_squares(workspace.marked_squares)

    def _paint_tool_preview(self, overlay: Overlay) -> None:
        """Paint what the current tool shows: the tile to be placed, the preview, mirrored copies, and handles."""
        if self.tool.preview.ghost is not None:
            overlay.draw_ghost(self.tool.preview.ghost, self.workspace.library)
        overlay.draw_preview(self.tool.preview)
        if self.tool.erases_on_right_click:
            self._paint_mirrored_copies(overlay, self.tool.preview)
        overlay.draw_handles(self.tool.list_handles(self.view.scale))

    def _paint_mirrored_copies(self, overlay: Overlay, preview: Preview) -> None:
        """Paint the copies of the preview that the symmetry would add: squares, borders and the tile."""
        library, good = self.workspace.library, overlay.colours.good
        for transform in self.workspace.symmetry.list_transforms():
            squares = {transform.transform_square(square) for square in preview.squares}
            overlay.draw_area(squares - {*preview.squares}, good, 24)
            edges = [
                normalise_edge(transform.transform_square(square), transform.transform_side(side))
                for square, side in preview.edges
            ]
            overlay.draw_edges(edges, good, 6)
            if preview.ghost is not None:
                tile = ObjectRef("sections", preview.ghost)
                with suppress(EditError):  # off the grid, where none can be placed
                    tile_sizes = find_tile_sizes(build_object_layout([tile]), library)
                    overlay.draw_ghost(transform_object(tile, transform, tile_sizes).value, library)

    def _find_selection(self) -> tuple[set[Square], list[Edge]]:
        """Return the squares and the borders between squares that the selected sections and objects cover."""
        squares: set[Square] = set()
        edges: list[Edge] = []
        for item in self.workspace.selection:
            if item.field in EDGE_FIELDS:
                edges += list_edges(item.value.at, item.value.side, item.value.width)
            elif isinstance(item.value, RotatingRoom):
                sections = (s for s in self.workspace.board.sections if s.id in item.value.sections)
                squares.update(square for section in sections for square in section.covered_squares)
            else:
                squares |= find_object_squares(item, self.workspace.library)
        return squares, edges


class AccessibleMap(QAccessibleWidget):
    """The map for assistive programs: a canvas with a name, a hint and the description of what is at the cursor."""

    def __init__(self, widget: MapWidget) -> None:
        super().__init__(widget, QAccessible.Role.Canvas)
        self._widget = widget

    def text(self, kind: QAccessible.Text, /) -> str:
        """Return the description of what is at the cursor as the value and the description of the map."""
        if kind in (QAccessible.Text.Value, QAccessible.Text.Description):
            return self._widget.description
        return str(super().text(kind))


@lru_cache(maxsize=1)
def _register_accessible_map() -> None:
    """Make Qt describe the map to screen readers by `AccessibleMap`. Cached, so that this happens once.

    Some versions lack Qt's function for this; then only the map's name is read.
    """
    if hasattr(QAccessible, "installFactory"):
        QAccessible.installFactory(lambda _, widget: AccessibleMap(widget) if isinstance(widget, MapWidget) else None)
