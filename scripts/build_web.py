"""Build the checker's page for browsers as a folder of files: `python -m scripts.build_web`, or `make web`.

The folder `build/web` holds Pyodide (a Python for browsers, from npm), the program and its libraries as two archives of
compiled modules, the page, and a script with which a browser keeps all of it for use without a network. Any web server
can serve it. The build ends with a comparison: the page's Python and this one answer some questions alike.
"""

from __future__ import annotations

import gzip
import hashlib
import importlib.metadata
import importlib.util
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path

import msgspec

from dungeon_designer.browser.answers import answer_json
from dungeon_designer.browser.starts import build_starts
from dungeon_designer.exports.season_website import build_offline_script
from scripts.licences import find_licence_name, list_licence_texts

PROJECT_ROOT = Path(__file__).resolve().parents[1]
WEB_FOLDER = PROJECT_ROOT / "build" / "web"
PACKAGES_FOLDER = PROJECT_ROOT / "build" / "web-packages"
"""Where npm and pip put what is downloaded. It is kept between builds."""

_SYSTEM_CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"
"""The file with the certificates that Debian's programs trust."""

_RECIPE_FOLDER = Path(__file__).with_name("web")
_PAGE_FOLDER = PROJECT_ROOT / "dungeon_designer" / "browser" / "page"
_SHARED_FOLDER = PROJECT_ROOT / "dungeon_designer" / "exports" / "web"
_SHARED_FILES = ("elements.js", "map_view.js", "common.css")
"""The files of the coaches' page that this page uses as they are."""

_PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
"""What of Pyodide a page loads, besides its standard library and its list of packages."""

_UNUSED_PARTS = (
    "asyncio/windows", "curses", "dbm", "ensurepip", "idlelib", "lib2to3", "multiprocessing", "pydoc_data",
    "pydoc", "sqlite3", "test", "tkinter", "turtle", "turtledemo", "unittest", "venv", "wsgiref", "xmlrpc",
    "_pyrepl", "pstats", "profile", "cProfile", "pdb", "mailbox", "smtplib", "ftplib", "imaplib", "poplib",
    "doctest", "pickletools", "xml/dom", "xml/sax", "statistics", "_pyio", "http/cookiejar", "http/server",
    "logging/config", "logging/handlers", "ctypes", "configparser", "webbrowser", "trace", "symtable",
    "tabnanny", "plistlib", "netrc",
)  # fmt: skip
"""Parts of the standard library that nothing in the page imports."""

_PROGRAM_ONLY = (
    "cli", "desktop", "editor", "figures", "generator", "playtest", "replay", "set_up", "browser/page",
)  # fmt: skip
"""Parts of the program that the page does not offer."""

_LATER_PARTS = ("drawing", "exports", "imports")
"""Parts of the program that no verdict needs, so that they may arrive after the first one."""

_CORE_LIBRARIES = ("networkx", "yaml")
_LATER_LIBRARIES = ("fontTools", "markdown_it", "mdurl", "svgwrite")
_UNUSED_LIBRARY_PARTS = (
    "tests",
    "testing",
    "voltLib",
    "ufoLib",
    "merge",
    "mtiLib",
    "cu2qu",
    "qu2cu",
    "svgLib",
    "t1Lib",
    "diff",
)
"""Folders of the libraries that the page leaves out: their tests, and formats of fonts that no font of ours has."""


_LAZY_PACKAGES = ("networkx", "networkx.algorithms")
"""Packages that import all their modules at once; in the page each module is imported when a name of it is used."""

_LAZY_INIT = '''\
"""The names of {package}, each imported from its module when it is used: importing all takes a page too long."""
import importlib

{start}
_MODULES = {modules!r}


def __getattr__(name):
    if name not in _MODULES:
        raise AttributeError(f"module {{__name__!r}} has no attribute {{name!r}}")
    module = importlib.import_module(_MODULES[name])
    value = module if _MODULES[name] == f"{{__name__}}.{{name}}" and name in {packages!r} else getattr(module, name)
    globals()[name] = value
    return value
'''
"""The `__init__.py` of a package of `_LAZY_PACKAGES` in the page."""

