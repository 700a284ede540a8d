"""The JSON Schema of sketches, made from what reads them, and what each key of a dungeon's file is for.

The models themselves do not say it, since the published schema of the layout file stays as it is. A test finds a key
without words here, and words without a key.
"""

from __future__ import annotations

from typing import Any

from msgspec import Meta

from dungeon_designer.layout.document import Document
from dungeon_designer.layout.layout_file import NEW_IN, VERSION
from dungeon_designer.layout.model import Place, SectionKind
from dungeon_designer.layout.sketch_letters import FLAG_WORDS, TAKEN, WORDS, LetterSaid
from dungeon_designer.layout.sketch_sections import SectionSaid
from dungeon_designer.text.json_schema import (
    TEXT,
    Schema,
    Words,
    described,
    flag,
    meant,
    one_of_none,
    published,
    schema_of,
    spelled,
)

OF_SKETCH = {
    "version": described("The version of the format.", 1),
    "map": described(
        "The drawing, a letter a square: # or blank is rock, . floor, < > end zones, ( ) entries, C a chest, 1 to 9 a"
        " portal, + ' square doors, o x pits, T a trapdoor, S I statue and idol, ~ % lava and chasm, = a bridge.",
        "<<..C.1.>>",
    ),
    "section_kinds": described(
        "What each letter of the sections is: a kind, or a table with kind, side, name and enclosed. A letter left out"
        " is a room.",
        {"A": {"kind": "end_zone", "side": "home"}, "B": "corridor"},
    ),
    "legend": described(
        "Letters of your own for the map, and what they mean: a name, or a table.",
        {"w": "water", "a": {"portal": 10}},
    ),
}
"""The keys that only a sketch has."""

_AT = described("The square, [x, y]: x counts to the right, y down, both from 0.", [4, 2])
_CORNER = described("The upper left square, [x, y].", [4, 2])
_SIZE = described("[width, height] in squares.", [2, 2])
_WIDTH = described("How many edges in a row: to the right on a north or south side, down on an east or west side.", 2)
_ON_EDGE: dict[str, Meta] = {
    "at": described("The first square on whose edge it lies, [x, y].", [4, 2]),
    "side": described("On which edge of the square it lies.", "east"),
    "width": _WIDTH,
}
_KIND = described("What the section is in its book's terms.", "corridor")
_TEAM = described("Whose end zone or entry it is.", "home")
_ENCLOSED = described("Whether it is walled off from its neighbours except at doors; without it, as the dungeon.", True)

