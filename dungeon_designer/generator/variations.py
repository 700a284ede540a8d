"""Find variations of a dungeon: one object, room or wing is changed, and the result is no less fair or legal.

The checker judges each change: it may find no additional problem. The figures of `analyse` decide about fairness. If a
rotation or flip moves a dungeon onto itself with the teams exchanged, every change is made for all teams.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.analysis.team_access import format_distances
from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import Board
from dungeon_designer.errors import EditError
from dungeon_designer.figures.fairness import are_teams_alike
from dungeon_designer.figures.survey import Survey
from dungeon_designer.figures.symmetries import SYMMETRY_NAMES
from dungeon_designer.findings import Level
from dungeon_designer.generator.changes import (
    Change,
    ChangeKind,
    OriginalDungeon,
    move_doors,
    move_objects,
    move_wings,
    place_anew,
    replace_tiles,
    rotate_rooms,
    swap_rooms,
)
from dungeon_designer.generator.descriptors import compute_worth, read_figures
from dungeon_designer.generator.generator_options import VaryOptions
from dungeon_designer.generator.naming import fix_directions_in_names, has_false_names
from dungeon_designer.generator.proposal import MADE_KEY
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import Layout, normalise_layout
from dungeon_designer.layout_edits.descriptions import describe_kind
from dungeon_designer.layout_edits.objects import find_object_squares, list_objects
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode, build_symmetry, repeat_edit
from dungeon_designer.rules import checker
from dungeon_designer.rules.context import Context, measure_chest_walks
from dungeon_designer.rules.rule_registry import list_rules
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.tiles.tile import TileLibrary
from dungeon_designer.translation import PLURAL, fill_placeholders, mark_for_translation, translate

LOWER_IS_FAIRER = ("chest-steps-difference", "chest-sum-difference")
HIGHER_IS_FAIRER = ("chest-balance", "area-balance")  # figures of fairness that may not become worse

VARIATION_FIGURES = (
    *LOWER_IS_FAIRER,
    *HIGHER_IS_FAIRER,
    *("chest-steps", "zone-steps", "loops", "dead-ends", "pocket-squares", "open-floor", "portal-share"),
)
"""The figures that are shown for a variation and for the dungeon it was made from."""

MAX_CANDIDATES = 3000
"""How many candidates are judged at most."""
MAX_DIFFERENCES = 3
"""How many differences are described at most; the most important come first."""
_WALK_SUM_FIGURE = "chest-sum-difference"
"""This figure exists only if every team can walk to every chest."""

_KIND_WEIGHTS = {
    ChangeKind.OBJECT: 4,
    ChangeKind.SWAP: 2,
    ChangeKind.ROTATE: 1,
    ChangeKind.WING: 3,
    ChangeKind.TILE: 2,
    ChangeKind.ANEW: 1,
}
"""How often candidates of each kind are drawn, relative to each other."""

_MATCH_KIND_WEIGHTS = {
    ChangeKind.OBJECT: 6,
    ChangeKind.DOOR: 2,
    ChangeKind.SWAP: 1,
    ChangeKind.ROTATE: 1,
    ChangeKind.WING: 1,
}
"""The same for variations that are meant to balance matches."""

_FIRST_OBJECT_MOVES = 3
"""How many objects are moved before other kinds of changes are drawn."""

_MODE_BY_SYMMETRY = {
    SYMMETRY_NAMES[2, False]: SymmetryMode.HALF_TURN,
    SYMMETRY_NAMES[0, True]: SymmetryMode.LEFT_RIGHT,
    SYMMETRY_NAMES[2, True]: SymmetryMode.TOP_BOTTOM,
    SYMMETRY_NAMES[1, False]: SymmetryMode.QUARTER_TURNS,
}
"""The symmetry modes under which an edit can be repeated, by the name of the symmetry in the figures."""

_SAME_KIND_PENALTY, _SAME_SUBJECT_PENALTY = 0.02, 0.2
"""What is subtracted from a variation's worth for each one chosen before with the same kind, or the same subject."""

