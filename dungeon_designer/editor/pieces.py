"""Everything that can be put on the table besides tiles: a record each in `pieces.toml`, and what makes its tool."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from dungeon_designer.editor.tools.floor import (
    DoorTool,
    EraseTool,
    FillTool,
    GroundTool,
    LeapTool,
    PaintTool,
    RoomTool,
    WallTool,
)
from dungeon_designer.editor.tools.measure import MeasureTool
from dungeon_designer.editor.tools.pieces import (
    BallTool,
    LabelTool,
    SquareDoorTool,
    TrapTool,
    TreasureTool,
    TurningRoomTool,
)
from dungeon_designer.editor.tools.select import SelectTool
from dungeon_designer.editor.tools.tool import Tool
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.kinds import SectionKind, Team
from dungeon_designer.layout.model import TWO_TEAMS, CounterContent, ObstacleKind, TerrainKind, TrapKind
from dungeon_designer.layout_edits.descriptions import kind_in_words
from dungeon_designer.translation import filled, translate

MAKERS: dict[str, Callable[[Workspace], Tool]] = {
    "select": SelectTool,
    "paint": PaintTool,
    "fill": FillTool,
    "erase": EraseTool,
    "wall": WallTool,
    "door": DoorTool,
    "chest": partial(TreasureTool, portal=False),
    "portal": partial(TreasureTool, portal=True),
    "measure": MeasureTool,
    "square-door": SquareDoorTool,
    "leap": LeapTool,
    "large-trapdoor": partial(TrapTool, kind=TrapKind.TRAPDOOR, size=(2, 2)),
    "turning-room": TurningRoomTool,
    "rolling-ball": BallTool,
    "label": LabelTool,
    **{f"room:{kind}": partial(RoomTool, kind=kind) for kind in SectionKind},
    **{f"ground:{kind}": partial(GroundTool, kind=kind) for kind in (*TerrainKind, *ObstacleKind)},
    **{f"trap:{kind}": partial(TrapTool, kind=kind) for kind in TrapKind},
    **{
        f"counter:{owner}:{content}": partial(TrapTool, kind=TrapKind.COUNTER, owner=owner, content=content)
        for owner in Team
        for content in CounterContent
    },
}
"""What makes the tool in hand, by the names that records have for it."""


class Piece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One tool, by which most put a thing on the table.

    id       by which actions, the palette and other modules know it
    title    its name in English, `%1` and so on standing for `kinds`
    key      what takes it, unless the user chooses another
    group    the heading it stands under, in English
    tip      what it is in the game, in a sentence or two
    tool     which of `MAKERS` makes its tool
    picture  an icon of the folder `icons`, or a sketch that is drawn as maps are

    What belongs to a side, its `owner`, is there where that side plays.
    """

    id: str
    title: str
    key: str
    group: str
    tip: str
    tool: str
    picture: str
    kinds: tuple[str, ...] = ()
    owner: Team | None = None

    def __post_init__(self) -> None:
        if self.tool not in MAKERS:
            raise ValueError(f"{self.id}: there is no tool {self.tool}")

    def make(self, workspace: Workspace) -> Tool:
        """The tool that puts it down."""
        return MAKERS[self.tool](workspace)

    @property
    def name(self) -> str:
        """Its title in the user's language."""
        return filled(translate("pieces", self.title), *map(kind_in_words, self.kinds))

    @property
    def tool_tip(self) -> str:
        """What is said of it where the pointer rests."""
        return f"<p><b>{self.name}</b> ({self.key})<br>{translate('tips', self.tip)}</p>"


def counter_id(owner: Team, content: CounterContent) -> str:
    """The id of one side's counter with a face."""
    return f"counter-{owner}-{content}"


def _counters() -> Iterator[Piece]:
    keys = {Team.HOME: ("H", "Shift+H", "Ctrl+H"), Team.AWAY: ("A", "Shift+A", "Ctrl+Shift+H")}
    tip = "A pit counter lies face down; who steps on it turns it over (gw-1989, Pit Traps)."
    for number, owner in enumerate(Team, 1):
        sides = "" if owner in TWO_TEAMS else f"sides: {len(Team)}, "
        numbered = f"Alt+Shift+{number}", f"Ctrl+Shift+{number}", f"Ctrl+Alt+{number}"
        for content, key in zip(CounterContent, keys.get(owner, numbered), strict=True):
            yield Piece(
                counter_id(owner, content),
                "Counter of %1: %2",
                key,
                "Counters",
                tip,
                f"counter:{owner}:{content}",
                f"{{map: '.', {sides}traps: [{{kind: counter, at: [0, 0], owner: {owner}, content: {content}}}]}}",
                (owner.value, content.value),
                owner,
            )


def read_pieces(table: Any) -> tuple[Piece, ...]:
    """The pieces of a table; ValidationError says which field of which is missing, unknown or of another type."""
    return msgspec.convert(table, tuple[Piece, ...])


_TABLE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))

TOOLS = read_pieces(_TABLE["tools"])
"""What stands in the tool bar."""

PIECES: tuple[Piece, ...] = (*read_pieces(_TABLE["pieces"]), *_counters())
"""What stands in the palette, group by group."""

GROUP_BEGINS = frozenset({"draw-room", "wall", "chest", "measure"})
"""The tools before which a new group begins, in the toolbar and the menu: floor, edges, treasure, measuring."""

ALL: dict[str, Piece] = {piece.id: piece for piece in (*PIECES, *TOOLS)}
