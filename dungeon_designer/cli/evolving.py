"""`vary --evolve`: the rounds of a dungeon that changes, their season, and what the referee does between them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path

from msgspec.structs import replace

from dungeon_designer.analysis.outlines import rings
from dungeon_designer.board.model import Board
from dungeon_designer.cli import exits
from dungeon_designer.cli.console import Progress, complain, say
from dungeon_designer.cli.files import named_in, write_output
from dungeon_designer.cli.output_folder import OutputFolder, fresh_folder
from dungeon_designer.drawing.shapes import Drawing, Group, Layer, Style, area
from dungeon_designer.dungeon import STDIN, Dungeon
from dungeon_designer.errors import EditError, UsageError, one_line
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.svg import drawing_of, svg_with_fonts
from dungeon_designer.generator.evolving import EvolvedRound, evolved
from dungeon_designer.generator.options import VaryOptions
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import LETTERS, Layout
from dungeon_designer.layout_edits.descriptions import item_in_words
from dungeon_designer.layout_edits.items import ItemRef, squares_of
from dungeon_designer.reports.manual import in_toml
from dungeon_designer.templates import stem
from dungeon_designer.text.escaping import as_markdown
from dungeon_designer.translation import capital

SEASON, CHANGES = "season.toml", "changes.md"
_LIFTED = Style(stroke="#c2185b", width=0.16, dash=(0.5, 0.3))
_LAID = Style(stroke="#1b7f3b", width=0.16)


def write_rounds(source: Dungeon, asked: str | None, output: str, options: VaryOptions, rounds: int) -> int:
    """Write a folder with the rounds of a dungeon; the exit status. Nothing is written where no round is found.

    UsageError for a dungeon that is not legal, and for a locked section there is not.
    """
    rules, named, home = source.ruleset(asked), asked or source.layout.ruleset, "" if asked else source.folder
    if not source.check(rules).legal:
        raise UsageError(f"{source.file}: it is not legal under {rules.id}; a dungeon changes from legal to legal")
    found = list[EvolvedRound]()
    try:
        with Progress("Changing", rounds - 1) as progress:
            for each in islice(evolved(source.layout, rules, source.library, options), rounds - 1):
                found.append(each)
                progress.advance()
    except EditError as error:
        raise UsageError(f"--lock: {error}") from None
    if not found:
        complain(f"{source.file}: no change of up to three sections was found that is as legal and as fair")
        return exits.NOT_LEGAL
    name = stem("" if source.file == STDIN else source.file) or "dungeon"
    title, boards = source.name or name, [source.board]
    layouts = [source.layout, *(named_after_round(title, at, each.layout) for at, each in enumerate(found, start=2))]
    files = [f"{name}-round-{number}.dungeon.yaml" for number in range(1, len(found) + 2)]
    with fresh_folder(output) as fresh:
        for file, layout in zip(files, layouts, strict=True):
            layout = replace(layout, ruleset=named_in(output, layout.ruleset, source.folder))
            write_output(fresh / file, replace(source, layout=layout).content(file))
        parts = [f"# How {as_markdown(title)} changes\n", LEGEND]
        for number, each in enumerate(found, start=2):
            boards.append(replace(source, layout=layouts[number - 1]).board)
            picture = f"round-{number}.svg"
            write_output(fresh / picture, svg_with_fonts(_marked(boards[-2], boards[-1], each), square=8.0))
            parts.append(_section(number, each, boards[-2], boards[-1], picture))
        write_output(fresh / CHANGES, "\n".join(parts).encode())
        write_output(fresh / SEASON, _season(title, named_in(output, named, home), files).encode())
        with OutputFolder(output, "vary --evolve") as folder:
            folder.fill(fresh)
    for number, each in enumerate(found, start=2):
        say(one_line(f"{Path(output) / files[number - 1]}: {'; '.join(each.changes)}") + "\n")
    if len(found) < rounds - 1:
        complain(f"{output}: only {len(found) + 1} rounds were found that differ from each other")
        return exits.NOT_LEGAL
    return exits.LEGAL


LEGEND = """\
For referees. Lift what stands in the first list, then lay what stands in the second. In the pictures a dashed line goes
round what is lifted, a full line round what is laid.
"""


def named_after_round(title: str, number: int, layout: Layout) -> Layout:
    """Return the layout with a name that tells the rounds of a dungeon apart: ``The Long Hall, round 2``."""
    ending = f", round {number}"
    return replace(layout, name=f"{title[: LETTERS - len(ending)]}{ending}")


def _section(number: int, each: EvolvedRound, before: Board, after: Board, picture: str) -> str:
    """What is done before a round, as Markdown."""
    lines = [f"## Before round {number}\n", *(f"{as_markdown(capital(change))}.  " for change in each.changes), ""]
    for heading, things, board in (("Lift", each.lifted, before), ("Lay", each.laid, after)):
        lines += [f"{heading}:\n", *_things(things, board), ""]
    return "\n".join([*lines, f"![Round {number}]({picture})\n"])


def _things(things: Iterable[ItemRef], board: Board) -> Iterable[str]:
    for thing in things:
        squares = sorted(squares_of(thing, board.library))
        where = f", from {squares[0]} to {squares[-1]}" if thing.field == "sections" and squares else ""
        yield f"- {as_markdown(item_in_words(thing, board))}{where}"


def _marked(before: Board, after: Board, each: EvolvedRound) -> Drawing:
    """The map of a round, with lines round what was lifted for it and what was laid."""
    drawing, groups = drawing_of(after, ExportOptions()), []
    for name, things, board, style in (("lifted", each.lifted, before, _LIFTED), ("laid", each.laid, after, _LAID)):
        squares: set[Square] = set().union(*(squares_of(thing, board.library) for thing in things))
        if squares:
            groups.append(Group(name, name, (area(rings(squares), style),), tuple(sorted(squares))))
    return replace(drawing, layers=(*drawing.layers, Layer("changed", tuple(groups))))


def _season(title: str, ruleset: str, files: Sequence[str]) -> str:
    """A season with the rounds in their order."""
    rounds = "".join(
        f"\n[[rounds]]\nname = {in_toml(f'Round {number}')}\nlayout = {in_toml(file)}\n"
        for number, file in enumerate(files, start=1)
    )
    named = f"ruleset = {in_toml(ruleset)}\n" if ruleset else ""
    return f"name = {in_toml(title)}\n{named}{rounds}"
