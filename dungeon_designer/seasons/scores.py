"""What a season counts: names that a score sheet knows as fields, any other text as it is written."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dungeon_designer.errors import did_you_mean
from dungeon_designer.seasons.model import Season
from dungeon_designer.text.read_faults import Path

COUNTED = ("touchdowns", "casualties", "chests opened")
"""What a score sheet asks of each side."""

RESULTS = ("win", "draw", "loss", "win within 60 minutes", "annihilation")
"""How a match may end; of a win within a time the minutes may be others."""

OPPONENTS = "opponents' points"
"""A tie-break that no sheet asks: it follows from the others' results."""

_WITHIN = re.compile(r"win within \d+ minutes")
_ALIKE = {
    "touchdown": "touchdowns", "each touchdown": "touchdowns", "touchdowns scored": "touchdowns",
    "casualty": "casualties", "each casualty": "casualties", "chest opened": "chests opened",
    "each chest opened": "chests opened", "points of the opponents": OPPONENTS, "points of one's opponents": OPPONENTS,
}  # fmt: skip


def known_score(text: str) -> str:
    """The known name that a text says, in any case; '' for text of one's own.

    >>> known_score("Touchdowns scored"), known_score("Win within 45 minutes"), known_score("A die")
    ('touchdowns', 'win within 45 minutes', '')
    """
    said = " ".join(text.lower().replace("\u2019", "'").split())
    said = _ALIKE.get(said, said)
    return said if said in (*COUNTED, *RESULTS, OPPONENTS) or _WITHIN.fullmatch(said) else ""


def asked_on_sheets(season: Season) -> tuple[tuple[str, str, bool], ...]:
    """What a score sheet asks: a name, its points, and whether it is how the match ended, which is ticked.

    Tie-breaks that are counted at the table are asked, too, at no points.
    """
    found: dict[str, tuple[str, bool]] = {}
    for line in season.scoring:
        name = known_score(line.result)
        found[name.capitalize() or line.result] = f"{line.points}", name in RESULTS or name.startswith("win ")
    for text in season.tie_breaks:
        if (name := known_score(text)) in COUNTED:
            found.setdefault(name.capitalize(), ("", False))
    return tuple((name, points, ticked) for name, (points, ticked) in found.items())


def hints(season: Season) -> Iterator[tuple[Path, str]]:
    """Yield the key of each text of one's own that is nearly a known name, and what is told of it."""
    texts: list[tuple[Path, str]] = [(("scoring", at, "result"), line.result) for at, line in enumerate(season.scoring)]
    texts += [(("tie_breaks", at), text) for at, text in enumerate(season.tie_breaks)]
    for place, text in texts:
        near = "" if known_score(text) else did_you_mean(text.lower(), (*RESULTS, *COUNTED, OPPONENTS))
        if "did you mean" in near:
            yield place, f"{text!r} is printed as it is written{near}"
