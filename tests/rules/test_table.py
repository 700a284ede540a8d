"""What happens at the table: each edition answers for all it knows, in whole sentences, with book and heading."""

import re
from pathlib import Path

import pytest
import yaml

from dungeon_designer.dungeon import Dungeon
from dungeon_designer.errors import RulesetError
from dungeon_designer.kinds import SectionKind
from dungeon_designer.rules.board_topics import build_topic_table, find_topic_squares
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from dungeon_designer.rulesets.topic_table import DEFAULT_ENTRIES, ROOM_TOPICS, TableEntry, TableRoll, TableTopic
from dungeon_designer.tiles.library import load_library

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
    return {
        topic: entry
        for topic, entry in build_topic_table(load_unchecked_ruleset(edition)).items()
        if entry != DEFAULT_ENTRIES.get(topic)
    }


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
        assert set(find_topic_squares(board)) - {*said(edition), *WITHOUT.get(edition, ())} == set(), path.name


@pytest.mark.parametrize("edition", EDITIONS)
def test_where_a_book_is_silent_it_is_said(edition: str) -> None:
    """Every topic has an entry; of a thing that the book does not know it says to agree, of the course Blood Bowl's."""
    table = build_topic_table(load_unchecked_ruleset(edition))
    assert list(table)[: len(DEFAULT_ENTRIES)] == list(DEFAULT_ENTRIES)
    assert "agree" in DEFAULT_ENTRIES[TableTopic.ACID].happens
    assert (table[TableTopic.ACID] == DEFAULT_ENTRIES[TableTopic.ACID]) is (edition not in ("naf-2019", "db7s-2019"))


def test_an_edition_says_only_what_the_one_it_extends_does_not() -> None:
    """Of the expanded game of 1989 the portal is its own and the chest the boxed game's."""
    basic, expanded = (
        build_topic_table(load_unchecked_ruleset("gw-1989-basic")),
        build_topic_table(load_unchecked_ruleset("gw-1989-expanded")),
    )
    assert expanded[TableTopic.CHEST] == basic[TableTopic.CHEST]
    assert "D12" in expanded[TableTopic.PORTAL].happens
    assert (
        build_topic_table(load_unchecked_ruleset("db7s-2019"))[TableTopic.CHEST]
        == build_topic_table(load_unchecked_ruleset("naf-2019"))[TableTopic.CHEST]
    )


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_roll_to_which_something_is_added_covers_every_total(edition: str) -> None:
    """Where something is added or subtracted, the lowest result in numbers is open below, the highest above."""
    for topic, entry in said(edition).items():
        for name, roll in entry.rolls.items():
            numbers = [result for result in roll.outcomes if result[0].isdigit()]
            if numbers and re.search(r"[-+][0-9]|added|changes a block", roll.when):
                ends = [result for result in numbers if result.endswith((" or more", " or less"))]
                assert sorted(result.split()[-1] for result in ends) == ["less", "more"], (topic, name, numbers)


def test_the_rolls_of_1989_say_every_total() -> None:
    """Fouls, pushes, leaps and catches from a wall are said as the book's own tables have them."""
    table = build_topic_table(load_unchecked_ruleset("gw-1989-expanded"))
    assert {(str(topic), name): list(table[topic].rolls[name].outcomes) for topic, name in (
        (TableTopic.FOULS, "sneaky"), (TableTopic.FOULS, "blatant"), (TableTopic.BLOCKING, "push"),
        (TableTopic.JUMPING, "leap"), (TableTopic.BOUNCING, "catch"),
    )} == {
        ("fouls", "sneaky"): ["6 or more", "3-5", "2", "1 or less"],
        ("fouls", "blatant"): ["5 or more", "4", "2-3", "1 or less"],
        ("blocking", "push"): ["12 or more", "9-11", "8", "5-7", "3-4", "2 or less"],
        ("jumping", "leap"): ["10 or more", "7-9", "6 or less"],
        ("bouncing", "catch"): ["8 or more", "7 or less"],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("edition", "topic", "words"),
    [
        ("gw-1989-basic", "jumping", "a spiked pit for its own roll"),
        ("gw-1989-basic", "spiked_pit", "fails to leap over it"),
        ("gw-1989-basic", "beginning", "at most three can be set up"),
        ("gw-1989-expanded", "beginning", "at most three can be set up"),
        ("gw-1989-basic", "inducements", "6 magic points"),
        ("gw-1989-expanded", "throwing", "spike ball"),
        ("gw-2021", "armoury", "armour roll"),
        ("gw-2021", "bone_pit", "1 less"),
        ("gw-2021", "cursed_room", "no team re-roll"),
        ("gw-2021-multiplayer", "sewer", "Disturbing Presence"),
        ("gw-2021", "treasure_room", "30,000 for five or more"),
        ("eagbbl", "turn", "Thrud is easily confused"),
        ("eagbbl", "casualties", "off for a bite"),
        ("eagbbl", "inducements", "Special play cards and team wizards are not used"),
        ("brawl-2013", "inducements", "no Wizard"),
        ("brawl-2013", "bouncing", "Leap or Right Stuff does not bounce"),
    ],
)
def test_a_fact_of_the_book_is_told(edition: str, topic: str, words: str) -> None:
    """What each book says of these is in its table."""
    assert words in " ".join(build_topic_table(load_unchecked_ruleset(edition))[TableTopic(topic)].lines)


