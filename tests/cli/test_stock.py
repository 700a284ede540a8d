"""`stock` and `roll`: what a season needs, and which dungeon the dice name."""

import csv
import io
import json

import pytest

SMALL = """\
name: Small
sections:
  - {id: a, tile: db7s-2019/small, at: [0, 0]}
  - {id: b, tile: db7s-2019/small, at: [2, 0]}
  - {id: c, kind: room, at: [4, 0], rows: ["..", ".."]}
chests: [[0, 0], [3, 1]]
portals: {2: [1, 0]}
traps:
  - {kind: open_pit, at: [4, 0]}
  - {kind: open_pit, at: [5, 0]}
  - {kind: counter, at: [4, 1], content: spiked_pit}
"""
LARGE = "name: Large\nsections:\n" + "".join(
    f"  - {{id: s{n}, tile: db7s-2019/small, at: [{2 * n}, 0]}}\n" for n in range(5)
)
SEASON = """\
name = "Cup"
[dice]
roll = "1D2"
table = { 1 = "small.dungeon.yaml", 2 = "large.dungeon.yaml" }
"""


@pytest.fixture
def season(tmp_path):
    (tmp_path / "small.dungeon.yaml").write_text(SMALL)
    (tmp_path / "large.dungeon.yaml").write_text(LARGE)
    (tmp_path / "season.toml").write_text(SEASON)
    return tmp_path / "season.toml"


def test_the_list_names_tiles_and_the_pieces_that_are_printed(call, season):
    """Tiles by id with what the box holds, then the pieces one by one; drawn floor is printed and not listed."""
    called = call("stock", str(season.parent / "small.dungeon.yaml"), "--format", "csv")
    rows = [(row["id"], row["count"], row["stock"]) for row in csv.DictReader(io.StringIO(called.out))]
    assert rows == [
        ("db7s-2019/small", "2", "4"),
        ("chest-ball", "1", ""),
        ("chest-trap", "1", ""),
        ("portal-2", "1", ""),
        ("counter-spiked_pit", "1", ""),
        ("pit-open_pit", "2", ""),
        ("bounce", "1", ""),
        ("scatter", "1", ""),
    ]


def test_a_season_needs_the_most_any_of_its_dungeons_needs(call, season):
    """Played one after the other, five small tiles and two chests suffice for both; the stock lacks one tile."""
    called = call("stock", str(season), "--format", "json")
    document = json.loads(called.out)
    counts = {need["id"]: (need["count"], need["lacking"]) for need in document["needs"]}
    assert document["dungeons"] == ["Small", "Large"]
    assert counts["db7s-2019/small"] == (5, 1)
    assert counts["chest-ball"] == (1, 0)


def test_the_text_says_what_the_stock_lacks(call, season):
    """A person reads at the end what to buy, or that the stock suffices."""
    assert call("stock", str(season)).out.endswith("The stock lacks 1 × db7s-2019/small.\n")
    assert call("stock", str(season.parent / "small.dungeon.yaml")).out.endswith("The stock suffices.\n")


def test_an_event_needs_everything_for_each_of_its_tables(call, season):
    """Three tables need three times what one needs, and boxes for it; none or a thousand are refused in one line."""
    one, three = (json.loads(call("stock", str(season), "--format", "json", *more).out)
                  for more in ([], ["--tables", "3"]))  # fmt: skip
    assert (one["tables"], three["tables"]) == (1, 3)
    assert [need["count"] for need in three["needs"]] == [3 * need["count"] for need in one["needs"]]
    assert three["boxes"] == {"db7s-2019": 4}
    assert {need["id"]: need["lacking"] for need in three["needs"]}["db7s-2019/small"] == 3 * 5 - 4
    told = call("stock", str(season), "--tables", "3").out
    assert told.startswith("Needed for 2 dungeons, one after the other, on 3 tables:\n")
    for tables in ("0", "1000"):
        called = call("stock", str(season), "--tables", tables)
        assert (called.status, called.out) == (2, "")
        assert "choose 1 to 100" in called.err


def test_a_dungeon_that_cannot_be_read_is_said_and_the_others_listed(call, season):
    """One line for the wrong file, the list for the rest, exit status 2."""
    called = call("stock", str(season.parent / "none.dungeon.yaml"), str(season.parent / "small.dungeon.yaml"))
    assert called.status == 2
    assert called.err.count("\n") == 1
    assert "none.dungeon.yaml" in called.err
    assert "db7s-2019/small" in called.out


def test_dice_on_the_table_name_the_dungeon(call, season):
    """A two names the second dungeon, with its file."""
    called = call("roll", str(season), "--dice", "2")
    assert called.status == 0
    assert called.out == f"2 = 2: Large ({season.parent / 'large.dungeon.yaml'})\n"


def test_a_seed_throws_the_same_dice_again(call, season):
    """The same seed gives the same answer, as JSON too."""
    first, again = (call("roll", str(season), "--seed", "7", "--format", "json") for _ in range(2))
    assert json.loads(first.out) == json.loads(again.out)
    assert json.loads(first.out)["total"] in (1, 2)


@pytest.mark.parametrize("dice", ["3", "1,1", "x", "", "²"])
def test_dice_the_season_does_not_have_are_refused(call, season, dice):
    """One line says which dice are wanted; exit status 2."""
    called = call("roll", str(season), "--dice", dice)
    assert called.status == 2
    assert called.out == ""
    assert called.err.count("\n") == 1


def test_checking_a_season_checks_all_its_dungeons(call, season):
    """Each layout of the season is checked, in the order of play."""
    called = call("check", str(season), "--ruleset", "db7s-2019", "--format", "json")
    files = [report["file"] for report in json.loads(called.out)["reports"]]
    assert files == [str(season.parent / name) for name in ("small.dungeon.yaml", "large.dungeon.yaml")]


