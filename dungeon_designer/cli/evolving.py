"""Write the rounds of `vary --evolve`: a dungeon that changes from round to round, its season file, and the changes for
the referee.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice, pairwise
from pathlib import Path

from msgspec.structs import replace

from dungeon_designer.analysis.outlines import trace_rings
from dungeon_designer.board.model import Board
from dungeon_designer.cli import exits
from dungeon_designer.cli.console import Progress, print_error, print_text
from dungeon_designer.cli.files import format_ruleset_path, write_output
from dungeon_designer.cli.output_folder import OutputFolder, new_folder_beside
from dungeon_designer.drawing.shapes import Drawing, Group, Layer, Style, build_area
from dungeon_designer.dungeon import STDIN, Dungeon
from dungeon_designer.errors import EditError, UsageError, escape_line
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.exports.svg import draw_board, write_svg_with_fonts
from dungeon_designer.generator.evolution import EvolvedRound, generate_rounds
from dungeon_designer.generator.generator_options import VaryOptions
from dungeon_designer.layout.model import MAX_LINE_LENGTH, Layout
from dungeon_designer.layout_edits.descriptions import describe_object
from dungeon_designer.layout_edits.objects import ObjectRef, find_object_squares
from dungeon_designer.reports.check_result import build_report
from dungeon_designer.reports.manual import format_toml_value
from dungeon_designer.reports.phrases import list_failed_files
from dungeon_designer.reports.report_model import Results
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.templates import strip_folder_and_ending
from dungeon_designer.text.escaping import escape_markdown
from dungeon_designer.translation import capitalise_first

SEASON_FILE, CHANGES_FILE = "season.toml", "changes.md"
_REMOVED_OUTLINE = Style(stroke="#c2185b", width=0.16, dash=(0.5, 0.3))
"""The line around what the referee removes before a round."""
_PLACED_OUTLINE = Style(stroke="#1b7f3b", width=0.16)
"""The line around what the referee places before a round."""
CHANGES_SQUARE_MM = 8.0
"""The side of a square on the maps of the page of changes: 25 squares are then about as wide as a sheet of A4."""


def write_rounds(source: Dungeon, explicit_ruleset: str | None, output: str, options: VaryOptions, rounds: int) -> int:
    """Write a folder with a dungeon that changes from round to round of an event, and return the exit status.

    It has a dungeon file for each round. If no such change is found, nothing is written.

    Args:
        source: the dungeon of the first round.
        explicit_ruleset: the ruleset that the call names; None for the dungeon's own.
        output: the folder to write.
        options: the wishes of the call: locked sections, tile sets and the seed.
        rounds: how many rounds to write, the first included.

    Raises:
        UsageError: the dungeon is not legal, or has no section of a locked id.
    """
    ruleset = source.ruleset(explicit_ruleset)
    _require_legal_dungeon(source, ruleset)
    evolved_rounds = _find_rounds(source, ruleset, options, rounds - 1)  # without the first round
    if not evolved_rounds:
        print_error(f"{source.file}: no change of up to three sections was found that is as legal and as fair")
        return exits.NOT_LEGAL
    stem = strip_folder_and_ending("" if source.file == STDIN else source.file) or "dungeon"
    files = [f"{stem}-round-{number}.dungeon.yaml" for number in range(1, len(evolved_rounds) + 2)]
    _write_folder(source, explicit_ruleset, output, source.name or stem, files, evolved_rounds)
    for file, evolved_round in zip(files[1:], evolved_rounds, strict=True):
        print_text(escape_line(f"{Path(output) / file}: {'; '.join(evolved_round.changes)}") + "\n")
    if len(files) < rounds:
        print_error(f"{output}: only {len(files)} rounds were found that differ from each other")
        return exits.NOT_LEGAL
    return exits.LEGAL


def _require_legal_dungeon(dungeon: Dungeon, ruleset: Ruleset) -> None:
    """Raise UsageError if a dungeon is not legal, or if a rule crashed, so that nobody knows whether it is."""
    result = dungeon.check(ruleset)
    if result.failed:
        raise UsageError(next(list_failed_files(Results((build_report(result),)))))
    if not result.legal:
        raise UsageError(f"{dungeon.file}: it is not legal under {ruleset.id}; --evolve begins with a legal dungeon")


def _write_folder(
    source: Dungeon,
    explicit_ruleset: str | None,
    output: str,
    title: str,
    files: Sequence[str],
    evolved_rounds: Sequence[EvolvedRound],
) -> None:
    """Write a folder with the dungeon of each round of an event, the page of changes, and a season file.

    The season file is the plan of the event: it names the dungeons in their order. All files are first written to a
    temporary folder beside the final one, so that nobody sees half of them.

    Args:
        source: the dungeon of the first round.
        explicit_ruleset: the ruleset that the call names; None for the dungeon's own.
        output: the folder to write.
        title: the name of the event, which begins the name of each dungeon.
        files: the names of the dungeon files, one for each round.
        evolved_rounds: the dungeon in each round but the first.
    """
    layouts = [source.layout]
    for number, evolved_round in enumerate(evolved_rounds, start=2):
        layouts.append(name_after_round(title, number, evolved_round.layout))
    # a name that the call gives is relative to the current folder, the dungeon's own to the folder of its file
    ruleset_name = explicit_ruleset or source.layout.ruleset
    ruleset_folder = "" if explicit_ruleset else source.folder
    with new_folder_beside(output) as new_folder:
        for file, layout in zip(files, layouts, strict=True):
            moved_layout = replace(layout, ruleset=format_ruleset_path(output, layout.ruleset, source.folder))
            write_output(new_folder / file, replace(source, layout=moved_layout).content(file))
        boards = [source.board, *(replace(source, layout=layout).board for layout in layouts[1:])]
        _write_changes_page(new_folder, title, boards, evolved_rounds)
        season = _format_season(title, format_ruleset_path(output, ruleset_name, ruleset_folder), files)
        write_output(new_folder / SEASON_FILE, season.encode())
        with OutputFolder(output, "vary --evolve") as folder:
            folder.fill_from(new_folder)


def _find_rounds(source: Dungeon, ruleset: Ruleset, options: VaryOptions, count: int) -> list[EvolvedRound]:
    """Return at most `count` versions of a dungeon for the rounds of an event, each a few changes from the one before.

    A round is one match of each coach; between rounds the referee changes the dungeon.

    Raises:
        UsageError: the dungeon has no section of a locked id.
    """
    evolved_rounds = list[EvolvedRound]()
    try:
        with Progress("Changing", count) as progress:
            for evolved_round in islice(generate_rounds(source.layout, ruleset, source.library, options), count):
                evolved_rounds.append(evolved_round)
                progress.advance()
    except EditError as error:
        raise UsageError(f"--lock: {error}") from None
    return evolved_rounds


def _write_changes_page(
    folder: Path, title: str, boards: Sequence[Board], evolved_rounds: Sequence[EvolvedRound]
) -> None:
    """Write the page that tells the referee what to remove and to place before each round, and its pictures.

    Args:
        folder: the folder to write to.
        title: the name of the dungeon.
        boards: the dungeon in each round, the first included.
        evolved_rounds: the changes before each round but the first.
    """
    page_parts = [f"# How {escape_markdown(title)} changes\n", LEGEND]
    for number, (before, after) in enumerate(pairwise(boards), start=2):
        evolved_round = evolved_rounds[number - 2]  # the first of them is round 2
        picture = f"round-{number}.svg"
        drawing = _draw_changes(before, after, evolved_round)
        write_output(folder / picture, write_svg_with_fonts(drawing, square_mm=CHANGES_SQUARE_MM))
        page_parts.append(_format_changes(number, evolved_round, before, after, picture))
    write_output(folder / CHANGES_FILE, "\n".join(page_parts).encode())


LEGEND = """\
For referees. Lift what stands in the first list, then lay what stands in the second. In the pictures a dashed line goes
round what is lifted, a full line round what is laid.
"""
"""The first paragraph of the page of changes."""


def name_after_round(title: str, number: int, layout: Layout) -> Layout:
    """Return the layout with the number of its round in its name: ``The Long Hall, round 2``.

    A title that is too long for a name with the number is cut.
    """
    ending = f", round {number}"
    return replace(layout, name=f"{title[: MAX_LINE_LENGTH - len(ending)]}{ending}")


def _format_changes(number: int, evolved_round: EvolvedRound, before: Board, after: Board, picture: str) -> str:
    """Return a Markdown section that says what the referee removes and places before a round.

    Args:
        number: the round, from 2 on.
        evolved_round: the round and its changes.
        before: the board of the round before.
        after: the board of this round.
        picture: the file of the round's map.
    """
    lines = [
        f"## Before round {number}\n",
        *(f"{escape_markdown(capitalise_first(change))}.  " for change in evolved_round.changes),
        "",
    ]
    for heading, objects, board in (("Lift", evolved_round.removed, before), ("Lay", evolved_round.added, after)):
        lines += [f"{heading}:\n", *_list_objects(objects, board), ""]
    return "\n".join([*lines, f"![Round {number}]({picture})\n"])


def _list_objects(objects: Iterable[ObjectRef], board: Board) -> Iterable[str]:
    """Yield a Markdown list item for each object or section; for a section also its first and last square."""
    for map_object in objects:
        squares = sorted(find_object_squares(map_object, board.library))
        extent = f", from {squares[0]} to {squares[-1]}" if map_object.field == "sections" and squares else ""
        yield f"- {escape_markdown(describe_object(map_object, board))}{extent}"


def _draw_changes(before: Board, after: Board, evolved_round: EvolvedRound) -> Drawing:
    """Return the map of a round of an event, with a dashed line around what the referee removes before it.

    A solid line goes around what is placed.

    Args:
        before: the board of the round before.
        after: the board of this round.
        evolved_round: the round, with its removed and added objects.
    """
    outlines = (
        _outline_objects("lifted", evolved_round.removed, before, _REMOVED_OUTLINE),
        _outline_objects("laid", evolved_round.added, after, _PLACED_OUTLINE),
    )
    changes_layer = Layer("changed", tuple(outline for outline in outlines if outline is not None))
    drawing = draw_board(after, ExportOptions())
    return replace(drawing, layers=(*drawing.layers, changes_layer))


def _outline_objects(name: str, objects: Sequence[ObjectRef], board: Board, style: Style) -> Group | None:
    """Return a line around all squares of some objects and sections of a board; None if they have no squares.

    Args:
        name: the name of the group of shapes, which the SVG file shows.
        objects: the objects and sections.
        board: the board that they are on.
        style: colour and width of the line.
    """
    squares = {square for map_object in objects for square in find_object_squares(map_object, board.library)}
    if not squares:
        return None
    line = build_area(trace_rings(squares), style)
    # no other group of the map is of this kind, so the kind also serves as the unique id
    return Group(id=name, kind=name, shapes=(line,), squares=tuple(sorted(squares)))


def _format_season(title: str, ruleset: str, files: Sequence[str]) -> str:
    """Return the text of a season file (the plan of an event) with the dungeons of the rounds in their order."""
    rounds = "".join(
        f"\n[[rounds]]\nname = {format_toml_value(f'Round {number}')}\nlayout = {format_toml_value(file)}\n"
        for number, file in enumerate(files, start=1)
    )
    ruleset_line = f"ruleset = {format_toml_value(ruleset)}\n" if ruleset else ""
    return f"name = {format_toml_value(title)}\n{ruleset_line}{rounds}"