_DIFFERENCE_BONUS = 0.001
"""What is added to a variation's worth if some figure differs. It is small, so that it decides only among equals."""


class Variation(Struct, frozen=True):
    """A changed copy of a dungeon that is as legal and as fair, with its figures before and after the change.

    Attributes:
        layout: The dungeon after the change.
        kind: The kind of the change.
        message: The untranslated message about the change, with placeholders for the values.
        values: The values for the message.
        subject: A key for what was changed; two changes with the same subject are alike.
        is_repeated: Whether the change was also made in the mirrored copies, for every team.
        squares: The squares of all objects and sections that the change removed or added.
        original_figures: The figures of the dungeon before the change, by name.
        figures: The figures after the change, by name.
        worth_gain: By how much the quality of the dungeon grows (at most 1, see `descriptors.compute_worth`); negative
            if it falls.
    """

    layout: Layout
    kind: ChangeKind
    message: str
    values: tuple[object, ...]
    subject: str
    is_repeated: bool
    squares: tuple[Square, ...]
    original_figures: dict[str, float]
    figures: dict[str, float]
    worth_gain: float

    @property
    def change(self) -> str:
        """A description of the change, in the user's language; it says so if it was made for every team."""
        change_text = translate_change(self.message, self.values)
        return (
            fill_placeholders(translate("vary", "%1, for every team"), change_text) if self.is_repeated else change_text
        )

    @property
    def difference(self) -> str:
        """How the figures differ from those before the change, in the user's language: "2 steps fairer, 1 loop more".

        Empty if no figure differs.
        """
        return describe_difference(self.original_figures, self.figures)

    @property
    def summary(self) -> str:
        """The change, and how the figures differ after it, in one line in the user's language."""
        same_figures = translate("vary", "the same figures")
        return f"{self.change}: {self.difference or same_figures}"


def translate_change(message: str, values: Iterable[object]) -> str:
    """Return the message about a change in the user's language, with its placeholders filled.

    A value that is a text is translated if it names a kind of object or section.
    """
    values = (describe_kind(value) if isinstance(value, str) else value for value in values)
    return fill_placeholders(translate("vary", message), *values)


def find_variations(
    layout: Layout, ruleset: Ruleset, library: TileLibrary | None = None, options: VaryOptions | None = None
) -> Iterator[Variation]:
    """Yield variations of a dungeon: copies with one small change, at least as fair and without additional problems.

    At most MAX_CANDIDATES changes are tried.

    Args:
        layout: The dungeon.
        ruleset: The ruleset to check against.
        library: The tiles that the dungeon may use; without it, the program's own.
        options: Which sections are locked, and which changes are allowed.

    Raises:
        EditError: If a locked section does not exist.
        TileError: If the layout uses tiles that no library has.
    """
    return (
        variation
        for variation in islice(try_changes(layout, ruleset, library, options), MAX_CANDIDATES)
        if variation is not None
    )


def try_changes(
    layout: Layout, ruleset: Ruleset, library: TileLibrary | None = None, options: VaryOptions | None = None
) -> Iterator[Variation | None]:
    """Try random changes of a dungeon; yield the variation that each one makes, or None if it is not good enough.

    So the caller can do other work between two tries, or stop. Arguments and errors are those of `find_variations`.
    """
    vary_options = options or VaryOptions()
    original = OriginalDungeon(normalise_layout(layout), ruleset, library, vary_options)
    original.check_locked_sections()
    judge = _ChangeJudge(original)
    seen_keys = {build_appearance_key(original.board)}
    for change in generate_changes(original, judge.symmetry, Random(vary_options.seed)):
        yield judge.judge_change(change, seen_keys)


