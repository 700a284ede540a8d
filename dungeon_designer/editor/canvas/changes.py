"""Where a picture differs from the one before, so that no more is painted anew."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from PySide6.QtCore import QRectF

from dungeon_designer.drawing.shapes import Path, Point, Shape, Style
from dungeon_designer.editor.canvas.lines import Line, Run, apart, lines_of, runs_of

_LARGE = 100
"""So many points has what goes all over a dungeon."""


class Bounded(Protocol):
    """What touches a rectangle of squares."""

    @property
    def bounds(self) -> QRectF:
        """The rectangle."""


class Drawn(Bounded, Protocol):
    """A group as it was translated, shape by shape."""

    @property
    def known(self) -> Mapping[Shape, Bounded]:
        """What each of its shapes became."""


def differences(old: Mapping[str, Drawn], new: Mapping[str, Drawn]) -> list[QRectF]:
    """Where pieces came, went, changed or lie above others than before, in squares.

    Of large ones that changed, where their shapes did.
    """
    found = [new[name].bounds for name in _moved(old, new)]
    for name in {**old, **new}:
        before, after = old.get(name), new.get(name)
        if before is None or after is None:
            found += [piece.bounds for piece in (before, after) if piece is not None]
        elif before is not after and not _is_large(after.known):
            found += [before.bounds, after.bounds]
        elif before is not after:
            found.append(_changes(before.known, after.known) or after.bounds.united(before.bounds))
    return found


def _moved(old: Iterable[str], new: Iterable[str]) -> list[str]:
    """The names that stand in both, but in another place of the order.

    >>> _moved("abcd", "acbe")
    ['c', 'b']
    """
    were, are = dict.fromkeys(old), dict.fromkeys(new)
    kept = [name for name in were if name in are]
    return [name for name, before in zip((name for name in are if name in were), kept, strict=True) if name != before]


def _is_large(shapes: Iterable[Shape]) -> bool:
    """Whether a piece goes all over a dungeon; a small one is as soon painted as compared."""
    return sum(len(shape.points) for shape in shapes if isinstance(shape, Path)) >= _LARGE


def _changes(before: Mapping[Shape, Bounded], after: Mapping[Shape, Bounded]) -> QRectF | None:
    """Around all in which two pieces differ; None when they hold the same shapes in another order."""
    gone, new = _without(before, after), _without(after, before)
    bounds = [mark.bounds for marks in (gone, new) for shape, mark in marks if not isinstance(shape, Path)]
    were, are = (_runs(shape for shape, _ in marks) for marks in (gone, new))
    for key in {**were, **are}:
        style, before_, after_ = key[0], were.get(key, set()), are.get(key, set())
        differing = apart(_lines(before_ - after_), _lines(after_ - before_), whole=bool(style.dash))
        bounds.append(_around([point for line in differing for point in line], style.width))
    return united(bounds) if bounds else None


def _without(some: Mapping[Shape, Bounded], others: Mapping[Shape, Bounded]) -> list[tuple[Shape, Bounded]]:
    """Those that the others have not: a shape that stayed has the mark it had."""
    kept = {id(mark) for mark in others.values()}
    return [(shape, mark) for shape, mark in some.items() if id(mark) not in kept]


def _runs(shapes: Iterable[Shape]) -> dict[tuple[Style, int], set[Run]]:
    """The runs of the paths among some shapes.

    Opaque ones of one style count together: in which path such a line is does not matter. Of areas and of what one
    sees through, the first of a style is another than the second.
    """
    found: dict[tuple[Style, int], set[Run]] = {}
    for shape in shapes:
        if isinstance(shape, Path):
            together = not shape.style.fill and shape.style.opacity == 1
            at = 0 if together else sum(style == shape.style for style, _ in found)
            found.setdefault((shape.style, at), set()).update(runs_of(shape))
    return found


def _lines(runs: Iterable[Run]) -> set[Line]:
    return {line for run in runs for line in lines_of(run)}


def _around(points: Sequence[Point], width: float) -> QRectF:
    """The rectangle lines of some width between some points can touch."""
    if not points:
        return QRectF()
    across, down = zip(*points, strict=True)
    left, top, room = min(across), min(down), width / 2 + 0.02
    return QRectF(left, top, max(across) - left, max(down) - top).adjusted(-room, -room, room, room)


def united(rectangles: Iterable[QRectF]) -> QRectF:
    """The rectangle that holds some others."""
    whole = QRectF()
    for rectangle in rectangles:
        whole = whole.united(rectangle)
    return whole
