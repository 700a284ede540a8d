"""Who plays, as TOML files say: teams, and coaches with their weights; some come with the program, people add theirs.

Every fault of a file is told in one line that names the file and the key.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import numpy as np
from msgspec import Meta, Struct

from dungeon_designer.errors import PlaytestError, did_you_mean
from dungeon_designer.playtest import state as s
from dungeon_designer.playtest.state import Array
from dungeon_designer.text.files import read_bytes
from dungeon_designer.text.json_schema import Schema, published, schema_with_words
from dungeon_designer.text.read_faults import Fault, converted, quoted
from dungeon_designer.text.toml_text import locate_toml_fault, read_toml

LARGEST = 100_000
"""A team file of more bytes than this is none."""

SKILLS = {"block": s.BLOCK, "dodge": s.DODGE, "mighty-blow": s.MIGHTY, "leap": s.LEAP, "sure-hands": s.HANDS}
"""The skills that matter underground, and are played."""

DATA = Path(__file__).with_name("data")
OWN = tuple(sorted(path.stem for path in (DATA / "teams").glob("*.toml")))
"""The teams that come with the program."""

_D6 = Annotated[int, Meta(ge=2, le=6)]
_Text = Annotated[str, Meta(min_length=1)]


class Position(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Some players of one kind."""

    name: _Text
    count: Annotated[int, Meta(ge=1, le=s.TEAM)] = 1
    movement: Annotated[int, Meta(ge=1, le=12)]
    strength: Annotated[int, Meta(ge=1, le=8)]
    agility: _D6
    passing: _D6
    armour: Annotated[int, Meta(ge=3, le=12)]
    skills: tuple[str, ...] = ()


class TeamRoster(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A team: its players, those first who are set up first, and its re-rolls for a match."""

    name: _Text
    about: str = ""
    rerolls: Annotated[int, Meta(ge=0, le=8)] = 2
    players: Annotated[tuple[Position, ...], Meta(min_length=1)]

    @property
    def roster(self) -> Array:
        """A row for each player: movement, strength, agility, passing, armour, skills."""
        rows = []
        for each in self.players:
            skills = sum(SKILLS[skill] for skill in set(each.skills))
            rows += [(each.movement, each.strength, each.agility, each.passing, each.armour, skills)] * each.count
        return np.array(rows, dtype=np.int64)


def team(name: str) -> TeamRoster:
    """A team by its id (`balanced`) or by its file (anything ending in `.toml`); errors are one line."""
    return parse_team(*file_of("team", name, OWN))


def file_of(kind: str, name: str, own: tuple[str, ...]) -> tuple[bytes, str]:
    """The bytes and the name of a `team` or `coach` file: one of the program's `own` by its id, else anyone's."""
    if name in own:
        path = DATA / f"{kind}{'es' if kind.endswith('ch') else 's'}" / f"{name}.toml"
    elif name.lower().endswith(".toml"):
        path = Path(name)
    else:
        raise PlaytestError(f"there is no {kind} {name!r}{did_you_mean(name, own)}")
    return read_bytes(path, LARGEST), str(path)


def parse_team(data: bytes, name: str) -> TeamRoster:
    """The team some bytes hold; `name` is what errors call the file."""
    try:
        found = converted(read_toml(data, LARGEST), TeamRoster)
        for place, position in enumerate(found.players):
            for number, skill in enumerate(position.skills):
                if skill not in SKILLS:
                    problem = f"there is no skill {quoted(skill)}{did_you_mean(skill, SKILLS)}"
                    raise Fault(problem, ("players", place, "skills", number))
        count = sum(position.count for position in found.players)
        if count > s.TEAM:
            raise Fault(f"a team has no more than {s.TEAM} players, this one {count}", ("players",))
    except Fault as fault:
        raise locate_toml_fault(fault, data, name) from None
    return found


COACHES = tuple(sorted(path.stem for path in (DATA / "coaches").glob("*.toml")))
"""The coaches that come with the program."""
STYLES = ("cautious", "balanced", "bold")
"""Those over whose play a verdict is given."""
USUAL = "balanced"
"""The one of them who plays where no coach is asked for."""

_Weight = Annotated[int, Meta(ge=-100_000, le=100_000)]


class CoachStyle(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A coach: what he is called, and his weights; one that is not named is the balanced coach's."""

    name: Annotated[str, Meta(min_length=1)]
    about: str = ""
    weights: dict[str, _Weight]

    @property
    def row(self) -> Array:
        """His weights in the order of `s.WEIGHT_NAMES`."""
        missing = set(s.WEIGHT_NAMES) - set(self.weights)
        weights = coach("balanced").weights | self.weights if missing else self.weights
        return np.array([weights[name] for name in s.WEIGHT_NAMES], dtype=np.int64)


def coach(name: str) -> CoachStyle:
    """A coach by his id (`bold`) or by his file (anything ending in `.toml`); errors are one line."""
    return parse_coach(*file_of("coach", name, COACHES))


def parse_coach(data: bytes, name: str) -> CoachStyle:
    """The coach some bytes hold; `name` is what errors call the file."""
    try:
        found = converted(read_toml(data, LARGEST), CoachStyle)
        for weight in found.weights:
            if weight not in s.WEIGHT_NAMES:
                problem = f"there is no weight {quoted(weight)}{did_you_mean(weight, s.WEIGHT_NAMES)}"
                raise Fault(problem, ("weights", weight))
    except Fault as fault:
        raise locate_toml_fault(fault, data, name) from None
    return found


def coach_schema() -> Schema:
    """The schema of a coach's file.

    >>> coach_schema()["required"]
    ['name', 'weights']
    """
    schema = schema_with_words(CoachStyle)
    schema["properties"]["weights"]["propertyNames"] = {"enum": list(s.WEIGHT_NAMES)}
    return published("coach", schema)
