"""The organiser's document."""

from __future__ import annotations

import re
from dataclasses import replace as dataclass_replace
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from msgspec import to_builtins
from msgspec.structs import replace

from dungeon_designer.board.build import build_board
from dungeon_designer.drawing.drawing_options import DrawingOptions
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.exports.pack.markdown_pack import format_notes_as_markdown, write_pack_markdown
from dungeon_designer.exports.pack.pack_model import Chapter, Pack
from dungeon_designer.exports.pack.pack_pages import count_steps, write_pack_pdf
from dungeon_designer.exports.pack.ruleset_parts import describe_rule, list_parts, list_play_rows, list_rules_of_level
from dungeon_designer.exports.pack.texts import list_special_rules
from dungeon_designer.exports.pieces.event_materials import EventMaterials
from dungeon_designer.layout.model import CounterContent, Layout, Section, Team, Trap, TrapKind, Waiver
from dungeon_designer.rules import checker
from dungeon_designer.rules.board_topics import find_topic_squares
from dungeon_designer.rules.rule_registry import RULE_NAMES, load_rule
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from dungeon_designer.rulesets.ruleset_model import RuleEntry, RuleLevel
from dungeon_designer.rulesets.topic_table import format_topic
from dungeon_designer.text.pack_part import PackPart
from dungeon_designer.tiles.library import load_library
from tests.drawing import boards

from . import goldens, pages

NAF = load_unchecked_ruleset("naf-2019")


def make_chapter(layout: Layout, when: str) -> Chapter:
    """Return a dungeon of an event."""
    board = build_board(layout, load_library())
    return Chapter(f"{layout.name}.dungeon.yaml", when, board, NAF, checker.check_board(board, NAF))


WAIVED = replace(
    boards.CROWN, waivers=(Waiver(rule="square-count", reason="club night, 90 minutes"),), notes="Mind|it."
)
PACK = Pack(
    name="The Winter Cup",
    author="R. Mason",
    notes="Bring dice.",
    chapters=(make_chapter(WAIVED, "Round 1"), make_chapter(boards.ENGINE, "Round 2")),
    parts=(
        PackPart(
            "The rounds",
            head=("", "round", "dungeon"),
            rows=(("1", "Round 1", boards.CROWN.name), ("2", "Round 2", boards.ENGINE.name)),
        ),
    ),
    organiser=True,
)


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pack as pages."""
    file = tmp_path_factory.mktemp("pack") / "pack.pdf"
    file.write_bytes(write_pack_pdf(PACK, ExportOptions(DrawingOptions(theme="ink"))))
    return file


def test_the_document_holds_what_an_organiser_needs(printed: Path) -> None:
    """Cover, contents, rounds, names, notes, pieces, verdicts, waivers with reasons, stock and rules are there."""
    words = " ".join(pages.text(printed, 0 + n) for n in range(1, pages.count_pages(printed) + 1))
    words = " ".join(words.split())
    for said in (
        "The Winter Cup", "Contents", "The rounds", "Round 2", boards.CROWN.name, boards.ENGINE.name, "Mind|it.",
        "5 × chest with a trap", "Verdict", "under NAF", "club night, 90 minutes", "The stock for the whole event",
        "From one chest to another", "at least 5 squares", "Advised for every dungeon", "The number of players",
    ):  # fmt: skip
        assert said in words, said


def test_chests_of_four_teams_have_readable_columns(tmp_path: Path) -> None:
    """A table of steps that is too wide to be printed beside the figures is below them, with a column for each team."""
    example = Path(__file__).parents[2] / "examples" / "gw-2021-multiplayer" / "the-four-stairs.dungeon.yaml"
    board, ruleset = Dungeon.load(example).board, load_unchecked_ruleset("gw-2021-multiplayer")
    chapter = Chapter("stairs.dungeon.yaml", "", board, ruleset, checker.check_board(board, ruleset))
    file = tmp_path / "pack.pdf"
    file.write_bytes(write_pack_pdf(Pack("Four", "", "", (chapter,), organiser=True), ExportOptions()))
    lines = pages.run_poppler("pdftotext", "-layout", file, "-").splitlines()
    rows = [line.split() for line in lines]
    assert ["chest", "home", "away", "third", "fourth", "safe", "for"] in rows
    assert ["(22,", "8)", "13", "13", "23", "19", "no", "team"] in rows


def test_bookmarks_lead_to_every_part(printed: Path, tmp_path: Path) -> None:
    """The outline names every dungeon, the stock and the rules."""
    outline = pages.run_poppler("pdftohtml", "-xml", "-i", "-stdout", printed).partition("<outline>")[2]
    for part in (boards.CROWN.name, boards.ENGINE.name, "The rounds", "The stock for the whole event", "The rules of"):
        assert part in outline


def test_the_pages_are_vectors_with_fonts(printed: Path) -> None:
    """No raster is in the document, and every font travels with it."""
    assert pages.list_images(printed) == []
    assert all(embedded for _, embedded in pages.list_fonts(printed))


def test_the_same_event_gives_the_same_bytes(printed: Path) -> None:
    """There is no clock in the document, in print or in Markdown."""
    assert write_pack_pdf(PACK, ExportOptions(DrawingOptions(theme="ink"))) == printed.read_bytes()
    assert write_pack_markdown(PACK) == write_pack_markdown(PACK)
    assert not re.search(rb"20[2-9]\d-\d\d", write_pack_markdown(PACK))


def test_a_scale_adds_sheets_and_pieces(tmp_path: Path, printed: Path) -> None:
    """With a scale every dungeon's sheets and all pieces follow, and progress is told step by step."""
    told: list[int] = []
    options = ExportOptions(DrawingOptions(theme="ink"), 25.4, fitted=False, paper="Letter")
    file = tmp_path / "scale.pdf"
    file.write_bytes(write_pack_pdf(PACK, options, told.append))
    assert sum(told) == count_steps(PACK, options)
    assert pages.count_pages(file) > pages.count_pages(printed) + 6
    last = pages.text(file, pages.count_pages(file))
    assert "Print at 100 %" in last


