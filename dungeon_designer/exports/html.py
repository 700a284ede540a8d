"""Write the coaches' page as one HTML file: the map, its notes and problems, and a table to play the match on.

The facts about the dungeon are JSON data in the page. Only the page's own modules (`web/*.js`) read this data: a key
that is changed here must be changed there. What is below trapdoors and on the face of counters is in the data only
when hidden contents are asked for.

Without scripts, or printed, the page is the map with its notes and problems, and says what is missing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import asdict

from dungeon_designer.analysis.rotation import RotatedRoom
from dungeon_designer.analysis.ruler import PASS_LIMITS
from dungeon_designer.board.model import DOOR, OPEN, WALL, Board, TrapGroup
from dungeon_designer.drawing.compose import remove_match_objects
from dungeon_designer.drawing.shapes import Drawing
from dungeon_designer.drawing.themes import PARCHMENT
from dungeon_designer.exports.embedded_fonts import build_font_css, find_letters
from dungeon_designer.exports.export_options import ExportOptions, find_ruleset
from dungeon_designer.exports.html_parts import (
    REGISTER_OFFLINE_SCRIPT,
    build_head,
    escape_text,
    format_heading,
    format_notes_as_html,
    format_table,
    load_style_sheet,
)
from dungeon_designer.exports.pack.house_rule_differences import build_house_rules_part
from dungeon_designer.exports.pack.short_texts import replace_edition_ids
from dungeon_designer.exports.svg import draw_board, write_svg
from dungeon_designer.findings import Finding
from dungeon_designer.grid import SIDES, Side, Square, find_neighbour, normalise_edge, rank_by_row
from dungeon_designer.kinds import ObstacleKind, TerrainKind
from dungeon_designer.layout.model import RollingBall
from dungeon_designer.rules.board_topics import build_board_table, find_topic_squares
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule_registry import load_rule
from dungeon_designer.rulesets.loader import format_title
from dungeon_designer.rulesets.play_table import list_deadlines, parse_play
from dungeon_designer.rulesets.ruleset_model import Chests, Corners, Ruleset
from dungeon_designer.rulesets.topic_table import MATCH_TOPICS
from dungeon_designer.text.escaping import map_texts, replace_control_characters

MODULES = (
    "board", "steps", "sight", "passes", "dice", "match", "clock", "handing_on", "session", "words",
    "elements", "book", "awake", "map_view", "findings", "overlay", "what_happens", "look_panel", "bounce",
    "bounce_panel", "measure_panel", "dice_panel", "sides", "turn_panel", "boxes_panel", "table_panel", "main",
)  # fmt: skip
"""The page's modules in `web/`, each before those that import it."""
REPLAY = ("board", "dice", "match", "words", "elements", "map_view", "sides", "overlay", "replay")
"""The modules of the page on which a recorded match is watched."""

HIDDEN_FINDING_TEXT = "What it finds would tell what lies hidden; the organiser's page says it (--hidden)."
"""Stands in place of a problem's message that would reveal hidden contents."""
WITHOUT_SCRIPT = (
    "Here this page is the map with its notes alone: measuring, dice and keeping a match need its script, which does"
    " not run. An iPhone's preview of a mail's attachment or of a file runs none; open the page by an address on the"
    " web, or in a browser that runs scripts."
)
"""What the page says where scripts do not run."""
DEFAULT_TITLE = "A dungeon"
"""The title of a dungeon that has no name."""
_WEB_FOLDER = Path(__file__).with_name("web")


def export_web_page(
    board: Board, options: ExportOptions, findings: Sequence[Finding] = (), index_page: str = "", offline: bool = False
) -> bytes:
    """Return the coaches' page: one HTML file that loads no other file.

    The page measures and plays by the options' ruleset, else by the edition that the dungeon file names.

    Args:
        board: the dungeon.
        options: what is drawn, and the ruleset.
        findings: problems for a table below the map, numbered as they are on the map.
        index_page: the file of an index of such pages, for a link to it; '' for no link.
        offline: whether the page registers the worker that keeps its folder for use without a network.
    """
    drawing = draw_board(board, options, findings)
    svg = write_svg(drawing, options.square).partition("\n")[2]
    shown_board = remove_match_objects(board) if options.drawing.bare else board
    layout, ruleset, hidden = board.layout, find_ruleset(board, options), options.drawing.hidden
    name, edition = escape_text(layout.name or DEFAULT_TITLE), format_title(ruleset)
    credit = " · ".join(filter(None, (f"by {layout.author}" if layout.author else "", edition)))
    rows = []
    for number, finding in enumerate(findings, start=1):
        message = HIDDEN_FINDING_TEXT if load_rule(finding.rule).reveals_hidden and not hidden else finding.message
        rows.append((str(number), finding.level.value, finding.rule, message, finding.source))
    lines = [
        f"<header>\n{format_heading(layout.name or DEFAULT_TITLE)}",
        *([f'<a href="{index_page}">All dungeons</a>'] if index_page else []),
        *([f'<p class="credit">{escape_text(credit)}</p>'] if credit else []),
        f"<noscript><p>{WITHOUT_SCRIPT}</p></noscript>",
        f'</header>\n<main>\n{svg.strip()}\n</main>\n<section class="words">',
        *format_notes_as_html(layout.notes),
        *_format_house_rules(board, ruleset),
        *format_table(("", "level", "rule", "what", "source"), rows),
        f'</section>\n<script type="application/json">{format_page_json(shown_board, ruleset, hidden)}</script>',
        f"<script>{build_script()}</script>",
        *([f"<script>{REGISTER_OFFLINE_SCRIPT}</script>"] if offline else []),
        "</body>\n</html>\n",
    ]
    css = load_style_sheet("page") + build_page_fonts(drawing, layout.name, "".join(lines))
    return "\n".join((*build_head(name, css, build_script(), offline=offline), *lines)).encode()


