"""Read tile files, and files that count the tiles somebody owns.

A tile file is YAML with rows of letters, as in a sketch (docs/reference/tile.md).
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import asdict, replace

from dungeon_designer.errors import ReadError, TileError, suggest_word
from dungeon_designer.kinds import (
    CHEST_LETTER,
    NUMBER_BY_PORTAL_LETTER,
    STATE_BY_DOOR_LETTER,
    SYMBOLS,
    TRAP_BY_LETTER,
    ZONE_BY_LETTER,
    ObstacleKind,
    SectionKind,
    Team,
    TerrainKind,
    TrapKind,
)
from dungeon_designer.pictures.picture_model import FileName, TilePicture, find_name_problem
from dungeon_designer.text.file_reading import build_read_error, decode_text, is_inside, read_bytes
from dungeon_designer.text.json_schema import (
    TEXT_TYPES,
    Schema,
    allow_yaml_spellings,
    build_described_schema,
    build_excluding_pattern,
    build_published_schema,
    format_description,
    read_key_descriptions,
)
from dungeon_designer.text.letter_grid import (
    FLOOR_LETTER,
    ROCK_LETTERS,
    LetterGrid,
    explain_unknown_letter,
    read_legend_letters,
    read_letter_grid,
)
from dungeon_designer.text.read_faults import Fault, KeyPath, convert_data, format_value
from dungeon_designer.text.toml_text import build_toml_error, read_toml
from dungeon_designer.text.yaml_text import Node, Scalar, YamlTable, find_node_mark, parse_yaml, split_lines
from dungeon_designer.tiles.tile import Card, Strip, Tile

MAX_TILE_FILE_BYTES = 2**20
"""The greatest size of a tile file, in bytes."""

MAX_ID_LETTERS = 80
"""The greatest length of a tile's id, which dungeon files and messages repeat."""


def read_tile(path: str | os.PathLike[str], tile_id: str, home: str | os.PathLike[str] = "") -> Tile:
    """Return the tile that a tile file describes.

    Args:
        path: the tile file.
        tile_id: the id that the folder and the name of the file give to the tile.
        home: a folder. If the file is a link that leads out of it, errors tell nothing of the file's content, which
            the author of the link may not be allowed to read. '' to let errors quote any file.

    Raises:
        TileError: the file holds no tile. The error names the file, line and column, and the remedy.
    """
    try:
        data = read_bytes(path, MAX_TILE_FILE_BYTES, only_plain=True)
    except ReadError as error:
        raise TileError(error.file, error.location, error.problem) from None
    try:
        return parse_tile(data, os.fspath(path), tile_id, os.path.dirname(os.path.abspath(path)))
    except TileError:
        if not home or is_inside(path, home):
            raise
        raise TileError(os.fspath(path), "", "no tile can be read from it; it is a link out of its folder") from None


def parse_tile(data: bytes, name: str, tile_id: str, folder: str = "") -> Tile:
    r"""Return the tile in the bytes of a file.

    Args:
        data: the content of the file.
        name: the name of the file, which errors repeat.
        tile_id: the id that the folder and the name of the file give to the tile.
        folder: the folder of the file, in which the tile's picture is looked for when it is drawn; '' for none.

    Raises:
        TileError: the file holds no tile.

    >>> parse_tile(b"name: Cell\nkind: room\nsquares: ..", "cell.yaml", "my-set/cell").size
    (2, 1)
    """
    try:
        text = decode_text(data, MAX_TILE_FILE_BYTES)
        root = parse_yaml(text)
        try:
            tile = _build_tile(root, split_lines(text), tile_id)
            return replace(tile, folder=folder) if tile.picture else tile
        except Fault as fault:
            fault.mark = fault.mark or find_node_mark(root, fault.path, fault.at_key)
            raise
    except Fault as fault:
        raise build_read_error(fault, name, TileError) from None


