"""A playtest as text and as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dungeon_designer.errors import one_line
from dungeon_designer.playtest.named import Named, suited
from dungeon_designer.playtest.report import Pairing, Playtest
from dungeon_designer.playtest.results import Turns
from dungeon_designer.playtest.stopping import Share
from dungeon_designer.rulesets.model import Ruleset


def percent(found: Share | None) -> str:
    """A share with its interval.

    >>> percent(Share(0.5, 0.48, 0.52, 600))
    '50.0 % (48.0–52.0)'
    """
    if found is None:
        return "–"
    return f"{100 * found.value:.1f} % ({100 * found.low:.1f}–{100 * found.high:.1f})"


def turns(found: Turns | None) -> str:
    """How long games take."""
    if found is None:
        return "–"
    half = f"half {found.lower:g}–{found.upper:g}, one in ten by {found.tenth:g}, nine by {found.ninth:g}"
    return f"{found.median:g} ({half})"


def ended(found: Playtest) -> str:
    """How many games were played, and why no more."""
    why = {"all": "", "precise": ", then it was precise enough", "stopped": ", then it was stopped"}[
        found.ended or "all"
    ]
    return f"{found.games:,} games, seed {found.seed}{why}"


def figures(found: Playtest) -> list[tuple[str, str]]:
    """Every figure but those of teams and chests, by name."""
    lost = ", ".join(f"{cause} {count:.2f}" for cause, count in found.losses.items() if count >= 0.005)
    return [
        ("home side wins", percent(found.home_wins)),
        ("side that goes first wins", percent(found.first_wins)),
        ("nobody wins in 32 turns", percent(found.unfinished)),
        ("turns to the touchdown", turns(found.turns)),
        ("agile beats bashing", percent(found.agile_wins) + _beside(found)),
        ("jumps by portal a game", f"{found.portal_jumps:.1f}, of the ball {found.ball_jumps:.2f}"),
        ("blocks, passes a game", f"{found.blocks:.1f}, {found.passes:.2f}"),
        ("players lost a game", lost or "none"),
    ]


def _beside(found: Playtest) -> str:
    """Where the agile team's share stands among the named dungeons."""
    named = found.agile_beside
    if named is None:
        return ""
    between = f"{100 * named.least:.0f}–{100 * named.greatest:.0f}"
    return f", more than in {named.below} of {named.of} named dungeons ({between})"


def in_gallery(found: Named, ruleset: Ruleset) -> tuple[tuple[str, str], ...]:
    """What stands of a named dungeon in a gallery: a title and a value each."""
    home, first, unfinished, agile = map(_share, (found.home, found.first, found.unfinished, found.agile))
    whom = suited(agile, ruleset) if agile else None
    words = {"home": "leans home", "away": "leans away", "fair": "fair", "unsettled": "not settled"}
    return (
        ("Home side wins", percent(home)),
        ("Verdict", words[found.verdict]),
        ("First to move wins", percent(first)),
        ("Median turn of the touchdown", f"{found.turns:g}" if found.turns is not None else "–"),
        ("Nobody wins", percent(unfinished)),
        ("Agile beats bashing", percent(agile)),
        ("It suits", whom.whom if whom else "–"),
    )


def _share(ends: tuple[float, ...]) -> Share | None:
    return Share(ends[0], ends[1], ends[2], 0) if ends else None


def text(tests: Sequence[Playtest]) -> str:
    """Playtests for a terminal."""
    return "\n".join("\n".join(_lines(found)) + "\n" for found in tests)


def _lines(found: Playtest) -> Iterator[str]:
    yield f"{one_line(found.name or found.file)}: {found.words}"
    yield f"  {ended(found)}, {one_line(found.ruleset)}; 95 % intervals over rounds of four games"
    pairs = figures(found)
    width = max(len(name) for name, _ in pairs) + 2
    yield from (f"  {name:{width}}{told}" for name, told in pairs)
    yield "  the ball's chest in the wins of  " + "  ".join(("home", "away"))
    for chest in found.chests:
        yield f"    {f'({chest.at[0]}, {chest.at[1]})':31}{100 * chest.home:4.0f} %{100 * chest.away:4.0f} %"
    names = max(len(name) for name in found.teams)
    yield f"  {'teams':{2 * names + 10}}{'the first wins':24}{'home wins':24}turns"
    for pair in found.pairings:
        yield "  " + _pair_line(pair, names)


def _pair_line(pair: Pairing, width: int) -> str:
    teams = one_line(f"{pair.one} against {pair.other}")
    median = f"{pair.turns.median:g}" if pair.turns else "–"
    return f"{teams:{2 * width + 10}}{percent(pair.one_wins):24}{percent(pair.home_wins):24}{median}"


def markdown(tests: Sequence[Playtest]) -> str:
    """Playtests as Markdown: a section for each."""
    return "\n".join("\n".join(_sections(found)) + "\n" for found in tests)


def _sections(found: Playtest) -> Iterator[str]:
    from dungeon_designer.text.escaping import plain

    yield f"## {plain(found.name or found.file)}"
    yield ""
    yield f"{found.words[0].upper()}{found.words[1:]}."
    yield ""
    yield f"{ended(found)}, {plain(found.ruleset)}; 95 % intervals over rounds of four games."
    yield ""
    yield from _table(("figure", "value"), figures(found))
    yield ""
    rows = [(str(chest.at), f"{100 * chest.home:.0f} %", f"{100 * chest.away:.0f} %") for chest in found.chests]
    yield from _table(("chest with the ball", "in home's wins", "in away's wins"), rows)
    yield ""
    pairs = [
        (plain(pair.one), plain(pair.other), percent(pair.one_wins), percent(pair.home_wins)) for pair in found.pairings
    ]
    yield from _table(("team", "against", "the first wins", "home wins"), pairs)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"
    yield from (f"| {' | '.join(row)} |" for row in rows)
