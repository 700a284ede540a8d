"""Write the phrases that are the same in every report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from dungeon_designer.analysis.stock import CARD_KIND, MaterialNeed, count_boxes
from dungeon_designer.errors import escape_line
from dungeon_designer.findings import Amount, Finding, Level
from dungeon_designer.grid import Square
from dungeon_designer.reports.report_model import Report, Results
from dungeon_designer.reports.text_style import Verbosity
from dungeon_designer.rules.checker import StaleWaiver
from dungeon_designer.rules.rule_text import format_count, format_number

MAX_NAMED_SQUARES = 12
"""How many squares are named one by one; of further squares only the number is given."""


def format_verdict(report: Report) -> str:
    """Return whether a dungeon is legal or cannot be judged, and under which ruleset."""
    strictly = " (strict)" if report.strict else ""
    verdict = "legal" if report.legal else "cannot be judged" if report.failed else "not legal"
    return f"{verdict} under {escape_line(report.ruleset)}{strictly}"


def list_failures(report: Report) -> Iterator[str]:
    """Yield a line for each rule that crashed."""
    return (f"failed[{failure.rule}]: {failure.message}" for failure in report.verdict.failures)


def list_failed_files(results: Results) -> Iterator[str]:
    """Yield a line for each file that cannot be judged: the rulesets, the first rule that crashed, and what to do."""
    reports_by_file = {
        report.file: [each for each in results.failed_reports if each.file == report.file]
        for report in results.failed_reports
    }
    for file, reports in reports_by_file.items():
        first, others = reports[0].verdict.failures[0], len({rule for report in reports for rule in report.failed}) - 1
        rules = f"the rule {first.rule}" + (f" and {format_count(others, 'other')}" if others else "")
        rulesets = ", ".join(report.ruleset for report in reports)
        yield escape_line(
            f"{file}: it cannot be judged under {rulesets}: {rules} failed ({first.problem}); please report it with the"
            " file (DUNGEON_DESIGNER_DEBUG=1 shows where)"
        )


def format_notice(report: Report) -> str:
    """Return the sentence that warns of house rules that check little."""
    return f"Notice: {escape_line(report.notice)}."


def format_squares(squares: Sequence[Square]) -> str:
    """Return squares as a person writes them.

    >>> format_squares([(0, 0), (1, 0)])
    '(0, 0), (1, 0)'
    """
    named = ", ".join(map(str, squares[:MAX_NAMED_SQUARES]))
    return f"{named} and {len(squares) - MAX_NAMED_SQUARES} more" if len(squares) > MAX_NAMED_SQUARES else named


def format_clause(finding: Finding) -> str:
    """Return a problem's book and heading, and the measured and the required amount, if the rule counts anything."""
    parts = [("measured", finding.measured), ("required", finding.required)]
    measures = ", ".join(f"{label} {format_amount(value)}" for label, value in parts if value is not None)
    return "; ".join(filter(None, (escape_line(finding.source), measures)))


def format_amount(value: Amount) -> str:
    """Return a measured or required amount as text, with control characters escaped; '' for None.

    >>> format_amount(2.50), format_amount(None)
    ('2.5', '')
    """
    if value is None:
        return ""
    return escape_line(f"{value:g}" if isinstance(value, float) else str(value))


def list_unchecked_rules(results: Results, verbosity: Verbosity) -> Iterator[str]:
    """Yield for each ruleset of a call a line with the rules that it does not use.

    Nothing is yielded unless `verbosity` is VERBOSE: what an edition does not require is no problem of the dungeon.
    Nothing is yielded either if the call named the rules to check.
    """
    if verbosity is not Verbosity.VERBOSE:
        return
    by_ruleset = {report.ruleset: report.verdict.unchecked_rules for report in results.reports if not report.selected}
    for ruleset, names in by_ruleset.items():
        if names:
            yield f"Not asked under {escape_line(ruleset)} ({len(names)}): {', '.join(names)}"


