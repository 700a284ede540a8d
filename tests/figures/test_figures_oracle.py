"""Figures of random dungeons against slow, plain reckonings by other means, and what must hold of any dungeon."""

from __future__ import annotations

import math
from random import Random

import networkx as nx
import numpy as np
import pytest
from msgspec.structs import replace
from oracle.dungeons import draw_dungeon, keep_one_zone_each

import dungeon_designer as dd
from dungeon_designer.board.build import build_board
from dungeon_designer.figures.character import MAX_CUT, dead_ends, find_cut_squares, least_cut, length, loops
from dungeon_designer.figures.measures import measure_figures
from dungeon_designer.figures.survey import create_survey
from dungeon_designer.figures.symmetries import SYMMETRY_NAMES, find_symmetries
from dungeon_designer.layout.model import Team
from dungeon_designer.layout.transforms import rotate_layout
from dungeon_designer.rules.measurement import BoardMeasurer
from dungeon_designer.rules.rule_registry import load_ruleset
from tests.examples.verdicts import NAMES, find_folder, load_board, load_layout
from tests.soak import count, soak

EDITIONS = ("naf-2019", "gw-2021", "eagbbl", "brawl-2013", "gw-1989-basic")


def draw_random_layout(seed):
    """Return a random dungeon with two sides; machines are left out."""
    return replace(keep_one_zone_each(draw_dungeon(Random(seed), size=10)), machines=())  # noqa: S311 - the same every time


def draw_random_survey(seed):
    return create_survey(build_board(draw_random_layout(seed)), load_ruleset(EDITIONS[seed % len(EDITIONS)]))


def build_terminal_graph(survey):
    """Return the walking graph with what each side sets up on as one node."""
    graph, names = nx.Graph(survey.walking_steps.pairs.tolist()), {}
    for team, squares in survey.set_up_squares.items():
        names |= dict.fromkeys(squares, team)
    found = nx.Graph((names.get(a, a), names.get(b, b)) for a, b in graph.edges if names.get(a, a) != names.get(b, b))
    found.add_nodes_from(survey.teams)
    return found


@soak
def test_cuts_are_those_of_networkx():
    """The least number of squares that part the sides, and the squares that do so alone, are networkx's."""
    asked = 0
    for seed in range(count(120, 5000)):
        survey = draw_random_survey(seed)
        if len(survey.teams) < 2:
            continue
        graph, (one, other) = build_terminal_graph(survey), survey.teams
        if graph.has_edge(one, other) or not nx.has_path(graph, one, other):
            assert least_cut(survey) is None, seed
            continue
        wanted = len(nx.minimum_node_cut(graph, one, other))
        assert least_cut(survey) == (wanted if wanted <= MAX_CUT else None), seed
        alone = [at for at in nx.articulation_points(graph) if at not in survey.teams]
        parting = [at for at in alone if not nx.has_path(nx.restricted_view(graph, [at], []), one, other)]
        assert find_cut_squares(survey).tolist() == sorted(parting), seed
        asked += 1
    assert asked > 10


@soak
def test_traffic_is_betweenness():
    """The share of walks over each square is what counting every shortest way gives."""
    asked = 0
    for seed in range(count(40, 1000)):
        survey = draw_random_survey(seed)
        share, walks = np.zeros(len(survey.board)), 0
        graph = nx.Graph(survey.walking_steps.pairs.tolist())
        graph.add_nodes_from(survey.walking_squares.tolist())
        for squares in survey.set_up_squares.values():
            for goal in survey.chest_squares:
                found = [(s, nx.shortest_path_length(graph, s, goal)) for s in squares if nx.has_path(graph, s, goal)]
                least = min((steps for _, steps in found), default=None)
                nearest = [square for square, steps in found if steps == least]
                ways = [way for square in nearest for way in nx.all_shortest_paths(graph, square, goal)]
                for way in ways:
                    share[way] += 1 / len(ways)
                walks += bool(ways)
        assert survey.traffic == pytest.approx(share / max(walks, 1)), seed
        asked += walks
    assert asked > 20


