"""A file that is wrong is wrong to the program and to an editor alike."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.soak import count, soak

from .kinds import KINDS, Kind

Place = tuple[Any, Any]
"""A table or list, and the key or index of something in it."""

WRONG = (True, False, "yes", "off", "word", "naf-2019", "cup.toml", "", 0, 1, -1, 7, 100, 10_000, 2_000_000, 1.0, 2.5)
SHAPES: tuple[Any, ...] = ([], {}, [1, 2], [[1, 2], [3, 4]], ["corridor"], {"kind": "lava"}, {"min": 1}, [1, 2, 3], [0])


def places(data: Any) -> Iterator[Place]:
    """Every value of some data."""
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inside:
        yield data, key
        yield from places(value)


@st.composite
def damaged(draw: st.DrawFn, kind: Kind) -> Any:
    """A file of the repository with up to two things in it changed."""
    data = kind.loaded(draw(st.sampled_from(kind.texts)))
    for _ in range(draw(st.integers(1, 2))):
        found = list(places(data))
        if found:
            _damage(draw, kind, *draw(st.sampled_from(found)))
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
    """What the program reads, no editor marks; what it refuses, an editor marks, but for what only a reader knows."""
    folder, validator = tmp_path_factory.mktemp(kind.name), kind.validator

    @settings(max_examples=count(400, 20_000))
    @given(damaged(kind))
    def agree(data: Any) -> None:
        text = kind.written(data)
        problem, valid = kind.read(text, folder), validator.is_valid(kind.loaded(text))
        assert valid or problem, f"the reader takes it, the schema refuses it:\n{text}"
        assert not (problem and valid) or kind.only_a_reader_knows(problem), f"only the reader says: {problem}\n{text}"

    agree()