def _build_tile(root: Node, lines: list[str], tile_id: str) -> Tile:
    """Return the tile that the parsed YAML of a file describes.

    Args:
        root: the YAML of the file.
        lines: the text of the file, line by line, for the location of errors.
        tile_id: the id that the folder and the name of the file give to the tile.

    Raises:
        Fault: the YAML describes no tile.
    """
    if not isinstance(root, YamlTable):
        raise Fault("a tile is a table of keys and values, as in 'name: The Armoury'")
    for key in root.entries:
        if key not in TILE_KEYS:
            raise Fault(f"unknown key {format_value(key)}{suggest_word(key, TILE_KEYS)}", (key,), at_key=True)
    if "squares" not in root.entries:
        raise Fault("nothing is drawn: a tile needs the key 'squares' with its rows of letters")
    settings = convert_data(
        {key: _build_plain_data(node, key) for key, node in root.entries.items() if key not in DRAWING_KEYS},
        TileSettings,
    )
    _check_settings(settings, tile_id)
    letter_nodes = read_legend_letters(root.entries["legend"], RESERVED_LETTERS) if "legend" in root.entries else {}
    legend = {letter: _read_meaning(value, ("legend", letter)) for letter, value in letter_nodes.items()}
    grid = read_letter_grid(root.entries["squares"], "squares", lines, cut_letters=" ")
    _check_squares(grid, legend, settings.painted)
    facts = {**asdict(settings), "id": tile_id, "picture": _build_picture(settings.picture)}
    return Tile(**facts, rows=grid.rows, legend=legend)


def _build_picture(setting: TilePicture | str | None) -> TilePicture | None:
    """Return what the key `picture` says, which may be the name of the file alone.

    Raises:
        Fault: the name leads out of the folder of the tile's file, or names no file.
    """
    picture = TilePicture(file=setting) if isinstance(setting, str) else setting
    problem = find_name_problem(picture.file) if picture else ""
    if problem:
        raise Fault(problem, ("picture",) if isinstance(setting, str) else ("picture", "file"))
    return picture


def _check_settings(settings: TileSettings, tile_id: str) -> None:
    """Raise a Fault if the id of a tile is wrong, or a key is set that its kind of section cannot have."""
    if settings.id and settings.id != tile_id:
        raise Fault(
            f"by its folder and file this tile is {format_value(tile_id)}, not {format_value(settings.id)}", ("id",)
        )
    if len(tile_id) > MAX_ID_LETTERS:
        problem = f"the folder's and the file's name make an id of {len(tile_id)} letters"
        raise Fault(f"{problem}; at most {MAX_ID_LETTERS} are allowed")
    if settings.side and settings.kind not in TEAM_KINDS:
        raise Fault(f"only an end zone or an entry has a team, not a {settings.kind}", ("side",), at_key=True)
    if settings.painted and settings.kind is not SectionKind.END_ZONE:
        raise Fault(f"only an end zone has a painted part, not a {settings.kind}", ("painted",), at_key=True)


def _build_plain_data(node: Node, key: str) -> Any:
    """Return a YAML node of a tile file as dictionaries, lists, texts, numbers and truth values.

    YAML itself does not say whether a word without quotes is a number, a truth value or text; here its key decides.
    A word that does not fit its key stays text, and is refused later. An empty number or truth value is None.
    """
    if isinstance(node, YamlTable):
        return {inner: _build_plain_data(value, inner) for inner, value in node.entries.items()}
    if not isinstance(node, Scalar):
        return [_build_plain_data(item, key) for item in node.items]
    text = " ".join(node.text.split())
    is_quoted = bool(node.style)
    if is_quoted or key not in NUMBER_KEYS | {"enclosed", "grid"}:
        return text
    if not text:
        return None
    if key in NUMBER_KEYS:
        is_number = re.fullmatch(r"-?[0-9]{1,9}(\.[0-9]{1,9})?", text)
        if not is_number:
            return text
        return float(text) if "." in text else int(text)
    return FLAG_WORDS.get(text.lower(), text)


def _read_meaning(node: Node, path: KeyPath) -> str:
    """Return the word that a legend gives to a letter: plain, or in ``{terrain: water}`` or ``{obstacle: throne}``."""
    if isinstance(node, Scalar):
        if node.text not in FEATURE_WORDS:
            raise Fault(
                f"no terrain or obstacle is called {format_value(node.text)}{suggest_word(node.text, FEATURE_WORDS)}",
                path,
            )
        return node.text
    if not isinstance(node, YamlTable):
        raise Fault("say what the letter means, as {terrain: water} does", path)
    entry = convert_data(_build_plain_data(node, ""), LegendEntry, path)
    words = [word.value for word in (entry.terrain, entry.obstacle) if word]
    if len(words) != 1:
        raise Fault("a letter means one thing, as {terrain: water} or {obstacle: throne} says", path)
    return words[0]


