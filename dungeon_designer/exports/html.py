"""HTML: one page that holds everything, the map as a vector picture and what is to be said about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape as escaped

from dungeon_designer.board.model import Board
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.protocol import Takes
from dungeon_designer.exports.svg import drawing_of, svg_of
from dungeon_designer.findings import Finding
from dungeon_designer.text.controls import without_controls
from dungeon_designer.translation import marked

_STYLE = """\
body { font: 1rem/1.5 Cabin, "Segoe UI", "DejaVu Sans", sans-serif; margin: 0 auto; max-width: 75rem; padding: 1rem;
  color: #222; background: #fff; }
h1 { font-family: "Goudy Bookletter 1911", Georgia, serif; font-weight: normal; margin-bottom: 0; }
svg { width: 100%; height: auto; max-height: 95vh; }
table { border-collapse: collapse; } th, td { text-align: left; padding: .2rem .8rem .2rem 0; vertical-align: top; }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #1b1d21; } }"""


class HtmlExporter:
    """A page for a browser, without a single file beside it."""

    name = marked("exports", "Web page with notes")
    endings = (".html", ".htm")
    takes = Takes.DRAWING | Takes.FINDINGS

    def export(self, board: Board, options: ExportOptions, findings: Sequence[Finding] = ()) -> bytes:
        """The page; the findings given stand in a table below the map, numbered as they are on it."""
        svg = svg_of(drawing_of(board, options, findings), options.square).partition("\n")[2]
        return "\n".join(_page(board, svg, findings)).encode()


def _page(board: Board, svg: str, findings: Sequence[Finding]) -> Iterator[str]:
    layout = board.layout
    name = _said(layout.name or "A dungeon")
    credit = " · ".join(part for part in (f"by {layout.author}" if layout.author else "", layout.ruleset) if part)
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{name}</title>\n<style>\n{_STYLE}\n</style>\n</head>\n<body>\n<h1>{name}</h1>"
    if credit:
        yield f"<p>{_said(credit)}</p>"
    yield svg
    yield from (f"<p>{_said(part)}</p>" for part in layout.notes.split("\n\n") if part.strip())
    if findings:
        yield from _table(findings)
    yield "</body>\n</html>\n"


def _table(findings: Sequence[Finding]) -> Iterator[str]:
    yield "<table>\n<tr><th></th><th>level</th><th>rule</th><th>what</th><th>source</th></tr>"
    for number, finding in enumerate(findings, start=1):
        cells = (str(number), finding.level.value, finding.rule, finding.message, finding.source)
        yield f"<tr>{''.join(f'<td>{_said(cell)}</td>' for cell in cells)}</tr>"
    yield "</table>"


def _said(text: str) -> str:
    return escaped(without_controls(text))