def test_checking_a_season_says_what_the_whole_event_needs(call, season):
    """At the end of the report stands the stock for all dungeons, and what is missing of it."""
    called = call("check", str(season), "--ruleset", "db7s-2019", "--brief")
    assert "Needed for 2 dungeons, one after the other:\n     5 × Small Floor Tile, db7s-2019/small" in called.out
    assert called.out.endswith("The stock lacks 1 × db7s-2019/small.\n")


def test_a_report_names_the_tiles_of_its_dungeon(call, season):
    """Tiles with their number, and what the stock lacks, in text, JSON and Markdown."""
    large = str(season.parent / "large.dungeon.yaml")

    def report(form):
        return call("check", large, "--ruleset", "db7s-2019", "--format", form).out

    assert "Built from 5 × db7s-2019/small; the stock lacks 1 × db7s-2019/small" in report("text")
    assert "It is built from 5 × db7s-2019/small" in report("markdown")
    (entry,) = json.loads(report("json"))["reports"]
    assert entry["tiles"] == [{"tile": "db7s-2019/small", "count": 5, "stock": 4, "lacking": 1}]


def test_a_wrong_season_file_is_one_line(call, season):
    """A wrong season file is named with its key, and the exit status is 2."""
    season.write_text("rounds = 3\nname = 'x'\n")
    called = call("check", str(season), "--ruleset", "naf-2019")
    assert called.status == 2
    assert f"{season}:1:10: rounds: " in called.err


def make_box(tmp_path, *tiles):
    """Return a dungeon of tiles of 2021, far from each other."""
    laid = "".join(f"  - {{id: s{n}, tile: {tile}, at: [{10 * n}, 0]}}\n" for n, tile in enumerate(tiles))
    path = tmp_path / "box.dungeon.yaml"
    path.write_text(f"name: Box\nruleset: gw-2021\nsections:\n{laid}")
    return str(path)


FOUR = tuple(f"gw-2021/{room}" for room in ("armoury", "bone-pit", "kitchen", "sewer"))
FIVE = (*FOUR, "gw-2021/cursed-room")


def test_rooms_that_share_their_tiles_are_counted_by_tiles(call, tmp_path):
    """Four small rooms are one box's four tiles; a fifth takes two boxes, though each room is in the box once."""
    enough = call("stock", make_box(tmp_path, *FOUR, "gw-2021/crypt", "gw-2021/chaotic-idol")).out
    cards = [line.strip() for line in enough.splitlines() if "two faces" in line]
    assert cards == ["2 × large tile, two faces   (2 in the box)", "4 × square tile, two faces   (4 in the box)"]
    assert enough.endswith("The stock suffices.\n")
    short = call("stock", make_box(tmp_path, *FIVE)).out
    assert short.endswith("You need two boxes of the tile set gw-2021.\nThe stock lacks 1 × gw-2021/square tile.\n")


@pytest.mark.parametrize(
    ("tiles", "boxes"),
    [
        (FOUR, 1),
        (FIVE, 2),
        (("gw-2021/corridor-straight",) * 4, 1),
        (("gw-2021/corridor-straight",) * 9, 3),
        (("gw-2021/armoury",) * 2, 2),
        (("gw-2021/crypt", "gw-2021/chaotic-idol", "gw-2021/fiery-chasm"), 2),
        ((*FOUR, "gw-2022-colleges/tuck-shop"), 1),
    ],
)
def test_how_many_boxes_a_dungeon_takes(call, tmp_path, tiles, boxes):
    """The tile of which it needs most boxes decides; the colleges' tiles are a set of their own."""
    document = json.loads(call("stock", make_box(tmp_path, *tiles), "--format", "json").out)
    assert document["boxes"]["gw-2021"] == boxes
    assert document["boxes"].get("gw-2022-colleges", 1) == 1


def test_a_report_says_how_many_boxes_it_takes(call, tmp_path):
    """A report on the stock names the tiles, then what one box lacks and how many boxes are needed."""
    out = " ".join(call("check", make_box(tmp_path, *FIVE)).out.split())
    assert "1 × gw-2021/sewer; the stock lacks 1 × gw-2021/square tile; takes two boxes of gw-2021" in out
    assert "takes two boxes" not in call("check", make_box(tmp_path, *FOUR), "--select", "tile-overlap").out


def test_check_and_stock_say_the_same_of_a_season(call, season):
    """For a season, what `check` ends with is word for word what `stock` prints, on several tables in rounds, too."""
    event = (
        'name = "Cup"\nruleset = "db7s-2019"\ntables = 3\n'
        'rounds = [{ name = "One", layout = ["small.dungeon.yaml", "large.dungeon.yaml"] }]\n'
    )
    for text in (SEASON.replace('"Cup"', '"Cup"\nruleset = "db7s-2019"'), event):
        season.write_text(text)
        stock, check = call("stock", str(season)).out, call("check", str(season)).out
        assert check.endswith(f"\n\n{stock}")
        assert check.count("Needed for") == check.count("The stock ") == 1
    assert "The stock lacks 5 × db7s-2019/small." in stock


def test_check_and_stock_say_the_same_where_a_dungeon_is_missing(call, season):
    """A dungeon that cannot be read is left out by `check` and `stock` alike."""
    (season.parent / "large.dungeon.yaml").unlink()
    stock, check = call("stock", str(season)), call("check", str(season), "--ruleset", "db7s-2019")
    assert (stock.status, check.status) == (2, 2)
    assert check.out.endswith(f"\n\n{stock.out}")
    assert "The stock suffices." in stock.out