DESCRIPTIONS: Words = {
    "Document": {
        "name": described("What people call the dungeon.", "The Long Hall"),
        "author": described("Who made it.", "R. Mason"),
        "notes": described("Whatever is worth knowing.", "Round 1 of the spring cup."),
        "ruleset": described("The edition or ruleset file the dungeon is meant for: what check asks.", "naf-2019"),
        "balls": described("How many of the chests hold a ball.", 2),
        "enclosed": described("Whether every section is walled off from the others except at doors.", True),
        "sides": described(
            "How many sides play here, 2 to 6; or a list of them, where one has a colour or emblem of its own.", 4
        ),
        "sections": described(
            "Where one section ends and the next begins: a second drawing of the map's shape, a letter a section; or a"
            " list of tiles and drawn sections. Without it, what is connected is one section.",
            [{"id": "hall", "tile": "gw-2021/corridor-straight", "at": [4, 2]}],
        ),
        "walls": described(
            "Walls where the sections alone would leave their edges open.", [{"at": [4, 2], "side": "east"}]
        ),
        "doors": described("Doors on edges.", [{"at": [4, 2], "side": "east", "width": 2}]),
        "square_doors": described("Doors that fill a square between two walls.", [{"at": [4, 2], "open": True}]),
        "terrain": described("Ground that is not in the map.", [{"kind": "water", "at": [4, 2], "size": [2, 2]}]),
        "obstacles": described("Things nobody may enter that are not in the map.", [{"kind": "throne", "at": [4, 2]}]),
        "chests": described("Squares of chests that are not in the map.", [[6, 0], [8, 2]]),
        "portals": described(
            "Portals that are not in the map: number and square, or number and squares.", {"10": [4, 2]}
        ),
        "traps": described("Traps the map cannot tell.", [{"kind": "trapdoor", "at": [4, 2], "below": "lava"}]),
        "leap_edges": described(
            "Marked edges from which a player with Leap may jump.", [{"at": [4, 2], "side": "south", "width": 2}]
        ),
        "machines": described("Rooms that turn and balls that roll.", [{"kind": "rotating_room", "sections": ["B"]}]),
        "labels": described("Words on the map.", [{"text": "To the crypt", "at": [4, 2]}]),
        "waivers": described(
            "Rules set aside, each with its reason.", [{"rule": "square-count", "reason": "club night, 90 minutes"}]
        ),
        "extra": described("Whatever you like; it is kept as it is.", {"club": "Thursdays"}),
    },
    "MatchSide": {
        "id": described("Which side: home, away, third, fourth, fifth or sixth, without leaving one out.", "third"),
        "colour": described("Its colour, # and six digits; without it, the usual one.", "#009e73"),
        "emblem": described("The shape that tells it apart where colours cannot; without it, the usual one.", "star"),
    },
    "Section": {
        "id": described("The section's own name in this file; no two have the same.", "hall"),
        "at": described("The upper left square of what is placed, after turning, [x, y].", [4, 2]),
        "tile": described("The tile it is, by its id.", "gw-2021/corridor-straight"),
        "turn": described("By how many quarters the tile is turned clockwise, after mirroring.", 1),
        "flip": described("Whether the tile is mirrored left to right.", True),
        "kind": _KIND,
        "side": _TEAM,
        "name": described("What people call it.", "The Long Walk"),
        "enclosed": _ENCLOSED,
        "rows": described("The squares of a section that is no tile: . is floor, # none.", ["....", "##.."]),
    },
    "SectionSaid": {
        "kind": _KIND,
        "side": _TEAM,
        "name": described("What people call it.", "The Long Walk"),
        "enclosed": _ENCLOSED,
    },
    "LetterSaid": {
        "terrain": described("The ground on its squares.", "water"),
        "obstacle": described("The thing that stands on its squares.", "throne"),
        "trap": described("The trap on its squares.", "spiked_pit"),
        "portal": described("The number of the portal on its square.", 10),
        "door": described("A door that fills its square, shut or open.", "shut"),
        "chest": described("Whether a chest lies on its squares.", True),
    },
    "EdgeDoor": _ON_EDGE,
    "Wall": _ON_EDGE,
    "LeapEdge": _ON_EDGE,
    "SquareDoor": {"at": _AT, "open": described("Whether it stands open.", True)},
    "Portal": {"number": described("The portal's number.", 10), "at": _AT},
    "TerrainEntry": {"kind": described("What the ground is.", "water"), "at": _CORNER, "size": _SIZE},
    "ObstacleEntry": {"kind": described("What stands there.", "throne"), "at": _CORNER, "size": _SIZE},
    "Trap": {
        "kind": described("What one falls into; a counter lies face down.", "trapdoor"),
        "at": _CORNER,
        "size": described("[width, height] in squares; T letters in the map say it themselves.", [2, 2]),
        "below": described("What lies below a trapdoor.", "lava"),
        "owner": described("Whose counter it is.", "home"),
        "content": described("The hidden face of a counter.", "spiked_pit"),
    },
    "RotatingRoom": {
        "kind": described("A room that turns."),
        "sections": described("The sections that turn together, by id.", ["B"]),
    },
    "RollingBall": {
        "kind": described("A stone ball that rolls along a track."),
        "at": _CORNER,
        "travel": described("Which way it rolls.", "east"),
        "length": described("The squares of its track, those it starts on included.", 11),
        "size": described("[width, height] of the ball in squares.", [3, 3]),
    },
    "Label": {
        "text": described("What it says, up to 200 letters.", "To the crypt"),
        "at": described("The square its middle lies on, floor or rock, [x, y].", [4, 2]),
        "size": described("How high its letters are.", "large"),
        "turn": described("By how many quarters it is turned clockwise; 1 reads downwards.", 1),
    },
    "Waiver": {
        "rule": described("The rule that is set aside.", "square-count"),
        "reason": described("Why.", "club night, 90 minutes"),
        "squares": described("Only where a finding touches one of these squares.", [[3, 4]]),
        "ruleset": described("Only when this ruleset is asked.", "naf-2019"),
    },
}
"""By the name of the model that reads the key."""


