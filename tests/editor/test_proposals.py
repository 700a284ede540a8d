"""The dock that proposes: answers looked at by pointing and taken by a click, in the order in which they came."""

import re
from contextlib import suppress

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

import dungeon_designer as dd
from dungeon_designer.editor import proposal_worker
from dungeon_designer.editor.background_worker import BackgroundProcess
from dungeon_designer.editor.dialogs.start import NewDialog
from dungeon_designer.editor.new_dungeon_worker import _NewDungeonSearch
from dungeon_designer.editor.picture_list import SmallPicture
from dungeon_designer.editor.proposal_question import find_answers
from dungeon_designer.editor.proposal_worker import (
    ProposalAnswer,
    ProposalKind,
    ProposalNews,
    ProposalProgress,
    ProposalRequest,
)
from dungeon_designer.errors import PlacementError
from dungeon_designer.generator.archive import Archive
from dungeon_designer.generator.changes import Change, ChangeKind
from dungeon_designer.generator.fairness_fixes import FairnessFix, FairnessFixes
from dungeon_designer.generator.generator_options import FurnitureStyle, GenerateOptions, Request
from dungeon_designer.generator.match_decisions import SELDOM_DECIDED
from dungeon_designer.generator.placement.placer import Placer
from dungeon_designer.generator.proposal import DECIDED_FIGURE, GAMES_FIGURE, HOME_WINS_FIGURE, Refusal
from dungeon_designer.generator.search import CandidateOutcome, MatchTask, propose_dungeons
from dungeon_designer.layout.model import Layout
from dungeon_designer.layout.sketch_writer import write_sketch
from dungeon_designer.layout_edits.symmetry import SymmetryMode
from dungeon_designer.playtest.results import Share
from dungeon_designer.playtest.teams import STYLES
from dungeon_designer.rules.rule_registry import load_ruleset
from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.tiles.library import load_library
from tests.editor.docked import show_dock
from tests.examples.verdicts import EXAMPLES
from tests.ten_joints import TEN_JOINTS

LEFT = Qt.MouseButton.LeftButton
HALL = dd.Dungeon.parse("ruleset: naf-2019\nmap: |\n  <.........>\n  <..C......>\n  <.........>\n").layout
HORSESHOE = EXAMPLES / "gw-2021" / "the-burning-horseshoe.dungeon.yaml"
WINDS = dd.load(EXAMPLES / "naf-2019" / "the-four-winds.dungeon.yaml")


@pytest.fixture
def dock(hand, monkeypatch):
    """The dock in front, the hall on the table; what would be asked is written down in `asked`."""
    asked = []
    made = hand.window.proposals

    def submit(worker, request):
        asked.extend([request] if isinstance(request, ProposalRequest) else [])

    monkeypatch.setattr(BackgroundProcess, "submit_request", submit)
    made.asked = asked
    show_dock(hand, "proposals")
    hand.workspace.open_layout(HALL, None)
    hand.verdict()
    made.propose(ProposalKind.VARY)
    yield made
    hand.workspace.lock_sections(frozenset())
    show_dock(hand, "problems")


def add_chest(at):
    return replace(HALL, chests=(at,))


def suggest(dock, at, **more):
    """Have the process tell of an answer: the chest moved there."""
    picture = SmallPicture(dd.Dungeon(add_chest(at)).svg().encode(), (-1, -1), (13, 5))
    words = f"Chest moved to {at}"
    given = {"layout": add_chest(at), "caption": words, "summary": f"{words}: 1 loop more", "squares": (at,)}
    question(dock).worker.answer_received.emit(ProposalAnswer(key=str(at), picture=picture, **(given | more)))


def question(dock):
    """Return the newest question about the dungeon in front."""
    return dock.sections[0].question


def find_middle(dock, place):
    """Return a point on a picture, in the middle and near its upper edge, so that it is in view in a low dock."""
    QApplication.processEvents()  # the list is laid out
    rectangle = dock.picture_list.visualItemRect(dock.picture_list.item(place))
    return QPoint(rectangle.center().x(), rectangle.top() + 30)


def point(dock, place):
    QTest.mouseMove(dock.picture_list.viewport(), find_middle(dock, place) + QPoint(1, 1))
    QTest.mouseMove(dock.picture_list.viewport(), find_middle(dock, place))


def click(dock, place):
    QTest.mouseClick(dock.picture_list.viewport(), LEFT, pos=find_middle(dock, place))


