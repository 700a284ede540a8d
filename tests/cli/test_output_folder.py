"""Folders that commands fill: what the user has in them, or edited there, stays, and a line names it."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from dungeon_designer.cli import output_folder
from dungeon_designer.cli.output_folder import LIST_NAME, OutputFolder, WrittenFile, format_file_list, read_file_list
from dungeon_designer.cli.picture_page import PAGE_FILE
from dungeon_designer.cli.proposal_folder import ARCHIVE_FILE
from dungeon_designer.errors import ReadError
from dungeon_designer.generator import search
from tests.generator.once import run_task_once
from tests.soak import count

from .conftest import Call

MINE = b"mine, and nobody else's"
SEASON = 'name = "Spring"\nruleset = "naf-2019"\nalso = ["legal.dungeon.yaml", "warned.dungeon.yaml"]\n'


@pytest.fixture(autouse=True)
def _small_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches begin with few candidates, and what several of them grow is grown once."""
    monkeypatch.setattr(search, "MIN_ROUND_SIZE", count(6, 16))
    monkeypatch.setattr(search, "run_task", run_task_once)


@pytest.fixture
def folder(table: Path) -> Path:
    """A folder to work in with some halls, a season of two of them, and a floor to place things on."""
    (table / "season.toml").write_text(SEASON)
    rows = "  <<..........>>\n" * 3 + "  ##..........##\n" * 4
    (table / "floor.dungeon.yaml").write_text(f"name: Floor\nruleset: naf-2019\nmap: |\n{rows}")
    return table


def read_files(root: Path) -> dict[str, bytes]:
    """Return the files below a folder, by their paths in it."""
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


FILLERS: dict[str, tuple[list[str], str]] = {
    "place": (
        ["place", "floor.dungeon.yaml", "--only", "portals", "--count", "2", "-o", "out/"],
        "floor-1.dungeon.yaml",
    ),
    "deal": (["deal", "--bare", "--count", "2", "--seed", "7", "-o", "out/"], "deal-7.dungeon.yaml"),
    "render": (["render", "season.toml", "-o", "out/"], "legal.svg"),
    "render, Tiled": (["render", "season.toml", "--to", "tmx", "-o", "out/"], "legal.tmx"),
    "render, objects": (["render", "season.toml", "--to", "tts.json", "-o", "out/"], "legal.tts.png"),
    "pack": (["pack", "season.toml", "-o", "out/"], "index.html"),
    "publish": (["publish", "season.toml", "-o", "out"], "legal.html"),
}
"""Calls that fill a folder, each with a file that they write into it."""


@pytest.mark.parametrize(("words", "name"), FILLERS.values(), ids=FILLERS)
def test_a_file_of_the_user_stays(call: Call, folder: Path, words: list[str], name: str) -> None:
    """A file of the user in the folder stays: exit 2, one line names it, and all else is written."""
    (folder / "out").mkdir()
    (folder / "out" / name).write_bytes(MINE)
    called = call(*words)
    assert called.status == 2
    assert [line for line in called.err.splitlines() if f" {name} stays" in line]
    assert (folder / "out" / name).read_bytes() == MINE
    assert len(read_files(folder / "out")) > 2


@pytest.mark.parametrize(("words", "name"), FILLERS.values(), ids=FILLERS)
def test_what_nobody_edited_is_replaced_and_what_somebody_did_stays(
    call: Call, folder: Path, words: list[str], name: str
) -> None:
    """A second call replaces what the first wrote; a file that was edited between them stays and is named."""
    first = call(*words)
    assert first.status in (0, 1)
    before = read_files(folder / "out")
    assert call(*words).status == first.status
    assert read_files(folder / "out") == before
    (folder / "season.toml").write_text(SEASON.replace("Spring", "Autumn"))
    edited = before[name] + b" edited"
    (folder / "out" / name).write_bytes(edited)
    called = call(*words)
    assert (called.status, f" {name} stays, for it was edited" in called.err) == (2, True)
    after = read_files(folder / "out")
    assert after.pop(name) == edited
    assert after.keys() == before.keys() - {name}
    (folder / "out" / name).unlink()  # one that is gone is written anew
    assert call(*words).status == first.status
    assert (folder / "out" / name).is_file()


