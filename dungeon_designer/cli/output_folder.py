"""Fill folders with the files of a command, and never replace or delete a file of the user.

Such a folder has a list of the files that commands wrote into it: of each file its checksum and the command. A file
that is not in the list, or whose checksum differs, is the user's. It stays, and a line on standard error names it.

The list may come from a stranger. The only thing that it can permit is to replace or delete plain files inside the
folder.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from dungeon_designer.cli import exits
from dungeon_designer.cli.console import Progress, print_error, print_verbose
from dungeon_designer.cli.files import check_output_path, create_folder
from dungeon_designer.errors import ChangedError, ReadError, UsageError, escape_line
from dungeon_designer.text.file_reading import read_bytes
from dungeon_designer.text.writing import FileContent, move_folder, temporary_folder, write_file

LIST_NAME = ".dungeon-designer.json"
"""The name of the list in each folder. It begins with a dot, so that file managers hide it."""

LIST_FORMAT, LIST_VERSION = "dungeon-designer-files", 1

MAX_LIST_BYTES = 64 * 2**20
"""The largest list that is read; a list of a hundred thousand dungeons with their pictures has half this size."""

MAX_OWN_BYTES = 2**30
"""The largest file that is compared with its checksum; a larger one is not read and counts as the user's."""

MAX_NAMED_FILES = 30
"""The most files of the user that a message names; the others are counted."""

_PLAIN_NAME = re.compile(r'[^./\\:*?"<>|\x00-\x1f\x7f][^/\\:*?"<>|\x00-\x1f\x7f]{0,254}')
"""Matches the name of a file or folder that is allowed on any system and not hidden."""


class WrittenFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A file in the list.

    Attributes:
        by: the command that wrote the file.
        sha256: the checksum of the file; two while the file is being replaced.
    """

    by: str
    sha256: tuple[Annotated[str, Meta(pattern="^[0-9a-f]{64}$")], ...]


class _FileList(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of the list's file.

    Attributes:
        format: what the file is, always the same word.
        version: the version of the format.
        files: the files by their path in the folder, with / between its parts.
    """

    format: str
    version: int
    files: dict[str, WrittenFile]


