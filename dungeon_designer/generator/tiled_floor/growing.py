"""Floors laid from tiles: one way of growing for every edition that has tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from random import Random

from msgspec.structs import replace

from dungeon_designer.board.build import build
from dungeon_designer.findings import Level
from dungeon_designer.generator.constraints import Constraints, constraints_of
from dungeon_designer.generator.options import Genome, Request
from dungeon_designer.generator.tiled_floor.ideas import with_idea
from dungeon_designer.generator.tiled_floor.supply import (
    StockTile,
    Supply,
    TilePose,
    code,
    square_of,
    supply_of,
    zone_tiles,
)
from dungeon_designer.generator.tiled_floor.tiling import FloorPlan, LaidTile, Tiling
from dungeon_designer.generator.zones import Beside, Gates, ZoneChoice, ZonePlace
from dungeon_designer.grid import SIDES, Square, block, distance, row_major
from dungeon_designer.kinds import LEAST_SIDES, SectionKind
from dungeon_designer.layout.edits import Turn
from dungeon_designer.layout.model import EdgeDoor, Layout, Section, SquareDoor, Team, normalised, sides_of
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode
from dungeon_designer.rules.checker import check
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.shape.door_placement import gaps
from dungeon_designer.tiles.model import Tile, TileLibrary

DRAWN = "drawn"  # what stands for the id of a piece of floor that no set holds
SMALLEST, LARGEST = 120, 300  # the squares of a floor of which no rule and no stock says how large it is
SLACK = 60  # so many squares more may be laid to close all ways, of tiles of which there is no end
PASSAGES = 2  # so many passages are laid on before end zones that do not lie far enough apart
QUARTERS = 0.8  # how often four sides that half a turn exchanges get a floor of four quarters
DOOR_CHOICES = 20  # so many choices of gaps for doors are compared


def grow(request: Request, genome: Genome, dice: Random) -> Layout | None:
    """A floor laid from the tiles there are, with doors and end zones or entries; None where these dice led nowhere."""
    asked, supply = constraints_of(request), supply_of(request)
    pieces = _zone_pieces(request, asked)
    if not supply.pieces:
        return None
    plan = FloorPlan(
        squares=_squares(request, asked, supply, pieces[0].squares, genome, dice),
        rooms=0.05 + 1.9 * genome.openness,
        direct=dice.choice((0.1, 0.4)) + genome.openness * 0.8,
        loops=dice.uniform(-0.6, 0.4) + 2.4 * genome.loops,
        spread=dice.uniform(-0.1, 0.1) + 0.24 * (genome.length - 0.4),
        winding=0.2 + 0.6 * (1 - genome.openness) * dice.random(),
        wide=0.6 * (genome.openness - 0.75),
        even=dice.random() < 0.75,
    )
    quarters = request.symmetry is SymmetryMode.HALF_TURN and request.sides == len(SIDES)
    mode = SymmetryMode.QUARTER_TURNS if quarters and dice.random() < QUARTERS else request.symmetry
    tiling = Tiling(request, asked, supply, plan, mode, dice)
    if not tiling.begun():
        return None
    # of too few tiles of a kind for any floor the first ones show what rule is in the way
    lacking = any(sum(count for _, count in supply.most(kind)) < (most.min or 0) for kind, most in asked.mix.items())
    free = not request.symmetric and request.sides > LEAST_SIDES
    stubs = request.sides if asked.zone is SectionKind.END_ZONE and not free else 0
    if not lacking and not tiling.grown(stubs):
        return None
    zones = _Zones(tiling, pieces, genome.length)
    layout = zones.with_entries() if asked.zone is SectionKind.ENTRY else zones.with_end_zones()
    if layout and asked.gaps:
        layout = with_doors(layout, request.library, asked.gaps, dice)
    return with_idea(layout, request, tiling.symmetry.way, dice) if layout else None


def with_doors(layout: Layout, library: TileLibrary, most: int, dice: Random) -> Layout:
    """The layout with up to so many shut doors in gaps where nothing lies, as far from each other as can be."""
    board = build(layout, library)
    taken = {*board.entry_squares, *layout.chests, *(portal.at for portal in layout.portals)}
    places = sorted(gaps(board) - taken, key=row_major)
    if not places:
        return layout
    choices = (dice.sample(places, min(most, len(places))) for _ in range(DOOR_CHOICES))
    best = max(choices, key=lambda some: min((distance(a, b) for a, b in combinations(some, 2)), default=0))
    return normalised(replace(layout, square_doors=tuple(SquareDoor(at=at) for at in best)))


def _squares(
    request: Request, asked: Constraints, supply: Supply, zone: int, genome: Genome, dice: Random
) -> tuple[int, int]:
    """From how many squares on the floor is done, and how many it has at most; `zone` are the squares of a zone."""
    most = sum(count * piece.squares for piece, count in supply.most())
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


def _zone_pieces(request: Request, asked: Constraints) -> list[StockTile]:
    """What is laid as end zones: tiles of a size the rules allow, or else such a piece of floor, for each side one."""
    shape, tiles = sorted(asked.zone_shape or ()), []
    for piece in zone_tiles(request, asked.zone):
        sides = sorted(piece.tile.size)
        fits = not shape or (sides == shape and len(piece.tile.letters) == sides[0] * sides[1])
        if fits and asked.zone_size.allows(len(piece.poses[0].walked)):
            tiles.append(piece)
    width, height = asked.zones[0]
    drawn = Tile(id=DRAWN, name="", kind=asked.zone, rows=("." * width,) * height)
    return tiles if len(tiles) >= request.sides else [StockTile(drawn, ())] * request.sides


class _TilePlace(ZonePlace, frozen=True, eq=False):
    """A place for an end zone tile."""

    pose: TilePose
    at: Square


class _Zones:
    """End zones or entries for one floor, laid as some tiles."""

    def __init__(self, tiling: Tiling, pieces: list[StockTile], length: float) -> None:
        self.tiling, self.pieces, self.length = tiling, pieces, length
        self.asked, self.dice = tiling.asked, tiling.dice
        self.teams = list(Team)[: tiling.request.sides]

    def with_entries(self) -> Layout | None:
        """The floor with the entries of each side; None where there is no room."""
        tiling, piece = self.tiling, self.pieces[0]
        owner = {square_of(square): number for square, number in tiling.owner.items()}
        walked = set(map(square_of, tiling.walked))

        def has_room(squares: Iterable[Square]) -> bool:
            return not any(code(square) in tiling.owner for square in squares)

        gates = Gates(owner, walked, has_room, self._walk(), self.asked.walk(self.length), self.dice)
        chosen = gates.chosen(self.teams, self.asked.per_side, tiling.symmetry)
        for team, gate in chosen or ():
            at = min(gate.squares)
            pose = next(pose for pose in piece.poses if set(block(at, pose.size)) == gate.squares)
            if not has_room(gate.squares) or not tiling.fits(pose, at):
                return None
            tiling.put(LaidTile(piece, pose, at, team), [])
        return layout_of(tiling) if chosen else None

    def with_end_zones(self) -> Layout | None:
        """The floor with end zones; where they do not lie far enough apart, at the ends of further passages."""
        tiling, request = self.tiling, self.tiling.request
        for _ in range(1 + PASSAGES):
            bare = len(tiling.laid)
            if not self._lay():
                return None
            layout = layout_of(tiling)
            if not self.asked.apart:
                return layout
            found = check(build(layout, request.library), request.ruleset, select=["end-zones-apart"]).findings
            if all(finding.level is Level.INFO for finding in found):
                return layout
            way_in = next(joint for joint in tiling.joints if joint.one == bare)
            while len(tiling.laid) > bare:
                tiling.take_up()
            if not tiling.extended(way_in):
                return None
        return None

    def _lay(self) -> bool:
        """Lay an end zone for each side; False where no places will do."""
        tiling, pieces, symmetry = self.tiling, list(self.pieces), self.tiling.symmetry
        if symmetry.way is SymmetryMode.QUARTER_TURNS and len(self.teams) < len(SIDES):
            symmetry = Symmetry(SymmetryMode.HALF_TURN, symmetry.middle)  # two lie across from each other there, too
        mirror = list(symmetry.turns())
        ends = [(laid, run) for number, laid in enumerate(tiling.laid) for run in tiling.stubs(number)]
        stubs = [{square_of(code(laid.at) + square) for square in run.throat} for laid, run in ends]
        found = {(place.pose.outline, place.at): place for place in self._places()}
        at_stubs = [p for p in found.values() if any(not throat.isdisjoint(p.feet) for throat in stubs)]
        places = at_stubs if stubs and mirror else list(found.values())
        self.dice.shuffle(places)

        def twin(place: _TilePlace, turn: Turn) -> _TilePlace | None:
            pose = place.pose
            return found.get((pose.turned_outline(turn.quarters, turn.flip), turn.box(place.at, pose.size)[0]))

        choice = ZoneChoice(
            places, mirror, twin, self._walk(), None if self.asked.apart else self.asked.walk(self.length)
        )
        chosen = choice.chosen(len(self.teams)) if places else None
        feet = {foot for place in chosen or () for foot in place.feet}
        if chosen is None or any(throat.isdisjoint(feet) for throat in stubs):
            return False
        for team, place in zip(self.teams, chosen, strict=True):
            outline, joints = place.pose.outline, tiling.joints_of(place.pose, place.at)
            piece = next((each for each in pieces if any(pose.outline == outline for pose in each.poses)), None)
            if piece is None or not joints:
                return False
            pieces.remove(piece)
            doors = [square_of(square) for square in joints[0].inside]

            def away(pose: TilePose, at: Square = place.at, doors: list[Square] = doors) -> int:
                """How far what is painted lies from the door."""
                paint = pose.tile.placed_paint(at, pose.turn)
                return sum(abs(x - u) + abs(y - v) for x, y in paint for u, v in doors)

            facing = max((pose for pose in piece.poses if pose.outline == outline), key=away)
            tiling.put(LaidTile(piece, facing, place.at, team), joints)
        return True

    def _places(self) -> Iterator[_TilePlace]:
        """Every place where an end zone touches the floor along enough squares."""
        shapes = {pose.outline: pose for piece in reversed(self.pieces) for pose in reversed(piece.poses)}
        anchors, least = self.tiling.anchors(), self.tiling.least
        for pose in shapes.values():
            runs = [(anchor, run) for anchor in anchors for run in pose.runs if run.side is anchor.run.side.opposite]
            every = (
                at
                for anchor, run in runs
                for at in anchor.places(run, range(least - run.length, anchor.run.length - least + 1))
            )
            for at in dict.fromkeys(every):
                if joints := self.tiling.joints_of(pose, at):
                    squares = frozenset((at[0] + x, at[1] + y) for x, y in pose.walks)
                    feet = tuple(square_of(square) for joint in joints for square in joint.outside)
                    crooked = len(joints) - 1 + sum((each.length - len(each.inside)) % 2 for each in joints)
                    yield _TilePlace(squares, feet, -1 - code(at), crooked, pose, at)

    def _walk(self) -> Beside:
        """How one walks on the floor as it lies."""
        request = self.tiling.request
        board = build(layout_of(self.tiling, moved=False), request.library)
        return Context(board, request.ruleset).walk_graph.__getitem__


def layout_of(tiling: Tiling, moved: bool = True) -> Layout:
    """The tiles as sections, moved to the corner of the grid, if wanted, and a door on each joint that has one."""
    left, top = tiling.box()[0] if moved else (0, 0)
    tiles = [laid.pose.tile for laid in tiling.laid]
    stems = [str(t.kind).replace("_", "-") if t.id == DRAWN else t.id.rpartition("/")[2] for t in tiles]
    seen, sections, doors = Counter[str](), list[Section](), list[EdgeDoor]()
    for laid, tile, stem in zip(tiling.laid, tiles, stems, strict=True):
        seen[stem] += 1
        name = f"{stem}-{seen[stem]}" if stems.count(stem) > 1 else stem
        (width, height), at = laid.pose.size, (laid.at[0] - left, laid.at[1] - top)
        if tile.id == DRAWN:
            rows = ("." * width,) * height
            sections.append(Section(id=name, kind=tile.kind, at=at, rows=rows, side=laid.team))
        else:
            sections.append(Section(id=name, tile=tile.id, at=at, turn=laid.pose.turn, side=laid.team))
    for joint in tiling.joints:
        if joint.door:
            x, y = square_of(min(joint.inside))
            doors.append(EdgeDoor(at=(x - left, y - top), side=joint.side, width=len(joint.inside)))
    request = tiling.request
    sides = sides_of(request.sides)
    return normalised(Layout(ruleset=request.ruleset.id, sides=sides, sections=tuple(sections), doors=tuple(doors)))
