"""HTML: the coaches' page. One file that holds the map, the words about it, and a table to play the match on.

What it knows of its dungeon is data in it, for its own modules (`web/*.js`) alone: whoever changes a key changes it
there. What lies below trapdoors and on the face of counters is in it only when that is asked for.

Without a script, or printed, it is the map with its notes and findings, and says what is missing.
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

from dungeon_designer.analysis.rotation import Turned
from dungeon_designer.analysis.ruler import RULER
from dungeon_designer.board.model import DOOR, OPEN, WALL, Board, TrapGroup
from dungeon_designer.drawing.compose import without_pieces
from dungeon_designer.drawing.shapes import Drawing
from dungeon_designer.drawing.themes import PARCHMENT
from dungeon_designer.exports.carried_fonts import carried, letters_of
from dungeon_designer.exports.html_parts import REGISTER, head, html_text, in_html, style, table_in_html, title_in_html
from dungeon_designer.exports.options import ExportOptions, edition_of
from dungeon_designer.exports.pack.few_words import by_name
from dungeon_designer.exports.pack.house_rules import house_rules
from dungeon_designer.exports.svg import drawing_of, svg_of
from dungeon_designer.findings import Finding
from dungeon_designer.grid import SIDES, Side, Square, edge, neighbour, row_major
from dungeon_designer.kinds import ObstacleKind, TerrainKind
from dungeon_designer.layout.model import RollingBall
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.registry import rule
from dungeon_designer.rules.what_happens import table_on, things_of
from dungeon_designer.rulesets.loader import title_of
from dungeon_designer.rulesets.model import Chests, Corners, Ruleset
from dungeon_designer.rulesets.play import deadlines_of, play_of
from dungeon_designer.rulesets.table import COURSE
from dungeon_designer.text.escaping import with_texts, without_controls

MODULES = (
    "board", "steps", "sight", "passes", "dice", "match", "clock", "handing_on", "session", "words",
    "elements", "book", "awake", "map_view", "findings", "overlay", "what_happens", "look_panel", "bounce",
    "bounce_panel", "measure_panel", "dice_panel", "sides", "turn_panel", "boxes_panel", "table_panel", "main",
)  # fmt: skip
"""The page's modules in `web/`, each before those that import it."""
REPLAY = ("board", "dice", "match", "words", "elements", "map_view", "sides", "overlay", "replay")
"""Those of the page on which a game is watched."""

UNTOLD = "What it finds would tell what lies hidden; the organiser's page says it (--hidden)."
WITHOUT_SCRIPT = (
    "Here this page is the map with its notes alone: measuring, dice and keeping a match need its script, which does"
    " not run. An iPhone's preview of a mail's attachment or of a file runs none; open the page by an address on the"
    " web, or in a browser that runs scripts."
)
NAMELESS = "A dungeon"
_WEB = Path(__file__).with_name("web")


def web_page(
    board: Board, options: ExportOptions, findings: Sequence[Finding] = (), home: str = "", offline: bool = False
) -> bytes:
    """The page, for a browser, without a single file beside it; `home` lists its like, where there is such a file.

    The findings given stand in a table below the map, numbered as they are on it. It measures and plays by the options'
    ruleset, else by the edition the layout names.
    """
    drawing = drawing_of(board, options, findings)
    svg = svg_of(drawing, options.square).partition("\n")[2]
    shown = without_pieces(board) if options.drawing.bare else board
    layout, ruleset, hidden = board.layout, edition_of(board, options), options.drawing.hidden
    name, edition = html_text(layout.name or NAMELESS), title_of(ruleset)
    about = " · ".join(filter(None, (f"by {layout.author}" if layout.author else "", edition)))
    rows = []
    for number, finding in enumerate(findings, start=1):
        what = UNTOLD if rule(finding.rule).tells_hidden and not hidden else finding.message
        rows.append((str(number), finding.level.value, finding.rule, what, finding.source))
    lines = [
        f"<header>\n{title_in_html(layout.name or NAMELESS)}",
        *([f'<a href="{home}">All dungeons</a>'] if home else []),
        *([f'<p class="credit">{html_text(about)}</p>'] if about else []),
        f"<noscript><p>{WITHOUT_SCRIPT}</p></noscript>",
        f'</header>\n<main>\n{svg.strip()}\n</main>\n<section class="words">',
        *in_html(layout.notes),
        *_house_rules(board, ruleset),
        *table_in_html(("", "level", "rule", "what", "source"), rows),
        f'</section>\n<script type="application/json">{page_json(shown, ruleset, hidden)}</script>',
        f"<script>{script()}</script>",
        *([f"<script>{REGISTER}</script>"] if offline else []),
        "</body>\n</html>\n",
    ]
    css = style("page") + page_fonts(drawing, layout.name, "".join(lines))
    return "\n".join((*head(name, css, script(), offline=offline), *lines)).encode()


def _house_rules(board: Board, ruleset: Ruleset) -> Iterator[str]:
    """What the ruleset and the dungeon ask otherwise than the edition, as a list: a phone has no room for columns."""
    if changed := house_rules(Context(board, ruleset).ruleset):
        yield f"<h2>{html_text(changed.title)}</h2>\n<ul>"
        for about, before, here, source in changed.rows:
            words = html_text(f": {here.rstrip('.')}. In the edition: {before.rstrip('.')}. ")
            yield f"<li><b>{html_text(about)}</b>{words}<small>({html_text(by_name(source))})</small></li>"
        yield "</ul>"