def grab_map(hand):
    """Return the picture of the map with its marks while the pointer is elsewhere."""
    QApplication.sendEvent(hand.canvas, QEvent(QEvent.Type.Leave))
    return hand.canvas.grab().toImage()


def list_enabled(dock):
    items = map(dock.picture_list.item, range(dock.picture_list.count()))
    return [bool(item.flags() & Qt.ItemFlag.ItemIsEnabled) for item in items]


def make_question(way, dungeon, **more):
    ruleset = load_ruleset(dungeon.layout.ruleset)
    given = {
        "kind": way,
        "layout": dungeon.layout,
        "ruleset": ruleset,
        "ruleset_name": ruleset.id,
        "library": load_library(),
    }
    return ProposalRequest(theme="slate", **(given | more))


def list_answers(asked, until=lambda heard: False):
    """Return what the process says to a question, up to what is enough."""
    heard = []

    def tell(what=None):
        heard.extend([] if what is None else [what])
        if until(heard):
            raise KeyboardInterrupt

    with suppress(KeyboardInterrupt):
        find_answers(asked, tell)
    return heard


def test_answers_are_found_by_another_process(hand):
    """Variations come from a process of its own; one that is taken is the dungeon, legal as before."""
    dock = show_dock(hand, "proposals")
    hand.workspace.open_layout(dd.load(HORSESHOE).layout, None)
    dock.propose(ProposalKind.VARY)
    hand.qtbot.waitUntil(lambda: len(dock.answers) > 1, timeout=60_000)
    assert not dock.picture_list.item(0).icon().isNull()
    first = dock.answers[0]
    click(dock, 0)
    assert hand.layout == first.layout
    QTest.mouseClick(dock.search_button, LEFT)
    assert question(dock).worker.is_idle
    question(dock).worker.close()
    show_dock(hand, "problems")


def test_what_is_missing_is_placed(hand):
    """Each answer for a floor with half its chests and no portals is legal, and what lies there stays.

    No two of the texts below the pictures are the same: they say how far the chests are, and who walks more.
    """
    bare = WINDS.edit(chests=WINDS.layout.chests[:3], portals=())
    heard = list_answers(make_question(ProposalKind.COMPLETE, bare), lambda heard: len(heard) == 4)
    answers = [each for each in heard if isinstance(each, ProposalAnswer)]
    assert answers[0].summary == "3 chests, 6 portals"
    assert re.match(r"Chests \d+ to \d+ steps, (even walks|(home|away) walks \d+ % more)", answers[0].caption)
    assert len({answer.caption for answer in answers}) == len(answers) > 1
    assert dd.Dungeon(answers[0].layout).check().legal
    assert set(bare.layout.chests) <= set(answers[0].layout.chests)
    assert len(answers[0].squares) == 9


def test_new_dungeons_are_legal_and_say_how_they_were_made():
    """The first keeps the edition's rules, has the style that was asked, and tells the command that finds it."""
    asked = make_question(
        ProposalKind.NEW, WINDS, options=GenerateOptions(wants=("long",), style=FurnitureStyle.SPREAD)
    )
    first = list_answers(asked, lambda heard: isinstance(heard[-1:][0] if heard else None, ProposalAnswer))[-1]
    assert first.is_new
    assert dd.Dungeon(first.layout).check(strict=True).legal
    assert first.layout.extra["made"]["command"].endswith("--style spread --want long")


def test_matches_are_told_later(monkeypatch):
    """A dungeon is told before its matches are played; afterwards come its share of wins, or that it is refused."""
    tiles, rules = load_library([]), load_ruleset("naf-2019")
    request = Request(ruleset=rules, library=tiles)
    proposal = propose_dungeons(request, 1).archive.proposals[0]
    fair = replace(proposal, figures={**proposal.figures, HOME_WINS_FIGURE: 0.503, GAMES_FIGURE: 2400.0})
    said, heard = [], []
    monkeypatch.setattr("dungeon_designer.editor.new_dungeon_worker.run_task", lambda request, piece: said.pop(0))
    for outcome, words in ((fair, "home wins 50.3%"), (Refusal(("unequal",)), "refused: one team wins more often")):
        said += [CandidateOutcome(0, proposal, is_final=False), CandidateOutcome(0, outcome)]
        asked = make_question(ProposalKind.NEW, WINDS)
        search = _NewDungeonSearch(asked, request, lambda *what: heard.extend(what), Archive(request, 12))
        list(search.run_pieces([None]))
        assert heard[-1].caption.endswith("\nmatches are being played")
        list(search.run_pieces([MatchTask(0, proposal)]))
        assert heard[-1] == ProposalNews(str(proposal.made), words, is_refused=outcome is not fair)