def _format_house_rules(board: Board, ruleset: Ruleset) -> Iterator[str]:
    """Yield an HTML list of what the ruleset and the dungeon require differently from the edition.

    A list, because a phone has no space for the columns of a table.
    """
    if house_rules_part := build_house_rules_part(Context(board, ruleset).ruleset):
        yield f"<h2>{escape_text(house_rules_part.title)}</h2>\n<ul>"
        for subject, edition_text, house_text, source in house_rules_part.rows:
            words = escape_text(f": {house_text.rstrip('.')}. In the edition: {edition_text.rstrip('.')}. ")
            source_text = escape_text(replace_edition_ids(source))
            yield f"<li><b>{escape_text(subject)}</b>{words}<small>({source_text})</small></li>"
        yield "</ul>"


def build_page_fonts(drawing: Drawing, title: str, page: str) -> str:
    """Return CSS with the fonts of a page, reduced to the letters that it needs.

    The title font has the letters of the drawing and of the title. The label font has those of the drawing, of the
    page's text, and all of ASCII, since the page's script writes texts later.

    Args:
        drawing: the map on the page.
        title: the title of the page; '' for the default title.
        page: the HTML of the page.
    """
    letters = find_letters(drawing)
    for face in ((drawing.label_fonts[0], False), (drawing.label_fonts[0], True)):
        letters[face] |= {*map(chr, range(0x21, 0x7F)), *page} - {*map(chr, range(0x21))}
    letters[PARCHMENT.title_fonts[0], False] |= set(replace_control_characters(title or DEFAULT_TITLE))
    return build_font_css(letters)


@lru_cache(maxsize=2)
def build_script(modules: tuple[str, ...] = MODULES) -> str:
    """Return a page's modules joined into one script, without imports, since all of them share one scope."""
    text = "\n".join((_WEB_FOLDER / f"{name}.js").read_text(encoding="utf-8") for name in modules)
    lines = (line.removeprefix("export ") for line in text.splitlines() if not line.startswith("import "))
    return '(() => {\n"use strict";\n' + "\n".join(lines) + "\n})();"


_TERRAIN_CODES: tuple[TerrainKind | None, ...] = (None, *TerrainKind)
"""The terrain that each number in the page's data stands for; 0 is none."""
_OBSTACLE_CODES: tuple[ObstacleKind | None, ...] = (None, *ObstacleKind)
"""The obstacle that each number in the page's data stands for; 0 is none."""

_SCRIPT_ESCAPES = {ord(letter): f"\\u{ord(letter):04x}" for letter in "<>&\u2028\u2029"}
"""Letters that could end a script, with escapes that cannot."""


def format_page_json(board: Board, ruleset: Ruleset, hidden: bool) -> str:
    """Return the page's data as JSON that may stand inside a script: the same for the same board and edition."""
    return format_script_json(build_page_data(board, ruleset, hidden))


def format_script_json(data: dict[str, Any]) -> str:
    """Return data as JSON in which nothing can end the script around it."""
    clean_data = map_texts(data, replace_control_characters)
    return json.dumps(clean_data, ensure_ascii=False, separators=(",", ":")).translate(_SCRIPT_ESCAPES)