def page_fonts(drawing: Drawing, title: str, page: str) -> str:
    """Return the fonts of a page: the letters of its title, for all else its own, and plain ones for its script."""
    letters = letters_of(drawing)
    for face in ((drawing.label_fonts[0], False), (drawing.label_fonts[0], True)):
        letters[face] |= {*map(chr, range(0x21, 0x7F)), *page} - {*map(chr, range(0x21))}
    letters[PARCHMENT.title_fonts[0], False] |= set(without_controls(title or NAMELESS))
    return carried(letters)


@lru_cache(maxsize=2)
def script(modules: tuple[str, ...] = MODULES) -> str:
    """A page's modules as one script: their imports left out, for all stand in one scope."""
    text = "\n".join((_WEB / f"{name}.js").read_text(encoding="utf-8") for name in modules)
    lines = (line.removeprefix("export ") for line in text.splitlines() if not line.startswith("import "))
    return '(() => {\n"use strict";\n' + "\n".join(lines) + "\n})();"


_TERRAINS: tuple[TerrainKind | None, ...] = (None, *TerrainKind)
_OBSTACLES: tuple[ObstacleKind | None, ...] = (None, *ObstacleKind)

_IN_SCRIPTS = {ord(letter): f"\\u{ord(letter):04x}" for letter in "<>&\u2028\u2029"}
"""Letters that could end a script, spelt so that they cannot."""


def page_json(board: Board, ruleset: Ruleset, hidden: bool) -> str:
    """The data as JSON that may stand inside a script: the same for the same board and edition."""
    return json_in_script(page_data(board, ruleset, hidden))


def json_in_script(data: dict[str, Any]) -> str:
    """Data as JSON in which nothing ends a script."""
    told = with_texts(data, without_controls)
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).translate(_IN_SCRIPTS)


def page_data(board: Board, ruleset: Ruleset, hidden: bool) -> dict[str, Any]:
    """The data; `id` tells this dungeon under this edition from all others, so that no match is taken for another's."""
    context, numbered = Context(board, ruleset), {square: number for number, square in enumerate(board.squares)}
    ruleset = context.ruleset
    play = play_of(ruleset)
    data = {
        "name": board.layout.name or "A dungeon",
        "edition": {
            "id": ruleset.id,
            "name": ruleset.name,
            "strict": ruleset.corners is Corners.STRICT,
            "impassable": ruleset.chests is Chests.IMPASSABLE,
            **asdict(play),
            "deadlines": deadlines_of(play),
            "ruler": RULER,
            "table": {
                topic: {**msgspec.to_builtins(entry), "lines": [*entry.lines]}
                for topic, entry in table_on(board, ruleset).items()
            },
        },
        "hidden": hidden,
        "sides": [{"id": s.id, "colour": s.shown_colour, "emblem": s.shown_emblem} for s in board.layout.sides],
        "sections": [
            {
                "kind": section.kind,
                "side": section.side,
                "name": section.name,
                "rule": " ".join(board.library.get(section.tile).rule.split()) if section.tile else "",
            }
            for section in board.sections
        ],
        "terrains": _TERRAINS,
        "obstacles": _OBSTACLES,
        "squares": _squares(board),
        "chests": sorted(numbered[square] for square in board.chest_squares),
        "balls": board.layout.balls,
        "portals": [[portal.number, numbered.get(portal.at, -1)] for portal in board.portals],
        "traps": [_trap(trap, hidden) for trap in board.traps],
        "course": COURSE,
        "things": {topic: sorted(numbered[at] for at in squares) for topic, squares in things_of(board).items()},
        "rooms": list(_rooms(context, numbered)),
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


def _squares(board: Board) -> list[list[int]]:
    """x, y, section, sides, terrain, obstacle and square door of each square; sides as `_packed`."""
    section = {part: number for number, part in enumerate(board.sections)}
    doors = {None: 0, False: 1, True: 2}
    return [
        [
            *square, section[own], _packed([board.edge_state(square, side) for side in SIDES]),
            _TERRAINS.index(board.terrain_at.get(square)), _OBSTACLES.index(board.obstacle_at.get(square)),
            doors[board.door_squares.get(square)],
        ]
        for square, own in board.owner.items()
    ]  # fmt: skip


def _packed(edges: Sequence[int]) -> int:
    """The four sides of a square as one number: two bits each, north lowest."""
    return sum(state << 2 * bit for bit, state in enumerate(edges))


def _trap(trap: TrapGroup, hidden: bool) -> dict[str, Any]:
    told: dict[str, Any] = {"kind": trap.kind, "squares": trap.squares, "owner": trap.parts[0].owner}
    if hidden:
        told["below"] = next((part.below for part in trap.parts if part.below), "")
        told["content"] = trap.parts[0].content
    return told


def _rooms(context: Context, numbered: dict[Square, int]) -> Iterator[dict[str, Any]]:
    """Each room that turns: where it is, and where each square of it and around it lies after 1, 2, 3 quarters."""
    for room in context.rotation.rooms:
        turns = [_lying(context.board, context.rotation.turned(room, quarters), numbered) for quarters in (1, 2, 3)]
        yield {"corner": room.corner, "size": room.size[0], "turns": turns}


def _lying(board: Board, turned: Turned, numbered: dict[Square, int]) -> list[list[int]]:
    """Of each square in and around a turned room: the number of the square that lies there, its place, its sides."""

    def state(square: Square, side: Side) -> int:
        if neighbour(square, side) not in turned.drawn:
            return board.edge_state(square, side)
        border = edge(square, side)
        return WALL if border in turned.ground.walls else DOOR if border in turned.ground.doors else OPEN

    return [
        [numbered[turned.drawn[at]], *at, _packed([state(at, side) for side in SIDES])]
        for at in sorted(turned.drawn, key=row_major)
    ]
