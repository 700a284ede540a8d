"""Folders that a command fills: it replaces and deletes only what it wrote there itself and nobody edited since.

Such a folder keeps a list of the files that commands wrote into it, each with its checksum and the command. A file that
the list lacks, or whose bytes have another checksum, is the user's: it stays, and a line on standard error names it.
The list may be a stranger's, so it is trusted for nothing but plain files inside the folder.
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
from dungeon_designer.cli.console import Progress, complain, detail
from dungeon_designer.cli.files import make_folder, refuse_input
from dungeon_designer.errors import ChangedError, ReadError, UsageError, one_line
from dungeon_designer.text.files import read_bytes
from dungeon_designer.text.writing import Held, put_folder, temporary_folder, write_file

LIST_NAME = ".dungeon-designer.json"
"""The name of the list in each folder; it begins with a dot, so that nobody need look at it."""

FORMAT, VERSION = "dungeon-designer-files", 1

MAX_LIST_BYTES = 64 * 2**20
"""How large a list may be: one of a hundred thousand dungeons with their pictures takes half of it."""

MAX_OWN_BYTES = 2**30
"""How large a file is at most that a command may have written; a larger one is not even read."""

MAX_NAMED = 30
"""How many of the files that stay are named; the others are counted."""

_PLAIN_NAME = re.compile(r'[^./\\:*?"<>|\x00-\x1f\x7f][^/\\:*?"<>|\x00-\x1f\x7f]{0,254}')


class WrittenFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A file as the list has it.

    Attributes:
        by: the command that wrote it.
        sha256: its checksum; several while it is being replaced.
    """

    by: str
    sha256: tuple[Annotated[str, Meta(pattern="^[0-9a-f]{64}$")], ...]


class _List(Struct, frozen=True, forbid_unknown_fields=True):
    """The list as its file holds it; names are paths in the folder, with a stroke between their parts."""

    format: str
    version: int
    files: dict[str, WrittenFile]


