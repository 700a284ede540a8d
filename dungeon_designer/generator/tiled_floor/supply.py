"""Which tiles there are to lay, and how many of each: by the ruleset, the sets asked for, and what one owns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct, convert

from dungeon_designer.generator.options import Request
from dungeon_designer.generator.tiled_floor.poses import Outline, TilePose, poses
from dungeon_designer.kinds import SectionKind
from dungeon_designer.rules.making import tile_mix, tile_supply
from dungeon_designer.rulesets.model import RuleLevel, Ruleset
from dungeon_designer.tiles.model import Tile

ZONES = (SectionKind.END_ZONE, SectionKind.ENTRY)

PLENTY = 999
"""So many there are of a tile of which nobody says how many."""


class Piece(Struct, frozen=True):
    """A tile one may lay, and the heaps it is taken from: its own, its card's, that of all tiles of its shape."""

    tile: Tile
    heaps: tuple[str, ...]

    @property
    def poses(self) -> tuple[TilePose, ...]:
        """The ways it may lie."""
        return poses(self.tile)

    @property
    def squares(self) -> int:
        """The squares of its floor."""
        return len(self.poses[0].floor)

    @property
    def ends(self) -> int:
        """How many ends of passages it has."""
        pose = self.poses[0]
        return sum(run.tip for run in pose.runs) if pose.narrow else 0


class Supply:
    """The tiles on the table's edge: what is taken is missing until it is put back."""

    def __init__(self, pieces: Sequence[Piece], heaps: Mapping[str, int], use_all: bool = False) -> None:
        self.pieces = [piece for piece in pieces if all(heaps[heap] > 0 for heap in piece.heaps)]
        self.left, self._held = Counter(heaps), dict(heaps)
        self.use_all, self.endless = use_all, PLENTY in heaps.values()
        self._by_outline: dict[Outline, list[tuple[Piece, TilePose]]] = {}
        for piece, pose in self.every():
            self._by_outline.setdefault(pose.outline, []).append((piece, pose))

    def every(self) -> Iterator[tuple[Piece, TilePose]]:
        """Each tile in each of its poses."""
        return ((piece, pose) for piece in self.pieces for pose in piece.poses)

    def copies(self, piece: Piece) -> int:
        """How many of it are left."""
        return min(self.left[heap] for heap in piece.heaps)

    def take(self, piece: Piece, count: int = 1) -> None:
        """So many less of it; more, where the number is below 0."""
        for heap in piece.heaps:
            self.left[heap] -= count

    def alike(self, outline: Outline) -> list[tuple[Piece, TilePose]]:
        """What is left that takes just this room."""
        return [(piece, pose) for piece, pose in self._by_outline.get(outline, ()) if self.copies(piece) > 0]

    def squares(self) -> int:
        """The floor of all there is; of a heap of several tiles the largest are counted."""
        return sum(count * piece.squares for piece, count in self._most(self.pieces))

    def all_of(self, kind: SectionKind) -> int:
        """How many tiles of a kind there are, those on the table counted."""
        return sum(count for _, count in self._most([piece for piece in self.pieces if piece.tile.kind is kind]))

    def _most(self, pieces: Sequence[Piece]) -> Iterator[tuple[Piece, int]]:
        """How many of each of some pieces can be laid together, the largest first."""
        left = Counter(self._held)
        for piece in sorted(pieces, key=lambda piece: -piece.squares):
            count = min(left[heap] for heap in piece.heaps)
            left.subtract(dict.fromkeys(piece.heaps, count))
            yield piece, count


def supply_of(request: Request) -> Supply:
    """The tiles to lay a floor from; end zones and entries are not among them (`zone_tiles`)."""
    heaps: dict[str, int] = {}
    pieces = [
        each for each in _pieces(request, heaps) if each.tile.kind not in ZONES and _right_size(each.tile, request)
    ]
    settings = _supply_settings(request.ruleset)
    return Supply(pieces, heaps, use_all=settings is not None and settings.use_all)


