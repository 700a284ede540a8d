"""Judge from the home team's shares of the wins whether a dungeon is fair, and say so in plain words.

A share here always has its 95 % interval, and a verdict goes by intervals alone: two playtests with the same intervals
get the same words, wherever the measured shares lie in them. No verdict forecasts how many matches would settle it,
since that number would depend on the measured share, which is the least certain thing known.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Literal

from dungeon_designer.playtest.results import Share

FAIR_RANGE = (0.48, 0.52)
"""The home team's share of the wins in a fair dungeon."""
NARROW_HALF_WIDTH = 0.01
"""How narrow an interval is worth playing for: plus or minus 1 %."""
MIN_NAMED_GAMES, MAX_NAMED_GAMES = 100, 1_000_000
"""The numbers of missing matches that the words name. Fewer make no difference; more are called more than a million."""
NOBODY_WON = "nobody won a match"
"""What is said instead of a verdict if all matches ended without a winner."""

TeamName = Literal["home", "away"]


class VerdictWord(StrEnum):
    """The verdicts on a dungeon, with the values that JSON has. `judge_fairness` says when each is given."""

    FAIR_BY_SYMMETRY = "fair by symmetry"
    FAIR = "fair"
    DEPENDS_ON_STYLE = "depends on style"
    UNFAIR_TO_AWAY = "unfair to away"
    UNFAIR_TO_HOME = "unfair to home"
    SLIGHT_EDGE_FOR_HOME = "slight edge for home"
    SLIGHT_EDGE_FOR_AWAY = "slight edge for away"
    TOO_FEW_GAMES = "too few games to tell"

    @property
    def text(self) -> str:
        """The verdict in the words that reports print: its value, but a match is not called a game.

        >>> VerdictWord.FAIR.text, VerdictWord.TOO_FEW_GAMES.text
        ('fair', 'too few matches to tell')
        """
        return "too few matches to tell" if self is VerdictWord.TOO_FEW_GAMES else self.value

    @property
    def favours(self) -> TeamName | None:
        """The team that the dungeon favours; None if it favours neither, or if that is not known.

        >>> VerdictWord.UNFAIR_TO_AWAY.favours, VerdictWord.FAIR.favours
        ('home', None)
        """
        if self in (VerdictWord.UNFAIR_TO_AWAY, VerdictWord.SLIGHT_EDGE_FOR_HOME):
            return "home"
        return "away" if self in (VerdictWord.UNFAIR_TO_HOME, VerdictWord.SLIGHT_EDGE_FOR_AWAY) else None

    @property
    def over_styles(self) -> str:
        """The verdict as one of the four values that JSON has under `verdict_over_styles`.

        >>> VerdictWord.UNFAIR_TO_AWAY.over_styles, VerdictWord.SLIGHT_EDGE_FOR_HOME.over_styles
        ('unfair', 'unsettled')
        """
        if self in (VerdictWord.FAIR, VerdictWord.FAIR_BY_SYMMETRY):
            return "fair"
        if self in (VerdictWord.UNFAIR_TO_AWAY, VerdictWord.UNFAIR_TO_HOME):
            return "unfair"
        return "depends" if self is VerdictWord.DEPENDS_ON_STYLE else "unsettled"


def judge_fairness(styles: Sequence[Share | None], total: Share | None, is_symmetric: bool = False) -> VerdictWord:
    """Return the verdict on a dungeon: the first of these that is true.

    1. Fair by symmetry: both teams have the same dungeon.
    2. Fair: the interval of all styles' matches together lies within 48 to 52 %, and no style's interval lies wholly
       outside.
    3. Depends on style: one style's interval lies wholly outside 48 to 52 %, and another's lies within, or wholly
       outside on the other side.
    4. Unfair to a team: every style's interval favours the other team, and at least one lies wholly outside.
    5. Slight edge for a team: every style's interval favours it.
    6. Too few matches to tell.

    An interval favours a team if it excludes 50 %. A style in which nobody won a match leaves open all but the first
    and the third.

    Args:
        styles: the home team's share in each style of play; None where nobody won
        total: the home team's share of all styles' matches together; None if nobody won
        is_symmetric: whether both teams have the same dungeon
    """
    if is_symmetric:
        return VerdictWord.FAIR_BY_SYMMETRY
    places = [compare_with_fair(share) if share else None for share in styles]
    shares = [share for share in styles if share]
    is_complete = len(shares) == len(styles)
    is_total_within = is_complete and total is not None and compare_with_fair(total) == 0
    if is_total_within and not {1, -1} & set(places):
        return VerdictWord.FAIR
    if len(set(places) - {None}) > 1:
        return VerdictWord.DEPENDS_ON_STYLE
    if is_complete and all(share.low > 0.5 for share in shares):
        return VerdictWord.UNFAIR_TO_AWAY if 1 in places else VerdictWord.SLIGHT_EDGE_FOR_HOME
    if is_complete and all(share.high < 0.5 for share in shares):
        return VerdictWord.UNFAIR_TO_HOME if -1 in places else VerdictWord.SLIGHT_EDGE_FOR_AWAY
    return VerdictWord.TOO_FEW_GAMES


