"""Write the manual page of a rule: what it requires, its parameters, and what each edition makes of it."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from dungeon_designer.errors import escape_line
from dungeon_designer.reports.rule_parameters import Parameter, has_bounds, list_parameters
from dungeon_designer.reports.text_style import TextStyle
from dungeon_designer.rules.rule_description import EditionNote, IllegalMap
from dungeon_designer.rules.rule_registry import load_rule
from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.rulesets.ruleset_model import RuleLevel, Ruleset
from dungeon_designer.rulesets.topic_table import TableEntry, TableTopic, format_topic
from dungeon_designer.text.escaping import escape_markdown, format_code_span
from dungeon_designer.text.schema_words import BOUNDS_KEYS

_BARE_KEY_PATTERN = re.compile(r"[A-Za-z0-9_-]+$")
"""A key that TOML allows without quotes."""
MAX_VALUE_LETTERS = 100
"""A longer value of a parameter is shortened on a page of Markdown, as the stock of tiles in a box."""


class RulesetSetting(Struct, frozen=True):
    """What one ruleset makes of a rule; `level` is ``off`` if the ruleset does not use the rule."""

    ruleset: str
    level: str
    parameters: dict[str, Any]
    source: str


class RulePage(Struct, frozen=True):
    """Everything that a manual page says about a rule. `RuleDescription` explains the last six fields.

    Attributes:
        manual: The description of the rule as one text, without what the rulesets state.
        about_parameters: What the parameters say together.
    """

    rule: str
    family: str
    summary: str
    manual: str
    about_parameters: str
    parameters: tuple[Parameter, ...]
    rulesets: tuple[RulesetSetting, ...]
    fix: str = ""
    measurement: tuple[str, ...] = ()
    edition_notes: tuple[EditionNote, ...] = ()
    settings_notes: tuple[str, ...] = ()
    illegal_map: IllegalMap | None = None


def build_rule_page(name: str, rulesets: Iterable[Ruleset]) -> RulePage:
    """Return the manual page of a rule.

    Raises:
        RulesetError: for an unknown rule; the message suggests the nearest name.
    """
    rule = load_rule(name)
    settings = tuple(build_setting(name, ruleset) for ruleset in rulesets)
    return RulePage(
        rule=rule.name,
        family=rule.family,
        summary=rule.summary,
        manual=format_manual(rule.manual),
        about_parameters=rule.settings_type.summarise_settings(),
        parameters=list_parameters(rule.settings_type, [setting.parameters for setting in settings]),
        rulesets=settings,
        fix=rule.description.fix,
        measurement=rule.description.measurement,
        edition_notes=rule.description.edition_notes,
        settings_notes=rule.description.settings_notes,
        illegal_map=rule.description.illegal_map,
    )


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


def format_parameters(parameters: dict[str, Any], max_letters: int | None = None) -> str:
    """Return parameters as TOML on one line.

    Args:
        parameters: The parameters.
        max_letters: A value whose text has more letters is shortened to ``[…]``; None for no limit.

    >>> format_parameters({"min": 1, "max": 2})
    'min = 1, max = 2'
    """
    texts = []
    for name, value in parameters.items():
        key = name if _BARE_KEY_PATTERN.match(name) else _quote_text(name)
        value_text = format_toml_value(value)
        is_long = max_letters is not None and len(value_text) > max_letters
        texts.append(f"{key} = {'[…]' if is_long else value_text}")
    return ", ".join(texts)


def _quote_text(text: str) -> str:
    """Return a text in quotes on one line, with TOML's escapes."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    letters = (letter if letter.isprintable() else f"\\U{ord(letter):08x}" for letter in escaped)
    return f'"{"".join(letters)}"'


class RulePart(NamedTuple):
    """A part of the manual page of a rule.

    Attributes:
        title: The heading.
        paragraphs: Paragraphs of Markdown; one that begins with a space is a sketch or a table and keeps its lines.
        items: A list of Markdown texts below the paragraphs, each on one line.
    """

    title: str
    paragraphs: Sequence[str] = ()
    items: Sequence[str] = ()


