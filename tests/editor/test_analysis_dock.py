"""The analysis dock: figures that follow every edit, worked out beside the window, and laid over the map by a click."""

import threading

import pytest
from PySide6.QtTest import QTest

import dungeon_designer as dd
from dungeon_designer.figures.measures import MEASURES, compare_figure, load_named_figures
from dungeon_designer.layout.model import Layout, Section
from tests.editor.docked import click_item, show_dock
from tests.examples.verdicts import EXAMPLES

HALL = dd.Dungeon.parse("ruleset: naf-2019\nmap: |\n  <.........>\n  <..C......>\n  <.........>\n").layout
ROOM = Layout(ruleset="naf-2019", sections=(Section(id="A", at=(2, 2), rows=("........",) * 5),))


@pytest.fixture
def dock(hand):
    card = show_dock(hand, "card")
    card.figures_heading.setChecked(True)
    dock = card.figures
    QTest.qWait(50)  # it is scrolled into view
    yield dock
    card.figures_heading.setChecked(False)
    dock.map_figure_box.setCurrentIndex(0)
    show_dock(hand, "properties")


def wait_until_settled(hand, dock):
    def done():
        return dock.state_label.text() != "Working out…" and dock.worker.is_idle

    hand.qtbot.waitUntil(done, timeout=20000)


def read_texts(dock, name):
    return dock.item_by_figure[name].text(1)


def test_figures_follow_every_edit(hand, dock):
    """Each figure stands there as `analyse` tells it; after an edit, and after undo, as the dungeon is then."""
    hand.workspace.open_layout(HALL, None)
    wait_until_settled(hand, dock)
    assert read_texts(dock, "chest-steps") == "home 3, away 7 steps"
    assert read_texts(dock, "squares") == "33 squares"
    assert all(dock.item_by_figure[name].text(1) for name in MEASURES)
    figure = dd.Dungeon(HALL).analyse()["squares"]
    assert dock.item_by_figure["squares"].text(2) == compare_figure(figure, "naf-2019").words
    hand.workspace.edit_layout("more", dd.Dungeon(HALL).edit(chests=((3, 1), (7, 1))).layout)
    wait_until_settled(hand, dock)
    assert read_texts(dock, "chest-steps") == "10 steps each"
    hand.undo()
    wait_until_settled(hand, dock)
    assert read_texts(dock, "chest-steps") == "home 3, away 7 steps"


def test_a_named_dungeon_is_compared_with_the_others(hand, dock):
    """No figure of a named dungeon is compared with that dungeon itself, also where it is one of two."""
    named = dd.load(EXAMPLES / "naf-2019" / "the-four-winds.dungeon.yaml").layout
    hand.workspace.open_layout(named, None)
    wait_until_settled(hand, dock)
    named_count = len(load_named_figures()["naf-2019"])
    counts = {dock.item_by_figure[name].text(2).split(" ")[-1] for name in MEASURES} - {""}
    assert dock.state_label.text() == "Compared with the other named dungeons of naf-2019"
    assert str(named_count) not in counts
    assert all(count == "one" or int(count) < named_count for count in counts)


def test_a_click_lays_a_figure_over_the_map(hand, dock):
    """A click on a figure lays its picture over the map, and follows edits; a second click takes it away."""
    hand.workspace.open_layout(HALL, None)
    wait_until_settled(hand, dock)
    plain = hand.canvas.grab().toImage()
    click_item(dock.tree, dock.item_by_figure["area-control"])
    wait_until_settled(hand, dock)
    assert hand.canvas.figure.name == "control"
    assert dock.chosen_figure == "control"
    assert hand.canvas.grab().toImage() != plain
    before = hand.canvas.figure
    hand.workspace.edit_layout("longer", dd.Dungeon.parse("map: |\n  <............>\n  <..C.........>\n").layout)
    wait_until_settled(hand, dock)
    assert hand.canvas.figure != before
    click_item(dock.tree, dock.item_by_figure["area-control"])
    assert hand.canvas.figure is None


def test_the_page_on_narrow_ways_shows_halls_and_their_furniture(hand, dock):
    """While the rule book lies open at corridor-width, halls and furniture looked through are laid over the map."""
    book = hand.window.rule_book
    hand.workspace.open_layout(
        dd.Dungeon.parse("ruleset: naf-2019\nmap: |\n  .....\n  .....\n  ..S..\n  .....\n  .....\n").layout, None
    )
    book.show_rule("corridor-width")
    wait_until_settled(hand, dock)
    assert [band.squares for band in hand.canvas.figure.bands if band.kind == 2] == [((2, 2),)]
    book.show_rule("chest-count")
    assert hand.canvas.figure is None


def test_what_an_overlay_cannot_show_is_said(hand, dock):
    """A dungeon without sides has no control to show: the dock says so, nothing lies over the map."""
    hand.workspace.open_layout(ROOM, None)
    dock.map_figure_box.setCurrentIndex(dock.map_figure_box.findData("control"))
    wait_until_settled(hand, dock)
    assert "does not have two teams" in dock.state_label.text()
    assert hand.canvas.figure is None


def test_nothing_is_worked_out_where_nobody_looks(hand, dock):
    """A dock that is not in front asks for nothing, unless its overlay lies on the map."""
    show_dock(hand, "properties")
    hand.qtbot.waitUntil(lambda: not dock.is_seen, timeout=5000)
    asked = []
    dock.worker.answer_received.connect(asked.append)
    hand.workspace.open_layout(HALL, None)
    hand.verdict()
    hand.qtbot.wait(50)
    assert not asked
    dock.worker.answer_received.disconnect(asked.append)


def test_figures_are_worked_out_off_the_windows_thread(hand, dock, monkeypatch):
    """No figure is reckoned in the thread that paints, so that no drag waits for one; what is overtaken is dropped."""
    threads = set()
    measure = MEASURES["length"]

    def noted(survey):
        threads.add(threading.current_thread())
        return measure.function(survey)

    monkeypatch.setitem(MEASURES, "length", measure._replace(function=noted))
    hand.workspace.open_layout(dd.load(EXAMPLES / "gw-2021" / "the-hungry-ladder.dungeon.yaml").layout, None)
    wait_until_settled(hand, dock)
    assert threads
    assert threading.main_thread() not in threads
