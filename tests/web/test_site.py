"""Folders of coaches' pages: what `pack` and `publish` write for a web host."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler
from pathlib import Path

import pytest

from dungeon_designer.cli import pack
from dungeon_designer.cli.main import run_program
from dungeon_designer.exports.html_parts import OFFLINE_SCRIPT, REGISTER_OFFLINE_SCRIPT
from dungeon_designer.exports.season_website import build_offline_script
from tests.hostile import readers
from tests.web.browser import CHROMIUM, browser, serve_folder

ROOT = Path(__file__).parents[2]
HALL = "ruleset: naf-2019\nmap: |\n  <<..C.1.>>\n"


def list_links(index: Path) -> list[str]:
    """Return the files an index leads to."""
    readers.index(index.read_bytes())
    return [to for to in re.findall(r'<a [^>]*href="([^"]+)"', index.read_text()) if not to.startswith("#")]


def test_a_season_is_a_folder_of_pages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each dungeon has a page that leads back to the index, which leads to each, as its table of rounds does."""
    out = tmp_path / "event" / "pages"
    assert run_program(["pack", str(ROOT / "examples/brawl-2013/season.toml"), "-o", f"{out}/"]) == 0
    led_to = set(list_links(out / "index.html"))
    found = [name for name in led_to if name.endswith(".html") and name != "rules.html"]
    assert {path.name for path in out.glob("[!.]*")} == {"index.html", "offline.js", *led_to}
    assert len(found) == 9
    schedule = re.search(r'<section id="part-1">.*?</section>', (out / "index.html").read_text(), re.DOTALL)
    assert schedule is not None
    assert sorted(re.findall(r'href="([^"]+)"', schedule[0])) == sorted(found)
    assert "Quarter Final" in (out / "index.html").read_text()
    for name in found:
        page = (out / name).read_text()
        assert '<a href="index.html">' in page
        assert '"id":"brawl-2013"' in page
        HTMLParser().feed(page)


def test_the_same_season_gives_the_same_bytes(tmp_path: Path) -> None:
    """A folder that is there already is written again, byte by byte as before, and other files in it stay."""
    season, out = tmp_path / "season.toml", tmp_path / "pages"
    season.write_text('name = "Cup"\nrounds = [{ name = "First", layout = "hall.dungeon.yaml" }]\n')
    (tmp_path / "hall.dungeon.yaml").write_bytes((ROOT / "examples/naf-2019/the-four-winds.dungeon.yaml").read_bytes())
    out.mkdir()
    (out / "mine.txt").write_text("mine")
    made = []
    for _ in range(2):
        assert run_program(["pack", str(season), "-o", str(out)]) == 0
        made.append({path.name: path.read_bytes() for path in out.iterdir()})
    assert made[0] == made[1]
    assert made[0]["mine.txt"] == b"mine"


def test_a_folder_of_pages_is_not_begun_before_all_are_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl+C or SIGTERM while the last page is drawn leaves no folder."""

    def stopped(*_: object) -> Iterator[tuple[str, bytes]]:
        yield "hall.html", b""
        raise KeyboardInterrupt

    (tmp_path / "hall.dungeon.yaml").write_text(HALL)
    monkeypatch.setattr(pack, "export_season_website", stopped)
    assert run_program(["pack", str(tmp_path / "hall.dungeon.yaml"), "-o", f"{tmp_path}/out/"]) == 130
    assert not (tmp_path / "out").exists()


def test_names_that_clash_are_numbered(tmp_path: Path) -> None:
    """Dungeons whose files have one name, or a name no link takes, still have a page each; none is the index."""
    for name in ("a/hall", "b/hall", "b/Hall", "c/index", "c/☃ & co"):
        file = tmp_path / "halls" / f"{name}.dungeon.yaml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(HALL)
    assert run_program(["publish", str(tmp_path / "halls"), "-o", str(tmp_path / "out")]) == 1
    led_to = set(list_links(tmp_path / "out" / "index.html"))
    found = [name for name in led_to if name.endswith(".html")]
    assert len(found) == 6  # with the rules
    assert len({name.casefold() for name in found} | {"index.html"}) == 7
    assert all((tmp_path / "out" / name).is_file() for name in led_to)


def test_a_file_in_the_way_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder that cannot be made is said in one line, exit 2."""
    (tmp_path / "pages").write_text("a file")
    assert run_program(["pack", str(ROOT / "examples/naf-2019"), "-o", f"{tmp_path}/pages/x/"]) == 2
    complaint = capsys.readouterr().err
    assert complaint.count("\n") == 1
    assert complaint.endswith(f"{tmp_path}/pages is not a folder\n")


@pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium")
def test_a_published_folder_works_without_its_server(tmp_path: Path) -> None:
    """After the first visit the server ends: the index, a dungeon's page and the rules still open."""
    season = str(ROOT / "examples/brawl-2013/season.toml")
    call = [sys.executable, "-m", "dungeon_designer", "publish", season, "-o", "public/", "--serve", "--port", "0"]
    with subprocess.Popen(call, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as served:
        assert served.stdout is not None
        said = iter(served.stdout.readline, "")
        port = next(found[1] for line in said if (found := re.search(r"http://\S+:(\d+)/", line)))
        address = f"http://localhost:{port}/"
        with browser(tmp_path / "profile") as driver:
            driver.begin(1000, 700, False)
            driver.open(address)
            assert driver.ask("navigator.serviceWorker.ready.then(ready => ready.active.scriptURL)").endswith(
                OFFLINE_SCRIPT
            )
            served.send_signal(signal.SIGINT)
            assert served.wait(20) == 0
            for name, told in (("", "Hogwurts"), ("rules.html", "chest"), ("hogwurts.html", "Hogwurts")):
                driver.open(address + name)
                assert told in driver.ask("document.body.textContent")


class CachingHandler(SimpleHTTPRequestHandler):
    """Serves a folder without a word, as hosts do that let browsers keep each file for ten minutes."""

    def end_headers(self) -> None:
        """Send how long the file may be kept, too."""
        self.send_header("Cache-Control", "max-age=600")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def write_build(folder: Path, word: str) -> None:
    """Write a page with a word, and the script that keeps it for use without a network."""
    page = f"<!DOCTYPE html><title>{word}</title><script>{REGISTER_OFFLINE_SCRIPT}</script>".encode()
    (folder / "index.html").write_bytes(page)
    (folder / OFFLINE_SCRIPT).write_bytes(build_offline_script({"index.html": page}, "test"))


@pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium")
def test_a_new_build_replaces_the_old_one(tmp_path: Path) -> None:
    """A browser fetches a new build at the next visit, also from a host that lets it keep files for minutes."""
    folder = tmp_path / "public"
    folder.mkdir()
    write_build(folder, "old")
    kept = "caches.keys().then(names => names.join())"
    with serve_folder(folder, CachingHandler) as address, browser(tmp_path / "profile") as driver:
        driver.begin(600, 400, False)
        driver.open(address)
        driver.ask("navigator.serviceWorker.ready.then(() => true)")
        driver.until(f"{kept}.then(names => names !== '')")
        old = driver.ask(kept)
        write_build(folder, "new")
        driver.reload()
        driver.until(f"{kept}.then(names => names !== '' && !names.includes('{old}'))")
        driver.reload()
        assert driver.ask("document.title") == "new"
