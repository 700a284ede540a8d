"""Run the `new` command: write a commented file to start from."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from dungeon_designer.cli.console import print_document
from dungeon_designer.cli.existing_files import refuse_existing, write_new_file
from dungeon_designer.cli.files import format_relative_path, format_ruleset_path, print_written
from dungeon_designer.cli.options import build_command, force_option, output_option, ruleset_option
from dungeon_designer.drawing.themes.theme_file import THEME_NAMES
from dungeon_designer.dungeon import STDIN
from dungeon_designer.errors import ReadError, UsageError, escape_line
from dungeon_designer.layout.dungeon_files import DUNGEON_ENDINGS, SKETCH_ENDINGS
from dungeon_designer.options import argument, option
from dungeon_designer.rules.rule_registry import load_ruleset
from dungeon_designer.templates import build_ruleset_text, build_season_text, build_sketch_text, build_tile_text
from dungeon_designer.templates.theme_form import build_theme_text
from dungeon_designer.text.missing_files import explain_missing_file

DEFAULT_EDITION = "naf-2019"
"""The edition of a sketch or ruleset where the call names none."""

ENDINGS_BY_KIND = {
    "sketch": SKETCH_ENDINGS,
    "ruleset": (".toml",),
    "season": (".toml",),
    "tile": SKETCH_ENDINGS,
    "theme": (".toml",),
}
"""The endings that the file of each kind may have."""


@dataclass(frozen=True, kw_only=True)
class NewCall:
    """The options of `new`."""

    kind: str = argument(choices=list(ENDINGS_BY_KIND))
    dungeons: tuple[str, ...] = argument("[DUNGEON]...", default=())
    output: str | None = output_option("The new file; by default, or with -, standard output.")
    ruleset: str | None = ruleset_option("The ruleset of a sketch or season, or the one that a ruleset extends.")
    base_theme: str | None = option(f"The theme to start from ({THEME_NAMES[0]}).", name="--from", choices=THEME_NAMES)
    force: bool = force_option()


@build_command(
    "dungeon-designer new sketch --ruleset gw-2021 -o hall.dungeon.yaml",
    "dungeon-designer new ruleset --ruleset naf-2019 -o kings-cup.toml",
    "dungeon-designer new season halls/*.dungeon.yaml -o halls/season.toml",
    "dungeon-designer new tile -o tiles/my-club/wine-cellar.yaml",
    "dungeon-designer new theme --from ink -o my-club.toml",
)
def command(call: NewCall) -> None:
    """Write a commented sketch, ruleset, season, tile or theme to start from.

    A sketch is a whole dungeon that is legal under the edition (by default naf-2019). Problems that house rules find in
    it are named in its comments. A ruleset extends an edition and shows every kind of key. A season names the DUNGEONs,
    or those in its folder. A theme has every key, with the values of a theme of the program.
    """
    # The docstring above is the command's help.
    # "-" stands for a standard stream, here the output; without a file, the text is printed.
    file = "" if call.output in (None, STDIN) else str(call.output)
    _check_call(call, file)
    if file:
        refuse_existing(file, call.force)
    text = _build_text(call, file)
    if file:
        data = text.encode()
        write_new_file(file, data, call.force)
        print_written(file, len(data))
    else:
        print_document(text)


def _check_call(call: NewCall, file: str) -> None:
    """Raise UsageError if options of a call contradict each other, or if it gives a name that no file may have.

    Args:
        call: the options of the call.
        file: the new file; '' for standard output.
    """
    if call.dungeons and call.kind != "season":
        raise UsageError(f"only a season names dungeons, not a {call.kind}")
    if call.ruleset is not None and call.kind in ("tile", "theme"):
        raise UsageError(f"a {call.kind} has no ruleset; leave out --ruleset")
    if call.base_theme is not None and call.kind != "theme":
        raise UsageError(f"--from names the theme that a theme starts from; leave it out of a {call.kind}")
    for name in (file, call.ruleset or "", *call.dungeons):
        try:
            name.encode()
        except UnicodeEncodeError:
            raise UsageError(escape_line(f"{name}: a name that is not text cannot be written into a file")) from None
    if file and not file.lower().endswith(ENDINGS_BY_KIND[call.kind]):
        raise UsageError(
            escape_line(f"{file}: the file of a {call.kind} ends in {' or '.join(ENDINGS_BY_KIND[call.kind])}")
        )


def _build_text(call: NewCall, file: str) -> str:
    """Return the text of the sketch, ruleset, season (the plan of an event), tile or theme that a call asks for.

    A sketch for house rules is legal under the edition that they extend; a comment in its text lists the problems that
    the house rules themselves find in it.

    Args:
        call: the options of the call.
        file: the new file; '' for standard output.
    """
    if call.kind == "tile":
        return build_tile_text(file)
    if call.kind == "theme":
        return build_theme_text(call.base_theme or THEME_NAMES[0])
    if call.kind == "season":
        return _build_season_text(file, call.ruleset, call.dungeons)
    ruleset = call.ruleset or DEFAULT_EDITION
    build_text = build_sketch_text if call.kind == "sketch" else build_ruleset_text
    return build_text(load_ruleset(ruleset, Path()), format_ruleset_path(Path(file).parent, ruleset), file)


def _build_season_text(file: str, ruleset: str | None, dungeons: Sequence[str]) -> str:
    """Return the text of a new season file (the plan of an event) for the dungeons named, or else for its folder's.

    Args:
        file: the file of the season; '' for standard output.
        ruleset: the ruleset of the season; None for none.
        dungeons: the dungeon files.

    Raises:
        ReadError: there is no dungeon file of a name.
    """
    if ruleset is not None:
        load_ruleset(ruleset, Path())  # only to raise an error for a ruleset that does not exist or is wrong
    for dungeon in dungeons:
        if not os.path.exists(dungeon):
            raise ReadError(dungeon, "", explain_missing_file(dungeon))
    folder = Path(file).parent
    if not dungeons:
        with suppress(OSError):  # the folder that is not there is told when the file is written
            dungeons = sorted(str(path) for path in folder.iterdir() if path.name.lower().endswith(DUNGEON_ENDINGS))
    layout_paths = [format_relative_path(folder, dungeon) for dungeon in dungeons]
    return build_season_text(layout_paths, format_ruleset_path(folder, ruleset or ""), file)
