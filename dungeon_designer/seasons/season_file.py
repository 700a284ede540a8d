"""Read season files, which are TOML."""

from __future__ import annotations

from datetime import date, datetime, time
from pathlib import Path
from typing import Any

from msgspec import Struct

from dungeon_designer.errors import ReadError
from dungeon_designer.seasons.season_model import Season, find_problems
from dungeon_designer.text.file_reading import build_read_error, decode_text, read_bytes
from dungeon_designer.text.json_schema import Schema, build_described_schema, build_published_schema
from dungeon_designer.text.read_faults import Fault, convert_data
from dungeon_designer.text.read_faults import KeyPath as KeyPath
from dungeon_designer.text.toml_marks import find_key_positions, find_mark
from dungeon_designer.text.toml_text import MAX_TOML_BYTES, read_toml

_FORM_MESSAGES = {
    "date": 'a day is written as "2027-03-13"',
    "starts": 'a time is written as "09:30"',
    "ends": 'a time is written as "09:30"',
    "roll": 'dice are written as "2D6"',
}
"""What the message says for a key whose value must have a certain form."""


def read_season(path: Path) -> Season:
    """Return the season (the plan of an event) in a file that a person named.

    Raises:
        ReadError: the file cannot be read; it names the line and column.
    """
    return read_season_file(path).season


def read_season_file(path: Path, is_discovered: bool = False) -> SeasonFile:
    """Return the season in a file together with its text.

    Args:
        path: the path of the file.
        is_discovered: whether a folder was searched for it, and no person named it; then it must be a plain file,
            no link.

    Raises:
        ReadError: the file cannot be read; it names the line and column.
    """
    if is_discovered and path.is_symlink():
        raise ReadError(str(path), "", "this is a link; name the season itself")
    return parse_season_file(read_bytes(path, MAX_TOML_BYTES, is_discovered), str(path))


def parse_season(data: bytes, name: str) -> Season:
    """Return the season (the plan of an event) that the bytes of a TOML file describe.

    Args:
        data: the bytes of a season file.
        name: what errors call the file.

    Raises:
        ReadError: the bytes hold no season; it names the line and column.
    """
    return parse_season_file(data, name).season


def parse_season_file(data: bytes, name: str) -> SeasonFile:
    """Return the season that the bytes of a TOML file describe, together with their text.

    Args:
        data: the bytes of a season file.
        name: what errors call the file.

    Raises:
        ReadError: the bytes hold no season; it names the line and column.
    """
    try:
        table = read_toml(data)
    except Fault as fault:
        raise build_read_error(fault, name) from None
    text = decode_text(data)
    if not table:
        raise ReadError(name, "1:1", f"the season is empty; {_EMPTY_FILE_REMEDY}")
    try:
        _refuse_ruleset(table)
        season = _convert_season(table)
        _check_dungeons(season)
        for path, problem in find_problems(season):
            raise Fault(problem, path)
    except Fault as fault:
        raise locate_fault(fault, text, name) from None
    return SeasonFile(name, season, text)


_EMPTY_FILE_REMEDY = "write a name and rounds, or let `dungeon-designer new season -o FILE` write one to start from"
"""What the message for an empty file suggests."""


class SeasonFile(Struct, frozen=True):
    """A season, the path of its file as the caller gave it, and the text of the file."""

    file: str
    season: Season
    text: str

    def build_error_at(self, path: KeyPath, problem: str) -> ReadError:
        """Return the error for a problem of a value, with its line and column in the file."""
        return locate_fault(Fault(problem, path), self.text, self.file)


def locate_fault(fault: Fault, text: str, name: str) -> ReadError:
    """Return the error for a problem in a season file, with line and column and the key in words such as "round 2".

    Args:
        fault: the problem and the key of its value.
        text: the text of the file.
        name: what the error calls the file.
    """
    position = find_mark(find_key_positions(text), fault.path, fault.at_key)
    words = describe_key(fault.path[:-1] if fault.at_key else fault.path)
    position_text = f"{position[0]}:{position[1]}" if position else "1:1"
    return ReadError(name, position_text, f"{words}: {fault.problem}" if words else fault.problem)


