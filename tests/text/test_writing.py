"""Files are written whole or not at all, keep what they had, and leave nothing beside them."""

from __future__ import annotations

import ast
import os
import stat
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dungeon_designer.errors import ChangedError, WriteError
from dungeon_designer.text.writing import FileContent, write_file

PACKAGE = Path(__file__).resolve().parents[2] / "dungeon_designer"
ACCESS, DEFAULT = "system.posix_acl_access", "system.posix_acl_default"
root = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may give files away")


def fail_as_full(*_: object) -> None:
    raise OSError(28, "No space left on device")


def test_all_that_writes_files_does_it_here() -> None:
    """No other part of the program opens a file for writing."""
    writers = {
        "write_text",
        "write_bytes",
        "replace_file",
        "rename",
        "mkstemp",
        "NamedTemporaryFile",
        "copyfile",
        "copy2",
    }
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = node.func.attr if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else ""
            modes = [arg.value for arg in node.args if isinstance(arg, ast.Constant)] if name == "open" else []
            if name in writers or any(isinstance(mode, str) and set(mode) & set("wxa+") for mode in modes[:1]):
                found.append(f"{path.relative_to(PACKAGE)}: {name}")
    assert found == ["text/writing.py: write_bytes"]


def test_a_written_file_is_whole_and_alone(tmp_path: Path) -> None:
    """The new bytes are there, and no helper file is left beside them."""
    path = tmp_path / "a.json"
    write_file(path, b"one")
    write_file(path, b"two")
    assert path.read_bytes() == b"two"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_keeps_its_mode_and_a_new_one_has_the_usual(tmp_path: Path) -> None:
    """A file shared with a group stays shared."""
    path = tmp_path / "a.json"
    write_file(path, b"one")
    usual = tmp_path / "usual"
    usual.touch()
    assert path.stat().st_mode == usual.stat().st_mode
    path.chmod(0o640)
    write_file(path, b"two")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    """Writing through a link changes the file it leads to."""
    path, link = tmp_path / "a.json", tmp_path / "link.json"
    path.write_bytes(b"one")
    link.symlink_to(path)
    write_file(link, b"two")
    assert link.is_symlink()
    assert path.read_bytes() == b"two"


def test_a_device_is_written_to_not_replaced() -> None:
    """`-o /dev/null` must not make an ordinary file of it."""
    write_file("/dev/null", b"x")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


def test_what_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    """A missing folder, a folder in the file's place, an impossible name."""
    for path in (tmp_path / "no" / "a.json", tmp_path, tmp_path / "a\0b", tmp_path / ("x" * 300)):
        with pytest.raises(WriteError, match="cannot be written: ") as caught:
            write_file(path, b"x")
        assert str(caught.value).isprintable()
    assert list(tmp_path.iterdir()) == []


def test_a_write_protected_file_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Replacing would get round the protection; it is respected instead."""
    path = tmp_path / "a.json"
    path.write_bytes(b"one")
    path.chmod(0o444)
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write everything
    with pytest.raises(WriteError, match=r"a\.json: cannot be written: it is write-protected"):
        write_file(path, b"two")
    assert path.read_bytes() == b"one"


def test_a_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the disk is full, the old file is whole and nothing half-written lies beside it."""
    path = tmp_path / "a.json"
    path.write_bytes(b"one")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(WriteError, match="no space left on device"):
        write_file(path, b"two")
    assert path.read_bytes() == b"one"
    assert list(tmp_path.iterdir()) == [path]


# What a file keeps ------------------------------------------------------------------------------------------------


@pytest.fixture
def seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[os.stat_result]]:
    """The status of the temporary file whenever the writer calls the system."""
    found: list[os.stat_result] = []

    def watched(name: str) -> Callable[..., object]:
        real = getattr(os, name)

        def call(*args: object, **more: object) -> object:
            found.extend(path.lstat() for path in tmp_path.iterdir() if path.name.endswith(".new"))
            done = real(*args, **more)
            found.extend(path.lstat() for path in tmp_path.iterdir() if path.name.endswith(".new"))
            return done

        return call

    for name in ("open", "chmod", "fchmod", "fchown", "chown", "fsync", "replace", "setxattr", "removexattr"):
        if hasattr(os, name):
            monkeypatch.setattr(os, name, watched(name))
    return found


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o606, 0o664, 0o777])
def test_the_temporary_file_is_never_more_readable(tmp_path: Path, seen: list[os.stat_result], mode: int) -> None:
    """The temporary file never allows anybody what the target does not allow."""
    path = tmp_path / "a.json"
    path.touch()
    path.chmod(mode)
    seen.clear()
    write_file(path, b"secret")
    assert seen
    assert not [oct(each.st_mode) for each in seen if stat.S_IMODE(each.st_mode) & ~mode]
    assert stat.S_IMODE(path.stat().st_mode) == mode


def test_a_new_file_is_made_by_umask(tmp_path: Path, seen: list[os.stat_result]) -> None:
    """New files are as private as the umask says, before and after they are in their place."""
    before = os.umask(0o027)
    try:
        write_file(tmp_path / "a.json", b"x")
    finally:
        os.umask(before)
    assert {stat.S_IMODE(each.st_mode) for each in (*seen, (tmp_path / "a.json").stat())} == {0o640}


