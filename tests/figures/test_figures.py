"""Figures on small boards whose answers one counts oneself."""

from __future__ import annotations

import pytest

import dungeon_designer as dd
from dungeon_designer.figures.character import find_cut_squares, find_dead_ends, find_pockets
from dungeon_designer.figures.fairness import are_teams_alike
from dungeon_designer.figures.measures import GROUPS, MEASURES
from dungeon_designer.figures.survey import create_survey
from dungeon_designer.figures.symmetries import find_symmetries
from dungeon_designer.layout.model import Section, SectionKind, Team
from dungeon_designer.rules.rule_registry import load_ruleset

NAF, BOX = "naf-2019", "gw-2021"


def measure_figure(name, rows, edition=NAF):
    """Return a figure of a map, as it is told."""
    board = dd.Dungeon.parse("map: |\n" + "".join(f"  {row}\n" for row in rows.split())).board
    figure = MEASURES[name].measure_figure(create_survey(board, load_ruleset(edition)))
    return figure.value if figure.by_side is None else tuple(figure.by_side.values())


LINE = "<....C....>"
ASIDE = "<..C......>"
APART = "<.1#### ####### ####2.C"
LOOSE = "1.<.2### ######## ######3C"
RING = "<...> .###. .###. ....."
HALL = "<.....> <.....> <.....>"
CROSS = "##..## ##..## ...... ...... ##..## ##..##"
POCKET = "<.....> ###C### ###.###"

