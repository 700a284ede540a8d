"""Find the licences of the libraries that a build takes along, for the page in the browser and the bundle."""

from __future__ import annotations

import importlib.metadata
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

PROJECT_ROOT = Path(__file__).resolve().parents[1]

_TEXTS_FOLDER = Path(__file__).with_name("licences")
_TEXTS_BY_LIBRARY = {
    "PySide6_Essentials": ("LGPL-3.0.txt", "GPL-3.0.txt"),
    "shiboken6": ("LGPL-3.0.txt", "GPL-3.0.txt"),
}
"""The texts of `scripts/licences` for libraries that come without the text of their licence."""

_RULE = "=" * 100


def find_licence_name(distribution: importlib.metadata.Distribution) -> str:
    """Return the name of a library's licence as its metadata states it, or 'see below'."""
    metadata = distribution.metadata
    name = metadata.get("License-Expression") or metadata.get("License") or _find_licence_classifier(metadata)
    return name.splitlines()[0]


def _find_licence_classifier(metadata: importlib.metadata.PackageMetadata) -> str:
    """Return the licence that the classifiers of a library name, or 'see below'."""
    classifiers = metadata.get_all("Classifier") or []
    names = [each.rpartition(" :: ")[2] for each in classifiers if each.startswith("License ::")]
    return ", ".join(names) or "see below"


def list_licence_texts(distribution: importlib.metadata.Distribution) -> Iterator[str]:
    """Yield the texts of the licence files of an installed library."""
    for file in distribution.files or ():
        if ".dist-info" in str(file) and re.search(r"licen[sc]e|copying|notice", file.name, re.IGNORECASE):
            yield Path(str(file.locate())).read_text(encoding="utf-8", errors="replace")
    for name in _TEXTS_BY_LIBRARY.get(distribution.name, ()):
        yield (_TEXTS_FOLDER / name).read_text(encoding="utf-8")


def build_licence_document(libraries: Iterable[str], system_files: Iterable[Path]) -> str:
    """Return a text that names the licence of each part of a stand-alone program, with the texts of the licences.

    Args:
        libraries: the names of the Python libraries in it, as the index of packages spells them.
        system_files: the files in it that came from the operating system.
    """
    distributions = [importlib.metadata.distribution(name) for name in sorted(libraries, key=str.lower)]
    versions = [f"{each.name} {each.version}: {find_licence_name(each)}" for each in distributions]
    python_text = _find_python_licence()
    sections = [
        ("Dungeon Designer", [(PROJECT_ROOT / "LICENSE").read_text(encoding="utf-8")]),
        ("The fonts of the maps", [_read_font_licences()]),
        (f"Python {sys.version.split()[0]}, https://www.python.org", [python_text]),
        *((each.name, list(dict.fromkeys(list_licence_texts(each)))) for each in distributions),
        *((f"{name}, of the system of the build", [text]) for name, text in _read_system_licences(system_files)),
    ]
    head = (
        "The Dungeon Designer is MIT licensed. This folder holds the following parts of others, unchanged. Qt and\n"
        "PySide6 are used under the LGPL 3: their libraries are separate files, which you may replace by your own\n"
        "builds; their sources are at https://code.qt.io.\n"
    )
    body = "".join(f"\n{_RULE}\n{title}\n{_RULE}\n\n" + "\n".join(texts) for title, texts in sections)
    return head + "\n" + "\n".join(versions) + "\n" + body


def _read_font_licences() -> str:
    return (PROJECT_ROOT / "dungeon_designer" / "drawing" / "fonts" / "LICENSES.txt").read_text(encoding="utf-8")


def _find_python_licence() -> str:
    """Return the licence of the running Python, which is beside its standard library or at its root.

    Debian's Python has it among the documents of its package.
    """
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    library_folder = Path(re.__file__).parents[1]
    candidates = (
        library_folder / "LICENSE.txt",
        Path(sys.base_prefix) / "LICENSE.txt",
        Path("/usr/share/doc") / f"python{version}" / "copyright",
    )
    found = next((path for path in candidates if path.is_file()), None)
    if found is None:
        return "Python Software Foundation License, https://docs.python.org/3/license.html\n"
    return found.read_text(encoding="utf-8", errors="replace")


def _read_system_licences(files: Iterable[Path]) -> Iterator[tuple[str, str]]:
    """Yield the Debian packages that files belong to, each with the text on its copyright.

    On other systems nothing is yielded: there a build takes no files of the system along.
    """
    dpkg = shutil.which("dpkg")
    if dpkg is None:
        return
    names: set[str] = set()
    for file in sorted({file.resolve() for file in files}):
        output = ""
        for path in (str(file), str(file).removeprefix("/usr")):  # packages may name a file without /usr
            if not output:
                output = subprocess.run([dpkg, "-S", path], capture_output=True, text=True, check=False).stdout  # noqa: S603
        names |= {output.partition(":")[0]} - {""}
    for name in sorted(names):
        path = Path("/usr/share/doc") / name / "copyright"
        if path.is_file():
            yield name, path.read_text(encoding="utf-8", errors="replace")
