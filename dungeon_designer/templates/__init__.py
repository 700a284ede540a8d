"""Files to start from: a commented sketch, ruleset, season or tile, each of which reads as it stands.

A line that begins with ``#`` and a blank speaks to people. One that begins with ``#`` and anything else is an example:
without its ``#`` it says something to the program.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
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
from dungeon_designer.text.json_schema import Schema, schema_of
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
    return "\n".join((_head(base, named, file), *_rules(base), _set_up(), _play()))


def _head(base: Ruleset, named: str, file: str) -> str:
    """What is said of the ruleset itself."""
    said = {"id": stem(file) or "house-rules", "name": name_from(file, "House Rules"), "extends": named}
    parts = [
        head(
            f"House rules on top of {base.name}. docs/rulesets.md tells every key.",
            "$ dungeon-designer check hall.dungeon.yaml --ruleset FILE",
            "$ dungeon-designer rules --ruleset FILE    # what is asked",
            "$ dungeon-designer explain RULE            # what a rule asks, and why",
        )
    ]
    for key, about, value in keys_of(schema_of(RulesetDocument)):
        if key not in ("rules", "play", "set_up"):
            line = f"{key} = {in_toml(said.get(key, value))}"
            parts.append("\n" + comment(about) + (f"{line}\n" if key in said else example(line)))
    return "".join(parts)


def _rules(base: Ruleset) -> Iterator[str]:
    """What a ruleset may say of rules, in examples."""
    changed, off = _first(_CHANGED, base, True), _first(_OFF, base, True)
    yield comment(f"Rules are changed key by key. Those that are not named stay as {base.name} has them.")
    yield _block(changed, base, "A rule with other numbers.", _lines(_every_rule()))
    yield comment(f"A number that {base.name} has and that holds no more. {rule(_UNSET).summary}")
    yield example(f'[rules.{_UNSET}]\nunset = ["min"]')
    yield _title(off, "A rule that is not asked any more.") + example(f'[rules.{off}]\nlevel = "off"')
    yield _block(_first(_ADDED, base, False), base, f"A rule that {base.name} does not ask: to name it is to ask it.")
    yield comment("Parameters are numbers, words, true or false, lists and tables.")
    for name in _KINDS:
        yield _block(name, base)


def _every_rule() -> Schema:
    """What every rule's table may hold beside its numbers, but what takes them away."""
    schema = schema_of(RuleTable)
    return {**schema, "properties": {k: v for k, v in schema["properties"].items() if k != "unset"}}


def _first(names: tuple[str, ...], base: Ruleset, asked: bool) -> str:
    """The first of some rules that the base asks, or does not ask; else the last."""
    return next((name for name in names if (name in base.asked) is asked), names[-1])


def _block(name: str, base: Ruleset, why: str = "", besides: str = "") -> str:
    """A rule's table, switched off, with its own parameters."""
    own = _lines(schema_of(rule(name).settings), _said(name, base))
    return _title(name, why) + example(f"[rules.{name}]") + besides + own


def _said(name: str, base: Ruleset) -> dict[str, Any]:
    """A rule's parameters as the base has them, else as the rule has them; None for a bound that neither has.

    A bound that is made up might exclude the other.
    """
    settings, asked = rule(name).settings, base.rules[name].parameters if name in base.rules else {}
    if not issubclass(settings, Bounds):
        return dict(asked)
    bounded = "min" in asked or "max" in asked
    usual = (None, None) if bounded else settings.usual
    return {"min": usual[0], "max": usual[1], **asked}


def _title(name: str, why: str) -> str:
    return comment(f"{why} {rule(name).summary}".strip())


def _lines(schema: Schema, said: Mapping[str, Any] | None = None) -> str:
    """Every key of a table, switched off, with what it is for; those that are said to be None are left out."""
    values = [(about, key, (said or {}).get(key, value)) for key, about, value in keys_of(schema)]
    shown = [(about, f"{key} = {in_toml(value)}") for about, key, value in values if value is not None]
    return "".join(comment(about) + example(line) for about, line in shown)


def _set_up() -> str:
    """In which order coaches set up, in examples."""
    about = comment("In which order coaches set a dungeon up together.")
    return about + example("[set_up]") + _lines(schema_of(SetUpTable))


