"""Define the kinds of pieces: their names, how both sides look, and which pieces a dungeon is played with."""

from __future__ import annotations

from collections import Counter
from enum import IntEnum
from typing import NamedTuple

from msgspec import Struct

from dungeon_designer.board.model import Board
from dungeon_designer.drawing.labels import CAPITAL_WIDTH
from dungeon_designer.drawing.placed_pictures import list_theme_credits
from dungeon_designer.drawing.shapes import (
    Drawing,
    Group,
    Layer,
    Point,
    Shape,
    Style,
    Text,
    Use,
    build_rectangle,
    list_corners,
)
from dungeon_designer.drawing.symbol_pictures import load_picture
from dungeon_designer.drawing.team_looks import TeamLook, build_team_look, draw_emblem
from dungeon_designer.drawing.text_fitting import draw_text_lines, fit_text
from dungeon_designer.drawing.themes import Theme, find_theme
from dungeon_designer.kinds import MAX_TEAMS, Emblem, Team
from dungeon_designer.layout.model import TWO_MATCH_TEAMS, MatchTeam, RollingBall, SectionKind, TrapKind, list_teams

Extent = tuple[float, float]
"""Width and height in squares."""

DARK_HOLE_INSET, HOLE_TEXT_INSET = 0.2, 0.21
"""`DARK_HOLE_INSET`: How far the dark inside of a trapdoor's hole is from the edges of its piece, in squares.

`HOLE_TEXT_INSET`: How far the words on the dark are from these edges: a little more.
"""

MAX_MARKER_TYPE = 0.46
"""The largest height of the type of a team's name on a marker, in squares."""

MARKER_SIZE = (2.0, 1.0)
"""The width and height of a marker, in squares."""

MARKER_FRAME_INSET, MARKER_FRAME_WIDTH = 0.08, 0.04
"""How far the frame of a marker is from the edges of the piece, and how thick its line is, in squares."""

MARKER_EMBLEM_MIDDLE, MARKER_EMBLEM_SIZE = (0.42, 0.5), 0.48
"""The middle and the size of the emblem on a marker: near the left edge, at half height, in squares."""

MARKER_WORD_MIDDLE, MAX_MARKER_WORD_WIDTH = 1.28, 1.05
"""The middle and the greatest width of a name beside an emblem: the space up to the frame on the right, in squares."""


class PieceSort(IntEnum):
    """What a piece stands for, in the order in which pieces are listed."""

    CHEST_BALL = 1
    CHEST_TRAP = 2
    PORTAL = 3
    COUNTER = 4
    PIT = 5
    TRAPDOOR = 6
    DOOR = 7
    SQUARE_DOOR = 8
    MARKER = 9
    BALL = 10
    BOUNCE = 11
    SCATTER = 12