class OutputFolder:
    """A folder that a command fills; a context manager that saves the list at its end and names the files that stay.

    Attributes:
        root: the folder.
        maker: the command that fills the folder.
        force: whether files of the user may be replaced; None where the command has no such option.
        kept_files: the files that were not written or deleted because they are the user's.
        written_count: how many files were added; those that were there already with the same content count, too.
    """

    def __init__(self, path: str | os.PathLike[str], maker: str, force: bool | None = None) -> None:
        """Read the list of a folder.

        Args:
            path: the folder, which may not exist yet.
            maker: the command that fills it; files that another command wrote are left alone.
            force: whether files of the user may be replaced; None where the command has no such option.

        Raises:
            ReadError: the list is damaged.
        """
        self.root, self.maker, self.force = Path(path), maker, force
        self.kept_files: list[str] = []
        self.written_count = 0
        self._files = read_file_list(self.root)
        self._saved_files = dict(self._files)
        self._adopted_checksums: dict[str, str] = {}

    def __enter__(self) -> OutputFolder:
        """Return the folder; at the end of the block its list is saved."""
        return self

    def __exit__(self, *error: object) -> None:
        """Save the list of written files, and name the files of the user that were not replaced or deleted."""
        self.save_list()
        if self.kept_files:
            print_error(self._explain_kept_files())

    @property
    def status(self) -> int:
        """The exit status of a command that had to write all files: FAILED if a file of the user is in the way."""
        return exits.FAILED if self.kept_files else exits.LEGAL

    @property
    def has_list(self) -> bool:
        """Whether a command has filled the folder before, so that its list of written files names some."""
        return bool(self._files)

    def adopt_file(self, name: str, data: bytes) -> None:
        """Allow this command to replace a file that it did not write, because it read the file and continues from it.

        Args:
            name: the path of the file in the folder.
            data: the bytes that were read.
        """
        self._adopted_checksums[name] = _compute_checksum(data)

    def is_own_file(self, name: str) -> bool:
        """Return whether the folder's list of written files says that this command wrote a file, edited or not."""
        return name in self._files and self._files[name].by == self.maker

    def add_file(self, name: str, data: bytes) -> bool:
        """Write a file, unless one of the user's is in its place.

        Args:
            name: the path of the file in the folder.
            data: the bytes to write.

        Returns:
            Whether the folder now holds this file.

        Raises:
            UsageError: the file is one that the command reads, and it was not adopted (see `adopt_file`).
        """
        path = self.root / name
        create_folder(path.parent)
        if name not in self._adopted_checksums:
            check_output_path(path)
        existing_data = self._read_plain_file(name)
        is_unchanged = existing_data == data
        if not is_unchanged and not self._replace_file(path, name, existing_data, data):
            self.kept_files.append(name)
            return False
        self._record_file(name, (_compute_checksum(data),))
        self.written_count += 1
        return True

    def delete_file(self, name: str) -> None:
        """Delete a file that this command wrote. If it was edited since, it stays, and the list names it no more."""
        existing_data = self._read_plain_file(name) if self.is_own_file(name) else None
        if existing_data is not None:
            if self._is_own_content(name, existing_data):
                with suppress(OSError):
                    (self.root / name).unlink()
            else:
                self.kept_files.append(name)
        self._files.pop(name, None)

    def fill_from(self, new_folder: Path, last_name: str = "") -> None:
        """Write all files of a new folder into this one, and delete the files of this command that are no longer made.

        A folder that is new or empty appears complete, in one step. Files of the user are never replaced or deleted.

        Args:
            new_folder: the folder with the new files.
            last_name: the file to write after all others; '' for none. For instance an archive, which so never tells of
                files that are not written yet.
        """
        new_files = {path.relative_to(new_folder).as_posix(): path for path in new_folder.rglob("*") if path.is_file()}
        if not self.root.exists() or not any(self.root.iterdir()):
            self._become(new_folder, new_files)
            return
        self._record_replacements(new_files)
        old_names = {name for name in self._files if self.is_own_file(name)}
        for name in sorted(old_names - new_files.keys()):
            self.delete_file(name)
        names = sorted(new_files)
        if last_name in new_files:
            names.remove(last_name)
            names.append(last_name)
        for name in names:
            self.add_file(name, new_files[name].read_bytes())

    def _become(self, new_folder: Path, new_files: Mapping[str, Path]) -> None:
        """Move a folder to the path of this one, which is new or empty, after adding the list of written files.

        Args:
            new_folder: the folder.
            new_files: the path of each file in it, by its path from the folder.
        """
        for name, path in new_files.items():
            self._record_file(name, (_compute_checksum(path.read_bytes()),))
        write_file(new_folder / LIST_NAME, format_file_list(self._files))
        move_into_place(new_folder, self.root)
        self._saved_files = dict(self._files)

    def _record_replacements(self, new_files: Mapping[str, Path]) -> None:
        """Save in the list of written files which of this command's files are about to be replaced.

        Each of them is listed with its old and its new checksum. So it is known as the command's own, whichever of the
        two it holds if the program is killed meanwhile.

        Args:
            new_files: the path of each new file, by its path from the folder.
        """
        for name, path in new_files.items():
            if self.is_own_file(name):
                checksums = (*self._files[name].sha256, _compute_checksum(path.read_bytes()))
                self._record_file(name, tuple(dict.fromkeys(checksums)))
        self.save_list()

    def list_protected_names(self) -> set[str]:
        """Return the names of the files in the folder that this command must not replace, since they are the user's.

        With `--force` there are none. The names are in lower case, since some systems do not tell upper and lower case
        apart.
        """
        if self.force:
            return set()
        entries = (*self.root.glob("*"), *self.root.glob("*/*"))  # commands write one level of subfolders at most
        names = (path.relative_to(self.root).as_posix() for path in entries if not path.is_dir())
        return {name.casefold() for name in names if not self._may_replace(name)}

    def save_list(self) -> None:
        """Write the list of files that commands wrote into the folder, if it has changed."""
        if self._files != self._saved_files and self.root.is_dir():
            write_file(self.root / LIST_NAME, format_file_list(self._files))
            self._saved_files = dict(self._files)

    def _may_replace(self, name: str) -> bool:
        """Return whether a file is unchanged since this command wrote it, so that no work of the user would be lost."""
        existing_data = self._read_plain_file(name)
        return existing_data is not None and self._is_own_content(name, existing_data)

    def _replace_file(self, path: Path, name: str, existing_data: bytes | None, data: bytes) -> bool:
        """Write a file if none is in its place, or only one of this command, or if `--force` was given.

        Args:
            path: the file.
            name: its path in the folder.
            existing_data: the bytes of the file now; None if there is none, or if it is a link or a folder.
            data: the bytes to write.

        Returns:
            Whether the file was written.
        """
        is_new = existing_data is None and not os.path.lexists(path) and not self._is_behind_link(path)
        is_own = is_new or (existing_data is not None and self._is_own_content(name, existing_data))
        if not is_own and not self.force:
            return False
        # what belongs to nobody else is only replaced if it is still as it was read; --force replaces anything
        expected_content = FileContent(existing_data) if is_own else None
        try:
            write_file(path, data, expected_content)
        except ChangedError:
            return False
        print_verbose(f"{path}: {len(data)} bytes written")
        return True

    def _is_own_content(self, name: str, data: bytes) -> bool:
        """Return whether the bytes of a file are those that this command wrote, or read and may replace."""
        checksum = _compute_checksum(data)
        is_adopted = self._adopted_checksums.get(name) == checksum
        return is_adopted or (self.is_own_file(name) and checksum in self._files[name].sha256)

    def _read_plain_file(self, name: str) -> bytes | None:
        """Return the bytes of a plain file of the folder; None for a link, a folder, a very large file, or no file."""
        path = self.root / name
        try:
            file_status = path.lstat()
            is_plain = (
                stat.S_ISREG(file_status.st_mode)
                and file_status.st_size <= MAX_OWN_BYTES
                and not self._is_behind_link(path)
            )
            return path.read_bytes() if is_plain else None
        except OSError:
            return None

    def _is_behind_link(self, path: Path) -> bool:
        """Return whether a folder on the way from the root to a file is a link, so that the file may be anywhere."""
        parents = path.relative_to(self.root).parents
        return any((self.root / parent).is_symlink() for parent in parents if parent != Path())

    def _record_file(self, name: str, checksums: tuple[str, ...]) -> None:
        """Note in the folder's list of written files that this command wrote a file, with its checksum.

        Names that `read_file_list` would refuse, such as hidden files, are left out.

        Args:
            name: the path of the file in the folder.
            checksums: the checksum of its content; also that of its old content while it is being replaced.
        """
        if _is_plain_name(name):
            self._files[name] = WrittenFile(self.maker, checksums)

    def _explain_kept_files(self) -> str:
        """Return the message that names the files of the user that stay, and how to replace them."""
        names = list(dict.fromkeys(self.kept_files))
        count_text = f" and {len(names) - MAX_NAMED_FILES} more" if len(names) > MAX_NAMED_FILES else ""
        # None: the command has no --force
        remedy = "" if self.force is None else f"; --force replaces {'them' if len(names) > 1 else 'it'}"
        verb_phrase = "stay, for they were" if len(names) > 1 else "stays, for it was"
        named_files = f"{', '.join(names[:MAX_NAMED_FILES])}{count_text}"
        return (
            f"dungeon-designer: {self.root}: {named_files} {verb_phrase} edited or not written by this command{remedy}"
        )


