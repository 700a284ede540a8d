"""The layout as both file formats spell it, and the checks that make a layout of it.

A `LayoutDocument` differs from a `Layout` only where a file may be shorter: terrain and obstacles may have a size.
`build_layout` checks what a type cannot express: a section is a tile or drawn, ids are unique, machines name existing
sections, and nothing lies beyond the last coordinate.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

from msgspec import NODEFAULT, Meta, Struct
from msgspec.structs import asdict

from dungeon_designer.errors import suggest_word
from dungeon_designer.grid import MAX_COORDINATE, Side, Size, Square, list_block_squares
from dungeon_designer.layout.model import (
    LIST_KEYS,
    MAX_TEAMS,
    MIN_TEAMS,
    EdgeRun,
    Layout,
    MatchTeam,
    Obstacle,
    RollingBall,
    RotatingRoom,
    Section,
    Span,
    Team,
    Terrain,
    Trap,
    Waiver,
    list_teams,
    normalise_layout,
)
from dungeon_designer.pictures.picture_model import DungeonPicture, find_name_problem
from dungeon_designer.rulesets.play_table import UNSET_KEY, PlayChanges, check_play
from dungeon_designer.text.autocorrect import explain_letter
from dungeon_designer.text.read_faults import Fault, KeyPath, format_value

MAX_SECTION_SQUARES = 1_000_000
"""The greatest number of squares in all drawn sections of a file.