class PieceKind(NamedTuple):
    """A sort of piece, with what distinguishes it from other pieces of its sort.

    Attributes:
        sort: what the piece stands for.
        numbers: its number, or its size in squares.
        word: a word such as the kind of pit or the name of a team.
        looks: the colour and the emblem of a team, for the marker of a team that has an emblem.
    """

    sort: PieceSort
    numbers: tuple[int, ...] = ()
    word: str = ""
    looks: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name of the piece.

        >>> PieceKind(PieceSort.PORTAL, (3,)).name, PieceKind(PieceSort.COUNTER, (), "spiked_pit").name
        ('portal 3', 'pit counter: spiked pit')
        """
        number_text = "x".join(map(str, self.numbers))
        word = self.word.replace("_", " ")
        _colour, emblem = self.looks or ("", "")
        return {
            PieceSort.CHEST_BALL: "chest with a ball",
            PieceSort.CHEST_TRAP: "chest with a trap",
            PieceSort.PORTAL: f"portal {number_text}",
            PieceSort.COUNTER: "pit counter" + (f": {word}" if word else ""),
            PieceSort.PIT: word,
            PieceSort.TRAPDOOR: f"trapdoor {number_text}" + (f" over {word}" if word else ""),
            PieceSort.DOOR: "door, one square wide" if number_text == "1" else f"door, {number_text} squares wide",
            PieceSort.SQUARE_DOOR: "door in a square",
            PieceSort.MARKER: f"marker: {word}" + (f", {emblem}" if emblem else ""),
            PieceSort.BALL: f"rolling ball {number_text}",
            PieceSort.BOUNCE: "bounce template",
            PieceSort.SCATTER: "scatter template",
        }[self.sort]

    @property
    def id(self) -> str:
        """The id of the piece for programs.

        >>> PieceKind(PieceSort.COUNTER, (), "spiked_pit").id, PieceKind(PieceSort.TRAPDOOR, (2, 2), "acid").id
        ('counter-spiked_pit', 'trapdoor-2x2-acid')
        """
        sort = self.sort.name.lower().replace("_", "-")
        return "-".join(filter(None, (sort, "x".join(map(str, self.numbers)), self.word)))


def build_marker_kind(team: MatchTeam, teams: tuple[MatchTeam, ...]) -> PieceKind:
    """Return the printed piece that marks an end zone or entry as a team's: its marker.

    An entry is a zone of two squares where a team comes in and scores, in place of an end zone. A marker of the two
    default teams is told by a word alone. Other markers also have the team's number, colour and emblem.

    Args:
        team: the team.
        teams: all teams of the dungeon.

    >>> from dungeon_designer.layout.model import list_teams
    >>> build_marker_kind(list_teams(2)[0], list_teams(2)).name, build_marker_kind(list_teams(3)[2], list_teams(3)).name
    ('marker: home', 'marker: third, triangle')
    """
    if teams == TWO_MATCH_TEAMS and team in TWO_MATCH_TEAMS:
        return PieceKind(PieceSort.MARKER, (), team.id.value)
    team_number = list(Team).index(team.id) + 1
    looks = team.shown_colour, team.shown_emblem.value
    return PieceKind(PieceSort.MARKER, (team_number,), team.id.value, looks)


class PrintedPiece(Struct, frozen=True):
    """One kind of piece to print.

    Attributes:
        name: its name.
        count: how many are printed.
        front: the drawing of its front, as large as the piece, in squares.
        back: the drawing of its back, None for blank paper.
        outline: the rings along which it is cut out, from its upper left corner.
    """

    name: str
    count: int
    front: Drawing
    back: Drawing | None = None
    outline: tuple[tuple[Point, ...], ...] = ()

    @property
    def size(self) -> Extent:
        """Width and height in squares."""
        return self.front.size

    @property
    def rings(self) -> tuple[tuple[Point, ...], ...]:
        """The lines along which the piece is cut: its outline, or without one the rectangle around it."""
        rectangle = list_corners(0.0, 0.0, *self.size)
        return self.outline or (rectangle,)


def build_piece(kind: PieceKind, count: int, theme: Theme) -> PrintedPiece:
    """Return a kind of piece to print.

    Pieces that look alike until they are turned over, such as chests, look alike on one side.
    """
    front, back = _draw_faces(kind, theme)
    return PrintedPiece(kind.name, count, front, back)


def draw_face(theme: Theme, size: Extent, *shapes: Shape, background: str = "") -> Drawing:
    """Return the drawing of the front or the back of a piece to cut out.

    Coordinates are in squares of the map: (0, 0) is the upper left corner of the piece.

    Args:
        theme: the colours and fonts.
        size: the width and height of the piece, in squares.
        shapes: what is drawn on the background, the lowest shape first.
        background: the colour of the background; '' for the theme's colour of floor.
    """
    symbol_names = sorted({shape.symbol for shape in shapes if isinstance(shape, Use)})
    return Drawing(
        title="",
        theme=theme.name,
        background=background or theme.floor,
        corner=(0.0, 0.0),
        size=size,
        layers=(Layer("piece", (Group("piece", "piece", shapes),)),),
        symbols=tuple(load_picture(name, theme) for name in symbol_names),
        title_fonts=theme.title_fonts,
        label_fonts=theme.label_fonts,
        credits=list_theme_credits(theme),
    )


def _draw_faces(kind: PieceKind, theme: Theme) -> tuple[Drawing, Drawing | None]:
    """Return the drawings of the front and the back of a piece. A back of None means blank paper."""
    if kind.sort is PieceSort.SQUARE_DOOR:
        # lower than the middle, since the arc in which the door swings reaches 0.62 squares above its doorway
        open_door = Use("square-door-open", (0.5, 0.68))
        shut_door = Use("square-door-shut", (0.5, 0.5))
        return draw_face(theme, (1.0, 1.0), shut_door), draw_face(theme, (1.0, 1.0), open_door)
    if kind.sort is PieceSort.TRAPDOOR:
        return _draw_trapdoor(kind, theme)
    if kind.sort is PieceSort.MARKER:
        marker = _draw_marker(kind, theme)
        return marker, marker
    if kind.sort is PieceSort.SCATTER:
        return draw_face(theme, (3.0, 3.0), Use("scatter-template", (1.5, 1.5)), background=theme.page), None
    if kind.sort is PieceSort.BOUNCE:
        # the template lies at a wall, which is pale so that words on it can be read in toner, too
        wall = build_rectangle(0.0, 1.0, 3.0, 1.0, Style(fill=theme.rock, opacity=0.35))
        return draw_face(theme, (3.0, 2.0), wall, Use("bounce-template", (1.5, 1.0)), background=theme.page), None
    front_symbol, back_symbol, size = _name_symbols(kind)
    middle = size[0] / 2, size[1] / 2
    front = draw_face(theme, size, Use(front_symbol, middle))
    return front, draw_face(theme, size, Use(back_symbol, middle)) if back_symbol else None


def _name_symbols(kind: PieceKind) -> tuple[str, str, Extent]:
    """Return the symbols (named pictures) on both sides of a piece that shows one symbol a side, and the piece's size.

    The symbol of the back is '' where the paper is blank. The size is in squares.
    """
    word = kind.word.replace("_", "-")
    single_square = (1.0, 1.0)
    match kind.sort:
        case PieceSort.CHEST_BALL:
            return "chest", "football", single_square
        case PieceSort.CHEST_TRAP:
            return "chest", "blast", single_square
        case PieceSort.COUNTER:
            return "counter", f"counter-{word}" if word else "", single_square
        case PieceSort.PIT:
            return f"piece-{word}", "", single_square
        case PieceSort.BALL:
            width, height = kind.numbers  # it may be longer than wide; the picture is that of its smaller side
            return f"ball-{min(width, height)}", "", (width, height)
        case PieceSort.PORTAL:
            (number,) = kind.numbers
            return f"portal-{number}", f"portal-{number}", single_square
        case _:
            (width,) = kind.numbers  # of a door between squares, which is drawn a little beyond its posts
            return f"door-{width}", f"door-{width}", (width + 0.3, 0.5)


def _draw_trapdoor(kind: PieceKind, theme: Theme) -> tuple[Drawing, Drawing]:
    """Return the sides of a trapdoor: shut on the front; on the back the hole, and the name of what is below."""
    width, height = kind.numbers
    middle = width / 2, height / 2
    shut_door = Use(f"trapdoor-{width}-{height}", middle)

    def build_inset_rectangle(inset: float, style: Style) -> Shape:
        """Return a rectangle at this distance from all edges of the piece, in squares."""
        return build_rectangle(inset, inset, width - 2 * inset, height - 2 * inset, style)

    hole = (  # a stone rim, the edge of the hole, and the dark inside it
        build_inset_rectangle(0.06, theme.build_outlined_style(theme.stone, theme.bold)),
        build_inset_rectangle(0.12, Style(fill=theme.hole)),
        build_inset_rectangle(DARK_HOLE_INSET, Style(fill=theme.hole_deep)),
    )
    words = kind.word.replace("_", " ")
    text_space = {"width": width - 2 * HOLE_TEXT_INSET, "height": height - 2 * HOLE_TEXT_INSET}
    fitted_text = fit_text(words, theme.label_fonts[0], max_size=0.3, max_lines=2, bold=True, **text_space)
    # half of a capital is about a third of the type; the first line is raised by half of what further lines add below
    first_baseline = height / 2 + fitted_text.size / 3 - fitted_text.extra_height / 2
    text_position = width / 2, first_baseline
    label = draw_text_lines(fitted_text, text_position, Style(fill=theme.pale), bold=True)
    back = draw_face(theme, (width, height), *hole, *(label if words else []))
    return draw_face(theme, (width, height), shut_door), back


def _draw_marker(kind: PieceKind, theme: Theme) -> Drawing:
    """Return the drawing of a marker, which is 2 x 1 squares: the team's name on its colour, and its emblem if any."""
    look = _find_marker_look(kind, theme)
    text_style = Style(fill=look.on_colour)
    width, height = MARKER_SIZE
    frame_size = width - 2 * MARKER_FRAME_INSET, height - 2 * MARKER_FRAME_INSET
    frame_style = Style(stroke=look.on_colour, width=MARKER_FRAME_WIDTH, round=False)
    frame = build_rectangle(MARKER_FRAME_INSET, MARKER_FRAME_INSET, *frame_size, frame_style)
    if look.emblem is None:  # a marker of the two usual teams: HOME and AWAY are short enough for the largest type
        baseline = (width / 2, 0.66)  # half of a capital below the middle of the piece
        word = Text(baseline, look.name, MAX_MARKER_TYPE, text_style, font="title")
        return draw_face(theme, MARKER_SIZE, frame, word, background=look.colour)
    emblem = draw_emblem(look.emblem, text_style, MARKER_EMBLEM_MIDDLE, MARKER_EMBLEM_SIZE)
    size = min(MAX_MARKER_TYPE, MAX_MARKER_WORD_WIDTH / (CAPITAL_WIDTH * len(look.name)))
    baseline = (MARKER_WORD_MIDDLE, height / 2 + size / 3)  # half of a capital is about a third of the type
    word = Text(baseline, look.name, size, text_style, font="title")
    return draw_face(theme, MARKER_SIZE, frame, emblem, word, background=look.colour)


