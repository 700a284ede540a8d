"""Write a playtest as text, as Markdown, as a page of a pack, and as maps to lay over the dungeon."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dungeon_designer.analysis.figure_picture import FigureBand, FigurePicture
from dungeon_designer.board.model import Board
from dungeon_designer.errors import escape_line
from dungeon_designer.figures.playtest_summary import PlaytestSummary
from dungeon_designer.playtest.named_dungeons import find_suitability
from dungeon_designer.playtest.report import Playtest, RemarkableGame, build_plan, measure_duel, run_playtest
from dungeon_designer.playtest.results import Share, TurnQuantiles
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.text.pack_part import PackPart
from dungeon_designer.translation import capitalise_first


def format_share(share: Share | None) -> str:
    """Return a share with its 95 % interval as text in per cent; a dash for None.

    >>> format_share(Share(0.5, 0.48, 0.52, 600))
    '50.0 % (48.0–52.0)'
    """
    if share is None:
        return "–"
    return f"{100 * share.value:.1f} % ({100 * share.low:.1f}–{100 * share.high:.1f})"


def format_turns(quantiles: TurnQuantiles | None) -> str:
    """Return the turns to the first touchdown as text: the median, the quartiles and the tenths; a dash for None."""
    if quantiles is None:
        return "–"
    half = (
        f"half {quantiles.lower:g}–{quantiles.upper:g}, one in ten by {quantiles.tenth:g}, nine by {quantiles.ninth:g}"
    )
    return f"{quantiles.median:g} ({half})"


def format_verdict(report: Playtest) -> str:
    """Return the verdict of a playtest as a phrase: over all styles if these were played, else of the one style."""
    return report.words_over_styles or report.words


def list_game_sentences(report: Playtest) -> list[str]:
    """Return sentences on whether the dungeon gives a good match: each figure beside those of the named dungeons.

    A last sentence says that the named dungeons were played otherwise, if that is so.
    """
    sentences = [figure.sentence for figure in report.game]
    if any(figure.named for figure in report.game) and not report.game_alike:
        sentences.append("the named ones were played by other teams or coaches, or with other times")
    return sentences


def format_precision(report: Playtest) -> str:
    """Return in words how wide the intervals of the home team's share are, and how many matches nobody won.

    Matches without a winner do not count for the share, so the more there are, the wider its interval is.
    """
    shares = [style.home_wins for style in report.styles] or [report.home_wins]
    width = max((share.half_width for share in shares if share), default=None)
    if width is None:
        return "–"
    total = f"±{100 * report.home_wins_over_styles.half_width:.1f} % over " if report.home_wins_over_styles else ""
    text = f"{total}all styles, ±{100 * width:.1f} % in each" if total else f"±{100 * width:.1f} %"
    drawn_share = report.endings.get("draw", 0) + report.endings.get("unfinished", 0)
    if drawn_share < 0.005:
        return text
    players = f" of {report.coaches[0].lower()} coaches" if report.styles else ""
    return f"{text}; nobody won {100 * drawn_share:.0f} % of the matches{players}"


def format_extent(report: Playtest) -> str:
    """Return in words how many matches were played and with which seed, and why no more if the series ended early."""
    reason = {"precise": ", then it was precise enough", "stopped": ", then it was stopped"}.get(report.ended, "")
    per_style = " of each style" if report.styles else ""
    return f"{report.games:,} matches{per_style}, seed {report.seed}{reason}"


def list_figures(report: Playtest) -> list[tuple[str, str]]:
    """Return pairs of a name and a value as text: the figures of a playtest that every report prints.

    Figures by chest and by pairing of teams are printed as tables of their own.
    """
    losses = ", ".join(f"{cause} {count:.2f}" for cause, count in report.losses.items() if count >= 0.005)
    comparison = ""
    if named_range := report.agile_beside:
        bounds = f"{100 * named_range.least:.0f}–{100 * named_range.greatest:.0f}"
        comparison = f", more than in {named_range.below} of {named_range.of} named dungeons ({bounds})"
    return [
        *((f"home wins, {entry.coach.lower()} coaches", format_share(entry.home_wins)) for entry in report.styles),
        *((("home wins, all styles", format_share(report.home_wins_over_styles)),) if report.styles else ()),
        *(() if report.styles else (("home wins", format_share(report.home_wins)),)),
        ("home's share is known to", format_precision(report)),
        *(
            ((f"{report.coaches[0]} beats {report.coaches[1]}", format_share(report.coach_wins)),)
            if report.coach_wins
            else ()
        ),
        ("team that goes first wins", format_share(report.first_wins)),
        ("touchdown or annihilation", format_share(report.decided)),
        ("ended by", format_endings(report) or "nothing"),
        ("touchdowns a match", f"{report.touchdowns:.2f}"),
        ("turns to the first touchdown", format_turns(report.turns)),
        (f"decided within {_format_times(report)}", ", ".join(format_share(entry.decided) for entry in report.minutes)),
        (f"over within {_format_times(report)}", ", ".join(format_share(entry.over) for entry in report.minutes)),
        ("minutes a turn", f"{report.turn_minutes}, {_TIME_SOURCES[report.turn_minutes_by]}"),
        ("agile beats bashing", format_share(report.agile_wins) + comparison),
        ("jumps by portal a match", f"{report.portal_jumps:.1f}, of the ball {report.ball_jumps:.2f}"),
        ("blocks, passes a match", f"{report.blocks:.1f}, {report.passes:.2f}"),
        ("players idle in their team's turn", f"{100 * report.idle:.0f} %"),
        ("players lost a match", losses or "none"),
    ]


_TIME_SOURCES = {"call": "as asked", "ruleset": "as the ruleset says", "": "since the ruleset says nothing"}
"""Who says how long a turn takes, in words."""


def format_endings(report: Playtest) -> str:
    """Return the share of matches for each way in which they ended, as text; shares of 0 are left out."""
    words = {"ball": "by the ball", "players": "by players", "coin": "by a coin", "draw": "a draw"}
    shares = ((f"time, {words[name]}" if name in words else name, share) for name, share in report.endings.items())
    return "; ".join(f"{name} {100 * share:.1f} %" for name, share in shares if share)


def _format_times(report: Playtest) -> str:
    """Return the times by which matches are counted as decided, as text such as '60, 75 min'."""
    return f"{', '.join(str(entry.minutes) for entry in report.minutes)} min"


def format_text(tests: Sequence[Playtest]) -> str:
    """Return playtests as text for a terminal, one after the other."""
    return "\n".join("\n".join(_list_lines(report)) + "\n" for report in tests)


def format_duel(tests: Sequence[Playtest]) -> str:
    """Return as text which of two coaches is stronger: over all dungeons, then in each; '' without playtests.

    The share is the first coach's share of the wins.
    """
    if not tests:
        return ""
    first, second = tests[0].coaches
    name_width = max(len(escape_line(test.name or test.file)) for test in tests)
    rows = [f"  {escape_line(test.name or test.file):{name_width}}  {format_share(test.coach_wins)}" for test in tests]
    count = f"{len(tests)} dungeon{'s' if len(tests) > 1 else ''}"
    return (
        "\n".join((f"{first} beats {second}: {format_share(measure_duel(tests))} of the wins, {count}", *rows)) + "\n"
    )


def _list_lines(report: Playtest) -> Iterator[str]:
    """Yield the lines of a playtest for a terminal: verdict, figures, chests, pairings, matches to watch."""
    yield f"{escape_line(report.name or report.file)}: {report.headline}"
    yield f"  {format_extent(report)}, {escape_line(report.ruleset)}; 95 % intervals over rounds of four matches"
    yield from (f"  {sentence}" for sentence in list_game_sentences(report))
    pairs = list_figures(report)
    width = max(len(name) for name, _ in pairs) + 2
    yield from (f"  {name:{width}}{value}" for name, value in pairs)
    yield "  the ball's chest in the first touchdowns of  home  away"
    for chest in report.chests:
        yield f"    {f'({chest.at[0]}, {chest.at[1]})':43}{100 * chest.home:4.0f} %{100 * chest.away:4.0f} %"
    teams_width = 2 * max(len(name) for name in report.teams) + 10
    yield f"  {'teams':{teams_width}}{'the first wins':24}{'home wins':24}turns"
    for pair in report.pairings:
        teams = escape_line(f"{pair.one} against {pair.other}")
        median = f"{pair.turns.median:g}" if pair.turns else "–"
        yield f"  {teams:{teams_width}}{format_share(pair.one_wins):24}{format_share(pair.home_wins):24}{median}"
    yield f"  to watch, --replay N: {'; '.join(format_remarkable_game(game) for game in report.odd)}"


def format_remarkable_game(game: RemarkableGame) -> str:
    """Return a match worth watching as a phrase with its number.

    >>> format_remarkable_game(RemarkableGame(7, "most chests opened", 6))
    'match 7 (most chests opened: 6)'
    """
    return f"match {game.number:,} ({game.what}: {game.count})"


def format_markdown(tests: Sequence[Playtest]) -> str:
    """Return playtests as Markdown, a section for each."""
    return "\n".join("\n".join(_list_sections(report)) + "\n" for report in tests)


def _list_sections(report: Playtest) -> Iterator[str]:
    """Yield the lines of a playtest in Markdown: verdict, then tables of figures, chests and pairings."""
    from dungeon_designer.text.escaping import escape_markdown, format_markdown_table

    yield f"## {escape_markdown(report.name or report.file)}"
    yield ""
    yield f"{capitalise_first(report.headline)}."
    yield ""
    yield from (f"- {capitalise_first(sentence)}." for sentence in list_game_sentences(report))
    yield ""
    yield f"{format_extent(report)}, {escape_markdown(report.ruleset)}; 95 % intervals over rounds of four matches."
    yield ""
    yield from format_markdown_table(("figure", "value"), list_figures(report))
    yield ""
    yield from format_markdown_table(
        ("chest with the ball", "in home's first touchdowns", "in away's"), _list_chest_rows(report)
    )
    yield ""
    pairs = [
        (
            escape_markdown(pair.one),
            escape_markdown(pair.other),
            format_share(pair.one_wins),
            format_share(pair.home_wins),
        )
        for pair in report.pairings
    ]
    yield from format_markdown_table(("team", "against", "the first wins", "home wins"), pairs)
    yield ""
    yield f"To watch with `--replay N`: {'; '.join(format_remarkable_game(game) for game in report.odd)}."


def _list_chest_rows(report: Playtest) -> tuple[tuple[str, str, str], ...]:
    """Return a row of three texts for each chest: its square, its share for the home team, and that for the away team.

    A share is that of the team's first touchdowns whose ball was in the chest.
    """
    return tuple((str(chest.at), f"{100 * chest.home:.0f} %", f"{100 * chest.away:.0f} %") for chest in report.chests)


MAP_TITLES = {
    "walked": "Steps onto each square a match",
    "fought": "Blocks against who stood on each square, a match",
    "fell": "Falls on each square a match",
}
"""The maps of a playtest, and what each shows."""

_MAX_BANDS = 6
"""The greatest number of bands of a map."""


def build_map(test: Playtest, kind: str) -> FigurePicture:
    """Return a map of a playtest: the squares by how often something happened on them, in six bands of equal width.

    Squares on which it never happened are in no band.

    Args:
        kind: what is counted: a key of `MAP_TITLES`
    """
    counts = getattr(test, kind)
    highest = max(counts, default=0.0)
    bands: dict[int, list[tuple[int, int]]] = {}
    for square, count in zip(test.squares, counts, strict=True):
        if count > 0:
            bands.setdefault(min(_MAX_BANDS, 1 + int(_MAX_BANDS * count / highest)), []).append(square)
    levels = ((level / _MAX_BANDS, tuple(band_squares)) for level, band_squares in sorted(bands.items()))
    return FigurePicture(
        kind,
        MAP_TITLES[kind],
        tuple(FigureBand(f"up to {highest * level:.2g}", band_squares, level) for level, band_squares in levels),
    )


def build_page(board: Board, ruleset: Ruleset, games: int, seed: int) -> PlaytestSummary:
    """Play matches on a dungeon and return the page of the pack (the printed document of an event) with the results.

    Args:
        games: how many matches of each style at most
        seed: selects the dice

    Raises:
        PlaytestError: no match can be played on the dungeon
        KeyboardInterrupt: the playtest was stopped
    """
    report = run_playtest(board, ruleset, build_plan(games=games, seed=seed, styles=True), board.layout.name)
    if report.ended == "stopped":
        raise KeyboardInterrupt
    words = [f"{capitalise_first(report.headline)}."]
    words += [f"{capitalise_first(sentence)}." for sentence in list_game_sentences(report)]
    if suitability := describe_suitability(
        report.agile_wins, ruleset, [(style.coach, style.agile_wins) for style in report.styles[1:]]
    ):
        words.append(suitability)
    words.append(
        f"Found by {format_extent(report)}: equal coaches, teams {', '.join(report.teams)}, sides and first turn"
        " swapped. Behind each share stands the range in which it lies with 95 % certainty."
    )
    head = "chest with the ball", "home's first touchdowns", "away's"
    return PlaytestSummary(
        tuple(words),
        PackPart("Figures of the matches", head=("figure", "value"), rows=tuple(list_figures(report))),
        PackPart("Which chest held the ball", head=head, rows=_list_chest_rows(report)),
        tuple(build_map(report, kind) for kind in MAP_TITLES),
    )


def describe_suitability(share: Share | None, ruleset: Ruleset, styles: Sequence[tuple[str, Share | None]] = ()) -> str:
    """Return a sentence that says which teams a dungeon suits, agile or bashing; '' if that cannot be said.

    Args:
        share: the agile team's share of the wins against the bashing team
        styles: pairs of another style's name and the same share in that style
    """
    suitability = find_suitability(share, ruleset, styles) if share else None
    if suitability is None:
        return ""
    if suitability.team_kind == "both":
        return "As far as these matches tell, it suits the agile and the bashing as most named dungeons do."
    comparison = (
        "they beat the bashing more often" if suitability.team_kind == "agile" else "the agile beat them less often"
    )
    share_text = f"{suitability.lower_count} of {suitability.dungeon_count} named dungeons"
    return f"It suits the {suitability.team_kind}: {comparison} than in {share_text}."
