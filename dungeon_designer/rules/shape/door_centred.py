"""Every door is in the middle of its junction.

Fix: Move the door along the border. If no other door is on its part of the junction, the offered fix moves it to the
nearer middle.

How it is measured:

- Each door is measured on the straight row of shared edges on which it stands. As many edges of the row must be before
  the door as after it.
- If the number of free edges is odd, the numbers may differ by one, because such a border has two middles.
- Edges with walls count like open edges.
- If a junction has several doors, each door is measured alone. At most one of them is in the middle. If a junction goes
  round a corner, several of its straight rows may have a door in their middle. That is one more problem.
- The squares of a problem are those on both sides of the door.

Editions:

- gw-2021, gw-2021-multiplayer: A doorway is placed as centrally as possible.

Illegal map, under gw-2021 (the door is one square off the middle)::

    map: |
      ....
      ....
      ....
      ....
    sections: |
      AABB
      AABB
      AABB
      AABB
    enclosed: true
    doors:
      - {at: [1, 0], side: east, width: 2}
"""

from __future__ import annotations

from collections.abc import Iterator

from dungeon_designer.analysis.passages import RunPart, centre_door, find_door, find_run_parts
from dungeon_designer.board.model import DOOR, Board
from dungeon_designer.findings import Fix
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule_problem import RuleProblem
from dungeon_designer.rules.rule_settings import Settings, create_empty_settings
from dungeon_designer.rules.rule_text import join_with_and

RuleSettings = create_empty_settings("Doors at an opening", "in the middle of it")


def check(context: Context, settings: Settings) -> Iterator[RuleProblem]:
    """Yield a problem for each door that is not in the middle of the straight row of edges along which sections touch.

    Two sections meet along a chain of edges (a junction), which may consist of several straight rows. Doors in the
    middle of more than one of them are a problem of their own. The rule has no settings.
    """
    for junction in context.junctions:
        doors = [door for row in junction.runs for door in find_run_parts(row, (DOOR,))]
        for door in doors:
            if not _is_central(door):
                yield _build_problem(context.board, door, is_only_door=len(doors) == 1)
        central_doors = [door for door in doors if _is_central(door)]
        if len(central_doors) > 1:  # round corners from each other, each in the middle of its own row
            first_edges = [door.edges[0] for door in central_doors]
            door_texts = join_with_and([f"on the {side} side of {square}" for square, side in first_edges])
            message = f"only one of the {len(central_doors)} doors {door_texts} can be in the middle of their junction"
            squares = tuple(square for door in central_doors for square in door.squares)
            yield RuleProblem(message, squares, measured=len(central_doors), required=1)


def _is_central(door: RunPart) -> bool:
    """Return whether a door is in the middle of its straight row of edges.

    It is if the numbers of edges before and after it differ by one at most: with an odd number of edges beside it,
    a door cannot be nearer to the middle.
    """
    edges_before = door.start
    return abs(edges_before - door.edges_after) <= 1


def _build_problem(board: Board, door: RunPart, is_only_door: bool) -> RuleProblem:
    """Return the problem of a door that is not in the middle of its straight row of edges.

    `measured` is how many more edges lie on one side of the door than on the other, `required` the least possible: 0,
    or 1 for an odd number of edges.

    Args:
        board: The board.
        door: The edges of the door, as a part of their row.
        is_only_door: Whether no other door joins the two sections. Then a fix moves this one to the middle.
    """
    edges_before, edges_after = door.start, door.edges_after
    square, side = door.edges[0]
    fixes = list[Fix]()
    if is_only_door and (edge_door := find_door(board, door)):
        title = f"move the door at {edge_door.at} to the middle"
        fixes.append(Fix(title, (centre_door(edge_door, door.run, edge_door.width),), safe=True))
    message = f"the door on the {side} side of {square} is off the middle of its junction"
    message += f": {edges_before} to one side, {edges_after} to the other"
    return RuleProblem(
        message,
        door.squares,
        measured=abs(edges_before - edges_after),
        required=(edges_before + edges_after) % 2,
        fixes=tuple(fixes),
    )