def test_every_small_room_of_the_box_has_an_entry() -> None:
    """The rooms of the table are the small rooms of gw-2021's tiles, and no others."""
    rooms = [
        tile.id.partition("/")[2]
        for tile in load_library().list_set_tiles("gw-2021")
        if tile.kind is SectionKind.SMALL_ROOM
    ]
    assert {room.replace("-", "_") for room in rooms} == {str(topic) for topic in ROOM_TOPICS}
    assert set(ROOM_TOPICS) <= set(said("gw-2021"))


CUP = 'name = "Cup"\nextends = "naf-2019"\n[play.table.chest]\nhappens = "It opens."\n'
SPREAD = "[play.table.chest.rolls.spread]\n"
ONCE = "line 5: play: table.chest.rolls.spread: the outcomes of a {} must cover {}, each number once"


def test_a_house_rule_replaces_an_entry(tmp_path: Path) -> None:
    """The entry of house rules stands in place of the edition's whole one, and cites the house."""
    path = tmp_path / "cup.toml"
    path.write_text(f'{CUP}{SPREAD}dice = "D6"\noutcomes = {{ "3+" = "He falls.", "1-2" = "He stands." }}\n')
    chest = build_topic_table(load_unchecked_ruleset(str(path)))[TableTopic.CHEST]
    assert (chest.happens, chest.source, list(chest.rolls)) == ("It opens.", "Cup", ["spread"])
    assert chest.rolls["spread"].target_number == 3


@pytest.mark.parametrize(
    ("outcomes", "target"),
    [
        ({"6 or more": "He is out.", "5 or less": "He stays."}, 6),
        ({"8 or more": "It is far.", "2-7": "It is near.", "1 or less": "It stays."}, 8),
        ({"0 or less": "It breaks.", "1-6": "It holds."}, 0),
    ],
)
def test_totals_may_lie_beyond_the_dice(outcomes: dict[str, str], target: int) -> None:
    """A total may be more or less than the dice show; a roll is for the least number of its first outcome."""
    assert TableRoll(dice="D6", outcomes=outcomes).target_number == target


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
        (SPREAD + 'dice = "D6"\noutcomes = { "5 or more" = "x", "3 or less" = "x" }\n', ONCE.format("D6", "1 to 6")),
        (SPREAD + 'dice = "D6"\noutcomes = { "8 or more" = "x", "6 or less" = "x" }\n', ONCE.format("D6", "1 to 8")),
        (SPREAD + 'dice = "D6"\noutcomes = { "4 or less" = "x", "1-6" = "x" }\n', ONCE.format("D6", "1 to 6")),
        (
            SPREAD + 'dice = "D6"\noutcomes = { "4 up" = "x" }\n',
            "line 5: play: table.chest.rolls.spread: '4 up' is not a result of a roll: "
            "write 4, 4+, 1-3, 6 or more, 1 or less, or words",
        ),
    ],
)
def test_a_wrong_entry_is_told_in_one_line(tmp_path: Path, text: str, fault: str) -> None:
    """A wrong topic, key, die or result is named with file, line and remedy."""
    path = tmp_path / "cup.toml"
    path.write_text(CUP + text, encoding="utf-8")
    with pytest.raises(RulesetError) as caught:
        load_unchecked_ruleset(str(path))
    assert str(caught.value).startswith(f"{path}: {fault}")
    assert "\n" not in str(caught.value)
