"""`vary`: which files it writes, what it says of them, and what it refuses."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import dungeon_designer as dd
from dungeon_designer.cli import vary
from dungeon_designer.cli.output_folder import LIST_NAME
from dungeon_designer.cli.picture_page import draw_entry
from dungeon_designer.generator.variations import Variation, find_variations
from dungeon_designer.reports.gallery_page import GalleryEntry

from .conftest import Call

EXAMPLE = Path(__file__).resolve().parents[2] / "examples/gw-2021/the-burning-horseshoe.dungeon.yaml"

VAULT = """\
id: mine/vault
name: The Vault
kind: small_room
enclosed: true
squares: |
  ....
  ....
  ....
  ....
"""


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A dungeon in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hall.dungeon.yaml").write_bytes(EXAMPLE.read_bytes())
    return "hall.dungeon.yaml"


def test_neighbours_are_written_and_told(call: Call, hall: str) -> None:
    """A sketch of each, numbered, legal like the dungeon and with its comments; a line says what was changed."""
    called = call("vary", hall, "-o", "others", "--count", "2")
    assert (called.status, called.err) == (0, "")
    files = sorted(Path("others").glob("*.yaml"))
    assert [path.name for path in files] == ["hall-1.dungeon.yaml", "hall-2.dungeon.yaml"]
    assert [dd.load(path).name for path in files] == [
        "The Burning Horseshoe 1",
        "The Burning Horseshoe 2",
    ]  # no two in an event are alike
    assert [line.partition(": ")[0] for line in called.out.splitlines()] == list(map(str, files))
    for path in files:
        assert dd.load(path).check(strict=True).legal
        assert path.read_text("utf-8").startswith(EXAMPLE.read_text("utf-8").splitlines()[0])


def test_a_page_shows_what_each_changes(call: Call, hall: str) -> None:
    """README.md has a picture of the dungeon and of each neighbour, with what was said of it, and figures."""
    called = call("vary", hall, "-o", "others", "--count", "2")
    page = Path("others/README.md").read_text("utf-8")
    assert page.startswith("# Neighbours of The Burning Horseshoe\n")
    assert "`dungeon-designer vary hall.dungeon.yaml --count 2 --seed 1`" in page
    assert "[![hall](pictures/hall.png)](../hall.dungeon.yaml)" in page
    for stem, line in zip(("hall-1", "hall-2"), called.out.splitlines(), strict=True):
        assert f"[![{stem}](pictures/{stem}.png)]({stem}.dungeon.yaml)" in page
        assert f"**{stem}**: {line.partition(': ')[2]} |" in page
        assert f"\n| {stem} |" in page
    pictures = [path.read_bytes() for path in sorted(Path("others/pictures").iterdir())]
    assert len(set(pictures)) == 3
    assert all(picture.startswith(b"\x89PNG") for picture in pictures)
    assert sorted(path.name for path in Path().iterdir()) == ["hall.dungeon.yaml", "others"]


def test_rulesets_and_tiles_of_ones_own_are_found_from_the_folder(call: Call, hall: str) -> None:
    """A house ruleset is named by the way there; a tile that is not found from the folder is told, with the remedy."""
    Path("cup.toml").write_text('id = "cup"\nname = "Cup"\nextends = "gw-2021"\n', encoding="utf-8")
    Path("tiles/mine").mkdir(parents=True)
    Path("tiles/mine/vault.yaml").write_text(VAULT, encoding="utf-8")
    text = EXAMPLE.read_text("utf-8").replace("ruleset: gw-2021", "ruleset: cup.toml")
    Path(hall).write_text(text.replace("gw-2021/cursed-room", "mine/vault"), encoding="utf-8")
    called = call("vary", hall, "-o", "deep/others", "--count", "1")
    assert called.status == 0
    assert "the tile mine/vault is not found from there; read these dungeons with --tiles" in called.err
    made = dd.load("deep/others/hall-1.dungeon.yaml", tiles=["tiles"])
    assert made.layout.ruleset == "../../cup.toml"
    assert made.check().ruleset == "cup"


def test_tiles_of_other_sets_are_laid(call: Call, hall: str) -> None:
    """With --tiles rooms of a folder of one's own come in; a set there is not and a broken tile are told in a line."""
    Path("own/mine").mkdir(parents=True)
    Path("own/mine/vault.yaml").write_text(VAULT, encoding="utf-8")
    Path("any.toml").write_text('id = "any"\nname = "Any"\nextends = "gw-2021"\nrules.tile-supply.level = "off"\n')
    called = call("vary", hall, "-o", "others", "--count", "5", "--tiles", "own", "--ruleset", "any.toml")
    assert "The Vault in the place of" in called.out
    assert "read these dungeons with --tiles own" in called.err
    assert call("vary", hall, "-o", "x", "--tiles", "gw-2012").complaint.endswith("(did you mean gw-2021?)")
    Path("own/mine/vault.yaml").write_text("id: 3\n", encoding="utf-8")
    called = call("vary", hall, "-o", "x", "--tiles", "own")
    assert (called.status, "vault.yaml" in called.complaint) == (2, True)
    assert not Path("x").exists()


