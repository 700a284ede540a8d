"""Measure drawing a dungeon of 300 squares and writing its SVG, compared with writing the same elements by xml.etree.

Run: ``python -m benchmarks drawing``. The target is a ratio of at most 3 in every theme. Both are measured alternately
in processor seconds, which a busy machine hardly lengthens; the ratio is the median of the pairs. The last figure but
one shows how busy the machine is: the time on the clock divided by the processor time. xml.etree writes with its own
functions, not with the replacements by svgwrite. Our drawing draws the floor anew every time. The last figure is the
time of a drawing without SVG after only a chest has moved, as an editor needs it.
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

from benchmarks.amounts import choose_amount, choose_cases
from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import Board
from dungeon_designer.drawing.compose import clear_cache, draw
from dungeon_designer.drawing.drawing_options import DrawingOptions
from dungeon_designer.drawing.themes import THEMES
from dungeon_designer.exports.svg import write_svg
from tests.drawing.boards import CROWN

ROUNDS = choose_amount(41, 1)
"""How often each pair of works is measured."""


def main() -> None:
    """Print a line for each theme."""
    for name in choose_cases(THEMES):
        print(measure_theme(name))


def measure_seconds(work: Callable[[], object]) -> float:
    """Return the processor seconds of one run of some work."""
    start = time.process_time()
    work()
    return time.process_time() - start


def write_with_etree(root: ET.Element) -> None:
    """Create the elements anew and write them with xml.etree, without the functions that svgwrite replaces."""
    patched_serializer, ET._serialize_xml = ET._serialize_xml, original_serialize_xml  # type: ignore[attr-defined]
    ET.tostring(copy_element(root), encoding="unicode")
    ET._serialize_xml = patched_serializer  # type: ignore[attr-defined]


def copy_element(element: ET.Element) -> ET.Element:
    """Return a copy of an element and all its children: the work of creating the elements by hand."""
    element_copy = ET.Element(element.tag, dict(element.attrib))
    element_copy.text = element.text
    for child in element:
        element_copy.append(copy_element(child))
    return element_copy


def draw_uncached(board: Board, options: DrawingOptions) -> str:
    """Draw a board without any cached part and return its SVG."""
    clear_cache()
    return write_svg(draw(board, options))


def measure_theme(theme: str) -> str:
    """Return a line with the measured times of drawing in a theme."""
    board, options = build_board(CROWN), DrawingOptions(theme=theme)
    svg = write_svg(draw(board, options))
    root = ET.fromstring(svg)  # noqa: S314  (our own output)
    start = time.perf_counter()
    pairs = [
        (measure_seconds(lambda: draw_uncached(board, options)), measure_seconds(lambda: write_with_etree(root)))
        for _ in range(ROUNDS)
    ]
    clock_ratio = (time.perf_counter() - start) / sum(map(sum, pairs))
    svg_ms, etree_ms = (median(pair[index] for pair in pairs) * 1000 for index in (0, 1))
    ratio = median(svg_seconds / etree_seconds for svg_seconds, etree_seconds in pairs)
    moved_board = build_board(replace(CROWN, chests=((3, 3), *CROWN.chests[1:])))
    redraw_ms = median(measure_seconds(lambda: draw(moved_board, options)) for _ in range(ROUNDS)) * 1000
    elements = sum(1 for _ in root.iter())
    size = f"{len(board)} squares {elements:5} elements {len(svg) // 1024:4} kB"
    return (
        f"{theme:10} {size}  ours {svg_ms:6.1f} ms  etree {etree_ms:6.1f} ms  ratio {ratio:.2f}"
        f"  clock/processor {clock_ratio:.2f}  chest moved {redraw_ms:.1f} ms"
    )


if __name__ == "__main__":
    main()
