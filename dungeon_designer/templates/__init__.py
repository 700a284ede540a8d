"""Build files to start from: a commented sketch, ruleset, season, tile or theme, each of which can be read unchanged.

A line that begins with ``#`` and a blank is a comment for people. A line that begins with ``#`` and
anything else is an example: without its ``#`` the program reads it. The command `new` calls this module.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path, PurePath
from typing import Any

from dungeon_designer.dungeon import Dungeon
from dungeon_designer.errors import escape_line
from dungeon_designer.findings import Level
from dungeon_designer.layout.sketch_schema import SKETCH_ONLY_DESCRIPTIONS
from dungeon_designer.reports.manual import format_toml_value
from dungeon_designer.rules.rule_registry import load_rule
from dungeon_designer.rules.rule_settings import Bounds
from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.rulesets.play_table import Play, SetUpTable
from dungeon_designer.rulesets.ruleset_document import RulesetDocument, RuleTable
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.seasons.season_model import Round, Season
from dungeon_designer.text.json_schema import Schema, build_described_schema, build_schema
from dungeon_designer.text.yaml_text import format_inline, format_scalar
from dungeon_designer.tiles.tile_file import build_tile_schema

COMMENT_WIDTH = 110
"""The largest length of a line of a comment, in letters."""

_ENDING = re.compile(r"(\.dungeon)?\.[^.]*$")
"""The ending of a file name."""


def format_comment(text: str) -> str:
    """Return a text as comment lines for people.

    >>> print(format_comment("What people call it."), end="")
    # What people call it.
    """
    lines = textwrap.wrap(
        escape_line(text), COMMENT_WIDTH, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False
    )
    return "".join(f"{line}\n" for line in lines)


def format_header(*parts: str) -> str:
    """Return the comment at the top of a file: sentences, and commands of the program, which begin with ``$``."""
    explanation = (
        "A line that begins with # and a blank is for you; take the # away from any other, and the program reads it."
    )
    return "".join(
        f"# {sentence}\n" if sentence.startswith("$") else format_comment(sentence)
        for sentence in (*parts[:1], explanation, *parts[1:])
    )


def comment_out(lines: str) -> str:
    """Return lines for the program, each switched off by a ``#``."""
    return "".join(f"#{line}\n" for line in lines.splitlines())


def list_keys(schema: Schema) -> Iterator[tuple[str, str, Any]]:
    """Yield every key of a JSON schema with its description and an example of a value; None if it has no example."""
    for key, key_schema in schema["properties"].items():
        values = (*key_schema.get("examples", ()), *key_schema.get("enum", ()))
        yield key, key_schema["description"], values[0] if values else None


def build_name(file_name: str, default: str) -> str:
    """Return a readable name for what a file holds, from the name of the file.

    >>> build_name("halls/the-long-hall.dungeon.yaml", "A Hall"), build_name("", "A Hall")
    ('The Long Hall', 'A Hall')
    """
    words = re.split(r"[-_\s]+", strip_folder_and_ending(file_name))
    return " ".join(word[:1].upper() + word[1:] for word in words if word) or default


def strip_folder_and_ending(file_name: str) -> str:
    """Return the name of a file without its folder and ending.

    >>> strip_folder_and_ending("halls/the-long-hall.dungeon.yaml")
    'the-long-hall'
    """
    return _ENDING.sub("", PurePath(file_name).name).strip()


_CHANGED_RULES = ("square-count", "chest-spacing", "chest-count")
_SWITCHED_OFF_RULES = ("portal-spacing", "portal-chest-distance", "walking-route")
_ADDED_RULES = ("chests-per-section", "chest-end-zone-distance", "trap-spacing")
"""Candidates for the examples of a ruleset.

The first one that the base has is changed, or switched off; the first one that the base does not have is added.
"""

_UNSET_RULE = "end-zone-size"
"""The rule in the example that removes a number of the base."""

_PARAMETER_RULES = ("tile-mix", "trapdoor", "chest-section", "ball-count")
"""Rules whose parameters are of every kind: tables, pairs, words, true or false, numbers."""


