"""Build a folder that runs without an installed Python, as one archive: `python -m scripts.bundle`, or `make bundle`.

PyInstaller puts the program, its libraries and a Python into `dist/dungeon-designer`. The manual and the licences are
added, and the folder is packed. The archive is then unpacked and tested. On Linux this happens in a separate file
system root, which contains the C library and the system libraries of `scripts/prepare`, but no Python. On Windows and
macOS the same recipe should work, but nobody has tested it.
"""

from __future__ import annotations

import importlib.metadata
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterable, Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from dungeon_designer import __version__
from scripts.build_site import build_site
from scripts.licences import build_licence_document
from scripts.self_test import PROGRAM, list_calls, run_call, try_program

PROJECT_ROOT = Path(__file__).resolve().parents[1]
BUNDLE_FOLDER = PROJECT_ROOT / "dist" / PROGRAM
MAX_ARCHIVE_MB = 130.0
"""The most that the packed bundle may take."""

_PACKAGE_FOLDER = "_internal/dungeon_designer"
"""The folder of the program's data in the bundle, where PyInstaller puts it."""

_WORK_FOLDER = PROJECT_ROOT / "build" / "bundle"
_SITE_FOLDER = _WORK_FOLDER / "site"

_DATA_FOLDERS = {
    PROJECT_ROOT / "tile_library": "dungeon_designer/tile_library",
    PROJECT_ROOT / "examples": "dungeon_designer/examples",
    _SITE_FOLDER: "dungeon_designer/site",
}
"""Folders outside the package that the program reads, each with the place where the program looks for it.

Data files inside the package are collected by PyInstaller itself.
"""

_README = """\
Dungeon Designer {version}

This folder runs without an installation. Put it where you like, and start it in a terminal:

    {command} edit                          opens the editor
    {command} check my.dungeon.yaml         says whether a dungeon is legal, and why not
    {command} --help                        lists all commands

manual.html is the manual, LICENCES.txt says whose work this is. Examples are in
{examples}
"""

_MANUAL_PAGE = """\
<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Dungeon Designer</title>
<meta http-equiv="refresh" content="0; url={address}"></head>
<body><p><a href="{address}">The manual</a></p></body></html>
"""

_QT_LIBRARIES = ("libGL.so.1", "libEGL.so.1", "libxkbcommon.so.0", "libdbus-1.so.3", "libfontconfig.so.1",
              "libglib-2.0.so.0", "libgthread-2.0.so.0")  # fmt: skip
"""The system libraries that Qt needs. `scripts/prepare` installs them, and README lists them."""

_C_LIBRARIES = (
    "libc.so.6",
    "libm.so.6",
    "libdl.so.2",
    "libpthread.so.0",
    "librt.so.1",
    "libutil.so.1",
    "libresolv.so.2",
)
"""The files that the package of the C library contains besides the loader."""


def build_bundle() -> None:
    """Build the bundle: a folder with the program, its libraries, a Python, the manual and the licences.

    Raises:
        CalledProcessError: PyInstaller fails.
    """
    _WORK_FOLDER.mkdir(parents=True, exist_ok=True)
    build_site(_SITE_FOLDER)
    data = [f"--add-data={source}{os.pathsep}{target}" for source, target in _DATA_FOLDERS.items()]
    entry = _WORK_FOLDER / f"{PROGRAM}.py"
    entry.write_text("from dungeon_designer.__main__ import main\n\nmain()\n", encoding="utf-8")
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--clean", "--log-level=WARN", f"--name={PROGRAM}",
            "--collect-submodules=dungeon_designer", "--collect-data=dungeon_designer",
            "--collect-all=resvg_py", "--collect-all=typst",
            *(f"--exclude-module={module}" for module in ("tkinter", *list_unused_modules())), *data,
            f"--distpath={BUNDLE_FOLDER.parent}", f"--workpath={_WORK_FOLDER}", f"--specpath={_WORK_FOLDER}",
            str(entry)]  # fmt: skip
    subprocess.run(command, check=True, cwd=PROJECT_ROOT)  # noqa: S603 - our own words
    _add_texts()


