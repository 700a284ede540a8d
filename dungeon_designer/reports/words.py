"""What every report says in the same words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from dungeon_designer.analysis.stock import CARD, Need, boxes
from dungeon_designer.errors import one_line
from dungeon_designer.findings import Finding, Level, Measured
from dungeon_designer.grid import Square
from dungeon_designer.reports.model import Report, Results
from dungeon_designer.reports.text_style import Talk
from dungeon_designer.rules.checker import StaleWaiver
from dungeon_designer.rules.rule import counted, in_words

MOST_SQUARES = 12
"""Squares named one by one; of more the number is said."""


def verdict(report: Report) -> str:
    """Legal or not, and under which ruleset."""
    strictly = " (strict)" if report.strict else ""
    return f"{'legal' if report.legal else 'not legal'} under {one_line(report.ruleset)}{strictly}"


def notice(report: Report) -> str:
    """Return the sentence that warns of house rules that check little."""
    return f"Notice: {one_line(report.notice)}."


def square_list(squares: Sequence[Square]) -> str:
    """Squares as a person writes them.

    >>> square_list([(0, 0), (1, 0)])
    '(0, 0), (1, 0)'
    """
    named = ", ".join(map(str, squares[:MOST_SQUARES]))
    return f"{named} and {len(squares) - MOST_SQUARES} more" if len(squares) > MOST_SQUARES else named


def clause(finding: Finding) -> str:
    """The book and heading, and what was measured against what is required, where the rule counts anything."""
    parts = [("measured", finding.measured), ("required", finding.required)]
    measures = ", ".join(f"{word} {amount(value)}" for word, value in parts if value is not None)
    return "; ".join(filter(None, (one_line(finding.source), measures)))


def amount(value: Measured) -> str:
    """A measure as text, control characters escaped.

    >>> amount(2.50), amount(None)
    ('2.5', '')
    """
    if value is None:
        return ""
    return one_line(f"{value:g}" if isinstance(value, float) else str(value))


def not_asked(results: Results, talk: Talk) -> Iterator[str]:
    """How many rules were not asked, or all of them by ruleset; nothing where the call named those to ask."""
    by_ruleset = {report.ruleset: report.verdict.not_asked for report in results.reports if not report.selected}
    found = [(one_line(ruleset), names) for ruleset, names in by_ruleset.items() if names]
    if not found or talk is Talk.QUIET:
        return
    if talk is Talk.ALL:
        yield from (f"Not asked under {ruleset} ({len(names)}): {', '.join(names)}" for ruleset, names in found)
    elif len(found) == 1:
        yield f"{counted(len(found[0][1]), 'rule')} not asked, -v lists them"
    else:
        counts = [f"{counted(len(names), 'rule')} under {ruleset}" for ruleset, names in found]
        yield f"not asked: {', '.join(counts)}; -v lists them"


def stale(waiver: StaleWaiver) -> str:
    """A waiver that covers nothing, and why."""
    where = f" at {square_list(waiver.waiver.squares)}" if waiver.waiver.squares else ""
    return one_line(f"{waiver.waiver.rule}{where}: {waiver.reason} (waived as: {waiver.waiver.reason})")


def tiles(report: Report) -> str:
    """The tiles a dungeon is built from and what the stock lacks of them; empty when it is drawn by hand.

    The library's stock is meant, as the box holds it; `tile-supply` says what an edition thinks of it.
    """
    if not any(need.kind == "tile" for need in report.tiles):
        return ""
    used = ", ".join(f"{need.count} × {one_line(need.id)}" for need in report.tiles if need.kind != CARD)
    missing = ", ".join(lacking(report.tiles))
    taken = (f"takes {count} boxes of {one_line(of_set)}" for of_set, count in boxes_taken(report.tiles))
    return "; ".join([f"built from {used}", *([f"the stock lacks {missing}"] if missing else []), *taken])


def boxes_taken(needs: Iterable[Need]) -> Iterator[tuple[str, str]]:
    """The sets of which one box does not do, and how many it takes, in words."""
    return ((of_set, in_words(count)) for of_set, count in boxes(needs).items() if count > 1)


def lacking(needs: Iterable[Need]) -> Iterator[str]:
    """What the sets hold too few of, in words."""
    return (f"{need.lacking} × {one_line(need.id)}" for need in needs if need.lacking)


def summary(results: Results) -> str:
    """The whole call in one line."""
    checked, unread = f"{counted(len(results.files), 'file')} checked", list[str]()
    if results.unread:
        unread = [f"{counted(len(results.unread), 'file')} could not be checked"]
    if unread and not results.reports:
        return unread[0]
    if results.compares:
        own = {report.file: report.legal for report in results.reports if report.own == report.ruleset}
        legal, other = sum(own.values()), len(results.files) - len(own)
        parts = [f"{checked} under {len(results.rulesets)} rulesets"]
        parts += [f"under its own {_are(legal)} legal and {_are(len(own) - legal)} not"] if own else []
        parts += [f"{other} {'names' if other == 1 else 'name'} none of them"] if other else []
        return "; ".join([*parts, *unread])
    legal = len(results.files) - len({report.file for report in results.reports if not report.legal})
    parts = [checked, f"{legal} legal", f"{len(results.files) - legal} not"]
    counts = {level: sum(report.count(level) for report in results.reports) for level in Level}
    found = [counted(count, level.word) for level, count in counts.items()]
    waived = sum(len(report.waived) for report in results.reports)
    return "; ".join([", ".join(parts), ", ".join([*found, f"{waived} waived"]), *unread])


def _are(count: int) -> str:
    return f"{count} {'is' if count == 1 else 'are'}"
