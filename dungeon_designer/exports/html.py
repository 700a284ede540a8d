"""HTML: the coaches' page. One file that holds the map, the words about it, and a table to play the match on.

What it knows of its dungeon is data in it, for its own modules (`web/*.js`) alone: whoever changes a key changes it
there. What lies below trapdoors and on the face of counters is in it only when that is asked for.

The page asks nothing of any other computer, and its Content-Security-Policy lets it ask nothing: the styles and the
script in it are named by what they are, all else is forbidden. Without a script, or printed, it is the map with its
notes and findings, and says what is missing. Many pages are one folder with an index, ready for any static host; the
index asks for nothing either: its small pictures stand in it.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from html import escape as escaped
from itertools import chain, count, groupby
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import asdict

from dungeon_designer.analysis.rotation import Turned
from dungeon_designer.analysis.ruler import RULER
from dungeon_designer.board.model import DOOR, OPEN, WALL, Board, TrapGroup
from dungeon_designer.drawing.compose import without_pieces
from dungeon_designer.drawing.options import DrawingOptions
from dungeon_designer.drawing.shapes import Drawing
from dungeon_designer.drawing.themes import PARCHMENT
from dungeon_designer.exports.carried_fonts import carried, letters_of
from dungeon_designer.exports.options import ExportOptions, edition_of
from dungeon_designer.exports.pack.few_words import by_name
from dungeon_designer.exports.pack.house_rules import house_rules
from dungeon_designer.exports.pack.model import PackPart
from dungeon_designer.exports.png import png_file
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
from dungeon_designer.text.notes import Block, Words, blocks

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
    name, edition = html_text(layout.name or "A dungeon"), title_of(ruleset)
    about = " · ".join(filter(None, (f"by {layout.author}" if layout.author else "", edition)))
    rows = []
    for number, finding in enumerate(findings, start=1):
        what = UNTOLD if rule(finding.rule).tells_hidden and not hidden else finding.message
        rows.append((str(number), finding.level.value, finding.rule, what, finding.source))
    lines = [
        f"<header>\n<h1>{name}</h1>",
        *([f'<a href="{home}">All dungeons</a>'] if home else []),
        *([f'<p class="credit">{html_text(about)}</p>'] if about else []),
        f"<noscript><p>{WITHOUT_SCRIPT}</p></noscript>",
        f'</header>\n<main>\n{svg.strip()}\n</main>\n<section class="words">',
        *in_html(layout.notes),
        *_house_rules(board, ruleset),
        *_table(("", "level", "rule", "what", "source"), rows),
        f'</section>\n<script type="application/json">{page_json(shown, ruleset, hidden)}</script>',
        f"<script>{script()}</script>",
        *([f"<script>{REGISTER}</script>"] if offline else []),
        "</body>\n</html>\n",
    ]
    css = style("page") + _fonts(drawing, layout.name, "".join(lines))
    return "\n".join((*head(name, css, script(), offline=offline), *lines)).encode()


def _house_rules(board: Board, ruleset: Ruleset) -> Iterator[str]:
    """What the ruleset and the dungeon ask otherwise than the edition, as a list: a phone has no room for columns."""
    if changed := house_rules(Context(board, ruleset).ruleset):
        yield f"<h2>{html_text(changed.title)}</h2>\n<ul>"
        for about, before, here, source in changed.rows:
            words = html_text(f": {here.rstrip('.')}. In the edition: {before.rstrip('.')}. ")
            yield f"<li><b>{html_text(about)}</b>{words}<small>({html_text(by_name(source))})</small></li>"
        yield "</ul>"


def _fonts(drawing: Drawing, title: str, page: str) -> str:
    """The fonts of a page: its title's letters, and for all else plain ones, which its script may need, and its own."""
    letters = letters_of(drawing)
    for face in ((drawing.label_fonts[0], False), (drawing.label_fonts[0], True)):
        letters[face] |= {*map(chr, range(0x21, 0x7F)), *page} - {*map(chr, range(0x21))}
    letters[PARCHMENT.title_fonts[0], False] |= set(without_controls(title or "A dungeon"))
    return carried(letters)


def _table(head: Iterable[str], rows: Sequence[Iterable[str]]) -> Iterator[str]:
    """A table; nothing without rows."""
    if rows:
        yield f"<table>\n<tr>{_cells('th', head)}</tr>"
        yield from (f"<tr>{_cells('td', row)}</tr>" for row in rows)
        yield "</table>"


def _cells(tag: str, texts: Iterable[str]) -> str:
    return "".join(f"<{tag}>{html_text(text)}</{tag}>" for text in texts)


def html_text(text: str) -> str:
    """Words as HTML shows them."""
    return escaped(without_controls(text))


def head(title: str, css: str, code: str = "", images: str = "", offline: bool = False) -> Iterator[str]:
    """The beginning of a page that may do nothing but what its own styles and script say; `title` is HTML.

    `images` says where pictures may come from, `offline` that it also runs REGISTER.
    """
    allowed = ""
    for kind, *texts in (("style", css), ("script", code, REGISTER if offline else "")):
        digests = " ".join(f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in texts if text)
        allowed += f"; {kind}-src {digests}" if digests else ""
    allowed += "; worker-src 'self'" if offline else ""
    allowed += "; font-src data:" if "@font-face" in css else ""
    allowed += f"; img-src {images}" if images else ""
    policy = f"default-src 'none'{allowed}; base-uri 'none'; form-action 'none'"
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{title}</title>\n<style>{css}</style>\n</head>\n<body>"


@lru_cache(maxsize=3)
def style(page: str) -> str:
    """How the `page` of a dungeon or the `index` of many looks, and what the `replay` of a game adds to the first."""
    return (_WEB / f"{page}.css").read_text(encoding="utf-8")


