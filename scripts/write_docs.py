"""Write the pages of docs/ that come from the program itself: `python -m scripts.write_docs`, or `make docs`.

docs/rules has a page for each rule, made from its docstring and the rulesets. docs/table has a page for each edition,
docs/schemas a JSON Schema for each kind of file. In docs/reference/commands.md the block after ``<!-- help NAME -->``
holds the help of that command, and a table the wishes for new dungeons, as `scripts.write_wishes` counts them.
`scripts.key_tables` explains the blocks that begin with ``<!-- keys ... -->`` on other pages.
docs/reference/figures.md defines each figure with the docstring of its function. `scripts.keyword_types` explains the
one module that is generated. Shells complete words from `dungeon_designer/cli/completion/table.json`. The picture of
the first dungeon is drawn from docs/tutorials/first-dungeon.md. A test fails when a page is stale.
"""

from __future__ import annotations

import copy
import inspect
import re
import tomllib
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

import click
import msgspec

from dungeon_designer.cli.completion.answer import TABLE_FILE
from dungeon_designer.cli.completion.table import format_table
from dungeon_designer.cli.main import COMMANDS, PROGRAM_NAME, program
from dungeon_designer.cli.reference import SCHEMAS, build_kind_schema
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.figures.figure_text import HEADINGS, describe_direction
from dungeon_designer.figures.measures import GROUPS
from dungeon_designer.generator.wishes import TRIES_BY_EDITION, WISHES
from dungeon_designer.reports.manual import build_rule_page
from dungeon_designer.rules.rule_registry import RULE_NAMES
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from scripts.key_tables import replace_key_tables
from scripts.keyword_types import format_keyword_types
from scripts.rule_pages import format_rule_page, format_rules_index
from scripts.table_pages import build_table_pages

DOCS = Path(__file__).resolve().parents[1] / "docs"
GENERATED_FOLDERS = ("rules", "schemas", "table")
"""Folders of docs/ in which every file is generated; `scripts.rule_pictures` draws the pictures of docs/rules."""
MOVEMENTS = ("4", "6", "8")
MOVEMENT_WORDS = "4, 6 or 8"
"""The movement of the players for whom some figures count turns."""
PAGES_WITH_KEYS = tuple(f"reference/{kind}.md" for kind in ("playtest", "ruleset", "season", "theme", "tile"))
"""Pages of docs/ that contain tables of keys."""
FIGURES_PATTERN = re.compile(r"(?<=<!-- figures -->\n).*?(?=<!-- /figures -->)", re.DOTALL)
WISHES_PATTERN = re.compile(r"(?<=<!-- wishes -->\n).*?(?=<!-- /wishes -->)", re.DOTALL)
COMMON_OPTIONS_PATTERN = re.compile(r"(?:\nOptions:\n)?  -q, --quiet .*\n  -v, --verbose .*\n  -h, --help .*\n")
"""Matches the last options of a help, which every command has."""
MIN_SHARING_COMMANDS = 3
"""An option that so many commands explain in the same words is explained once for all of them."""
SHARED_OPTIONS_PATTERN = re.compile(r"(?<=<!-- shared options -->\n).*?(?=<!-- /shared options -->)", re.DOTALL)
HelpRecord = tuple[str, str]
"""What a help says about an option: its names with the form of its value, and its text."""
HELP_PATTERN = re.compile(r"(<!-- help (\w+) -->\n```text\n)(?:.*?\n)??(```)", re.DOTALL)
LAYERS_PATTERN = re.compile(r"(?<=<!-- layers -->\n).*?(?=<!-- /layers -->)", re.DOTALL)
SKETCH_PATTERN = re.compile(r"^```yaml title=\"hall\.dungeon\.yaml\"\n(.*?)^```$", re.DOTALL | re.MULTILINE)
"""Each file `hall.dungeon.yaml` that docs/tutorials/first-dungeon.md shows."""


