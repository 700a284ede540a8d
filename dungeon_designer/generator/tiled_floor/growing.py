"""Floors laid from tiles: one way of growing for every edition that has tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from random import Random

from msgspec.structs import replace

from dungeon_designer.board.build import build
from dungeon_designer.findings import Level
from dungeon_designer.generator.constraints import Constraints, constraints_of
from dungeon_designer.generator.genome import Genome
from dungeon_designer.generator.options import Request
from dungeon_designer.generator.tiled_floor.poses import TilePose, code, poses, square_of
from dungeon_designer.generator.tiled_floor.supply import Piece, Supply, supply_of, zone_tiles
from dungeon_designer.generator.tiled_floor.table import Joint, Laid, Table
from dungeon_designer.generator.tiled_floor.tiling import Plan, Tiling
from dungeon_designer.generator.zones import Beside, Gates, Site, ZoneChoice
from dungeon_designer.grid import SIDES, Square, block, distance, row_major
from dungeon_designer.kinds import LEAST_SIDES, SectionKind
from dungeon_designer.layout.edits import Turn
from dungeon_designer.layout.model import EdgeDoor, Layout, Section, SquareDoor, Team, normalised, sides_of
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode
from dungeon_designer.rules.checker import check
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.shape.door_placement import gaps
from dungeon_designer.tiles.model import Tile, TileLibrary

DRAWN = "drawn"
"""What stands for the id of a piece of floor that no set holds."""

SMALLEST, LARGEST = 120, 300
"""The squares of a floor of which no rule and no stock says how large it is."""

SLACK = 60
"""So many squares more may be laid to close all ways, of tiles of which there is no end."""

PASSAGES = 2
"""So many passages are laid on before end zones that do not lie far enough apart."""

QUARTERS = 0.8
"""How often four sides that half a turn exchanges get a floor of four quarters."""

DOOR_CHOICES = 20
"""So many choices of gaps for doors are compared."""


def grow(request: Request, genome: Genome, dice: Random) -> Layout | None:
    """A floor laid from the tiles there are, with doors and end zones or entries; None where these dice led nowhere."""
    asked, supply = constraints_of(request), supply_of(request)
    pieces = _zone_pieces(request, asked)
    if not supply.pieces:
        return None
    plan = _plan(request, asked, supply, pieces[0].squares, genome, dice)
    tiling = Tiling(request, asked, supply, plan, _mode(request, dice), dice)
    if not tiling.begun() or not (_lacks(supply, asked) or tiling.grown(_stubs(request, asked))):
        return None
    zones = _Zones(tiling, request, asked, pieces, genome.length, dice)
    if asked.zone is SectionKind.ENTRY:
        return zones.with_entries()
    layout = zones.with_end_zones()
    return _with_doors(layout, asked.gaps, request.library, dice) if layout else None


def _plan(request: Request, asked: Constraints, supply: Supply, zone: int, genome: Genome, dice: Random) -> Plan:
    """What the floor is to be like, after the genome, with some chance; `zone` are the squares of a zone."""
    return Plan(
        squares=_squares(request, asked, supply, zone, genome, dice),
        rooms=0.05 + 1.9 * genome.openness,
        direct=dice.choice((0.1, 0.4)) + genome.openness * 0.8,
        loops=dice.uniform(-0.6, 0.4) + 2.4 * genome.loops,
        spread=dice.uniform(-0.1, 0.1) + 0.24 * (genome.length - 0.4),
        winding=0.2 + 0.6 * (1 - genome.openness) * dice.random(),
        wide=0.6 * (genome.openness - 0.75),
        even=dice.random() < 0.75,
    )


def _squares(
    request: Request, asked: Constraints, supply: Supply, zone: int, genome: Genome, dice: Random
) -> tuple[int, int]:
    """From how many squares on the floor is done, and how many it has at most."""
    most = supply.squares()
    if supply.use_all:
        return most, most
    if asked.squares:
        zones = request.sides * asked.per_side * zone
        least, limit = asked.squares[0] - zones, min(asked.squares[1] - zones, most)
        aim = least + (limit - least) * min(0.8, 0.5 * genome.size + 0.3 * dice.random())
        return round(aim), limit
    limit = min(most, LARGEST)
    least = min(SMALLEST + 30 * (request.sides - 2), limit)
    aim = least + (limit - least) * (0.7 * genome.size + 0.3 * dice.random())
    return round(aim), min(most, LARGEST + SLACK) if supply.endless else most


def _mode(request: Request, dice: Random) -> SymmetryMode:
    """How the floor repeats itself: for four sides that half a turn exchanges most often by quarter turns, which do so
    too and are as fair to all four."""
    quarters = request.symmetry is SymmetryMode.HALF_TURN and request.sides == len(SIDES)
    return SymmetryMode.QUARTER_TURNS if quarters and dice.random() < QUARTERS else request.symmetry


def _lacks(supply: Supply, asked: Constraints) -> bool:
    """Whether there are too few tiles of a kind for any floor: then the first tiles show what rule is in the way."""
    return any(supply.all_of(kind) < (bounds.min or 0) for kind, bounds in asked.mix.items())


def _stubs(request: Request, asked: Constraints) -> int:
    """How many ends of passages may be left for end zones; entries close none, nor do several zones laid freely."""
    free = not request.symmetric and request.sides > LEAST_SIDES
    return request.sides if asked.zone is SectionKind.END_ZONE and not free else 0


def _zone_pieces(request: Request, asked: Constraints) -> list[Piece]:
    """What is laid as end zones: tiles of a size the rules allow, or else such a piece of floor, for each side one."""
    tiles = [piece for piece in zone_tiles(request, asked.zone) if _will_do(piece.tile, asked)]
    if len(tiles) >= request.sides:
        return tiles
    width, height = asked.zones[0]
    drawn = Tile(id=DRAWN, name="", kind=asked.zone, rows=("." * width,) * height)
    return [Piece(drawn, ()) for _ in range(request.sides)]


def _will_do(tile: Tile, asked: Constraints) -> bool:
    sides = sorted(tile.size)
    if asked.zone_shape and (sides != sorted(asked.zone_shape) or len(tile.letters) != sides[0] * sides[1]):
        return False
    return asked.zone_size.allows(len(poses(tile)[0].walked))


class _TileSite(Site, frozen=True, eq=False):
    """A place for an end zone tile, and how it would be joined there."""

    pose: TilePose
    at: Square
    joints: tuple[Joint, ...]


class _Zones:
    """End zones or entries for one floor."""

    def __init__(
        self, tiling: Tiling, request: Request, asked: Constraints, pieces: list[Piece], length: float, dice: Random
    ) -> None:
        self.tiling, self.table, self.request, self.asked = tiling, tiling.table, request, asked
        self.pieces, self.length, self.dice = pieces, length, dice
        self.teams = list(Team)[: request.sides]

    def with_entries(self) -> Layout | None:
        """The floor with the entries of each side; None where there is no room."""
        table = self.table
        owner = {square_of(square): number for square, number in table.owner.items()}
        gates = Gates(
            owner, set(map(square_of, table.walked)), self._has_room, self._walk(), self.length, self.dice
        ).chosen(self.teams, self.asked.per_side, self.tiling.symmetry)
        piece, teams = self.pieces[0], []
        for team, gate in gates or ():
            at = min(gate.squares)
            pose = next(pose for pose in piece.poses if set(block(at, pose.size)) == gate.squares)
            teams.append((len(table.laid), team))
            if not self._has_room(gate.squares) or not table.fits(pose, at):
                return None
            table.lay(Laid(piece, pose, at), [])
        return layout_of(table, self.request, teams) if gates else None

    def _has_room(self, squares: Iterable[Square]) -> bool:
        return not any(code(square) in self.table.owner for square in squares)

    def with_end_zones(self) -> Layout | None:
        """The floor with end zones; where they do not lie far enough apart, at the ends of further passages."""
        for _ in range(1 + PASSAGES):
            bare = len(self.table.laid)
            teams = self._laid()
            if not teams:
                return None
            layout = layout_of(self.table, self.request, teams)
            if not self.asked.apart or not _too_near(layout, self.request):
                return layout
            way_in = next(joint for joint in self.table.joints if joint.one == bare)
            while len(self.table.laid) > bare:
                self.table.lift()
            if not self.tiling.extended(way_in):
                return None
        return None

    def _laid(self) -> list[tuple[int, Team]] | None:
        """Lay an end zone for each side; whose each is, by its number on the table. None where no places will do."""
        pieces, own, mirror = list(self.pieces), [], _fewer(self.tiling.symmetry, len(self.teams))
        stubs = list(self._throats())
        sites = {(site.pose.outline, site.at): site for site in self._sites()}
        at_stubs = [s for s in sites.values() if any(not throat.isdisjoint(s.feet) for throat in stubs)]
        places = at_stubs if stubs and mirror else list(sites.values())
        self.dice.shuffle(places)

        def twin(site: _TileSite, turn: Turn) -> _TileSite | None:
            return sites.get((site.pose.turned_outline(turn.quarters, turn.flip), turn.box(site.at, site.pose.size)[0]))

        choice = ZoneChoice(places, mirror, twin, self._walk(), None if self.asked.apart else self.length)
        chosen = choice.chosen(len(self.teams)) if places else None
        feet = {foot for site in chosen or () for foot in site.feet}
        if chosen is None or any(throat.isdisjoint(feet) for throat in stubs):
            return None
        for team, site in zip(self.teams, chosen, strict=True):
            piece = next((p for p in pieces if any(pose.outline == site.pose.outline for pose in p.poses)), None)
            joints = self.table.joints_of(site.pose, site.at)
            if piece is None or not joints:
                return None
            pieces.remove(piece)
            own.append((len(self.table.laid), team))
            self.table.lay(Laid(piece, _facing(piece, site), site.at), joints)
        return own

    def _throats(self) -> Iterator[set[Square]]:
        """The squares of each end of a passage that leads nowhere."""
        for number, laid in enumerate(self.table.laid):
            for run in self.table.stubs(number):
                yield {square_of(code(laid.at) + square) for square in run.throat}

    def _sites(self) -> Iterator[_TileSite]:
        """Every place where an end zone touches the floor along enough squares."""
        shapes = {pose.outline: pose for piece in reversed(self.pieces) for pose in reversed(piece.poses)}
        anchors, least = self.tiling.anchors(), self.table.least
        for pose in shapes.values():
            runs = [(anchor, run) for anchor in anchors for run in pose.runs if run.side is anchor.run.side.opposite]
            for at in dict.fromkeys(at for anchor, run in runs for at in anchor.all_places(run, least)):
                if joints := self.table.joints_of(pose, at):
                    squares = frozenset((at[0] + x, at[1] + y) for x, y in pose.walks)
                    feet = tuple(square_of(square) for joint in joints for square in joint.outside)
                    crooked = len(joints) - 1 + sum((each.length - len(each.inside)) % 2 for each in joints)
                    number = -1 - code(at)
                    yield _TileSite(squares, feet, number, crooked, pose, at, tuple(joints))

    def _walk(self) -> Beside:
        """How one walks on the floor as it lies."""
        board = build(layout_of(self.table, self.request, moved=False), self.request.library)
        return Context(board, self.request.ruleset).walk_graph.__getitem__


def _fewer(symmetry: Symmetry, sides: int) -> list[Turn]:
    """How the zones repeat each other: two of them lie across from each other in a floor of four quarters, too."""
    turns = list(symmetry.turns())
    if symmetry.way is SymmetryMode.QUARTER_TURNS and sides < len(turns) + 1:
        return list(Symmetry(SymmetryMode.HALF_TURN, symmetry.middle).turns())
    return turns


def _facing(piece: Piece, site: _TileSite) -> TilePose:
    """Of the poses that take the same room, that in which what is painted lies farthest from the door."""
    doors = [square_of(square) for square in site.joints[0].inside]

    def away(pose: TilePose) -> int:
        paint = pose.tile.placed_paint(site.at, pose.turn)
        return sum(abs(x - u) + abs(y - v) for x, y in paint for u, v in doors)

    return max((pose for pose in piece.poses if pose.outline == site.pose.outline), key=away)


def _too_near(layout: Layout, request: Request) -> bool:
    """Whether the rule on how far apart end zones lie finds better places."""
    found = check(build(layout, request.library), request.ruleset, select=["end-zones-apart"]).findings
    return any(finding.level is not Level.INFO for finding in found)


def _with_doors(layout: Layout, most: int, library: TileLibrary, dice: Random) -> Layout:
    """The layout with up to so many shut doors in its gaps one square wide, as far from each other as can be."""
    board = build(layout, library)
    places = sorted(gaps(board) - board.entry_squares, key=row_major) if most else []
    if not places:
        return layout
    choices = (dice.sample(places, min(most, len(places))) for _ in range(DOOR_CHOICES))
    return normalised(replace(layout, square_doors=tuple(SquareDoor(at=at) for at in max(choices, key=_least_apart))))


def _least_apart(squares: Sequence[Square]) -> int:
    return min((distance(one, other) for one in squares for other in squares if one != other), default=0)


def layout_of(table: Table, request: Request, teams: Iterable[tuple[int, Team]] = (), moved: bool = True) -> Layout:
    """The tiles as sections, a door on each joint that has one; `teams` says whose some tiles are, by number.

    It is moved to the corner of the grid, if wanted.
    """
    left, top = table.box[:2] if moved else (0, 0)
    own, seen, stems = dict(teams), Counter[str](), [_stem(laid.pose.tile) for laid in table.laid]
    sections = []
    for number, (laid, stem) in enumerate(zip(table.laid, stems, strict=True)):
        seen[stem] += 1
        name = f"{stem}-{seen[stem]}" if stems.count(stem) > 1 else stem
        sections.append(_section(laid, name, (laid.at[0] - left, laid.at[1] - top), own.get(number)))
    doors = []
    for joint in table.joints:
        if joint.door:
            x, y = square_of(min(joint.inside))
            doors.append(EdgeDoor(at=(x - left, y - top), side=joint.side, width=len(joint.inside)))
    sides = sides_of(request.sides)
    return normalised(Layout(ruleset=request.ruleset.id, sides=sides, sections=tuple(sections), doors=tuple(doors)))


def _section(laid: Laid, name: str, at: Square, team: Team | None) -> Section:
    tile, (width, height) = laid.pose.tile, laid.pose.size
    if tile.id != DRAWN:
        return Section(id=name, tile=tile.id, at=at, turn=laid.pose.turn, side=team)
    return Section(id=name, kind=tile.kind, at=at, rows=("." * width,) * height, side=team)


def _stem(tile: Tile) -> str:
    return str(tile.kind).replace("_", "-") if tile.id == DRAWN else tile.id.rpartition("/")[2]