@root
def test_owner_and_group_stay(tmp_path: Path, seen: list[os.stat_result]) -> None:
    """One who writes another's file as root leaves it the other's; nobody between the two may read it."""
    path = tmp_path / "a.json"
    path.touch()
    os.chown(path, 4321, 1234)
    path.chmod(0o4750)
    seen.clear()
    write_file(path, b"x")
    found = path.stat()
    assert (found.st_uid, found.st_gid, stat.S_IMODE(found.st_mode)) == (4321, 1234, 0o4750)
    assert all(each.st_gid == 1234 or not each.st_mode & stat.S_IRWXG for each in seen)


@root
@pytest.mark.parametrize(("mode", "left"), [(0o660, 0o600), (0o664, 0o644), (0o640, 0o600), (0o2675, 0o655)])
def test_where_the_group_cannot_stay_it_gets_no_more_than_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: int, left: int
) -> None:
    """The writer's own group must not read what only the old group could."""
    path = tmp_path / "a.json"
    path.touch()
    os.chown(path, -1, 1234)
    path.chmod(mode)

    def refused(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "fchown", refused)
    write_file(path, b"x")
    assert stat.S_IMODE(path.stat().st_mode) == left


@root
def test_the_group_stays_where_the_owner_cannot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only root may give files away, but a member may give them to the group."""
    path = tmp_path / "a.json"
    path.touch()
    os.chown(path, 4321, 1234)
    path.chmod(0o4660)
    real = os.fchown

    def member(opened: int, owner: int, group: int) -> None:
        if owner != -1:
            raise PermissionError(1, "Operation not permitted")
        real(opened, owner, group)

    monkeypatch.setattr(os, "fchown", member)
    write_file(path, b"x")
    found = path.stat()
    assert (found.st_uid, found.st_gid, stat.S_IMODE(found.st_mode)) == (os.geteuid(), 1234, 0o660)


def build_access_list(user: int, rights: int, group: int = 0) -> bytes:
    """Return an access list that lets one user more do something: u::rw-, u:USER:RIGHTS, g::GROUP, m::rw-, o::---."""
    nobody = 0xFFFFFFFF
    entries = [(1, 6, nobody), (2, rights, user), (4, group, nobody), (16, 6, nobody), (32, 0, nobody)]
    return struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *entry) for entry in entries)


def give_attribute(path: Path, name: str, value: bytes) -> None:
    """Give a file an attribute, or skip the test where the file system has none."""
    try:
        os.setxattr(path, name, value)
    except (AttributeError, OSError):
        pytest.skip("this file system has no such attributes")


def test_attributes_and_the_access_list_stay(tmp_path: Path) -> None:
    """A user let in by name is still let in, and a note of a file manager stays with the file."""
    path = tmp_path / "a.json"
    path.touch()
    give_attribute(path, ACCESS, build_access_list(4321, 4))
    give_attribute(path, "user.note", b"mine")
    before = path.stat().st_mode
    write_file(path, b"x")
    assert os.getxattr(path, ACCESS) == build_access_list(4321, 4)
    assert os.getxattr(path, "user.note") == b"mine"
    assert path.stat().st_mode == before


def test_an_access_list_that_cannot_stay_lets_in_nobody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The mask of an access list that cannot be copied does not become the group's rights."""
    path = tmp_path / "a.json"
    path.touch()
    give_attribute(path, ACCESS, build_access_list(4321, 6))
    monkeypatch.setattr(os, "setxattr", fail_as_full)
    write_file(path, b"x")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_what_the_folder_gives_new_files_an_old_one_does_not_get(tmp_path: Path) -> None:
    """A file kept from a user whom its folder lets in by default is still kept from them."""
    path = tmp_path / "a.json"
    path.touch()
    path.chmod(0o660)
    give_attribute(tmp_path, DEFAULT, build_access_list(4321, 6, group=6))
    write_file(path, b"x")
    assert ACCESS not in os.listxattr(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o660
    write_file(tmp_path / "new.json", b"x")
    assert os.getxattr(tmp_path / "new.json", ACCESS)


@pytest.mark.parametrize(
    "name", ["x" * 255, "é" * 127 + "x", "宮" * 85, "🏰" * 63 + "abc", "x" * 242 + ".dungeon.json"]
)
def test_the_longest_names_can_be_written(tmp_path: Path, name: str) -> None:
    """A name of 255 bytes, of letters of any width, is written anew and over; one byte more is one line."""
    assert len(name.encode()) == 255
    write_file(tmp_path / name, b"one")
    write_file(tmp_path / name, b"two")
    assert (tmp_path / name).read_bytes() == b"two"
    assert len(list(tmp_path.iterdir())) == 1
    with pytest.raises(WriteError, match="file name too long"):
        write_file(tmp_path / f"{name}x", b"one")


def test_links_of_all_kinds_stay(tmp_path: Path) -> None:
    """A link to a link, one out of another folder, and one that leads to no file yet: the last file is written."""
    (tmp_path / "far").mkdir()
    (tmp_path / "far" / "link").symlink_to("../a.json")
    (tmp_path / "link").symlink_to("far/link")
    for content in (b"one", b"two"):
        write_file(tmp_path / "link", content)
        assert (tmp_path / "a.json").read_bytes() == content
    assert (tmp_path / "link").readlink() == Path("far/link")
    assert [path.name for path in (tmp_path / "far").iterdir()] == ["link"]


def test_the_folder_is_on_the_disk_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """First the content, then the new entry of the folder is safe on the disk."""
    synced = []
    real = os.fsync

    def noted(opened: int) -> None:
        synced.append((stat.S_ISDIR(os.fstat(opened).st_mode), (tmp_path / "a.json").exists()))
        real(opened)

    monkeypatch.setattr(os, "fsync", noted)
    write_file(tmp_path / "a.json", b"x")
    assert synced == [(False, False), (True, True)]


@pytest.mark.parametrize(("number", "told"), [(22, False), (95, False), (5, True)])
def test_a_folder_that_cannot_be_synced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, told: bool
) -> None:
    """A file system that never syncs folders is no error; a broken disk is told."""
    real = os.fsync

    def failing(opened: int) -> None:
        if stat.S_ISDIR(os.fstat(opened).st_mode):
            raise OSError(number, "no")
        real(opened)

    monkeypatch.setattr(os, "fsync", failing)
    if told:
        with pytest.raises(WriteError):
            write_file(tmp_path / "a.json", b"x")
    else:
        write_file(tmp_path / "a.json", b"x")


