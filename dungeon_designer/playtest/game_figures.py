"""Tell whether a dungeon gives a good match, beside the named dungeons of its edition.

A dungeon can be fair and dull: nobody scores before the book's time is over. So these figures stand beside the verdict:
how often a match is decided, how long it lasts, what the first turn is worth, and what it costs each team in players.
Each is compared with the same figure of the named dungeons, the published dungeons in examples/.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from dungeon_designer.layout.model import Layout
from dungeon_designer.playtest.editions import count_minutes
from dungeon_designer.playtest.named_dungeons import GameReference, list_named_games
from dungeon_designer.playtest.results import Share, TurnQuantiles
from dungeon_designer.rulesets.play_table import parse_play
from dungeon_designer.rulesets.ruleset_model import Ruleset

MAX_DECIDED_DEFICIT = 0.15
"""How much less often than on the named dungeon with the fewest decided matches a good dungeon's are decided."""
MIN_NAMED_DUNGEONS = 2
"""How many named dungeons an edition must have, so that a proposed dungeon is measured by them."""
MIN_NAMED_LOSSES = 0.05
"""Causes of fewer losses a match are left out of the words."""

LossesByTeam = Mapping[str, Mapping[str, float]]
"""The mean number of players that `home` and `away` lose in a match, by cause."""


class GameFigure(Struct, frozen=True):
    """A figure that tells whether a dungeon gives a good match, beside those of the edition's named dungeons.

    Attributes:
        figure: `decided`, `length`, `first_turn` or `losses`
        value: the share of decided matches; the turn of each team by which half of all matches are over; how far the
            share of the team with the first turn is above a half; the players that both teams lose in a match
        named: the same figure of each named dungeon, in ascending order; this dungeon itself is left out
        sentence: the figure and the comparison in words
    """

    figure: str
    value: float
    named: tuple[float, ...]
    sentence: str


def list_game_figures(
    layout: Layout,
    ruleset: Ruleset,
    decided: Share | None,
    length: TurnQuantiles | None,
    first_wins: Share | None,
    losses: LossesByTeam,
) -> tuple[GameFigure, ...]:
    """Return the figures that tell whether a dungeon gives a good match; none without matches.

    Args:
        layout: the dungeon, which is not compared with itself
        ruleset: the ruleset of the matches, whose edition's named dungeons are compared
        decided: the share of all matches with a touchdown or annihilation
        length: turns of a team in all matches
        first_wins: the first team's share of the matches that somebody won; None if nobody won any
        losses: players lost in a match, by team and cause
    """
    if decided is None or length is None:
        return ()
    games = list_named_games(ruleset, layout)
    figures = [_compare_decided(decided, games), _compare_length(length, ruleset, games)]
    if first_wins is not None:
        figures.append(_compare_first_turn(first_wins, games))
    return (*figures, _compare_losses(losses, games))


def _compare_decided(decided: Share, games: Sequence[GameReference]) -> GameFigure:
    """Return how often matches are decided; the sentence says so if that is clearly too seldom."""
    named = tuple(sorted(game.decided[0] for game in games))
    sentence = f"decided in {_format_percent(decided.value)} % of all matches"
    if named:
        sentence += f"; {format_named([_format_percent(value) for value in named], ' %')}"
        if decided.high < named[0] - MAX_DECIDED_DEFICIT:
            sentence += ": much less often, so the dungeon is dull"
        elif decided.high < named[0]:
            sentence += ": less often"
    return GameFigure("decided", decided.value, named, sentence)


def _compare_length(length: TurnQuantiles, ruleset: Ruleset, games: Sequence[GameReference]) -> GameFigure:
    """Return the turn of each team by which half of all matches are over."""
    named = tuple(sorted(game.length for game in games))
    minutes = count_minutes(parse_play(ruleset), round(2 * length.median))
    sentence = f"half of all matches are over by turn {length.median:g} of each team, after {minutes} minutes"
    if named:
        sentence += f"; {format_named([f'{value:g}' for value in named], '', 'turn ')}"
    return GameFigure("length", length.median, named, sentence)


