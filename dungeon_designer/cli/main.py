"""The program's one entrance: whatever happens inside, it ends with a status and at most one line about it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from traceback import walk_tb

import click

from dungeon_designer import __version__
from dungeon_designer.cli import exits
from dungeon_designer.cli.help import example
from dungeon_designer.cli.lazy import LazyGroup
from dungeon_designer.cli.output import PipeClosed, aside, complain, writing
from dungeon_designer.cli.streams import make_good
from dungeon_designer.errors import DungeonError
from dungeon_designer.text.files import reading

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
