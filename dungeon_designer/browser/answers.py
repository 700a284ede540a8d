"""Answer what the page in the browser asks. The page's worker calls `answer_json` for each question.

The answers are those of the commands: `check --format json`, `render`, `convert` and `explain` say the same.
"""

from __future__ import annotations

import dataclasses
import itertools
import re
import warnings
from collections.abc import Callable, Sequence
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from dungeon_designer.browser import requests as ask
from dungeon_designer.dungeon import Dungeon, build_export_options, export_and_check, names_theme_file
from dungeon_designer.errors import DungeonError, MissingPicture, UsageError, escape_line
from dungeon_designer.layout.transforms import apply_edits
from dungeon_designer.pipeline import ExamineOptions, Examiner
from dungeon_designer.reports.json_report import build_report_entry
from dungeon_designer.reports.phrases import format_verdict
from dungeon_designer.reports.report_model import Report
from dungeon_designer.rules.rule_registry import load_ruleset, parse_ruleset
from dungeon_designer.rulesets.loader import format_title
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.text.file_names import build_file_stem
from dungeon_designer.text.file_reading import decode_text

HOUSE_RULES = "house"
"""The word with which a question asks for the user's own ruleset."""

MEDIA_TYPES = {
    ".dungeon.yaml": "application/yaml",
    ".dungeon.json": "application/json",
    ".svg": "image/svg+xml",
    ".board.json": "application/json",
    ".html": "text/html",
    ".tmx": "application/xml",
    ".stl": "model/stl",
}
"""The endings of the files that the page offers to download, each with its media type."""

_DOWNLOAD_NAME = "dungeon"
"""The name of a download without its ending, where the dungeon has no name."""

DEFAULT_EDITION = "naf-2019"
"""The edition by which a dungeon is checked that names none."""


def answer_json(question: str) -> str:
    """Answer a question of the page: both are JSON.

    Nothing is raised. A file that is wrong gives `Refusal` with one line; a crash gives `Failure`.

    Examples:
        >>> answer_json('{"type": "open-link", "link": "#d=0"}')[:20]
        '{"type":"refused","p'
    """
    try:
        answer = answer_request(msgspec.json.decode(question, type=ask.Request))
    except DungeonError as error:
        answer = ask.Refusal(str(error))
    except Exception as error:  # a crash must reach the user as one, and never as a verdict
        answer = ask.Failure(escape_line(f"{type(error).__name__}: {error}"))
    return msgspec.json.encode(answer).decode()


def answer_request(request: ask.Request) -> ask.Answer:
    """Answer a question of the page.

    Raises:
        DungeonError: a file that the question holds or names is wrong.
    """
    answer: Callable[[Any], ask.Answer] = _ANSWERS[type(request)]
    return answer(request)


def open_file(request: ask.OpenFile) -> ask.OpenDungeon:
    """Return the text of a dropped file; a map of another program is converted to a sketch.

    Raises:
        ReadError: the file holds no dungeon.
    """
    from dungeon_designer.imports.importers import read_if_foreign

    imported = read_if_foreign(request.data, request.name)
    if imported is None:
        dungeon = Dungeon.load(request.name, data=request.data)  # raises an error for a file that holds no dungeon
        return ask.OpenDungeon(ask.File(request.name, decode_text(request.data)), _explain_left_out_theme(dungeon))
    sketch = Dungeon(imported.layout).content("converted.dungeon.yaml").decode()
    name = f"{Path(request.name).name.partition('.')[0]}.dungeon.yaml"
    return ask.OpenDungeon(ask.File(name, sketch), f"{imported.program}; {imported.summary}")


def open_link(request: ask.OpenLink) -> ask.OpenDungeon:
    """Return the dungeon in a link as the text of a sketch.

    Raises:
        ReadError: the link holds no dungeon.
    """
    dungeon = Dungeon.linked(request.link)
    return ask.OpenDungeon(ask.File("linked.dungeon.yaml", dungeon.data.decode()))


def check(request: ask.Check) -> ask.RulesetVerdict:
    """Check the dungeon by one ruleset.

    Raises:
        DungeonError: the dungeon or the ruleset cannot be read.
    """
    dungeon, ruleset = _load_subject(request)
    report = _examine(dungeon, ruleset, request.moves)
    return ask.RulesetVerdict(dungeon.name, format_title(ruleset), build_report_entry(report), format_verdict(report))


