"""HTML: the coaches' page. One file that holds the map, the words about it, and a table to play the match on.

The page asks nothing of any other computer, and its Content-Security-Policy lets it ask nothing: the styles and the
script in it are named by what they are, all else is forbidden. Without a script, or printed, it is the map with its
notes and findings.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from html import escape as escaped
from pathlib import Path

from dungeon_designer.board.model import Board
from dungeon_designer.drawing.compose import without_pieces
from dungeon_designer.exports.notes import in_html
from dungeon_designer.exports.options import ExportOptions, Takes
from dungeon_designer.exports.svg import drawing_of, svg_of
from dungeon_designer.findings import Finding
from dungeon_designer.rules.registry import load_ruleset, rule
from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.text.escaping import without_controls
from dungeon_designer.translation import marked

MODULES = (
    "board", "steps", "sight", "passes", "dice", "match", "clock", "handing_on", "session", "words",
    "elements", "map_view", "overlay", "look_panel", "measure_panel", "table_panel", "main",
)  # fmt: skip
"""The page's modules in `web/`, each before those that import it."""

UNTOLD = "What it finds would tell what lies hidden; the organiser's page says it (--hidden)."
_WEB = Path(__file__).with_name("web")


class HtmlExporter:
    """A page for a browser, without a single file beside it."""

    name = marked("exports", "Web page with notes")
    endings = (".html", ".htm")
    takes = Takes.DRAWING | Takes.FINDINGS | Takes.EDITION

    def export(self, board: Board, options: ExportOptions, findings: Sequence[Finding] = ()) -> bytes:
        """The page; the findings given stand in a table below the map, numbered as they are on it.

        It measures and plays by the options' ruleset, else by the edition the layout names.
        """
        return web_page(board, options, findings)


def web_page(board: Board, options: ExportOptions, findings: Sequence[Finding] = (), home: str = "") -> bytes:
    """The page; `home` is the file beside it that lists its like, where there is one."""
    from dungeon_designer.exports.page_data import page_json

    svg = svg_of(drawing_of(board, options, findings), options.square).partition("\n")[2]
    shown = without_pieces(board) if options.drawing.bare else board
    ruleset, hidden = options.ruleset or _own(board), options.drawing.hidden
    credit = [f"by {board.layout.author}"] if board.layout.author else []
    about = " · ".join([*credit, *filter(None, [ruleset.name or board.layout.ruleset])])
    data = page_json(shown, ruleset, hidden)
    return "\n".join(_page(board, about, svg, data, _words(board, findings, hidden), home)).encode()


def _own(board: Board) -> Ruleset:
    """The edition a layout names, of those that come with the program; without one the usual corners."""
    own = board.layout.ruleset
    return load_ruleset(own, Path()) if own in EDITIONS else Ruleset(id="", name="", rules={})


def _page(board: Board, about: str, svg: str, data: str, words: Iterator[str], home: str) -> Iterator[str]:
    name = said(board.layout.name or "A dungeon")
    yield from head(name, style("page"), script())
    yield f"<header>\n<h1>{name}</h1>"
    if home:
        yield f'<a href="{home}">All dungeons</a>'
    if about:
        yield f'<p class="credit">{said(about)}</p>'
    yield f'</header>\n<main>\n{svg.strip()}\n</main>\n<section class="words">'
    yield from words
    yield f'</section>\n<script type="application/json">{data}</script>'
    yield f"<script>{script()}</script>\n</body>\n</html>\n"


def head(title: str, css: str, code: str = "", images: str = "") -> Iterator[str]:
    """The beginning of a page that may do nothing but what its own styles and script say; `title` is HTML.

    `images` says where pictures may come from.
    """
    allowed = "".join(f"; {kind}-src '{_named(text)}'" for kind, text in (("style", css), ("script", code)) if text)
    allowed += f"; img-src {images}" if images else ""
    policy = f"default-src 'none'{allowed}; base-uri 'none'; form-action 'none'"
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{title}</title>\n<style>{css}</style>\n</head>\n<body>"


def _named(text: str) -> str:
    """A style or script by what it is, as a Content-Security-Policy wants it."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


@lru_cache(maxsize=2)
def style(page: str) -> str:
    """How the `page` of a dungeon, or the `index` of many, looks."""
    return (_WEB / f"{page}.css").read_text(encoding="utf-8")


@lru_cache(maxsize=1)
def script() -> str:
    """The page's modules as one script: their imports left out, for all stand in one scope."""
    modules = "\n".join((_WEB / f"{name}.js").read_text(encoding="utf-8") for name in MODULES)
    lines = (line.removeprefix("export ") for line in modules.splitlines() if not line.startswith("import "))
    return '(() => {\n"use strict";\n' + "\n".join(lines) + "\n})();"


def _words(board: Board, findings: Sequence[Finding], hidden: bool) -> Iterator[str]:
    yield from in_html(board.layout.notes)
    if findings:
        yield from _table(findings, hidden)


def _table(findings: Sequence[Finding], hidden: bool) -> Iterator[str]:
    yield "<table>\n<tr><th></th><th>level</th><th>rule</th><th>what</th><th>source</th></tr>"
    for number, finding in enumerate(findings, start=1):
        what = UNTOLD if rule(finding.rule).tells_hidden and not hidden else finding.message
        cells = (str(number), finding.level.value, finding.rule, what, finding.source)
        yield f"<tr>{''.join(f'<td>{said(cell)}</td>' for cell in cells)}</tr>"
    yield "</table>"


def said(text: str) -> str:
    """Words as HTML shows them."""
    return escaped(without_controls(text))
