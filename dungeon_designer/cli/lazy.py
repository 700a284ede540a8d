"""A command group whose subcommands are imported when they are called."""

from __future__ import annotations

from importlib import import_module

import click

COMMANDS = (
    "new",
    "check",
    "analyse",
    "playtest",
    "generate",
    "place",
    "vary",
    "explain",
    "rules",
    "rulesets",
    "tiles",
    "schema",
    "convert",
    "render",
    "pack",
    "edit",
    "desktop",
    "stock",
    "roll",
    "gallery",
)
"""Every subcommand, as help lists them; `cli/<name>.py` holds it as `command`."""


class LazyGroup(click.Group):
    """Knows its subcommands by name; a wrong one gets the nearest right spelling."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Every subcommand."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The subcommand of that name, if there is one."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"dungeon_designer.cli.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The subcommand the arguments call; UsageError when there is none."""
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            from dungeon_designer.errors import did_you_mean

            raise click.UsageError(f"there is no command {name!r}{did_you_mean(name, COMMANDS)}", ctx)
        return super().resolve_command(ctx, args)