def format_stale_waiver(waiver: StaleWaiver) -> str:
    """Return a text about a stale waiver: an exception in the dungeon file that covers no problem any more."""
    location = f" at {format_squares(waiver.waiver.squares)}" if waiver.waiver.squares else ""
    return escape_line(f"{waiver.waiver.rule}{location}: {waiver.reason} (waived as: {waiver.waiver.reason})")


def describe_tiles(report: Report) -> str:
    """Return a text about the tiles that a dungeon is built from and what the stock lacks; '' if it is drawn by hand.

    The stock is that of the tile set's box. The rule `tile-supply` says what an edition requires of it.
    """
    if not any(need.kind == "tile" for need in report.tiles):
        return ""
    tile_list = ", ".join(f"{need.count} × {escape_line(need.id)}" for need in report.tiles if need.kind != CARD_KIND)
    lacking_tiles = ", ".join(list_lacking_tiles(report.tiles))
    parts = [f"built from {tile_list}"]
    if lacking_tiles:
        parts.append(f"the stock lacks {lacking_tiles}")
    for set_name, count in list_extra_boxes(report.tiles):
        parts.append(f"takes {count} boxes of {escape_line(set_name)}")
    return "; ".join(parts)


def list_extra_boxes(needs: Iterable[MaterialNeed]) -> Iterator[tuple[str, str]]:
    """Yield a pair for each tile set of which a dungeon needs several boxes: its name, and their number in words."""
    return ((set_name, format_number(count)) for set_name, count in count_boxes(needs).items() if count > 1)


def list_lacking_tiles(needs: Iterable[MaterialNeed]) -> Iterator[str]:
    """Yield a text for each tile of which the stock has too few: how many are missing, and the tile's id."""
    return (f"{need.lacking} × {escape_line(need.id)}" for need in needs if need.lacking)


def format_summary(results: Results) -> str:
    """Return a summary of the whole call in one line."""
    parts: list[str] = []
    if results.has_several_rulesets:
        parts += _summarise_editions(results)
    elif results.reports or not results.unread_files:
        parts += _summarise_problems(results)
    if results.unread_files:
        parts.append(f"{format_count(len(results.unread_files), 'file')} could not be checked")
    return "; ".join(parts)


def _summarise_problems(results: Results) -> tuple[str, str]:
    """Return two texts: how many files are legal, and how many problems of each level were found.

    A file cannot be judged if a rule crashed on it.
    """
    file_count = len(results.files)
    failed_count = len({report.file for report in results.failed_reports})
    legal_count = file_count - len({report.file for report in results.reports if not report.legal})
    illegal_count = file_count - legal_count - failed_count
    files_text = f"{format_count(file_count, 'file')} checked, {legal_count} legal, {illegal_count} not"
    if failed_count:
        files_text += f", {failed_count} cannot be judged"
    counts = {level: sum(report.count(level) for report in results.reports) for level in Level}
    count_texts = [format_count(count, level.display_name) for level, count in counts.items()]
    waived = sum(len(report.waived) for report in results.reports)
    return files_text, ", ".join([*count_texts, f"{waived} waived"])


def _summarise_editions(results: Results) -> Iterator[str]:
    """Yield how many files were checked under several rulesets, and how many are legal under the ruleset they name.

    A file cannot be judged if a rule crashed on it.
    """
    own_reports = [report for report in results.reports if report.named_ruleset == report.ruleset]
    legal_by_file = {report.file: report.legal for report in own_reports if not report.failed}
    failed_count = len({report.file for report in own_reports if report.failed})
    yield f"{format_count(len(results.files), 'file')} checked under {len(results.rulesets)} rulesets"
    if legal_by_file:
        legal = sum(legal_by_file.values())
        illegal = len(legal_by_file) - legal
        yield f"under its own {_format_is_or_are(legal)} legal and {_format_is_or_are(illegal)} not"
    if failed_count:
        yield f"{failed_count} cannot be judged under its own"
    if other_count := len(results.files) - len(legal_by_file) - failed_count:
        yield f"{other_count} {'names' if other_count == 1 else 'name'} none of them"


def _format_is_or_are(count: int) -> str:
    return f"{count} {'is' if count == 1 else 'are'}"
