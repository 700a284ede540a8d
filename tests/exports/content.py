"""The straight lines of a PDF's pages, read from their content streams with nothing between."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from typing import NamedTuple

MM = 72 / 25.4
"""Points in a millimetre."""

Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]

_TOKEN = re.compile(rb"[-+]?\d*\.?\d+|/[^\s/<>\[\]()]+|[A-Za-z'\"*]+[0-9]?|\((?:\\.|[^()\\])*\)|<[^>]*>|[\[\]]")


class Segment(NamedTuple):
    """A straight line that is stroked: its ends in millimetres from the lower left corner, and its colour."""

    start: Point
    end: Point
    colour: str


def read_content(pdf: bytes) -> list[bytes]:
    """Return the content stream of each page, in the order in which the pages stand in the file."""
    return [_read_stream(pdf, int(number)) for number in re.findall(rb"/Type/Page/[^>]*?/Contents (\d+) 0 R", pdf)]


def _read_stream(pdf: bytes, number: int) -> bytes:
    begin = pdf.index(b"\n%d 0 obj" % number)
    start = re.compile(rb"stream\r?\n").search(pdf, begin)
    assert start is not None
    return zlib.decompress(pdf[start.end() : pdf.index(b"endstream", start.end())])


def list_segments(page: bytes) -> Iterator[Segment]:
    """Yield every straight line of a page that is stroked."""
    reader, numbers = _Reader(), list[float]()
    for token in _TOKEN.findall(page):
        if re.fullmatch(rb"[-+]?\d*\.?\d+", token):
            numbers.append(float(token))
            continue
        yield from reader.obey(token.decode("latin-1"), numbers)
        numbers = []


class _Reader:
    """Where a content stream has come to."""

    def __init__(self) -> None:
        self.matrix: Matrix = (1, 0, 0, 1, 0, 0)
        self.colour = ""
        self.kept: list[tuple[Matrix, str]] = []
        self.path: list[tuple[Point, Point]] = []
        self.at = self.begun = (0.0, 0.0)

    def obey(self, word: str, given: list[float]) -> Iterator[Segment]:
        """Do what an operator says; lines it strokes."""
        if word in _PAINTING:
            if _PAINTING[word]:
                yield from (Segment(a, b, self.colour) for a, b in self.path)
            self.path = []
        elif word in _STATE:
            self._set(word, given)
        elif given and word in ("m", "l", "c", "v", "y"):
            before, self.at = self.at, _on_page(given, self.matrix)
            self.begun = self.at if word == "m" else self.begun
            self.path += [(before, self.at)] if word == "l" else []
        elif word == "h":
            self.path.append((self.at, self.begun))

    def _set(self, word: str, given: list[float]) -> None:
        if word == "q":
            self.kept.append((self.matrix, self.colour))
        elif word == "Q":
            self.matrix, self.colour = self.kept.pop()
        elif word == "cm":
            self.matrix = _multiply(tuple(given[-6:]), self.matrix)  # type: ignore[arg-type]
        elif len(given) == 3:
            self.colour = "#" + "".join(f"{round(255 * share):02x}" for share in given)


_PAINTING = {"S": True, "s": True, "B": True, "B*": True, "f": False, "f*": False, "n": False}
_STATE = frozenset({"q", "Q", "cm", "RG", "SC", "SCN"})


def _multiply(one: Matrix, other: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)


def _on_page(given: list[float], matrix: Matrix) -> Point:
    (x, y), (a, b, c, d, e, f) = given[-2:], matrix
    return (a * x + c * y + e) / MM, (b * x + d * y + f) / MM
