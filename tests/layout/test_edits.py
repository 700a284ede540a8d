"""Edits: from one layout to the next."""

import pytest
from msgspec.structs import replace

from dungeon_designer.errors import EditError
from dungeon_designer.findings import (
    AddDoor,
    MoveChest,
    MoveDoor,
    MovePortal,
    RemoveDoor,
    RenumberPortal,
    ShutDoor,
)
from dungeon_designer.grid import Side
from dungeon_designer.layout.model import EdgeDoor, Layout, Portal, Section, SquareDoor, normalise_layout
from dungeon_designer.layout.transforms import apply_edits

LAYOUT = normalise_layout(
    Layout(
        sections=(Section(id="A", rows=("....", "....")),),
        chests=((0, 0), (1, 1)),
        portals=(Portal(number=1, at=(2, 0)), Portal(number=1, at=(3, 1))),
        doors=(EdgeDoor(at=(0, 0), side=Side.SOUTH, width=1),),
        square_doors=(SquareDoor(at=(3, 0), open=True), SquareDoor(at=(2, 1))),
    )
)

CASES = [
    (MoveChest((1, 1), (3, 0)), {"chests": ((0, 0), (3, 0))}),
    (MovePortal(1, (2, 0), (0, 1)), {"portals": (Portal(number=1, at=(0, 1)), Portal(number=1, at=(3, 1)))}),
    (RenumberPortal(1, (3, 1), 2), {"portals": (Portal(number=1, at=(2, 0)), Portal(number=2, at=(3, 1)))}),
    (ShutDoor((3, 0)), {"square_doors": (SquareDoor(at=(3, 0)), SquareDoor(at=(2, 1)))}),
    (MoveDoor((0, 0), Side.SOUTH, (1, 0), 2), {"doors": (EdgeDoor(at=(1, 0), side=Side.SOUTH, width=2),)}),
    (RemoveDoor((0, 0), Side.SOUTH), {"doors": ()}),
    (
        AddDoor((1, 0), Side.EAST, 2),
        {"doors": (EdgeDoor(at=(0, 0), side=Side.SOUTH), EdgeDoor(at=(1, 0), side=Side.EAST, width=2))},
    ),
]


@pytest.mark.parametrize(("edit", "changed"), CASES, ids=lambda value: type(value).__name__)
def test_an_edit_changes_what_it_names_and_nothing_else(edit, changed):
    """After an edit the layout differs in just the field it speaks of."""
    assert apply_edits(LAYOUT, [edit]) == normalise_layout(replace(LAYOUT, **changed))


MISFITS = [
    MoveChest((3, 1), (0, 1)),
    MovePortal(2, (2, 0), (0, 1)),
    RenumberPortal(1, (0, 0), 3),
    ShutDoor((2, 1)),
    ShutDoor((0, 0)),
    MoveDoor((0, 0), Side.EAST, (1, 0), 2),
    RemoveDoor((1, 0), Side.SOUTH),
]


@pytest.mark.parametrize("edit", MISFITS, ids=lambda value: type(value).__name__)
def test_an_edit_of_what_is_not_there_is_refused(edit):
    """An edit that names nothing in the layout raises EditError and changes nothing."""
    before = LAYOUT
    with pytest.raises(EditError):
        apply_edits(LAYOUT, [edit])
    assert before == LAYOUT
