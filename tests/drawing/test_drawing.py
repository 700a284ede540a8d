"""The drawing: shapes of no device, grouped by what they stand for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path as FilePath

import pytest
import shapely
import shapely.affinity
from msgspec.structs import replace

from dungeon_designer.board.build import build_board
from dungeon_designer.drawing import DrawingOptions, draw, overlays, symbol_pictures
from dungeon_designer.drawing.compose import clear_cache
from dungeon_designer.drawing.drawing_options import RangeBands
from dungeon_designer.drawing.geometry import compute_noise, inset_ring, pick_index, roughen_ring
from dungeon_designer.drawing.legend import MAX_LISTED_PROBLEMS, shift_shape
from dungeon_designer.drawing.shapes import Circle, Drawing, Path, Shape, Text, Use
from dungeon_designer.drawing.symbol_pictures import SYMBOL_FOLDER, load_picture, read_symbol_file
from dungeon_designer.drawing.themes import THEMES, Theme
from dungeon_designer.errors import UsageError
from dungeon_designer.findings import Finding, Level
from dungeon_designer.grid import Side, measure_distance
from dungeon_designer.layout.model import (
    EdgeDoor,
    Layout,
    Portal,
    RotatingRoom,
    Section,
    SectionKind,
    SquareDoor,
    Team,
    Terrain,
    TerrainKind,
    Trap,
    TrapKind,
    Wall,
    list_teams,
)
from dungeon_designer.rules.checker import check_board
from dungeon_designer.rules.rule_registry import load_ruleset
from dungeon_designer.tiles.library import load_stock_library
from dungeon_designer.tiles.tile import Tile, TileLibrary
from tests.drawing.boards import CROWN, ENGINE, make_layout
from tests.drawing.specimens import SPECIMENS

POINTS = {"M": 1, "L": 1, "Q": 2, "C": 3, "Z": 0}


def list_shapes(drawing: Drawing) -> Iterator[Shape]:
    for layer in drawing.layers:
        for group in layer.groups:
            yield from group.shapes
    for symbol in drawing.symbols:
        yield from symbol.shapes


def list_texts(drawing: Drawing) -> list[str]:
    return [shape.text for shape in list_shapes(drawing) if isinstance(shape, Text)]


@pytest.mark.parametrize("theme", THEMES)
def test_paths_have_the_points_their_verbs_take(theme: str) -> None:
    """Every path of every picture can be followed to its last point, and starts with a move."""
    for board in (CROWN, ENGINE, *SPECIMENS.values()):
        for shape in list_shapes(
            draw(build_board(board), DrawingOptions(theme=theme, legend=True, title=True, hidden=True))
        ):
            if isinstance(shape, Path) and shape.verbs:
                assert shape.verbs[0] == "M"
                assert sum(POINTS[verb] for verb in shape.verbs) == len(shape.points)


@pytest.mark.parametrize("layout", [CROWN, ENGINE], ids=lambda layout: layout.name)
def test_symbols_are_exactly_those_in_use(layout: Layout) -> None:
    """A drawing carries each picture it uses, once, and no other."""
    drawing = draw(build_board(layout), DrawingOptions(legend=True))
    used = {shape.symbol for shape in list_shapes(drawing) if isinstance(shape, Use)}
    assert sorted(used) == [symbol.id for symbol in drawing.symbols]


def test_everything_lies_on_the_page() -> None:
    """No thing, word or legend entry sticks out of the page, whatever the theme and however small the map."""
    small = Layout(name="A name longer than its map", sections=(Section(id="a", rows=("..",)),), chests=((0, 0),))
    for board, theme in product((CROWN, ENGINE, small), THEMES):
        drawing = draw(build_board(board), DrawingOptions(theme=theme, legend=True, title=True))
        (left, top), (width, height) = drawing.corner, drawing.size
        for layer in drawing.layers:
            for shape in (shape for group in layer.groups for shape in group.shapes):
                points = shape.points if isinstance(shape, Path) else (shape.at,)
                assert all(left <= x <= left + width and top <= y <= top + height for x, y in points), layer.name


def test_groups_name_the_squares_they_stand_for() -> None:
    """A canvas finds the thing under the pointer by its group's squares."""
    drawing = draw(build_board(CROWN))
    assert [group.squares for group in drawing.list_groups("chest")] == [(at,) for at in CROWN.chests]
    fountain = drawing.list_groups("fountain")
    assert [group.squares for group in fountain] == [((11, 8), (12, 8), (11, 9), (12, 9))]
    assert set(drawing.list_groups("section")[0].squares) == set(CROWN.sections[0].squares)


