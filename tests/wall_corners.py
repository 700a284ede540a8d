"""A hall with a nook behind each kind of obstacle, to which nothing but a diagonal step leads: between it and rock."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import Board
from dungeon_designer.grid import Square
from dungeon_designer.kinds import ObstacleKind
from dungeon_designer.layout.dungeon_files import read_layout
from dungeon_designer.rulesets.loader import load_unchecked_ruleset
from dungeon_designer.rulesets.ruleset_model import Corners
from tests.oracle.floor import CALLED_WALLS

SKETCH = b"""\
map: |
  <<<<C........>>>>
  <<<<.........>>>>
  ##.##.##.##.##.##.
  ##S.#t.#f.#I.#c.#d.
legend:
  t: {obstacle: throne}
  f: {obstacle: fountain}
  c: {obstacle: crypt}
  d: {obstacle: dragon}
"""
_ORDER = ("statue", "throne", "fountain", "idol", "crypt", "dragon")


def build_nooks() -> Board:
    """Return the hall; the first nook lies at (3, 3), each of the others three squares farther east."""
    return build_board(read_layout(SKETCH, "nooks.dungeon.yaml"))


def open_nooks(steps: Mapping[Square, Collection[Square]]) -> set[str]:
    """Return the obstacles past which one of these steps leads into the nook."""
    return {kind for n, kind in enumerate(_ORDER) if (3 * n + 3, 3) in steps.get((3 * n + 2, 2), ())}


def list_expected_open_nooks(edition: str) -> set[str]:
    """Return the obstacles past which the edition's text lets one step; with strict corners the rock is enough."""
    if load_unchecked_ruleset(edition).corners is Corners.STRICT:
        return set()
    return {str(kind) for kind in ObstacleKind} - set(CALLED_WALLS.get(edition, ()))
