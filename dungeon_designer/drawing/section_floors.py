"""Draw the floor of each section: its ground and paving, the emblem of a named room, end zones and entries of teams."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from dungeon_designer.analysis.outlines import trace_rings
from dungeon_designer.board.model import BoardSection
from dungeon_designer.drawing.drawing_plan import DrawingPlan, find_middle, format_name_id
from dungeon_designer.drawing.geometry import hash_integers, inset_ring, pick_index, transform_path
from dungeon_designer.drawing.labels import CAPITAL_WIDTH
from dungeon_designer.drawing.map_objects import ROTATION_BY_SIDE
from dungeon_designer.drawing.shapes import (
    Group,
    Path,
    PlacedPicture,
    Point,
    Shape,
    Style,
    Text,
    Use,
    build_area,
    build_rectangle,
)
from dungeon_designer.drawing.symbol_pictures import load_picture
from dungeon_designer.drawing.team_looks import draw_team_emblem, draw_team_pattern
from dungeon_designer.drawing.textures import PAVING_SHEET_SIZE, TEXTURES_BY_NAME
from dungeon_designer.drawing.themes import Theme
from dungeon_designer.grid import SIDES, Side, Square, find_bounds, find_neighbour, list_block_squares, rank_by_row
from dungeon_designer.kinds import Team
from dungeon_designer.layout.model import SectionKind

_STONE_KINDS = frozenset({
    SectionKind.ROOM, SectionKind.BOARD, SectionKind.SMALL_ROOM, SectionKind.LARGE_ROOM, SectionKind.CORRIDOR,
    SectionKind.JUNCTION,
})  # fmt: skip
"""Kinds of section whose paving can have cracks, worn corners and moss."""

_VARIANTS_BY_KIND = {SectionKind.PLATFORM: 2, SectionKind.BRIDGE: 6}
"""The number of different square pictures of the paving of a kind."""

TRACE_VARIANTS = 6
"""The number of different pictures of cracks, of worn corners and of mosses."""

DAMP_PATCH_SIZE = 3
"""The side length of a patch that may have moss, in squares."""

MOSS_CHANCE, DAMAGE_CHANCE = 110, 29
"""The number of squares out of 256 that have moss in a damp patch, and that have a crack or a worn corner anywhere."""

ROOM_EMBLEM_SHARE = 0.42
"""The height of a room's emblem, as a share of its block of floor, so that the floor around it stays free."""

ZONE_FRAME_DEPTHS = (0.2, 0.3)
"""How far inside an end zone the outer and the inner line of its frame run, in squares, clear of the walls."""

NAME_HEIGHT_SHARE, NAME_LENGTH_SHARE, MAX_NAME_SIZE = 0.42, 0.72, 0.9
"""The largest height of a team's name, as a share of the shorter side of its zone, and its largest length, as a share
of the longer side, so that the frame around it stays free; and its largest height in squares.
"""

NAME_BASELINE_SHARE = 0.33
"""How far the baseline of a name is below its middle line, in heights of the type."""

STRIP_EMBLEM_SHARE, LARGE_EMBLEM_SHARE, INLINE_EMBLEM_SHARE = 0.62, 0.42, 0.9
"""The height of a team's emblem: beside a painted strip, as a share of the free block; above a name, as a share of the
zone's shorter side; before a name, in heights of the type.
"""

NAME_BELOW_MIDDLE, EMBLEM_ABOVE_MIDDLE = 0.2, 0.17
"""How far a name with an emblem above it is below the middle of the zone, and the emblem above it, as shares of the
zone's shorter side, so that neither covers the other.
"""

MAX_BANNER_NAME_SIZE, BANNER_HALF_HEIGHT, BANNER_PADDING = 0.36, 0.26, 0.1
"""The largest height of the name on the banner of an entry, half the height of the banner, and the length of the banner
beyond each end of the name, in squares.
"""