def list_unused_modules() -> list[str]:
    """Return the modules of all installed libraries that the program does not require, sorted.

    Libraries import others if these happen to be installed: networkx imports pandas. Without them the bundle holds the
    same wherever it is built. Compiled games are left out, too: numba needs the program's sources, which no bundle has.
    """
    needed = list_required_libraries(PROGRAM)
    names_by_module = packages_distributions()
    return sorted(
        module for module, names in names_by_module.items() if not needed & set(map(canonicalize_name, names))
    )


def list_required_libraries(library: str) -> set[str]:
    """Return the normalised names of an installed library and of all libraries that it requires, without extras."""
    required: set[str] = set()
    waiting = [library]
    while waiting:
        name = canonicalize_name(waiting.pop())
        if name in required:
            continue
        required.add(name)
        requirements = map(Requirement, importlib.metadata.requires(name) or ())
        waiting += [each.name for each in requirements if each.marker is None or each.marker.evaluate({"extra": ""})]
    return required


def _add_texts() -> None:
    """Write what a person looks for into the top folder of the bundle: how to start, the manual, the licences."""
    licences = build_licence_document(*list_parts((_WORK_FOLDER / PROGRAM / "Analysis-00.toc").read_text("utf-8")))
    texts = {
        "README.txt": build_readme(),
        "manual.html": _MANUAL_PAGE.format(address=f"{_PACKAGE_FOLDER}/site/index.html"),
        "LICENCES.txt": licences,
    }
    for name, text in texts.items():
        (BUNDLE_FOLDER / name).write_text(text, encoding="utf-8")


def build_readme() -> str:
    """Return what `README.txt` says: how to start the program, and what else is in the folder."""
    command = PROGRAM if os.name == "nt" else f"./{PROGRAM}"
    return _README.format(version=__version__, command=command, examples=f"{_PACKAGE_FOLDER}/examples")


def list_parts(analysis: str) -> tuple[set[str], set[Path]]:
    """Return whose files PyInstaller collected.

    Args:
        analysis: the list of files that PyInstaller writes, in which each file stands with its path.

    Returns:
        The names of the Python libraries, and the paths of the files that come from the operating system.
    """
    libraries_by_module = packages_distributions()
    modules = set(re.findall(r"site-packages[\\/]+([A-Za-z0-9_]+)", analysis))
    libraries = {name for module in modules for name in libraries_by_module.get(module, ())}
    system_files = {Path(path) for path in re.findall(r"'(/(?:usr/)?lib/[^']+\.so[^']*)'", analysis)}
    # the built manual holds the scripts and styles of its theme; the program is made by PyInstaller's starter
    return (libraries | {"zensical", "pyinstaller"}) - {PROGRAM}, system_files


def pack_bundle() -> Path:
    """Pack the bundle as one archive and return its path: a ZIP file on Windows, elsewhere TAR packed by LZMA."""
    system = {"Darwin": "macos"}.get(platform.system(), platform.system().lower())
    stem = BUNDLE_FOLDER.parent / f"{PROGRAM}-{__version__}-{system}-{platform.machine().lower()}"
    kind = "zip" if os.name == "nt" else "xztar"
    return Path(shutil.make_archive(str(stem), kind, root_dir=BUNDLE_FOLDER.parent, base_dir=BUNDLE_FOLDER.name))


def unpack_archive(archive: Path, folder: Path) -> None:
    """Unpack an archive that `pack_bundle` made."""
    if archive.suffix == ".zip":
        shutil.unpack_archive(archive, folder)
        return
    with tarfile.open(archive) as packed:
        packed.extraction_filter = getattr(tarfile, "tar_filter", None)  # Python 3.11.2 knows none
        packed.extractall(folder)  # noqa: S202 - our own


def find_loaded_libraries(files: Iterable[Path], bundle: Path) -> set[Path]:
    """Return the system libraries that some programs or libraries load, as `ldd` lists them.

    Args:
        files: the programs and libraries to examine.
        bundle: the folder of the bundle; libraries in this folder are left out.
    """
    libraries: set[Path] = set()
    for file in files:
        output = subprocess.run(["ldd", str(file)], capture_output=True, text=True, check=False).stdout  # noqa: S603, S607
        libraries.update(Path(path) for path in re.findall(r"(/\S+) \(0x", output))
    return {path for path in libraries if not path.is_relative_to(bundle)}


