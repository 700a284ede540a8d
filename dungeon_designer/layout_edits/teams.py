"""Change the teams of a dungeon: their number, colours and emblems, and what belongs to them."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from dungeon_designer.layout.model import MIN_TEAMS, Layout, MatchTeam, Team, list_teams, normalise_layout
from dungeon_designer.layout_edits.descriptions import describe_kind
from dungeon_designer.layout_edits.floor import remove_objects_and_edges
from dungeon_designer.layout_edits.objects import ObjectRef, list_objects
from dungeon_designer.layout_edits.symmetry import SymmetryMode
from dungeon_designer.tiles.tile import TileLibrary
from dungeon_designer.translation import fill_placeholders, translate


def list_team_objects(layout: Layout, teams: Collection[Team]) -> list[ObjectRef]:
    """Return the objects of a layout that belong to one of some teams: end zones, entries and counters.

    An entry is a zone of two squares in place of an end zone; a counter is a hidden trap of one coach.
    """
    return [ref for ref in list_objects(layout) if find_owner(ref) in teams]


_TEAM_FIELDS = {"sections": "side", "traps": "owner"}
"""For each list whose objects may belong to a team, the field that names the team."""


def find_owner(ref: ObjectRef) -> Team | None:
    """Return the team to which a section or counter (a hidden trap) belongs; None if it names none."""
    team_field = _TEAM_FIELDS.get(ref.field, "")  # '' for lists whose objects belong to no team
    return getattr(ref.value, team_field, None)


def assign_team(ref: ObjectRef, team: Team) -> ObjectRef:
    """Return a section or counter (a hidden trap) as it is when it belongs to another team."""
    return ObjectRef(ref.field, replace(ref.value, **{_TEAM_FIELDS[ref.field]: team}))


def set_team_count(layout: Layout, count: int, library: TileLibrary) -> Layout:
    """Return the layout with `count` teams, from 2 to 6.

    New teams have their default colours and emblems, and own nothing. The last teams are removed first, with their end
    zones, entries and counters, and with doors and walls that no longer touch floor. An entry is a zone of two squares
    where a team comes in and scores, in place of an end zone.
    """
    kept_teams = layout.sides[:count]
    teams = (*kept_teams, *list_teams(count)[len(kept_teams) :])
    removed_teams = layout.teams[count:]
    layout = remove_objects_and_edges(layout, list_team_objects(layout, removed_teams), library)
    return normalise_layout(replace(layout, sides=teams))


def replace_team(layout: Layout, team: MatchTeam) -> Layout:
    """Return the layout with another colour and emblem for one of its teams.

    A colour or emblem that is the team's default is not stored.

    Args:
        layout: the layout.
        team: the new colour and emblem, with the id of the team that gets them.
    """
    default = MatchTeam(id=team.id)
    new_team = replace(
        team,
        colour="" if team.colour.lower() == default.shown_colour else team.colour,
        emblem=None if team.emblem is default.shown_emblem else team.emblem,
    )
    teams = tuple(new_team if old_team.id is team.id else old_team for old_team in layout.sides)
    return normalise_layout(replace(layout, sides=teams))


def describe_paired_teams(teams: tuple[Team, ...], mode: SymmetryMode) -> str:
    """Return a sentence that names the teams which a symmetry exchanges; '' for two teams and without symmetry.

    For quarter turns the sentence says that they need four teams; it is '' if there are four.

    >>> describe_paired_teams(tuple(Team)[:3], SymmetryMode.LEFT_RIGHT)
    'Across the axis lie home and away; third lies on it.'
    """
    if mode is SymmetryMode.OFF or len(teams) == MIN_TEAMS:
        return ""
    if mode is SymmetryMode.QUARTER_TURNS:
        message = translate(
            "layout_edits",
            "Quarter turns carry four teams onto each other, not %1: for their end zones mirror or rotate by half.",
        )
        return "" if len(teams) == 4 else fill_placeholders(message, len(teams))
    # the first team with the second, the third with the fourth; the last of an odd number is in no pair
    pairs = zip(teams[::2], teams[1::2], strict=False)
    pair_texts = [
        fill_placeholders(translate("layout_edits", "%1 and %2"), *map(describe_kind, pair)) for pair in pairs
    ]
    if len(teams) % 2 == 0:
        return fill_placeholders(translate("layout_edits", "Across the axis lie %1."), ", ".join(pair_texts))
    message_for_odd = translate("layout_edits", "Across the axis lie %1; %2 lies on it.")
    return fill_placeholders(message_for_odd, ", ".join(pair_texts), describe_kind(teams[-1]))