_LENGTHWISE_KINDS = frozenset({SectionKind.CORRIDOR, SectionKind.BRIDGE})
"""Kinds of section whose paving follows the longer side of the section."""

_CROSSWISE_TEAMS = frozenset(list(Team)[1::2])
"""Teams whose end zones are paved crosswise: every second team, so that neighbouring zones differ."""

MIN_PAVED_SQUARES = 3
"""The number of squares that are paved even if the theme paves a small share, so that a floor shows its kind."""

MAX_CACHED_FLOORS = 4096
"""The number of floors that are cached, so that a change to one room of a large dungeon draws one room."""


_COLOUR_NAMES = {
    SectionKind.CORRIDOR: "floor_corridor", SectionKind.ENTRY: "floor_corridor", SectionKind.LARGE_ROOM: "floor_large",
    SectionKind.JUNCTION: "floor_junction", SectionKind.PLATFORM: "floor_plates", SectionKind.BRIDGE: "floor_planks",
}  # fmt: skip
"""The name of a theme's colour for the floor of a kind; other kinds have the colour `floor`."""

EMBLEM_WIDTH = 1.4
"""The width that an emblem takes beside a word, in heights of the type."""

PATTERN_OPACITY_SHARE = 0.7
"""The opacity of an end zone's pattern, as a share of the opacity of its tint.

The pattern has the colour of text, which no floor is close to.
"""


class _FloorKey(NamedTuple):
    """Everything that the drawing of a section's floor depends on; drawings are cached under it.

    Attributes:
        squares: all squares of the section.
        bare_squares: its squares without terrain.
        has_objects: terrain or an obstacle lies in the section.
        is_paved: the paving is drawn.
        picture: the picture of the section's tile, in place of ground and paving; None if it has none.
        has_ground: the ground is drawn, since no picture of the dungeon lies below.
    """

    theme: Theme
    id: str
    kind: SectionKind
    team: Team | None
    name: str
    tile: str
    squares: tuple[Square, ...]
    bare_squares: tuple[Square, ...]
    has_objects: bool
    is_paved: bool
    picture: PlacedPicture | None = None
    has_ground: bool = True


def draw_floors(plan: DrawingPlan) -> Iterator[Group]:
    """Draw the floor of every section, one group each.

    A drawing of a floor is cached under everything that it depends on, so that an editor draws only what changed.
    """
    board = plan.board
    for section in board.sections:
        bare_squares = tuple(square for square in section.squares if square not in board.terrain_at)
        has_terrain = len(bare_squares) < len(section.squares)
        cache_key = _FloorKey(
            theme=plan.theme,
            id=section.id,
            kind=section.kind,
            team=section.team,
            name=section.name,
            tile=section.tile,
            squares=section.squares,
            bare_squares=bare_squares,
            has_objects=has_terrain or any(square in board.obstacle_at for square in section.squares),
            is_paved=plan.options.paving,
            picture=plan.tile_pictures.get(section.id),
            has_ground=plan.dungeon_picture is None,
        )
        yield _draw_floor(cache_key)


def find_floor_colour(theme: Theme, kind: SectionKind) -> str:
    """Return the colour of the floor of a kind of section; themes have own colours only for some kinds."""
    colour_name = _COLOUR_NAMES.get(kind, "floor")
    return str(getattr(theme, colour_name))


