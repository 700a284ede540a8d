"""Pictures on maps: where they lie, what they replace, and what happens without them."""

import re
from base64 import b64decode
from io import BytesIO

import pytest
from PIL import Image

from dungeon_designer.board.model import Board
from dungeon_designer.browser import answers, requests
from dungeon_designer.cli.main import run_program
from dungeon_designer.drawing import placed_pictures
from dungeon_designer.drawing.compose import draw
from dungeon_designer.drawing.drawing_options import DrawingOptions
from dungeon_designer.drawing.shapes import PlacedPicture
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.errors import MissingPicture, ReadError, UsageError
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.exports.exporters import export_board
from tests.pictures.samples import CORNER_COLOURS, draw_corners, save_bytes, write_dungeon, write_tile

PIXELS = 20
PLAIN = DrawingOptions(theme="ink", border=False, grid=False)


@pytest.fixture
def folder(tmp_path):
    """A folder with a tile of 2 x 2 squares, each of which has its own colour in the picture."""
    write_tile(tmp_path)
    (tmp_path / "tiles" / "mine" / "photo.png").write_bytes(save_bytes(draw_corners()))
    return tmp_path


def load_board(folder, *placed: str, more: str = "") -> Board:
    return Dungeon.load(write_dungeon(folder, *placed, more=more)).board


def paint(board: Board, drawing: DrawingOptions = PLAIN) -> Image.Image:
    """Return the map as pixels; square (0, 0) begins one square from the edge."""
    data = export_board(board, ".png", ExportOptions(drawing, pixels=PIXELS))
    return Image.open(BytesIO(data)).convert("RGB")


def find_colour(picture: Image.Image, x: float, y: float) -> int:
    """Return the index of the corner colour at a point of the map; -1 for another colour."""
    pixel = picture.getpixel((round((x + 1) * PIXELS), round((y + 1) * PIXELS)))
    assert isinstance(pixel, tuple)
    for index, colour in enumerate(CORNER_COLOURS):
        if max(abs(a - b) for a, b in zip(pixel, colour, strict=True)) < 45:
            return index
    return -1


@pytest.mark.parametrize(
    ("keys", "colours"),
    [
        ("at: [0, 0]", [0, 1, 2, 3]),
        ("at: [0, 0], turn: 1", [2, 0, 3, 1]),
        ("at: [0, 0], turn: 2", [3, 2, 1, 0]),
        ("at: [0, 0], turn: 3", [1, 3, 0, 2]),
        ("at: [0, 0], flip: true", [1, 0, 3, 2]),
        ("at: [0, 0], flip: true, turn: 1", [3, 1, 2, 0]),
    ],
)
def test_a_picture_rotates_and_flips_with_its_tile(folder, keys, colours):
    """The picture of a tile lies on the squares of the tile, flipped and then rotated as the tile is."""
    picture = paint(load_board(folder, keys))
    assert [find_colour(picture, x, y) for y in (0.5, 1.5) for x in (0.5, 1.5)] == colours


def test_a_margin_is_cut_off(folder):
    """`at` and `size` say where the picture lies; what reaches over the tile's squares is not shown."""
    write_tile(folder, "{file: photo.png, at: [-1, -1], size: [4, 4]}", "#.\n  ..")
    picture = paint(load_board(folder, "at: [0, 0]"))
    assert [find_colour(picture, x, y) for y in (0.5, 1.5) for x in (0.5, 1.5)] == [-1, 1, 2, 3]


def test_no_seam_shows_between_two_pictures(folder):
    """Where two pictures meet, no colour of the floor is seen between them, at any scale."""
    (folder / "tiles" / "mine" / "photo.png").write_bytes(save_bytes(Image.new("RGB", (40, 40), (0, 0, 0))))
    board = load_board(folder, "at: [0, 0]", "at: [2, 0]", "at: [0, 2], turn: 1", "at: [2, 2], flip: true")
    for pixels in (7, 13, 20, 33):
        data = export_board(board, ".png", ExportOptions(PLAIN, pixels=pixels))
        map_picture = Image.open(BytesIO(data)).convert("L")
        row = [map_picture.getpixel((round(1.5 * pixels) + x, round(2.6 * pixels))) for x in range(3 * pixels)]
        border = {x for x in range(3 * pixels) if abs(x - 1.5 * pixels) < 0.2 * pixels}  # the dashed line of sections
        assert max(value for x, value in enumerate(row) if x not in border) < 12  # type: ignore[type-var]


def list_pictures(board: Board, **options: object) -> list[PlacedPicture]:
    return draw(board, DrawingOptions(**options)).list_pictures()  # type: ignore[arg-type]


def test_pictures_are_full_dimmed_or_off(folder):
    """`pictures` shows the pictures, dims them, or draws the map as without them."""
    board = load_board(folder, "at: [0, 0]")
    assert [picture.opacity for picture in list_pictures(board)] == [1.0]
    assert 0 < list_pictures(board, pictures="dim")[0].opacity < 0.6
    assert list_pictures(board, pictures="off") == []
    write_tile(folder, "null.png")
    plain_tile = folder / "tiles" / "mine" / "cell.yaml"
    plain_tile.write_text(plain_tile.read_text().replace("picture: null.png\n", ""))
    without_picture = Dungeon.load(folder / "hall.dungeon.yaml").board
    off = ExportOptions(DrawingOptions(pictures="off"))
    assert export_board(board, ".svg", off) == export_board(without_picture, ".svg")
    with pytest.raises(UsageError, match="did you mean full"):
        DrawingOptions(pictures="ful")


