"""A tile to start from."""

from __future__ import annotations

from dungeon_designer.layout.yaml_text import flow
from dungeon_designer.templates.comments import comment, example, head, keys_of, name_from
from dungeon_designer.tiles.schema import tile_schema

_SQUARES = """\
squares: |
  S....S
  ......
  ..ww..
  S....S
"""

_SAID = {"kind": "kind: small_room\n", "squares": _SQUARES, "legend": "legend: {w: water}\n"}

_NOTES = {
    "squares": "~ is lava, % chasm, = a bridge, S a statue, I an idol.",
    "side": "Only for an end zone or an entry.",
    "painted": "Only for an end zone.",
}
"""What a person should know of a key besides what it is for."""


def tile_text(file: str = "") -> str:
    """A small room with statues and water; `file` is where it will stand, after which it is called."""
    said = {"name": f"name: {flow(name_from(file, 'A New Tile'))}\n", **_SAID}
    parts = [
        head(
            "A tile of a set of your own. docs/tiles.md tells every key.",
            "The set is the folder the file lies in, and it lies in a folder `tiles` beside your dungeons: a sketch"
            " calls tiles/my-club/wine-cellar.yaml my-club/wine-cellar.",
            "$ dungeon-designer tiles --tiles tiles my-club    # draws the set my-club",
        )
    ]
    for key, about, value in keys_of(tile_schema()):
        parts.append("\n" + comment(f"{about} {_NOTES.get(key, '')}".strip()))
        parts.append(said.get(key) or example(f"{key}: {flow(value)}"))
    return "".join(parts)
