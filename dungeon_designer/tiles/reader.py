"""A tile's file: YAML with the rows of a sketch. What it may say is told in docs/tiles.md."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import PurePath
from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import asdict

from dungeon_designer.errors import ReadError, TileError, did_you_mean
from dungeon_designer.kinds import LETTERS, ObstacleKind, SectionKind, Team, TerrainKind
from dungeon_designer.text.files import as_error, decoded, read_bytes
from dungeon_designer.text.json_schema import (
    TEXT,
    Schema,
    meant,
    one_of_none,
    published,
    schema_with_words,
    spelled,
    words_beside,
)
from dungeon_designer.text.read_faults import Fault, Path, converted, quoted
from dungeon_designer.text.rows import FLOOR, ROCK, Grid, grid_of, means_nothing, own_letters
from dungeon_designer.text.toml_text import locate_toml_fault, read_toml
from dungeon_designer.text.yaml_text import Node, Scalar, YamlTable, compose, lines_of, located
from dungeon_designer.tiles.model import Card, Strip, Tile

LARGEST = 2**20
"""A tile file of more bytes than this is none."""


def read_tile(path: str | os.PathLike[str], tile_id: str, home: str | os.PathLike[str] = "") -> Tile:
    """The tile in a plain file; TileError names the file, line and column, and the remedy.

    Where a link leads out of the folder `home`, no error says what stands in the file: it may be none of theirs who
    laid the link.
    """
    try:
        data = read_bytes(path, LARGEST, found=True)
    except ReadError as error:
        raise TileError(error.file, error.place, error.problem) from None
    try:
        return parse_tile(data, os.fspath(path), tile_id)
    except TileError:
        if not home or PurePath(os.path.realpath(path)).is_relative_to(os.path.realpath(home)):
            raise
        raise TileError(os.fspath(path), "", "no tile can be read from it; it is a link out of its folder") from None


def parse_tile(data: bytes, name: str, tile_id: str) -> Tile:
    """The tile in a file's bytes; `name` is what errors call the file, `tile_id` what its place calls the tile.

    >>> parse_tile(b"name: Cell\\nkind: room\\nsquares: ..", "cell.yaml", "my-set/cell").size
    (2, 1)
    """
    try:
        text = decoded(data, LARGEST)
        root = compose(text)
        try:
            return _read(root, lines_of(text), tile_id)
        except Fault as fault:
            fault.mark = fault.mark or located(root, fault.path, fault.at_key)
            raise
    except Fault as fault:
        raise as_error(fault, name, TileError) from None


def _read(root: Node, lines: list[str], tile_id: str) -> Tile:
    if not isinstance(root, YamlTable):
        raise Fault("a tile is a table of keys and values, as in 'name: The Armoury'")
    for key in root.entries:
        if key not in KEYS:
            raise Fault(f"unknown key {quoted(key)}{did_you_mean(key, KEYS)}", (key,), at_key=True)
    if "squares" not in root.entries:
        raise Fault("nothing is drawn: a tile needs the key 'squares' with its rows of letters")
    said = converted({key: _plain(node, key) for key, node in root.entries.items() if key not in DRAWN}, TileSaid)
    if said.id and said.id != tile_id:
        raise Fault(f"by its folder and file this tile is {quoted(tile_id)}, not {quoted(said.id)}", ("id",))
    if len(tile_id) > 80:
        raise Fault(f"the folder's and the file's name make an id of {len(tile_id)} letters; at most 80 are allowed")
    if said.side and said.kind not in SIDED:
        raise Fault(f"only an end zone or an entry has a side, not a {said.kind}", ("side",), at_key=True)
    if said.painted and said.kind is not SectionKind.END_ZONE:
        raise Fault(f"only an end zone has a painted part, not a {said.kind}", ("painted",), at_key=True)
    own = own_letters(root.entries["legend"], TAKEN) if "legend" in root.entries else {}
    legend = {letter: _meaning(value, ("legend", letter)) for letter, value in own.items()}
    grid = grid_of(root.entries["squares"], "squares", lines, cut=" ")
    _check_squares(grid, legend, said.painted)
    return Tile(**{**asdict(said), "id": tile_id, "rows": grid.rows, "legend": legend})


def _plain(node: Node, key: str) -> Any:
    """A value as what is due under its key; what fits nothing stays as it is, for `converted` to refuse."""
    if isinstance(node, YamlTable):
        return {inner: _plain(value, inner) for inner, value in node.entries.items()}
    if not isinstance(node, Scalar):
        return [_plain(item, key) for item in node.items]
    text = " ".join(node.text.split())
    if node.style or key not in NUMBERS | {"enclosed"}:
        return text
    if key in NUMBERS:
        return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else text or None
    return FLAGS.get(text.lower(), text or None)


def _meaning(node: Node, path: Path) -> str:
    """A name, or that in ``{terrain: water}`` or ``{obstacle: throne}``."""
    if isinstance(node, Scalar):
        if node.text not in WORDS:
            raise Fault(f"no terrain or obstacle is called {quoted(node.text)}{did_you_mean(node.text, WORDS)}", path)
        return node.text
    if not isinstance(node, YamlTable):
        raise Fault("say what the letter means, as {terrain: water} does", path)
    said = converted(_plain(node, ""), Letter, path)
    words = [word.value for word in (said.terrain, said.obstacle) if word]
    if len(words) != 1:
        raise Fault("a letter means one thing, as {terrain: water} or {obstacle: throne} says", path)
    return words[0]


def _check_squares(grid: Grid, legend: dict[str, str], painted: Strip | None) -> None:
    """Every letter means something, some of them are squares, and what is painted lies on the tile."""
    known = {*ROCK, FLOOR, *LETTERS, *legend}
    for y, row in enumerate(grid.rows):
        for x, letter in enumerate(row):
            if letter not in known:
                raise Fault(_unknown(letter, legend), ("squares",), grid.mark_of((x, y)))
    if not set("".join(grid.rows)) - set(ROCK):
        raise Fault("no square is drawn; a tile covers at least one", ("squares",))
    if painted is not None:
        on_grid = min(painted.at) >= 0 and min(painted.size) >= 1 and painted.at[1] + painted.size[1] <= len(grid.rows)
        if not on_grid or any(grid.letter(square) in ROCK for square in painted.squares):
            raise Fault("some square of the painted part is no square of the tile", ("painted",))


def _unknown(letter: str, legend: dict[str, str]) -> str:
    if letter == "\t":
        return "a tab among the squares; use blanks or #"
    if letter in ITEMS:
        return f"{quoted(letter)} is {ITEMS[letter]} in a sketch; a tile holds floor, terrain and obstacles only"
    return means_nothing(letter, (*LETTERS, *legend))


ITEMS: dict[str, str] = {
    "C": "a chest",
    **{str(number): "a portal" for number in range(1, 10)},
    "+": "a door",
    "'": "a door",
    "o": "a pit",
    "x": "a spiked pit",
    "T": "a trapdoor",
    **dict.fromkeys("<>", "an end zone"),
    **dict.fromkeys("()", "an entry"),
}
"""Letters that mean in a sketch what no tile holds."""

NUMBERS = frozenset({"stock", "at", "size"})
"""Keys under which plain digits are numbers."""

SIDED = (SectionKind.END_ZONE, SectionKind.ENTRY)
WORDS = (*TerrainKind, *ObstacleKind)
FLAGS = {"true": True, "yes": True, "false": False, "no": False}
"""Plain words that say yes or no."""


class TileSaid(Struct, frozen=True, kw_only=True):
    """What a tile's file says besides its squares and legend."""

    name: Annotated[str, Meta(min_length=1)]
    kind: SectionKind
    enclosed: bool | None = None
    side: Team | None = None
    stock: Annotated[int, Meta(ge=0, le=9999)] | None = None
    card: Card | None = None
    painted: Strip | None = None
    id: str = ""
    rule: str = ""
    source: str = ""
    notes: str = ""