class OutputFolder:
    """A folder that a command fills; at the end of the context the list is written, and what stays is told.

    `kept` names the files that could not be written because they are the user's.
    """

    def __init__(self, path: str | os.PathLike[str], maker: str, force: bool | None = None) -> None:
        """Read the list of a folder; ReadError where it is damaged.

        Args:
            path: the folder, which need not be there yet.
            maker: the command that fills it; what another one wrote is left alone.
            force: whether the user's files are replaced, too; None where the command cannot be asked to.
        """
        self.root, self.maker, self.force = Path(path), maker, force
        self.kept: list[str] = []
        self._files = read_list(self.root)
        self._saved = dict(self._files)
        self._adopted: dict[str, str] = {}

    def __enter__(self) -> OutputFolder:
        return self

    def __exit__(self, *error: object) -> None:
        self.save()
        if self.kept:
            complain(self._explain_kept())

    @property
    def status(self) -> int:
        """The exit status of a command that was asked for each of the files."""
        return exits.FAILED if self.kept else exits.LEGAL

    @property
    def lists_any(self) -> bool:
        """Whether the list names any file: a command filled the folder before."""
        return bool(self._files)

    def adopt(self, name: str, data: bytes) -> None:
        """Take a file for the command's own that it has read whole and goes on from."""
        self._adopted[name] = _checksum(data)

    def is_own(self, name: str) -> bool:
        """Return whether the list says that the command wrote a file of that name, edited since or not."""
        return name in self._files and self._files[name].by == self.maker

    def write(self, name: str, data: bytes) -> bool:
        """Write a file, unless one of that name is the user's; return whether the folder now holds it.

        UsageError where it is one that the command reads.
        """
        path = self.root / name
        make_folder(path.parent)
        if name not in self._adopted:
            refuse_input(path)
        there = self._read_plain(name)
        if there != data and not self._replace(path, name, there, data):
            self.kept.append(name)
            return False
        self._record(name, (_checksum(data),))
        return True

    def delete(self, name: str) -> None:
        """Delete a file that the command wrote; one that was edited since stays, and is no longer the command's."""
        if self.is_own(name) and (there := self._read_plain(name)) is not None:
            if self._owns(name, there):
                with suppress(OSError):
                    (self.root / name).unlink()
            else:
                self.kept.append(name)
        self._files.pop(name, None)

    def fill(self, fresh: Path, last: str = "") -> None:
        """Put all files of a folder into this one, and delete the command's others; one file may come last.

        A folder that is new or empty appears whole, in one step. Else the list is ready before the first file, so that
        whatever is killed between them, each is known for the command's own.
        """
        files = {path.relative_to(fresh).as_posix(): path for path in fresh.rglob("*") if path.is_file()}
        if not self.root.exists() or not any(self.root.iterdir()):
            for name, path in files.items():
                self._record(name, (_checksum(path.read_bytes()),))
            write_file(fresh / LIST_NAME, format_list(self._files))
            put_in_place(fresh, self.root)
            self._saved = dict(self._files)
            return
        before = {name: entry for name, entry in self._files.items() if self.is_own(name)}
        for name in files.keys() & before.keys():
            known = (*before[name].sha256, _checksum(files[name].read_bytes()))
            self._record(name, tuple(dict.fromkeys(known)))
        self.save()
        for name in sorted(before.keys() - files.keys()):
            self.delete(name)
        for name in sorted(files, key=lambda name: (name == last, name)):
            self.write(name, files[name].read_bytes())

    def fixed_names(self) -> set[str]:
        """Return the names of all files there that may not be replaced, in small letters."""
        if self.force:
            return set()
        found = (path for path in (*self.root.glob("*"), *self.root.glob("*/*")) if not path.is_dir())
        names = (path.relative_to(self.root).as_posix() for path in found)
        return {name.casefold() for name in names if not self._may_replace(name)}

    def save(self) -> None:
        """Write the list where anything in it changed."""
        if self._files != self._saved and self.root.is_dir():
            write_file(self.root / LIST_NAME, format_list(self._files))
            self._saved = dict(self._files)

    def _may_replace(self, name: str) -> bool:
        there = self._read_plain(name)
        return there is not None and self._owns(name, there)

    def _replace(self, path: Path, name: str, there: bytes | None, data: bytes) -> bool:
        """Write a file over what is there, if that is nothing or the command's own; return whether it was written."""
        is_new = there is None and not os.path.lexists(path) and not self._is_linked(path)
        own = is_new or (there is not None and self._owns(name, there))
        if not own and not self.force:
            return False
        try:
            write_file(path, data, Held(there) if own else None)
        except ChangedError:
            return False
        detail(f"{path}: {len(data)} bytes written")
        return True

    def _owns(self, name: str, data: bytes) -> bool:
        checksum = _checksum(data)
        return self._adopted.get(name) == checksum or (self.is_own(name) and checksum in self._files[name].sha256)

    def _read_plain(self, name: str) -> bytes | None:
        """Return the bytes of a plain file of the folder; None for a link, a folder, or where there is none."""
        path = self.root / name
        try:
            found = path.lstat()
            plain = stat.S_ISREG(found.st_mode) and found.st_size <= MAX_OWN_BYTES and not self._is_linked(path)
            return path.read_bytes() if plain else None
        except OSError:
            return None

    def _is_linked(self, path: Path) -> bool:
        """Return whether a folder between the root and a file is a link, which may lead anywhere."""
        within = path.relative_to(self.root).parents
        return any((self.root / parent).is_symlink() for parent in within if parent != Path())

    def _record(self, name: str, checksums: tuple[str, ...]) -> None:
        if _is_plain_name(name):
            self._files[name] = WrittenFile(self.maker, checksums)

    def _explain_kept(self) -> str:
        names = list(dict.fromkeys(self.kept))
        more = f" and {len(names) - MAX_NAMED} more" if len(names) > MAX_NAMED else ""
        remedy = "" if self.force is None else f"; --force replaces {'them' if len(names) > 1 else 'it'}"
        stay = "stay, for they were" if len(names) > 1 else "stays, for it was"
        which = f"{', '.join(names[:MAX_NAMED])}{more}"
        return f"dungeon-designer: {self.root}: {which} {stay} edited or not written by this command{remedy}"