def choose_variations(variations: Iterable[Variation], count: int) -> list[Variation]:
    """Choose at most `count` variations, those with the highest gain in worth (quality) first.

    Variations of another kind, and of another section or object, than those chosen before are preferred. Among equals
    come first those with a difference: a text such as "1 loop more" that says which figures changed. The user sees what
    they are good for.
    """
    candidates, chosen_variations = list(variations), list[Variation]()

    def rank_variation(variation: Variation) -> float:
        """Return how good a variation is as the next choice.

        That is its gain in worth, less penalties for similar choices, plus a small bonus if some figure differs.
        """
        penalty = _SAME_KIND_PENALTY * sum(
            chosen_variation.kind is variation.kind for chosen_variation in chosen_variations
        )
        penalty += _SAME_SUBJECT_PENALTY * sum(
            chosen_variation.subject == variation.subject for chosen_variation in chosen_variations
        )
        bonus = _DIFFERENCE_BONUS if variation.difference else 0
        return variation.worth_gain - penalty + bonus

    while candidates and len(chosen_variations) < count:
        best = max(candidates, key=rank_variation)
        candidates.remove(best)
        chosen_variations.append(best)
    return chosen_variations


def generate_changes(original: OriginalDungeon, symmetry: Symmetry, dice: Random) -> Iterator[Change]:
    """Yield changes of all allowed kinds in random order until no kind has any left.

    The kind of each change is drawn by weight. The first changes move objects, since these give the fastest results on
    a large floor. A kind also ends if a change would leave the grid. The changes are not judged.

    Args:
        original: The dungeon.
        symmetry: The symmetry for changes that place all objects of a kind anew.
        dice: The random numbers.
    """
    sources: dict[ChangeKind, Iterator[Change]] = {
        ChangeKind.OBJECT: move_objects(original, dice),
        ChangeKind.SWAP: swap_rooms(original, dice),
        ChangeKind.ROTATE: rotate_rooms(original, dice),
        ChangeKind.WING: move_wings(original, dice),
        ChangeKind.TILE: replace_tiles(original, dice),
        ChangeKind.ANEW: place_anew(original, dice, symmetry),
        ChangeKind.DOOR: move_doors(original, dice),
    }
    weight_by_kind, change_count = _MATCH_KIND_WEIGHTS if original.for_match_fairness else _KIND_WEIGHTS, 0
    allowed_kinds = (original.allowed_kinds or weight_by_kind.keys()) & weight_by_kind.keys()
    sources = {kind: source for kind, source in sources.items() if kind in allowed_kinds}
    while sources:
        kind = dice.choices(list(sources), [weight_by_kind[kind] for kind in sources])[0]
        kind = ChangeKind.OBJECT if change_count < _FIRST_OBJECT_MOVES and ChangeKind.OBJECT in sources else kind
        change_count += 1
        try:
            change = next(sources[kind], None)
        except EditError:  # off the grid
            change = None
        if change is None:
            del sources[kind]
        else:
            yield change