@lru_cache(maxsize=MAX_CACHED_FLOORS)
def _draw_floor(section: _FloorKey) -> Group:
    """Draw the floor of a section: its ground, its paving, and an emblem on the largest block of bare floor.

    An emblem is a faint picture of what the room is named after. It needs a block of at least 2 x 2 squares. An emblem
    of an object, such as a crypt, is left out in a room with any terrain or obstacle, which may be that object itself.
    A picture of the section's tile replaces all of these; on a picture of the whole dungeon none of them is drawn.
    """
    title = f"{section.kind.value.replace('_', ' ')} {section.name or section.id}"
    group_id = f"section-{format_name_id(section.id)}"
    if section.picture or not section.has_ground:
        shown_pictures = (section.picture,) if section.picture else ()
        return Group(group_id, "section", shown_pictures, section.squares, title)
    ground = build_area(trace_rings(section.squares), Style(fill=find_floor_colour(section.theme, section.kind)))
    shapes: list[Shape] = []
    if section.squares:
        shapes += [ground, *(_draw_paving(section) if section.is_paved else ())]
    emblem = _find_room_emblem(section)
    if emblem and not (section.has_objects and emblem in OBJECT_EMBLEMS):
        corner, side_length = find_largest_block(section.bare_squares)
        if side_length >= 2:
            middle = find_middle(corner, (side_length, side_length))
            shapes.append(Use(f"emblem-{emblem}", middle, 0.0, side_length * ROOM_EMBLEM_SHARE))
    return Group(group_id, "section", tuple(shapes), section.squares, title)


def _find_room_emblem(section: _FloorKey) -> str:
    """Return the name of the picture that the name of a section, or of its tile, suggests; '' for none.

    A "Flooded Vault", for example, has the picture `flooded-room`, by the word "flood".
    """
    names = f"{section.tile} {section.name}".lower().replace("-", " ").replace("'", "")
    for word, emblem in _EMBLEMS_BY_WORD.items():
        if word in names:
            return emblem
    return ""


def build_paving_square(kind: SectionKind, square: Square, is_rotated: bool = False) -> Use:
    """Return the picture of a square of paving at its place.

    A kind of section has either a sheet of paving, whose squares fit together and repeat, or several pictures of a
    square, of which one is chosen by lot, or one picture. With `is_rotated`, the rows of stones run from north to
    south.
    """
    x, y = square
    picture_name = f"floor-{kind.value.replace('_', '-')}"
    if picture_name in TEXTURES_BY_NAME:
        # The sheet repeats in all directions. A quarter turn clockwise about the point (0, 0) moves its square (column,
        # row) to the map's square (-row - 1, column). The 1 is there since a square is named by its upper left corner:
        # the turn makes it an upper right corner, and the new upper left corner is one square farther left.
        column, row = (y, -x - 1) if is_rotated else (x, y)
        picture_name += f"-{column % PAVING_SHEET_SIZE}-{row % PAVING_SHEET_SIZE}"
    elif kind in _VARIANTS_BY_KIND:
        picture_name += f"-{pick_index(x, y, _VARIANTS_BY_KIND[kind], salt=6)}"
    return Use(picture_name, (x + 0.5, y + 0.5), 90.0 if is_rotated else 0.0)


def draw_paving_sample(theme: Theme, kind: SectionKind) -> Iterator[Path]:
    """Draw the paving of a kind for the legend: four squares at half their size about the origin.

    All squares are paved, and the lines have the colour of text, since in some themes they alone tell floors apart.
    """
    sample_theme = replace(theme, texture=1.0, floor_line=theme.faint)
    for x, y in list_block_squares((0, 0), (2, 2)):
        picture = load_picture(build_paving_square(kind, (x, y)).symbol, sample_theme)
        for shape in picture.shapes:
            if isinstance(shape, Path):
                # the middle of square (0, 0), at half its size, is a quarter left of and above the origin
                yield transform_path(shape, (x - 0.5) / 2, (y - 0.5) / 2, size=0.5)


