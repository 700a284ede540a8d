"""The kinds of pieces: what they are called and look like on either side, and which a dungeon is played with."""

from __future__ import annotations

from collections import Counter
from enum import IntEnum
from typing import NamedTuple

from msgspec import Struct

from dungeon_designer.board.model import Board
from dungeon_designer.drawing.labels import CAPITAL
from dungeon_designer.drawing.pictures import picture
from dungeon_designer.drawing.shapes import Drawing, Group, Layer, Point, Shape, Style, Text, Use, box, corners
from dungeon_designer.drawing.sides import side_emblem, side_look
from dungeon_designer.drawing.text_fitting import fit_text, lines_of
from dungeon_designer.drawing.themes import Theme, theme_named
from dungeon_designer.kinds import MOST_SIDES, Emblem, Team
from dungeon_designer.layout.model import TWO_SIDES, MatchSide, RollingBall, SectionKind, TrapKind, sides_of

Extent = tuple[float, float]
"""Width and height in squares."""


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
    """A sort of piece, with its number or its size in squares, and a word that tells it from others of its sort.

    A marker of a side that has an emblem carries `looks`: its colour and its emblem.
    """

    sort: PieceSort
    numbers: tuple[int, ...] = ()
    word: str = ""
    looks: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What it is called.

        >>> PieceKind(PieceSort.PORTAL, (3,)).name, PieceKind(PieceSort.COUNTER, (), "spiked_pit").name
        ('portal 3', 'pit counter: spiked pit')
        """
        shown = "x".join(map(str, self.numbers))
        word = self.word.replace("_", " ")
        return {
            PieceSort.CHEST_BALL: "chest with a ball",
            PieceSort.CHEST_TRAP: "chest with a trap",
            PieceSort.PORTAL: f"portal {shown}",
            PieceSort.COUNTER: "pit counter" + (f": {word}" if word else ""),
            PieceSort.PIT: word,
            PieceSort.TRAPDOOR: f"trapdoor {shown}" + (f" over {word}" if word else ""),
            PieceSort.DOOR: "door, one square wide" if shown == "1" else f"door, {shown} squares wide",
            PieceSort.SQUARE_DOOR: "door in a square",
            PieceSort.MARKER: f"marker: {word}" + (f", {self.looks[1]}" if self.looks else ""),
            PieceSort.BALL: f"rolling ball {shown}",
            PieceSort.BOUNCE: "bounce template",
            PieceSort.SCATTER: "scatter template",
        }[self.sort]

    @property
    def id(self) -> str:
        """What programs know it by.

        >>> PieceKind(PieceSort.COUNTER, (), "spiked_pit").id, PieceKind(PieceSort.TRAPDOOR, (2, 2), "acid").id
        ('counter-spiked_pit', 'trapdoor-2x2-acid')
        """
        sort = self.sort.name.lower().replace("_", "-")
        return "-".join(filter(None, (sort, "x".join(map(str, self.numbers)), self.word)))


def marker_of(side: MatchSide, sides: tuple[MatchSide, ...]) -> PieceKind:
    """The marker of one of a dungeon's sides; of the two usual ones it has a word alone, others come in their order.

    >>> from dungeon_designer.layout.model import sides_of
    >>> marker_of(sides_of(2)[0], sides_of(2)).name, marker_of(sides_of(3)[2], sides_of(3)).name
    ('marker: home', 'marker: third, triangle')
    """
    if sides == TWO_SIDES and side in TWO_SIDES:
        return PieceKind(PieceSort.MARKER, (), side.id.value)
    looks = side.shown_colour, side.shown_emblem.value
    return PieceKind(PieceSort.MARKER, (list(Team).index(side.id) + 1,), side.id.value, looks)


class PrintedPiece(Struct, frozen=True):
    """One kind of piece: `front` and `back` are as large as the piece, in squares; no back means paper.

    `outline` are the rings along which it is cut out, from its own upper left corner.
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
        """Where it is cut: the outline, or all round."""
        return self.outline or (corners(0.0, 0.0, *self.size),)


