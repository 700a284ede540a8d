"""`render`: a dungeon as a map."""

from __future__ import annotations

from collections.abc import Sequence

import click

from dungeon_designer.cli.help import example
from dungeon_designer.cli.sources import sources
from dungeon_designer.drawing.options import DrawingOptions
from dungeon_designer.drawing.themes import THEMES
from dungeon_designer.errors import UsageError
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.registry import export, exporter_for
from dungeon_designer.findings import Finding
from dungeon_designer.layout.files import write_file
from dungeon_designer.pipeline import ALL, STDIN, Examiner, Opened, Question, open_layout

EXAMPLES = example(
    "dungeon-designer render hall.dungeon.yaml -o hall.svg",
    "dungeon-designer render hall.dungeon.yaml -o hall.png --theme ink --square 20 --findings",
)


@click.command(epilog=EXAMPLES, short_help="Draw a dungeon as a map.")
@click.argument("file")
@click.option("-o", "--output", metavar="OUT", required=True, help="The map; its ending says the format.")
@click.option("--theme", default=next(iter(THEMES)), help=f"One of {', '.join(THEMES)}.")
@click.option("--square", type=float, default=29.0, metavar="MM", help="The side of a square in millimetres (29).")
@click.option("--dpi", type=int, default=96, help="Dots an inch, for pictures of dots (96).")
@click.option("--no-coordinates", is_flag=True, help="Leave out the numbers along the edges.")
@click.option("--no-grid", is_flag=True, help="Leave out the lines between squares.")
@click.option("--section-names", is_flag=True, help="Write each section's name.")
@click.option("--legend", is_flag=True, help="Explain the signs.")
@click.option("--title", is_flag=True, help="Write the dungeon's name and author.")
@click.option("--hidden", is_flag=True, help="The organiser's map: show what lies under trapdoors and counters.")
@click.option("--findings", is_flag=True, help="Mark what the ruleset finds.")
@click.option("--ruleset", metavar="ID|FILE.toml", help="The ruleset for --findings; without it, the layout's own.")
@click.option("--tiles", metavar="DIR", help="A folder of tile sets of your own.")
def command(
    file: str,
    output: str,
    theme: str,
    square: float,
    dpi: int,
    no_coordinates: bool,
    no_grid: bool,
    section_names: bool,
    legend: bool,
    title: bool,
    hidden: bool,
    findings: bool,
    ruleset: str | None,
    tiles: str | None,
) -> None:
    """Draw the dungeon in FILE (a sketch, a layout file, or - for standard input) as a map."""
    exporter_for(output)
    drawing = DrawingOptions(
        theme=theme,
        coordinates=not no_coordinates,
        grid=not no_grid,
        section_names=section_names,
        legend=legend,
        title=title,
        hidden=hidden,
    )
    options = ExportOptions(drawing=drawing, square=square, dpi=dpi)
    examiner = Examiner(Question(ruleset=ruleset, tiles=tiles))
    examiner.prepare()
    (source,) = sources([file]) if file == STDIN else (None,)
    opened = open_layout(file, source.data if source else None)
    marked = found(examiner, opened) if findings or ruleset else ()
    write_file(output, export(examiner.board(opened), output, options, marked))


def found(examiner: Examiner, opened: Opened) -> Sequence[Finding]:
    """What the ruleset finds and no waiver covers."""
    if examiner.question.ruleset == ALL:
        raise UsageError("findings are marked for one ruleset; name it with --ruleset")
    (report,) = examiner.examine(opened)
    return report.open
