"""Run the `completion` command: print the script by which a shell completes the program's commands."""

from __future__ import annotations

from dataclasses import dataclass

from dungeon_designer.cli.completion.answer import SCRIPT_BY_SHELL, read_script
from dungeon_designer.cli.console import print_document
from dungeon_designer.cli.options import build_command
from dungeon_designer.options import argument


@dataclass(frozen=True, kw_only=True)
class CompletionCall:
    """The options of `completion`."""

    shell: str = argument(choices=list(SCRIPT_BY_SHELL))


@build_command(
    "dungeon-designer completion bash >> ~/.bashrc",
    "dungeon-designer completion fish > ~/.config/fish/completions/dungeon-designer.fish",
)
def command(call: CompletionCall) -> None:
    """Print the script that lets a shell complete commands, options, files and words at TAB.

    bash: put `eval "$(dungeon-designer completion bash)"` into ~/.bashrc. zsh: put the same line, with zsh, into
    ~/.zshrc, after compinit. fish: see the second example.
    """
    print_document(read_script(call.shell))
