"""Teams: who plays, as a TOML file says; four come with the program, people add theirs.

Every fault of a file is told in one line that names the file and the key.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import numpy as np
from msgspec import Meta, Struct

from dungeon_designer.errors import PlaytestError, ReadError, did_you_mean
from dungeon_designer.playtest import state as s
from dungeon_designer.playtest.state import Array
from dungeon_designer.text.files import read_bytes
from dungeon_designer.text.read_faults import Fault, converted, quoted, shown
from dungeon_designer.text.toml_text import read_toml

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
        raise ReadError(name, shown(fault.path), fault.problem) from None
    return found
