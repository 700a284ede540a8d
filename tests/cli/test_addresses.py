"""Where links and codes lead: to the page of --base, of the season, or of the setting."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from dungeon_designer.board.build import build_board
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.errors import UsageError
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.exports.papers import PAPERS
from dungeon_designer.exports.pdf import build_map_pages
from dungeon_designer.exports.qr_code import draw_qr_code, measure_qr_code
from tests.exports import pages

from .conftest import Call

BASE, SETTING, CLUB = "https://base.example/", "https://setting.example/", "https://club.example/cup/"
SEASON = f"""\
name = "Cup"
ruleset = "cup.toml"
coaches = 4
address = "{CLUB}"
rounds = [{{ name = "One", layout = ["legal.dungeon.yaml", "warned.dungeon.yaml"] }}]
"""
TRAPPED = """\
name: Trapped
ruleset: naf-2019
map: |
  <<....>>
traps: [{kind: trapdoor, at: [3, 0], below: the vault}]
"""
OWN_RULES = "name: Own\nruleset: cup.toml\nmap: |\n  <<.C.1.>>\n"
LARGE = Path(__file__).parents[2] / "examples" / "naf-2019" / "the-four-winds.dungeon.yaml"


@pytest.fixture
def season(table: Path) -> Path:
    """Two tables, one round, pages on the web."""
    (table / "season.toml").write_text(SEASON)
    return table


def _read_pdf(file: str = "out.pdf") -> str:
    """Return the text of a PDF."""
    numbers = range(1, pages.count_pages(Path(file)) + 1)
    return " ".join(" ".join(pages.text(Path(file), number).split()) for number in numbers)


def test_a_link_leads_to_the_base_then_the_season_then_the_setting(
    call: Call, season: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`link` takes the address of --base, else the dungeon's page in its season, else DUNGEON_DESIGNER_PAGE."""
    monkeypatch.setenv("DUNGEON_DESIGNER_PAGE", SETTING)
    assert call("link", "legal.dungeon.yaml", "--base", BASE).out.startswith(f"{BASE}#d=")
    made = call("link", "legal.dungeon.yaml")
    assert made.out.startswith(f"{CLUB}legal.html#d=")
    assert Dungeon.load(made.out.strip()).layout == Dungeon.load("legal.dungeon.yaml").layout
    assert call("link", "illegal.dungeon.yaml").out.startswith(f"{SETTING}#d=")  # the season does not name it
    (season / "season.toml").write_text("name = [")
    assert call("link", "legal.dungeon.yaml").out.startswith(f"{SETTING}#d=")


def test_an_address_of_a_season_that_is_no_page_is_named(call: Call, season: Path) -> None:
    """One line names the season whose address no browser opens, and the status is 2."""
    (season / "season.toml").write_text(SEASON.replace(CLUB, "javascript:alert(1)"))
    called = call("link", "legal.dungeon.yaml")
    assert (called.status, called.out) == (2, "")
    assert "season.toml is not the address of a page" in called.complaint


