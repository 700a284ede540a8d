"""Two tasks of an organiser by pointer and keys, from an empty table, without templates: how many gestures they take.

The evening before an organiser took 24 gestures and 12 corrections for the first, 47 and 20 for the second. Half of
that is what the program promises.
"""

import pytest
from PySide6.QtCore import Qt

from dungeon_designer.board.build import build_board
from dungeon_designer.editor.canvas.viewport import Viewport
from dungeon_designer.layout.model import Layout
from dungeon_designer.rules.checker import check_board
from dungeon_designer.rules.rule_registry import load_ruleset
from tests.editor.counted_hand import CountedHand

CONTROL = Qt.KeyboardModifier.ControlModifier
MOST = {"naf-2019": (24 + 12) // 2, "gw-2021": (47 + 20) // 2}


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


def test_a_legal_dungeon_of_naf_2019(hand, person):
    """Hall, rooms and corridors, end zones, six chests, six portals: legal with no warning, in half the gestures."""
    person.key(Qt.Key.Key_M)
    person.drag((16, 8), (25, 17))
    person.key(Qt.Key.Key_2, CONTROL)
    person.drag((12, 11), (15, 12))
    person.drag((4, 8), (11, 15))
    person.key(Qt.Key.Key_Z)
    person.drag((2, 10), (3, 12))
    person.key(Qt.Key.Key_C)
    for x, y in ((5, 9), (10, 14), (17, 9)):
        person.click(x + 0.5, y + 0.5)
    person.key(Qt.Key.Key_T)
    for x, y in ((10, 9), (5, 14), (17, 16)):
        person.click(x + 0.5, y + 0.5)
    verdict = find_verdict(hand, "naf-2019")
    assert not [finding.message for finding in verdict.findings]
    assert verdict.is_legal(strict=True)
    assert not person.told
    assert person.count <= MOST["naf-2019"], person.gestures


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
    assert person.count <= MOST["gw-2021"], person.gestures
