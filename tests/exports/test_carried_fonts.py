"""Fonts that travel in files."""

from __future__ import annotations

import re
from base64 import b64decode
from io import BytesIO
from pathlib import Path
from xml.etree.ElementTree import fromstring

from fontTools.ttLib import TTFont
from msgspec.structs import replace

from dungeon_designer.board.build import build_board
from dungeon_designer.cli.main import run_program
from dungeon_designer.drawing.compose import draw
from dungeon_designer.drawing.drawing_options import DrawingOptions
from dungeon_designer.exports import exporters
from dungeon_designer.exports.embedded_fonts import build_font_css
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.exports.svg import write_svg_with_fonts
from tests.drawing import boards

FACE = re.compile(
    r'@font-face\{font-family:"([^"]+)";font-weight:(\w+);unicode-range:([^;]+);src:url\(data:[^,]+,([^)]+)\)'
)


def list_faces(text: str) -> dict[tuple[str, str], str]:
    """Return the letters of each face a file carries, which its font has and its range names."""
    found = {}
    for name, weight, kept, data in FACE.findall(text):
        held = set(TTFont(BytesIO(b64decode(data))).getBestCmap())
        assert held == {int(each[2:], 16) for each in kept.split(",")}
        found[name, weight] = "".join(map(chr, sorted(held)))
    return found


def draw_hall(name: str, ending: str = ".svg") -> str:
    """Return a small hall of a name."""
    options = ExportOptions(DrawingOptions(title=True))
    return exporters.export_board(build_board(replace(boards.CROWN, name=name)), ending, options).decode()


def test_a_map_carries_its_letters_and_no_others() -> None:
    """Each face has the letters of the words that name it first, and the blank; none has what no font has."""
    text = draw_hall("Łódź ⚀ 地")
    words = dict[tuple[str, str], set[str]]()
    for each in fromstring(text).iter("{http://www.w3.org/2000/svg}text"):  # noqa: S314 - our own picture
        face = each.get("font-family", "").split(",")[0].strip("'"), each.get("font-weight", "normal")
        words.setdefault(face, {" "}).update(each.text or "")
    assert {"Ł", "ó", "⚀"} <= words["DejaVu Sans", "normal"]
    words["DejaVu Sans", "normal"] -= {"地"}
    assert {face: set(some) for face, some in list_faces(text).items()} == words


def test_the_fallback_font_has_the_blank() -> None:
    """The fallback font has the blank even where no text with a blank is shown in it, but not for the blank alone."""
    normal = "DejaVu Sans", "normal"
    assert list_faces(build_font_css({("Cabin", False): {"Ł"}}))[normal] == " Ł"
    assert list_faces(build_font_css({("DejaVu Sans", False): {"Ł"}})) == {normal: " Ł"}
    assert normal not in list_faces(build_font_css({("Cabin", False): {"地"}}))


def test_what_they_take_is_little() -> None:
    """A titled map carries less than 20 kB of fonts, which are 150 kB whole."""
    assert sum(len(each[3]) for each in FACE.findall(draw_hall("Halls of the Ashen Crown"))) < 20_000


def test_a_page_may_use_them() -> None:
    """The page carries all plain letters, which its script may write, and its policy lets it use what it carries."""
    page = draw_hall("Crown", ".html")
    assert "font-src data:" in page
    plain = set(map(chr, range(0x21, 0x7F)))
    assert plain <= set(list_faces(page)["Cabin", "normal"])
    assert plain <= set(list_faces(page)["Cabin", "bold"])


def test_every_picture_for_a_reader_carries_its_letters(tmp_path: Path) -> None:
    """The map beside a published page does, and so do that page and the index."""
    hall = "name: Łódź\nruleset: naf-2019\nmap: |\n  <<..C.1.>>\n"
    (tmp_path / "hall.dungeon.yaml").write_text(hall, encoding="utf-8")
    assert run_program(["publish", str(tmp_path / "hall.dungeon.yaml"), "-o", str(tmp_path / "out")]) in (0, 1)
    for name in ("hall.svg", "hall.html", "index.html"):
        assert "Ł" in list_faces((tmp_path / "out" / name).read_text(encoding="utf-8"))["DejaVu Sans", "normal"], name


def test_a_drawing_as_a_file_carries_its_letters() -> None:
    """A drawing that is copied from the window, or shows rounds of a series, carries its letters."""
    drawing = draw(build_board(replace(boards.CROWN, name="Łódź")), DrawingOptions(title=True))
    assert "Ł" in list_faces(write_svg_with_fonts(drawing, 8.0).decode())["DejaVu Sans", "normal"]
