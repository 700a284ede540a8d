"""Fill the folder of `generate`: keep the archive from which a later call continues, and the names that are taken
there.
"""

from __future__ import annotations

import os
from pathlib import Path

from dungeon_designer.cli.output_folder import OutputFolder, check_output_folder, is_empty_folder
from dungeon_designer.cli.picture_page import PAGE_FILE, PICTURES_FOLDER
from dungeon_designer.errors import UsageError, escape_line
from dungeon_designer.generator.archive import Archive, find_ruleset, read_archive
from dungeon_designer.generator.generator_options import Request
from dungeon_designer.generator.proposal import build_file_stem
from dungeon_designer.text.file_reading import read_bytes

ARCHIVE_FILE = "archive.json"
"""The usual name of the archive."""
MAX_ARCHIVE_BYTES = 1 << 30
"""The largest archive that is read; that of a hundred thousand dungeons is smaller."""

SKETCH_ENDING = ".dungeon.yaml"
"""The ending of the dungeon files."""


class ProposalFolder(OutputFolder):
    """A folder with the proposals for one ruleset. Proposals for other rulesets may lie in it, with archives of their
    own.

    Attributes:
        request: what the search looks for.
        archive_name: the file of this ruleset's archive.
        page_name: the file of this ruleset's page of pictures.
    """

    def __init__(self, path: str, request: Request, force: bool) -> None:
        """Read the list of a folder, and choose the names of the archive and the page.

        The usual names are taken where they are free. Otherwise the names contain the ruleset, such as
        ``archive-naf-2019.json``, since the folder also has proposals for another ruleset.

        Args:
            path: the folder, which may not exist yet.
            request: what the search looks for; its ruleset is in the names.
            force: whether files of the user may be replaced.

        Raises:
            UsageError: no folder can be written at this path.
            ReadError: the list is damaged.
        """
        check_output_folder(path)
        super().__init__(path, f"generate {request.ruleset.id}", force)
        self.request = request
        ruleset_suffix = f"-{build_file_stem(request.ruleset.id)}"
        archive_of_ruleset = f"archive{ruleset_suffix}.json"
        has_archive_of_ruleset = (self.root / archive_of_ruleset).is_file()
        takes_usual_archive = self._is_archive_usable(ARCHIVE_FILE) and not has_archive_of_ruleset
        self.archive_name = ARCHIVE_FILE if takes_usual_archive else archive_of_ruleset
        is_page_free = self.is_own_file(PAGE_FILE) or not os.path.lexists(self.root / PAGE_FILE)
        self.page_name = PAGE_FILE if is_page_free else f"README{ruleset_suffix}.md"

    def open_archive(self, count: int) -> Archive:
        """Return the archive (the best dungeons of an earlier search) from which the search goes on.

        A new search begins with an empty one. In both cases the archive knows the file names of the user, which no new
        dungeon may take.

        Args:
            count: how many dungeons the call asks for.

        Raises:
            ReadError: the search cannot continue from the archive.
            UsageError: the folder holds files of the user and no archive.
        """
        path = self.root / self.archive_name
        names_of_user = self._list_reserved_stems()
        if path.is_file():
            data = read_bytes(path, MAX_ARCHIVE_BYTES)
            self.adopt_file(self.archive_name, data)  # so that the search may replace it
            return read_archive(data, str(path), self.request, count, names_of_user)
        if self._holds_only_foreign_files():
            problem = f"this folder holds no {ARCHIVE_FILE} to go on from, and it is not empty"
            raise UsageError(escape_line(f"{self.root}: {problem}"))
        return Archive(self.request, count, names_of_user)

    def _holds_only_foreign_files(self) -> bool:
        """Return whether the folder holds files, and no earlier search wrote any of them.

        Two things show an earlier search: the list of files that every command leaves in its folder, or an
        `ARCHIVE_FILE` of another ruleset. The archive of this search then has a name of its own.
        """
        has_archive_of_other_ruleset = self.archive_name != ARCHIVE_FILE
        if self.has_list or has_archive_of_other_ruleset:
            return False
        return self.root.exists() and not is_empty_folder(self.root)

    def save_archive(self, archive: Archive) -> None:
        """Write the archive (the best dungeons so far) of a search that is still running."""
        self.add_file(self.archive_name, archive.encode_archive())
        self.save_list()

    def _is_archive_usable(self, name: str) -> bool:
        """Return whether a search under this ruleset may write its archive (its best dungeons) to a file of a name.

        It may unless the file is the archive of another ruleset. A missing file is created, and a damaged one is
        reported when it is opened.
        """
        path = self.root / name
        ruleset = find_ruleset(read_bytes(path, MAX_ARCHIVE_BYTES)) if path.is_file() else None
        return ruleset in (None, self.request.ruleset.id)

    def _list_reserved_stems(self) -> frozenset[str]:
        """Return the file names, without endings, that no new dungeon may have, since files of the user have them.

        A dungeon has two files: a sketch, such as ``hall.dungeon.yaml``, and a picture, such as ``pictures/hall.png``.
        """
        paths_of_user = [Path(name) for name in self.list_protected_names()]
        sketches = {
            path.name.removesuffix(SKETCH_ENDING) for path in paths_of_user if path.name.endswith(SKETCH_ENDING)
        }
        pictures = {path.stem for path in paths_of_user if path.parent.name == PICTURES_FOLDER}
        return frozenset(sketches | pictures)