def _compare_first_turn(first_wins: Share, games: Sequence[GameReference]) -> GameFigure:
    """Return what the first turn is worth: how far the first team's share of the wins is above a half."""
    named = tuple(sorted(round(game.first[0] - 0.5, 4) for game in games if game.first))
    value = first_wins.value - 0.5
    sentence = (
        f"the first turn is worth {_format_points(value)} points of the wins (±{100 * first_wins.half_width:.1f})"
    )
    if named:
        sentence += f"; {format_named([_format_points(each) for each in named], '')}"
    return GameFigure("first_turn", value, named, sentence)


def _compare_losses(losses: LossesByTeam, games: Sequence[GameReference]) -> GameFigure:
    """Return how many players both teams lose in a match; the sentence says which team loses how many by what."""
    named = tuple(sorted(round(_count_losses(game.losses), 2) for game in games))
    value = _count_losses(losses)
    teams = ", ".join(f"{team} loses {_format_losses(team_losses)}" for team, team_losses in losses.items())
    sentence = f"{teams}, both {value:.1f} players a match"
    if named:
        sentence += f"; {format_named([f'{each:.1f}' for each in named], '')}"
    return GameFigure("losses", value, named, sentence)


def _count_losses(losses: LossesByTeam) -> float:
    """Return the number of players that both teams lose in a match, by whatever cause."""
    return sum(sum(team_losses.values()) for team_losses in losses.values())


def _format_losses(losses: Mapping[str, float]) -> str:
    """Return a team's losses as text, most frequent cause first.

    >>> _format_losses({"block": 2.5, "fall": 0.0, "chest": 3.1})
    '5.6 (chest 3.1, block 2.5)'
    """
    causes = sorted(losses.items(), key=lambda item: -item[1])
    words = ", ".join(f"{cause} {count:.1f}" for cause, count in causes if count >= MIN_NAMED_LOSSES)
    return f"{sum(losses.values()):.1f}" + (f" ({words})" if words else "")


def format_named(values: Sequence[str], unit: str, before: str = "") -> str:
    """Return the values of the named dungeons in words, without a comparison.

    Args:
        values: the values as text, in ascending order; at least one
        unit: what follows the last value, such as `' %'`
        before: what precedes the first value

    >>> format_named(["77"], " %"), format_named(["77", "89"], " %"), format_named(["4", "5", "9"], "", "turn ")
    ('the named one 77 %', 'named ones 77 and 89 %', 'named ones turn 4 to 9')
    """
    if len(values) == 1:
        return f"the named one {before}{values[0]}{unit}"
    joint = "and" if len(values) == 2 else "to"
    return f"named ones {before}{values[0]} {joint} {values[-1]}{unit}"


def _format_percent(share: float) -> str:
    """Return a share in per cent without decimals."""
    return f"{100 * share:.0f}"


def _format_points(difference: float) -> str:
    """Return a difference of shares in points of per cent with its sign.

    >>> _format_points(-0.0404), _format_points(0.0001)
    ('−4.0', '0.0')
    """
    text = f"{100 * difference:+.1f}".replace("-", "−")
    return text[1:] if text in ("+0.0", "−0.0") else text


def find_decided_limit(ruleset: Ruleset) -> float | None:
    """Return the least share of decided matches on a dungeon worth proposing, by the named dungeons of its edition.

    That is MAX_DECIDED_DEFICIT below the lowest share of a named dungeon, and at least 0. None if the edition has fewer
    than MIN_NAMED_DUNGEONS named dungeons, so that the share cannot be judged.
    """
    shares = [game.decided[0] for game in list_named_games(ruleset)]
    return max(0.0, min(shares) - MAX_DECIDED_DEFICIT) if len(shares) >= MIN_NAMED_DUNGEONS else None
