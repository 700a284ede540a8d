"""Build the table from which `completion.answer` completes words: the commands, their options, and known values.

`scripts.write_docs` writes it into the file `table.json`, since building it takes seconds: every command is imported.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click
import msgspec

from dungeon_designer.analysis.figure_picture import PICTURE_NAMES
from dungeon_designer.cli.main import COMMANDS
from dungeon_designer.cli.options import ALL_EDITIONS
from dungeon_designer.cli.render import MATCH_OVERLAYS
from dungeon_designer.drawing.themes import THEMES
from dungeon_designer.drawing.themes.theme_file import THEME_ENDING
from dungeon_designer.exports.papers import PAPERS
from dungeon_designer.generator.wishes import WISHES
from dungeon_designer.kinds import Team
from dungeon_designer.layout.dungeon_files import DUNGEON_ENDINGS
from dungeon_designer.rules.rule_registry import RULE_NAMES
from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.rulesets.topic_table import TableTopic
from dungeon_designer.tiles.library import load_library

SEASON_ENDINGS, ANY_ENDINGS = (".toml",), ("",)
"""The endings of season files and rulesets, and those of every file."""


def build_values() -> dict[str, dict[str, Any]]:
    """Return the values that can be completed, by the word for the value in the help, such as ``PAPER``.

    An entry has up to three keys: ``words``; ``endings`` of the files to list, where none means folders alone; and
    ``is_list`` where commas stand between several words. Words for arguments are in small letters, since ``FILE`` is
    a dungeon to read for an argument, but a file to write for an option.
    """
    rulesets = {"words": EDITIONS, "endings": SEASON_ENDINGS}
    themes = {"words": tuple(THEMES), "endings": (THEME_ENDING,)}
    tile_sets = load_library().sets
    dungeons = {"endings": (*DUNGEON_ENDINGS, *SEASON_ENDINGS)}
    return {
        "argument file": dungeons,
        "argument files": dungeons,
        "argument dungeon": {"endings": DUNGEON_ENDINGS},
        "argument dungeons": {"endings": DUNGEON_ENDINGS},
        "argument before": {"endings": DUNGEON_ENDINGS},
        "argument after": {"endings": DUNGEON_ENDINGS},
        "argument season_file": {"endings": SEASON_ENDINGS},
        "argument ruleset": rulesets,
        "argument name": {"words": (*RULE_NAMES, *(topic.replace("_", "-") for topic in TableTopic))},
        "argument tile_set": {"words": tile_sets},
        "argument source": {"endings": ANY_ENDINGS},
        "argument target": {"endings": ANY_ENDINGS},
        "FILE": {"endings": ANY_ENDINGS},
        "OUT": {"endings": ANY_ENDINGS},
        "FILE.svg": {"endings": (".svg",)},
        "DIR": {"endings": ()},
        "SET|DIR": {"words": tile_sets, "endings": ()},
        "ID|FILE.toml": rulesets,
        "ID|FILE.toml|all": {"words": (*EDITIONS, ALL_EDITIONS), "endings": SEASON_ENDINGS},
        "RULES": {"words": RULE_NAMES, "is_list": True},
        "FIGURE": {"words": (*PICTURE_NAMES, *MATCH_OVERLAYS)},
        "NAME|FILE.toml": themes,
        "argument theme": themes,
        "PAPER": {"words": tuple(PAPERS)},
        "WISH": {"words": tuple(WISHES)},
        "SIDE|X,Y": {"words": tuple(Team)},
    }


UNKNOWN_VALUES = frozenset({
    *("A,B", "2%", "ADDRESS", "N", "SECTION,...", "A-B", "WxH", "NAME,...", "TIME", "KINDS", "LENGTH", "WIDTH"),
    *("WIDTHxDEPTH", "WORD", "X,Y", "URL", "N,N", "name"),
})  # fmt: skip
"""Words for values that only the user knows, such as lengths and numbers."""


def build_table() -> dict[str, Any]:
    """Return the table: each command with its help, options and arguments, and the values that can be completed.

    An option has the name of its values, '' if it takes none, and its help. An argument has the name of its values,
    followed by ``...`` if there may be several.
    """
    commands, values = {}, build_values()
    for name, (import_path, summary) in COMMANDS.items():
        module, _, attribute = import_path.partition(":")
        command: click.Command = getattr(import_module(f"dungeon_designer.cli.{module}"), attribute)
        options, arguments = dict[str, tuple[str, str]](), list[str]()
        for parameter in command.params:
            value_name = find_value_name(parameter)
            if isinstance(parameter.type, click.Choice):
                values[value_name] = {"words": tuple(parameter.type.choices)}
            if isinstance(parameter, click.Option):
                help_text = " ".join((parameter.help or "").split())
                options |= dict.fromkeys((*parameter.opts, *parameter.secondary_opts), (value_name, help_text))
            else:
                arguments.append(value_name + "..." * (parameter.nargs == -1))
        options["--help"] = ("", "Show this message and exit.")
        commands[name] = {"help": summary, "options": options, "arguments": arguments}
    return {"commands": commands, "values": values}


def find_value_name(parameter: click.Parameter) -> str:
    """Return the name of the values that an option or argument takes, a key of `build_values`; '' for a flag."""
    if isinstance(parameter.type, click.Choice):
        return "|".join(parameter.type.choices)
    if isinstance(parameter, click.Argument):
        return f"argument {parameter.name}"
    if isinstance(parameter, click.Option) and parameter.is_flag:
        return ""
    is_number = isinstance(parameter.type, (click.IntRange, click.types.IntParamType))
    return parameter.metavar or ("N" if is_number else parameter.name or "")


def format_table() -> str:
    """Return the table as the text of `table.json`."""
    return msgspec.json.format(msgspec.json.encode(build_table()), indent=1).decode() + "\n"