def test_the_same_seed_writes_the_same(call: Call, hall: str) -> None:
    """Byte for byte, and on a second call; another seed writes others."""
    for seed, folder in (("3", "one"), ("3", "two"), ("4", "three")):
        assert call("vary", hall, "-o", folder, "--count", "1", "--seed", seed).status == 0
    one, two, three = ((Path(name) / "hall-1.dungeon.yaml").read_bytes() for name in ("one", "two", "three"))
    assert one == two != three


def test_what_is_found_is_kept_when_the_search_is_stopped(
    call: Call, hall: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl+C or SIGTERM after two neighbours: both are written with a page; after none nothing is. Status 130."""

    def stopped(after: int, *given: Any) -> Iterator[Variation]:
        yield from islice(find_variations(*given), after)
        raise KeyboardInterrupt

    for after in (0, 2):
        monkeypatch.setattr(vary, "find_variations", partial(stopped, after))
        called = call("vary", hall, "-o", f"after{after}")
        assert (called.status, len(called.out.splitlines()), called.err) == (130, after, "")
    assert not Path("after0").exists()
    names = [path.name for path in sorted(Path("after2").iterdir())]
    assert names == [LIST_NAME, "README.md", "hall-1.dungeon.yaml", "hall-2.dungeon.yaml", "pictures"]


@pytest.mark.parametrize("pressed", [1, 2])
def test_what_is_found_is_written_whole_or_not_at_all(
    call: Call, hall: str, pressed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl+C or SIGTERM while it is written: it is written all the same; pressed once more, nothing is left."""
    presses = iter(range(pressed))

    def stopped(*given: Any) -> GalleryEntry:
        if next(presses, None) is None:
            return draw_entry(*given)
        raise KeyboardInterrupt

    monkeypatch.setattr(vary, "draw_entry", stopped)
    assert call("vary", hall, "-o", "others", "--count", "1").status == 130
    left = ["hall.dungeon.yaml", "others"]
    assert sorted(path.name for path in Path().iterdir()) == left[: 3 - pressed]
    assert len(list(Path("others").glob("*"))) == (4 if pressed == 1 else 0)


def test_locked_sections_stay(call: Call, hall: str) -> None:
    """With all sections locked there is no neighbour: status 1, one line, and no folder."""
    every = ",".join(section.id for section in dd.load(hall).layout.sections)
    called = call("vary", hall, "-o", "others", "--lock", every)
    assert called.status == 1
    assert called.complaint == f"{hall}: no neighbour was found that is as legal and as fair"
    assert not Path("others").exists()


def test_what_cannot_be_done_is_said_in_a_line(call: Call, hall: str) -> None:
    """A section there is none of, a folder that holds something, and a dungeon without a ruleset: status 2."""
    assert call("vary", hall, "-o", "x", "--lock", "nowhere").complaint.endswith("--lock: there is no section nowhere")
    assert call("vary", hall, "-o", "x", "--lock", ",").complaint.endswith("--lock is empty; give the ids of sections")
    Path("full").mkdir()
    Path("full/mine").write_text("mine", encoding="utf-8")
    assert call("vary", hall, "-o", "full").complaint.endswith("full: name a folder that is new or empty")
    Path("bare.dungeon.yaml").write_text("map: <..C..>\n", encoding="utf-8")
    called = call("vary", "bare.dungeon.yaml", "-o", "x")
    assert called.status == 2
    assert "no such ruleset" in call("vary", hall, "-o", "x", "--ruleset", "all").complaint
    assert not Path("x").exists()


def test_a_folder_that_cannot_be_made_is_said_in_a_line(call: Call, hall: str) -> None:
    """Below a file there is no folder: one line says so, exit 2, and nothing of a fault."""
    called = call("vary", hall, "-o", f"{hall}/others", "--count", "1")
    assert (called.status, called.out) == (2, "")
    assert called.complaint.endswith(f"{hall} is not a folder")
    assert Path(hall).read_bytes() == EXAMPLE.read_bytes()


def test_a_long_name_is_numbered_within_its_limit(call: Call, hall: str) -> None:
    """A name as long as a file may hold one gives way to its number; a dungeon without a name stays without one."""
    text = Path(hall).read_text(encoding="utf-8")
    for name, numbered in (("x" * 1_000, f"{'x' * 998} 1"), ("", "")):
        Path("named.dungeon.yaml").write_text(
            text.replace("name: The Burning Horseshoe", f'name: "{name}"'), encoding="utf-8"
        )
        assert call("vary", "named.dungeon.yaml", "--count", "1", "-o", f"out{len(name)}").status == 0
        (file,) = Path(f"out{len(name)}").glob("*.dungeon.yaml")
        assert dd.load(file).name == numbered