def test_the_news_of_matches_say_how_often_they_are_decided():
    """A dungeon that was played on says how often games are decided and home wins, or that too few are decided."""
    request = Request(ruleset=load_ruleset("naf-2019"), library=load_library([]))
    proposal = propose_dungeons(request, 1).archive.proposals[0]
    symmetric = replace(proposal, figures={DECIDED_FIGURE: 0.784})
    fair = replace(proposal, figures={DECIDED_FIGURE: 0.784, HOME_WINS_FIGURE: 0.503})
    for outcome, words in (
        (symmetric, "78% of the matches are decided"),
        (fair, "78% of the matches are decided, home wins 50.3%"),
        (Refusal((SELDOM_DECIDED,)), "refused: too few matches on it are decided"),
    ):
        news = []
        search = _NewDungeonSearch(make_question(ProposalKind.NEW, WINDS), request, news.append, Archive(request, 12))
        search.unplayed_keys.add("1")
        search._send_match_result("1", outcome)
        assert news == [ProposalNews("1", words, is_refused=isinstance(outcome, Refusal))]


def test_a_new_dungeon_says_that_nobody_looked_how_often_games_are_decided():
    """The caption of a new dungeon says so where no games are compiled, or the edition has too few named dungeons."""
    request = Request(ruleset=load_ruleset("naf-2019"), library=load_library([]))
    proposal = propose_dungeons(request, 1).archive.proposals[0]
    answers = []
    search = _NewDungeonSearch(make_question(ProposalKind.NEW, WINDS), request, answers.append, Archive(request, 12))
    search._send_dungeon(proposal, is_final=True)
    assert answers[0].caption.endswith("\nhow often matches are decided was not checked")


def test_mends_come_with_their_shares(monkeypatch):
    """A move is told once; what is known of it later changes its figures, and the dungeon's own are in the state."""
    moved = add_chest((5, 1))
    change = Change(moved, ChangeKind.OBJECT, "chest moved from %1 to %2", ((3, 1), (5, 1)), "")
    early, late = (dict.fromkeys(STYLES, Share(value, 0.4, 0.6, 600)) for value in (0.48, 0.5))

    def mended(original, options, report_progress):
        report_progress(
            "Playing", FairnessFixes(original_shares=early, answers=(FairnessFix((change,), early, moved),))
        )
        return FairnessFixes(original_shares=early, answers=(FairnessFix((change,), late, moved),))

    monkeypatch.setattr("dungeon_designer.generator.fairness_fixes.find_fairness_fixes", mended)
    heard = list_answers(make_question(ProposalKind.MAKE_FAIR, dd.Dungeon(HALL), teams=("balanced",), match_count=400))
    assert heard[0].caption.startswith("Chest moved from (3, 1) to (5, 1)\n48.0 %")
    assert heard[1].activity.startswith("As it is, home wins 48.0 %")
    assert (type(heard[2]), heard[2].key, heard[2].last_line[:6]) == (ProposalNews, heard[0].key, "50.0 %")


def test_answers_stay_in_their_order(hand, dock):
    """A further question takes no answer away; each question has its answers in the order in which they came."""
    suggest(dock, (5, 1))
    suggest(dock, (7, 1))
    dock.propose(ProposalKind.VARY)
    suggest(dock, (8, 1))
    assert [each.layout.chests[0] for each in dock.answers] == [(5, 1), (7, 1), (8, 1)]
    assert [each.options.seed for each in dock.asked[-2:]] == [
        dock.asked[-1].options.seed - 1,
        dock.asked[-1].options.seed,
    ]


def test_the_newest_question_is_on_top(hand, dock):
    """The newest question stands on top under a heading, earlier ones are folded below; a click unfolds one."""
    suggest(dock, (5, 1))
    dock.propose(ProposalKind.COMPLETE)
    assert [section.heading.text() for section in dock.sections] == [
        "2. Complete: place what is missing – 0 answers, looking…",
        "1. Vary this dungeon – 1 answer",
    ]
    assert [not section.list.isHidden() for section in dock.sections] == [True, False]
    QApplication.processEvents()
    assert dock.sections[0].y() < dock.sections[1].y()
    dock.sections[1].heading.click()
    assert not dock.sections[1].list.isHidden()
    assert dock.sections[1].list.item(0).text() == "Chest moved to (5, 1)"


