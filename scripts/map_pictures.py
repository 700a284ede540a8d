"""Make pictures of maps: dungeons of the examples, dungeons before and after a change, and tiles with their photos."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence

from msgspec.structs import replace
from PIL import Image

from dungeon_designer.board.build import build_board
from dungeon_designer.comparison.dungeon_comparison import compare_dungeons
from dungeon_designer.comparison.picture import draw_comparison
from dungeon_designer.drawing import Drawing, DrawingOptions, draw
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.exports.png import paint_png
from dungeon_designer.layout.model import Layout
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode, repeat_edit
from scripts.paper_pictures import join_pages
from scripts.picture_files import PROJECT_ROOT, save_picture

EXAMPLES = PROJECT_ROOT / "examples"

FAIR_DUNGEON = PROJECT_ROOT / "scripts" / "set-up-2-fair.dungeon.yaml"
"""The dungeon that `playtest --mend` makes of an unfair example."""

MAP_WIDTH_PX = 1000
"""The width of pictures of maps."""
PICTURED_TILES = """\
name: Club tiles
ruleset: naf-2019
sections:
  - {id: hall, tile: quest-pictured/great-hall, at: [0, 0]}
  - {id: way, tile: quest-pictured/corridor-short, at: [8, 2], turn: 1}
  - {id: guard, tile: quest-pictured/guard-room, at: [12, 1]}
"""
"""A dungeon of tiles with photos."""

SYMMETRIC_PART = """\
map: |
  ########
  #<<..###
  #<<.C###
  #<<....#
  #.1....#
"""
"""What was drawn before a symmetry repeats it."""

SYMMETRIC_PART_CENTRE = (11, 9)
"""The sums of the coordinates of a square and of its copy. The centre is right of the part and below it."""

SQUARE_PX = 18
"""The width of a square where maps of one picture have the same scale."""

PLACE_PAGE = PROJECT_ROOT / "docs" / "how-to" / "place.md"
"""The page whose floor gets chests and portals in a picture."""


def draw_hungry_ladder() -> Image.Image:
    """Draw a map on parchment with a legend."""
    return _draw_example("gw-2021/the-hungry-ladder", DrawingOptions(theme="parchment", cartouche=True, legend=True))


def draw_dukes_of_hashut() -> Image.Image:
    """Draw a map on slate."""
    return _draw_example("brawl-2013/dukes-of-hashut", DrawingOptions(theme="slate", cartouche=True))


def draw_fix() -> Image.Image:
    """Draw an illegal example before and after all fixes."""
    before = Dungeon.load(EXAMPLES / "illegal" / "the-careless-cellar.dungeon.yaml")
    return _draw_change(before, before.fix(unsafe=True).dungeon)


def draw_mend() -> Image.Image:
    """Draw an unfair example before and after the moves that make it fair.

    The search for these moves takes minutes, so its answer is kept in a file, which names the command.
    """
    before = Dungeon.load(EXAMPLES / "gw-1989" / "set-up-2.dungeon.yaml")
    return _draw_change(before, Dungeon.load(FAIR_DUNGEON))


def draw_placement() -> Image.Image:
    """Draw the floor of the page about placing, and the same floor with what `place` puts on it."""
    page = PLACE_PAGE.read_text(encoding="utf-8")
    before = Dungeon.parse(page.partition('title="floor.dungeon.yaml"\n')[2].partition("```")[0])
    options = DrawingOptions(coordinates=False)
    return join_pages([_paint(draw(each.board, options), MAP_WIDTH_PX // 2) for each in (before, before.place())])


def draw_symmetries() -> Image.Image:
    """Draw a part of a dungeon, and what each symmetry makes of it."""
    part = Dungeon.parse(SYMMETRIC_PART)
    options = DrawingOptions(coordinates=False, border=False)
    pictures = []
    for mode in SymmetryMode:
        symmetry = Symmetry(mode, SYMMETRIC_PART_CENTRE)
        layout = repeat_edit(Layout(), part.layout, symmetry, part.library)
        drawing = draw(build_board(layout, part.library), options)
        pictures.append(_paint(drawing, SQUARE_PX * int(drawing.size[0])))
    return join_pages(pictures)


def draw_proposals() -> Image.Image:
    """Draw the dungeons that `generate` proposed for an edition, as the examples have them."""
    files = sorted((EXAMPLES / "generated" / "naf-2019").glob("*.dungeon.yaml"))
    options = DrawingOptions(coordinates=False)
    return join_pages([_paint(draw(Dungeon.load(file).board, options), MAP_WIDTH_PX // len(files)) for file in files])


def draw_pictured_tiles() -> Image.Image:
    """Draw the same tiles without and with their photos."""
    dungeon = Dungeon.parse(PICTURED_TILES, tiles=[str(EXAMPLES / "pictured" / "tiles")])
    options = [DrawingOptions(coordinates=False, border=False, pictures=pictures) for pictures in ("off", "full")]
    return join_pages([_paint(draw(dungeon.board, each), MAP_WIDTH_PX // 2) for each in options])


def _draw_example(name: str, options: DrawingOptions) -> Image.Image:
    """Draw the map of an example."""
    return _paint(draw(Dungeon.load(EXAMPLES / f"{name}.dungeon.yaml").board, options), MAP_WIDTH_PX)


def _draw_change(before: Dungeon, after: Dungeon) -> Image.Image:
    """Draw two maps beside each other with marks where they differ, and a list of the changes."""
    named_before, named_after = replace(before, file="before.dungeon.yaml"), replace(after, file="after.dungeon.yaml")
    return _paint(draw_comparison(compare_dungeons(named_before, named_after)), MAP_WIDTH_PX)


def _paint(drawing: Drawing, width: int) -> Image.Image:
    """Return a drawing as a picture of the given width in pixels."""
    return Image.open(io.BytesIO(paint_png(drawing, 25.4, width / drawing.size[0])))


MAP_PICTURES: dict[str, Callable[[], Image.Image]] = {
    "the-hungry-ladder": draw_hungry_ladder,
    "dukes-of-hashut": draw_dukes_of_hashut,
    "before-after-fix": draw_fix,
    "before-after-mend": draw_mend,
    "before-after-place": draw_placement,
    "proposals": draw_proposals,
    "symmetries": draw_symmetries,
    "own-tiles": draw_pictured_tiles,
}
"""The function that draws each picture, by the picture's name."""


def make_map_pictures(names: Sequence[str]) -> None:
    """Draw and save the named pictures."""
    for name in names:
        save_picture(MAP_PICTURES[name](), name)
