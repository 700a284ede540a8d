"""Run the `link` command: print an address that holds a whole dungeon."""

from __future__ import annotations

from dataclasses import dataclass

from dungeon_designer.cli.addresses import base_option, link_dungeon
from dungeon_designer.cli.console import print_note, print_text
from dungeon_designer.cli.files import open_single_dungeon, register_inputs, write_output
from dungeon_designer.cli.options import build_command
from dungeon_designer.exports.qr_code import draw_qr_code
from dungeon_designer.layout.links import LINK_SCHEME, PAGE_VARIABLE
from dungeon_designer.options import argument, option


@dataclass(frozen=True, kw_only=True)
class LinkCall:
    """The options of `link`."""

    file: str = argument()
    base: str | None = base_option()
    qr: str | None = option("Also write the link as a QR code (.svg).", metavar="FILE.svg")


@build_command(
    "dungeon-designer link hall.dungeon.yaml --base https://example.org/dungeons/",
    "dungeon-designer link hall.dungeon.yaml --base https://example.org/dungeons/ --qr hall-link.svg",
)
def command(call: LinkCall) -> None:
    """Print a link that holds the dungeon in FILE: the reader needs no file.

    Commands read such a link where they read a FILE. A link holds no ruleset, no tiles of your own and no picture.
    """
    register_inputs(call.qr or "-", [call.file])
    dungeon = open_single_dungeon(call.file)
    link = link_dungeon(dungeon, call.base)
    if call.qr:
        write_output(call.qr, draw_qr_code(link).encode())
    print_text(f"{link}\n")
    if dungeon.layout.picture:
        print_note(f"the picture {dungeon.layout.picture.file} is not in the link; the reader gets the drawn map")
    if link.startswith(LINK_SCHEME):
        print_note(
            f"this link opens in this program only; --base URL or {PAGE_VARIABLE}=URL names the page it opens in"
        )
