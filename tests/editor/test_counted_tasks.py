"""Tasks of an organiser by pointer and keys, from an empty table, without templates: how many gestures they take.

The evening before an organiser took 24 gestures and 12 corrections for the first, 47 and 20 for the second. Half of
that is what the program promised at first. The bounds of the four tasks of one edition each are those of today; their
docstrings say how many gestures the same dungeon took before.
"""

import pytest
from PySide6.QtCore import Qt

from dungeon_designer.board.build import build_board
from dungeon_designer.editor.canvas.viewport import Viewport
from dungeon_designer.layout.model import Layout
from dungeon_designer.layout_edits.grid_offset import shift_layout
from dungeon_designer.rules.checker import check_board
from dungeon_designer.rules.rule_registry import load_ruleset
from tests.editor.counted_hand import CountedHand
from tests.ten_joints import TEN_JOINTS

CONTROL = Qt.KeyboardModifier.ControlModifier
MOST = {
    "naf-2019": 9,
    "ten tiles": (47 + 20) // 2,
    "gw-2021": 20,
    "gw-2021-multiplayer": 71 * 2 // 3,
    "gw-1989-expanded": 28 * 2 // 3,
}


@pytest.fixture
def person(hand):
    """Before an empty table, the map in front."""
    assert hand.layout == Layout()
    hand.canvas.show_view(Viewport(22))
    hand.in_front()
    hand.qtbot.waitUntil(lambda: bool(hand.window.badges.entries), timeout=20000)
    counted = CountedHand(hand)
    yield counted
    hand.workspace.message_sent.disconnect(counted.told.append)


def find_verdict(hand, ruleset):
    """Return what `check_board` says of the layout the window shows."""
    return check_board(build_board(hand.layout, hand.workspace.library), load_ruleset(ruleset))


def list_placements(layout):
    """Return where which tiles of a layout lie, and how they are rotated."""
    return {(section.tile, section.at, section.turn) for section in layout.sections}


def test_a_legal_dungeon_of_naf_2019(hand, person):
    """Hall, rooms and corridors, end zones, six chests, six portals: legal with no warning, in at most 9 gestures.

    With the chests and portals placed by hand it took 15.
    """
    person.key(Qt.Key.Key_M)
    person.drag((16, 8), (25, 17))
    person.key(Qt.Key.Key_2, CONTROL)
    person.drag((12, 11), (15, 12))
    person.drag((4, 8), (11, 15))
    person.key(Qt.Key.Key_Z)
    person.drag((2, 10), (3, 12))
    person.place_missing()
    verdict = find_verdict(hand, "naf-2019")
    assert (len(hand.layout.chests), len(hand.layout.portals)) == (6, 6)
    assert not [finding.message for finding in verdict.findings]
    assert verdict.is_legal(strict=True)
    assert person.count <= MOST["naf-2019"], person.gestures


def test_eleven_tiles_of_gw_2021(hand, person):
    """Eleven tiles, ten doors, twelve objects, without symmetry: legal, in at most 20 gestures.

    With each tile clicked and rotated by hand, doors by their key, chests and portals by hand it took 44.
    """
    person.badge("gw-2021")
    person.tab("Tiles")
    person.drag_tile("Armoury", 15, 9)
    person.drag_tile("Bone Pit", 27, 9)
    person.drag_tile("Straight", 10, 10)
    person.click(32, 10)
    person.key(Qt.Key.Key_R)
    person.click(15, 14)
    person.click(28, 14)
    person.drag_tile("End Zone", 5, 11)
    person.click(37, 11)
    person.drag_tile("Kitchen", 29, 19)
    person.drag_tile("Sewer", 15, 19)
    person.drag_tile("Chaotic Idol", 21, 9)
    target = shift_layout(TEN_JOINTS.layout, (0, -12), hand.workspace.library)
    assert list_placements(hand.layout) == list_placements(target)
    assert set(hand.layout.doors) == set(target.doors)
    person.place_missing()
    assert (len(hand.layout.chests), len(hand.layout.portals)) == (6, 6)
    verdict = find_verdict(hand, "gw-2021")
    assert verdict.is_legal(), [finding.message for finding in verdict.findings]
    assert person.count <= MOST["gw-2021"], person.gestures


