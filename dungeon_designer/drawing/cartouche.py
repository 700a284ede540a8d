"""The cartouche: a framed panel that says what is to be known of a map, with a compass and a bar of squares."""

from __future__ import annotations

from collections.abc import Iterator

from dungeon_designer.drawing.draw_request import DrawingPlan
from dungeon_designer.drawing.geometry import moved
from dungeon_designer.drawing.notes_in_lines import draw_note_line, wrap_notes
from dungeon_designer.drawing.page import NAMELESS, Frame, credit_of
from dungeon_designer.drawing.pictures import picture
from dungeon_designer.drawing.shapes import Group, Path, Shape, Style, Text, area, box, lines
from dungeon_designer.drawing.text_fitting import LINE_HEIGHT, fit_text

RIM = 0.25
"""How far its words keep off its edge, in squares."""

_TYPES = ((0.95, 0.28), (0.5, 0.16), (0.42, 0.14))
"""Of its name, edition and author, and notes: the largest type, and the share of the height it may take."""

_SHARES = (0.46, 0.3)
"""The share of the height that all lines of its name, and of edition and author, may take."""

_LINES = (3, 2)
"""Into so many lines these are broken at most."""

LEADING = 1.3
"""The height of a line, in heights of its type."""

BAR = 5
"""How many squares the bar counts."""

END = 6.2
"""The room the compass takes at one end, and at the other the bar, whose squares are as large as the map's."""


def cartouche(plan: DrawingPlan, sheet: Frame) -> Iterator[Group]:
    """A plate with cut corners, framed twice; a compass to the left on it, words in the middle, a bar to the right."""
    if not plan.options.cartouche:
        return
    theme, high, shapes = plan.theme, sheet.panel_size[1], list[Shape]()
    cut, grown = min(0.45, high / 6), min(1.0, high / 4.0)
    plates = {
        0.0: Style(fill=theme.floor, stroke=theme.faint, width=theme.bold * 1.6),
        0.16: Style(stroke=theme.faint, width=theme.fine),
    }
    for inset, style in plates.items():
        left, top = sheet.panel[0] + inset, sheet.panel[1] + inset
        right, low = sheet.panel[0] + sheet.panel_size[0] - inset, sheet.panel[1] + sheet.panel_size[1] - inset
        corners = [
            (left + cut, top), (right - cut, top), (right - cut, top + cut), (right, top + cut),
            (right, low - cut), (right - cut, low - cut), (right - cut, low), (left + cut, low),
            (left + cut, low - cut), (left, low - cut), (left, top + cut), (left + cut, top + cut),
        ]  # fmt: skip
        shapes.append(area([corners], style))
    x, y = sheet.panel[0] + END / 2, sheet.panel[1] + high / 2 + 0.2 * grown
    shapes += [moved(shape, x, y, size=grown) for shape in picture("compass", theme).shapes if isinstance(shape, Path)]
    shapes.append(Text((x, y - 1.31 * grown), "N", 0.6 * grown, Style(fill=theme.text), font="title"))
    shapes += [*_panel_words(plan, sheet), *_bar(plan, sheet)]
    yield Group("cartouche", "cartouche", tuple(shapes), (), plan.board.layout.name or NAMELESS)


def _panel_words(plan: DrawingPlan, sheet: Frame) -> Iterator[Shape]:
    """Draw the name, then edition and author, then as many lines of the notes as there is room for."""
    layout, theme, ink = plan.board.layout, plan.theme, Style(fill=plan.theme.text)
    x, width = sheet.panel[0] + sheet.panel_size[0] / 2, sheet.panel_size[0] - 2 * END
    room = sheet.panel_size[1] - 2 * RIM
    *types, note = (min(largest, share * room) for largest, share in _TYPES)
    heads = []
    faces = (("title", theme.title_fonts[0]), ("label", theme.label_fonts[0]))
    words = (layout.name or NAMELESS, credit_of(layout, plan.options.edition))
    for said, size, (face, font), share, count in zip(words, types, faces, _SHARES, _LINES, strict=True):
        fitted = fit_text(said, font, width, size, max_lines=count, height=share * room * LINE_HEIGHT / LEADING)
        heads += [(line, fitted, face) for line in fitted.lines if said]
    used = LEADING * sum(fitted.size for _, fitted, _ in heads)
    noted = wrap_notes(layout.notes, theme.label_fonts[0], width / note, int((room - used) / (LEADING * note)))
    y = sheet.panel[1] + (sheet.panel_size[1] - used - LEADING * note * len(noted)) / 2
    for line, fitted, face in heads:
        y += LEADING * fitted.size
        yield Text((x, y - 0.35 * fitted.size), line, fitted.size, ink, font=face, whole=fitted.words)
    for runs in noted:
        y += LEADING * note
        yield from draw_note_line(runs, (x, y - 0.35 * note), note, ink)


def _bar(plan: DrawingPlan, sheet: Frame) -> Iterator[Shape]:
    """So many squares side by side as large as those of the map, dark and light in turn."""
    theme, ink = plan.theme, Style(fill=plan.theme.text)
    left = sheet.panel[0] + sheet.panel_size[0] - (END + BAR) / 2
    y = sheet.panel[1] + sheet.panel_size[1] / 2
    for at in range(BAR):
        fill = theme.text if at % 2 == 0 else theme.floor
        yield box(left + at, y, 1.0, 0.22, Style(fill=fill, stroke=theme.text, width=theme.fine))
    ends = [[(x, y - 0.1), (x, y + 0.32)] for x in (left, left + BAR)]
    yield lines(ends, Style(stroke=theme.text, width=theme.fine))
    yield from (Text((left + at, y - 0.2), str(at), 0.34, ink) for at in range(BAR + 1))
    yield Text((left + BAR / 2, y + 0.72), "squares", 0.4, ink)
