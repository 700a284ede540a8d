"""The folder that `generate` fills: the archive that a later call goes on from, and the names that are taken there."""

from __future__ import annotations

import os
from pathlib import Path

from dungeon_designer.cli.gallery import PAGE, PICTURES
from dungeon_designer.cli.output_folder import OutputFolder, check_place, is_empty
from dungeon_designer.errors import UsageError, one_line
from dungeon_designer.generator import archive as archives
from dungeon_designer.generator.archive import Archive
from dungeon_designer.generator.options import Request
from dungeon_designer.generator.proposal import file_stem
from dungeon_designer.text.files import read_bytes

ARCHIVE = "archive.json"
MAX_ARCHIVE_BYTES = 1 << 30
"""The archive of a hundred thousand dungeons is not larger."""

SKETCH_ENDING = ".dungeon.yaml"


class ProposalFolder(OutputFolder):
    """A folder with the proposals of one ruleset; those of other rulesets may lie in it, each with their own archive.

    Attributes:
        archive_name: the file of this ruleset's archive.
        page_name: the file of this ruleset's page of pictures.
    """

    def __init__(self, path: str, request: Request, force: bool) -> None:
        """Look at a folder; UsageError where it can be none, or holds files of the user and no archive."""
        check_place(path)
        super().__init__(path, f"generate {request.ruleset.id}", force)
        self.request = request
        own_ending = f"-{file_stem(request.ruleset.id)}"
        self.archive_name = ARCHIVE if self._is_ours(ARCHIVE) else f"archive{own_ending}.json"
        if (self.root / f"archive{own_ending}.json").is_file():
            self.archive_name = f"archive{own_ending}.json"
        is_free = self.is_own(PAGE) or not os.path.lexists(self.root / PAGE)
        self.page_name = PAGE if is_free else f"README{own_ending}.md"

    def begin(self, count: int) -> Archive:
        """Return the archive to go on from, or an empty one; ReadError where it cannot be gone on from."""
        path, taken = self.root / self.archive_name, self._taken_stems()
        if path.is_file():
            data = read_bytes(path, MAX_ARCHIVE_BYTES)
            self.adopt(self.archive_name, data)
            return archives.read(data, str(path), self.request, count, taken)
        if self.root.exists() and not is_empty(self.root) and not self.lists_any and self.archive_name == ARCHIVE:
            problem = f"this folder holds no {ARCHIVE} to go on from, and it is not empty"
            raise UsageError(one_line(f"{self.root}: {problem}"))
        return Archive(self.request, count, taken)

    def keep(self, archive: Archive) -> None:
        """Write the archive of a search that is not over."""
        self.write(self.archive_name, archive.write())
        self.save()

    def _is_ours(self, name: str) -> bool:
        """Return whether an archive is of the ruleset asked for, or damaged, which is told later, or not there."""
        path = self.root / name
        ruleset = archives.find_ruleset(read_bytes(path, MAX_ARCHIVE_BYTES)) if path.is_file() else None
        return ruleset in (None, self.request.ruleset.id)

    def _taken_stems(self) -> frozenset[str]:
        """Return what no new dungeon's file may be called, without its ending: files of that name must stay."""
        fixed = [Path(name) for name in self.fixed_names()]
        sketches = {path.name.removesuffix(SKETCH_ENDING) for path in fixed if path.name.endswith(SKETCH_ENDING)}
        return frozenset(sketches | {path.stem for path in fixed if path.parent.name == PICTURES})
