"""Season files: TOML."""

from __future__ import annotations

from datetime import date, datetime, time
from pathlib import Path
from typing import Any

from msgspec import Struct

from dungeon_designer.errors import ReadError
from dungeon_designer.seasons.model import Season, faults
from dungeon_designer.text.files import as_error, decoded, read_bytes
from dungeon_designer.text.json_schema import Schema, published, schema_with_words
from dungeon_designer.text.read_faults import Fault, converted
from dungeon_designer.text.read_faults import Path as KeyPath
from dungeon_designer.text.toml_marks import find_places, locate
from dungeon_designer.text.toml_text import LARGEST, read_toml

_FORMS = {
    "date": 'a day is written as "2027-03-13"',
    "starts": 'a time is written as "09:30"',
    "ends": 'a time is written as "09:30"',
    "roll": 'dice are written as "2D6"',
}
"""How what a key holds is written, where that has a form of its own."""


def read_season(path: Path, found: bool = False) -> Season:
    """Return the season in a file; ReadError names the file, the line and column, and what is wrong there.

    `found` is a file that no person named but the folder it lies in: it must be a plain file, and no link to one.
    """
    return read_season_file(path, found).season


def read_season_file(path: Path, found: bool = False) -> SeasonFile:
    """Return the season in a file together with its text; ReadError as `read_season` raises it."""
    if found and path.is_symlink():
        raise ReadError(str(path), "", "this is a link; name the season itself")
    return parse_season_file(read_bytes(path, LARGEST, found), str(path))


def parse_season(data: bytes, name: str) -> Season:
    """Return the season that some bytes hold; `name` is what errors call the file."""
    return parse_season_file(data, name).season


def parse_season_file(data: bytes, name: str) -> SeasonFile:
    """Return the season that some bytes hold together with their text; `name` is what errors call the file."""
    try:
        table = read_toml(data)
    except Fault as fault:
        raise as_error(fault, name) from None
    text = decoded(data)
    if not table:
        raise ReadError(name, "1:1", f"the season is empty; {_REMEDY_FOR_EMPTY}")
    try:
        _check_kind(table)
        season = _convert_season(table)
        _check_table(season)
        for path, problem in faults(season):
            raise Fault(problem, path)
    except Fault as fault:
        raise locate_fault(fault, text, name) from None
    return SeasonFile(name, season, text)


_REMEDY_FOR_EMPTY = "write a name and rounds, or let `dungeon-designer new season -o FILE` write one to start from"


class SeasonFile(Struct, frozen=True):
    """A season, the file it was read from as the caller named it, and the file's text."""

    file: str
    season: Season
    text: str

    def fault_at(self, path: KeyPath, problem: str) -> ReadError:
        """Return the error that tells a problem of a value, with its line and column in the file."""
        return locate_fault(Fault(problem, path), self.text, self.file)


def locate_fault(fault: Fault, text: str, name: str) -> ReadError:
    """Return a fault in a season's text as an error with line, column and the key in words."""
    mark = locate(find_places(text), fault.path, fault.at_key)
    words = describe_key(fault.path[:-1] if fault.at_key else fault.path)
    place = f"{mark[0]}:{mark[1]}" if mark else "1:1"
    return ReadError(name, place, f"{words}: {fault.problem}" if words else fault.problem)


def describe_key(path: KeyPath) -> str:
    """Return the way to a value of a season in words; rounds and all other entries count from 1.

    >>> describe_key(("rounds", 1, "layout", 0)), describe_key(("dice", "table", "4")), describe_key(("also", 0))
    ('round 2, layout 1', 'dice.table.4', 'also 1')
    """
    words = ""
    for step, after in zip(path, (*path[1:], ""), strict=False):
        if isinstance(step, str):
            name = "round" if step == "rounds" and isinstance(after, int) else step[:MAX_KEY_LETTERS]
            words += f".{name}" if words and words[-1] != " " else name
        else:
            words += f" {step + 1}, "
    return words.removesuffix(", ")


MAX_KEY_LETTERS = 60
"""Letters of each key that an error shows."""


def _convert_season(table: dict[str, Any]) -> Season:
    """Return the season in a table; a Fault says how a day, a time or dice are written where one is not."""
    try:
        return converted(_with_text_times(table), Season)
    except Fault as fault:
        if not fault.at_key and fault.path and (form := _FORMS.get(str(fault.path[-1]))):
            raise Fault(form, fault.path) from None
        raise


def _check_kind(table: dict[str, Any]) -> None:
    """Raise a Fault for a file that is plainly a ruleset."""
    if {"rules", "extends"} & set(table) and not {"rounds", "dice", "also"} & set(table):
        raise Fault("this is a ruleset, not a season; a check is told of it with --ruleset FILE")


def _with_text_times(value: Any) -> Any:
    """The data with days and times that TOML knows itself as text."""
    if isinstance(value, dict):
        return {key: _with_text_times(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_with_text_times(inner) for inner in value]
    if isinstance(value, time) and not value.second:
        return f"{value:%H:%M}"
    return value.isoformat() if isinstance(value, date) and not isinstance(value, datetime) else value


def _check_table(season: Season) -> None:
    """Raise a Fault unless each round names a dungeon or dice choose it, and dice name one for each of their sums."""
    if season.dice is not None:
        wanted, given = {str(total) for total in season.dice.sums}, set(season.dice.table)
        for missing in sorted(wanted - given, key=int):
            raise Fault(f"no layout for a roll of {missing}", ("dice", "table"))
        for stray in sorted(given - wanted):
            raise Fault(f"{season.dice.roll} cannot show {stray}", ("dice", "table", stray))
    for at, each in enumerate(season.rounds):
        if not each.layouts and season.dice is None:
            remedy = 'add layout = "…", or a [dice] table that chooses one'
            raise Fault(f"the round names no dungeon; {remedy}", ("rounds", at))
    if not season.layouts:
        raise Fault("the season names no layout: it needs rounds, dice or also")


def season_schema() -> Schema:
    """The schema. What it cannot say (which sums the dice can show, whether a dungeon is there) the reader checks.

    >>> season_schema()["required"]
    ['name']
    """
    schema = schema_with_words(Season)
    schema["properties"]["dice"]["properties"]["table"]["propertyNames"] = {"pattern": "^[1-9][0-9]*$"}
    some = [{"required": [key], "properties": {key: {"minItems": 1}}} for key in ("rounds", "also")]
    return published("season", {**schema, "anyOf": [*some, {"required": ["dice"]}]})
