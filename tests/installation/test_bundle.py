"""The recipe of the bundle: what it takes along, what it leaves out, and whose licences it names."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from scripts import bundle
from scripts.licences import build_licence_document
from scripts.self_test import list_calls, run_call

ROOT = Path(__file__).parents[2]
PACKAGES = "/home/anna/.venv/lib/python3.11/site-packages"


def test_it_takes_what_the_program_requires_and_nothing_else():
    """Modules of libraries that the program does not require are left out, installed or not; its own are taken."""
    unused = set(bundle.list_unused_modules())
    assert {"PySide6", "networkx", "numpy", "yaml", "fontTools", "markdown_it", "typst"}.isdisjoint(unused)
    assert {"numba", "distributed", "pytest", "mkdocs"} <= unused


def test_it_names_whose_files_it_holds():
    """The list of collected files tells the libraries and the files of the system; the theme of the manual is added."""
    analysis = f"""[('networkx', '{PACKAGES}/networkx/__init__.py', 'PYMODULE'),
 ('libxcb.so.1', '/lib/x86_64-linux-gnu/libxcb.so.1', 'BINARY'), ('os', '/usr/lib/python3.11/os.py', 'PYMODULE'),
 ('_yaml', 'C:\\\\\\\\hall\\\\\\\\site-packages\\\\\\\\yaml\\\\\\\\_yaml.pyd', 'EXTENSION')]"""
    libraries, system_files = bundle.list_parts(analysis)
    assert libraries == {"networkx", "PyYAML", "zensical", "pyinstaller"}
    assert system_files == {Path("/lib/x86_64-linux-gnu/libxcb.so.1")}


def test_licences_are_named_with_their_texts():
    """The document of licences holds the program's, Python's, each library's, and Qt's, which comes without a text."""
    text = build_licence_document(["networkx", "PySide6_Essentials"], [])
    for part in ("MIT License", "SIL OPEN FONT LICENSE", "PYTHON SOFTWARE FOUNDATION", "NetworkX Developers"):
        assert part.lower() in text.lower(), part
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in text
    assert "TERMS AND CONDITIONS" in text


def test_an_archive_unpacks_to_the_same_folder(tmp_path, monkeypatch):
    """Packing and unpacking keep contents, modes and links."""
    folder = tmp_path / "dist" / "dungeon-designer"
    folder.mkdir(parents=True)
    (folder / "dungeon-designer").write_text("program", encoding="utf-8")
    (folder / "dungeon-designer").chmod(0o755)
    (folder / "linked").symlink_to("dungeon-designer")
    monkeypatch.setattr(bundle, "BUNDLE_FOLDER", folder)
    archive = bundle.pack_bundle()
    assert archive.parent == folder.parent
    bundle.unpack_archive(archive, tmp_path / "out")
    unpacked = tmp_path / "out" / "dungeon-designer"
    assert (unpacked / "linked").is_symlink()
    assert (unpacked / "linked").read_text(encoding="utf-8") == "program"
    assert (unpacked / "dungeon-designer").stat().st_mode & 0o111


def test_the_self_test_passes_with_the_installed_program(installed, program, tmp_path):
    """Each command of the self-test works with the installed wheel; the last one opens the editor."""
    (examples,) = installed.glob("lib/python*/site-packages/dungeon_designer/examples/naf-2019")
    calls = list(list_calls(str(examples), str(tmp_path)))
    assert calls[-1][0] == "edit"
    for arguments in calls:
        if arguments[0] in ("--version", "check", "convert"):  # other tests call the slow ones
            assert program(*arguments).returncode == 0


def test_the_self_test_notices_a_failure(capfd):
    """A command that ends with another status than 0 ends the self-test, with what it wrote on standard error."""
    run_call([sys.executable, "-c", "pass"], ["check"], {})
    with pytest.raises(SystemExit):
        run_call([sys.executable, "-c", "raise SystemExit('no such hall')"], ["check"], {})
    assert "no such hall (status 1)" in capfd.readouterr().out
    with pytest.raises(SystemExit):  # a window that closes by itself
        run_call([sys.executable, "-c", "pass"], ["edit"], {})


def test_the_readme_of_the_bundle_is_short_and_names_its_parts():
    """What stands at the top of the folder says how to start, and where manual and licences are."""
    text = bundle.build_readme()
    assert all(name in text for name in ("manual.html", "LICENCES.txt", "edit", "examples"))
    assert max(map(len, text.splitlines())) <= 100