@lru_cache(maxsize=2)
def script(modules: tuple[str, ...] = MODULES) -> str:
    """A page's modules as one script: their imports left out, for all stand in one scope."""
    text = "\n".join((_WEB / f"{name}.js").read_text(encoding="utf-8") for name in modules)
    lines = (line.removeprefix("export ") for line in text.splitlines() if not line.startswith("import "))
    return '(() => {\n"use strict";\n' + "\n".join(lines) + "\n})();"


def in_html(text: str) -> Iterator[str]:
    """Notes as elements of a page."""
    for block in blocks(text):
        yield from _tags(block)


def _tags(block: Block) -> Iterator[str]:
    if isinstance(block, Words):
        shown = ""
        for run in block.runs:
            words = html_text(run.text)
            words = f"<em>{words}</em>" if run.emphasised else words
            shown += f"<strong>{words}</strong>" if run.strong else words
        yield f"<p><strong>{shown}</strong></p>" if block.heading else f"<p>{shown}</p>"
        return
    start = "" if block.first in (None, 1) else f' start="{block.first}"'
    yield "<ul>" if block.first is None else f"<ol{start}>"
    for item in block.items:
        yield f"<li>{''.join(tag for part in item for tag in _tags(part))}</li>"
    yield "</ul>" if block.first is None else "</ol>"


INDEX, RULES = "index.html", "rules.html"
OFFLINE = "offline.js"
REGISTER = f'if ("serviceWorker" in navigator) navigator.serviceWorker.register("{OFFLINE}").catch(() => {{}});'
"""What has a page keep its folder, where a browser allows it: it does by https, and not for a file on a phone."""


@dataclass(frozen=True)
class SiteEntry:
    """One dungeon of a folder of pages: its file's name, its own name, a line about it, and what it stands under."""

    file: str
    name: str
    line: str
    group: str
    board: Board
    ruleset: Ruleset


@dataclass(frozen=True)
class Front:
    """What the index says before the dungeons: a title, facts in a line each, notes, and parts with tables or lists."""

    title: str
    facts: Sequence[str] = ()
    notes: str = ""
    parts: Sequence[PackPart] = ()
    links: Sequence[tuple[str, str]] = ()


def site(
    front: Front, entries: Sequence[SiteEntry], options: ExportOptions, offline: bool = False
) -> Iterator[tuple[str, bytes]]:
    """The files of the folder by name: a page for each dungeon as it is drawn, the index last.

    `offline` says that the folder has the worker that keeps it.
    """
    names = list(file_names([entry.file for entry in entries], ".html", INDEX, RULES))
    for name, entry in zip(names, entries, strict=True):
        yield name, web_page(entry.board, replace(options, ruleset=entry.ruleset), home=INDEX, offline=offline)
    yield INDEX, "\n".join(_index(front, names, entries, options, offline)).encode()


def file_names(files: Iterable[str], ending: str, *others: str) -> Iterator[str]:
    """A name for what each dungeon's file becomes in one folder, such as any host and link takes: the file's own with
    another ending where that will do, else numbered; none is one of the `others`.

    >>> list(file_names(["a.dungeon.yaml", "A.dungeon.json", "great hall.yaml"], ".svg"))
    ['a.svg', 'A-2.svg', 'great-hall-yaml.svg']
    """
    taken = {other.casefold() for other in others}
    for file in files:
        short = re.sub(r"[^A-Za-z0-9_-]+", "-", file.partition(".dungeon.")[0]).strip("-") or "dungeon"
        numbered = (f"{short}-{number}{ending}" for number in count(2))
        name = next(each for each in chain((f"{short}{ending}",), numbered) if each.casefold() not in taken)
        taken.add(name.casefold())
        yield name


def _index(
    front: Front, names: Sequence[str], entries: Sequence[SiteEntry], options: ExportOptions, offline: bool
) -> Iterator[str]:
    drawing = DrawingOptions(coordinates=False, grid=False, theme=options.drawing.theme)
    small = ExportOptions(drawing, square=1.7)
    yield from head(html_text(front.title), style("index"), images="data:", offline=offline)
    yield f"<h1>{html_text(front.title)}</h1>"
    yield from (f"<p>{html_text(fact)}</p>" for fact in front.facts)
    yield from (f'<a href="{link}">{html_text(words)}</a>' for words, link in front.links)
    yield from in_html(front.notes)
    yield from parts_in_html(front.parts)
    for group, members in groupby(zip(names, entries, strict=True), key=lambda each: each[1].group):
        yield f'{f"<h2>{html_text(group)}</h2>" if group else ""}\n<ul class="dungeons">'
        for name, entry in members:
            picture = b64encode(png_file(entry.board, small)).decode()
            words = f"<b>{html_text(entry.name)}</b>" + (f"<p>{html_text(entry.line)}</p>" if entry.line else "")
            map_alone = f'<a href="{picture_of(name)}">the map alone</a>' if offline else ""
            yield f'<li><a href="{name}"><img src="data:image/png;base64,{picture}" alt="">{words}</a>{map_alone}</li>'
        yield "</ul>"
    yield f"<script>{REGISTER}</script>" if offline else ""
    yield "</body>\n</html>\n"


def picture_of(page: str) -> str:
    """The file of the picture beside a dungeon's page.

    >>> picture_of("hall.html")
    'hall.svg'
    """
    return page.removesuffix(".html") + ".svg"


def parts_in_html(parts: Iterable[PackPart]) -> Iterator[str]:
    """What is said under titles: notes, tables and numbered lists."""
    for part in parts:
        yield f"<h2>{html_text(part.title)}</h2>"
        yield from in_html(part.notes)
        yield from _table(part.head, part.rows)
        yield from [f"<ol>{_cells('li', part.items)}</ol>"] if part.items else ()


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
