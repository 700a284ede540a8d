"""`link`: a dungeon in an address, and every command that reads one."""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64encode
from pathlib import Path

import pytest

from dungeon_designer.dungeon import Dungeon
from dungeon_designer.errors import ReadError, UsageError
from dungeon_designer.layout.links import LINK_SCHEME, build_link, is_link

from .conftest import Call

EXAMPLES = Path(__file__).parents[2] / "examples"
WINDS = EXAMPLES / "naf-2019" / "the-four-winds.dungeon.yaml"
PAGE = "https://example.org/dungeons/"
DRAWN = sorted(path for path in EXAMPLES.rglob("*.dungeon.yaml") if path.parent.name != "house-rules")


@pytest.mark.parametrize("path", DRAWN, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_link_holds_the_whole_dungeon(path: Path) -> None:
    """Each example comes back out of its link as it went in, and no link takes more than 2,000 letters."""
    dungeon = Dungeon.load(path)
    link = dungeon.link(PAGE)
    assert Dungeon.load(link).layout == dungeon.layout
    assert is_link(link)
    assert len(link) <= 2000


def test_a_link_is_read_where_a_file_is(call: Call, tmp_path: Path) -> None:
    """check, convert, render and analyse take a link for a file, and find in it what they find in the file."""
    made = call("link", str(WINDS), "--base", PAGE)
    link = made.out.strip()
    assert (made.status, made.err, link.startswith(f"{PAGE}#d=")) == (0, "", True)
    for command in (["check"], ["analyse"]):
        told = [call(*command, name).out.replace("link", str(WINDS)) for name in (link, str(WINDS))]
        assert told[0].split() == told[1].split()
    for command, ending in (("render", ".svg"), ("convert", ".dungeon.json")):
        files = [tmp_path / f"{name}{ending}" for name in ("linked", "filed")]
        for source, file in zip((link, str(WINDS)), files, strict=True):
            assert call(command, source, *(["-o"] if command == "render" else []), str(file)).status == 0
        assert files[0].read_bytes() == files[1].read_bytes()


def test_without_a_page_it_says_how_to_name_one(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """The link opens in this program only, and one line says so; the variable names the page, --base goes before it."""
    bare = call("link", str(WINDS))
    assert bare.out.startswith("dungeon:#d=")
    assert bare.err.count("\n") == 1
    assert "DUNGEON_DESIGNER_PAGE" in bare.err
    monkeypatch.setenv("DUNGEON_DESIGNER_PAGE", PAGE)
    assert (call("link", str(WINDS)).out.partition("#")[0], call("link", str(WINDS)).err) == (PAGE, "")
    assert call("link", str(WINDS), "--base", "https://other.example/").out.startswith("https://other.example/#d=")


def test_what_a_link_cannot_hold_is_named(tmp_path: Path) -> None:
    """A ruleset or a tile of one's own: the error names it, and tells the remedy."""
    crowns = Dungeon.load(EXAMPLES / "house-rules" / "the-three-crowns.dungeon.yaml")
    with pytest.raises(UsageError, match=r"the ruleset three-crowns\.toml, which does not come with the program; pass"):
        crowns.link()
    own = Dungeon.parse("sections: [{id: A, tile: mine/hall, at: [0, 0]}]")
    with pytest.raises(UsageError, match="the tile mine/hall"):
        own.link()


def _read_link(data: bytes) -> str:
    packer = zlib.compressobj(9, wbits=-15)
    return f"{LINK_SCHEME}#d={urlsafe_b64encode(packer.compress(data) + packer.flush()).decode().rstrip('=')}"


@pytest.mark.parametrize(
    ("link", "problem"),
    [
        ("dungeon:#d=", "its end is missing"),
        ("dungeon:#d=%%%", "its end is missing"),
        ("dungeon:#d=_____w", "damaged"),
        (build_link(Dungeon.load(WINDS).layout, LINK_SCHEME)[:-40], "its end is missing"),
        (_read_link(b" " * (2**20 + 1)), "more than 1 MB"),
        (_read_link(b"map: ["), "link:1:7: not valid YAML"),
        (_read_link(b"\xff"), "not UTF-8"),
        (_read_link(b"ruleset: /etc/house.toml\nmap: <..>"), "a link names an edition, not a file"),
    ],
    ids=["empty", "no base64", "no deflate", "cut off", "huge", "no sketch", "no text", "a file's name"],
)
def test_a_bad_link_is_one_line(call: Call, link: str, problem: str) -> None:
    """Whatever is wrong with a link, one line says so, and the status is 2."""
    checked = call("check", link)
    assert (checked.status, checked.err.count("\n")) == (2, 1)
    assert problem in checked.err


def test_no_file_of_the_machine_is_read_for_a_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a folder of tiles nor a ruleset that lies where the program was started counts for a link."""
    tiles = tmp_path / "tiles" / "mine"
    tiles.mkdir(parents=True)
    (tiles / "hall.yaml").write_text("name: Hall\nkind: room\nsquares: |\n  ....\n  ....\n")
    monkeypatch.chdir(tmp_path)
    text = b"sections: [{id: A, tile: mine/hall, at: [0, 0]}]\n"
    (tmp_path / "own.dungeon.yaml").write_bytes(text)
    assert len(Dungeon.load("own.dungeon.yaml").board.squares) == 8
    with pytest.raises(ReadError, match="mine/hall"):
        _ = Dungeon.load(_read_link(text)).board


def test_a_qr_code_is_written(call: Call, tmp_path: Path) -> None:
    """--qr writes the same link as a code; one that is too long is refused in a line and no file is written."""
    code, large = tmp_path / "code.svg", tmp_path / "large.dungeon.yaml"
    assert call("link", str(WINDS), "--base", PAGE, "--qr", str(code)).status == 0
    assert code.read_text().startswith("<svg")
    large.write_text("notes: " + "".join(f"{number**5} " for number in range(2000)) + "\nmap: <..>\n")
    refused = call("link", str(large), "--qr", str(tmp_path / "no.svg"))
    assert (refused.status, refused.err.count("\n")) == (2, 1)
    assert "too long for a QR code" in refused.err
    assert not (tmp_path / "no.svg").exists()


NO_PAGES = {
    "a script": "javascript:alert(1)",
    "a file": "file:///etc/passwd",
    "another scheme": "ftp://example.org/",
    "no scheme": "example.org/dungeons",
    "no host": "https://",
    "a path alone": "/dungeons/",
    "a bad host": "https://[1/",
    "a colour": "https://example.org/\x1b[31m",
    "a line end": "https://example.org/\n",
    "another order": "https://example.org/\u202egro",
    "a blank": "https://example.org/my page",
}


@pytest.mark.parametrize("address", NO_PAGES.values(), ids=NO_PAGES)
def test_only_a_page_on_the_web_is_the_base_of_a_link(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    """A wrong base in the option, the environment or Python gives one line, and no link and no code."""
    called = call("link", str(WINDS), "--base", address, "--qr", str(tmp_path / "code.svg"))
    assert (called.status, called.out) == (2, "")
    assert "is not the address of a page; name one such as https://example.org/, without blanks" in called.complaint
    assert called.complaint.isprintable()
    monkeypatch.setenv("DUNGEON_DESIGNER_PAGE", address)
    called = call("link", str(WINDS))
    assert (called.status, called.out) == (2, "")
    assert "in DUNGEON_DESIGNER_PAGE is not the address of a page" in called.complaint
    assert call("link", str(WINDS), "--base", PAGE).status == 0  # what the call names goes before the environment
    with pytest.raises(UsageError, match="is not the address of a page"):
        Dungeon.load(WINDS).link(address)
    assert not (tmp_path / "code.svg").exists()


@pytest.mark.parametrize("address", ["http://localhost:8000/", "HTTPS://example.org", "https://[::1]/a?b=c", PAGE])
def test_pages_of_all_kinds_are_taken(call: Call, address: str) -> None:
    """A port, a query, an address in numbers, large letters: what a browser opens is taken as it is written."""
    assert call("link", str(WINDS), "--base", address).out.startswith(f"{address}#d=")
