"""`check --fix`: mends files in place and shows what it changed."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from msgspec.structs import replace

from dungeon_designer.cli.batch import Outcome, examine, unread
from dungeon_designer.cli.sources import Source
from dungeon_designer.dungeon import STDIN, Dungeon
from dungeon_designer.errors import DungeonError, one_line
from dungeon_designer.findings import Fix
from dungeon_designer.pipeline import Examiner
from dungeon_designer.text.writing import Held, write_file


def fix_files(examiner: Examiner, sources: Sequence[Source], unsafe: bool) -> tuple[list[Outcome], str]:
    """What is found out about the mended files, and the differences as text.

    Every file is checked again as written. Standard input is not written: only its difference is shown.
    """
    outcomes: list[Outcome] = []
    told = ""
    for source in sources:
        try:
            source, said = _fixed(examiner, source, unsafe)
            told += said
        except DungeonError as error:
            outcomes.append(unread(source, error))
        else:
            outcomes += examine(examiner, source)
    return outcomes, told


def _fixed(examiner: Examiner, source: Source, unsafe: bool) -> tuple[Source, str]:
    """The source to check after mending, and what to say about it."""
    dungeon = source.open()
    fixed = examiner.fix(dungeon, unsafe)
    if not fixed.fixes:
        return source, ""
    data = fixed.dungeon.content()
    said = _told(dungeon, data, fixed.fixes)
    if source.file == STDIN:
        return replace(source, data=dungeon.data), f"{said}(standard input is not written)\n"
    write_file(source.file, data, over=Held(dungeon.data))
    return replace(source, data=data), said


def _told(dungeon: Dungeon, data: bytes, fixes: Sequence[Fix]) -> str:
    """What was mended, in words and as a unified difference."""
    name = one_line(dungeon.file)
    old, new = (text.decode("utf-8-sig", "replace").splitlines() for text in (dungeon.data, data))
    lines = difflib.unified_diff(old, new, name, name, lineterm="")
    titles = [f"{name}: {one_line(fix.title)}" for fix in fixes]
    return "".join(f"{line}\n" for line in (*titles, *map(one_line, lines), ""))
