"""Read set pieces: special rooms that somebody drew, each a file in `generator/set_pieces`.

A file gives the names that such a room can have (`names`); the editions that know such a thing, each with the heading
or dungeon of its book (`editions`); and the drawing in the language of sketches (`sketch`). Passages lead to any dry
outer wall, but to none of a chamber that is `sealed`.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from pathlib import Path

import yaml
from msgspec import Struct, ValidationError, convert
from msgspec.structs import replace

from dungeon_designer.errors import ReadError
from dungeon_designer.generator.free_floor.growing_floor import FloorSection
from dungeon_designer.grid import Square, find_bounds
from dungeon_designer.kinds import BRIDGES, HAZARDS, ObstacleKind, TerrainKind
from dungeon_designer.layout.model import Layout
from dungeon_designer.layout.sketch import read_sketch
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.text.file_reading import build_read_error, read_bytes
from dungeon_designer.text.read_faults import Fault

SET_PIECE_FOLDER = Path(__file__).parents[1] / "set_pieces"
"""The folder with one file for each set piece."""


FURNITURE_TERRAIN = (TerrainKind.CLIFF, TerrainKind.ROPE_BRIDGE)
"""The terrain that makes a dungeon look furnished, as obstacles do."""


class SetPieceFile(Struct, forbid_unknown_fields=True):
    """The content of the file of a set piece or a centrepiece.

    Attributes:
        names: The names that the room can have.
        editions: The clause or dungeon of each edition that knows such a room, by the edition's id.
        sketch: The drawing of the room, in the language of dungeon sketches.
        sealed: Whether only portals lead into it.
        weight: How often a centrepiece (`tiled_floor/centrepieces.py`) is chosen, relative to others.
    """

    names: tuple[str, ...]
    editions: dict[str, str]
    sketch: str
    sealed: bool = False
    weight: int = 1


class SetPiece(Struct, frozen=True):
    """A special room that somebody drew, to be added to generated floors.

    Attributes:
        id: The name of its file without the ending.
        section: The room as a floor section whose squares begin at (0, 0).
        layout: Its drawing without the floor: terrain, obstacles, traps, edges to leap from and machines.
        editions: The clause or dungeon of each edition that knows such a room, by the edition's id.
        is_sealed: Whether only portals lead into it.
    """

    id: str
    section: FloorSection
    layout: Layout
    editions: dict[str, str]
    is_sealed: bool = False

    @property
    def has_machines(self) -> bool:
        """Whether something in the room moves, such as a stone ball."""
        return bool(self.layout.machines)

    @property
    def has_furniture(self) -> bool:
        """Whether something stands in the room, or it has cliffs or rope bridges, and not only pits and pools."""
        return any(isinstance(kind, ObstacleKind) or kind in FURNITURE_TERRAIN for _, kind in self.section.features)

    @property
    def is_symmetric(self) -> bool:
        """Whether the room looks the same after a left-right and after a top-bottom flip, with everything in it.

        Only such a room can lie on the middle of any symmetric dungeon.
        """
        (_, (width, height)), features = find_bounds(self.section.squares), set(self.section.features)
        flipped_horizontally = self.section.transform(lambda square: (width - 1 - square[0], square[1]))
        flipped_vertically = self.section.transform(lambda square: (square[0], height - 1 - square[1]))
        return all(
            flipped.squares == self.section.squares and set(flipped.features) == features
            for flipped in (flipped_horizontally, flipped_vertically)
        )

    def rotate(self, quarters: int) -> FloorSection:
        """Return the room rotated by some clockwise quarter turns, so that its squares begin at (0, 0) again."""
        section = self.section
        for _ in range(quarters):
            last_row = find_bounds(section.squares)[1][1] - 1
            section = section.transform(lambda square, last_row=last_row: (last_row - square[1], square[0]))  # type: ignore[misc]
        return section


def read_set_piece_file(path: Path) -> tuple[SetPieceFile, Layout]:
    """Read the file of something special that somebody drew; return its content, and its sketch as a layout.

    Raises:
        ReadError: If the file cannot be read; the error says what is wrong with it.
    """
    try:
        file = convert(yaml.safe_load(read_bytes(path)), SetPieceFile)
        return file, read_sketch(file.sketch)
    except (yaml.YAMLError, ValidationError) as error:
        raise ReadError(str(path), "", " ".join(str(error).split())) from None
    except Fault as fault:
        raise build_read_error(fault, str(path)) from None


def read_set_piece(path: Path) -> SetPiece:
    """Read a set piece (a special room that somebody drew) from its file.

    Raises:
        ReadError: If the file cannot be read; the error says what is wrong with it.
    """
    file, layout = read_set_piece_file(path)
    squares = frozenset(square for section in layout.sections for square in section.squares)
    terrain: dict[Square, TerrainKind] = {feature.at: feature.kind for feature in layout.terrain}
    floor_section = FloorSection(
        squares,
        hazard_squares=frozenset(feature_square for feature_square, kind in terrain.items() if kind in HAZARDS),
        bridge_squares=frozenset(feature_square for feature_square, kind in terrain.items() if kind in BRIDGES),
        features=(
            *terrain.items(),
            *((feature.at, feature.kind) for feature in layout.obstacles),
            *((feature.at, feature.kind) for feature in layout.traps),
        ),
        possible_names=file.names,
    )
    return SetPiece(path.stem, floor_section, replace(layout, sections=()), file.editions, file.sealed)


@lru_cache
def load_set_pieces() -> tuple[SetPiece, ...]:
    """Return all set pieces (special rooms that somebody drew), sorted by file name; the files are read once."""
    return tuple(read_set_piece(path) for path in sorted(SET_PIECE_FOLDER.glob("*.yaml")))


def find_known_set_pieces(ruleset: Ruleset) -> list[SetPiece]:
    """Return the set pieces (special rooms that somebody drew) that the edition of a ruleset knows.

    House rules also know those of the editions that they extend.
    """
    return [set_piece for set_piece in load_set_pieces() if is_known(set_piece.editions, ruleset)]


def is_known(editions: Collection[str], ruleset: Ruleset) -> bool:
    """Return whether a ruleset, or one that it extends, is among the editions that know something special."""
    return not {ruleset.id, *ruleset.lineage}.isdisjoint(editions)
