"""The SVG export: valid, complete, unchanging."""

from __future__ import annotations

import colorsys
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from msgspec.structs import replace
from svgwrite.validator2 import get_validator

from dungeon_designer.board.build import build_board
from dungeon_designer.drawing.drawing_options import DrawingOptions
from dungeon_designer.drawing.themes import THEMES
from dungeon_designer.errors import UsageError
from dungeon_designer.exports import exporters, svg
from dungeon_designer.exports.export_options import ExportOptions, SvgNames
from dungeon_designer.exports.svg import draw_svg
from dungeon_designer.findings import Finding, Level
from dungeon_designer.layout.model import CounterContent, Layout, Portal, Section, Trap, TrapKind
from tests.drawing import boards, specimens

DTD = Path("/usr/share/xml/w3c-sgml-lib/schema/dtd/REC-SVG11-20110816/svg11.dtd")
SVG = "{http://www.w3.org/2000/svg}"
XLINK = "{http://www.w3.org/1999/xlink}"
HREF = f"{XLINK}href"


def parse_svg(layout: Layout, *findings: Finding, **wishes: object) -> ET.Element:
    options = ExportOptions(drawing=DrawingOptions(**wishes))  # type: ignore[arg-type]
    return read(draw_svg(build_board(layout), options, findings))


def read(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314  (our own output)


def test_two_maps_in_one_page_share_no_id() -> None:
    """With a prefix every id begins with it and every reference still leads somewhere."""
    board = build_board(boards.CROWN)
    text = exporters.export_board(board, "x.svg", ExportOptions(names=SvgNames("left-"))).decode()
    ids, used = set(re.findall(r'\bid="([^"]*)"', text)), set(re.findall(r'href="#([^"]*)"', text))
    assert ids
    assert all(name.startswith("left-") for name in ids)
    assert used <= ids
    with pytest.raises(UsageError, match="makes no id"):
        SvgNames("2 b")


def test_things_and_squares_can_be_found_in_a_page() -> None:
    """Each thing says what it is and where; each square of floor has one element, in units of a thousand."""
    board = build_board(boards.CROWN)
    root = ET.fromstring(exporters.export_board(board, "x.svg", ExportOptions(names=SvgNames(cells=True))))  # noqa: S314
    cells = [e for e in root.iter() if e.get("class") == "cell"]
    assert {(int(e.get("data-x", "")), int(e.get("data-y", ""))) for e in cells} == set(board.squares)
    assert all(int(e.get("x", "")) == 1000 * int(e.get("data-x", "")) for e in cells)
    chests = [e for e in root.iter() if e.get("data-kind") == "chest"]
    assert {(int(e.get("data-x", "")), int(e.get("data-y", ""))) for e in chests} == {c.square for c in board.chests}


def count(root: ET.Element, kind: str) -> int:
    return sum(group.get("class") == kind for group in root.iter(f"{SVG}g"))


@pytest.mark.parametrize("layout", [boards.CROWN, boards.ENGINE], ids=lambda layout: layout.name)
def test_as_many_things_are_drawn_as_the_board_has(layout: Layout) -> None:
    """Every chest, portal, door, trap, leap edge, machine and section is one group of the picture."""
    root, board = parse_svg(layout), build_board(layout)
    assert count(root, "chest") == len(layout.chests)
    assert count(root, "portal") == len(layout.portals)
    assert count(root, "door") == len(layout.doors)
    assert count(root, "square_door") == len(layout.square_doors)
    assert count(root, "leap_edge") == len(layout.leap_edges)
    assert count(root, "rotating_room") + count(root, "rolling_ball") == len(layout.machines)
    assert sum(count(root, kind) for kind in ("open_pit", "spiked_pit", "trapdoor", "counter")) == len(board.traps)
    assert count(root, "section") == len(board.sections)


@pytest.mark.skipif(not (DTD.exists() and shutil.which("xmllint")), reason="neither W3C's DTD nor xmllint is here")
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("layout", [boards.CROWN, boards.ENGINE], ids=lambda layout: layout.name)
def test_the_w3c_calls_it_svg(layout: Layout, theme: str, tmp_path: Path) -> None:
    """Whatever is shown on it, a drawing is valid under the DTD of SVG 1.1, asked by libxml2."""
    finding = Finding(rule="chest-spacing", level=Level.ERROR, message="<too near> & so on", squares=((1, 1),))
    file, options = tmp_path / "map.svg", DrawingOptions(theme=theme, legend=True, title=True, section_names=True)
    file.write_text(draw_svg(build_board(layout), ExportOptions(drawing=options), [finding]), encoding="utf-8")
    asked = ["xmllint", "--noout", "--nonet", "--dtdvalid", str(DTD), str(file)]
    found = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert (found.returncode, found.stderr) == (0, "")


@pytest.mark.parametrize("layout", [boards.CROWN, boards.ENGINE], ids=lambda layout: layout.name)
def test_ids_are_used_once_and_every_use_finds_its_symbol(layout: Layout) -> None:
    """No id stands twice in a file, and no picture is asked for that is not there."""
    root = parse_svg(layout)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert {use.get(HREF, "")[1:] for use in root.iter(f"{SVG}use")} <= set(ids)


def test_the_size_is_in_millimetres() -> None:
    """The picture is as many millimetres wide as it has squares times the square asked for."""
    root = read(draw_svg(build_board(boards.CROWN), ExportOptions(square=10)))
    units = float(root.get("viewBox", "").split()[2])
    assert root.get("width") == f"{units / 1000 * 10:g}mm"


def test_two_chests_on_one_square_are_both_there() -> None:
    """A layout that breaks a rule is drawn as it is: nothing is dropped, no id doubled."""
    layout = Layout(
        sections=(Section(id="a b/<", rows=("...",)), Section(id="two", rows=("...",))),
        chests=((1, 0), (1, 0), (7, 7)),
        portals=(Portal(number=1, at=(0, 0)), Portal(number=1, at=(0, 0))),
    )
    root = parse_svg(layout)
    assert (count(root, "chest"), count(root, "portal"), count(root, "section")) == (3, 2, 2)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))