@soak
def test_length_is_the_diameter():
    """The length is the largest of all shortest ways, every square asked."""
    for seed in range(count(60, 2000)):
        survey = draw_random_survey(seed)
        graph = nx.Graph(survey.walking_steps.pairs.tolist())
        far = [max(steps.values()) for _, steps in nx.all_pairs_shortest_path_length(graph)]
        assert (length(survey) or 0) == max(far, default=0), seed


@soak
def test_loops_are_cycles_no_block_holds():
    """Loops are the dimension of all closed ways (mod 2), less that of those within 2x2 squares, by elimination."""
    for seed in range(count(60, 2000)):
        survey = draw_random_survey(seed)
        graph = nx.Graph(survey.drawn_steps.pairs.tolist())
        graph.add_nodes_from(np.flatnonzero(survey.drawn_steps.nodes).tolist())
        number = {frozenset(edge): at for at, edge in enumerate(graph.edges)}
        all_ways = len(graph.edges) - len(graph) + nx.number_connected_components(graph)
        rows = []
        for x, y in {(x + a, y + b) for x, y in survey.board.squares for a in (-1, 0) for b in (-1, 0)}:
            four = [survey.grid.find_number((x + a, y + b)) for a in (0, 1) for b in (0, 1)]
            for cycle in nx.cycle_basis(graph.subgraph([at for at in four if at >= 0])):
                steps = zip(cycle, [*cycle[1:], cycle[0]], strict=True)
                rows.append(sum(1 << number[frozenset(step)] for step in steps))
        assert loops(survey) == all_ways - rank(rows), seed


def rank(rows):
    """Return the rank of bit rows mod 2."""
    found = {}
    for row in rows:
        while row and row.bit_length() in found:
            row ^= found[row.bit_length()]
        if row:
            found[row.bit_length()] = row
    return len(found)


@soak
def test_ways_by_portal_are_those_of_a_plain_reckoning():
    """Expected steps and risk to each chest are those of a walker who looks ever more jumps ahead, square by square."""
    asked = 0
    for seed in range(count(48, 1000)):
        survey = draw_random_survey(seed)
        for team in survey.teams:
            for square in survey.set_up_squares[team]:
                way = survey.chest_routes.find_best_routes([square])
                for chest, foot in enumerate(survey.steps_to_chest):
                    steps, risk = measure_risks(survey, foot, square)
                    assert way.steps[chest, 0] == pytest.approx(steps, abs=1e-5), seed
                    if math.isfinite(steps):
                        assert way.risk[chest, 0] == pytest.approx(risk, abs=1e-5), seed
                    asked += bool(risk)
    assert asked > 20


def measure_risks(survey, foot, square):
    """Steps expected and risk from a square, by rounds over all portals and all squares one comes out on."""
    portals, jump = survey.portal_squares, survey.jump_cost
    out = {}
    for portal in portals:
        near = [n for n in survey.end_neighbours[portal] if survey.walking_steps.nodes[n] and survey.can_stand[n]]
        out[portal] = near if survey.arrives_beside and near else [portal]

    def choice(at, values):
        ways = [(foot[at], 0.0, None)] if math.isfinite(foot[at]) else []
        for number, portal in enumerate(portals):
            onto = survey.steps_to_portal[number][at]
            if math.isfinite(onto) and math.isfinite(values[portal][0]):
                ways.append((onto + jump + values[portal][0], values[portal][1], portal))
        found = min(ways, key=lambda way: (round(way[0], 6), way[2] is not None), default=(math.inf, 0.0, None))
        return found[:2]

    ends = [at for places in out.values() for at in places]
    if len(portals) < 2 or not any(math.isfinite(foot[at]) for at in ends):
        return (foot[square], 0.0)
    values = dict.fromkeys(portals, (0.0, 0.0))
    for _ in range(600):
        at = {portal: [choice(end, values) for end in places] for portal, places in out.items()}
        mean = {p: (sum(s for s, _ in c) / len(c), sum(r for _, r in c) / len(c)) for p, c in at.items()}
        fresh = {}
        for portal in portals:
            others = [mean[other] for other in portals if other != portal]
            steps, risk = (sum(each) / len(others) for each in zip(*others, strict=True))
            fresh[portal] = steps, 1 / len(portals) + (1 - 1 / len(portals)) * risk
        done = all(abs(fresh[p][0] - values[p][0]) + abs(fresh[p][1] - values[p][1]) < 1e-10 for p in portals)
        values = fresh
        if done:
            break
    return choice(square, values)


