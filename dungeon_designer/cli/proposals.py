"""A folder of proposed dungeons, as `generate` writes it: sketches, a page of pictures, and the archive."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.board.build import build
from dungeon_designer.cli.dungeon_folder import PAGE, check_place, exhibit, fresh_folder, put_in_place
from dungeon_designer.cli.gallery import PICTURES
from dungeon_designer.cli.target import make_folder, write_output
from dungeon_designer.errors import UsageError, one_line
from dungeon_designer.generator import archive as archives
from dungeon_designer.generator.archive import Archive
from dungeon_designer.generator.notes import with_notes, words_of
from dungeon_designer.generator.proposal import Proposal
from dungeon_designer.generator.request import Request
from dungeon_designer.layout.sketch_writer import write_sketch
from dungeon_designer.reports.gallery import Exhibit, page
from dungeon_designer.text.files import read_bytes
from dungeon_designer.text.writing import write_file

ARCHIVE = "archive.json"


class Folder(Struct, frozen=True):
    """Where proposals are written.

    path     the folder as the caller named it
    request  what was asked for
    command  the call that asked for it, as notes tell it
    ruleset  the ruleset as a file in the folder names it
    """

    path: str
    request: Request
    command: str
    ruleset: str

    def archive(self, count: int) -> Archive:
        """The archive to go on from, or an empty one for a folder that is new or empty.

        UsageError where the folder holds anything else, ReadError where its archive cannot be gone on from.
        """
        root = Path(self.path)
        check_place(self.path)
        if not os.path.lexists(root):
            return Archive(self.request, count)
        if not root.is_dir():
            raise UsageError(one_line(f"{self.path}: this is no folder; name one that is new or empty"))
        if not (root / ARCHIVE).is_file():
            if any(root.iterdir()):
                raise UsageError(
                    one_line(f"{self.path}: this folder holds no {ARCHIVE} to go on from, and it is not empty")
                )
            return Archive(self.request, count)
        return archives.read(read_bytes(root / ARCHIVE, LARGEST), str(root / ARCHIVE), self.request, count)

    def save(self, archive: Archive) -> None:
        """Keep an archive while the search goes on, so that nothing found is lost, whatever happens."""
        make_folder(self.path)
        write_file(Path(self.path) / ARCHIVE, archive.write())

    def write(self, archive: Archive, proposals: Sequence[Proposal]) -> None:
        """Write dungeons, their page and the archive; a new folder appears when all of it is there."""
        with fresh_folder(self.path) as fresh:
            self._fill(fresh, archive, proposals)
            _put(fresh, Path(self.path))

    def _fill(self, root: Path, archive: Archive, proposals: Sequence[Proposal]) -> None:
        exhibits = [self._exhibit(root, proposal) for proposal in proposals]
        text = page("Proposed dungeons", exhibits, self.command, checked=False)
        write_output(root / PAGE, text.encode())
        write_output(root / ARCHIVE, archive.write())

    def _exhibit(self, root: Path, proposal: Proposal) -> Exhibit:
        """Write a dungeon and its picture; what the page shows of them."""
        layout = with_notes(proposal, self.request, self.command, self.ruleset)
        stem = file_stem(layout.name)
        board = build(layout, self.request.library)
        file = f"{stem}.dungeon.yaml"
        write_output(root / file, write_sketch(layout).encode())
        group, *rest = words_of(proposal.cell)
        shown = exhibit(root, board, self.request.ruleset, stem)
        return replace(shown, file=file, folder=group, name=layout.name, line=", ".join(rest))


LARGEST = 1 << 30
"""The largest archive that is read, in bytes: one of a hundred thousand dungeons."""


def file_stem(name: str) -> str:
    """A dungeon's name as its file has it.

    >>> file_stem("The Crooked Gallery")
    'the-crooked-gallery'
    """
    return re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-") or "dungeon"


def _put(fresh: Path, root: Path) -> None:
    """Put a folder that is whole in its place, or what it holds into one that is there.

    Dungeons of an earlier call that are no longer among the proposals go; nothing else in the folder is touched.
    """
    if not root.exists() or not any(root.iterdir()):
        put_in_place(fresh, root)
        return
    _clear(root, fresh)
    (root / PICTURES).mkdir(exist_ok=True)
    for file in sorted((path for path in fresh.rglob("*") if path.is_file()), key=lambda path: path.name == ARCHIVE):
        write_file(root / file.relative_to(fresh), file.read_bytes())


def _clear(root: Path, fresh: Path) -> None:
    for stem in re.findall(r"\]\(([^)/]+)\.dungeon\.yaml\)", _page_of(root)):
        if not (fresh / f"{stem}.dungeon.yaml").exists():
            for old in (root / f"{stem}.dungeon.yaml", root / PICTURES / f"{stem}.png"):
                with suppress(OSError):
                    old.unlink()


def _page_of(root: Path) -> str:
    try:
        return (root / PAGE).read_text("utf-8")
    except (OSError, ValueError):
        return ""
