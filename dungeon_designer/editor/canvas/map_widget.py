"""The table: the map as it would be printed, with everything one needs to work on it.

The map is painted into a picture as large as the window; after an edit only the rectangles in which the drawing
changed are painted anew. What lies over the map (previews, the selection) is painted at every turn.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import lru_cache

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
from dungeon_designer.board.build import build
from dungeon_designer.drawing.compose import draw, extent
from dungeon_designer.drawing.options import DrawingOptions
from dungeon_designer.editor.background import Background
from dungeon_designer.editor.canvas.map_drawing import (
    LARGE_BOARD,
    DrawingRequest,
    DrawnMap,
    draw_in_background,
    draw_map,
)
from dungeon_designer.editor.canvas.overlay import RULER, Overlay
from dungeon_designer.editor.canvas.picture import FINE, PaintedDrawing, PixelCache
from dungeon_designer.editor.canvas.viewport import CursorPlace, Viewport, fitted
from dungeon_designer.editor.layer_visibility import layers_of
from dungeon_designer.editor.proposals import ProposalAnswer
from dungeon_designer.editor.tools.tool import Pointer, Preview, Tool
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.errors import EditError
from dungeon_designer.findings import Level
from dungeon_designer.grid import Edge, Square, edge, edge_run
from dungeon_designer.layout.model import Layout, RotatingRoom
from dungeon_designer.layout_edits.items import ON_EDGES, ItemRef, as_layout, covered, put, squares_of, tile_sizes

_UNSEEN = frozenset({"page", "title", "legend", "coordinates"})
"""Layers of the drawing that belong to a sheet of paper, not to the table."""

_GROUND = frozenset({"rock", "floor", "zones", "shadows", "terrain", "grid", "sides"})
"""The lowest layers: they cost most of a repaint and stay as they are while a chest is dragged over them."""

_LEGEND = 3  # squares below the map that the legend of a figure takes


class MapWidget(QWidget):
    """Shows a part of the workspace's board, with what the tool in hand would do."""

    moved = Signal()
    words = ""
    """What is at the cursor, the pointer's or the keyboard's."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        _tell_assistive_programs()
        super().__init__(parent)
        self.workspace = workspace
        self.view = Viewport()
        self.tool = Tool(workspace)
        self.dark = False
        self.names = False
        self.problems = True
        self._drawn: PaintedDrawing | None = None
        self._is_current = False
        self.drawer = Background(draw_in_background, "map", self)
        self.drawer.heard.connect(self._take_drawing)
        self.drawer.ended.connect(self._tell_undrawn)
        self._is_other = True
        """Whether another dungeon was opened since the map was drawn last."""
        self._ground, self._pixels = PixelCache(), PixelCache()
        self.pointer: Pointer | None = None
        """Where the mouse or the keys point, if they do."""
        self._at = QPointF()
        self.key_place: CursorPlace | None = None
        self._fit_wanted = True
        self.figure: FigurePicture | None = None
        self._previewed: ProposalAnswer | None = None
        self.setMinimumSize(320, 110)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAccessibleName(self.tr("The map"))
        workspace.changed.connect(self.redraw)
        workspace.hidden_changed.connect(self.redraw)
        workspace.opened.connect(self._expect_other)
        workspace.opened.connect(self.fit)
        workspace.traced_changed.connect(self._repaint_all)
        space = workspace
        for signal in (space.selection_changed, space.marked_changed, space.symmetry_changed, space.locked_changed):
            signal.connect(self.update)

    @property
    def options(self) -> DrawingOptions:
        """How the map is drawn on the table."""
        theme = "slate" if self.dark else "parchment"
        seen = self.view.scale >= FINE
        return DrawingOptions(
            theme,
            False,
            section_names=self.names,
            hidden=not self.tool.secret,
            keys=False,
            grid=seen,
            hatching=seen,
            paving=len(self.workspace.board) <= LARGE_BOARD,
        )

    def set_look(self, name: str, on: bool) -> None:
        """Choose how the map is shown: `dark`, with section `names`, with `problems`."""
        setattr(self, name, on)
        self.redraw()

    def lay(self, shown: FigurePicture | None) -> None:
        """Lay a figure over the map, with its legend below it, or take away what lies there."""
        self.figure = shown
        self.redraw()
        if self._fit_wanted:
            self.fit()

    def preview(self, shown: ProposalAnswer | None) -> None:
        """Show a proposal in the place of the dungeon, and where it differs; None shows the dungeon again."""
        if shown is not self._previewed:
            self._previewed = shown
            self.redraw()
            self.update()

    # For assistive programs -----------------------------------------------------------------------------------

    def describe(self, words: str, aloud: bool) -> None:
        """Say in other words what is at the cursor; `aloud` has a screen reader say them at once."""
        if words != self.words:
            self.words = words
            QAccessible.updateAccessibility(QAccessibleValueChangeEvent(self, words))
            if aloud:
                self.announce(words)

    def announce(self, words: str) -> None:
        """Have a screen reader say something, if there is one."""
        if words and QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))

    # Looking round --------------------------------------------------------------------------------------------

    def fit(self) -> None:
        """Show the whole dungeon."""
        corner, size = extent(self.workspace.board)
        if not size[0]:
            corner, size = (0, 0), (28, 18)
        if self.figure is not None:
            size = size[0], size[1] + _LEGEND
        room = self.width() - RULER, self.height() - RULER
        self.show_view(fitted(corner, size, room).panned(RULER, RULER))
        self._fit_wanted = True

    def show_view(self, view: Viewport) -> None:
        """Look at another part of the table."""
        if view != self.view:
            coarse, self.view = self.view.scale < FINE, view
            self._is_current = self._is_current and coarse == (view.scale < FINE)
            self._fit_wanted = False
            self._repaint_all()
            self.moved.emit()

    def zoom(self, steps: int, at: QPointF | None = None) -> None:
        """Closer or farther, about a pixel of the window (its middle)."""
        point = at or QPointF(self.width() / 2, self.height() / 2)
        self.show_view(self.view.zoomed(steps, point.x(), point.y()))

    def go_to(self, squares: tuple[Square, ...]) -> None:
        """Bring some squares into view, if they are not."""
        if not all(map(self.sees, squares)):
            x, y = (sum(square[axis] + 0.5 for square in squares) / len(squares) for axis in (0, 1))
            self.show_view(self.view.centred((x, y), (self.width(), self.height())))

    def sees(self, square: Square) -> bool:
        """Whether the whole of a square is in view, not under the rulers."""
        (left, top), (right, bottom) = self.view.pixel_of(*square), self.view.pixel_of(square[0] + 1, square[1] + 1)
        return left >= RULER and top >= RULER and right <= self.width() and bottom <= self.height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fits the dungeon until one has looked elsewhere; from then on what is shown stays."""
        super().resizeEvent(event)
        if self._fit_wanted:
            self.fit()
        self._repaint_all()

    # Painting -------------------------------------------------------------------------------------------------

    def _expect_other(self) -> None:
        self._is_other = True

    def redraw(self) -> None:
        """Draw the board before it is painted the next time: of many edits in between, the last alone."""
        self._is_current = False
        self.update()

    @property
    def picture(self) -> PaintedDrawing:
        """The board drawn as it stands; what did not change keeps its pixels.

        A large board is drawn in another thread. Until that is done it is what was drawn of the dungeon before, or an
        empty map.
        """
        if self._drawn is None or not self._is_current:
            self._is_current, request = True, self._drawing_request()
            before, self._is_other = None if self._is_other else request.before, False
            if len(request.board) <= LARGE_BOARD:
                self.drawer.forget()
                self._take_drawing(draw_map(request))
            else:
                if before is None:
                    before = self._drawn = PaintedDrawing(draw(build(Layout()), self.options), _UNSEEN)
                    self._repaint_all()
                self.drawer.ask(replace(request, before=before))
        assert self._drawn is not None  # noqa: S101  (it was just drawn)
        return self._drawn

    @property
    def is_drawing(self) -> bool:
        """Whether a large board is being drawn, and is not to be seen yet as it stands."""
        return not self.drawer.idle

    def _drawing_request(self) -> DrawingRequest:
        """What is to be drawn of the board as it stands."""
        board, findings = self.workspace.board, self.workspace.findings if self.problems else ()
        if self._previewed is not None:
            board, findings = build(self._previewed.layout, self.workspace.library, board), ()
        marked = tuple(each for each in findings if each.level is not Level.INFO)
        skipped = _UNSEEN | layers_of(self.workspace.hidden)
        return DrawingRequest(board, self.options, marked, self.figure, skipped, self._drawn)

    def _take_drawing(self, drawn: DrawnMap) -> None:
        """Show a drawing from now on, and paint anew where it differs from the one before."""
        self._drawn = drawn.picture
        if drawn.changed is None:
            self._repaint_all()
        for layer, rectangle in drawn.changed or ():
            if not rectangle.isEmpty():
                pixels = self._transform().mapRect(rectangle).toAlignedRect().adjusted(-1, -1, 1, 1) & self.rect()
                self._pixels.spoil(pixels)
                if layer in _GROUND:
                    self._ground.spoil(pixels)
        self.update()

    def _tell_undrawn(self, problem: str, fault: bool) -> None:
        """Say why a board cannot be drawn, and take the words away that it is being drawn."""
        if problem:
            self.workspace.said.emit(problem)
        self.update()

    def _repaint_all(self) -> None:
        self._ground.stale = self._pixels.stale = None
        self.update()

    def _transform(self) -> QTransform:
        return QTransform(self.view.scale, 0, 0, self.view.scale, -self.view.left, -self.view.top)

    def _paint_ground(self, painter: QPainter, box: QRect) -> None:
        """The lowest layers, the faint lines of the grid under them; they lie over a picture to trace, too."""
        grid, traced = Overlay(painter, self.view, self.rect(), self.dark).grid, self.workspace.traced
        painter.fillRect(box, QColor(self.picture.drawing.background))
        grid()
        painter.save()
        painter.setTransform(self._transform(), True)
        self.picture.paint(painter, self._squares(box), _GROUND.__contains__)
        if traced is not None:
            traced.paint(painter)
        painter.restore()
        if traced is not None:
            grid()

    def _paint_upon(self, painter: QPainter, box: QRect) -> None:
        """The ground as it was painted, all that stands on it, and the rulers."""
        ratio = self.devicePixelRatioF()
        painter.drawImage(QRectF(box), self._ground.image, QTransform.fromScale(ratio, ratio).mapRect(QRectF(box)))
        painter.setTransform(self._transform(), True)
        self.picture.paint(painter, self._squares(box), lambda layer: layer not in _GROUND)
        if min(box.left(), box.top()) < RULER:
            painter.resetTransform()
            Overlay(painter, self.view, self.rect(), self.dark).rulers()

    def _squares(self, box: QRect) -> QRectF:
        return self._transform().inverted()[0].mapRect(QRectF(box))

    def paintEvent(self, event: QPaintEvent) -> None:
        """The map, then what lies over it."""
        _ = self.picture  # which says what is stale
        self._ground.refresh(self.size(), self.devicePixelRatioF(), self._paint_ground)
        self._pixels.refresh(self.size(), self.devicePixelRatioF(), self._paint_upon)
        painter = QPainter(self)
        painter.drawImage(0, 0, self._pixels.image)
        painter.setClipRegion(event.region() & self.rect().adjusted(RULER, RULER, 0, 0))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        over = Overlay(painter, self.view, self.rect(), self.dark)
        if self.is_drawing:
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.tr("Drawing the map…"))
        over.axis(self.workspace.symmetry)
        if self.workspace.locked:
            rooms = (each for each in self.workspace.layout.sections if each.id in self.workspace.locked)
            over.locked({square for room in rooms for square in covered(room, self.workspace.library)})
        if self._previewed is not None:
            over.area(self._previewed.squares, over.colours.good, 60)
        elif self.workspace.selection:
            over.selection(*self._selected())
        over.marked(self.workspace.marked)
        if self.tool.preview.ghost is not None:
            over.ghost(self.tool.preview.ghost, self.workspace.library)
        over.preview(self.tool.preview)
        if self.tool.rubs_out:
            self._twins(over, self.tool.preview)
        over.handles(self.tool.handles(self.view.scale))
        if self.key_place is not None and self.hasFocus():
            over.cursor(self.key_place)
        if self.pointer is not None:
            over.label(self.tool.preview.label, self._at)
            painter.setClipRegion(event.region())
            over.pointed(self.pointer.square)
        painter.end()

    def _twins(self, over: Overlay, preview: Preview) -> None:
        """What the tool would do across the axis, too."""
        for turn in self.workspace.symmetry.turns():
            over.area({turn.square(at) for at in preview.squares} - {*preview.squares}, over.colours.good, 24)
            over.edges([edge(turn.square(at), turn.side(side)) for at, side in preview.edges], over.colours.good, 6)
            if preview.ghost is not None:
                thing, library = ItemRef("sections", preview.ghost), self.workspace.library
                with suppress(EditError):  # off the grid, where none can be laid
                    over.ghost(put(thing, turn, tile_sizes(as_layout([thing]), library)).value, library)

    def _selected(self) -> tuple[set[Square], list[Edge]]:
        squares: set[Square] = set()
        edges: list[Edge] = []
        for thing in self.workspace.selection:
            if thing.field in ON_EDGES:
                edges += edge_run(thing.value.at, thing.value.side, thing.value.width)
            elif isinstance(thing.value, RotatingRoom):
                named = (s for s in self.workspace.board.sections if s.id in thing.value.sections)
                squares.update(square for section in named for square in section.covers)
            else:
                squares |= squares_of(thing, self.workspace.library)
        return squares, edges


class AccessibleMap(QAccessibleWidget):
    """The map for assistive programs: a canvas, its name, how it is used, and the words at the cursor."""

    def __init__(self, widget: MapWidget) -> None:
        super().__init__(widget, QAccessible.Role.Canvas)
        self._widget = widget

    def text(self, kind: QAccessible.Text, /) -> str:
        """The words at the cursor are its value and its description."""
        if kind in (QAccessible.Text.Value, QAccessible.Text.Description):
            return self._widget.words
        return str(super().text(kind))


@lru_cache(maxsize=1)
def _tell_assistive_programs() -> None:
    """Have Qt make the map's object, once; where this Qt cannot be told, the map has its name alone."""
    if hasattr(QAccessible, "installFactory"):
        QAccessible.installFactory(lambda _, widget: AccessibleMap(widget) if isinstance(widget, MapWidget) else None)