def test_moving_a_chest_changes_the_chest_alone() -> None:
    """Every other group compares equal, and the ground is the very same object: a canvas keeps it."""
    before = draw(build_board(CROWN))
    after = draw(build_board(replace(CROWN, chests=((3, 3), *CROWN.chests[1:]))))
    changed = [layer.name for layer, was in zip(after.layers, before.layers, strict=True) if layer != was]
    assert changed == ["chests"]
    assert after.find_layer("floor").groups[0] is before.find_layer("floor").groups[0]


@pytest.mark.parametrize(
    "changed",
    [
        replace(CROWN, walls=()),
        replace(CROWN, sides=list_teams(3)),
        replace(CROWN, doors=CROWN.doors[1:]),
        replace(CROWN, terrain=CROWN.terrain[1:]),
        replace(CROWN, terrain=(*CROWN.terrain, Terrain(kind=TerrainKind.LAVA, at=(0, 0)))),
        replace(CROWN, enclosed=True),
        replace(CROWN, walls=(*CROWN.walls, Wall(at=(40, 40), side=Side.EAST))),
        replace(CROWN, sections=CROWN.sections[1:]),
        replace(CROWN, sections=(replace(CROWN.sections[0], kind=SectionKind.ROOM), *CROWN.sections[1:])),
        replace(CROWN, sections=(replace(CROWN.sections[0], name="Kitchen"), *CROWN.sections[1:])),
    ],
)
def test_a_remembered_ground_is_what_would_be_drawn_anew(changed: Layout) -> None:
    """Whatever the ground depends on, a change to it is seen, though the old ground is remembered."""
    first = draw(build_board(CROWN))
    warm = draw(build_board(changed))
    clear_cache()
    assert warm == draw(build_board(changed))
    assert warm != first


def test_what_is_hidden_is_nowhere() -> None:
    """Without `hidden`, what lies below a trapdoor is in no word, title, id or picture of the drawing."""
    room = make_layout(
        "", "AAAA AAAA", "", traps=(Trap(kind=TrapKind.TRAPDOOR, at=(0, 0), size=(2, 2), below="burning_brimstone"),)
    )
    assert "brimstone" not in repr(draw(build_board(room), DrawingOptions(legend=True, title=True)))
    assert "burning brimstone" in list_texts(draw(build_board(room), DrawingOptions(hidden=True)))


def test_a_door_is_drawn_where_it_was_put_though_no_floor_is_there() -> None:
    """Things in the rock, or off the map, are drawn and lie on the page."""
    stray = Layout(
        sections=(Section(id="a", rows=("...",)),),
        doors=(EdgeDoor(at=(7, 7), side=Side.NORTH, width=2),),
        square_doors=(SquareDoor(at=(9, 0)),),
        portals=(Portal(number=3, at=(12, 2)),),
        terrain=(Terrain(kind=TerrainKind.BRIDGE, at=(5, 5)), Terrain(kind=TerrainKind.CHASM, at=(6, 5))),
        machines=(RotatingRoom(sections=("gone",)),),
    )
    drawing = draw(build_board(stray))
    assert [len(drawing.list_groups(kind)) for kind in ("door", "square_door", "portal", "bridge", "chasm")] == [1] * 5
    assert drawing.corner[0] + drawing.size[0] > 13