@pytest.mark.parametrize("words", [FILLERS["place"], FILLERS["deal"], FILLERS["render, Tiled"]])
def test_force_replaces_what_was_edited(call: Call, folder: Path, words: tuple[list[str], str]) -> None:
    """A command that offers --force says so in the line, and replaces the file with it."""
    arguments, name = words
    (folder / "out").mkdir()
    (folder / "out" / name).write_bytes(MINE)
    assert "--force replaces" in call(*arguments).err
    assert call(*arguments, "--force").status in (0, 1)
    assert (folder / "out" / name).read_bytes() != MINE


def generate(call: Call, edition: str = "brawl-2013", number: int = 2, *more: str) -> Any:
    words = (
        "generate",
        "--ruleset",
        edition,
        "--count",
        str(number),
        "--jobs",
        "1",
        "--no-playtest",
        "-o",
        "out",
        *more,
    )
    called = call(*words)
    assert called.status == 0, called.err
    return called


def list_sketches(root: Path) -> list[str]:
    return sorted(path.name for path in root.glob("*.dungeon.yaml"))


def test_generate_keeps_what_was_edited(call: Call, folder: Path) -> None:
    """A line that the user added to a proposed dungeon survives the next call, which names it; --force drops it."""
    generate(call)
    out = folder / "out"
    before, name = read_files(out), list_sketches(out)[0]
    edited = b"# my own line\n" + before[name]
    (out / name).write_bytes(edited)
    assert f"out: {name} stays, for it was edited" in generate(call).complaint
    assert read_files(out) == before | {name: edited}
    assert generate(call, "brawl-2013", 2, "--force").err == ""
    assert read_files(out) == before


def test_generate_deletes_only_its_own(call: Call, folder: Path) -> None:
    """Dungeons that are no longer proposed go with their pictures; an edited one, and any other file, stays."""
    generate(call, "brawl-2013", 3)
    out = folder / "out"
    first = list_sketches(out)
    (out / "mine.dungeon.yaml").write_bytes(MINE)
    generate(call, "brawl-2013", 1)
    (kept,) = [name for name in list_sketches(out) if name != "mine.dungeon.yaml"]
    assert {path.stem for path in (out / "pictures").iterdir()} == {kept.removesuffix(".dungeon.yaml")}
    generate(call, "brawl-2013", 3)
    assert list_sketches(out) == sorted([*first, "mine.dungeon.yaml"])
    gone = next(name for name in first if name != kept)
    (out / gone).write_bytes(MINE)
    assert f"{gone} stays" in generate(call, "brawl-2013", 1).complaint
    assert list_sketches(out) == sorted([kept, gone, "mine.dungeon.yaml"])
    assert (out / gone).read_bytes() == (out / "mine.dungeon.yaml").read_bytes() == MINE


def test_two_editions_share_a_folder(call: Call, folder: Path) -> None:
    """Each edition has its archive, its page and dungeons of other names, and the same calls give the same files."""
    out = folder / "out"
    generate(call, "brawl-2013")
    first = read_files(out)
    generate(call, "db7s-2019")
    both = read_files(out)
    assert len(list_sketches(out)) == 4
    assert {name: data for name, data in both.items() if name in first and name != LIST_NAME} == {
        name: data for name, data in first.items() if name != LIST_NAME
    }
    assert {"archive-db7s-2019.json", "README-db7s-2019.md"} < both.keys()
    for edition in ("brawl-2013", "db7s-2019", "db7s-2019"):
        generate(call, edition)
        assert read_files(out) == both
    generate(call, "brawl-2013", 1)
    assert len(list_sketches(out)) == 3


def test_generate_avoids_names_that_are_taken(call: Call, folder: Path) -> None:
    """A dungeon that would be called like a file of the user, in any letters, is called otherwise."""
    generate(call)
    out = folder / "out"
    names = list_sketches(out)
    archive = (out / ARCHIVE_FILE).read_bytes()
    shutil.rmtree(out)
    out.mkdir()
    (out / names[0].upper().replace("DUNGEON.YAML", "dungeon.yaml")).write_bytes(MINE)
    (out / "pictures").mkdir()
    (out / "pictures" / f"{names[1].removesuffix('.dungeon.yaml')}.png").write_bytes(MINE)
    (out / LIST_NAME).write_bytes(format_file_list({"other.txt": WrittenFile("deal", (sha256(b"").hexdigest(),))}))
    assert generate(call).err == ""
    assert len(set(list_sketches(out)) - set(names)) == 3
    assert len(list(out.glob("*.dungeon.yaml"))) == 3
    assert (out / ARCHIVE_FILE).read_bytes() != archive
    again = read_files(out)
    generate(call)
    assert read_files(out) == again


