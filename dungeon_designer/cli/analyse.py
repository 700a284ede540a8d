"""`analyse`: what will a match on these dungeons be like, as far as figures tell without dice?"""

from __future__ import annotations

from dataclasses import dataclass

from dungeon_designer.cli.console import Progress, tell, text_style
from dungeon_designer.cli.files import Faults, sources, write_report
from dungeon_designer.cli.options import ALL, command_of, files, form, output, own_tiles, rulesets
from dungeon_designer.figures.measures import analysis_of
from dungeon_designer.figures.survey import survey_of
from dungeon_designer.pipeline import Examiner, Question
from dungeon_designer.reports.analyses import Analysed
from dungeon_designer.reports.registry import FORMATS, rendered


@dataclass(frozen=True, kw_only=True)
class AnalyseCall:
    """The options of `analyse`."""

    files: tuple[str, ...] = files()
    ruleset: str | None = rulesets("Whose steps to count; without it, the season's or layout's.")
    form: str = form(choices=list(FORMATS["analyse"]), shown=True)
    output: str | None = output("Write it to this file.")
    tiles: str | None = own_tiles()


@command_of(
    "dungeon-designer analyse hall.dungeon.yaml",
    "dungeon-designer analyse halls/ --ruleset naf-2019 --format markdown -o halls.md",
    "dungeon-designer analyse season.toml --format json",
)
def command(call: AnalyseCall) -> int:
    """Say what a match will be like: how far each side walks, how equal they are, how open and how long the dungeon is.

    Each FILE is a sketch (.dungeon.yaml), a layout file (.dungeon.json), a folder of them, a season (.toml), or - for
    standard input. Figures stand beside the range of the named dungeons of the edition. The manual's page on figures
    defines each of them.

    The exit status is 0 when all went well, 2 when a file could not be read or the call was wrong.
    """
    every = call.ruleset == ALL
    examiner = Examiner(Question(ruleset=None if every else call.ruleset, every=every, tiles=call.tiles))
    named = sources(call.files, call.ruleset is None, call.output)
    analyses, faults = list[Analysed](), Faults()
    with Progress("Analysing", len(named)) as progress:
        for source in named:
            with faults.complained_of(source):
                dungeon = source.open()
                board = examiner.board(dungeon)
                tell(examiner.notice(dungeon))
                for ruleset in examiner.rulesets(dungeon):
                    analysis = analysis_of(survey_of(board, ruleset), ruleset)
                    analyses.append(Analysed(dungeon.file, dungeon.name, ruleset.id, analysis))
            progress.advance(1)
    text = rendered("analyse", call.form, analyses, text_style(plain=call.output is not None))
    write_report(text, call.form, call.output)
    return faults.status
