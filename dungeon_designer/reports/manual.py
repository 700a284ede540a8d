"""Write the manual page of a rule: what it requires, its parameters, and what each edition makes of it."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import Struct

from dungeon_designer.errors import escape_line
from dungeon_designer.reports.text_style import TextStyle
from dungeon_designer.rules.rule_registry import load_rule
from dungeon_designer.rules.rule_settings import Settings
from dungeon_designer.rulesets.ruleset_model import RuleLevel, Ruleset
from dungeon_designer.rulesets.topic_table import TableEntry, TableTopic, format_topic
from dungeon_designer.text.escaping import escape_markdown, format_code_span
from dungeon_designer.text.json_schema import build_schema

_BARE_KEY_PATTERN = re.compile(r"[A-Za-z0-9_-]+$")
"""A key that TOML allows without quotes."""


class RulesetSetting(Struct, frozen=True):
    """What one ruleset makes of a rule; `level` is ``off`` if the ruleset does not use the rule."""

    ruleset: str
    level: str
    parameters: dict[str, Any]
    source: str


class Parameter(Struct, frozen=True):
    """A parameter that a ruleset may give, what it is for, and its default."""

    name: str
    description: str
    default: Any


class RulePage(Struct, frozen=True):
    """Everything that a manual page says about a rule."""

    rule: str
    family: str
    summary: str
    manual: str
    about_parameters: str
    parameters: tuple[Parameter, ...]
    rulesets: tuple[RulesetSetting, ...]


def build_rule_page(name: str, rulesets: Iterable[Ruleset]) -> RulePage:
    """Return the manual page of a rule.

    Raises:
        RulesetError: for an unknown rule; the message suggests the nearest name.
    """
    rule = load_rule(name)
    return RulePage(
        rule=rule.name,
        family=rule.family,
        summary=rule.summary,
        manual=format_manual(rule.manual),
        about_parameters=rule.settings_type.summarise_settings(),
        parameters=tuple(_list_parameters(rule.settings_type)),
        rulesets=tuple(build_setting(name, ruleset) for ruleset in rulesets),
    )


def _list_parameters(settings_type: type[Settings]) -> Iterator[Parameter]:
    """Yield the parameters of a rule with their descriptions and defaults.

    The default is None if a ruleset must give the parameter, or if leaving it out means that there is no bound.
    """
    properties = build_schema(settings_type)["properties"]
    for field in msgspec.structs.fields(settings_type):
        default = None
        if field.default is not msgspec.NODEFAULT:
            default = msgspec.to_builtins(field.default)
        elif field.default_factory is not msgspec.NODEFAULT:
            default = _remove_empty_keys(msgspec.to_builtins(field.default_factory()))
        yield Parameter(field.encode_name, properties[field.encode_name]["description"], default)


class TopicPage(Struct, frozen=True):
    """What happens at the table for a topic: the entry of each ruleset that has one."""

    topic: TableTopic
    table: dict[str, TableEntry]


def build_setting(name: str, ruleset: Ruleset) -> RulesetSetting:
    """Return how a ruleset uses a rule: its level, parameters and source; level ``off`` if it does not use the rule."""
    entry = ruleset.rules.get(name)
    if entry is None or entry.level is RuleLevel.OFF:
        return RulesetSetting(ruleset.id, RuleLevel.OFF.value, {}, "")
    return RulesetSetting(ruleset.id, entry.level.value, entry.parameters, entry.source)


def format_manual(manual: str) -> str:
    r"""Return a rule's manual with one colon instead of two before a sketch, as Markdown and terminals show it.

    >>> format_manual("A sketch::\n\n    map")
    'A sketch:\n\n    map'
    """
    return manual.replace("::\n", ":\n")


def format_toml_value(value: Any) -> str:
    r"""Return a value, such as a parameter of a rule, as it is written in a TOML file.

    >>> format_toml_value([1, {"from": 6}]), format_toml_value(True), format_toml_value('a "b"')
    ('[1, {from = 6}]', 'true', '"a \\"b\\""')
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return f"{{{format_parameters(value)}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(format_toml_value, value))}]"
    return _quote_text(value) if isinstance(value, str) else escape_line(str(value))


def format_parameters(parameters: dict[str, Any]) -> str:
    """Return parameters as TOML on one line.

    >>> format_parameters({"min": 1, "max": 2})
    'min = 1, max = 2'
    """
    texts = []
    for name, value in parameters.items():
        key = name if _BARE_KEY_PATTERN.match(name) else _quote_text(name)
        texts.append(f"{key} = {format_toml_value(value)}")
    return ", ".join(texts)


