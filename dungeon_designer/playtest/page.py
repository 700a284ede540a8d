"""A playtest as a page of a pack tells it: a sentence or two, figures with their intervals, chests, and maps."""

from __future__ import annotations

from collections.abc import Iterator

from dungeon_designer.board.model import Board
from dungeon_designer.exports.pack.model import Part, Played
from dungeon_designer.playtest import tables
from dungeon_designer.playtest.maps import KINDS, picture_of
from dungeon_designer.playtest.named import suited
from dungeon_designer.playtest.report import Playtest
from dungeon_designer.playtest.stopping import Share
from dungeon_designer.playtest.whole import plan_of, playtested
from dungeon_designer.rulesets.model import Ruleset


def page_of(board: Board, ruleset: Ruleset, games: int, seed: int) -> Played:
    """How a dungeon plays; PlaytestError where no match can be played on it."""
    test = playtested(board, ruleset, plan_of(games=games, seed=seed), board.layout.name)
    if test.ended == "stopped":
        raise KeyboardInterrupt
    return told(test, ruleset)


def told(test: Playtest, ruleset: Ruleset) -> Played:
    """What a playtest found, for a page."""
    chests = tuple((str(each.at), f"{100 * each.home:.0f} %", f"{100 * each.away:.0f} %") for each in test.chests)
    return Played(
        tuple(_words(test, ruleset)),
        Part("Figures of the games", head=("figure", "value"), rows=tuple(tables.figures(test))),
        Part("Which chest held the ball", head=("chest with the ball", "home's wins", "away's wins"), rows=chests),
        tuple(picture_of(test, kind) for kind in KINDS),
    )


def _words(test: Playtest, ruleset: Ruleset) -> Iterator[str]:
    yield f"{test.words[0].upper()}{test.words[1:]}."
    if suited := suits(test.agile_wins, ruleset):
        yield suited
    yield (
        f"Found by {tables.ended(test)}: equal coaches, teams {', '.join(test.teams)}, sides and first turn swapped."
        " Behind each share stands the range in which it lies with 95 % certainty."
    )


def suits(share: Share | None, ruleset: Ruleset) -> str:
    """Whom the dungeon suits, by the agile team's share against the bashing one; '' where that cannot be said."""
    found = suited(share, ruleset) if share else None
    if found is None:
        return ""
    if found.whom == "both":
        return "As far as these games tell, it suits the agile and the bashing as most named dungeons do."
    beat = "they beat the bashing more often" if found.whom == "agile" else "the agile beat them less often"
    return f"It suits the {found.whom}: {beat} than in {found.more_than} of {found.of} named dungeons."
