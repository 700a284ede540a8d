"""A board that is updated is the board that would be built."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest
from msgspec.structs import replace

from dungeon_designer.board import build
from dungeon_designer.board.build import build_board, update_board
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.layout.model import Portal, Terrain, TerrainKind

HALL = Dungeon.parse("map: |\n  <<..C..1..>>\n  <<...##...>>\n")


@pytest.mark.parametrize(
    ("changes", "builds"),
    [
        ({"chests": ((3, 1), (40, 40))}, 0),
        ({"chests": (), "portals": (Portal(number=2, at=(2, 1)),)}, 0),
        ({}, 0),
        ({"terrain": (Terrain(at=(3, 0), kind=TerrainKind.LAVA),)}, 1),
        ({"name": "Renamed"}, 1),
    ],
    ids=["chests", "portals", "nothing", "terrain", "name"],
)
def test_an_updated_board_is_the_built_one(
    changes: dict[str, Any], builds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every field is as a build makes it; if chests and portals alone differ, nothing is built."""
    calls: list[object] = []
    monkeypatch.setattr(build, "build_board", lambda *args: (calls.append(args), build_board(*args))[1])
    layout = replace(HALL.layout, **changes)
    updated, built = update_board(HALL.board, layout), build_board(layout, HALL.library)
    for field in fields(built):
        if field.name in ("sections", "section_by_square"):  # sections are compared by identity
            assert len(getattr(updated, field.name)) == len(getattr(built, field.name))
        else:
            assert _describe(getattr(updated, field.name)) == _describe(getattr(built, field.name)), field.name
    assert len(calls) == builds


def _describe(value: Any) -> object:
    """Return a value of a board as text, since chests and portals are compared by identity, too."""
    return value if isinstance(value, frozenset | dict) else repr(value)
