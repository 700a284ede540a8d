"""How each side is shown: its colour in a theme, its pattern, and its emblem unless HOME and AWAY are all there is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from msgspec.structs import replace

from dungeon_designer.drawing.geometry import moved
from dungeon_designer.drawing.pictures import drawn_in
from dungeon_designer.drawing.shapes import Path, Point, Style
from dungeon_designer.drawing.themes import Theme
from dungeon_designer.grid import Square
from dungeon_designer.kinds import Emblem, Team
from dungeon_designer.layout.model import TWO_SIDES, TWO_TEAMS, MatchSide

READABLE = 4.5
"""How much words differ from their ground at least (WCAG 2.1, success criterion 1.4.3)."""


@dataclass(frozen=True, slots=True)
class SideLook:
    """How one side is shown.

    `word` is what stands in its zones, in `ink`; `colour` is that of its zones and banners, `on_colour` that of what is
    written on banners. `emblem` is None where the two usual sides play: their words and colours are enough.
    """

    word: str
    ink: str
    colour: str
    on_colour: str
    emblem: Emblem | None = None


@lru_cache(maxsize=512)
def side_look(theme: Theme, sides: tuple[MatchSide, ...], team: Team | None) -> SideLook:
    """How a side of a dungeon for some sides is shown; of none, the words NO SIDE.

    The two usual sides have the theme's own colours, and so have their words where these can be read on its floor.
    Others have those of the dungeon, just as it says them, and words in the colour of other writing, since a colour may
    be as light as the floor; a theme that draws home and away in one colour draws all sides in it.
    """
    if team is None:
        return SideLook("NO SIDE", theme.faint, theme.faint, theme.banner)
    side = next((each for each in sides if each.id is team), MatchSide(id=team))
    word, own = team.value.upper(), theme.away if team is Team.AWAY else theme.home
    if sides == TWO_SIDES and team in TWO_TEAMS:
        return SideLook(word, own if contrast(own, theme.floor) >= READABLE else theme.text, own, theme.banner)
    colour = side.shown_colour if theme.colours_sides else own
    on_colour = max(theme.pale, theme.line, key=lambda ink: contrast(ink, colour))
    return SideLook(word, theme.text, colour, on_colour, side.shown_emblem)


def contrast(one: str, other: str) -> float:
    """How much lighter one colour is than the other, from 1 to 21 (WCAG 2.1, contrast ratio).

    >>> contrast("#000000", "#ffffff"), contrast("#777777", "#777777")
    (21.0, 1.0)
    """
    dark, light = sorted((luminance(one), luminance(other)))
    return round((light + 0.05) / (dark + 0.05), 6)


def luminance(colour: str) -> float:
    """How bright a colour is to the eye, from 0 to 1 (WCAG 2.1, relative luminance)."""
    values = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))  # of ``#rrggbb``
    linear = (value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in values)
    return sum(share * value for share, value in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def side_emblem(emblem: Emblem, style: Style, at: Point = (0.0, 0.0), size: float = 1.0, turn: float = 0.0) -> Path:
    """An emblem, its middle at a point, `size` squares high, turned clockwise by degrees."""
    (shape,) = drawn_in(f"side-{emblem}", style)
    return moved(shape, at[0], at[1], turn, size)


def crest(theme: Theme, look: SideLook, side: Team | None, at: Point, size: float, turn: float = 0.0) -> list[Path]:
    """A side's emblem; of the two usual sides the shield of home, the roundel of away; of no side, nothing."""
    outlined = Style(fill=look.colour, stroke=look.ink, width=theme.fine)
    if look.emblem is not None:
        return [side_emblem(look.emblem, outlined, at, size, turn)]
    if side is None:
        return []
    (plate, _), (_, charge) = (drawn_in(f"arms-{side}", style) for style in (outlined, Style(fill=theme.floor)))
    return [moved(part, at[0], at[1], turn, size) for part in (plate, charge)]


def patterned(side: Team, squares: Iterable[Square], style: Style) -> Path:
    """What is strewn over a side's zone, on some squares: bends, lozenges, bars, checks, chevrons, pales."""
    (pattern,) = drawn_in(f"pattern-{side}", style)
    at = [(x + 0.5, y + 0.5) for x, y in squares]
    points = tuple((x + right, y + down) for x, y in at for right, down in pattern.points)
    return replace(pattern, verbs=pattern.verbs * len(at), points=points)
