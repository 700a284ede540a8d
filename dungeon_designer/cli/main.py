"""The program's one entrance: whatever happens inside, it ends with a status and at most one line about it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib import import_module
from traceback import walk_tb

import click

from dungeon_designer import __version__
from dungeon_designer.cli import exits
from dungeon_designer.cli.console import PipeClosed, aside, complain, make_good, writing
from dungeon_designer.cli.options import example
from dungeon_designer.errors import DungeonError
from dungeon_designer.text.files import reading

COMMANDS = {
    "new": "new:command",
    "check": "check:command",
    "analyse": "analyse:command",
    "playtest": "playtest:command",
    "generate": "generate:command",
    "place": "place:command",
    "vary": "vary:command",
    "explain": "reference:explain_command",
    "rules": "reference:rules_command",
    "rulesets": "reference:rulesets_command",
    "tiles": "reference:tiles_command",
    "schema": "reference:schema_command",
    "convert": "convert:command",
    "render": "render:command",
    "pack": "pack:command",
    "edit": "edit:command",
    "desktop": "desktop:command",
    "stock": "stock:stock_command",
    "roll": "stock:roll_command",
    "gallery": "gallery:command",
}
"""Every subcommand, as help lists them, with the module of `cli` and the name it has there."""


class LazyGroup(click.Group):
    """Knows its subcommands by name; a wrong one gets the nearest right spelling."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Every subcommand."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The subcommand of that name, if there is one."""
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(import_module(f"dungeon_designer.cli.{module}"), name)
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


PROGRAM = "dungeon-designer"


@click.command(
    PROGRAM,
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=example("dungeon-designer check hall.dungeon.yaml --ruleset naf-2019"),
)
@click.version_option(__version__, "-V", "--version", prog_name=PROGRAM, message="%(prog)s %(version)s")
def program() -> None:
    """Design Dungeonbowl dungeons, check them clause by clause, print them."""


def run(arguments: Sequence[str] | None = None) -> int:
    """Does what the arguments ask (None: those of the process) and gives the exit status."""
    make_good()
    try:
        with reading():
            status = _called(arguments)
    except click.exceptions.NoArgsIsHelpError as error:
        aside(f"{error.format_message()}\n")
    except click.ClickException as error:
        complain(_in_one_line(error))
    except DungeonError as error:
        complain(f"{PROGRAM}: {error}")
    except (KeyboardInterrupt, click.Abort):
        complain(f"{PROGRAM}: interrupted")
        return exits.INTERRUPTED
    except PipeClosed:
        return exits.PIPE_CLOSED
    except Exception as error:  # a bug of ours: one line, unless its traceback is asked for
        complain(_bug(error))
    else:
        return status if isinstance(status, int) else exits.LEGAL
    return exits.FAILED


def _called(arguments: Sequence[str] | None) -> object:
    """What a command gives back; help that could not be written raises what any output would."""
    try:
        return program.main(arguments, prog_name=PROGRAM, standalone_mode=False)
    except SystemExit as error:
        if error.code != 1:  # SIGTERM, see `processes`
            raise
        raise PipeClosed from None  # click does so when whoever read its help stopped reading
    except OSError as error:
        *_, (frame, _) = walk_tb(error.__traceback__)
        if not frame.f_globals["__name__"].startswith("click."):
            raise
        with writing():  # click writes help and version only, and to standard output
            raise


def _in_one_line(error: click.ClickException) -> str:
    """What is wrong with the call, and where the right call is explained."""
    ctx = getattr(error, "ctx", None)
    path = ctx.command_path if ctx else PROGRAM
    message = " ".join(error.format_message().split()).rstrip(".")
    return f"{path}: {message}; see {path} --help"


def _bug(error: Exception) -> str:
    if os.environ.get("DUNGEON_DESIGNER_DEBUG"):
        raise error
    return (
        f"{PROGRAM}: an unexpected fault ({type(error).__name__}: {error}); please report it with the file and the"
        " call (DUNGEON_DESIGNER_DEBUG=1 shows where it happened)"
    )