def read_list(root: Path) -> dict[str, WrittenFile]:
    """Return the files that a folder's list names; none where it has no list. ReadError where that is damaged."""
    path = root / LIST_NAME
    if not os.path.lexists(path):
        return {}
    try:
        if not stat.S_ISREG(path.lstat().st_mode):
            raise ReadError(str(path), "", "this is no plain file")
        found = msgspec.json.decode(read_bytes(path, MAX_LIST_BYTES, found=True), type=_List)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise ReadError(str(path), "", f"this list is damaged; {_REMEDY}") from None
    except ReadError as error:
        raise ReadError(str(path), "", f"{error.problem}; {_REMEDY}") from None
    if found.format != FORMAT or found.version != VERSION or not all(map(_is_plain_name, found.files)):
        raise ReadError(str(path), "", f"this list is damaged, or of a newer program; {_REMEDY}")
    return found.files


_REMEDY = "delete it, and no file that is there is replaced"


def format_list(files: Mapping[str, WrittenFile]) -> bytes:
    """Return the bytes of a list."""
    data = msgspec.json.encode(_List(FORMAT, VERSION, dict(files)), order="sorted")
    return msgspec.json.format(data, indent=1) + b"\n"


def put_in_place(fresh: Path, root: Path) -> None:
    """Put a folder that is whole into the place of one that is new or empty."""
    umask = os.umask(0)
    os.umask(umask)
    fresh.chmod(0o777 & ~umask)
    put_folder(fresh, root)


@contextmanager
def fresh_folder(path: str) -> Iterator[Path]:
    """An empty folder beside the one that is to be written; at the end it is gone, unless it was put in its place."""
    root = Path(path)
    make_folder(root.parent)
    with ExitStack() as stack:
        try:
            fresh = stack.enter_context(temporary_folder(root.parent))
        except OSError as error:
            raise UsageError(one_line(f"{path}: this folder cannot be made: {error.strerror}")) from None
        yield fresh


def write_site(
    output: str, maker: str, files: Iterable[tuple[str, bytes]], progress: Progress
) -> tuple[dict[str, bytes], int]:
    """Write pages and their index into a folder, which is made where there is none; UsageError when it cannot be.

    Return the files, and the exit status: files of the user stay, and those of another name. Nothing is written before
    all is drawn.
    """
    check_place(output)
    made = {}
    with OutputFolder(output, maker) as folder:
        for name, data in files:
            made[name] = data
            progress.advance()
        make_folder(output)
        for name, data in made.items():
            folder.write(name, data)
    return made, folder.status


def check_place(path: str) -> None:
    """UsageError where no folder can be written, before anything is searched for."""
    root = Path(path)
    there = next(place for place in (root, *root.absolute().parents) if os.path.lexists(place))
    if not there.is_dir():
        raise UsageError(one_line(f"{path}: {there} is no folder"))
    if not os.access(there, os.W_OK):
        raise UsageError(one_line(f"{path}: nothing may be written there"))


def is_empty(root: Path) -> bool:
    """Return whether a path leads to a folder that holds nothing, or no more than its list."""
    return root.is_dir() and all(path.name == LIST_NAME for path in root.iterdir())


def _is_plain_name(name: str) -> bool:
    """Return whether a name is that of a file in the folder or in a folder of it, on any system.

    >>> [_is_plain_name(name) for name in ("a.yaml", "pictures/a.png", "../a", "/a", ".git/config", "a/b/c", "C:a")]
    [True, True, False, False, False, False, False]
    """
    parts = name.split("/")
    printable = name.isascii() or name.isprintable()
    return len(parts) <= 2 and printable and all(_PLAIN_NAME.fullmatch(part) for part in parts)


def _checksum(data: bytes) -> str:
    return sha256(data).hexdigest()
