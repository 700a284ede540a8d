"""Small rulesets, seasons, tiles and notes that ask for much work, each with the call that reads it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from .costly_dungeons import HALL, drawn, listed, rooms

SHEET = f"name: Hall\nruleset: naf-2019\nmap: |\n{HALL}"
CUP = 'id = "cup"\nname = "Cup"\nextends = "naf-2019"\n'
SEASON = 'name = "S"\nruleset = "naf-2019"\n'
FAR = "".join(f"[rules.{name}]\nmin = 10000\n" for name in ("chest-spacing", "portal-chest-distance"))


class Folder(NamedTuple):
    """The files beside ``hall.dungeon.yaml``, and the call."""

    files: dict[str, str]
    call: tuple[str, ...]


def cup(text: str, dungeon: str = SHEET) -> Folder:
    """A dungeon checked under a ruleset."""
    return Folder({"cup.toml": text, "x.dungeon.yaml": dungeon}, ("check", "x.dungeon.yaml", "--ruleset", "cup.toml"))


def season(text: str, *call: str) -> Folder:
    """A season, checked unless there is another call."""
    return Folder({"season.toml": SEASON + text}, call or ("check", "season.toml"))


def packed(notes: str) -> Folder:
    """A dungeon with long notes in a document."""
    return Folder({"x.dungeon.yaml": f'{SHEET}notes: "{notes}"\n'}, ("pack", "x.dungeon.yaml", "-o", "x.pdf"))


def tile(text: str, head: str = "name: T\nkind: room\n") -> Folder:
    """A dungeon laid with one tile."""
    laid = "ruleset: naf-2019\nsections:\n- {id: a, tile: s/t, at: [0, 0]}\n"
    return Folder({"tiles/s/t.yaml": head + text, "x.dungeon.yaml": laid}, ("check", "x.dungeon.yaml"))


def many_tiles(named: str) -> Folder:
    """A set of 5,000 tiles, and a dungeon that names one."""
    files = {f"tiles/s/some-tile-{i}.yaml": "name: T\nkind: room\nsquares: |\n  ..\n" for i in range(5000)}
    laid = f"ruleset: naf-2019\nsections:\n- {{id: a, tile: s/{named}, at: [0, 0]}}\n"
    return Folder({**files, "x.dungeon.yaml": laid}, ("check", "x.dungeon.yaml"))


def mended(dungeon: str, option: str) -> Folder:
    """A dungeon with much to mend."""
    return Folder({"x.dungeon.yaml": dungeon}, ("check", "x.dungeon.yaml", option))


def rounds(count: int, *call: str) -> Folder:
    """A season that plays one hall again and again."""
    return season("".join(f'[[rounds]]\nname = "r{i}"\nlayout = "hall.dungeon.yaml"\n' for i in range(count)), *call)


DICE = '[dice]\nroll = "9D99"\n[dice.table]\n' + "".join(f'{i} = "hall.dungeon.yaml"\n' for i in range(9, 892))
TO_PDF, TO_MARKDOWN = ("pack", "season.toml", "-o", "x.pdf"), ("pack", "season.toml", "-o", "x.md")

PARTS, DIGITS = "a." * 20_000 + "b = 1\n", "x = " + "9" * 5000 + "\n"


def played(text: str) -> Folder:
    """A team, and a call that plays with it."""
    call = ("playtest", "hall.dungeon.yaml", "--games", "4", "--jobs", "1", "--teams", "team.toml")
    return Folder({"team.toml": 'name = "T"\n' + text}, call)


def owned(text: str) -> Folder:
    """A stock of tiles, and a call that lays them."""
    call = ("generate", "--ruleset", "gw-2021", "--stock", "stock.toml", "-o", "out", "--jobs", "1", "--no-playtest")
    return Folder({"stock.toml": text}, call)


FOLDERS: dict[str, Callable[[], Folder]] = {
    "a key of 20,000 parts in a ruleset": lambda: cup(CUP + PARTS),
    "a key of 20,000 parts in a season": lambda: season(PARTS),
    "a key of 20,000 parts in a folder's season": lambda: season(PARTS, "check", "."),
    "a key of 20,000 parts in a team": lambda: played(PARTS),
    "a key of 20,000 parts in a stock": lambda: owned(PARTS),
    "5,000 digits in a ruleset": lambda: cup(CUP + DIGITS),
    "5,000 digits in a folder's season": lambda: season(DIGITS, "check", "."),
    "5,000 digits in a team": lambda: played(DIGITS),
    "5,000 digits in a stock": lambda: owned(DIGITS),
    "30,000 brackets in a tile": lambda: tile("[" * 30_000),
    "60,000 unknown rules": lambda: cup(CUP + "".join(f"[rules.x{i}]\n" for i in range(60_000))),
    "4,000 unknown rules": lambda: cup(CUP + "".join(f"[rules.x{i}]\n" for i in range(4000))),
    "90,000 unknown keys of a ruleset": lambda: cup("".join(f"k{i} = 1\n" for i in range(90_000)) + CUP),
    "6,000 unknown parameters": lambda: cup(
        CUP + "[rules.chest-count]\n" + "".join(f"p{i} = 1\n" for i in range(6000))
    ),
    "a parameter of 20,000 numbers": lambda: cup(f"{CUP}[rules.chest-count]\nalso = [{'7,' * 20_000}]\n"),
    "50,000 brackets in a ruleset": lambda: cup(f"{CUP}x = {'[' * 50_000}\n"),
    "20,000 tables in each other": lambda: cup(f"{CUP}[{'.'.join(['a'] * 20_000)}]\n"),
    "20,000 tables in a line": lambda: cup(f"{CUP}x = {'{a=' * 20_000}\n"),
    "a source of 60,000 letters": lambda: cup(f'{CUP}[rules.chest-count]\nsource = "{"s" * 60_000}"\n'),
    "ways 1,000 wide": lambda: cup(f"{CUP}[rules.corridor-width]\nwidth = 1000\n"),
    "far blocks in a large hall": lambda: cup(
        'id = "c"\nname = "c"\nextends = "eagbbl"\n[rules.end-zones-apart]\nblock = [20, 20]\n',
        drawn("<<" + "." * 200 + ">>", *["." * 204] * 22, times=4),
    ),
    "2,000 chests that are all too near": lambda: cup(CUP + FAR, drawn("<<" + "C1" * 100 + ">>", times=20)),
    "1,000 chests that are all too near on foot": lambda: cup(
        CUP.replace("extends", 'metric = "walk"\nextends') + FAR, drawn("<<" + "C1" * 50 + ">>", times=10)
    ),
    "9,000 rooms of two shapes to be counted": lambda: cup(
        CUP.replace("naf-2019", "db7s-2019"), rooms(9000, 100, 4, ["...", ".#.", "..."])
    ),
    "20,000 rounds": lambda: rounds(20_000),
    "1,500 rounds": lambda: rounds(1500),
    "1,500 rounds in a page": lambda: rounds(1500, *TO_MARKDOWN),
    "1,500 rounds in a document": lambda: rounds(1500, *TO_PDF),
    "1,500 rounds of files that are not there": lambda: season(
        "".join(f'[[rounds]]\nname = "r"\nlayout = "x{i}.dungeon.yaml"\n' for i in range(1500))
    ),
    "10,000 files that are not there": lambda: season("also = [" + ",".join(f'"a{i}"' for i in range(10_000)) + "]\n"),
    "nine dice of 99 sides": lambda: season(DICE),
    "nine dice of 99 sides in a page": lambda: season(DICE, *TO_MARKDOWN),
    "a season's notes": lambda: season(
        f'notes = "{"word " * 12_000}"\n[[rounds]]\nname = "r"\nlayout = "hall.dungeon.yaml"\n', *TO_PDF
    ),
    "five million letters of notes": lambda: packed("word " * 1_000_000),
    "500,000 letters of notes": lambda: packed("word " * 100_000),
    "a tile of 1,000 x 1,000": lambda: tile("squares: |\n" + ("  " + "." * 1000 + "\n") * 1000),
    "a tile of 300 x 300": lambda: tile("squares: |\n" + ("  " + "." * 300 + "\n") * 300),
    "a tile of lava": lambda: tile("squares: |\n" + ("  " + "~" * 300 + "\n") * 300),
    "20,000 letters of a tile": lambda: tile(
        "squares: |\n"
        + ("  " + "." * 200 + "\n") * 200
        + "legend:\n"
        + "".join(f"  {chr(0x4E00 + i)}: lava\n" for i in range(20_000))
    ),
    "5,000 tiles": lambda: many_tiles("some-tile-1"),
    "5,000 tiles and none that is meant": lambda: many_tiles("some-tile"),
    "900 open doors to mend": lambda: mended(drawn(".'" * 150, ".#" * 150, times=6, ruleset="gw-1989-basic"), "--fix"),
    "90 portals to mend": lambda: mended(drawn("1." * 45, times=2, ruleset="naf-2019"), "--fix"),
    "80 chests to move": lambda: mended(
        drawn("<<" + "C" * 20 + "." * 60 + ">>", *["." * 84] * 5, times=4, ruleset="eagbbl"), "--fix-all"
    ),
    "600 doors to set": lambda: mended(
        rooms(600, 30, 2, ["..", ".."], "corridor", "ruleset: gw-2021\nenclosed: true\n"), "--fix-all"
    ),
    "chests off the floor to mend": lambda: mended(
        listed("chests", (f"[{i}, 90]" for i in range(3000)), f"ruleset: naf-2019\nmap: |\n{HALL}"), "--fix"
    ),
}
"""The folder and the call by what it holds."""