_LAZY_STARTS = {
    "networkx": (
        "from networkx.exception import *\n"
        "from networkx import utils\n"
        "from networkx.utils import _clear_cache, _dispatchable\n"
        "config = utils.backends._set_configs_from_environment()\n"
        "utils.config = utils.configs.config = config\n"
        "from networkx import classes\n"
        "from networkx.classes import *\n"
        "from networkx import convert\n"
    ),
    "networkx.algorithms": "",
}
"""What the package imports at once in the page, too, as its own `__init__.py` does."""

_LICENCES_PAGE = """\
<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Licences of the dungeon checker</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="common.css"><link rel="stylesheet" href="checker.css"></head>
<body><header><h1>Licences</h1><p><a href="./">The checker</a></p></header>
<main class="licences"><section>
<p>The dungeon checker is MIT licensed. It contains the following parts of others, unchanged but for being compiled.</p>
<table><thead><tr><th>part</th><th>what it is</th><th>licence</th></tr></thead><tbody>{rows}</tbody></table>
{sections}</section></main></body></html>
"""

MAX_PACKED_MB, MAX_RAW_MB = 11.0, 19.0
"""The most that all files may take together, packed by gzip and as they are."""


def build_web(folder: Path = WEB_FOLDER) -> None:
    """Build the folder, compare its answers with those of this Python, and print its size and how to serve it.

    Raises:
        SystemExit: a program or a package is missing, an answer differs, or the folder is too large.
    """
    pyodide, wheel = fetch_packages()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    _write_python(pyodide, wheel, folder)
    _write_page(folder)
    _write_licences(folder)
    _write_offline_script(folder)
    _write_headers(folder)  # after the list of files to keep offline: hosts that read it do not serve it
    differences = list(compare_answers(list_sample_questions(), folder))
    if differences:
        raise SystemExit("the page does not answer as the program does:\n" + "\n".join(differences[:5]))
    _print_result(folder)


def fetch_packages() -> tuple[Path, Path]:
    """Download the packages that the recipe pins, unless that was done before.

    Returns:
        The folder of Pyodide, and the wheel with compiled code for it.
    """
    PACKAGES_FOLDER.mkdir(parents=True, exist_ok=True)
    lock = (_RECIPE_FOLDER / "package-lock.json").read_bytes() + (_RECIPE_FOLDER / "requirements.txt").read_bytes()
    stamp = PACKAGES_FOLDER / hashlib.sha256(lock).hexdigest()[:16]
    if not stamp.exists():
        for name in ("package.json", "package-lock.json"):
            shutil.copy(_RECIPE_FOLDER / name, PACKAGES_FOLDER / name)
        _run("npm", "ci", "--ignore-scripts", "--loglevel=error", "--prefix", str(PACKAGES_FOLDER))
        _run(
            sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary=:all:", "--python-version=3.14",
            "--implementation=cp", "--abi=cp314", "--platform=pyemscripten_2026_0_wasm32", "--require-hashes",
            "-r", str(_RECIPE_FOLDER / "requirements.txt"), "-d", str(PACKAGES_FOLDER),
        )  # fmt: skip
        stamp.touch()
    wheels = sorted(PACKAGES_FOLDER.glob("msgspec-*.whl"))
    return PACKAGES_FOLDER / "node_modules" / "pyodide", wheels[-1]


def _run(program: str, *arguments: str) -> None:
    """Run a program; end with one line if it is missing or fails."""
    path = shutil.which(program)
    if path is None:
        raise SystemExit(f"{program} is missing; scripts/prepare test installs it")
    environment = {"NODE_EXTRA_CA_CERTS": _SYSTEM_CERTIFICATES, **os.environ}  # Node trusts only its own otherwise
    result = subprocess.run(  # noqa: S603 (a program of ours)
        [path, *arguments], capture_output=True, text=True, check=False, env=environment
    )
    if result.returncode:
        raise SystemExit(f"{program} {arguments[0]} failed: {(result.stderr or result.stdout)[-2000:]}")


