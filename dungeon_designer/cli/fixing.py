"""`check --fix`: mends files in place and shows what it changed."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from dungeon_designer.cli.batch import Outcome, examine, unread
from dungeon_designer.cli.sources import Source
from dungeon_designer.errors import DungeonError, one_line
from dungeon_designer.findings import Fix
from dungeon_designer.layout.files import write_file
from dungeon_designer.layout.model import Layout
from dungeon_designer.layout.patching import patched_file
from dungeon_designer.layout.writer import write_json
from dungeon_designer.pipeline import STDIN, Examiner, Opened, open_layout


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
    if source.fault is not None:
        raise source.fault
    opened = open_layout(source.file, source.data)
    mended = examiner.mend(opened, unsafe)
    if not mended.fixes:
        return source, ""
    data = rewritten(opened, mended.layout)
    said = _told(opened, data, mended.fixes)
    if source.file == STDIN:
        return Source(STDIN, opened.data), f"{said}(standard input is not written)\n"
    write_file(source.file, data)
    return Source(source.file, data), said


def rewritten(opened: Opened, layout: Layout) -> bytes:
    """The file's new bytes: a sketch changed as little as can be, a layout file as it is always written."""
    if not opened.sketch:
        return write_json(layout)
    return patched_file(opened.data, layout)


def _told(opened: Opened, data: bytes, fixes: Sequence[Fix]) -> str:
    """What was mended, in words and as a unified difference."""
    name = one_line(opened.file)
    old, new = (text.decode("utf-8-sig", "replace").splitlines() for text in (opened.data, data))
    lines = difflib.unified_diff(old, new, name, name, lineterm="")
    titles = [f"{name}: {one_line(fix.title)}" for fix in fixes]
    return "".join(f"{line}\n" for line in (*titles, *map(one_line, lines), ""))