def test_a_thing_and_its_picture_have_two_ids() -> None:
    """A crypt of two squares at (2, 1) is drawn by a picture called crypt-2-1, too: both stand in the file."""
    root = parse_svg(boards.make_layout("", "#AAA AAAA", "#... ..YY"))
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert {"crypt-2-1", "picture-crypt-2-1"} <= set(ids)


def test_an_empty_layout_is_a_picture_too() -> None:
    """An empty layout gives an empty picture, no error."""
    assert parse_svg(Layout()).tag == f"{SVG}svg"


def test_names_with_odd_characters_stay_valid_xml() -> None:
    """A name may hold what XML forbids or reads as markup; the file stays well-formed."""
    assert "A&B" in "".join(
        parse_svg(Layout(name="A&B<\x00\ud800>", sections=(Section(id="x", rows=(".",)),))).itertext()
    )


def test_the_same_board_gives_the_same_bytes() -> None:
    """Drawing twice changes nothing, clock and memory included."""
    first, second = (exporters.export_board(build_board(boards.CROWN), "x.svg") for _ in range(2))
    assert first == second


def test_findings_are_marked_on_their_squares() -> None:
    """A finding is drawn with its message; one without squares or waived is not."""
    bad = Finding(rule="chest-count", level=Level.ERROR, message="a chest too many", squares=((2, 2),))
    waived = Finding(rule="x", level=Level.ERROR, message="agreed", squares=((2, 2),), waived="club night")
    root = parse_svg(boards.CROWN, bad, waived, Finding(rule="y", level=Level.INFO, message="nowhere"))
    text = "".join(root.itertext())
    assert count(root, "finding-error") == 1
    assert "a chest too many" in text
    assert "agreed" not in text


@pytest.mark.parametrize("theme", THEMES)
def test_every_element_is_valid_svg(theme: str) -> None:
    """svgwrite's own tables of SVG 1.1, which the export does not ask while it writes, find nothing to object to."""
    full = get_validator("full")
    layout = replace(specimens.build_cabinet(), name="The Cabinet", author="A. Scribe")
    root = parse_svg(layout, theme=theme, title=True, legend=True, section_names=True, hidden=True)
    for parent in root.iter():
        name = parent.tag.removeprefix(SVG)
        attributes = {key.replace(XLINK, "xlink:"): value for key, value in parent.attrib.items()}
        full.check_all_svg_attribute_values(name, attributes)
        for child in parent:
            full.check_valid_children(name, child.tag.removeprefix(SVG))


@pytest.mark.parametrize("theme", THEMES)
def test_textures_are_geometry(theme: str) -> None:
    """No pattern, raster, filter or clip: what shows seams or gets lost on the way to paper; a style sheet of fonts."""
    root = parse_svg(specimens.build_cabinet(), theme=theme, title=True, legend=True)
    kinds = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert kinds == {"svg", "title", "defs", "g", "path", "circle", "text", "use", "rect", "style"}
    (sheet,) = root.iter(f"{SVG}style")
    assert re.fullmatch(r"(@font-face\{[^{}]*\})+", sheet.text or "")


