"""Text on the clipboard as a dungeon: read in another thread where it may be long, so that no window waits for it."""

from __future__ import annotations

from dataclasses import dataclass

from dungeon_designer.board.build import build
from dungeon_designer.board.model import Board
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.editor.background import Tell
from dungeon_designer.layout.files import read_layout
from dungeon_designer.layout.links import is_link
from dungeon_designer.layout.model import Layout, normalised
from dungeon_designer.tiles.library import library

LONG_TEXT = 10_000
"""Letters; a longer text may take more than a moment to read. A short link may hold as much, since it is packed."""


@dataclass(frozen=True)
class PasteRequest:
    """A text to be read. `is_piece` says that it is a selection that was copied, and no dungeon of its own."""

    text: str
    is_piece: bool

    @property
    def is_long(self) -> bool:
        """Whether it may take long to read."""
        return len(self.text) > LONG_TEXT or is_link(self.text.strip())


@dataclass(frozen=True)
class PastedDungeon:
    """What a text holds, in its canonical form; the board of a dungeon of its own."""

    layout: Layout
    is_piece: bool
    board: Board | None


def read_pasted(request: PasteRequest, tell: Tell) -> None:
    """Tell what a text holds; DungeonError says in one line why it is no dungeon."""
    tell(parse_pasted(request))


def parse_pasted(request: PasteRequest) -> PastedDungeon:
    """Return what a text or a link holds; DungeonError where it is no dungeon, or places tiles nobody has.

    Text of a mail may stand between the lines of ``` that mark code there.
    """
    text, lines = request.text, request.text.strip().splitlines()
    if len(lines) > 2 and lines[0].startswith("```") and lines[-1] == "```":
        text = "\n".join(lines[1:-1])
    if is_link(text.strip()):
        layout = Dungeon.linked(text.strip()).layout
    else:
        layout = read_layout(text.encode("utf-8", "surrogatepass"), "clipboard")
    if request.is_piece:
        return PastedDungeon(layout, True, None)
    layout = normalised(layout)
    return PastedDungeon(layout, False, build(layout, library()))
