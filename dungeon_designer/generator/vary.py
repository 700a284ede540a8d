"""Neighbours of a dungeon: a chest round, a room swapped, a wing turned, and no less fair or legal than before.

Each change is judged by the checker, which may find nothing more than it finds in the dungeon itself, and by the
figures of `analyse`. In a dungeon that turning or mirroring brings onto itself with the sides exchanged, every change
is made on all sides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.analysis.sides import in_words
from dungeon_designer.board.build import build
from dungeon_designer.board.model import Board
from dungeon_designer.errors import EditError
from dungeon_designer.figures.fairness import alike
from dungeon_designer.figures.survey import Survey
from dungeon_designer.figures.symmetries import WAYS
from dungeon_designer.findings import Level
from dungeon_designer.generator.changes import (
    Change,
    ChangeKind,
    Original,
    doors_moved,
    items_moved,
    placed_anew,
    rooms_swapped,
    rooms_turned,
    tiles_exchanged,
    wings_moved,
)
from dungeon_designer.generator.descriptors import figures, worth
from dungeon_designer.generator.naming import keep_names_true
from dungeon_designer.generator.options import VaryOptions
from dungeon_designer.generator.proposal import MADE
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import Layout, normalised
from dungeon_designer.layout_edits.descriptions import kind_in_words
from dungeon_designer.layout_edits.items import items_of, squares_of
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode, about, repeated
from dungeon_designer.rules import checker
from dungeon_designer.rules.context import Context, chest_walks
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.tiles.model import TileLibrary
from dungeon_designer.translation import PLURAL, filled, marked, translate

LOWER = ("chest-steps-difference", "chest-sum-difference")
HIGHER = ("chest-balance", "area-balance")  # the figures of fairness that may not become worse

FIGURES = (
    *LOWER,
    *HIGHER,
    *("chest-steps", "zone-steps", "loops", "dead-ends", "pocket-squares", "open-floor", "portal-share"),
)
"""What is told of a variation, and of what it was made from."""

DEAR = ("corridor-width", "end-zones-apart")
"""What takes as long as all other rules together, and depends on the ways on foot alone: asked last, of other ways."""

PATIENCE = 3000  # so many candidates are judged at most
MOST_TOLD = 3  # so many differences are told: the first of those there are
_ALL_WALKED = "chest-sum-difference"  # A figure there is only where every side walks to every chest

_WEIGHTS = {
    ChangeKind.ITEM: 4,
    ChangeKind.SWAP: 2,
    ChangeKind.TURN: 1,
    ChangeKind.WING: 3,
    ChangeKind.TILE: 2,
    ChangeKind.ANEW: 1,
}
"""How often a candidate of each kind is taken."""

_MOVES = {ChangeKind.ITEM: 6, ChangeKind.DOOR: 2, ChangeKind.SWAP: 1, ChangeKind.TURN: 1, ChangeKind.WING: 1}
"""The same where the games are what matters."""

_FIRST = 3  # so many items are moved before other kinds are taken

_WAYS = {
    WAYS[2, False]: SymmetryMode.HALF_TURN,
    WAYS[0, True]: SymmetryMode.LEFT_RIGHT,
    WAYS[2, True]: SymmetryMode.TOP_BOTTOM,
    WAYS[1, False]: SymmetryMode.QUARTER_TURNS,
}
"""The symmetries, as figures name them, under which an edit can be repeated."""

_SAME_KIND, _SAME_SUBJECT = 0.02, 0.2
"""What it costs a variation to be of a kind, or to change what, one chosen before does: in the unit of worth."""

_SEEN = 0.001  # what it is worth that some figure differs


class Variation(Struct, frozen=True):
    """A neighbour of a dungeon.

    layout   the dungeon after the change
    kind     what kind of change it is; `words`, `values` and `subject` as in `Change`
    across   whether the change was made on all sides
    squares  where the two differ
    before   the figures of the dungeon itself, by name, and `figures` those after the change
    gain     by how much it is worth more, see `objective.worth`
    """

    layout: Layout
    kind: ChangeKind
    words: str
    values: tuple[object, ...]
    subject: str
    across: bool
    squares: tuple[Square, ...]
    before: dict[str, float]
    figures: dict[str, float]
    gain: float

    @property
    def change(self) -> str:
        """What was done, in the user's language."""
        done = in_user_words(self.words, self.values)
        return filled(translate("vary", "%1, on every side"), done) if self.across else done

    @property
    def difference(self) -> str:
        """What that changes, in the user's language: "2 steps fairer, 1 loop more"; '' where no figure differs."""
        return difference(self.before, self.figures)

    @property
    def summary(self) -> str:
        """Both in one line."""
        same = translate("vary", "the same figures")
        return f"{self.change}: {self.difference or same}"


def in_user_words(words: str, values: Iterable[object]) -> str:
    """What a change did, by its words and values, in the user's language."""
    values = (kind_in_words(value) if isinstance(value, str) else value for value in values)
    return filled(translate("vary", words), *values)


