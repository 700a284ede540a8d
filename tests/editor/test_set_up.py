"""Setting up together: who places what, when, and where it may lie."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt

from dungeon_designer.board.build import build_board
from dungeon_designer.editor.dialogs.start import SetUpDialog
from dungeon_designer.errors import EditError
from dungeon_designer.findings import Level
from dungeon_designer.layout.model import CounterContent, Layout, Section, SectionKind, Team, list_teams
from dungeon_designer.rules.checker import check_board
from dungeon_designer.rules.rule_registry import RULE_NAMES as RULES
from dungeon_designer.rules.rule_registry import RULE_NAMES_BY_FAMILY, load_rule
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from dungeon_designer.set_up import session
from dungeon_designer.set_up.order import SetUpKind, Stage, build_set_up_order
from dungeon_designer.set_up.placement import find_squares_for_object
from dungeon_designer.tiles.library import load_library
from tests.examples.verdicts import NAMES, load_layout

WHY = {name for name in RULES if load_rule(name).closed_square_text}
FOUR_WINDS = "naf-2019/the-four-winds"
SUNKEN_HALLS = "gw-1989/the-sunken-halls"
TWO_ROOMS = Layout(
    ruleset="gw-1989-expanded",
    sections=(
        Section(id="A", kind=SectionKind.END_ZONE, side=Team.HOME, rows=("....",) * 4),
        Section(id="B", kind=SectionKind.END_ZONE, side=Team.AWAY, at=(5, 0), rows=("....",) * 4),
    ),
)


def begin_set_up(layout, won=Team.HOME, kinds=tuple(SetUpKind), count=None):
    """Return a set-up of some kinds in the order of the layout's ruleset."""
    ruleset = load_unchecked_ruleset(layout.ruleset)
    stages = [stage for stage in build_set_up_order(ruleset).stages if stage.kind in kinds]
    return session.start_set_up(layout, ruleset, won, [replace(s, count=count or s.count) for s in stages])


def list_errors(layout):
    """Return the rules with errors under the layout's own ruleset."""
    verdict = check_board(build_board(layout, load_library()), load_unchecked_ruleset(layout.ruleset))
    return {finding.rule for finding in verdict.findings if finding.level is Level.ERROR}


def find_first_legal(setup, layout):
    return min(session.find_squares(setup, load_unchecked_ruleset(layout.ruleset), load_library()).free_squares)


def place_all(setup, layout, at=None, face=None):
    return session.place_next(
        setup, at or find_first_legal(setup, layout), load_unchecked_ruleset(layout.ruleset), load_library(), face
    )


@pytest.mark.parametrize(
    ("edition", "kinds", "begins"),
    [
        ("gw-1989-basic", ["chest", "portal", "door"], "www"),
        ("gw-1989-expanded", ["chest", "portal", "door", "counter"], "wwww"),
        ("gw-2021", ["chest", "portal"], "wl"),
        ("brawl-2013", ["chest", "portal"], "ww"),
        ("naf-2019", ["chest", "portal"], "ww"),
        ("db7s-2019", ["chest", "portal"], "ww"),
        ("eagbbl", ["chest", "portal"], "ww"),
    ],
)
def test_every_edition_has_its_own_order(edition, kinds, begins):
    """The edition says what is placed when, and whether the winner or the loser of the roll-off begins."""
    stages = [stage for stage in build_set_up_order(load_unchecked_ruleset(edition)).stages if stage.is_usual]
    assert [stage.kind for stage in stages] == kinds
    assert "".join("l" if stage.begins == "loser" else "w" for stage in stages) == begins


def test_a_house_ruleset_keeps_the_order_of_its_edition(tmp_path):
    """A ruleset that extends gw-2021 has the loser begin with the portals, too."""
    path = tmp_path / "house.toml"
    path.write_text('id = "house"\nname = "House"\nextends = "gw-2021"\n', encoding="utf-8")
    assert [stage.begins for stage in build_set_up_order(load_unchecked_ruleset(str(path))).stages] == [
        "winner",
        "loser",
    ]


def test_coaches_alternate_within_each_kind():
    """The loser's first portal in gw-2021 follows the last chest, whoever placed that."""
    queue = begin_set_up(replace(TWO_ROOMS, ruleset="gw-2021"), Team.AWAY, count=3).queue
    assert [team for team, _ in queue] == [Team.AWAY, Team.HOME, Team.AWAY, Team.HOME, Team.AWAY, Team.HOME]
    assert [what for _, what in queue] == ["chest"] * 3 + ["portal"] * 3