def _write_python(pyodide: Path, wheel: Path, web_folder: Path) -> None:
    """Write Pyodide with a smaller standard library, and the two archives of the program and its libraries."""
    for name in _PYODIDE_FILES:
        shutil.copy(pyodide / name, web_folder / name)
    lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
    (web_folder / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": {}}), encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        stage = Path(folder)
        with zipfile.ZipFile(pyodide / "python_stdlib.zip") as archive:
            archive.extractall(stage / "stdlib")  # noqa: S202 (pinned by its hash)
        for part in _UNUSED_PARTS:
            _remove(stage / "stdlib" / part)
        _remove_code_pages(stage / "stdlib" / "encodings")
        _stage_program(stage)
        for name in _CORE_LIBRARIES:
            _stage_library(name, stage / "core")
        for name in _LATER_LIBRARIES:
            _stage_library(name, stage / "later")
        for name in _LAZY_PACKAGES:
            _write_lazy_init(name, stage / "core")
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(stage / "core")  # noqa: S202 (pinned by its hash)
        for name in ("stdlib", "core", "later"):  # a rule's manual is the docstring of its module
            _run("node", str(_RECIPE_FOLDER / "compile.mjs"), str(pyodide), str(stage / name), "dungeon_designer")
        write_zip(stage / "stdlib", web_folder / "python_stdlib.zip")
        write_tar(stage / "core", web_folder / "core.tar.gz")
        write_tar(stage / "later", web_folder / "later.tar.gz")


def _remove(path: Path) -> None:
    """Remove a module or a package, if it is there."""
    shutil.rmtree(path, ignore_errors=True)
    path.with_suffix(".py").unlink(missing_ok=True)


def _remove_code_pages(folder: Path) -> None:
    """Remove the encodings of single countries from the standard library: our files are UTF-8; ZIP names are cp437."""
    for path in folder.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        if path.stem != "cp437" and ("decoding_table" in text or "import _codecs_" in text):
            path.unlink()


def _stage_program(stage: Path) -> None:
    """Copy the program: what a verdict needs into the folder `core`, the rest of what the page offers into `later`."""
    ignore = shutil.ignore_patterns("__pycache__", "*.pyc", "*.ts", "*.md")
    core, later = stage / "core" / "dungeon_designer", stage / "later" / "dungeon_designer"
    shutil.copytree(PROJECT_ROOT / "dungeon_designer", core, ignore=ignore)
    for part in _PROGRAM_ONLY:
        shutil.rmtree(core / part, ignore_errors=True)
    for part in _LATER_PARTS:
        (later / part).parent.mkdir(parents=True, exist_ok=True)
        shutil.move(core / part, later / part)
    shutil.copytree(PROJECT_ROOT / "tile_library", core / "tile_library", ignore=ignore)


def _stage_library(name: str, folder: Path) -> None:
    """Copy the pure Python modules of an installed library into a folder."""
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise SystemExit(f"the library {name} is not installed")
    ignore = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd", "*.pyi", "*.pyx", "*.c", *_UNUSED_LIBRARY_PARTS)
    shutil.copytree(Path(spec.origin).parent, folder / name, ignore=ignore)


def _write_lazy_init(package: str, folder: Path) -> None:
    """Replace the `__init__.py` of a staged package by one that imports each module when a name of it is used."""
    modules, packages = {}, []
    for name, value in sorted(vars(importlib.import_module(package)).items()):
        if name.startswith("__"):
            continue
        if hasattr(value, "__path__") or hasattr(value, "__file__"):
            modules[name] = value.__name__
            packages.append(name)
        elif (getattr(value, "__module__", None) or "").startswith("networkx"):
            modules[name] = value.__module__
    text = _LAZY_INIT.format(package=package, start=_LAZY_STARTS[package], modules=modules, packages=packages)
    (folder.joinpath(*package.split(".")) / "__init__.py").write_text(text, encoding="utf-8")


def write_zip(folder: Path, archive_file: Path) -> None:
    """Write the files of a folder as a ZIP file whose bytes depend on nothing but the files."""
    with zipfile.ZipFile(archive_file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), (1980, 1, 1, 0, 0, 0))
                entry.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(entry, path.read_bytes())