def build_ruleset_text(base: Ruleset, base_name: str, file_name: str = "") -> str:
    """Return the text of a ruleset that extends another one and requires the same until somebody changes it.

    The examples in the text are valid, too, if their ``#`` is removed.

    Args:
        base: the ruleset to extend.
        base_name: how the file names the base.
        file_name: the file that the text will be written to; the ruleset is named after it.
    """
    own_values = {
        "id": strip_folder_and_ending(file_name) or "house-rules",
        "name": build_name(file_name, "House Rules"),
        "extends": base_name,
    }
    header = format_header(
        f"House rules on top of {base.name}. docs/reference/ruleset.md tells every key.",
        "$ dungeon-designer check hall.dungeon.yaml --ruleset FILE",
        "$ dungeon-designer rules --ruleset FILE    # what is asked",
        "$ dungeon-designer explain RULE            # what a rule asks, and why",
    )
    changed_rule = _choose_rule(_CHANGED_RULES, base, is_in_base=True)
    switched_off_rule = _choose_rule(_SWITCHED_OFF_RULES, base, is_in_base=True)
    added_rule = _choose_rule(_ADDED_RULES, base, is_in_base=False)
    file_schema = build_described_schema(RulesetDocument)
    parts = [
        header + "".join(_list_key_lines(file_schema, own_values, ("rules", "play", "set_up"))),
        format_comment(f"Rules are changed key by key. Those that are not named stay as {base.name} has them."),
        _build_rule_example(changed_rule, base, "A rule with other numbers.", _build_general_examples()),
        format_comment(f"A number that {base.name} has and that holds no more. {load_rule(_UNSET_RULE).summary}"),
        comment_out(f'[rules.{_UNSET_RULE}]\nunset = ["min"]'),
        format_comment(f"A rule that is not asked any more. {load_rule(switched_off_rule).summary}")
        + comment_out(f'[rules.{switched_off_rule}]\nlevel = "off"'),
        _build_rule_example(added_rule, base, f"A rule that {base.name} does not ask: to name it is to ask it."),
        format_comment("Parameters are numbers, words, true or false, lists and tables."),
        *(_build_rule_example(name, base) for name in _PARAMETER_RULES),
        format_comment("In which order coaches set a dungeon up together.")
        + comment_out("[set_up]")
        + _build_examples(build_described_schema(SetUpTable)),
        format_comment("How the game is played, where it matters for what is measured.")
        + comment_out("[play]")
        + _build_examples(build_described_schema(Play)),
    ]
    return "\n".join(parts)


def _choose_rule(candidates: Sequence[str], base: Ruleset, is_in_base: bool) -> str:
    """Return the first candidate that the base ruleset requires, or does not require; if there is none, the last."""
    return next((name for name in candidates if (name in base.enabled_rules) is is_in_base), candidates[-1])


def _build_general_examples() -> str:
    """Return the lines of the keys that the table of any rule may have, such as its level, commented out.

    The key `unset`, which removes parameters, is left out.
    """
    schema = build_described_schema(RuleTable)
    properties = {key: part for key, part in schema["properties"].items() if key != "unset"}
    return _build_examples({**schema, "properties": properties})


def _list_key_lines(schema: Schema, own_values: Mapping[str, Any], excluded: Collection[str]) -> Iterator[str]:
    """Yield the lines of each key of a file, below a comment that describes it.

    Args:
        schema: the schema of the file, which lists its keys.
        own_values: the value of each key that the new file sets. All other keys are commented out, with an example.
        excluded: keys that are left out.
    """
    for key, description, value in list_keys(schema):
        if key not in excluded:
            line = f"{key} = {format_toml_value(own_values.get(key) or value)}"
            yield "\n" + format_comment(description) + (f"{line}\n" if own_values.get(key) else comment_out(line))


