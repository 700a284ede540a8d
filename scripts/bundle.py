"""Makes a folder that runs where there is no Python: `python -m scripts.bundle`, or `make bundle`.

PyInstaller puts the program, its libraries and a Python into `dist/dungeon-designer`. On Linux the folder is then
tried in a root of its own that holds the C library and the system libraries of `scripts/prepare`, and no Python:
it checks a dungeon, prints it and opens the editor there. Windows and macOS: the same recipe, untried.
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

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "dist" / "dungeon-designer"
NAME = "dungeon-designer"

_DATA = {"tile_library": "dungeon_designer/tile_library", "examples": "dungeon_designer/examples"}
"""What the program reads from beside its package, and where it looks for it; what lies in the package comes along."""

_LIBRARIES = ("libGL.so.1", "libEGL.so.1", "libxkbcommon.so.0", "libdbus-1.so.3", "libfontconfig.so.1",
              "libglib-2.0.so.0", "libgthread-2.0.so.0")  # fmt: skip
"""The system libraries Qt needs, which `scripts/prepare` installs; README lists them."""

_C_LIBRARY = ("libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1", "libutil.so.1", "libresolv.so.2")
"""What the package of the C library holds besides the loader."""

_PATIENCE = 6
"""Seconds after which a window that still stands has opened."""

_EXAMPLES = "/bundle/_internal/dungeon_designer/examples/naf-2019"
_HALL = f"{_EXAMPLES}/the-four-winds.dungeon.yaml"
_TRIES = (
    ("check", _EXAMPLES),
    ("render", _HALL, "-o", "/home/hall.pdf"),
    ("render", _HALL, "-o", "/home/hall.png", "--dpi", "300"),
    ("explain", "chest-spacing"),
    ("edit", _HALL),
)
"""What the bundle is asked in the bare root, where it lies in `/bundle`."""


def build() -> None:
    """Runs PyInstaller; SystemExit when it fails."""
    data = [f"--add-data={ROOT / source}{os.pathsep}{target}" for source, target in _DATA.items()]
    entry = ROOT / "build" / "bundle" / f"{NAME}.py"
    entry.parent.mkdir(parents=True, exist_ok=True)
    entry.write_text("from dungeon_designer.__main__ import main\n\nmain()\n", encoding="utf-8")
    call = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--clean", "--log-level=WARN", f"--name={NAME}",
            "--collect-submodules=dungeon_designer", "--collect-data=dungeon_designer",
            "--collect-all=resvg_py", "--collect-all=typst",
            "--exclude-module=tkinter", *data, f"--distpath={ROOT / 'dist'}",
            f"--workpath={entry.parent}", f"--specpath={entry.parent}", str(entry)]  # fmt: skip
    subprocess.run(call, check=True, cwd=ROOT)  # noqa: S603 - our own words


def needed(files: Iterable[Path], inside: Path) -> set[Path]:
    """The system's libraries that some programs load, by ldd; those the bundle brings are left out."""
    found: set[Path] = set()
    for file in files:
        said = subprocess.run(["ldd", str(file)], capture_output=True, text=True, check=False).stdout  # noqa: S603, S607
        found.update(Path(path) for path in re.findall(r"(/\S+) \(0x", said))
    return {path for path in found if not path.is_relative_to(inside)}


def system_libraries() -> Iterator[Path]:
    """Where this system keeps the libraries Qt needs."""
    said = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True, check=True).stdout
    for name in (*_LIBRARIES, *_C_LIBRARY):
        match = re.search(rf"^\s*{re.escape(name)} .*=> (\S+)$", said, re.MULTILINE)
        if match:
            yield Path(match[1])


def bare_root(root: Path) -> None:
    """A root with the bundle, the C library and the listed libraries, and nothing else."""
    shutil.copytree(FOLDER, root / "bundle", symlinks=True)
    listed = list(system_libraries())
    c_library = needed([FOLDER / NAME, *listed], FOLDER)
    for path in {*listed, *c_library}:
        target = root / path.relative_to("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path.resolve(), target)
    for folder in ("tmp", "proc", "dev", "home", "etc/fonts"):
        (root / folder).mkdir(parents=True, exist_ok=True)
    (root / "etc/ld.so.cache").unlink(missing_ok=True)


def tried() -> bool:
    """Whether the bundle was tried in a bare root; a line says so where a root of one's own may not be made."""
    if not sys.platform.startswith("linux"):
        print(f"{FOLDER} was made, but not tried: that is done on Linux only")
        return False
    if subprocess.run(["unshare", "-r", "true"], capture_output=True, check=False).returncode:  # noqa: S607
        print(f"{FOLDER} was made, but not tried: this system lets nobody make a root of his own (unshare)")
        return False
    with tempfile.TemporaryDirectory() as root:
        bare_root(Path(root))
        for arguments in _TRIES:
            _try(root, *arguments)
    return True


def _try(root: str, *arguments: str) -> None:
    """One call in the bare root, which must end with 0; a window must still stand after some seconds."""
    environment = {"HOME": "/home", "LC_ALL": "C.UTF-8", "QT_QPA_PLATFORM": "offscreen", "PATH": os.environ["PATH"],
                   "LD_LIBRARY_PATH": _library_path(Path(root))}  # fmt: skip
    call = ["unshare", "-r", "chroot", root, f"/bundle/{NAME}", *arguments]
    process = subprocess.Popen(call, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)  # noqa: S603
    window = arguments[0] == "edit"
    try:
        said = process.communicate(timeout=_PATIENCE if window else None)[1]
        works = not window and not process.returncode
    except subprocess.TimeoutExpired:
        process.kill()
        said, works = process.communicate()[1], window
    print(f"{NAME} {' '.join(arguments)}: {'works' if works else said.strip() or 'failed'}")
    if not works:
        raise SystemExit(1)


def _library_path(root: Path) -> str:
    """The folders of the copied libraries, since a bare root has no cache of them."""
    folders = {path.parent for path in root.rglob("*.so*") if not path.is_relative_to(root / "bundle")}
    return ":".join(sorted(f"/{folder.relative_to(root)}" for folder in folders))


def main() -> None:
    """Builds the folder and tries it."""
    build()
    size = sum(path.stat().st_size for path in FOLDER.rglob("*") if path.is_file()) / 1e6
    print(f"{FOLDER}: {size:.0f} MB")
    if tried():
        print("It runs without Python.")


if __name__ == "__main__":
    main()
