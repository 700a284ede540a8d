"""Random work at the window against a plain list of layouts."""

import itertools
import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from dungeon_designer.editor import dungeon_files
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.grid import Side, list_block_squares
from dungeon_designer.layout.model import Layout, ObstacleKind, SectionKind, normalise_layout
from dungeon_designer.layout_edits import edges, floor, objects
from dungeon_designer.layout_edits.objects import list_objects, remove_objects
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode
from tests.soak import count, soak

PLACES = st.tuples(st.integers(0, 14), st.integers(0, 10))


class Work(RuleBasedStateMachine):
    """Edits, symmetry, undo, redo, saving and opening do what a list of layouts does."""

    @initialize()
    def start(self):
        self.workspace = Workspace()
        self.layouts, self.at = [normalise_layout(Layout())], 0
        self.folder = Path(tempfile.mkdtemp())
        self.names = itertools.count()

    def made(self, after):
        if self.workspace.edit_layout("work", after):
            self.layouts[self.at + 1 :] = [self.workspace.layout]
            self.at += 1

    @rule(at=PLACES, size=st.tuples(st.integers(1, 5), st.integers(1, 4)), kind=st.sampled_from(SectionKind))
    def draw(self, at, size, kind):
        self.made(floor.add_room(self.workspace.layout, list_block_squares(at, size), kind, self.workspace.library))

    @rule(at=PLACES, size=st.tuples(st.integers(1, 3), st.integers(1, 3)))
    def erase(self, at, size):
        self.made(floor.erase_squares(self.workspace.layout, list_block_squares(at, size), self.workspace.library))

    @rule(at=PLACES)
    def chest(self, at):
        self.made(objects.add_chest(self.workspace.layout, at))

    @rule(at=PLACES)
    def portal(self, at):
        self.made(objects.add_portal(self.workspace.layout, at))

    @rule(at=PLACES, kind=st.sampled_from(ObstacleKind))
    def obstacle(self, at, kind):
        self.made(objects.add_terrain(self.workspace.layout, [at], kind))

    @rule(at=PLACES, side=st.sampled_from([Side.EAST, Side.SOUTH]))
    def wall_and_door(self, at, side):
        self.made(edges.add_edges(edges.add_edges(self.workspace.layout, "walls", [(at, side)]), "doors", [(at, side)]))

    @rule()
    def turn(self):
        if self.workspace.layout.sections:
            self.made(objects.add_rotating_room(self.workspace.layout, [self.workspace.layout.sections[0].id]))

    @rule(place=st.integers(0, 30))
    def delete(self, place):
        things = list(list_objects(self.workspace.layout))
        if things:
            self.made(remove_objects(self.workspace.layout, [things[place % len(things)]]))

    @rule(way=st.sampled_from(SymmetryMode))
    def symmetry(self, way):
        self.workspace.set_symmetry(Symmetry(way, (14, 10)))

    @precondition(lambda self: self.at > 0)
    @rule()
    def undo(self):
        self.workspace.document.stack.undo()
        self.at -= 1

    @precondition(lambda self: self.at + 1 < len(self.layouts))
    @rule()
    def redo(self):
        self.workspace.document.stack.redo()
        self.at += 1

    @rule(ending=st.sampled_from([".dungeon.yaml", ".dungeon.json"]))
    def save_and_open(self, ending):
        path = self.folder / f"{next(self.names)}{ending}"
        dungeon_files.save_layout(self.workspace.layout, path)
        layout, data = dungeon_files.load_layout(path)
        assert layout == self.workspace.layout
        assert dungeon_files.write_layout(layout, str(path), data) == data
        self.workspace.document.mark_saved()
        assert self.workspace.document.is_saved

    @invariant()
    def same(self):
        if hasattr(self, "workspace"):
            assert self.workspace.layout == self.layouts[self.at]
            assert len({section.id for section in self.workspace.layout.sections}) == len(
                self.workspace.layout.sections
            )


@soak
def test_random_work(qapp):
    """A few hundred random sessions keep the window and the list together, and every file reads back."""
    from hypothesis.stateful import run_state_machine_as_test

    run_state_machine_as_test(
        Work, settings=settings(max_examples=count(15, 400), stateful_step_count=25, deadline=None)
    )
