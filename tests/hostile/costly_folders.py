"""Small rulesets, seasons, tiles and notes that ask for much work, each with the call that reads it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from .costly_dungeons import HALL, write_list, write_rooms, write_sketch

SHEET = f"name: Hall\nruleset: naf-2019\nmap: |\n{HALL}"
CUP = 'id = "cup"\nname = "Cup"\nextends = "naf-2019"\n'
SEASON = 'name = "S"\nruleset = "naf-2019"\n'
FAR = "".join(f"[rules.{name}]\nmin = 10000\n" for name in ("chest-spacing", "portal-chest-distance"))


class Folder(NamedTuple):
    """The files beside ``hall.dungeon.yaml``, and the call."""

    files: dict[str, str]
    call: tuple[str, ...]


def write_cup(text: str, dungeon: str = SHEET) -> Folder:
    """Return a dungeon checked under a ruleset."""
    return Folder({"cup.toml": text, "x.dungeon.yaml": dungeon}, ("check", "x.dungeon.yaml", "--ruleset", "cup.toml"))


def write_season(text: str, *call: str) -> Folder:
    """Return a season, checked unless there is another call."""
    return Folder({"season.toml": SEASON + text}, call or ("check", "season.toml"))


def write_packed(notes: str) -> Folder:
    """Return a dungeon with long notes in a document."""
    return Folder({"x.dungeon.yaml": f'{SHEET}notes: "{notes}"\n'}, ("pack", "x.dungeon.yaml", "-o", "x.pdf"))


def write_tile(text: str, head: str = "name: T\nkind: room\n") -> Folder:
    """Return a dungeon laid with one tile."""
    laid = "ruleset: naf-2019\nsections:\n- {id: a, tile: s/t, at: [0, 0]}\n"
    return Folder({"tiles/s/t.yaml": head + text, "x.dungeon.yaml": laid}, ("check", "x.dungeon.yaml"))


def write_many_tiles(named: str) -> Folder:
    """Return a set of 5,000 tiles, and a dungeon that names one."""
    files = {f"tiles/s/some-tile-{i}.yaml": "name: T\nkind: room\nsquares: |\n  ..\n" for i in range(5000)}
    laid = f"ruleset: naf-2019\nsections:\n- {{id: a, tile: s/{named}, at: [0, 0]}}\n"
    return Folder({**files, "x.dungeon.yaml": laid}, ("check", "x.dungeon.yaml"))


def write_mended(dungeon: str, option: str) -> Folder:
    """Return a dungeon with much to mend."""
    return Folder({"x.dungeon.yaml": dungeon}, ("check", "x.dungeon.yaml", option))


def write_rounds(count: int, *call: str) -> Folder:
    """Return a season that plays one hall again and again."""
    return write_season(
        "".join(f'[[rounds]]\nname = "r{i}"\nlayout = "hall.dungeon.yaml"\n' for i in range(count)), *call
    )


DICE = '[dice]\nroll = "9D99"\n[dice.table]\n' + "".join(f'{i} = "hall.dungeon.yaml"\n' for i in range(9, 892))
TO_PDF, TO_MARKDOWN = ("pack", "season.toml", "-o", "x.pdf"), ("pack", "season.toml", "-o", "x.md")

PARTS, DIGITS = "a." * 20_000 + "b = 1\n", "x = " + "9" * 5000 + "\n"


def write_played(text: str) -> Folder:
    """Return a team, and a call that plays with it."""
    call = ("playtest", "hall.dungeon.yaml", "--games", "4", "--jobs", "1", "--teams", "team.toml")
    return Folder({"team.toml": 'name = "T"\n' + text}, call)


def write_owned(text: str) -> Folder:
    """Return a stock of tiles, and a call that lays them."""
    call = ("generate", "--ruleset", "gw-2021", "--stock", "stock.toml", "-o", "out", "--jobs", "1", "--no-playtest")
    return Folder({"stock.toml": text}, call)


FOLDERS: dict[str, Callable[[], Folder]] = {
    "a key of 20,000 parts in a ruleset": lambda: write_cup(CUP + PARTS),
    "a key of 20,000 parts in a season": lambda: write_season(PARTS),
    "a key of 20,000 parts in a folder's season": lambda: write_season(PARTS, "check", "."),
    "a key of 20,000 parts in a team": lambda: write_played(PARTS),
    "a key of 20,000 parts in a stock": lambda: write_owned(PARTS),
    "5,000 digits in a ruleset": lambda: write_cup(CUP + DIGITS),
    "5,000 digits in a folder's season": lambda: write_season(DIGITS, "check", "."),
    "5,000 digits in a team": lambda: write_played(DIGITS),
    "5,000 digits in a stock": lambda: write_owned(DIGITS),
    "30,000 brackets in a tile": lambda: write_tile("[" * 30_000),
    "60,000 unknown rules": lambda: write_cup(CUP + "".join(f"[rules.x{i}]\n" for i in range(60_000))),
    "4,000 unknown rules": lambda: write_cup(CUP + "".join(f"[rules.x{i}]\n" for i in range(4000))),
    "90,000 unknown keys of a ruleset": lambda: write_cup("".join(f"k{i} = 1\n" for i in range(90_000)) + CUP),
    "6,000 unknown parameters": lambda: write_cup(
        CUP + "[rules.chest-count]\n" + "".join(f"p{i} = 1\n" for i in range(6000))
    ),
    "a parameter of 20,000 numbers": lambda: write_cup(f"{CUP}[rules.chest-count]\nalso = [{'7,' * 20_000}]\n"),
    "50,000 brackets in a ruleset": lambda: write_cup(f"{CUP}x = {'[' * 50_000}\n"),
    "20,000 tables in each other": lambda: write_cup(f"{CUP}[{'.'.join(['a'] * 20_000)}]\n"),
    "20,000 tables in a line": lambda: write_cup(f"{CUP}x = {'{a=' * 20_000}\n"),
    "a source of 60,000 letters": lambda: write_cup(f'{CUP}[rules.chest-count]\nsource = "{"s" * 60_000}"\n'),
    "ways 1,000 wide": lambda: write_cup(f"{CUP}[rules.corridor-width]\nwidth = 1000\n"),
    "far blocks in a large hall": lambda: write_cup(
        'id = "c"\nname = "c"\nextends = "eagbbl"\n[rules.end-zones-apart]\nblock = [20, 20]\n',
        write_sketch("<<" + "." * 200 + ">>", *["." * 204] * 22, times=4),
    ),
    "2,000 chests that are all too near": lambda: write_cup(
        CUP + FAR, write_sketch("<<" + "C1" * 100 + ">>", times=20)
    ),
    "1,000 chests that are all too near on foot": lambda: write_cup(
        CUP.replace("extends", 'metric = "walk"\nextends') + FAR, write_sketch("<<" + "C1" * 50 + ">>", times=10)
    ),
    "9,000 rooms of two shapes to be counted": lambda: write_cup(
        CUP.replace("naf-2019", "db7s-2019"), write_rooms(9000, 100, 4, ["...", ".#.", "..."])
    ),
    "20,000 rounds": lambda: write_rounds(20_000),
    "1,500 rounds": lambda: write_rounds(1500),
    "1,500 rounds in a page": lambda: write_rounds(1500, *TO_MARKDOWN),
    "1,500 rounds in a document": lambda: write_rounds(1500, *TO_PDF),
    "1,500 rounds of files that are not there": lambda: write_season(
        "".join(f'[[rounds]]\nname = "r"\nlayout = "x{i}.dungeon.yaml"\n' for i in range(1500))
    ),
    "10,000 files that are not there": lambda: write_season(
        "also = [" + ",".join(f'"a{i}"' for i in range(10_000)) + "]\n"
    ),
    "nine dice of 99 sides": lambda: write_season(DICE),
    "nine dice of 99 sides in a page": lambda: write_season(DICE, *TO_MARKDOWN),
    "a season's notes": lambda: write_season(
        f'notes = "{"word " * 12_000}"\n[[rounds]]\nname = "r"\nlayout = "hall.dungeon.yaml"\n', *TO_PDF
    ),
    "five million letters of notes": lambda: write_packed("word " * 1_000_000),
    "500,000 letters of notes": lambda: write_packed("word " * 100_000),
    "a tile of 1,000 x 1,000": lambda: write_tile("squares: |\n" + ("  " + "." * 1000 + "\n") * 1000),
    "a tile of 300 x 300": lambda: write_tile("squares: |\n" + ("  " + "." * 300 + "\n") * 300),
    "a tile of lava": lambda: write_tile("squares: |\n" + ("  " + "~" * 300 + "\n") * 300),
    "20,000 letters of a tile": lambda: write_tile(
        "squares: |\n"
        + ("  " + "." * 200 + "\n") * 200
        + "legend:\n"
        + "".join(f"  {chr(0x4E00 + i)}: lava\n" for i in range(20_000))
    ),
    "5,000 tiles": lambda: write_many_tiles("some-tile-1"),
    "5,000 tiles and none that is meant": lambda: write_many_tiles("some-tile"),
    "900 open doors to mend": lambda: write_mended(
        write_sketch(".'" * 150, ".#" * 150, times=6, ruleset="gw-1989-basic"), "--fix"
    ),
    "90 portals to mend": lambda: write_mended(write_sketch("1." * 45, times=2, ruleset="naf-2019"), "--fix"),
    "80 chests to move": lambda: write_mended(
        write_sketch("<<" + "C" * 20 + "." * 60 + ">>", *["." * 84] * 5, times=4, ruleset="eagbbl"), "--fix-all"
    ),
    "600 doors to set": lambda: write_mended(
        write_rooms(600, 30, 2, ["..", ".."], "corridor", "ruleset: gw-2021\nenclosed: true\n"), "--fix-all"
    ),
    "chests off the floor to mend": lambda: write_mended(
        write_list("chests", (f"[{i}, 90]" for i in range(3000)), f"ruleset: naf-2019\nmap: |\n{HALL}"), "--fix"
    ),
}
"""The folder and the call by what it holds."""
