"""A rule's manual page for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from dungeon_designer.errors import one_line
from dungeon_designer.reports.manual import Page, assignments, in_toml
from dungeon_designer.reports.text_style import TextStyle


def render(page: Page, style: TextStyle) -> str:
    """The page as text."""
    return "\n".join((*_lines(page, style), ""))


def _lines(page: Page, style: TextStyle) -> Iterator[str]:
    yield style.paint.strong(page.rule) + style.paint.faint(f"  ({page.family})")
    yield ""
    yield from _filled(page.manual, style.width)
    if page.parameters:
        yield style.paint.strong("Parameters")
        yield from textwrap.wrap(page.about_parameters, style.width, break_on_hyphens=False)
        for parameter in page.parameters:
            line = f"{parameter.name}: {parameter.description}{_default(parameter.default)}"
            yield from _hanging(line, style.width, "  ", " " * 4)
        yield ""
    yield style.paint.strong("Rulesets")
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


def _default(value: object) -> str:
    return "" if value is None else f" (unless said: {in_toml(value)})"