def test_pictures_are_large(hand, dock):
    """The longer side of each picture has at least 160 pixels."""
    suggest(dock, (5, 1))
    image = dock.picture_list.item(0).icon().pixmap(dock.picture_list.iconSize()).toImage()
    drawn = [(x, y) for x in range(image.width()) for y in range(image.height()) if image.pixelColor(x, y).alpha()]
    (left, top), (right, bottom) = (tuple(bound(axis) for axis in zip(*drawn, strict=True)) for bound in (min, max))
    assert max(right - left, bottom - top) + 1 >= 160


def test_questions_belong_to_the_dungeon_in_its_tab(hand, dock):
    """Another tab shows none of them; what is found meanwhile stands in the first tab, which has them again."""
    hand.workspace.edit_layout("more", add_chest((8, 1)))
    dock.propose(ProposalKind.VARY)
    first = question(dock)
    hand.window.filing.start_new(HALL)
    assert dock.sections == []
    picture = SmallPicture(dd.Dungeon(HALL).svg().encode(), (-1, -1), (13, 5))
    late = ProposalAnswer(key="late", layout=add_chest((5, 1)), caption="Late", summary="Late", picture=picture)
    first.worker.answer_received.emit(late)
    assert dock.answers == []
    hand.window.tabs.switch_tab(1)
    assert [answer.caption for answer in dock.answers] == ["Late"]
    assert question(dock) is first


def test_no_preview_stays_over_another_dungeon(hand, dock):
    """Who goes to another tab, or undoes the dungeon under an answer, sees the dungeon itself."""
    hand.workspace.edit_layout("more", add_chest((8, 1)))
    dock.propose(ProposalKind.VARY)
    suggest(dock, (5, 1))
    point(dock, 0)
    assert hand.canvas._previewed_proposal is not None
    hand.undo()
    assert hand.canvas._previewed_proposal is None
    hand.redo()
    point(dock, 0)
    hand.window.filing.start_new(HALL)
    assert hand.canvas._previewed_proposal is None


def test_another_dungeon_in_the_tab_ends_the_search(hand, dock):
    """Answers about a dungeon that is no longer open are dropped, and nobody looks for more."""
    suggest(dock, (5, 1))
    asked = question(dock)
    hand.workspace.open_layout(replace(HALL, name="Another"), None)
    assert not asked.is_running
    assert (dock.answers, dock.sections) == ([], [])


@pytest.mark.parametrize(
    ("layout", "kind"),
    [(HALL, ProposalKind.COMPLETE), (WINDS.layout, ProposalKind.VARY), (Layout(), ProposalKind.NEW)],
    ids=["unfinished", "whole", "empty"],
)
def test_the_dock_begins_with_what_the_dungeon_needs(hand, dock, layout, kind):
    """The dock begins with *Complete* where objects are missing; what the user chooses stays in the tab."""
    hand.workspace.open_layout(layout, None)
    hand.verdict()
    assert dock.kind_box.currentData() == kind
    dock.kind_box.setCurrentIndex(dock.kind_box.findData(ProposalKind.MAKE_FAIR))
    dock.kind_box.activated.emit(dock.kind_box.currentIndex())
    hand.workspace.edit_layout("more", add_chest((9, 1)))
    hand.verdict()
    assert dock.kind_box.currentData() == ProposalKind.MAKE_FAIR


def test_after_an_edit_answers_are_grey(hand, dock):
    """An answer to a dungeon that was edited since cannot be taken, nor is it shown; undo brings it back."""
    suggest(dock, (5, 1))
    hand.workspace.edit_layout("more", add_chest((8, 1)))
    assert list_enabled(dock) == [False]
    looked = []
    dock.preview_changed.connect(looked.append)
    point(dock, 0)
    assert not any(looked)
    click(dock, 0)
    assert hand.layout == add_chest((8, 1))
    hand.undo()
    assert list_enabled(dock) == [True]