def test_shadows_never_overlap() -> None:
    """Areas are filled by the even-odd rule: where two bands of one shadow met, a light patch would gape."""
    crossed = make_layout("", "AABB AABB CCDD CCDD", "", enclosed=True)
    for board in (crossed, CROWN, ENGINE):
        for shadow in draw(build_board(board)).find_layer("shadows").groups[0].shapes:
            assert isinstance(shadow, Path)
            sizes = [len(ring) for ring in shadow.verbs.split("Z") if ring]
            ends = [sum(sizes[: i + 1]) for i in range(len(sizes))]
            bands = [shapely.Polygon(shadow.points[end - size : end]) for end, size in zip(ends, sizes, strict=True)]
            assert sum(band.area for band in bands) == pytest.approx(shapely.union_all(bands).area)


def test_section_kinds_all_have_a_paving() -> None:
    """Every kind of section is drawn with squares of its own."""
    for kind in SectionKind:
        drawing = draw(build_board(Layout(sections=(Section(id="a", kind=kind, rows=("...", "...")),))))
        assert any(symbol.id.startswith(f"floor-{kind.value.replace('_', '-')}") for symbol in drawing.symbols)


def test_unnamed_pictures_are_a_key_error() -> None:
    """A picture nobody drew is no empty picture."""
    with pytest.raises(KeyError):
        load_picture("unicorn", THEMES["ink"])


@pytest.mark.parametrize("name", sorted(file.stem for file in SYMBOL_FOLDER.iterdir()))
def test_every_symbol_can_be_read_and_stays_near_its_squares(name: str) -> None:
    """A file has shapes, its classes are colours and widths every theme has, and it reaches little beyond its size."""
    file = read_symbol_file(name)
    colours = {f"{what}-{field.replace('_', '-')}" for what in ("fill", "stroke") for field in Theme.__struct_fields__}
    assert file.shapes
    for shape, classes in file.shapes:
        assert set(classes) <= {*colours, "fill-portal", "fine", "bold", "dusk"}
        for point in shape.points if isinstance(shape, Path) else (shape.at,):
            assert all(abs(value) <= size / 2 + 0.2 for value, size in zip(point, file.size, strict=True))


def test_what_cannot_be_read_of_a_symbol_is_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: FilePath) -> None:
    """A part of a symbol that cannot be read is an error, and is not left out."""
    monkeypatch.setattr(symbol_pictures, "SYMBOL_FOLDER", tmp_path)
    for number, what in enumerate(('<ellipse rx="1"/>', '<path d="M0 0A1 1 0 0 0 1 1"/>', '<rect transform="x"/>')):
        (tmp_path / f"odd{number}.svg").write_text(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">{what}</svg>'
        )
        with pytest.raises(ValueError, match="read"):
            read_symbol_file(f"odd{number}")


def test_options_take_away_what_they_name() -> None:
    """Coordinates, grid, names, legend and title are there when asked for and gone when not."""
    board = build_board(CROWN)
    full = draw(board, DrawingOptions(section_names=True, legend=True, title=True))
    bare = draw(board, DrawingOptions(coordinates=False, grid=False))
    for name in ("coordinates", "grid", "names", "legend", "title"):
        assert full.find_layer(name).groups
        assert not bare.find_layer(name).groups
    assert "Halls of the Ashen Crown" in list_texts(full)
    assert "Fountain Court" in list_texts(full)


@pytest.mark.parametrize("layout", [CROWN, ENGINE], ids=lambda layout: layout.name)
def test_no_two_entries_of_a_legend_have_one_name(layout: Layout) -> None:
    """Each sample can be told from the others by its words."""
    entries = [
        group.title for group in draw(build_board(layout), DrawingOptions(legend=True)).list_groups("legend_entry")
    ]
    assert len(entries) == len(set(entries)) > 10


def test_the_legend_lists_what_there_is_and_no_more() -> None:
    """Each kind on the board has one entry with its number; what is not there has none."""
    entries = [
        group.title for group in draw(build_board(CROWN), DrawingOptions(legend=True)).list_groups("legend_entry")
    ]
    assert "Chest × 6" in entries
    assert "Crypt × 2" in entries
    assert "Fountain" in entries
    assert "Cliff" not in entries