class Letter(Struct, frozen=True, forbid_unknown_fields=True):
    """What a legend says of a letter: one thing."""

    terrain: TerrainKind | None = None
    obstacle: ObstacleKind | None = None


DRAWN = ("squares", "legend")
"""What a tile's file draws, beside what it says."""

KEYS = (*TileSaid.__struct_fields__, *DRAWN)
"""Every key of a tile's file."""

TAKEN = frozenset({*ROCK, FLOOR, *LETTERS, *ITEMS})
"""Letters a legend may not give another meaning."""


def tile_schema() -> Schema:
    """The schema. What it cannot say (whether a letter has a meaning, the id its file) the reader checks.

    >>> tile_schema()["required"]
    ['name', 'kind', 'squares']
    """
    schema = spelled(schema_with_words(TileSaid), FLAGS)
    keys = schema["properties"]
    for key in ("enclosed", "stock", "id", "rule", "source", "notes"):  # these may stand there without a value
        about = {word: keys[key].pop(word) for word in ("description", "examples")}
        keys[key] = {**about, "anyOf": [keys[key], {"type": "null"}]}
    keys["name"]["pattern"] = r"\S"
    strange = "".join(sorted(ITEMS))  # letters of what lies in a dungeon, but not on a tile
    one_thing = {**schema_with_words(Letter), "minProperties": 1, "maxProperties": 1}
    drawn: dict[str, Schema] = {
        "squares": {"type": TEXT, "allOf": [{"pattern": r"[^# \n]"}, {"pattern": f"^[^{strange}\t]*$"}]},
        "legend": {
            "type": "object",
            "propertyNames": {"pattern": one_of_none(TAKEN)},
            "additionalProperties": {"anyOf": [{"enum": list(WORDS)}, one_thing]},
        },
    }
    first = {key: keys[key] for key in schema["required"]}
    keys = first | {key: {**meant(words_beside(__file__)["Drawn"][key]), **part} for key, part in drawn.items()} | keys
    return published(
        "tile",
        {
            **schema,
            "properties": keys,
            "description": "A tile of a set: a piece of floor as it comes out of a box.",
            "required": [*schema["required"], "squares"],
            "additionalProperties": False,
            "allOf": [
                {"if": {"required": [key]}, "then": {"properties": {"kind": {"enum": list(kinds)}}}}
                for key, kinds in (("side", SIDED), ("painted", [SectionKind.END_ZONE]))
            ],
        },
    )


MOST_TILES = 10_000  # of one kind that somebody may own


def stock_of(content: bytes, file: str, known: Sequence[str]) -> dict[str, int]:
    """How many there are of each tile a file names, by id or set by set; ReadError where it is wrong."""
    try:
        stock = _read_stock(read_toml(content), known)
        if not any(stock.values()):
            raise Fault("it holds no tile; name how many there are of each, by id")
    except Fault as fault:
        raise locate_toml_fault(fault, content, file) from None
    return stock


def _read_stock(data: dict[str, Any], known: Sequence[str]) -> dict[str, int]:
    """How many of each tile a stock's table says there are; a Fault for what is no tile, or no number of them."""
    stock: dict[str, int] = {}
    for name, value in data.items():
        for tile, count in (value if isinstance(value, dict) else {"": value}).items():
            tile_id, path = (f"{name}/{tile}", (name, tile)) if tile else (name, (name,))
            if tile_id not in known:
                raise Fault(f"no tile has the id {quoted(tile_id)}{did_you_mean(tile_id, known)}", path)
            if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= MOST_TILES:
                raise Fault(f"a number of tiles is wanted, from 0 to {MOST_TILES}", path)
            stock[tile_id] = count
    return stock
