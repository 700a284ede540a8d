"""A rule's manual page: what it asks, its parameters, and what each edition makes of it."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from dungeon_designer.errors import one_line
from dungeon_designer.reports.text_style import TextStyle
from dungeon_designer.rules.registry import rule
from dungeon_designer.rulesets.model import RuleLevel, Ruleset
from dungeon_designer.rulesets.table import TableEntry, TableTopic, topic_in_words
from dungeon_designer.text.escaping import as_markdown, code

_BARE = re.compile(r"[A-Za-z0-9_-]+$")


class Setting(Struct, frozen=True):
    """A rule as one ruleset turns it on; `level` is ``off`` where it does not."""

    ruleset: str
    level: str
    parameters: dict[str, Any]
    source: str


class Parameter(Struct, frozen=True):
    """A parameter a ruleset may give, what it is for, and what holds when nobody gives it."""

    name: str
    description: str
    default: Any


class RulePage(Struct, frozen=True):
    """Everything there is to say about a rule."""

    rule: str
    family: str
    summary: str
    manual: str
    about_parameters: str
    parameters: tuple[Parameter, ...]
    rulesets: tuple[Setting, ...]


def page(name: str, rulesets: Iterable[Ruleset]) -> RulePage:
    """The page of a rule; RulesetError names the nearest right spelling of a name there is not."""
    found = rule(name)
    keys = found.settings.schema()["properties"]
    parameters = []
    for field in msgspec.structs.fields(found.settings):
        default = None  # where it must be named, or bounds nothing
        if field.default is not msgspec.NODEFAULT:
            default = msgspec.to_builtins(field.default)
        elif field.default_factory is not msgspec.NODEFAULT:
            default = _without_nothing(msgspec.to_builtins(field.default_factory()))
        parameters.append(Parameter(field.encode_name, keys[field.encode_name]["description"], default))
    return RulePage(
        rule=found.name,
        family=found.family,
        summary=found.summary,
        manual=in_markdown(found.manual),
        about_parameters=found.settings.about(),
        parameters=tuple(parameters),
        rulesets=tuple(setting(name, ruleset) for ruleset in rulesets),
    )


class TopicPage(Struct, frozen=True):
    """What happens at the table where it comes to a topic: the entry of each ruleset that has one."""

    topic: TableTopic
    table: dict[str, TableEntry]


def setting(name: str, ruleset: Ruleset) -> Setting:
    """What a ruleset says about a rule."""
    entry = ruleset.rules.get(name)
    if entry is None or entry.level is RuleLevel.OFF:
        return Setting(ruleset.id, RuleLevel.OFF.value, {}, "")
    return Setting(ruleset.id, entry.level.value, entry.parameters, entry.source)


def in_markdown(manual: str) -> str:
    """A manual page whose sketches are introduced by one colon, as Markdown and terminals like it.

    >>> in_markdown("A sketch::\\n\\n    map")
    'A sketch:\\n\\n    map'
    """
    return manual.replace("::\n", ":\n")


def in_toml(value: Any) -> str:
    """A parameter's value as a ruleset file spells it.

    >>> in_toml([1, {"from": 6}]), in_toml(True), in_toml('a "b"')
    ('[1, {from = 6}]', 'true', '"a \\\\"b\\\\""')
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return f"{{{assignments(value)}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(in_toml, value))}]"
    return _quoted(value) if isinstance(value, str) else one_line(str(value))


def assignments(parameters: dict[str, Any]) -> str:
    """Parameters on one line.

    >>> assignments({"min": 1, "max": 2})
    'min = 1, max = 2'
    """
    pairs = ((name if _BARE.match(name) else _quoted(name), value) for name, value in parameters.items())
    return ", ".join(f"{key} = {in_toml(value)}" for key, value in pairs)


