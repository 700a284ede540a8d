"""The manual's pages on playtests name only what exists."""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from pathlib import Path

import click

from dungeon_designer.cli.main import program
from dungeon_designer.dungeon import Dungeon

ROOT = Path(__file__).parents[2]
PAGES = ("docs/explanation/playtests.md", "docs/reference/playtest.md", "docs/how-to/is-it-fair.md")
TEXT = "".join((ROOT / page).read_text(encoding="utf-8") for page in PAGES)


def test_every_function_that_the_pages_name_exists() -> None:
    """A function named with its module is imported, and its parameters are those of the pages; so are `Dungeon`'s."""
    functions = re.findall(r"`(dungeon_designer(?:\.\w+)*)\.(\w+)(?:\(([^)`]*)\))?`", TEXT)
    assert functions
    for module, name, arguments in functions:
        parameters = inspect.signature(getattr(import_module(module), name)).parameters
        assert {argument.split("=")[0].strip() for argument in arguments.split(",") if argument} <= set(parameters)
    methods = re.findall(r"`Dungeon\.(\w+)`", TEXT)
    assert methods
    assert all(callable(getattr(Dungeon, method)) for method in methods)


def test_every_file_and_option_that_the_pages_name_exists() -> None:
    """Scripts are below the root, data below the package, and each option belongs to `playtest` or another command."""
    for file in re.findall(r"`((?:scripts|examples|playtest)/[\w./-]+)`", TEXT):
        assert (ROOT / file).exists() or (ROOT / "dungeon_designer" / file).exists(), file
    assert isinstance(program, click.Group)
    context = click.Context(program)
    commands = [program.get_command(context, name) for name in program.list_commands(context)]
    known = {
        option
        for command in commands
        if command
        for parameter in command.params
        for option in (*parameter.opts, *parameter.secondary_opts)
    }
    named = set(re.findall(r"(?<![\w-])(--[a-z][a-z-]+)", TEXT))
    assert "--precision" in named
    assert named <= known