def _quote_text(text: str) -> str:
    """Return a text in quotes on one line, with TOML's escapes."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    letters = (letter if letter.isprintable() else f"\\U{ord(letter):08x}" for letter in escaped)
    return f'"{"".join(letters)}"'


def _remove_empty_keys(value: Any) -> Any:
    """Return a value without the keys in it that are None or empty, as a person would write it."""
    if not isinstance(value, dict):
        return value
    return {key: _remove_empty_keys(inner) for key, inner in value.items() if inner is not None and inner != ()}


def format_rule_as_text(page: RulePage, style: TextStyle) -> str:
    """Return the manual page of a rule as text; paragraphs are wrapped, sketches and lists keep their lines."""

    def wrap_text(text: str, first: str = "", later: str = "") -> list[str]:
        return textwrap.wrap(text, style.width, initial_indent=first, subsequent_indent=later, break_on_hyphens=False)

    lines = [style.apply_colour("strong", page.rule) + style.apply_colour("faint", f"  ({page.family})"), ""]
    for paragraph in page.manual.split("\n\n"):
        keeps_lines = any(line.startswith((" ", "- ", "|", "* ")) for line in paragraph.splitlines())
        lines += [paragraph if keeps_lines else "\n".join(wrap_text(paragraph)), ""]
    if page.parameters:
        lines += [style.apply_colour("strong", "Parameters"), *wrap_text(page.about_parameters)]
        for parameter in page.parameters:
            default = "" if parameter.default is None else f" (unless said: {format_toml_value(parameter.default)})"
            lines += wrap_text(f"{parameter.name}: {parameter.description}{default}", "  ", " " * 4)
        lines.append("")
    lines.append(style.apply_colour("strong", "Rulesets"))
    names = [escape_line(setting.ruleset) for setting in page.rulesets]
    width = max(map(len, names), default=0)
    for name, setting in zip(names, page.rulesets, strict=True):
        details = [setting.level, format_parameters(setting.parameters), escape_line(setting.source)]
        text = "; ".join(filter(None, details)) if setting.level != "off" else "-"
        lines += wrap_text(text, f"  {name.ljust(width)}  ", " " * (width + 4))
    return "\n".join([*lines, ""])


def format_topic_as_text(page: TopicPage, style: TextStyle) -> str:
    """Return a page that says what happens at the table for a topic, such as a chest, as text: ruleset by ruleset."""
    lines = [style.apply_colour("strong", format_topic(page.topic)) + style.apply_colour("faint", "  (at the table)")]
    wrapper = textwrap.TextWrapper(style.width, "  ", " " * 4, break_on_hyphens=False)
    for ruleset, entry in page.table.items():
        lines += ["", style.apply_colour("strong", escape_line(ruleset))]
        for line in entry.lines_with_source:
            lines += wrapper.wrap(escape_line(line))
    return "\n".join([*lines, ""])


def format_topic_as_markdown(page: TopicPage) -> str:
    """Return a page that says what happens at the table for a topic, such as a chest, as Markdown."""
    lines = [f"# {format_topic(page.topic)}, at the table"]
    for ruleset, entry in page.table.items():
        lines += [
            "",
            f"## {escape_markdown(ruleset)}",
            "",
            *(f"- {escape_markdown(line)}" for line in entry.lines_with_source),
        ]
    return "\n".join([*lines, ""])


GENERATED_NOTE = "<!-- Made from the rule itself by `make docs`; change the rule instead. -->"
"""The first line of a generated page."""


def format_rule_as_markdown(page: RulePage, heading: str = "#") -> str:
    """Return the manual page of a rule as Markdown, without tables, for narrow windows.

    `heading` is the mark of the page's heading, such as ``##``.
    """
    lines = [f"{heading} {page.rule}", "", page.manual, "", f"{heading}# In the rulesets", ""]
    for setting in page.rulesets:
        if setting.level != "off":
            parameter_text = (
                f": {format_code_span(format_parameters(setting.parameters))}" if setting.parameters else ""
            )
            source = f"; {escape_markdown(setting.source)}" if setting.source else ""
            lines.append(f"- **{escape_markdown(setting.ruleset)}**, {setting.level}{parameter_text}{source}")
    unused_rulesets = [escape_markdown(setting.ruleset) for setting in page.rulesets if setting.level == "off"]
    lines += ["", f"Not asked: {', '.join(unused_rulesets)}."] if unused_rulesets else []
    if page.parameters:
        lines += ["", f"{heading}# Parameters", "", page.about_parameters, ""]
        for parameter in page.parameters:
            default = "" if parameter.default is None else f" Unless said: `{format_toml_value(parameter.default)}`."
            lines.append(f"- `{parameter.name}`: {parameter.description}{default}")
    return "\n".join((*lines, ""))


def write_rules_index(pages: Iterable[RulePage]) -> str:
    """Return a Markdown page that lists all rules, family by family, with the editions that require each rule."""
    lines = [GENERATED_NOTE, "", "# The rules", ""]
    family = ""
    for page in pages:
        if page.family != family:
            family = page.family
            lines += ["", f"## {family.capitalize()}", "", "| rule | what it asks | asked by |", "|---|---|---|"]
        ruleset_list = ", ".join(f"`{setting.ruleset}`" for setting in page.rulesets if setting.level != "off")
        lines.append(
            f"| [`{page.rule}`]({page.rule}.md) | {page.summary.replace('|', chr(92) + '|')} | {ruleset_list} |"
        )
    return "\n".join((*lines, ""))
