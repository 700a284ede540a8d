"""The page's modules: their logic run by node, and what no page may do."""

from __future__ import annotations

import json
import re
import subprocess
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import DOOR
from dungeon_designer.drawing.drawing_options import DrawingOptions
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.exports import web_page, web_script
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.exports.web_page import export_web_page
from dungeon_designer.exports.web_page_data import build_page_data, format_page_json
from dungeon_designer.exports.web_script import MODULES, build_script
from dungeon_designer.grid import SIDES, Side
from dungeon_designer.layout.model import CounterContent, EdgeDoor, Layout, RotatingRoom, Section, Team, Trap, TrapKind
from dungeon_designer.replay.replay_page import REPLAY_MODULES
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from dungeon_designer.rulesets.play_table import list_deadlines, parse_play
from tests.soak import sample, soak

from .test_measuring import EXAMPLES, NODE, load_example, needs_node

WEB = Path(web_script.__file__).with_name("web")
HALL = Dungeon.parse("name: Hall\nmap: <..T.C.>")


@needs_node
def test_the_logic_of_the_match() -> None:
    """Dice, chests, doors, machines, turns, the clock, undo and handing on do what `match.test.mjs` promises."""
    assert NODE is not None
    tests = Path(__file__).with_name("match.test.mjs")
    done = subprocess.run([NODE, "--test", tests], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@needs_node
def test_the_script_is_sound(tmp_path: Path) -> None:
    """All modules as one script are JavaScript; each module is in it, after those it imports from."""
    assert NODE is not None
    (tmp_path / "page.js").write_text(build_script())
    subprocess.run([NODE, "--check", tmp_path / "page.js"], check=True)
    assert not re.search(r"(?m)^(?:import|export) ", build_script())
    assert {*MODULES, *REPLAY_MODULES} == {path.stem for path in WEB.glob("*.js")}
    for modules in (MODULES, REPLAY_MODULES):
        for at, name in enumerate(modules):
            wanted = re.findall(r'from "\./(\w+)\.js"', (WEB / f"{name}.js").read_text())
            assert set(wanted) <= set(modules[:at])


@pytest.mark.parametrize("modules", [MODULES, REPLAY_MODULES])
def test_no_two_modules_share_a_name(modules: tuple[str, ...]) -> None:
    """No two modules use the same name at their top, since all stand in one scope in the page."""
    tops = [
        name
        for module in modules
        for name in re.findall(
            r"(?m)^(?:export )?(?:const|function\*?|class) (\w+)", (WEB / f"{module}.js").read_text()
        )
    ]
    assert [name for name, count in Counter(tops).items() if count > 1] == []


@pytest.mark.parametrize("name", sorted({*MODULES, *REPLAY_MODULES}))
def test_no_module_reads_words_as_code_or_asks_another_computer(name: str) -> None:
    """Words reach the page as text alone; there is no way in the code to ask for anything from anywhere."""
    code = (WEB / f"{name}.js").read_text()
    for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"):
        assert word not in code
    for word in ("fetch(", "XMLHttpRequest", "WebSocket", "EventSource", "sendBeacon", "import(", "new Image", "src"):
        assert word not in code


def test_nothing_in_the_data_ends_the_script() -> None:
    """Whatever words a dungeon has, no tag and no line end of JavaScript's own stands in the data; they read back."""
    words = "</script><!--<script> & \u2028\u2029"
    board = build_board(replace_fields(name=words))
    told = format_page_json(board, load_unchecked_ruleset("naf-2019"), hidden=False)
    assert set("<>&\u2028\u2029").isdisjoint(told)
    assert json.loads(told)["name"] == "</script><!--<script> & \ufffd\ufffd"


def test_doors_in_a_room_turn_with_it() -> None:
    """A door between two squares of a room side by side lies between one and the one below after a quarter turn."""
    room, door = Section(id="room", at=(0, 0), rows=("..", "..")), EdgeDoor(at=(0, 0), side=Side.EAST)
    layout = Layout(sections=(room,), doors=(door,), machines=(RotatingRoom(sections=("room",)),))
    quarter = build_page_data(build_board(layout), load_unchecked_ruleset("naf-2019"), hidden=False)["rooms"][0][
        "turns"
    ][0]
    states = {(x, y): [sides >> 2 * bit & 3 for bit in range(4)] for _, x, y, sides in quarter}
    assert {(at, bit) for at, sides in states.items() for bit in range(4) if sides[bit] == DOOR} == {
        ((1, 0), SIDES.index(Side.SOUTH)),
        ((1, 1), SIDES.index(Side.NORTH)),
    }


def replace_fields(**fields: Any) -> Layout:
    """Return the hall with other fields."""
    return HALL.edit(**fields).layout


def test_what_lies_hidden_is_only_in_the_organisers_page() -> None:
    """Only a page with `hidden` has what lies below trapdoors and on the face of counters."""
    counter = Trap(kind=TrapKind.COUNTER, at=(2, 0), owner=Team.HOME, content=CounterContent.SPIKED_PIT)
    door = Trap(kind=TrapKind.TRAPDOOR, at=(3, 0), below="piranhas")
    board = build_board(replace_fields(traps=(counter, door)))
    pages = {
        hidden: export_web_page(board, ExportOptions(DrawingOptions(hidden=hidden)))
        .decode()
        .replace(build_script(), "")
        for hidden in (False, True)
    }
    assert "piranhas" not in pages[False]
    assert '"content":"spiked_pit"' not in pages[False]
    assert "piranhas" in pages[True]
    assert '"content":"spiked_pit"' in pages[True]


def test_a_dungeon_is_known_again() -> None:
    """The same dungeon under the same edition has one id; another edition, and any other square, another."""
    board, other = build_board(HALL.layout), build_board(replace_fields(chests=()))
    ids = {name: build_page_data(board, load_unchecked_ruleset(name), False)["id"] for name in ("naf-2019", "gw-2021")}
    assert ids["naf-2019"] == build_page_data(build_board(HALL.layout), load_unchecked_ruleset("naf-2019"), False)["id"]
    assert len({*ids.values(), build_page_data(other, load_unchecked_ruleset("naf-2019"), False)["id"]}) == 3


def test_a_page_without_scripts_says_what_is_missing() -> None:
    """A page in which no script runs says that it is the map and the notes alone, and why."""
    page = export_web_page(build_board(HALL.layout), ExportOptions()).decode()
    assert page.count("<noscript>") == 1
    assert web_page.WITHOUT_SCRIPT in page.partition("<noscript>")[2].partition("</noscript>")[0]


def test_the_policy_names_the_style_and_the_script() -> None:
    """The page's Content-Security-Policy forbids every request, and allows its own style and script alone."""
    page = export_web_page(build_board(HALL.layout), ExportOptions()).decode()
    policy = re.findall(r'Content-Security-Policy" content="([^"]+)"', page)
    assert len(policy) == 1
    assert policy[0].startswith("default-src 'none'; style-src 'sha256-")
    assert "unsafe" not in policy[0]
    assert " style=" not in page


@soak
@pytest.mark.parametrize("path", sample(EXAMPLES, 10), ids=lambda path: path.name.split(".")[0])
def test_a_page_is_small(path: Path) -> None:
    """A page is at most 400 kB for a dungeon of 300 squares, and in step with larger ones."""
    board = load_example(path).board
    page = export_web_page(board, ExportOptions())
    assert len(page) <= 400_000 * max(1.0, len(board) / 300)
    HTMLParser().feed(page.decode())


@pytest.mark.parametrize("name", EDITIONS)
def test_every_edition_says_who_is_lost(name: str) -> None:
    """Each edition says what becomes of who rolls his own number, and its deadlines rise."""
    play = parse_play(load_unchecked_ruleset(name))
    assert play.lost
    minutes = [minutes for minutes, _ in list_deadlines(play)]
    assert minutes == sorted(set(minutes))


def test_the_deadlines_of_the_tournament_rules() -> None:
    """naf-2019 closes the reserves after 90 minutes, sends players off after 120 and ends after 150."""
    assert [minutes for minutes, _ in list_deadlines(parse_play(load_unchecked_ruleset("naf-2019")))] == [90, 120, 150]
    assert [minutes for minutes, _ in list_deadlines(parse_play(load_unchecked_ruleset("db7s-2019")))] == [30, 40, 50]
    assert parse_play(load_unchecked_ruleset("brawl-2013")).turn_minutes == 4
