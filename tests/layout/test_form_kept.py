"""What a person wrote stays as it was written: a change to a sketch touches its own lines and nothing else.

Every example, written in many hands and full of comments, is damaged and mended, or edited at random. Whether a
changed line had need is asked of the reader alone: put the old line back, and the sketch must read otherwise. Of a
hundred lines one may have changed without need: what is written must be right, and every comment there.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from dungeon_designer.layout.patching import patch_sketch
from dungeon_designer.layout.sketch import read_sketch
from dungeon_designer.text.read_faults import Fault
from dungeon_designer.text.yaml_text import YamlTable, parse_yaml
from tests.layout.changes import apply_fixes, damage, edit_at_random
from tests.layout.handwriting import Hand, add_comments, find_lost_comments
from tests.layout.needless import Case, count_gone_lines, find_needless_changes
from tests.layout.sketches import FULL
from tests.soak import count, soak

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*/*.dungeon.yaml"))

CELLAR = """\
# Items in lists that the map could show, and the other way round.
name: The Cellar
ruleset: gw-1989-expanded
map: |
  <<...'....C..........>>
  <<..1.....~~=.o......>>
  <<........~~=....TT..>>
  #......+.....x...TT..##
  .......Kw....a.....2...
chests: [[4, 1], [12, 4]]
portals: {1: [4, 1], 5: [20, 4]}
square_doors:
  - at: [6, 4]
    open: true
terrain:
  - {kind: water, at: [15, 3], size: [2, 2]}
obstacles: [{kind: statue, at: [10, 0]}, {kind: crypt, at: [14, 4], size: [2, 1]}]
traps:
  - kind: trapdoor
    at: [17, 2]
    below: lava
  - {kind: spiked_pit, at: [3, 4], size: [2, 1]}
  - {kind: counter, at: [19, 3], owner: away, content: nothing}
legend:
  K: throne
  w: {terrain: water}
  a: {portal: 11}
walls: [{at: [3, 0], side: east, width: 3}]
doors:
  - {at: [3, 1], side: east}
waivers:
  - {rule: square-count, reason: "club night, 90 minutes"}
  - rule: chest-spacing
    reason: it is a small cellar
    squares: [[4, 1]]
extra:
  seen: {by: [R. Mason, 3], "on": null}
"""

MOST = 0.08
"""Of all lines so many may change with a mend, or with some edits: they did 0.03 and 0.066 over 1,700 cases."""

TEXTS = [*(path.read_text() for path in EXAMPLES), FULL.replace("naf-2019", "gw-1989-expanded"), CELLAR]


def write_by_hand(text: str, random: Random, damages: int) -> str:
    """Return a sketch in another hand, with so many things made wrong in it; as it is where that would not read."""
    root = parse_yaml(text)
    assert isinstance(root, YamlTable)
    for _ in range(damages):
        damage(root, random)
    written = Hand(random).written(root)
    try:
        read_sketch(written)
    except Fault:
        return text
    return written


def change_form(text: str, random: Random) -> str:
    """Return a text with line ends of another kind, or no line end behind its last line."""
    if random.random() < 0.2:
        text = text.removesuffix("\n")
    return text.replace("\n", "\r\n") if random.random() < 0.25 else text


def make_fixed(seed: int) -> Case:
    """Return a damaged dungeon, and what it is after every mend that helps."""
    random = Random(seed)  # noqa: S311 - the same cases every time
    while True:
        text = write_by_hand(random.choice(TEXTS), random, random.randint(1, 4))
        before = read_sketch(text)
        after = apply_fixes(before)
        if after != before:
            text, comments = add_comments(text, random, random.randint(4, 12))
            return Case(change_form(text, random), comments, after)


def make_edited(seed: int) -> Case:
    """Return a dungeon, and what it is after a few edits."""
    random = Random(f"edit {seed}")  # noqa: S311 - the same cases every time
    text = random.choice(TEXTS)
    if random.random() < 0.8:
        text = write_by_hand(text, random, 0)
    after = read_sketch(text)
    for _ in range(random.choice([1, 1, 1, 2, 5])):
        after = edit_at_random(after, random)
    text, comments = add_comments(text, random, random.randint(4, 12))
    return Case(change_form(text, random), comments, after)


def list_line_ends(text: str) -> set[str]:
    """Return the kinds of line ends in a text."""
    return {line[len(line.rstrip("\r\n")) :] for line in text.splitlines(keepends=True)[:-1]}


def assert_kept(cases: Iterator[Case]) -> None:
    """Assert that the changed texts read as they should, keep all comments, and change hardly a line without need."""
    lines = spare = changed = 0
    for case in cases:
        new = patch_sketch(case.text, case.after)
        assert read_sketch(new) == case.after
        assert find_lost_comments(case.comments, new) == []
        assert list_line_ends(new) <= (list_line_ends(case.text) or {"\n"})
        assert new.endswith("\n") == case.text.endswith("\n")
        lines, spare, changed = (
            lines + case.text.count("\n"),
            spare + len(find_needless_changes(case, new)),
            changed + count_gone_lines(case, new),
        )
    assert spare <= 0.01 * lines
    assert changed <= MOST * lines


@soak
@pytest.mark.parametrize("part", range(2))
def test_a_mend_keeps_every_comment_and_every_other_line(part: int) -> None:
    """Damaged dungeons in many hands, mended: no comment is lost, and hardly a line changed that had no need."""
    assert_kept(map(make_fixed, range(part, count(5, 3000), 2)))


@soak
@pytest.mark.parametrize("part", range(2))
def test_an_edit_keeps_every_comment_and_every_other_line(part: int) -> None:
    """Dungeons in many hands, edited at random: no comment is lost, and hardly a line changed that had no need."""
    assert_kept(map(make_edited, range(part, count(30, 20_000), 2)))


@pytest.mark.parametrize("map_line", ["map: <<..C.>>", 'map: "<<..C.>>"', "map: |\n  <<..C.>>"])
def test_a_map_on_one_line_keeps_the_rest(map_line):
    """A sketch whose map stands behind its key, plain or quoted, is changed like any other."""
    text = f"# for the club\nname: Old  # to be changed\n{map_line}\n"
    made = patch_sketch(text, replace(read_sketch(text), name="New"))
    assert made == text.replace("Old", "New")


def test_two_things_said_of_one_square_are_both_listed() -> None:
    """The map shows neither if a door is to be open and shut; nothing else is written anew."""
    text = "map: |\n  ...'..C..\n  .........\nterrain:\n  - {kind: lava,   at: [0, 1]}\n"
    before = read_sketch(text)
    shut = replace(before.square_doors[0], open=False)
    new = patch_sketch(text, replace(before, square_doors=(shut, *before.square_doors)))
    assert new.startswith("map: |\n  ......C..\n  .........\n")
    assert new.endswith("terrain:\n  - {kind: lava,   at: [0, 1]}\n")
    assert {door.open for door in read_sketch(new).square_doors} == {True, False}