def build_pages() -> dict[Path, str]:
    """Return the text of every generated page, by its path."""
    rulesets = [load_unchecked_ruleset(name) for name in EDITIONS]
    rule_pages = [build_rule_page(name, rulesets) for name in RULE_NAMES]
    text_by_path = {DOCS / "rules" / f"{page.rule}.md": format_rule_page(page) for page in rule_pages}
    text_by_path |= {DOCS / "table" / name: text for name, text in build_table_pages().items()}
    commands = DOCS / "reference" / "commands.md"
    text_by_path[DOCS / "rules" / "README.md"] = format_rules_index(rule_pages)
    text_by_path[commands] = replace_wishes(replace_help(commands.read_text(encoding="utf-8")))
    text_by_path[DOCS / "pictures" / "twin-halls.svg"] = draw_first_dungeon(
        (DOCS / "tutorials" / "first-dungeon.md").read_text(encoding="utf-8")
    )
    figures = DOCS / "reference" / "figures.md"
    text_by_path[figures] = FIGURES_PATTERN.sub(lambda _: format_figures(), figures.read_text(encoding="utf-8"))
    text_by_path |= {
        DOCS / name: replace_key_tables((DOCS / name).read_text(encoding="utf-8")) for name in PAGES_WITH_KEYS
    }
    guide = DOCS.parent / "CONTRIBUTING.md"
    text_by_path[TABLE_FILE] = format_table()
    text_by_path[DOCS.parent / "dungeon_designer" / "keyword_types.py"] = format_keyword_types()
    text_by_path[guide] = LAYERS_PATTERN.sub(lambda _: format_layers(), guide.read_text(encoding="utf-8"))
    return {**text_by_path, **{DOCS / "schemas" / f"{kind}.schema.json": format_schema(kind) for kind in SCHEMAS}}


def format_layers() -> str:
    """Return the layers of the import contract as a block of text, the highest layer first.

    Each package has a line with the first line of its docstring.
    """
    project = tomllib.loads((DOCS.parent / "pyproject.toml").read_text(encoding="utf-8"))
    (contract,) = (entry for entry in project["tool"]["importlinter"]["contracts"] if entry["type"] == "layers")
    lines = ["```text"]
    for row in contract["layers"]:
        for name in row.split(" | "):
            docstring = inspect.getdoc(import_module(f"dungeon_designer.{name}")) or ""
            lines.append(f"{name:<13} {docstring.splitlines()[0]}")
    return "\n".join([*lines, "```", ""])


def format_figures() -> str:
    """Return a section for each figure, with its unit and with its function's docstring: definition and source.

    Figures that differ only in the movement of a player (4, 6 or 8) share a section. The better direction is left out
    where none is better, and is stated once for a group in which it is always the same.
    """
    lines = []
    for group, heading in HEADINGS.items():
        lines += [f"## {heading}", ""]
        directions = {describe_direction(measure.name) for measure in GROUPS[group]}
        has_one_direction = len(directions) == 1
        lines += [f"For each of these figures {directions.pop()}.", ""] if has_one_direction else []
        for measure in GROUPS[group]:
            base_name, _, movement = measure.name.rpartition("-")
            names, title, definition = [measure.name], measure.title, inspect.cleandoc(measure.function.__doc__ or "")
            if movement in MOVEMENTS:
                if movement != MOVEMENTS[0]:
                    continue
                names = [f"{base_name}-{each}" for each in MOVEMENTS]
                title = title.replace(movement, MOVEMENT_WORDS)
                definition = definition.replace(f"{movement} squares", f"{MOVEMENT_WORDS} squares")
            definition = name_value(definition)
            has_direction = measure.good_direction and not has_one_direction
            direction = f", {describe_direction(measure.name)}" if has_direction else ""
            lines += [f"### {title}", "", f"{', '.join(map('`{}`'.format, names))}: {measure.unit}{direction}.", ""]
            lines += [definition, ""]
    return "\n".join(lines)


def name_value(definition: str) -> str:
    """Return the docstring of a figure's function as the definition of the figure, without the verb.

    >>> name_value("Count the floor squares.")
    'The floor squares.'
    >>> name_value("Measure how equal the areas are.")
    'How equal the areas are.'
    """
    value = re.sub(r"^(?:Measure|Count) ", "", definition)
    return value[0].upper() + value[1:]


def replace_wishes(text: str) -> str:
    """Return the text of a page with the table of wishes as it is now."""
    return WISHES_PATTERN.sub(lambda _: format_wishes(), text)


def format_wishes() -> str:
    """Return a table of how many dungeons are tried until one meets a wish, with a row for each wish.

    An empty cell stands for a wish that the edition's rules rule out.
    """
    lines = [f"| wish | {' | '.join(map('`{}`'.format, EDITIONS))} |", f"|---|{'---:|' * len(EDITIONS)}"]
    for key in WISHES:
        tries = [TRIES_BY_EDITION.get(edition, {}).get(key) for edition in EDITIONS]
        cells = ["" if count is None else str(count) if count > 0 else f"> {-count:,}" for count in tries]
        lines.append(f"| `{key}` | {' | '.join(cells)} |")
    return "\n".join([*lines, ""])