def variations(
    layout: Layout, ruleset: Ruleset, library: TileLibrary | None = None, options: VaryOptions | None = None
) -> Iterator[Variation]:
    """Neighbours of a dungeon, each as fair by every figure or fairer, and with no finding more.

    `library` are the tiles it may name; the program's own, if not said. EditError for a locked section there is none
    of; TileError when the layout places tiles nobody has.
    """
    return (found for found in islice(tried(layout, ruleset, library, options), PATIENCE) if found is not None)


def tried(
    layout: Layout, ruleset: Ruleset, library: TileLibrary | None = None, options: VaryOptions | None = None
) -> Iterator[Variation | None]:
    """The same with None for each candidate that will not do, so that one can look at other things meanwhile."""
    asked = options or VaryOptions()
    original = Original(normalised(layout), ruleset, library, asked)
    original.refuse()
    judge = _Judge(original)
    seen = {look_of(original.board)}
    for change in changes(original, judge.symmetry, Random(asked.seed)):
        yield judge.judged(change, seen)


def chosen(found: Iterable[Variation], count: int) -> list[Variation]:
    """So many of some variations, the best first, and such as differ in kind and subject before those that do not."""
    left, taken = list(found), list[Variation]()

    def rank(variation: Variation) -> float:
        """How much a variation is worth beside those chosen before."""
        alike = _SAME_KIND * sum(each.kind is variation.kind for each in taken)
        alike += _SAME_SUBJECT * sum(each.subject == variation.subject for each in taken)
        return variation.gain - alike + _SEEN * bool(variation.difference)

    while left and len(taken) < count:
        best = max(left, key=rank)
        left.remove(best)
        taken.append(best)
    return taken


def changes(original: Original, symmetry: Symmetry, dice: Random) -> Iterator[Change]:
    """Changes of all kinds, taken from each by its weight until none has any left.

    The first are items moved: nothing else is found as quickly on a large floor.
    """
    sources: dict[ChangeKind, Iterator[Change]] = {
        ChangeKind.ITEM: items_moved(original, dice),
        ChangeKind.SWAP: rooms_swapped(original, dice),
        ChangeKind.TURN: rooms_turned(original, dice),
        ChangeKind.WING: wings_moved(original, dice),
        ChangeKind.TILE: tiles_exchanged(original, dice),
        ChangeKind.ANEW: placed_anew(original, dice, symmetry),
        ChangeKind.DOOR: doors_moved(original, dice),
    }
    weights, taken = _MOVES if original.play else _WEIGHTS, 0
    wanted = (original.kinds or weights.keys()) & weights.keys()
    sources = {kind: source for kind, source in sources.items() if kind in wanted}
    while sources:
        kind = dice.choices(list(sources), [weights[kind] for kind in sources])[0]
        kind, taken = ChangeKind.ITEM if taken < _FIRST and ChangeKind.ITEM in sources else kind, taken + 1
        try:
            change = next(sources[kind], None)
        except EditError:  # off the grid
            change = None
        if change is None:
            del sources[kind]
        else:
            yield change


class _Judge:
    """Says which changes of a dungeon will do."""

    def __init__(self, original: Original) -> None:
        self.original = original
        survey = Survey(original.context)
        ways = (_WAYS[each.way] for each in survey.symmetries if each.swaps and each.way in _WAYS)
        way = None if original.play else next(ways, None)
        self.symmetry = about(way, original.board.squares) if way else Symmetry()
        self._alike = alike(survey)
        self._findings = _counted(original.context)
        self._walks = in_words(chest_walks(original.context))
        self._things = set(items_of(original.layout))
        self._figures, self._worth = figures(survey, FIGURES), worth(survey)

    def judged(self, change: Change, seen: set[object]) -> Variation | None:
        """A change made on all sides, if it will do and is not one of those seen."""
        try:
            layout = repeated(self.original.layout, change.layout, self.symmetry, self.original.library)
            board = build(layout, self.original.library, self.original.board)
        except EditError:
            return None
        before = self.original
        changed = self._things.symmetric_difference(items_of(layout))
        squares = {square for thing in changed for square in squares_of(thing, before.library)}
        if len(board) != len(before.board) or _numbers(layout) != _numbers(before.layout):
            return None  # floor or things are lost
        if not squares.isdisjoint(before.locked_squares) or (look := look_of(board)) in seen:
            return None
        seen.add(look)
        context = Context(board, self.original.ruleset, self.original.context)
        if not _counted(context, ignore=DEAR) <= self._findings:
            return None
        survey = Survey(context)
        if not before.play and self._less_fair(survey):
            return None
        same_walks = context.walk_graph is self.original.context.walk_graph
        if not (same_walks or _counted(context, select=DEAR) <= self._findings):
            return None
        across = layout != change.layout
        layout = keep_names_true(before.board, board)
        if self._walks in layout.notes:  # the walking distances they state, as they are now
            layout = replace(layout, notes=layout.notes.replace(self._walks, in_words(chest_walks(context))))
        if MADE in layout.extra:  # it tells of the dungeon as it was
            layout = replace(layout, extra={key: value for key, value in layout.extra.items() if key != MADE})
        return Variation(
            layout=layout,
            kind=change.kind,
            words=change.words,
            values=change.values,
            subject=change.subject,
            across=across,
            squares=tuple(sorted(squares)),
            before=self._figures,
            figures=figures(survey, () if before.play else FIGURES),
            gain=0.0 if before.play else round(worth(survey) - self._worth, 6),
        )

    def _less_fair(self, survey: Survey) -> bool:
        """Whether a figure of fairness is worse, or the sides are no longer alike."""
        fair, known = figures(survey, (*LOWER, *HIGHER)), self._figures
        worse = any(fair.get(name, known[name] + 1) > known[name] for name in LOWER if name in known)
        worse = worse or any(fair.get(name, known[name] - 1) < known[name] for name in HIGHER if name in known)
        return worse or (self._alike and not alike(survey))


