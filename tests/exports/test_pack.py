"""The organiser's document."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from msgspec import to_builtins
from msgspec.structs import replace

from dungeon_designer.board.build import build
from dungeon_designer.drawing.options import DrawingOptions
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.pack.markdown import pack_markdown
from dungeon_designer.exports.pack.model import Chapter, Pack
from dungeon_designer.exports.pack.pages import pack_pdf, steps
from dungeon_designer.exports.pack.words import rules, special_rooms
from dungeon_designer.layout.model import CounterContent, Layout, Section, Team, Trap, TrapKind, Waiver
from dungeon_designer.rules import checker
from dungeon_designer.rules.registry import NAMES, rule
from dungeon_designer.rulesets.loader import EDITIONS, load
from dungeon_designer.rulesets.model import RuleEntry, RuleLevel
from dungeon_designer.tiles.library import library
from tests.drawing import boards

from . import pages

NAF = load("naf-2019")


def chapter(layout: Layout, when: str) -> Chapter:
    """A dungeon of an event."""
    board = build(layout, library())
    return Chapter(f"{layout.name}.dungeon.yaml", when, board, NAF, checker.check(board, NAF))


WAIVED = replace(
    boards.CROWN, waivers=(Waiver(rule="square-count", reason="club night, 90 minutes"),), notes="Mind|it."
)
PACK = Pack(
    name="The Winter Cup",
    author="R. Mason",
    notes="Bring dice.",
    chapters=(chapter(WAIVED, "Round 1"), chapter(boards.ENGINE, "Round 2")),
    table_title="The rounds",
    table_head=("", "round", "dungeon"),
    table=(("1", "Round 1", boards.CROWN.name), ("2", "Round 2", boards.ENGINE.name)),
)


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pack as pages."""
    file = tmp_path_factory.mktemp("pack") / "pack.pdf"
    file.write_bytes(pack_pdf(PACK, ExportOptions(DrawingOptions(theme="ink"))))
    return file


def test_the_document_holds_what_an_organiser_needs(printed: Path) -> None:
    """Cover, contents, rounds, names, notes, pieces, verdicts, waivers with reasons, stock and rules are there."""
    words = " ".join(pages.text(printed, 0 + n) for n in range(1, pages.page_count(printed) + 1))
    words = " ".join(words.split())
    for said in (
        "The Winter Cup", "Contents", "The rounds", "Round 2", boards.CROWN.name, boards.ENGINE.name, "Mind|it.",
        "5 × chest with a trap", "Verdict", "under NAF", "club night, 90 minutes", "The stock for the whole event",
        "chest-spacing", "should",
    ):  # fmt: skip
        assert said in words, said


def test_bookmarks_lead_to_every_part(printed: Path, tmp_path: Path) -> None:
    """The outline names every dungeon, the stock and the rules."""
    outline = pages.poppler("pdftohtml", "-xml", "-i", "-stdout", printed).partition("<outline>")[2]
    for part in (boards.CROWN.name, boards.ENGINE.name, "The rounds", "The stock for the whole event", "The rules of"):
        assert part in outline


def test_the_pages_are_vectors_with_fonts(printed: Path) -> None:
    """No raster is in the document, and every font travels with it."""
    assert pages.images(printed) == []
    assert all(embedded for _, embedded in pages.fonts(printed))


def test_the_same_event_gives_the_same_bytes(printed: Path) -> None:
    """There is no clock in the document, in print or in Markdown."""
    assert pack_pdf(PACK, ExportOptions(DrawingOptions(theme="ink"))) == printed.read_bytes()
    assert pack_markdown(PACK) == pack_markdown(PACK)
    assert not re.search(rb"20[2-9]\d-\d\d", pack_markdown(PACK))


def test_a_scale_adds_sheets_and_pieces(tmp_path: Path, printed: Path) -> None:
    """With a scale every dungeon's sheets and all pieces follow, and progress is told step by step."""
    told: list[int] = []
    options = ExportOptions(DrawingOptions(theme="ink"), 25.4, fitted=False, paper="Letter")
    file = tmp_path / "scale.pdf"
    file.write_bytes(pack_pdf(PACK, options, told.append))
    assert sum(told) == steps(PACK, options)
    assert pages.page_count(file) > pages.page_count(printed) + 6
    last = pages.text(file, pages.page_count(file))
    assert "Print at 100 %" in last


def test_what_lies_below_is_told_to_the_organiser_alone(tmp_path: Path) -> None:
    """No list of a pack says what lies below a trapdoor, unless what is hidden was asked for."""
    doored = replace(boards.CROWN, traps=(Trap(kind=TrapKind.TRAPDOOR, at=(3, 3), below="acid bath"),))
    pack = Pack("x", "", "", (chapter(doored, ""),))
    assert b"acid bath" not in pack_markdown(pack)
    assert b"acid bath" in pack_markdown(pack, hidden=True)
    for hidden in (False, True):
        file = tmp_path / f"{hidden}.pdf"
        file.write_bytes(pack_pdf(pack, ExportOptions(DrawingOptions(theme="ink", hidden=hidden))))
        told = " ".join(pages.text(file, number) for number in range(1, pages.page_count(file) + 1))
        assert ("acid bath" in told) == hidden


def test_the_stock_counts_boxes(tmp_path: Path) -> None:
    """Where the tiles of one dungeon do not come out of one box, the stock says how many it takes; else nothing."""
    corridors = [Section(id=f"c{number}", tile="gw-2021/corridor-straight", at=(6 * number, 0)) for number in range(9)]
    for count, told in ((9, True), (4, False)):
        pack = Pack("Cup", "", "", (chapter(Layout(name="Nine", sections=tuple(corridors[:count])), "Round 1"),))
        file = tmp_path / "pack.pdf"
        file.write_bytes(pack_pdf(pack, ExportOptions()))
        printed = " ".join(pages.text(file, n) for n in range(1, pages.page_count(file) + 1))
        for text in (printed, pack_markdown(pack).decode()):
            assert ("gw-2021 takes three boxes." in " ".join(text.split())) == told


