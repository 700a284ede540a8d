"""Small dungeon files that ask for much work: many things, large sizes, things upon things, much to read."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from string import ascii_letters, digits
from typing import Any

HALL = "  <<<<.................>>>>\n" * 4


def write_sketch(*rows: str, times: int = 1, ruleset: str = "") -> str:
    """Return a sketch of some rows, drawn again and again."""
    head = f"ruleset: {ruleset}\n" if ruleset else ""
    return f"{head}map: |\n" + "".join(f"  {row}\n" for row in rows) * times


def write_list(key: str, entries: Iterable[str], head: str = f"map: |\n{HALL}") -> str:
    """Return a sketch with entries in one of its lists."""
    return f"{head}{key}:\n" + "".join(f"- {entry}\n" for entry in entries)


def write_tiles(count: int, across: int, step: tuple[int, int], tile: str = "gw-2021/corridor-straight") -> str:
    """Return a tile laid again and again, `across` in a row, so many squares further each time."""
    places = ((i % across * step[0], i // across * step[1]) for i in range(count))
    return write_list(
        "sections", (f"{{id: s{i}, tile: {tile}, at: [{x}, {y}]}}" for i, (x, y) in enumerate(places)), ""
    )


def write_rooms(count: int, across: int, step: int, rows: list[str], kind: str = "room", head: str = "") -> str:
    """Drawn rooms, `across` in a row."""
    entries = (
        f"{{id: s{i}, kind: {kind}, at: [{i % across * step}, {i // across * step}], rows: {json.dumps(rows)}}}"
        for i in range(count)
    )
    return write_list("sections", entries, head)


def write_layout_file(**parts: Any) -> str:
    """Return a layout file; without sections it has a hall of 250 x 250 squares."""
    hall = [{"id": "a", "kind": "room", "rows": ["." * 250] * 250}]
    return json.dumps({"format": "dungeon-layout", "version": 1, "sections": hall, **parts})


def spread_objects(count: int, **thing: Any) -> list[dict[str, Any]]:
    """Return a layout file with equal objects on that hall, one on each square."""
    return [{**thing, "at": [i % 249, i // 249]} for i in range(count)]


def write_extra(text: str) -> str:
    """Return a layout file with something in `extra`."""
    return f'{{"format": "dungeon-layout", "version": 1, "extra": {{"a": {text}}}}}'


def write_bomb() -> str:
    """Return YAML whose lists hold nine of the one before."""
    lines = ["map: .", "extra:", f"  a0: &a0 [{', '.join('x' * 9)}]"]
    lines += [f"  a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 30)]
    return "\n".join(lines)


def list_letters() -> str:
    """Return a section letter for each square, 62 of them in turns."""
    known = ascii_letters + digits
    rows = ("".join(known[(x * 7 + y * 13) % 62] for x in range(400)) for y in range(200))
    return "sections: |\n" + "".join(f"  {row}\n" for row in rows)


DUNGEONS: dict[str, Callable[[], str]] = {
    # floor
    "a hall of 200 x 200": lambda: write_sketch("." * 200, times=200),
    "a hall of 500 x 500": lambda: write_sketch("." * 500, times=500),
    "a hall of 9,999 x 10 end zones": lambda: write_sketch("<" * 9999, times=10),
    "single squares like a chessboard": lambda: write_sketch(".#" * 150, "#." * 150, times=150),
    "a few single squares like a chessboard": lambda: write_sketch(".#" * 30, "#." * 30, times=30),
    "end zones like a chessboard": lambda: write_sketch("<>" * 500, "><" * 500, times=20),
    "an entry beside every square": lambda: write_sketch("(#" * 300, "." * 600, times=20),
    "62 sections that mix": list_letters,
    "ways of one square": lambda: write_sketch("." * 150, ".#" * 75, times=50, ruleset="naf-2019"),
    "one long way": lambda: write_sketch("." * 200, "#" * 198 + "..", "." * 200, ".." + "#" * 198, times=40),
    "5,000 rows of one square": lambda: write_sketch(".", "#", times=4999),
    "rooms on a diagonal": lambda: write_list(
        "sections", (f"{{id: s{i}, kind: room, at: [{i}, {i}], rows: ['.']}}" for i in range(9999)), ""
    ),
    "two rooms far apart": lambda: write_rooms(2, 2, 9990, ["....", "...."]),
    "3,000 rooms in rock": lambda: write_rooms(
        3000, 60, 2, ["..", ".."], "corridor", "ruleset: gw-2021\nenclosed: true\n"
    ),
    "9,000 rooms in rock": lambda: write_rooms(9000, 120, 3, ["..."] * 3, head="enclosed: true\n"),
    "3,000 rooms of two shapes": lambda: write_rooms(3000, 100, 4, ["...", ".#.", "..."], head="ruleset: db7s-2019\n"),
    "90 rooms of 10,000 squares in one place": lambda: write_rooms(90, 1, 0, ["." * 100] * 100),
    "1,000 rooms of 10,000 squares in one place": lambda: write_rooms(1000, 1, 0, ["." * 100] * 100),
    "500 rooms of 9,000 squares in one place": lambda: write_rooms(500, 1, 0, ["." * 9000]),
    "40,000 rooms of one square": lambda: write_layout_file(
        sections=[{"id": f"s{i}", "kind": "room", "at": [i % 200, i // 200], "rows": ["."]} for i in range(40_000)]
    ),
    "an end zone with notches": lambda: write_sketch(
        "<#" * 40 + "." * 20 + "#>" * 40, "<" * 80 + "." * 20 + ">" * 80, times=20, ruleset="gw-2021"
    ),
    "a hall between end zones": lambda: write_sketch(
        "<<" + "." * 140 + ">>", *["." * 144] * 34, times=4, ruleset="eagbbl"
    ),
    # tiles
    "tiles: 10,000 in one place": lambda: write_tiles(10_000, 1, (0, 0), "brawl-2013/6x6-t"),
    "tiles: 100,000 in one place": lambda: write_tiles(100_000, 1, (0, 0)),
    "tiles: 10,000 apart": lambda: write_tiles(10_000, 1000, (7, 7)),
    "tiles: 2,700 apart": lambda: write_tiles(2700, 100, (7, 7)),
    "tiles: 5,000 side by side": lambda: write_tiles(5000, 100, (6, 2)),
    # items of great size
    "a million squares of lava": lambda: write_list("terrain", ["{kind: lava, at: [0, 0], size: [1000, 1000]}"]),
    "a million statues": lambda: write_list("obstacles", ["{kind: statue, at: [0, 0], size: [1000, 1000]}"]),
    "a pit of 220 x 220": lambda: write_list("traps", ["{kind: open_pit, at: [0, 0], size: [220, 220]}"]),
    "a trapdoor of 220 x 220": lambda: write_list(
        "traps", ["{kind: trapdoor, at: [0, 0], size: [220, 220], below: pit}"]
    ),
    "walls of 10,000 edges": lambda: write_list("walls", ["{at: [0, 0], side: north, width: 10000}"] * 100),
    "doors of 10,000 edges": lambda: write_list("doors", ["{at: [0, 0], side: south, width: 10000}"] * 100),
    "leap edges of 10,000": lambda: write_list("leap_edges", ["{at: [0, 0], side: south, width: 10000}"] * 100),
    "balls of 100 x 100": lambda: write_list(
        "machines", ["{kind: rolling_ball, at: [0, 0], size: [100, 100], travel: east, length: 1000}"] * 9
    ),
    "a rotating room of 300 x 300": lambda: (
        "sections: |\n" + ("  " + "A" * 300 + "\n") * 300 + "machines:\n- {kind: rotating_room, sections: [A]}\n"
    ),
    "a chest far off": lambda: write_list("chests", ["[9999, 9999]"]),
    "things far off on all sides": lambda: (
        write_sketch("....")
        + (
            "chests: [[9999, 0], [0, 9999]]\nportals: {1: [9999, 9999]}\nterrain: [{kind: lava, at: [9998, 5]}]\n"
            "traps: [{kind: trapdoor, at: [9000, 9000], size: [2, 2], below: pit}]\n"
            "doors: [{at: [9000, 9000], side: south}]\nleap_edges: [{at: [9990, 9900], side: south}]\n"
        )
    ),
    # many items
    "50,000 statues in one place": lambda: write_list("obstacles", ["{kind: statue, at: [5, 1]}"] * 50_000),
    "20,000 trapdoors in one place": lambda: write_list("traps", ["{kind: trapdoor, at: [3, 3], below: pit}"] * 20_000),
    "100,000 chests in one place": lambda: write_list("chests", ["[5, 1]"] * 100_000),
    "50,000 doors off the floor": lambda: write_list(
        "doors", (f"{{at: [{i % 1000}, {i // 1000 + 5}], side: south}}" for i in range(50_000))
    ),
    "40,000 chests": lambda: write_layout_file(chests=[thing["at"] for thing in spread_objects(40_000)]),
    "40,000 portals": lambda: write_layout_file(portals=spread_objects(40_000, number=1)),
    "40,000 doors": lambda: write_layout_file(doors=spread_objects(40_000, side="east")),
    "40,000 doors in squares": lambda: write_layout_file(square_doors=spread_objects(40_000, open=True)),
    "40,000 counters": lambda: write_layout_file(
        traps=spread_objects(40_000, kind="counter", owner="home", content="nothing")
    ),
    "40,000 squares of lava": lambda: write_layout_file(terrain=spread_objects(40_000, kind="lava")),
    "a map of chests": lambda: write_sketch("C" * 9999, times=10),
    "a map of portals": lambda: write_sketch("1.2." * 200, times=60),
    "a map of statues": lambda: write_sketch("S." * 400, "." * 800, times=50),
    "a map of lava": lambda: write_sketch("~." * 400, ".~" * 400, times=50),
    "a map of bridges": lambda: write_sketch("~=~." * 200, times=60),
    "a map of trapdoors": lambda: write_sketch("T." * 400, "." * 800, times=50),
    "a map of one trapdoor": lambda: write_sketch("T" * 400, times=200),
    "a map of pits": lambda: write_sketch("o.x." * 200, times=60),
    "a map of doors": lambda: write_sketch("+.'." * 200, "#." * 400, times=50),
    "a map of open doors": lambda: write_sketch(".'" * 400, ".#" * 400, times=5, ruleset="gw-1989-basic"),
    "a chest in every room": lambda: write_sketch("1#C#" * 60, "#" * 240, times=15),
    "200 chests and nowhere to go": lambda: write_list(
        "chests", (f"[{i * 3}, 0]" for i in range(200)), write_sketch("." * 700, times=350)
    ),
    "200 chests among end zones": lambda: write_list(
        "chests", (f"[{i * 3}, 50]" for i in range(200)), write_sketch("<>" * 300, times=100, ruleset="eagbbl")
    ),
    "200 chests in one place of a large hall": lambda: write_list(
        "chests", ["[5, 1]"] * 199, write_sketch("." * 300, times=60)
    ),
    # machines and waivers
    "3,000 rotating rooms in one place": lambda: (
        "sections: |\n"
        + ("  " + "A" * 20 + "\n") * 20
        + "machines:\n"
        + "- {kind: rotating_room, sections: [A]}\n" * 3000
    ),
    "900 rotating rooms in one place": lambda: (
        "sections: |\n"
        + ("  " + "A" * 20 + "\n") * 20
        + "machines:\n"
        + "- {kind: rotating_room, sections: [A]}\n" * 900
    ),
    "900 rotating rooms": lambda: (
        write_rooms(900, 60, 5, ["...."] * 4)
        + write_list("machines", (f"{{kind: rotating_room, sections: [s{i}]}}" for i in range(900)), "")
    ),
    "300 rotating rooms of 1,000 sections": lambda: (
        write_rooms(1000, 50, 1, ["."])
        + write_list(
            "machines", [f"{{kind: rotating_room, sections: [{', '.join(f's{i}' for i in range(1000))}]}}"] * 300, ""
        )
    ),
    "a room to turn that is not among 12,000": lambda: (
        write_rooms(12_000, 200, 1, ["."])
        + write_list("machines", [f"{{kind: rotating_room, sections: [s{'1' * 66}]}}"], "")
    ),
    "20,000 balls": lambda: write_list(
        "machines", ["{kind: rolling_ball, at: [2, 0], size: [1, 1], travel: east, length: 20}"] * 20_000
    ),
    "5,000 waivers for 1,800 chests": lambda: write_list(
        "waivers", ["{rule: chest-spacing, reason: because}"] * 5000, write_sketch("C" * 60, times=30)
    ),
    "1,000 waivers for 1,800 chests": lambda: write_list(
        "waivers", ["{rule: chest-spacing, reason: because}"] * 1000, write_sketch("C" * 60, times=30)
    ),
    "1,000 waivers of unknown rules": lambda: write_list(
        "waivers", (f"{{rule: chest-cuont-{i}, reason: because}}" for i in range(1000))
    ),
    "a reason of four million letters": lambda: write_list(
        "waivers", ["{rule: chest-count, reason: " + "r " * 2_000_000 + "}"]
    ),
    "200 trapdoors with long words": lambda: write_list(
        "traps", (f"{{kind: trapdoor, at: [{i % 20 + 2}, {i % 4}], below: {'b' * 20_000}}}" for i in range(200))
    ),
    # much to read
    "20,000 letters in the legend": lambda: (
        write_sketch("....") + "legend:\n" + "".join(f"  {chr(0x4E00 + i)}: lava\n" for i in range(20_000))
    ),
    "50,000 section kinds": lambda: (
        "sections: |\n  AAB\nsection_kinds:\n" + "".join(f"  x{i}: corridor\n" for i in range(50_000))
    ),
    "800,000 unknown keys": lambda: "map: .\n" + "".join(f"key{i}: 1\n" for i in range(800_000)),
    "63 MB of unknown keys": lambda: "map: .\n" + "".join(f"key{i}: 1\n" for i in range(4_500_000)),
    "15 MB of notes": lambda: 'map: .\nnotes: "' + "word " * 3_000_000 + '"\n',
    "a name of five million letters": lambda: 'map: .\nname: "' + "word " * 1_000_000 + '"\n',
    "15 MB of comments": lambda: "map: .\n" + "# x\n" * 3_750_000,
    "15 MB of empty lines": lambda: "map: .\n" + "\n" * 15_000_000,
    "empty lines in a map": lambda: "map: |+\n  .\n" + "\n" * 5_000_000,
    "a list of a million": lambda: "map: .\nextra: {a: [" + "1," * 1_000_000 + "1]}\n",
    "500,000 lists in each other": lambda: "map: .\nextra: {a: " + "[" * 500_000,
    "a list named nine times in each of 30": write_bomb,
    "layout: a list of five million": lambda: write_extra(f"[{'1,' * 5_000_000}1]"),
    "layout: five million empty lists": lambda: write_extra(f"[{'[],' * 5_000_000}1]"),
    "layout: one key a million times": lambda: write_extra("{" + '"k": 1,' * 1_000_000 + '"k": 1}'),
    "layout: 15 MB of spaces": lambda: write_extra(f"1{' ' * 15_000_000}"),
    "layout: a million brackets": lambda: "[" * 1_000_000,
}
"""The text of each file by what it holds; a layout file begins with a bracket, a sketch does not."""


def choose_file_name(text: str) -> str:
    """Return a name that says whether a text is a layout file or a sketch."""
    return "x.dungeon.json" if text[:1] in "{[" else "x.dungeon.yaml"
