"""A playtest as text, as Markdown, as a page of a pack, and as maps to lay over the dungeon."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dungeon_designer.analysis.figure_picture import FigureBand, FigurePicture
from dungeon_designer.board.model import Board
from dungeon_designer.errors import one_line
from dungeon_designer.exports.pack.model import HowItPlays, PackPart
from dungeon_designer.playtest.named import Named, share_from, suited
from dungeon_designer.playtest.report import MINUTES, OddGame, Playtest, duel_of, plan_of, playtested
from dungeon_designer.playtest.results import Share, Turns
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.translation import capital


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


def headline(found: Playtest) -> str:
    """The verdict in words, over all styles where they were played."""
    return found.words_over_styles or found.words


def ended(found: Playtest) -> str:
    """How many games were played, and why no more."""
    why = {"precise": ", then it was precise enough", "stopped": ", then it was stopped"}.get(found.ended, "")
    each = " of each style" if found.styles else ""
    return f"{found.games:,} games{each}, seed {found.seed}{why}"


def figures(found: Playtest) -> list[tuple[str, str]]:
    """Every figure but those of teams and chests, by name."""
    lost = ", ".join(f"{cause} {count:.2f}" for cause, count in found.losses.items() if count >= 0.005)
    beside = ""
    if named := found.agile_beside:
        between = f"{100 * named.least:.0f}–{100 * named.greatest:.0f}"
        beside = f", more than in {named.below} of {named.of} named dungeons ({between})"
    return [
        *((f"home side wins, {one.coach.lower()} coaches", percent(one.home_wins)) for one in found.styles),
        *(() if found.styles else (("home side wins", percent(found.home_wins)),)),
        *(((f"{found.coaches[0]} beats {found.coaches[1]}", percent(found.coach_wins)),) if found.coach_wins else ()),
        ("side that goes first wins", percent(found.first_wins)),
        ("touchdown or annihilation", percent(found.decided)),
        ("ended by", endings(found) or "nothing"),
        ("touchdowns a match", f"{found.touchdowns:.2f}"),
        ("turns to the first touchdown", turns(found.turns)),
        (f"decided within {_times(found)}", ", ".join(percent(one.decided) for one in found.minutes)),
        (f"over within {_times(found)}", ", ".join(percent(one.over) for one in found.minutes)),
        ("minutes a turn", f"{found.turn_minutes}, {_BY[found.turn_minutes_by]}"),
        ("agile beats bashing", percent(found.agile_wins) + beside),
        ("jumps by portal a game", f"{found.portal_jumps:.1f}, of the ball {found.ball_jumps:.2f}"),
        ("blocks, passes a game", f"{found.blocks:.1f}, {found.passes:.2f}"),
        ("players lost a game", lost or "none"),
    ]


_BY = {"call": "as asked", "ruleset": "as the ruleset says", "": "since the ruleset says nothing"}


def endings(found: Playtest) -> str:
    """By what the games ended, and how many of them."""
    words = {"ball": "by the ball", "players": "by players", "coin": "by a coin", "draw": "a draw"}
    told = ((f"time, {words[name]}" if name in words else name, share) for name, share in found.endings.items())
    return "; ".join(f"{name} {100 * share:.1f} %" for name, share in told if share)


def _times(found: Playtest) -> str:
    return f"{', '.join(str(one.minutes) for one in found.minutes)} min"


def in_gallery(found: Named, ruleset: Ruleset) -> tuple[tuple[str, str], ...]:
    """What stands of a named dungeon in a gallery: a title and a value each."""
    home, first, agile = (share_from(ends) for ends in (found.home, found.first, found.agile))
    styles = [(name, share_from(style.agile)) for name, style in found.styles.items()]
    whom = suited(agile, ruleset, styles) if agile else None
    words = {"unsettled": "not settled", "depends": "depends on how one plays"}
    others = "; ".join(f"{name.lower()} {percent(share_from(style.home))}" for name, style in found.styles.items())
    return (
        ("Home side wins", percent(home)),
        ("In other styles", others or "–"),
        ("Verdict", "fair by symmetry" if found.even else words.get(found.over_styles, found.over_styles)),
        ("First to move wins", percent(first)),
        ("Median turn of the first touchdown", f"{found.turns:g}" if found.turns is not None else "–"),
        (
            f"Decided within {', '.join(map(str, MINUTES))} min",
            ", ".join(percent(share_from(at)) for at in found.decided),
        ),
        ("Agile beats bashing", percent(agile)),
        ("It suits", whom.whom if whom else "–"),
    )


def text(tests: Sequence[Playtest]) -> str:
    """Playtests for a terminal."""
    return "\n".join("\n".join(_lines(found)) + "\n" for found in tests)


def duel(tests: Sequence[Playtest]) -> str:
    """Which of two coaches is stronger: in all, and by dungeon."""
    if not tests:
        return ""
    one, other = tests[0].coaches
    wide = max(len(one_line(test.name or test.file)) for test in tests)
    rows = [f"  {one_line(test.name or test.file):{wide}}  {percent(test.coach_wins)}" for test in tests]
    count = f"{len(tests)} dungeon{'s' if len(tests) > 1 else ''}"
    return "\n".join((f"{one} beats {other}: {percent(duel_of(tests))} of the wins, {count}", *rows)) + "\n"


def _lines(found: Playtest) -> Iterator[str]:
    yield f"{one_line(found.name or found.file)}: {headline(found)}"
    yield f"  {ended(found)}, {one_line(found.ruleset)}; 95 % intervals over rounds of four games"
    pairs = figures(found)
    width = max(len(name) for name, _ in pairs) + 2
    yield from (f"  {name:{width}}{told}" for name, told in pairs)
    yield "  the ball's chest in the first touchdowns of  home  away"
    for chest in found.chests:
        yield f"    {f'({chest.at[0]}, {chest.at[1]})':43}{100 * chest.home:4.0f} %{100 * chest.away:4.0f} %"
    wide = 2 * max(len(name) for name in found.teams) + 10
    yield f"  {'teams':{wide}}{'the first wins':24}{'home wins':24}turns"
    for pair in found.pairings:
        teams = one_line(f"{pair.one} against {pair.other}")
        median = f"{pair.turns.median:g}" if pair.turns else "–"
        yield f"  {teams:{wide}}{percent(pair.one_wins):24}{percent(pair.home_wins):24}{median}"
    yield f"  to watch, --replay N: {'; '.join(odd_words(game) for game in found.odd)}"


def odd_words(game: OddGame) -> str:
    """A game that stands out, in a line.

    >>> odd_words(OddGame(7, "most chests opened", 6))
    'game 7 (most chests opened: 6)'
    """
    return f"game {game.number:,} ({game.what}: {game.count})"


def markdown(tests: Sequence[Playtest]) -> str:
    """Playtests as Markdown: a section for each."""
    return "\n".join("\n".join(_sections(found)) + "\n" for found in tests)


def _sections(found: Playtest) -> Iterator[str]:
    from dungeon_designer.text.escaping import as_markdown, markdown_table

    yield f"## {as_markdown(found.name or found.file)}"
    yield ""
    yield f"{capital(headline(found))}."
    yield ""
    yield f"{ended(found)}, {as_markdown(found.ruleset)}; 95 % intervals over rounds of four games."
    yield ""
    yield from markdown_table(("figure", "value"), figures(found))
    yield ""
    yield from markdown_table(("chest with the ball", "in home's first touchdowns", "in away's"), _chests(found))
    yield ""
    pairs = [
        (as_markdown(pair.one), as_markdown(pair.other), percent(pair.one_wins), percent(pair.home_wins))
        for pair in found.pairings
    ]
    yield from markdown_table(("team", "against", "the first wins", "home wins"), pairs)
    yield ""
    yield f"To watch with `--replay N`: {'; '.join(odd_words(game) for game in found.odd)}."


def _chests(found: Playtest) -> tuple[tuple[str, str, str], ...]:
    return tuple((str(each.at), f"{100 * each.home:.0f} %", f"{100 * each.away:.0f} %") for each in found.chests)


KINDS = {
    "walked": "Steps onto each square a game",
    "fought": "Blocks against who stood on each square, a game",
    "fell": "Falls on each square a game",
}
"""The maps there are, and what each shows."""

_BANDS = 6


def picture_of(test: Playtest, kind: str) -> FigurePicture:
    """One of the maps: bands from nothing to the most, as the other figures of a dungeon are shown."""
    counts = getattr(test, kind)
    most = max(counts, default=0.0)
    bands: dict[int, list[tuple[int, int]]] = {}
    for square, count in zip(test.squares, counts, strict=True):
        if count > 0:
            bands.setdefault(min(_BANDS, 1 + int(_BANDS * count / most)), []).append(square)
    shown = ((at / _BANDS, tuple(found)) for at, found in sorted(bands.items()))
    return FigurePicture(
        kind, KINDS[kind], tuple(FigureBand(f"up to {most * at:.2g}", found, at) for at, found in shown)
    )


def page_of(board: Board, ruleset: Ruleset, games: int, seed: int) -> HowItPlays:
    """How a dungeon plays; PlaytestError where no match can be played on it."""
    test = playtested(board, ruleset, plan_of(games=games, seed=seed, styles=True), board.layout.name)
    if test.ended == "stopped":
        raise KeyboardInterrupt
    words = [f"{capital(headline(test))}."]
    if whom := suits(test.agile_wins, ruleset, [(style.coach, style.agile_wins) for style in test.styles[1:]]):
        words.append(whom)
    words.append(
        f"Found by {ended(test)}: equal coaches, teams {', '.join(test.teams)}, sides and first turn swapped."
        " Behind each share stands the range in which it lies with 95 % certainty."
    )
    head = "chest with the ball", "home's first touchdowns", "away's"
    return HowItPlays(
        tuple(words),
        PackPart("Figures of the games", head=("figure", "value"), rows=tuple(figures(test))),
        PackPart("Which chest held the ball", head=head, rows=_chests(test)),
        tuple(picture_of(test, kind) for kind in KINDS),
    )


def suits(share: Share | None, ruleset: Ruleset, styles: Sequence[tuple[str, Share | None]] = ()) -> str:
    """Whom the dungeon suits, by the agile team's share against the bashing one; '' where that cannot be said."""
    found = suited(share, ruleset, styles) if share else None
    if found is None:
        return ""
    if found.whom == "both":
        return "As far as these games tell, it suits the agile and the bashing as most named dungeons do."
    beat = "they beat the bashing more often" if found.whom == "agile" else "the agile beat them less often"
    return f"It suits the {found.whom}: {beat} than in {found.more_than} of {found.of} named dungeons."
