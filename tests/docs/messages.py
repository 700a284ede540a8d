"""List the program's own words in one file, so that they are read together and change only on purpose.

    python -m tests.docs.messages       records the words of today in messages.golden.txt

The file holds four lists, each with one entry a line:

- problems: for each rule and level, each message that differs by more than its numbers, squares and names, and the
  titles of its fixes. They come from the dungeons of `tests/rules/cases` under the editions that these name.
- errors: each text of a `raise` statement in the code, a value in it as `{name}`. They are the templates in the code,
  not results of wrong inputs, since no set of wrong inputs reaches them all. Texts that a library writes are missing,
  and so are lists of problems that other functions yield.
- tips: each tip of the editor's actions, pieces, keys and fields.
- help: what each command and its options say.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import click

from dungeon_designer.cli.main import COMMANDS, program
from dungeon_designer.findings import Finding
from dungeon_designer.rules.checker import run_rule
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule_registry import list_enabled_rules
from tests.rules.case_files import Case, all_cases

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "dungeon_designer"
GOLDEN = Path(__file__).with_name("messages.golden.txt")
MIN_ERROR_WORDS = 3
"""A raised text with fewer words, such as a key or a file's name, is no message."""


NUMBER_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def find_case_problems(case: Case) -> list[Finding]:
    """Return the problems that a case's rule finds in the case's dungeon."""
    ruleset = case.rules()
    context = Context(case.board(case.layout_read()), ruleset)
    for enabled_rule in list_enabled_rules(ruleset):
        if enabled_rule.rule.name == case.rule:
            problems = run_rule(context, enabled_rule)
            assert isinstance(problems, list), problems
            return problems
    return []


def mask_values(text: str) -> str:
    """Return a text without what differs from dungeon to dungeon, to compare it with others.

    Squares, numbers, ids of sections, names of teams and editions, compass directions and endings of the plural are
    masked.
    """
    text = re.sub(r"\(-?\d+, -?\d+\)(?:, \(-?\d+, -?\d+\))*(?: and \d+ more)?", "P", text)
    text = re.sub(r"\b(?:home|away|third|fourth|fifth|sixth)\b", "T", text)
    text = re.sub(r"\b(?:gw|naf|db7s|brawl)-[\w-]+|\beagbbl\b", "E", text)
    text = re.sub(r"\b(?:north|east|south|west)\b", "D", text)
    text = re.sub(rf"\b(?:{'|'.join(NUMBER_WORDS)}|\d+)\b", "0", text)
    return re.sub(r"\b(\w\w+)s\b", r"\1", re.sub(r"\b[A-Z]\b", "A", text))


def list_problems() -> Iterator[str]:
    """Yield the rules, and below each its messages with their levels and the titles of the fixes."""
    messages: dict[tuple[str, str, str], str] = {}
    for case in all_cases():
        for problem in find_case_problems(case):
            level = problem.level.display_name
            messages.setdefault((case.rule, level, mask_values(problem.message)), problem.message)
            for fix in problem.fixes:
                messages.setdefault((case.rule, "fix", mask_values(fix.title)), fix.title)
    order = ("error", "warning", "notice", "fix")
    for rule in sorted({rule for rule, _, _ in messages}):
        yield rule
        entries = [(order.index(level), text) for (name, level, _), text in messages.items() if name == rule]
        yield from (f"  {order[level]}: {text}" for level, text in sorted(entries))


def format_template(node: ast.expr) -> str:
    """Return the text that an expression gives, each value in it as `{name}`; '' if it is no text."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(map(format_template, node.values))
    if isinstance(node, ast.FormattedValue):
        names = [part.attr if isinstance(part, ast.Attribute) else part.id for part in ast.walk(node.value)
                 if isinstance(part, ast.Attribute | ast.Name)]  # fmt: skip
        return f"{{{names[0] if names else '…'}}}"
    if isinstance(node, ast.BinOp):
        return format_template(node.left) + format_template(node.right)
    return ""


def read_trees(folder: Path) -> Iterator[tuple[str, ast.Module]]:
    """Yield each module below a folder, sorted: its path below the project's folder, and its syntax tree."""
    for path in sorted(folder.rglob("*.py")):
        yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def list_texts(node: ast.AST) -> Iterator[str]:
    """Yield the texts below a node, from the outermost: an f-string is one text, a sum of strings as well."""
    text = format_template(node) if isinstance(node, ast.expr) else ""
    if text:
        yield text
        return
    for child in ast.iter_child_nodes(node):
        yield from list_texts(child)


