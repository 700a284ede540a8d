"""Entries lie along the edge of the floor, those of one side all one way, the sides opposite each other.

brawl-2013 (Scoring; Setup) and db7s-2019 (naf-2019, DB7s Rules: Scoring) score in passages of 2x1 squares through
which the ball is carried out of the dungeon on the far side; to everybody else they are walls. The books say that each
team has its side of the dungeon, opposite the other's; the pictures that showed where the passages lie are lost.

How it is measured. An entry is 2x1. Along one long side, its front, both squares are floor. The front is the way it
faces. All entries of a team face one way, the two teams' opposite ways. Found are entries out of place, one by one; for
each team whose entries face several ways, one finding, those that differ from most first; and one finding when the
teams do not face opposite ways, as most of their entries do. An entry with no side (`home`, `away`) is asked of its
place only. The books know two sides. With three or four, each side must face a way of its own; with five or six, at
most two sides may face the same way. There is one finding for each way that too many sides face.

Floor along its other sides, where another section's floor and another entry count as floor, walls between or not, is a
notice: no book speaks of it. With floor all along both long sides, the front is the one that faces as the team's other
entries do, or else, of two teams, against the other's.

A sketch that breaks it, under brawl-2013 (the entries face the same way)::

    map: |
      #((##))#
      ........
      ........

Mend: move the entry to the edge of the floor, across the dungeon from the other teams'.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from dungeon_designer.analysis.sides import EntryFront, entries
from dungeon_designer.findings import Level
from dungeon_designer.grid import SIDES, Side, row_major
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule import Settings, Violation, both, in_words, section_name, without_parameters

RuleSettings = without_parameters(
    "Entries", "along the edge of the floor, those of one side all one way, the sides opposite each other"
)


def check(context: Context, settings: Settings) -> Iterator[Violation]:
    """Faults of single entries, then of teams, then of the two teams together."""
    found = list(entries(context.board))
    for entry in found:
        yield from _place(entry)
    teams = {team: [e for e in found if e.section.side is team and e.may_face] for team in context.board.teams}
    for team, own in teams.items():
        way = _way(own)
        odd = [entry for entry in own if way is not None and way not in entry.may_face]
        if odd:
            ordered = [*odd, *(entry for entry in own if entry not in odd)]
            faces = ", ".join(" or ".join(entry.may_face) for entry in ordered)
            said = f"the entries of the {team} side face several ways ({faces}), but must all face one way"
            yield Violation(said, _squares(ordered), measured=len({entry.front for entry in odd}) + 1, required=1)
    if len(teams) == 2:
        home, away = teams.values()
        here, there = _way(home), _way(away)
        if here and there and here is not there.opposite:
            said = f"the home entries face {here} and the away entries {there}, not opposite ways"
            yield Violation(said, _squares([*away, *home]), measured=str(there), required=str(here.opposite))
        return
    most = -(-len(teams) // len(SIDES))  # with up to four sides, one
    for way in SIDES:
        facing = [team for team, own in teams.items() if _way(own) is way]
        if len(facing) > most:
            may = "each side must face a way of its own" if most == 1 else f"at most {in_words(most)} sides may"
            ordered = sorted((e for team in facing for e in teams[team]), key=lambda e: row_major(e.squares[0]))
            said = f"the {both(facing)} entries all face {way}, but {may}"
            yield Violation(said, _squares(ordered), measured=len(facing), required=most)


def _place(entry: EntryFront) -> Iterator[Violation]:
    name = section_name(entry.section)
    if not entry.long_sides:
        yield Violation(f"{name} is not 2x1", entry.squares, measured=len(entry.squares), required=2)
    elif not entry.clear:
        yield Violation(f"{name} has no long side with floor all along it", entry.squares)
    elif entry.front is None:
        said = f"{name} has floor along both long sides, and nothing tells which is its front"
        yield Violation(said, entry.squares, level=Level.INFO)
    elif entry.elsewhere:
        said = f"{name} faces {entry.front} and has floor on another side, too"
        yield Violation(said, entry.elsewhere, level=Level.INFO)


def _way(own: Sequence[EntryFront]) -> Side | None:
    """The way most of some entries face, the first of equals; None where no front can be told."""
    ways = Counter(entry.front for entry in own if entry.front is not None).most_common(1)
    return ways[0][0] if ways else None


def _squares(own: Sequence[EntryFront]) -> tuple[tuple[int, int], ...]:
    return tuple(square for entry in own for square in entry.squares)
