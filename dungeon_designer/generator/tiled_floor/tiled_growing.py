"""Grow floors from tiles, by one method for every edition that has tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from random import Random

from msgspec.structs import replace

from dungeon_designer.analysis.passages import find_gaps
from dungeon_designer.board.build import build_board
from dungeon_designer.findings import Level
from dungeon_designer.generator.constraints import Constraints, read_constraints
from dungeon_designer.generator.generator_options import Genome, Request
from dungeon_designer.generator.placement.furniture_styles import SiteKind, find_named_shares
from dungeon_designer.generator.tiled_floor.centrepieces import (
    Centrepiece,
    choose_centrepiece,
    complete_floor,
    place_centrepiece,
)
from dungeon_designer.generator.tiled_floor.supply import (
    StockTile,
    TilePose,
    TileSupply,
    build_supply,
    decode_square,
    encode_square,
    list_zone_tiles,
)
from dungeon_designer.generator.tiled_floor.tiled_set_pieces import add_set_piece
from dungeon_designer.generator.tiled_floor.tiling import FloorPlan, PlacedTile, TiledFloor
from dungeon_designer.generator.zone_sites import EntryChooser, NeighbourFinder, ZoneChooser, ZoneSite
from dungeon_designer.grid import SIDES, Square, list_block_squares, measure_distance, rank_by_row
from dungeon_designer.kinds import HAZARDS, MIN_TEAMS, ObjectKind, SectionKind
from dungeon_designer.layout.model import EdgeDoor, Layout, Section, SquareDoor, Team, list_teams, normalise_layout
from dungeon_designer.layout.transforms import Transform
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode
from dungeon_designer.rules.checker import check_board
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.floor_requirements import ZonesApart
from dungeon_designer.rules.rule_registry import read_floor_requirements
from dungeon_designer.tiles.tile import Tile, TileLibrary

DRAWN_ID = "drawn"
"""The id of a drawn floor that is in no tile set."""
MIN_DEFAULT_SQUARES, MAX_DEFAULT_SQUARES = 120, 300
"""The minimum and maximum squares of a floor, if neither rules nor stock limit them."""
EXTRA_SQUARES = 60
"""How many squares more may be used to close open ends, if the tiles are unlimited."""
MAX_ZONE_PASSAGES = 2
"""How many passages are added in front of end zones that are not far enough apart."""
QUARTER_TURN_SHARE = 0.8
"""How often a floor for four teams under a half turn gets four equal quarters."""
MAX_NICHE_SQUARES, NICHE_SHARE, ALL_TILES_NICHE_SHARE = 6, 0.8, 0.9
"""How large a niche may be; how many floors get one where the edition's named dungeons have some; and how many of those
that must use all tiles, where floors without one are found more easily."""
MIN_CENTREPIECE_SQUARES, CENTREPIECE_LOOP_WORTH, CENTREPIECE_WINDING_WEIGHT = 240, 3.0, 0.8
"""On floors with a centrepiece: the minimum of squares, the worth of a tile that closes a loop, and the weight of
passages at the ends of passages. Of 30 such floors about 5 are proposed, without these numbers 2."""
SECOND_PIECE_SHARE = 0.5
"""How many of the floors with a centrepiece get a set piece as well."""
MAX_CUT_TILES, ROUTE_TRIES, CHAIN_SHARE = 4, 8, 0.15
"""How many tiles between two end zones all may have to pass; how many floors are built until one has no more; and how
often a floor with more is taken if none has. Such floors are long, so the search would prefer them."""
DOOR_CHOICES = 20
"""How many choices of gaps for doors are compared."""


def grow_floor(request: Request, genome: Genome, dice: Random) -> Layout | None:
    """Build a floor from the available tiles, for any edition that has tiles.

    Tiles are placed one after the other, each with its mirrored copies, until the floor is complete. Then the end zones
    or entries, doors in gaps and a set piece (such as a pool of lava) are added.

    Args:
        request: The ruleset, the tiles and the options.
        genome: The targets for the floor.
        dice: The source of all randomness; the same dice grow the same floor.

    Returns:
        The floor without chests and other objects; None where the dice lead to no floor, which may happen often.
    """
    centrepiece = choose_centrepiece(request, dice)
    layout, has_enough_routes = _place_floor(request, genome, centrepiece, dice)
    tries = 1
    while (layout or centrepiece) and not has_enough_routes and tries < ROUTE_TRIES:
        next_layout, has_enough_routes = _place_floor(request, genome, centrepiece, dice)
        layout, tries = next_layout or layout, tries + 1
    return layout if has_enough_routes or dice.random() < CHAIN_SHARE else None


def _place_floor(
    request: Request, genome: Genome, centrepiece: Centrepiece | None, dice: Random
) -> tuple[Layout | None, bool]:
    """Build a floor from the available tiles, see `grow_floor`.

    It begins with a centrepiece (tiles with something special), if one is given and fits.

    Returns:
        The floor, None where the dice lead to none; and whether few enough tiles must be passed by all.
    """
    constraints, supply = read_constraints(request), build_supply(request)
    zone_tiles = _choose_zone_tiles(request, constraints)
    if not supply.stock_tiles:
        return None, False
    plan = _draw_plan(
        _choose_square_range(request, constraints, supply, zone_tiles[0].square_count, genome, dice), genome, dice
    )
    may_use_quarters = request.symmetry is SymmetryMode.HALF_TURN and request.team_count == len(SIDES)
    mode = SymmetryMode.QUARTER_TURNS if may_use_quarters and dice.random() < QUARTER_TURN_SHARE else request.symmetry
    tiling = TiledFloor(request, constraints, supply, plan, mode, dice)
    niche_tile = _choose_spare_niche_tile(tiling, dice)
    if niche_tile:
        tiling.keep_back(niche_tile)
    drawing = place_centrepiece(centrepiece, tiling, dice) if centrepiece else None
    if drawing:
        tiling.plan = _plan_around_centrepiece(plan, drawing)
    elif not tiling.place_first_tile():
        return None, False
    # with too few tiles for any floor, the first tiles show which rule prevents one
    lacks_tiles = any(
        sum(count for _, count in supply.list_max_counts(kind)) < (kind_bounds.min or 0)
        for kind, kind_bounds in constraints.section_bounds.items()
    )
    is_asymmetric_multiplayer = not request.is_symmetric and request.team_count > MIN_TEAMS
    open_end_count = (
        request.team_count if constraints.zone_kind is SectionKind.END_ZONE and not is_asymmetric_multiplayer else 0
    )
    if not lacks_tiles and not tiling.grow_floor(open_end_count):
        return None, False
    spare_niches = _add_spare_niche(tiling, niche_tile, dice) if niche_tile else []
    if spare_niches is None:
        return None, False
    if not supply.must_use_all and _wants_niche(request, NICHE_SHARE, dice):
        _add_niche(tiling, _list_niche_tiles(supply), dice)
    zone_placer = _ZonePlacer(tiling, zone_tiles, genome.length, spare_niches)
    layout = zone_placer.add_entries() if constraints.zone_kind is SectionKind.ENTRY else zone_placer.add_end_zones()
    if layout is None:
        return None, False
    completed_layout = _complete_layout(layout, tiling, drawing, dice)
    return completed_layout, completed_layout is not None and _has_enough_routes(tiling, constraints)


def _complete_layout(layout: Layout, tiling: TiledFloor, drawing: Layout | None, dice: Random) -> Layout | None:
    """Return a floor with doors in gaps, mostly a set piece, and all that is on its centrepiece if it has one.

    Args:
        layout: The floor with its zones.
        tiling: The floor on the table.
        drawing: The drawing of its centrepiece (tiles with something special, with which it began); None for none.
        dice: The random numbers.

    Returns:
        None if the centrepiece breaks a rule or has a notice on this floor.
    """
    request, max_gap_doors, mode = tiling.request, tiling.constraints.max_gap_doors, tiling.symmetry.mode
    if max_gap_doors:
        layout = add_doors(layout, request.library, max_gap_doors, dice)
    if drawing is None:
        return add_set_piece(layout, request, mode, dice)
    left, top = tiling.find_bounding_box()[0]
    closed_squares = {(x - left, y - top) for x, y in map(decode_square, tiling.closed_codes)}
    if dice.random() < SECOND_PIECE_SHARE:
        layout = add_set_piece(layout, request, mode, dice, closed_squares)
    return complete_floor(layout, drawing, (left, top), request)


def _draw_plan(square_range: tuple[int, int], genome: Genome, dice: Random) -> FloorPlan:
    """Return the targets for choosing the tiles of a floor, by chance and by the targets of a genome."""
    return FloorPlan(
        square_range=square_range,
        room_weight=0.05 + 1.9 * genome.openness,
        room_contact_weight=dice.choice((0.1, 0.4)) + genome.openness * 0.8,
        loop_worth=dice.uniform(-0.6, 0.4) + 2.4 * genome.loops,
        spread_worth=dice.uniform(-0.1, 0.1) + 0.24 * (genome.length - 0.4),
        winding_weight=0.2 + 0.6 * (1 - genome.openness) * dice.random(),
        wide_contact_worth=0.6 * (genome.openness - 0.75),
        uses_even_grid=dice.random() < 0.75,
    )


def _plan_around_centrepiece(plan: FloorPlan, drawing: Layout) -> FloorPlan:
    """Return the plan of a floor that grows round a centrepiece: larger, with passages that close loops.

    So routes lead past the centrepiece, and the teams do not start right beside it. Its hazards are squares of the
    floor as well, but no tiles on the table.
    """
    hazard_count = sum(terrain.kind in HAZARDS for terrain in drawing.terrain)
    least, most = (limit - hazard_count for limit in plan.square_range)
    return replace(
        plan,
        square_range=(min(most, max(least, MIN_CENTREPIECE_SQUARES)), most),
        loop_worth=max(plan.loop_worth, CENTREPIECE_LOOP_WORTH),
        winding_weight=max(plan.winding_weight, CENTREPIECE_WINDING_WEIGHT),
    )


def _wants_niche(request: Request, share: float, dice: Random) -> bool:
    """Return whether a floor should get a niche: by chance, if named dungeons of the edition have chests in dead ends.

    Args:
        request: The request, whose ruleset names the edition.
        share: How many of the floors of such an edition should get one.
        dice: The random numbers.
    """
    chest_shares = find_named_shares(request.ruleset).get(ObjectKind.CHEST.value, {})
    return bool(chest_shares.get(SiteKind.DEAD_END)) and dice.random() < share


def _list_niche_tiles(supply: TileSupply) -> list[StockTile]:
    """Return the tiles that can be a niche: small ones without walls around them."""
    return [
        stock_tile
        for stock_tile in supply.stock_tiles
        if stock_tile.square_count <= MAX_NICHE_SQUARES and not stock_tile.tile.enclosed
    ]


def _choose_spare_niche_tile(tiling: TiledFloor, dice: Random) -> StockTile | None:
    """Return the tile to keep back for a niche on a floor that must use all tiles; None if the floor gets no niche.

    On other floors a small tile is mostly left at the end, and none is kept back. A tile is suitable if there are
    enough copies of it for the niche and its mirrored copies. If the user wishes for a long walk, no tile is kept back,
    since all are needed for that.
    """
    if not tiling.supply.must_use_all or "long" in tiling.request.wishes:
        return None
    if not _wants_niche(tiling.request, ALL_TILES_NICHE_SHARE, dice):
        return None
    tiles = [
        stock_tile
        for stock_tile in _list_niche_tiles(tiling.supply)
        if tiling.supply.count_copies(stock_tile) >= tiling.copy_count
    ]
    return dice.choice(tiles) if tiles else None


def _add_niche(tiling: TiledFloor, small_tiles: list[StockTile], dice: Random) -> bool:
    """Add one of some small tiles so that it has one opening, and its copies; return whether there was space.

    Such a dead end, with a chest in it, is a niche.
    """
    anchors = [anchor for anchor in tiling.list_anchors() if not tiling.placed_tiles[anchor.tile_index].pose.is_passage]
    for anchor in dice.sample(anchors, len(anchors)) if small_tiles else ():
        stock_tile = dice.choice(small_tiles)
        if tiling.place_niche(anchor, stock_tile, dice.choice(stock_tile.poses)):
            return True
    return False


def _add_spare_niche(tiling: TiledFloor, niche_tile: StockTile, dice: Random) -> list[PlacedTile] | None:
    """Add the tile that was kept back as a niche, and its copies; return them, or None if they do not all fit."""
    tiling.release(niche_tile)
    old_count = len(tiling.placed_tiles)
    if not _add_niche(tiling, [niche_tile], dice) or len(tiling.tile_by_square) < tiling.plan.square_range[0]:
        return None  # without space, or one tile that is its own copy, so that another one is left
    return tiling.placed_tiles[old_count:]


def _has_enough_routes(tiling: TiledFloor, constraints: Constraints) -> bool:
    """Return whether few enough tiles must be passed by all between two teams; True with more teams.

    Floors of tiles tend to be chains. Named dungeons with three entries a team have no tile that all must pass, others
    about four.
    """
    max_cut_tiles = 0 if constraints.zone_kind is SectionKind.ENTRY else MAX_CUT_TILES
    return tiling.request.team_count > MIN_TEAMS or tiling.count_cut_tiles() <= max_cut_tiles


def add_doors(layout: Layout, library: TileLibrary, max_doors: int, dice: Random) -> Layout:
    """Return the layout with at most `max_doors` shut doors in gaps one square wide where nothing lies.

    Of DOOR_CHOICES random choices of gaps, the one with the largest distance between its two nearest doors is taken.
    The new doors replace any square doors of the layout. Without a free gap the layout is returned unchanged.
    """
    board = build_board(layout, library)
    used_squares = {*board.entry_squares, *layout.chests, *(portal.at for portal in layout.portals)}
    gap_squares = sorted(find_gaps(board) - used_squares, key=rank_by_row)
    if not gap_squares:
        return layout
    choices = (dice.sample(gap_squares, min(max_doors, len(gap_squares))) for _ in range(DOOR_CHOICES))
    best_choice = max(
        choices, key=lambda gap_choice: min((measure_distance(a, b) for a, b in combinations(gap_choice, 2)), default=0)
    )
    return normalise_layout(replace(layout, square_doors=tuple(SquareDoor(at=square) for square in best_choice)))


def _choose_square_range(
    request: Request, constraints: Constraints, supply: TileSupply, zone_square_count: int, genome: Genome, dice: Random
) -> tuple[int, int]:
    """Return how many squares the floor must have to be complete, and how many it may have, both without end zones.

    The first number is a target between the limits of the rules, the user and the supply; the genome's size gene and
    chance choose it. Both are the number of all squares in the supply if every tile must be used.

    Args:
        request: The request.
        constraints: The numbers that the floor should meet.
        supply: The available tiles.
        zone_square_count: The squares of one end zone.
        genome: The genome, whose size gene sets the target.
        dice: The random numbers.
    """
    max_supply = sum(count * stock_tile.square_count for stock_tile, count in supply.list_max_counts())
    if supply.must_use_all:
        return max_supply, max_supply
    if constraints.squares:
        zone_squares = request.team_count * constraints.zones_per_team * zone_square_count
        min_squares = constraints.squares[0] - zone_squares
        max_squares = min(constraints.squares[1] - zone_squares, max_supply)
        target_squares = min_squares + (max_squares - min_squares) * min(0.8, 0.5 * genome.size + 0.3 * dice.random())
        return round(target_squares), max_squares
    max_squares = min(max_supply, MAX_DEFAULT_SQUARES)
    min_squares = min(MIN_DEFAULT_SQUARES + 30 * (request.team_count - 2), max_squares)
    target_squares = min_squares + (max_squares - min_squares) * (0.7 * genome.size + 0.3 * dice.random())
    return round(target_squares), min(
        max_supply, MAX_DEFAULT_SQUARES + EXTRA_SQUARES
    ) if supply.is_unlimited else max_supply


def _choose_zone_tiles(request: Request, constraints: Constraints) -> list[StockTile]:
    """Return the tiles to use as end zones or entries, at least one for each team.

    These are the available zone tiles of a shape and size that the ruleset allows. If there are too few for the teams,
    each team gets a drawn rectangle instead, which belongs to no tile set.
    """
    required_size, zone_stock_tiles = sorted(constraints.zone_shape or ()), []
    for stock_tile in list_zone_tiles(request, constraints.zone_kind):
        sorted_size = sorted(stock_tile.tile.size)
        has_required_shape = not required_size or (
            sorted_size == required_size and len(stock_tile.tile.letters) == sorted_size[0] * sorted_size[1]
        )
        if has_required_shape and constraints.zone_square_bounds.allows(len(stock_tile.poses[0].walkable_codes)):
            zone_stock_tiles.append(stock_tile)
    width, height = constraints.zone_sizes[0]
    drawn_tile = Tile(id=DRAWN_ID, name="", kind=constraints.zone_kind, rows=("." * width,) * height)
    if len(zone_stock_tiles) >= request.team_count:
        return zone_stock_tiles
    return [StockTile(drawn_tile, ())] * request.team_count


class _TileZoneSite(ZoneSite, frozen=True, eq=False):
    """A possible location of an end zone tile.

    Attributes:
        pose: The tile in its rotation.
        corner: The upper left corner of the rectangle around it.
    """

    pose: TilePose
    corner: Square


class _ZonePlacer:
    """A placer of the teams' end zones or entries on one floor of tiles.

    Attributes:
        tiled_floor: The floor.
        zone_tiles: The tiles to use for zones.
        length: The length gene, which sets how far apart the zones should be.
        constraints: The numbers that the floor should meet.
        dice: The random numbers.
        teams: The teams.
        shut_codes: The squares where no entry may lead, as codes: niches, which would become a way through, and a
            centrepiece.
    """

    def __init__(
        self, tiled_floor: TiledFloor, zone_tiles: list[StockTile], length: float, niches: Iterable[PlacedTile] = ()
    ) -> None:
        self.tiled_floor, self.zone_tiles, self.length = tiled_floor, zone_tiles, length
        self.constraints, self.dice = tiled_floor.constraints, tiled_floor.dice
        self.teams = list(Team)[: tiled_floor.request.team_count]
        self.shut_codes = tiled_floor.closed_codes.union(
            encode_square(niche.corner) + code for niche in niches for code in niche.pose.floor_codes
        )

    def add_entries(self) -> Layout | None:
        """Place the entries (zones of two squares) of each team and return the layout; None without space for them."""
        tiled_floor, entry_tile = self.tiled_floor, self.zone_tiles[0]
        tile_by_square = {
            decode_square(square): tile_index for square, tile_index in tiled_floor.tile_by_square.items()
        }
        walkable_squares = set(map(decode_square, tiled_floor.walkable_codes - self.shut_codes))

        def is_rock(squares: Iterable[Square]) -> bool:
            """Return whether some squares are all rock: no tile and no centrepiece lies there."""
            codes = set(map(encode_square, squares))
            return codes.isdisjoint(tiled_floor.tile_by_square) and codes.isdisjoint(tiled_floor.closed_codes)

        chooser = EntryChooser(
            tile_by_square,
            walkable_squares,
            is_rock,
            self._build_neighbour_finder(),
            self.constraints.compute_walk_steps(self.length),
            self.dice,
        )
        entries = chooser.choose_entries(self.teams, self.constraints.zones_per_team, tiled_floor.symmetry)
        for team, entry in entries or ():
            corner = min(entry.squares)
            pose = next(
                pose for pose in entry_tile.poses if set(list_block_squares(corner, pose.size)) == entry.squares
            )
            if not is_rock(entry.squares) or not tiled_floor.can_fit(pose, corner):
                return None
            tiled_floor.place_tile(PlacedTile(entry_tile, pose, corner, team), [])
        return build_layout(tiled_floor) if entries else None

    def add_end_zones(self) -> Layout | None:
        """Place an end zone for each team and return the layout; None without space for them.

        If the rules find that they could lie farther apart, they are removed, a passage is added at the first one, and
        they are placed again, up to MAX_ZONE_PASSAGES times.
        """
        tiled_floor, request = self.tiled_floor, self.tiled_floor.request
        required = read_floor_requirements(request.ruleset, request.team_count)
        rules = [stated.rule for stated in required.list_stated(ZonesApart)]
        for _ in range(1 + MAX_ZONE_PASSAGES):
            old_count = len(tiled_floor.placed_tiles)
            if not self._place_end_zones():
                return None
            layout = build_layout(tiled_floor)
            if not self.constraints.must_be_far_apart:
                return layout
            problems = check_board(
                build_board(layout, request.library), request.ruleset, select=rules
            ).findings_and_failures
            if all(finding.level is Level.INFO for finding in problems):
                return layout
            zone_joint = next(joint for joint in tiled_floor.joints if joint.first_tile == old_count)
            while len(tiled_floor.placed_tiles) > old_count:
                tiled_floor.remove_last_tile()
            if not tiled_floor.extend_passage(zone_joint):
                return None
        return None

    def _place_end_zones(self) -> bool:
        """Place an end zone tile for each team, and return whether that was possible.

        The sites are mirrored copies of each other if the floor is symmetric, and as far apart as the rules or the
        genome want. Every passage end that leads nowhere must get a zone. Of the rotations of a tile that look alike in
        outline, the one with its painted picture farthest from the door is taken.
        """
        tiled_floor, zone_tiles, symmetry = self.tiled_floor, list(self.zone_tiles), self.tiled_floor.symmetry
        if symmetry.mode is SymmetryMode.QUARTER_TURNS and len(self.teams) < len(SIDES):
            symmetry = Symmetry(SymmetryMode.HALF_TURN, symmetry.middle)  # two teams lie opposite each other there too
        turns = list(symmetry.list_transforms())
        open_ends = [
            (placed_tile, run)
            for tile_index, placed_tile in enumerate(tiled_floor.placed_tiles)
            for run in tiled_floor.list_open_ends(tile_index)
        ]
        end_squares = [
            {decode_square(encode_square(placed_tile.corner) + square) for square in run.end_squares}
            for placed_tile, run in open_ends
        ]
        site_by_pose = {(zone_site.pose.outline, zone_site.corner): zone_site for zone_site in self._list_sites()}
        sites_at_ends = [
            candidate
            for candidate in site_by_pose.values()
            if any(not squares_of_end.isdisjoint(candidate.exit_squares) for squares_of_end in end_squares)
        ]
        sites = sites_at_ends if end_squares and turns else list(site_by_pose.values())
        self.dice.shuffle(sites)

        def find_copy(zone_site: _TileZoneSite, turn: Transform) -> _TileZoneSite | None:
            """Return the site to which a rotation or flip moves a site; None if a zone has no space there."""
            pose = zone_site.pose
            return site_by_pose.get(
                (pose.transform_outline(turn.quarters, turn.flip), turn.transform_box(zone_site.corner, pose.size)[0])
            )

        chooser = ZoneChooser(
            sites,
            turns,
            find_copy,
            self._build_neighbour_finder(),
            None if self.constraints.must_be_far_apart else self.constraints.compute_walk_steps(self.length),
        )
        chosen_sites = chooser.choose_sites(len(self.teams)) if sites else None
        exit_squares = {exit_square for zone_site in chosen_sites or () for exit_square in zone_site.exit_squares}
        if chosen_sites is None or any(squares_of_end.isdisjoint(exit_squares) for squares_of_end in end_squares):
            return False
        for team, zone_site in zip(self.teams, chosen_sites, strict=True):
            outline, joints = zone_site.pose.outline, tiled_floor.find_joints(zone_site.pose, zone_site.corner)
            zone_tile = next(
                (
                    candidate_tile
                    for candidate_tile in zone_tiles
                    if any(pose.outline == outline for pose in candidate_tile.poses)
                ),
                None,
            )
            if zone_tile is None or not joints:
                return False
            zone_tiles.remove(zone_tile)
            door_squares = [decode_square(square) for square in joints[0].inside_codes]

            def measure_paint_distance(
                pose: TilePose, at: Square = zone_site.corner, doors: list[Square] = door_squares
            ) -> int:
                """Return how far the picture painted on a tile lies from the door squares.

                It is the sum of the distances (rows plus columns) of all painted squares from all door squares.
                """
                paint = pose.tile.list_painted_squares(at, pose.turn)
                return sum(abs(x - u) + abs(y - v) for x, y in paint for u, v in doors)

            best_pose = max((pose for pose in zone_tile.poses if pose.outline == outline), key=measure_paint_distance)
            tiled_floor.place_tile(PlacedTile(zone_tile, best_pose, zone_site.corner, team), joints)
        return True

    def _list_sites(self) -> Iterator[_TileZoneSite]:
        """Yield every location where an end zone tile fits and touches the floor along enough squares.

        A site has a penalty for each opening beyond the first, and for each that is off the middle of its border.
        """
        pose_by_outline = {
            pose.outline: pose for zone_tile in reversed(self.zone_tiles) for pose in reversed(zone_tile.poses)
        }
        anchors, min_contact = self.tiled_floor.list_anchors(), self.tiled_floor.min_contact
        for pose in pose_by_outline.values():
            joinable_runs = [
                (anchor, run) for anchor in anchors for run in pose.border_runs if run.side is anchor.run.side.opposite
            ]
            corners = (
                corner
                for anchor, run in joinable_runs
                for corner in anchor.list_positions(
                    run, range(min_contact - run.length, anchor.run.length - min_contact + 1)
                )
            )
            for corner in dict.fromkeys(corners):
                if joints := self.tiled_floor.find_joints(pose, corner):
                    squares = frozenset((corner[0] + x, corner[1] + y) for x, y in pose.is_walkable_by_square)
                    exit_squares = tuple(decode_square(square) for joint in joints for square in joint.outside_codes)
                    penalty = (
                        len(joints)
                        - 1
                        + sum(
                            (off_centre_joint.length - len(off_centre_joint.inside_codes)) % 2
                            for off_centre_joint in joints
                        )
                    )
                    yield _TileZoneSite(squares, exit_squares, -1 - encode_square(corner), penalty, pose, corner)

    def _build_neighbour_finder(self) -> NeighbourFinder:
        """Return a function that returns the squares one step on foot from a square, on the floor as it is now."""
        request = self.tiled_floor.request
        board = build_board(build_layout(self.tiled_floor, is_moved=False), request.library)
        return Context(board, request.ruleset).walking_graph.__getitem__


def build_layout(tiled_floor: TiledFloor, is_moved: bool = True) -> Layout:
    """Turn a floor of tiles into a layout, in which each tile is a section; doors between tiles are added.

    The ids of the sections are the names of their tiles, numbered where a tile occurs more than once.

    Args:
        tiled_floor: The floor.
        is_moved: Whether to move the floor to the upper left corner of the grid. Otherwise squares keep their
            coordinates on the table.
    """
    left, top = tiled_floor.find_bounding_box()[0] if is_moved else (0, 0)
    tiles = [placed_tile.pose.tile for placed_tile in tiled_floor.placed_tiles]
    stems = [
        str(tile_of_stem.kind).replace("_", "-") if tile_of_stem.id == DRAWN_ID else tile_of_stem.id.rpartition("/")[2]
        for tile_of_stem in tiles
    ]
    count_by_stem, sections, doors = Counter[str](), list[Section](), list[EdgeDoor]()
    for placed_tile, tile, stem in zip(tiled_floor.placed_tiles, tiles, stems, strict=True):
        count_by_stem[stem] += 1
        name = f"{stem}-{count_by_stem[stem]}" if stems.count(stem) > 1 else stem
        (width, height), corner = placed_tile.pose.size, (placed_tile.corner[0] - left, placed_tile.corner[1] - top)
        if tile.id == DRAWN_ID:
            rows = ("." * width,) * height
            sections.append(Section(id=name, kind=tile.kind, at=corner, rows=rows, side=placed_tile.team))
        else:
            sections.append(
                Section(id=name, tile=tile.id, at=corner, turn=placed_tile.pose.turn, side=placed_tile.team)
            )
    for joint in tiled_floor.joints:
        if joint.has_door:
            x, y = decode_square(min(joint.inside_codes))
            doors.append(EdgeDoor(at=(x - left, y - top), side=joint.side, width=len(joint.inside_codes)))
    request = tiled_floor.request
    team_entries = list_teams(request.team_count)
    return normalise_layout(
        Layout(ruleset=request.ruleset.id, sides=team_entries, sections=tuple(sections), doors=tuple(doors))
    )
