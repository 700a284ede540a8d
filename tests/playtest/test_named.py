"""What the named dungeons came to: the reference that other dungeons are compared with."""

from __future__ import annotations

from math import comb
from pathlib import Path

from dungeon_designer.dungeon import Dungeon
from dungeon_designer.figures.symmetries import find_symmetries
from dungeon_designer.playtest.named_dungeons import compare_agile_share, find_reference, load_reference
from dungeon_designer.playtest.verdicts import VerdictWord
from dungeon_designer.rules.rule_registry import load_ruleset

EXAMPLES = Path(__file__).parents[2] / "examples"


def read_reference() -> dict[Path, tuple[float, ...]]:
    """Return the home side's share of each dungeon of the reference, by its file."""
    found = {}
    for path in sorted(EXAMPLES.glob("*/*.dungeon.yaml")):
        for edition in load_reference().dungeons.values():
            if path.parent.name != "illegal" and (one := edition.get(path.name.removesuffix(".dungeon.yaml"))):
                found[path] = one.home
    return found


def test_every_named_dungeon_of_two_sides_is_in_the_reference() -> None:
    """The reference has a share for each of 38 dungeons, within its interval."""
    shares = read_reference()
    assert len(shares) >= 38
    assert all(low < value < high for value, low, high in shares.values())


def test_the_named_dungeons_were_played_as_they_are_drawn() -> None:
    """Whoever redraws a named dungeon has it played again (`make played`), so that the gallery is true."""
    for path in read_reference():
        dungeon = Dungeon.load(path)
        assert find_reference(dungeon.layout, dungeon.ruleset()) is not None, path.name


def test_symmetric_dungeons_favour_nobody() -> None:
    """A dungeon that some turn or mirror brings onto itself with the sides swapped lies at 50 % within its interval.

    But for false alarms, which 95 % intervals give in one of twenty: so many that fewer come with 99.9 %.
    """
    alike = [
        home
        for path, home in read_reference().items()
        if any(way.exchanges_teams for way in find_symmetries(Dungeon.load(path).board))
    ]
    alarms = sum(not low <= 0.5 <= high for _, low, high in alike)
    assert len(alike) >= 25
    assert sum(comb(len(alike), n) * 0.05**n * 0.95 ** (len(alike) - n) for n in range(alarms)) < 0.999


def test_a_share_stands_among_those_of_its_edition() -> None:
    """All shares of an edition lie above a share of 0 and below one of 1."""
    ruleset = load_ruleset("db7s-2019")
    least, most = compare_agile_share(ruleset, 0.0), compare_agile_share(ruleset, 1.0)
    assert least is not None
    assert most is not None
    assert (least.below, most.below, most.of) == (0, 14, 14)
    assert 0 < least.least < least.greatest < 1


def test_every_named_dungeon_has_a_verdict_in_words() -> None:
    """The gallery's word is one of the verdicts, agrees with the four old values, and says symmetry where it is."""
    for edition in load_reference().dungeons.values():
        for name, entry in edition.items():
            word = VerdictWord(entry.verdict_word)
            assert word.over_styles == entry.over_styles, name
            assert (word is VerdictWord.FAIR_BY_SYMMETRY) == entry.even, name