def piece(kind: PieceKind, count: int, theme: Theme) -> PrintedPiece:
    """A kind of piece, so many times: what is hidden until it is turned over looks like all of its sort."""
    front, back = _faces(kind, theme)
    return PrintedPiece(kind.name, count, front, back)


def face(theme: Theme, size: Extent, *shapes: Shape, background: str = "") -> Drawing:
    """One side of a piece: shapes in squares from its upper left corner."""
    used = sorted({shape.symbol for shape in shapes if isinstance(shape, Use)})
    return Drawing(
        title="",
        theme=theme.name,
        background=background or theme.floor,
        corner=(0.0, 0.0),
        size=size,
        layers=(Layer("piece", (Group("piece", "piece", shapes),)),),
        symbols=tuple(picture(name, theme) for name in used),
        title_fonts=theme.title_fonts,
        label_fonts=theme.label_fonts,
    )


def _faces(kind: PieceKind, theme: Theme) -> tuple[Drawing, Drawing | None]:
    """The front and the back."""
    number, word = min(kind.numbers, default=1), kind.word.replace("_", "-")
    width, height = kind.numbers if len(kind.numbers) == 2 else (1, 1)
    symbols: dict[PieceSort, tuple[str, str, Extent]] = {
        PieceSort.CHEST_BALL: ("chest", "football", (1.0, 1.0)),
        PieceSort.CHEST_TRAP: ("chest", "blast", (1.0, 1.0)),
        PieceSort.PORTAL: (f"portal-{number}", f"portal-{number}", (1.0, 1.0)),
        PieceSort.COUNTER: ("counter", f"counter-{word}" if word else "", (1.0, 1.0)),
        PieceSort.PIT: (f"piece-{word}", "", (1.0, 1.0)),
        PieceSort.DOOR: (f"door-{number}", f"door-{number}", (number + 0.3, 0.5)),
        PieceSort.BALL: (f"ball-{number}", "", (width, height)),
    }
    if kind.sort in symbols:
        front, back, size = symbols[kind.sort]
        middle = size[0] / 2, size[1] / 2
        return face(theme, size, Use(front, middle)), face(theme, size, Use(back, middle)) if back else None
    if kind.sort is PieceSort.SQUARE_DOOR:
        shut, ajar = Use("square-door-shut", (0.5, 0.5)), Use("square-door-open", (0.5, 0.68))
        return face(theme, (1.0, 1.0), shut), face(theme, (1.0, 1.0), ajar)
    if kind.sort is PieceSort.TRAPDOOR:
        return _trapdoor(kind, theme)
    if kind.sort is PieceSort.MARKER:
        return (_banner(kind, theme),) * 2
    if kind.sort is PieceSort.SCATTER:
        return face(theme, (3.0, 3.0), Use("scatter-template", (1.5, 1.5)), background=theme.page), None
    wall = box(0.0, 1.0, 3.0, 1.0, Style(fill=theme.rock, opacity=0.35))  # words on it are read in toner, too
    return face(theme, (3.0, 2.0), wall, Use("bounce-template", (1.5, 1.0)), background=theme.page), None


def _trapdoor(kind: PieceKind, theme: Theme) -> tuple[Drawing, Drawing]:
    """Shut on one side; on the other the hole, and what lies below."""
    width, height = kind.numbers
    shut = Use(f"trapdoor-{width}-{height}", (width / 2, height / 2))
    hole = (
        box(0.06, 0.06, width - 0.12, height - 0.12, theme.drawn(theme.stone, theme.bold)),
        box(0.12, 0.12, width - 0.24, height - 0.24, Style(fill=theme.hole)),
        box(0.2, 0.2, width - 0.4, height - 0.4, Style(fill=theme.hole_deep)),
    )
    words = kind.word.replace("_", " ")
    room = {"width": width - 0.42, "height": height - 0.42}
    fitted = fit_text(words, theme.label_fonts[0], largest=0.3, max_lines=2, bold=True, **room)
    first = width / 2, height / 2 + fitted.size / 3 - fitted.added / 2
    label = lines_of(fitted, first, Style(fill=theme.pale), bold=True)
    opened = face(theme, (width, height), *hole, *(label if words else []))
    return face(theme, (width, height), shut), opened