def _draw_paving(section: _FloorKey) -> Iterator[Use]:
    """Draw the paving of a section square by square, with cracks, worn corners and moss.

    In some themes the paving is partly worn away. A sheet of paving (a block of squares that fit together and repeat)
    leaves out single lines for that. Of a paving without a sheet, only a part of the squares is drawn, as large as the
    theme says. Moss grows in damp patches.
    """
    _, (width, height) = find_bounds(section.squares)
    # stones lie along a corridor or bridge; the end zones of every second team are paved crosswise, so that two differ
    is_rotated = (section.kind in _LENGTHWISE_KINDS and height > width) or section.team in _CROSSWISE_TEAMS
    squares_with_bits = [(hash_integers(x, y, 6), x, y) for x, y in section.bare_squares]
    has_sheet = f"floor-{section.kind.value.replace('_', '-')}" in TEXTURES_BY_NAME
    if section.theme.texture < 1.0 and not has_sheet:
        paved_count = max(MIN_PAVED_SQUARES, round(section.theme.texture * len(squares_with_bits)))
        squares_with_bits = sorted(squares_with_bits)[:paved_count]  # sorted by lot, since the bits come first
    # other bits of the same number decide the trace of age on a square, its picture and its rotation
    for bits, x, y in squares_with_bits:
        yield build_paving_square(section.kind, (x, y), is_rotated)
        trace = _choose_trace_of_age((x, y), bits) if section.kind in _STONE_KINDS else ""
        if trace:
            variant, quarter_turns = (bits >> 4) % TRACE_VARIANTS, bits & 3
            yield Use(f"aged-{trace}-{variant}", (x + 0.5, y + 0.5), 90.0 * quarter_turns)


