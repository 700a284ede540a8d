"""Draw an illegal and a legal map for the page of each rule: `python -m scripts.rule_pictures`, or `make pictures`.

The maps are cases of tests/rules/cases, chosen by `rule_pictures.toml`. A test fails when a picture in
docs/rules/pictures is not what this module draws.
"""

from __future__ import annotations

import itertools
import math
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec

from dungeon_designer.drawing import Drawing, DrawingOptions, draw
from dungeon_designer.drawing.labels import measure_text_box
from dungeon_designer.drawing.overlays import build_finding_frame
from dungeon_designer.drawing.shapes import Group, Layer, Point, Shape, Style, Text, build_lines
from dungeon_designer.drawing.themes import find_theme
from dungeon_designer.exports.svg import write_svg_with_fonts
from dungeon_designer.findings import Finding, Level
from dungeon_designer.grid import Square
from dungeon_designer.rules.checker import check_board
from dungeon_designer.rules.rule_registry import RULE_NAMES
from tests.rules.case_files import Case, all_cases

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "rules" / "pictures"
CHOICE_FILE = Path(__file__).with_suffix(".toml")

THEME = "parchment"
SQUARE_MM = 8
"""The width of a square: about 30 pixels in a browser."""
CAPTION_HEIGHT = 1.2
"""The height of the strip below a map with the word "illegal" or "legal", in squares."""
TEXT_SIZE, MARGIN = 0.6, 0.4
"""The height of the caption's type, and its distance from the left edge, in squares."""
MAX_PICTURE_BYTES = 15_000
"""The largest picture that is allowed: a page loads two of them."""
MAX_MARKED = 6
"""The most problems of a map that get lines."""
MIN_LINE_LENGTH = 2
"""The distance of two squares, in squares, from which on a line joins them; nearer ones touch at least at a corner."""


class PictureChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cases that a rule's pictures show, by their names, and what can be seen there, in words."""

    ruleset: str
    illegal: str
    illegal_alt: str
    legal: str
    legal_alt: str


@cache
def read_choices() -> dict[str, PictureChoice]:
    """Return the choice for each rule that has pictures, by the rule's name."""
    choices = tomllib.loads(CHOICE_FILE.read_text(encoding="utf-8"))
    return msgspec.convert(choices, dict[str, PictureChoice])


def format_pictures(rule: str) -> str:
    """Return Markdown that shows the two pictures of a rule side by side; '' if it has none.

    In a narrow window the second picture moves below the first one.
    """
    choice = read_choices().get(rule)
    if choice is None:
        return ""
    illegal_alt, legal_alt = f"Breaks the rule: {choice.illegal_alt}", f"Keeps the rule: {choice.legal_alt}"
    return f"![{illegal_alt}](pictures/{rule}-illegal.svg)\n![{legal_alt}](pictures/{rule}-legal.svg)"


def build_pictures() -> dict[Path, bytes]:
    """Return the content of every picture, by its path.

    Raises:
        KeyError: A chosen case does not exist.
    """
    cases = {(case.rule, case.ruleset, case.name): case for case in all_cases()}
    content_by_path = {}
    for rule, choice in read_choices().items():
        for word, name in (("illegal", choice.illegal), ("legal", choice.legal)):
            content_by_path[FOLDER / f"{rule}-{word}.svg"] = draw_case(cases[rule, choice.ruleset, name])
    return content_by_path


def draw_case(case: Case) -> bytes:
    """Return the picture of a case as SVG: the map with its problems, and a caption below it."""
    board = case.board(case.layout_read())
    findings = check_board(board, case.rules(), select=[case.rule]).findings
    options = DrawingOptions(
        theme=THEME, border=False, coordinates=False, hatching=False, paving=False, keys=False, hidden=True
    )
    drawing = leave_out_ornaments(draw(board, options, findings))
    return write_svg_with_fonts(add_caption(add_lines(drawing, findings), findings), SQUARE_MM)


