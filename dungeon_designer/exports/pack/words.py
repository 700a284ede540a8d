"""What a pack says, in plain words: the same in print and in Markdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from dungeon_designer.analysis.stock import boxes, for_all, tiles_needed
from dungeon_designer.board.model import Board
from dungeon_designer.errors import one_line
from dungeon_designer.exports.pack.model import Chapter, Pack
from dungeon_designer.findings import Finding, Level
from dungeon_designer.layout.model import Machine, RollingBall
from dungeon_designer.rules.figure_words import key_rows
from dungeon_designer.rules.parameter_words import plain
from dungeon_designer.rules.registry import rule
from dungeon_designer.rules.rule import counted, in_words
from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.rulesets.model import Chests, Corners, Metric, RuleEntry, RuleLevel, Ruleset
from dungeon_designer.rulesets.play import Play, play_of

MOST_NOTES = 100_000
"""Letters of notes that are printed: fifty pages."""

LEAP = ("Leap edges", "From a marked edge a player who can leap may jump over the hazard before it.")
UNTOLD = "what it finds would tell what lies hidden; the organiser's pack says it (--hidden)"
LEVELS = {RuleLevel.MUST: "must", RuleLevel.SHOULD: "should", RuleLevel.NOTICE: "notice"}
_NAMES = {Level.ERROR: "error", Level.WARNING: "warning", Level.INFO: "notice"}


def paragraphs(text: str) -> list[str]:
    """Notes as paragraphs: a blank line parts two of them, other line ends are where somebody's editor wrapped.

    >>> paragraphs("One\\ntwo.\\n\\nThree.")
    ['One two.', 'Three.']
    """
    if len(text) > MOST_NOTES:
        text = f"{text[:MOST_NOTES]}…"
    return [" ".join(part.split()) for part in text.split("\n\n") if part.strip()]


def credit(chapter: Chapter) -> str:
    """When it is played, who made it, and for which edition."""
    author = chapter.board.layout.author
    return " · ".join(part for part in (chapter.when, f"by {author}" if author else "", chapter.ruleset.name) if part)


def special_rooms(board: Board) -> list[tuple[str, str]]:
    """What is played by a rule of its own, with that rule: tiles, each once, machines and leap edges."""
    tiles = [board.library.get(section.tile) for section in board.sections if section.tile]
    found = {tile.id: (tile.name, " ".join(tile.rule.split())) for tile in tiles if tile.rule}
    return [*found.values(), *map(_machine, board.machines), *([LEAP] if board.layout.leap_edges else [])]


def _machine(machine: Machine) -> tuple[str, str]:
    if isinstance(machine, RollingBall):
        width, height = machine.size
        track = f"along a track of {machine.length} squares, its own start included"
        return "Rolling ball", f"A stone ball of {width} by {height} squares rolls {machine.travel} {track}."
    return "Turning room", "The room turns about its centre; its walls, its doors and all that lies on it turn with it."


def tiles_used(board: Board) -> Counter[str]:
    """The names of the tiles a board is laid from, and how often."""
    return Counter(board.library.get(section.tile).name for section in board.sections if section.tile)


def tiles_enough(pack: Pack) -> dict[str, int]:
    """The tiles that are enough for any one dungeon of the event."""
    most: Counter[str] = Counter()
    for chapter in pack.chapters:
        most |= tiles_used(chapter.board)
    return dict(most)


FIGURES = ("figure", "here", "named dungeons", "among them")
"""Over the columns of a dungeon's figures."""


def figures(chapter: Chapter) -> list[tuple[str, ...]]:
    """A few figures of a dungeon, and where they stand among those of the named dungeons of its edition."""
    return [tuple(row) for row in key_rows(chapter.board, chapter.ruleset)]


def boxes_enough(pack: Pack) -> Iterator[str]:
    """How many boxes the tiles of any one dungeon take, for each set of which one box does not do."""
    needed = for_all(tiles_needed(chapter.board) for chapter in pack.chapters)
    return (f"{of_set} takes {in_words(count)} boxes." for of_set, count in boxes(needed).items() if count > 1)


