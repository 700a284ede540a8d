"""The kinds of files people write, with a schema of their own: how they are read, and what only the reader knows."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema

from dungeon_designer.drawing.themes.theme_file import THEME_NAMES, build_theme_schema, parse_theme
from dungeon_designer.errors import DungeonError
from dungeon_designer.layout.dungeon_files import read_layout
from dungeon_designer.layout.sketch_schema import build_sketch_schema
from dungeon_designer.playtest.report import build_team_schema
from dungeon_designer.playtest.teams import build_coach_schema, parse_coach, parse_team
from dungeon_designer.rules.rule_registry import build_ruleset_schema, load_ruleset
from dungeon_designer.seasons.season_file import build_season_schema, parse_season
from dungeon_designer.templates import build_ruleset_text, build_season_text, build_tile_text
from dungeon_designer.templates.theme_form import build_theme_text
from dungeon_designer.tiles.tile_file import build_tile_schema, parse_tile
from tests.layout.sketches import FULL

from .spelling import convert_keys_to_text, write_toml, write_yaml

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Kind:
    """A kind of file.

    `texts` are those of the repository. `read` says why the program refuses a text ('' when it reads it), `loaded` is
    what an editor holds the schema against, `written` the text of such data. `only_reader` are the reasons that no
    schema can know.
    """

    name: str
    schema: dict[str, Any]
    texts: tuple[str, ...]
    loaded: Callable[[str], Any]
    written: Callable[[Any], str]
    read: Callable[[str, Path], str]
    only_reader: Sequence[str]

    @property
    def validator(self) -> jsonschema.Draft202012Validator:
        return jsonschema.Draft202012Validator(self.schema)

    def only_a_reader_knows(self, problem: str) -> bool:
        return any(re.search(reason, problem) for reason in self.only_reader)


def _read_texts(*patterns: str) -> tuple[str, ...]:
    """Return the files of the repository, by name."""
    paths = sorted(path for pattern in patterns for path in ROOT.glob(pattern))
    return tuple(path.read_text(encoding="utf-8") for path in paths)


def _on_page(page: str, language: str, wanted: str) -> tuple[str, ...]:
    """Return the examples on a page of the manual that hold a key."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    blocks = re.findall(rf"```{language}[^\n]*\n(.*?)```", text, re.DOTALL)
    return tuple(block for block in blocks if re.search(wanted, block, re.MULTILINE))


def _find_problem(read: Callable[[], object]) -> str:
    try:
        read()
    except DungeonError as error:
        return str(error)
    return ""


def _read_ruleset(text: str, folder: Path) -> str:
    (folder / "cup.toml").write_text(text, encoding="utf-8")
    return _find_problem(lambda: load_ruleset("cup.toml", folder))


def _read_tile(text: str, folder: Path) -> str:
    """Return the problem of a tile file, "" for none; the tile is read under the id that the file states."""
    said = re.search(r"^id: ([a-z0-9-]+/[a-z0-9-]+)$", text, re.MULTILINE)
    return _find_problem(lambda: parse_tile(text.encode(), "tile.yaml", said[1] if said else "my-club/tile"))


WHOLE = (
    r"expected a whole number, not '?1\.0'?$|must be a whole number, not 1\.0$"
    r"|[Ee]xpected `?int( \| null)?`?, got `?float"
)
"""A whole number with a point: a schema takes 1.0 for 1."""

EXAMPLE = re.compile(r"^#(?=[^\s#])", re.MULTILINE)
"""What switches an example off in a file that `new` writes."""


def on(text: str) -> str:
    """Return a file that `new` writes with all its examples switched on."""
    return EXAMPLE.sub("", text)


_TILES = (build_tile_text(), on(build_tile_text()).replace("small_room", "end_zone"))
_RULESETS = tuple(on(build_ruleset_text(load_ruleset(edition), edition)) for edition in ("naf-2019", "gw-2021")) * 4
"""Files that show every key, so that each is damaged; often enough among all others."""

SKETCH = Kind(
    "sketch",
    build_sketch_schema(),
    (*_read_texts("examples/*/*.dungeon.yaml"), *_on_page("reference/dungeon-file.md", "yaml", ""), FULL),
    convert_keys_to_text,
    write_yaml,
    lambda text, folder: _find_problem(lambda: read_layout(text.encode(), "hall.dungeon.yaml")),
    (
        WHOLE,
        "means nothing",  # a letter of the map without a meaning
        "a tab in the map",
        "has no letter in 'sections'|stands over rock",  # two drawings of different shapes
        "is no section letter|stands on section|no square has the section letter",
        "where 'sections' is a list",  # zone signs beside a list
        "the id .* is taken",
        "no section has the id",
        "beyond 9999|cover more than",  # where something ends
        "is drawn as|squares, its entries cover",  # map and list that contradict each other
        "this dungeon has the sides",  # whose something is, and who plays
        "is set in the same table",  # a key of `play` that is set and unset
    ),
)

TILE = Kind(
    "tile",
    build_tile_schema(),
    (*_read_texts("tile_library/*/*.yaml"), *_on_page("reference/tile.md", "yaml", "^squares"), *_TILES),
    convert_keys_to_text,
    write_yaml,
    _read_tile,
    (WHOLE, "means nothing", "by its folder and file this tile is", "is a portal in a sketch", "painted part"),
)

SEASON = Kind(
    "season",
    build_season_schema(),
    (*_read_texts("examples/*/season.toml", "examples/*/winter-warren.toml"), on(build_season_text([]))),
    tomllib.loads,
    write_toml,
    lambda text, folder: _find_problem(lambda: parse_season(text.encode(), "season.toml")),
    (
        WHOLE,
        "no dungeon for a roll of",
        "cannot show",
        "names no dungeon",
        "the calendar has no",
        "it ends at",
        "it starts at",
        "is before",
        "dungeons, but",
    ),
)

RULESET = Kind(
    "ruleset",
    build_ruleset_schema(),
    (*_read_texts("dungeon_designer/rulesets/data/*.toml", "examples/house-rules/*.toml"), *_RULESETS),
    tomllib.loads,
    write_toml,
    _read_ruleset,
    (
        WHOLE,
        "is above max",
        "is set in the same table",
        "'cards' does not say how many",
        "there is no such file",
        "extends itself",
        "it checks nothing",
    ),
)

TEAM = Kind(
    "team",
    build_team_schema(),
    (
        *_read_texts("dungeon_designer/playtest/data/teams/*.toml"),
        *_on_page("reference/playtest.md", "toml", "^movement"),
    ),
    tomllib.loads,
    write_toml,
    lambda text, folder: _find_problem(lambda: parse_team(text.encode(), "rats.toml")),
    (WHOLE, "no more than 16 players"),
)

COACH = Kind(
    "coach",
    build_coach_schema(),
    _read_texts("dungeon_designer/playtest/data/coaches/*.toml"),
    tomllib.loads,
    write_toml,
    lambda text, folder: _find_problem(lambda: parse_coach(text.encode(), "fox.toml")),
    (WHOLE,),
)

THEME = Kind(
    "theme",
    build_theme_schema(),
    (*_read_texts("examples/themes/*.toml"), *(on(build_theme_text(name)) for name in THEME_NAMES)),
    tomllib.loads,
    write_toml,
    lambda text, folder: _find_problem(lambda: parse_theme(text.encode(), "graph-paper.toml")),
    ("the first font must be one that comes with the program",),
)

KINDS = (SKETCH, TILE, SEASON, RULESET, TEAM, COACH, THEME)