def test_a_picture_may_show_its_own_grid(folder):
    """With `grid: false`, no lines between squares are drawn over a picture."""
    board = load_board(folder, "at: [0, 0]")
    assert draw(board).list_groups("grid")
    write_tile(folder, "{file: photo.png, grid: false}")
    board = load_board(folder, "at: [0, 0]")
    assert not draw(board).list_groups("grid")
    assert draw(board, DrawingOptions(pictures="off")).list_groups("grid")


def test_an_svg_holds_each_picture_once(folder):
    """However often a tile is placed, its picture is once in the file, encoded anew."""
    board = load_board(folder, *(f"at: [{2 * i}, 0]" for i in range(5)))
    svg = export_board(board, ".svg").decode()
    (address,) = re.findall(r'href="data:image/jpeg;base64,([^"]+)"', svg)
    assert Image.open(BytesIO(b64decode(address))).size == (80, 80)
    assert len(re.findall(r'<use [^>]*href="#photo-', svg)) == 5
    assert svg.count("<image") == 1
    assert str(folder) not in svg


def test_the_same_input_gives_the_same_bytes(folder, tmp_path_factory):
    """A dungeon with pictures gives the same files in any folder."""
    other = tmp_path_factory.mktemp("other")
    write_tile(other)
    (other / "tiles" / "mine" / "photo.png").write_bytes(save_bytes(draw_corners()))
    for ending in (".svg", ".pdf", ".html"):
        first, second = (export_board(load_board(each, "at: [0, 0]"), ending) for each in (folder, other))
        assert first == second


def test_check_reads_no_picture(folder, capsys):
    """A missing picture of a tile does not matter to `check`; commands that draw exit with 2 and one line."""
    path = write_dungeon(folder, "at: [0, 0]")
    with_picture = run_program(["check", str(path), "--format", "json"]), capsys.readouterr()
    (folder / "tiles" / "mine" / "photo.png").unlink()
    assert (run_program(["check", str(path), "--format", "json"]), capsys.readouterr()) == with_picture
    assert run_program(["render", str(path), "-o", str(folder / "hall.svg")]) == 2
    error = capsys.readouterr().err
    assert "photo.png: there is no such picture" in error
    assert error.count("\n") == 1
    assert not (folder / "hall.svg").exists()
    assert run_program(["render", str(path), "-o", str(folder / "hall.svg"), "--pictures", "off"]) == 0


BACKGROUND = "picture: {file: map.png, at: [-1, -1], size: [4, 4]}\n"


def test_a_dungeon_lies_on_its_picture(folder):
    """The picture of a dungeon is below everything; floor and rock are not drawn over it."""
    path = folder / "hall.dungeon.yaml"
    path.write_text(f"name: Hall\n{BACKGROUND}map: |\n  ..\n  ..\n")
    (folder / "map.png").write_bytes(save_bytes(draw_corners()))
    board = Dungeon.load(path).board
    picture = paint(board, DrawingOptions(border=False))
    points = ((0.5, 0.5), (1.5, 0.5), (0.5, 1.5), (1.5, 1.5), (-0.7, -0.7), (2.7, 2.7))
    assert [find_colour(picture, x, y) for x, y in points] == [0, 1, 2, 3, 0, 3]
    drawing = draw(board)
    assert drawing.list_groups("rock") == drawing.list_groups("shadows") == ()
    assert drawing.layers[1].name == "picture"


def test_a_dungeon_without_its_picture_is_drawn_as_usual(folder, capsys):
    """A missing picture of a dungeon is one line on standard error, and the map is that without a picture."""
    path = folder / "hall.dungeon.yaml"
    path.write_text("name: Hall\nmap: |\n  ..\n")
    plain = export_board(Dungeon.load(path).board, ".svg")
    path.write_text(f"name: Hall\n{BACKGROUND}map: |\n  ..\n")
    output = folder / "hall.svg"
    assert run_program(["render", str(path), "-o", str(output)]) == 0
    warning, _written = capsys.readouterr().err.splitlines()
    assert "map.png: there is no such picture" in warning
    assert output.read_bytes() == plain


def test_nothing_but_a_file_reads_a_path(folder, monkeypatch):
    """A dungeon from a text, a link or standard input has no folder, so that its picture is not looked for."""
    monkeypatch.chdir(folder)
    (folder / "map.png").write_bytes(save_bytes(draw_corners()))
    text = f"name: Hall\n{BACKGROUND}map: |\n  ..\n"
    from_link = Dungeon.linked(Dungeon.parse(text).link())
    for dungeon in (Dungeon.parse(text), Dungeon.load("-", data=text.encode()), from_link):
        if dungeon.layout.picture is None:
            continue
        with pytest.warns(MissingPicture, match="only a dungeon that was read from a file"):
            assert not draw(dungeon.board).list_pictures()


