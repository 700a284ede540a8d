"""Compare a playtest with those of the named dungeons of an edition, which are kept in `data/reference.json`.

`scripts/write_playtest_reference.py` writes the file.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.layout.layout_file import write_json
from dungeon_designer.layout.model import Layout
from dungeon_designer.playtest.editions import find_edition
from dungeon_designer.playtest.results import Share
from dungeon_designer.rulesets.ruleset_model import Ruleset


class StyleReference(Struct, frozen=True):
    """The playtest of a named dungeon (a published dungeon of an edition, in examples/) in another style of play.

    Attributes:
        home: the home team's share of the wins: value, lower and upper end of the interval; empty if nobody won
        agile: the agile team's share of the wins against the bashing team, likewise
    """

    home: tuple[float, ...] = ()
    agile: tuple[float, ...] = ()


class GameReference(Struct, frozen=True):
    """How good a game a named dungeon gives: matches of the default teams (`report.DEFAULT_TEAMS`) in balanced play.

    Attributes:
        decided: the share of all matches with a touchdown or annihilation: value, lower and upper end of the interval
        length: the turn of each team by which half of all matches are over
        first: the share of the team with the first turn, of the matches that somebody won; empty if nobody won
        losses: the players that `home` and `away` lose in a match, by cause
    """

    decided: tuple[float, ...]
    length: float
    first: tuple[float, ...] = ()
    losses: dict[str, dict[str, float]] = {}


class DungeonReference(Struct, frozen=True):
    """The playtest of a named dungeon, that is, a published dungeon of an edition, in examples/.

    Each share is value, lower and upper end of its interval, or empty where there is none.

    Attributes:
        verdict: the verdict on the home team's share, see `judge_share`
        drawing: checksum of what is drawn, by which the dungeon is recognised
        home: the home team's share of the wins
        first: the share of the team with the first turn
        unfinished: the share of matches without a winner after the greatest number of turns
        agile: the agile team's share of the wins against the bashing team
        turns: median of the turns to the first touchdown
        decided: the shares of decided matches by each of `report.MINUTES`
        over_styles: the verdict over all styles, one of four values
        verdict_word: the same verdict as a value of `verdicts.VerdictWord`
        even: whether both teams have the same dungeon
        styles: the results of the other styles of play, by name
        game: how good a game it gives, from matches of its own; None in a file that was written without them
    """

    verdict: str
    drawing: str = ""
    home: tuple[float, ...] = ()
    first: tuple[float, ...] = ()
    unfinished: tuple[float, ...] = ()
    agile: tuple[float, ...] = ()
    turns: float | None = None
    decided: tuple[tuple[float, ...], ...] = ()
    over_styles: str = ""
    verdict_word: str = ""
    even: bool = False
    styles: dict[str, StyleReference] = {}
    game: GameReference | None = None


def build_share(ends: tuple[float, ...]) -> Share | None:
    """Return a share of the reference file as a `Share`; None where the file has none.

    Args:
        ends: value, lower and upper end of the interval; empty for none
    """
    return Share(ends[0], ends[1], ends[2], 0) if ends else None


class ReferenceFile(Struct, frozen=True):
    """The content of `data/reference.json`: the playtests of all named dungeons.

    Attributes:
        games: matches that were played on each dungeon
        teams: the teams that played
        dungeons: the results by edition and by the dungeon's file
    """

    games: int
    teams: tuple[str, ...]
    dungeons: dict[str, dict[str, DungeonReference]]


class NamedRange(Struct, frozen=True):
    """A share beside those of the named dungeons of an edition.

    Attributes:
        least: the lowest share of a named dungeon
        greatest: the highest one
        below: how many named dungeons have a lower share
        of: how many named dungeons there are
    """

    least: float
    greatest: float
    below: int
    of: int


@lru_cache
def load_reference() -> ReferenceFile:
    """Return the content of `data/reference.json`; the file is read once."""
    return msgspec.json.decode(
        Path(__file__).with_name("data").joinpath("reference.json").read_bytes(), type=ReferenceFile
    )


def compute_drawing_checksum(layout: Layout) -> str:
    """Return a checksum, 16 hexadecimal digits, of what is drawn in a dungeon; name, notes and `extra` do not count."""
    return hashlib.sha256(write_json(replace(layout, name="", notes="", extra={}))).hexdigest()[:16]


def find_reference(layout: Layout, ruleset: Ruleset) -> DungeonReference | None:
    """Return the stored playtest of the named dungeon that is drawn exactly like a layout; None if there is none.

    Named dungeons are the published dungeons in examples/ of the ruleset's edition.
    """
    drawing = compute_drawing_checksum(layout)
    return next(
        (entry for entry in load_reference().dungeons.get(ruleset.id, {}).values() if entry.drawing == drawing), None
    )


def list_named_games(ruleset: Ruleset, excluded: Layout | None = None) -> list[GameReference]:
    """Return how good a game each named dungeon of a ruleset's edition gives.

    Args:
        ruleset: the ruleset; house rules have the named dungeons of the edition whose match they play
        excluded: a dungeon that is left out if it is a named one; None for none
    """
    drawing = compute_drawing_checksum(excluded) if excluded is not None else ""
    entries = load_reference().dungeons.get(find_edition(ruleset), {}).values()
    return [entry.game for entry in entries if entry.game is not None and entry.drawing != drawing]


def compare_agile_share(ruleset: Ruleset, share: float, style: str = "") -> NamedRange | None:
    """Return the place of an agile team's share of the wins among those of an edition's named dungeons.

    In a playtest a fast, weak team (agile) plays against a slow, strong one (bashing); the share is the part of these
    matches that the agile team won, of those that somebody won. Named dungeons are the published dungeons in examples/;
    a file of reference holds their shares, each as value, lower and upper end of an interval. The basic and the
    expanded form of an edition count together. None if no named dungeon has such a share.

    Args:
        share: the share, 0 to 1
        style: the style of play of the coaches whose matches are compared; '' for the usual coach, without a style.
            A dungeon for which a style was not measured is left out.
    """
    edition = find_edition(ruleset)
    names = (edition, edition.replace("basic", "expanded"), edition.replace("expanded", "basic"))
    share_by_dungeon = {
        key: interval[0]
        for name in names
        for key, entry in load_reference().dungeons.get(name, {}).items()
        if (interval := _find_agile_interval(entry, style))
    }
    if not share_by_dungeon:
        return None
    shares = share_by_dungeon.values()
    return NamedRange(min(shares), max(shares), sum(entry < share for entry in shares), len(shares))


def _find_agile_interval(entry: DungeonReference, style: str) -> tuple[float, ...]:
    """Return the agile team's share of the wins on a named dungeon as value, lower and upper end of its interval.

    Empty if no match was decided, or if the style was not measured on this dungeon.

    Args:
        entry: the stored playtest of the dungeon
        style: the style of play of the coaches; '' for the usual coach, without a style
    """
    if not style:
        return entry.agile
    return entry.styles[style].agile if style in entry.styles else ()


class Suitability(Struct, frozen=True):
    """The kind of teams that a dungeon suits, in comparison with the named dungeons of its edition.

    Attributes:
        team_kind: `agile`, `bashing`, or `both` for a dungeon like most
        lower_count: how many named dungeons suit that kind less; for `both` how many have a share as high or higher
        dungeon_count: how many named dungeons there are
    """

    team_kind: str
    lower_count: int
    dungeon_count: int


def find_suitability(
    share: Share, ruleset: Ruleset, styles: Sequence[tuple[str, Share | None]] = ()
) -> Suitability | None:
    """Return which teams a dungeon suits, agile or bashing; None if that cannot be said.

    The agile team's share is compared with those of the edition's named dungeons (the published ones in examples/), by
    the end of its interval that speaks against the statement. A dungeon suits a kind of team if that kind does better
    there than in more than half of them; it suits both if neither kind does. None if there is nothing to compare with,
    or if another style of play disagrees.

    Args:
        share: the agile team's share of the wins against the bashing team
        styles: pairs of another style's name and the same share in that style
    """
    lower_place, upper_place = compare_agile_share(ruleset, share.low), compare_agile_share(ruleset, share.high)
    if lower_place is None or upper_place is None:
        return None
    other_places = [
        compare_agile_share(ruleset, style_share.value, name) for name, style_share in styles if style_share
    ]
    if 2 * lower_place.below > lower_place.of:
        if all(2 * place.below > place.of for place in other_places if place):
            return Suitability("agile", lower_place.below, lower_place.of)
        return None
    count_above = upper_place.of - upper_place.below
    if 2 * count_above <= upper_place.of:
        return Suitability("both", count_above, upper_place.of)
    if all(2 * place.below < place.of for place in other_places if place):
        return Suitability("bashing", count_above, upper_place.of)
    return None
