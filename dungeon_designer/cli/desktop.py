"""`desktop`: the editor in the desktop's menu, and its files opened by a double-click."""

from __future__ import annotations

import click

from dungeon_designer.cli.console import say
from dungeon_designer.cli.help import example


@click.command(epilog=example("dungeon-designer desktop"), short_help="Add the editor to the desktop's menu.")
@click.option("--remove", is_flag=True, help="Take the entry, the icon and the file types away again.")
def command(remove: bool) -> None:
    """Add a menu entry, an icon and the file types *.dungeon.yaml and *.dungeon.json, for this user.

    Names the files it wrote. Linux and BSD desktops only.
    """
    from dungeon_designer.desktop import integration

    folder = integration.data_home()
    paths = integration.remove(folder) if remove else integration.install(folder)
    said = "removed" if remove else "wrote"
    say("".join(f"{said} {path}\n" for path in paths) or "nothing to remove\n")
