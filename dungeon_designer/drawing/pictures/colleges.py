"""Small pictures set into the floor of the colleges' rooms and corridors: what each does, at a glance."""

from __future__ import annotations

from collections.abc import Callable

from dungeon_designer.drawing.geometry import ellipse, mirrored, moved, sketch
from dungeon_designer.drawing.shapes import Circle, Path, Style, Text, lines
from dungeon_designer.drawing.themes import Theme

Shapes = tuple[Path | Circle | Text, ...]


def _pen(theme: Theme, width: float = 0.06) -> Style:
    return Style(stroke=theme.emblem, width=width)


def _full(theme: Theme) -> Style:
    return Style(fill=theme.emblem)


def _bubbles(theme: Theme, *bubbles: tuple[float, float, float]) -> list[Circle]:
    """Rings by their middle and radius, in hundredths of a square."""
    return [Circle((x / 100, y / 100), r / 100, _pen(theme, 0.04)) for x, y, r in bubbles]


def tuck_shop(theme: Theme) -> Shapes:
    """A stall: a striped awning over a counter with a pie on it."""
    awning = sketch(
        "M -46 -54 L 46 -54 L 56 -22 Q 47 -8 38 -22 Q 28 -8 19 -22 Q 9 -8 0 -22 "
        "Q -9 -8 -19 -22 Q -28 -8 -38 -22 Q -47 -8 -56 -22 Z "
        "M -30 -50 L -36 -26 L -22 -26 L -17 -50 Z M -5 -50 L -7 -26 L 7 -26 L 5 -50 Z M 17 -50 "
        "L 22 -26 L 36 -26 L 30 -50 Z",
        _full(theme),
    )
    counter = sketch("M -50 26 L 50 26 L 50 34 L 44 34 L 44 54 L -44 54 L -44 34 L -50 34 Z", _full(theme))
    pie = sketch("M -24 24 L -28 10 L 28 10 L 24 24 Z M -28 6 Q 0 -12 28 6 Z", _full(theme))
    return awning, counter, pie, sketch("M -44 -18 L -44 26 M 44 -18 L 44 26", _pen(theme))


def root_walk(theme: Theme) -> Shapes:
    """A stump whose roots spread and curl."""
    stump = sketch(
        "M -17 -56 L -8 -50 L 0 -56 L 9 -50 L 17 -56 Q 12 -24 24 -8 Q 40 2 54 -6 Q 44 12 24 8 Q 32 26 46 30 "
        "Q 28 38 14 20 Q 16 40 4 58 Q 4 36 -2 22 Q -10 40 -28 48 Q -14 30 -14 14 Q -30 24 -54 16 Q -34 12 -24 -4 "
        "Q -13 -26 -17 -56 Z",
        _full(theme),
    )
    return stump, sketch("M 54 -6 Q 60 -14 52 -18 M -54 16 Q -62 10 -56 4 M 46 30 Q 56 32 52 42", _pen(theme, 0.045))


def tranquil_meadow(theme: Theme) -> Shapes:
    """A daisy among blades of grass."""
    petals = [moved(ellipse(0.0, -0.2, 0.075, 0.13, _full(theme)), 0.06, -0.22, turn=45.0 * i) for i in range(8)]
    stalk = sketch("M 6 8 Q 2 32 4 56", _pen(theme))
    grass = sketch(
        "M -52 56 Q -46 30 -56 12 Q -36 30 -42 56 Z M -34 56 Q -28 22 -42 -4 Q -16 22 -24 56 Z "
        "M -16 56 Q -14 38 -22 24 "
        "Q -6 36 -8 56 Z M 20 56 Q 20 34 34 18 Q 28 38 30 56 Z M 36 56 Q 36 24 56 4 Q 46 28 48 56 Z",
        _full(theme),
    )
    return (*petals, Circle((0.06, -0.22), 0.115, _full(theme)), stalk, grass)


def fungus_farm(theme: Theme) -> Shapes:
    """Two mushrooms, spotted."""
    large = sketch(
        "M -52 -6 Q -46 -54 -8 -54 Q 30 -54 36 -6 Q -8 6 -52 -6 Z M -34 -20 Q -28 -32 -20 -22 Q -24 -10 -34 -20 Z "
        "M -6 -38 Q 4 -44 8 -34 Q 2 -26 -6 -38 Z M 10 -16 Q 18 -24 24 -14 Q 18 -8 10 -16 Z",
        _full(theme),
    )
    stem = sketch("M -18 2 Q -12 26 -20 52 L 6 52 Q -2 26 4 2 Q -8 5 -18 2 Z", _full(theme))
    small = sketch(
        "M 12 22 Q 16 0 36 0 Q 54 0 58 22 Q 36 30 12 22 Z M 28 30 Q 32 42 28 52 L 46 52 Q 40 42 44 29 Z", _full(theme)
    )
    return large, stem, small


