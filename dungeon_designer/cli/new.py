"""`new`: a commented file to start from."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

from msgspec import Struct

from dungeon_designer.cli.console import give
from dungeon_designer.cli.files import seen_from
from dungeon_designer.cli.options import command_of
from dungeon_designer.dungeon import STDIN
from dungeon_designer.errors import ReadError, UsageError, one_line
from dungeon_designer.layout.files import DUNGEON_ENDINGS, SKETCH_ENDINGS
from dungeon_designer.options import Option
from dungeon_designer.rules.registry import load_ruleset
from dungeon_designer.templates import ruleset_text, season_text, sketch_text, tile_text
from dungeon_designer.text.writing import Held, write_file

USUAL = "naf-2019"
"""The edition of a sketch or ruleset where none is named."""

ENDINGS = {"sketch": SKETCH_ENDINGS, "ruleset": (".toml",), "season": (".toml",), "tile": SKETCH_ENDINGS}
"""Each kind of file, and how its name may end."""


class NewCall(Struct, frozen=True, kw_only=True):
    """The options of `new`."""

    kind: Annotated[str, Option(name="argument", choices=list(ENDINGS))]
    dungeons: Annotated[tuple[str, ...], Option(metavar="[DUNGEON]...", name="argument")] = ()
    output: Annotated[
        str | None, Option("The new file; without it, or with -, standard output.", metavar="FILE", name="-o")
    ] = None
    ruleset: Annotated[
        str | None, Option("What a sketch or season is for, or a ruleset extends.", metavar="ID|FILE.toml")
    ] = None


@command_of(
    "dungeon-designer new sketch --ruleset gw-2021 -o hall.dungeon.yaml",
    "dungeon-designer new ruleset --ruleset naf-2019 -o kings-cup.toml",
    "dungeon-designer new season halls/*.dungeon.yaml -o halls/season.toml",
    "dungeon-designer new tile -o tiles/my-club/wine-cellar.yaml",
)
def command(call: NewCall) -> None:
    """Write a commented sketch, ruleset, season or tile to start from; never over a file that is there.

    A sketch is a whole dungeon, legal under the edition asked (naf-2019 where none is named); what house rules find
    wrong with it, it says itself. A ruleset extends an edition and shows every kind of key. A season names the
    DUNGEONs, or else those in its folder.
    """
    file = "" if call.output in (None, STDIN) else str(call.output)
    _check_call(call.kind, call.dungeons, file, call.ruleset)
    text = _MAKERS[call.kind](file, call.ruleset, call.dungeons)
    if file:
        write_file(file, text.encode(), over=Held(None))
    else:
        give(text)


def _check_call(kind: str, dungeons: Sequence[str], file: str, ruleset: str | None) -> None:
    """UsageError for what makes no sense together, for names that are no text, and for a file that is there."""
    if dungeons and kind != "season":
        raise UsageError(f"only a season names dungeons, not a {kind}")
    if ruleset is not None and kind == "tile":
        raise UsageError("a tile is of no ruleset; leave out --ruleset")
    for name in (file, ruleset or "", *dungeons):
        if not _is_text(name):
            raise UsageError(one_line(f"{name}: a name that is no text cannot be written into a file"))
    if file and not file.lower().endswith(ENDINGS[kind]):
        raise UsageError(one_line(f"{file}: the file of a {kind} ends in {' or '.join(ENDINGS[kind])}"))
    if file and os.path.lexists(file):
        raise UsageError(one_line(f"{file}: this file is there already; nothing was written"))


def _is_text(name: str) -> bool:
    """Whether a file's name can be written: one may hold bytes that are no text."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _sketch(file: str, ruleset: str | None, dungeons: Sequence[str]) -> str:
    return sketch_text(load_ruleset(ruleset or USUAL, Path()), _named(ruleset or USUAL, file), file)


def _ruleset(file: str, ruleset: str | None, dungeons: Sequence[str]) -> str:
    return ruleset_text(load_ruleset(ruleset or USUAL, Path()), _named(ruleset or USUAL, file), file)


def _season(file: str, ruleset: str | None, dungeons: Sequence[str]) -> str:
    if ruleset is not None:
        load_ruleset(ruleset, Path())
    for dungeon in dungeons:
        if not os.path.exists(dungeon):
            raise ReadError(dungeon, "", "there is no such file")
    found = [seen_from(Path(file).parent, dungeon) for dungeon in dungeons or _dungeons_in(Path(file).parent)]
    return season_text(found, _named(ruleset, file) if ruleset else "", file)


def _tile(file: str, ruleset: str | None, dungeons: Sequence[str]) -> str:
    return tile_text(file)


_MAKERS: dict[str, Callable[[str, str | None, Sequence[str]], str]] = {
    "sketch": _sketch,
    "ruleset": _ruleset,
    "season": _season,
    "tile": _tile,
}


def _named(ruleset: str, file: str) -> str:
    """A ruleset as a file names it: an id is itself."""
    return seen_from(Path(file).parent, ruleset) if ruleset.lower().endswith(".toml") else ruleset


def _dungeons_in(folder: Path) -> list[str]:
    """The dungeons that lie in a folder, by name."""
    try:
        return sorted(str(path) for path in folder.iterdir() if path.name.lower().endswith(DUNGEON_ENDINGS))
    except OSError:
        return []  # the folder that is not there is told when the file is written
