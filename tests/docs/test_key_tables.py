"""Tables of keys in the reference: every key has a row, and a row does not repeat what another one says."""

from __future__ import annotations

import re

from dungeon_designer.cli.reference import build_kind_schema
from dungeon_designer.text.schema_words import find_table_schema
from scripts.key_tables import replace_key_tables


def read_rows(keys: str) -> dict[str, list[str]]:
    """Return the cells of a table of keys after the first one, by the text of the first one."""
    table = replace_key_tables(f"<!-- keys {keys} -->\n<!-- end of keys -->")
    rows = [re.split(r" ?\| ?", line)[1:-1] for line in table.splitlines() if line.startswith("| `")]
    return {names: cells for names, *cells in rows}


def test_keys_that_differ_only_in_their_names_share_a_row() -> None:
    """Each key of `[play]` has one row, and all keys for the clause of the book share theirs."""
    rows = read_rows("ruleset play")
    properties = find_table_schema(build_kind_schema("ruleset")["properties"]["play"])["properties"]
    names = [name for cell in rows for name in re.findall(r"`(\w+)`", cell)]
    assert sorted(names) == sorted(properties)
    (shared,) = (cell for cell in rows if "`opaque_source`" in cell)
    assert "`time_source`" in shared
    assert "`portal_source`" not in shared, "its meaning differs"


def test_a_default_of_the_program_has_its_column() -> None:
    """What holds without an extended ruleset stands under default, and no meaning repeats it."""
    rows = read_rows("ruleset")
    assert rows["`corners`"][1:3] == ["`free` or `strict`", "`free`"]
    assert not any("extended ruleset, or" in cells[0] for cells in rows.values())


def test_an_example_says_something_new() -> None:
    """A number with a default needs no example and a switch no type; a list of values is named once."""
    play, theme = read_rows("ruleset play"), read_rows("theme")
    assert theme["`fine`"][1:] == ["number 0.005–0.1", "`0.025`", ""]
    assert play["`opaque`"][1].startswith("list of `crypt`, `dragon`")
    assert play["`wall_obstacles`"][1] == "as `opaque`"
    assert play["`onward`"][1:] == ["", "`true`", ""]
    assert play["`players`"][1:] == ["whole number from 0", "–", "`6`"]
