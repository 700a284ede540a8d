"""Run the `analyse` command: print the figures of dungeons, which say what a match on each of them will be like."""

from __future__ import annotations

from dataclasses import dataclass

from dungeon_designer.cli.console import Progress, detect_text_style, print_warning
from dungeon_designer.cli.files import Failures, list_sources, write_report
from dungeon_designer.cli.options import (
    ALL_EDITIONS,
    build_command,
    files_argument,
    format_option,
    output_option,
    rulesets_option,
    tiles_option,
)
from dungeon_designer.figures.measures import analyse_board
from dungeon_designer.figures.survey import create_survey
from dungeon_designer.options import option
from dungeon_designer.pipeline import ExamineOptions, Examiner
from dungeon_designer.reports.analysis_report import DungeonAnalysis
from dungeon_designer.reports.report_formats import REPORT_FORMATS, render_report


@dataclass(frozen=True, kw_only=True)
class AnalyseCall:
    """The options of `analyse`."""

    files: tuple[str, ...] = files_argument()
    ruleset: str | None = rulesets_option("The ruleset; by default the season's or the dungeon's own.")
    all: bool = option("Show all figures, and the steps to each chest (text and Markdown).", False)
    form: str = format_option(choices=list(REPORT_FORMATS["analyse"]), show_default=True)
    output: str | None = output_option("Write the results to this file.")
    tiles: str | None = tiles_option()


@build_command(
    "dungeon-designer analyse hall.dungeon.yaml",
    "dungeon-designer analyse hall.dungeon.yaml --all",
    "dungeon-designer analyse halls/ --ruleset naf-2019 --format markdown -o halls.md",
)
def command(call: AnalyseCall) -> int:
    """Measure how far each team walks, and how fair, how open and how long a dungeon is.

    Each FILE is a dungeon, a folder of dungeons, a season, or - for standard input. A summary comes first, then the
    figures that differ clearly from those of the edition's named dungeons. JSON always has all figures.
    """
    all_editions = call.ruleset == ALL_EDITIONS
    examiner = Examiner(
        ExamineOptions(ruleset=None if all_editions else call.ruleset, all_editions=all_editions, tiles=call.tiles)
    )
    inputs = list_sources(call.files, call.ruleset is None, call.output)
    analyses, failures = list[DungeonAnalysis](), Failures()
    with Progress("Analysing", len(inputs)) as progress:
        for source in inputs:
            with failures.catch_errors(source):
                dungeon = source.open_dungeon()
                board = examiner.build_board(dungeon)
                print_warning(examiner.find_season_notice(dungeon))
                for ruleset in examiner.list_rulesets(dungeon):
                    survey = create_survey(board, ruleset)  # the distances and lines of sight that figures are made of
                    analysis = analyse_board(survey, ruleset)
                    analyses.append(DungeonAnalysis(dungeon.file, dungeon.name, ruleset.id, analysis, call.all))
            progress.advance(1)
    text = render_report("analyse", call.form, analyses, detect_text_style(plain=call.output is not None))
    write_report(text, call.form, call.output)
    return failures.status
