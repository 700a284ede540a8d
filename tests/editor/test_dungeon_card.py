"""The card of the dungeon: legal or not and for whom, fair or not and why, how it plays, what to do next."""

import pytest
from msgspec.structs import replace

import dungeon_designer as dd
from dungeon_designer.editor.proposal_worker import ProposalKind
from dungeon_designer.layout.model import Layout
from dungeon_designer.playtest.verdicts import VerdictWord
from tests.editor.docked import show_dock
from tests.editor.test_answers import make_results
from tests.examples.verdicts import EXAMPLES
from tests.ten_joints import TEN_JOINTS

WINDS = dd.load(EXAMPLES / "naf-2019" / "the-four-winds.dungeon.yaml").layout
LADDER = dd.load(EXAMPLES / "gw-2021" / "the-hungry-ladder.dungeon.yaml").layout


@pytest.fixture
def card(hand):
    card = show_dock(hand, "card")
    yield card
    show_dock(hand, "properties")


def wait_for_facts(hand, card):
    hand.verdict()
    hand.qtbot.waitUntil(lambda: card._facts is not None and card.worker.is_idle, timeout=30_000)


def test_it_names_the_dungeon_and_the_edition(hand, card):
    """The card describes one dungeon under one edition, and names both; after a change of either it names the other."""
    hand.workspace.open_layout(WINDS, None)
    wait_for_facts(hand, card)
    assert "The Four Winds" in card.title_label.text()
    assert hand.workspace.ruleset.name in card.title_label.text()
    hand.window.rules.choose_ruleset("eagbbl")
    wait_for_facts(hand, card)
    assert hand.workspace.ruleset.name in card.title_label.text()
    assert hand.workspace.ruleset.name in card.legal_label.text()


def test_it_says_legal_and_for_whom(hand, card):
    """It says whether the dungeon is legal under its own edition, for how many teams, and in which other editions."""
    hand.workspace.open_layout(WINDS, None)
    wait_for_facts(hand, card)
    text = card.legal_label.text()
    assert "Legal</b> under" in text
    assert "2 teams" in text
    assert "other edition" in text or "Also legal under" in text
    hand.workspace.edit_layout("bare", replace(WINDS, chests=()))
    wait_for_facts(hand, card)
    assert "Not legal</b> under" in card.legal_label.text()
    assert "1 error" in card.legal_label.text()


def test_it_says_fair_and_why(hand, card):
    """Without matches the steps are the reason; results of matches on exactly this dungeon take their place."""
    hand.workspace.open_layout(WINDS, None)
    wait_for_facts(hand, card)
    assert "Fair by symmetry" in card.fair_label.text() or "on foot" in card.fair_label.text()
    word = VerdictWord.UNFAIR_TO_AWAY
    results = replace(make_results(hand.layout), words=f"{word}: home wins", verdict_word=word, favours=word.favours)
    hand.workspace.document.answers.set_playtest(hand.layout, results)
    hand.workspace.playtest_changed.emit()
    assert "✗ Unfair to away: home wins" in card.fair_label.text()
    assert card.change_button.text() == "Make it fair in play"
    hand.workspace.edit_layout("author", replace(hand.layout, author="Nobody"))
    wait_for_facts(hand, card)
    assert "Unfair" not in card.fair_label.text()


def test_it_says_how_the_dungeon_plays(hand, card):
    """What a coach would say after a minute with the map stands on the card."""
    hand.workspace.open_layout(LADDER, None)
    wait_for_facts(hand, card)
    assert "steps to another team's zone" in card.play_label.text().replace("&#x27;", "'")
    assert "The nearest chest is" in card.play_label.text()


def test_the_button_makes_the_next_change(hand, card):
    """A fix that one click makes comes before what must be placed; the dungeon has fewer errors afterwards."""
    hand.workspace.open_layout(replace(TEN_JOINTS.layout, doors=TEN_JOINTS.layout.doors[:-1]), None)
    wait_for_facts(hand, card)
    before = sum(finding.level == "error" for finding in hand.workspace.findings)
    card.change_button.click()
    wait_for_facts(hand, card)
    assert sum(finding.level == "error" for finding in hand.workspace.findings) < before


def test_the_button_leads_on(hand, card, monkeypatch):
    """Missing objects are placed; without problems matches or proposals are offered; an empty table gets dungeons."""
    placed, asked = [], []
    monkeypatch.setattr(hand.window.quick_fixes, "place_objects", lambda *findings: placed.append(findings))
    card.proposals_requested.disconnect()
    card.proposals_requested.connect(asked.append)
    hand.workspace.open_layout(replace(WINDS, portals=()), None)
    wait_for_facts(hand, card)
    assert card.change_button.text() == "Place 6 portals"
    card.change_button.click()
    assert [finding.rule for finding in placed[0]] == ["portal-count"]
    hand.workspace.open_layout(Layout(), None)
    wait_for_facts(hand, card)
    card.change_button.click()
    assert asked == [ProposalKind.NEW]
    card.proposals_requested.disconnect()
    card.proposals_requested.connect(lambda kind: hand.window._start_proposals(kind, None))


def test_nothing_of_the_dungeon_before_stays(hand, card):
    """As soon as another dungeon is in front, the card no longer says anything about the one before."""
    hand.workspace.open_layout(WINDS, None)
    wait_for_facts(hand, card)
    hand.workspace.open_layout(replace(LADDER, name="Another"), None)
    assert "Another" in card.title_label.text()
    assert [label.text() for label in (card.fair_label, card.play_label)] == ["…", "…"]
    assert not card.change_button.isEnabled()