def read_file_list(root: Path) -> dict[str, WrittenFile]:
    """Return the files that the list in an output folder names as written by commands; none if there is no list.

    Raises:
        ReadError: the list is damaged, or from a newer version of the program.
    """
    path = root / LIST_NAME
    if not os.path.lexists(path):
        return {}
    try:
        if not stat.S_ISREG(path.lstat().st_mode):
            raise ReadError(str(path), "", "this is not a plain file")
        file_list = msgspec.json.decode(read_bytes(path, MAX_LIST_BYTES, only_plain=True), type=_FileList)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise ReadError(str(path), "", f"this list is damaged; {_DAMAGED_LIST_REMEDY}") from None
    except ReadError as error:
        raise ReadError(str(path), "", f"{error.problem}; {_DAMAGED_LIST_REMEDY}") from None
    if (
        file_list.format != LIST_FORMAT
        or file_list.version != LIST_VERSION
        or not all(map(_is_plain_name, file_list.files))
    ):
        raise ReadError(str(path), "", f"this list is damaged, or of a newer program; {_DAMAGED_LIST_REMEDY}")
    return file_list.files


_DAMAGED_LIST_REMEDY = "delete it, and no file that is there is replaced"
"""What a message about a damaged list suggests."""


def format_file_list(files: Mapping[str, WrittenFile]) -> bytes:
    """Return the bytes of the list of an output folder: the files that commands wrote into it."""
    data = msgspec.json.encode(_FileList(LIST_FORMAT, LIST_VERSION, dict(files)), order="sorted")
    return msgspec.json.format(data, indent=1) + b"\n"


