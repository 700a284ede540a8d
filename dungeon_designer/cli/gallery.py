"""`gallery`: a page with a small picture and a line for each dungeon of a folder."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, count
from pathlib import Path
from typing import Annotated

from msgspec import Struct

from dungeon_designer.cli import exits
from dungeon_designer.cli.console import Progress, complain, letters_told, say
from dungeon_designer.cli.files import keep_apart, make_folder, sources, write_output
from dungeon_designer.cli.options import OwnTiles, command_of
from dungeon_designer.cli.render import ruleset_of
from dungeon_designer.drawing.options import DrawingOptions
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.errors import DungeonError, one_line
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.registry import export
from dungeon_designer.exports.site import INDEX, Entry, Front, site
from dungeon_designer.figures.words import key_rows
from dungeon_designer.options import Option
from dungeon_designer.pipeline import Examiner, Question
from dungeon_designer.playtest.named import named_like
from dungeon_designer.playtest.tables import in_gallery
from dungeon_designer.reports.gallery import Exhibit, page
from dungeon_designer.rulesets.model import Ruleset

PICTURES = "pictures"
THUMBNAIL = ExportOptions(DrawingOptions(coordinates=False, grid=False), square=2.4, dpi=96)
"""Small enough for a page of forty, large enough to know the dungeon again."""


class GalleryCall(Struct, frozen=True, kw_only=True):
    """The options of `gallery`."""

    folder: Annotated[str, Option(metavar="FOLDER", name="argument")]
    title: Annotated[str, Option("What stands on top of the page.", shown=True)] = "Dungeons"
    pages: Annotated[
        str | None, Option("Write the coaches' page of each dungeon there, and an index.", metavar="DIR")
    ] = None
    tiles: OwnTiles = None


@command_of("dungeon-designer gallery examples")
def command(call: GalleryCall) -> int:
    """Write FOLDER/README.md, with a picture of each dungeon under FOLDER/pictures, and a few figures of each.

    With --pages, beside that a folder for any web host: a page for each dungeon to look at, measure and play on.
    """
    root, examiner, failed = Path(call.folder), Examiner(Question(tiles=call.tiles)), False
    exhibits: list[Exhibit] = []
    entries: list[Entry] = []
    taken: set[str] = set()
    found = sources([call.folder], by_season=False)
    keep_apart(root / "README.md", (source.file for source in found))
    for source in found:
        try:
            dungeon = source.open()
            exhibits.append(_exhibit(root, examiner, dungeon, taken))
            if call.pages:
                entries.append(_entry(examiner, dungeon, exhibits[-1]))
        except DungeonError as error:
            complain(str(error))
            failed = True
    if exhibits:
        text = page(call.title, exhibits, f"dungeon-designer gallery {root.name} --title {call.title!r}")
        write_output(root / "README.md", text.encode())
        say(one_line(f"{root / 'README.md'}: {len(exhibits)} dungeons") + "\n")
    if call.pages and entries:
        with letters_told(), Progress("drawing", len(entries)) as progress:
            write_site(call.pages, Front(call.title), entries, ExportOptions(), progress)
        say(one_line(f"{Path(call.pages) / INDEX}: {len(entries)} dungeons") + "\n")
    return exits.FAILED if failed else exits.LEGAL


def _exhibit(root: Path, examiner: Examiner, dungeon: Dungeon, taken: set[str]) -> Exhibit:
    file = Path(dungeon.file).relative_to(root)
    picture = Path(PICTURES) / file.parent / _free(file.name, file.parent.as_posix(), taken)
    (root / picture).parent.mkdir(parents=True, exist_ok=True)
    write_output(root / picture, export(examiner.board(dungeon), ".png", THUMBNAIL))
    name = dungeon.layout.name or file.name
    told, played = figures(examiner, dungeon), how_it_plays(examiner, dungeon)
    return Exhibit(file.as_posix(), picture.as_posix(), file.parent.as_posix(), name, idea(dungeon), told, played)


def figures(examiner: Examiner, dungeon: Dungeon) -> tuple[tuple[str, str], ...]:
    """A dungeon's title and value of each of a few figures; none where its ruleset cannot be used."""
    try:
        (ruleset,) = examiner.rulesets(dungeon)
    except DungeonError:
        return ()
    return tuple((row.title, row.value) for row in key_rows(examiner.board(dungeon), ruleset))


def how_it_plays(examiner: Examiner, dungeon: Dungeon) -> tuple[tuple[str, str], ...]:
    """What playtests found of it, if it is one of the program's own dungeons; else nothing."""
    try:
        (ruleset,) = examiner.rulesets(dungeon)
    except DungeonError:
        return ()
    found = named_like(dungeon.layout, ruleset)
    return in_gallery(found, ruleset) if found else ()


def _entry(examiner: Examiner, dungeon: Dungeon, shown: Exhibit) -> Entry:
    """The dungeon as a page: it measures by its own ruleset, and where that cannot be used, with the usual corners."""
    try:
        ruleset = ruleset_of(examiner, dungeon)
    except DungeonError:
        ruleset = Ruleset(id="", name="", rules={})
    return Entry(Path(shown.file).name, shown.name, shown.line, shown.folder, examiner.board(dungeon), ruleset)


def _free(name: str, folder: str, taken: set[str]) -> str:
    """The name of a dungeon's picture: its own, or its file's where another of its folder has that, then numbered.

    Names that differ only in large and small letters are one name to some file systems.
    """
    short = name[: -len(".dungeon.yaml")]
    names = chain((short, name), (f"{name}-{number}" for number in count(2)))
    found = next(each for each in names if f"{folder}/{each}".casefold() not in taken)
    taken.add(f"{folder}/{found}".casefold())
    return f"{found}.png"


def idea(dungeon: Dungeon) -> str:
    """A dungeon's idea in a line: the comment on top of its sketch, else the first line of its notes."""
    comment = []
    for line in dungeon.data.decode("utf-8-sig", "replace").splitlines():
        if not line.startswith("#"):
            break
        comment.append(line.lstrip("# "))
    notes = dungeon.layout.notes.strip().splitlines()
    return " ".join(comment) or (notes[0] if notes else "")


def write_site(output: str, front: Front, entries: Sequence[Entry], options: ExportOptions, progress: Progress) -> None:
    """Write the pages and their index into a folder, which is made where there is none; UsageError when it cannot be.

    Files of the folder that have another name stay.
    """
    make_folder(output)
    for name, data in site(front, entries, options):
        write_output(Path(output) / name, data)
        progress.advance()