def fountain_of_youth(theme: Theme) -> Shapes:
    """Water that rises from a bowl on a foot and falls back."""
    bowl = sketch(
        "M -54 4 L 54 4 L 54 12 L 47 12 Q 40 30 9 32 L 9 46 L 28 46 L 28 56 L -28 56 L -28 46 L -9 46 L -9 32 "
        "Q -40 30 -47 12 L -54 12 Z",
        _full(theme),
    )
    jets = sketch(
        "M 0 0 L 0 -54 M -7 0 Q -10 -44 -22 -40 Q -32 -34 -34 -4 M 7 0 Q 10 -44 22 -40 Q 32 -34 34 -4", _pen(theme)
    )
    return bowl, jets


def gluttonous_greenhouse(theme: Theme) -> Shapes:
    """A plant with jaws, in a pot."""
    jaw = sketch(
        "M 0 -12 Q -48 -6 -54 -38 Q -46 -60 -20 -50 L -22 -41 L -29 -46 L -27 -36 L -36 -39 L -31 -29 L -40 -27 "
        "L -29 -22 L -34 -15 Q -16 -14 0 -20 Z",
        _full(theme),
    )
    leaf = sketch("M -3 16 Q -22 -2 -44 12 Q -24 28 -3 18 Z", _full(theme))
    pot = sketch("M -30 26 L 30 26 L 30 34 L 25 34 L 18 58 L -18 58 L -25 34 L -30 34 Z", _full(theme))
    return jaw, mirrored(jaw), leaf, mirrored(leaf), pot, sketch("M 0 -16 L 0 26", _pen(theme, 0.08))


def malodorous_marsh(theme: Theme) -> Shapes:
    """Bulrushes over still water, and what bubbles up in it."""
    rushes = sketch(
        "M -30 34 Q -30 0 -26 -22 M -4 34 Q -4 -12 0 -30 M 24 34 Q 24 4 20 -10 M -14 34 "
        "Q -18 8 -46 -2 M 8 34 Q 14 6 44 -22",
        _pen(theme, 0.05),
    )
    heads = [ellipse(x, y, 0.065, 0.17, _full(theme)) for x, y in ((-0.25, -0.3), (0.01, -0.4), (0.19, -0.2))]
    water = sketch(
        "M -56 42 Q -42 36 -28 42 Q -14 48 0 42 Q 14 36 28 42 Q 42 48 56 42 M -30 56 Q -14 50 2 56", _pen(theme)
    )
    bubbles = _bubbles(theme, (42, 18, 8), (50, 0, 5), (34, 54, 5))
    return (rushes, *heads, water, *bubbles)


def werewolfs_lair(theme: Theme) -> Shapes:
    """The print of a paw, claws out."""
    pad = sketch(
        "M 0 0 Q 20 2 30 24 Q 40 46 20 50 Q 8 50 0 44 Q -8 50 -20 50 Q -40 46 -30 24 Q -20 2 0 0 Z", _full(theme)
    )
    toes = [
        ellipse(x, y, 0.1, 0.14, _full(theme)) for x, y in ((-0.43, 0.02), (-0.17, -0.2), (0.17, -0.2), (0.43, 0.02))
    ]
    claws = sketch(
        "M -48 -10 L -50 -26 L -40 -11 Z M -21 -33 L -19 -50 L -13 -33 Z "
        "M 21 -33 L 19 -50 L 13 -33 Z M 48 -10 L 50 -26 L 40 -11 Z",
        _full(theme),
    )
    return (pad, *toes, claws)


def hall_of_bones(theme: Theme) -> Shapes:
    """A rib cage."""
    ribs = sketch(
        "M 0 -38 Q -34 -50 -40 -18 Q -40 -8 -32 -4 M 0 -20 Q -38 -30 -46 4 Q -46 14 -38 18 "
        "M 0 -2 Q -34 -10 -42 24 Q -42 34 -34 38 M 0 16 Q -24 10 -32 38 Q -32 46 -26 50",
        _pen(theme, 0.06),
    )
    spine = lines([[(0.0, y / 100), (0.0, (y + 11) / 100)] for y in (-56, -40, -24, -8, 8, 24, 40)], _pen(theme, 0.14))
    return ribs, mirrored(ribs), spine


