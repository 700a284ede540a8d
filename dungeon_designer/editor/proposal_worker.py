"""Work of the process that finds proposals: missing objects, variations, fairer dungeons and new dungeons.

Each answer is sent as soon as it is found. No answer replaces another.
"""

from __future__ import annotations

import shlex
from enum import StrEnum
from itertools import islice
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.editor.background_worker import AnswerSender
from dungeon_designer.editor.picture_list import SmallPicture, draw_small_picture
from dungeon_designer.generator.generator_options import FurnitureStyle, GenerateOptions, PlaceOptions, VaryOptions
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import Layout
from dungeon_designer.options import format_options
from dungeon_designer.playtest.report_text import format_share
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.tiles.tile import TileLibrary
from dungeon_designer.translation import capitalise_first, fill_placeholders, mark_for_translation, translate

if TYPE_CHECKING:
    from dungeon_designer.generator.fairness_fixes import FairnessFixes, Shares

MAX_NEW_DUNGEONS, COMPLETION_COUNT = 12, 6
"""How many new dungeons a request brings at most, and how many placements of missing objects it tries."""

ROUND_LENGTHS = 10, *(50,) * 8
"""How many variations each round tries before its best two are sent: few at first, so that one comes soon."""


class ProposalKind(StrEnum):
    """The kinds of proposals: missing objects, variations, fairer dungeons and new dungeons."""

    COMPLETE = "complete"
    VARY = "vary"
    MAKE_FAIR = "mend"
    NEW = "new"


class ProposalRequest(Struct, frozen=True, kw_only=True):
    """Request for proposals.

    Attributes:
        kind: what is to be proposed.
        layout: the dungeon to change.
        ruleset: the rules that proposals must keep.
        ruleset_name: the ruleset as a layout names it.
        library: the tiles.
        theme: the theme of the pictures.
        locked_sections: ids of sections that must stay as they are.
        options: what is asked of new dungeons. The seed of the random numbers counts for every kind, and the style for
            missing objects.
        teams: the teams that play the matches, for fairer dungeons.
        match_count: the number of matches, for fairer dungeons.
    """

    kind: ProposalKind
    layout: Layout
    ruleset: Ruleset
    ruleset_name: str
    library: TileLibrary
    theme: str
    locked_sections: frozenset[str] = frozenset()
    options: GenerateOptions = GenerateOptions()
    teams: tuple[str, ...] = ()
    match_count: int = 0

    @property
    def command(self) -> str:
        """The shell command `generate` that finds the same new dungeons; it is written into their notes."""
        words_by_field = format_options(self.options, always=["seed"])
        names = dict.fromkeys(("team_count", "symmetry", "seed", "style", *words_by_field))  # in the order of old notes
        arguments = [word for name in names for word in words_by_field.get(name, ())]
        count = ("--count", str(MAX_NEW_DUNGEONS))
        return shlex.join(["dungeon-designer", "generate", "--ruleset", self.ruleset_name, *count, *arguments])


class ProposalAnswer(Struct, frozen=True, kw_only=True):
    """A proposed dungeon.

    Attributes:
        key: the name of the answer within its request.
        layout: the proposed dungeon.
        caption: the text below the picture.
        summary: what the proposal changes.
        picture: the picture of the proposed dungeon.
        squares: the squares that change.
        is_new: whether the dungeon is a new one and no change of the dungeon in the request.
        is_refused: whether matches have shown that the dungeon is unfair.
    """

    key: str
    layout: Layout
    caption: str
    summary: str
    picture: SmallPicture
    squares: tuple[Square, ...] = ()
    is_new: bool = False
    is_refused: bool = False


class ProposalNews(Struct, frozen=True):
    """News about an answer that was sent before.

    Attributes:
        key: the key of the answer.
        last_line: the new last line of its caption.
        is_refused: whether matches have shown that its dungeon is unfair.
    """

    key: str
    last_line: str
    is_refused: bool = False