def _check_squares(grid: LetterGrid, legend: dict[str, str], painted: Strip | None) -> None:
    """Raise a Fault if a letter means nothing, no square is drawn, or the painted part leaves the tile."""
    known_letters = {*ROCK_LETTERS, FLOOR_LETTER, *SYMBOLS, *legend}
    for y, row in enumerate(grid.rows):
        for x, letter in enumerate(row):
            if letter not in known_letters:
                raise Fault(_explain_unknown_letter(letter, legend), ("squares",), grid.find_mark((x, y)))
    drawn_letters = set("".join(grid.rows)) - set(ROCK_LETTERS)
    if not drawn_letters:
        raise Fault("no square is drawn; a tile covers at least one", ("squares",))
    if painted is not None and not _is_part_of_tile(painted, grid):
        raise Fault("some square of the painted part is not a square of the tile", ("painted",))


def _is_part_of_tile(painted: Strip, grid: LetterGrid) -> bool:
    """Return whether a rectangle has at least one square and every square of it is a square of the tile."""
    (_, top), (_, height) = painted.at, painted.size
    if min(painted.at) < 0 or min(painted.size) < 1 or top + height > len(grid.rows):
        return False
    return not any(grid.find_letter(square) in ROCK_LETTERS for square in painted.squares)


def _explain_unknown_letter(letter: str, legend: dict[str, str]) -> str:
    """Return the message for a letter of a tile that has no meaning."""
    if letter == "\t":
        return "a tab among the squares; use blanks or #"
    if letter in FORBIDDEN_LETTERS:
        return (
            f"{format_value(letter)} is {FORBIDDEN_LETTERS[letter]} in a sketch;"
            " a tile holds floor, terrain and obstacles only"
        )
    return explain_unknown_letter(letter, (*SYMBOLS, *legend))


_TRAP_WORDS = {TrapKind.OPEN_PIT: "a pit", TrapKind.SPIKED_PIT: "a spiked pit", TrapKind.TRAPDOOR: "a trapdoor"}
_ZONE_WORDS = {SectionKind.END_ZONE: "an end zone", SectionKind.ENTRY: "an entry"}

FORBIDDEN_LETTERS: dict[str, str] = {
    CHEST_LETTER: "a chest",
    **dict.fromkeys(NUMBER_BY_PORTAL_LETTER, "a portal"),
    **dict.fromkeys(STATE_BY_DOOR_LETTER, "a door"),
    **{letter: _TRAP_WORDS[kind] for letter, kind in TRAP_BY_LETTER.items()},
    **{letter: _ZONE_WORDS[kind] for letter, (kind, _) in ZONE_BY_LETTER.items()},
}
"""The letters of a sketch for what a tile cannot hold, with the word for each."""

NUMBER_KEYS = frozenset({"stock", "at", "size"})
"""The keys under which plain digits are numbers."""

TEAM_KINDS = (SectionKind.END_ZONE, SectionKind.ENTRY)
"""The kinds of tiles that may belong to a team."""
FEATURE_WORDS = (*TerrainKind, *ObstacleKind)
"""The names of terrain and obstacles, which a legend may give to a letter."""
FLAG_WORDS = {"true": True, "yes": True, "false": False, "no": False}
"""The plain words for true and false."""


class TileSettings(Struct, frozen=True, kw_only=True):
    """What a tile's file says besides its squares and legend."""

    name: Annotated[str, Meta(min_length=1)]
    kind: SectionKind
    enclosed: bool | None = None
    side: Team | None = None
    stock: Annotated[int, Meta(ge=0, le=9999)] | None = None
    card: Card | None = None
    painted: Strip | None = None
    picture: FileName | TilePicture | None = None
    id: str = ""
    rule: str = ""
    source: str = ""
    notes: str = ""


class LegendEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """What a legend says about a letter: one terrain or one obstacle."""

    terrain: TerrainKind | None = None
    obstacle: ObstacleKind | None = None


DRAWING_KEYS = ("squares", "legend")
"""The keys of a tile's file for its drawing."""

TILE_KEYS = (*TileSettings.__struct_fields__, *DRAWING_KEYS)
"""All keys of a tile's file."""

RESERVED_LETTERS = frozenset({*ROCK_LETTERS, FLOOR_LETTER, *SYMBOLS, *FORBIDDEN_LETTERS})
"""The letters to which a legend may not give another meaning."""


