"""Report a check as JUnit XML: a test suite for each file and ruleset, a test case for each rule that was checked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from dungeon_designer.errors import escape_line
from dungeon_designer.findings import Finding, Level
from dungeon_designer.reports import phrases
from dungeon_designer.reports.report_model import Report, Results
from dungeon_designer.reports.text_style import TextStyle


def render_junit_report(results: Results, style: TextStyle) -> str:
    """Return the results of a check as JUnit XML.

    A rule fails if it makes the dungeon illegal. It is skipped if all its problems are waived. A rule that crashed is
    an error.
    """
    root = Element("testsuites", name="dungeon-designer")
    for report in results.reports:
        _add_test_suite(root, report)
    for unread in results.unread_files:
        name = _escape_text(unread.file)
        suite = SubElement(root, "testsuite", name=name, tests="1", failures="0", errors="1", skipped="0")
        case = SubElement(suite, "testcase", classname=name, name="read")
        SubElement(case, "error", type="unread", message=_escape_text(unread.problem))
    for count in ("tests", "failures", "errors", "skipped"):
        root.set(count, str(sum(int(suite.get(count, "0")) for suite in root)))
    indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="unicode") + "\n"


def _add_test_suite(root: Element, report: Report) -> None:
    """Add a test suite for a dungeon under a ruleset, with a test case for each rule that was checked or crashed."""
    findings_by_rule: dict[str, list[Finding]] = defaultdict(list)
    for finding in report.verdict.findings:
        findings_by_rule[finding.rule].append(finding)
    suite = SubElement(root, "testsuite", name=_escape_text(f"{report.file} ({report.ruleset})"))
    properties = SubElement(suite, "properties")
    SubElement(properties, "property", name="not asked", value=", ".join(report.verdict.unchecked_rules))
    if report.notice:
        SubElement(properties, "property", name="notice", value=_escape_text(report.notice))
    message_by_failed_rule = {failure.rule: failure.message for failure in report.verdict.failures}
    outcomes = [
        _add_error(suite, report, rule, message_by_failed_rule[rule])
        if rule in message_by_failed_rule
        else _add_test_case(suite, report, rule, findings_by_rule[rule])
        for rule in report.verdict.checked_rules
    ]
    if report.verdict.stale_waivers:
        lines = [f"stale waiver of {phrases.format_stale_waiver(waiver)}" for waiver in report.verdict.stale_waivers]
        SubElement(suite, "system-out").text = _escape_text("\n".join(lines))
    suite.set("tests", str(len(outcomes)))
    suite.set("failures", str(outcomes.count("failure")))
    suite.set("errors", str(outcomes.count("error")))
    suite.set("skipped", str(outcomes.count("skipped")))


def _add_error(suite: Element, report: Report, rule: str, message: str) -> str:
    """Add a test case for a rule that crashed to a test suite, and return its outcome, ``error``."""
    case = SubElement(suite, "testcase", classname=_escape_text(f"{report.ruleset}.{report.file}"), name=rule)
    SubElement(case, "error", type="failed", message=_escape_text(message))
    return "error"


def _add_test_case(suite: Element, report: Report, rule: str, findings: Sequence[Finding]) -> str:
    """Add a test case for one rule to a test suite, which stands for a dungeon under a ruleset.

    The rule fails if it finds an unwaived error, or warning if the report is strict. It is skipped if all that it
    finds is waived.

    Returns:
        the outcome: ``failure``, ``skipped``, or '' for success.
    """
    case = SubElement(suite, "testcase", classname=_escape_text(f"{report.ruleset}.{report.file}"), name=rule)
    failing_levels = (Level.ERROR, Level.WARNING) if report.strict else (Level.ERROR,)
    waived = [finding for finding in findings if finding.waived is not None]
    failing = [finding for finding in findings if finding.waived is None and finding.level in failing_levels]
    tolerated = [finding for finding in findings if finding.waived is None and finding.level not in failing_levels]
    outcome = ""
    if failing:
        outcome = "failure"
        first = failing[0]
        failure = SubElement(case, outcome, type=first.level.value, message=_escape_text(first.message))
        failure.text = _escape_text("\n".join(map(_format_problem, failing)))
    elif waived and not tolerated:
        outcome = "skipped"
        SubElement(case, outcome, message=_escape_text(f"waived: {waived[0].waived}"))
    if tolerated or (waived and failing):
        SubElement(case, "system-out").text = _escape_text("\n".join(map(_format_problem, [*tolerated, *waived])))
    return outcome


def _format_problem(finding: Finding) -> str:
    """Return a line with the level and message of a problem, its clause, its squares and the reason of its waiver."""
    details = [phrases.format_clause(finding)]
    if finding.squares:
        details.append(f"at {phrases.format_squares(finding.squares)}")
    if finding.waived is not None:
        details.append(f"waived: {finding.waived}")
    detail_text = "; ".join(filter(None, details))
    return escape_line(f"{finding.level.value}: {finding.message}{f' ({detail_text})' if detail_text else ''}")


def _escape_text(text: str) -> str:
    """Return a text in which control characters, which XML cannot hold, are escaped; line breaks stay."""
    return "\n".join(map(escape_line, text.split("\n")))
