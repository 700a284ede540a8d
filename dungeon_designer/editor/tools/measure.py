"""The tools that do not change the dungeon: measuring, and moving, scaling and aligning the picture to trace."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from math import hypot

from PySide6.QtCore import QRectF, Qt, Signal

from dungeon_designer.analysis.ruler import PASS_LIMITS, PASS_NAMES
from dungeon_designer.editor.tools.tool import (
    ARROW_STEPS,
    EMPTY_PREVIEW,
    AreaStyle,
    MeasuredArea,
    Pointer,
    Preview,
    SightLine,
    Tool,
)
from dungeon_designer.editor.traced_picture import TracedPicture
from dungeon_designer.editor.widgets import WORDS
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.grid import Square
from dungeon_designer.layout_edits.descriptions import describe_kind
from dungeon_designer.rules.measurement import BoardMeasurer, Measurement
from dungeon_designer.translation import PLURAL, fill_placeholders, translate

MIN_MOVEMENT, MAX_MOVEMENT = 1, 20
"""The movement of the slowest and of the fastest player one may ask for."""

_PHRASES: dict[str, str] = WORDS["measured"]  # passes, rushes and what stops sight, as they are said
_PASS_STYLES = (AreaStyle.NEAR, AreaStyle.FAR, AreaStyle.FARTHER, AreaStyle.FARTHEST)


class MeasureMode(Enum):
    """The kinds of measurement, each with the key that chooses it."""

    DISTANCE = Qt.Key.Key_1
    REACH = Qt.Key.Key_2
    PASSES = Qt.Key.Key_3


class MeasureTool(Tool):
    """The tool that measures the distance between two squares, or how far a player or a pass reaches."""

    name = "measure"
    erases_on_right_click = False

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.movement = 6
        self.mode = MeasureMode.DISTANCE
        self._request: tuple[MeasureMode, Square, Square] | None = None
        self._is_pressed = False
        workspace.changed.connect(self._show_measurement)

    @property
    def is_active(self) -> bool:
        """Whether a measurement is shown, which Esc or a right click would clear."""
        return self._request is not None

    @property
    def measurer(self) -> BoardMeasurer:
        """The measurements for the current board and ruleset; kept until one of the two changes."""
        board, ruleset = self.board, self.workspace.ruleset
        return self.find_once(lambda: BoardMeasurer(board, ruleset), board, ruleset)

    def handle_press(self, pointer: Pointer) -> None:
        """Start to measure at the pointer's square.

        With Shift it measures how far a player reaches, with Ctrl how far passes go, otherwise what was chosen last.
        """
        mode = MeasureMode.REACH if pointer.shift else MeasureMode.PASSES if pointer.control else self.mode
        self._is_pressed = True
        self._request_measurement(mode, pointer.square, pointer.square)

    def handle_drag(self, pointer: Pointer) -> None:
        """Move the end of a measured distance to the pointer's square; for reach and passes, move their start there."""
        if self._is_pressed and self._request is not None:
            mode, start, end = self._request
            if pointer.square != end:
                self._request_measurement(
                    mode, start if mode is MeasureMode.DISTANCE else pointer.square, pointer.square
                )

    def handle_release(self, pointer: Pointer) -> None:
        """Stop following the pointer. What was measured is shown until the next measurement or Esc."""
        self._is_pressed = False

    def move_along(self, offset: Square) -> None:
        """Move the measured squares with the dungeon. The measurement is shown again when the layout has changed."""
        if self._request is not None:
            mode, *squares = self._request
            start, end = ((x + offset[0], y + offset[1]) for x, y in squares)
            self._request = mode, start, end

    def cancel_gesture(self) -> None:
        """Clear the measurement."""
        self._is_pressed, self._request = False, None
        self.show_preview()

    def handle_key(self, key: int, pointer: Pointer | None) -> bool:
        """Handle a key and return whether the tool used it.

        The keys 1, 2 and 3 choose what is measured. Plus and minus change the player's movement and show the reach.
        """
        mode = next((mode for mode in MeasureMode if mode.value == key), None)
        movement_change = {Qt.Key.Key_Plus: 1, Qt.Key.Key_Minus: -1}.get(Qt.Key(key), 0)
        start = self._request[1] if self._request else pointer.square if pointer else None
        if mode is not None:
            self.mode = mode
        elif not movement_change or start is None:
            return False
        if start is not None:
            self.movement = min(max(self.movement + movement_change, MIN_MOVEMENT), MAX_MOVEMENT)
            self._request_measurement(
                mode or MeasureMode.REACH, start, self._request[2] if self._request and mode else start
            )
        return True

    def _request_measurement(self, mode: MeasureMode, start: Square, end: Square) -> None:
        """Measure in a mode (distance, reach or passes) between two squares, and show the result on the map."""
        self._request = mode, start, end
        self._show_measurement()

    def _show_measurement(self) -> None:
        """Measure what was requested and show it. Called again after the layout changed."""
        if self._request is not None:
            mode, start, end = self._request
            measure_functions = {
                MeasureMode.DISTANCE: self._measure_distance,
                MeasureMode.REACH: self._measure_reach,
                MeasureMode.PASSES: self._measure_passes,
            }
            self.show_preview(measure_functions[mode](start, end))

    def _measure_distance(self, start: Square, end: Square) -> Preview:
        """Return the preview of the distance, path and line of sight between two squares."""
        measurement = self.measurer.measure_between(start, end)
        label, stop = self._format_distance(measurement), measurement.obstruction
        if start == end:
            return Preview(squares=(start, end), label=label)
        return Preview(
            squares=(start, end),
            path=tuple(map(_find_middle, measurement.path)),
            sight=SightLine(_find_middle(start), _find_middle(end), *((stop.point, stop.edges) if stop else ())),
            label=label,
        )

    def _format_distance(self, measurement: Measurement) -> str:
        """Return what lies between two squares as lines of text.

        They tell the distance, the steps on foot and by portals, whether one square is in sight of the other, and the
        pass.
        """
        square_count, steps, stop = measurement.squares_apart, measurement.steps, measurement.obstruction
        lines = [
            translate("MeasureTool", "%n square(s) apart", None, PLURAL, square_count),
            self.tr("no route on foot"),
        ]
        if steps is not None:
            lines[1] = translate("MeasureTool", "%n step(s) on foot", None, PLURAL, steps)
        if measurement.jump is not None:
            play, jump = self.measurer.play, measurement.jump
            portal_text = self.tr("portals %1 → %2: %3 to it, %4 from it")
            lines.append(
                fill_placeholders(portal_text, jump.entry_portal, jump.exit_portal, jump.steps_before, jump.steps_after)
            )
            if (total := jump.total_steps) is not None:
                total_text = translate("MeasureTool", "%n step(s) at best (%1)", None, PLURAL, total)
                lines.append(fill_placeholders(total_text, play.portal_source))
            elif play.jump is not None:  # the book says what it costs
                lines.append(fill_placeholders(self.tr("not before the next turn (%1)"), play.portal_source))
        if stop is not None:
            obstacle_name = _translate_phrase(stop.cause) if stop.cause in _PHRASES else describe_kind(stop.cause)
            lines += [fill_placeholders(self.tr("out of sight: %1"), obstacle_name), self.tr("no pass")]
        elif measurement.pass_name is None:
            text = fill_placeholders(self.tr("farther than a %1"), _translate_phrase(self.measurer.play.longest_throw))
            lines += [self.tr("in sight"), text]
        else:
            lines += [self.tr("in sight"), _translate_phrase(measurement.pass_name)]
        return "\n".join(lines)

    def _measure_reach(self, start: Square, _: Square) -> Preview:
        """Return the preview of how far a player gets in one turn: on foot, by rushing, and through a portal.

        Everything out of reach is dimmed.
        """
        reach, play = self.measurer.find_reachable_squares(start, self.movement), self.measurer.play
        areas = [_build_area(AreaStyle.NEAR, self.tr("on foot: %1 squares"), reach.within_movement)]
        if play.rush:
            text = self.tr("%2, up to %3 more: %1")
            areas.append(
                _build_area(AreaStyle.RISKY, text, reach.with_rush, _translate_phrase(play.rush_name), play.rush)
            )
        if reach.by_portal:
            areas.append(
                _build_area(AreaStyle.MAGIC, self.tr("through a portal, if the roll succeeds: %1"), reach.by_portal)
            )
        return Preview(
            squares=(start,),
            areas=tuple(areas),
            heading=fill_placeholders(self.tr("Movement %1 from %2 (+ and −)"), self.movement, start),
            dims_rest=True,
            numbers=tuple({**reach.within_movement, **reach.with_rush, **reach.by_portal}.items()),
        )

    def _measure_passes(self, start: Square, _: Square) -> Preview:
        """Return the preview that shows how far each kind of pass, a throw of the ball, goes from a square.

        Each kind has its own pattern. Squares within range but out of sight have another one.
        """
        passes = self.measurer.find_pass_targets(start)
        areas = [
            _build_area(
                style,
                self.tr("%2, to %3 squares: %1"),
                squares,
                _translate_phrase(name),
                PASS_LIMITS[0][PASS_NAMES.index(name)],
            )
            for style, (name, squares) in zip(_PASS_STYLES, passes.bands, strict=False)
        ]
        if passes.hidden:
            areas.append(_build_area(AreaStyle.HIDDEN, self.tr("out of sight: %1"), passes.hidden))
        return Preview(
            squares=(start,), areas=tuple(areas), heading=fill_placeholders(self.tr("Passes from %1"), start)
        )


