"""Which tiles there are to lay, and how many of each: by the ruleset, the sets asked for, and what one owns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct, convert

from dungeon_designer.generator.options import Request
from dungeon_designer.generator.tiled_floor.poses import Outline, TilePose, lies
from dungeon_designer.kinds import SectionKind
from dungeon_designer.rules.making import tile_mix, tile_supply
from dungeon_designer.rules.making.tile_supply import Stock
from dungeon_designer.rulesets.model import RuleLevel, Ruleset
from dungeon_designer.tiles.model import Tile, TileLibrary

ZONES = (SectionKind.END_ZONE, SectionKind.ENTRY)

DRAWN = "drawn"
"""What stands for the id of a piece of floor that no set holds."""

PLENTY = 999
"""So many there are of a tile of which nobody says how many."""


class Piece(Struct, frozen=True):
    """A tile one may lay, and the heaps it is taken from: its own, its card's, that of all tiles of its shape."""

    tile: Tile
    heaps: tuple[str, ...]

    @property
    def lies(self) -> tuple[TilePose, ...]:
        """The ways it may lie."""
        return lies(self.tile)

    @property
    def squares(self) -> int:
        """The squares of its floor."""
        return len(self.lies[0].floor)


class Supply:
    """The tiles on the table's edge: what is taken is missing until it is put back."""

    def __init__(self, pieces: Sequence[Piece], heaps: Mapping[str, int], use_all: bool = False) -> None:
        self.pieces = [piece for piece in pieces if all(heaps[heap] > 0 for heap in piece.heaps)]
        self.left = Counter(heaps)
        self._held = dict(heaps)
        self.use_all = use_all
        self._by_outline: dict[Outline, list[tuple[Piece, TilePose]]] = {}
        for piece in self.pieces:
            for lie in piece.lies:
                self._by_outline.setdefault(lie.outline, []).append((piece, lie))

    @property
    def endless(self) -> bool:
        """Whether there are as many as one likes of some tile."""
        return PLENTY in self.left.values()

    def has(self, piece: Piece, count: int = 1) -> bool:
        """Whether so many of it are left."""
        return all(self.left[heap] >= count for heap in piece.heaps)

    def take(self, piece: Piece) -> None:
        """One less of it."""
        self.left.subtract(piece.heaps)

    def give(self, piece: Piece) -> None:
        """One more of it."""
        self.left.update(piece.heaps)

    def alike(self, outline: Outline) -> Iterator[tuple[Piece, TilePose]]:
        """What is left that takes just this room."""
        return ((piece, lie) for piece, lie in self._by_outline.get(outline, ()) if self.has(piece))

    def copies(self, piece: Piece) -> int:
        """How many of it are left."""
        return min(self.left[heap] for heap in piece.heaps)

    def squares(self) -> int:
        """The floor of all that is left; of a heap of several tiles the largest are counted."""
        return sum(count * piece.squares for piece, count in self._most(self.pieces, self.left))

    def all_of(self, kind: SectionKind) -> int:
        """How many tiles of a kind there are, those on the table counted."""
        pieces = [piece for piece in self.pieces if piece.tile.kind is kind]
        return sum(count for _, count in self._most(pieces, self._held))

    @staticmethod
    def _most(pieces: Sequence[Piece], heaps: Mapping[str, int]) -> Iterator[tuple[Piece, int]]:
        """How many of each of some pieces can be laid together, the largest first."""
        left = Counter(heaps)
        for piece in sorted(pieces, key=lambda piece: -piece.squares):
            count = min(left[heap] for heap in piece.heaps)
            left.subtract(dict.fromkeys(piece.heaps, count))
            yield piece, count


def supply_of(request: Request) -> Supply:
    """The tiles to lay a floor from; end zones and entries are not among them (`zone_tiles`)."""
    heaps: dict[str, int] = {}
    pieces = [
        piece for piece in _pieces(request, heaps) if piece.tile.kind not in ZONES and _right_size(piece.tile, request)
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
    active = _supply_settings(request.ruleset) or (None if request.tiles else _said_supply(request.ruleset))
    for tile in _candidates(request):
        own = _heaps(tile, active, request.library)
        if request.stock:
            own = {**own, f"owned {tile.id}": request.stock.get(tile.id, 0)}
        if own is not None:
            heaps.update(own)
            yield Piece(tile, tuple(own))


def _heaps(tile: Tile, settings: tile_supply.RuleSettings | None, library: TileLibrary) -> dict[str, int]:
    """The heaps a tile is taken from, and how many each holds."""
    if settings is None or tile.kind in settings.left_out:
        cards = {f"{tile.set_name}: {tile.card.name}": tile.card.stock} if tile.card else {}
        return {tile.id: PLENTY if tile.stock is None else tile.stock, **cards}
    if tile.set_name in settings.besides:
        return {tile.id: PLENTY if tile.stock is None else tile.stock}
    listed = next((one for one in settings.stock if one.tile == tile.id), None) or _shaped(tile, settings, library)
    if listed is None:
        return {tile.id: 0}
    cards = {f"card {listed.card}": settings.cards_held(listed.card)} if listed.card else {}
    return {listed.name: settings.held(listed), **cards}


def _shaped(tile: Tile, settings: tile_supply.RuleSettings, library: TileLibrary) -> Stock | None:
    """The tile of the ruleset's set that one of another set counts as: the first of its shape."""
    shape = Stock(name=tile.name, count=1, rows=tile.rows).shape(library)
    return next((one for one in settings.stock if one.shape(library) == shape), None)


def _candidates(request: Request) -> list[Tile]:
    """The tiles of the sets asked for, or of those the ruleset's stock names, with the sets that come besides."""
    library, settings = request.library, _said_supply(request.ruleset)
    base = [one.tile for one in settings.stock if one.tile in library] if settings else []
    if not request.tiles:
        beyond = [name for name in request.stock if name in library and name not in base]
        sets = dict.fromkeys(name.rpartition("/")[0] for name in base)
        others = [tile.id for name in sets for tile in library.of_set(name) if tile.id not in base]
        return [library.get(name) for name in (*base, *others, *(b for b in beyond if b not in others))]
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


def _supply_settings(ruleset: Ruleset) -> tile_supply.RuleSettings | None:
    """The settings of the rule on supply, where it is asked."""
    entry = ruleset.rules.get("tile-supply")
    return _said_supply(ruleset) if entry is not None and entry.level is not RuleLevel.OFF else None


def _said_supply(ruleset: Ruleset) -> tile_supply.RuleSettings | None:
    """The same, where it is only said: a ruleset that turns the rule off still names the tiles."""
    entry = ruleset.rules.get("tile-supply")
    return convert(entry.parameters, tile_supply.RuleSettings) if entry is not None else None
