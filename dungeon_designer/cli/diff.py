"""Run the `diff` command: what changed between two dungeons, in words or as a picture."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from dungeon_designer.cli import exits
from dungeon_designer.cli.console import detect_text_style, print_error, print_verbose
from dungeon_designer.cli.files import open_single_dungeon, register_inputs, write_output, write_report
from dungeon_designer.cli.options import build_command, format_option, output_option, ruleset_option, tiles_option
from dungeon_designer.comparison.comparison_report import COMPARISON_FORMATS
from dungeon_designer.comparison.dungeon_comparison import Outcome, compare_dungeons
from dungeon_designer.dungeon import STDIN, Dungeon, load_dungeon_library
from dungeon_designer.errors import UsageError, escape_line
from dungeon_designer.layout.links import is_link
from dungeon_designer.options import argument, option
from dungeon_designer.text.file_reading import is_inside

NO_FILE_NAMES = frozenset({"/dev/null", os.devnull})
"""The names by which git says that there is no file."""

SVG = "svg"
"""The format of the picture; all other formats are words."""


@dataclass(frozen=True, kw_only=True)
class DiffCall:
    """The options of `diff`."""

    before: str = argument("A")
    after: str = argument("B")
    ruleset: str | None = ruleset_option("The ruleset for both; by default each dungeon's own.")
    form: str = format_option(choices=[*COMPARISON_FORMATS, SVG], show_default=True)
    output: str | None = output_option("Write to this file.")
    base_dir: str | None = option(
        "The folder of rulesets and tiles, for files that git copied elsewhere.", metavar="DIR"
    )
    tiles: str | None = tiles_option()


@build_command(
    "dungeon-designer diff old.dungeon.yaml new.dungeon.yaml",
    "dungeon-designer diff old.dungeon.yaml new.dungeon.json --format svg -o changes.svg",
    "git show HEAD:hall.dungeon.yaml | dungeon-designer diff - hall.dungeon.yaml --base-dir .",
)
def command(call: DiffCall) -> int:
    """Show what changed from dungeon A to dungeon B.

    Each is a sketch, a layout file, a link, or - for standard input. /dev/null stands for no dungeon. Two dungeons are
    equal if they and their rulesets mean the same. Format, order and comments do not count.

    The exit status is 1 if they differ.
    """
    _check_names(call)
    register_inputs(call.output or "-", [name for name in (call.before, call.after) if name not in NO_FILE_NAMES])
    before, after = _open_dungeon(call, call.before, call.after), _open_dungeon(call, call.after, call.before)
    comparison = compare_dungeons(before, after, call.ruleset)
    if call.form == SVG:
        from dungeon_designer.comparison.picture import write_comparison_svg

        write_output(call.output or "-", write_comparison_svg(comparison))
    else:
        style = detect_text_style(plain=call.output is not None)
        write_report(COMPARISON_FORMATS[call.form](comparison, style), call.form, call.output)
    failed = [judged for judged in (comparison.before, comparison.after) if judged and judged.failed]
    for judged in failed:
        print_error(f"{judged.dungeon.file}: it cannot be judged: {judged.problem}")
    if failed:
        return exits.FAILED
    return exits.LEGAL if comparison.outcome is Outcome.ALIKE else exits.NOT_LEGAL


def _check_names(call: DiffCall) -> None:
    """Raise UsageError if a call names no dungeon at all, standard input twice, or a folder that does not exist."""
    if call.before in NO_FILE_NAMES and call.after in NO_FILE_NAMES:
        raise UsageError(f"{call.before} is given twice, and there is nothing to compare; name a dungeon")
    if call.before == call.after == STDIN:
        raise UsageError("- is given twice, but standard input holds one dungeon; name a file for the other")
    if call.base_dir is not None and not os.path.isdir(call.base_dir):
        raise UsageError(escape_line(f"--base-dir {call.base_dir}: there is no such folder"))


def _open_dungeon(call: DiffCall, name: str, other_name: str) -> Dungeon | None:
    """Read one of the two dungeons, with the tiles that it may name; None if its name says that there is none.

    Args:
        call: the options of the call.
        name: the name of the dungeon.
        other_name: the name of the other dungeon.

    Raises:
        ReadError: there is no dungeon.
    """
    if name in NO_FILE_NAMES:
        return None
    dungeon = open_single_dungeon(name)
    if is_link(name):
        return dungeon
    if call.base_dir is not None:
        folder = find_base_folder(name, other_name, Path(call.base_dir))
        print_verbose(f"{name}: rulesets and tiles from {folder}")
        dungeon = replace(dungeon, folder=folder)
    return replace(dungeon, tiles=load_dungeon_library(dungeon.folder, [call.tiles] if call.tiles else []))


def find_base_folder(name: str, other_name: str, base: Path) -> Path:
    """Return the folder from which a dungeon's own names of rulesets and tiles are followed.

    A file below the base folder has its own. `git difftool` copies a file elsewhere: alone, or with its folders
    (`--dir-diff`). Such a copy gets the folder in which the base has a file of the same path, else the folder of the
    other dungeon if that lies below the base, else the base itself.

    Args:
        name: the name of the dungeon's file.
        other_name: the name of the other file.
        base: the folder that `--base-dir` names.
    """
    if _is_below(name, base):
        return Path(name).parent
    parts = Path(os.path.abspath(name)).parts
    for start in range(1, len(parts)):  # the longest end of the path first
        candidate = base.joinpath(*parts[start:])
        if candidate.is_file():
            return candidate.parent
    return Path(other_name).parent if _is_below(other_name, base) else base


def _is_below(name: str, base: Path) -> bool:
    """Return whether a file lies in a folder or in a folder of it."""
    is_file = name != STDIN and name not in NO_FILE_NAMES and not is_link(name)
    return is_file and is_inside(name, base)