def _find_marker_look(kind: PieceKind, theme: Theme) -> TeamLook:
    """Return the colours and the emblem (if any) of the team whose marker a piece is."""
    team = Team(kind.word)
    if not kind.looks:  # the piece is a marker of the two usual teams, which have the theme's own colours
        return build_team_look(theme, TWO_MATCH_TEAMS, team)
    # `looks` has the colour and emblem that the dungeon gives the team, so that no other team need be known
    colour, emblem_name = kind.looks
    return build_team_look(theme, (MatchTeam(id=team, colour=colour, emblem=Emblem(emblem_name)),), team)


PieceCounts = dict[PieceKind, int]
"""How many of each kind of piece, in the order in which pieces are listed."""


def count_pieces(board: Board) -> PieceCounts:
    """Return how many of each kind of paper piece (chest, portal, door...) one dungeon is played with."""
    layout, counts = board.layout, Counter[PieceKind]()
    ball_count = min(layout.balls, len(board.chests))
    counts[PieceKind(PieceSort.CHEST_BALL)] = ball_count
    counts[PieceKind(PieceSort.CHEST_TRAP)] = len(board.chests) - ball_count
    counts[PieceKind(PieceSort.SQUARE_DOOR)] = len(layout.square_doors)
    counts[PieceKind(PieceSort.SCATTER)] = 1  # one template of each kind is enough for any match
    counts[PieceKind(PieceSort.BOUNCE)] = 1
    counts.update(PieceKind(PieceSort.PORTAL, (portal.number,)) for portal in board.portals)
    counts.update(PieceKind(PieceSort.DOOR, (door.width,)) for door in layout.doors)
    for trap in layout.traps:
        if trap.kind is TrapKind.TRAPDOOR:
            counts[PieceKind(PieceSort.TRAPDOOR, trap.size, trap.below)] += 1
        elif trap.kind is TrapKind.COUNTER:
            face = trap.content.value if trap.content else "nothing"  # also where the dungeon file states no face
            counts[PieceKind(PieceSort.COUNTER, (), face)] += 1
        else:  # a pit is covered by a piece on each of its squares
            counts[PieceKind(PieceSort.PIT, (), trap.kind.value)] += len(trap.squares)
    # all teams with their usual colours, and in their place the teams as this dungeon states them
    teams = {team.id: team for team in (*list_teams(MAX_TEAMS), *layout.sides)}
    zones = board.list_sections(SectionKind.END_ZONE, SectionKind.ENTRY)
    counts.update(build_marker_kind(teams[zone.team], layout.sides) for zone in zones if zone.team)
    counts.update(PieceKind(PieceSort.BALL, ball.size) for ball in board.machines if isinstance(ball, RollingBall))
    return {kind: counts[kind] for kind in sorted(counts) if counts[kind]}