def _build_rule_example(name: str, base: Ruleset, introduction: str = "", other_keys: str = "") -> str:
    """Return the table of a rule in a ruleset file, commented out, with a comment above it.

    Its parameters have the values of the base, or else the rule's defaults. A smallest or largest number (`min`,
    `max`) that neither of them gives is left out, since an invented one might contradict the other one.

    Args:
        name: the rule.
        base: the ruleset that the new file extends.
        introduction: the first sentence of the comment.
        other_keys: lines to insert below the head of the table.
    """
    settings = load_rule(name).settings_type
    parameters = dict(base.rules[name].parameters) if name in base.rules else {}
    if issubclass(settings, Bounds):
        default_bounds = (None, None) if "min" in parameters or "max" in parameters else settings.default_bounds
        parameters = {"min": default_bounds[0], "max": default_bounds[1], **parameters}
    title = format_comment(f"{introduction} {load_rule(name).summary}".strip())
    return title + comment_out(f"[rules.{name}]") + other_keys + _build_examples(build_schema(settings), parameters)


def _build_examples(schema: Schema, own_values: Mapping[str, Any] | None = None) -> str:
    """Return the lines of every key of a table, commented out, each below its description.

    Args:
        schema: the schema of the table.
        own_values: values to show; other keys show the example of the schema. Keys whose value is None are left out.
    """
    lines = []
    for key, description, example in list_keys(schema):
        value = (own_values or {}).get(key, example)
        if value is not None:
            lines.append(format_comment(description) + comment_out(f"{key} = {format_toml_value(value)}"))
    return "".join(lines)


EXAMPLE_DUNGEONS = ("first-hall.dungeon.yaml", "second-hall.dungeon.yaml")
"""The files that a new season names if there is no dungeon yet."""

MAX_DIE_SIDES = 99
"""The largest number of sides of a die."""


def build_season_text(dungeons: Sequence[str], ruleset: str = "", file_name: str = "") -> str:
    """Return the text of a season with one round for each dungeon.

    Args:
        dungeons: the dungeon files, as named from the folder of the season.
        ruleset: the ruleset that all of them are checked by; empty for none.
        file_name: the file that the text will be written to; the season is named after it.
    """
    dungeon_files = dungeons or EXAMPLE_DUNGEONS
    parts = [
        format_header(
            "A season: which dungeon is played when. docs/reference/season.md tells every key.",
            "$ dungeon-designer check FILE               # every dungeon of it",
            "$ dungeon-designer pack FILE -o season.pdf  # all of them in one document",
        )
    ]
    if not dungeons:
        parts.append("\n" + format_comment("There was no dungeon yet: name your own in place of these."))
    own_values = {"name": build_name(file_name, "A New Season"), "ruleset": ruleset}
    parts += _list_key_lines(build_described_schema(Season), own_values, ("rounds", "dice"))
    parts.append(
        "\n" + format_comment("The rounds in their order. A dungeon is named by its file, from the folder of this one.")
    )
    for number, dungeon_file in enumerate(dungeon_files, 1):
        parts.append(
            f"[[rounds]]\nname = {format_toml_value(f'Round {number}')}\nlayout = {format_toml_value(dungeon_file)}\n"
        )
        if number == 1:
            parts += _list_optional_round_keys()
        parts.append("\n")
    return "".join((*parts, _build_dice_example(dungeon_files)))


def _list_optional_round_keys() -> Iterator[str]:
    """Yield the keys that a round of a season may also have, commented out, each below its description."""
    for key, description, value in list_keys(build_described_schema(Round)):
        if key not in ("name", "layout"):
            yield format_comment(description) + comment_out(f"{key} = {format_toml_value(value)}")


def _build_dice_example(dungeon_files: Sequence[str]) -> str:
    """Return an example, commented out, of a die in a season: it chooses one of the dungeons for each number."""
    die_files = dungeon_files[:MAX_DIE_SIDES]
    table = "".join(f"{number} = {format_toml_value(file)}\n" for number, file in enumerate(die_files, 1))
    return (
        format_comment("Instead of rounds, or besides, dice may choose: name a dungeon for every sum they can show.")
        + comment_out(f'[dice]\nroll = "1D{len(die_files)}"')
        + comment_out(f"[dice.table]\n{table}")
    )


DEFAULT_EDITION = "naf-2019"
"""The edition whose sketch is used if a ruleset extends none."""

_SKETCH_FOLDER = Path(__file__).with_name("sketches")
"""The folder with the sketch of each edition."""

