"""A whole event, from nothing to what is printed and published; and what is published."""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from dungeon_designer.cli.output_folder import LIST_NAME
from tests.exports import pages

from .conftest import Call

HIDDEN = """\
name: The Marked Hall
ruleset: naf-2019
notes: |
  Dark.
  Proposed by: dungeon-designer generate --seed 4711
map: |
  <<.C.1....>>
traps:
  - {kind: counter, at: [3, 0], content: spiked_pit, owner: home}
  - {kind: trapdoor, at: [8, 0], below: bath of eels}
"""
EVENT = """
coaches = 16
date = "2027-10-09"
place = "The Black Swan"
address = "https://club.example/cup/"
scoring = [{ result = "Win", points = 3 }, { result = "Draw", points = 1 }, { result = "Touchdowns", points = 1 }]
tie_breaks = ["Opponents' points", "Casualties"]
"""


def test_an_event_is_prepared_from_new_to_printed_and_published(call: Call, table: Path) -> None:
    """Four new dungeons and a season for 16 coaches in 5 rounds become a check, a stock, two packs, kits and pages."""
    files = []
    for number, edition in enumerate(("naf-2019",) * 4, start=1):
        files.append(f"cup/hall-{number}.dungeon.yaml")
        Path("cup").mkdir(exist_ok=True)
        assert call("new", "sketch", "--ruleset", edition, "-o", files[-1]).status == 0
    assert call("new", "season", *files, "--ruleset", "naf-2019", "-o", "cup/season.toml").status == 0
    head, rounds, _ = Path("cup/season.toml").read_text().partition("[[rounds]]")
    names = [Path(file).name for file in files]
    fifth = f'[[rounds]]\nname = "Final"\nlayout = {json.dumps(names)}\n'
    head = re.sub(r"^# (?=The rounds)", f"{EVENT}\n# ", head, flags=re.MULTILINE)
    Path("cup/season.toml").write_text(head + rounds + _ + fifth)
    season = "cup/season.toml"
    assert call("check", season).status == 0
    stock = json.loads(call("stock", season, "--format", "json").out)
    assert stock["tables"] == 8
    assert call("pack", season, "-o", "coaches.pdf").status == 0
    assert call("pack", season, "-o", "organiser.pdf", "--organiser").status == 0
    assert call("pack", season, "-o", "schedule.csv").status == 0
    assert call("render", season, "-o", "kits.pdf", "--pieces", "--square", "20mm").status == 0
    assert call("publish", season, "-o", "public").status == 0
    rows = list(csv.DictReader(Path("schedule.csv").read_text("utf-8-sig").splitlines()))
    assert len(rows) == 5 * 8
    assert {row["dungeon"] for row in rows} == {f"Hall {number}" for number in range(1, 5)}
    told = [pages.text(Path("organiser.pdf"), n) for n in range(1, pages.count_pages(Path("organiser.pdf")) + 1)]
    assert sum(text.count("Signed") for text in told) == 40
    kits = [pages.text(Path("kits.pdf"), n) for n in range(1, pages.count_pages(Path("kits.pdf")) + 1)]
    listed = [int(count) for text in kits for count in re.findall(r"(\d+) pieces in all", text)]
    assert len(listed) == 8
    assert sum(listed) == sum(need["count"] for need in stock["needs"] if need["kind"] == "piece")
    for name in ("index.html", "rules.html", "schedule.csv", "offline.js", "hall-1.html", "hall-4.svg"):
        assert (Path("public") / name).is_file()


def test_a_schedule_begins_with_a_byte_order_mark(call: Call, table: Path) -> None:
    """Excel reads letters beyond ASCII right: the file begins as it wants UTF-8, by itself and in the folder."""
    Path("hall.dungeon.yaml").write_text("name: Łódź\nruleset: naf-2019\nmap: |\n  <<..C.1.>>\n")
    Path("cup.toml").write_text('name = "Cup"\nrounds = [{ name = "Käse", layout = "hall.dungeon.yaml" }]\n')
    call("pack", "cup.toml", "-o", "schedule.csv")
    call("publish", "cup.toml", "-o", "public")
    for file in (Path("schedule.csv"), Path("public/schedule.csv")):
        data = file.read_bytes()
        assert data.startswith(b"\xef\xbb\xbfround,table,dungeon,home,away\n")
        assert data.count(b"\xef\xbb\xbf") == 1
        assert "Käse,1,Łódź" in data.decode("utf-8-sig")


@pytest.fixture
def public(call: Call, table: Path) -> Path:
    """A published season with hidden things in it."""
    (table / "rules.dungeon.yaml").write_text(HIDDEN)
    text = (
        'name = "Cup"\nruleset = "naf-2019"\ntables = 2\nrounds = [{ name = "One", layout = "rules.dungeon.yaml" }]\n'
    )
    (table / "season.toml").write_text(text)
    assert call("publish", "season.toml", "-o", "public").status == 1  # written, and not legal
    return table / "public"


def test_nothing_hidden_stands_in_any_source(public: Path) -> None:
    """No file of the folder says what lies below trapdoors, on counters' faces, or how a dungeon was found."""
    for path in public.iterdir():
        text = path.read_text()
        assert "eels" not in text
        assert "4711" not in text
        assert '"content":"spiked_pit"' not in text
        assert "counter-spiked" not in text.partition("<script")[0]


def test_the_worker_keeps_every_file_and_pages_register_it(public: Path) -> None:
    """The worker lists all files of the folder, and every page registers it and asks no other computer."""
    worker = (public / "offline.js").read_text()
    listed = json.loads(re.search(r"files = (\[.*?\]);", worker)[1])  # type: ignore[index]
    assert {name.removeprefix("./") for name in listed} - {""} == {path.name for path in public.iterdir()} - {
        "offline.js",
        LIST_NAME,  # the program's own
    }
    for page in public.glob("*.html"):
        text = page.read_text()
        assert "worker-src 'self'" in text
        assert "serviceWorker" in text
        assert not re.search(r'(?:src|href)="(?:https?:)?//', text)
    assert (public / "rules-2.html").is_file()  # the dungeon's; rules.html are the rules


def test_the_folder_is_the_one_pack_writes(call: Call, public: Path) -> None:
    """`pack -o FOLDER/` stays as the other name of `publish`."""
    call("pack", "season.toml", "-o", "other/")
    other = public.parent / "other"
    assert {p.name: p.read_bytes() for p in other.iterdir()} == {p.name: p.read_bytes() for p in public.iterdir()}


def test_serving_prints_its_address_and_shows_the_files_alone(public: Path) -> None:
    """The address printed shows the index; a file beside those published is not shown."""
    (public / "mine.txt").write_text("mine")
    call = [
        sys.executable,
        "-m",
        "dungeon_designer",
        "publish",
        "season.toml",
        "-o",
        "public",
        "--serve",
        "--port",
        "0",
    ]
    with subprocess.Popen(call, stdout=subprocess.PIPE, text=True, cwd=public.parent) as process:
        try:
            assert process.stdout
            line = process.stdout.readline()
            port = re.fullmatch(r"http://[^:/]+:(\d+)/ \(Ctrl\+C ends\)\n", line)[1]  # type: ignore[index]
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=10) as shown:
                assert shown.read() == (public / "index.html").read_bytes()
            with pytest.raises(urllib.error.HTTPError, match="404"):
                urllib.request.urlopen(f"http://127.0.0.1:{port}/mine.txt", timeout=10)
        finally:
            process.kill()