def test_names_are_written_where_they_tell_something() -> None:
    """A name of one's own and that of a tile used once are written; a stock tile's many times over is not."""
    tiles = TileLibrary(
        Tile(id=f"set/{name.lower()}", name=name, kind="room", rows=("....", "....")) for name in ("Plain", "Kitchen")
    )
    placed = [("a", "plain", ""), ("b", "plain", ""), ("c", "plain", "My Hall"), ("d", "kitchen", "")]
    sections = tuple(
        Section(id=id_, tile=f"set/{tile}", name=name, at=(0, 2 * i)) for i, (id_, tile, name) in enumerate(placed)
    )
    drawing = draw(build_board(Layout(sections=sections), tiles), DrawingOptions(section_names=True))
    assert [group.title for group in drawing.list_groups("name")] == ["My Hall", "Kitchen"]


def find_strip(turn: int) -> tuple[Text, float, float]:
    """Return the words on an End Zone of 2021 rotated so, and the two ends of the smallest frame around them."""
    section = Section(id="A", tile="gw-2021/end-zone", turn=turn, side=Team.HOME)
    drawing = draw(build_board(Layout(sections=(section,)), load_stock_library()))
    (zone,), (side,) = drawing.find_layer("zones").groups, drawing.find_layer("sides").groups
    *_, words = (shape for shape in side.shapes if isinstance(shape, Text))
    areas = [shape.points for shape in zone.shapes if isinstance(shape, Path)]
    least = min(areas, key=lambda points: max(y for _, y in points) - min(y for _, y in points))
    return words, min(y for _, y in least), max(y for _, y in least)


def test_the_painted_strip_is_drawn_and_turns_with_its_tile() -> None:
    """A painted strip has a frame with the side's name in it, at the top as printed, below when rotated."""
    for turn, (top, bottom) in ((0, (0, 2)), (2, (2, 4)), (0, (0, 2))):
        words, above, below = find_strip(turn)
        assert top < above < words.at[1] < below < bottom


def test_the_legend_of_bridges_and_every_terrain() -> None:
    """Samples of all terrain can be drawn far from any floor."""
    everything = make_layout("", "AAAAAAA", "~wa%c=r")
    entries = [
        group.title for group in draw(build_board(everything), DrawingOptions(legend=True)).list_groups("legend_entry")
    ]
    assert {"Lava", "Water", "Acid", "Chasm", "Cliff", "Bridge", "Rope bridge"} <= set(entries)


def test_coordinates_count_the_squares_of_the_board() -> None:
    """The numbers along the edges are the board's own, also when it does not begin at 0."""
    far = Layout(sections=(Section(id="a", at=(20, 7), rows=("...", "...")),))
    rows, columns = {"7", "8"}, {"20", "21", "22"}
    layer = draw(build_board(far)).find_layer("coordinates")
    words = {group.kind: {shape.text for shape in group.shapes if isinstance(shape, Text)} for group in layer.groups}
    assert words == {"rows": rows, "columns": columns}


def test_distances_want_a_number_for_each_square() -> None:
    """Too few numbers are a usage error; those below 0 are not written."""
    board = build_board(make_layout("", "AAA", ""))
    with pytest.raises(UsageError, match="2 distances for a board of 3 squares"):
        draw(board, distances=[0, 1])
    assert list_texts(draw(board, DrawingOptions(coordinates=False, keys=False), distances=[0, -1, 12])) == ["0", "12"]


def test_overlays_mark_their_squares() -> None:
    """A reach has a group for each band, findings one for each that is to be seen, numbered as listed."""
    board = build_board(CROWN)
    reach = RangeBands((3, 8), (("quick", ((4, 8),)), ("short", ((5, 8), (6, 8)))))
    assert [group.squares for group in draw(board, reach=reach).list_groups("reach")] == [((4, 8),), ((5, 8), (6, 8))]
    findings = [
        Finding(rule="a", level=Level.INFO, message="m", squares=((1, 1),)),
        Finding(rule="b", level=Level.ERROR, message="n", squares=()),
        Finding(rule="c", level=Level.ERROR, message="o", squares=((2, 1),), waived="agreed"),
        Finding(rule="d", level=Level.ERROR, message="p", squares=((99, 99),)),
    ]
    layer = draw(board, findings=findings).find_layer("findings")
    assert [group.id for group in layer.groups] == ["finding-1", "finding-4"]