def _choose_trace_of_age(square: Square, bits: int) -> str:
    """Return what age has left on a square of paving: "moss" in damp patches, "crack", "worn", or mostly ''.

    `bits` is a pseudo-random number of 32 bits that depends on the square.
    """
    x, y = square
    is_damp_patch = pick_index(x // DAMP_PATCH_SIZE, y // DAMP_PATCH_SIZE, count=3, salt=7) == 0  # a third of all
    chance = bits >> 24  # the highest 8 bits: 0 to 255
    if is_damp_patch and chance < MOSS_CHANCE:
        return "moss"
    if chance >= 256 - DAMAGE_CHANCE:
        return "crack" if bits & 4 else "worn"  # one bit, for half of them each
    return ""


_EMBLEMS_BY_WORD = {
    **{name.replace("-", " "): name for name in (
        "tuck-shop", "root-walk", "tranquil-meadow", "fungus-farm", "fountain-of-youth", "gluttonous-greenhouse",
        "malodorous-marsh", "werewolfs-lair", "hall-of-bones", "swirling-mists", "ghost-junction",
        "necromancers-laboratory", "corpse-chasm", "spike-pit",
    )},
    "armour": "armoury", "bone": "bone-pit", "curs": "cursed-room", "flood": "flooded-room", "jail": "forgotten-jail",
    "kitchen": "kitchen", "sewer": "sewer", "treasure": "treasure-room", "stair": "stairs", "chasm": "fire",
    "fier": "fire", "crypt": "crypt", "dragon": "dragon", "idol": "idol",
}  # fmt: skip
"""The emblem of a room by a word of its name; the first word of the table that the name holds decides."""


OBJECT_EMBLEMS = frozenset({"fire", "crypt", "dragon", "idol", "spike-pit"})
"""Emblems of objects that may stand in the room itself."""


def find_largest_block(squares: tuple[Square, ...]) -> tuple[Square, int]:
    """Return the upper left square and the side length of the largest square block among some squares.

    Of several such blocks, return the one nearest to the middle.

    >>> find_largest_block(((0, 0), (1, 0), (2, 0), (1, 1), (2, 1)))
    ((1, 0), 2)
    """
    size_by_corner = _measure_blocks(squares)
    if not size_by_corner:
        return (1, 1), 0  # any corner does: without squares, the block has no side length
    (left, top), (width, height) = find_bounds(squares)
    middle_x, middle_y = left + width / 2, top + height / 2

    def rank_corner(corner: Square) -> tuple[int, float]:
        """Return the rank of a block, given its lower right square: its side length, then nearness to the middle.

        Nearness is the negative distance from the middle of all squares.
        """
        size, (x, y) = size_by_corner[corner], corner
        block_x, block_y = x + 1 - size / 2, y + 1 - size / 2  # the middle of the block
        return size, -(abs(block_x - middle_x) + abs(block_y - middle_y))

    corner_x, corner_y = max(size_by_corner, key=rank_corner)
    size = size_by_corner[corner_x, corner_y]
    return (corner_x - size + 1, corner_y - size + 1), size


def _measure_blocks(squares: tuple[Square, ...]) -> dict[Square, int]:
    """Return for each square the side length of the largest square block of which it is the lower right corner.

    Such a block is one longer than the smallest of the blocks that end at the squares to the left, above, and both.

    >>> _measure_blocks(((0, 0), (1, 0), (0, 1), (1, 1)))
    {(0, 0): 1, (1, 0): 1, (0, 1): 1, (1, 1): 2}
    """
    size_by_corner: dict[Square, int] = {}
    for x, y in sorted(squares, key=rank_by_row):
        neighbours = ((x - 1, y), (x, y - 1), (x - 1, y - 1))
        size_by_corner[x, y] = 1 + min(size_by_corner.get(neighbour, 0) for neighbour in neighbours)
    return size_by_corner


def clear_cache() -> None:
    """Clear the cache of floors, so that a benchmark measures a full drawing."""
    _draw_floor.cache_clear()


def draw_zones(plan: DrawingPlan, shows_names: bool = False) -> Iterator[Group]:
    """Draw the end zones and entries.

    An entry is a zone of two squares where a team comes in and scores, in place of an end zone. Without `shows_names`,
    draw the tint, pattern and frame of each end zone and the steps of each entry. With it, draw the name and the emblem
    of the team, which lie above all lines of the ground.
    """
    if shows_names:
        draw_end_zone, draw_entry, id_part = _draw_end_zone_name, _draw_entry_name, "-side"
    else:
        draw_end_zone, draw_entry, id_part = _draw_end_zone, _draw_entry, ""
    for section in plan.board.list_sections(SectionKind.END_ZONE, SectionKind.ENTRY):
        if section.squares:
            draw_section = draw_entry if section.kind is SectionKind.ENTRY else draw_end_zone
            kind = section.kind.value.replace("_", "-")
            team_name = section.team.value if section.team else "no side"
            group_id = f"{kind}{id_part}-{format_name_id(section.id)}"
            shapes = tuple(draw_section(plan, section))
            yield Group(group_id, section.kind.value, shapes, section.squares, f"{kind}, {team_name}")


def _list_painted_squares(section: BoardSection) -> list[Square]:
    """Return the squares of an end zone that its tile (a ready-made section) paints as such, by row.

    Such a painted strip may be narrower than the zone.
    """
    return sorted(set(section.painted_squares) & set(section.squares), key=rank_by_row)


def _draw_end_zone(plan: DrawingPlan, section: BoardSection) -> Iterator[Shape]:
    """Draw the ground of an end zone: a tint, the team's pattern and a double frame.

    If the tile of the zone has a painted strip, draw a second tint and frame there.
    """
    theme, look, outline = plan.theme, plan.find_team_look(section.team), trace_rings(section.squares)
    frame_style = Style(stroke=look.colour, width=0.08, round=False)
    inner_style = Style(stroke=look.ink, width=theme.fine, round=False)
    outer_depth, inner_depth = ZONE_FRAME_DEPTHS
    tint, *pattern = draw_zone_ground(plan, section.team, section.squares)
    yield from (tint, *pattern)
    yield build_area([inset_ring(ring, outer_depth) for ring in outline], frame_style)
    yield build_area([inset_ring(ring, inner_depth) for ring in outline], inner_style)
    strip = [inset_ring(ring, inner_depth) for ring in trace_rings(_list_painted_squares(section))]
    if strip:
        yield from (build_area(strip, tint.style), build_area(strip, frame_style))


def draw_zone_ground(plan: DrawingPlan, team: Team | None, squares: Sequence[Square]) -> Iterator[Path]:
    """Draw a team's tint and pattern on some squares; without a team, the tint alone."""
    look, opacity = plan.find_team_look(team), plan.theme.zone_tint
    yield build_area(trace_rings(squares), Style(fill=look.colour, opacity=opacity))
    if team:
        yield draw_team_pattern(team, squares, Style(fill=look.ink, opacity=round(PATTERN_OPACITY_SHARE * opacity, 3)))


def _draw_end_zone_name(plan: DrawingPlan, section: BoardSection) -> Iterator[Shape]:
    """Draw the name of the team in large letters, and its emblem beside or above the name.

    The name stands on the painted strip if there is one, else on the whole zone if that is a rectangle, else on
    the largest block. Beside a strip, the emblem fills the free floor, so that it can be recognised on a small
    map.
    """
    painted_squares = _list_painted_squares(section)
    name_squares = _find_name_squares(section)
    if painted_squares:
        name, emblems = _place_name_on_strip(plan, section, painted_squares)
    elif min(find_bounds(name_squares)[1]) >= 3:  # three squares have space for an emblem above a name
        name, emblems = _place_name_below_emblem(plan, section.team, name_squares)
    else:
        name, emblems = _fit_team_name(plan, section.team, name_squares, has_emblem=True)
    # below the letters, a rim in the colour of the floor, a tenth of their height wide, on which any colour can be read
    floor_colour = plan.theme.floor
    yield replace(name, style=Style(fill=floor_colour, stroke=floor_colour, width=0.2 * name.size, opacity=0.8))
    yield name
    yield from emblems


def _find_name_squares(section: BoardSection) -> tuple[Square, ...]:
    """Return the squares of an end zone on which the name of its team may stand.

    These are all of them if the zone is a rectangle or has no block of 2 x 2 squares; else its largest block.
    """
    _, (width, height) = find_bounds(section.squares)
    if width * height == len(section.squares):
        return section.squares
    corner, size = find_largest_block(section.squares)
    return tuple(list_block_squares(corner, (size, size))) if size >= 2 else section.squares


def _place_name_on_strip(
    plan: DrawingPlan, section: BoardSection, painted_squares: list[Square]
) -> tuple[Text, list[Path]]:
    """Return the team's name on the painted strip of an end zone, and its emblem on the largest block beside it."""
    name, _ = _fit_team_name(plan, section.team, painted_squares, has_emblem=False)
    corner, size = find_largest_block(tuple(set(section.squares).difference(painted_squares)))
    if size < 2:
        return name, []
    look, middle = plan.find_team_look(section.team), find_middle(corner, (size, size))
    return name, draw_team_emblem(plan.theme, look, section.team, middle, size * STRIP_EMBLEM_SHARE)


def _place_name_below_emblem(
    plan: DrawingPlan, team: Team | None, squares: Sequence[Square]
) -> tuple[Text, list[Path]]:
    """Return the team's name along the longer side of a rectangle of squares, and its emblem above the name."""
    name, _ = _fit_team_name(plan, team, squares, has_emblem=False)
    (left, top), (width, height) = find_bounds(squares)
    shorter_side, is_vertical, (name_x, name_y) = min(width, height), height > width, name.at
    name_offset, emblem_offset = NAME_BELOW_MIDDLE * shorter_side, -EMBLEM_ABOVE_MIDDLE * shorter_side
    if is_vertical:  # the name reads upwards, so that "above" is to its left
        name = replace(name, at=(name_x + name_offset, name_y))
        emblem_middle = (left + width / 2 + emblem_offset, top + height / 2)
    else:
        name = replace(name, at=(name_x, name_y + name_offset))
        emblem_middle = (left + width / 2, top + height / 2 + emblem_offset)
    look, emblem_size = plan.find_team_look(team), LARGE_EMBLEM_SHARE * shorter_side
    return name, draw_team_emblem(plan.theme, look, team, emblem_middle, emblem_size, name.turn)


def _fit_team_name(
    plan: DrawingPlan,
    team: Team | None,
    squares: Sequence[Square],
    *,
    has_emblem: bool,
    max_size: float = MAX_NAME_SIZE,
) -> tuple[Text, list[Path]]:
    """Return the team's name as text along the longer side of some squares, and the shapes of an emblem before it.

    Args:
        plan: what to draw.
        team: the team; None for no team.
        squares: a rectangle of squares; a rim around the name stays free.
        has_emblem: leave space for an emblem before the name and return its shapes.
        max_size: the largest height of the type, in squares.
    """
    look, ((x, y), (width, height)) = plan.find_team_look(team), find_bounds(squares)
    name_width, is_vertical = CAPITAL_WIDTH * len(look.name), height > width  # in heights of the type
    needed_width = name_width + EMBLEM_WIDTH * has_emblem
    max_height, max_length = NAME_HEIGHT_SHARE * min(width, height), NAME_LENGTH_SHARE * max(width, height)
    size = min(max_size, max_height, max_length / needed_width)

    def find_point(along: float, offset: float) -> Point:
        """Return the point at a distance from the middle of the squares, along the name and below its middle line."""
        right, below = (offset, -along) if is_vertical else (along, offset)  # a vertical name reads upwards
        return x + width / 2 + right, y + height / 2 + below

    turn, emblem_width = -90.0 if is_vertical else 0.0, EMBLEM_WIDTH * size
    name_middle = emblem_width / 2 if has_emblem else 0.0  # the name gives way to an emblem before it
    baseline = find_point(name_middle, size * NAME_BASELINE_SHARE)
    name = Text(baseline, look.name, size, Style(fill=look.ink), font="title", turn=turn)
    if not has_emblem:
        return name, []
    # the emblem's middle is half the name and half the emblem before the middle of the name
    emblem_middle = find_point(name_middle - (name_width * size + emblem_width) / 2, 0.0)
    return name, draw_team_emblem(plan.theme, look, team, emblem_middle, size * INLINE_EMBLEM_SHARE, turn)


def _draw_entry(plan: DrawingPlan, section: BoardSection) -> Iterator[Shape]:
    """Draw an entry, through which a team walks in, as steps that rise towards the side with most of the floor."""

    def count_floor(side: Side) -> int:
        """Return how many floor squares outside the entry touch a side of it."""
        next_squares = [find_neighbour(square, side) for square in section.squares]
        return sum(square not in section.squares and square in plan.board for square in next_squares)

    front = max(SIDES, key=count_floor)
    return (Use("stairs", find_middle(square), ROTATION_BY_SIDE[front]) for square in section.squares)


def _draw_entry_name(plan: DrawingPlan, section: BoardSection) -> Iterator[Shape]:
    """Draw the team's name on a banner across the steps of an entry, the zone where that team comes in.

    The banner has the colour of the team, and is as long as the name with its emblem.
    """
    look = plan.find_team_look(section.team)
    has_emblem = look.emblem is not None
    name, emblems = _fit_team_name(
        plan, section.team, section.squares, has_emblem=has_emblem, max_size=MAX_BANNER_NAME_SIZE
    )
    x, y = find_middle(*find_bounds(section.squares))
    text_length = name.size * (CAPITAL_WIDTH * len(name.text) + EMBLEM_WIDTH * has_emblem)
    half_length, is_vertical = text_length / 2 + BANNER_PADDING, name.turn != 0
    half_width, half_height = (BANNER_HALF_HEIGHT, half_length) if is_vertical else (half_length, BANNER_HALF_HEIGHT)
    banner_style = plan.theme.build_outlined_style(look.colour)
    yield build_rectangle(x - half_width, y - half_height, 2 * half_width, 2 * half_height, banner_style)
    text_style = Style(fill=look.on_colour)
    yield replace(name, style=text_style)
    yield from (replace(emblem, style=text_style) for emblem in emblems)