def test_doors_stand_in_thin_walls_and_are_shut():
    """A door goes into a wall one square thick and cuts it through; a thicker wall, a corner or a hall takes none."""
    setup = begin_set_up(TWO_ROOMS, kinds=[SetUpKind.DOOR], count=1)
    room = session.find_squares(setup, load_unchecked_ruleset("gw-1989-expanded"), load_library())
    assert room.free_squares == {(4, 0), (4, 1), (4, 2), (4, 3)}
    assert "door-placement" in room.explain_refusal((2, 2))
    after = place_all(setup, TWO_ROOMS, (4, 1)).layout
    assert [door.open for door in after.square_doors] == [False]
    assert not [rule for rule in list_errors(after) if rule.startswith("door-")]


def test_doors_stand_in_gaps_one_square_wide():
    """A gap between two walls takes a door; one two squares wide does not."""
    narrow = replace(TWO_ROOMS, sections=(*TWO_ROOMS.sections, Section(id="C", at=(4, 1), rows=(".",))))
    wide = replace(TWO_ROOMS, sections=(*TWO_ROOMS.sections, Section(id="C", at=(4, 1), rows=(".", "."))))
    rules = load_unchecked_ruleset("gw-1989-expanded"), load_library()
    assert (4, 1) in session.find_squares(begin_set_up(narrow, kinds=[SetUpKind.DOOR], count=1), *rules).free_squares
    assert (
        not {(4, 1), (4, 2)}
        & session.find_squares(begin_set_up(wide, kinds=[SetUpKind.DOOR], count=1), *rules).free_squares
    )


def test_counters_lie_anywhere_but_on_what_was_placed_and_in_the_opponents_end_zone():
    """gw-1989, Pit Traps: not on a chest or portal, not on the opponent's End Zone; one's own will do."""
    setup = begin_set_up(replace(TWO_ROOMS, chests=((1, 1),)), kinds=[SetUpKind.COUNTER])
    room = session.find_squares(setup, load_unchecked_ruleset("gw-1989-expanded"), load_library())
    assert (0, 0) in room.free_squares
    assert room.explain_refusal((1, 1)) == "something lies here already"
    assert "trap-section" in room.explain_refusal((6, 1))


def test_each_coach_lays_the_counters_he_was_given():
    """Three nothings, two pits and a spiked pit each, in any order he likes, whoever laid what before."""
    setup = begin_set_up(TWO_ROOMS, kinds=[SetUpKind.COUNTER])
    setup = place_all(setup, TWO_ROOMS, face=CounterContent.SPIKED_PIT)
    while not setup.is_finished:
        setup = place_all(setup, TWO_ROOMS, face=CounterContent.SPIKED_PIT)
    for team in TWO_ROOMS.teams:
        faces = sorted(trap.content for trap in setup.layout.traps if trap.owner is team)
        assert faces == ["nothing"] * 3 + ["open_pit"] * 2 + ["spiked_pit"]


def test_three_coaches_place_in_turns():
    """The winner begins, the others follow in the order of the sides; each has a hand of counters of his own."""
    setup = begin_set_up(replace(TWO_ROOMS, sides=list_teams(3)), Team.AWAY, kinds=[SetUpKind.COUNTER], count=99)
    assert [team for team, _ in setup.queue[:4]] == [Team.AWAY, Team.THIRD, Team.HOME, Team.AWAY]
    assert len(setup.queue) == 3 * len(setup.hand)


def test_what_is_not_placed_stays():
    """Only the kinds that are set up are taken off first."""
    layout = load_layout(SUNKEN_HALLS)
    assert begin_set_up(layout, kinds=[SetUpKind.PORTAL]).layout == replace(layout, portals=())


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_set_up_from_first_to_last_is_legal(edition):
    """Whoever follows the lit squares ends with a dungeon no rule of placing objects to."""
    name = next(each for each in NAMES if load_layout(each).ruleset == edition and "illegal" not in each)
    layout = load_layout(name)
    stages = build_set_up_order(load_unchecked_ruleset(edition)).stages
    setup = begin_set_up(
        layout, kinds=[each.kind for each in stages if each.is_usual and each.kind is not SetUpKind.DOOR]
    )
    for _ in range(len(setup.queue)):
        setup = place_all(
            setup,
            layout,
            sorted(session.find_squares(setup, load_unchecked_ruleset(edition), load_library()).free_squares)[-1],
        )
    assert list_errors(setup.layout) - list_errors(layout) <= {"ball-count"}


