"""Decide how each team is shown: its colours, its pattern and its emblem.

A dungeon for the usual two teams, home and away, has no emblems: names and colours are enough there. It has the
theme's two colours, a shield and a roundel, and letters on the counters. Words are in the team's colour where that
differs enough from the floor. Otherwise each team has its word in the zone, its colour just as the dungeon says it, and
its outlined emblem, so that grey printers, colour-blind eyes and the ink theme, which draws all teams in one colour,
tell them apart. A zone with a painted strip has the emblem large on the floor beside the strip, others have it above or
before the word, and an entry's banner begins with it. The shapes are `symbols/side-*.svg`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from msgspec.structs import replace

from dungeon_designer.drawing.geometry import transform_path
from dungeon_designer.drawing.shapes import Path, Point, Style
from dungeon_designer.drawing.symbol_pictures import load_paths
from dungeon_designer.drawing.themes import Theme
from dungeon_designer.grid import Square
from dungeon_designer.kinds import Emblem, Team
from dungeon_designer.layout.model import TWO_MATCH_TEAMS, TWO_TEAMS, MatchTeam

MIN_TEXT_CONTRAST = 4.5
"""The smallest contrast between text and its background (WCAG 2.1, success criterion 1.4.3)."""


@dataclass(frozen=True, slots=True)
class TeamLook:
    """The look of one team.

    Attributes:
        name: the name that stands in its end zones.
        ink: the colour of that name.
        colour: the colour of its end zones and banners.
        on_colour: the colour of text on its banners.
        emblem: its emblem; None in a dungeon for the usual two teams.
    """

    name: str
    ink: str
    colour: str
    on_colour: str
    emblem: Emblem | None = None


@lru_cache(maxsize=512)
def build_team_look(theme: Theme, teams: tuple[MatchTeam, ...], team: Team | None) -> TeamLook:
    """Return the colours and emblem of a team in a dungeon for some teams; None, no team, has the name NO SIDE.

    The usual two teams have the theme's own colours. Their names have these colours, too, where that can be
    read on the theme's floor. Other teams have the colours that the dungeon gives them, and names in the usual
    colour of text, since a team's colour may be as light as the floor. A theme that draws home and away in one
    colour draws all teams in it.
    """
    if team is None:
        return TeamLook("NO SIDE", ink=theme.faint, colour=theme.faint, on_colour=theme.banner)
    # a theme has colours for home and away; other teams have one of these only in a theme where both are the same
    name, theme_colour = team.value.upper(), theme.away if team is Team.AWAY else theme.home
    if teams == TWO_MATCH_TEAMS and team in TWO_TEAMS:
        is_readable = measure_contrast(theme_colour, theme.floor) >= MIN_TEXT_CONTRAST
        ink = theme_colour if is_readable else theme.text
        return TeamLook(name, ink=ink, colour=theme_colour, on_colour=theme.banner)
    # a team that the dungeon does not list has the usual colour and emblem of its id
    match_team = next((candidate for candidate in teams if candidate.id is team), MatchTeam(id=team))
    colour = match_team.shown_colour if theme.has_team_colours else theme_colour
    on_colour = max(theme.pale, theme.line, key=lambda candidate: measure_contrast(candidate, colour))
    return TeamLook(name, ink=theme.text, colour=colour, on_colour=on_colour, emblem=match_team.shown_emblem)


def measure_contrast(first: str, second: str) -> float:
    """Return how much lighter one colour is than another, from 1 to 21 (WCAG 2.1, contrast ratio).

    The order of the colours, as `#rrggbb`, does not matter. The formula, with its 0.05, is that of the standard.

    >>> measure_contrast("#000000", "#ffffff"), measure_contrast("#777777", "#777777")
    (21.0, 1.0)
    """
    darker, lighter = sorted((measure_luminance(first), measure_luminance(second)))
    return round((lighter + 0.05) / (darker + 0.05), 6)


def measure_luminance(colour: str) -> float:
    """Return how bright a colour, as `#rrggbb`, is to the eye, from 0 to 1.

    All numbers are those of the standard (WCAG 2.1, relative luminance).
    """
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]  # of ``#rrggbb``
    red, green, blue = [
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4 for channel in channels
    ]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def draw_emblem(
    emblem: Emblem, style: Style, position: Point = (0.0, 0.0), size: float = 1.0, turn: float = 0.0
) -> Path:
    """Draw an emblem with its middle at a point, `size` squares high, rotated clockwise by `turn` degrees.

    The file of an emblem has one shape.
    """
    (shape,) = load_paths(f"side-{emblem}", style)
    return transform_path(shape, position[0], position[1], turn, size)


def draw_team_emblem(
    theme: Theme, look: TeamLook, team: Team | None, position: Point, size: float, turn: float = 0.0
) -> list[Path]:
    """Draw the emblem of a team's look, or the team's usual shield if the look has none; nothing for None.

    In a dungeon for the usual two teams, home has a shield and away a round shield.
    """
    outlined = Style(fill=look.colour, stroke=look.ink, width=theme.fine)
    if look.emblem is not None:
        return [draw_emblem(look.emblem, outlined, position, size, turn)]
    if team is None:
        return []
    # the file has two shapes, the shield and the picture on it, which differ in their colours
    shield, _ = load_paths(f"arms-{team}", outlined)
    _, picture = load_paths(f"arms-{team}", Style(fill=theme.floor))
    return [transform_path(path, position[0], position[1], turn, size) for path in (shield, picture)]


def draw_team_pattern(team: Team, squares: Iterable[Square], style: Style) -> Path:
    """Draw a team's pattern on some squares: diagonal bands, lozenges, bars, checks, chevrons or vertical bands.

    The file of a pattern has one shape for one square. The result is one path that repeats it on each square.
    """
    (pattern,) = load_paths(f"pattern-{team}", style)
    middles = [(x + 0.5, y + 0.5) for x, y in squares]
    points = tuple((x + right, y + down) for x, y in middles for right, down in pattern.points)
    return replace(pattern, verbs=pattern.verbs * len(middles), points=points)
