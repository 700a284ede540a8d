"""PDF pages seen through poppler, which had no hand in making them."""

from __future__ import annotations

import re
import subprocess
from hashlib import sha256
from html import unescape
from pathlib import Path
from typing import NamedTuple
from xml.etree.ElementTree import Element, fromstring

MM = 72 / 25.4
"""Points in a millimetre."""


def run_poppler(tool: str, *arguments: str | Path) -> str:
    """Return what a tool of poppler prints."""
    done = subprocess.run([tool, *map(str, arguments)], capture_output=True, check=True)
    return done.stdout.decode()


_output_by_document: dict[tuple[str, bytes], str] = {}


def run_poppler_once(pdf: Path, tool: str, *arguments: str | Path) -> str:
    """Return what a tool prints of a document. It runs once for all questions about the same bytes."""
    key = (tool, sha256(pdf.read_bytes()).digest())
    if key not in _output_by_document:
        _output_by_document[key] = run_poppler(tool, *arguments)
    return _output_by_document[key]


def count_pages(pdf: Path) -> int:
    """Return how many pages there are."""
    return int(re.findall(r"Pages:\s+(\d+)", run_poppler_once(pdf, "pdfinfo", pdf))[0])


def measure_pages(pdf: Path) -> list[tuple[float, float]]:
    """Return the width and height of each page in millimetres."""
    told = run_poppler("pdfinfo", "-f", "1", "-l", "9999", pdf)
    return [(float(w) / MM, float(h) / MM) for w, h in re.findall(r"Page +\d+ size: +([\d.]+) x ([\d.]+)", told)]


def list_fonts(pdf: Path) -> list[tuple[str, bool]]:
    """Return each font's name, and whether it is embedded."""
    lines = run_poppler("pdffonts", pdf).splitlines()[2:]
    return [(line.split()[0], line.split()[-5] == "yes") for line in lines]


def list_images(pdf: Path) -> list[str]:
    """Return every raster picture."""
    return run_poppler("pdfimages", "-list", pdf).splitlines()[2:]


def text(pdf: Path, page: int) -> str:
    """Return the words of a page, from 1."""
    return run_poppler_once(pdf, "pdftotext", "-layout", pdf, "-").split("\f")[page - 1] + "\f"  # it ends each page


class Stroke(NamedTuple):
    """A straight line on a page, in millimetres, with its width and colour."""

    start: tuple[float, float]
    end: tuple[float, float]
    width: float
    colour: str

    @property
    def length(self) -> float:
        """How long it is."""
        return float(abs(self.start[0] - self.end[0]) + abs(self.start[1] - self.end[1]))

    def painted(self, colour: str) -> bool:
        """Return whether its colour is `#rrggbb`."""
        shares = [float(share) for share in re.findall(r"([\d.]+)%", self.colour)]
        return [round(2.55 * share) for share in shares] == [int(colour[at : at + 2], 16) for at in (1, 3, 5)]


_NUMBER = re.compile(r"-?[\d.]+")


def list_strokes(pdf: Path, page: int, folder: Path) -> list[Stroke]:
    """Return every upright or level line on a page, dashes and all, as poppler's own drawing of the page has it."""
    out = folder / f"page-{page}.svg"
    run_poppler(
        "pdftocairo", "-svg", "-noshrink", "-nocenter", "-origpagesizes", "-f", str(page), "-l", str(page), pdf, out
    )
    return [stroke for element in fromstring(out.read_text()).iter() for stroke in _parse_strokes(element)]  # noqa: S314


def _parse_strokes(element: Element) -> list[Stroke]:
    style = dict(part.split(":", 1) for part in element.get("style", "").split(";") if ":" in part)
    colour = style.get("stroke", element.get("stroke", "none"))
    if not element.tag.endswith("path") or colour == "none":
        return []
    a, b, c, d, e, f = map(float, _NUMBER.findall(element.get("transform", "matrix(1 0 0 1 0 0)")))
    thick = float(style.get("stroke-width", element.get("stroke-width", "1")))
    width = thick * abs(a * d - b * c) ** 0.5 / MM

    def on_page(x: str, y: str) -> tuple[float, float]:
        return (a * float(x) + c * float(y) + e) / MM, (b * float(x) + d * float(y) + f) / MM

    found = []
    last: tuple[float, float] | None = None
    for verb, *numbers in re.findall(r"([MLZC])((?: *-?[\d.]+)*)", element.get("d", "")):
        values = numbers[0].split()
        point = on_page(values[-2], values[-1]) if values else None
        if verb == "L" and last and point and (abs(last[0] - point[0]) < 0.01 or abs(last[1] - point[1]) < 0.01):
            found.append(Stroke(last, point, width, colour))
        last = point
    return found


class WordBox(NamedTuple):
    """A word of a page and its rectangle, in millimetres from the page's upper left corner."""

    word: str
    left: float
    top: float
    right: float
    low: float
    page: tuple[float, float]

    def lies_on_page(self, margin: float) -> bool:
        """Return whether the word keeps so far off the edges of the paper."""
        width, height = self.page
        across = margin <= self.left and self.right <= width - margin
        return across and self.top >= margin and self.low <= height - margin


_WORD = re.compile(r'xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)<')


def list_word_boxes(pdf: Path, page: int) -> list[WordBox]:
    """Return the words of a page, from 1, with their rectangles; invisible places to break them are left out."""
    told = run_poppler("pdftotext", "-bbox", "-f", str(page), "-l", str(page), pdf, "-")
    width, height = (float(side) / MM for side in re.findall(r'<page width="([\d.]+)" height="([\d.]+)"', told)[0])
    found = []
    for *ends, word in _WORD.findall(told):
        left, top, right, low = (float(end) / MM for end in ends)
        found.append(WordBox(unescape(word).replace("\u200b", ""), left, top, right, low, (width, height)))
    return found
