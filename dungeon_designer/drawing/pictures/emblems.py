"""Small pictures set into the floor of a room that a book names: what the room is for, at a glance."""

from __future__ import annotations

from collections.abc import Callable

from dungeon_designer.drawing.geometry import around, ellipse, moved, sketch
from dungeon_designer.drawing.pictures import colleges
from dungeon_designer.drawing.shapes import Circle, Path, Style, Text, lines
from dungeon_designer.drawing.themes import Theme

Shapes = tuple[Path | Circle | Text, ...]


def _pen(theme: Theme) -> Style:
    return Style(stroke=theme.emblem, width=0.04)


def _full(theme: Theme) -> Style:
    return Style(fill=theme.emblem)


def armoury(theme: Theme) -> Shapes:
    """Two crossed swords."""
    blade = sketch(
        "M -4 22 L -4 -52 L 0 -62 L 4 -52 L 4 22 Z M -16 22 L 16 22 L 16 28 L -16 28 Z M -3 28 L 3 28 L 3 44 L -3 44 Z",
        _full(theme),
    )
    return moved(blade, turn=42), moved(blade, turn=-42)


def bone_pit(theme: Theme) -> Shapes:
    """Crossed bones."""
    bone = sketch(
        "M -5 -40 Q -16 -44 -14 -53 Q -8 -62 0 -53 Q 8 -62 14 -53 Q 16 -44 5 -40 L 5 40 "
        "Q 16 44 14 53 Q 8 62 0 53 Q -8 62 -14 53 Q -16 44 -5 40 Z",
        _full(theme),
    )
    return moved(bone, turn=52), moved(bone, turn=-52)


def cursed_room(theme: Theme) -> Shapes:
    """A skull."""
    head = sketch("M -34 6 Q -42 -46 0 -48 Q 42 -46 34 6 Q 30 14 20 16 L 20 38 L -20 38 L -20 16 Q -30 14 -34 6 Z "
                  "M -25 -4 Q -24 -16 -14 -15 Q -5 -12 -7 -2 Q -14 6 -25 -4 Z "
                  "M 25 -4 Q 24 -16 14 -15 Q 5 -12 7 -2 Q 14 6 25 -4 Z "
                  "M 0 6 L 5 15 L -5 15 Z M -11 24 L -8 24 L -8 38 L -11 38 Z "
                  "M -1.5 24 L 1.5 24 L 1.5 38 L -1.5 38 Z M 8 24 L 11 24 L 11 38 L 8 38 Z",
                  _full(theme))  # fmt: skip
    return (head,)


def flooded_room(theme: Theme) -> Shapes:
    """Three waves."""
    wave = "M -56 {0} Q -42 {1} -28 {0} Q -14 {2} 0 {0} Q 14 {1} 28 {0} Q 42 {2} 56 {0}"
    return tuple(sketch(wave.format(y, y - 18, y + 18), Style(stroke=theme.emblem, width=0.07)) for y in (-26, 0, 26))


def forgotten_jail(theme: Theme) -> Shapes:
    """A barred window."""
    frame = sketch(
        "M -40 46 L -40 -14 Q -36 -50 0 -52 Q 36 -50 40 -14 L 40 46 Z", Style(stroke=theme.emblem, width=0.08)
    )
    return frame, sketch(
        "M -20 44 L -20 -42 M 0 44 L 0 -50 M 20 44 L 20 -42 M -38 0 L 38 0", Style(stroke=theme.emblem, width=0.06)
    )


def kitchen(theme: Theme) -> Shapes:
    """A cauldron over a fire."""
    pot = sketch("M -40 -14 L 40 -14 L 40 -6 L 35 -6 Q 38 34 0 36 Q -38 34 -35 -6 L -40 -6 Z", _full(theme))
    fire = sketch(
        "M -26 52 Q -22 44 -26 38 M -8 54 Q -2 46 -8 40 M 10 54 Q 16 46 10 40 M 26 52 Q 30 44 24 38", _pen(theme)
    )
    return (
        pot,
        fire,
        sketch("M -16 -22 Q -8 -32 -16 -42 Q -22 -50 -14 -58 M 10 -22 Q 18 -32 10 -42 Q 4 -50 12 -58", _pen(theme)),
    )


def sewer(theme: Theme) -> Shapes:
    """A round grating."""
    bars = lines(
        [[(x, -y), (x, y)] for x, y in ((-0.3, 0.36), (-0.1, 0.46), (0.1, 0.46), (0.3, 0.36))],
        Style(stroke=theme.emblem, width=0.07),
    )
    return Circle((0.0, 0.0), 0.5, Style(stroke=theme.emblem, width=0.09)), bars, sketch("M -46 0 L 46 0", _pen(theme))


