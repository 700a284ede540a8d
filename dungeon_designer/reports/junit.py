"""JUnit XML: one testsuite a file and ruleset, one testcase a rule asked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from dungeon_designer.errors import one_line
from dungeon_designer.findings import Finding, Level
from dungeon_designer.reports import words
from dungeon_designer.reports.model import Report, Results
from dungeon_designer.reports.text_style import TextStyle


def render(results: Results, style: TextStyle) -> str:
    """The document. A rule fails when it makes the dungeon illegal; it is skipped when all it found is waived."""
    root = Element("testsuites", name="dungeon-designer")
    for report in results.reports:
        found: dict[str, list[Finding]] = defaultdict(list)
        for finding in report.verdict.findings:
            found[finding.rule].append(finding)
        suite = SubElement(root, "testsuite", name=_text(f"{report.file} ({report.ruleset})"))
        about = SubElement(suite, "properties")
        SubElement(about, "property", name="not asked", value=", ".join(report.verdict.not_asked))
        if report.notice:
            SubElement(about, "property", name="notice", value=_text(report.notice))
        outcomes = [_case(suite, report, rule, found[rule]) for rule in report.verdict.asked]
        if report.verdict.stale:
            stale = [f"stale waiver of {words.stale(waiver)}" for waiver in report.verdict.stale]
            SubElement(suite, "system-out").text = _text("\n".join(stale))
        suite.set("tests", str(len(outcomes)))
        suite.set("failures", str(outcomes.count("failure")))
        suite.set("errors", "0")
        suite.set("skipped", str(outcomes.count("skipped")))
    for unread in results.unread:
        name = _text(unread.file)
        suite = SubElement(root, "testsuite", name=name, tests="1", failures="0", errors="1", skipped="0")
        case = SubElement(suite, "testcase", classname=name, name="read")
        SubElement(case, "error", type="unread", message=_text(unread.problem))
    for count in ("tests", "failures", "errors", "skipped"):
        root.set(count, str(sum(int(suite.get(count, "0")) for suite in root)))
    indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="unicode") + "\n"


def _case(suite: Element, report: Report, rule: str, findings: Sequence[Finding]) -> str:
    """One testcase; gives the element it failed with, or ''."""
    case = SubElement(suite, "testcase", classname=_text(f"{report.ruleset}.{report.file}"), name=rule)
    bad = (Level.ERROR, Level.WARNING) if report.strict else (Level.ERROR,)
    waived = [finding for finding in findings if finding.waived is not None]
    failing = [finding for finding in findings if finding.waived is None and finding.level in bad]
    noted = [finding for finding in findings if finding.waived is None and finding.level not in bad]
    outcome = ""
    if failing:
        outcome = "failure"
        first = failing[0]
        failure = SubElement(case, outcome, type=first.level.value, message=_text(first.message))
        failure.text = _text("\n".join(map(_line, failing)))
    elif waived and not noted:
        outcome = "skipped"
        SubElement(case, outcome, message=_text(f"waived: {waived[0].waived}"))
    if noted or (waived and failing):
        SubElement(case, "system-out").text = _text("\n".join(map(_line, [*noted, *waived])))
    return outcome


def _line(finding: Finding) -> str:
    about = [words.clause(finding)]
    if finding.squares:
        about.append(f"at {words.square_list(finding.squares)}")
    if finding.waived is not None:
        about.append(f"waived: {finding.waived}")
    said = "; ".join(filter(None, about))
    return one_line(f"{finding.level.value}: {finding.message}{f' ({said})' if said else ''}")


def _text(text: str) -> str:
    """The text without characters XML cannot carry."""
    return "\n".join(map(one_line, text.split("\n")))
