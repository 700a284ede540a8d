"""Change a dungeon from round to round, as the book of the NAF of 2019 allows ("THE DUNGEON").

A round is a variation of the round before, as `vary` finds them: a few sections are swapped, rotated, replaced or moved
with everything in them. It is as legal as the first round, and as fair as `generate` requires.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.board.build import build_board
from dungeon_designer.figures.survey import Survey
from dungeon_designer.generator.changes import ChangeKind
from dungeon_designer.generator.descriptors import has_fair_walks
from dungeon_designer.generator.generator_options import VaryOptions
from dungeon_designer.generator.match_fairness import can_play, measure_home_share
from dungeon_designer.generator.naming import count_shared_names
from dungeon_designer.generator.variations import Variation, build_appearance_key, find_variations
from dungeon_designer.layout.model import Layout, normalise_layout
from dungeon_designer.layout_edits.objects import ObjectRef, find_covered_squares, list_objects
from dungeon_designer.rules.context import Context
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.tiles.tile import TileLibrary

MAX_CHANGED_SECTIONS, MAX_CHANGED_SHARE = 3, 0.1
"""How many sections may change between two rounds, or which share of the floor; the larger of both counts."""

MAX_CHANGES_PER_ROUND = 3
"""The largest number of changes between two rounds."""

_KINDS = frozenset({ChangeKind.SWAP, ChangeKind.ROTATE, ChangeKind.WING, ChangeKind.TILE})
_NEIGHBOURS_PER_STEP = 24
"""How many variations are found for each change; the one that changes the shape of the floor most is taken."""


class EvolvedRound(Struct, frozen=True):
    """A dungeon that changes from round to round of an event, as it is in one round.

    Attributes:
        layout: The dungeon in this round.
        changes: The descriptions of the changes since the round before, in the user's language.
        removed: The sections and objects of the round before that are gone; one that moved is gone and new.
        added: The sections and objects that are new.
    """

    layout: Layout
    changes: tuple[str, ...]
    removed: tuple[ObjectRef, ...]
    added: tuple[ObjectRef, ...]


def generate_rounds(
    layout: Layout, ruleset: Ruleset, library: TileLibrary, options: VaryOptions
) -> Iterator[EvolvedRound]:
    """Yield a dungeon's rounds after the first one, each a little different from the round before.

    Up to MAX_CHANGES_PER_ROUND changes lead from one round to the next. Rounds follow without end, unless no fair
    change leads to a dungeon that looks different from all rounds before.

    Args:
        layout: The dungeon in the first round.
        ruleset: The ruleset to check against.
        library: The tiles.
        options: The locked sections and the seed.
    """
    current, dice = normalise_layout(layout), Random(options.seed)
    played_keys = [build_appearance_key(build_board(current, library))]
    while True:
        previous, changes = current, tuple[str, ...]()
        for _ in range(MAX_CHANGES_PER_ROUND):
            variation = _choose_change(
                previous, current, ruleset, replace(options, seed=dice.randrange(2**31)), library, played_keys
            )
            if variation is None:
                break
            current, changes = variation.layout, (*changes, variation.change)
        if not changes:
            return
        played_keys.append(build_appearance_key(build_board(current, library)))
        yield EvolvedRound(current, changes, *find_differences(previous, current, library))


def find_differences(
    old_layout: Layout, new_layout: Layout, library: TileLibrary
) -> tuple[tuple[ObjectRef, ...], tuple[ObjectRef, ...]]:
    """Return the sections and objects that only the old layout has, then those that only the new one has.

    A section is the same if it has the same tile, kind and squares, whatever its name. An object that moved is in both
    results: as it was, and as it is.
    """

    def map_items(layout: Layout) -> dict[object, ObjectRef]:
        """Return the sections and objects of a layout by a key, which does not contain the names of sections."""
        sections = {
            ("section", item.value.tile, item.value.kind, find_covered_squares(item.value, library)): item
            for item in list_objects(layout)
            if item.field == "sections"
        }
        return sections | {item: item for item in list_objects(layout) if item.field != "sections"}

    old_items, new_items = map_items(old_layout), map_items(new_layout)
    removed_keys = (key for key in old_items if key not in new_items)
    added_keys = (key for key in new_items if key not in old_items)
    return tuple(old_items[key] for key in removed_keys), tuple(new_items[key] for key in added_keys)


def _choose_change(
    previous: Layout,
    current: Layout,
    ruleset: Ruleset,
    options: VaryOptions,
    library: TileLibrary,
    played_keys: Collection[object],
) -> Variation | None:
    """Return the fair change of the current layout that makes it differ most from the previous round.

    _NEIGHBOURS_PER_STEP variations are compared. None if each of them changes too much, gives two rooms the same name,
    looks like an earlier round, or is unfair.

    Args:
        previous: The layout of the previous round, which limits how much may change.
        current: The layout after the changes so far.
        ruleset: The ruleset to check against.
        options: The options with the seed of this step.
        library: The tiles.
        played_keys: The appearance keys of all rounds so far, which may not occur again.
    """
    neighbours = find_variations(current, ruleset, library, replace(options, kinds=_KINDS))
    allowed_neighbours = [
        variation
        for variation in islice(neighbours, _NEIGHBOURS_PER_STEP)
        if is_within_limits(previous, variation.layout, library)
    ]
    shape = build_board(previous, library).section_by_square.keys()
    shared_names = count_shared_names(build_board(previous, library))

    def measure_change(variation: Variation) -> tuple[int, int]:
        """Return how much a variation differs from the previous round, as a key to compare variations.

        The key is the number of floor squares that only one of them has, then the number of sections and objects that
        are gone.
        """
        new_squares = build_board(variation.layout, library).section_by_square.keys()
        return len(new_squares ^ shape), len(find_differences(previous, variation.layout, library)[0])

    for variation in sorted(allowed_neighbours, key=measure_change, reverse=True):
        board = build_board(variation.layout, library)
        if count_shared_names(board) > shared_names or build_appearance_key(board) in played_keys:
            continue
        if _is_fair(Survey(Context(board, ruleset)), options.seed):
            return variation
    return None


def measure_changed_floor(old_layout: Layout, new_layout: Layout, library: TileLibrary) -> tuple[int, int]:
    """Return how many sections of the old layout are moved or gone in the new one, and how many squares they cover."""
    removed_items, _ = find_differences(old_layout, new_layout, library)
    sections = [find_covered_squares(item.value, library) for item in removed_items if item.field == "sections"]
    return len(sections), len(frozenset().union(*sections))


def is_within_limits(old_layout: Layout, new_layout: Layout, library: TileLibrary) -> bool:
    """Return whether two layouts differ little enough to be a dungeon in one round and in the next.

    At most MAX_CHANGED_SECTIONS sections may be moved or gone, or at most MAX_CHANGED_SHARE of the floor.
    """
    sections, squares = measure_changed_floor(old_layout, new_layout, library)
    return sections <= MAX_CHANGED_SECTIONS or squares <= MAX_CHANGED_SHARE * len(build_board(old_layout, library))


def _is_fair(survey: Survey, seed: int) -> bool:
    """Return whether a dungeon is as fair as `generate` requires.

    The teams' walks to the chests must be about equal. If no symmetry makes a dungeon for two teams fair, and games are
    compiled so that they are fast enough, matches are played on it too.
    """
    from dungeon_designer.playtest.report import is_fair_by_symmetry

    board, ruleset = survey.board, survey.context.ruleset
    is_symmetric = is_fair_by_symmetry(board, ruleset)
    if not has_fair_walks(survey, is_symmetric):
        return False
    must_play = not is_symmetric and len(board.teams) == 2 and can_play()
    return not must_play or not isinstance(measure_home_share(board, ruleset, seed), str)
