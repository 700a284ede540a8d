"""Start the program: run the command that the arguments name.

However it ends, there is an exit status and at most one line about an error.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib import import_module
from traceback import walk_tb

import click

from dungeon_designer import __version__
from dungeon_designer.cli import exits
from dungeon_designer.cli.console import (
    PipeClosed,
    checked_stdout,
    print_error,
    replace_closed_streams,
    reported_missing_pictures,
    write_stderr,
)
from dungeon_designer.cli.options import format_examples
from dungeon_designer.errors import DungeonError, suggest_word
from dungeon_designer.installation import list_extras, require_installation
from dungeon_designer.text.file_reading import tracked_reads

COMMANDS_BY_HEADING = {
    "Design and check": {
        "new": ("new:command", "Write a commented file to start from."),
        "edit": ("edit:edit_command", "Open the editor."),
        "check": ("check:command", "Check whether dungeons keep the rules."),
        "diff": ("diff:command", "Say what changed between two dungeons."),
        "analyse": ("analyse:command", "Say how far, how fair and how open dungeons are."),
        "playtest": ("playtest:command", "Play many matches on dungeons and say how they end."),
    },
    "Look up": {
        "explain": ("reference:explain_command", "Explain a rule, or what happens at the table."),
        "rules": ("reference:rules_command", "List the rules."),
        "rulesets": ("reference:rulesets_command", "List the rulesets."),
        "tiles": ("reference:tiles_command", "Draw the tiles of a set."),
        "themes": ("themes:command", "List the themes, check or show one."),
        "schema": ("reference:schema_command", "Print a JSON Schema."),
    },
    "Propose": {
        "generate": ("generate:command", "Propose whole dungeons for an edition or house rules."),
        "deal": ("deal:command", "Shuffle the boards of 1989 onto a Set-Up."),
        "place": ("place:command", "Place chests, portals and counters on a floor."),
        "vary": ("vary:command", "Write neighbours of a dungeon, each with one change."),
    },
    "Print and pass on": {
        "render": ("render:command", "Draw a dungeon as a map, or print it to scale."),
        "convert": ("convert:command", "Convert a dungeon into another format."),
        "link": ("link:command", "Print a link that holds a dungeon."),
    },
    "Events": {
        "pack": ("pack:command", "Bind an event's dungeons into one document."),
        "publish": ("publish:command", "Write a season's pages for a web host, or show them."),
        "stock": ("stock:stock_command", "List the tiles and pieces that a dungeon or season needs."),
        "roll": ("stock:roll_command", "Roll for the dungeon that a season plays."),
    },
    "This computer": {
        "desktop": ("edit:desktop_command", "Add the editor to the desktop's menu."),
        "completion": ("completion.command:command", "Print the script for TAB in bash, zsh or fish."),
    },
}
"""Every command below its heading of the help: its module in `cli` and its name there, imported when it is called, and
what it does.
"""

COMMANDS = {name: command for commands in COMMANDS_BY_HEADING.values() for name, command in commands.items()}
"""Every command in the order of the help."""

INSTALLED_COMMANDS = frozenset(
    {"analyse", "playtest", "generate", "deal", "place", "vary", "edit", "desktop", "publish", "pack"}
)
"""The commands that need libraries, processes, threads or a window, none of which a browser has."""

REMOVED_COMMANDS = {
    "gallery": "it wrote a README into your folder of dungeons;"
    " use dungeon-designer publish FOLDER -o PAGES for pages with a picture of each dungeon"
}
"""What to say of a command that was removed, by its name: why it is gone, and what to do instead."""

_NO_PROOF = (
    "the program no longer proves that a placement is the best;"
    " leave out this option, or use --count for several answers, the best first"
)
REMOVED_OPTIONS = {("place", "--prove"): _NO_PROOF, ("place", "--time"): _NO_PROOF}
"""What to say of an option that was removed, by command and option: why it is gone, and what to do instead."""


class LazyGroup(click.Group):
    """The group of all commands. A command is imported when it is called; a misspelt name gets a suggestion."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of a name; None if there is none. Only now is its module imported, which takes time."""
        if cmd_name not in COMMANDS:
            return None
        import_path, _summary = COMMANDS[cmd_name]  # such as "edit:edit_command"
        module, _, name = import_path.partition(":")
        command: click.Command = getattr(import_module(f"dungeon_designer.cli.{module}"), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write a line about each command to the help, without importing any of them."""
        width = max(map(len, COMMANDS))  # the same in each group, so that the summaries stand below one another
        for heading, commands in COMMANDS_BY_HEADING.items():
            with formatter.section(heading):
                formatter.write_dl([(name.ljust(width), summary) for name, (_, summary) in commands.items()])

    def invoke(self, ctx: click.Context) -> object:
        """Run the command and return its exit status.

        After Ctrl+C that is INTERRUPTED; click would print an empty line.
        """
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            return exits.INTERRUPTED

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the name, command and further arguments of a call.

        Raises:
            UsageError: the command does not exist, was removed, or does not work in this browser.
        """
        name = args[0]
        if name in REMOVED_COMMANDS:
            raise click.UsageError(f"{name} was removed: {REMOVED_COMMANDS[name]}", ctx)
        if name in INSTALLED_COMMANDS:
            require_installation(name)
        is_option = name.startswith("-")  # click itself explains an unknown option
        if self.get_command(ctx, name) is None and not is_option:
            raise click.UsageError(f"there is no command {name!r}{suggest_word(name, COMMANDS)}", ctx)
        return super().resolve_command(ctx, args)


PROGRAM_NAME = "dungeon-designer"
"""The name of the program in messages and help."""


def _print_version(ctx: click.Context, parameter: click.Parameter, is_given: bool) -> None:
    """Print the version of the program and the extras (sets of further libraries) found, then end the program.

    click calls this for the option ``--version``, also where it is not given.
    """
    if is_given and not ctx.resilient_parsing:  # click parses so, and does nothing, while a shell completes words
        click.echo(f"{PROGRAM_NAME} {__version__} (extras: {', '.join(list_extras()) or 'none'})")
        ctx.exit()


@click.command(
    PROGRAM_NAME,
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=format_examples("dungeon-designer check hall.dungeon.yaml --ruleset naf-2019"),
)
@click.option(
    "-V",
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_print_version,
    help="Show the version, and the extras found.",
)
def program() -> None:
    """Design Dungeonbowl dungeons, check them clause by clause, print them.

    Every command ends with 0 if all went well, with 2 after an error, and with 130 after Ctrl+C.
    """


def run_program(arguments: Sequence[str] | None = None) -> int:
    """Run the command that the arguments name, print what is wrong, and return the exit status.

    Args:
        arguments: the arguments; None for those of the process.
    """
    replace_closed_streams()
    try:
        with tracked_reads():
            status = _invoke_command(arguments)
    except click.exceptions.NoArgsIsHelpError as error:  # a call without arguments: its message is the help
        write_stderr(f"{error.format_message()}\n")
    except click.ClickException as error:
        _print_call_error(_explain_removed_option(error))
    except DungeonError as error:
        print_error(f"{PROGRAM_NAME}: {error}")
    except (KeyboardInterrupt, click.Abort):
        return exits.INTERRUPTED  # `__main__` says so
    except PipeClosed:
        return exits.PIPE_CLOSED
    except Exception as error:  # a bug of ours: one line, unless its traceback is asked for
        # Ctrl+C while Python made a class: Python raises another error from it
        if isinstance(error.__cause__, KeyboardInterrupt):
            return exits.INTERRUPTED
        if os.environ.get("DUNGEON_DESIGNER_DEBUG"):
            raise
        print_error(
            f"{PROGRAM_NAME}: an unexpected fault ({type(error).__name__}: {error}); please report it with the file"
            " and the call (DUNGEON_DESIGNER_DEBUG=1 shows where it happened)"
        )
    else:
        return status if isinstance(status, int) else exits.LEGAL
    return exits.FAILED


def _print_call_error(error: click.ClickException) -> None:
    """Print on one line what is wrong with a call, and the command whose help explains the right one."""
    ctx = getattr(error, "ctx", None)  # click's record of the call; None before the command is known
    command_path = ctx.command_path if ctx else PROGRAM_NAME
    message = " ".join(error.format_message().split()).rstrip(".")
    print_error(f"{command_path}: {message}; see {command_path} --help")


def _explain_removed_option(error: click.ClickException) -> click.ClickException:
    """Return the error to print for a wrong call.

    If the call has an option that older versions of the command had, this is an error that says what to do instead.
    Any other error is returned itself.
    """
    if not isinstance(error, click.NoSuchOption) or error.ctx is None:
        return error
    remedy = REMOVED_OPTIONS.get((error.ctx.info_name or "", error.option_name))
    return click.UsageError(f"{error.option_name} was removed: {remedy}", error.ctx) if remedy else error


def _invoke_command(arguments: Sequence[str] | None) -> object:
    """Run the command and return its result.

    If help cannot be written, the error is the same as for any other output.
    """
    try:
        with reported_missing_pictures():
            return program.main(arguments, prog_name=PROGRAM_NAME, standalone_mode=False)
    except SystemExit:
        raise PipeClosed from None  # click does so when whoever read its help stopped reading
    except OSError as error:
        *_, (frame, _line) = walk_tb(error.__traceback__)  # the function that raised the error comes last
        if not frame.f_globals["__name__"].startswith("click."):
            raise
        # click writes help and version only, and to standard output; here the error becomes a WriteError or PipeClosed
        with checked_stdout():
            raise
