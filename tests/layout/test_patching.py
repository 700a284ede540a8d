"""Changed layouts put back into a person's own sketch."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dungeon_designer.findings import AddDoor, Edit, MoveChest, MovePortal, RenumberPortal, ShutDoor
from dungeon_designer.layout.model import Layout, normalise_layout
from dungeon_designer.layout.patching import patch_sketch
from dungeon_designer.layout.sketch import read_sketch
from dungeon_designer.layout.sketch_writer import write_sketch
from dungeon_designer.layout.transforms import apply_edits
from tests.soak import count, soak
from tests.strategies import draw_layouts, draw_wild_layouts

HALL = """\
# A hall with a remark.
name: Hall   # said twice
map: |

    <<..C..1.>>{blanks}
    <<..'....>>

# The doors come last.
doors:
  # one door
  - {at: [3, 1], side: east}

balls: 2
""".replace("{blanks}", "   ")


def edit_text(text: str, *edits: Edit) -> str:
    after = apply_edits(read_sketch(text), edits)
    found = patch_sketch(text, after)
    assert read_sketch(found) == normalise_layout(after)
    return found


@pytest.mark.parametrize(
    ("edit", "old", "new"),
    [
        (MoveChest((4, 1), (5, 2)), "<<..C..1.>>   \n    <<..'....>>", "<<.....1.>>   \n    <<..'C...>>"),
        (MovePortal(1, (7, 1), (8, 1)), "..C..1.>>", "..C...1>>"),
        (RenumberPortal(1, (7, 1), 3), "..C..1.>>", "..C..3.>>"),
        (ShutDoor((4, 2)), "..'....", "..+...."),
    ],
)
def test_only_the_letters_that_changed_change(edit: Edit, old: str, new: str) -> None:
    """A mend in the map leaves every other character of the file as it was, blanks and remarks too."""
    assert edit_text(HALL, edit) == HALL.replace(old, new)


def test_a_list_that_changed_is_written_anew_and_the_rest_stays() -> None:
    """A new door changes the block of the doors; remarks around it stay."""
    found = edit_text(HALL, AddDoor((0, 1), side="north", width=1))  # type: ignore[arg-type]
    head, _ = HALL.split("doors:\n")
    assert found.startswith(head + "doors:\n")
    assert found.endswith("\nballs: 2\n")


def test_a_key_that_was_not_there_is_added_at_the_end() -> None:
    """The first door of a sketch becomes its last key."""
    text = "map: |\n  <..>\n"
    assert edit_text(text, AddDoor((1, 0), side="east", width=1)).startswith(text + "doors:\n")  # type: ignore[arg-type]


def test_no_line_break_at_the_end_is_kept() -> None:
    """A file that ends without a line break still does."""
    assert edit_text("map: |\n  <C.>", MoveChest((1, 0), (2, 0))) == "map: |\n  <.C>"


def test_line_breaks_keep_their_kind() -> None:
    """A file from Windows stays one."""
    text = "map: |\r\n  <C.>\r\n# end\r\n"
    assert edit_text(text, MoveChest((1, 0), (2, 0))) == text.replace("C.", ".C")
    assert edit_text(text, AddDoor((1, 0), side="east", width=1)).count("\r\n") == 5  # type: ignore[arg-type]


def test_a_chest_of_a_list_stays_in_its_list() -> None:
    """A file keeps its way to say what the canonical sketch draws, and its comments."""
    text = "# kept\nmap: |\n  <..>\nchests: [[1, 0]]  # the one\n"
    assert edit_text(text, MoveChest((1, 0), (2, 0))) == text.replace("1, 0", "2, 0")


def test_an_own_letter_of_the_legend_is_kept_or_all_is_written_anew() -> None:
    """A portal that needs a letter of the legend still reads as itself."""
    text = "map: |\n  <.z.1.>\nlegend: {z: {portal: 11}}\n"
    edit_text(text, RenumberPortal(1, (4, 0), 10))
    edit_text(text, MovePortal(11, (2, 0), (3, 0)))


@soak
@settings(max_examples=count(20, 1000))
@given(draw_layouts() | draw_wild_layouts(), draw_layouts() | draw_wild_layouts(), st.booleans())
def test_any_sketch_can_be_patched_into_any_layout(before: Layout, after: Layout, remarked: bool) -> None:
    """However much changes, the patched text reads as the new layout."""
    text = write_sketch(before)
    if remarked:
        text = "# a remark\n\n" + text.replace("\nsections:", "\n# another\n\nsections:")
    assert read_sketch(patch_sketch(text, after)) == normalise_layout(after)


def test_nothing_changed_changes_nothing() -> None:
    """The same layout gives the same text."""
    assert patch_sketch(HALL, read_sketch(HALL)) == HALL
