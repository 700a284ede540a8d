"""Write the texts of a pack that are the same in print and in Markdown."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from dungeon_designer.analysis.stock import CARD_KIND, count_boxes
from dungeon_designer.board.model import Board
from dungeon_designer.errors import escape_line
from dungeon_designer.exports.pack.pack_model import Chapter, Pack
from dungeon_designer.exports.pack.ruleset_parts import list_changed_rules
from dungeon_designer.exports.pack.short_texts import replace_edition_ids
from dungeon_designer.exports.player_notes import select_player_notes
from dungeon_designer.figures.figure_text import describe_exchange, list_key_rows
from dungeon_designer.figures.measures import CONTESTED, NOBODY, list_chest_steps
from dungeon_designer.figures.survey import create_survey
from dungeon_designer.figures.symmetries import find_symmetries
from dungeon_designer.rules.rule_text import format_count, format_number, join_with_and
from dungeon_designer.text.pack_part import PackPart


def format_credit(chapter: Chapter) -> str:
    """Return the line below a dungeon's title: when it is played at the event, who made it, and for which ruleset."""
    author = chapter.board.layout.author
    return " · ".join(text for text in (chapter.when, f"by {author}" if author else "", chapter.ruleset.name) if text)


def find_player_notes(chapter: Chapter) -> str:
    """Return those notes of a dungeon that are for players."""
    return select_player_notes(chapter.board.layout.notes)


def list_set_up_parts(pack: Pack) -> Iterator[PackPart]:
    """Yield parts for coaches: how the dungeons are set up, what is special in them, and the notes of each.

    What several dungeons have in common is said once, followed by their titles.
    """
    titles_by_set_up: dict[tuple[tuple[str, ...], str], list[str]] = defaultdict(list)
    for chapter in pack.chapters:
        if chapter.set_up:
            source = replace_edition_ids(chapter.set_up.source)
            titles_by_set_up[chapter.set_up.items, source].append(chapter.title)
    for (items, source), titles in titles_by_set_up.items():
        suffix = f": {', '.join(titles)}" if len(titles_by_set_up) > 1 else ""
        yield PackPart(f"Setting up{suffix}", items=items, source=source)
    if special_rule_rows := _list_special_rule_rows(pack):
        yield PackPart("Special rules", head=("", "", "in"), rows=special_rule_rows)
    for chapter in pack.chapters:
        notes = find_player_notes(chapter)
        if notes.strip():
            yield PackPart(chapter.title, notes)


def _list_special_rule_rows(pack: Pack) -> tuple[tuple[str, str, str], ...]:
    """Return a row (subject, rule, dungeons) for each special rule of the dungeons of a pack (an event's document).

    The dungeons are "all" if every one of several dungeons has the rule, else their titles.
    """
    titles_by_rule: dict[tuple[str, str], list[str]] = defaultdict(list)
    for chapter in pack.chapters:
        for special_rule in list_special_rules(chapter):
            titles_by_rule[special_rule].append(chapter.title)
    chapter_count = len(pack.chapters)
    return tuple(
        (subject, rule, "all" if len(titles) == chapter_count > 1 else ", ".join(titles))
        for (subject, rule), titles in titles_by_rule.items()
    )


def list_special_rules(chapter: Chapter) -> list[tuple[str, str]]:
    """Return the special rules of a dungeon as pairs of subject and rule.

    First come the rules that are printed on tiles; the subject names all tiles with that rule. Then come the rules of
    the ruleset that the dungeon itself changes.
    """
    board = chapter.board
    tiles = [board.library.get(section.tile) for section in board.sections if section.tile]
    tile_names_by_rule: dict[str, list[str]] = defaultdict(list)
    for tile in tiles:
        if tile.rule:
            tile_names_by_rule[" ".join(tile.rule.split())].append(tile.name)
    tile_rules = [(join_with_and(list(dict.fromkeys(names))), rule) for rule, names in tile_names_by_rule.items()]
    dungeon_rules = [
        (subject, f"{rule} ({replace_edition_ids(source)})" if source else rule)
        for subject, rule, source in list_changed_rules(chapter)
    ]
    return [*tile_rules, *dungeon_rules]


def count_tiles(board: Board) -> Counter[str]:
    """Return the number of times that a board uses each tile, by the tile's name."""
    return Counter(board.library.get(section.tile).name for section in board.sections if section.tile)