def _banner(kind: PieceKind, theme: Theme) -> Drawing:
    """A marker: the side's name on its colour, and its emblem if it has one."""
    team = Team(kind.word)
    own = (MatchSide(id=team, colour=kind.looks[0], emblem=Emblem(kind.looks[1])),) if kind.looks else TWO_SIDES
    look = side_look(theme, own, team)
    written = Style(fill=look.on_colour)
    frame = box(0.08, 0.08, 1.84, 0.84, Style(stroke=look.on_colour, width=0.04, round=False))
    if look.emblem is None:
        word = Text((1.0, 0.66), look.word, 0.46, written, font="title")
        return face(theme, (2.0, 1.0), frame, word, background=look.colour)
    size = min(0.46, 1.05 / (CAPITAL * len(look.word)))
    emblem = side_emblem(look.emblem, written, (0.42, 0.5), 0.48)
    word = Text((1.28, 0.5 + size / 3), look.word, size, written, font="title")
    return face(theme, (2.0, 1.0), frame, emblem, word, background=look.colour)


Needs = dict[PieceKind, int]
"""How many of each kind, in the order in which they are listed."""


def needs(board: Board) -> Needs:
    """The pieces one dungeon is played with."""
    layout, found = board.layout, Counter[PieceKind]()
    balls = min(layout.balls, len(board.chests))
    found[PieceKind(PieceSort.CHEST_BALL)] = balls
    found[PieceKind(PieceSort.CHEST_TRAP)] = len(board.chests) - balls
    found[PieceKind(PieceSort.SQUARE_DOOR)] = len(layout.square_doors)
    found[PieceKind(PieceSort.SCATTER)] = found[PieceKind(PieceSort.BOUNCE)] = 1
    found.update(PieceKind(PieceSort.PORTAL, (portal.number,)) for portal in board.portals)
    found.update(PieceKind(PieceSort.DOOR, (door.width,)) for door in layout.doors)
    for trap in layout.traps:
        if trap.kind is TrapKind.TRAPDOOR:
            found[PieceKind(PieceSort.TRAPDOOR, trap.size, trap.below)] += 1
        elif trap.kind is TrapKind.COUNTER:
            found[PieceKind(PieceSort.COUNTER, (), trap.content.value if trap.content else "nothing")] += 1
        else:
            found[PieceKind(PieceSort.PIT, (), trap.kind.value)] += len(trap.squares)
    known = {side.id: side for side in (*sides_of(MOST_SIDES), *layout.sides)}
    zones = board.of_kind(SectionKind.END_ZONE, SectionKind.ENTRY)
    found.update(marker_of(known[zone.side], layout.sides) for zone in zones if zone.side)
    found.update(PieceKind(PieceSort.BALL, each.size) for each in board.machines if isinstance(each, RollingBall))
    return {kind: found[kind] for kind in sorted(found) if found[kind]}


def public(wanted: Needs) -> Needs:
    """The same without what lies below trapdoors and on the face of counters, for lists that everybody may see."""
    found: Counter[PieceKind] = Counter()
    for kind, count in wanted.items():
        found[kind._replace(word="") if kind.sort in (PieceSort.TRAPDOOR, PieceSort.COUNTER) else kind] += count
    return dict(sorted(found.items()))


def full_set() -> Needs:
    """What a box for any dungeon holds: twelve chests, two of them with a ball, portals 1 to 12, counters, doors…"""
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
        **{marker_of(side, TWO_SIDES): 3 for side in sides_of(MOST_SIDES)},
        PieceKind(PieceSort.BOUNCE): 1,
        PieceKind(PieceSort.SCATTER): 1,
    }
    return dict(sorted(kinds.items()))


def drawn(wanted: Needs, theme: str) -> list[PrintedPiece]:
    """The pieces themselves, in a theme."""
    return [piece(kind, count, theme_named(theme)) for kind, count in wanted.items()]