def test_an_older_folder_without_a_list_loses_nothing(call: Call, folder: Path) -> None:
    """Without its list, what is there as it would be written is known again; what differs stays."""
    generate(call)
    out = folder / "out"
    before, name = read_files(out), list_sketches(out)[0]
    (out / LIST_NAME).unlink()
    (out / name).write_bytes(MINE)
    (out / PAGE_FILE).write_bytes(MINE)
    assert f"{name} stays" in generate(call).complaint
    after = read_files(out)
    assert (after[name], after[PAGE_FILE]) == (MINE, MINE)
    (out / name).unlink()
    generate(call)
    assert read_files(out)[name] == before[name]
    generate(call, "brawl-2013", 3)
    assert len(list_sketches(out)) == 3


@pytest.mark.parametrize(
    "data",
    [b"", b"[]", b"{", b"\xff", b'{"format": "dungeon-designer-files", "version": 2, "files": {}}']
    + [
        format_file_list({name: WrittenFile("deal", (sha256(MINE).hexdigest(),))})
        for name in (
            "../mine.txt",
            "/mine.txt",
            "a/../../mine.txt",
            ".git/config",
            "a\\b",
            "C:mine.txt",
            "a//b",
            "",
            "nul\0",
        )
    ],
)
def test_a_damaged_list_stops_everything(call: Call, folder: Path, data: bytes) -> None:
    """A list that is damaged, newer, or names what lies elsewhere is refused in one line, and nothing is touched."""
    out = folder / "out"
    out.mkdir()
    (out / LIST_NAME).write_bytes(data)
    (folder / "mine.txt").write_bytes(MINE)
    (out / "deal-7.dungeon.yaml").write_bytes(MINE)
    before = read_files(folder)
    for words in (FILLERS["deal"][0], ["generate", "--ruleset", "brawl-2013", "--count", "1", "-o", "out"]):
        called = call(*words)
        assert (called.status, f"out/{LIST_NAME}: " in called.complaint) == (2, True)
        assert "delete it, and no file that is there is replaced" in called.complaint
    assert read_files(folder) == before


def test_a_list_that_is_no_plain_file_is_refused(call: Call, folder: Path) -> None:
    """A link, a folder or a pipe in the list's place is neither read nor written."""
    (folder / "out").mkdir()
    (folder / "elsewhere.json").write_bytes(format_file_list({}))
    (folder / "out" / LIST_NAME).symlink_to(folder / "elsewhere.json")
    assert "this is not a plain file" in call(*FILLERS["deal"][0]).complaint
    (folder / "out" / LIST_NAME).unlink()
    (folder / "out" / LIST_NAME).mkdir()
    assert call(*FILLERS["deal"][0]).status == 2
    assert read_file_list(folder) == {}
    with pytest.raises(ReadError, match="delete it"):
        read_file_list(folder / "out")


def write_list(root: Path, maker: str, *names: str) -> None:
    """Write a list by which a command wrote some files as they are."""
    files = {name: WrittenFile(maker, (sha256((root / name).read_bytes()).hexdigest(),)) for name in names}
    (root / LIST_NAME).write_bytes(format_file_list(files))


def test_nothing_is_written_through_links(call: Call, folder: Path) -> None:
    """A link in the folder, or a folder of it that is one, leads nowhere for a command, whatever the list says."""
    generate(call)
    out, elsewhere = folder / "out", folder / "elsewhere"
    elsewhere.mkdir()
    name = list_sketches(out)[0]
    picture = next((out / "pictures").iterdir()).name
    for source in (out / name, out / "pictures" / picture):
        shutil.copy(source, elsewhere)
    (out / name).unlink()
    (out / name).symlink_to(elsewhere / name)
    shutil.rmtree(out / "pictures")
    (out / "pictures").symlink_to(elsewhere)
    before = read_files(elsewhere)
    assert "edited or not written by this command" in generate(call, "brawl-2013", 1).complaint
    generate(call, "brawl-2013", 3)
    assert read_files(elsewhere) == before
    assert (out / name).is_symlink()


