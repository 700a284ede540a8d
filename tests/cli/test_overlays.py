"""What `render` lays over a map goes by the ruleset asked."""

import pytest

from dungeon_designer.board.build import build_board
from dungeon_designer.cli.render import MATCH_OVERLAYS, measure_passes, measure_steps
from dungeon_designer.layout.model import Layout, Portal, Section, Side, Wall
from dungeon_designer.playtest.report_text import MAP_TITLES
from dungeon_designer.rulesets.loader import load_unchecked_ruleset

HALL = Layout(
    sections=(Section(id="a", rows=("." * 16,) * 2),),
    portals=(Portal(number=1, at=(4, 0)),),
    chests=((2, 0), (2, 1)),
    walls=(Wall(at=(0, 0), side=Side.EAST),),
)


@pytest.mark.parametrize(
    ("ruleset", "bands"), [("naf-2019", ["quick", "short"]), ("db7s-2019", ["quick", "short", "long", "bomb"])]
)
def test_passes_go_as_far_as_the_ruleset_allows(ruleset, bands):
    """A band for each pass that may be thrown underground, the last as far as the ruler goes."""
    found = measure_passes(build_board(HALL), load_unchecked_ruleset(ruleset), "0,1").bands
    assert [name for name, _ in found] == bands
    assert max(x for x, _ in found[-1][1]) == {2: 6, 4: 13}[len(bands)]


@pytest.mark.parametrize(("ruleset", "seen"), [("naf-2019", True), ("eagbbl", False)])
def test_corners_are_the_rulesets(ruleset, seen):
    """Past the end of a wall one throws diagonally, but not in eagbbl."""
    (_, near), _ = measure_passes(build_board(HALL), load_unchecked_ruleset(ruleset), "0,0").bands
    assert ((1, 1) in near) is seen


def test_distances_end_on_portals_and_go_over_chests():
    """A portal is walked to and not across; chests, gone once opened, are walked over in every edition."""
    board = build_board(HALL)
    steps = dict(zip(board.squares, measure_steps(board, load_unchecked_ruleset("gw-2021"), "0,1"), strict=True))
    assert (steps[(2, 1)], steps[(3, 1)], steps[(4, 0)], steps[(5, 0)]) == (2, 3, 4, 5)
    assert (
        dict(zip(board.squares, measure_steps(board, load_unchecked_ruleset("gw-2021"), "4,0"), strict=True))[(0, 1)]
        == 4
    )


def test_a_figure_is_laid_over_the_map(call, tmp_path):
    """--overlay draws a figure with its legend; a wrong name is one line that says the right one."""
    hall, out = tmp_path / "hall.dungeon.yaml", tmp_path / "hall.svg"
    hall.write_text("ruleset: naf-2019\nmap: <..C...>\n")
    assert call("render", str(hall), "--overlay", "control", "-o", str(out)).status == 0
    assert "Safe for home" in out.read_text()
    wrong = call("render", str(hall), "--overlay", "controll", "-o", str(out))
    assert wrong.status == 2
    assert "did you mean control" in wrong.complaint


def test_what_players_did_in_matches_is_laid_over_the_map(call, tmp_path):
    """--overlay fell plays so many games and shows where players fell; the same call gives the same bytes."""
    hall, out = tmp_path / "hall.dungeon.yaml", tmp_path / "hall.svg"
    hall.write_text("ruleset: naf-2019\nmap: |\n  <..C..>\n  <.....>\n  <..1..>\n")
    wanted = ("render", str(hall), "--overlay", "fell", "--games", "40", "-o", str(out))
    assert call(*wanted).status == 0
    first = out.read_text()
    assert "Falls on each square a match" in first
    assert call(*wanted).status == 0
    assert out.read_text() == first
    assert tuple(MAP_TITLES) == MATCH_OVERLAYS


def test_games_are_played_for_some_overlays_alone(call, tmp_path):
    """--games with any other map is one line that names the overlays matches are played for."""
    hall = tmp_path / "hall.dungeon.yaml"
    hall.write_text("map: <..C...>\n")
    wrong = call("render", str(hall), "--overlay", "control", "--games", "40", "-o", str(tmp_path / "hall.svg"))
    assert wrong.status == 2
    assert "walked, fought, fell" in wrong.complaint