def describe_symmetry(chapter: Chapter) -> str:
    """Return a sentence that says whether the dungeon is the same for both teams after a rotation or flip.

    It is '' with fewer than two teams.
    """
    if len(chapter.board.teams) < 2:
        return ""
    return describe_exchange(
        board_symmetry.description
        for board_symmetry in find_symmetries(chapter.board)
        if board_symmetry.exchanges_teams
    )


def list_chest_rows(chapter: Chapter) -> list[tuple[str, ...]]:
    """Return the rows of a table: how many steps each team walks to each chest, and for which team the chest is safe.

    A chest is safe for a team that is about twice as near as every other one. The first row is the head. The list is
    empty without chests or teams.
    """
    chest_walks = list_chest_steps(create_survey(chapter.board, chapter.ruleset))
    if not chest_walks:
        return []
    team_names = list(map(str, chest_walks[0].steps))  # the same teams walk to every chest
    if not team_names:
        return []
    rows = [("chest", *team_names, "safe for")]
    for chest_walk in chest_walks:
        steps = ("no route" if steps is None else f"{steps:g}" for steps in chest_walk.steps.values())
        # teams reach a contested chest, but none is near enough; to a chest of nobody, no team can walk
        safe_for = {CONTESTED: "neither" if len(team_names) == 2 else "no team", NOBODY: "no team"}.get(
            chest_walk.safe_for, chest_walk.safe_for
        )
        rows.append((str(chest_walk.at), *steps, safe_for))
    return rows


def list_figure_rows(chapter: Chapter) -> list[tuple[str, ...]]:
    """Return the rows of a table with a few measured numbers of a dungeon, such as sizes and distances.

    Each is compared with the named dungeons: the published dungeons of the same edition in `examples/`. The first row
    is the head.
    """
    head = ("figure", "here", "named dungeons", "compared")
    return [head, *map(tuple, list_key_rows(chapter.board, chapter.ruleset))]


def format_verdict(chapter: Chapter) -> str:
    """Return a sentence that says whether a dungeon is legal under its ruleset, and how many problems it has.

    A dungeon for which a rule crashed cannot be judged.
    """
    verdict = chapter.verdict
    not_legal_text = "Cannot be judged" if verdict.failures else "Not legal"
    judgement = "Legal" if verdict.is_legal() else not_legal_text
    rules = format_count(len(verdict.checked_rules), "rule")
    return f"{judgement} under {chapter.ruleset.name}: {rules} checked, {verdict.summary or 'no problems'}."


def list_problem_texts(chapter: Chapter) -> list[str]:
    """Return a line for each problem of a dungeon, the worst first.

    Waived (accepted) problems with their reasons follow, then waivers (statements that accept a problem) that cover
    none.
    """
    open_texts, waived_texts = [], []
    for finding in chapter.verdict.findings_and_failures:
        message = finding.message
        if finding.waived is None:
            source = f" ({replace_edition_ids(finding.source)})" if finding.source else ""
            open_texts.append(f"{finding.level.display_name.capitalize()}, {finding.rule}: {message}{source}")
        else:
            waived_texts.append(f"Waived, {finding.rule}: {message.rstrip('.')}. Reason: {finding.waived}")
    stale = [
        f"A waiver of {stale_waiver.waiver.rule} covers nothing: {stale_waiver.reason}"
        for stale_waiver in chapter.verdict.stale_waivers
    ]
    return list(map(escape_line, (*open_texts, *waived_texts, *stale)))


def describe_stock(pack: Pack) -> str:
    """Return a sentence that says for how many tables the paper pieces of the event suffice at the same time."""
    table_count = max(map(len, pack.rounds), default=0)
    if table_count < 2:
        return "This is enough for one dungeon at a time."
    return f"This is enough for all {table_count} tables in every round: each table has its own kit of pieces."


def count_event_tiles(pack: Pack) -> dict[str, int]:
    """Return how many copies of each tile the event needs, by the tile's name. Two-sided cards are left out."""
    return {need.name: need.count for need in pack.materials.list_tiles() if need.kind != CARD_KIND}


def describe_boxes(pack: Pack) -> Iterator[str]:
    """Yield a sentence for each tile set that must be bought more than once: how many boxes of it the event needs."""
    box_counts = count_boxes(pack.materials.list_tiles())
    for tile_set, box_count in box_counts.items():
        if box_count > 1:
            yield f"You need {format_number(box_count)} boxes of the tile set {tile_set}."