def check_all(request: ask.CheckAll) -> ask.EditionVerdicts:
    """Check the dungeon by each edition.

    Raises:
        DungeonError: the dungeon cannot be read.
    """
    reports = Examiner(ExamineOptions(all_editions=True)).examine(_load_dungeon(request))
    entries = map(build_report_entry, reports)
    return ask.EditionVerdicts(
        tuple(
            ask.EditionVerdict(
                ruleset=entry.ruleset,
                name=format_title(load_ruleset(entry.ruleset, Path())),
                legal=entry.legal,
                failed=entry.failed is not msgspec.UNSET,
                counts=entry.counts,
            )
            for entry in entries
        )
    )


def draw(request: ask.Draw) -> ask.MapDrawing:
    """Draw the map with its problems. A remark says if it is drawn without its picture.

    Raises:
        DungeonError: the dungeon or the ruleset cannot be read.
    """
    dungeon, ruleset = _load_subject(request)
    with warnings.catch_warnings(record=True) as caught_warnings:
        warnings.simplefilter("always", MissingPicture)
        svg = dungeon.svg(ruleset, title=False, theme=_choose_theme(dungeon))
    return ask.MapDrawing(svg, " ".join(str(warning.message) for warning in caught_warnings))


def _choose_theme(dungeon: Dungeon) -> str:
    """Return the theme of the map: the one that the dungeon names; the default one in place of a theme file."""
    from dungeon_designer.drawing.themes.theme_file import THEME_NAMES

    return THEME_NAMES[0] if names_theme_file(dungeon) else dungeon.layout.theme


def _explain_left_out_theme(dungeon: Dungeon) -> str:
    """Return a line that says that the page does not read the theme file of a dungeon; '' if it names none."""
    if not names_theme_file(dungeon):
        return ""
    return f"The theme file {dungeon.layout.theme} is not read here: the map is drawn in the usual theme."


def apply_fix(request: ask.ApplyFix) -> ask.OpenDungeon:
    """Return the dungeon's text after one of the fixes that `check` with moves offers.

    Raises:
        DungeonError: the dungeon or the ruleset cannot be read, or there is no such fix.
    """
    dungeon, ruleset = _load_subject(request)
    findings = _examine(dungeon, ruleset, moves=True).findings
    try:
        fix = findings[request.problem].fixes[request.fix]
    except IndexError:
        raise UsageError("this fix belongs to an earlier state of the dungeon; choose it again") from None
    fixed = replace(dungeon, layout=apply_edits(dungeon.layout, fix.edits))
    return ask.OpenDungeon(ask.File(request.dungeon.name, fixed.content(request.dungeon.name).decode()), fix.title)


def explain(request: ask.Explain) -> ask.RuleManual:
    """Return the manual page of a rule as HTML, with what the asked ruleset sets.

    Raises:
        RulesetError: there is no such rule.
        DungeonError: the ruleset cannot be read.
    """
    from dungeon_designer.reports.manual import build_rule_page, format_parameters, list_rule_parts

    ruleset = _load_ruleset(request)
    page = build_rule_page(request.rule, [ruleset])
    setting = page.rulesets[0]
    details = [setting.level, format_parameters(setting.parameters), setting.source]
    in_ruleset = "; ".join(filter(None, details)) if setting.level != "off" else "this rule is off"
    html = "".join(itertools.starmap(_format_part, list_rule_parts(page)))
    html += f"<p><b>{escape(format_title(ruleset))}:</b> {escape(in_ruleset)}</p>"
    return ask.RuleManual(page.rule, page.summary, html)


def _format_part(title: str, paragraphs: Sequence[str], items: Sequence[str]) -> str:
    """Return a part of a manual page as HTML: its heading, its paragraphs and a list; sketches keep their lines."""
    texts = [
        f"<pre>{escape(text)}</pre>" if text.startswith(" ") else f"<p>{_format_code(text)}</p>" for text in paragraphs
    ]
    list_items = "".join(f"<li>{_format_code(item)}</li>" for item in items)
    return f"<h3>{escape(title)}</h3>{''.join(texts)}{f'<ul>{list_items}</ul>' if items else ''}"