def test_what_lies_below_is_told_to_the_organiser_alone(tmp_path: Path) -> None:
    """No list of a pack says what lies below a trapdoor, but the organiser's does."""
    doored = replace(boards.CROWN, traps=(Trap(kind=TrapKind.TRAPDOOR, at=(3, 3), below="acid bath"),))
    for organiser in (False, True):
        pack, file = Pack("x", "", "", (make_chapter(doored, ""),), organiser=organiser), tmp_path / f"{organiser}.pdf"
        assert (b"acid bath" in write_pack_markdown(pack)) is organiser
        file.write_bytes(write_pack_pdf(pack, ExportOptions(DrawingOptions(theme="ink"))))
        told = " ".join(pages.text(file, number) for number in range(1, pages.count_pages(file) + 1))
        assert ("acid bath" in told) is organiser


def test_every_table_of_a_round_has_a_copy_of_its_map() -> None:
    """Each table that plays a dungeon is on the label of a copy of its own, also if two copies were on it before."""
    board = build_board(boards.CROWN)
    tables_by_round = ({1}, {2}, {1, 2}, {2, 3})
    rounds = [tuple(("crown",) if number in tables else () for number in (1, 2, 3)) for tables in tables_by_round]
    labels = EventMaterials({"crown": board}, rounds).label_map_copies("crown")
    assert labels == ["tables 1 and 2", "tables 2 and 3"]


def test_the_stock_counts_boxes(tmp_path: Path) -> None:
    """The stock says how many boxes a dungeon needs if one box is not enough; else it says nothing."""
    corridors = [Section(id=f"c{number}", tile="gw-2021/corridor-straight", at=(6 * number, 0)) for number in range(9)]
    for count, told in ((9, True), (4, False)):
        pack = Pack(
            "Cup", "", "", (make_chapter(Layout(name="Nine", sections=tuple(corridors[:count])), ""),), organiser=True
        )
        file = tmp_path / "pack.pdf"
        file.write_bytes(write_pack_pdf(pack, ExportOptions()))
        printed = " ".join(pages.text(file, n) for n in range(1, pages.count_pages(file) + 1))
        for text in (printed, write_pack_markdown(pack).decode()):
            assert ("You need three boxes of the tile set gw-2021." in " ".join(text.split())) == told