def _translate_phrase(name: str) -> str:
    """Return a measured term, such as the name of a pass, in the user's language."""
    return translate("choices", _PHRASES.get(name, name))


def _find_middle(square: Square) -> tuple[float, float]:
    return square[0] + 0.5, square[1] + 0.5


def _build_area(
    style: AreaStyle, text: str, squares: dict[Square, int] | tuple[Square, ...], *values: object
) -> MeasuredArea:
    """Return an area, that is squares drawn in one style, with its text for the legend.

    Args:
        style: how the area is drawn.
        text: the text; %1 is the number of squares, %2 and so on are `values`.
        squares: the squares of the area; if they are keys, their values are ignored.
        values: the values for %2 and so on.
    """
    return MeasuredArea(style, fill_placeholders(text, len(squares), *values), tuple(squares))


_NUDGE_SQUARES, _GROWTH_FACTOR = 0.1, 1.01
_CORNER_REACH = 0.04  # how near to a corner it is taken, in widths of the picture; never less than half a square

_MapPoint = tuple[float, float]


class TraceTool(Tool):
    """The tool that moves and scales the picture to trace. The dungeon stays as it is."""

    name = "trace"
    cursor = Qt.CursorShape.SizeAllCursor
    erases_on_right_click = False

    _picture_before: TracedPicture | None = None
    _fixed_corner: _MapPoint | None = None

    def list_handles(self, scale: float) -> tuple[_MapPoint, ...]:
        """Return the corners of the picture to trace, by which it is scaled.

        The picture to trace is a drawing that lies under the map, such as a scan, so that a dungeon can be drawn after
        it.
        """
        picture = self.workspace.traced_picture
        return tuple(corner for corner, _ in _list_corners(picture.box)) if picture is not None else ()

    def refresh_preview(self) -> None:
        """Show the frame of the picture."""
        self._show_frame()

    def handle_press(self, pointer: Pointer) -> None:
        """Begin to move the picture to trace if the pointer is on it, or to scale it if the pointer is at a corner."""
        picture = self.workspace.traced_picture
        if picture is not None and picture.box.adjusted(-0.5, -0.5, 0.5, 0.5).contains(pointer.x, pointer.y):
            self.begin_gesture(pointer)
            self._picture_before, self._fixed_corner = picture, _find_opposite_corner(picture, pointer)

    def handle_drag(self, pointer: Pointer) -> None:
        """Move the picture with the pointer; at a corner, scale the picture and keep the opposite corner in place."""
        if self._picture_before is not None:
            before = self.origin
            if self._fixed_corner is None:
                self.workspace.set_traced_picture(
                    self._picture_before.move_by(pointer.x - before.x, pointer.y - before.y)
                )
            else:
                x, y = self._fixed_corner
                growth = hypot(pointer.x - x, pointer.y - y) / hypot(before.x - x, before.y - y)
                self.workspace.set_traced_picture(self._picture_before.scale_about(growth, self._fixed_corner))
            self._show_frame()

    def cancel_gesture(self) -> None:
        """Restore the picture from before the gesture."""
        if self.is_active and self._picture_before is not None:
            self.workspace.set_traced_picture(self._picture_before)
        self.end_gesture()
        self._show_frame()

    def handle_hover(self, pointer: Pointer) -> None:
        """Show the frame of the picture, with a hint at a corner by which the picture can be scaled."""
        picture = self.workspace.traced_picture
        is_at_corner = picture is not None and _find_opposite_corner(picture, pointer) is not None
        self._show_frame(self.tr("drag to scale") if is_at_corner else "")

    def handle_key(self, key: int, pointer: Pointer | None) -> bool:
        """Move the picture with an arrow key or scale it with + and −. Return whether the key was used."""
        picture, step = self.workspace.traced_picture, ARROW_STEPS.get(Qt.Key(key))
        if picture is None:
            return False
        if step is not None:
            self.workspace.set_traced_picture(picture.move_by(_NUDGE_SQUARES * step[0], _NUDGE_SQUARES * step[1]))
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Minus):
            factor = _GROWTH_FACTOR if key == Qt.Key.Key_Plus else 1 / _GROWTH_FACTOR
            self.workspace.set_traced_picture(picture.scale_about(factor, (picture.left, picture.top)))
        else:
            return False
        self._show_frame()
        return True

    def _show_frame(self, label: str = "") -> None:
        """Show the frame of the picture with a label at the pointer; show nothing without a picture."""
        picture = self.workspace.traced_picture
        frame = ((picture.left, picture.top), (picture.width, picture.height)) if picture is not None else None
        self.show_preview(Preview(frame=frame, label=label) if frame else EMPTY_PREVIEW)


