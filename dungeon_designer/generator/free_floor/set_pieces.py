"""Set pieces: rooms with an idea that somebody drew, each a file of `generator/set_pieces`.

A file says what such a room may be called (`names`), which editions know such a thing, with the heading or dungeon of
the book that does (`editions`), and how it is drawn, in the language of sketches (`sketch`). Ways lead up to any of its
outer walls that is dry, and to none of a chamber that is `sealed`.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import yaml
from msgspec import Struct, ValidationError, convert

from dungeon_designer.errors import ReadError
from dungeon_designer.generator.free_floor.ground import FloorPiece
from dungeon_designer.grid import Square, bounds
from dungeon_designer.kinds import HAZARDS, TerrainKind
from dungeon_designer.layout.sketch import read_sketch
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.text.files import as_error, read_bytes
from dungeon_designer.text.read_faults import Fault

FOLDER = Path(__file__).parents[1] / "set_pieces"


class _File(Struct, forbid_unknown_fields=True):
    """What a file holds."""

    names: tuple[str, ...]
    editions: dict[str, str]
    sketch: str
    sealed: bool = False


class SetPiece(Struct, frozen=True):
    """A room that somebody drew: as a piece of floor from (0, 0) on, and the clause of each edition that knows it.

    Only portals lead into one that is `sealed`.
    """

    id: str
    piece: FloorPiece
    editions: dict[str, str]
    sealed: bool = False

    @property
    def mirrors(self) -> bool:
        """Whether it mirrors onto itself both ways, so that it may lie on the middle of a dungeon."""
        (_, (width, height)), marks = bounds(self.piece.squares), set(self.piece.marks)
        across = self.piece.carried(lambda at: (width - 1 - at[0], at[1]))
        down = self.piece.carried(lambda at: (at[0], height - 1 - at[1]))
        return all(each.squares == self.piece.squares and set(each.marks) == marks for each in (across, down))

    def turned(self, quarters: int) -> FloorPiece:
        """The piece turned clockwise, from (0, 0) on."""
        piece = self.piece
        for _ in range(quarters):
            far = bounds(piece.squares)[1][1] - 1
            piece = piece.carried(lambda at, far=far: (far - at[1], at[0]))  # type: ignore[misc]
        return piece


def read_set_piece(path: Path) -> SetPiece:
    """The set piece in a file; ReadError says what is wrong with it."""
    try:
        file = convert(yaml.safe_load(read_bytes(path)), _File)
        layout = read_sketch(file.sketch)
    except (yaml.YAMLError, ValidationError) as error:
        raise ReadError(str(path), "", " ".join(str(error).split())) from None
    except Fault as fault:
        raise as_error(fault, str(path)) from None
    squares = frozenset(square for section in layout.sections for square in section.squares)
    terrain: dict[Square, TerrainKind] = {each.at: each.kind for each in layout.terrain}
    piece = FloorPiece(
        squares,
        wet=frozenset(at for at, kind in terrain.items() if kind in HAZARDS),
        planks=frozenset(at for at, kind in terrain.items() if kind is TerrainKind.BRIDGE),
        marks=(
            *terrain.items(),
            *((each.at, each.kind) for each in layout.obstacles),
            *((each.at, each.kind) for each in layout.traps),
        ),
        names=file.names,
    )
    return SetPiece(path.stem, piece, file.editions, file.sealed)


@lru_cache
def set_pieces() -> tuple[SetPiece, ...]:
    """All there are, by name."""
    return tuple(read_set_piece(path) for path in sorted(FOLDER.glob("*.yaml")))


def known_to(ruleset: Ruleset) -> list[SetPiece]:
    """The set pieces of an edition, or of those that a house ruleset extends."""
    names = {ruleset.id, *ruleset.lineage}
    return [each for each in set_pieces() if names & each.editions.keys()]