def leave_out_ornaments(drawing: Drawing) -> Drawing:
    """Return a drawing without the structure of paper, shades of rock and shadows, and with one font.

    Otherwise these would be more than half of the file of a small picture.
    """
    layers = tuple(layer for layer in drawing.layers if layer.name not in ("page", "rock", "shadows"))
    return msgspec.structs.replace(drawing, layers=layers, title_fonts=drawing.label_fonts)


def add_lines(drawing: Drawing, findings: Sequence[Finding]) -> Drawing:
    """Return a drawing with lines between the squares of each problem that states what was measured."""
    measured_findings = [finding for finding in findings if finding.measured is not None]
    groups = [_draw_lines(index, finding) for index, finding in enumerate(measured_findings[:MAX_MARKED])]
    layer = Layer("measured", tuple(group for group in groups if group.shapes))
    return msgspec.structs.replace(drawing, layers=(*drawing.layers, layer))


def _draw_lines(index: int, finding: Finding) -> Group:
    """Draw dashed lines between the squares of a problem. Squares that touch need none, as one frame is around them."""
    lines = [[(x + 0.5, y + 0.5) for x, y in pair] for pair in list_nearest_pairs(finding.squares)]
    style = Style(stroke=build_finding_frame(find_theme(THEME), finding.level).stroke, width=0.12, dash=(0.3, 0.2))
    shapes = (build_lines(lines, style),) if lines else ()
    return Group(f"measured-{index}", "measured", shapes, finding.squares)


def list_nearest_pairs(squares: Sequence[Square]) -> list[tuple[Square, Square]]:
    """Return pairs of squares that together connect all squares by lines that are as short as possible.

    Pairs of squares that touch are left out.

    >>> list_nearest_pairs([(0, 0), (1, 0), (5, 0)])
    [((1, 0), (5, 0))]
    """
    connected, others = list(squares[:1]), list(squares[1:])
    pairs = []
    while others:
        start, end = min(itertools.product(connected, others), key=lambda pair: math.dist(*pair))
        pairs.append((start, end))
        connected.append(end)
        others.remove(end)
    return [(start, end) for start, end in pairs if math.dist(start, end) >= MIN_LINE_LENGTH]


def add_caption(drawing: Drawing, findings: Sequence[Finding]) -> Drawing:
    """Return a drawing with a strip below the map that says whether it is legal, what was measured and required."""
    text = Text((0.0, 0.0), format_caption(findings), TEXT_SIZE, Style(fill=find_theme(THEME).line), "start", bold=True)
    (left, top), (width, height) = drawing.corner, drawing.size
    text_left, _, text_right, _ = measure_text_box(text, drawing)
    position: Point = (left + MARGIN, top + height + (CAPTION_HEIGHT - TEXT_SIZE) / 2)
    shapes: tuple[Shape, ...] = (msgspec.structs.replace(text, at=position),)
    return msgspec.structs.replace(
        drawing,
        size=(max(width, text_right - text_left + 2 * MARGIN), height + CAPTION_HEIGHT),
        layers=(*drawing.layers, Layer("caption", (Group("caption", "caption", shapes),))),
    )


def format_caption(findings: Sequence[Finding]) -> str:
    """Return the words below a map, such as "Illegal: 4, required 5"."""
    if not findings:
        return "Legal"
    words = {Level.ERROR: "Illegal", Level.WARNING: "Warning", Level.INFO: "Notice"}[findings[0].level]
    finding = next((finding for finding in findings if finding.measured is not None), None)
    if finding is None:
        return words
    required = f", required {finding.required}" if finding.required is not None else ""
    return f"{words}: {finding.measured}{required}"


def main() -> None:
    """Write all pictures, and delete pictures that are no longer drawn."""
    content_by_path = build_pictures()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for stale in set(FOLDER.iterdir()) - set(content_by_path):
        stale.unlink()
    for path, content in content_by_path.items():
        path.write_bytes(content)
    for rule in RULE_NAMES:
        if rule not in read_choices():
            print(f"{CHOICE_FILE.name} chooses no maps for {rule}")


if __name__ == "__main__":
    main()
