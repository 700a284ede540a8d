"""Read clipboard text as a dungeon; in another thread if the text may be long, so that the window never waits."""

from __future__ import annotations

from dataclasses import dataclass

from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import Board
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.editor.background_worker import AnswerSender
from dungeon_designer.layout.dungeon_files import read_layout
from dungeon_designer.layout.links import is_link
from dungeon_designer.layout.model import Layout, normalise_layout
from dungeon_designer.tiles.library import load_library

MAX_QUICK_TEXT_LENGTH = 10_000
"""Number of characters above which reading a text may take noticeable time. A short link may hold as much, packed."""


@dataclass(frozen=True)
class PasteRequest:
    """Clipboard text to be read. `is_selection` says that the text is a copied selection and not a whole dungeon."""

    text: str
    is_selection: bool

    @property
    def is_long(self) -> bool:
        """Whether reading the text may take noticeable time."""
        return len(self.text) > MAX_QUICK_TEXT_LENGTH or is_link(self.text.strip())


@dataclass(frozen=True)
class PastedDungeon:
    """The content of a pasted text: a whole dungeon, or a copied selection.

    Attributes:
        layout: the normalised layout of the dungeon, or the selected objects as a layout.
        is_selection: whether it is a copied selection.
        board: the board of the dungeon; None for a selection.
    """

    layout: Layout
    is_selection: bool
    board: Board | None


def send_pasted(request: PasteRequest, send_answer: AnswerSender) -> None:
    """Read clipboard text and send the dungeon or selection in it. This is a work function for `BackgroundWorker`.

    Raises:
        DungeonError: the text is no dungeon; the message has one line.
    """
    send_answer(parse_pasted(request))


def parse_pasted(request: PasteRequest) -> PastedDungeon:
    """Return the dungeon or the copied selection that a text or a link holds.

    The text may stand between two lines of ```, which mark code in mails and chats.

    Raises:
        DungeonError: the text is no dungeon, or places unknown tiles.
    """
    text, lines = request.text, request.text.strip().splitlines()
    if len(lines) > 2 and lines[0].startswith("```") and lines[-1] == "```":
        text = "\n".join(lines[1:-1])
    if is_link(text.strip()):
        layout = Dungeon.linked(text.strip()).layout
    else:
        layout = read_layout(text.encode("utf-8", "surrogatepass"), "clipboard")
    if request.is_selection:
        return PastedDungeon(layout, True, None)
    layout = normalise_layout(layout)
    return PastedDungeon(layout, False, build_board(layout, load_library()))
