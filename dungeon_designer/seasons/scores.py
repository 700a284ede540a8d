"""Recognise what a season counts: names that a score sheet has as fields; any other text is printed as it is."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dungeon_designer.errors import suggest_word
from dungeon_designer.seasons.season_model import Season
from dungeon_designer.text.read_faults import KeyPath

COUNTED_RESULTS = ("touchdowns", "casualties", "chests opened")
"""What a score sheet counts for each team."""

MATCH_RESULTS = ("win", "draw", "loss", "win within 60 minutes", "annihilation")
"""The ways a match may end. "win within 60 minutes" stands for any number of minutes."""

OPPONENTS_POINTS = "opponents' points"
"""A tie-break that no sheet has, since it follows from the results of others."""

_WIN_WITHIN = re.compile(r"win within \d+ minutes")
"""Matches a win within any number of minutes."""
_SYNONYMS = {
    "touchdown": "touchdowns", "each touchdown": "touchdowns", "touchdowns scored": "touchdowns",
    "casualty": "casualties", "each casualty": "casualties", "chest opened": "chests opened",
    "each chest opened": "chests opened",
    "points of the opponents": OPPONENTS_POINTS, "points of one's opponents": OPPONENTS_POINTS,
}  # fmt: skip
"""The known name for other ways to write it."""


def normalise_score(text: str) -> str:
    """Return the name under which score sheets count what a text names, such as ``touchdowns``; '' if they do not.

    Upper and lower case are the same, and common other spellings are known.

    >>> normalise_score("Touchdowns scored"), normalise_score("Win within 45 minutes"), normalise_score("A die")
    ('touchdowns', 'win within 45 minutes', '')
    """
    name = " ".join(text.lower().replace("\u2019", "'").split())
    name = _SYNONYMS.get(name, name)
    return name if name in (*COUNTED_RESULTS, *MATCH_RESULTS, OPPONENTS_POINTS) or _WIN_WITHIN.fullmatch(name) else ""


def list_sheet_fields(season: Season) -> tuple[tuple[str, str, bool], ...]:
    """Return the fields of a score sheet as tuples (name, points, is_ticked).

    `points` is text, '' for none. A field is ticked if it is the result of a match, such as a win; otherwise a number
    is written into it. Tie-breaks that are counted at the table are fields without points.
    """
    field_by_name: dict[str, tuple[str, bool]] = {}
    for line in season.scoring:
        name = normalise_score(line.result)
        is_match_result = name in MATCH_RESULTS or name.startswith("win ")
        field_by_name[name.capitalize() or line.result] = (f"{line.points}", is_match_result)
    for text in season.tie_breaks:
        if (name := normalise_score(text)) in COUNTED_RESULTS:
            field_by_name.setdefault(name.capitalize(), ("", False))
    return tuple((name, points, is_ticked) for name, (points, is_ticked) in field_by_name.items())


def find_score_hints(season: Season) -> Iterator[tuple[KeyPath, str]]:
    """Yield a pair (key, warning) for each text of a season that is almost, but not exactly, a known result.

    Such a text is probably a misspelling, and a score sheet could not count it.
    """
    texts: list[tuple[KeyPath, str]] = [
        (("scoring", index, "result"), line.result) for index, line in enumerate(season.scoring)
    ]
    texts += [(("tie_breaks", index), text) for index, text in enumerate(season.tie_breaks)]
    for key_path, text in texts:
        suggestion = ""
        if not normalise_score(text):
            suggestion = suggest_word(text.lower(), (*MATCH_RESULTS, *COUNTED_RESULTS, OPPONENTS_POINTS))
        if "did you mean" in suggestion:
            yield key_path, f"{text!r} is printed as it is written{suggestion}"