def list_rule_parts(
    page: RulePage, pictures: str = "", editions: RulePart | None = None, bounds: str = "bounds"
) -> list[RulePart]:
    """Return the parts of the manual page of a rule that have something in them, in their fixed order.

    Args:
        page: The page.
        pictures: A paragraph with pictures of an illegal and a legal map, which takes the place of the sketch.
        editions: The part about the editions; without it, only the notes about single editions.
        bounds: The word *bounds* in what settings hold, or a link that explains it.
    """
    illegal_map = page.illegal_map
    if pictures:
        map_part = RulePart("Illegal and legal", [pictures])
    elif illegal_map:
        sketch = textwrap.indent(illegal_map.sketch, " " * 4).rstrip()
        map_part = RulePart("Illegal map", [_format_map_caption(illegal_map), sketch])
    else:
        map_part = RulePart("Illegal map")
    settings = [*_list_bounds_items(page, bounds), *_list_setting_items(page.parameters, bounds), *page.settings_notes]
    parts = [
        RulePart("What it checks", [page.summary]),
        RulePart("Fix", page.fix.split("\n\n")),
        map_part,
        RulePart("How it is measured", items=page.measurement),
        editions or RulePart("Editions", items=[*map(_format_note, page.edition_notes)]),
        RulePart("Settings", items=settings),
    ]
    return [part for part in parts if any(part.paragraphs) or part.items]


def format_rule_as_text(page: RulePage, style: TextStyle) -> str:
    """Return the manual page of a rule as text; paragraphs are wrapped, sketches keep their lines."""
    lines = [style.apply_colour("strong", page.rule) + style.apply_colour("faint", f"  ({page.family})")]
    rows = "\n".join(_list_edition_rows(page, style))
    editions = RulePart("Editions", [rows], [*map(_format_note, page.edition_notes)])
    wrapper = textwrap.TextWrapper(style.width, "  ", "  ", break_on_hyphens=False)
    for title, paragraphs, items in list_rule_parts(page, editions=editions):
        lines += ["", style.apply_colour("strong", title)]
        lines += [text if text.startswith(" ") else wrapper.fill(text) for text in paragraphs]
        lines += [_wrap_item(item, wrapper) for item in items]
    return "\n".join([*lines, ""])


def _wrap_item(item: str, wrapper: textwrap.TextWrapper) -> str:
    """Return an item of a list as wrapped text, with a dash before it."""
    indent = wrapper.initial_indent
    return textwrap.fill(
        item, wrapper.width, initial_indent=f"{indent}- ", subsequent_indent=f"{indent}  ", break_on_hyphens=False
    )


def _list_edition_rows(page: RulePage, style: TextStyle) -> Iterator[str]:
    """Yield a row for each ruleset of a page: its level, parameters and source; a dash if it does not use the rule."""
    names = [escape_line(setting.ruleset) for setting in page.rulesets]
    width = max(map(len, names), default=0)
    for name, setting in zip(names, page.rulesets, strict=True):
        details = [setting.level, format_parameters(setting.parameters), escape_line(setting.source)]
        text = "; ".join(filter(None, details)) if setting.level != "off" else "-"
        yield textwrap.fill(
            text,
            style.width,
            initial_indent=f"  {name.ljust(width)}  ",
            subsequent_indent=" " * (width + 4),
            break_on_hyphens=False,
        )


def _list_bounds_items(page: RulePage, bounds: str) -> Iterator[str]:
    """Yield the item of Markdown about the bounds of a rule, if the rule counts something.

    Args:
        page: The page of the rule.
        bounds: The word *bounds*, or a link that explains it.
    """
    if not has_bounds(page.parameters):
        return
    stated_bounds = (
        {key: setting.parameters[key] for key in BOUNDS_KEYS if key in setting.parameters} for setting in page.rulesets
    )
    example = next(filter(None, stated_bounds), {"min": 4, "max": 8})
    names = ", ".join(map("`{}`".format, BOUNDS_KEYS))
    yield f"{names} ({bounds}; example `{format_parameters(example)}`): {page.about_parameters}"


def _list_setting_items(parameters: Iterable[Parameter], bounds: str, table: str = "") -> Iterator[str]:
    """Yield an item of Markdown, on one line, for each parameter and for each key of the tables in it.

    The parameters of bounds have no items of their own. An item says what the parameter holds, its default or that it
    is required, an example, and what it is for.

    Args:
        parameters: The parameters.
        bounds: The word *bounds*, or a link that explains it.
        table: The name of the parameter whose tables hold them; '' for parameters of the rule itself.
    """
    parameters = tuple(parameters)
    for parameter in parameters:
        if parameter.name in BOUNDS_KEYS and has_bounds(parameters):
            continue
        details = [parameter.values.replace("bounds", bounds), "required" if parameter.is_required else ""]
        if parameter.has_default:
            details.append(f"default `{format_toml_value(parameter.default)}`")
        if parameter.needs_example:
            details.append(f"example `{format_toml_value(parameter.example)}`")
        name = f"`{parameter.name}`{f' in `{table}`' if table else ''}"
        yield f"{name} ({'; '.join(filter(None, details))}): {parameter.description}"
        yield from _list_setting_items(parameter.keys, bounds, parameter.name)


