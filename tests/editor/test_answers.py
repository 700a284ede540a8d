"""Answers belong to the dungeon that was asked about: proposals, matches, figures and placements over three tabs."""

import random

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

import dungeon_designer as dd
from dungeon_designer.analysis.figure_picture import FigureBand, FigurePicture
from dungeon_designer.editor.background_worker import BackgroundProcess, BackgroundWorker, _WorkEnd
from dungeon_designer.editor.dialogs.playtest import PlaytestDialog
from dungeon_designer.editor.docks.analysis import FiguresAnswer
from dungeon_designer.editor.picture_list import SmallPicture
from dungeon_designer.editor.proposal_worker import ProposalAnswer, ProposalKind, ProposalNews, ProposalRequest
from dungeon_designer.layout.layout_file import write_json
from dungeon_designer.layout.model import Layout, normalise_layout
from dungeon_designer.playtest.report import Playtest
from dungeon_designer.playtest.report_text import MAP_TITLES, build_map
from dungeon_designer.playtest.results import Share
from tests.soak import count, soak

STEPS = 2000
PICTURE = SmallPicture(dd.Dungeon.parse("map: |\n  ...\n").svg().encode(), (-1, -1), (13, 5))
SHARE = Share(0.5, 0.48, 0.52, 600)


def make_dungeon(number):
    """Return one of several dungeons that differ in name and length."""
    return dd.Dungeon.parse(f"name: D{number}\nruleset: naf-2019\nmap: |\n  <<....{'.' * number}C....>>\n").layout


def make_results(layout):
    """Return results of matches that were played on a dungeon; the walked squares are its floor."""
    squares = tuple(sorted(dd.Dungeon(layout).board.squares))
    walked = tuple(1.0 for _ in squares)
    return Playtest(
        name=layout.name, file="", ruleset="naf-2019", teams=("agile",), seed=0, games=600, ended="all", looks=1,
        verdict="fair", words=f"about {layout.name}", home_wins=SHARE, first_wins=SHARE, unfinished=SHARE, turns=None,
        agile_wins=None, agile_beside=None, ball_jumps=0, portal_jumps=0, passes=0, blocks=0, losses={}, chests=(),
        pairings=(), squares=squares, walked=walked, fought=walked, fell=walked,
    )  # fmt: skip


class Late:
    """Workers whose answers come when the test wants, in any order, also after another request."""

    def __init__(self, monkeypatch):
        self.requests = []

        def submit(worker, request):
            worker._request_number += 1
            if request is not None:
                self.requests.append((worker, worker._request_number, request))

        for kind in (BackgroundProcess, BackgroundWorker):
            original = kind.submit_request
            monkeypatch.setattr(
                kind,
                "submit_request",
                lambda worker, request, original=original: (
                    submit(worker, request) if worker._name in ("proposals", "playtest", "survey") else
                    original(worker, request)
                ),
            )  # fmt: skip

    def answer(self, chance):
        """Have one of the requests answered, whether anybody still waits for it or not."""
        worker, number, request = chance.choice(self.requests[-30:])
        for message in self.list_messages(request, chance):
            if isValid(worker):  # a closed dialog's is deleted
                worker._message_received.emit(number, message)

    def list_messages(self, request, chance):
        if isinstance(request, ProposalRequest):
            key = str(chance.randrange(4))
            layout = replace(request.layout, author=f"answer {key}")
            name = f"about {request.layout.name}"
            yield ProposalAnswer(key=key, layout=layout, caption=name, summary=name, picture=PICTURE)
            yield ProposalNews(key, "home wins")
        elif isinstance(request[-1], str):
            board, _, figure_name = request
            bands = (FigureBand("floor", tuple(sorted(board.squares)), 1),)
            yield FiguresAnswer((), "", "", FigurePicture(figure_name, board.layout.name, bands))
        elif not request[-1]:
            yield make_results(request[0].layout)
        if chance.random() < 0.3:
            yield _WorkEnd()


@pytest.fixture
def late(monkeypatch):
    return Late(monkeypatch)


@pytest.fixture
def three_tabs(hand, unasked, late):
    """Three dungeons in three tabs, and in each the bytes that undo has to restore."""
    for number in range(3):
        hand.window.filing.start_new(make_dungeon(number))
        hand.workspace.edit_layout("begin", replace(hand.layout, author="first"))
    yield hand
    for dialog in hand.window.findChildren(PlaytestDialog):
        dialog.close()
    for index in range(len(hand.window.tabs)):
        hand.window.tabs.find_document(index).mark_saved()


def look(window):
    """Assert that nothing over the map, in the dock or in a dialog is about another dungeon than the current one."""
    workspace, name = window.workspace, window.workspace.layout.name
    figure, proposal = window.canvas.figure, window.canvas._previewed_proposal
    if figure is not None and figure.name in MAP_TITLES:
        results = workspace.document.answers.find_playtest(workspace.layout)
        assert results.name == name
        assert figure == build_map(results, figure.name)
        assert {square for band in figure.bands for square in band.squares} <= set(workspace.board.squares)
    elif figure is not None:
        assert figure.heading == name
    assert proposal is None or proposal.layout.name == name
    assert all(answer.layout.name == name for answer in window.proposals.answers)
    assert all(section.question.request.layout.name == name for section in window.proposals.sections)
    for dialog in window.findChildren(PlaytestDialog):
        if dialog.isVisible():
            assert dialog.document is workspace.document
            assert dialog.results is None or dialog.results.name == name