def _play() -> str:
    """What is said of playing, in examples."""
    about = comment("How the game is played, where it matters for what is measured.")
    return about + example("[play]") + _lines(schema_of(Play))


NONE_YET = ("first-hall.dungeon.yaml", "second-hall.dungeon.yaml")
"""What a season names when no dungeon is there, so that it shows how."""

MOST_SIDES = 99
"""A die has no more sides."""


def season_text(dungeons: Sequence[str], ruleset: str = "", file: str = "") -> str:
    """A season of dungeons, named from the folder of `file`, where it will stand; `ruleset` is asked of all."""
    layouts = dungeons or NONE_YET
    about = head(
        "A season: which dungeon is played when. docs/seasons.md tells every key.",
        "$ dungeon-designer check FILE               # every dungeon of it",
        "$ dungeon-designer pack FILE -o season.pdf  # all of them in one document",
    )
    missing = "" if dungeons else "\n" + comment("There was no dungeon yet: name your own in place of these.")
    texts = _texts({"name": name_from(file, "A New Season"), "ruleset": ruleset})
    return "".join((about, missing, *texts, *_rounds(layouts), *_dice(layouts)))


def _texts(said: Mapping[str, str]) -> Iterator[str]:
    """The keys of the season itself; those of which nothing is said as examples."""
    for key, about, value in keys_of(schema_of(Season)):
        if key not in ("rounds", "dice"):
            line = f"{key} = {in_toml(said.get(key) or value)}"
            yield "\n" + comment(about) + (f"{line}\n" if said.get(key) else example(line))


def _rounds(layouts: Sequence[str]) -> Iterator[str]:
    yield "\n" + comment("The rounds in their order. A dungeon is named by its file, from the folder of this one.")
    for number, layout in enumerate(layouts, 1):
        yield f"[[rounds]]\nname = {in_toml(f'Round {number}')}\nlayout = {in_toml(layout)}\n"
        yield from _timed() if number == 1 else ()
        yield "\n"


def _timed() -> Iterator[str]:
    """What a round may say besides, as examples."""
    for key, about, value in keys_of(schema_of(Round)):
        if key not in ("name", "layout"):
            yield comment(about) + example(f"{key} = {in_toml(value)}")


def _dice(layouts: Sequence[str]) -> Iterator[str]:
    """The same dungeons by one die."""
    sides = layouts[:MOST_SIDES]
    table = "".join(f"{side} = {in_toml(layout)}\n" for side, layout in enumerate(sides, 1))
    yield comment("Instead of rounds, or besides, dice may choose: name a dungeon for every sum they can show.")
    yield example(f'[dice]\nroll = "1D{len(sides)}"')
    yield example(f"[dice.table]\n{table}")


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
    """The sketch for a ruleset, which it names as `named`; `file` is where it will stand, after which it is called."""
    text = _file(edition_of(ruleset)).read_text(encoding="utf-8")
    text = _with(text, "ruleset", named)
    text = _with(text, "name", name_from(file, "A New Dungeon"))
    letters = comment(str(OF_SKETCH["map"].description)) + "map:"
    return f"{head(*_HEAD)}{_missing(text, ruleset)}\n{text.replace('map:', letters, 1)}"


def edition_of(ruleset: Ruleset) -> str:
    """The edition a ruleset is or extends, the nearest that has a sketch."""
    found = (name for name in (ruleset.id, *ruleset.lineage) if name in EDITIONS and _file(name).is_file())
    return next(found, USUAL)


def _file(edition: str) -> Path:
    return _SKETCHES / f"{edition}.dungeon.yaml"


def _with(text: str, key: str, value: str) -> str:
    return re.sub(rf"^{key}: .*$", lambda _: f"{key}: {scalar(value)}", text, count=1, flags=re.MULTILINE)


def _missing(text: str, ruleset: Ruleset) -> str:
    """What the ruleset finds in the sketch that makes it illegal, as comments."""
    found = [finding for finding in Dungeon.parse(text).check(ruleset).open if finding.level is Level.ERROR]
    if not found:
        return ""
    more = [f"- and {len(found) - MOST} more."] if len(found) > MOST else []
    lines = [f"- {finding.rule}: {finding.message}" for finding in found[:MOST]]
    return "\n" + "".join(map(comment, [f"Under {ruleset.name} it is not legal yet:", *lines, *more]))


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