def zone_tiles(request: Request, kind: SectionKind) -> list[Piece]:
    """The tiles of the kind of end zones, or of entries; how many of each is the number of their first heap."""
    heaps: dict[str, int] = {}
    found = [piece for piece in _pieces(request, heaps) if piece.tile.kind is kind]
    return [piece for piece in found for _ in range(min(min(heaps[heap] for heap in piece.heaps), 12))]


def named(tile: Tile, rooms: Sequence[str]) -> str:
    """Which of some names of rooms, or ids of tiles, a tile answers to; '' where it does to none."""
    own = {tile.id.casefold(), tile.name.casefold()}
    return next((room for room in rooms if room.casefold() in own), "")


def _pieces(request: Request, heaps: dict[str, int]) -> Iterator[Piece]:
    """Each tile with its heaps, whose numbers are put in `heaps`."""
    said = _supply_settings(request.ruleset) or (None if request.tiles else _supply_settings(request.ruleset, True))
    for tile in _candidates(request):
        own = _heaps(tile, said, request)
        if request.stock:
            own[f"owned {tile.id}"] = request.stock.get(tile.id, 0)
        heaps.update(own)
        yield Piece(tile, tuple(own))


def _heaps(tile: Tile, settings: tile_supply.RuleSettings | None, request: Request) -> dict[str, int]:
    """The heaps a tile is taken from, and how many each holds.

    One of another set counts as the first of the ruleset's set that has its shape.
    """
    own = {tile.id: PLENTY if tile.stock is None else tile.stock}
    if settings is None or tile.kind in settings.left_out:
        return {**own, f"{tile.set_name}: {tile.card.name}": tile.card.stock} if tile.card else own
    if tile.set_name in settings.besides:
        return own
    listed = next((one for one in settings.stock if one.tile == tile.id), None)
    if listed is None:
        shape = tile_supply.Stock(name=tile.name, count=1, rows=tile.rows).shape(request.library)
        listed = next((one for one in settings.stock if one.shape(request.library) == shape), None)
    if listed is None:
        return {tile.id: 0}
    cards = {f"card {listed.card}": settings.cards_held(listed.card)} if listed.card else {}
    return {listed.name: settings.held(listed), **cards}


def _candidates(request: Request) -> list[Tile]:
    """The tiles of the sets asked for, or of those the ruleset's stock names, with the sets that come besides."""
    library, settings = request.library, _supply_settings(request.ruleset, True)
    base = [one.tile for one in settings.stock if one.tile in library] if settings else []
    if not request.tiles:
        sets = dict.fromkeys(name.rpartition("/")[0] for name in base)
        others = [tile.id for name in sets for tile in library.of_set(name)]
        owned = [name for name in request.stock if name in library]
        return [library.get(name) for name in dict.fromkeys((*base, *others, *owned))]
    besides = settings.besides if settings else ()
    own = [tile for name in request.tiles for tile in library.of_set(name)]
    alone = all(name in besides for name in request.tiles)
    return [*(library.get(name) for name in (base if alone else ())), *own]


def _right_size(tile: Tile, request: Request) -> bool:
    """Whether the ruleset lets a section of this kind be as large as the tile."""
    entry = request.ruleset.rules.get("tile-mix")
    if entry is None or entry.level is RuleLevel.OFF:
        return True
    size = convert(entry.parameters, tile_mix.RuleSettings).sizes.get(tile.kind)
    sides = sorted(tile.size)
    measured = {"width": sides[0], "length": sides[1], "squares": len(tile.letters)}
    return size is None or all(bounds.allows(measured[name]) for name, bounds in size.bounds.items())


def _supply_settings(ruleset: Ruleset, off: bool = False) -> tile_supply.RuleSettings | None:
    """The settings of the rule on supply, where it is asked; `off` also where it is only said.

    A ruleset that turns the rule off still names the tiles.
    """
    entry = ruleset.rules.get("tile-supply")
    if entry is None or (entry.level is RuleLevel.OFF and not off):
        return None
    return convert(entry.parameters, tile_supply.RuleSettings)
