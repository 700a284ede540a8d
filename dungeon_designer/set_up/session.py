"""Run a set-up: coaches lay tiles and place chests, portals, doors and pit counters in turns.

No Qt here. A `SetUp` is a value: the layout so far, who places next, and all placements. To take a placement back, use
the value before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.board.build import build_board
from dungeon_designer.errors import EditError
from dungeon_designer.findings import Level
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import CounterContent, Layout, Section, Team, Trap, TrapKind
from dungeon_designer.layout_edits.descriptions import describe_kind
from dungeon_designer.layout_edits.floor import add_square_door
from dungeon_designer.layout_edits.objects import add_chest, add_objects, add_portal, list_objects, remove_objects
from dungeon_designer.rules.checker import check_board
from dungeon_designer.rules.rule_registry import list_rules
from dungeon_designer.rules.rule_stage import RuleStage
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.set_up import floor_tiles
from dungeon_designer.set_up.order import SetUpKind, Stage, list_coach_counters
from dungeon_designer.set_up.placement import (
    PossibleSquares,
    find_squares_for_counter,
    find_squares_for_door,
    find_squares_for_object,
)
from dungeon_designer.tiles.tile import TileLibrary
from dungeon_designer.translation import fill_placeholders, translate

FLOOR_KINDS = (SetUpKind.TILE, SetUpKind.ZONE)
"""The kinds of which the floor is made."""


class Placement(Struct, frozen=True):
    """A record of one turn of a set-up: who placed what, and where.

    Attributes:
        team: Who placed it.
        kind: What was placed.
        square: The square where it lies; of a tile, its middle.
        face: What is on the hidden face of a counter; None for anything else.
    """

    team: Team
    kind: SetUpKind
    square: Square
    face: CounterContent | None = None


class SetUp(Struct, frozen=True):
    """A set-up in progress: the coaches place tiles and objects in turns. It is a value that no turn changes.

    Attributes:
        layout: The dungeon so far.
        queue: What is still to be placed, as pairs of the team whose turn it is and the kind, the next turn first.
        hand: The faces of the pit counters with which each coach began.
        placements: What was placed, in order.
        previous: The set-up before the last placement or skipped turn; None at the start.
        supply: The tiles from which all coaches lay the floor; empty if the floor is fixed.
    """

    layout: Layout
    queue: tuple[tuple[Team, SetUpKind], ...]
    hand: tuple[CounterContent, ...] = ()
    placements: tuple[Placement, ...] = ()
    previous: SetUp | None = None
    supply: floor_tiles.FloorSupply = ()

    @property
    def is_finished(self) -> bool:
        """Whether no turn is left, so that everything is placed or was skipped."""
        return not self.queue

    @property
    def next_turn(self) -> tuple[Team, SetUpKind]:
        """The team that places next, and the kind of object that it places.

        Raises:
            EditError: Everything is placed.
        """
        if not self.queue:
            raise EditError(translate("set-up", "everything is placed"))
        return self.queue[0]

    @property
    def remaining_faces(self) -> tuple[CounterContent, ...]:
        """The faces of the pit counters that the team whose turn it is has not placed yet.

        It has no meaning once everything is placed.
        """
        remaining = list(self.hand)
        for placement in self.placements:
            if (
                placement.kind is SetUpKind.COUNTER
                and placement.team is self.next_turn[0]
                and placement.face in remaining
            ):
                remaining.remove(placement.face)
        return tuple(remaining)


def rank_teams(rolls: Mapping[Team, Sequence[int]]) -> list[list[Team]]:
    """Return the teams in the order of a roll-off, the highest roll first, as groups of teams that are still tied.

    Teams that tied roll again, and their next rolls decide their order. A group has more than one team only while rolls
    are still due.

    Args:
        rolls: The rolls of each team, the first one first; 0 stands for a roll that is still due.

    >>> rank_teams({Team.HOME: [5, 2], Team.AWAY: [6], Team.THIRD: [5, 4]})
    [[<Team.AWAY: 'away'>], [<Team.THIRD: 'third'>], [<Team.HOME: 'home'>]]
    >>> rank_teams({Team.HOME: [5, 0], Team.AWAY: [5, 4]})
    [[<Team.HOME: 'home'>, <Team.AWAY: 'away'>]]
    """
    if len(rolls) < 2 or not all(team_rolls and team_rolls[0] for team_rolls in rolls.values()):
        return [list(rolls)]
    groups = []
    for value in sorted({team_rolls[0] for team_rolls in rolls.values()}, reverse=True):
        groups += rank_teams({team: team_rolls[1:] for team, team_rolls in rolls.items() if team_rolls[0] == value})
    return groups


def count_due_rolls(rolls: Mapping[Team, Sequence[int]]) -> dict[Team, int]:
    """Return how many rolls each team needs in a roll-off: one, and another after each roll in which it tied.

    A tie counts only between teams whose earlier rolls were equal too.

    Args:
        rolls: The rolls of each team so far, the first one first; 0 stands for a roll that is still due.

    >>> list(count_due_rolls({Team.HOME: [5], Team.AWAY: [6], Team.THIRD: [5]}).values())
    [2, 1, 2]
    """

    counts: dict[Team, int] = {}
    for team, team_rolls in rolls.items():
        tied_counts = [
            _count_tied_rolls(team_rolls, other_rolls) for other, other_rolls in rolls.items() if other is not team
        ]
        counts[team] = 1 + max(tied_counts, default=0)
    return counts


def _count_tied_rolls(first_rolls: Sequence[int], second_rolls: Sequence[int]) -> int:
    """Return how many rolls of two teams, from the first on, are equal and not still due (0).

    >>> _count_tied_rolls([5, 3, 6], [5, 3, 2]), _count_tied_rolls([4], [5])
    (2, 0)
    """
    pairs = zip(first_rolls, second_rolls, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1] != 0, pairs))


def start_set_up(
    layout: Layout,
    ruleset: Ruleset,
    winner: Team,
    stages: Iterable[Stage],
    other_teams: Sequence[Team] = (),
    supply: floor_tiles.FloorSupply = (),
) -> SetUp:
    """Return a set-up at its start: a dungeon without the objects that coaches will place in turns, and all turns.

    Args:
        layout: The dungeon. Objects of kinds that no stage places stay where they lie.
        ruleset: The ruleset, which says which pit counters each coach gets. No coach places more.
        winner: The winner of the roll-off.
        stages: What is placed, in order.
        other_teams: The other teams in the order of the roll-off; by default in the fixed order of teams.
        supply: The tiles to lay the floor from. With a supply the dungeon starts empty: tiles are laid as long as
            any may be, then an end zone each.
    """
    if supply:
        layout = remove_objects(layout, tuple(list_objects(layout)))
        tiles = Stage(SetUpKind.TILE, sum(count for _, count in supply))
        stages = [tiles, Stage(SetUpKind.ZONE, len(layout.teams), "next"), *stages]
    emptied, queue, hand = layout, list[tuple[Team, SetUpKind]](), list_coach_counters(ruleset)
    winner_index = layout.teams.index(winner)
    ranking = [winner, *other_teams] if other_teams else [*layout.teams[winner_index:], *layout.teams[:winner_index]]
    stages = list(stages)
    for stage, teams in zip(stages, list_turns(stages, ranking), strict=True):
        if stage.kind is SetUpKind.COUNTER:
            kept_traps = tuple(trap for trap in emptied.traps if trap.kind is not TrapKind.COUNTER)
            emptied = replace(emptied, traps=kept_traps)
        elif stage.kind not in FLOOR_KINDS:
            field_by_kind = {SetUpKind.CHEST: "chests", SetUpKind.PORTAL: "portals", SetUpKind.DOOR: "square_doors"}
            emptied = replace(emptied, **{field_by_kind[stage.kind]: ()})
        turn_count = len(ranking) * len(hand) if stage.kind is SetUpKind.COUNTER else stage.count
        queue.extend((team, stage.kind) for team in teams[:turn_count])
    return SetUp(emptied, tuple(queue), hand, supply=supply)


def list_turns(stages: Iterable[Stage], ranking: Sequence[Team]) -> list[list[Team]]:
    """Return which team places each object of a set-up: for each stage a team for each of its objects, in order.

    Args:
        stages: The stages in order; in each, objects of one kind are placed.
        ranking: The teams as ranked in the roll-off, the winner first.

    >>> pair = [Team.HOME, Team.AWAY]
    >>> snake = Stage(SetUpKind.CHEST, 5, roll_off_ranks=(1, 2, 2, 1))
    >>> [[team.value for team in turns] for turns in list_turns([snake, Stage(SetUpKind.PORTAL, 2, "next")], pair)]
    [['home', 'away', 'away', 'home', 'home'], ['away', 'home']]
    """
    teams_by_stage: list[list[Team]] = []
    for stage in stages:
        last_team = teams_by_stage[-1][-1] if teams_by_stage and teams_by_stage[-1] else ranking[-1]
        start = {"winner": 0, "loser": len(ranking) - 1, "next": ranking.index(last_team) + 1}[stage.begins]
        ranks = [rank - 1 for rank in stage.roll_off_ranks if rank <= len(ranking)]
        turn = ranks or [(start + index) % len(ranking) for index in range(len(ranking))]
        teams_by_stage.append([ranking[turn[index % len(turn)]] for index in range(stage.count)])
    return teams_by_stage


def list_floor_pieces(setup: SetUp, ruleset: Ruleset, library: TileLibrary) -> list[tuple[Section, str]]:
    """Return the tiles that the next team may place, or at the end its end zone, when coaches build the floor.

    Each comes with the reason why it may not be placed next; '' if it may. Empty if the next turn is not for the floor.
    """
    kind = None if setup.is_finished else setup.next_turn[1]
    if kind is SetUpKind.ZONE:
        return [(floor_tiles.build_zone_piece(setup.supply, ruleset, library), "")]
    return floor_tiles.list_tile_choices(setup.layout, setup.supply, ruleset, library) if kind is SetUpKind.TILE else []


def find_squares(setup: SetUp, ruleset: Ruleset, library: TileLibrary, piece: Section | None = None) -> PossibleSquares:
    """Return where the object of the next turn of a set-up may lie, and why not elsewhere.

    Args:
        setup: The set-up.
        ruleset: The ruleset.
        library: The tile sets.
        piece: The tile or end zone that is to be laid, if the next turn is for the floor. Without it, or if it may not
            be laid next, no square is free.

    Raises:
        EditError: Everything is placed.
    """
    team, kind = setup.next_turn
    board = build_board(setup.layout, library)
    if kind in FLOOR_KINDS:
        reason_by_tile = {section.tile: reason for section, reason in list_floor_pieces(setup, ruleset, library)}
        reason = reason_by_tile.get(piece.tile) if piece else None
        no_squares = PossibleSquares(frozenset(), {}, reason or translate("placing", "none is left"))
        return floor_tiles.find_squares_for_tile(board, ruleset, piece) if piece and reason == "" else no_squares
    if kind is SetUpKind.DOOR:
        return find_squares_for_door(board)
    if kind is SetUpKind.COUNTER:
        return find_squares_for_counter(board, ruleset, team)
    return find_squares_for_object(board, ruleset, kind is SetUpKind.PORTAL)


def place_next(
    setup: SetUp, square: Square, ruleset: Ruleset, library: TileLibrary, choice: CounterContent | Section | None = None
) -> SetUp:
    """Take the next turn of a set-up: return the set-up after the next object was placed on a square.

    Once no tile may be placed any more, all turns that are left for tiles are dropped.

    Args:
        setup: The set-up.
        square: The square; for a tile, its middle.
        ruleset: The ruleset.
        library: The tile sets.
        choice: The face of the counter, if it is one; by default, or if the coach has no such counter left, the first
            one that is left. Or the tile or end zone to lay.

    Raises:
        EditError: The object may not lie there, or everything is placed; the error says why.
    """
    (team, kind), piece = setup.next_turn, choice if isinstance(choice, Section) else None
    if reason := find_squares(setup, ruleset, library, piece).explain_refusal(square):
        raise EditError(
            fill_placeholders(translate("set-up", "the %1 may not lie on %2: %3"), kind.noun, square, reason)
        )
    placed_face = None
    if piece is not None:
        layout = floor_tiles.place_tile(setup.layout, square, piece, team, ruleset, library)
        _refuse_new_errors(setup.layout, layout, ruleset, library)
    elif kind in (SetUpKind.CHEST, SetUpKind.PORTAL):
        layout = (add_chest if kind is SetUpKind.CHEST else add_portal)(setup.layout, square)
    elif kind is SetUpKind.DOOR:
        layout = add_square_door(setup.layout, square, library)
    else:
        placed_face = next(face for face in (choice, *setup.remaining_faces) if face in setup.remaining_faces)
        counter = Trap(kind=TrapKind.COUNTER, at=square, owner=team, content=placed_face)
        layout = add_objects(setup.layout, "traps", [counter])
    placements = (*setup.placements, Placement(team, kind, square, placed_face))
    result = replace(setup, layout=layout, queue=setup.queue[1:], placements=placements, previous=setup)
    no_tile_fits = kind is SetUpKind.TILE and all(reason for _, reason in list_floor_pieces(result, ruleset, library))
    return replace(result, queue=_drop_tiles(result)) if no_tile_fits else result


def _refuse_new_errors(before: Layout, after: Layout, ruleset: Ruleset, library: TileLibrary) -> None:
    """Raise EditError if a placed tile breaks a rule that is judged after each tile and was not broken before.

    A rule that crashes counts as broken.
    """
    tile_rules = [rule.name for rule in list_rules() if rule.stage is RuleStage.TILE]
    findings_before, findings_after = (
        check_board(build_board(layout, library), ruleset, tile_rules).findings_and_failures
        for layout in (before, after)
    )
    for finding in findings_after:
        if finding.level is Level.ERROR and finding not in findings_before:
            raise EditError(f"{finding.message}: {finding.rule}")


def skip_next(setup: SetUp, ruleset: Ruleset, library: TileLibrary) -> SetUp:
    """Leave out the next turn of a set-up, in which coaches place objects in turns; return the set-up after it.

    If that turn is for a tile, all turns that are left for tiles are left out.

    Raises:
        EditError: The rules still require tiles.
    """
    if setup.next_turn[1] is not SetUpKind.TILE:
        return replace(setup, queue=setup.queue[1:], previous=setup)
    if missing := floor_tiles.count_required_pieces(setup.layout, ruleset, library):
        kinds = ", ".join(f"{describe_kind(kind)} × {count}" for kind, count in missing.items())
        raise EditError(fill_placeholders(translate("set-up", "the rules still require tiles: %1"), kinds))
    return replace(setup, queue=_drop_tiles(setup), previous=setup)


def _drop_tiles(setup: SetUp) -> tuple[tuple[Team, SetUpKind], ...]:
    """Return the turns that are left in a set-up without those in which a tile is placed."""
    return tuple(turn for turn in setup.queue if turn[1] is not SetUpKind.TILE)


def list_history(setup: SetUp) -> list[SetUp]:
    """Return a set-up and all earlier states of it, the latest first, so that turns can be taken back."""
    return [setup, *list_history(setup.previous)] if setup.previous else [setup]


def finish_set_up(setup: SetUp) -> Layout:
    """Return the dungeon as the coaches set it up in turns, with notes that say who placed what and where.

    The notes do not reveal the faces of pit counters.
    """
    template = translate("set-up", "%1 placed a %2 on %3")
    lines = [
        fill_placeholders(template, describe_kind(placement.team), placement.kind.noun, placement.square)
        for placement in setup.placements
    ]
    record = fill_placeholders(translate("set-up", "Set up together: %1."), "; ".join(lines)) if lines else ""
    notes = "\n".join(filter(None, (setup.layout.notes.rstrip("\n"), record)))
    return replace(setup.layout, notes=notes)