def move_into_place(new_folder: Path, root: Path) -> None:
    """Move a complete folder to its final path, where no folder or an empty one is.

    A temporary folder is private, so the folder first gets the permissions of any new folder.
    """
    umask = os.umask(0)  # which permissions new folders lack; the system tells it only to whoever sets another
    os.umask(umask)
    new_folder.chmod(0o777 & ~umask)
    move_folder(new_folder, root)


@contextmanager
def new_folder_beside(path: str) -> Iterator[Path]:
    """Create an empty folder beside the one to write; at the end of the block it is deleted, unless it was moved.

    Raises:
        UsageError: the folder cannot be created.
    """
    root = Path(path)
    create_folder(root.parent)
    with ExitStack() as stack:
        try:
            new_folder = stack.enter_context(temporary_folder(root.parent))
        except OSError as error:
            raise UsageError(escape_line(f"{path}: this folder cannot be made: {error.strerror}")) from None
        yield new_folder


def write_website(output: str, files: Iterable[tuple[str, bytes]], progress: Progress) -> tuple[dict[str, bytes], int]:
    """Write pages and their index into a folder. Nothing is written before all of them are drawn.

    The commands `pack FOLDER/` and `publish` write the same website, so each may replace the files of the other.

    Args:
        output: the folder, which is created if it does not exist.
        files: the names and bytes of the files, drawn one by one.
        progress: the progress bar.

    Returns:
        The bytes by name, and the exit status.

    Raises:
        UsageError: the folder cannot be created.
    """
    check_output_folder(output)
    data_by_name = {}
    with OutputFolder(output, maker="publish") as folder:
        for path, data in files:
            data_by_name[path] = data
            progress.advance()
        create_folder(output)
        for path, data in data_by_name.items():
            folder.add_file(path, data)
    return data_by_name, folder.status


def check_output_folder(path: str) -> None:
    """Raise UsageError if no folder can be written at a path. Commands call this before they search for anything."""
    root = Path(path)
    path_and_parents = (root, *root.absolute().parents)  # from the path itself up to the root of the disk
    nearest_existing_path = next(candidate for candidate in path_and_parents if os.path.lexists(candidate))
    if not nearest_existing_path.is_dir():
        raise UsageError(escape_line(f"{path}: {nearest_existing_path} is not a folder"))
    if not os.access(nearest_existing_path, os.W_OK):
        raise UsageError(escape_line(f"{path}: nothing may be written there"))


def is_empty_folder(root: Path) -> bool:
    """Return whether a path leads to a folder that is empty, apart from the list of written files (LIST_NAME)."""
    return root.is_dir() and all(path.name == LIST_NAME for path in root.iterdir())


def _is_plain_name(name: str) -> bool:
    """Return whether a name is a path to a file in a folder, or one folder deeper, that is allowed on any system.

    >>> [_is_plain_name(name) for name in ("a.yaml", "pictures/a.png", "../a", "/a", ".git/config", "a/b/c", "C:a")]
    [True, True, False, False, False, False, False]
    """
    parts = name.split("/")
    is_printable = name.isascii() or name.isprintable()
    return len(parts) <= 2 and is_printable and all(_PLAIN_NAME.fullmatch(part) for part in parts)


def _compute_checksum(data: bytes) -> str:
    """Return the SHA-256 checksum by which the content of a written file is recognised later."""
    return sha256(data).hexdigest()
