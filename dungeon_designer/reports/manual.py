"""A rule's manual page: what it asks, its parameters, and what each edition makes of it."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import Struct

from dungeon_designer.errors import one_line
from dungeon_designer.reports.text_style import TextStyle
from dungeon_designer.rules.registry import Rule, rule
from dungeon_designer.rulesets.model import RuleLevel, Ruleset
from dungeon_designer.text.escaping import code, plain
from dungeon_designer.text.json_schema import schema_of

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


class Page(Struct, frozen=True):
    """Everything there is to say about a rule."""

    rule: str
    family: str
    summary: str
    manual: str
    about_parameters: str
    parameters: tuple[Parameter, ...]
    rulesets: tuple[Setting, ...]


def page(name: str, rulesets: Iterable[Ruleset]) -> Page:
    """The page of a rule; RulesetError names the nearest right spelling of a name there is not."""
    found = rule(name)
    return Page(
        rule=found.name,
        family=found.family,
        summary=found.summary,
        manual=in_markdown(found.manual),
        about_parameters=" ".join((found.settings.__doc__ or "").split()),
        parameters=_parameters(found),
        rulesets=tuple(setting(name, ruleset) for ruleset in rulesets),
    )


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
    return ", ".join(f"{_key(name)} = {in_toml(value)}" for name, value in parameters.items())


def _key(name: str) -> str:
    return name if _BARE.match(name) else _quoted(name)


def _quoted(text: str) -> str:
    """Text in quotes, on one line, with escapes as TOML has them."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08x}" for c in escaped) + '"'


def _parameters(of: Rule) -> tuple[Parameter, ...]:
    keys = schema_of(of.settings)["properties"]
    fields = msgspec.structs.fields(of.settings)
    return tuple(Parameter(f.encode_name, keys[f.encode_name]["description"], _default(f)) for f in fields)


def _default(field: msgspec.structs.FieldInfo) -> Any:
    """What a parameter is when nobody names it, as plain data; None when it must be named or bounds nothing."""
    if field.default is not msgspec.NODEFAULT:
        return msgspec.to_builtins(field.default)
    if field.default_factory is msgspec.NODEFAULT:
        return None
    return _without_nothing(msgspec.to_builtins(field.default_factory()))


def _without_nothing(value: Any) -> Any:
    """A value without the keys in it that say nothing, as a person writes it."""
    if not isinstance(value, dict):
        return value
    return {key: _without_nothing(inner) for key, inner in value.items() if inner is not None and inner != ()}


def page_as_text(page: Page, style: TextStyle) -> str:
    """The page as text."""
    return "\n".join((*_text_lines(page, style), ""))


def _text_lines(page: Page, style: TextStyle) -> Iterator[str]:
    yield style.paint("strong", page.rule) + style.paint("faint", f"  ({page.family})")
    yield ""
    yield from _filled(page.manual, style.width)
    if page.parameters:
        yield style.paint("strong", "Parameters")
        yield from textwrap.wrap(page.about_parameters, style.width, break_on_hyphens=False)
        for parameter in page.parameters:
            line = f"{parameter.name}: {parameter.description}{_text_default(parameter.default)}"
            yield from _hanging(line, style.width, "  ", " " * 4)
        yield ""
    yield style.paint("strong", "Rulesets")
    names = [one_line(setting.ruleset) for setting in page.rulesets]
    width = max(map(len, names), default=0)
    for name, setting in zip(names, page.rulesets, strict=True):
        about = [setting.level, assignments(setting.parameters), one_line(setting.source)]
        text = "; ".join(filter(None, about)) if setting.level != "off" else "-"
        yield from _hanging(text, style.width, f"  {name.ljust(width)}  ", " " * (width + 4))


def _hanging(text: str, width: int, first: str, others: str) -> list[str]:
    """Text whose first line begins otherwise than the others."""
    return textwrap.wrap(text, width, initial_indent=first, subsequent_indent=others, break_on_hyphens=False)


def _filled(manual: str, width: int) -> Iterator[str]:
    """The manual with its paragraphs as wide as may be; sketches and lists keep their lines."""
    for paragraph in manual.split("\n\n"):
        drawn = any(line.startswith((" ", "- ", "|", "* ")) for line in paragraph.splitlines())
        yield paragraph if drawn else textwrap.fill(paragraph, width, break_on_hyphens=False)
        yield ""


def _text_default(value: object) -> str:
    return "" if value is None else f" (unless said: {in_toml(value)})"


NOTE = "<!-- Made from the rule itself by `make docs`; change the rule instead. -->"


def page_as_markdown(page: Page) -> str:
    """The page of one rule."""
    return "\n".join((*_markdown_lines(page), ""))


def narrow_page(page: Page) -> str:
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


def rules_index(pages: Iterable[Page]) -> str:
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


def _markdown_lines(page: Page) -> Iterator[str]:
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
            yield f"| `{parameter.name}` | {parameter.description} | {_markdown_default(parameter.default)} |"


def _cell(text: str) -> str:
    """Code in a table, where a bar would end the cell."""
    return code(text).replace("|", "\\|")


def _markdown_default(value: object) -> str:
    return "–" if value is None else f"`{in_toml(value)}`"
