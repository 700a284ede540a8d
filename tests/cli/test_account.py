"""What an event takes: the shopping list, the pack and what is printed count alike."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from pathlib import Path

import pytest

from dungeon_designer.cli.files import find_played_dungeons, list_files_by_table
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.exports.pieces.event_materials import EventMaterials
from dungeon_designer.exports.pieces.kits import build_all_kit_pages
from tests.exports import pages

from .conftest import Call

PITS = "traps: [{{kind: open_pit, at: [3, 0]}}{more}]\n"
HALL = "name: Hall {number}\nruleset: cup.toml\nmap: |\n  <<{floor}>>\n{pits}"
COUNTER = ", {kind: counter, at: [5, 0], content: spiked_pit, owner: home}"


def write_season(folder: Path, dice: random.Random) -> None:
    """Write some halls, and a season with rounds of them at some tables."""
    files = []
    for number in range(dice.randint(2, 5)):
        floor = "".join(dice.choices("..C1", k=6))
        floor = "...." + (floor if floor.count("1") < 2 else floor.replace("1", ".")) + "C"
        pits = PITS.format(more=COUNTER if dice.random() < 0.5 else "") if dice.random() < 0.6 else ""
        files.append(f"hall-{number}.dungeon.yaml")
        (folder / files[-1]).write_text(HALL.format(number=number, floor=floor, pits=pits))
    tables = dice.randint(1, 6)
    lines = [f'name = "Cup"\nruleset = "cup.toml"\ntables = {tables}\nalso = {files[:1]}']
    for number in range(dice.randint(1, 4)):
        layouts = dice.sample(files, dice.randint(1, min(tables, len(files))))
        lines.append(f'[[rounds]]\nname = "Round {number}"\nlayout = {layouts}')
    (folder / "season.toml").write_text("\n".join(lines))


def count_printed_pieces(file: str) -> tuple[Counter[str], int]:
    """Return the pieces that the labels of the kits list, and how many are on the sheets beside the labels."""
    found, played = find_played_dungeons([file])
    boards = {source.file: source.open_dungeon().board for source in played}
    account = EventMaterials(boards, list_files_by_table(found, played))
    sheets = build_all_kit_pages(account, ExportOptions(), "Cup")
    fronts = [page for page in sheets if page.foot and "back" not in page.foot.lines]
    words = " ".join(picture.svg.text for page in fronts for picture in page.pictures)
    listed: Counter[str] = Counter()
    for count, name in re.findall(r">(\d+) × ([^<]+)<", words):
        listed[name] += int(count)
    return listed, sum(len(page.pictures) for page in fronts) - len(account.kits)


@pytest.mark.parametrize("seed", range(20))
def test_stock_pack_and_print_agree_to_the_piece(call: Call, table: Path, seed: int) -> None:
    """On a random season the three name the same pieces, each as often, and so many lie on the sheets."""
    write_season(table, random.Random(seed))  # noqa: S311 - dice, not secrets
    told = json.loads(call("stock", "season.toml", "--format", "json").out)["needs"]
    listed = Counter({need["name"]: need["count"] for need in told if need["kind"] == "piece"})
    assert count_printed_pieces("season.toml") == (listed, listed.total())
    call("pack", "season.toml", "-o", "out.md", "--organiser")
    pack = Path("out.md").read_text().partition("## The stock for the whole event")[2].partition("##")[0]
    assert Counter({name: int(count) for count, name in re.findall(r"^- (\d+) × (.+)$", pack, re.M)}) == listed


ROUNDS = """
name = "Cup"
ruleset = "cup.toml"
tables = 3
rounds = [
  { name = "One", layout = ["legal.dungeon.yaml", "warned.dungeon.yaml"] },
  { name = "Two", layout = "legal.dungeon.yaml" },
]
"""


def test_tables_of_the_call_stand_in_for_the_seasons(call: Call, table: Path) -> None:
    """Three tables of the season take three chests, --tables 5 five; fewer than a round has dungeons are refused."""
    (table / "season.toml").write_text(ROUNDS)
    for more, count in (([], 3), (["--tables", "5"], 5)):
        assert f"  {count:4} × chest with a ball\n" in call("stock", "season.toml", *more).out
    assert call("stock", "season.toml").out.startswith("Needed for 2 dungeons, in 2 rounds, on 3 tables:\n")
    called = call("stock", "season.toml", "--tables", "1")
    assert called.status == 2
    assert called.complaint.endswith("One has 2 dungeons, each on its table: --tables is too small")


def test_every_table_has_a_labelled_kit(call: Call, table: Path) -> None:
    """A season's pieces are one document: for each table its sheets, with a label that lists what is in the kit."""
    (table / "season.toml").write_text(ROUNDS)
    assert call("render", "season.toml", "-o", "kits.pdf", "--pieces") == (0, "", "")
    told = [pages.text(Path("kits.pdf"), number) for number in range(1, pages.count_pages(Path("kits.pdf")) + 1)]
    labels = [text for text in told if "pieces in all" in text]
    assert ["Table 1" in labels[0], "Table 2" in labels[1], "Table 3" in labels[2], len(labels)] == [True] * 3 + [3]
    assert "1 × chest with a ball" in labels[1]
    assert all(name in labels[1] for name in ("Legal", "Warned"))


def test_sheets_come_for_every_table_a_dungeon_lies_on(call: Call, table: Path) -> None:
    """A scale prints each dungeon as often as it lies on a table at once: here three times and once."""
    (table / "season.toml").write_text(ROUNDS)
    call("pack", "season.toml", "-o", "out.pdf", "--square", "20mm")
    told = [pages.text(Path("out.pdf"), number) for number in range(1, pages.count_pages(Path("out.pdf")) + 1)]
    assert sum("Legal, table" in text for text in told) == 3
    assert sum("Warned" in text and "Squares of 20 mm" in text for text in told) == 1
