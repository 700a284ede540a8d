"""`check --fix`: files are mended, and the difference shown."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from dungeon_designer.layout.dungeon_files import read_dungeon_file
from dungeon_designer.layout.model import Layout
from dungeon_designer.rules.autofix import FixResult

from .conftest import ILLEGAL, LEGAL, RENUMBERED, Call

DIFFERENCE = """\
misnumbered.dungeon.yaml: portal 7 at (5, 0) becomes 1
--- misnumbered.dungeon.yaml
+++ misnumbered.dungeon.yaml
@@ -1,4 +1,4 @@
 # a remark
 name: Misnumbered
 map: |
-  <<.C.7.>>
+  <<.C.1.>>

"""


def test_the_file_is_mended_and_the_difference_shown(check: Call, table: Path) -> None:
    """The mended file is written, checked as written, and what changed stands before the report."""
    called = check("misnumbered.dungeon.yaml", "--fix")
    assert called.status == 0
    assert called.out.startswith(DIFFERENCE)
    assert "misnumbered.dungeon.yaml (Misnumbered): legal under cup; no problems" in called.out
    assert (table / "misnumbered.dungeon.yaml").read_text() == RENUMBERED.replace("7", "1")


def test_files_without_a_mend_are_not_touched(check: Call, table: Path) -> None:
    """A file that cannot be fixed keeps its bytes and its time."""
    before = (table / "illegal.dungeon.yaml").stat().st_mtime_ns
    called = check("illegal.dungeon.yaml", "legal.dungeon.yaml", "--fix")
    assert called.status == 1
    assert "---" not in called.out
    assert (table / "illegal.dungeon.yaml").stat().st_mtime_ns == before
    assert (table / "illegal.dungeon.yaml").read_text() == ILLEGAL


def test_only_files_named_are_written(check: Call, table: Path) -> None:
    """Beside the file named nothing is written, and nothing temporary is left."""
    before = sorted(path.name for path in table.iterdir())
    check("misnumbered.dungeon.yaml", "--fix")
    assert sorted(path.name for path in table.iterdir()) == before
    assert (table / "legal.dungeon.yaml").read_text() == LEGAL


def test_programs_get_a_whole_document(check: Call) -> None:
    """With a report for programs the difference goes to standard error."""
    called = check("misnumbered.dungeon.yaml", "--fix", "--format", "json")
    assert json.loads(called.out)["reports"][0]["legal"] is True
    assert called.err == DIFFERENCE


def test_standard_input_is_only_shown(check: Call) -> None:
    """There is no file to write, so the difference is shown and the verdict is on what came in."""
    called = check("-", "--fix", stdin=RENUMBERED)
    assert called.status == 1
    assert "+  <<.C.1.>>" in called.out
    assert "(standard input is not written)" in called.out


def test_layout_files_are_mended_too(check: Call, call: Call, table: Path) -> None:
    """A layout file stays a layout file."""
    call("convert", "misnumbered.dungeon.yaml", "hall.dungeon.json")
    assert check("hall.dungeon.json", "--fix").status == 0
    assert read_dungeon_file(table / "hall.dungeon.json").portals[0].number == 1


def test_a_file_that_cannot_be_written_keeps_its_content(
    check: Call, table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk, say: one line, status 2, the old file whole, the other files still mended."""
    from dungeon_designer.cli import check as fixing
    from dungeon_designer.errors import WriteError

    (table / "other.dungeon.yaml").write_text(RENUMBERED)
    real = fixing.write_file

    def full(path: str, data: bytes, **over: object) -> None:
        if path.startswith("mis"):
            raise WriteError(f"{path}: cannot be written: no space left on device")
        real(path, data, **over)

    monkeypatch.setattr(fixing, "write_file", full)
    called = check("misnumbered.dungeon.yaml", "other.dungeon.yaml", "--fix")
    assert called.status == 2
    assert called.complaint == "misnumbered.dungeon.yaml: cannot be written: no space left on device"
    assert (table / "misnumbered.dungeon.yaml").read_text() == RENUMBERED
    assert "7" not in (table / "other.dungeon.yaml").read_text()


def test_unreadable_files_are_named_as_ever(check: Call) -> None:
    """--fix does not change what is said of files that cannot be read."""
    called = check("gone.dungeon.yaml", "misnumbered.dungeon.yaml", "--fix")
    assert called.status == 2
    assert called.complaint == "gone.dungeon.yaml: there is no such file"


def test_a_waived_finding_is_not_mended(check: Call, table: Path) -> None:
    """A waived problem is not fixed."""
    text = f"{RENUMBERED}waivers: [{{rule: portal-numbers, reason: seven is lucky}}]\n"
    (table / "misnumbered.dungeon.yaml").write_text(text)
    assert check("misnumbered.dungeon.yaml", "--fix-all").status == 0
    assert (table / "misnumbered.dungeon.yaml").read_text() == text


@pytest.mark.parametrize("change", ["written", "replaced", "removed"])
def test_a_file_changed_meanwhile_is_not_written_over(
    check: Call, table: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    """A file that another program changed meanwhile stays, with one line and status 2; others are still fixed."""
    from dungeon_designer.rules.autofix import Autofix

    path = table / "misnumbered.dungeon.yaml"
    (table / "other.dungeon.yaml").write_text(RENUMBERED)
    real = Autofix.fix_layout

    def meanwhile(self: Autofix, layout: Layout, known: FixResult) -> FixResult:
        monkeypatch.setattr(Autofix, "fix_layout", real)
        before = path.stat()
        if change == "written":
            path.write_text(RENUMBERED.replace("C", "."))
            os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        elif change == "replaced":
            (table / "new").write_text(ILLEGAL)
            (table / "new").replace(path)
        else:
            path.unlink()
        return real(self, layout, known)

    monkeypatch.setattr(Autofix, "fix_layout", meanwhile)
    called = check("misnumbered.dungeon.yaml", "other.dungeon.yaml", "--fix")
    assert called.status == 2
    assert called.complaint == "misnumbered.dungeon.yaml: it was changed meanwhile; nothing was written"
    assert "misnumbered.dungeon.yaml: portal 7" not in called.out
    found = path.read_text() if path.exists() else None
    assert found == {"written": RENUMBERED.replace("C", "."), "replaced": ILLEGAL, "removed": None}[change]
    assert "7" not in (table / "other.dungeon.yaml").read_text()
    assert not list(table.glob(".*"))


def test_one_file_by_two_names_is_mended_once(check: Call, table: Path) -> None:
    """Named by a link and by itself it is mended under the first name, and well under the second."""
    (table / "link.dungeon.yaml").symlink_to("misnumbered.dungeon.yaml")
    called = check("link.dungeon.yaml", "misnumbered.dungeon.yaml", "--fix")
    assert called.status == 0
    assert called.out.count("becomes 1") == 1
    assert (table / "link.dungeon.yaml").is_symlink()
    assert "7" not in (table / "misnumbered.dungeon.yaml").read_text()