MAX_LISTED_PROBLEMS = 12
"""The number of problems that the sketch lists."""

_SKETCH_HEADER = (
    "A dungeon to start from. docs/reference/dungeon-file.md tells every key.",
    "$ dungeon-designer check FILE               # which rules it breaks",
    "$ dungeon-designer edit FILE                # opens it in the editor",
    "$ dungeon-designer render FILE -o map.pdf   # draws it",
)
"""The sentences and commands at the top of a sketch."""


def build_sketch_text(ruleset: Ruleset, ruleset_name: str, file_name: str = "") -> str:
    """Return the text of a new dungeon file: the sketch (a dungeon drawn with letters) of an edition, to be changed.

    The edition is the one that the ruleset is or extends. Errors that the ruleset finds in it are listed as comments.

    Args:
        ruleset: the ruleset of the new dungeon.
        ruleset_name: how the sketch names the ruleset.
        file_name: the file that the text will be written to; the dungeon is named after it.
    """
    sketch_files = [
        _SKETCH_FOLDER / f"{name}.dungeon.yaml"
        for name in (ruleset.id, *ruleset.lineage, DEFAULT_EDITION)
        if name in EDITIONS
    ]
    text = next(path for path in sketch_files if path.is_file()).read_text(encoding="utf-8")
    for key, value in (("ruleset", ruleset_name), ("name", build_name(file_name, "A New Dungeon"))):
        line = f"{key}: {format_scalar(value)}"
        text = re.sub(rf"^{key}: .*$", line.replace("\\", r"\\"), text, count=1, flags=re.MULTILINE)
    problem_comment = ""
    verdict = Dungeon.parse(text).check(ruleset).verdict
    errors = [each for each in verdict.findings_and_failures if each.waived is None and each.level is Level.ERROR]
    if errors:
        lines = [f"Under {ruleset.name} it is not legal yet:"]
        lines += [f"- {finding.rule}: {finding.message}" for finding in errors[:MAX_LISTED_PROBLEMS]]
        lines += [f"- and {len(errors) - MAX_LISTED_PROBLEMS} more."] if len(errors) > MAX_LISTED_PROBLEMS else []
        problem_comment = "\n" + "".join(map(format_comment, lines))
    map_comment = format_comment(str(SKETCH_ONLY_DESCRIPTIONS["map"].description)) + "map:"
    return f"{format_header(*_SKETCH_HEADER)}{problem_comment}\n{text.replace('map:', map_comment, 1)}"


_TILE_ROWS = """\
squares: |
  S....S
  ......
  ..ww..
  S....S
"""
"""The key `squares` of the example tile."""

_TILE_VALUES = {"kind": "kind: small_room\n", "squares": _TILE_ROWS, "legend": "legend: {w: water}\n"}
"""The lines of the keys that the example tile has."""

_KEY_REMARKS = {
    "squares": "~ is lava, % chasm, = a bridge, S a statue, I an idol.",
    "side": "Only for an end zone or an entry.",
    "painted": "Only for an end zone.",
}
"""Remarks on keys of a tile, besides their descriptions."""


def build_tile_text(file_name: str = "") -> str:
    """Return the text of a tile: a small room with statues and water.

    `file_name` is the file that the text will be written to; the tile is named after it.
    """
    line_by_key = {"name": f"name: {format_inline(build_name(file_name, 'A New Tile'))}\n", **_TILE_VALUES}
    parts = [
        format_header(
            "A tile of a set of your own. docs/reference/tile.md tells every key.",
            "The set is the folder the file lies in, and it lies in a folder `tiles` beside your dungeons: a sketch"
            " calls tiles/my-club/wine-cellar.yaml my-club/wine-cellar.",
            "$ dungeon-designer tiles --tiles tiles my-club    # draws the set my-club",
        )
    ]
    for key, description, value in list_keys(build_tile_schema()):
        parts.append("\n" + format_comment(f"{description} {_KEY_REMARKS.get(key, '')}".strip()))
        parts.append(line_by_key.get(key) or comment_out(f"{key}: {format_inline(value)}"))
    return "".join(parts)
