"""A file that is wrong is wrong to the program and to an editor alike."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.soak import count, soak

from .kinds import KINDS, RULESET, SEASON, SKETCH, TILE, Kind

Place = tuple[Any, Any]
"""A table or list, and the key or index of something in it."""

WRONG = (True, False, "yes", "off", "word", "naf-2019", "cup.toml", "", 0, 1, -1, 7, 100, 10_000, 2_000_000, 1.0, 2.5)
SHAPES: tuple[Any, ...] = ([], {}, [1, 2], [[1, 2], [3, 4]], ["corridor"], {"kind": "lava"}, {"min": 1}, [1, 2, 3], [0])


def list_inner_keys(data: Any) -> list[Any]:
    """Return the keys or indices of what is right inside some data."""
    return list(data) if isinstance(data, dict) else list(range(len(data))) if isinstance(data, list) else []


@st.composite
def place(draw: st.DrawFn, data: Any) -> Place:
    """Draw a value somewhere in some data that is not empty: one of those inside, or one further in."""
    key = draw(st.sampled_from(list_inner_keys(data)))
    if list_inner_keys(data[key]) and draw(st.integers(0, 3)):
        return draw(place(data[key]))
    return data, key


@st.composite
def damage_file(draw: st.DrawFn, kind: Kind) -> Any:
    """Draw a file of the repository with up to two things in it changed."""
    data = kind.loaded(draw(st.sampled_from(kind.texts)))
    for _ in range(draw(st.integers(1, 2))):
        if data:
            _damage(draw, kind, *draw(place(data)))
    return data


def _damage(draw: st.DrawFn, kind: Kind, where: Any, key: Any) -> None:
    old = where[key]
    change = draw(st.sampled_from(["value", "shape", "key", "gone", "word", "nothing", "inner"]))
    if change == "value":
        where[key] = draw(st.sampled_from(WRONG))
    elif change == "shape":
        where[key] = copy.deepcopy(draw(st.sampled_from(SHAPES)))
    elif change == "key" and isinstance(where, dict):
        where[f"{key}{draw(st.sampled_from(['', 'x', 's']))}"] = where.pop(key)
    elif change == "gone":
        del where[key]
    elif change == "word" and isinstance(old, str):
        where[key] = f"{old}x"
    elif change == "nothing" and isinstance(where, dict) and kind.name in ("sketch", "tile"):
        where[key] = None
    elif change == "inner" and isinstance(old, dict):
        old[draw(st.sampled_from(["zzz", "kind", "level", "at", "min", "name"]))] = draw(
            st.sampled_from([*WRONG, *SHAPES])
        )


@soak
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_reader_and_schema_refuse_the_same(kind: Kind, tmp_path_factory: pytest.TempPathFactory) -> None:
    """An editor marks what the program refuses, and nothing that it reads, but for what only a reader knows."""
    folder, validator = tmp_path_factory.mktemp(kind.name), kind.validator

    @settings(max_examples=count(60, 20_000))
    @given(damage_file(kind))
    def agree(data: Any) -> None:
        text = kind.written(data)
        problem, valid = kind.read(text, folder), validator.is_valid(kind.loaded(text))
        assert valid or problem, f"the reader takes it, the schema refuses it:\n{text}"
        assert not (problem and valid) or kind.only_a_reader_knows(problem), f"only the reader says: {problem}\n{text}"

    agree()


NAMED = "name: Cell\nkind: room\nsquares: .w.\n"


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (RULESET, "[play]\njump = -1\n"),
        (RULESET, "[play]\nopaque = ['wall']\n"),
        (RULESET, "[rules.tile-mix]\nkinds = { corridors = { min = 1 } }\n"),
        (RULESET, "[rules.ball-count]\nby_chests = [{ from = 1 }]\n"),
        (RULESET, "[rules.end-zone-size]\nshape = [2]\n"),
        (RULESET, "[rules.chest-count]\nmin = 2000000\n"),
        (RULESET, "[rules.portal-numbers]\nmin = 1\n"),
        (RULESET, "extends = 'naf-2091'\n"),
        (RULESET, "id = ' '\n"),
        (RULESET, ""),
        (RULESET, "name = 'x'\n[rules]\n"),
        (SEASON, "name = 'x'\n"),
        (SEASON, "name = 'x'\nrounds = []\nalso = []\n"),
        (SEASON, "name = 'x'\nalso = ['']\n"),
        (SEASON, "name = 'x'\n[dice]\nroll = '2W6'\ntable = { 2 = 'a' }\n"),
        (SKETCH, "name: x\n"),
        (SKETCH, "map: <.>\nsection_kinds: {A: room}\n"),
        (SKETCH, "sections: [{id: a, tile: b}]\nsection_kinds: {a: room}\n"),
        (SKETCH, "sections: [{id: a}]\n"),
        (SKETCH, "sections: [{id: a, tile: b, rows: ['.']}]\n"),
        (SKETCH, "sections: [{id: a, rows: ['.'], turn: 1}]\n"),
        (SKETCH, "sections: [{id: a, rows: ['.'], flip: yes}]\n"),
        (SKETCH, "sections: [{id: a, rows: ['C']}]\n"),
        (SKETCH, "map: <.>\nlegend: {C: lava}\n"),
        (SKETCH, "map: <.>\nlegend: {ww: lava}\n"),
        (SKETCH, "map: <.>\nlegend: {w: {}}\n"),
        (SKETCH, "map: <.>\nlegend: {w: {chest: no}}\n"),
        (SKETCH, "map: <.>\nlegend: {w: {portal: 100}}\n"),
        (SKETCH, "map: <.>\nportals: {100: [0, 0]}\n"),
        (SKETCH, "map: <.>\nportals: {1: []}\n"),
        (SKETCH, "map: <.>\nchests: [[0, 10000]]\n"),
        (SKETCH, "map: <.>\nversion: 5\n"),
        (SKETCH, "map: <.>\nversion: 1\nlabels: [{text: a, at: [0, 0]}]\n"),
        (SKETCH, "map: <.>\nlabels: [{text: '', at: [0, 0]}]\n"),
        (SKETCH, "map: <.>\nversion: 1\nsides: 3\n"),
        (SKETCH, "map: <.>\nsides: 7\n"),
        (SKETCH, "map: <.>\nplay: {rusch: 2}\n"),
        (SKETCH, "map: <.>\nplay: {unset: [rusch]}\n"),
        (SKETCH, "map: <.>\nversion: 2\nplay: {rush: 2}\n"),
        (SKETCH, "map: <.>\nextra: 7\n"),
        (SKETCH, "map: <.>\nwaivers: [{rule: x, reason: ''}]\n"),
        (TILE, NAMED + "legend: {w: {terrain: water, obstacle: throne}}\n"),
        (TILE, NAMED + "legend: {w: {}}\n"),
        (TILE, NAMED + "legend: {w: chest}\n"),
        (TILE, NAMED + "legend: {w: water, S: throne}\n"),
        (TILE, NAMED + "legend: {w: water}\nside: home\n"),
        (TILE, NAMED + "legend: {w: water}\npainted: {at: [0, 0], size: [1, 1]}\n"),
        (TILE, NAMED + "legend: {w: water}\nenclosed: on\n"),
        (TILE, NAMED + "legend: {w: water}\nstock: 10000\n"),
        (TILE, NAMED + "legend: {w: water}\ncard: {name: x, stock: 0}\n"),
        (TILE, "name: ' '\nkind: room\nsquares: ..\n"),
        (TILE, "name: Cell\nkind: room\nsquares: '##'\n"),
        (TILE, "name: Cell\nkind: room\nsquares: .C.\n"),
        (TILE, "kind: room\nsquares: ..\n"),
        (TILE, "name: Cell\nkind: room\n"),
    ],
)
def test_both_refuse(kind: Kind, text: str, tmp_path: Path) -> None:
    """Each fault that a schema can know is one to the program and to an editor."""
    assert kind.read(text, tmp_path)
    assert not kind.validator.is_valid(kind.loaded(text))


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (SKETCH, "name: 1984\nmap: <.>\nenclosed: Yes\n"),
        (SKETCH, "map: 12\n"),
        (
            SKETCH,
            "map: <.>\nsections: ABC\nsection_kinds: {A: {kind: end_zone}, C: {kind: end_zone, side: , name: No}}\n",
        ),
        (SKETCH, "map: <.>\nlegend: {w: {terrain: bridge, chest: on}, ü: throne}\n"),
        (SKETCH, "map: <...>\nportals: {1: [1, 0], 02: [[2, 0], [3, 0]]}\n"),
        (SKETCH, "map: <.>\nportals: [{number: 12, at: [1, 0]}]\n"),
        (SKETCH, "sections: [{id: 7, rows: ['.#'], flip: off, tile: ''}]\n"),
        (SKETCH, "sections: []\n"),
        (SKETCH, "map: <.>\nextra: {a: [1, null, {b: 2.5}]}\n"),
        (TILE, "name: 7\nkind: room\nsquares: ..\nstock:\nenclosed: NO\nrule:\n"),
        (TILE, "name: Cell\nkind: entry\nsquares: .w.\nlegend: {w: {terrain: water}}\nside: away\n"),
        (SEASON, "name = ''\nalso = ['a']\nruleset = ''\n"),
        (RULESET, "name = ''\n[rules.chest-count]\n[play]\n"),
    ],
)
def test_both_take(kind: Kind, text: str, tmp_path: Path) -> None:
    """An odd text that the program reads is not marked by an editor."""
    assert not kind.read(text, tmp_path)
    kind.validator.validate(kind.loaded(text))