def test_from_one_answer_one_may_go_to_another(hand, dock):
    """A user who took an answer can take another of the same question; a refused one is grey at once."""
    suggest(dock, (5, 1))
    suggest(dock, (7, 1))
    click(dock, 0)
    click(dock, 1)
    assert hand.layout == add_chest((7, 1))
    question(dock).worker.answer_received.emit(
        ProposalNews("(5, 1)", "refused: one team wins more often", is_refused=True)
    )
    assert list_enabled(dock) == [False, True]
    assert "refused" in dock.picture_list.item(0).text()


def test_pointing_shows_it_on_the_map(hand, dock):
    """While the pointer is on a picture the map shows that dungeon; when it leaves, the dungeon as it stands."""
    suggest(dock, (5, 1))
    suggest(dock, (7, 1))
    plain = grab_map(hand)
    point(dock, 0)
    one = grab_map(hand)
    point(dock, 1)
    assert plain != one != grab_map(hand) != plain
    assert hand.layout == HALL
    QApplication.sendEvent(dock.picture_list, QEvent(QEvent.Type.Leave))
    assert grab_map(hand) == plain


def test_a_click_takes_it_as_one_step(hand, dock):
    """The dungeon is the answer, and one undo brings back what was there."""
    suggest(dock, (5, 1))
    steps, said = hand.steps, []
    hand.workspace.message_sent.connect(said.append)
    click(dock, 0)
    assert hand.layout == add_chest((5, 1))
    assert hand.steps == steps + 1
    assert said == ["Chest moved to (5, 1): 1 loop more"]
    assert hand.workspace.history.undoText() == "Proposal: Chest moved to (5, 1)"
    hand.undo()
    assert hand.layout == HALL


def test_keys_do_all_that(hand, dock):
    """Arrows go from picture to picture and show each on the map, Esc looks away, Return takes it."""
    suggest(dock, (5, 1))
    suggest(dock, (7, 1))
    looked = []
    dock.preview_changed.connect(looked.append)
    dock.picture_list.setFocus(Qt.FocusReason.TabFocusReason)
    for key in (Qt.Key.Key_Home, Qt.Key.Key_Right):
        QTest.keyClick(dock.picture_list, key)
    assert looked[-1].layout == add_chest((7, 1))
    QTest.keyClick(dock.picture_list, Qt.Key.Key_Escape)
    assert looked[-1] is None
    QTest.keyClick(dock.picture_list, Qt.Key.Key_Home)
    QTest.keyClick(dock.picture_list, Qt.Key.Key_Return)
    assert hand.layout == add_chest((5, 1))


def test_rooms_are_locked_in_the_dock(hand, dock):
    """A selected room is locked and unlocked again; the map shows it, the next question says so, the file does not."""
    name = HALL.sections[0].id
    plain = grab_map(hand)
    hand.click((0, 1))
    dock.lock_button.click()
    assert hand.workspace.locked_sections == {name}
    hand.workspace.select_objects(())
    assert grab_map(hand) != plain
    dock.propose(ProposalKind.VARY)
    assert dock.asked[-1].locked_sections == {name}
    assert write_sketch(hand.layout) == write_sketch(HALL)
    assert dock.unlock_button.text() == "Unlock 1 room"
    dock.unlock_button.click()
    assert not hand.workspace.locked_sections
    assert not dock.unlock_button.isEnabled()


def test_rooms_are_locked_by_a_right_click(hand, dock):
    """The menu of a room has a tick for it, and takes it away again."""
    for locked in (True, False):
        hand.click((5, 1), Qt.MouseButton.RightButton)
        menu = QApplication.activePopupWidget()
        action = next(each for each in menu.actions() if "Locked" in each.text())
        assert action.isChecked() is not locked
        action.trigger()
        menu.close()
        assert bool(hand.workspace.locked_sections) is locked


def test_locks_belong_to_the_dungeon_in_its_tab(hand, dock):
    """Another dungeon has none of them; back in the first tab they are there again."""
    hand.workspace.edit_layout("more", add_chest((8, 1)))
    hand.workspace.lock_sections(frozenset({HALL.sections[0].id}))
    hand.window.filing.start_new(HALL)
    assert not hand.workspace.locked_sections
    hand.window.tabs.switch_tab(1)
    assert hand.workspace.locked_sections == {HALL.sections[0].id}