A square that several sections draw counts for each.
"""

MAX_TERRAIN_SQUARES = 300_000
"""The greatest number of squares of terrain and obstacles in a file."""

MAX_OBJECTS = 50_000
"""The greatest number of sections, objects, waivers and names in a file, counted by square and by edge."""

MAX_WAIVERS = 1_000
"""The greatest number of waivers in a file. Each is compared with all findings of its rule."""

MAX_MACHINES = 1_000
"""The greatest number of machines in a file. Each rotation of each rotating room is computed."""

MAX_EXTRA_DEPTH = 32
"""How deep the lists and tables of `extra` may be nested."""


class TerrainEntry(Terrain, frozen=True):
    """A rectangle of terrain other than plain floor, of the given `size`."""

    size: Span = (1, 1)


class ObstacleEntry(Obstacle, frozen=True):
    """A rectangle of an obstacle, which no player may enter, of the given `size`."""

    size: Span = (1, 1)


_TeamCount = Annotated[int, Meta(ge=MIN_TEAMS, le=MAX_TEAMS)]
_TeamList = Annotated[tuple[MatchTeam, ...], Meta(extra_json_schema={"minItems": MIN_TEAMS, "maxItems": MAX_TEAMS})]


class LayoutDocument(Layout, frozen=True):
    """A layout as a file spells it."""

    play: PlayChanges = PlayChanges()  # type: ignore[assignment]  # a layout holds only the keys of the file
    sides: _TeamCount | _TeamList = MIN_TEAMS  # type: ignore[assignment]  # `build_layout` makes sides of it
    terrain: tuple[TerrainEntry, ...] = ()
    obstacles: tuple[ObstacleEntry, ...] = ()


def build_layout(document: LayoutDocument, data: dict[str, Any]) -> Layout:
    """Check what a dungeon file says, and return it as a layout in canonical form: objects sorted, defaults filled in.

    Args:
        document: what a file says.
        data: the plain data of the document. It tells which keys the file has, and which have their defaults.

    Raises:
        Fault: the document is no valid layout.
    """
    teams, play = read_teams(document), data.get("play", {})
    _check_unset_keys(play)
    _check_sections(document, data)
    _check_team_names(document, teams)
    _check_machines(document)
    check_extents(document)
    if is_nested_deeper(document.extra, MAX_EXTRA_DEPTH):
        raise Fault(f"nested deeper than {MAX_EXTRA_DEPTH} levels", ("extra",))
    _check_picture(document)
    # a file lists rectangles of terrain and obstacles, a layout each square of them
    terrain = tuple(
        Terrain(kind=entry.kind, at=square)
        for entry in document.terrain
        for square in list_block_squares(entry.at, entry.size)
    )
    obstacles = tuple(
        Obstacle(kind=entry.kind, at=square)
        for entry in document.obstacles
        for square in list_block_squares(entry.at, entry.size)
    )
    converted_fields = {"play": play, "sides": teams, "terrain": terrain, "obstacles": obstacles}
    return normalise_layout(Layout(**asdict(document) | converted_fields))


def _check_unset_keys(play: dict[str, Any]) -> None:
    """Raise a Fault if the key `unset` in a dungeon's own `play` table is wrong.

    The table changes how matches are played on this dungeon. Its key `unset` lists those keys of the edition that are
    dropped without a new value, such as its limit of jumps.
    """
    if UNSET_KEY not in play:
        return
    # the type `PlayChanges` has checked all other keys already, so that a problem found here concerns `unset`
    problem = check_play(play)  # '' or a text such as "play.unset: must be a list of names"
    if problem:
        _, _, problem_without_key = problem.partition(": ")
        raise Fault(problem_without_key, ("play", UNSET_KEY))


def _check_team_names(document: LayoutDocument, teams: tuple[MatchTeam, ...]) -> None:
    """Raise a Fault if a section or a trap of a file belongs to a team that does not play in the dungeon."""
    for index, section in enumerate(document.sections):
        check_team(section.side, teams, ("sections", index, "side"))
    for index, trap in enumerate(document.traps):
        check_team(trap.owner, teams, ("traps", index, "owner"))


def _check_picture(document: LayoutDocument) -> None:
    """Raise a Fault if a dungeon's picture has a name that leads out of the folder of the dungeon's file."""
    problem = find_name_problem(document.picture.file) if document.picture else ""
    if problem:
        raise Fault(problem, ("picture", "file"))


def _check_machines(document: LayoutDocument) -> None:
    """Raise a Fault if a rotating room names a section that the document does not have."""
    ids = {section.id for section in document.sections}
    for index, machine in enumerate(document.machines):
        if not isinstance(machine, RotatingRoom):
            continue
        for number, name in enumerate(machine.sections):
            if name not in ids:
                problem = f"no section has the id {format_value(name)}{suggest_word(name, ids)}"
                raise Fault(problem, ("machines", index, "sections", number))


def is_nested_deeper(value: Any, level_count: int) -> bool:
    """Return whether something in plain data lies within `level_count` or more tables and lists.

    If `value` is a table or a list, it counts as the first level.

    >>> is_nested_deeper({"a": [1]}, 2), is_nested_deeper({"a": [1]}, 3)
    (True, False)
    """
    values_at_depth = [value]  # after n rounds of the loop: all values that lie within n tables and lists
    for _ in range(level_count):
        tables = [value for value in values_at_depth if isinstance(value, dict)]
        lists = [value for value in values_at_depth if isinstance(value, list)]
        values_at_depth = [inner for table in tables for inner in table.values()]
        values_at_depth += [inner for values in lists for inner in values]
    return bool(values_at_depth)


def build_file_entry(item: Struct) -> dict[str, Any]:
    """Return a part of a layout as a file writes it, without the optional fields that have their default values.

    A position `at` is always written, and so is the tag, which names the kind of a machine.

    >>> build_file_entry(RotatingRoom(sections=("a", "b")))
    {'kind': 'rotating_room', 'sections': ('a', 'b')}
    """
    tag = item.__struct_config__.tag_field
    entry: dict[str, Any] = {tag: item.__struct_config__.tag} if tag else {}
    fields = item.__struct_fields__
    # only the last fields have defaults; the required ones before them are always written
    required_count = len(fields) - len(item.__struct_defaults__)
    defaults = (*[NODEFAULT] * required_count, *item.__struct_defaults__)
    for name, default in zip(fields, defaults, strict=True):
        value = getattr(item, name)
        if value != default or name == "at":
            entry[name] = value
    return entry


def build_picture_entry(picture: DungeonPicture) -> dict[str, Any]:
    """Return the value of the key `picture` in a file, with whole numbers of squares written as such.

    >>> build_picture_entry(DungeonPicture(file="map.jpg", at=(-1.5, 0.0), size=(24.0, 16.0)))
    {'file': 'map.jpg', 'at': [-1.5, 0], 'size': [24, 16]}
    """
    lengths = {
        key: [int(length) if length == int(length) else length for length in getattr(picture, key)]
        for key in ("at", "size")
    }
    return build_file_entry(picture) | lengths


def list_used_keys(layout: Layout) -> list[str]:
    """Return the keys that a file of this layout needs: those whose values differ from their defaults.

    >>> list_used_keys(Layout(name="Hall", chests=((1, 2),)))
    ['name', 'chests']
    """
    defaults = Layout()
    return [name for name in Layout.__struct_fields__ if getattr(layout, name) != getattr(defaults, name)]


def read_teams(document: LayoutDocument) -> tuple[MatchTeam, ...]:
    """Return the teams of a dungeon file, whose key `sides` gives their number or lists them.

    Raises:
        Fault: there are too few or too many teams, or the list leaves one out.
    """
    teams = document.sides
    if isinstance(teams, int):
        return list_teams(teams)
    if not MIN_TEAMS <= len(teams) <= MAX_TEAMS:
        raise Fault(f"a dungeon has {MIN_TEAMS} to {MAX_TEAMS} teams, not {len(teams)}", ("sides",))
    missing_ids = [team.id for team in list_teams(len(teams))]
    for index, team in enumerate(teams):
        if team.id not in missing_ids:
            ids_in_words = " or ".join(missing_ids)
            raise Fault(
                f"{format_value(team.id)} cannot be here; what is left is {ids_in_words}", ("sides", index, "id")
            )
        missing_ids.remove(team.id)
    return teams


def check_team(team: Team | None, teams: tuple[MatchTeam, ...], path: KeyPath) -> None:
    """Raise a Fault if a file names a team that does not play in the dungeon.

    Args:
        team: the team to which a section or an object belongs; None for no team.
        teams: the teams that play.
        path: the keys under which the file names the team, for the Fault.
    """
    names = [match_team.id for match_team in teams]
    if team is not None and team not in names:
        required_count = list(Team).index(team) + 1  # a dungeon for n teams has the first n of them
        problem = (
            f"this dungeon has the teams {', '.join(names)};"
            f" for {format_value(team)} say that 'sides' is {required_count}"
        )
        raise Fault(problem, path)


def build_teams_entry(teams: tuple[MatchTeam, ...]) -> int | list[dict[str, Any]]:
    """Return the value of the key `sides` in a file: the number of teams, or a list if a colour or emblem is set.

    >>> build_teams_entry(list_teams(4))
    4
    """
    return len(teams) if teams == list_teams(len(teams)) else [build_file_entry(team) for team in teams]


def _check_sections(document: LayoutDocument, data: dict[str, Any]) -> None:
    """Raise a Fault if a section of a dungeon file is wrong.

    Ids must be unique. A section is either a tile or drawn in rows, only a tile may be rotated or flipped, and rows
    hold floor and rock only.
    """
    entries = data.get("sections", ())
    index_by_id: dict[str, int] = {}
    for index, section in enumerate(document.sections):
        path: KeyPath = ("sections", index)
        if (first_index := index_by_id.setdefault(section.id, index)) != index:
            problem = f"the id {format_value(section.id)} is taken by sections[{first_index}]; give this one its own"
            raise Fault(problem, (*path, "id"))
        # the file may give an empty list of rows; sections drawn with letters in a sketch have no entry in the file
        has_rows_in_file = index < len(entries) and "rows" in entries[index]
        _check_tile_or_rows(section, bool(section.rows) or has_rows_in_file, path)
        _check_rows(section, path)


def _check_tile_or_rows(section: Section, is_drawn: bool, path: KeyPath) -> None:
    """Raise a Fault unless a section is either a tile or drawn in rows, and is rotated or flipped only as a tile.

    Args:
        section: the section.
        is_drawn: whether the file gives it rows.
        path: the keys that lead to it, for the Fault.
    """
    if is_drawn and section.tile:
        raise Fault("a section is a tile or drawn in rows, not both", (*path, "rows"))
    if not is_drawn and not section.tile:
        raise Fault("a section needs the key 'tile', or 'rows' when it is drawn", path)
    if is_drawn and (section.turn or section.flip):
        problem = "only a tile can be turned or flipped; draw the rows as they shall lie"
        raise Fault(problem, (*path, "turn" if section.turn else "flip"))


def _check_rows(section: Section, path: KeyPath) -> None:
    """Raise a Fault if a row of a drawn section holds more than floor and rock, or has floor off the grid.

    `path` has the keys that lead to the section, for the Fault.
    """
    for number, row in enumerate(section.rows):
        row_path = (*path, "rows", number)
        if wrong_letters := row.strip(".# "):
            # `explain_letter` returns '' for letters that no autocorrect of a word processor writes
            remedy = explain_letter(wrong_letters[0]) or "; rows hold . for floor and # or blank for rock"
            raise Fault(f"{format_value(wrong_letters[0])} in a row{remedy}", row_path)
        _check_on_grid(section.at, (len(row.rstrip("# ")), number + 1), row_path)


_TERRAIN_KEYS = ("terrain", "obstacles")
_OBJECT_KEYS = [key for key in LIST_KEYS if key not in (*_TERRAIN_KEYS, "labels")]


def check_extents(document: LayoutDocument) -> None:
    """Raise a Fault if something lies beyond the last coordinate, or if a limit on the size of files is exceeded.

    The limits keep every check within about a second.
    """
    section_amounts = (
        ("sections", index, sum(row.count(".") for row in entry.rows)) for index, entry in enumerate(document.sections)
    )
    _check_sum(section_amounts, MAX_SECTION_SQUARES, "the sections up to here have more than {:,} squares")
    _check_sum(
        _list_amounts(document, _TERRAIN_KEYS),
        MAX_TERRAIN_SQUARES,
        "terrain and obstacles up to here cover more than {:,} squares",
    )
    _check_sum(
        _list_amounts(document, _OBJECT_KEYS),
        MAX_OBJECTS,
        "the items up to here are more than {:,}, square by square and edge by edge",
    )
    for key, limit in (("waivers", MAX_WAIVERS), ("machines", MAX_MACHINES)):
        if len(getattr(document, key)) > limit:
            raise Fault(f"more than {limit:,} {key}", (key, limit))  # entry number `limit` is the first too many


def _list_amounts(document: LayoutDocument, keys: Iterable[str]) -> Iterator[tuple[str, int, int]]:
    """Yield for each entry of some lists the key of its list, its index there, and how many squares or edges it covers.

    Raises:
        Fault: the entry reaches beyond the last coordinate.
    """
    for key in keys:
        for index, entry in enumerate(getattr(document, key)):
            yield key, index, _count_units(entry, (key, index))


def _check_sum(amounts: Iterable[tuple[str, int, int]], limit: int, problem: str) -> None:
    """Raise a Fault if a sum of amounts exceeds a limit; it names the entry at which that happens.

    Args:
        amounts: for each entry the key of its list, its number in the list, and its amount.
        limit: the largest sum allowed.
        problem: the text of the Fault, with a placeholder for the limit.
    """
    total = 0
    for key, number, amount in amounts:
        total += amount
        if total > limit:
            raise Fault(problem.format(limit), (key, number))


def _count_units(item: Any, path: KeyPath) -> int:
    """Return how much an entry of a file counts towards the limits on files: its squares, edges or names.

    A rolling ball counts its own squares and those of its track.

    Args:
        item: the entry.
        path: the keys that lead to it, for the Fault.

    Raises:
        Fault: the entry reaches beyond the last coordinate.
    """
    match item:
        case Terrain() | Obstacle() | Trap():
            return _count_squares(item.at, item.size, path)  # type: ignore[union-attr]  # entries of a file have a size
        case EdgeRun():
            size = (item.width, 1) if item.side in (Side.NORTH, Side.SOUTH) else (1, item.width)
            return _count_squares(item.at, size, path)
        case RotatingRoom():
            return 1 + len(item.sections)
        case RollingBall():
            width, height = item.size
            track_width = height if item.travel in (Side.EAST, Side.WEST) else width
            track_squares = _count_squares((0, 0), (item.length, track_width), path)  # a track may leave the grid
            return _count_squares(item.at, item.size, path) + track_squares
        case Waiver():
            return 1 + len(item.squares)
    return 1


def _count_squares(corner: Square, size: Size, path: KeyPath) -> int:
    """Return how many squares a rectangle covers.

    Raises:
        Fault: the rectangle reaches beyond the last coordinate.
    """
    _check_on_grid(corner, size, path)
    return size[0] * size[1]


def _check_on_grid(corner: Square, size: Size, path: KeyPath) -> None:
    """Raise a Fault if a rectangle, given by its upper left corner and its size, reaches beyond the last coordinate.

    `path` has the keys under which a file names the rectangle, for the Fault.
    """
    right, bottom = corner[0] + size[0] - 1, corner[1] + size[1] - 1
    if right > MAX_COORDINATE or bottom > MAX_COORDINATE:
        raise Fault(f"this reaches beyond {MAX_COORDINATE}, the last coordinate", path)