def test_a_square_that_will_not_do_is_refused():
    """The reason names the thing, the square and the rule."""
    setup = begin_set_up(TWO_ROOMS, kinds=[SetUpKind.CHEST])
    with pytest.raises(EditError, match=r"the chest .* on \(1, 1\): no chest may lie in this section: chest-section"):
        place_all(setup, TWO_ROOMS, (1, 1))


def test_set_up_in_turns(hand):
    """Coaches alternate; a square that breaks a rule does not accept; undo takes back; the notes say who did what."""
    layout = replace(load_layout(FOUR_WINDS), notes="")
    hand.workspace.open_layout(layout, None)
    hand.window.start_set_up(begin_set_up(layout, Team.AWAY, count=2))
    tool = hand.canvas.tool
    assert tool.setup.next_turn == (Team.AWAY, "chest")
    first = find_first_legal(tool.setup, layout)
    hand.click(first)
    assert tool.setup.next_turn == (Team.HOME, "chest")
    hand.click(first)
    assert len(hand.layout.chests) == 1
    hand.undo()
    assert tool.setup.next_turn == (Team.AWAY, "chest")
    for _ in range(4):
        hand.click(find_first_legal(tool.setup, layout))
    assert tool.setup.is_finished
    assert (len(hand.layout.chests), len(hand.layout.portals)) == (2, 2)
    assert hand.layout.notes.startswith("Set up together: away placed a chest")
    assert "away placed a portal" in hand.layout.notes.split(";")[2]


def test_counters_keep_their_secret(hand):
    """Keys 1 to 3 choose a face; neither the table nor the notes tell it while both coaches look on."""
    hand.workspace.open_layout(TWO_ROOMS, None)
    hand.window.start_set_up(begin_set_up(TWO_ROOMS, kinds=[SetUpKind.COUNTER], count=1))
    assert not hand.canvas.options.hidden
    hand.hover((1, 1))
    hand.key(Qt.Key.Key_3)
    hand.click((1, 1))
    (counter,) = hand.layout.traps
    assert counter.content is CounterContent.SPIKED_PIT
    assert "spiked" not in hand.layout.notes
    assert "home placed a pit counter on (1, 1)" in hand.layout.notes
    hand.window.select_tool("select")
    assert hand.canvas.options.hidden


def test_the_roll_off_says_who_begins(hand):
    """Typed dice decide; a tie begins nothing; in gw-2021 the other coach begins with the portals."""
    hand.workspace.open_layout(replace(TWO_ROOMS, ruleset="gw-2021"), None)
    dialog = SetUpDialog(hand.workspace, hand.window)
    dialog.roll_off.dice[Team.HOME][0].setValue(2)
    dialog.roll_off.dice[Team.AWAY][0].setValue(5)
    assert [begins.text() for _, _, begins in dialog.stage_rows] == ["Away begins", "Home begins"]
    assert dialog.setup.next_turn == (Team.AWAY, "chest")
    dialog.roll_off.dice[Team.HOME][0].setValue(5)
    ok = dialog.buttons.button(dialog.buttons.StandardButton.Ok)
    assert not ok.isEnabled()
    dialog.roll_off.roll_dice()
    assert ok.isEnabled()
    dialog.stage_rows[0][0].setChecked(False)
    assert {what for _, what in dialog.setup.queue} == {"portal"}


def test_every_rule_of_placing_says_what_is_the_matter():
    """A square that is not lit says so in words, whichever rule forbids it, unless plain words say it already."""
    plain = {"item-on-floor", "item-overlap", "entry-clear", "trap-spacing", "trap-section"}
    placing = {name for name in RULE_NAMES_BY_FAMILY["placing"] if load_rule(name).list_requirements}
    assert placing == {*RULE_NAMES_BY_FAMILY["placing"]}
    assert placing - plain == WHY
    assert all(load_rule(name).list_requirements for name in WHY)