_NUMBER = "^(0?[1-9]|[1-9][0-9])$"
_FALSE: Schema = flag(word for word, means in FLAG_WORDS.items() if not means) | {"not": {"enum": [True]}}


def sketch_schema() -> Schema:
    """The schema. What it cannot say (whether two drawings have one shape, a letter its meaning) the reader checks.

    >>> sketch_schema()["properties"]["balls"]["maximum"]
    99
    """
    schema = _of(Document)
    keys = schema["properties"]
    section = keys["sections"].pop("items")
    own = {
        "version": {"enum": list(range(1, VERSION + 1))},
        "map": _drawing(),
        "section_kinds": _section_kinds(),
        "legend": _legend(),
    }
    keys |= {key: {**meant(OF_SKETCH[key]), **part} for key, part in own.items()}
    keys["sections"] = {**_without_type(keys["sections"]), "anyOf": [_drawing(), _list_of(_section(section))]}
    keys["portals"] = {**_without_type(keys["portals"]), "anyOf": [_list_of(keys["portals"].pop("items")), _portals()]}
    return published(
        "sketch",
        {
            **schema,
            "description": "A Dungeonbowl dungeon as text.",
            "anyOf": [{"required": ["map"]}, {"required": ["sections"]}],
            "if": {"required": ["section_kinds"]},
            "then": {"required": ["sections"], "properties": {"sections": _drawing()}},
            "allOf": [{"if": _of_version(1), "then": {"properties": dict.fromkeys(NEW_IN[2], False)}}],
        },
    )


def _of_version(number: int) -> Schema:
    return {"required": ["version"], "properties": {"version": {"enum": [number]}}}


def _of(model: Any) -> Schema:
    """The schema of a model with its keys described, as YAML spells it."""
    return spelled(schema_of(model, nulls=True, words=DESCRIPTIONS), FLAG_WORDS)


def _without_type(schema: Schema) -> Schema:
    return {key: value for key, value in schema.items() if key != "type"}


def _list_of(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _drawing() -> Schema:
    """Rows of letters: text, though an editor may take a single row for a number."""
    return {"type": TEXT}


def _section(schema: Schema) -> Schema:
    """A section of the list: a tile, or rows."""
    rows = {**schema["properties"]["rows"], "items": {"type": "string", "pattern": "^[.# ]*$"}}
    drawn = {"tile": {"enum": [""]}, "turn": {"enum": [0]}, "flip": _FALSE}
    return {
        **schema,
        "properties": {**schema["properties"], "rows": rows},
        "if": {"required": ["rows"]},
        "then": {"properties": drawn},
        "else": {"required": ["tile"], "properties": {"tile": {"minLength": 1}}},
    }


def _portals() -> Schema:
    """Number and square, or number and squares."""
    place = schema_of(Place)
    places = {"anyOf": [place, {**_list_of(place), "minItems": 1}]}
    return {"type": "object", "patternProperties": {_NUMBER: places}, "additionalProperties": False}


def _section_kinds() -> Schema:
    kind = {"enum": list(SectionKind)}
    return {
        "type": "object",
        "propertyNames": {"minLength": 1, "maxLength": 1},
        "additionalProperties": {"anyOf": [kind, _of(SectionSaid)]},
    }


def _legend() -> Schema:
    """A name, or a table that says at least one thing."""
    said = _of(LetterSaid)
    nothing: dict[str, Schema] = {key: {"enum": [None]} for key in said["properties"]}
    nothing["chest"] = _FALSE
    something = [{"required": [key], "properties": {key: {"not": none}}} for key, none in nothing.items()]
    return {
        "type": "object",
        "propertyNames": {"pattern": one_of_none(TAKEN)},
        "additionalProperties": {"anyOf": [{"enum": list(WORDS)}, {**said, "anyOf": something}]},
    }