def list_errors() -> Iterator[str]:
    """Yield the modules, and below each the texts that it raises with their class."""
    for name, tree in read_trees(PACKAGE):
        messages = []
        for node in ast.walk(tree):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                class_name = ast.unparse(node.exc.func)
                texts = (text for argument in (*node.exc.args, *node.exc.keywords) for text in list_texts(argument))
                messages += [f"  {class_name}: {text}" for text in texts if len(text.split()) >= MIN_ERROR_WORDS]
        if messages:
            yield name
            yield from sorted(set(messages))


def list_tips() -> Iterator[str]:
    """Yield the tips of the editor, below what they belong to: a table of its words, or a module."""
    from dungeon_designer.editor.actions import MAP_KEYS, MENUS
    from dungeon_designer.editor.pieces import PALETTE_PIECES, TOOLBAR_PIECES
    from dungeon_designer.editor.widgets import WORDS

    for menu, actions in MENUS.items():
        yield f"menu {menu.replace('&', '') or '(none)'}"
        yield from (f"  {action.text.replace('&', '')}: {action.tip}" for action in actions if action.tip)
    yield "keys of the map"
    yield from (f"  {key}: {tip}" for key, tip in MAP_KEYS.items())
    yield "pieces"
    pieces = (*TOOLBAR_PIECES, *PALETTE_PIECES)
    yield from dict.fromkeys(f"  {piece.title}: {piece.tip}" for piece in pieces if piece.tip)
    for table, words in WORDS.items():
        tips = [f"  {' — '.join(entry)}" for entry in words.values() if isinstance(entry, list | tuple)]
        if tips:
            yield from (f"table {table}", *tips)
    for name, tree in read_trees(PACKAGE / "editor"):
        tips = sorted({f"  {text}" for node in ast.walk(tree) for text in list_tips_of(node) if len(text.split()) > 1})
        if tips:
            yield from (name, *tips)


def list_tips_of(node: ast.AST) -> Iterator[str]:
    """Yield the texts that a node of a module sets as a tip: `tip = …`, `toolTip=…`, `setToolTip(…)` and the like."""
    sources: list[ast.expr] = []
    match node:
        case ast.Assign(targets=[ast.Name(id="tip" | "tool_tip")], value=value):
            sources = [value]
        case ast.keyword(arg="toolTip" | "statusTip" | "whatsThis" | "tip", value=value):
            sources = [value]
        case ast.Call(func=ast.Attribute(attr="setToolTip" | "setStatusTip" | "setWhatsThis"), args=arguments):
            sources = arguments
    yield from (text for source in sources for text in list_texts(source))


def list_help() -> Iterator[str]:
    """Yield the commands, and below each what its help says and what its options do."""
    context = click.Context(program)
    for name in COMMANDS:
        command = program.get_command(context, name)
        assert command, name
        yield name
        paragraphs = (command.help or "").replace("\b", "").split("\n\n")
        yield from (f"  {' '.join(paragraph.split())}" for paragraph in paragraphs)
        for parameter in command.params:
            if isinstance(parameter, click.Option) and parameter.help and not parameter.hidden:
                yield f"    {'/'.join(parameter.opts)}: {' '.join(parameter.help.split())}"


LISTS = {"Problems": list_problems, "Errors": list_errors, "Tips": list_tips, "Help": list_help}
"""The parts of the file by their headings."""


def build_text() -> str:
    """Return the whole text of the file."""
    return "\n\n".join("\n".join((f"== {heading}", *list_lines())) for heading, list_lines in LISTS.items()) + "\n"


def split_lists(text: str) -> dict[str, list[str]]:
    """Return the lines of each part of the file by its heading."""
    parts = (part.rstrip("\n").split("\n") for part in re.split(r"^== ", text, flags=re.MULTILINE)[1:])
    return {heading: lines for heading, *lines in parts}


if __name__ == "__main__":
    GOLDEN.write_text(build_text(), encoding="utf-8")