def test_new_dungeons_are_of_the_toolbars_edition(hand, dock):
    """Its sides, their symmetry and its wishes are offered; the contrary of a wish is given up."""
    hand.workspace.open_layout(replace(HALL, ruleset="gw-2021-multiplayer"), None)
    dock.propose(ProposalKind.NEW)
    dock.team_count_field.setValue(4)
    dock.start_search()
    asked = dock.asked[-1]
    assert (asked.ruleset_name, asked.options.team_count, asked.options.symmetry) == (
        "gw-2021-multiplayer",
        4,
        SymmetryMode.QUARTER_TURNS,
    )
    hand.workspace.open_layout(HALL, None)
    dock.propose(ProposalKind.NEW)
    ways = {action.data(): action for action in dock.wish_menu.actions()}
    for key in ("short", "lava", "long"):
        ways[key].trigger()
    dock.start_search()
    assert dock.asked[-1].options.wants == ("long", "lava")
    hand.workspace.open_layout(replace(HALL, ruleset="gw-2021"), None)
    dock.propose(ProposalKind.NEW)
    assert dock.asked[-1].options.wants == ("long",)


def test_a_new_dungeon_gets_a_tab(hand, dock):
    """A new dungeon gets a tab, is unsaved, and stays available after an edit."""
    suggest(dock, (5, 1), is_new=True, layout=replace(add_chest((5, 1)), name="One"))
    hand.workspace.edit_layout("more", add_chest((8, 1)))
    click(dock, 0)
    assert (hand.layout.name, hand.workspace.document.path) == ("One", None)
    assert list_enabled(dock) == [True]


@pytest.mark.parametrize("edition", ["naf-2019", "gw-2021"])
def test_new_has_dungeons_proposed(hand, dock, edition):
    """File, New, Propose…: new dungeons of the edition that is chosen there are looked for in the dock."""

    def choose():
        new = QApplication.activeModalWidget()
        assert isinstance(new, NewDialog)
        heading = new.tree.topLevelItem(0)
        new.tree.setCurrentItem(heading.child(EDITIONS.index(edition)))
        button = next(each for each in new.findChildren(QPushButton) if "Propose" in each.text().replace("&", ""))
        QTest.mouseClick(button, LEFT)

    QTimer.singleShot(300, choose)
    hand.window.actions_["new"].trigger()
    assert (dock.asked[-1].kind, dock.asked[-1].ruleset_name) == (ProposalKind.NEW, edition)
    assert dock.isVisible()


def test_progress_is_honest(hand, dock):
    """How many were tried and kept, what refused the others, what is wrong, and that nothing was found."""
    question(dock).worker.answer_received.emit(ProposalProgress(40, 2, ("chest-spacing", "reachability")))
    assert dock.status_label.text() == "40 tried, 2 answers. Refused most for: chest-spacing, reachability."
    question(dock).worker.work_ended.emit("", False)
    assert dock.status_label.text().endswith("Nothing was found.")
    question(dock).worker.work_ended.emit("in the way: chest-count", False)
    assert dock.status_label.text() == "in the way: chest-count"


def test_an_empty_table_is_told(hand, dock):
    """A dungeon without floor gives a message and no question."""
    hand.workspace.open_layout(dd.Dungeon.parse("map: ''").layout, None)
    before = len(dock.asked)
    dock.propose(ProposalKind.VARY)
    assert (len(dock.asked), dock.status_label.text()) == (before, "There is no floor yet.")


def test_complete_says_which_style_was_given_up(monkeypatch):
    """Where no placement as in named dungeons is legal, *Complete* spreads the objects, and each answer says so."""
    find_placements = Placer.find_placements

    def refuse_named(placer, *arguments):
        if placer.options.style is FurnitureStyle.NAMED:
            raise PlacementError(["chest-spacing"], "in the way: chest-spacing")
        return find_placements(placer, *arguments, effort=0.1)

    monkeypatch.setattr(Placer, "find_placements", refuse_named)
    monkeypatch.setattr(proposal_worker, "COMPLETION_COUNT", 1)
    sent = []
    request = ProposalRequest(
        kind=ProposalKind.COMPLETE,
        layout=TEN_JOINTS.layout,
        ruleset=load_ruleset("gw-2021"),
        ruleset_name="gw-2021",
        library=load_library(),
        theme="parchment",
    )
    proposal_worker.propose_missing_objects(request, sent.append)
    text = "No legal placement as in named dungeons (chest-spacing); placed spread."
    assert [each.summary for each in sent if isinstance(each, ProposalAnswer)] == [f"6 chests, 6 portals. {text}"]
    assert sent[-1].activity == text