class AlignTool(Tool):
    """The tool that aligns the picture with the grid by two clicks on points that are a known number of squares apart.

    `count_squares` returns this number; it is called at the second click. The signal `picture_aligned` is emitted when
    the picture lies on the grid.
    """

    name = "align"
    erases_on_right_click = False
    picture_aligned = Signal()

    def __init__(self, workspace: Workspace, count_squares: Callable[[], int]) -> None:
        super().__init__(workspace)
        self.count_squares = count_squares
        self._first_point: _MapPoint | None = None

    def handle_press(self, pointer: Pointer) -> None:
        """Set the first point, or align the picture to trace with the grid by the first and this second point."""
        picture, first_point = self.workspace.traced_picture, self._first_point
        if picture is None:
            return
        if first_point is None:
            self._first_point = pointer.x, pointer.y
            self.handle_hover(pointer)
            return
        self._first_point = None
        self.show_preview()
        aligned_picture = picture.align_points(first_point, (pointer.x, pointer.y), self.count_squares())
        if aligned_picture == picture:
            self.show_message(self.tr("These two points are the same: click two different ones."))
            return
        self.workspace.set_traced_picture(aligned_picture)
        self.picture_aligned.emit()

    def handle_escape(self) -> bool:
        """Forget the first of the two points that were to be clicked; return whether there was one."""
        had_point, self._first_point = self._first_point is not None, None
        self.show_preview()
        return had_point

    def handle_hover(self, pointer: Pointer) -> None:
        """Draw a line from the first point to the pointer."""
        if self._first_point is not None:
            self.show_preview(Preview(path=(self._first_point, (pointer.x, pointer.y))))


def _find_opposite_corner(picture: TracedPicture, pointer: Pointer) -> _MapPoint | None:
    """Return the corner of the picture to trace opposite to the corner near the pointer; None if none is near."""
    reach = max(0.5, _CORNER_REACH * picture.width)
    opposites = (
        opposite
        for (x, y), opposite in _list_corners(picture.box)
        if max(abs(x - pointer.x), abs(y - pointer.y)) <= reach
    )
    return next(opposites, None)


def _list_corners(box: QRectF) -> list[tuple[_MapPoint, _MapPoint]]:
    """Return each corner of a rectangle together with the opposite corner."""
    xs, ys = (box.left(), box.right()), (box.top(), box.bottom())
    return [((xs[a], ys[b]), (xs[1 - a], ys[1 - b])) for b in (0, 1) for a in (0, 1)]