@pytest.mark.parametrize("square", [(), ("--square", "29mm"), ("--square", "60mm")])
def test_a_sheet_has_a_code(call: Call, season: Path, monkeypatch: pytest.MonkeyPatch, square: tuple[str, ...]) -> None:
    """render --qr prints a code with its address below it, on one page as on a map that is cut into sheets."""
    monkeypatch.setenv("DUNGEON_DESIGNER_PAGE", SETTING)
    for more, wanted in ((("--base", BASE), "base.example"), ((), "club.example/cup/legal.html")):
        assert call("render", "legal.dungeon.yaml", "-o", "out.pdf", "--qr", *square, *more) == (0, "", "")
        assert wanted in _read_pdf().replace(" ", "")
    assert call("render", "illegal.dungeon.yaml", "-o", "out.pdf", "--qr", *square) == (0, "", "")
    assert "setting.example" in _read_pdf()
    assert call("render", "legal.dungeon.yaml", "-o", "out.pdf", *square) == (0, "", "")
    assert "example" not in _read_pdf()


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("fitted", [True, False])
def test_a_code_is_large_enough_to_be_read(paper: str, fitted: bool) -> None:
    """The modules of a printed code are 0.4 mm wide or more, even of a long link; it is beside the map."""
    dungeon = Dungeon.load(LARGE)
    link = dungeon.link(BASE)
    board = build_board(dungeon.layout)
    for address in (f"{CLUB}legal.html", link):
        options = ExportOptions(paper=paper, fitted=fitted, code=address)
        svg = draw_qr_code(address)
        printed = [(page, each) for page in build_map_pages(board, options).pages for each in page.pictures]
        ((page, code),) = [(page, picture) for page, picture in printed if picture.svg.text == svg]
        assert code.width == code.height >= 0.4 * measure_qr_code(address) - 1e-9
        assert min(code.x, code.y) >= 0
        assert code.x + code.width <= page.paper.width
        assert code.y + code.height <= page.paper.height
        for other in page.pictures:
            is_beside = other.x + other.width <= code.x + 1e-6 or other.y + other.height <= code.y + 1e-6
            assert other is code or is_beside


def test_a_code_for_which_there_is_no_room_is_refused() -> None:
    """A paper on which a readable code leaves no map is refused in one line."""
    options = ExportOptions(paper="60x60mm", code=Dungeon.load(LARGE).link(BASE))
    with pytest.raises(UsageError, match="too small for the QR code"):
        build_map_pages(build_board(Dungeon.load(LARGE).layout), options)


