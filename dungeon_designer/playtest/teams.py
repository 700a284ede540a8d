"""Read the teams and coaches that play, from TOML files: some come with the program, people add their own.

Every error of a file is one line that names the file and the key.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import numpy as np
from msgspec import Meta, Struct

from dungeon_designer.errors import PlaytestError, suggest_word
from dungeon_designer.playtest import state as s
from dungeon_designer.playtest.state import Array
from dungeon_designer.text.file_reading import read_bytes
from dungeon_designer.text.json_schema import Schema, build_described_schema, build_published_schema
from dungeon_designer.text.read_faults import Fault, convert_data, format_value
from dungeon_designer.text.toml_text import build_toml_error, read_toml

MAX_FILE_BYTES = 100_000
"""A larger file is refused as a team or coach."""

SKILLS = {"block": s.BLOCK, "dodge": s.DODGE, "mighty-blow": s.MIGHTY_BLOW, "leap": s.LEAP, "sure-hands": s.SURE_HANDS}
"""The bits of the skills that are played, by name: those that matter underground."""

DATA = Path(__file__).with_name("data")
TEAM_NAMES = tuple(sorted(path.stem for path in (DATA / "teams").glob("*.toml")))
"""The teams that come with the program."""

_D6 = Annotated[int, Meta(ge=2, le=6)]
_Text = Annotated[str, Meta(min_length=1)]


class Position(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Some players of one kind."""

    name: _Text
    count: Annotated[int, Meta(ge=1, le=s.TEAM_SIZE)] = 1
    movement: Annotated[int, Meta(ge=1, le=12)]
    strength: Annotated[int, Meta(ge=1, le=8)]
    agility: _D6
    passing: _D6
    armour: Annotated[int, Meta(ge=3, le=12)]
    skills: tuple[str, ...] = ()


class TeamRoster(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A team: its players, in the order in which they set up, and its re-rolls for a match."""

    name: _Text
    about: str = ""
    rerolls: Annotated[int, Meta(ge=0, le=8)] = 2
    players: Annotated[tuple[Position, ...], Meta(min_length=1)]

    @property
    def player_rows(self) -> Array:
        """An array with a row for each player: movement, strength, agility, passing, armour, bits of the skills."""
        rows = []
        for position in self.players:
            skills = sum(SKILLS[skill] for skill in set(position.skills))
            row = position.movement, position.strength, position.agility, position.passing, position.armour, skills
            rows += [row] * position.count
        return np.array(rows, dtype=np.int64)


def load_team(name: str) -> TeamRoster:
    """Return the team with an id (such as `balanced`) or from a file (a path that ends in `.toml`).

    Raises:
        PlaytestError: there is no such id
        ReadError: the file cannot be read; the message is one line
    """
    return parse_team(*read_file("team", name, TEAM_NAMES))


def read_file(kind: str, name: str, known_names: tuple[str, ...]) -> tuple[bytes, str]:
    """Return the bytes and the path of a team or coach file.

    Args:
        kind: `team` or `coach`
        name: the id of a file of the program, or a path that ends in `.toml`
        known_names: the ids of the program's files of this kind

    Raises:
        PlaytestError: there is no such id
    """
    if name in known_names:
        path = DATA / f"{kind}{'es' if kind.endswith('ch') else 's'}" / f"{name}.toml"
    elif name.lower().endswith(".toml"):
        path = Path(name)
    else:
        raise PlaytestError(f"there is no {kind} {name!r}{suggest_word(name, known_names)}")
    return read_bytes(path, MAX_FILE_BYTES), str(path)


def parse_team(data: bytes, name: str) -> TeamRoster:
    """Return the team in the bytes of a TOML file.

    Args:
        data: the bytes of the file
        name: the name of the file in error messages

    Raises:
        ReadError: the file is no team; the message names the file and the key
    """
    try:
        roster = convert_data(read_toml(data, MAX_FILE_BYTES), TeamRoster)
        for place, position in enumerate(roster.players):
            for number, skill in enumerate(position.skills):
                if skill not in SKILLS:
                    problem = f"there is no skill {format_value(skill)}{suggest_word(skill, SKILLS)}"
                    raise Fault(problem, ("players", place, "skills", number))
        count = sum(position.count for position in roster.players)
        if count > s.TEAM_SIZE:
            raise Fault(f"a team has no more than {s.TEAM_SIZE} players, this one {count}", ("players",))
    except Fault as fault:
        raise build_toml_error(fault, data, name) from None
    return roster


COACH_NAMES = tuple(sorted(path.stem for path in (DATA / "coaches").glob("*.toml")))
"""The coaches that come with the program."""
STYLES = ("cautious", "balanced", "bold")
"""The coaches for whose play a verdict is given."""
DEFAULT_COACH = "balanced"
"""The coach who plays if none is named."""

_Weight = Annotated[int, Meta(ge=-100_000, le=100_000)]


class CoachStyle(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A coach: name and weights; a weight that is missing is the balanced coach's."""

    name: Annotated[str, Meta(min_length=1)]
    about: str = ""
    weights: dict[str, _Weight]

    @property
    def weight_row(self) -> Array:
        """The weights as an array in the order of `WEIGHT_NAMES`.

        A weight that the file leaves out is that of the balanced coach.
        """
        missing = set(s.WEIGHT_NAMES) - set(self.weights)
        weights = load_coach("balanced").weights | self.weights if missing else self.weights
        return np.array([weights[name] for name in s.WEIGHT_NAMES], dtype=np.int64)


def load_coach(name: str) -> CoachStyle:
    """Return the coach with an id (such as `bold`) or from a file (a path that ends in `.toml`).

    Raises:
        PlaytestError: there is no such id
        ReadError: the file cannot be read; the message is one line
    """
    return parse_coach(*read_file("coach", name, COACH_NAMES))


def parse_coach(data: bytes, name: str) -> CoachStyle:
    """Return the coach in the bytes of a TOML file.

    Args:
        data: the bytes of the file
        name: the name of the file in error messages

    Raises:
        ReadError: the file is no coach; the message names the file and the key
    """
    try:
        style = convert_data(read_toml(data, MAX_FILE_BYTES), CoachStyle)
        for weight in style.weights:
            if weight not in s.WEIGHT_NAMES:
                problem = f"there is no weight {format_value(weight)}{suggest_word(weight, s.WEIGHT_NAMES)}"
                raise Fault(problem, ("weights", weight))
    except Fault as fault:
        raise build_toml_error(fault, data, name) from None
    return style


def build_coach_schema() -> Schema:
    """Return the JSON Schema of a coach's file.

    >>> build_coach_schema()["required"]
    ['name', 'weights']
    """
    schema = build_described_schema(CoachStyle)
    schema["properties"]["weights"]["propertyNames"] = {"enum": list(s.WEIGHT_NAMES)}
    return build_published_schema("coach", schema)