def draw_first_dungeon(page_text: str) -> str:
    """Return the SVG map of the finished dungeon of a page: the second file `hall.dungeon.yaml` that the page shows."""
    sketch = SKETCH_PATTERN.findall(page_text)[1]
    return Dungeon.parse(sketch).svg(title=True, legend=True)


def replace_help(page_text: str) -> str:
    """Return the text of a page with each block of help replaced by the command's current help.

    The page describes once the options that every command has, and those that several commands have in the same words.
    """
    shared_options = find_shared_options()
    page_text = SHARED_OPTIONS_PATTERN.sub(lambda _: format_shared_options(shared_options), page_text)
    return HELP_PATTERN.sub(
        lambda match: f"{match[1]}{format_short_help(match[2], shared_options)}\n{match[3]}", page_text
    )


def find_shared_options() -> dict[str, HelpRecord]:
    """Return the options that at least `MIN_SHARING_COMMANDS` commands explain in the same words, by their names.

    Options that every command has are left out.
    """
    commands_by_record: dict[HelpRecord, list[str]] = {}
    with click.Context(program, info_name=PROGRAM_NAME) as context:
        for name in COMMANDS:
            for record in list_option_records(program.get_command(context, name), context).values():
                commands_by_record.setdefault(record, []).append(name)
    records = [
        record for record, names in commands_by_record.items() if MIN_SHARING_COMMANDS <= len(names) < len(COMMANDS)
    ]
    return {record[0].split()[0]: record for record in sorted(records)}


def list_option_records(command: click.Command | None, context: click.Context) -> dict[str, HelpRecord]:
    """Return what the help of a command says about each option, by the option's field: its names, then its text."""
    params = command.params if command else []
    records = {str(param.name): param.get_help_record(context) for param in params if isinstance(param, click.Option)}
    return {field: record for field, record in records.items() if record}


def format_shared_options(shared_options: Mapping[str, HelpRecord]) -> str:
    """Return a table of the options that several commands have."""
    escaped = ((names.replace("|", "\\|"), text.replace("  ", " ")) for names, text in shared_options.values())
    return "".join(["| option | |\n|---|---|\n", *(f"| `{names}` | {text} |\n" for names, text in escaped)])


def format_short_help(name: str, shared_options: Mapping[str, HelpRecord]) -> str:
    """Return the help of a command without the options that the page explains once; the shared ones are only named."""
    command = find_command(name)
    context = click.Context(command, info_name=name)
    records = list_option_records(command, context)
    shared_fields = [field for field, record in records.items() if record in shared_options.values()]
    short_command = copy.copy(command)
    short_command.params = [param for param in command.params if param.name not in shared_fields]
    text = COMMON_OPTIONS_PATTERN.sub("", format_help(name, short_command))
    if not shared_fields:
        return text
    help_text, separator, examples = text.partition("\n\n  Example")
    names = ", ".join(sorted(records[field][0].split()[0] for field in shared_fields))
    return f"{help_text}\n\nShared options: {names}{separator}{examples}"


def find_command(name: str) -> click.Command:
    """Return a command of the program.

    Raises:
        SystemExit: there is no such command.
    """
    with click.Context(program, info_name=PROGRAM_NAME) as context:
        command = program.get_command(context, name)
    if command is None:
        raise SystemExit(f"docs/reference/commands.md: there is no command {name!r} (one of {', '.join(COMMANDS)})")
    return command


def format_help(name: str, command: click.Command) -> str:
    """Return what ``dungeon-designer NAME --help`` prints for a command on a terminal of 100 columns."""
    with (
        click.Context(program, info_name=PROGRAM_NAME, **program.context_settings) as program_context,
        click.Context(command, info_name=name, parent=program_context, terminal_width=100) as command_context,
    ):
        return command.get_help(command_context)


def format_schema(kind: str) -> str:
    """Return what ``dungeon-designer schema KIND`` prints."""
    return msgspec.json.format(msgspec.json.encode(build_kind_schema(kind)), indent=2).decode() + "\n"


def main() -> None:
    """Write all generated pages, and delete files in the generated folders that are no longer generated."""
    text_by_path = build_pages()
    for folder in GENERATED_FOLDERS:
        (DOCS / folder).mkdir(parents=True, exist_ok=True)
        for stale in {path for path in (DOCS / folder).iterdir() if path.is_file()} - set(text_by_path):
            stale.unlink()
    for path, text in text_by_path.items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
