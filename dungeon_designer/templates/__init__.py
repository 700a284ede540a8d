"""Files to start from: a commented sketch, ruleset, season or tile, each of which reads as it stands.

A line that begins with ``#`` and a blank speaks to people. One that begins with ``#`` and anything else is an example:
without its ``#`` it says something to the program.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path, PurePath
from typing import Any

from dungeon_designer.dungeon import Dungeon
from dungeon_designer.errors import one_line
from dungeon_designer.findings import Level
from dungeon_designer.layout.sketch_schema import OF_SKETCH
from dungeon_designer.reports.manual import in_toml
from dungeon_designer.rules.registry import rule
from dungeon_designer.rules.rule import Bounds
from dungeon_designer.rulesets.document import RulesetDocument, RuleTable
from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.rulesets.play import Play, SetUpTable
from dungeon_designer.seasons.model import Round, Season
from dungeon_designer.text.json_schema import Schema, schema_with_words
from dungeon_designer.text.yaml_text import flow, scalar
from dungeon_designer.tiles.reader import tile_schema

WIDTH = 110

_ENDING = re.compile(r"(\.dungeon)?\.[^.]*$")


def comment(text: str) -> str:
    """Text as lines that speak to people.

    >>> print(comment("What people call it."), end="")
    # What people call it.
    """
    lines = textwrap.wrap(one_line(text), WIDTH, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False)
    return "".join(f"{line}\n" for line in lines)


def head(*parts: str) -> str:
    """The top of a file: sentences, and calls of the program, which begin with ``$``."""
    how = "A line that begins with # and a blank is for you; take the # away from any other, and the program reads it."
    return "".join(f"# {part}\n" if part.startswith("$") else comment(part) for part in (*parts[:1], how, *parts[1:]))


def example(lines: str) -> str:
    """Lines for the program, switched off."""
    return "".join(f"#{line}\n" for line in lines.splitlines())


def keys_of(schema: Schema) -> Iterator[tuple[str, str, Any]]:
    """Every key of a schema, what it is for, and a value it may have."""
    for key, part in schema["properties"].items():
        yield key, part["description"], next(iter((*part.get("examples", ()), *part.get("enum", ()))), None)


def name_from(file: str, otherwise: str) -> str:
    """What people may call what a file of this name holds.

    >>> name_from("halls/the-long-hall.dungeon.yaml", "A Hall"), name_from("", "A Hall")
    ('The Long Hall', 'A Hall')
    """
    words = re.split(r"[-_\s]+", stem(file))
    return " ".join(word[:1].upper() + word[1:] for word in words if word) or otherwise


def stem(file: str) -> str:
    """The name of a file without its folder and ending.

    >>> stem("halls/the-long-hall.dungeon.yaml")
    'the-long-hall'
    """
    return _ENDING.sub("", PurePath(file).name).strip()


_CHANGED = ("square-count", "chest-spacing", "chest-count")
_OFF = ("portal-spacing", "portal-chest-distance", "walking-route")
_ADDED = ("chests-per-section", "chest-end-zone-distance", "trap-spacing")
"""The first that the base asks is changed and switched off, the first that it does not ask is added."""

_UNSET = "end-zone-size"
"""In the example that takes away what the base has."""

_KINDS = ("tile-mix", "trapdoor", "chest-section", "ball-count")
"""Rules whose parameters are of every kind: tables, pairs, words, true or false, numbers."""


def ruleset_text(base: Ruleset, named: str, file: str = "") -> str:
    """A ruleset that extends `base`, which it names as `named`; `file` is where it will stand.

    It is called after its file, and asks what its base asks until somebody changes it. With the ``#`` before its
    examples taken away it is read as well.
    """
    own = {"id": stem(file) or "house-rules", "name": name_from(file, "House Rules"), "extends": named}
    top = head(
        f"House rules on top of {base.name}. docs/rulesets.md tells every key.",
        "$ dungeon-designer check hall.dungeon.yaml --ruleset FILE",
        "$ dungeon-designer rules --ruleset FILE    # what is asked",
        "$ dungeon-designer explain RULE            # what a rule asks, and why",
    )
    changed, off, added = (
        next((name for name in names if (name in base.asked) is asked), names[-1])
        for names, asked in ((_CHANGED, True), (_OFF, True), (_ADDED, False))
    )
    every = schema_with_words(RuleTable)  # what every rule's table may hold besides, but what takes them away
    besides = {**every, "properties": {key: part for key, part in every["properties"].items() if key != "unset"}}
    parts = [
        top + "".join(_keys(schema_with_words(RulesetDocument), own, ("rules", "play", "set_up"))),
        comment(f"Rules are changed key by key. Those that are not named stay as {base.name} has them."),
        _rule(changed, base, "A rule with other numbers.", _examples(besides)),
        comment(f"A number that {base.name} has and that holds no more. {rule(_UNSET).summary}"),
        example(f'[rules.{_UNSET}]\nunset = ["min"]'),
        comment(f"A rule that is not asked any more. {rule(off).summary}") + example(f'[rules.{off}]\nlevel = "off"'),
        _rule(added, base, f"A rule that {base.name} does not ask: to name it is to ask it."),
        comment("Parameters are numbers, words, true or false, lists and tables."),
        *(_rule(name, base) for name in _KINDS),
        comment("In which order coaches set a dungeon up together.")
        + example("[set_up]")
        + _examples(schema_with_words(SetUpTable)),
        comment("How the game is played, where it matters for what is measured.")
        + example("[play]")
        + _examples(schema_with_words(Play)),
    ]
    return "\n".join(parts)


def _keys(schema: Schema, own: Mapping[str, Any], without: Collection[str]) -> Iterator[str]:
    """The keys of the file itself, with what they say of their own; those of which nothing is said as examples."""
    for key, about, value in keys_of(schema):
        if key not in without:
            line = f"{key} = {in_toml(own.get(key) or value)}"
            yield "\n" + comment(about) + (f"{line}\n" if own.get(key) else example(line))


def _rule(name: str, base: Ruleset, why: str = "", besides: str = "") -> str:
    """A rule's table, switched off, with its own parameters as the base has them, else as the rule has them.

    A bound that neither has is left out: one that is made up might exclude the other.
    """
    settings, asked = rule(name).settings, dict(base.rules[name].parameters) if name in base.rules else {}
    if issubclass(settings, Bounds):
        usual = (None, None) if "min" in asked or "max" in asked else settings.usual
        asked = {"min": usual[0], "max": usual[1], **asked}
    title = comment(f"{why} {rule(name).summary}".strip())
    return title + example(f"[rules.{name}]") + besides + _examples(settings.schema(), asked)


def _examples(schema: Schema, own: Mapping[str, Any] | None = None) -> str:
    """Every key of a table, switched off, with what it is for; those that are said to be None are left out."""
    values = [(about, key, (own or {}).get(key, value)) for key, about, value in keys_of(schema)]
    shown = [(about, f"{key} = {in_toml(value)}") for about, key, value in values if value is not None]
    return "".join(comment(about) + example(line) for about, line in shown)


NONE_YET = ("first-hall.dungeon.yaml", "second-hall.dungeon.yaml")
"""What a season names when no dungeon is there, so that it shows how."""

MOST_SIDES = 99
"""A die has no more sides."""


def season_text(dungeons: Sequence[str], ruleset: str = "", file: str = "") -> str:
    """A season of dungeons, named from the folder of `file`, where it will stand; `ruleset` is asked of all."""
    layouts = dungeons or NONE_YET
    parts = [
        head(
            "A season: which dungeon is played when. docs/seasons.md tells every key.",
            "$ dungeon-designer check FILE               # every dungeon of it",
            "$ dungeon-designer pack FILE -o season.pdf  # all of them in one document",
        )
    ]
    if not dungeons:
        parts.append("\n" + comment("There was no dungeon yet: name your own in place of these."))
    own = {"name": name_from(file, "A New Season"), "ruleset": ruleset}
    parts += _keys(schema_with_words(Season), own, ("rounds", "dice"))
    parts.append(
        "\n" + comment("The rounds in their order. A dungeon is named by its file, from the folder of this one.")
    )
    for number, layout in enumerate(layouts, 1):
        parts.append(f"[[rounds]]\nname = {in_toml(f'Round {number}')}\nlayout = {in_toml(layout)}\n")
        if number == 1:  # what a round may say besides
            more = (each for each in keys_of(schema_with_words(Round)) if each[0] not in ("name", "layout"))
            parts += [comment(about) + example(f"{key} = {in_toml(value)}") for key, about, value in more]
        parts.append("\n")
    sides = layouts[:MOST_SIDES]
    table = "".join(f"{side} = {in_toml(layout)}\n" for side, layout in enumerate(sides, 1))
    parts.append(comment("Instead of rounds, or besides, dice may choose: name a dungeon for every sum they can show."))
    parts += [example(f'[dice]\nroll = "1D{len(sides)}"'), example(f"[dice.table]\n{table}")]
    return "".join(parts)


USUAL = "naf-2019"
"""The edition whose sketch is taken where a ruleset extends none."""

_SKETCHES = Path(__file__).with_name("sketches")

MOST = 12
"""So many findings are told in the sketch itself."""

_HEAD = (
    "A dungeon to start from. docs/formats.md tells every key.",
    "$ dungeon-designer check FILE               # which rules it breaks",
    "$ dungeon-designer edit FILE                # opens it in the editor",
    "$ dungeon-designer render FILE -o map.pdf   # draws it",
)


def sketch_text(ruleset: Ruleset, named: str, file: str = "") -> str:
    """The sketch for a ruleset, which it names as `named`; `file` is where it will stand, after which it is called.

    It is that of the edition the ruleset is or extends, the nearest that has one; what the ruleset finds in it that
    makes it illegal it says as comments.
    """
    known = [_SKETCHES / f"{name}.dungeon.yaml" for name in (ruleset.id, *ruleset.lineage, USUAL) if name in EDITIONS]
    text = next(path for path in known if path.is_file()).read_text(encoding="utf-8")
    for key, value in (("ruleset", named), ("name", name_from(file, "A New Dungeon"))):
        line = f"{key}: {scalar(value)}"
        text = re.sub(rf"^{key}: .*$", line.replace("\\", r"\\"), text, count=1, flags=re.MULTILINE)
    missing = ""
    found = [finding for finding in Dungeon.parse(text).check(ruleset).open if finding.level is Level.ERROR]
    if found:
        lines = [f"Under {ruleset.name} it is not legal yet:"]
        lines += [f"- {finding.rule}: {finding.message}" for finding in found[:MOST]]
        lines += [f"- and {len(found) - MOST} more."] if len(found) > MOST else []
        missing = "\n" + "".join(map(comment, lines))
    letters = comment(str(OF_SKETCH["map"].description)) + "map:"
    return f"{head(*_HEAD)}{missing}\n{text.replace('map:', letters, 1)}"


_SQUARES = """\
squares: |
  S....S
  ......
  ..ww..
  S....S
"""

_ROOM = {"kind": "kind: small_room\n", "squares": _SQUARES, "legend": "legend: {w: water}\n"}

_NOTES = {
    "squares": "~ is lava, % chasm, = a bridge, S a statue, I an idol.",
    "side": "Only for an end zone or an entry.",
    "painted": "Only for an end zone.",
}
"""What a person should know of a key besides what it is for."""


def tile_text(file: str = "") -> str:
    """A small room with statues and water; `file` is where it will stand, after which it is called."""
    said = {"name": f"name: {flow(name_from(file, 'A New Tile'))}\n", **_ROOM}
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