class Steps:
    """Random steps of a user over several tabs, while answers come late."""

    def __init__(self, hand, late, seed):
        self.hand, self.late, self.chance = hand, late, random.Random(seed)  # noqa: S311
        self.window, self.workspace = hand.window, hand.workspace

    def take(self):
        steps = [self.edit, self.edit, self.undo, self.redo, self.switch, self.switch, self.ask, self.ask, self.answer]
        steps += [self.answer, self.answer, self.point, self.point, self.choose, self.play, self.play, self.lay]
        self.chance.choice(steps)()
        if self.chance.random() < 0.5:
            QApplication.processEvents()

    def edit(self):
        size = self.chance.randrange(1, 9)
        longer = f"ruleset: naf-2019\nmap: |\n  <<....{'.' * size}C....>>\n"
        layout = dd.Dungeon.parse(longer).layout
        self.workspace.edit_layout("edit", replace(layout, name=self.workspace.layout.name))

    def undo(self):
        self.hand.undo()

    def redo(self):
        self.hand.redo()

    def switch(self):
        self.window.tabs.switch_tab(self.chance.choice((1, 2)))

    def ask(self):
        self.window.proposals.propose(self.chance.choice((ProposalKind.VARY, ProposalKind.COMPLETE)))

    def answer(self):
        if self.late.requests:
            self.late.answer(self.chance)

    def list_items(self):
        return [
            (section, section.list.item(index))
            for section in self.window.proposals.sections
            for index in range(section.list.count())
        ]

    def point(self):
        if items := self.list_items():
            section, item = self.chance.choice(items)
            section.list.item_pointed.emit(item)

    def choose(self):
        if items := self.list_items():
            section, item = self.chance.choice(items)
            section.list.itemClicked.emit(item)

    def play(self):
        visible = [dialog for dialog in self.window.findChildren(PlaytestDialog) if dialog.isVisible()]
        if not visible:
            self.window.actions_["playtest"].trigger()
            return
        dialog = visible[0]
        how = self.chance.random()
        if how < 0.4:
            dialog.play_button.click()
        elif how < 0.9:
            dialog.map_box.setCurrentIndex(self.chance.randrange(dialog.map_box.count()))
        else:
            dialog.close()

    def lay(self):
        box = self.window.analysis.map_figure_box
        box.setCurrentIndex(self.chance.choice((0, 1, 2)))
        self.window.analysis.start_work()


@soak
def test_no_answer_appears_over_another_dungeon(three_tabs, late):
    """In random steps over three tabs with late answers, answers stay with their dungeon, undo restores each byte."""
    hand, window = three_tabs, three_tabs.window
    documents = [window.tabs.find_document(index) for index in range(len(window.tabs))]
    first = {document: write_json(make_dungeon(int(document.layout.name[1:]))) for document in documents}
    steps = Steps(hand, late, seed=7)
    for _ in range(count(250, STEPS)):
        steps.take()
        look(window)
    assert len(late.requests) > 20
    for document in documents:
        window.tabs.bar.setCurrentIndex(documents.index(document))
        document.stack.setIndex(0)
        look(window)
        assert write_json(document.layout) == first[document]


def test_a_map_of_matches_lies_only_over_what_was_played_on(three_tabs, late):
    """The map of matches is off the dungeon after an edit and over another tab; undo and the way back lay it again."""
    hand, window = three_tabs, three_tabs.window
    window.actions_["playtest"].trigger()
    dialog = next(each for each in window.findChildren(PlaytestDialog) if each.isVisible())
    dialog.play_button.click()
    late.answer(random.Random(0))  # noqa: S311
    QApplication.processEvents()
    dialog.map_box.setCurrentIndex(1)
    laid = window.canvas.figure
    assert laid.name == "walked"
    hand.workspace.edit_layout("edit", replace(hand.layout, chests=()))
    assert window.canvas.figure is None
    assert dialog.status_label.text().startswith("You have edited the dungeon")
    hand.undo()
    assert (window.canvas.figure, dialog.status_label.text()) == (laid, f"about {hand.layout.name}")
    window.tabs.switch_tab(1)
    assert window.canvas.figure is None
    assert not dialog.isVisible()
    window.tabs.switch_tab(2)
    assert window.canvas.figure == laid
    assert dialog.isVisible()
    dialog.close()
    assert window.canvas.figure is None
    window.actions_["playtest"].trigger()
    again = next(each for each in window.findChildren(PlaytestDialog) if each.isVisible())
    assert again.results.words == f"about {hand.layout.name}"


def test_a_figure_over_the_map_is_chosen_for_each_tab(three_tabs):
    """Each tab has its own choice of what is laid over the map; another dungeon in the tab begins with none."""
    hand, window = three_tabs, three_tabs.window
    box = window.analysis.map_figure_box
    box.setCurrentIndex(2)
    window.tabs.switch_tab(1)
    assert box.currentIndex() == 0
    window.tabs.switch_tab(2)
    assert box.currentIndex() == 2
    hand.workspace.open_layout(Layout(), None)
    assert box.currentIndex() == 0


def test_what_is_placed_waits_for_its_dungeon(three_tabs, monkeypatch):
    """Places that were found while another tab was in front are filled when the user comes back, not in the other."""
    hand, fixes = three_tabs, three_tabs.window.quick_fixes
    twin = hand.layout
    monkeypatch.setattr(fixes.worker, "submit_request", lambda request: None)
    fixes.place_objects()
    placed = normalise_layout(replace(twin, chests=(*twin.chests, (5, 0))))
    hand.window.filing.start_new(twin)
    fixes.worker.answer_received.emit(placed)
    assert hand.layout == twin
    hand.window.tabs.switch_tab(-1)
    assert hand.layout == placed
    hand.window.tabs.switch_tab(1)
    assert hand.layout == twin
