"""A click builds the board once and checks it once, with symmetry and without, whatever the rules say of it."""

import sys
import threading
from collections import Counter

import pytest
from msgspec.structs import replace

from dungeon_designer.board import build
from dungeon_designer.layout.dungeon_files import read_layout
from dungeon_designer.layout_edits.symmetry import SymmetryMode
from dungeon_designer.rules import checker

HALL = "name: Counted\nruleset: naf-2019\nmap: |\n" + "  <<................>>\n" * 10
SQUARE_HALL = "name: Counted\nruleset: naf-2019\nmap: |\n" + "  <<................>>\n" * 20


class CallCounter:
    """Counts calls: builds of the dungeon's board and checks of a board, those of the window's own thread apart.

    Attributes:
        builds: how often a board of the dungeon was built.
        checks: how often a board was checked in the window's thread by all rules.
        part_checks: how often a board was checked in the window's thread by a part of the rules.
        checked: how often each pair of a board and a ruleset was checked, in any thread.
    """

    def __init__(self, monkeypatch):
        self._build_board, self._check_context = build.build_board, checker.check_context
        self._run_rule, self.boards = checker.run_rule, []
        self.clear()
        counting_by_name = {
            "build_board": (self._build_board, self.count_build),
            "check_context": (self._check_context, self.count_check),
            "run_rule": (self._run_rule, self.count_rule),
        }
        for name, module in list(sys.modules.items()):
            if name.startswith("dungeon_designer"):
                for key, (original, counting) in counting_by_name.items():
                    if vars(module).get(key) is original and (module, key) != (checker, "run_rule"):
                        monkeypatch.setattr(module, key, counting)

    def clear(self):
        """Forget what was counted."""
        self.builds = self.checks = self.part_checks = 0
        self.checked = Counter()

    def count_build(self, layout, *args):
        """Count a build, and build the board; pictures of pieces are boards of other layouts."""
        self.builds += layout.name == "Counted"
        return self._build_board(layout, *args)

    def count_check(self, context, *args):
        """Count a check, and make it."""
        self.boards.append(context.board)  # otherwise another board could have its id
        is_part, is_here = bool(args and args[0]), threading.current_thread() is threading.main_thread()
        self.checks += is_here and not is_part
        self.part_checks += is_here and is_part
        if not is_part:
            self.checked[id(context.board), context.ruleset.id] += 1
        return self._check_context(context, *args)

    def count_rule(self, context, rule):
        """Count a rule that is asked outside a check as a check by a part of the rules, and ask it."""
        self.part_checks += threading.current_thread() is threading.main_thread()
        return self._run_rule(context, rule)


@pytest.fixture
def counted(hand, monkeypatch):
    """A function that makes clicks with a tool on a dungeon and returns what the last of them has cost."""
    said = []
    hand.workspace.message_sent.connect(said.append)

    def click(sketch, mode, tool, *squares):
        hand.workspace.open_layout(read_layout(sketch.encode(), "hall.dungeon.yaml"), None)
        hand.in_front()
        hand.verdict()
        hand.window.editing.set_symmetry_mode(mode)
        hand.window.select_tool(tool)
        calls = CallCounter(monkeypatch)
        for square in squares:
            calls.clear()
            said.clear()
            before = hand.layout
            hand.click(square)
            assert hand.layout != before
            hand.verdict()
        calls.said = list(said)
        return calls

    yield click
    hand.workspace.message_sent.disconnect(said.append)


CLICKS = {
    "a chest": ("chest", (3, 3)),
    "a chest whose copy would be too near": ("chest", (9, 5)),
    "a chest that is too near to another": ("chest", (3, 3), (4, 4)),
    "a portal": ("portal", (3, 3)),
    "a portal beside the axis": ("portal", (9, 3)),
    "lava": ("lava", (4, 4)),
    "a wall": ("wall", (4, 4)),
    "floor": ("paint", (4, 10)),
    "a room": ("draw-room", (4, 13)),
}


@pytest.mark.parametrize("mode", [SymmetryMode.OFF, SymmetryMode.LEFT_RIGHT])
@pytest.mark.parametrize("name", CLICKS)
def test_a_click_builds_once_and_checks_once(name, mode, counted):
    """A click builds at most one board, checks at most one in the window's thread, and none twice by one ruleset.

    Where the copy is left out, the board that was checked is not the one that is shown: its numbers are counted.
    """
    calls = counted(HALL, mode, *CLICKS[name])
    assert calls.builds <= 1
    assert calls.checks <= 1
    assert calls.checks + calls.part_checks <= 1 + any(line.startswith("Only here") for line in calls.said)
    assert set(calls.checked.values()) == {1}


def test_three_copies_cost_no_more_than_one(counted):
    """Quarter turns, which make three copies, are one build and one check, too."""
    calls = counted(SQUARE_HALL, SymmetryMode.QUARTER_TURNS, "portal", (5, 3))
    assert (calls.builds <= 1, calls.checks, calls.part_checks) == (True, 1, 0)


@pytest.mark.parametrize(
    ("squares", "chests", "said"),
    [
        (((9, 5),), {(9, 5)}, ["Only here: across the axis it would break chest-spacing."]),
        (((3, 3),), {(3, 3), (16, 3)}, []),
        (((3, 3), (4, 4)), {(3, 3), (16, 3), (4, 4), (15, 4)}, []),
    ],
    ids=["the copy breaks a rule", "no chest breaks a rule", "both break a rule"],
)
def test_one_check_decides_as_four_did(squares, chests, said, counted, hand):
    """Copies are left out where they alone break a rule, and placed where nothing or the object itself breaks one."""
    calls = counted(HALL, SymmetryMode.LEFT_RIGHT, "chest", *squares)
    assert set(hand.layout.chests) == chests
    assert calls.said == said


def test_a_chest_too_many_keeps_its_copies(counted, hand):
    """Where one chest more is too many already, its copies are placed with it."""
    six = "ruleset: naf-2019\nchests: [[3, 1], [16, 1], [3, 8], [16, 8], [8, 1], [8, 8]]"
    counted(HALL.replace("ruleset: naf-2019", six), SymmetryMode.LEFT_RIGHT, "chest", (5, 5))
    assert {(5, 5), (14, 5)} <= set(hand.layout.chests)


def test_a_release_that_changes_nothing_builds_nothing(hand, counted, monkeypatch):
    """An edit that leaves the layout as it is is no step, and no board is built for it."""
    calls = counted(HALL, SymmetryMode.OFF, "lava", (4, 4))
    calls.clear()
    board = hand.workspace.board
    assert not hand.workspace.edit_layout("nothing", replace(hand.layout))
    assert (calls.builds, hand.workspace.board) == (0, board)
