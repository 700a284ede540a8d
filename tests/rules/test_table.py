"""What happens at the table: each edition answers for all it knows, in whole sentences, with book and heading."""

import re
from pathlib import Path

import pytest
import yaml

from dungeon_designer.dungeon import Dungeon
from dungeon_designer.errors import RulesetError
from dungeon_designer.rules.what_happens import things_of
from dungeon_designer.rulesets.loader import EDITIONS, load, table_of
from dungeon_designer.rulesets.table import SILENT, TableEntry, TableTopic

EXAMPLES = Path(__file__).parents[2] / "examples"
HEADINGS = yaml.safe_load((Path(__file__).parent / "headings.yaml").read_text(encoding="utf-8"))
WITHOUT = {
    "gw-1989-expanded": {"lava", "bridge", "statue", "throne", "fountain", "idol"},
    "gw-2021": {"wall"},
    "gw-2021-multiplayer": {"wall"},
    "naf-2019": {"open_pit", "spiked_pit"},
}
"""What named dungeons hold though their books do not know it."""


def said(edition: str) -> dict[TableTopic, TableEntry]:
    """The entries of an edition that no default stands for."""
    return {topic: entry for topic, entry in table_of(load(edition)).items() if entry != SILENT.get(topic)}


def sentences(entry: TableEntry) -> list[str]:
    """Every sentence or row of sentences of an entry."""
    outcomes = [words for roll in entry.rolls.values() for words in roll.outcomes.values()]
    return [entry.happens, *outcomes, *filter(None, [entry.turnover])]


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_an_edition_says_is_whole_sentences_with_a_heading(edition: str) -> None:
    """Each entry ends in a full stop everywhere and names headings that its book has."""
    for topic, entry in said(edition).items():
        for words in sentences(entry):
            assert re.match(r"[A-Z].*\.$", words), (topic, words)
        title, _, rest = entry.source.partition(", ")
        wrong = [part for part in re.split(r"; |: ", rest) if part not in HEADINGS.get(title, ())]
        assert (entry.source != "", wrong) == (True, []), topic


@pytest.mark.parametrize("folder", sorted({*EDITIONS, "gw-1989"}))
def test_an_edition_answers_for_what_its_dungeons_hold(folder: str) -> None:
    """Whatever lies in an edition's named dungeons has an entry from the book, or is known not to stand in it."""
    for path in (EXAMPLES / folder).glob("*.dungeon.yaml"):
        board = Dungeon.load(str(path)).board
        edition = board.layout.ruleset
        assert set(things_of(board)) - {*said(edition), *WITHOUT.get(edition, ())} == set(), path.name


@pytest.mark.parametrize("edition", EDITIONS)
def test_where_a_book_is_silent_it_is_said(edition: str) -> None:
    """Every topic has an entry; of a thing that the book does not know it says to agree, of the course Blood Bowl's."""
    table = table_of(load(edition))
    assert list(table)[: len(SILENT)] == list(SILENT)
    assert "agree" in SILENT[TableTopic.ACID].happens
    assert (table[TableTopic.ACID] == SILENT[TableTopic.ACID]) is (edition not in ("naf-2019", "db7s-2019"))


def test_an_edition_says_only_what_the_one_it_extends_does_not() -> None:
    """Of the expanded game of 1989 the portal is its own and the chest the boxed game's."""
    basic, expanded = table_of(load("gw-1989-basic")), table_of(load("gw-1989-expanded"))
    assert expanded[TableTopic.CHEST] == basic[TableTopic.CHEST]
    assert "D12" in expanded[TableTopic.PORTAL].happens
    assert table_of(load("db7s-2019"))[TableTopic.CHEST] == table_of(load("naf-2019"))[TableTopic.CHEST]


CUP = 'name = "Cup"\nextends = "naf-2019"\n[play.table.chest]\nhappens = "It opens."\n'
SPREAD = "[play.table.chest.rolls.spread]\n"
ONCE = "line 5: play: table.chest.rolls.spread: the outcomes of a {} must cover {}, each number once"


def test_a_house_rule_replaces_an_entry(tmp_path: Path) -> None:
    """The entry of house rules stands in place of the edition's whole one, and cites the house."""
    path = tmp_path / "cup.toml"
    path.write_text(f'{CUP}{SPREAD}dice = "D6"\noutcomes = {{ "3+" = "He falls.", "1-2" = "He stands." }}\n')
    chest = table_of(load(str(path)))[TableTopic.CHEST]
    assert (chest.happens, chest.source, list(chest.rolls)) == ("It opens.", "Cup", ["spread"])
    assert chest.rolls["spread"].target == 3


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('[play.table.chets]\nhappens = "x"\n', "line 5: play: table: 'chets' is not known here (did you mean chest?)"),
        ('trunover = "x"\n', "line 5: play: table.chest: unknown key 'trunover' (did you mean turnover?)"),
        (SPREAD + 'dice = "D66"\noutcomes = {}\n', "line 6: play: table.chest.rolls.spread.dice: 'D66' is not known"),
        (SPREAD + 'dice = "D6"\noutcomes = { "4+" = "x", "1-2" = "x" }\n', ONCE.format("D6", "1 to 6")),
        (SPREAD + 'dice = "D6"\noutcomes = { "4+" = "x", "1-4" = "x" }\n', ONCE.format("D6", "1 to 6")),
        (SPREAD + 'dice = "2D6"\noutcomes = { "1-12" = "x" }\n', ONCE.format("2D6", "2 to 12")),
        (SPREAD + 'dice = "D8"\noutcomes = {}\n', ONCE.format("D8", "1 to 8")),
        (
            SPREAD + 'dice = "D6"\noutcomes = { "4 up" = "x" }\n',
            "line 5: play: table.chest.rolls.spread: '4 up' is no result of a roll: write 4, 4+, 1-3 or words",
        ),
    ],
)
def test_a_wrong_entry_is_told_in_one_line(tmp_path: Path, text: str, fault: str) -> None:
    """A wrong topic, key, die or result is named with file, line and remedy."""
    path = tmp_path / "cup.toml"
    path.write_text(CUP + text, encoding="utf-8")
    with pytest.raises(RulesetError) as caught:
        load(str(path))
    assert str(caught.value).startswith(f"{path}: {fault}")
    assert "\n" not in str(caught.value)
