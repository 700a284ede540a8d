"""Files: which format they hold, and why they cannot be read."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from dungeon_designer.errors import ReadError
from dungeon_designer.layout.dungeon_files import is_layout_file, read_dungeon_file, read_layout
from dungeon_designer.layout.layout_file import write_json
from dungeon_designer.layout.model import Layout
from dungeon_designer.text.file_reading import MAX_FILE_BYTES, decode_text, read_bytes
from dungeon_designer.text.read_faults import Fault

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
        ("map: .".encode("utf-16"), "1:1", "UTF-16"),
        ("map: .".encode("utf-16-be"), "1:1", "UTF-16"),
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
    assert caught.value.location == place
    assert words in caught.value.problem


def test_a_byte_order_mark_is_no_fault() -> None:
    """Files some Windows editors save are read."""
    assert read_layout(b"\xef\xbb\xbf" + SKETCH, "a.yaml").name == "Hall"


def test_a_file_is_read(tmp_path: Path) -> None:
    """A path gives its layout; an error names the path as it was given."""
    path = tmp_path / "hall.dungeon.yaml"
    path.write_bytes(SKETCH)
    assert read_dungeon_file(path).name == "Hall"
    assert read_dungeon_file(str(path)).name == "Hall"
    path.write_bytes(b"nam: x\n")
    with pytest.raises(ReadError, match=f"^{path}:1:1: nam: unknown key"):
        read_dungeon_file(path)


def test_what_is_no_file_is_named(tmp_path: Path) -> None:
    """A missing file, a folder, a name no system allows: one line each."""
    for path, words in (
        (tmp_path / "no.yaml", "there is no such file"),
        (tmp_path, "this is a folder"),
        (tmp_path / ("x" * 300), "cannot be read: file name too long"),
        (Path("a\0b"), "cannot be read: embedded null byte"),
    ):
        with pytest.raises(ReadError, match=words) as caught:
            read_dungeon_file(path)
        assert "\n" not in str(caught.value)
        assert "\0" not in str(caught.value)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_one_may_not_read_is_named(tmp_path: Path) -> None:
    """A file without permission is one line."""
    path = tmp_path / "a.yaml"
    path.write_bytes(SKETCH)
    path.chmod(0)
    with pytest.raises(ReadError, match="you may not read this file"):
        read_dungeon_file(path)


def test_reading_and_writing_load_nothing_heavy() -> None:
    """How fast `check` starts depends on what its parts import."""
    code = (
        "import sys; from dungeon_designer.layout import dungeon_files, layout_file, sketch_writer;"
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
        read_dungeon_file(path)
    assert time.process_time() - start < 1


def test_the_limit_itself_is_allowed(tmp_path: Path) -> None:
    """A file of as many bytes as the limit is read; one more byte is refused."""
    path = tmp_path / "a.yaml"
    path.write_bytes(b"1234")
    assert read_bytes(path, max_bytes=4) == decode_text(b"1234", max_bytes=4).encode() == b"1234"
    with pytest.raises(ReadError, match="larger"):
        read_bytes(path, max_bytes=3)
    with pytest.raises(Fault, match="larger"):
        decode_text(b"1234", max_bytes=3)


def test_standard_input_has_the_same_limit() -> None:
    """Bytes beyond the limit are refused before they are looked at."""
    with pytest.raises(ReadError, match=r"larger than 16 MB"):
        read_layout(bytes(MAX_FILE_BYTES + 1), "-")


def test_an_endless_file_is_refused() -> None:
    """A device that never ends says nothing about its size; reading stops at the limit."""
    with pytest.raises(ReadError, match=r"larger than 16 MB"):
        read_dungeon_file("/dev/zero")