def test_a_findings_badge_stands_beside_what_lies_on_its_squares() -> None:
    """Badges leave the middle of every square bare, and no two findings of one square have theirs in one place."""
    marked = [Finding(rule="a", level=Level.ERROR, message="m", squares=((4, 8),)) for _ in range(4)]
    groups = draw(build_board(CROWN), findings=marked).find_layer("findings").groups
    badges = [shape for group in groups for shape in group.shapes if isinstance(shape, Circle)]
    assert len({badge.at for badge in badges}) == 4
    for badge in badges:
        (x, y), room = badge.at, badge.radius + badge.style.width / 2
        assert max(abs(x - round(x)), abs(y - round(y))) + room <= 0.25


def test_a_junction_without_a_door_is_one_mark() -> None:
    """A problem of a border is one bar on it with one badge in its middle, drawn last; its squares are not covered."""
    sections = (Section(id="A", rows=("....",) * 4), Section(id="B", at=(4, 0), rows=("....",) * 4))
    board = build_board(Layout(ruleset="gw-2021", sections=sections))
    findings = [each for each in check_board(board, load_ruleset("gw-2021")).findings if each.rule == "door-missing"]
    room = Finding(rule="a", level=Level.ERROR, message="m", squares=board.sections[0].squares)
    (area, junction) = draw(board, findings=[*findings, room]).find_layer("findings").groups
    assert (area.id, junction.id) == ("finding-2", "finding-1")
    bar, badge, number = junction.shapes
    assert {x for x, _ in bar.points} == {4}
    assert (min(y for _, y in bar.points), max(y for _, y in bar.points)) == pytest.approx((0.35, 3.65))
    assert not bar.style.fill
    assert (badge.at, number.text) == ((4, 2), "1")
    assert junction.squares == findings[0].squares
    assert len(junction.squares) == 8


def test_numbers_of_steps_can_be_read_on_squares_of_25_pixels() -> None:
    """Steps are written at least 11 pixels high where a square has 25, and stay within their square."""
    board = build_board(make_layout("", "AAA", ""))
    layer = draw(board, distances=[7, 88, 123]).find_layer("distances")
    shapes = [shape for group in layer.groups for shape in group.shapes]
    assert all(25 * shape.size >= 11 for shape in shapes if isinstance(shape, Text))
    for square, chip in enumerate(shape for shape in shapes if isinstance(shape, Path)):
        assert all(square <= x <= square + 1 and 0 <= y <= 1 for x, y in chip.points)


def test_bands_differ_by_their_frames_and_stand_in_the_legend() -> None:
    """Four bands have four frames, in colour and dashes alike, in every theme; those with squares are explained."""
    board = build_board(CROWN)
    bands = tuple((name, ((x, 8),) if x < 6 else ()) for x, name in enumerate(("a", "b", "c", "d"), start=3))
    for theme in THEMES:
        reach = RangeBands((3, 8), bands, ("Near", "Far", "Farther", "Farthest"))
        drawing = draw(board, DrawingOptions(theme=theme, legend=True), reach=reach)
        frames = [group.shapes[1].style for group in drawing.list_groups("reach")]
        assert len({frame.stroke for frame in frames}) == len({frame.dash for frame in frames}) == 4
        words = list_texts(drawing)
        assert [word in words for word in reach.captions] == [True, True, True, False]


def test_chance_is_the_same_everywhere() -> None:
    """Textures come from numbers fixed for all time: these must never change, or every golden picture does."""
    assert [pick_index(x, 3, 100) for x in range(6)] == [60, 70, 65, 94, 69, 65]
    assert all(0 <= compute_noise(x, y) < 1 for x in range(-5, 5) for y in range(-5, 5))
    assert roughen_ring([(0, 0), (2, 0), (2, 1)], 0.1) == roughen_ring([(0, 0), (2, 0), (2, 1)], 0.1)


