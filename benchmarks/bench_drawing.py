"""Drawing a 300-square dungeon and writing its SVG, against writing the same elements with xml.etree alone.

Run: ``python -m benchmarks drawing``. Reach: a ratio of at most 3 in every theme. Both are measured in turns by the
processor's own seconds, which a busy machine hardly lengthens; the ratio is the median of the pairs. How busy it is
shows in the last figure but one: what a clock says, over the processor's time. xml.etree writes with its own words,
not with those svgwrite puts in their place. Ours draws the ground anew every time; the last figure is a drawing
without SVG when only a chest has moved, as an editor asks for.
"""

from __future__ import annotations

import sys
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1]))

from msgspec.structs import replace
from svgwrite.etree import original_serialize_xml

from dungeon_designer.board.build import build
from dungeon_designer.board.model import Board
from dungeon_designer.drawing.compose import draw, forget
from dungeon_designer.drawing.options import DrawingOptions
from dungeon_designer.drawing.themes import THEMES
from dungeon_designer.exports.svg import svg_of
from tests.drawing.boards import CROWN

ROUNDS = 41


def seconds(work: Callable[[], object]) -> float:
    """What the processor took."""
    start = time.process_time()
    work()
    return time.process_time() - start


def by_etree(root: ET.Element) -> None:
    """Make the elements and write them."""
    theirs, ET._serialize_xml = ET._serialize_xml, original_serialize_xml  # type: ignore[attr-defined]
    ET.tostring(copied(root), encoding="unicode")
    ET._serialize_xml = theirs  # type: ignore[attr-defined]


def copied(element: ET.Element) -> ET.Element:
    """The element made anew: what writing it by hand would cost."""
    twin = ET.Element(element.tag, dict(element.attrib))
    twin.text = element.text
    for child in element:
        twin.append(copied(child))
    return twin


def whole(board: Board, options: DrawingOptions) -> str:
    forget()
    return svg_of(draw(board, options))


def measure(theme: str) -> str:
    board, options = build(CROWN), DrawingOptions(theme=theme)
    svg = svg_of(draw(board, options))
    root = ET.fromstring(svg)  # noqa: S314  (our own output)
    start = time.perf_counter()
    pairs = [(seconds(lambda: whole(board, options)), seconds(lambda: by_etree(root))) for _ in range(ROUNDS)]
    busy = (time.perf_counter() - start) / sum(map(sum, pairs))
    ours, plain = (median(pair[side] for pair in pairs) * 1000 for side in (0, 1))
    ratio = median(mine / theirs for mine, theirs in pairs)
    moved = build(replace(CROWN, chests=((3, 3), *CROWN.chests[1:])))
    again = median(seconds(lambda: draw(moved, options)) for _ in range(ROUNDS)) * 1000
    elements = sum(1 for _ in root.iter())
    size = f"{len(board)} squares {elements:5} elements {len(svg) // 1024:4} kB"
    return (
        f"{theme:10} {size}  ours {ours:6.1f} ms  etree {plain:6.1f} ms  ratio {ratio:.2f}"
        f"  clock/processor {busy:.2f}  chest moved {again:.1f} ms"
    )


if __name__ == "__main__":
    for name in THEMES:
        print(measure(name))
