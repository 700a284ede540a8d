"""Coaches: how a team is played, as a TOML file of weights says; some come with the program, people add theirs.

Every fault of a file is told in one line that names the file and the key.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
from msgspec import Meta, Struct

from dungeon_designer.errors import ReadError, did_you_mean
from dungeon_designer.playtest import state as s
from dungeon_designer.playtest.state import Array
from dungeon_designer.playtest.teams import DATA, LARGEST, file_of
from dungeon_designer.text.json_schema import Schema, published, schema_with_words
from dungeon_designer.text.read_faults import Fault, converted, quoted, shown
from dungeon_designer.text.toml_text import read_toml

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
        raise ReadError(name, shown(fault.path), fault.problem) from None
    return found


def coach_schema() -> Schema:
    """The schema of a coach's file.

    >>> coach_schema()["required"]
    ['name', 'weights']
    """
    schema = schema_with_words(CoachStyle)
    schema["properties"]["weights"]["propertyNames"] = {"enum": list(s.WEIGHT_NAMES)}
    return published("coach", schema)