CASES = [
    ("chest-steps", LINE, NAF, (5, 5)),
    ("chest-steps", LINE, BOX, (4, 4)),
    ("chest-steps", ASIDE, NAF, (3, 7)),
    ("chest-steps", "<.C.#C.>", NAF, (None, None)),
    ("nearest-chest", "<.C.C..>", NAF, (2, 3)),
    ("nearest-chest", "<.....>", NAF, (None, None)),
    ("chest-turns-4", ASIDE, NAF, (1, 2)),
    ("chest-turns-4", "<...C...C....>", NAF, (1.5, 2.5)),
    ("chest-turns-8", ASIDE, NAF, (1, 1)),
    ("zone-steps", LINE, NAF, (10, 10)),
    ("zone-steps", "<.#.>", NAF, (None, None)),
    ("zone-turns-4", LINE, NAF, (3, 3)),
    ("zone-turns-8", LINE, NAF, (2, 2)),
    ("zone-turns-8", "<.......>", NAF, (1, 1)),
    ("portal-steps", "<.1....> .......#", NAF, (2, 5)),
    ("portal-steps", "<......>", NAF, (None, None)),
    ("portal-turns-4", "<.1....> .......#", NAF, (1, 2)),
    ("chest-steps-by-portal", APART, BOX, (4,)),
    ("chest-steps-by-portal", APART, NAF, (3,)),
    ("chest-steps-by-portal", APART, "gw-1989-basic", (3,)),
    ("chest-risk-by-portal", APART, NAF, (0.5,)),
    ("chest-steps-by-portal", LOOSE, NAF, (3,)),
    ("chest-risk-by-portal", LOOSE, NAF, (0.5,)),
    ("chest-steps-by-portal", LINE, NAF, (5, 5)),
    ("chest-risk-by-portal", LINE, NAF, (0, 0)),
    ("chest-steps-by-portal", "<.1#C.>", NAF, (None, 2)),
    ("zone-steps-by-portal", "<.1##2.>", NAF, (3, 3)),
    ("zone-steps-by-portal", "<.1##2.>", BOX, (5, 5)),
    ("zone-risk-by-portal", "<.1##2.>", NAF, (0.5, 0.5)),
    ("zone-risk-by-portal", "<.###.>", NAF, (None, None)),
    ("chest-steps-difference", LINE, NAF, 0),
    ("chest-steps-difference", ASIDE, NAF, 4),
    ("chest-steps-difference", "<..C...C..>", NAF, 0),
    ("chest-steps-difference", "<.C#C.>", NAF, 0),
    ("chest-steps-difference", "<.C#..>", NAF, None),
    ("chest-sum-difference", ASIDE, NAF, 4),
    ("chest-sum-difference", "<..C...C..>", NAF, 0),
    ("safe-chests", ASIDE, NAF, (1, 0)),
    ("safe-chests", "<...C.....>", NAF, (0, 0)),
    ("contested-chests", ASIDE, NAF, 0),
    ("contested-chests", "<...C.....>", NAF, 1),
    ("chest-balance", LINE, NAF, 1),
    ("chest-balance", ASIDE, NAF, 0.6),
    ("chest-balance", "<.C#..>", NAF, 0),
    ("area-control", LINE, NAF, (0.455, 0.455)),
    ("area-control", "<..#.>", NAF, (0.6, 0.4)),
    ("contested-area", LINE, NAF, 0.091),
    ("contested-area", "<..>", NAF, 0),
    ("safe-area", LINE, NAF, (0.364, 0.364)),
    ("safe-area", "<..#.>", NAF, (0.6, 0.4)),
    ("area-balance", LINE, NAF, 1),
    ("area-balance", "<..#.>", NAF, 0.667),
    ("exploration", LINE, NAF, (1, 1)),
    ("exploration", "....<...>", NAF, (1, 0.556)),
    ("exploration-balance", LINE, NAF, 1),
    ("exploration-balance", "....<...>", NAF, 0.556),
    ("sides-swapped", LINE, NAF, 2),
    ("sides-swapped", ASIDE, NAF, 0),
    ("sides-swapped", "<..> .##C", NAF, 0),
    ("sides-swapped", "<..o> .....", NAF, 0),
    ("sides-swapped", "<o.o> .....", NAF, 1),
    ("squares", "<.~S>", NAF, 5),
    ("squares", LINE, NAF, 11),
    ("walking-squares", "<.~S1>", NAF, 3),
    ("walking-squares", LINE, NAF, 11),
    ("narrow-ways", HALL, NAF, 0),
    ("narrow-ways", "<......> <......>", NAF, 1),
    ("open-floor", HALL, NAF, 1),
    ("open-floor", "...... ...### ...###", NAF, 0.75),
    ("free-neighbours", LINE, NAF, 1.818),
    ("free-neighbours", "... ... ...", NAF, 4.444),
    ("length", LINE, NAF, 10),
    ("length", RING, NAF, 6),
    ("length", "<..#.>", NAF, 2),
    ("loops", HALL, NAF, 0),
    ("loops", RING, NAF, 1),
    ("loops", "..... .S.S. .....", NAF, 2),
    ("loops", "..#.. .#.#. ..#..", NAF, 0),
    ("loops", "... .S. ...", NAF, 1),
    ("dead-ends", CROSS, NAF, 4),
    ("dead-ends", CROSS.replace("##..## ##..## ...", "##<<## ##..## ...", 1), NAF, 3),
    ("dead-ends", HALL, NAF, 0),
    ("dead-ends", RING, NAF, 0),
    ("dead-ends", "<..... .....# ....##", NAF, 1),
    ("dead-ends", "<...####.... <......1.... <...####....", NAF, 0),
    ("dead-ends", "<...####.... <........... <...####....", NAF, 1),
    ("pocket-squares", POCKET, BOX, 1),
    ("pocket-squares", POCKET.replace("###.###", "##..#1#").replace("#.###", "#..1#"), BOX, 2),
    ("pocket-squares", POCKET, NAF, None),
    ("pocket-squares", HALL, BOX, 0),
    ("cut-squares", LINE, NAF, 9),
    ("cut-squares", HALL, NAF, 0),
    ("cut-squares", "<...>", NAF, 3),
    ("cut-squares", "<.#.>", NAF, 0),
    ("least-cut", LINE, NAF, 1),
    ("least-cut", HALL, NAF, 3),
    ("least-cut", RING, NAF, 2),
    ("least-cut", "<...> <#.#> <...>", NAF, 2),
    ("least-cut", "<>", NAF, None),
    ("least-cut", "<.#.>", NAF, None),
    ("mean-sight", "... ... ... ...", NAF, 11),
    ("mean-sight", LINE, NAF, 10),
    ("mean-sight", "<.#.>", NAF, 1),
    ("longest-sight", LINE, NAF, 10),
    ("longest-sight", "<.#..>", NAF, 2),
    ("portal-share", LINE, NAF, 0),
    ("portal-share", APART, NAF, 0.5),
    ("busiest-square", LINE, NAF, 0.5),
    ("busiest-square", "<..C", NAF, 1),
    ("busiest-square", "<..... <....C <.....", NAF, 0.515),
    ("busiest-square", "<.....>", NAF, None),
    ("traps-on-ways", "<..o.C....>", NAF, 0.5),
    ("traps-on-ways", "<....C....>", NAF, 0),
]


@pytest.mark.parametrize(("name", "rows", "edition", "wanted"), CASES, ids=lambda value: str(value)[:40])
def test_a_figure_is_what_one_counts(name, rows, edition, wanted):
    """On a board so small that one counts it, the figure is that count, on either side of where it changes."""
    assert measure_figure(name, rows, edition) == wanted


