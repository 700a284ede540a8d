"""What a pack says, in plain words: the same in print and in Markdown."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from dungeon_designer.analysis.stock import CARD, boxes
from dungeon_designer.board.model import Board
from dungeon_designer.errors import one_line
from dungeon_designer.exports.pack.few_words import by_name
from dungeon_designer.exports.pack.model import Chapter, Pack, PackPart
from dungeon_designer.exports.pack.rules import own_rules
from dungeon_designer.figures.measures import CONTESTED, NOBODY, chest_steps
from dungeon_designer.figures.survey import survey_of
from dungeon_designer.figures.symmetries import symmetries
from dungeon_designer.figures.words import exchanged, key_rows
from dungeon_designer.rules.rule import both, counted, in_words

_WALKS = re.compile(r" *Walking distances to the chests:.*$", re.MULTILINE)


def credit(chapter: Chapter) -> str:
    """When it is played, who made it, and for which edition."""
    author = chapter.board.layout.author
    return " · ".join(part for part in (chapter.when, f"by {author}" if author else "", chapter.ruleset.name) if part)


def notes(chapter: Chapter) -> str:
    """What its author says, without walking distances; of a proposed dungeon its character alone."""
    said = _WALKS.sub("", chapter.board.layout.notes)
    return said.partition("\n")[0] if "\nProposed by: dungeon-designer" in said else said


def laid_out(pack: Pack) -> Iterator[PackPart]:
    """How the dungeons are set up and what is special in them, for coaches: what several share is said once."""
    alike: dict[tuple[tuple[str, ...], str], list[str]] = {}
    special: dict[tuple[str, str], list[str]] = {}
    for chapter in pack.chapters:
        if chapter.set_up:
            alike.setdefault((chapter.set_up.items, by_name(chapter.set_up.source)), []).append(chapter.title)
        for told in special_rules(chapter):
            special.setdefault(told, []).append(chapter.title)
    for (items, source), titles in alike.items():
        where = f": {', '.join(titles)}" if len(alike) > 1 else ""
        yield PackPart(f"Setting up{where}", items=items, source=source)
    if special:
        every = len(pack.chapters)
        rows = [(what, told, "all" if len(at) == every > 1 else ", ".join(at)) for (what, told), at in special.items()]
        yield PackPart("Special rules", head=("", "", "in"), rows=tuple(rows))
    yield from (PackPart(chapter.title, notes(chapter)) for chapter in pack.chapters if notes(chapter).strip())


def special_rules(chapter: Chapter) -> list[tuple[str, str]]:
    """What is played by a rule of its own, with that rule: tiles, those of one rule together, and the dungeon."""
    board = chapter.board
    tiles = [board.library.get(section.tile) for section in board.sections if section.tile]
    found: dict[str, dict[str, None]] = {}
    for tile in tiles:
        if tile.rule:
            found.setdefault(" ".join(tile.rule.split()), {})[tile.name] = None
    own = [(about, f"{told} ({by_name(source)})" if source else told) for about, told, source in own_rules(chapter)]
    return [*((both([*names]), told) for told, names in found.items()), *own]


def tiles_used(board: Board) -> Counter[str]:
    """The names of the tiles a board is laid from, and how often."""
    return Counter(board.library.get(section.tile).name for section in board.sections if section.tile)


def symmetry(chapter: Chapter) -> str:
    """Whether the sides have the same dungeon, in a sentence; '' with fewer than two sides."""
    if len(chapter.board.teams) < 2:
        return ""
    return exchanged(symmetry.way for symmetry in symmetries(chapter.board) if symmetry.swaps)


def chests(chapter: Chapter) -> list[tuple[str, ...]]:
    """Below a head, how many steps each side walks to each chest, and whose it is; empty without chests or sides."""
    found = chest_steps(survey_of(chapter.board, chapter.ruleset))
    if not found or not found[0].steps:
        return []
    rows = [("chest", *map(str, found[0].steps), "safe for")]
    for each in found:
        steps = ("no way" if steps is None else f"{steps:g}" for steps in each.steps.values())
        safe = {CONTESTED: "neither", NOBODY: "nobody"}.get(each.safe_for, each.safe_for)
        rows.append((str(each.at), *steps, safe))
    return rows


def figures(chapter: Chapter) -> list[tuple[str, ...]]:
    """Below a head, a few figures, and where they stand among those of the named dungeons of its edition."""
    head = ("figure", "here", "named dungeons", "among them")
    return [head, *map(tuple, key_rows(chapter.board, chapter.ruleset))]


def verdict(chapter: Chapter) -> str:
    """Whether it is legal, under which edition, and what was found."""
    found = chapter.verdict
    legal = "Legal" if found.legal() else "Not legal"
    rules = counted(len(found.asked), "rule")
    return f"{legal} under {chapter.ruleset.name}: {rules} asked, {found.tally or 'nothing found'}."


def findings(chapter: Chapter) -> list[str]:
    """What stays to be said, the worst first; then what was waived, and why; then the waivers that cover nothing."""
    said, waived = [], []
    for finding in chapter.verdict.findings:
        what = finding.message
        if finding.waived is None:
            source = f" ({finding.source})" if finding.source else ""
            said.append(f"{finding.level.word.capitalize()}, {finding.rule}: {what}{source}")
        else:
            waived.append(f"Waived, {finding.rule}: {what.rstrip('.')}. Reason: {finding.waived}")
    stale = [f"A waiver of {each.waiver.rule} covers nothing: {each.reason}" for each in chapter.verdict.stale]
    return list(map(one_line, (*said, *waived, *stale)))


def whole(pack: Pack) -> str:
    """For what the stock is enough, in a sentence."""
    tables = max(map(len, pack.rounds), default=0)
    one = "Enough for any one of its dungeons at a time."
    return one if tables < 2 else f"Enough for all {tables} tables of any round at once: a kit of pieces for each."


def tiles_enough(pack: Pack) -> dict[str, int]:
    """The tiles of the event, by name."""
    return {need.name: need.count for need in pack.account.tiles() if need.kind != CARD}


def boxes_enough(pack: Pack) -> Iterator[str]:
    """How many boxes the tiles of the event take, for each set of which one box does not do."""
    needed = pack.account.tiles()
    return (f"{of_set} takes {in_words(count)} boxes." for of_set, count in boxes(needed).items() if count > 1)