@pytest.mark.parametrize("name", ["../map.png", "/etc/passwd", "a\\\\b.png", "a//b.png", "~/x.png", "C:x.png"])
def test_a_name_that_leads_out_of_the_folder_is_refused(folder, name):
    """Dungeon files and tile files name only pictures in their own folders."""
    write_tile(folder, f'{{file: "{name}"}}')
    with pytest.raises(ReadError, match=r"cell.yaml:3:\d+: "):
        load_board(folder, "at: [0, 0]")
    path = folder / "map.dungeon.yaml"
    path.write_text(f'picture: {{file: "{name}", size: [1, 1]}}\nmap: ..\n')
    with pytest.raises(ReadError, match=r"map.dungeon.yaml:1:\d+: "):
        Dungeon.load(path)


def test_a_document_holds_each_picture_once(folder):
    """A PDF with many sheets, and a published folder with many pages, hold one copy of each picture."""
    path = write_dungeon(folder, *(f"at: [{2 * i}, 0]" for i in range(12)))
    output = folder / "hall.pdf"
    assert run_program(["render", str(path), "-o", str(output), "--square", "29mm"]) == 0
    assert output.read_bytes().count(b"/Subtype/Image") == 1
    (folder / "hall2.dungeon.yaml").write_text(path.read_text())
    assert run_program(["publish", str(folder), "-o", str(folder / "public")]) in (0, 1)
    (picture,) = (folder / "public" / "pictures").iterdir()
    assert Image.open(BytesIO(picture.read_bytes())).size == (80, 80)
    for name in ("hall.html", "hall.svg", "hall2.html"):
        page = (folder / "public" / name).read_text()
        assert f'href="pictures/{picture.name}"' in page
        assert "data:image" not in page
    assert "img-src 'self'" in (folder / "public" / "hall.html").read_text()
    assert f"pictures/{picture.name}" in (folder / "public" / "offline.js").read_text()


def test_a_page_by_itself_shows_its_pictures(folder):
    """A coaches' page holds its pictures, and its policy allows these and no others."""
    with_picture = export_board(load_board(folder, "at: [0, 0]"), ".html").decode()
    assert "img-src data:" in with_picture
    assert 'href="data:image/jpeg' in with_picture
    assert "img-src" not in export_board(Dungeon.parse("map: <..>").board, ".html").decode()


def test_packs_leave_pictures_out_if_told(folder):
    """`--pictures` also counts for `pack` and `publish`."""
    path = write_dungeon(folder, "at: [0, 0]")
    for command, output in (("publish", folder / "public"), ("pack", folder / "pack.pdf")):
        run_program([command, str(path), "-o", str(output), "--pictures", "off"])
    assert not (folder / "public" / "pictures").exists()
    assert b"/Subtype/Image" not in (folder / "pack.pdf").read_bytes()


def test_authors_and_licences_are_in_every_file(folder):
    """Who made a picture, and its licence, stand in the metadata of files, on a pack's last page and in a folder."""
    write_tile(folder, "{file: photo.png, author: Ann Écu, licence: CC BY 4.0}")
    path, credit = write_dungeon(folder, "at: [0, 0]", "at: [2, 0]"), "Cell: by Ann Écu, CC BY 4.0"
    board = Dungeon.load(path).board
    assert export_board(board, ".svg").decode().count(f"<metadata><text>{credit}</text></metadata>") == 1
    assert Image.open(BytesIO(export_board(board, ".png"))).info["Copyright"] == credit
    assert f">{credit}</p>" in export_board(board, ".html").decode()
    assert credit.encode("utf-16-be") in export_board(board, ".pdf") or credit.encode() in export_board(board, ".pdf")
    run_program(["publish", str(path), "-o", str(folder / "public")])
    assert credit in (folder / "public" / "index.html").read_text()
    assert credit not in export_board(board, ".svg", ExportOptions(DrawingOptions(pictures="off"))).decode()


def test_a_link_leaves_the_picture_out_and_says_so(folder, capsys):
    """`link` writes a link without the picture, exits with 0, and names the picture on standard error."""
    path = folder / "hall.dungeon.yaml"
    path.write_text(f"name: Hall\n{BACKGROUND}map: |\n  ..\n")
    assert run_program(["link", str(path)]) == 0
    link, errors = capsys.readouterr()
    assert "the picture map.png is not in the link" in errors
    assert Dungeon.linked(link.strip()).layout.picture is None


def test_a_page_in_the_browser_says_what_it_leaves_out(monkeypatch):
    """The checker's page draws a dungeon without its picture, and says so."""
    monkeypatch.setattr(placed_pictures, "is_browser", lambda: True)
    file = requests.File("hall.dungeon.yaml", f"ruleset: naf-2019\n{BACKGROUND}map: ..\n")
    answer = answers.draw(requests.Draw(dungeon=file))
    assert answer.remark.startswith("the picture map.png is left out")
    link = answers.make_link(requests.MakeLink(dungeon=file, page="https://example.org/"))
    assert link.remark == "A link holds no picture."
