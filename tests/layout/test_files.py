"""Files: which format they hold, why they cannot be read, and how they are written in one step."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from dungeon_designer.errors import ReadError, WriteError
from dungeon_designer.layout.files import is_layout_file, read_file, read_layout, write_file
from dungeon_designer.layout.model import Layout
from dungeon_designer.layout.writer import write_json
from dungeon_designer.text.faults import Fault
from dungeon_designer.text.files import LARGEST, decoded, read_bytes

SKETCH = b"name: Hall\nmap: <..>\n"
FILE = write_json(Layout(name="Hall"))


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.dungeon.yaml", SKETCH),
        ("a.yml", SKETCH),
        ("A.YAML", SKETCH),
        ("a.dungeon.json", FILE),
        ("a.json", FILE),
        ("-", SKETCH),
        ("-", FILE),
        ("-", b"\xef\xbb\xbf \n" + FILE),
        ("a.txt", SKETCH),
        ("a", FILE),
    ],
)
def test_ending_or_content_tells_the_format(name: str, data: bytes) -> None:
    """The ending decides; where it says nothing, the first letter does."""
    assert read_layout(data, name).name == "Hall"


def test_the_ending_counts_before_the_content() -> None:
    """A sketch called .json is refused as what its name says it is."""
    assert not is_layout_file("a.yaml", "{}")
    with pytest.raises(ReadError, match=r"a\.json:1:1: not valid JSON"):
        read_layout(SKETCH, "a.json")


@pytest.mark.parametrize(
    ("data", "place", "words"),
    [
        ("map: .".encode("utf-16"), "", "UTF-16"),
        (b"map: .\nname: caf\xe9\n", "2:10", "the byte 0xe9 is not UTF-8"),
        ("name: é\nmap: ".encode() + b"\xff", "2:6", "0xff"),
        (b"\x89PNG\r\n\x1a\n\0\0", "1:1", "0x89"),
        (b"map: .\0", "1:7", "U+0000"),
        (b"PK\x03\x04", "1:3", "U+0003"),
    ],
)
def test_what_is_no_text_is_named(data: bytes, place: str, words: str) -> None:
    """Other encodings and binary files are refused at their first wrong byte."""
    with pytest.raises(ReadError) as caught:
        read_layout(data, "a.yaml")
    assert caught.value.place == place
    assert words in caught.value.problem


def test_a_byte_order_mark_is_no_fault() -> None:
    """Files some Windows editors save are read."""
    assert read_layout(b"\xef\xbb\xbf" + SKETCH, "a.yaml").name == "Hall"


def test_a_file_is_read(tmp_path: Path) -> None:
    """A path gives its layout; an error names the path as it was given."""
    path = tmp_path / "hall.dungeon.yaml"
    path.write_bytes(SKETCH)
    assert read_file(path).name == "Hall"
    assert read_file(str(path)).name == "Hall"
    path.write_bytes(b"nam: x\n")
    with pytest.raises(ReadError, match=f"^{path}:1:1: nam: unknown key"):
        read_file(path)


def test_what_is_no_file_is_named(tmp_path: Path) -> None:
    """A missing file, a folder, a name no system allows: one line each."""
    for path, words in (
        (tmp_path / "no.yaml", "there is no such file"),
        (tmp_path, "this is a folder"),
        (tmp_path / ("x" * 300), "cannot be read: file name too long"),
        (Path("a\0b"), "cannot be read: embedded null byte"),
    ):
        with pytest.raises(ReadError, match=words) as caught:
            read_file(path)
        assert "\n" not in str(caught.value)
        assert "\0" not in str(caught.value)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_one_may_not_read_is_named(tmp_path: Path) -> None:
    """A file without permission is one line."""
    path = tmp_path / "a.yaml"
    path.write_bytes(SKETCH)
    path.chmod(0)
    with pytest.raises(ReadError, match="you may not read this file"):
        read_file(path)


def test_reading_and_writing_load_nothing_heavy() -> None:
    """How fast `check` starts depends on what its parts import."""
    code = (
        "import sys; from dungeon_designer.layout import files, sketch_writer, writer;"
        "print(*{'numpy', 'networkx', 'shapely', 'scipy', 'rich', 'click', 'jsonschema'} & set(sys.modules))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "\n"


def test_a_hundred_megabytes_are_refused_unread(tmp_path: Path) -> None:
    """A file beyond the limit is refused before a byte of it is read."""
    path = tmp_path / "big.yaml"
    with path.open("wb") as file:
        file.truncate(100 * 2**20)
    start = time.process_time()
    with pytest.raises(ReadError, match=r"larger than 16 MB"):
        read_file(path)
    assert time.process_time() - start < 1


def test_the_limit_itself_is_allowed(tmp_path: Path) -> None:
    """As many bytes as the limit are read, one more is not."""
    path = tmp_path / "a.yaml"
    path.write_bytes(b"1234")
    assert read_bytes(path, largest=4) == decoded(b"1234", largest=4).encode() == b"1234"
    with pytest.raises(ReadError, match="larger"):
        read_bytes(path, largest=3)
    with pytest.raises(Fault, match="larger"):
        decoded(b"1234", largest=3)


def test_standard_input_has_the_same_limit() -> None:
    """Bytes beyond the limit are refused before they are looked at."""
    with pytest.raises(ReadError, match=r"larger than 16 MB"):
        read_layout(bytes(LARGEST + 1), "-")


def test_an_endless_file_is_refused() -> None:
    """A device that never ends says nothing about its size; reading stops at the limit."""
    with pytest.raises(ReadError, match=r"larger than 16 MB"):
        read_file("/dev/zero")


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
