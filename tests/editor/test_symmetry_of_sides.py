"""Symmetry with more than two sides: four go round by quarter turns, others in pairs, the odd one on the axis."""

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QMessageBox

from dungeon_designer.layout.model import Layout, Section, SectionKind, Team, list_teams, normalise_layout
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode

HOME, AWAY, THIRD, FOURTH, FIFTH, SIXTH = Team
ROOM = Section(id="A", at=(6, 6), rows=("." * 10,) * 10)


@pytest.fixture
def table(hand):
    """An empty hall about whose middle everything repeats."""

    def opened(count, way):
        hand.workspace.open_layout(normalise_layout(Layout(sides=list_teams(count), sections=(ROOM,))), None)
        box = hand.window.symmetry
        box.setCurrentIndex(box.findData(way))
        box.activated.emit(box.currentIndex())
        return hand

    return opened


def list_zones(layout):
    """Return each zone's side with its corner, in the order of the sides."""
    found = [section for section in layout.sections if section.kind is SectionKind.END_ZONE]
    return sorted(((each.side, each.at) for each in found), key=lambda pair: list(Team).index(pair[0]))


def test_one_zone_drawn_is_four(table):
    """With quarter turns a zone drawn for home goes round: away, third and fourth have one each."""
    hand = table(4, SymmetryMode.QUARTER_TURNS)
    hand.window.select_tool("draw-end_zone")
    hand.drag((9, 1), (11, 3))
    assert list_zones(hand.layout) == [(HOME, (9, 1)), (AWAY, (18, 9)), (THIRD, (10, 18)), (FOURTH, (1, 10))]
    assert hand.steps == 1


def test_one_counter_laid_is_four(table):
    """A counter of home has a twin of each other side."""
    hand = table(4, SymmetryMode.QUARTER_TURNS)
    hand.window.select_tool("counter-home-open_pit")
    hand.click((7, 8))
    laid = {trap.at: (trap.owner, trap.content) for trap in hand.layout.traps}
    assert laid == {
        at: (team, "open_pit") for at, team in zip(((7, 8), (13, 7), (14, 13), (8, 14)), Team, strict=False)
    }


def test_the_menu_of_symmetry_makes_four_of_the_first_quarter(table):
    """Make symmetric repeats the upper left quarter, the zone in it as a zone of each side."""
    hand = table(4, SymmetryMode.QUARTER_TURNS)
    zone = Section(id="H", kind=SectionKind.END_ZONE, side=HOME, at=(7, 1), rows=("...",) * 3)
    hand.workspace.edit_without_symmetry("a zone", replace(hand.layout, sections=(ROOM, zone)))
    hand.window.actions_["make-symmetric"].trigger()
    assert list_zones(hand.layout) == [(HOME, (7, 1)), (AWAY, (18, 7)), (THIRD, (12, 18)), (FOURTH, (1, 12))]


def test_the_third_of_three_has_no_twin(table):
    """With a mirror home and away lie across from each other; the third's zone has no twin, on the axis or off."""
    hand = table(3, SymmetryMode.LEFT_RIGHT)
    hand.window.select_tool("draw-end_zone")
    hand.drag((1, 9), (3, 11))
    assert list_zones(hand.layout) == [(HOME, (1, 9)), (AWAY, (18, 9))]
    hand.drag((9, 1), (12, 3))
    assert list_zones(hand.layout)[2:] == [(THIRD, (9, 1))]
    hand.undo()
    hand.drag((1, 1), (3, 3))
    assert list_zones(hand.layout)[2:] == [(THIRD, (1, 1))]


@pytest.mark.parametrize(
    ("count", "way", "words"),
    [
        (2, SymmetryMode.LEFT_RIGHT, None),
        (2, SymmetryMode.QUARTER_TURNS, None),
        (3, SymmetryMode.LEFT_RIGHT, "Across the axis lie home and away; third lies on it."),
        (4, SymmetryMode.HALF_TURN, "Across the axis lie home and away, third and fourth."),
        (4, SymmetryMode.QUARTER_TURNS, None),
        (5, SymmetryMode.TOP_BOTTOM, "Across the axis lie home and away, third and fourth; fifth lies on it."),
        (6, SymmetryMode.HALF_TURN, "Across the axis lie home and away, third and fourth, fifth and sixth."),
        (3, SymmetryMode.QUARTER_TURNS, "Quarter turns carry four teams onto each other, not 3: "),
    ],
)
def test_the_window_says_what_is_possible(table, hand, count, way, words):
    """Whoever chooses a symmetry with more than two sides reads which of them it carries onto which."""
    said = []
    link = hand.workspace.message_sent.connect(said.append)
    table(count, way)
    hand.workspace.message_sent.disconnect(link)
    assert (said[0].startswith(words), len(said)) == (True, 1) if words else said == []


@pytest.mark.parametrize("count", [3, 5, 6])
def test_what_quarter_turns_cannot_do_is_left_undone(table, hand, count):
    """Make symmetric by quarter turns changes nothing with three, five or six sides, and says why."""
    table(count, SymmetryMode.QUARTER_TURNS)
    said = []
    link = hand.workspace.message_sent.connect(said.append)
    hand.window.actions_["make-symmetric"].trigger()
    hand.workspace.message_sent.disconnect(link)
    assert said == [
        f"Quarter turns carry four teams onto each other, not {count}: for their end zones mirror or rotate by half."
    ]
    assert hand.steps == 0
    assert hand.workspace.symmetry == Symmetry(SymmetryMode.QUARTER_TURNS, (21, 21))


def test_top_and_bottom_keeps_the_top(table, answers):
    """With two sides, too, the way that is chosen in the window is the one by which the map is made symmetric."""
    hand = table(2, SymmetryMode.TOP_BOTTOM)
    answers.question = QMessageBox.StandardButton.Yes
    hand.workspace.edit_without_symmetry("two chests", replace(hand.layout, chests=((13, 7), (7, 13))))
    hand.window.actions_["make-symmetric"].trigger()
    assert hand.layout.chests == ((13, 7), (13, 14))