def find_system_libraries() -> Iterator[Path]:
    """Yield the paths of the libraries of Qt and C on this system; libraries that are missing are skipped."""
    ldconfig_output = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True, check=True).stdout
    for name in (*_QT_LIBRARIES, *_C_LIBRARIES):
        match = re.search(rf"^\s*{re.escape(name)} .*=> (\S+)$", ldconfig_output, re.MULTILINE)
        if match:
            yield Path(match[1])


def build_bare_root(archive: Path, root: Path) -> None:
    """Fill an empty folder with the unpacked bundle and the system libraries that it needs, and nothing else.

    It can then be the root of a file system, in which it is tested whether the bundle runs without Python.
    """
    unpack_archive(archive, root)
    listed_libraries = list(find_system_libraries())
    loaded_libraries = find_loaded_libraries([BUNDLE_FOLDER / PROGRAM, *listed_libraries], BUNDLE_FOLDER)
    for path in {*listed_libraries, *loaded_libraries}:
        target = root / path.relative_to("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path.resolve(), target)
    for folder in ("tmp", "proc", "dev/shm", "home", "etc/fonts"):  # processes share locks in /dev/shm
        (root / folder).mkdir(parents=True, exist_ok=True)
    (root / "etc/ld.so.cache").unlink(missing_ok=True)


def try_bundle(archive: Path) -> None:
    """Unpack the bundle and run the commands of the test: in a bare root if this system allows that.

    The bare root needs Linux, where a user may create one (`unshare`). Elsewhere the bundle runs in an empty home,
    without any program on the path.

    Raises:
        SystemExit: a command fails.
    """
    with tempfile.TemporaryDirectory() as folder:
        if _can_create_root():
            _try_in_bare_root(archive, Path(folder))
            print("It runs without Python.")
        else:
            unpack_archive(archive, Path(folder))
            unpacked = Path(folder).resolve() / PROGRAM
            program = unpacked / (f"{PROGRAM}.exe" if os.name == "nt" else PROGRAM)
            try_program(str(program), unpacked / _PACKAGE_FOLDER / "examples" / "naf-2019")
            print("It runs in an empty home. Whether it needs a Python was not tested: that needs Linux and unshare.")


def _can_create_root() -> bool:
    """Return whether a user may make a folder the root of a program's file system."""
    if not sys.platform.startswith("linux"):
        return False
    return not subprocess.run(["unshare", "-r", "true"], capture_output=True, check=False).returncode  # noqa: S607


def _try_in_bare_root(archive: Path, root: Path) -> None:
    """Run the commands of the test in a file system that has little else than the bundle."""
    build_bare_root(archive, root)
    environment = {"HOME": "/home", "LC_ALL": "C.UTF-8", "QT_QPA_PLATFORM": "offscreen", "PATH": os.environ["PATH"],
                   "LD_LIBRARY_PATH": _build_library_path(root)}  # fmt: skip
    command = ["unshare", "--map-root-user", f"--root={root}", f"/{PROGRAM}/{PROGRAM}"]  # chroot is in no user's path
    for arguments in list_calls(f"/{PROGRAM}/{_PACKAGE_FOLDER}/examples/naf-2019", "/home"):
        run_call(command, arguments, environment)


def _build_library_path(root: Path) -> str:
    """Return the folders of the copied libraries, joined by colons, since a bare root has no cache of libraries."""
    folders = {path.parent for path in root.rglob("*.so*") if not path.is_relative_to(root / PROGRAM)}
    return ":".join(sorted(f"/{folder.relative_to(root)}" for folder in folders))


def main() -> None:
    """Build and pack the bundle, print its sizes and test it.

    Raises:
        SystemExit: the archive is too large, or a command fails in the test.
    """
    build_bundle()
    files = [path for path in BUNDLE_FOLDER.rglob("*") if path.is_file() and not path.is_symlink()]
    archive = pack_bundle()
    size, packed_size = sum(path.stat().st_size for path in files) / 1e6, archive.stat().st_size / 1e6
    print(f"{BUNDLE_FOLDER}: {size:.0f} MB; {archive}: {packed_size:.0f} MB", flush=True)
    if packed_size > MAX_ARCHIVE_MB:
        raise SystemExit(f"{archive} is too large: {packed_size:.0f} MB, at most {MAX_ARCHIVE_MB:.0f}")
    try_bundle(archive)


if __name__ == "__main__":
    main()