def swap_teams(layout):
    """Return the same dungeon, home's zones away's and the other way round."""
    sections = [replace(s, side=s.side and (Team.AWAY if s.side is Team.HOME else Team.HOME)) for s in layout.sections]
    return replace(layout, sections=tuple(sections))


@soak
def test_turning_or_swapping_changes_no_figure():
    """Turned and mirrored, a dungeon has the same figures; with its sides swapped, those of the other side."""
    for seed in range(count(15, 1000)):
        layout, edition = draw_random_layout(seed), load_ruleset(EDITIONS[seed % len(EDITIONS)])
        wanted = measure_figures(create_survey(build_board(layout), edition))
        for quarters, flip in list(SYMMETRY_NAMES)[seed % 7 :: 3]:
            found = measure_figures(create_survey(build_board(rotate_layout(layout, quarters, flip)), edition))
            for one, other in zip(wanted, found, strict=True):
                assert other == one, (seed, quarters, flip)
        for one, other in zip(
            wanted, measure_figures(create_survey(build_board(swap_teams(layout)), edition)), strict=True
        ):
            assert other.value == one.value, seed
            if one.by_side:
                told = {"home": one.by_side.get("away"), "away": one.by_side.get("home")}
                assert other.by_side == {side: told[side] for side in other.by_side}, seed


@soak
def test_a_symmetry_found_is_one_and_none_is_missed():
    """A dungeon made of itself and its half turn has that symmetry; with a statue added on one half it has none."""
    for seed in range(count(20, 500)):
        chance = Random(seed)  # noqa: S311 - the same every time
        rows = [[chance.choice("...#") for _ in range(6)] for _ in range(5)]
        rows[0][0] = "."
        back = [[*row, *other[::-1]] for row, other in zip(rows, rows[::-1], strict=True)]
        text = "map: |\n" + "".join(f"  {''.join(row)}|\n".replace("|", "") for row in back)
        board = dd.Dungeon.parse(text).board
        assert "turned by a half" in [each.description for each in find_symmetries(board)], text
        back[0][0] = "S"
        text = "map: |\n" + "".join(f"  {''.join(row)}\n" for row in back)
        assert "turned by a half" not in [each.description for each in find_symmetries(dd.Dungeon.parse(text).board)], (
            text
        )


@soak
@pytest.mark.parametrize("name", NAMES[:: count(8, 1)])
def test_figures_of_the_examples_keep_what_must_hold(name):
    """Shares lie between 0 and 1, portals never make a way longer, the floor's shares add up, ways are whole."""
    survey = create_survey(load_board(name), load_ruleset(load_layout(name).ruleset or "naf-2019", find_folder(name)))
    found = {figure.name: figure for figure in measure_figures(survey)}
    for figure in found.values():
        values = [figure.value] if figure.by_side is None else list(figure.by_side.values())
        if figure.unit in ("share", "balance"):
            assert all(value is None or 0 <= value <= 1 for value in values), figure
    for side, steps in found["chest-steps"].by_side.items():
        assert steps is None or found["chest-steps-by-portal"].by_side[side] <= steps
    shares = [*found["area-control"].by_side.values(), found["contested-area"].value]
    assert sum(shares) == pytest.approx(1, abs=0.01)
    assert found["narrow-ways"].value + found["open-floor"].value == pytest.approx(1, abs=0.01)
    assert dead_ends(survey) >= 0
    assert found["length"].value >= max(value or 0 for value in found["zone-steps"].by_side.values()) - 2
    if found["sides-swapped"].value:
        for each in found.values():
            assert each.by_side is None or len(set(each.by_side.values())) == 1, each


def test_sight_is_that_of_each_square():
    """The views are those one gets by asking square by square."""
    for seed in range(12):
        survey = draw_random_survey(seed)
        views, grid, sight = survey.views, survey.grid, BoardMeasurer(survey.board, survey.context.ruleset).sight
        targets = [grid.find_coordinates(at) for at in views.targets.tolist()]
        for at, row in zip(views.origins.tolist(), views.visible, strict=True):
            seen = sight.find_visible_squares(grid.find_coordinates(at))
            assert row.tolist() == [target in seen for target in targets], seed
