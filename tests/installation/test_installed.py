"""The program as a stranger has it who installed the wheel by pip, pipx or uv."""

from __future__ import annotations

import re
import zipfile
from email.parser import Parser
from pathlib import Path

ROOT = Path(__file__).parents[2]

WHERE = "import dungeon_designer; print(dungeon_designer.__file__)"
OPEN_AND_CLOSE = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
app = QApplication([])
QTimer.singleShot(1500, app.quit)
from dungeon_designer.__main__ import main
sys.argv = ["dungeon-designer", "edit", *sys.argv[1:]]
main()
"""


def test_the_installed_package_is_the_one_that_runs(installed, program):
    """The installed program can reach nothing of the working copy."""
    said = program("-c", WHERE, command="python").stdout.strip()
    assert Path(said).is_relative_to(installed)


def test_it_checks_draws_and_prints_the_examples_it_carries(installed, program, tmp_path):
    """The installed program checks its own examples, draws one and prints one, outside the tree."""
    (examples,) = installed.glob("lib/python*/site-packages/dungeon_designer/examples")
    hall = examples / "naf-2019" / "the-four-winds.dungeon.yaml"
    done = program("check", examples / "naf-2019", "--strict")
    assert (done.returncode, done.stderr) == (0, "")
    for ending, *more in (("svg",), ("pdf",), ("png", "--pixels-per-square", "20"), ("html",)):
        assert program("render", hall, "-o", f"hall.{ending}", *more).returncode == 0
        assert (tmp_path / f"hall.{ending}").stat().st_size > 1000


def test_it_opens_the_editor(installed, program):
    """The installed program opens its window with a dungeon in it, and closes without a complaint."""
    (hall,) = installed.glob("lib/python*/site-packages/dungeon_designer/examples/naf-2019/the-four-winds*.yaml")
    done = program("-c", OPEN_AND_CLOSE, hall, command="python", QT_QPA_PLATFORM="offscreen")
    complaints = [line for line in done.stderr.splitlines() if "plugin does not support" not in line]  # Qt's own
    assert (done.returncode, complaints) == (0, [])


MANUAL = """
from pathlib import Path
from PySide6.QtCore import QSettings
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication
from dungeon_designer.editor.main_window import MainWindow
from dungeon_designer.editor.recovery import RecoveryFile
app = QApplication([])
QDesktopServices.openUrl = lambda address: print(address.toLocalFile()) or True
settings = QSettings(str(Path("settings.ini").resolve()), QSettings.Format.IniFormat)
window = MainWindow(settings, RecoveryFile(Path("recovery").resolve()))
window.actions_["manual"].trigger()
window.close()
del window  # before the application, as in the program; Python's order at its end is any, and may crash Qt
"""


def test_f1_opens_the_manual_that_came_with_the_program(installed, program):
    """The installed program opens the editor's page of its own site, which has its style and its search beside it."""
    done = program("-c", MANUAL, command="python", QT_QPA_PLATFORM="offscreen")
    page = Path(done.stdout.strip())
    assert (done.returncode, page.is_file()) == (0, True), done.stderr
    assert page.is_relative_to(installed)
    assert "The editor" in page.read_text(encoding="utf-8")
    site = page.parents[1]
    assert site.parts[-2:] == ("dungeon_designer", "site")
    for name in ("index.html", "search.js", "assets/javascripts/iframe-worker.js", "rules/chest-spacing.html"):
        assert (site / name).is_file()


def test_the_wheel_is_small_and_carries_the_manual_once(wheel):
    """The wheel takes at most 25 MB; it has the built manual, and not the pages that this was built from."""
    assert wheel.stat().st_size <= 25e6
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert [name for name in names if name.startswith("dungeon_designer/docs/")] == []
    assert "dungeon_designer/site/index.html" in names


def test_the_wheel_carries_types_examples_and_licences(wheel):
    """The wheel says that it is typed, holds every example, and names the licences of its fonts."""
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        (metadata,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        about = Parser().parsestr(archive.read(metadata).decode())
    assert "dungeon_designer/py.typed" in names
    for drawn in ("symbols/chest.svg", "themes/parchment.toml"):
        assert f"dungeon_designer/drawing/{drawn}" in names
    page = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("dungeon_designer/exports/web/*")}
    assert page
    assert page <= names
    examples = {path.relative_to(ROOT) for path in ROOT.glob("examples/*/*") if path.suffix in (".yaml", ".toml")}
    assert {f"dungeon_designer/{path.as_posix()}" for path in examples} <= names
    assert about["License-Expression"] == "MIT AND OFL-1.1 AND Bitstream-Vera"
    for licence in about.get_all("License-File"):
        assert any(re.search(rf"\.dist-info/licenses/{re.escape(licence)}$", name) for name in names)


def test_the_menu_entry_starts_this_installation(installed, program, tmp_path):
    """`desktop` writes entry, icon and file types for the user, and `desktop --remove` takes them away again."""
    wrote = program("desktop", XDG_DATA_HOME=str(tmp_path / "data"))
    assert wrote.returncode == 0
    entry = (tmp_path / "data" / "applications" / "dungeon-designer.desktop").read_text(encoding="utf-8")
    assert f"Exec={installed / 'bin' / 'dungeon-designer'} edit %f" in entry
    assert "*.dungeon.yaml" in (tmp_path / "data/mime/packages/dungeon-designer.xml").read_text(encoding="utf-8")
    removed = program("desktop", "--remove", XDG_DATA_HOME=str(tmp_path / "data"))
    assert removed.stdout.count("removed") == wrote.stdout.count("wrote") == 3
    assert not [path for path in (tmp_path / "data").rglob("dungeon-designer.*") if path.is_file()]