def compare_with_fair(share: Share) -> int | None:
    """Return where an interval lies beside the fair range of 48 to 52 %.

    0 means wholly within, 1 wholly above, -1 wholly below, and None that it crosses an end of the range.
    """
    if share.low > FAIR_RANGE[1]:
        return 1
    if share.high < FAIR_RANGE[0]:
        return -1
    return 0 if share.low >= FAIR_RANGE[0] and share.high <= FAIR_RANGE[1] else None


def judge_share(share: Share | None) -> str:
    """Return what JSON has under `verdict` of one style's share: `fair`, `home`, `away` or `unsettled`.

    It is `home` or `away` if the interval excludes 50 %, else `fair` if the interval lies within 48 to 52 %.
    """
    if share is None:
        return "unsettled"
    if share.low > 0.5:
        return "home"
    if share.high < 0.5:
        return "away"
    return "fair" if compare_with_fair(share) == 0 else "unsettled"


def describe_verdict(
    word: VerdictWord, total: Share | None, games: int, shares_by_style: Sequence[tuple[str, Share | None]] = ()
) -> str:
    """Return a verdict as a phrase with what is known: the interval of the home team's share.

    Only if too few matches were played, the phrase also says how many more would narrow the interval to ±1 %.

    Args:
        word: the verdict
        total: the home team's share of all matches; None if nobody won
        games: how many matches were played, of each style if there are several
        shares_by_style: pairs of a style's name and the home team's share in it; empty if one style was played
    """
    if total is None:
        return f"{word.text}; {NOBODY_WON}" if word is VerdictWord.FAIR_BY_SYMMETRY else NOBODY_WON
    known = f"home wins {format_interval(total)}"
    if word is VerdictWord.FAIR_BY_SYMMETRY:
        return f"{word.text}, both teams have the same dungeon: {known}"
    if word is VerdictWord.DEPENDS_ON_STYLE:
        intervals = (f"{format_interval(share)} in {name.lower()} play" for name, share in shares_by_style if share)
        return f"{word.text}: home wins {', '.join(intervals)}"
    missing_games = count_missing_games(total, games)
    if word is VerdictWord.TOO_FEW_GAMES and missing_games >= MIN_NAMED_GAMES:
        per_style = " of each style" if shares_by_style else ""
        return f"{word.text}: {known}; {_format_games(missing_games)} more matches{per_style} would narrow it to ±1 %"
    return f"{word.text}: {known}"


def format_interval(share: Share) -> str:
    """Return the interval of a share in words.

    >>> format_interval(Share(0.5, 0.486, 0.519, 600))
    'between 48.6 and 51.9 %'
    """
    return f"between {100 * share.low:.1f} and {100 * share.high:.1f} %"


def count_missing_games(share: Share, games: int) -> int:
    """Return how many more matches would narrow an interval to plus or minus 1 %; 0 if it is that narrow.

    The width of an interval shrinks with the square root of the number of matches, wherever the share lies.

    Args:
        share: the share with its interval
        games: the number of matches that gave it

    >>> count_missing_games(Share(0.5, 0.48, 0.52, 600), 2400)
    7200
    """
    return max(0, round(games * ((share.half_width / NARROW_HALF_WIDTH) ** 2 - 1)))


def _format_games(games: int) -> str:
    """Return a number of matches in words, with two digits that count.

    >>> _format_games(7243), _format_games(5_000_000)
    ('about 7,200', 'more than a million')
    """
    if games > MAX_NAMED_GAMES:
        return "more than a million"
    unit = 10 ** (len(str(games)) - 2)
    return f"about {unit * round(games / unit):,}"