def _quoted(text: str) -> str:
    """Text in quotes, on one line, with escapes as TOML has them."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08x}" for c in escaped) + '"'


def _without_nothing(value: Any) -> Any:
    """A value without the keys in it that say nothing, as a person writes it."""
    if not isinstance(value, dict):
        return value
    return {key: _without_nothing(inner) for key, inner in value.items() if inner is not None and inner != ()}


def page_as_text(page: RulePage, style: TextStyle) -> str:
    """The page as text, its paragraphs as wide as may be; sketches and lists keep their lines."""

    def wrapped(text: str, first: str = "", others: str = "") -> list[str]:
        return textwrap.wrap(text, style.width, initial_indent=first, subsequent_indent=others, break_on_hyphens=False)

    lines = [style.paint("strong", page.rule) + style.paint("faint", f"  ({page.family})"), ""]
    for paragraph in page.manual.split("\n\n"):
        drawn = any(line.startswith((" ", "- ", "|", "* ")) for line in paragraph.splitlines())
        lines += [paragraph if drawn else "\n".join(wrapped(paragraph)), ""]
    if page.parameters:
        lines += [style.paint("strong", "Parameters"), *wrapped(page.about_parameters)]
        for each in page.parameters:
            default = "" if each.default is None else f" (unless said: {in_toml(each.default)})"
            lines += wrapped(f"{each.name}: {each.description}{default}", "  ", " " * 4)
        lines.append("")
    lines.append(style.paint("strong", "Rulesets"))
    names = [one_line(setting.ruleset) for setting in page.rulesets]
    width = max(map(len, names), default=0)
    for name, setting in zip(names, page.rulesets, strict=True):
        about = [setting.level, assignments(setting.parameters), one_line(setting.source)]
        text = "; ".join(filter(None, about)) if setting.level != "off" else "-"
        lines += wrapped(text, f"  {name.ljust(width)}  ", " " * (width + 4))
    return "\n".join([*lines, ""])


def topic_as_text(page: TopicPage, style: TextStyle) -> str:
    """The page of a topic as text."""
    lines = [style.paint("strong", topic_in_words(page.topic)) + style.paint("faint", "  (at the table)")]
    wrapper = textwrap.TextWrapper(style.width, "  ", " " * 4, break_on_hyphens=False)
    for ruleset, entry in page.table.items():
        lines += ["", style.paint("strong", one_line(ruleset))]
        lines += [line for told in entry.whole for line in wrapper.wrap(one_line(told))]
    return "\n".join([*lines, ""])


def topic_as_markdown(page: TopicPage) -> str:
    """The page of a topic in Markdown."""
    lines = [f"# {topic_in_words(page.topic)}, at the table"]
    for ruleset, entry in page.table.items():
        lines += ["", f"## {as_markdown(ruleset)}", "", *(f"- {as_markdown(told)}" for told in entry.whole)]
    return "\n".join([*lines, ""])


NOTE = "<!-- Made from the rule itself by `make docs`; change the rule instead. -->"


def page_as_markdown(page: RulePage, heading: str = "#") -> str:
    """The page of one rule under a heading of that level; without tables, for narrow windows."""
    lines = [f"{heading} {page.rule}", "", page.manual, "", f"{heading}# In the rulesets", ""]
    for setting in page.rulesets:
        if setting.level != "off":
            given = f": {code(assignments(setting.parameters))}" if setting.parameters else ""
            source = f"; {as_markdown(setting.source)}" if setting.source else ""
            lines.append(f"- **{as_markdown(setting.ruleset)}**, {setting.level}{given}{source}")
    silent = [as_markdown(setting.ruleset) for setting in page.rulesets if setting.level == "off"]
    lines += ["", f"Not asked: {', '.join(silent)}."] if silent else []
    if page.parameters:
        lines += ["", f"{heading}# Parameters", "", page.about_parameters, ""]
        for parameter in page.parameters:
            default = "" if parameter.default is None else f" Unless said: `{in_toml(parameter.default)}`."
            lines.append(f"- `{parameter.name}`: {parameter.description}{default}")
    return "\n".join((*lines, ""))


def rules_index(pages: Iterable[RulePage]) -> str:
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
