"""Build a folder that runs without an installed Python: `python -m scripts.bundle`, or `make bundle`.

PyInstaller puts the program, its libraries and a Python into `dist/dungeon-designer`. On Linux the folder is then
tested in a separate file system root. That root contains the C library and the system libraries of `scripts/prepare`,
but no Python. The test checks a dungeon, prints it and opens the editor there. On Windows and macOS the same recipe
should work, but nobody has tested it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

PROJECT_ROOT = Path(__file__).resolve().parents[1]
BUNDLE_FOLDER = PROJECT_ROOT / "dist" / "dungeon-designer"
PROGRAM = "dungeon-designer"

_DATA_FOLDERS = {"tile_library": "dungeon_designer/tile_library", "examples": "dungeon_designer/examples"}
"""Folders outside the package that the program reads, each with the place where the program looks for it.

Data files inside the package are collected by PyInstaller itself.
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

_WINDOW_DELAY_S = 6
"""Seconds after which the editor's window counts as opened, if the program still runs."""

_EXAMPLE_FOLDER = "/bundle/_internal/dungeon_designer/examples/naf-2019"
_EXAMPLE_FILE = f"{_EXAMPLE_FOLDER}/the-four-winds.dungeon.yaml"
_TEST_CALLS = (
    ("check", _EXAMPLE_FOLDER),
    ("render", _EXAMPLE_FILE, "-o", "/home/hall.pdf"),
    ("render", _EXAMPLE_FILE, "-o", "/home/hall.png", "--dpi", "300"),
    ("explain", "chest-spacing"),
    ("edit", _EXAMPLE_FILE),
)
"""The commands that are run in the bare root, where the bundle is in `/bundle`."""


def build_bundle() -> None:
    """Run PyInstaller to build the bundle: a folder with the program, its libraries and a Python.

    Raises:
        CalledProcessError: PyInstaller fails.
    """
    data = [f"--add-data={PROJECT_ROOT / source}{os.pathsep}{target}" for source, target in _DATA_FOLDERS.items()]
    entry = PROJECT_ROOT / "build" / "bundle" / f"{PROGRAM}.py"
    entry.parent.mkdir(parents=True, exist_ok=True)
    entry.write_text("from dungeon_designer.__main__ import main\n\nmain()\n", encoding="utf-8")
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--clean", "--log-level=WARN", f"--name={PROGRAM}",
            "--collect-submodules=dungeon_designer", "--collect-data=dungeon_designer",
            "--collect-all=resvg_py", "--collect-all=typst",
            "--exclude-module=tkinter", *data, f"--distpath={PROJECT_ROOT / 'dist'}",
            f"--workpath={entry.parent}", f"--specpath={entry.parent}", str(entry)]  # fmt: skip
    subprocess.run(command, check=True, cwd=PROJECT_ROOT)  # noqa: S603 - our own words


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


def build_bare_root(root: Path) -> None:
    """Fill an empty folder with the bundle and the system libraries that it needs, and nothing else.

    It can then be the root of a file system, in which it is tested whether the bundle runs without Python.
    """
    shutil.copytree(BUNDLE_FOLDER, root / "bundle", symlinks=True)
    listed_libraries = list(find_system_libraries())
    loaded_libraries = find_loaded_libraries([BUNDLE_FOLDER / PROGRAM, *listed_libraries], BUNDLE_FOLDER)
    for path in {*listed_libraries, *loaded_libraries}:
        target = root / path.relative_to("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path.resolve(), target)
    for folder in ("tmp", "proc", "dev", "home", "etc/fonts"):
        (root / folder).mkdir(parents=True, exist_ok=True)
    (root / "etc/ld.so.cache").unlink(missing_ok=True)


def try_bundle() -> bool:
    """Run the test commands in a bare root and return True, or return False if this test is impossible here.

    The test needs Linux, where a user may create a root (`unshare`). Otherwise one printed line gives the reason.

    Raises:
        SystemExit: a command fails.
    """
    if not sys.platform.startswith("linux"):
        print(f"{BUNDLE_FOLDER} was built, but not tested: the test needs Linux")
        return False
    if subprocess.run(["unshare", "-r", "true"], capture_output=True, check=False).returncode:  # noqa: S607
        print(f"{BUNDLE_FOLDER} was built, but not tested: on this system users cannot create a root (unshare)")
        return False
    with tempfile.TemporaryDirectory() as root:
        build_bare_root(Path(root))
        for arguments in _TEST_CALLS:
            _run_in_root(root, *arguments)
    return True


def _run_in_root(root: str, *arguments: str) -> None:
    """Run one command of the bundle in a file system that has little else, and print whether it works.

    A command works if it ends with status 0. The editor works if its window is still open after some seconds.

    Raises:
        SystemExit: the command does not work.
    """
    environment = {"HOME": "/home", "LC_ALL": "C.UTF-8", "QT_QPA_PLATFORM": "offscreen", "PATH": os.environ["PATH"],
                   "LD_LIBRARY_PATH": _build_library_path(Path(root))}  # fmt: skip
    command = ["unshare", "-r", "chroot", root, f"/bundle/{PROGRAM}", *arguments]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)  # noqa: S603
    opens_window = arguments[0] == "edit"
    try:
        error_output = process.communicate(timeout=_WINDOW_DELAY_S if opens_window else None)[1]
        succeeded = not opens_window and not process.returncode
    except subprocess.TimeoutExpired:
        process.kill()
        error_output, succeeded = process.communicate()[1], opens_window
    print(f"{PROGRAM} {' '.join(arguments)}: {'works' if succeeded else error_output.strip() or 'failed'}")
    if not succeeded:
        raise SystemExit(1)


def _build_library_path(root: Path) -> str:
    """Return the folders of the copied libraries, joined by colons, since a bare root has no cache of libraries."""
    folders = {path.parent for path in root.rglob("*.so*") if not path.is_relative_to(root / "bundle")}
    return ":".join(sorted(f"/{folder.relative_to(root)}" for folder in folders))


def main() -> None:
    """Build the bundle, print its size and test it."""
    build_bundle()
    size = sum(path.stat().st_size for path in BUNDLE_FOLDER.rglob("*") if path.is_file()) / 1e6
    print(f"{BUNDLE_FOLDER}: {size:.0f} MB")
    if try_bundle():
        print("It runs without Python.")


if __name__ == "__main__":
    main()