def describe_key(path: KeyPath) -> str:
    """Return the keys that lead to a value of a season, in words; rounds and other entries count from 1.

    >>> describe_key(("rounds", 1, "layout", 0)), describe_key(("dice", "table", "4")), describe_key(("also", 0))
    ('round 2, layout 1', 'dice.table.4', 'also 1')
    """
    words = ""
    for key_part, next_part in zip(path, (*path[1:], ""), strict=False):
        if isinstance(key_part, str):
            name = "round" if key_part == "rounds" and isinstance(next_part, int) else key_part[:MAX_KEY_LETTERS]
            words += f".{name}" if words and words[-1] != " " else name
        else:
            words += f" {key_part + 1}, "
    return words.removesuffix(", ")


MAX_KEY_LETTERS = 60
"""The most letters of a key that an error shows."""


def _convert_season(table: dict[str, Any]) -> Season:
    """Return the season that the data of a TOML file describe.

    Raises:
        Fault: a value is wrong; for a day, a time or dice the message says how to write it.
    """
    try:
        return convert_data(_format_times(table), Season)
    except Fault as fault:
        if not fault.at_key and fault.path and (form_message := _FORM_MESSAGES.get(str(fault.path[-1]))):
            raise Fault(form_message, fault.path) from None
        raise


def _refuse_ruleset(table: dict[str, Any]) -> None:
    """Raise a Fault if a table is a ruleset, which is a TOML file as well and is easily mistaken for a season."""
    if {"rules", "extends"} & set(table) and not {"rounds", "dice", "also"} & set(table):
        raise Fault("this is a ruleset, not a season; name it with check --ruleset FILE")


def _format_times(value: Any) -> Any:
    """Return the data of a TOML file with each date and time replaced by text, since `Season` has only texts.

    A time with seconds, and a date with a time, stay as they are, so that they are refused later.
    """
    if isinstance(value, dict):
        return {key: _format_times(inner_value) for key, inner_value in value.items()}
    if isinstance(value, list):
        return [_format_times(inner_value) for inner_value in value]
    if isinstance(value, time) and not value.second:
        return f"{value:%H:%M}"
    return value.isoformat() if isinstance(value, date) and not isinstance(value, datetime) else value


def _check_dungeons(season: Season) -> None:
    """Raise a Fault unless each round has a dungeon or dice, and the dice have a dungeon for each of their sums."""
    if season.dice is not None:
        possible_sums, listed_sums = {str(total) for total in season.dice.sums}, set(season.dice.table)
        for missing in sorted(possible_sums - listed_sums, key=int):
            raise Fault(f"no dungeon for a roll of {missing}", ("dice", "table"))
        for impossible_sum in sorted(listed_sums - possible_sums):
            raise Fault(f"{season.dice.roll} cannot show {impossible_sum}", ("dice", "table", impossible_sum))
    for index, season_round in enumerate(season.rounds):
        if not season_round.layouts and season.dice is None:
            remedy = 'add layout = "…", or a [dice] table that chooses one'
            raise Fault(f"the round names no dungeon; {remedy}", ("rounds", index))
    if not season.layouts:
        raise Fault("the season names no dungeon: it needs rounds, dice or also")


def build_season_schema() -> Schema:
    """Return the JSON Schema of season files.

    A schema cannot check which sums the dice can show, or whether a dungeon file exists; the reader does.

    >>> build_season_schema()["required"]
    ['name']
    """
    schema = build_described_schema(Season)
    schema["properties"]["dice"]["properties"]["table"]["propertyNames"] = {"pattern": "^[1-9][0-9]*$"}
    list_schemas = [{"required": [key], "properties": {key: {"minItems": 1}}} for key in ("rounds", "also")]
    return build_published_schema("season", {**schema, "anyOf": [*list_schemas, {"required": ["dice"]}]})