class _ChangeJudge:
    """A judge that decides which changes of one dungeon are good enough to be offered.

    It keeps the problems and figures of the original dungeon, to compare each changed dungeon with them.
    """

    def __init__(self, original: OriginalDungeon) -> None:
        self.original = original
        survey = Survey(original.context)
        modes = (
            _MODE_BY_SYMMETRY[board_symmetry.description]
            for board_symmetry in survey.symmetries
            if board_symmetry.exchanges_teams and board_symmetry.description in _MODE_BY_SYMMETRY
        )
        mode = None if original.for_match_fairness else next(modes, None)
        self.symmetry = build_symmetry(mode, original.board.squares) if mode else Symmetry()
        self._is_symmetric = are_teams_alike(survey)
        self._problem_counts = _count_problems(original.context)
        self._walks_text = _describe_walks(original.context)
        self._objects = set(list_objects(original.layout))
        self._original_figures, self._original_worth = read_figures(survey, VARIATION_FIGURES), compute_worth(survey)

    def judge_change(self, change: Change, seen_keys: set[object]) -> Variation | None:
        """Return the variation that a change makes, or None if it is not good enough.

        The change is repeated in the mirrored copies if the dungeon's symmetry exchanges the teams. It is not good
        enough if it leaves the grid, loses floor or objects, touches locked squares, has a new problem, is less fair,
        or looks like an earlier one. A change that balances matches may also make no section's name false. In the
        result, directions in room names and walking distances in the notes are brought up to date.

        Args:
            change: The change of the original layout.
            seen_keys: The looks of the dungeons so far, as `build_appearance_key` returns them. The new one is added.
        """
        try:
            layout = repeat_edit(self.original.layout, change.layout, self.symmetry, self.original.library)
            board = build_board(layout, self.original.library, self.original.board)
        except EditError:
            return None
        original = self.original
        changed_items = self._objects.symmetric_difference(list_objects(layout))
        squares = {square for item in changed_items for square in find_object_squares(item, original.library)}
        if len(board) != len(original.board) or _count_objects(layout) != _count_objects(original.layout):
            return None  # floor or objects are lost
        if (
            not squares.isdisjoint(original.locked_squares)
            or (appearance_key := build_appearance_key(board)) in seen_keys
        ):
            return None
        seen_keys.add(appearance_key)
        moves_sections = change.kind not in (ChangeKind.OBJECT, ChangeKind.DOOR)
        if original.for_match_fairness and moves_sections and has_false_names(original.board, board):
            return None
        context = Context(board, self.original.ruleset, self.original.context)
        if not _count_problems(context, ignore=_list_slow_rules()) <= self._problem_counts:
            return None
        survey = Survey(context)
        if not original.for_match_fairness and self._is_less_fair(survey):
            return None
        has_same_walks = context.walking_graph is self.original.context.walking_graph
        if not (has_same_walks or _count_problems(context, select=_list_slow_rules()) <= self._problem_counts):
            return None
        is_repeated = layout != change.layout
        layout = fix_directions_in_names(original.board, board)
        if self._walks_text in layout.notes:  # update the walking distances that the notes state
            layout = replace(layout, notes=layout.notes.replace(self._walks_text, _describe_walks(context)))
        if MADE_KEY in layout.extra:  # the entry describes the dungeon before the change
            layout = replace(layout, extra={key: value for key, value in layout.extra.items() if key != MADE_KEY})
        return Variation(
            layout=layout,
            kind=change.kind,
            message=change.message,
            values=change.values,
            subject=change.subject,
            is_repeated=is_repeated,
            squares=tuple(sorted(squares)),
            original_figures=self._original_figures,
            figures=read_figures(survey, () if original.for_match_fairness else VARIATION_FIGURES),
            worth_gain=0.0 if original.for_match_fairness else round(compute_worth(survey) - self._original_worth, 6),
        )

    def _is_less_fair(self, survey: Survey) -> bool:
        """Return whether a changed dungeon is less fair than the original.

        That is so if any of the fairness figures is worse or no longer exists, or if the teams no longer have the same
        dungeon by a symmetry.
        """
        new_figures = read_figures(survey, (*LOWER_IS_FAIRER, *HIGHER_IS_FAIRER))
        original_figures = self._original_figures
        is_worse = any(
            new_figures.get(name, original_figures[name] + 1) > original_figures[name]
            for name in LOWER_IS_FAIRER
            if name in original_figures
        )
        is_worse = is_worse or any(
            new_figures.get(name, original_figures[name] - 1) < original_figures[name]
            for name in HIGHER_IS_FAIRER
            if name in original_figures
        )
        return is_worse or (self._is_symmetric and not are_teams_alike(survey))


def build_appearance_key(board: Board) -> object:
    """Return a key that is equal for dungeons that look the same on the table, so that none is offered twice.

    Names of sections do not count: two rooms that look alike and swap their names give the same key.
    """
    look_by_section = {id(section): (section.tile, section.kind) for section in board.sections}
    look_by_square = tuple(
        (square, look_by_section[id(section)]) for square, section in board.section_by_square.items()
    )
    square_features = (board.terrain_at, board.obstacle_at, board.door_squares)
    portals = tuple((portal.number, portal.square) for portal in board.portals)
    visible_parts = (
        board.walls,
        board.edge_doors,
        board.chest_squares,
        *(frozenset(features.items()) for features in square_features),
    )
    return look_by_square, visible_parts, portals, board.layout.traps


def _describe_walks(context: Context) -> str:
    """Return the walking distances as notes state them, without a full stop: a sentence may go on after them."""
    return format_distances(measure_chest_walks(context)).removesuffix(".")


