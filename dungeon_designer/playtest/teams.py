"""Teams: who plays, as a TOML file says; four come with the program, people add theirs.

Every fault of a file is told in one line that names the file and the key.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated

import msgspec
import numpy as np
from msgspec import Meta, Struct

from dungeon_designer.errors import PlaytestError, ReadError, did_you_mean
from dungeon_designer.playtest import terms
from dungeon_designer.playtest.terms import Array
from dungeon_designer.text.files import read_bytes
from dungeon_designer.text.json_schema import described

LARGEST = 100_000
"""A team file of more bytes than this is none."""

SKILLS = {
    "block": terms.BLOCK,
    "dodge": terms.DODGE,
    "mighty-blow": terms.MIGHTY,
    "leap": terms.LEAP,
    "sure-hands": terms.HANDS,
}
"""The skills that matter underground, and are played."""

_DATA = Path(__file__).with_name("data")
OWN = tuple(sorted(path.stem for path in (_DATA / "teams").glob("*.toml")))
"""The teams that come with the program."""

_Target = Annotated[int, Meta(ge=2, le=6)]


class Position(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Some players of one kind."""

    name: Annotated[str, described("What they are called.", "runner", min_length=1)]
    count: Annotated[int, described("How many of them the team has.", 4, minimum=1, maximum=16)] = 1
    movement: Annotated[int, described("Squares they move.", 6, minimum=1, maximum=12)]
    strength: Annotated[int, described("Their strength.", 3, minimum=1, maximum=8)]
    agility: Annotated[
        int, described("The least D6 with which they dodge, catch and pick up.", 3, minimum=2, maximum=6)
    ]
    passing: Annotated[int, described("The least D6 with which they throw.", 4, minimum=2, maximum=6)]
    armour: Annotated[int, described("The least 2D6 that breaks their armour.", 9, minimum=3, maximum=12)]
    skills: Annotated[tuple[str, ...], described("What they can do besides.", ["block"])] = ()


class Team(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A team: its players, those first who are set up first, and its re-rolls for a match."""

    name: Annotated[str, described("What the team is called.", "Cellar Rats", min_length=1)]
    about: Annotated[str, described("What it is good at, in a line.", "Many small players.")] = ""
    rerolls: Annotated[int, described("Team re-rolls a match.", 2, minimum=0, maximum=8)] = 2
    players: Annotated[tuple[Position, ...], described("Its players.", [])]

    @property
    def roster(self) -> Array:
        """A row for each player: movement, strength, agility, passing, armour, skills."""
        rows = [_row(position) for position in self.players for _ in range(position.count)]
        return np.array(rows, dtype=np.int64)


def _row(position: Position) -> tuple[int, ...]:
    skills = sum(SKILLS[skill] for skill in set(position.skills))
    return position.movement, position.strength, position.agility, position.passing, position.armour, skills


def team(name: str) -> Team:
    """A team by its id (`balanced`) or by its file (anything ending in `.toml`); errors are one line."""
    if name in OWN:
        return read_team(_DATA / "teams" / f"{name}.toml")
    if name.lower().endswith(".toml"):
        return read_team(Path(name))
    raise PlaytestError(f"there is no team {name!r}{did_you_mean(name, OWN)}")


def read_team(path: Path) -> Team:
    """The team in a TOML file; ReadError names the file, the key and the fault."""
    try:
        table = tomllib.loads(read_bytes(path, LARGEST).decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise ReadError(str(path), "", "not UTF-8 text") from None
    except (ValueError, RecursionError) as error:
        raise ReadError(str(path), "", f"not TOML: {error}") from None
    try:
        found = msgspec.convert(table, Team)
    except msgspec.ValidationError as error:
        raise ReadError(str(path), "", f"this is no team: {error}") from None
    problem = _problem(found)
    if problem:
        raise ReadError(str(path), "", problem)
    return found


_BOUNDS = {
    "movement": (1, 12),
    "strength": (1, 8),
    "agility": (2, 6),
    "passing": (2, 6),
    "armour": (3, 12),
    "count": (1, 16),
}


def _problem(found: Team) -> str:
    """What is wrong with a team's numbers and skills; empty when nothing is."""
    for place, position in enumerate(found.players):
        for key, (least, most) in _BOUNDS.items():
            if not least <= getattr(position, key) <= most:
                return f"players[{place}].{key}: must be from {least} to {most}"
        for skill in position.skills:
            if skill not in SKILLS:
                return f"players[{place}].skills: there is no skill {skill!r}{did_you_mean(skill, SKILLS)}"
    count = sum(position.count for position in found.players)
    if not 0 <= found.rerolls <= 8:
        return "rerolls: must be from 0 to 8"
    return "" if 1 <= count <= terms.TEAM else f"players: a team has 1 to {terms.TEAM}, this one {count}"


def policy() -> tuple[int, ...]:
    """The weights of both coaches, in the order of `terms.WEIGHT_NAMES`."""
    weights = tomllib.loads((_DATA / "policy.toml").read_text(encoding="utf-8"))["weights"]
    return tuple(int(weights[name]) for name in terms.WEIGHT_NAMES)