REFUSED = {
    "no address": (("legal.dungeon.yaml", "--qr", "-o", "x.pdf"), "no page on the web is known"),
    "http": (("legal.dungeon.yaml", "--qr", "-o", "x.pdf", "--base", "http://base.example/"), "https only"),
    "no page": (("legal.dungeon.yaml", "--qr", "-o", "x.pdf", "--base", "base.example"), "not the address of a page"),
    "no paper": (("legal.dungeon.yaml", "--qr", "-o", "x.svg", "--base", BASE), "--qr is for pages"),
    "a mat": (("legal.dungeon.yaml", "--qr", "-o", "x.pdf", "--base", BASE, "--bleed", "3mm"), "--qr is for a map"),
    "pieces": (("legal.dungeon.yaml", "--qr", "-o", "x.pdf", "--base", BASE, "--pieces"), "--qr is for a map"),
    "several": ((".", "--qr", "-o", "x.pdf", "--base", BASE), "write a file for each"),
    "no code": (("legal.dungeon.yaml", "-o", "x.pdf", "--base", BASE), "add --qr"),
    "own ruleset": (("own.dungeon.yaml", "--qr", "-o", "x.pdf", "--base", BASE), "the ruleset cup.toml"),
    "own tile": (
        ("tiled.dungeon.yaml", "--qr", "-o", "x.pdf", "--base", BASE, "--tiles", "sets"),
        "the tile mine/hall",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_code_that_cannot_be_made_is_one_line(call: Call, table: Path, case: str) -> None:
    """One line says why there is no code, or names what a link cannot hold; the status is 2, and no file is written."""
    (table / "own.dungeon.yaml").write_text(OWN_RULES)
    (table / "sets" / "mine").mkdir(parents=True)
    (table / "sets" / "mine" / "hall.yaml").write_text("name: Hall\nkind: room\nsquares: |\n  ....\n  ....\n")
    (table / "tiled.dungeon.yaml").write_text("sections: [{id: A, tile: mine/hall, at: [0, 0]}]\n")
    arguments, problem = REFUSED[case]
    called = call("render", *arguments)
    assert (called.status, called.out, called.written) == (2, "", "")
    assert problem in called.complaint
    assert not [path for path in table.iterdir() if path.name.startswith("x.")]


def test_each_dungeon_of_a_season_gets_its_code(call: Call, season: Path) -> None:
    """Into a folder, each map has the code of its own page."""
    assert call("render", "season.toml", "-o", "maps/", "--to", "pdf", "--qr") == (0, "", "")
    for name in ("legal", "warned"):
        assert f"club.example/cup/{name}.html" in _read_pdf(f"maps/{name}.pdf").replace(" ", "")


def test_cards_and_pages_lead_to_the_base_or_the_season(call: Call, season: Path) -> None:
    """Table cards and published pages lead to --base, each with its dungeon in the link; else to the season's pages."""
    assert call("pack", "season.toml", "-o", "out.pdf", "--organiser", "--base", BASE).status == 0
    card = _read_pdf().rpartition("Table cards")[2]
    assert card.count(BASE) == 2
    assert CLUB not in card
    assert call("publish", "season.toml", "-o", "public/").status == 0
    assert f'href="{CLUB}legal.html">its page on the web</a>' in Path("public/index.html").read_text()
    assert call("publish", "season.toml", "-o", "public/", "--base", BASE).status == 0
    links = re.findall(r'href="(https://[^"]*)">open it in the checker</a>', Path("public/index.html").read_text())
    names = [Dungeon.load(unescape(link)).layout.name for link in links]
    assert names == ["Legal", "Warned"]


def test_cards_and_pages_lead_to_the_setting(call: Call, season: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without --base and address, cards and pages lead to the page of the setting; without any they lead nowhere."""
    (season / "season.toml").write_text(SEASON.replace(f'address = "{CLUB}"\n', ""))
    call("publish", "season.toml", "-o", "public/")
    assert "https://" not in Path("public/index.html").read_text()
    monkeypatch.setenv("DUNGEON_DESIGNER_PAGE", SETTING)
    call("publish", "season.toml", "-o", "public/")
    assert Path("public/index.html").read_text().count(f'href="{SETTING}#d=') == 2
    call("pack", "season.toml", "-o", "out.pdf", "--organiser")
    assert SETTING in _read_pdf().rpartition("Table cards")[2]


def test_what_a_link_cannot_hold_is_named(call: Call, season: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With --base the call ends with 2 and names it; with the setting alone the dungeon has no code, with one line."""
    (season / "legal.dungeon.yaml").write_text(OWN_RULES)
    (season / "season.toml").write_text(SEASON.replace(f'address = "{CLUB}"\n', ""))
    refused = call("publish", "season.toml", "-o", "public/", "--base", BASE)
    assert refused.status == 2
    assert "legal.dungeon.yaml: a link cannot hold the ruleset cup.toml" in refused.complaint
    assert not Path("public").exists()
    monkeypatch.setenv("DUNGEON_DESIGNER_PAGE", SETTING)
    called = call("publish", "season.toml", "-o", "public/")
    assert called.status == 0
    assert "legal.dungeon.yaml: a link cannot hold the ruleset cup.toml" in called.complaint
    assert Path("public/index.html").read_text().count(f'href="{SETTING}#d=') == 1


def test_what_players_may_not_see_is_in_no_link_for_them(call: Call, table: Path) -> None:
    """Links on published pages do not hold what lies below a trapdoor; the link that `link` prints does."""
    (table / "trapped.dungeon.yaml").write_text(TRAPPED)
    call("publish", "trapped.dungeon.yaml", "-o", "public/", "--base", BASE)
    (link,) = re.findall(r'href="(https://[^"]*)">open it in the checker</a>', Path("public/index.html").read_text())
    assert [trap.below for trap in Dungeon.load(unescape(link)).layout.traps] == [""]
    whole_link = call("link", "trapped.dungeon.yaml", "--base", BASE).out.strip()
    assert [trap.below for trap in Dungeon.load(whole_link).layout.traps] == ["the vault"]