def build_tile_schema() -> Schema:
    """Return the JSON Schema of tile files.

    The schema cannot express everything: the reader also checks that letters have meanings and the id fits the file.

    >>> build_tile_schema()["required"]
    ['name', 'kind', 'squares']
    """
    schema = allow_yaml_spellings(build_described_schema(TileSettings), FLAG_WORDS)
    keys = schema["properties"]
    for key in ("enclosed", "stock", "id", "rule", "source", "notes"):  # these keys may have no value
        # they describe the key, whichever of the two types its value has
        descriptions = {word: keys[key].pop(word) for word in ("description", "examples")}
        keys[key] = {**descriptions, "anyOf": [keys[key], {"type": "null"}]}
    keys["name"]["pattern"] = r"\S"  # a name has more than blanks
    required_keys = {key: keys[key] for key in schema["required"]}
    # a tile that has one of these keys must be of one of these kinds
    kinds_by_key = {"side": TEAM_KINDS, "painted": (SectionKind.END_ZONE,)}
    return build_published_schema(
        "tile",
        {
            **schema,
            "properties": required_keys | _build_drawing_schemas() | keys,
            "description": "A tile of a set: a piece of floor as it comes out of a box.",
            "required": [*schema["required"], "squares"],
            "additionalProperties": False,
            "allOf": [
                {"if": {"required": [key]}, "then": {"properties": {"kind": {"enum": list(kinds)}}}}
                for key, kinds in kinds_by_key.items()
            ],
        },
    )


def _build_drawing_schemas() -> dict[str, Schema]:
    """Return the JSON Schemas of the keys that draw a tile, `squares` and `legend`, each with its description."""
    forbidden = "".join(sorted(FORBIDDEN_LETTERS))  # letters of objects that a tile cannot hold
    one_meaning = {**build_described_schema(LegendEntry), "minProperties": 1, "maxProperties": 1}
    has_square = {"pattern": r"[^# \n]"}  # some letter is neither rock nor a line end
    has_no_object = {"pattern": f"^[^{forbidden}\t]*$"}
    drawing_schemas: dict[str, Schema] = {
        "squares": {"type": TEXT_TYPES, "allOf": [has_square, has_no_object]},
        "legend": {
            "type": "object",
            "propertyNames": {"pattern": build_excluding_pattern(RESERVED_LETTERS)},
            "additionalProperties": {"anyOf": [{"enum": list(FEATURE_WORDS)}, one_meaning]},
        },
    }
    descriptions = read_key_descriptions(__file__)["TileDrawing"]
    return {key: {**format_description(descriptions[key]), **schema} for key, schema in drawing_schemas.items()}


MAX_TILES_OWNED = 10_000
"""The greatest number of tiles of one kind that somebody may own."""


def read_stock(content: bytes, file: str, known_ids: Sequence[str]) -> dict[str, int]:
    """Return how many tiles of each kind somebody owns: their stock, by tile id.

    Args:
        content: a TOML file that counts tiles by id, or set by set.
        file: the name of the file, which errors repeat.
        known_ids: the ids of all tiles.

    Raises:
        ReadError: the file is wrong, or counts no tile.
    """
    try:
        stock = _parse_stock(read_toml(content), known_ids)
        if not any(stock.values()):
            raise Fault("it holds no tile; name how many there are of each, by id")
    except Fault as fault:
        raise build_toml_error(fault, content, file) from None
    return stock


def _parse_stock(data: dict[str, Any], known_ids: Sequence[str]) -> dict[str, int]:
    """Return how many of each tile somebody owns, by tile id.

    Args:
        data: the content of a stock file: counts by tile id, or for each set a table of counts by the tile's name.
        known_ids: the ids of all tiles.

    Raises:
        Fault: a tile is unknown, or a count is no whole number from 0 to MAX_TILES_OWNED.
    """
    count_by_path: dict[tuple[str, ...], Any] = {}  # by (set, tile) or (id of the tile,), as the file writes it
    for name, value in data.items():
        if isinstance(value, dict):
            count_by_path |= {(name, tile_name): count for tile_name, count in value.items()}
        else:
            count_by_path[name,] = value
    stock: dict[str, int] = {}
    for path, count in count_by_path.items():
        tile_id = "/".join(path)
        if tile_id not in known_ids:
            raise Fault(f"no tile has the id {format_value(tile_id)}{suggest_word(tile_id, known_ids)}", path)
        if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= MAX_TILES_OWNED:
            raise Fault(f"write a number of tiles, from 0 to {MAX_TILES_OWNED}", path)
        stock[tile_id] = count
    return stock
