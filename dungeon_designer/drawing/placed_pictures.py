"""Place pictures of people's own: those of tiles on the floor, and that of a dungeon below everything else.

A tile's picture is flipped and rotated with the tile. Where two tiles with pictures meet, both pictures reach a little
beyond the edge, so that no renderer shows a seam between them.
"""

from __future__ import annotations

import warnings
from collections.abc import Collection, Iterator
from functools import lru_cache

from dungeon_designer.analysis.outlines import Corner, trace_rings
from dungeon_designer.board.model import Board, BoardSection
from dungeon_designer.drawing.drawing_options import DrawingOptions, PictureMode
from dungeon_designer.drawing.shapes import Matrix, PlacedPicture, Point, Style, build_rectangle
from dungeon_designer.drawing.themes import Theme, find_theme
from dungeon_designer.errors import MissingPicture, escape_line
from dungeon_designer.grid import Size, Square
from dungeon_designer.installation import is_browser
from dungeon_designer.pictures.decoding import PictureError, check_picture
from dungeon_designer.pictures.picture_model import DungeonPicture, PictureSource, TilePicture, format_credits
from dungeon_designer.tiles.tile import Tile

OVERLAP = 0.0075
"""How far a picture reaches over the edge of a square beyond which another picture begins, in squares. Both do so; two
times this is wider than what renderers blend with the ground.
"""

DIM_OPACITY = 0.4
"""The opacity of dimmed pictures, over which objects and names are easy to see."""

RIM_WIDTH, RIM_WIDTH_WITH_COORDINATES = 1.0, 0.3
"""How much of a dungeon's picture shows outside the map, in squares: less if the numbers of the columns stand there."""


def find_opacity(options: DrawingOptions) -> float:
    """Return the opacity of pictures on a map: 0 if they are left out."""
    return {PictureMode.FULL: 1.0, PictureMode.DIM: DIM_OPACITY, PictureMode.OFF: 0.0}[PictureMode(options.pictures)]


def place_tile_pictures(board: Board, options: DrawingOptions) -> dict[str, PlacedPicture]:
    """Return the pictures of all tiles of a board that have one, by the ids of their sections."""
    opacity = find_opacity(options)
    pictured_sections = [
        (section, placed)
        for section, placed in zip(board.sections, board.layout.sections, strict=True)
        if opacity and section.tile and section.squares and board.library.get(section.tile).picture
    ]
    pictured_squares = frozenset(square for section, _ in pictured_sections for square in section.squares)
    pictures: dict[str, PlacedPicture] = {}
    for section, placed in pictured_sections:
        tile = board.library.get(section.tile)
        assert tile.picture is not None and tile.picture_source is not None  # noqa: S101, PT018  (chosen for that)
        size = tile.picture.find_size(tile.size)
        verbs, points = _build_clip(section.squares, pictured_squares)
        pictures[section.id] = PlacedPicture(
            source=tile.picture_source,
            size=size,
            matrix=_build_tile_matrix(tile.picture.at, size, tile.size, placed.at, placed.turn, placed.flip),
            clip_verbs=verbs,
            clip_points=points,
            opacity=opacity,
        )
    return pictures


def list_ungridded_squares(board: Board, options: DrawingOptions) -> frozenset[Square]:
    """Return the squares over which no lines between squares are drawn, since a picture shows a grid of its own."""
    if not find_opacity(options):
        return frozenset()
    return frozenset(
        square
        for section, tile in _list_tiled_sections(board)
        if tile.picture and not tile.picture.grid
        for square in section.squares
    )


def _list_tiled_sections(board: Board) -> list[tuple[BoardSection, Tile]]:
    """Return each section of a board that is a tile, with its tile."""
    return [(section, board.library.get(section.tile)) for section in board.sections if section.tile]


def find_dungeon_source(board: Board, picture: DungeonPicture) -> PictureSource:
    """Return the file of the dungeon's own picture."""
    return PictureSource(board.library.picture_folder, picture.file)


def has_pictures(board: Board) -> bool:
    """Return whether a dungeon or any of its tiles names a picture, which may be missing."""
    return board.layout.picture is not None or any(tile.picture for _, tile in _list_tiled_sections(board))


def list_credits(board: Board, options: DrawingOptions) -> tuple[str, ...]:
    """Return lines that name the authors and licences of the theme and of the pictures that are drawn."""
    return (*list_theme_credits(find_theme(options.theme)), *_list_picture_credits(board, options))


def list_theme_credits(theme: Theme) -> tuple[str, ...]:
    """Return a line that names the author and licence of a theme; none if its file names neither.

    >>> from dungeon_designer.drawing.themes import THEMES
    >>> list_theme_credits(THEMES["ink"])
    ()
    """
    return format_credits([(f"the theme {theme.name}", theme.author, theme.licence)])


def _list_picture_credits(board: Board, options: DrawingOptions) -> tuple[str, ...]:
    """Return lines that name the authors and licences of the pictures of a board, unless pictures are left out."""
    if not find_opacity(options):
        return ()
    pictures: list[tuple[str, TilePicture | DungeonPicture | None]] = [
        (tile.name, tile.picture) for _, tile in _list_tiled_sections(board)
    ]
    pictures.append((board.layout.name or "the dungeon", board.layout.picture))
    return format_credits((name, picture.author, picture.licence) for name, picture in pictures if picture)


def list_picture_problems(board: Board) -> list[str]:
    """Return what is wrong with the pictures of a board's tiles and of the dungeon, each picture once."""
    sources = dict.fromkeys(tile.picture_source for _, tile in _list_tiled_sections(board) if tile.picture_source)
    problems = [_find_problem(source) for source in sources]
    if board.layout.picture:
        problems.append(_find_problem(find_dungeon_source(board, board.layout.picture)))
    return [problem for problem in problems if problem]