def test_every_figure_has_cases_that_differ():
    """Each figure has at least two cases here, with different answers: none is a constant."""
    for name in MEASURES:
        if "-turns-" in name:
            continue
        assert len({str(wanted) for case, _, _, wanted in CASES if case == name}) > 1, name


def test_every_figure_says_what_it_is():
    """Each figure has a title, a unit and a definition; names are each there once."""
    assert sum(map(len, GROUPS.values())) == len(MEASURES)
    for measure in MEASURES.values():
        assert measure.title
        assert measure.unit
        assert measure.function.__doc__
        assert "{" not in measure.function.__doc__


def make_survey(rows, edition=NAF):
    board = dd.Dungeon.parse("map: |\n" + "".join(f"  {row}\n" for row in rows.split())).board
    return create_survey(board, load_ruleset(edition))


def test_evidence_names_the_squares():
    """Dead ends, squares that part the sides, and pockets are named, not only counted."""
    cross, line, pocket = make_survey(CROSS), make_survey("<.C.>"), make_survey(POCKET, BOX)
    assert [place[0] for place in find_dead_ends(cross)] == [(2, 0), (0, 2), (4, 2), (2, 4)]
    assert line.grid.list_squares(find_cut_squares(line)) == ((1, 0), (2, 0), (3, 0))
    assert pocket.grid.list_squares(find_pockets(pocket)) == ((3, 2),)


@pytest.mark.parametrize(
    ("rows", "ways", "fair"),
    [
        ("<...>", ["mirrored left to right", "mirrored top to bottom", "turned by a half"], True),
        ("<.. ..>", ["turned by a half"], True),
        ("<.# ... #.>", ["mirrored in a diagonal", "mirrored in the other diagonal", "turned by a half"], True),
        ("<.C.", ["mirrored top to bottom"], False),
        ("<..> <..> ....", ["mirrored left to right"], True),
        ("<.. >..", ["mirrored top to bottom"], True),
    ],
)
def test_symmetries_are_named(rows, ways, fair):
    """The turns and mirrors that bring a dungeon onto itself are told in words, and whether they make it fair."""
    found = make_survey(rows)
    assert sorted(each.description for each in find_symmetries(found.board)) == sorted(ways)
    assert are_teams_alike(found) is fair


def test_a_dungeon_without_sides_chests_or_floor_has_figures_too():
    """A figure that has no meaning for a dungeon has no value, and nothing fails."""
    for text in ("map: ...", "map: <..", "map: '<.1>'", "sections: []"):
        figures = dd.Dungeon.parse(text).analyse(NAF)
        assert list(figures) == list(MEASURES)
        assert figures["chest-steps-difference"].value in (None, 0)


def test_names_promised_before_are_kept():
    """`squares`, `chest-steps` and `chest-steps-difference` mean what they meant."""
    figures = dd.Dungeon.parse("map: <..C.>").analyse(NAF)
    assert figures["squares"].value == 6
    assert figures["chest-steps"].by_side == {"home": 3, "away": 2}
    assert figures["chest-steps"].one == 2.5
    assert figures["chest-steps-difference"].value == 1


def test_figures_take_any_number_of_sides():
    """With four sides each has its values; the nearest other zone counts, and any two sides are compared."""
    rows = [".......", ".......", ".......", "...C...", ".......", ".......", "......."]
    zones = {"home": [0, 3], "away": [6, 3], "third": [3, 0], "fourth": [3, 6]}
    layout = dd.Dungeon.parse("map: |\n" + "".join(f"  {row}\n" for row in rows)).layout
    holes = [list(row) for row in rows]
    for x, y in zones.values():
        holes[y][x] = "#"
    floor = Section(id="floor", rows=tuple("".join(row).replace("C", ".") for row in holes))
    ends = tuple(
        Section(id=side, at=tuple(at), rows=(".",), kind=SectionKind.END_ZONE, side=Team(side))
        for side, at in zones.items()
    )
    dungeon = dd.Dungeon(layout).edit(sections=(floor, *ends))
    figures = dungeon.analyse(NAF)
    assert figures["chest-steps"].by_side == dict.fromkeys(zones, 3)
    assert figures["zone-steps"].by_side == dict.fromkeys(zones, 3)
    assert figures["area-control"].by_side == dict.fromkeys(zones, figures["area-control"].by_side["home"])
    assert figures["chest-steps-difference"].value == 0
    assert figures["sides-swapped"].value == 5
    moved = dungeon.edit(chests=((2, 3),)).analyse(NAF)
    assert moved["chest-steps-difference"].value == 2
    assert moved["sides-swapped"].value == 0
