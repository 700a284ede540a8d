"""`desktop`: the editor in the desktop's menu, and its files opened by a double-click."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from dungeon_designer.cli.console import say
from dungeon_designer.cli.options import command_of
from dungeon_designer.desktop import integration
from dungeon_designer.options import Option


class DesktopCall(Struct, frozen=True, kw_only=True):
    """The options of `desktop`."""

    remove: Annotated[bool, Option("Take the entry, the icon and the file types away again.")] = False


@command_of("dungeon-designer desktop")
def command(call: DesktopCall) -> None:
    """Add a menu entry, an icon and the file types *.dungeon.yaml and *.dungeon.json, for this user.

    Names the files it wrote. Linux and BSD desktops only.
    """
    folder = integration.data_home()
    paths = integration.remove(folder) if call.remove else integration.install(folder)
    said = "removed" if call.remove else "wrote"
    say("".join(f"{said} {path}\n" for path in paths) or "nothing to remove\n")