def find_dungeon_picture(board: Board, options: DrawingOptions) -> PictureSource | None:
    """Return the file of a dungeon's picture; None if the dungeon has none that can be shown, or pictures are off.

    Warns (MissingPicture) if the dungeon names a picture that cannot be shown.
    """
    picture = board.layout.picture
    if picture is None or not find_opacity(options):
        return None
    source = find_dungeon_source(board, picture)
    problem = _find_problem(source)
    if problem:
        # the line that asked for the drawing is some calls up
        warnings.warn(MissingPicture(f"{problem}; the map is drawn without it"), stacklevel=4)
        return None
    return source


def _find_problem(source: PictureSource) -> str:
    """Return in one line why a picture cannot be shown; '' if it can."""
    if is_browser():
        return escape_line(f"the picture {source.file} is left out: this page shows no pictures")
    if not source.folder:
        return escape_line(f"the picture {source.file} is left out: only a dungeon that was read from a file has one")
    try:
        check_picture(source)
    except PictureError as error:
        return str(error)
    return ""


def place_dungeon_picture(
    board: Board, options: DrawingOptions, source: PictureSource, area: tuple[Square, Size]
) -> PlacedPicture:
    """Return the picture of a dungeon as it lies below the map, cut off a little outside the map.

    Args:
        board: the dungeon, which has a picture.
        options: whether pictures are dimmed, and whether there are coordinates beside the map.
        source: the file of the picture.
        area: the upper left square and the size of the map.
    """
    picture = board.layout.picture
    assert picture is not None  # noqa: S101  (it has a source)
    (left, top), (width, height) = area
    rim = RIM_WIDTH_WITH_COORDINATES if options.coordinates and options.border else RIM_WIDTH
    clip = build_rectangle(left - rim, top - rim, width + 2 * rim, height + 2 * rim, Style())
    matrix = (picture.size[0], 0.0, 0.0, picture.size[1], *picture.at)
    return PlacedPicture(source, picture.size, matrix, clip.verbs, clip.points, find_opacity(options))


@lru_cache(maxsize=1024)
def _build_tile_matrix(
    picture_at: Point, picture_size: tuple[float, float], tile_size: Size, corner: Square, turn: int, flip: bool
) -> Matrix:
    """Return where a tile's picture lies on the map: the matrix that takes its unit square to squares of the map.

    Args:
        picture_at: the upper left corner of the picture on the tile as drawn.
        picture_size: its width and height in squares.
        tile_size: the size of the tile as drawn.
        corner: the upper left square of the placed tile on the map.
        turn: clockwise quarter turns of the tile.
        flip: whether the tile is flipped before it is rotated.

    >>> _build_tile_matrix((0, 0), (2, 1), (2, 1), (5, 5), 1, False)
    (0.0, 2.015, -1.015, 0.0, 6.0075, 4.9925)
    """
    (left, top), (width, height) = picture_at, picture_size
    left, top, width, height = left - OVERLAP, top - OVERLAP, width + 2 * OVERLAP, height + 2 * OVERLAP
    width_vector, height_vector, origin = (width, 0.0), (0.0, height), (left, top)
    tile_width, tile_height = tile_size
    if flip:
        width_vector, origin = (-width_vector[0], 0.0), (tile_width - origin[0], origin[1])
    for _ in range(turn % 4):  # clockwise: the point (x, y) of a tile h squares high moves to (h - y, x)
        width_vector, height_vector = (-width_vector[1], width_vector[0]), (-height_vector[1], height_vector[0])
        origin = tile_height - origin[1], origin[0]
        tile_width, tile_height = tile_height, tile_width
    numbers = (*width_vector, *height_vector, corner[0] + origin[0], corner[1] + origin[1])
    a, b, c, d, e, f = (round(number, 6) + 0.0 for number in numbers)  # + 0.0: no -0.0
    return a, b, c, d, e, f


@lru_cache(maxsize=1024)
def _build_clip(squares: tuple[Square, ...], pictured_squares: frozenset[Square]) -> tuple[str, tuple[Point, ...]]:
    """Return the outline of a pictured section as a path, which reaches a little over edges to other pictures.

    Args:
        squares: the squares of the section.
        pictured_squares: all squares with a picture.
    """
    verbs, points = "", list[Point]()
    for ring in trace_rings(squares):
        ring_points = [*_widen_ring(ring, pictured_squares)]
        verbs += f"M{'L' * (len(ring_points) - 1)}Z"
        points += ring_points
    return verbs, tuple(points)


def _widen_ring(ring: list[Corner], pictured_squares: Collection[Square]) -> Iterator[Point]:
    """Yield the corners of an outline whose edges to other pictured squares are moved outwards by OVERLAP.

    An outline runs clockwise, so that outside is to the left of its direction.
    """
    last_point: Point | None = None
    for (start_x, start_y), (end_x, end_y) in zip(ring, (*ring[1:], ring[0]), strict=True):
        length = abs(end_x - start_x) + abs(end_y - start_y)
        dx, dy = (end_x - start_x) // length, (end_y - start_y) // length
        for step in range(length):
            x, y = start_x + dx * step, start_y + dy * step
            # of the two squares beside an edge, the one on the left of its direction
            outer_square = (x + min(0, dx, dy), y + min(0, dy, -dx))
            offset = OVERLAP if outer_square in pictured_squares else 0.0
            first_point = x + dy * offset, y - dx * offset
            for point in (first_point, (first_point[0] + dx, first_point[1] + dy)):
                if point != last_point:
                    yield point
                last_point = point