def verdict(chapter: Chapter) -> str:
    """Whether it is legal, under which edition, and what was found."""
    found = chapter.verdict
    counts = [counted(found.count(level), name) for level, name in _NAMES.items() if found.count(level)]
    if found.waived:
        counts.append(f"{found.waived} waived")
    legal = "Legal" if found.legal() else "Not legal"
    rules = counted(len(found.asked), "rule")
    return f"{legal} under {chapter.ruleset.name}: {rules} asked, {', '.join(counts) or 'nothing found'}."


def findings(chapter: Chapter, hidden: bool = False) -> Iterator[str]:
    """What stays to be said, the worst first; of what lies hidden only when that is asked for."""
    for finding in chapter.verdict.findings:
        if finding.waived is None:
            level, what = _NAMES[finding.level].capitalize(), _message(finding, hidden)
            yield one_line(f"{level}, {finding.rule}: {what}{_source(finding)}")


def waivers(chapter: Chapter, hidden: bool = False) -> Iterator[str]:
    """What was waived, and why; then the waivers that cover nothing any more."""
    for finding in chapter.verdict.findings:
        if finding.waived is not None:
            what = _message(finding, hidden).rstrip(".")
            yield one_line(f"Waived, {finding.rule}: {what}. Reason: {finding.waived}")
    for stale in chapter.verdict.stale:
        yield one_line(f"A waiver of {stale.waiver.rule} covers nothing: {stale.reason}")


def _message(finding: Finding, hidden: bool) -> str:
    """What a finding says, or in a pack for everybody that it speaks of what lies hidden."""
    return UNTOLD if rule(finding.rule).tells_hidden and not hidden else finding.message


def _source(finding: Finding) -> str:
    return f" ({finding.source})" if finding.source else ""


def ways(ruleset: Ruleset) -> list[str]:
    """How the ruleset moves and counts, and what it extends."""
    corners = {
        Corners.FREE: "A diagonal step needs one open way round its corner.",
        Corners.STRICT: "A diagonal step needs both ways round its corner open.",
    }
    chests = {
        Chests.ENTERABLE: "A chest is opened by entering its square.",
        Chests.IMPASSABLE: "A chest is opened from a square beside it.",
    }
    said = [corners[ruleset.corners], chests[ruleset.chests]]
    if ruleset.id not in EDITIONS:  # of an edition its book tells; whoever plays by house rules may have nothing else
        said += _players(play_of(ruleset))
    if ruleset.metric is Metric.WALK:
        said.append("Distances are counted in steps of movement.")
    if ruleset.lineage:
        said.append(f"House rules: it extends {', '.join(ruleset.lineage)}.")
    return said


def _players(play: Play) -> list[str]:
    """How many players a side sets up, and how more come into the dungeon.

    >>> _players(Play(players=6, reserves_a_turn=1, reserves_by=("portal", "end_zone")))
    ['Each side sets up 6 players.', '1 reserve a turn may come in, by portal or end zone.']
    """
    said = [f"Each side sets up {counted(play.players, 'player')}."] if play.players is not None else []
    if play.reserves is not None:
        said.append(f"It has {counted(play.reserves, 'player')} in reserve.")
    if play.reserves_a_turn is not None:
        where = f", by {' or '.join(map(plain, play.reserves_by))}" if play.reserves_by else ""
        said.append(f"{counted(play.reserves_a_turn, 'reserve')} a turn may come in{where}.")
    return said


def rules(ruleset: Ruleset) -> Iterator[tuple[str, str, str, str]]:
    """Each rule that is asked: its name, its level, what it asks, and where it stands."""
    for level in LEVELS:
        for name, entry in sorted(ruleset.rules.items()):
            if entry.level is level:
                yield name, LEVELS[level], _asks(name, entry), entry.source


def _asks(name: str, entry: RuleEntry) -> str:
    """The rule's summary, and its parameters where it has any.

    >>> _asks("trap-spacing", RuleEntry(level=RuleLevel.MUST, parameters={"min": 4}))
    'Traps keep their distance from each other: at least 4.'
    """
    asked = rule(name)
    summary = " ".join(asked.manual.split("\n\n", 1)[0].split()).rstrip(":")
    said = asked.settings.in_words(entry.parameters)
    return f"{summary.rstrip('.')}: {said}." if said else summary
