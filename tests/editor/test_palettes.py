"""The palettes: tiles in columns, grouped by kind, of the edition's own set; pieces that the edition has."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtTest import QTest

from dungeon_designer.dungeon import Dungeon
from dungeon_designer.editor.canvas.viewport import Viewport
from dungeon_designer.editor.picture_list import VALUE_ROLE
from dungeon_designer.editor.pieces import PALETTE_PIECES, find_edition, read_pieces
from dungeon_designer.layout.model import Layout, Section
from dungeon_designer.rulesets.loader import EDITIONS
from tests.editor.docked import show_dock, type_text

EXAMPLES = Path(__file__).parents[2] / "examples"
COUNTERS = {piece.id for piece in PALETTE_PIECES if piece.group == "Counters"}


def list_items(tiles):
    return [tiles.list.item(at) for at in range(tiles.list.count())]


def list_tile_items(tiles):
    return [item for item in list_items(tiles) if item.data(VALUE_ROLE) is not None]


@pytest.fixture
def tiles(hand):
    """The tiles of gw-2021, in a dock of a given width that is in front."""
    hand.workspace.open_layout(Layout(ruleset="gw-2021"), None)
    tiles = show_dock(hand, "tiles")
    hand.qtbot.waitUntil(tiles.isVisible)
    return tiles


@pytest.mark.parametrize(
    ("ruleset", "tile_set"),
    [
        ("gw-2021-multiplayer", "gw-2021"),
        ("gw-2021", "gw-2021"),
        ("gw-1989-expanded", "gw-1989"),
        ("brawl-2013", "brawl-2013"),
        ("naf-2019", "warhammer-quest-style"),
    ],
)
def test_the_dock_opens_at_the_set_of_the_edition(hand, ruleset, tile_set):
    """A dungeon that is opened has the tiles of its edition, or of the edition that its edition extends."""
    hand.workspace.open_layout(Layout(ruleset="db7s-2019"), None)
    hand.workspace.open_layout(Layout(ruleset=ruleset), None)
    assert hand.window.tiles.set_box.currentText() == tile_set


@pytest.mark.parametrize(("width", "columns"), [(110, 1), (230, 2), (340, 3), (460, 4)])
def test_tiles_stand_in_as_many_columns_as_fit(tiles, width, columns):
    """The wider the list, the more columns; no tile is cut off at the right."""
    tiles.list.setMinimumSize(QSize(0, 0))
    tiles.list.resize(width, 600)
    lefts = {tiles.list.visualItemRect(item).left() for item in list_tile_items(tiles)}
    assert len(lefts) == columns
    assert all(tiles.list.visualItemRect(item).right() <= tiles.list.viewport().width() for item in list_items(tiles))


def test_tiles_are_grouped_by_kind(tiles):
    """Each kind has one heading, above its tiles; a heading cannot be chosen."""
    kinds, headings = [], []
    for item in list_items(tiles):
        if item.data(VALUE_ROLE) is None:
            headings.append(item)
            kinds.append(set())
        else:
            kinds[-1].add(item.data(VALUE_ROLE).kind)
    assert [heading.text() for heading in headings] == ["End zone", "Corridor", "Small room", "Large room"]
    assert kinds == [{"end_zone"}, {"corridor"}, {"small_room"}, {"large_room"}]
    chosen = []
    tiles.tile_chosen.connect(chosen.append)
    for heading in headings:
        tiles.list.itemClicked.emit(heading)
        assert not heading.flags() & Qt.ItemFlag.ItemIsSelectable
    tiles.tile_chosen.disconnect(chosen.append)
    assert not chosen


def test_headings_of_groups_without_a_match_are_hidden(tiles):
    """A search leaves the headings of the tiles that it finds, and Return takes the first of them."""
    type_text(tiles.search, "idol")
    visible = [item.text().split("\n")[0] for item in list_items(tiles) if not item.isHidden()]
    assert visible == ["Large room", "The Chaotic Idol"]
    assert tiles.list.currentItem().data(VALUE_ROLE).id == "gw-2021/chaotic-idol"
    type_text(tiles.search, "")
    assert not any(item.isHidden() for item in list_items(tiles))


def test_a_tile_used_up_by_another_side_says_so(tiles, hand):
    """When all pieces of a kind show another side, the sides that are left say so; one that lies there is counted."""
    rooms = ["armoury", "bone-pit", "kitchen", "sewer"]
    sections = [Section(id=name, at=(5 * at, 0), tile=f"gw-2021/{name}") for at, name in enumerate(rooms)]
    hand.workspace.edit_layout("Rooms", replace(hand.layout, sections=tuple(sections)))
    texts = {item.data(VALUE_ROLE).id: item.text().split("\n")[1] for item in list_tile_items(tiles)}
    assert texts["gw-2021/cursed-room"] == texts["gw-2021/forgotten-jail"] == "0 of 1 left: used up by another team"
    assert texts["gw-2021/armoury"] == "0 of 1 left over"
    assert texts["gw-2021/crypt"] == "1 of 1 left over"
    hand.undo()
    assert "used up" not in "".join(item.text() for item in list_tile_items(tiles))


@pytest.mark.parametrize("edition", EDITIONS)
def test_pieces_of_other_editions_are_folded(hand, edition):
    """Pieces that an edition does not have are in a folded group at the end, and every piece is in some group."""
    hand.workspace.open_layout(Layout(ruleset=edition), None)
    palette = hand.window.palette_dock
    for text in ("leap", ""):  # the window is that of other tests, which may have unfolded the group or left a search
        type_text(palette.search, text)
    last = palette.tree.topLevelItem(palette.tree.topLevelItemCount() - 1)
    others = {last.child(at).data(0, VALUE_ROLE).id for at in range(last.childCount())}
    assert last.text(0) == "Other editions"
    assert not last.isExpanded()
    assert others == {piece.id for piece in PALETTE_PIECES if piece.editions and edition not in piece.editions}
    assert ("leap" in others) is (edition != "brawl-2013")
    assert (others >= COUNTERS) is not edition.startswith("gw-1989")
    groups = [palette.tree.topLevelItem(at) for at in range(palette.tree.topLevelItemCount())]
    assert sum(group.childCount() for group in groups) == len({piece.id for piece in PALETTE_PIECES})


def test_a_search_finds_pieces_of_other_editions(hand):
    """A search looks among the pieces of other editions, too, and shows them in their groups; afterwards they fold."""
    hand.workspace.open_layout(Layout(ruleset="gw-2021"), None)
    palette = hand.window.palette_dock
    type_text(palette.search, "leap")
    shown = [item for item in palette._items.values() if not item.isHidden()]
    assert [item.text(0) for item in shown] == ["Leap edge"]
    assert (shown[0].parent().text(0), shown[0].parent().isExpanded()) == ("Doors and edges", True)
    type_text(palette.search, "")
    assert (shown[0].parent().text(0), shown[0].parent().isExpanded()) == ("Other editions", False)


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*/*.dungeon.yaml")), ids=lambda path: path.stem)
def test_an_edition_has_the_pieces_of_its_dungeons(path):
    """No example uses a piece that its edition is said not to have."""
    dungeon = Dungeon.load(path)
    layout, editions_by_tool = dungeon.layout, {piece.tool: piece for piece in PALETTE_PIECES}
    board = dungeon.board
    edition = layout.ruleset
    tools = {f"room:{section.kind}" for section in board.sections}
    tools |= {f"ground:{kind}" for kind in (*board.terrain_at.values(), *board.obstacle_at.values())}
    tools |= {f"trap:{trap.kind}" for trap in layout.traps}
    tools |= {"square-door"} if layout.square_doors else set()
    tools |= {"leap"} if layout.leap_edges else set()
    wrong = [tool for tool in tools if tool in editions_by_tool and not editions_by_tool[tool].belongs_to(edition)]
    assert edition not in EDITIONS or not wrong


def test_house_rules_have_the_pieces_of_their_edition(hand):
    """House rules have the pieces of the edition that they extend; rules of no edition have all."""
    ruleset = hand.workspace.find_ruleset("gw-2021-multiplayer")
    assert find_edition(replace(ruleset, id="mine")) == "gw-2021"
    assert find_edition(replace(ruleset, id="mine", lineage=())) == ""
    assert all(piece.belongs_to("") for piece in PALETTE_PIECES)


def test_an_edition_that_there_is_not_is_named():
    """A record of a piece names only editions that there are."""
    record = {"id": "x", "title": "X", "key": "", "group": "G", "tip": "", "tool": "leap", "picture": "leap"}
    with pytest.raises(ValueError, match="naf-2020"):
        read_pieces([{**record, "editions": ["naf-2020"]}])


def drag_tile(tiles, hand, name, point, keys=()):
    """Drag a tile from the palette to a point of the map, in squares, with some keys pressed on the way."""
    item = next(item for item in list_tile_items(tiles) if item.data(VALUE_ROLE).id == name)
    tiles.list.scrollToItem(item)
    view, start = tiles.list.viewport(), tiles.list.visualItemRect(item).center()
    end = view.mapFromGlobal(hand.canvas.mapToGlobal(hand.pixel(*point)))
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(view, start + QPoint(20, 0))
    QTest.mouseMove(view, end)
    for key in keys:
        QTest.keyClick(hand.canvas, key)
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=end)


def test_a_tile_is_dragged_onto_the_map(tiles, hand):
    """A tile dragged from the palette is placed where it is dropped, in one step, and stays in hand for the next."""
    drag_tile(tiles, hand, "gw-2021/armoury", (10, 10))
    assert [(section.tile, section.at) for section in hand.layout.sections] == [("gw-2021/armoury", (8, 8))]
    assert hand.steps == 1
    assert hand.canvas.tool.tile.id == "gw-2021/armoury"
    hand.click((20, 9))
    assert len(hand.layout.sections) == 2


def test_a_tile_is_rotated_while_it_is_dragged(tiles, hand):
    """R during a drag from the palette rotates the tile that is placed."""
    hand.in_front()
    drag_tile(tiles, hand, "gw-2021/corridor-straight", (10, 10), keys=[Qt.Key.Key_R])
    assert [section.turn for section in hand.layout.sections] == [1]


def test_a_tile_dropped_beside_the_map_is_only_taken_in_hand(tiles, hand):
    """A drag that ends outside the map places nothing."""
    drag_tile(tiles, hand, "gw-2021/kitchen", (-20, 4))
    assert not hand.layout.sections
    assert hand.canvas.tool.tile.id == "gw-2021/kitchen"


@pytest.mark.parametrize(("point", "turn"), [((4, 11), 3), ((12, 11), 1), ((8, 7), 0), ((8, 15), 2)])
def test_an_end_zone_turns_its_painted_side_away(tiles, hand, point, turn):
    """An end zone beside a tile has its painted side away from that tile, until R rotates it by hand."""
    sections = (Section(id="A", at=(6, 9), tile="gw-2021/armoury"),)
    hand.workspace.open_layout(Layout(ruleset="gw-2021", sections=sections), None)
    hand.canvas.show_view(Viewport(24))
    hand.window.select_tile(hand.workspace.library.get("gw-2021/end-zone"))
    hand.hover(point)
    hand.click_at(*point)
    assert hand.layout.sections[1].turn == turn
    hand.undo()
    hand.key(Qt.Key.Key_R)
    hand.click_at(*point)
    assert hand.layout.sections[1].turn == (turn + 1) % 4