def write_tar(folder: Path, archive_file: Path) -> None:
    """Write the files of a folder as a TAR file, packed by gzip, whose bytes depend on nothing but the files.

    Browsers decompress gzip themselves, while Python starts. The format is the one of 1988, which the page reads.
    """
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                entry = tarfile.TarInfo(path.relative_to(folder).as_posix())
                entry.size = path.stat().st_size
                with path.open("rb") as file:
                    archive.addfile(entry, file)
    archive_file.write_bytes(gzip.compress(buffer.getvalue(), 9, mtime=0))


def _write_page(web_folder: Path) -> None:
    """Write the page's own files, those that it shares with the coaches' page, and the dungeons to start from."""
    for path in sorted(_PAGE_FOLDER.glob("*.*")):
        shutil.copy(path, web_folder / path.name)
    for name in _SHARED_FILES:
        shutil.copy(_SHARED_FOLDER / name, web_folder / name)
    (web_folder / "starts.json").write_bytes(msgspec.json.encode(build_starts()))


_LICENSED_LIBRARIES = ("msgspec", "networkx", "PyYAML", "fonttools", "markdown-it-py", "mdurl", "svgwrite")
"""The Python libraries in the page, by their names in the index of packages."""

_OTHER_PARTS = (
    ("CPython", "the Python language and its standard library", "PSF-2.0", "https://docs.python.org/3/license.html"),
    ("Pyodide", "CPython for browsers", "MPL-2.0", "https://github.com/pyodide/pyodide"),
    ("Emscripten", "the system library that Pyodide is built with", "MIT", "https://emscripten.org"),
)
"""The parts that are not Python libraries: their names, what they are, licences, and where their sources are."""


def _write_licences(web_folder: Path) -> None:
    """Write the page that names the licence of each part of the folder, with the texts that come with the parts."""
    rows, texts = [], [("Dungeon Designer", (PROJECT_ROOT / "LICENSE").read_text(encoding="utf-8"))]
    font_licences = PROJECT_ROOT / "dungeon_designer" / "drawing" / "fonts" / "LICENSES.txt"
    texts.append(("The fonts of the maps", font_licences.read_text(encoding="utf-8")))
    for name, what, licence, address in _OTHER_PARTS:
        rows.append(f'<tr><td><a href="{address}">{name}</a></td><td>{what}</td><td>{licence}</td></tr>')
    for library in _LICENSED_LIBRARIES:
        distribution = importlib.metadata.distribution(library)
        summary = distribution.metadata.get("Summary") or ""
        rows.append(
            f"<tr><td>{library} {distribution.version}</td><td>{escape(summary)}</td>"
            f"<td>{escape(find_licence_name(distribution))}</td></tr>"
        )
        texts += [(library, text) for text in list_licence_texts(distribution)]
    sections = "".join(f"<h2>{escape(name)}</h2><pre>{escape(text)}</pre>" for name, text in texts)
    (web_folder / "licences.html").write_text(
        _LICENCES_PAGE.format(rows="".join(rows), sections=sections), encoding="utf-8"
    )


def _write_offline_script(web_folder: Path) -> None:
    """Write the script with which a browser keeps all files; a new build has a new name, which replaces the old."""
    names = sorted(path.relative_to(web_folder).as_posix() for path in web_folder.rglob("*") if path.is_file())
    data_by_name = {name: (web_folder / name).read_bytes() for name in names}
    (web_folder / "offline.js").write_bytes(build_offline_script(data_by_name, "dungeon-checker"))


