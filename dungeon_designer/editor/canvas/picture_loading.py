"""Read the pictures of tiles and dungeons outside the window's thread, and say which of them cannot be shown."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import NamedTuple

from msgspec.structs import replace as replace_fields
from PySide6.QtCore import QObject, Signal

from dungeon_designer.board.model import Board
from dungeon_designer.drawing.placed_pictures import find_dungeon_source, has_pictures, list_picture_problems
from dungeon_designer.editor.background_worker import AnswerSender, BackgroundWorker
from dungeon_designer.editor.canvas.painted_pictures import (
    LoadedImage,
    PictureKey,
    find_version,
    forget_changed_pictures,
    read_image,
    store_image,
)
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.pictures.decoding import PictureError, check_picture
from dungeon_designer.pictures.picture_model import PictureSource


class DungeonPictureVersion(NamedTuple):
    """A picture of a dungeon as its file was at some time.

    Attributes:
        source: the file.
        version: the time and the size of the file; None if there was no file.
    """

    source: PictureSource
    version: tuple[int, int] | None


class PictureCheck(NamedTuple):
    """The result of checking the pictures of a board.

    Attributes:
        problems: a line for each picture that cannot be shown.
        drawable_version: the picture of the dungeon itself, if it has one that can be shown; else None.
    """

    problems: list[str]
    drawable_version: DungeonPictureVersion | None


class PictureLoading(QObject):
    """Reads pictures for the window in two threads: one checks which can be shown, the other reads their pixels.

    Signals:
        images_changed: there are other pictures in memory than before.
        dungeon_picture_checked: the picture of a dungeon can be drawn now.
    """

    images_changed = Signal()
    dungeon_picture_checked = Signal()

    def __init__(self, workspace: Workspace, parent: QObject) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._requested_version: DungeonPictureVersion | None = None
        self._drawable_versions = set[DungeonPictureVersion]()
        self._wanted_keys = set[PictureKey]()
        self.checker = BackgroundWorker(send_picture_check, "picture checker", self)
        self.checker.answer_received.connect(self._receive_check)
        self.reader = BackgroundWorker(send_images, "picture reader", self)
        self.reader.answer_received.connect(self._receive_image)
        self.reader.work_ended.connect(lambda *_: self._wanted_keys.clear())
        workspace.opened.connect(self.check_pictures)

    @property
    def is_loading(self) -> bool:
        """Whether pictures are still being checked or read."""
        return not (self.checker.is_idle and self.reader.is_idle)

    def close(self) -> None:
        """End the threads."""
        self.checker.close()
        self.reader.close()

    # Which pictures can be shown ------------------------------------------------------------------------------

    def check_pictures(self) -> None:
        """Find out which pictures of the current dungeon and its tiles can be shown; a notice names the others.

        Pictures whose files have changed are read anew.
        """
        if forget_changed_pictures():
            self.images_changed.emit()
        board = self._workspace.board
        self._requested_version = _find_dungeon_version(board)
        if has_pictures(board):
            self.checker.submit_request(board)
        else:
            self.checker.drop_request()

    def omit_unchecked_picture(self, board: Board) -> Board:
        """Return a board without the picture of the dungeon, unless it is known that the picture can be shown.

        If that is not known yet, it is found out; `dungeon_picture_checked` or a notice follows.
        """
        version = _find_dungeon_version(board)
        if version is None or version in self._drawable_versions:
            return board
        if version != self._requested_version:
            self._requested_version = version
            self.checker.submit_request(board)
        return replace(board, layout=replace_fields(board.layout, picture=None))

    def _receive_check(self, check: PictureCheck) -> None:
        """Send a notice about the pictures that cannot be shown, and have that of the dungeon drawn if it can."""
        if check.problems:
            self._workspace.notice_sent.emit("; ".join(check.problems))
        if check.drawable_version is not None and check.drawable_version not in self._drawable_versions:
            self._drawable_versions.add(check.drawable_version)
            self.dungeon_picture_checked.emit()

    # Pixels ---------------------------------------------------------------------------------------------------

    def request_images(self, keys: Collection[PictureKey]) -> None:
        """Have pictures read that were not in memory when they were painted; `images_changed` follows for each."""
        if not self._wanted_keys.issuperset(keys):
            self._wanted_keys.update(keys)
            self.reader.submit_request(tuple(self._wanted_keys))

    def _receive_image(self, answer: tuple[PictureKey, LoadedImage]) -> None:
        """Keep a picture in memory that was read."""
        key, loaded = answer
        store_image(key, loaded)
        self._wanted_keys.discard(key)
        self.images_changed.emit()


def _find_dungeon_version(board: Board) -> DungeonPictureVersion | None:
    """Return the picture of a dungeon as its file is now; None for a dungeon without a picture."""
    if board.layout.picture is None:
        return None
    source = find_dungeon_source(board, board.layout.picture)
    return DungeonPictureVersion(source, find_version(source))


def send_picture_check(board: Board, send_answer: AnswerSender) -> None:
    """Check the pictures of a board and send the `PictureCheck`. This is a work function: it runs in a thread."""
    version = _find_dungeon_version(board)
    problems = list_picture_problems(board)
    if version is not None and not _can_be_shown(version.source):
        version = None
    send_answer(PictureCheck(problems, version))


def _can_be_shown(source: PictureSource) -> bool:
    """Return whether the picture of a dungeon can be shown."""
    if not source.folder:
        return False
    try:
        check_picture(source)
    except PictureError:
        return False
    return True


def send_images(keys: tuple[PictureKey, ...], send_answer: AnswerSender) -> None:
    """Read pictures and send each with its key. This is a work function: it runs in a thread."""
    for key in keys:
        send_answer((key, read_image(key)))
