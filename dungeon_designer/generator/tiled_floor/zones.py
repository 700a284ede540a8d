"""End zones laid beside the floor: as far apart as they can be where a rule asks it, else as far as wished."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

import numpy as np

from dungeon_designer.analysis.graphs import FAR
from dungeon_designer.board.model import Ints
from dungeon_designer.generator.options import Request
from dungeon_designer.generator.tiled_floor.asking import Asked
from dungeon_designer.generator.tiled_floor.images import Images
from dungeon_designer.generator.tiled_floor.poses import TilePose, lies
from dungeon_designer.generator.tiled_floor.sites import Site, Sites
from dungeon_designer.generator.tiled_floor.supply import DRAWN, Piece, zone_tiles
from dungeon_designer.generator.tiled_floor.table import Laid, Table
from dungeon_designer.generator.tiled_floor.tiling import Tiling
from dungeon_designer.kinds import SectionKind, Team
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode
from dungeon_designer.tiles.model import Tile

COMPARED = 24
"""So many places are compared with their twins, the farthest from the middle first."""

NEAREST = 0.6
"""How far apart zones lie that need not be far: of all places ordered by that, from here on."""

ROUNDS = 6
"""So often each of several zones is moved to a better place."""


def lay_zones(
    tiling: Tiling, request: Request, asked: Asked, far: float, dice: Random
) -> list[tuple[int, Team]] | None:
    """Lay an end zone for each side; whose each is, by its number on the table. None where no places will do.

    `far` is how far apart they should be where no rule says it, from 0 to 1.
    """
    pieces = zone_pieces(request, asked)
    sites = Sites(tiling, request, [lie for piece in pieces for lie in piece.lies])
    if not sites.all:
        return None
    chosen = _Chosen(tiling, request, sites, 1.0 if asked.apart else far, dice).sites()
    if chosen is None:
        return None
    teams = list(Team)[: request.sides]
    own = []
    for team, site in zip(teams, chosen, strict=True):
        piece = next((p for p in pieces if any(lie.outline == site.lie.outline for lie in p.lies)), None)
        joints = tiling.table.joints_of(site.lie, site.at)
        if piece is None or not joints:
            return None
        pieces.remove(piece)
        own.append((len(tiling.table.laid), team))
        tiling.table.lay(Laid(piece, _facing(piece, site), site.at), joints)
    return own


def zone_pieces(request: Request, asked: Asked) -> list[Piece]:
    """What is laid as end zones: tiles of a size the rules allow, or else such a piece of floor, for each side one."""
    tiles = [piece for piece in zone_tiles(request, asked.zone) if _will_do(piece.tile, asked)]
    if len(tiles) >= request.sides:
        return tiles
    width, height = asked.shape or _rectangle(max(asked.size.min or 1, 1))
    drawn = Tile(id=DRAWN, name="", kind=SectionKind(asked.zone), rows=("." * width,) * height)
    return [Piece(drawn, ()) for _ in range(request.sides)]


def _will_do(tile: Tile, asked: Asked) -> bool:
    sides = sorted(tile.size)
    if asked.shape is not None and (sides != sorted(asked.shape) or len(tile.letters) != sides[0] * sides[1]):
        return False
    return asked.size.allows(len(lies(tile)[0].walked))


def _rectangle(squares: int) -> tuple[int, int]:
    """The width and height nearest to a square.

    >>> _rectangle(6)
    (3, 2)
    """
    height = next(side for side in range(int(squares**0.5), 0, -1) if squares % side == 0)
    return squares // height, height


def _facing(piece: Piece, site: Site) -> TilePose:
    """Of the ways that take the same room, that in which what is painted lies farthest from the door."""
    doors = [(square % (1 << 12), square >> 12) for square in site.joints[0].inside]

    def away(lie: TilePose) -> int:
        paint = lie.tile.placed_paint(site.at, lie.turn)
        return sum(abs(x - u) + abs(y - v) for x, y in paint for u, v in doors)

    return max((lie for lie in piece.lies if lie.outline == site.lie.outline), key=away)


class _Chosen:
    """The choice of places for the zones of all sides."""

    def __init__(self, tiling: Tiling, request: Request, sites: Sites, far: float, dice: Random) -> None:
        self.table: Table = tiling.table
        self.images, self.count = _fewer(tiling.images, request.sides), request.sides
        self.found, self.far, self.dice = sites, NEAREST + (1 - NEAREST) * far, dice
        self.open = [frozenset(throat) for throat in _throats(tiling.table)]

    def sites(self) -> list[Site] | None:
        """The places, in the order of the sides."""
        numbers = self._repeated() if self.images.turns else self._free()
        if numbers is None or not self._closes(numbers):
            return None
        return [self.found.all[number] for number in numbers]

    def _closes(self, numbers: Sequence[int]) -> bool:
        """Whether no end of a passage is left that leads nowhere."""
        feet = {foot for number in numbers for foot in self.found.all[number].feet}
        return all(not throat.isdisjoint(feet) for throat in self.open)

    def _repeated(self) -> list[int] | None:
        """Places that repeat each other across the middle, orbit by orbit."""
        chosen: list[int] = []
        while len(chosen) < self.count:
            orbits = [orbit for orbit in self._orbits() if self._room_for(chosen, orbit)]
            if not orbits:
                return None
            chosen += self._best(chosen, orbits)
        return chosen

    def _room_for(self, chosen: Sequence[int], orbit: Sequence[int]) -> bool:
        """Whether an orbit is not too large and clashes with nothing; a lone place is for the last of an odd number."""
        left = self.count - len(chosen)
        fits = len(orbit) <= left and (len(orbit) > 1 or left == 1)
        return fits and self._clear(chosen, orbit)

    def _clear(self, chosen: Sequence[int], orbit: Sequence[int]) -> bool:
        """Whether places do not clash with each other, nor with those chosen."""
        pairs = [*combinations(orbit, 2), *((one, other) for one in chosen for other in orbit)]
        return not any(self.found.all[one].clashes(self.found.all[other]) for one, other in pairs)

    def _orbits(self) -> Iterator[list[int]]:
        """Places with their twins, the farthest from the middle first; ends of passages alone if there are any."""
        order = np.argsort(-self.found.from_middle(self.images.symmetry.middle), kind="stable").tolist()
        taken: set[int] = set()
        if self.far < 1:
            self.dice.shuffle(order)
        for number in order:
            twins = self.found.twins(number, self.images)
            if twins is None or number in taken or len(taken) > COMPARED * self.count:
                continue
            if self.open and not any(throat.intersection(self.found.all[number].feet) for throat in self.open):
                continue
            taken.update([number, *twins])
            yield [number, *twins]

    def _best(self, chosen: Sequence[int], orbits: Sequence[list[int]]) -> list[int]:
        """The orbit farthest apart, and from what is chosen; where that is not asked, one as far as wished."""
        ranked = sorted(orbits, key=lambda orbit: self._rank([*chosen, *orbit]))
        return ranked[-1] if self.far >= 1 else ranked[int(self.far * (len(ranked) - 1))]

    def _rank(self, numbers: Sequence[int]) -> tuple[int, int, int]:
        """The least distance of any two, how alike all distances are, and how straight the ways in."""
        steps = [int(self.found.steps(one)[other]) for one, other in combinations(numbers, 2)]
        crooked = sum(self.found.all[number].crooked for number in numbers)
        if not steps or max(steps) >= FAR:
            return -1, 0, -crooked
        return min(steps), min(steps) - max(steps), -crooked

    def _free(self) -> list[int] | None:
        """Places wherever they are best, moved one by one until none can be bettered."""
        start = self.found.from_middle(self._middle())
        chosen = [int(np.argmax(np.where(start < FAR, start, -1)))]
        for _ in range(self.count - 1):
            place = self._farthest(chosen)
            if place is None:
                return None
            chosen.append(place)
        for _ in range(ROUNDS):
            before = list(chosen)
            for at in range(self.count):
                others = [*chosen[:at], *chosen[at + 1 :]]
                place, measured = self._farthest(others), self._measured(others)
                if place is not None and _rank_of(measured, place) > _rank_of(measured, chosen[at]):
                    chosen[at] = place
            if chosen == before:
                break
        self.dice.shuffle(chosen)
        return chosen

    def _measured(self, others: Sequence[int]) -> tuple[Ints, Ints]:
        """The least and the longest way between any two zones for each place of one more, as the rule measures it."""
        steps = np.array([self.found.beyond(other) for other in others]) + 1
        kept = [self.found.between(one, other) + 2 for one, other in combinations(others, 2)]
        return np.minimum(steps.min(axis=0) + 1, min(kept, default=FAR)), np.maximum(
            steps.max(axis=0) + 1, max(kept, default=0)
        )

    def _farthest(self, others: Sequence[int]) -> int | None:
        """The place farthest from some others; where that is not asked, one as far as wished."""
        least, most = self._measured(others)
        order = np.lexsort((most, -least))
        fitting: list[int] = [n for n in order.tolist() if most[n] < FAR and self._clear(others, [n])]
        if not fitting:
            return None
        if self.far >= 1:
            ties = [n for n in fitting if (least[n], most[n]) == (least[fitting[0]], most[fitting[0]])]
            return min(ties, key=lambda n: self.found.all[n].crooked)
        return fitting[int((1 - self.far) * (len(fitting) - 1))]

    def _middle(self) -> tuple[int, int]:
        left, top, right, bottom = self.table.box
        return left + right, top + bottom


def _rank_of(measured: tuple[Ints, Ints], place: int) -> tuple[int, int]:
    """How good a place is: the least distance, then how alike all are."""
    least, most = int(measured[0][place]), int(measured[1][place])
    return least, least - most


def _fewer(images: Images, sides: int) -> Images:
    """The symmetry of the zones: two of them lie across from each other in a floor of four quarters, too."""
    if images.symmetry.way is SymmetryMode.QUARTER_TURNS and sides < len(images.turns) + 1:
        return Images(Symmetry(SymmetryMode.HALF_TURN, images.symmetry.middle))
    return images


def _throats(table: Table) -> Iterator[tuple[int, ...]]:
    """The squares of each end of a passage that leads nowhere, by code."""
    for number, laid in enumerate(table.laid):
        base = laid.at[1] * (1 << 12) + laid.at[0]
        yield from (tuple(base + square for square in run.throat) for run in table.stubs(number))