def test_a_dungeon_for_four_teams_by_hand(hand, person):
    """Twenty-two tiles with doors, six chests, six portals for four teams: legal, in a third fewer gestures than 71.

    It took 71 with each tile clicked in the palette and rotated by hand, the set of tiles chosen first, doors by their
    key, chests and portals by hand.
    """
    person.badge("gw-2021-multiplayer")
    person.team_count(4)
    person.tab("Tiles")
    person.drag_tile("Chaotic Idol", 18, 16)
    person.drag_tile("Crypt", 18, 20)
    for name, x, y in (("Armoury", 16, 12), ("Kitchen", 24, 16), ("Sewer", 20, 24), ("Treasure", 12, 20)):
        person.drag_tile(name, x, y)
    person.drag_tile("Straight", 21, 13)
    for x, y in ((15, 23), (29, 16), (7, 20)):
        person.click(x, y)
    person.key(Qt.Key.Key_R)
    for x, y in ((23, 21), (13, 15), (16, 7), (20, 29)):
        person.click(x, y)
    for name, x, y in (("Bone Pit", 21, 10), ("Cursed", 26, 21), ("Flooded", 15, 26), ("Forgotten", 10, 15)):
        person.drag_tile(name, x, y)
    person.drag_tile("End Zone", 16, 2)
    for x, y in ((34, 16), (20, 34), (2, 20)):
        person.click(x, y)
    assert len(hand.layout.sections) == 22
    person.place_missing()
    verdict = find_verdict(hand, "gw-2021-multiplayer")
    assert verdict.is_legal(), [finding.message for finding in verdict.findings]
    assert person.count <= MOST["gw-2021-multiplayer"], person.gestures


def test_a_dungeon_of_1989_expanded_with_doors_and_pits(hand, person):
    """Two halls with doors between them, twelve pit counters, six chests and portals: legal, a third less than 28.

    It took 28 with chests, portals and counters placed by hand, each kind with its key.
    """
    person.badge("gw-1989-expanded")
    person.key(Qt.Key.Key_M)
    person.drag((4, 3), (19, 15))
    person.drag((21, 3), (36, 15))
    person.key(Qt.Key.Key_2, CONTROL)
    person.key(Qt.Key.Key_Z)
    person.drag((2, 7), (3, 10))
    person.key(Qt.Key.Key_D)
    person.click(20.5, 5.5)
    person.click(20.5, 12.5)
    assert len(hand.layout.square_doors) == 2
    person.key(Qt.Key.Key_H)
    person.drag((9, 4), (11, 4))
    person.key(Qt.Key.Key_H, Qt.KeyboardModifier.ShiftModifier)
    person.drag((9, 14), (10, 14))
    person.key(Qt.Key.Key_H, CONTROL)
    person.click(14.5, 9.5)
    person.place_missing()
    assert (len(hand.layout.chests), len(hand.layout.portals), len(hand.layout.traps)) == (6, 6, 12)
    verdict = find_verdict(hand, "gw-1989-expanded")
    assert verdict.is_legal(), [finding.message for finding in verdict.findings]
    assert person.count <= MOST["gw-1989-expanded"], person.gestures


def test_ten_tiles_of_gw_2021(hand, person):
    """Ten tiles with doors, six chests, six portals: legal, in half the gestures."""
    person.badge("gw-2021")
    person.tab("Tiles")
    person.tile("Crypt")
    person.click(20, 18)
    person.key(Qt.Key.Key_2, CONTROL)
    person.tile("Armoury")
    person.click(20, 14)
    person.tile("Kitchen")
    person.click(8, 18)
    person.tile("Straight")
    person.click(13, 18)
    person.key(Qt.Key.Key_R)
    person.click(8, 13)
    person.tile("End Zone")
    person.click(8, 8)
    person.key(Qt.Key.Key_C)
    for x, y in ((6, 16), (13, 17), (18, 12), (16, 16)):
        person.click(x + 0.5, y + 0.5)
    person.key(Qt.Key.Key_T)
    for x, y in ((9, 19), (10, 18), (21, 15), (23, 19)):
        person.click(x + 0.5, y + 0.5)
    assert len(hand.layout.sections) == 10
    verdict = find_verdict(hand, "gw-2021")
    assert verdict.is_legal(), [finding.message for finding in verdict.findings]
    assert len(hand.layout.doors) == 9
    assert not [line for line in person.told if not line.startswith("Only here")]
    assert person.count <= MOST["ten tiles"], person.gestures