def _format_note(note: EditionNote) -> str:
    """Return a note about editions, with their ids before it.

    >>> _format_note(EditionNote(("naf-2019", "db7s-2019"), "This is advice."))
    'naf-2019, db7s-2019: This is advice.'
    """
    return f"{', '.join(note.editions)}: {note.text}" if note.editions else note.text


def _format_map_caption(illegal_map: IllegalMap) -> str:
    """Return the sentence above the illegal map of a rule.

    >>> _format_map_caption(IllegalMap("", "naf-2019", "two chests are four squares apart"))
    'In naf-2019: two chests are four squares apart.'
    """
    caption = illegal_map.caption or "this map breaks the rule"
    return f"In {illegal_map.ruleset}: {caption}." if illegal_map.ruleset else f"{caption[0].upper()}{caption[1:]}."


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


def format_rule_as_markdown(page: RulePage, heading: str = "#", pictures: str = "", bounds: str = "bounds") -> str:
    """Return the manual page of a rule as Markdown, without tables, for narrow windows.

    Args:
        page: The page.
        heading: The mark of the page's heading, such as ``##``.
        pictures: Markdown with pictures of an illegal and a legal map, which takes the place of the sketch.
        bounds: The word *bounds* in what settings hold, or a link that explains it.
    """
    unused_rulesets = _format_unused_rulesets(page)
    editions = RulePart("Editions", items=[*_list_edition_items(page), *([unused_rulesets] if unused_rulesets else [])])
    lines = [f"{heading} {page.rule}"]
    for title, paragraphs, items in list_rule_parts(page, pictures, editions, bounds):
        lines += ["", f"{heading}# {title}"]
        lines += [line for paragraph in paragraphs for line in ("", paragraph)]
        lines += ["", *(f"- {item}" for item in items)] if items else []
    return "\n".join([*lines, ""])


def _list_edition_items(page: RulePage) -> Iterator[str]:
    """Yield what the rulesets make of a rule, as items of a Markdown list.

    Rulesets with the same level, parameters and source share an item. A note that concerns just these rulesets stands
    in this item; other notes follow as items of their own.
    """
    notes_left = list(page.edition_notes)
    for names, setting in _group_rulesets(page):
        notes = [note for note in notes_left if note.editions and set(note.editions) == set(names)]
        notes_left = [note for note in notes_left if note not in notes]
        parameters = format_parameters(setting.parameters, MAX_VALUE_LETTERS)
        parameter_text = f": {format_code_span(parameters)}" if parameters else ""
        source = f"; {escape_markdown(setting.source)}" if setting.source else ""
        note_text = "".join(f" {note.text}" for note in notes)
        is_everywhere = set(names) == set(EDITIONS)
        bold_names = (
            "**All editions**" if is_everywhere else ", ".join(f"**{escape_markdown(name)}**" for name in names)
        )
        yield f"{bold_names}, {setting.level}{parameter_text}{source}.{note_text}"
    yield from map(_format_note, notes_left)


def _group_rulesets(page: RulePage) -> Iterator[tuple[tuple[str, ...], RulesetSetting]]:
    """Yield the rulesets that use the rule of a page, in groups with equal level, parameters and source.

    A group is the ids of the rulesets and the setting of the first one. Two rulesets are in different groups if some
    note concerns only one of them.
    """
    groups: dict[str, list[RulesetSetting]] = {}
    for setting in page.rulesets:
        if setting.level != "off":
            notes = [note.text for note in page.edition_notes if setting.ruleset in note.editions]
            key = repr((setting.level, setting.parameters, setting.source, notes))
            groups.setdefault(key, []).append(setting)
    for settings in groups.values():
        yield tuple(setting.ruleset for setting in settings), settings[0]


def _format_unused_rulesets(page: RulePage) -> str:
    """Return a sentence with the rulesets of a page, if none of them uses the rule and no note says why; else ''.

    If some rulesets use the rule, the others are those that are not listed.
    """
    if any(setting.level != "off" for setting in page.rulesets):
        return ""
    unused = {setting.ruleset for setting in page.rulesets}
    explained = {name for note in page.edition_notes for name in note.editions}
    names = [escape_markdown(setting.ruleset) for setting in page.rulesets if setting.ruleset not in explained]
    if unused == set(EDITIONS):
        return "No edition requires it."
    return f"Not required by {', '.join(names)}." if names else ""