def _format_code(markdown: str) -> str:
    """Return a line of Markdown as HTML; only its code is formatted.

    >>> _format_code("Draw `+` for a door & a wall.")
    'Draw <code>+</code> for a door &amp; a wall.'
    """
    return re.sub(r"`+([^`]+)`+", r"<code>\1</code>", escape(markdown))


def export(request: ask.Export) -> ask.Download:
    """Return the dungeon as a file of another format.

    Raises:
        DungeonError: the dungeon cannot be read, or no file of this format can hold it.
    """
    dungeon, ending = _load_dungeon(request), request.ending
    if ending not in MEDIA_TYPES:
        raise UsageError(f"{ending}: not in the browser; install the program")
    name = build_file_stem(dungeon.name, _DOWNLOAD_NAME) + ending
    if ending in (".dungeon.yaml", ".dungeon.json"):
        return ask.Download(name, MEDIA_TYPES[ending], dungeon.content(name))
    options = build_export_options({"title": bool(dungeon.name), "theme": _choose_theme(dungeon)})
    if request.ruleset or dungeon.layout.ruleset:
        options = dataclasses.replace(options, ruleset=_load_ruleset(request, dungeon))
    return ask.Download(name, MEDIA_TYPES[ending], export_and_check(dungeon.board, name, options)[name])


def make_link(request: ask.MakeLink) -> ask.DungeonLink:
    """Return a link that holds the dungeon.

    Raises:
        DungeonError: no link can hold the dungeon.
    """
    dungeon = _load_dungeon(request)
    remarks = ["A link does not hold your own ruleset: send its file along."] if request.house_rules else []
    if dungeon.layout.picture:
        remarks.append("A link holds no picture.")
    if names_theme_file(dungeon):
        remarks.append("A link holds no theme of your own.")
    return ask.DungeonLink(dungeon.link(request.page), " ".join(remarks))


def _load_subject(subject: ask.Subject) -> tuple[Dungeon, Ruleset]:
    """Return the dungeon and the ruleset that a question names."""
    dungeon = _load_dungeon(subject)
    return dungeon, _load_ruleset(subject, dungeon)


def _load_dungeon(subject: ask.Subject) -> Dungeon:
    """Return the dungeon of a question."""
    return _parse_dungeon(subject.dungeon)


@lru_cache(maxsize=1)
def _parse_dungeon(file: ask.File) -> Dungeon:
    """Return the dungeon in a file. The last one is kept, so that its check is made once and then drawn."""
    return Dungeon.load(file.name, data=file.text.encode())


def _load_ruleset(subject: ask.Subject, dungeon: Dungeon | None = None) -> Ruleset:
    """Return the ruleset of a question: an edition, the user's own, or the one that the dungeon names.

    A dungeon that names none is checked by DEFAULT_EDITION. One that names a TOML file is checked by the user's own.

    Raises:
        DungeonError: the ruleset is wrong, or the user's own is asked for and not open.
    """
    name = subject.ruleset or (dungeon.layout.ruleset if dungeon else "") or DEFAULT_EDITION
    if name != HOUSE_RULES and not name.lower().endswith(".toml"):
        return load_ruleset(name, Path())
    if subject.house_rules is None:
        named = "" if name == HOUSE_RULES else f" ({name}, which the dungeon names)"
        raise UsageError(escape_line(f"open your own ruleset{named} below the editions first"))
    return _parse_ruleset(subject.house_rules)


@lru_cache(maxsize=1)
def _parse_ruleset(file: ask.File) -> Ruleset:
    """Return the user's own ruleset, a TOML file. The last one is kept, since each check of the page asks for it."""
    return parse_ruleset(file.text, Path(file.name).name or "own.toml", Path())


def _examine(dungeon: Dungeon, ruleset: Ruleset, moves: bool) -> Report:
    """Return the report on a dungeon, as `check --format json` makes it."""
    from dungeon_designer.reports.check_result import build_report

    return build_report(dungeon.check(ruleset, moves=moves))


_ANSWERS: dict[type, Callable[..., ask.Answer]] = {
    ask.OpenFile: open_file,
    ask.OpenLink: open_link,
    ask.Check: check,
    ask.CheckAll: check_all,
    ask.Draw: draw,
    ask.ApplyFix: apply_fix,
    ask.Explain: explain,
    ask.Export: export,
    ask.MakeLink: make_link,
}
"""The function that answers each kind of question."""
