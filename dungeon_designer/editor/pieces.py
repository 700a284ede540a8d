"""Everything that can be placed on the map except tiles, as records of `pieces.toml`, and the tools that place it."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from dungeon_designer.editor.tools.floor_tools import (
    DoorTool,
    EraseTool,
    FillTool,
    LeapTool,
    PaintTool,
    RoomTool,
    TerrainTool,
    WallTool,
)
from dungeon_designer.editor.tools.measure import MeasureTool
from dungeon_designer.editor.tools.object_tools import (
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
from dungeon_designer.layout_edits.descriptions import describe_kind
from dungeon_designer.rules.floor_requirements import DoorPlace, DoorPlacement
from dungeon_designer.rules.rule_registry import read_floor_requirements
from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.translation import fill_placeholders, translate


def find_door_tool(workspace: Workspace) -> type[DoorTool | SquareDoorTool]:
    """Return the tool for the doors that the dungeon's ruleset has: on a border, or filling a square as in 1989."""
    placement = read_floor_requirements(workspace.ruleset).find(DoorPlacement)
    return SquareDoorTool if placement is not None and placement.place is DoorPlace.WALL_OR_GAP else DoorTool


def _create_door_tool(workspace: Workspace) -> Tool:
    """Return a tool for the doors that the dungeon's ruleset has."""
    return find_door_tool(workspace)(workspace)


TOOL_FACTORIES: dict[str, Callable[[Workspace], Tool]] = {
    "select": SelectTool,
    "paint": PaintTool,
    "fill": FillTool,
    "erase": EraseTool,
    "wall": WallTool,
    "door": _create_door_tool,
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
    **{f"ground:{kind}": partial(TerrainTool, kind=kind) for kind in (*TerrainKind, *ObstacleKind)},
    **{f"trap:{kind}": partial(TrapTool, kind=kind) for kind in TrapKind},
    **{
        f"counter:{owner}:{content}": partial(TrapTool, kind=TrapKind.COUNTER, owner=owner, content=content)
        for owner in Team
        for content in CounterContent
    },
}
"""What creates a tool for a workspace, by the name that the field `tool` of a record has for it."""


class Piece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One entry of the tool bar or the palette, with the tool that it selects. Most of these tools place an object.

    Attributes:
        id: the name by which actions, the palette and other modules know the piece.
        title: the English title; `%1` and so on stand for `kinds`.
        key: the default shortcut.
        group: the English heading in the palette.
        tip: what the object is in play, in a sentence or two.
        tool: the name of the tool in `TOOL_FACTORIES`.
        picture: the name of an icon in the folder `icons`, or a sketch that is drawn like a map.
        kinds: names of kinds that complete the title.
        owner: the team to which the object belongs, and the piece is offered only if that team plays; None for no team.
        editions: the ids of the editions that have the piece; empty for all.
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
    editions: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.tool not in TOOL_FACTORIES:
            raise ValueError(f"{self.id}: there is no tool {self.tool}")
        unknown_editions = set(self.editions).difference(EDITIONS)
        if unknown_editions:
            raise ValueError(f"{self.id}: there is no edition {min(unknown_editions)}")

    def belongs_to(self, edition: str) -> bool:
        """Return whether an edition has the piece; "" for rules of no edition, which have all pieces."""
        return not edition or not self.editions or edition in self.editions

    def create_tool(self, workspace: Workspace) -> Tool:
        """Return a new tool that places the piece."""
        return TOOL_FACTORIES[self.tool](workspace)

    @property
    def name(self) -> str:
        """The title in the user's language."""
        return fill_placeholders(translate("pieces", self.title), *map(describe_kind, self.kinds))

    @property
    def tool_tip(self) -> str:
        """The tool tip as HTML: title, shortcut and explanation."""
        return f"<p><b>{self.name}</b> ({self.key})<br>{translate('tips', self.tip)}</p>"


def find_edition(ruleset: Ruleset) -> str:
    """Return the id of an edition, or of the edition that house rules extend; "" for a ruleset that extends none."""
    return next((name for name in (ruleset.id, *ruleset.lineage) if name in EDITIONS), "")


_COUNTER_EDITIONS = ("gw-1989-basic", "gw-1989-expanded")


def format_counter_id(owner: Team, content: CounterContent) -> str:
    """Return the id of the palette entry for a team's pit counter with a certain hidden face."""
    return f"counter-{owner}-{content}"


def _build_counters() -> Iterator[Piece]:
    """Yield the palette entries for pit counters: one for each team and hidden face."""
    keys_by_team = {Team.HOME: ("H", "Shift+H", "Ctrl+H"), Team.AWAY: ("A", "Shift+A", "Ctrl+Shift+H")}
    tip = "A pit counter lies face down; a player who steps on it turns it over (gw-1989, Pit Traps)."
    for team_number, owner in enumerate(Team, 1):
        team_line = "" if owner in TWO_TEAMS else f"sides: {len(Team)}, "
        other_keys = f"Alt+Shift+{team_number}", f"Ctrl+Shift+{team_number}", f"Ctrl+Alt+{team_number}"
        for content, key in zip(CounterContent, keys_by_team.get(owner, other_keys), strict=True):
            yield Piece(
                format_counter_id(owner, content),
                "Counter of %1: %2",
                key,
                "Counters",
                tip,
                f"counter:{owner}:{content}",
                f"{{map: '.', {team_line}traps: [{{kind: counter, at: [0, 0], owner: {owner}, content: {content}}}]}}",
                (owner.value, content.value),
                owner,
                _COUNTER_EDITIONS,
            )


def read_pieces(table: Any) -> tuple[Piece, ...]:
    """Return the pieces of a table.

    Raises:
        msgspec.ValidationError: a field is missing, unknown or of the wrong type; the message names the field.
    """
    return msgspec.convert(table, tuple[Piece, ...])


_TABLE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))

TOOLBAR_PIECES = read_pieces(_TABLE["tools"])
"""The pieces in the tool bar."""

PALETTE_PIECES: tuple[Piece, ...] = (*read_pieces(_TABLE["pieces"]), *_build_counters())
"""The pieces in the palette, group by group."""

TOOLBAR_GROUP_STARTS = frozenset({"draw-room", "wall", "chest", "measure"})
"""The ids of tools that begin a new group in the tool bar: floor, edges, objects, measuring."""

PIECE_BY_ID: dict[str, Piece] = {piece.id: piece for piece in (*PALETTE_PIECES, *TOOLBAR_PIECES)}
"""Every piece by its id. Of two records with one id, that of the tool bar counts."""
