"""Season files: TOML."""

from __future__ import annotations

import re
from datetime import date, datetime, time
from pathlib import Path
from typing import Any

from dungeon_designer.errors import ReadError
from dungeon_designer.seasons.model import Season, faults
from dungeon_designer.text.files import read_bytes
from dungeon_designer.text.json_schema import Schema, published, schema_with_words
from dungeon_designer.text.read_faults import Fault, converted, shown
from dungeon_designer.text.toml_text import LARGEST, read_toml

_BARE_CLOCK = re.compile(r"^\s*(?:.*[{,]\s*)?(\w+)\s*=\s*(\d{1,2}:\d{2})(?![\d:])")
"""A time without quotes, which TOML takes with seconds only."""

_FORMS = {
    "date": 'a day is written as "2027-03-13"',
    "starts": 'a time is written as "09:30"',
    "ends": 'a time is written as "09:30"',
    "roll": 'dice are written as "2D6"',
}
"""How what a key holds is written, where that has a form of its own."""


def read_season(path: Path, found: bool = False) -> Season:
    """The season a file holds; ReadError names the file and the key or line.

    `found` is one that no person named but the folder it lies in: it must be a plain file, and no link to one.
    """
    if found and path.is_symlink():
        raise ReadError(str(path), "", "this is a link; name the season itself")
    return parse_season(read_bytes(path, LARGEST, found), str(path))


def parse_season(data: bytes, name: str) -> Season:
    """The season some bytes hold; `name` is what errors call the file."""
    try:
        table = read_toml(data)
    except Fault as fault:
        more = ""
        if fault.problem.startswith("not TOML"):
            lines = data.decode("utf-8-sig").splitlines()
            bare = next(filter(None, map(_BARE_CLOCK.match, lines)), None)
            more = f'; a time stands in quotes: {bare[1]} = "{bare[2]}"' if bare else ""
        raise ReadError(name, "", fault.problem + more) from None
    try:
        season = converted(_with_text_times(table), Season)
    except Fault as fault:
        form = None if fault.at_key or not fault.path else _FORMS.get(str(fault.path[-1]))
        raise ReadError(name, shown(fault.path), form or fault.problem) from None
    _check_table(season, name)
    for place, problem in faults(season):
        raise ReadError(name, place, problem)
    return season


def _with_text_times(value: Any) -> Any:
    """The data with days and times that TOML knows itself as text."""
    if isinstance(value, dict):
        return {key: _with_text_times(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_with_text_times(inner) for inner in value]
    if isinstance(value, time) and not value.second:
        return f"{value:%H:%M}"
    return value.isoformat() if isinstance(value, date) and not isinstance(value, datetime) else value


def _check_table(season: Season, name: str) -> None:
    """A season names a layout, each round one or dice, and a dice table every sum of its dice and no other."""
    if season.dice is not None:
        wanted, given = {str(total) for total in season.dice.sums}, set(season.dice.table)
        for missing in sorted(wanted - given, key=int):
            raise ReadError(name, "dice.table", f"no layout for a roll of {missing}")
        for stray in sorted(given - wanted):
            raise ReadError(name, f"dice.table.{stray}", f"{season.dice.roll} cannot show {stray}")
    for at, each in enumerate(season.rounds):
        if not each.layouts and season.dice is None:
            remedy = 'add layout = "…", or a [dice] table that chooses one'
            raise ReadError(name, f"rounds[{at}]", f"the round names no dungeon; {remedy}")
    if not season.layouts:
        raise ReadError(name, "", "the season names no layout: it needs rounds, dice or also")


def season_schema() -> Schema:
    """The schema. What it cannot say (which sums the dice can show, whether a dungeon is there) the reader checks.

    >>> season_schema()["required"]
    ['name']
    """
    schema = schema_with_words(Season)
    schema["properties"]["dice"]["properties"]["table"]["propertyNames"] = {"pattern": "^[1-9][0-9]*$"}
    some = [{"required": [key], "properties": {key: {"minItems": 1}}} for key in ("rounds", "also")]
    return published("season", {**schema, "anyOf": [*some, {"required": ["dice"]}]})