def test_machines_are_explained() -> None:
    """Rooms that turn and balls that roll are told with what lies in the dungeons, by the table of their edition."""
    board, ruleset = build_board(boards.ENGINE, load_library()), load_unchecked_ruleset("brawl-2013")
    pack = Pack("x", "", "", (Chapter("x", "", board, ruleset, checker.check_board(board, ruleset)),))
    told = write_pack_markdown(pack).decode().partition("### In these dungeons")[2].partition("### ")[0]
    assert "| Rotating room | The room in the middle may turn" in told
    assert "| Rolling ball | The stone ball rolls along its track" in told


def test_markdown_says_the_same() -> None:
    """The Markdown has the table, each dungeon with its pieces and verdict, the stock and the rules, signs escaped."""
    text = write_pack_markdown(PACK).decode()
    for said in (
        "# The Winter Cup",
        "| 1 | Round 1 |",
        "- 5 × chest with a trap",
        "club night, 90 minutes",
        "Mind\\|it.",
    ):
        assert said in text
    assert text.count("### Verdict") == 2


LEVELS = (RuleLevel.MUST, RuleLevel.SHOULD, RuleLevel.NOTICE)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_rule_asked_is_told(edition: str) -> None:
    """The rules of an edition are all there by their level, each with what it is about, few words and its book."""
    ruleset = load_unchecked_ruleset(edition)
    told = [row for level in LEVELS for row in list_rules_of_level(ruleset, level)]
    assert len(told) == len(ruleset.enabled_rules)
    assert all(about and words and source for about, words, source in told)
    assert len({about for about, _, _ in told}) == len(told)
    assert all(len(f"{about} {words}") < 200 for about, words, _ in told)


@pytest.mark.parametrize("edition", EDITIONS)
def test_parameters_are_words(edition: str) -> None:
    """No rule is told in the ruleset file's own spelling, nor by its name there: no dashes, underscores or brackets."""
    for about, words, _ in (
        row for level in LEVELS for row in list_rules_of_level(load_unchecked_ruleset(edition), level)
    ):
        assert not re.search(r"\bmin\b|\bmax\b|_|\{|\[|: yes|: no\b", f"{about} – {words}")
        assert about not in RULE_NAMES


@pytest.mark.parametrize("name", RULE_NAMES)
def test_every_parameter_can_be_told(name: str) -> None:
    """A house ruleset may name any parameter of any rule, and a pack has words for it, not only for the editions'."""
    settings = load_rule(name).settings_type
    given = {key: value for key, value in to_builtins(settings()).items() if value is not None}
    about, words = describe_rule(name, RuleEntry(level=RuleLevel.MUST, parameters=given))
    assert about
    assert words
    assert "_" not in f"{about} {words} {settings.describe_parameters(given)}"


@pytest.mark.parametrize(
    ("name", "parameters", "told"),
    [
        ("chest-count", {"min": 7, "max": 9}, "Chests: 7 to 9"),
        ("chest-count", {"per_side": 3}, "Chests: 3 for each team"),
        ("chest-count", {}, "Chests: exactly 6"),
        ("chest-spacing", {"min": 12}, "From one chest to another: at least 12 squares"),
        (
            "portal-chest-distance",
            {"traps": 2},
            "From a portal to a chest: at least 3 squares; traps at least 2 from both",
        ),
        ("corridor-width", {"width": 3, "bridges": True}, "Passages: at least three squares wide; also bridges"),
        ("corridor-width", {"max": 6}, "Passages: no place wider than 6 squares"),
        ("end-zone-count", {"kind": "entry", "per_side": 2}, "Each team has: 2 entries"),
        ("end-zone-size", {"shape": [2, 4]}, "Size of each end zone: 2 by 4 squares"),
        ("door-width", {"width": 4}, "Openings between sections: 4 squares wide"),
        ("walking-fairness", {"max": 5}, "The teams' walks to a chest: differ by at most 5 steps"),
        ("trap-section", {"forbidden": ["own_half"]}, "A coach's pit counters: not in: own half"),
        (
            "trapdoor",
            {"count": {"max": 2}},
            "Trapdoors: 1 by 1 squares or 2 by 2 squares; at most 2 of them; what lies below is stated",
        ),
    ],
)
def test_the_short_form_says_the_rules_own_parameters(name: str, parameters: dict[str, object], told: str) -> None:
    """Every number of the short form is a parameter of the ruleset."""
    about, words = describe_rule(name, RuleEntry(level=RuleLevel.MUST, parameters=parameters))
    assert f"{about}: {words}".startswith(told)