class ProposalProgress(Struct, frozen=True):
    """The state of a search.

    Attributes:
        tried_count: how many dungeons were tried.
        kept_count: how many of them were kept.
        reasons: why the others were refused; the most frequent reason comes first.
        activity: what is being done.
    """

    tried_count: int = 0
    kept_count: int = 0
    reasons: tuple[str, ...] = ()
    activity: str = ""


def build_answer(request: ProposalRequest, key: str, layout: Layout, caption: str, summary: str = "") -> ProposalAnswer:
    """Return an answer to a request, with a picture of the proposed dungeon.

    An empty summary is replaced by the caption.
    """
    picture = draw_small_picture(layout, request.library, request.theme)
    return ProposalAnswer(key=key, layout=layout, caption=caption, summary=summary or caption, picture=picture)


def propose_missing_objects(request: ProposalRequest, send_answer: AnswerSender) -> None:
    """Send dungeons in which the objects that the rules still require are placed, each in another way.

    These objects are chests, portals and counters. Objects on the map stay where they are. Where the style of named
    dungeons finds no legal placement, the other style is used, and the summary says so. The caption says how the
    objects lie, so that the answers can be told from each other.
    """
    from dungeon_designer.board.build import build_board
    from dungeon_designer.figures.placement_words import describe_placement
    from dungeon_designer.figures.survey import create_survey
    from dungeon_designer.generator.placement.placer import group_squares_by_kind
    from dungeon_designer.generator.placement.placing_steps import describe_steps, place_in_steps

    old_squares, sent_layouts = group_squares_by_kind(request.layout), list[Layout]()
    sent_descriptions = list[str]()
    first_seed, style = request.options.seed * COMPLETION_COUNT, FurnitureStyle(request.options.style)
    step_text = ""
    for number in range(COMPLETION_COUNT):
        send_answer(ProposalProgress(number, len(sent_layouts), activity=step_text))
        options = PlaceOptions(keep=True, seed=first_seed + number, style=style)
        result = place_in_steps(request.layout, request.ruleset, request.library, options)
        layout, step_text = result.placements[0].layout, format_sentence(describe_steps(result.steps))
        added = {
            kind: squares - old_squares.get(kind, set()) for kind, squares in group_squares_by_kind(layout).items()
        }
        descriptions = [
            f"{len(squares)} {kind}{'s' * (len(squares) != 1)}" for kind, squares in added.items() if squares
        ]
        if descriptions and layout not in sent_layouts:
            sent_layouts.append(layout)
            squares = tuple(sorted(set().union(*added.values())))
            survey = create_survey(build_board(layout, request.library), request.ruleset)
            description = describe_placement(survey, squares, sent_descriptions)
            sent_descriptions.append(description)
            caption = capitalise_first(description)
            added_text = capitalise_first(", ".join(descriptions))
            summary = f"{added_text}. {step_text}" if step_text else added_text
            send_answer(replace(build_answer(request, str(number), layout, caption, summary), squares=squares))
    send_answer(ProposalProgress(COMPLETION_COUNT, len(sent_layouts), activity=step_text))


def format_sentence(text: str) -> str:
    """Return a text as a sentence: with a capital letter and a full stop; an empty text stays empty.

    >>> format_sentence("placed spread")
    'Placed spread.'
    """
    return f"{capitalise_first(text)}." if text else ""


def propose_variations(request: ProposalRequest, send_answer: AnswerSender) -> None:
    """Send variations of a dungeon that are as legal and as fair as the dungeon itself.

    The search goes in rounds: each tries some variations, and its best two are sent.
    """
    from dungeon_designer.generator.variations import Variation, choose_variations, try_changes

    options = VaryOptions(locked=request.locked_sections, seed=request.options.seed)
    candidates = try_changes(request.layout, request.ruleset, request.library, options)
    count, sent_texts = 0, [""]
    for round_length in ROUND_LENGTHS:
        variations = list[Variation]()
        for variation in islice(candidates, round_length):
            count += 1
            send_answer(ProposalProgress(count, len(sent_texts) - 1))
            variations += [variation] if variation is not None else []
        for variation in choose_variations(variations, 2):
            caption = capitalise_first(variation.change if variation.difference in sent_texts else variation.difference)
            sent_texts.append(variation.difference or variation.change)
            answer = build_answer(
                request, str(len(sent_texts)), variation.layout, caption, capitalise_first(variation.summary)
            )
            send_answer(replace(answer, squares=variation.squares))


