"""`new`: a commented file to start from."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from dungeon_designer.cli.console import give
from dungeon_designer.cli.existing_files import refuse_existing, write_new
from dungeon_designer.cli.files import named_in, seen_from
from dungeon_designer.cli.options import command_of, force, output, ruleset
from dungeon_designer.dungeon import STDIN
from dungeon_designer.errors import ReadError, UsageError, one_line
from dungeon_designer.layout.files import DUNGEON_ENDINGS, SKETCH_ENDINGS
from dungeon_designer.options import argument
from dungeon_designer.rules.registry import load_ruleset
from dungeon_designer.templates import ruleset_text, season_text, sketch_text, tile_text
from dungeon_designer.text.missing_files import explain_missing_file

USUAL = "naf-2019"
"""The edition of a sketch or ruleset where none is named."""

ENDINGS = {"sketch": SKETCH_ENDINGS, "ruleset": (".toml",), "season": (".toml",), "tile": SKETCH_ENDINGS}
"""Each kind of file, and how its name may end."""


@dataclass(frozen=True, kw_only=True)
class NewCall:
    """The options of `new`."""

    kind: str = argument(choices=list(ENDINGS))
    dungeons: tuple[str, ...] = argument("[DUNGEON]...", default=())
    output: str | None = output("The new file; without it, or with -, standard output.")
    ruleset: str | None = ruleset("What a sketch or season is for, or a ruleset extends.")
    force: bool = force()


@command_of(
    "dungeon-designer new sketch --ruleset gw-2021 -o hall.dungeon.yaml",
    "dungeon-designer new ruleset --ruleset naf-2019 -o kings-cup.toml",
    "dungeon-designer new season halls/*.dungeon.yaml -o halls/season.toml",
    "dungeon-designer new tile -o tiles/my-club/wine-cellar.yaml",
)
def command(call: NewCall) -> None:
    """Write a commented sketch, ruleset, season or tile to start from; over a file that is there only with --force.

    A sketch is a whole dungeon, legal under the edition asked (naf-2019 where none is named); what house rules find
    wrong with it, it says itself. A ruleset extends an edition and shows every kind of key. A season names the
    DUNGEONs, or else those in its folder.
    """
    file = "" if call.output in (None, STDIN) else str(call.output)
    if call.dungeons and call.kind != "season":
        raise UsageError(f"only a season names dungeons, not a {call.kind}")
    if call.ruleset is not None and call.kind == "tile":
        raise UsageError("a tile is of no ruleset; leave out --ruleset")
    for name in (file, call.ruleset or "", *call.dungeons):
        try:
            name.encode()
        except UnicodeEncodeError:
            raise UsageError(one_line(f"{name}: a name that is no text cannot be written into a file")) from None
    if file and not file.lower().endswith(ENDINGS[call.kind]):
        raise UsageError(one_line(f"{file}: the file of a {call.kind} ends in {' or '.join(ENDINGS[call.kind])}"))
    if file:
        refuse_existing(file, call.force)
    if call.kind == "tile":
        text = tile_text(file)
    elif call.kind == "season":
        text = _season(file, call.ruleset, call.dungeons)
    else:
        ruleset = call.ruleset or USUAL
        made = sketch_text if call.kind == "sketch" else ruleset_text
        text = made(load_ruleset(ruleset, Path()), named_in(Path(file).parent, ruleset), file)
    if file:
        write_new(file, text.encode(), call.force)
    else:
        give(text)


def _season(file: str, ruleset: str | None, dungeons: Sequence[str]) -> str:
    """A season of the dungeons named, or else of those that lie in its folder."""
    if ruleset is not None:
        load_ruleset(ruleset, Path())
    for dungeon in dungeons:
        if not os.path.exists(dungeon):
            raise ReadError(dungeon, "", explain_missing_file(dungeon))
    folder = Path(file).parent
    if not dungeons:
        with suppress(OSError):  # the folder that is not there is told when the file is written
            dungeons = sorted(str(path) for path in folder.iterdir() if path.name.lower().endswith(DUNGEON_ENDINGS))
    found = [seen_from(folder, dungeon) for dungeon in dungeons]
    return season_text(found, named_in(folder, ruleset or ""), file)
