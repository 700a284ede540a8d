"""The document: edits, merging drags, undo and redo against a plain list of layouts."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace

pytest.importorskip("PySide6.QtGui")

from dungeon_designer.editor.open_dungeon import OpenDungeon
from dungeon_designer.layout.model import Layout, Section, normalise_layout

ROOM = normalise_layout(Layout(sections=(Section(id="A", rows=("....", "....")),)))


def add_chest(x):
    return replace(ROOM, chests=((x, 0),))


def test_an_edit_is_one_step_back_and_forth():
    """Undo shows the layout before an edit, redo the one after; each sends `changed` once."""
    document, heard = OpenDungeon(ROOM), []
    document.changed.connect(lambda: heard.append(document.layout))
    assert document.edit_layout("Place a chest", add_chest(1))
    document.stack.undo()
    document.stack.redo()
    assert heard == [add_chest(1), normalise_layout(ROOM), add_chest(1)]


def test_an_edit_that_changes_nothing_leaves_no_step():
    """The same layout again is no edit."""
    document = OpenDungeon(ROOM)
    assert not document.edit_layout("Nothing", ROOM)
    assert document.stack.count() == 0


def test_a_drag_is_one_step():
    """Edits of one gesture merge; those of the next do not."""
    document, first, second = OpenDungeon(ROOM), object(), object()
    for x in (1, 2, 3):
        document.edit_layout("Move a chest", add_chest(x), first)
    document.edit_layout("Move a chest", add_chest(0), second)
    assert document.stack.count() == 2
    document.stack.undo()
    assert document.layout == add_chest(3)
    document.stack.undo()
    assert document.layout == normalise_layout(ROOM)


def test_a_drag_back_to_where_it_began_leaves_no_step():
    """A gesture that ends where it started drops itself."""
    document, gesture = OpenDungeon(add_chest(0)), object()
    document.edit_layout("Move a chest", add_chest(2), gesture)
    document.edit_layout("Move a chest", add_chest(0), gesture)
    assert document.stack.count() == 0
    assert document.is_saved


def test_saved_means_the_file_holds_just_this():
    """Undoing to the saved layout makes the document saved again."""
    document = OpenDungeon(ROOM)
    document.edit_layout("Place a chest", add_chest(1))
    document.mark_saved()
    document.edit_layout("Place a chest", add_chest(2))
    assert not document.is_saved
    document.stack.undo()
    assert document.is_saved


class History(RuleBasedStateMachine):
    """Random edits, undo and redo do what a plain list of layouts does."""

    @initialize()
    def start(self):
        self.document = OpenDungeon(ROOM)
        self.layouts, self.at = [normalise_layout(ROOM)], 0

    @rule(x=st.integers(0, 3))
    def edit(self, x):
        if self.document.edit_layout("Place a chest", add_chest(x)):
            self.layouts[self.at + 1 :] = [add_chest(x)]
            self.at += 1

    @precondition(lambda self: self.at > 0)
    @rule()
    def undo(self):
        self.document.stack.undo()
        self.at -= 1

    @precondition(lambda self: self.at + 1 < len(self.layouts))
    @rule()
    def redo(self):
        self.document.stack.redo()
        self.at += 1

    @invariant()
    def same(self):
        if hasattr(self, "document"):
            assert self.document.layout == self.layouts[self.at]
            assert self.document.stack.count() == len(self.layouts) - 1


TestHistory = History.TestCase
TestHistory.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)
