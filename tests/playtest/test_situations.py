"""Situations worked out by hand from the books, against the engine."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dungeon_designer.playtest import dice, entering, positions
from tests.playtest.situations import Fed, Situation, Table, list_situations, play_every_way, read_two_dice

ROWS = list_situations()


@pytest.fixture(autouse=True)
def _fed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dice, "draw_bits", lambda now: Fed())
    monkeypatch.setattr(positions, "roll_two_dice", read_two_dice)
    monkeypatch.setattr(entering, "roll_two_dice", read_two_dice)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.what)
def test_a_situation_comes_out_as_the_book_says(row: Situation) -> None:
    """With these dice this happens, or of all ways the dice can fall so many bring it about, in each edition named."""
    for edition in row.editions:
        if row.odds:
            assert compute_odds(row, edition) == {fact: Fraction(said) for fact, said in row.odds.items()}, edition
        else:
            assert find_wrong_facts(row, edition) == [], edition


def compute_odds(row: Situation, edition: str) -> dict[str, Fraction]:
    """Return how likely each fact is, every way the dice can fall counted."""
    table, found = Table(row, edition), dict.fromkeys(row.odds, Fraction(0))

    def play(draw: object) -> None:
        Fed.draw = staticmethod(draw)  # type: ignore[assignment, arg-type]
        table.reset()
        table.act(row.act)

    for likely in play_every_way(play):
        for fact in found:
            found[fact] += likely if table.holds(fact) else 0
    return found


def find_wrong_facts(row: Situation, edition: str) -> list[str]:
    """Return which of the facts are wrong after the act with the dice of the row, all of which must be used."""
    table, left = Table(row, edition), list(row.dice)

    def draw(weights: tuple[int, ...]) -> int:
        assert left, f"a die more than were given is rolled, of {len(weights)} sides"
        place = left.pop(0) - (2 if len(weights) == 11 else 1)
        assert 0 <= place < len(weights), f"a die of {len(weights)} sides cannot show that"
        return place

    Fed.draw = staticmethod(draw)  # type: ignore[assignment]
    table.act(row.act)
    assert not left, f"{left} were not rolled"
    return [fact for fact in row.facts.split("; ") if not table.holds(fact)]


def test_each_situation_is_told_once_and_names_its_clause() -> None:
    """No two rows have one name, and each says where its book has it."""
    assert len({row.what for row in ROWS}) == len(ROWS)
    assert all(row.clause and (row.odds or row.facts) for row in ROWS)
