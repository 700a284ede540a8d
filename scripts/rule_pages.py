"""Format the pages of docs/rules: one for each rule, made from its docstring and the rulesets, and their index.

On the site a page leads to other pages for what they explain: bounds, and kinds of sections. A clause names its book
only where the name of the edition does not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from dungeon_designer.kinds import SectionKind
from dungeon_designer.reports.manual import GENERATED_NOTE, RulePage, format_rule_as_markdown
from dungeon_designer.text.escaping import escape_markdown
from dungeon_designer.text.schema_words import describe_type
from scripts.key_tables import shorten_type
from scripts.rule_pictures import format_pictures

RULES_INDEX_HEAD = f"""{GENERATED_NOTE}

# The rules

The page of a rule says what each edition requires, and which settings there are. Headings of an edition's own book are
in italics. [Ruleset files](../reference/ruleset.md#the-keys-of-every-rule) explains the keys that every rule has. A
long value is shortened to `[…]`; `dungeon-designer explain RULE` prints it.
"""
BOUNDS_LINK = "[bounds](../reference/ruleset.md#bounds)"
"""Where a page leads from the word *bounds*."""
KINDS_LINK = "[kinds of sections](../reference/dungeon-file.md#sections)"
"""What a page says in place of all kinds of sections."""
ALL_KINDS = describe_type({"enum": sorted(SectionKind)})
EDITIONS_PATTERN = re.compile(r"- (?:\*\*[\w-]+\*\*, )+")
"""The beginning of an item: the editions that have the same level, parameters and clause."""
CLAUSE_PATTERN = re.compile(
    r"- (?P<editions>\*\*[^;]+\*\*), (?P<setting>\w+(?:: `[^`]*`)?); (?P<clause>[^.]+)(?:\.|(?P<note>\. .+))$"
)
"""An item about editions: their ids, the level and parameters of the rule, the clause, and perhaps a note."""
SETTING_PATTERN = re.compile(r"^(- `\w+`(?: in `\w+`)? \()([^;)]+)([;)])")
"""The beginning of an item: the name of a setting, and what it holds."""
EXAMPLE_PATTERN = re.compile(r"(?<=; )(default `[^`]*`); example `[^`]*`(?=\))")
"""A default and an example; the default alone shows how a value is written."""


def format_rule_page(page: RulePage) -> str:
    """Return the page of a rule."""
    text = format_rule_as_markdown(page, pictures=format_pictures(page.rule), bounds=BOUNDS_LINK)
    lines = [_shorten_setting(_shorten_clause(line, page)) for line in text.splitlines()]
    lines = _merge_editions(lines)
    return "\n\n".join([GENERATED_NOTE, "\n".join([*lines, ""])])


def _shorten_clause(line: str, page: RulePage) -> str:
    """Return a line of the page of a rule, without the book of a clause if the names of all editions begin with it.

    What is left are the headings in the book, in italics.
    """
    editions = EDITIONS_PATTERN.match(line)
    names = re.findall(r"[\w-]+(?=\*)", editions[0]) if editions else []
    for source in {setting.source for setting in page.rulesets if setting.ruleset in names}:
        book, _, headings = source.partition(", ")
        if headings and all(name.startswith(book) for name in names):
            return line.replace(f"; {escape_markdown(source)}.", f"; *{escape_markdown(headings)}*.", 1)
    return line


def _merge_editions(lines: Iterable[str]) -> list[str]:
    """Return lines in which editions with the same level and parameters share an item, at the place of the first one.

    Below it is an item for each clause, with its note. If the clause is the same as well, it stands above.

    >>> for line in _merge_editions(["- **a**, must: `min = 1`; *Chests*.", "- **b**, must: `min = 1`; *Set-Up*."]):
    ...     print(line)
    - must: `min = 1`
        - **a**: *Chests*
        - **b**: *Set-Up*
    """
    items_by_setting: dict[str, list[re.Match[str]]] = {}
    for match in filter(None, map(CLAUSE_PATTERN.match, lines := list(lines))):
        items_by_setting.setdefault(match["setting"], []).append(match)
    merged_lines = {}
    for setting, items in items_by_setting.items():
        if len(items) > 1:
            rows = [f"    - {item['editions']}: {item['clause']}{item['note'] or ''}" for item in items]
            if len({item["clause"] for item in items}) == 1:
                setting += f"; {items[0]['clause']}"
                rows = [f"    - {item['editions']}{(item['note'] or '').replace('.', ':', 1)}" for item in items]
            merged_lines |= {item[0]: "" for item in items} | {items[0][0]: "\n".join([f"- {setting}", *rows])}
    return [merged_lines.get(line, line) for line in lines if merged_lines.get(line, line) or not line]


def _shorten_setting(line: str) -> str:
    """Return a line of the page of a rule; an item about a setting says what it holds in the words of key tables.

    The default of a switch shows that it is one.
    """
    item = SETTING_PATTERN.match(line)
    if not item:
        return line
    values = shorten_type(item[2]).replace(ALL_KINDS, KINDS_LINK)
    rest = EXAMPLE_PATTERN.sub(r"\1", line[item.end(2) :], count=1)
    return f"{item[1]}{values}{rest}".replace("(true or false; default ", "(default ")


def format_rules_index(pages: Iterable[RulePage]) -> str:
    """Return a Markdown page that lists all rules, family by family, with the editions that require each rule."""
    lines = [RULES_INDEX_HEAD.rstrip()]
    family = ""
    for page in pages:
        if page.family != family:
            family = page.family
            lines += ["", f"## {family.capitalize()}", "", "| rule | checks | editions |", "|---|---|---|"]
        names = [setting.ruleset for setting in page.rulesets if setting.level != "off"]
        ruleset_list = "all" if len(names) == len(page.rulesets) else ", ".join(f"`{name}`" for name in names)
        lines.append(
            f"| [`{page.rule}`]({page.rule}.md) | {page.summary.replace('|', chr(92) + '|')} | {ruleset_list} |"
        )
    return "\n".join((*lines, ""))
