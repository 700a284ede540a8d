"""Writes the pages of docs/ that come from the program itself: `python -m scripts.write_docs`, or `make docs`.

docs/rules has a page for each rule, made from its docstring and the rulesets, docs/table one for each edition.
docs/schemas has a JSON Schema for each kind of file. In docs/commands.md the block after ``<!-- help NAME -->`` holds
the help of that command; what stands between ``<!-- keys ... -->`` and its end on other pages is told in
`scripts.key_tables`. docs/analyse.md defines each figure as its function does. The picture of the first dungeon is
drawn from its page. A test says when any is stale.
"""

from __future__ import annotations

import inspect
import re
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import click
import msgspec

from dungeon_designer.cli.main import COMMANDS, PROGRAM, program
from dungeon_designer.cli.reference import SCHEMAS, schema_of_kind
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.figures.measures import GROUPS
from dungeon_designer.figures.words import HEADINGS
from dungeon_designer.reports.manual import NOTE, page, page_as_markdown, rules_index
from dungeon_designer.rules.registry import NAMES
from dungeon_designer.rulesets.loader import EDITIONS, load, table_of
from dungeon_designer.rulesets.table import COURSE, SILENT, THINGS, topic_in_words
from scripts.key_tables import with_keys

DOCS = Path(__file__).resolve().parents[1] / "docs"
MADE = ("rules", "schemas", "table")
"""Folders in which every file is made."""
TABLE_NOTE = "<!-- Made from the edition's table by `make docs`; change the table instead. -->\n"
TABLES = f"""{TABLE_NOTE}
# At the table

What happens where something lies, what is rolled and what it brings, who begins, when a turn and the match end: a page
for each edition, in our own words, with book and heading. [House rules](../rulesets.md#what-happens-at-the-table) may
say otherwise.
"""
UNITS = {"share": "a share, from 0 to 1", "balance": "from 0 to 1"}
WITH_KEYS = ("rulesets.md", "seasons.md", "tiles.md")
FIGURES = re.compile(r"(?<=<!-- figures -->\n).*?(?=<!-- /figures -->)", re.DOTALL)
HELP = re.compile(r"(<!-- help (\w+) -->\n```text\n)(?:.*?\n)??(```)", re.DOTALL)
LAYERS = re.compile(r"(?<=<!-- layers -->\n).*?(?=<!-- /layers -->)", re.DOTALL)
SKETCH = re.compile(r"^```yaml title=\"hall\.dungeon\.yaml\"\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def pages() -> dict[Path, str]:
    """Every page that is made, with its text."""
    rulesets = [load(name) for name in EDITIONS]
    rules = [page(name, rulesets) for name in NAMES]
    found = {DOCS / "rules" / f"{each.rule}.md": f"{NOTE}\n\n{page_as_markdown(each)}" for each in rules}
    found |= {DOCS / "table" / f"{name}.md": "\n".join(table_lines(name)) for name in EDITIONS}
    listed = "\n".join(f"- [{each.name}]({each.id}.md), `{each.id}`" for each in rulesets)
    found[DOCS / "table" / "README.md"] = f"{TABLES}\n{listed}\n"
    commands = DOCS / "commands.md"
    found[DOCS / "rules" / "README.md"] = rules_index(rules)
    found[commands] = with_help(commands.read_text(encoding="utf-8"))
    found[DOCS / "pictures" / "twin-halls.svg"] = picture((DOCS / "first-dungeon.md").read_text(encoding="utf-8"))
    figures = DOCS / "analyse.md"
    found[figures] = FIGURES.sub(lambda _: figures_told(), figures.read_text(encoding="utf-8"))
    found |= {DOCS / name: with_keys((DOCS / name).read_text(encoding="utf-8")) for name in WITH_KEYS}
    guide = DOCS.parent / "CONTRIBUTING.md"
    found[guide] = LAYERS.sub(lambda _: layers(), guide.read_text(encoding="utf-8"))
    return {**found, **{DOCS / "schemas" / f"{kind}.schema.json": schema_text(kind) for kind in SCHEMAS}}


def table_lines(edition: str) -> Iterator[str]:
    """What happens at the table under an edition, topic by topic, and at the end what its book says nothing of."""
    table = table_of(load(edition))
    yield from (TABLE_NOTE, f"# At the table: {load(edition).name}\n")
    for topic, entry in table.items():
        if entry == SILENT.get(topic):
            continue
        yield from (f"## {topic_in_words(topic)}\n", f"{entry.happens}\n")
        for name, roll in entry.rolls.items():
            yield f"- **{roll.dice}**, {roll.when} (`{name}`):"
            yield from (f"    - {result}: {words}" for result, words in roll.outcomes.items())
        yield from ("",) if entry.rolls else ()
        yield from (f"Turnover: {entry.turnover}\n",) if entry.turnover else ()
        yield f"*{entry.source}*\n"
    yield "## Where the book is silent\n"
    for words, topics in (("Agree before the match on", THINGS), ("Blood Bowl's own rules hold for", COURSE)):
        silent = [topic_in_words(topic).lower() for topic in topics if table[topic] == SILENT[topic]]
        yield f"{words}: {', '.join(silent) or 'nothing'}.\n"


def layers() -> str:
    """The layers of the import contract, the highest first, each with what the package says of itself."""
    project = tomllib.loads((DOCS.parent / "pyproject.toml").read_text(encoding="utf-8"))
    (contract,) = (each for each in project["tool"]["importlinter"]["contracts"] if each["type"] == "layers")
    lines = ["```text"]
    for row in contract["layers"]:
        for name in row.split(" | "):
            told = inspect.getdoc(import_module(f"dungeon_designer.{name}")) or ""
            lines.append(f"{name:<13} {told.splitlines()[0]}")
    return "\n".join([*lines, "```", ""])


def figures_told() -> str:
    """Each figure with its unit, its definition and its source, as its function says."""
    lines = []
    for group, heading in HEADINGS.items():
        lines += [f"## {heading}", ""]
        for measure in GROUPS[group]:
            told = inspect.cleandoc(measure.of.__doc__ or "")
            lines += [
                f"### {measure.title}",
                "",
                f"`{measure.name}`, {UNITS.get(measure.unit, measure.unit)}.",
                "",
                told,
                "",
            ]
    return "\n".join(lines)


def picture(text: str) -> str:
    """The map of the finished dungeon of a page: the second file of the name it begins with."""
    finished = SKETCH.findall(text)[1]
    return Dungeon.parse(finished).svg(title=True, legend=True)


def with_help(text: str) -> str:
    """The text with each command's help as it is now."""
    return HELP.sub(lambda match: f"{match[1]}{help_of(match[2])}\n{match[3]}", text)


def help_of(name: str) -> str:
    """What ``dungeon-designer NAME --help`` prints on a terminal of 100 columns."""
    with click.Context(program, info_name=PROGRAM, **program.context_settings) as above:
        command = program.get_command(above, name)
        if command is None:
            raise SystemExit(f"docs/commands.md: there is no command {name!r} (one of {', '.join(COMMANDS)})")
        with click.Context(command, info_name=name, parent=above, terminal_width=100) as ctx:
            return command.get_help(ctx)


def schema_text(kind: str) -> str:
    """What ``dungeon-designer schema KIND`` prints."""
    return msgspec.json.format(msgspec.json.encode(schema_of_kind(kind)), indent=2).decode() + "\n"


def main() -> None:
    """Writes the pages; a page of a rule that is gone goes, too, and a schema of no kind."""
    found = pages()
    for folder in MADE:
        (DOCS / folder).mkdir(parents=True, exist_ok=True)
        for stale in set((DOCS / folder).iterdir()) - set(found):
            stale.unlink()
    for path, text in found.items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