def swirling_mists(theme: Theme) -> Shapes:
    """Three swathes that curl up at their ends."""
    swathe = sketch(
        "M -58 0 Q -30 -10 0 0 Q 26 8 40 -4 Q 50 -16 38 -24 Q 24 -28 24 -14 Q 26 -6 34 -10", _pen(theme, 0.07)
    )
    return moved(swathe, -0.02, -0.26), moved(mirrored(swathe), 0.02, 0.1), moved(swathe, 0.06, 0.48, size=0.9)


def ghost_junction(theme: Theme) -> Shapes:
    """A ghost that points the way."""
    sheet = sketch(
        "M -30 54 Q -38 -8 -26 -34 Q -14 -56 4 -54 Q 26 -52 28 -26 Q 30 -14 56 -18 Q 50 -2 28 4 Q 28 34 36 54 "
        "Q 26 44 18 54 Q 10 62 2 52 Q -8 44 -14 54 Q -22 62 -30 54 Z "
        "M -14 -30 Q -10 -40 -4 -32 Q -2 -20 -8 -18 Q -14 -20 -14 -30 Z M 8 -30 Q 12 -40 18 -32 "
        "Q 20 -20 14 -18 Q 8 -20 8 -30 Z "
        "M -2 -8 Q 4 -12 8 -6 Q 8 6 3 8 Q -4 4 -2 -8 Z",
        _full(theme),
    )
    return (sheet,)


def necromancers_laboratory(theme: Theme) -> Shapes:
    """A flask that boils over."""
    glass = sketch("M -14 -34 L -14 -6 L -42 44 Q -44 54 -34 54 L 34 54 Q 44 54 42 44 L 14 -6 L 14 -34", _pen(theme))
    brew = sketch("M -27 24 Q -14 16 0 24 Q 14 32 27 24 L 38 44 Q 40 50 32 50 L -32 50 Q -40 50 -38 44 Z", _full(theme))
    bubbles = _bubbles(theme, (2, 6, 6), (-4, -20, 4.5), (10, -50, 7.5), (-16, -56, 5))
    return glass, brew, *bubbles, sketch("M -22 -34 L 22 -34", _pen(theme, 0.08))


def corpse_chasm(theme: Theme) -> Shapes:
    """A hand that reaches out of the broken ground."""
    hand = sketch(
        "M -16 40 L -14 8 Q -30 2 -40 -14 Q -38 -24 -30 -20 Q -22 -8 -16 -8 L -20 -44 "
        "Q -16 -54 -9 -46 L -5 -16 L -2 -54 "
        "Q 4 -62 9 -54 L 9 -16 L 16 -46 Q 24 -52 27 -42 L 22 -10 L 34 -26 Q 42 -28 43 -18 Q 34 4 20 14 L 20 40 Z",
        _full(theme),
    )
    ground = sketch("M -58 44 L -40 36 L -26 48 L -14 42 L 4 52 L 20 42 L 32 50 L 44 38 L 58 46", _pen(theme, 0.07))
    return hand, ground, sketch("M -36 58 L -22 56 M 6 62 L 22 58 M 36 60 L 46 57", _pen(theme, 0.05))


def spike_pit(theme: Theme) -> Shapes:
    """Three stakes in the bottom of a square pit."""
    pit = sketch("M -54 -54 L 54 -54 L 54 54 L -54 54 Z", _pen(theme, 0.08))
    stakes = sketch("M -42 42 L -27 -26 L -12 42 Z M -15 42 L 0 -42 L 15 42 Z M 12 42 L 27 -26 L 42 42 Z", _full(theme))
    return pit, stakes


PLAIN: dict[str, Callable[[Theme], Shapes]] = {
    f"emblem-{picture.__name__.replace('_', '-')}": picture
    for picture in (
        tuck_shop, root_walk, tranquil_meadow, fungus_farm, fountain_of_youth, gluttonous_greenhouse, malodorous_marsh,
        werewolfs_lair, hall_of_bones, swirling_mists, ghost_junction, necromancers_laboratory, corpse_chasm, spike_pit,
    )
}  # fmt: skip