def test_inset_moves_a_ring_inwards() -> None:
    """A square of two shrinks on all sides by the depth."""
    assert inset_ring([(0, 0), (2, 0), (2, 2), (0, 2)], 0.25) == [
        (0.25, 0.25),
        (1.75, 0.25),
        (1.75, 1.75),
        (0.25, 1.75),
    ]


def test_shifted_moves_every_kind_of_shape() -> None:
    """A sample is the same wherever the legend puts it."""
    for shape in list_shapes(draw(build_board(CROWN))):
        back = shift_shape(shift_shape(shape, 2.0, -4.0), -2.0, 4.0)
        assert type(back) is type(shape)
        if isinstance(shape, Circle):
            assert back.at == pytest.approx(shape.at)  # type: ignore[union-attr]


def test_numbers_stand_beside_chests_and_portals() -> None:
    """A number and an object on the same square do not cover each other, up to 99 steps."""
    board = build_board(make_layout("", "AAAAAA", "CC1234"))
    drawing = draw(board, distances=[7, 42, 8, 99, 10, -1])
    chips = [s for g in drawing.find_layer("distances").groups for s in g.shapes if isinstance(s, Path)]
    for x, chip in enumerate(chips):
        (thing,) = next(group.shapes for group in drawing.list_groups("chest") + drawing.list_groups("portal")
                        if group.squares == ((x, 0),))  # fmt: skip
        assert isinstance(thing, Use)
        place = shapely.Polygon(chip.points)
        half = (0.41, 0.37) if thing.symbol == "chest" else (0.46, 0.46)
        round_ = shapely.Point(0, 0).buffer(1) if thing.symbol != "chest" else shapely.box(-1, -1, 1, 1)
        scaled = shapely.affinity.scale(round_, half[0] * thing.size, half[1] * thing.size, origin=(0, 0))
        assert not place.intersects(shapely.affinity.translate(scaled, *thing.at))
    (last,) = drawing.list_groups("portal")[-1].shapes
    assert isinstance(last, Use)
    assert last.size == 1.0


def test_every_tint_and_number_has_its_key() -> None:
    """Below the map stand the shades of steps, the bands of a reach and the findings by their numbers, in whole."""
    board = build_board(CROWN)
    reach = RangeBands((3, 8), (("quick", ((4, 8),)), ("short", ()), ("long", ((6, 8),))), ("Quick pass",))
    steps = [measure_distance((3, 8), square) for square in board.squares]
    found = [Finding(rule="a", level=at, message=f"{at} here", squares=((at.rank, 8),)) for at in Level]
    drawing = draw(board, findings=found, distances=steps, reach=reach)
    told = [group.title for group in drawing.find_layer("keys").groups]
    assert [words for words in told if words.endswith(("steps", "step"))] == [
        "0 to 3 steps", "4 to 7 steps", "8 to 11 steps", "12 to 15 steps", "16 to 19 steps", "20 to 22 steps",
    ]  # fmt: skip
    assert {"Quick pass", "Long"} <= set(told)
    assert "Short" not in told
    assert {finding.message for finding in found} <= set(told)
    assert not draw(board, DrawingOptions(keys=False), found, distances=steps, reach=reach).find_layer("keys").groups
    assert not draw(board, DrawingOptions(border=False), found).find_layer("keys").groups


def test_very_many_findings_are_counted() -> None:
    """The list below the map is cut off, and says how many it leaves out."""
    found = [Finding(rule="a", level=Level.ERROR, message=f"no. {at}", squares=((at % 20, 8),)) for at in range(55)]
    told = [group.title for group in draw(build_board(CROWN), findings=found).find_layer("keys").groups]
    assert told[-1] == f"and {55 - MAX_LISTED_PROBLEMS} more"


def test_numbers_of_findings_can_be_read_on_squares_of_25_pixels() -> None:
    """Up to 9 a badge's number is 10 pixels of type, up to 99 more than 8, and it stays on its disc."""
    for number in (1, 42, 107):
        disc, text = overlays.draw_badge(THEMES["ink"], Level.ERROR, number, (0.0, 0.0))
        assert 25 * text.size >= (10, 8.5, 6)[len(text.text) - 1]
        assert len(text.text) * 0.6 * text.size <= 2 * disc.radius
