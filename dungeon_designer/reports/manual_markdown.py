"""A rule's manual page, and the list of all pages, as Markdown: docs/rules is made of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dungeon_designer.reports.manual import Page, assignments, in_toml
from dungeon_designer.text.escaping import code, plain

NOTE = "<!-- Made from the rule itself by `make docs`; change the rule instead. -->"


def render(page: Page) -> str:
    """The page of one rule."""
    return "\n".join((*_lines(page), ""))


def narrow(page: Page) -> str:
    """The page of one rule for a narrow window: no tables, the editions that do not ask in one line at the end."""
    lines = [f"### {page.rule}", "", page.manual, "", "#### In the rulesets", ""]
    for setting in page.rulesets:
        if setting.level != "off":
            given = f": {code(assignments(setting.parameters))}" if setting.parameters else ""
            source = f"; {plain(setting.source)}" if setting.source else ""
            lines.append(f"- **{plain(setting.ruleset)}**, {setting.level}{given}{source}")
    silent = [plain(setting.ruleset) for setting in page.rulesets if setting.level == "off"]
    lines += ["", f"Not asked: {', '.join(silent)}."] if silent else []
    if page.parameters:
        lines += ["", "#### Parameters", "", page.about_parameters, ""]
        lines += [f"- `{parameter.name}`: {parameter.description}" for parameter in page.parameters]
    return "\n".join((*lines, ""))


def index(pages: Iterable[Page]) -> str:
    """The list of all rules, family by family, with the editions that have each."""
    lines = [NOTE, "", "# The rules", ""]
    family = ""
    for page in pages:
        if page.family != family:
            family = page.family
            lines += ["", f"## {family.capitalize()}", "", "| rule | what it asks | asked by |", "|---|---|---|"]
        asked = ", ".join(f"`{setting.ruleset}`" for setting in page.rulesets if setting.level != "off")
        lines.append(f"| [`{page.rule}`]({page.rule}.md) | {page.summary.replace('|', chr(92) + '|')} | {asked} |")
    return "\n".join((*lines, ""))


def _lines(page: Page) -> Iterator[str]:
    yield from (NOTE, "", f"# {page.rule}", "", page.manual, "", "## In the rulesets", "")
    yield from ("| ruleset | level | parameters | source |", "|---|---|---|---|")
    for setting in page.rulesets:
        ruleset = _cell(setting.ruleset)
        if setting.level == "off":
            yield f"| {ruleset} | – | | |"
        else:
            given = _cell(assignments(setting.parameters)) if setting.parameters else ""
            yield f"| {ruleset} | {setting.level} | {given} | {plain(setting.source)} |"
    if page.parameters:
        yield from ("", "## Parameters", "", page.about_parameters, "")
        yield from ("| parameter | what it says | unless said |", "|---|---|---|")
        for parameter in page.parameters:
            yield f"| `{parameter.name}` | {parameter.description} | {_default(parameter.default)} |"


def _cell(text: str) -> str:
    """Code in a table, where a bar would end the cell."""
    return code(text).replace("|", "\\|")


def _default(value: object) -> str:
    return "–" if value is None else f"`{in_toml(value)}`"