def test_a_rule_without_words_for_players_is_told_by_its_manual(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its name and its first sentence, and what the ruleset sets, if it sets something."""
    monkeypatch.setattr(load_rule("chest-spacing").settings_type, "player_text", ("", ""))
    first = load_rule("chest-spacing").summary.rstrip(".")
    told = [
        describe_rule("chest-spacing", RuleEntry(level=RuleLevel.MUST, parameters=each)) for each in ({}, {"min": 7})
    ]
    assert told == [("Chest spacing", first), ("Chest spacing", f"{first}: at least 7")]


def test_words_of_a_ruleset_are_no_template() -> None:
    """Braces and brackets in the names of a house ruleset's tiles are letters."""
    parameters = {"stock": [{"name": "{asked} [x]", "count": 1, "size": [2, 2]}], "besides": ["{0}[{rest}]"]}
    assert (
        describe_rule("trapdoor", RuleEntry(level=RuleLevel.MUST, parameters={"below": ["{asked} [x]"]}))[1].count(
            "{asked} [x]"
        )
        == 1
    )
    assert describe_rule("tile-supply", RuleEntry(level=RuleLevel.MUST, parameters=parameters))


PLAYERS = "The number of players that each team sets up"


@pytest.mark.parametrize("edition", EDITIONS)
def test_how_an_edition_is_played_is_told_with_its_book(edition: str) -> None:
    """Players read how many are set up, how far one goes and how one steps: what the table does not tell."""
    told = {about: (words, source) for about, words, source in list_play_rows(load_unchecked_ruleset(edition))}
    assert {"Steps", PLAYERS} <= set(told) <= {
        "Steps", PLAYERS, "Squares that a player may add to the movement at a risk",
        "Obstacles that block the line of sight",
    }  # fmt: skip
    assert all(source for about, (_, source) in told.items() if about != "Steps")


def test_house_rules_tell_what_they_change_though_the_table_tells_it() -> None:
    """Each key that house rules change is told by its description and its value; one without a table tells nothing."""
    brawl = load_unchecked_ruleset("brawl-2013")
    house = replace(brawl, id="cup", lineage=("brawl-2013",), play={**brawl.play, "jump": 2, "onward": False})
    changed = [row for row in list_play_rows(house) if row not in set(list_play_rows(brawl)) and row[0] != "Chests"]
    source = brawl.play["portal_source"]
    assert changed == [
        ("The cost of a jump through a portal, in squares of movement", "2", source),
        ("A player may move on in the turn of a jump", "no", source),
    ]
    assert [about for about, _, _ in list_play_rows(replace(brawl, play={}))] == ["Steps"]


def test_a_dungeon_tells_its_own_rules() -> None:
    """The rules of play of a dungeon stand with it: keys by their descriptions, entries whole, and the source."""
    entry = {"happens": "It sings.", "turnover": "It stops.", "source": "X"}
    told = list_special_rules(
        make_chapter(replace(boards.CROWN, play={"longest_throw": "long", "table": {"chest": entry}}), "")
    )
    assert ("The longest pass that may be thrown underground", f"long ({boards.CROWN.name})") in told
    assert ("Chest", "It sings. Turnover: It stops. (X)") in told


def test_what_the_packs_dungeons_hold_is_told_first() -> None:
    """The table's entries stand in three parts: what lies in these dungeons, the match, what may lie in others."""
    board, ruleset = build_board(boards.CROWN), load_unchecked_ruleset("brawl-2013")
    pack = Pack("x", "", "", (Chapter("x", "", board, ruleset, checker.check_board(board, ruleset)),))
    told = {part.title: [row[0] for row in part.rows if row[0]] for part in list_parts(pack, ruleset)}
    assert set(told) == {"How it is played", "In these dungeons", "The course of a match"}
    pack = dataclass_replace(pack, organiser=True)
    told = {part.title: [row[0] for row in part.rows if row[0]] for part in list_parts(pack, ruleset)}
    held = [format_topic(topic) for topic in find_topic_squares(board)]
    assert told["In these dungeons"] == held
    assert "Statue" in held
    assert "Touchdown" in told["The course of a match"]
    assert not set(held) & set(told["In other dungeons"])
    assert "Rolling ball" in told["In other dungeons"]
    assert "Acid" not in told["In other dungeons"]


def make_counters(*faces: tuple[Team, CounterContent]) -> tuple[Trap, ...]:
    """Return counters of these sides with these faces, in a row."""
    return tuple(
        Trap(kind=TrapKind.COUNTER, at=(3 + n, 3), owner=team, content=face) for n, (team, face) in enumerate(faces)
    )


def test_what_counters_hide_is_told_to_the_organiser_alone(tmp_path: Path) -> None:
    """A pack for everybody says how many counters there are, not their faces: in no list, finding or piece."""
    faces = ((Team.HOME, CounterContent.SPIKED_PIT), (Team.AWAY, CounterContent.OPEN_PIT))
    trapdoor = Trap(kind=TrapKind.TRAPDOOR, at=(3, 5), size=(3, 1), below="acid bath")
    other = Trap(kind=TrapKind.TRAPDOOR, at=(3, 6), below="spiked pit")
    layout = replace(boards.CROWN, traps=(*make_counters(*faces), trapdoor, other))
    board, ruleset = build_board(layout, load_library()), load_unchecked_ruleset("gw-1989-expanded")
    asked = replace(ruleset, rules={**ruleset.rules, "trapdoor": RuleEntry(level=RuleLevel.MUST, parameters={})})
    verdict = checker.check_board(board, asked)
    assert {"trap-counters", "trapdoor"} <= {finding.rule for finding in verdict.findings}
    secret = re.compile("spiked|open pit|acid bath")
    for hidden in (False, True):
        pack = Pack("x", "", "", (Chapter("x", "", board, ruleset, verdict),), organiser=hidden)
        whole = write_pack_markdown(pack).decode()
        told = whole[: whole.index("## The rules of")]
        assert bool(secret.search(told)) is hidden
        file = tmp_path / f"{hidden}.pdf"
        options = ExportOptions(DrawingOptions(theme="ink"), 25.4, fitted=False)
        file.write_bytes(write_pack_pdf(pack, options))
        printed = [" ".join(pages.text(file, number).split()) for number in range(1, pages.count_pages(file) + 1)]
        sheets = next(n for n, text in enumerate(printed) if "Print at 100 %" in text)
        assert bool(secret.search(" ".join(printed[:sheets]).rpartition("The rules of")[0])) is hidden
        assert bool(secret.search(" ".join(printed[sheets:]))) is hidden


@pytest.mark.parametrize(
    "notes", ["---", "> a", "a\n\n===", "&lt; &amp;", "| a | b |", "[a](b)", "<b>a</b>", "`a`", "+1"]
)
def test_notes_are_paragraphs_in_markdown(notes: str) -> None:
    """Notes are read as they were written but for lists, headings and emphasis, though Markdown knows more."""
    wanted = notes.split("\n\n")
    kinds, said = _read(notes)
    assert kinds[: 3 * len(wanted)] == ["paragraph_open", "inline", "paragraph_close"] * len(wanted)
    assert said[: len(wanted)] == wanted


@pytest.mark.parametrize(
    ("notes", "kinds", "said"),
    [
        ("- a\n- b", ["bullet_list_open", "list_item_open", "paragraph_open"], ["a", "b"]),
        ("* a\n  1. b\n  2. c", ["bullet_list_open", "list_item_open", "paragraph_open"], ["a", "b", "c"]),
        ("3. a\n4. b", ["ordered_list_open", "list_item_open", "paragraph_open"], ["a", "b"]),
        ("Bring:\n- a", ["paragraph_open", "inline", "paragraph_close", "bullet_list_open"], ["Bring:", "a"]),
        ("# a", ["paragraph_open", "inline"], ["a"]),
        ("**a** _b_ c", ["paragraph_open", "inline"], ["a b c"]),
    ],
)
def test_lists_survive_in_markdown(notes: str, kinds: list[str], said: list[str]) -> None:
    """A list in notes is a list in the document, in lists too; headings become bold words, lest they be parts of it."""
    assert (_read(notes)[0][: len(kinds)], _read(notes)[1][: len(said)]) == (kinds, said)


def _read(notes: str) -> tuple[list[str], list[str]]:
    """Return the kinds of tokens of a pack with such notes, after its title, and what its paragraphs say."""
    text = write_pack_markdown(Pack("x", "", notes, (make_chapter(boards.CROWN, ""),))).decode()
    tokens = MarkdownIt("commonmark").parse(text)[3:]
    said = [token for token in tokens if token.type == "inline"]
    return [t.type for t in tokens], ["".join(part.content for part in t.children or ()) for t in said]


def test_only_the_first_sign_of_a_line_is_kept_from_meaning_something() -> None:
    """After words in bold type a dash is a dash; the first of a paragraph would begin a list."""
    assert next(iter(format_notes_as_markdown("**Bring** - dice"))) == "**Bring** - dice"
    assert next(iter(format_notes_as_markdown("\\- dice"))) == "\\- dice"


def test_lists_survive_on_pages(tmp_path: Path) -> None:
    """A printed list has a line for each of its items, with a dot or its number before it."""
    notes = 'Bring:\n\n- dice **and** pens\n- a team\n  1. second\n\n#panic() $x$ #read("secret")'
    file = tmp_path / "pack.pdf"
    layout = replace(boards.CROWN, notes=notes)
    file.write_bytes(
        write_pack_pdf(Pack("x", "", "", (make_chapter(layout, ""),)), ExportOptions(DrawingOptions(theme="ink")))
    )
    told = " ".join(pages.text(file, number) for number in (2, 3))
    assert re.search(r"[•‣] dice and pens\n", told)
    assert re.search(r"[•‣] a team\n", told)
    assert re.search(r"1\. second\n", told)
    assert '#panic() $x$ #read("secret")' in told


def test_rooms_of_one_rule_are_told_together() -> None:
    """Boards that all have the same rule take one paragraph: their names, then the rule once."""
    tiles = [tile for tile in load_library().list_set_tiles("gw-1989") if tile.rule][:6]
    sections = tuple(
        Section(id=tile.id.rpartition("/")[2], tile=tile.id, at=(20 * n, 0)) for n, tile in enumerate(tiles)
    )
    told = list_special_rules(make_chapter(Layout(sections=sections), ""))
    assert len({rule for _, rule in told}) == len(told) < len(tiles)
    assert all(sum(tile.name in said for said, _ in told) == 1 for tile in tiles)


def test_a_houses_own_sentences_stand_in_the_pack() -> None:
    """Sentences of house rules that no rule measures stand as written in the pack, for coaches and organisers."""
    house = replace(load_unchecked_ruleset("naf-2019"), notes=("No fouls in the first turn.",))
    told = {part.title: part.items for part in list_parts(goldens.make_event(), house)}
    assert told["Other house rules"] == ("No fouls in the first turn.",)
    assert "Other house rules" not in {
        part.title for part in list_parts(goldens.make_event(), load_unchecked_ruleset("naf-2019"))
    }
