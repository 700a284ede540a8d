"""The numbers that games are played with are those of the edition's table, face by face of the die."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from dungeon_designer.playtest import dice, entering, match, positions, state, turns
from dungeon_designer.playtest.editions import build_rules
from dungeon_designer.playtest.teams import load_team
from dungeon_designer.rules.board_topics import build_topic_table
from dungeon_designer.rulesets.loader import load_unchecked_ruleset
from dungeon_designer.rulesets.topic_table import TableTopic
from tests.playtest.games import CLASSIC, load_arena, load_hall

Dealt = Callable[[int], state.Game]
ROOT = Path(__file__).parents[2]


@pytest.fixture
def dealt(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Dealt]:
    """Of an edition, or of a named dungeon: games at their beginning whose dice all show one face."""

    def of(name: str) -> Dealt:
        own = load_team("balanced").player_rows
        arena = load_arena(str(ROOT / "examples" / f"{name}.dungeon.yaml")) if "/" in name else load_hall(name)

        def game(face: int) -> state.Game:
            made = arena.create_game()
            match.start_match(made, 0, own, own, np.array([1, 1]), CLASSIC, 0)
            for module in (turns, entering, positions, dice):
                monkeypatch.setattr(module, "roll_die", lambda g, sides: min(face, sides))
            return made

        return game

    return of


def measure_target(edition: str, topic: str, roll: str) -> int:
    return build_topic_table(load_unchecked_ruleset(edition))[TableTopic(topic)].rolls[roll].target_number


def find_least_face(faces: Callable[[int], bool]) -> int:
    """Return the least face of a D6 from which on something holds, and that it holds for no lower one."""
    held = [face for face in range(1, 7) if faces(face)]
    assert held == [*range(held[0], 7)]
    return held[0]


@pytest.mark.parametrize(
    ("room", "topic", "roll"),
    [(state.JAIL, "forgotten_jail", "chains"), (state.IDOL, "idol", "strength"), (state.DRAGON, "dragon", "breath")],
)
def test_rooms_ask_for_the_tables_faces(
    dealt: Callable[[str], Dealt], monkeypatch: pytest.MonkeyPatch, room: int, topic: str, roll: str
) -> None:
    """A player who begins in a room is chained, strengthened or knocked down by the faces of the table."""
    game = dealt("gw-2021")
    monkeypatch.setattr(turns, "find_room", lambda g, at: room)

    def happens(face: int) -> bool:
        g = game(face)
        turns._apply_room_rule(g, 0)
        if room == state.JAIL:
            return bool(g.players[0, state.MOVES_LEFT] == g.players[1, state.MOVES_LEFT])
        return bool(
            g.players[0, state.EXTRA_STRENGTH] if room == state.IDOL else g.players[0, state.STATE] != state.STANDING
        )

    assert find_least_face(happens) == measure_target("gw-2021", topic, roll)


def test_the_knocked_out_come_by_the_tables_face(dealt: Callable[[str], Dealt]) -> None:
    """A team without reserves in brawl-2013 brings one in on a 6."""
    game = dealt("brawl-2013")

    def comes(face: int) -> bool:
        g = game(face)
        g.state[state.TURN] = 2
        own = g.players[: state.TEAM_SIZE, state.STATE]
        own[own == state.RESERVE] = state.KNOCKED_OUT
        before = int((own == state.KNOCKED_OUT).sum())
        turns.bring_reserve(g, 0)
        return int((own == state.KNOCKED_OUT).sum()) < before

    assert find_least_face(comes) == measure_target("brawl-2013", "knocked_out", "return")


def test_a_referee_keeps_the_eighth_out_by_the_tables_face(dealt: Callable[[str], Dealt]) -> None:
    """A player in Sevens comes in though seven are in the dungeon, but not on a 1."""
    game = dealt("db7s-2019")

    def comes(face: int) -> bool:
        g = game(face)
        g.state[state.TURN] = 2
        before = turns.count_players_in_dungeon(g, 0)
        turns.bring_reserve(g, 0)
        return turns.count_players_in_dungeon(g, 0) > before

    assert find_least_face(comes) == measure_target("db7s-2019", "reserves", "referee")


def test_a_room_turns_by_the_tables_faces(dealt: Callable[[str], Dealt]) -> None:
    """Hogwurts' room stays, turns a quarter to the left or half round, as the table says of each face."""
    game, said = (
        dealt("brawl-2013/hogwurts"),
        build_topic_table(load_unchecked_ruleset("brawl-2013"))[TableTopic.ROTATING_ROOM].rolls["turn"].outcomes,
    )
    quarters = {1: "1", 2: "2-5", 3: "2-5", 4: "2-5", 5: "2-5", 6: "6"}
    for face, result in quarters.items():
        g = game(face)
        entering._rotate_room(g, 1)
        words = ("Nothing", "a quarter to the right", "half a turn", "a quarter to the left")[g.state[state.ROTATION]]
        assert words in said[result]