def propose_fairer_dungeons(request: ProposalRequest, send_answer: AnswerSender) -> None:
    """Send changed dungeons that are fairer in play, as matches played by the program show.

    The caption of each ends with the home team's shares of the wins, which are updated as more matches are played.
    """
    from dungeon_designer.generator.changes import OriginalDungeon
    from dungeon_designer.generator.fairness_fixes import FairnessFixOptions, find_fairness_fixes
    from dungeon_designer.playtest.report import build_plan

    sent_layouts = list[Layout]()

    def send_state(activity: str, state: FairnessFixes) -> None:
        """Send the dungeons found since the last call, new shares of wins for earlier ones, and the progress.

        Args:
            activity: what the search is doing now; empty at its end.
            state: all that the search has found so far.
        """
        for remedy in state.answers:
            caption = f"{capitalise_first(remedy.description)}\n{format_shares(remedy.shares)}"
            if remedy.layout in sent_layouts:
                send_answer(ProposalNews(str(sent_layouts.index(remedy.layout)), format_shares(remedy.shares)))
            else:
                sent_layouts.append(remedy.layout)
                send_answer(build_answer(request, str(len(sent_layouts) - 1), remedy.layout, caption))
        send_answer(ProposalProgress(0, len(sent_layouts), (), _format_state(activity, state)))

    original = OriginalDungeon(
        request.layout, request.ruleset, request.library, VaryOptions(locked=request.locked_sections)
    )
    options = FairnessFixOptions(plan=build_plan(request.teams, request.match_count), locked=request.locked_sections)
    send_state("", find_fairness_fixes(original, options, report_progress=send_state))


def _format_state(activity: str, state: FairnessFixes) -> str:
    """Return sentences about what the search knows of the dungeon's fairness, and about its current activity.

    Args:
        activity: what the search is doing now; empty once it has ended, since only then it is known that nothing was
            found.
        state: all that the search has found so far.
    """
    sentences = []
    if state.original_shares:
        sentences.append(fill_placeholders(translate("proposals", _HOME_WINS), format_shares(state.original_shares)))
    elif not activity:
        sentences.append(translate("proposals", _SYMMETRIC))
    if state.cause is not None:
        sentences.append(
            fill_placeholders(
                translate("proposals", _BECAUSE), state.cause.description, format_shares(state.cause.shares)
            )
        )
    elif not activity and state.original_shares and not state.answers:
        nothing_text = _NOTHING_TO_FIX if state.has_only_chance_gains else _NO_MOVE
        sentences.append(translate("proposals", _FAIR if state.is_fair else nothing_text))
    if state.answers and not activity:
        sentences.append(fill_placeholders(translate("proposals", _BEST_MOVES), state.answers[0].moved_text))
        if state.decided_limit is None:
            sentences.append(translate("proposals", _UNCHECKED))
    return " ".join((*sentences, activity)).strip()


_HOME_WINS = mark_for_translation("proposals", "As it is, home wins %1.")
_SYMMETRIC = mark_for_translation("proposals", "Both teams have the same dungeon: there is nothing to fix.")
_BECAUSE = mark_for_translation("proposals", "The reason: %1, home wins %2.")
_FAIR = mark_for_translation("proposals", "It is fair as it is.")
_NOTHING_TO_FIX = mark_for_translation("proposals", "There is nothing to fix: no move changes that beyond chance.")
_BEST_MOVES = mark_for_translation("proposals", "The fairest proposal moves %1.")
_UNCHECKED = mark_for_translation("proposals", "How often matches are decided was not checked.")
_NO_MOVE = mark_for_translation("proposals", "No move was found that makes it fairer.")


def format_shares(shares: Shares) -> str:
    """Return the share of matches that the home wins, for each style of play, as text."""
    return ", ".join(f"{format_share(share)} {style}" for style, share in shares.items())