def look_of(board: Board) -> object:
    """What tells layouts apart on the table: two rooms alike that swapped names are the same to everyone."""
    looks = {id(section): (section.tile, section.kind) for section in board.sections}
    owner = tuple((square, looks[id(section)]) for square, section in board.owner.items())
    ground = (board.terrain_at, board.obstacle_at, board.door_squares)
    portals = tuple((portal.number, portal.at) for portal in board.portals)
    drawn = (board.walls, board.edge_doors, board.chest_squares, *(frozenset(each.items()) for each in ground))
    return owner, drawn, portals, board.layout.traps


def _counted(
    context: Context, select: Sequence[str] | None = None, ignore: Sequence[str] = ()
) -> Counter[tuple[str, Level]]:
    findings = checker.check_in(context, select, ignore).findings
    return Counter((finding.rule, finding.level) for finding in findings if finding.waived is None)


def _numbers(layout: Layout) -> tuple[int, ...]:
    lists = (layout.sections, layout.chests, layout.portals, layout.traps, layout.obstacles, layout.terrain)
    return tuple(map(len, lists))


def difference(before: Mapping[str, float], after: Mapping[str, float]) -> str:
    """The figures that differ, the weightiest first; '' where none does.

    >>> difference({"chest-sum-difference": 3, "loops": 1}, {"chest-sum-difference": 1, "loops": 2})
    '2 steps fairer, 1 loop more'
    """
    return ", ".join(islice(_differences(before, after), MOST_TOLD))


def _differences(before: Mapping[str, float], after: Mapping[str, float]) -> Iterator[str]:
    change = {name: after[name] - before[name] for name in before if name in after}
    if _ALL_WALKED in after and _ALL_WALKED not in before:
        yield translate("vary", "every side walks to every chest")
    fairer, nearest = (-round(change.get(name, 0)) for name in (_ALL_WALKED, "chest-steps-difference"))
    if fairer:
        yield translate("vary", "%n step(s) fairer", None, PLURAL, fairer)
    elif nearest:
        yield translate("vary", "%n step(s) fairer to a chest", None, PLURAL, nearest)
    for name in ("loops", "dead-ends", "pocket-squares", "chest-steps", "zone-steps"):
        if by := round(change.get(name, 0)):
            yield _numbered(abs(by))[name][by > 0]
    for name, least, lower, higher in _SHARES:
        apart = change.get(name, 0)
        if words := higher if apart >= least else lower if apart <= -least else "":
            yield translate("vary", words)


def _numbered(count: int) -> dict[str, tuple[str, str]]:
    """What is said where there is so much less of a figure, and so much more."""
    return {
        "loops": (
            translate("vary", "%n loop(s) fewer", None, PLURAL, count),
            translate("vary", "%n loop(s) more", None, PLURAL, count),
        ),
        "dead-ends": (
            translate("vary", "%n dead end(s) fewer", None, PLURAL, count),
            translate("vary", "%n dead end(s) more", None, PLURAL, count),
        ),
        "pocket-squares": (
            translate("vary", "%n square(s) fewer in pockets", None, PLURAL, count),
            translate("vary", "%n square(s) more in pockets", None, PLURAL, count),
        ),
        "chest-steps": (
            translate("vary", "chests %n step(s) nearer", None, PLURAL, count),
            translate("vary", "chests %n step(s) farther", None, PLURAL, count),
        ),
        "zone-steps": (
            translate("vary", "end zones %n step(s) nearer", None, PLURAL, count),
            translate("vary", "end zones %n step(s) farther apart", None, PLURAL, count),
        ),
    }


_SHARES = (
    ("chest-balance", 0.01, "", marked("vary", "chests shared more evenly")),
    ("area-balance", 0.01, "", marked("vary", "floor shared more evenly")),
    ("portal-share", 0.03, marked("vary", "portals matter less"), marked("vary", "portals matter more")),
    ("open-floor", 0.03, marked("vary", "narrower"), marked("vary", "more open")),
)
"""Figures from 0 to 1: from where on one sees that they are less or more, and what is said then."""
