"""What lies on the table as a layout."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from dungeon_designer.generator.options import Request
from dungeon_designer.generator.tiled_floor.supply import DRAWN
from dungeon_designer.generator.tiled_floor.table import Laid, Table, square_of
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import EdgeDoor, Layout, Section, Team, normalised, sides_of
from dungeon_designer.tiles.model import Tile


def layout_of(table: Table, request: Request, teams: Iterable[tuple[int, Team]] = ()) -> Layout:
    """The tiles as sections, a door on each joint that has one; `teams` says whose some tiles are, by number."""
    left, top, _, _ = table.box
    names, own = _names(table.laid), dict(teams)
    sections = [
        _section(laid, name, (laid.at[0] - left, laid.at[1] - top), own.get(number))
        for number, (laid, name) in enumerate(zip(table.laid, names, strict=True))
    ]
    doors = []
    for joint in table.joints:
        if joint.door:
            x, y = square_of(min(joint.inside))
            doors.append(EdgeDoor(at=(x - left, y - top), side=joint.side, width=len(joint.inside)))
    return normalised(
        Layout(
            ruleset=request.ruleset.id,
            sides=sides_of(request.sides),
            sections=tuple(sections),
            doors=tuple(doors),
        )
    )


def _section(laid: Laid, name: str, at: Square, team: Team | None) -> Section:
    tile = laid.lie.tile
    if tile.id != DRAWN:
        return Section(id=name, tile=tile.id, at=at, turn=laid.lie.turn, side=team)
    rows = ["#" * laid.lie.size[0]] * laid.lie.size[1]
    for x, y in laid.lie.walks:
        rows[y] = rows[y][:x] + "." + rows[y][x + 1 :]
    return Section(id=name, kind=tile.kind, at=at, rows=tuple(rows), side=team)


def _names(laid: Iterable[Laid]) -> list[str]:
    """What the sections are called: as their tiles, numbered where there are several."""
    stems = [_stem(one.lie.tile) for one in laid]
    times, seen = Counter(stems), Counter[str]()
    names = []
    for stem in stems:
        seen[stem] += 1
        names.append(f"{stem}-{seen[stem]}" if times[stem] > 1 else stem)
    return names


def _stem(tile: Tile) -> str:
    return str(tile.kind).replace("_", "-") if tile.id == DRAWN else tile.id.rpartition("/")[2]