# Others at the file -----------------------------------------------------------------------------------------------


def change(path: Path) -> None:
    path.write_bytes(b"her")


def change_back_in_time(path: Path) -> None:
    """Change a file to one of the same length and with the same time as before."""
    before = path.stat()
    path.write_bytes(b"her")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def put_another_there(path: Path) -> None:
    path.with_name("other").write_bytes(b"hers")
    path.with_name("other").replace(path)


def put_a_pipe_there(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


@pytest.mark.parametrize("happens", [change, change_back_in_time, put_another_there, put_a_pipe_there, Path.unlink])
def test_what_changed_since_it_was_read_is_not_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, happens: Callable[[Path], None]
) -> None:
    """Up to the last moment: another's change stands, nothing is left beside it, and the error says so."""
    path = tmp_path / "a.json"
    path.write_bytes(b"one")
    real = os.fsync

    def meanwhile(opened: int) -> None:
        real(opened)
        happens(path)

    monkeypatch.setattr(os, "fsync", meanwhile)
    with pytest.raises(ChangedError, match=r"a\.json: it was changed meanwhile; nothing was written$"):
        write_file(path, b"mine", expected=FileContent(b"one"))
    assert not path.is_file() or path.read_bytes() in (b"her", b"hers")
    assert not list(tmp_path.glob(".*"))


def test_what_is_as_it_was_is_written(tmp_path: Path) -> None:
    """A file that was only touched, one that was not there and still is not; but not one that came meanwhile."""
    path = tmp_path / "a.json"
    write_file(path, b"one", expected=FileContent(None))
    os.utime(path, (1, 1))
    write_file(path, b"two", expected=FileContent(b"one"))
    assert path.read_bytes() == b"two"
    with pytest.raises(ChangedError):
        write_file(path, b"three", expected=FileContent(None))
    assert path.read_bytes() == b"two"


def test_what_is_no_file_is_not_changed_in_its_place(tmp_path: Path) -> None:
    """A pipe that was read is not written to."""
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(WriteError, match="not an ordinary file"):
        write_file(tmp_path / "pipe", b"x", expected=FileContent(b"one"))


# Elsewhere --------------------------------------------------------------------------------------------------------

ELSEWHERE = """
import os, sys
sys.modules["fcntl"] = None
for name in ("fchmod", "fchown", "fork", "listxattr", "getxattr", "setxattr", "O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK",
             "geteuid", "getuid", "mkfifo"):
    if hasattr(os, name):
        delattr(os, name)
from pathlib import Path
from dungeon_designer.text.writing import create_temporary_file
from dungeon_designer.text.writing import FileContent, write_file
folder = Path(sys.argv[1])
young, old = (create_temporary_file(folder, 0o600)[0] for _ in range(2))
os.utime(old, (1, 1))
write_file(folder / "a.json", b"one")
write_file(folder / "a.json", b"two", expected=FileContent(b"one"))
print((folder / "a.json").read_bytes().decode(), young.exists(), old.exists(), len(list(folder.iterdir())))
"""


def test_what_only_some_systems_have_is_not_needed(tmp_path: Path) -> None:
    """Without locks, owners, attributes and folders that can be synced files are written; a day later left ones go."""
    done = subprocess.run(
        [sys.executable, "-c", ELSEWHERE, str(tmp_path)], capture_output=True, text=True, cwd=PACKAGE.parent
    )
    assert done.stdout == "two True False 2\n", done.stderr