def test_another_command_is_another_writer(call: Call, folder: Path) -> None:
    """A command neither replaces nor deletes what another command wrote, though nobody edited it."""
    out = folder / "out"
    call("deal", "--bare", "--seed", "7", "-o", "out/")
    dealt = (out / "deal-7.dungeon.yaml").read_bytes()
    shutil.copy(folder / "floor.dungeon.yaml", folder / "deal-7.dungeon.yaml")
    called = call("place", "deal-7.dungeon.yaml", "--only", "portals", "-o", "out/")
    assert (called.status, "deal-7.dungeon.yaml stays" in called.err, called.out) == (2, True, "")
    generate(call)
    generate(call, "brawl-2013", 1)
    assert (out / "deal-7.dungeon.yaml").read_bytes() == dealt


def test_a_list_makes_no_folder_full(call: Call, folder: Path) -> None:
    """`vary`, which wants a new or empty folder, takes one that holds a list and nothing else."""
    shutil.copy(
        Path(__file__).parents[2] / "examples/naf-2019/the-four-winds.dungeon.yaml", folder / "winds.dungeon.yaml"
    )
    words = ("vary", "winds.dungeon.yaml", "--count", "1", "-o", "out")
    assert call(*words).status == 0
    assert call(*words).status == 2
    for path in (folder / "out").iterdir():
        if path.name != LIST_NAME:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    assert call(*words).status == 0


def test_names_that_a_list_cannot_hold_are_written_all_the_same(call: Call, folder: Path) -> None:
    """A file of a name that no list holds is written once, and is the user's from then on."""
    (folder / "a:b.dungeon.yaml").write_bytes((folder / "floor.dungeon.yaml").read_bytes())
    words = ("place", "a:b.dungeon.yaml", "--only", "portals", "-o", "out/")
    assert call(*words).status == 0
    assert call(*words).status == 0  # for it would be the same
    assert call(*words, "--seed", "2").status == 2


@pytest.fixture
def killed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[int], None]]:
    """Has the process die just before the so-manieth file is written."""
    real, left = output_folder.write_file, [1_000]

    def write(*arguments: Any) -> None:
        left[0] -= 1
        if left[0] == 0:
            raise MemoryError("killed")
        real(*arguments)

    monkeypatch.setattr(output_folder, "write_file", write)
    yield lambda number: left.__setitem__(0, number)
    left[0] = 1_000


@pytest.mark.parametrize("number", [1, 2, 4])
def test_whatever_is_killed_is_gone_on_from(
    call: Call, folder: Path, killed: Callable[[int], None], number: int
) -> None:
    """A call that dies in the midst of its files leaves none behind that the next takes for the user's."""
    generate(call)
    killed(number)
    words = ("generate", "--ruleset", "brawl-2013", "--count", "3", "--jobs", "1", "--no-playtest", "-o", "out")
    assert call(*words).status == 2
    killed(1_000)
    assert generate(call, "brawl-2013", 3).err == ""
    assert call("check", "out", "-q").status == 0
    assert len(list_sketches(folder / "out")) == 3


def test_a_file_that_changes_in_the_moment_stays(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A change between the last look at a file and its replacement is not lost."""
    (folder / "out").mkdir()
    path = folder / "out" / "a.txt"
    with OutputFolder(folder / "out", "deal") as first:
        first.add_file("a.txt", b"one")

    def theirs(self: OutputFolder, name: str, data: bytes) -> bool:
        path.write_bytes(MINE)
        return True

    monkeypatch.setattr(OutputFolder, "_is_own_content", theirs)
    with OutputFolder(folder / "out", "deal") as second:
        assert not second.add_file("a.txt", b"two")
    assert path.read_bytes() == MINE


def test_the_list_is_plain_to_read(call: Call, folder: Path) -> None:
    """The list names each file with the command that wrote it and its checksum, as any program computes it."""
    call(*FILLERS["deal"][0])
    data = json.loads((folder / "out" / LIST_NAME).read_bytes())
    assert (data["format"], data["version"]) == ("dungeon-designer-files", 1)
    for name, entry in data["files"].items():
        assert entry == {"by": "deal", "sha256": [sha256((folder / "out" / name).read_bytes()).hexdigest()]}
    assert sorted(data["files"]) == list_sketches(folder / "out")
    assert os.listdir(folder / "out").count(LIST_NAME) == 1
