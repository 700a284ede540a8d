"""`link`: a dungeon as an address that holds it."""

from __future__ import annotations

from dataclasses import dataclass

from dungeon_designer.cli.console import remark, say
from dungeon_designer.cli.files import keep_apart, open_named, write_output
from dungeon_designer.cli.options import command_of
from dungeon_designer.exports.qr_code import qr_code
from dungeon_designer.layout.links import SCHEME, SETTING
from dungeon_designer.options import argument, option


@dataclass(frozen=True, kw_only=True)
class LinkCall:
    """The options of `link`."""

    file: str = argument()
    base: str | None = option(f"The address of the browser page (else that in {SETTING}).", metavar="URL")
    qr: str | None = option("Write the link as a QR code (.svg), too.", metavar="FILE.svg")


@command_of(
    "dungeon-designer link hall.dungeon.yaml --base https://example.org/dungeons/",
    "dungeon-designer link hall.dungeon.yaml --base https://example.org/dungeons/ --qr hall-link.svg",
)
def command(call: LinkCall) -> None:
    """Print a link that holds the dungeon in FILE: whoever opens it needs no file.

    `check`, `render`, `convert`, `edit` and the other commands read such a link where they read a FILE. A link holds
    no ruleset and no tiles of your own.
    """
    keep_apart(call.qr or "-", [call.file])
    dungeon = open_named(call.file)
    link = dungeon.link(call.base or "")
    if call.qr:
        write_output(call.qr, qr_code(link).encode())
    say(f"{link}\n")
    if link.startswith(SCHEME):
        remark(f"this link opens in this program only; --base URL or {SETTING}=URL names the page it opens in")