@pytest.mark.parametrize(("edition", "to"), [("eagbbl", 1), ("naf-2019", 3), ("gw-2021", 3)])
def test_a_loose_ball_on_a_portal_does_what_the_book_says(
    dealt: Callable[[str], Dealt], monkeypatch: pytest.MonkeyPatch, edition: str, to: int
) -> None:
    """A ball on a portal scatters on in eagbbl; elsewhere it comes out of the portal of the number rolled."""
    g = dealt(edition)(3)
    portal = g.lists[state.PORTALS, 0]
    g.state[state.BALL], g.state[state.BALL_SCATTERS] = state.LOOSE, 1
    monkeypatch.setattr(positions, "find_neighbour", lambda g, at, way: portal)
    positions._bounce_ball(g)
    assert g.state[state.BALL_AT] == g.lists[state.PORTALS, to - 1]
    assert g.state[state.BALL_SCATTERS] == 1


@pytest.mark.parametrize(("edition", "caught"), [("eagbbl", False), ("gw-2021", True), ("gw-1989-basic", True)])
def test_who_stands_on_a_portal_may_catch_the_ball(dealt: Callable[[str], Dealt], edition: str, caught: bool) -> None:
    """A ball that comes out where somebody stands is caught by him, but in eagbbl it scatters at once."""
    g = dealt(edition)(6)
    positions.place_player(g, 0, int(g.lists[state.PORTALS, 2]), state.STANDING)
    positions.return_ball_by_portal(g)
    assert bool(g.state[state.BALL] == state.HELD) is caught


def test_every_number_of_the_rules_is_explained() -> None:
    """Beside each place in `Game.rules` the source has a comment that explains it."""
    source = Path(state.__file__).read_text(encoding="utf-8")
    places = source.partition("# Places in `rules`.")[2].partition(") = range(")[0]
    explained_names = re.findall(r"^    (\w+),  # \w.*$", places, re.MULTILINE)
    assert [getattr(state, name) for name in explained_names] == list(range(state.RULE_COUNT))


@pytest.mark.parametrize(
    ("edition", "number", "topic", "roll", "played"),
    [
        ("naf-2019", "CHEST_SPREAD", "chest", "spread", 5),
        ("brawl-2013", "BALL_SLIPS", "portal", "keep", 5),
        ("brawl-2013", "THROUGH_PORTAL", "throwing", "portal", 5),
        ("naf-2019", "STATUES", "statue", "hit", 5),
        ("eagbbl", "PRECARIOUS", "rope_bridge", "balance", 5),
        ("brawl-2013", "PIT_CLIMB", "open_pit", "climb", 5),
        ("gw-1989-expanded", "PIT_SPIKES", "spiked_pit", "spikes", 5),
    ],
)
def test_a_house_rule_of_the_table_is_played(
    tmp_path: Path, edition: str, number: str, topic: str, roll: str, played: int
) -> None:
    """The edition's own number is its table's, and who changes the roll in house rules changes the games."""
    place = getattr(state, number)
    assert build_rules(load_unchecked_ruleset(edition))[place] == measure_target(edition, topic, roll) != played
    house = tmp_path / "house.toml"
    house.write_text(
        f'extends = "{edition}"\n[play.table.{topic}]\nhappens = "x."\n[play.table.{topic}.rolls.{roll}]\n'
        f'dice = "D6"\noutcomes = {{ "{played}+" = "x.", "1-{played - 1}" = "y." }}\n',
        encoding="utf-8",
    )
    assert build_rules(load_unchecked_ruleset(str(house)))[place] == played


@pytest.mark.parametrize(
    ("changed", "number", "played"),
    [
        ('second_jump = "hurts"', "SECOND_JUMP_HURTS", 1),
        ("reserves_from = 3", "RESERVE_FROM", 3),
        ("first_side_waits = true", "FIRST_WAITS", 1),
        ('off_floor = "again"', "BALL_AT_WALL", 0),
        ('ball_on_portal = "scatters"', "BALL_SCATTERS_ON", 1),
        ("recovers_instead = false", "RECOVERY", turns.RECOVER_NEVER),
    ],
)
def test_a_house_rule_of_play_is_played(tmp_path: Path, changed: str, number: str, played: int) -> None:
    """The keys of [play] in house rules are played."""
    place = getattr(state, number)
    assert build_rules(load_unchecked_ruleset("naf-2019"))[place] != played
    house = tmp_path / "house.toml"
    house.write_text(f'extends = "naf-2019"\n[play]\n{changed}\n', encoding="utf-8")
    assert build_rules(load_unchecked_ruleset(str(house)))[place] == played