def build_page_data(board: Board, ruleset: Ruleset, hidden: bool) -> dict[str, Any]:
    """Return everything that the page's script knows of a dungeon, as data whose keys `web/*.js` reads.

    `id` is a hash of this dungeon under this edition, so that the page never continues the match of another dungeon.

    Args:
        board: the dungeon.
        ruleset: the edition or house rules by which the page measures and plays.
        hidden: whether the data holds what is below trapdoors and on the face of counters.
    """
    context, square_numbers = Context(board, ruleset), {square: number for number, square in enumerate(board.squares)}
    ruleset = context.ruleset
    play = parse_play(ruleset)
    data = {
        "name": board.layout.name or "A dungeon",
        "edition": {
            "id": ruleset.id,
            "name": ruleset.name,
            "strict": ruleset.corners is Corners.STRICT,
            "impassable": ruleset.chests is Chests.IMPASSABLE,
            **asdict(play),
            "deadlines": list_deadlines(play),
            "ruler": PASS_LIMITS,
            "table": {
                topic: {**msgspec.to_builtins(entry), "lines": [*entry.lines]}
                for topic, entry in build_board_table(board, ruleset).items()
            },
        },
        "hidden": hidden,
        "sides": [
            {"id": team.id, "colour": team.shown_colour, "emblem": team.shown_emblem} for team in board.layout.sides
        ],
        "sections": [
            {
                "kind": section.kind,
                "side": section.team,
                "name": section.name,
                "rule": " ".join(board.library.get(section.tile).rule.split()) if section.tile else "",
            }
            for section in board.sections
        ],
        "terrains": _TERRAIN_CODES,
        "obstacles": _OBSTACLE_CODES,
        "squares": _list_squares(board),
        "chests": sorted(square_numbers[square] for square in board.chest_squares),
        "balls": board.layout.balls,
        "portals": [[portal.number, square_numbers.get(portal.square, -1)] for portal in board.portals],
        "traps": [_build_trap_data(trap, hidden) for trap in board.traps],
        "course": MATCH_TOPICS,
        "things": {
            topic: sorted(square_numbers[object_square] for object_square in squares)
            for topic, squares in find_topic_squares(board).items()
        },
        "rooms": list(_list_rotating_rooms(context, square_numbers)),
        "stones": [
            {
                "at": ball.at,
                "size": ball.size,
                "step": ball.travel.step,
                "depth": ball.size[0] if ball.travel.step[0] else ball.size[1],
                "length": ball.length,
            }
            for ball in board.machines
            if isinstance(ball, RollingBall)
        ],
    }
    return {"id": sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16], **data}


def _list_squares(board: Board) -> list[list[int]]:
    """Return a list of numbers for each square of floor: x, y, section, edges, terrain, obstacle, door.

    `section` is the index of its section, and `edges` holds the walls and doors around it (see `_pack_edges`).
    `terrain` and `obstacle` are indexes into `_TERRAIN_CODES` and `_OBSTACLE_CODES`, 0 for none. `door` tells whether
    a door fills the square: 0 for none, 1 for a shut one, 2 for an open one.
    """
    section_numbers = {section: number for number, section in enumerate(board.sections)}
    door_codes = {None: 0, False: 1, True: 2}
    return [
        [
            *square, section_numbers[owner], _pack_edges([board.get_edge_state(square, side) for side in SIDES]),
            _TERRAIN_CODES.index(board.terrain_at.get(square)), _OBSTACLE_CODES.index(board.obstacle_at.get(square)),
            door_codes[board.door_squares.get(square)],
        ]
        for square, owner in board.section_by_square.items()
    ]  # fmt: skip


def _pack_edges(edge_states: Sequence[int]) -> int:
    """Return the states of a square's four edges (open, wall or door) as one number for the page's data.

    Each edge has two bits: north the lowest, then east, south and west.
    """
    return sum(state << 2 * index for index, state in enumerate(edge_states))


def _build_trap_data(trap: TrapGroup, hidden: bool) -> dict[str, Any]:
    """Return the page's data of a trap; its hidden contents only if `hidden` is true."""
    data: dict[str, Any] = {"kind": trap.kind, "squares": trap.squares, "owner": trap.drawn_traps[0].owner}
    if hidden:
        data["below"] = next((trap_part.below for trap_part in trap.drawn_traps if trap_part.below), "")
        data["content"] = trap.drawn_traps[0].content
    return data


def _list_rotating_rooms(context: Context, square_numbers: dict[Square, int]) -> Iterator[dict[str, Any]]:
    """Yield the page's data of each rotating room: its upper left corner, its width, and its three rotated positions.

    The positions, after 1, 2 and 3 clockwise quarter turns, are lists as `_list_rotated_squares` returns them. A room
    that rotates is square, so its width is also its height.
    """
    for room in context.rotation.rooms:
        positions = [
            _list_rotated_squares(context.board, context.rotation.rotate_room(room, quarters), square_numbers)
            for quarters in (1, 2, 3)
        ]
        yield {"corner": room.corner, "size": room.size[0], "turns": positions}


def _list_rotated_squares(board: Board, rotated: RotatedRoom, square_numbers: dict[Square, int]) -> list[list[int]]:
    """Return what the page draws after a rotation of a room: a list of four numbers for each position.

    The numbers are [square, x, y, edges]. (x, y) is a position in the rotated room or around it. `square` is the
    number, in `square_numbers`, of the square whose floor is drawn there after the rotation. `edges` holds the walls
    and doors at the position (see `_pack_edges`). The positions are ordered by row.
    """

    def find_edge_state(square: Square, side: Side) -> int:
        """Return whether an edge of a position is a wall, a door or open after the rotation.

        An edge that borders on a square outside the rotated part is as it is in the dungeon.
        """
        if find_neighbour(square, side) not in rotated.drawn_squares:
            return board.get_edge_state(square, side)
        border = normalise_edge(square, side)
        return WALL if border in rotated.ground.walls else DOOR if border in rotated.ground.doors else OPEN

    return [
        [
            square_numbers[rotated.drawn_squares[position]],
            *position,
            _pack_edges([find_edge_state(position, side) for side in SIDES]),
        ]
        for position in sorted(rotated.drawn_squares, key=rank_by_row)
    ]