def treasure_room(theme: Theme) -> Shapes:
    """Coins in a heap."""
    found: list[Path | Circle | Text] = []
    for x, y in ((-30, 30), (0, 34), (30, 30), (-16, 10), (16, 10), (0, -12)):
        found.append(ellipse(x / 100, y / 100, 0.2, 0.12, Style(fill=theme.floor, stroke=theme.emblem, width=0.045)))
        found.append(ellipse(x / 100, y / 100 - 0.01, 0.1, 0.055, _pen(theme)))
    return tuple(found)


def stairs(theme: Theme) -> Shapes:
    """A flight of steps."""
    return (
        sketch(
            "M -50 44 L -50 24 L -25 24 L -25 4 L 0 4 L 0 -16 L 25 -16 L 25 -36 L 50 -36 L 50 44 Z",
            Style(stroke=theme.emblem, width=0.07),
        ),
    )


def fire(theme: Theme) -> Shapes:
    """A flame."""
    outer = sketch(
        "M 0 -56 Q 8 -32 24 -16 Q 40 4 32 26 Q 22 48 0 48 Q -22 48 -32 26 "
        "Q -38 6 -24 -10 Q -20 2 -12 4 Q -16 -30 0 -56 Z",
        _full(theme),
    )
    return outer, sketch("M 2 -8 Q 16 8 14 24 Q 10 38 0 38 Q -12 38 -14 24 Q -12 12 2 -8 Z", Style(fill=theme.floor))


def crypt(theme: Theme) -> Shapes:
    """A gravestone."""
    return sketch(
        "M -30 46 L -30 -16 Q -28 -46 0 -48 Q 28 -46 30 -16 L 30 46 Z", Style(stroke=theme.emblem, width=0.07)
    ), sketch("M 0 -32 L 0 6 M -13 -18 L 13 -18 M -44 46 L 44 46", Style(stroke=theme.emblem, width=0.07))


def dragon(theme: Theme) -> Shapes:
    """Three claw marks."""
    claw = sketch("M -26 -46 Q -20 0 -34 50 Q -40 4 -26 -46 Z", _full(theme))
    return claw, moved(claw, 0.3, -0.04), moved(claw, 0.6, 0.0)


def idol(theme: Theme) -> Shapes:
    """An eye in flames."""
    lid = sketch("M -50 0 Q 0 -44 50 0 Q 0 44 -50 0 Z", Style(stroke=theme.emblem, width=0.07))
    rays = lines([[a, b] for a, b in zip(around(8, 0.46, 22.5), around(8, 0.6, 22.5), strict=True)], _pen(theme))
    return lid, Circle((0.0, 0.0), 0.15, _full(theme)), rays


_WORDS: tuple[tuple[str, str], ...] = (
    *((name.removeprefix("emblem-").replace("-", " "), name.removeprefix("emblem-")) for name in colleges.PLAIN),
    ("armour", "armoury"), ("bone", "bone-pit"), ("curs", "cursed-room"), ("flood", "flooded-room"),
    ("jail", "forgotten-jail"),
    ("kitchen", "kitchen"), ("sewer", "sewer"), ("treasure", "treasure-room"), ("stair", "stairs"), ("chasm", "fire"),
    ("fier", "fire"), ("crypt", "crypt"), ("dragon", "dragon"), ("idol", "idol"),
)  # fmt: skip


FEATURES = frozenset({"emblem-fire", "emblem-crypt", "emblem-dragon", "emblem-idol", "emblem-spike-pit"})
"""Pictures of what may stand in the room itself."""


def emblem_for(words: str) -> str:
    """The picture that fits a room's tile or name, '' when none does.

    >>> emblem_for("gw-2021/forgotten-jail")
    'emblem-forgotten-jail'
    >>> emblem_for("The Werewolf's Lair")
    'emblem-werewolfs-lair'
    """
    low = words.lower().replace("-", " ").replace("'", "")
    return next((f"emblem-{name}" for word, name in _WORDS if word in low), "")


PLAIN: dict[str, Callable[[Theme], Shapes]] = {
    **colleges.PLAIN,
    **{f"emblem-{picture.__name__.replace('_', '-')}": picture
    for picture in (
        armoury, bone_pit, cursed_room, flooded_room, forgotten_jail, kitchen, sewer, treasure_room,
        stairs, fire, crypt, dragon, idol,
    )},
}  # fmt: skip
