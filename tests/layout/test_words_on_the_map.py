"""Labels in files: both forms keep them, old files stay as they are, and the version rises where one is used."""

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from dungeon_designer.layout.layout_file import read_json, write_json
from dungeon_designer.layout.model import Label, LabelSize, Layout, Section, normalise_layout
from dungeon_designer.layout.patching import patch_sketch
from dungeon_designer.layout.sketch import read_sketch
from dungeon_designer.layout.sketch_writer import write_sketch
from dungeon_designer.layout.transforms import move_layout, rotate_layout
from dungeon_designer.text.read_faults import Fault
from tests.soak import count, soak
from tests.strategies import draw_layouts

HALL = Layout(sections=(Section(id="A", rows=("...",)),))
WAY_IN = Label(text="Way in: 'mind' #the gap", at=(7, 3), size=LabelSize.HUGE, turn=3)
NAMED = normalise_layout(replace(HALL, labels=(WAY_IN, Label(text="No", at=(1, 0)))))


def test_a_layout_file_and_a_sketch_keep_every_fact_of_a_label():
    """Words, place, size and turn come back from either form."""
    assert read_json(write_json(NAMED).decode()) == NAMED
    assert read_sketch(write_sketch(NAMED)) == NAMED


@soak
@settings(max_examples=count(10, 1000))
@given(draw_layouts())
def test_the_version_rises_only_with_a_label(layout):
    """Without labels a file is written as version 1, as it always was."""
    version = 2 if layout.labels else 1
    assert f'"version": {version},'.encode() in write_json(replace(layout, name="x", sides=Layout().sides))


def test_labels_are_no_key_of_version_1():
    """A file with labels, which an older program would refuse, is not called version 1 in either form."""
    text = write_json(NAMED).decode().replace('"version": 2', '"version": 1')
    with pytest.raises(Fault, match="came with version 2"):
        read_json(text)
    with pytest.raises(Fault, match="came with version 2"):
        read_sketch("version: 1\nmap: ...\nlabels: [{text: x, at: [0, 0]}]")


@pytest.mark.parametrize("text", ["", "x" * 201])
def test_a_label_is_neither_empty_nor_endless(text):
    """A label has one to two hundred letters; one line says which label is wrong."""
    data = write_json(replace(HALL, labels=(Label(text=text, at=(0, 0)),))).decode()
    with pytest.raises(Fault) as caught:
        read_json(data)
    assert caught.value.path == ("labels", 0, "text")


def test_a_label_of_two_hundred_letters_is_read():
    """The bound itself is allowed."""
    full = replace(HALL, labels=(Label(text="x" * 200, at=(0, 0)),))
    assert read_json(write_json(full).decode()).labels[0].text == "x" * 200


def test_a_sketch_gets_its_label_on_lines_of_its_own():
    """Comments and all other lines of a person's sketch stay; a version it says rises."""
    sketch = "version: 1  # of the club\nname: Hall\nmap: |\n  ...\n"
    after = replace(read_sketch(sketch), labels=(Label(text="Way in", at=(1, 0)),))
    assert patch_sketch(sketch, after) == (
        "version: 2  # of the club\nname: Hall\nmap: |\n  ...\nlabels:\n  - {text: Way in, at: [1, 0]}\n"
    )
    assert read_sketch(patch_sketch(patch_sketch(sketch, after), HALL)).labels == ()


def test_a_moved_label_changes_its_own_line_alone():
    """A moved label changes only its own line of a sketch."""
    sketch = "map: ...\nlabels:\n  - {text: a, at: [0, 0]}  # one\n  - {text: b, at: [1, 0]}\n"
    before = read_sketch(sketch)
    after = normalise_layout(replace(before, labels=(before.labels[0], replace(before.labels[1], at=(2, 5)))))
    assert patch_sketch(sketch, after) == sketch.replace("[1, 0]", "[2, 5]")


def test_labels_turn_and_move_with_the_dungeon():
    """A quarter turn makes level words read downwards; four are none; a flip mirrors places, not letters."""
    once = rotate_layout(NAMED, 1)
    assert {label.text: label.turn for label in once.labels} == {"No": 1, WAY_IN.text: 0}
    assert rotate_layout(rotate_layout(NAMED, 3), 1) == NAMED
    assert rotate_layout(rotate_layout(NAMED, 0, flip=True), 0, flip=True) == NAMED
    assert {label.text: label.turn for label in rotate_layout(NAMED, 0, flip=True).labels} == {"No": 0, WAY_IN.text: 1}
    assert {label.at for label in move_layout(NAMED, (2, 1)).labels} == {(9, 4), (3, 1)}