def test_ids_stay_while_other_things_come_and_go() -> None:
    """Adding a chest adds one id and changes no other."""
    one, two = (
        {element.get("id") for element in parse_svg(layout).iter() if element.get("id")}
        for layout in (boards.CROWN, replace(boards.CROWN, chests=(*boards.CROWN.chests, (9, 9))))
    )
    assert two - one == {"chest-at-9-9"}
    assert one <= two


@pytest.mark.parametrize("ending", [".svg", ".png"])
def test_hidden_means_not_in_the_file_at_all(ending: str) -> None:
    """Layouts that differ only in what is hidden give the same bytes, until it is to be shown."""
    secrets = (
        (CounterContent.NOTHING, "pit"),
        (CounterContent.SPIKED_PIT, "a lake of brimstone"),
        (None, ""),
    )
    files: list[set[bytes]] = [set(), set()]
    for content, below in secrets:
        traps = (
            Trap(kind=TrapKind.COUNTER, at=(0, 0), content=content),
            Trap(kind=TrapKind.TRAPDOOR, at=(2, 0), below=below),
        )
        layout = Layout(sections=(Section(id="a", rows=("....", "....")),), traps=traps)
        for hidden in (False, True):
            options = ExportOptions(drawing=DrawingOptions(hidden=hidden, legend=True, title=True), dpi=20)
            files[hidden].add(exporters.export_board(build_board(layout), ending, options))
    assert [len(found) for found in files] == [1, 3]


def test_portals_have_the_colours_of_the_legend() -> None:
    """Red, orange, yellow, green, blue, purple for 1 to 6, in every theme; the number is written too."""
    hues = ((0, 12), (25, 40), (45, 58), (110, 135), (205, 225), (265, 285))
    for theme in THEMES.values():
        for number, (low, high) in enumerate(hues, start=1):
            colour = theme.find_portal_colour(number)
            red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
            assert low <= colorsys.rgb_to_hls(red, green, blue)[0] * 360 <= high, (theme.name, number)
    words = {text.text for text in parse_svg(specimens.build_cabinet(), coordinates=False).iter(f"{SVG}text")}
    assert {str(number) for number in range(1, 13)} <= words


def test_importing_the_exports_imports_no_drawing_library() -> None:
    """A check must not pay for svgwrite, resvg or shapely."""
    late = ("svgwrite", "resvg_py", "PIL", "shapely", "PySide6", "typst")
    code = f"import sys, dungeon_designer.exports.exporters; print([m for m in {late} if m in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_an_unknown_ending_names_the_known_ones() -> None:
    """A wrong ending is a usage error that says which endings there are."""
    with pytest.raises(UsageError, match=r"map\.doc.*\.svg.*\.png"):
        exporters.find_exporter("map.doc")


@pytest.mark.parametrize("square", [0, -1, 0.4, 1001, float("nan"), float("inf")])
def test_a_square_that_cannot_be_drawn_is_refused(square: float) -> None:
    """A scale of zero, less or without end is a usage error."""
    with pytest.raises(UsageError, match="square"):
        ExportOptions(square=square)


def test_only_edges_that_are_drawn_count_as_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """A row of three squares has eight edges to draw: those between them are not drawn."""
    monkeypatch.setattr(svg, "MAX_DRAWING_COST", 0)
    with pytest.raises(UsageError, match="3 squares, 8 edges"):
        svg.check_drawing_cost(build_board(Layout(sections=(Section(id="a", rows=("...",)),))))


def test_an_unknown_theme_names_the_known_ones() -> None:
    """A wrong theme is a usage error with the nearest right spelling."""
    with pytest.raises(UsageError, match="parchment"):
        DrawingOptions(theme="parchmnt")


@pytest.mark.parametrize("ending", [".svg", ".html"])
def test_no_control_character_is_in_a_picture(ending: str) -> None:
    """Neither escape sequences nor marks that turn words round reach a picture; joiners and line ends do."""
    words = "a\x1b[31m\x9b0m\x00\u202eb\u2066c\u2028d می\u200cخواهم"
    named = replace(boards.CROWN, name=words, author=words, notes=f"{words}\ne")
    page = exporters.export_board(build_board(named), ending, ExportOptions(DrawingOptions(title=True))).decode()
    assert set("\x1b\x9b\x00\u202e\u2066\u2028").isdisjoint(page)
    assert "می\u200cخواهم" in page
