"""Entries are at the edge of the floor, all of one team face one way, and the teams face opposite ways.

Fix: Move the entry to the edge of the floor, opposite the entries of the other team.

How it is measured:

- An entry is a passage of 2x1 squares. Both squares along one of its long sides, its *front*, are floor. The entry
  faces the way of its front.
- There is one problem for each entry that is not at the edge of the floor in this way.
- There is one problem for each team whose entries face several ways. It begins with the entries that differ from most
  of them.
- There is one problem if the two teams do not face opposite ways. The way of most of its entries is the way of a team.
- With three or four teams, each must face a way of its own. With five or six, at most two teams may face one way.
  There is one problem for each way that too many teams face.
- For an entry without a team, only its place at the floor is checked.
- Floor along the other sides of an entry is a notice, because no book mentions it. Floor of another section and other
  entries count there, also behind a wall.
- If floor is along both long sides, the front is the one that faces like the team's other entries. With two teams it
  may also be the one opposite the other team's.

Editions:

- brawl-2013, db7s-2019: The ball is carried out of the dungeon through an entry. For all other players an entry is a
  wall. The books say that each team has its end of the dungeon, opposite the other team. Their pictures of the
  passages are lost.

Illegal map, under brawl-2013 (all entries face the same way)::

    map: |
      #((##))#
      ........
      ........
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from dungeon_designer.analysis.team_access import Entry, find_entries
from dungeon_designer.findings import Level
from dungeon_designer.grid import SIDES, Side, rank_by_row
from dungeon_designer.kinds import Team
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule_problem import RuleProblem
from dungeon_designer.rules.rule_settings import Settings, create_empty_settings
from dungeon_designer.rules.rule_text import describe_section, format_number, join_with_and

RuleSettings = create_empty_settings(
    "Entries", "lie along the edge of the floor; those of one team all face one way, and the teams face opposite ways"
)


def check(context: Context, settings: Settings) -> Iterator[RuleProblem]:
    """Yield the problems of single entries, then of teams whose entries face several ways, then of the teams together.

    An entry is a zone of two squares where a team comes in and scores, in place of an end zone. The front is the long
    side from which one walks in; it is the direction that the entry faces. The rule has no settings.
    """
    all_entries = list(find_entries(context.board))
    for entry in all_entries:
        yield from _check_entry(entry)
    entries_by_team = {
        team: [entry for entry in all_entries if entry.section.team is team and entry.possible_fronts]
        for team in context.board.teams
    }
    for team, team_entries in entries_by_team.items():
        yield from _check_team(team, team_entries)
    if len(entries_by_team) == 2:
        yield from _check_two_teams(*entries_by_team.values())
    else:
        yield from _check_several_teams(entries_by_team)


def _check_team(team: Team, entries: Sequence[Entry]) -> Iterator[RuleProblem]:
    """Yield a problem if the entries (the two-square zones where a team comes in) of one team face several ways.

    The direction that most of them face counts as the right one.
    """
    direction = _find_main_direction(entries)
    wrong_entries = [entry for entry in entries if direction is not None and direction not in entry.possible_fronts]
    if wrong_entries:
        ordered_entries = [*wrong_entries, *(entry for entry in entries if entry not in wrong_entries)]
        directions = ", ".join(" or ".join(entry.possible_fronts) for entry in ordered_entries)
        message = (
            f"the entries of the {team} team face several directions ({directions}), but must all face the same one"
        )
        direction_count = len({entry.front for entry in wrong_entries}) + 1  # one more for the right direction
        yield RuleProblem(message, _list_squares(ordered_entries), measured=direction_count, required=1)


def _check_two_teams(home_entries: Sequence[Entry], away_entries: Sequence[Entry]) -> Iterator[RuleProblem]:
    """Yield a problem if the entries (the two-square zones where teams come in) of two teams face no opposite ways."""
    home_direction, away_direction = _find_main_direction(home_entries), _find_main_direction(away_entries)
    if home_direction and away_direction and home_direction is not away_direction.opposite:
        message = (
            f"the home entries face {home_direction} and the away entries {away_direction}, not opposite directions"
        )
        yield RuleProblem(
            message,
            _list_squares([*away_entries, *home_entries]),
            measured=str(away_direction),
            required=str(home_direction.opposite),
        )


def _check_several_teams(entries_by_team: Mapping[Team, Sequence[Entry]]) -> Iterator[RuleProblem]:
    """Yield a problem for each direction that the entries of too many teams face, if more than two teams play.

    An entry is a zone of two squares where a team comes in. The teams spread over the four directions: of up to four
    teams only one may face each, of five or six teams two.
    """
    max_teams = math.ceil(len(entries_by_team) / len(SIDES))
    for direction in SIDES:
        teams = [team for team, entries in entries_by_team.items() if _find_main_direction(entries) is direction]
        if len(teams) > max_teams:
            allowed_text = f"at most {format_number(max_teams)} teams may"
            if max_teams == 1:
                allowed_text = "each team must face a direction of its own"
            entries = [entry for team in teams for entry in entries_by_team[team]]
            squares = _list_squares(sorted(entries, key=lambda entry: rank_by_row(entry.squares[0])))
            message = f"the {join_with_and(teams)} entries all face {direction}, but {allowed_text}"
            yield RuleProblem(message, squares, measured=len(teams), required=max_teams)


def _check_entry(entry: Entry) -> Iterator[RuleProblem]:
    """Yield the problem or notice of one entry's shape and front (the long side from which one walks in), if any.

    An entry is a zone of two squares where a team comes in and scores, in place of an end zone.
    """
    name = describe_section(entry.section)
    if not entry.long_sides:
        yield RuleProblem(f"{name} is not 2x1", entry.squares, measured=len(entry.squares), required=2)
    elif not entry.has_full_front:
        yield RuleProblem(f"{name} has no long side with floor all along it", entry.squares)
    elif entry.front is None:
        message = f"{name} has floor along both long sides, and nothing shows which is its front"
        yield RuleProblem(message, entry.squares, level=Level.INFO)
    elif entry.squares_open_elsewhere:
        message = f"{name} faces {entry.front} and also has floor on another side"
        yield RuleProblem(message, entry.squares_open_elsewhere, level=Level.INFO)


def _find_main_direction(entries: Sequence[Entry]) -> Side | None:
    """Return the direction that most of the entries face; None if the front of none is known.

    An entry is a zone of two squares where a team comes in and scores, in place of an end zone. The front is the long
    side from which one walks in. Of several directions that are equally frequent, the first counts.
    """
    count_by_front = Counter(entry.front for entry in entries if entry.front is not None)
    return max(count_by_front, key=count_by_front.__getitem__, default=None)


def _list_squares(entries: Sequence[Entry]) -> tuple[tuple[int, int], ...]:
    """Return the squares of the entries (the two-square zones where teams come in), entry by entry."""
    return tuple(square for entry in entries for square in entry.squares)