def test_machines_are_explained() -> None:
    """Rooms that turn, balls that roll and edges to leap from are told among the special rooms."""
    names = [name for name, _ in special_rooms(build(boards.ENGINE, library()))]
    assert {"Turning room", "Rolling ball"} <= set(names)


def test_markdown_says_the_same() -> None:
    """The Markdown has the table, each dungeon with its pieces and verdict, the stock and the rules, signs escaped."""
    text = pack_markdown(PACK).decode()
    for said in (
        "# The Winter Cup",
        "| 1 | Round 1 |",
        "- 5 × chest with a trap",
        "club night, 90 minutes",
        "Mind\\|it.",
    ):
        assert said in text
    assert text.count("### Verdict") == 2


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_rule_asked_is_told(edition: str) -> None:
    """The rules of an edition are all there, those that must be kept first, each with words and its book."""
    ruleset = load(edition)
    told = list(rules(ruleset))
    assert sorted(name for name, *_ in told) == list(ruleset.asked)
    order = [RuleLevel.MUST.value, RuleLevel.SHOULD.value, RuleLevel.NOTICE.value]
    assert [level for _, level, *_ in told] == sorted((level for _, level, *_ in told), key=order.index)
    assert all(words and source for _, _, words, source in told)


@pytest.mark.parametrize("edition", EDITIONS)
def test_parameters_are_words(edition: str) -> None:
    """No rule is told in the ruleset file's own spelling: no bare min and max, no underscores, no nested brackets."""
    for _, _, told, _ in rules(load(edition)):
        assert not re.search(r"\bmin\b|\bmax\b|_|\{|: yes|: no\b", told), told


@pytest.mark.parametrize("name", NAMES)
def test_every_parameter_can_be_told(name: str) -> None:
    """A house ruleset may name any parameter of any rule, and a pack has words for it, not only for the editions'."""
    given = {key: value for key, value in to_builtins(rule(name).settings()).items() if value is not None}
    ruleset = replace(load("naf-2019"), rules={name: RuleEntry(level=RuleLevel.MUST, parameters=given)})
    ((_, _, told, _),) = rules(ruleset)
    assert "_" not in told


def counters(*faces: tuple[Team, CounterContent]) -> tuple[Trap, ...]:
    """Counters of these sides with these faces, in a row."""
    return tuple(
        Trap(kind=TrapKind.COUNTER, at=(3 + n, 3), owner=team, content=face) for n, (team, face) in enumerate(faces)
    )


def test_what_counters_hide_is_told_to_the_organiser_alone(tmp_path: Path) -> None:
    """A pack for everybody says how many counters there are, not their faces: in no list, finding or piece."""
    faces = ((Team.HOME, CounterContent.SPIKED_PIT), (Team.AWAY, CounterContent.OPEN_PIT))
    trapdoor = Trap(kind=TrapKind.TRAPDOOR, at=(3, 5), size=(3, 1), below="acid bath")
    other = Trap(kind=TrapKind.TRAPDOOR, at=(3, 6), below="spiked pit")
    layout = replace(boards.CROWN, traps=(*counters(*faces), trapdoor, other))
    board, ruleset = build(layout, library()), load("gw-1989-expanded")
    asked = replace(ruleset, rules={**ruleset.rules, "trapdoor": RuleEntry(level=RuleLevel.MUST, parameters={})})
    verdict = checker.check(board, asked)
    assert {"trap-counters", "trapdoor"} <= {finding.rule for finding in verdict.findings}
    pack = Pack("x", "", "", (Chapter("x", "", board, ruleset, verdict),))
    secret = re.compile("spiked|open pit|acid bath")
    for hidden in (False, True):
        whole = pack_markdown(pack, hidden=hidden).decode()
        told = whole[: whole.index("## The rules of")]
        assert bool(secret.search(told)) is hidden
        assert ("- 2 × pit counter\n" in told) is not hidden
        assert ("Error, trap-counters: what it finds" in told) is not hidden
        file = tmp_path / f"{hidden}.pdf"
        options = ExportOptions(DrawingOptions(theme="ink", hidden=hidden), 25.4, fitted=False)
        file.write_bytes(pack_pdf(pack, options))
        printed = [" ".join(pages.text(file, number).split()) for number in range(1, pages.page_count(file) + 1)]
        rules = next(n for n, text in enumerate(printed) if text.startswith("The rules of"))
        sheets = next(n for n, text in enumerate(printed) if n > rules and "Print at 100 %" in text)
        assert bool(secret.search(" ".join(printed[:rules]))) is hidden
        assert bool(secret.search(" ".join(printed[sheets:]))) is hidden


@pytest.mark.parametrize("notes", ["- a", "+ a", "1. a", "2) a", "---", "# a", "> a", "a\n\n===", "&lt; &amp;"])
def test_notes_are_paragraphs_in_markdown(notes: str) -> None:
    """What a note begins with makes no list, line or heading of it, and it is read as it was written."""
    tokens = MarkdownIt("commonmark").parse(pack_markdown(Pack("x", "", notes, (chapter(boards.CROWN, ""),))).decode())
    kinds = [token.type for token in tokens[3:]]
    wanted = notes.split("\n\n")
    assert kinds[: 3 * len(wanted)] == ["paragraph_open", "inline", "paragraph_close"] * len(wanted)
    said = [token for token in tokens[3:] if token.type == "inline"][: len(wanted)]
    assert ["".join(part.content for part in token.children or ()) for token in said] == wanted
