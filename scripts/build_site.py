"""Build the manual as a site for a browser: `python -m scripts.build_site [FOLDER]`, or `make docs`.

Zensical makes the pages from docs/ and mkdocs.yml. Every warning is an error: a broken link, a page that is missing in
the navigation. The site opens from a folder, without a server and without a network. Browsers start no worker from a
folder, and the search needs one. So the site carries a small script that runs the worker in a hidden frame, in place of
the address on the web that Zensical writes. Old addresses of pages and headings lead to the new ones
(scripts/site/redirects.toml).
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

PROJECT_ROOT = Path(__file__).resolve().parents[1]
SITE_FOLDER = PROJECT_ROOT / "site"
REDIRECTS_FILE = PROJECT_ROOT / "scripts" / "site" / "redirects.toml"

MAX_LEVEL = 6
MAX_SEARCH_LEVELS = {"rules": 1, "programmers": 4}
"""The lowest level of headings that the search lists, for the pages of a folder; 6 elsewhere."""

_WORKER_SCRIPT = PROJECT_ROOT / "scripts" / "site" / "iframe-worker.js"
_WORKER_ADDRESS = "https://unpkg.com/iframe-worker/shim"
"""The address from which pages would load the script."""

_COLOUR_PATTERN = re.compile(r"\x1b\[[0-9;]*m")
"""The colours of Zensical's messages, which it writes to files, too."""

_REDIRECT_PAGE = """\
<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>This page has moved</title>
<script>const headings = {headings}
location.replace(headings[location.hash.slice(1)] ?? {page} + ({page}.includes("#") ? "" : location.hash))</script>
<noscript><meta http-equiv="refresh" content="0; url={address}"></noscript></head>
<body><p>This page has moved to <a href="{address}">{address}</a>.</p></body></html>
"""


_MOVED_HEADINGS_SCRIPT = """\
<script>{{const address = {headings}[location.hash.slice(1)]
if (address) location.replace(address)}}</script>
</head>"""
"""The end of the head of a page some of whose headings moved to other pages."""


def build_site(folder: Path = SITE_FOLDER) -> None:
    """Build the site into a folder, which is emptied before.

    Raises:
        SystemExit: Zensical refuses a page, or is not what this module knows.
    """
    with tempfile.TemporaryDirectory() as work_folder:
        # Zensical accepts only folders below its configuration, and two builds in one folder would disturb each other.
        project = Path(work_folder)
        shutil.copy(PROJECT_ROOT / "mkdocs.yml", project)
        shutil.copytree(PROJECT_ROOT / "docs", project / "docs")
        shutil.copytree(
            PROJECT_ROOT / "dungeon_designer",
            project / "dungeon_designer",
            ignore=lambda parent, names: [
                name for name in names if not name.endswith(".py") and not (Path(parent) / name).is_dir()
            ],
        )
        _run_zensical(project)
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(project / "site", folder)
    _carry_worker_script(folder)
    _merge_search_entries(folder)
    _write_redirects(folder)


def _run_zensical(project: Path) -> None:
    """Build a project's site, strictly.

    Raises:
        SystemExit: there is a warning or an error, which was printed.
    """
    command = [sys.executable, "-m", "zensical", "build", "--strict"]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)  # noqa: S603 - our own words
    if done.returncode:
        warnings = _COLOUR_PATTERN.sub("", (done.stdout + done.stderr).partition("Traceback")[0])
        raise SystemExit(f"the manual could not be built:\n{warnings}")


def _carry_worker_script(folder: Path) -> None:
    """Put the script for the search's worker into the site, and have every page load it from there.

    Raises:
        SystemExit: no page names the address on the web.
    """
    target = folder / "assets" / "javascripts" / _WORKER_SCRIPT.name
    shutil.copy(_WORKER_SCRIPT, target)
    count = 0
    for page in folder.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        count += _WORKER_ADDRESS in text
        address = Path(os.path.relpath(target, page.parent)).as_posix()
        page.write_text(text.replace(_WORKER_ADDRESS, address), encoding="utf-8")
    if not count:
        raise SystemExit(f"no page names {_WORKER_ADDRESS}: is there another version of Zensical?")


def _merge_search_entries(folder: Path) -> None:
    """Have the search list each page of a rule once, and each class of the Python reference once.

    All pages of rules have the same headings, so their sections would fill the first places of many searches.
    """
    index = json.loads((folder / "search.json").read_text(encoding="utf-8"))
    entries: list[dict[str, Any]] = []
    for entry in index["items"]:
        page = entry["location"].partition("#")[0]
        is_part = bool(entries) and entries[-1]["location"].partition("#")[0] == page
        is_title_again = is_part and entry["level"] == 1
        if is_title_again or (is_part and entry["level"] > MAX_SEARCH_LEVELS.get(page.partition("/")[0], MAX_LEVEL)):
            entries[-1]["text"] += f" {'' if is_title_again else entry['title']} {entry['text']}"
        else:
            entries.append(entry)
    text = json.dumps({**index, "items": entries}, ensure_ascii=False, separators=(",", ":"))
    (folder / "search.json").write_text(text, encoding="utf-8")
    (folder / "search.js").write_text(f"var __index = {text};", encoding="utf-8")


def read_redirects() -> dict[str, tuple[str, dict[str, str]]]:
    """Return where old pages lead: the new address, and those of headings that moved elsewhere, below the site."""
    return {
        f"{page}.html": (entry["page"], entry.get("headings", {}))
        for page, entry in _read_redirects_file().items()
        if "page" in entry
    }


def read_moved_headings() -> dict[str, dict[str, str]]:
    """Return where headings lead that moved away from pages that are still there, by the address of the page."""
    return {f"{page}.html": entry["headings"] for page, entry in _read_redirects_file().items() if "page" not in entry}


def _read_redirects_file() -> dict[str, Any]:
    """Return the entries of the file of redirects, by the old page."""
    return tomllib.loads(REDIRECTS_FILE.read_text(encoding="utf-8"))


def _write_redirects(folder: Path) -> None:
    """Write a page for each old address that leads to the new one, with the heading that the address names.

    A page that lost some of its headings gets a script that leads from them to where their text is now.

    Raises:
        SystemExit: a page has the old address.
    """
    for old_page, (new_page, headings) in read_redirects().items():
        path = folder / old_page
        if path.exists():
            raise SystemExit(f"{REDIRECTS_FILE.name}: {old_page} is a page of the manual")
        path.parent.mkdir(parents=True, exist_ok=True)
        up = "../" * old_page.count("/")
        text = _REDIRECT_PAGE.format(
            address=up + new_page, page=json.dumps(up + new_page), headings=_format_headings(headings, up)
        )
        path.write_text(text, encoding="utf-8")
    for page, headings in read_moved_headings().items():
        path = folder / page
        script = _MOVED_HEADINGS_SCRIPT.format(headings=_format_headings(headings, "../" * page.count("/")))
        path.write_text(path.read_text(encoding="utf-8").replace("</head>", script, 1), encoding="utf-8")


def _format_headings(address_by_heading: dict[str, str], up: str) -> str:
    """Return where headings lead as a JavaScript object; `up` is the way from the page to the site's first folder."""
    return json.dumps({heading: up + address for heading, address in address_by_heading.items()})


if __name__ == "__main__":
    build_site(*map(Path, sys.argv[1:]))