def _list_slow_rules() -> tuple[str, ...]:
    """Return the names of the rules that take as long as all others together.

    They depend only on the routes on foot, so they are checked last, and only if these routes changed.
    """
    return tuple(rule.name for rule in list_rules() if rule.is_slow)


def _count_problems(
    context: Context, select: Sequence[str] | None = None, ignore: Sequence[str] = ()
) -> Counter[tuple[str, Level]]:
    """Check a dungeon and return the number of its problems by rule and level. Waived (accepted) ones do not count.

    Args:
        context: The dungeon as its ruleset sees it.
        select: The only rules to check; None for all.
        ignore: Rules to leave out.
    """
    findings = checker.check_context(context, select, ignore).findings_and_failures
    return Counter((finding.rule, finding.level) for finding in findings if finding.waived is None)


def _count_objects(layout: Layout) -> tuple[int, ...]:
    """Return the number of sections, chests, portals, traps, obstacles and terrain squares of a layout."""
    object_lists = (layout.sections, layout.chests, layout.portals, layout.traps, layout.obstacles, layout.terrain)
    return tuple(map(len, object_lists))


def describe_difference(old_figures: Mapping[str, float], new_figures: Mapping[str, float]) -> str:
    """Return how the figures of a changed dungeon differ from the old ones, as a phrase in the user's language.

    The most important differences come first, at most MAX_DIFFERENCES. The phrase is empty if no figure differs
    visibly.

    >>> describe_difference({"chest-sum-difference": 3, "loops": 1}, {"chest-sum-difference": 1, "loops": 2})
    '2 steps fairer, 1 loop more'
    """
    return ", ".join(islice(_list_differences(old_figures, new_figures), MAX_DIFFERENCES))


def _list_differences(old_figures: Mapping[str, float], new_figures: Mapping[str, float]) -> Iterator[str]:
    """Yield a phrase for each figure that differs visibly after a change, the most important first.

    The phrases, such as "1 loop more", are in the user's language.
    """
    change_by_figure = {name: new_figures[name] - old_figures[name] for name in old_figures if name in new_figures}
    if _WALK_SUM_FIGURE in new_figures and _WALK_SUM_FIGURE not in old_figures:
        yield translate("vary", "every team can walk to every chest")
    sum_gain, step_gain = (
        -round(change_by_figure.get(name, 0)) for name in (_WALK_SUM_FIGURE, "chest-steps-difference")
    )
    if sum_gain:
        yield translate("vary", "%n step(s) fairer", None, PLURAL, sum_gain)
    elif step_gain:
        yield translate("vary", "%n step(s) fairer to a chest", None, PLURAL, step_gain)
    for name in ("loops", "dead-ends", "pocket-squares", "chest-steps", "zone-steps"):
        if amount := round(change_by_figure.get(name, 0)):
            yield _build_count_phrases(abs(amount))[name][amount > 0]
    for name, threshold, lower_phrase, higher_phrase in _SHARE_PHRASES:
        share_change = change_by_figure.get(name, 0)
        if phrase := higher_phrase if share_change >= threshold else lower_phrase if share_change <= -threshold else "":
            yield translate("vary", phrase)


def _build_count_phrases(count: int) -> dict[str, tuple[str, str]]:
    """Return two phrases in the user's language for each figure that counts something.

    The first says that the figure is lower by `count` after a change, the second that it is higher by `count`.
    """
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


_SHARE_PHRASES = (
    ("chest-balance", 0.01, "", mark_for_translation("vary", "chests shared more evenly")),
    ("area-balance", 0.01, "", mark_for_translation("vary", "floor shared more evenly")),
    (
        "portal-share",
        0.03,
        mark_for_translation("vary", "portals matter less"),
        mark_for_translation("vary", "portals matter more"),
    ),
    ("open-floor", 0.03, mark_for_translation("vary", "narrower"), mark_for_translation("vary", "more open")),
)
"""Figures from 0 to 1: the name, the smallest visible change, and the phrases for a lower and a higher value."""