def test_a_portal_may_be_set_up_in_an_end_zone_of_the_tournaments():
    """naf-2019 lets portals lie anywhere, though one in an end zone is noticed; gw-2021 lets none lie there."""
    board = build_board(TWO_ROOMS)
    assert (0, 0) in find_squares_for_object(board, load_unchecked_ruleset("naf-2019"), is_portal=True).free_squares
    assert (0, 0) not in find_squares_for_object(board, load_unchecked_ruleset("gw-2021"), is_portal=True).free_squares


def test_a_house_ruleset_has_its_own_order(tmp_path):
    """Two chests each, then a pit counter each, then the rest in a snake: who lays what stands in the file."""
    path = tmp_path / "house.toml"
    path.write_text(
        'name = "Moot"\nextends = "gw-1989-expanded"\n[set_up]\nstages = [\n'
        '  { lay = "chest", each = 2, begins = "loser" },\n  { lay = "counter", count = 2, begins = "next" },\n'
        '  { lay = "portal", count = 5, turns = [1, 2, 2, 1, 3] },\n]\n',
        encoding="utf-8",
    )
    ruleset = load_unchecked_ruleset(str(path))
    order = build_set_up_order(ruleset)
    assert (order.source, order.by_coaches) == ("Moot", True)
    queue = session.start_set_up(TWO_ROOMS, ruleset, Team.HOME, order.stages).queue
    assert [what for _, what in queue] == ["chest"] * 4 + ["counter"] * 2 + ["portal"] * 5
    assert "".join(team[0] for team, _ in queue) == "ahah" + "ah" + "haahh"


def test_the_counters_of_each_coach_are_dealt(tmp_path):
    """Each coach is given the counters that a house ruleset allows."""
    path = tmp_path / "house.toml"
    path.write_text(
        'extends = "gw-1989-expanded"\n[rules.trap-counters]\n'
        "each_coach = { nothing = 2, spiked_pit = { max = 1 }, all = 3 }\n",
        encoding="utf-8",
    )
    ruleset = load_unchecked_ruleset(str(path))
    (stage,) = (stage for stage in build_set_up_order(ruleset).stages if stage.kind is SetUpKind.COUNTER)
    assert (stage.is_usual, stage.count) == (True, 6)
    setup = session.start_set_up(TWO_ROOMS, ruleset, Team.HOME, [stage])
    assert setup.hand == (CounterContent.NOTHING,) * 2 + (CounterContent.SPIKED_PIT,)


def test_counters_keep_off_what_a_house_closes(tmp_path):
    """No counter of a coach may be placed where a house ruleset forbids it, and that ruleset is named."""
    path = tmp_path / "house.toml"
    path.write_text(
        'name = "Moot"\nextends = "gw-1989-expanded"\n[rules.trap-section]\nforbidden = ["own_end_zone"]\n',
        encoding="utf-8",
    )
    ruleset = load_unchecked_ruleset(str(path))
    setup = session.start_set_up(TWO_ROOMS, ruleset, Team.HOME, [build_set_up_order(ruleset).stages[-1]])
    room = session.find_squares(setup, ruleset, load_library())
    assert (6, 1) in room.free_squares
    assert room.explain_refusal((1, 1)) == "this coach's counters may not lie here: trap-section (Moot)"


def test_four_coaches_go_on_where_the_last_stage_ended():
    """Four coaches place by their roll-off: six chests by all and the first two again, then portals from the third."""
    stages = [Stage(SetUpKind.CHEST, 6), Stage(SetUpKind.PORTAL, 6, "next")]
    four = replace(TWO_ROOMS, sides=list_teams(4))
    others = (Team.HOME, Team.FOURTH, Team.AWAY)
    queue = session.start_set_up(four, load_unchecked_ruleset("gw-2021"), Team.THIRD, stages, others).queue
    first, second, third, fourth = Team.THIRD, *others
    assert [team for team, _ in queue][:6] == [first, second, third, fourth, first, second]
    assert [team for team, _ in queue][6:] == [third, fourth, first, second, third, fourth]


def test_the_edition_for_four_goes_on_where_the_chests_ended():
    """The almanac's order: six chests by all four and the first two again, then the portals from the third on."""
    order = build_set_up_order(load_unchecked_ruleset("gw-2021-multiplayer"), 4)
    assert order.source == "almanac-2021, Multi-player Dungeon Bowl"
    turns = session.list_turns(order.stages, list(Team)[:4])
    assert ["".join(team[0] for team in stage) for stage in turns] == ["hatfha", "tfhatf"]
