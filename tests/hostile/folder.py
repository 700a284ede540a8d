"""A folder of every kind of file the program reads, with given words wherever they hold words."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import inspect

from dungeon_designer.drawing.themes.theme import MAX_CREDIT_LENGTH, ThemeDocument
from dungeon_designer.layout.layout_document import LayoutDocument
from dungeon_designer.layout.layout_file import FORMAT, VERSION
from dungeon_designer.layout.sketch_sections import SectionSettings
from dungeon_designer.rules.rule_registry import RULE_NAMES, load_rule
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from dungeon_designer.rulesets.play_table import Play, SetUpTable
from dungeon_designer.rulesets.ruleset_model import RuleEntry, Ruleset
from dungeon_designer.seasons.season_model import Season
from dungeon_designer.tiles.tile_file import TileSettings
from tests.pictures.samples import draw_corners, save_bytes

from .codes import SECRET, Words
from .fields import Kept, fill, list_fields_with_words

type_info = cache(inspect.type_info)
"""What a type is, found once: the folder is written many times."""

SETTINGS = [load_rule(name).settings_type for name in RULE_NAMES]
MODELS = (
    *(LayoutDocument, SectionSettings, TileSettings, Season, Ruleset, RuleEntry, Play, SetUpTable, ThemeDocument),
    *SETTINGS,
)
"""What files are read as: sketches and layout files, tiles, seasons, rulesets with all their rules, themes."""

HALL = ["......", "......", "......", "......"]

SECTIONS: list[dict[str, Any]] = [
    {"kind": "end_zone", "side": "home", "at": [0, 0], "rows": HALL},
    {"kind": "corridor", "at": [6, 0], "rows": HALL},
    {"kind": "room", "at": [12, 0], "rows": ["....", *["...."] * 3]},
    {"kind": "end_zone", "side": "away", "at": [16, 0], "rows": HALL},
    {"at": [6, 4], "tile": ""},
    {"at": [10, 4], "tile": ""},
    {"kind": "room", "at": [0, 6], "rows": HALL},
]

PLAY: dict[str, Any] = {"table": {"chest": {"rolls": {"trap": {"dice": "D6", "outcomes": {"1-6": None}}}}}}
"""An entry of the table with a roll."""

ITEMS: dict[str, Any] = {
    "play": PLAY,
    "walls": [{"at": [6, 3], "side": "south"}],
    "doors": [{"at": [11, 1], "side": "east", "width": 2}],
    "square_doors": [{"at": [9, 1]}],
    "terrain": [{"kind": "lava", "at": [10, 3]}],
    "obstacles": [{"kind": "statue", "at": [8, 2]}],
    "chests": [[7, 1], [13, 1]],
    "portals": [{"number": 1, "at": [7, 3]}, {"number": 3, "at": [14, 3]}],
    "traps": [
        {"kind": "trapdoor", "at": [6, 1]},
        {"kind": "trapdoor", "at": [17, 1], "size": [2, 2]},
        {"kind": "counter", "at": [8, 0], "owner": "home", "content": "spiked_pit"},
        {"kind": "open_pit", "at": [2, 7]},
    ],
    "leap_edges": [{"at": [9, 3], "side": "east"}],
    "machines": [
        {"kind": "rotating_room", "sections": []},
        {"kind": "rolling_ball", "at": [0, 6], "travel": "east", "length": 6},
    ],
    "picture": {"file": "cave.png", "at": [-1, -1], "size": [22, 12]},
    "labels": [{"at": [3, 7]}, {"at": [9, 2], "size": "small", "turn": 1}],
    "waivers": [{"rule": Kept("chest-count"), "ruleset": Kept("")}, {"rule": Kept("ball-count")}, {}],
}
"""At least one of everything a dungeon may hold, without a word."""

MAP = ["<<<.....>>>", "<<<.TC..>>>", "<<<.1...>>>"]
LETTERS = ["AAABBBBBCCC"] * 3
SKETCHED = {
    "play": PLAY,
    "waivers": ITEMS["waivers"],
    "traps": [{"kind": "trapdoor", "at": [4, 1]}],
    "machines": [{"kind": "rotating_room", "sections": ["B"]}],
}

TILE: dict[str, Any] = {
    "kind": "small_room",
    "stock": 1,
    "card": {"stock": 1},
    "picture": {"file": "photo.png"},
    "squares": "...\n.w.",
    "legend": {"w": "water"},
}


@dataclass
class Folder:
    """The folder: its files are written, `told` are the words of each field, by its name and a number.

    `notes` are the words of what is Markdown where those are others.
    """

    path: Path
    words: Words
    notes: Words | None = None
    told: dict[str, list[str]] = field(default_factory=dict)
    dungeon: str = ""
    sketch: str = "hall.dungeon.yaml"

    def __post_init__(self) -> None:
        self.path.mkdir()
        (self.path / "secret.txt").write_text(SECRET)
        (self.path / "cave.png").write_bytes(save_bytes(draw_corners()))
        self._tiles()
        self._write("house.toml", _format_toml(self._ruleset()))
        self._write("look.toml", _format_toml(self._theme()))
        self.dungeon = f"{self.words.in_a_name}.dungeon.json"
        self._write(self.dungeon, _quote(self._layout()))
        self._write(self.sketch, self._sketch())
        season = {
            "ruleset": "house.toml",
            "theme": "look.toml",
            "also": [self.sketch],
            "date": Kept("2027-03-13"),
            "schedule": [{"starts": Kept("9:00")}],
            "scoring": [{"points": 3}],
        }
        dice = {"roll": "1D2", "table": {"1": self.dungeon, "2": self.sketch}}
        self._write("dice.toml", _format_toml(self._filled(Season, {**season, "dice": dice})))
        rounds = [{"layout": [self.dungeon, self.sketch], "starts": Kept("10:00")}, {"layout": self.sketch}]
        self._write("rounds.toml", _format_toml(self._filled(Season, {**season, "rounds": rounds})))

    @property
    def everything_told(self) -> list[str]:
        """The words of all fields."""
        return [words for told in self.told.values() for words in told]

    def say(self, name: str, most: int | None) -> str:
        """Return the words of a field."""
        kind = self.notes if self.notes and name.endswith((".notes", ".pairings", ".referee")) else self.words
        words = kind.said(len(self.everything_told), most)
        self.told.setdefault(name, []).append(words)
        return words

    def _write(self, name: str, text: str) -> None:
        (self.path / name).write_text(text, encoding="utf-8")

    def _filled(self, model: type, data: dict[str, Any]) -> dict[str, Any]:
        made: dict[str, Any] = fill(type_info(model), data, self.say)
        return made

    def _tiles(self) -> None:
        """Write a set of such a name with a tile of such a name."""
        self._tile_ids = [f"{self.words.in_a_name}/cell", f"plain/{self.words.in_a_name}"]
        for tile_id in self._tile_ids:
            folder, _, name = tile_id.partition("/")
            (self.path / "tiles" / folder).mkdir(parents=True, exist_ok=True)
            (self.path / "tiles" / folder / "photo.png").write_bytes(save_bytes(draw_corners()))
            self._write(f"tiles/{folder}/{name}.yaml", _quote({**self._filled(TileSettings, TILE)}))

    def _ruleset(self) -> dict[str, Any]:
        """Return every rule, with words as every source and in every parameter that takes them."""
        table = self._filled(Ruleset, {"extends": "naf-2019", "rules": {}, "play": {}, "set_up": {}})
        table["play"] = self._filled(Play, PLAY)
        table["set_up"] = self._filled(SetUpTable, {})
        for name in RULE_NAMES:
            asking = (
                edition.rules[name].parameters
                for edition in map(load_unchecked_ruleset, EDITIONS)
                if name in edition.rules
            )
            said = next(asking, {})  # a rule may be there for house rulesets alone
            entry = self._filled(RuleEntry, {"level": "must", "parameters": {}})
            table["rules"][name] = {
                **self._filled(load_rule(name).settings_type, said),
                "source": entry["source"],
                "level": "must",
            }
        return table

    def _theme(self) -> dict[str, Any]:
        """Return a theme that extends one of ours, with words for its author and licence."""
        words = {key: self.say(f"ThemeDocument.{key}", MAX_CREDIT_LENGTH) for key in ("author", "licence")}
        return {"extends": "ink", **words}

    def _layout(self) -> dict[str, Any]:
        first, second = self._tile_ids
        sections = [*SECTIONS[:4], {**SECTIONS[4], "tile": first}, {**SECTIONS[5], "tile": second}, SECTIONS[6]]
        layout = self._filled(
            LayoutDocument, {"ruleset": "house.toml", "theme": "look.toml", "sections": sections, **ITEMS}
        )
        layout["machines"][0]["sections"] = [layout["sections"][2]["id"]]
        return {"format": FORMAT, "version": VERSION, **layout}

    def _sketch(self) -> str:
        """Return the sketch: a remark on top, a map, letters with kinds, and words wherever else a sketch has them."""
        kinds = {letter: self._filled(SectionSettings, {}) for letter in "ABC"}
        kinds["A"] |= {"kind": "end_zone", "side": "home"}
        kinds["C"] |= {"kind": "end_zone", "side": "away"}
        said = self._filled(LayoutDocument, {"ruleset": "house.toml", "theme": "look.toml", "sections": [], **SKETCHED})
        del said["sections"]
        remark = "".join(letter if letter.isprintable() else " " for letter in self.say("remark", None))
        drawn = (
            f"{key}: |\n" + "".join(f"  {row}\n" for row in rows) for key, rows in (("map", MAP), ("sections", LETTERS))
        )
        rest = "".join(f"{key}: {_quote(value)}\n" for key, value in {**said, "section_kinds": kinds}.items())
        return f"# Idea: {remark}\n{rest}{''.join(drawn)}"


def list_every_field() -> set[str]:
    """Return the names of all fields of all files that take words; a remark is a comment of a sketch."""
    return {"remark"} | {name for model in MODELS for name in list_fields_with_words(type_info(model))}


def _quote(value: object) -> str:
    """Return a value as JSON, which YAML is too, of letters every reader takes."""
    return json.dumps(value).replace("\x7f", "\\u007f")


def _format_toml(table: dict[str, Any]) -> str:
    return "".join(f"{_quote(key)} = {_format_inline(value)}\n" for key, value in table.items())


def _format_inline(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_quote(key)} = {_format_inline(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_format_inline, value))}]"
    return _quote(value)