def _write_headers(web_folder: Path) -> None:
    """Write the file `_headers`, from which some hosts take the headers that they send with each file.

    The policy is the one in the page itself, which also holds where a host sends no headers. It allows WebAssembly
    ('wasm-unsafe-eval') and requests to the same host only. Only a header can forbid other sites to show the page in a
    frame.
    """
    page = (web_folder / "index.html").read_text(encoding="utf-8")
    match = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page)
    if match is None:
        raise SystemExit("index.html names no Content-Security-Policy")
    headers = {
        "Content-Security-Policy": f"{match[1]}; frame-ancestors 'self'",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
    }
    lines = "".join(f"  {name}: {value}\n" for name, value in headers.items())
    (web_folder / "_headers").write_text(f"/*\n{lines}", encoding="utf-8")


def list_sample_questions() -> Iterator[dict[str, object]]:
    """Yield some questions about an example for the comparison at the end of a build."""
    path = PROJECT_ROOT / "examples" / "naf-2019" / "the-four-winds.dungeon.yaml"
    dungeon = {"name": path.name, "text": path.read_text(encoding="utf-8")}
    for kind in ("check-all", "draw"):
        yield {"type": kind, "dungeon": dungeon}
    yield {"type": "check", "dungeon": dungeon, "ruleset": "gw-2021", "moves": True}
    yield {"type": "explain", "dungeon": dungeon, "rule": "corridor-width"}
    for ending in (".board.json", ".html", ".dungeon.json"):
        yield {"type": "export", "dungeon": dungeon, "ending": ending}


def compare_answers(questions: Iterable[dict[str, object]], folder: Path = WEB_FOLDER) -> Iterator[str]:
    """Ask the built folder's Python and this one, and yield a line for each question that they answer differently."""
    lines = [json.dumps(question) for question in questions]
    for line, answer in zip(lines, ask_page(lines, folder), strict=True):
        expected = answer_json(line)
        if answer != expected:
            yield f"{line[:200]}: {answer[:300]} instead of {expected[:300]}"


def ask_page(questions: Sequence[str], folder: Path = WEB_FOLDER) -> list[str]:
    """Return the answers of the built folder's Python, which runs in Node, to questions as JSON."""
    node = shutil.which("node")
    if node is None:
        raise SystemExit("node is missing; scripts/prepare test installs it")
    result = subprocess.run(  # noqa: S603 (a script of ours)
        [node, str(_RECIPE_FOLDER / "ask.mjs"), str(folder)],
        input="".join(f"{question}\n" for question in questions),
        capture_output=True,
        text=True,
        check=False,
    )
    if result.returncode:
        raise SystemExit(f"the page's Python does not start: {result.stderr[-2000:]}")
    return result.stdout.splitlines()


def measure_folder(folder: Path = WEB_FOLDER) -> tuple[float, float]:
    """Return the size of all files that an offline page needs, packed by `gzip -9` and as they are, in MB."""
    contents = [path.read_bytes() for path in folder.rglob("*") if path.is_file()]
    packed = sum(len(gzip.compress(data, 9)) for data in contents)
    return packed / 1e6, sum(map(len, contents)) / 1e6


def _print_result(web_folder: Path) -> None:
    """Print the size of the folder and how to serve it; end with one line if it is too large."""
    packed, raw = measure_folder(web_folder)
    if packed > MAX_PACKED_MB or raw > MAX_RAW_MB:
        raise SystemExit(f"the folder is too large: {packed:.1f} MB packed, {raw:.1f} MB as it is")
    name = os.path.relpath(web_folder)
    print(f"{name}: {packed:.1f} MB packed, {raw:.1f} MB as it is; its Python answers as this one does.")
    print(f"Serve it with any web server, such as: {sys.executable} -m http.server --directory {name} 8000")


if __name__ == "__main__":
    if sys.argv[1:] == ["packages"]:
        fetch_packages()
    else:
        build_web()