def hide_contents(piece_counts: PieceCounts) -> PieceCounts:
    """Return the counts of pieces without their secrets, for lists that players may see.

    Trapdoors lose what is below them, and counters what is on their face, so that they are counted as one kind.
    """
    counts: Counter[PieceKind] = Counter()
    for kind, count in piece_counts.items():
        has_secret = kind.sort in (PieceSort.TRAPDOOR, PieceSort.COUNTER)
        shown_kind = kind._replace(word="") if has_secret else kind
        counts[shown_kind] += count
    return dict(sorted(counts.items()))


def list_full_set() -> PieceCounts:
    """Return how many of each kind of piece a box holds that suffices for any dungeon.

    There are twelve chests, two of them with a ball, portals 1 to 12, counters, pits, trapdoors, doors and markers.
    """
    kinds = {
        PieceKind(PieceSort.CHEST_BALL): 2,
        PieceKind(PieceSort.CHEST_TRAP): 10,
        **{PieceKind(PieceSort.PORTAL, (number,)): 1 for number in range(1, 13)},
        PieceKind(PieceSort.COUNTER, (), "nothing"): 12,
        PieceKind(PieceSort.COUNTER, (), "open_pit"): 8,
        PieceKind(PieceSort.COUNTER, (), "spiked_pit"): 4,
        PieceKind(PieceSort.PIT, (), "open_pit"): 6,
        PieceKind(PieceSort.PIT, (), "spiked_pit"): 6,
        PieceKind(PieceSort.TRAPDOOR, (1, 1)): 4,
        PieceKind(PieceSort.TRAPDOOR, (2, 2)): 4,
        PieceKind(PieceSort.DOOR, (2,)): 8,
        PieceKind(PieceSort.SQUARE_DOOR): 4,
        **{build_marker_kind(team, TWO_MATCH_TEAMS): 3 for team in list_teams(MAX_TEAMS)},
        PieceKind(PieceSort.BOUNCE): 1,
        PieceKind(PieceSort.SCATTER): 1,
    }
    return dict(sorted(kinds.items()))


def build_pieces(piece_counts: PieceCounts, theme: str) -> list[PrintedPiece]:
    """Return pieces to print, drawn in a theme, from how many there are of each kind."""
    return [build_piece(kind, count, find_theme(theme)) for kind, count in piece_counts.items()]
