"""A dungeon that changes from round to round, as the book of the NAF of 2019 lets it ("THE DUNGEON").

A round is a neighbour of the one before, as `vary` finds them: a few sections are swapped, turned, exchanged or hung
elsewhere with all that lies in them. It is as legal as the first round, and as fair as `generate` asks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.board.build import build
from dungeon_designer.figures.survey import Survey
from dungeon_designer.generator.changes import ChangeKind
from dungeon_designer.generator.descriptors import walks_fairly
from dungeon_designer.generator.naming import count_shared_names
from dungeon_designer.generator.options import VaryOptions
from dungeon_designer.generator.playing import SURE, can_play, home_share
from dungeon_designer.generator.vary import Variation, look_of, variations
from dungeon_designer.layout.model import Layout, normalised
from dungeon_designer.layout_edits.items import ItemRef, covered, items_of
from dungeon_designer.rules.context import Context
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.tiles.model import TileLibrary

SECTIONS, SHARE = 3, 0.1
"""A round changes at most so many sections, or sections that cover this share of the floor, whichever is more."""

STEPS = 3
"""How many changes a round is made of at most."""

_KINDS = frozenset({ChangeKind.SWAP, ChangeKind.TURN, ChangeKind.WING, ChangeKind.TILE})
_LOOKED_AT = 24
"""How many neighbours are found for each step; the one that changes the shape of the floor most is taken."""


class EvolvedRound(Struct, frozen=True):
    """A dungeon as it is in one round, and what was done since the round before.

    changes        what was done, in the user's language
    lifted, laid   the things that no longer lie there, and those that were laid instead
    """

    layout: Layout
    changes: tuple[str, ...]
    lifted: tuple[ItemRef, ...]
    laid: tuple[ItemRef, ...]


def evolved(layout: Layout, ruleset: Ruleset, library: TileLibrary, options: VaryOptions) -> Iterator[EvolvedRound]:
    """The rounds after the first, without end; it ends where no dungeon is found that no round before was."""
    now, dice = normalised(layout), Random(options.seed)
    played = [look_of(build(now, library))]
    while True:
        before, changes = now, tuple[str, ...]()
        for _ in range(STEPS):
            step = _step(before, now, ruleset, replace(options, seed=dice.randrange(2**31)), library, played)
            if step is None:
                break
            now, changes = step.layout, (*changes, step.change)
        if not changes:
            return
        played.append(look_of(build(now, library)))
        yield EvolvedRound(now, changes, *differing(before, now, library))


def differing(before: Layout, after: Layout, library: TileLibrary) -> tuple[tuple[ItemRef, ...], tuple[ItemRef, ...]]:
    """The things of a layout that another lacks, and the other way round; a section under another name stays."""

    def on_table(layout: Layout) -> dict[object, ItemRef]:
        sections = {
            ("section", each.value.tile, each.value.kind, covered(each.value, library)): each
            for each in items_of(layout)
            if each.field == "sections"
        }
        return sections | {each: each for each in items_of(layout) if each.field != "sections"}

    was, there = on_table(before), on_table(after)
    lifted, laid = (each for each in was if each not in there), (each for each in there if each not in was)
    return tuple(was[each] for each in lifted), tuple(there[each] for each in laid)


def _step(
    before: Layout,
    now: Layout,
    ruleset: Ruleset,
    options: VaryOptions,
    library: TileLibrary,
    played: Collection[object],
) -> Variation | None:
    """The neighbour of a layout that changes the round before most, of those within the bounds that are fair."""
    ways = variations(now, ruleset, library, replace(options, kinds=_KINDS))
    found = [each for each in islice(ways, _LOOKED_AT) if within(before, each.layout, library)]
    shape, shared_names = build(before, library).owner.keys(), count_shared_names(build(before, library))

    def changed(each: Variation) -> tuple[int, int]:
        after = build(each.layout, library).owner.keys()
        return len(after ^ shape), len(differing(before, each.layout, library)[0])

    for each in sorted(found, key=changed, reverse=True):
        board = build(each.layout, library)
        if count_shared_names(board) > shared_names or look_of(board) in played:
            continue
        if _is_fair(Survey(Context(board, ruleset)), options.seed):
            return each
    return None


def changed_floor(before: Layout, after: Layout, library: TileLibrary) -> tuple[int, int]:
    """How many sections of a layout lie otherwise, or no longer, in another, and how many squares they cover."""
    lifted, _ = differing(before, after, library)
    sections = [covered(each.value, library) for each in lifted if each.field == "sections"]
    return len(sections), len(frozenset().union(*sections))


def within(before: Layout, after: Layout, library: TileLibrary) -> bool:
    """Whether no more sections differ than may change between two rounds."""
    sections, squares = changed_floor(before, after, library)
    return sections <= SECTIONS or squares <= SHARE * len(build(before, library))


def _is_fair(survey: Survey, seed: int) -> bool:
    """Whether it is as fair as `generate` asks: on foot, and by matches where they can be played."""
    from dungeon_designer.playtest.report import even

    board, ruleset = survey.board, survey.context.ruleset
    alike = even(board, ruleset)
    if not walks_fairly(survey, alike):
        return False
    played = not alike and len(board.teams) == 2 and can_play()
    return not played or not isinstance(home_share(board, ruleset, seed, SURE), str)
