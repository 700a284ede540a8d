"""How many floor squares the dungeon has.

naf-2019 (The Dungeon) advises 250 to 280: a good size for a game of standard length. Every floor square counts,
whatever lies on it, end zones too; rock does not. A square that two sections cover counts once.

House rules may say what table the whole dungeon must fit on (`fits`), and bound the squares of each `terrain` and
those that each kind of `obstacles` covers.

A sketch that breaks it, under naf-2019 (36 squares)::

    map: |
      <<<......>>>
      <<<......>>>
      ............

Mend: draw more floor, or less.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, field

from dungeon_designer.grid import Square, bounds, row_major
from dungeon_designer.kinds import ObstacleKind, TerrainKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule import (
    Bounds,
    Number,
    Violation,
    as_words,
    counted,
    extent,
    keyed_by,
    miscounted,
    numbers_in_words,
    there_are,
    worded,
)

Side = Annotated[int, Meta(ge=1, le=10_000)]


class RuleSettings(Bounds, frozen=True):
    """How many squares: `min`, `max` (250 to 280 where nothing is named), `also`.

    fits       The [width, height] of the table that the whole dungeon must fit on, either way round. Example: [30, 22]
    terrain    How many squares of each terrain there are: a number or bounds. Example: {"lava": 0, "water": {"max":
               12}}
    obstacles  How many squares each kind of obstacle covers: a number or bounds. Example: {"statue": {"max": 4}}
    """

    players = ("Squares of floor", "{asked}")
    usual = (250, 280)
    phrases = worded(fits=lambda size: f"on {extent(size)}", terrain=numbers_in_words, obstacles=numbers_in_words)

    fits: tuple[Side, Side] | None = None
    terrain: Annotated[dict[TerrainKind, Number], keyed_by(TerrainKind)] = field(default_factory=dict)
    obstacles: Annotated[dict[ObstacleKind, Number], keyed_by(ObstacleKind)] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Who names only a table, terrain or obstacles asks for no number of squares."""
        if not (self.terrain or self.obstacles or self.fits) or (self.min, self.max) != (None, None):
            super().__post_init__()


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """A fault when the number of floor squares is out of bounds; it has no squares, since none is more at fault."""
    board, count = context.board, len(context.board)
    if not settings.allows(count):
        said = f"the dungeon has {counted(count, 'square')} of floor; {settings.range_text} are asked for"
        yield Violation(said, measured=count, required=settings.required)
    if settings.fits and count:
        _, size = bounds(board.owner)
        if any(side > most for side, most in zip(sorted(size), sorted(settings.fits), strict=True)):
            measured, required = ("x".join(map(str, sides)) for sides in (size, settings.fits))
            said = f"the dungeon is {measured} squares large, but must fit on {required}"
            yield Violation(said, measured=measured, required=required)
    on: dict[str, list[Square]] = defaultdict(list)
    for square, kind in (*board.terrain_at.items(), *board.obstacle_at.items()):
        on[kind].append(square)
    for kind, number in (*settings.terrain.items(), *settings.obstacles.items()):
        squares = tuple(sorted(on[kind], key=row_major))
        yield from miscounted(number, len(squares), f"{there_are(len(squares), 'square')} of {as_words(kind)}", squares)
