"""What readers, none of them ours, make of an output: how it is built, and the words in it."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element, fromstring
from zipfile import ZipFile

import yaml
from markdown_it import MarkdownIt
from markdown_it.token import Token

from dungeon_designer.exports.html_parts import REGISTER_OFFLINE_SCRIPT
from dungeon_designer.exports.web_script import build_script


class Read(NamedTuple):
    """How an output is built (its tags, rows or commands, which no words may change), and all words in it."""

    built: Any
    text: str


Reader = Callable[[bytes], Read]


def read_xml(data: bytes) -> Read:
    """Return a document of XML: its elements and their attributes, and every text and attribute's value."""
    root = fromstring(data)  # noqa: S314  (our own document)
    elements = list(root.iter())
    return Read(
        Counter(map(_read_element, elements)), "\n".join(part for each in elements for part in _list_parts(each))
    )


def _read_element(element: Element) -> tuple[str, ...]:
    return element.tag, *sorted(set(element.attrib) - {"transform"})  # upright words are turned


def _list_parts(element: Element) -> Iterator[str]:
    yield from (element.text or "", element.tail or "", *element.attrib.values())


PICTURE = r"data:image/(jpeg|png);base64,[\w+/=]+|pictures/[0-9a-f]+\.(jpg|png)"
"""The address of a picture: it stands in the file, or beside it in a published folder."""


def read_svg(data: bytes) -> Read:
    """Return the words of a picture: nothing in it acts or comes from elsewhere, but for a style sheet of fonts."""
    face = rb"@font-face\{[^{}<&]*url\(data:font/otf;base64,[\w+/=]*\)\}"
    data = re.sub(rb'<style type="text/css">(?:<!\[CDATA\[)?(?:%b)+(?:]]>)?</style>' % face, b"", data)
    root = fromstring(data)  # noqa: S314
    for element in root.iter():
        assert element.tag.rpartition("}")[2] in {
            "svg", "g", "defs", "use", "path", "circle", "rect", "text", "title", "desc", "image", "clipPath",
            "metadata",
        }  # fmt: skip
        is_picture = element.tag.endswith("}image")
        for name, value in element.attrib.items():
            assert not name.startswith("on")
            assert not name.endswith("href") or re.fullmatch(PICTURE if is_picture else r"#[\w.-]+", value)
    words, loose = read_xml(data).text, {each for layer in root if layer.get("id") in LOOSE for each in layer.iter()}
    assert {_read_plain_tag(*_read_element(each)) for each in loose} <= WRAPPED
    return Read(Counter(_read_element(each) for each in root.iter() if each not in loose), words)


def read_solids(data: bytes) -> Read:
    """Return a ZIP of solids: its files have plain names of ours, its plan is a picture and a text."""
    with ZipFile(io.BytesIO(data)) as archive:
        names = archive.namelist()
        assert all(re.fullmatch(r"plan\.(svg|txt)|\d\d+(-\d+)?(-[a-z0-9]+)*\.stl", name) for name in names)
        picture, listed = read_svg(archive.read("plan.svg")), archive.read("plan.txt").decode()
    assert listed.replace("\n", "").isprintable()
    return Read([len(names), picture.built, listed.count("\n")], f"{picture.text}\n{listed}")


LOOSE = ("layer-names", "layer-coordinates", "layer-legend", "layer-title", "layer-keys", "layer-cartouche")
"""Parts of a picture laid out by how broad words are: in how many lines, on how wide a page, on the map or below it."""

WRAPPED = {"g", "title", "text", "path", "circle", "use"}
"""All that may be in them; never with more than what is painted."""

_PAINT = {"id", "class", "d", "cx", "cy", "r", "x", "y", "xlink:href", "text-anchor"}


def _read_plain_tag(tag: str, *attributes: str) -> str:
    """Return an element's tag, if it has no attributes but those of words and lines."""
    names = {name.replace("{http://www.w3.org/1999/xlink}", "xlink:") for name in attributes} - _PAINT
    plain = all(re.fullmatch(r"fill(-\w+)?|stroke(-\w+)?|opacity|font-\w+|transform", name) for name in names)
    return tag.rpartition("}")[2] if plain else f"{tag} with {names}"


class _Page(HTMLParser):
    """A page's elements and words."""

    def __init__(self) -> None:
        super().__init__()
        self.loose = 0
        self.elements: Counter[tuple[str, ...]] = Counter()
        self.words: list[str] = []
        self.targets: list[tuple[str, str | None]] = []
        self.scripts: list[tuple[dict[str, str | None], str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = sorted(name for name, _ in attrs if name != "transform")
        if tag == "g" and (self.loose or dict(attrs).get("id") in LOOSE):
            self.loose += 1
        if self.loose:
            assert _read_plain_tag(tag, *names) in WRAPPED
        else:
            self.elements[tag, *names] += 1
        self.targets += [(name, value) for name, value in attrs if name in ("href", "src")]
        if tag == "script":
            self.scripts.append((dict(attrs), ""))

    def handle_endtag(self, tag: str) -> None:
        self.loose -= tag == "g" and self.loose > 0

    def handle_data(self, data: str) -> None:
        if self.cdata_elem == "script":
            self.scripts[-1] = self.scripts[-1][0], self.scripts[-1][1] + data
        elif self.cdata_elem != "style":
            self.words.append(data)

    def handle_comment(self, data: str) -> None:
        self.elements["comment", data] += 1


def read_html(data: bytes) -> Read:
    """Return a page, which has no link, and no script but the program's own and the data it reads."""
    page = _Page()
    page.feed(data.decode())
    page.close()
    assert {"img", "a", "iframe", "object"}.isdisjoint(tag for tag, *_ in page.elements)
    (kind, told), (bare, code) = page.scripts
    assert (kind, bare, code) == ({"type": "application/json"}, {}, build_script())
    read = read_json(told.encode())
    return Read([page.elements, read.built], "\n".join(["".join(page.words), read.text]))


def index(data: bytes) -> Read:
    """Return a page that lists others: its links lead to files beside it, its pictures stand in it.

    Its only script is that which keeps the folder.
    """
    page = _Page()
    page.feed(data.decode())
    page.close()
    assert page.scripts in ([], [({}, REGISTER_OFFLINE_SCRIPT)])
    link, picture = r"[\w-]+\.(html|svg|csv)|#(part|rules-\d+)-\d+", r"data:image/png;base64,[\w+/=]+"
    for name, value in page.targets:
        assert re.fullmatch(link if name == "href" else picture, value or "")
    return Read(page.elements, "".join(page.words))


_MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
_WORDS = {"text", "text_special", "softbreak"}


def read_markdown(data: bytes) -> Read:
    """Return a page of Markdown: its headings, tables, links and HTML, in order; no link leads out of the folder."""
    tokens = [inner for token in _MARKDOWN.parse(data.decode()) for inner in (token, *(token.children or ()))]
    for token in tokens:
        target = str(token.attrs.get("href", token.attrs.get("src", "")))
        assert not re.match(r"[a-z]+:|//", target, re.IGNORECASE), target
    built = [_find_kind(token) for token in tokens if token.type not in _WORDS]
    return Read(built, "\n".join("".join(c.content for c in t.children or ()) for t in tokens if t.type == "inline"))


def _find_kind(token: Token) -> str:
    return f"{token.type} {token.content}" if token.type.startswith("html") else token.type


def read_table(data: bytes) -> Read:
    """Return how many cells each row of CSV has; no cell may be one that a spreadsheet calculates."""
    rows = list(csv.reader(io.StringIO(data.decode(), newline="")))
    for cell in (cell for row in rows for cell in row):
        assert not cell.startswith(("=", "+", "-", "@", "\t", "\r")), cell
    return Read([len(row) for row in rows], "\n".join(cell for row in rows for cell in row))


def read_json(data: bytes) -> Read:
    """Return the lists and tables of JSON without their text."""
    return _read_data(json.loads(data))


def load_sketch(data: bytes) -> Read:
    """Return a sketch as another YAML reader reads it."""
    return _read_data(yaml.safe_load(data))


def _read_data(data: Any) -> Read:
    words: list[str] = []

    def bare(value: Any) -> Any:
        if isinstance(value, dict):
            return [(bare(key), bare(inner)) for key, inner in value.items()]
        if isinstance(value, list):
            return [bare(inner) for inner in value]
        if isinstance(value, str):
            words.append(value)
        return type(value).__name__

    return Read(bare(data), "\n".join(words))


_COMMAND = re.compile(r"::(?P<name>[^ :]+)(?: (?P<properties>.*?))?::(?P<message>.*)")


def read_workflow(data: bytes) -> Read:
    """Return the commands in a log of GitHub Actions as its runner reads it, with old ones (``##[``)."""
    built, words = [], []
    for line in re.split(r"\r\n|\r|\n", data.decode()):
        command = _COMMAND.match(line.lstrip())
        if command is None:
            built += ["old command"] * line.count("##[")
            words.append(re.sub(r"^(\s*)\\::", r"\1::", line.replace("#\\#[", "##[")))
            continue
        given = dict(part.split("=", 1) for part in (command["properties"] or "").split(",") if "=" in part)
        built.append(f"{command['name']} {sorted(given)}")
        words += [_unescape(text) for text in (*given.values(), command["message"])]
    return Read([line for line in built if line], "\n".join(words))


def _unescape(text: str) -> str:
    for code, letter in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        text = text.replace(code, letter)
    return text


def read_lines(data: bytes) -> Read:
    """Return lines for a terminal, none of them a command in a build's log."""
    read = read_workflow(data)
    assert read.built == []
    return Read(None, read.text)


def read_source(data: bytes) -> Read:
    """Return lines of a file, in which words are spelt as its format spells them."""
    data.decode()
    return Read(None, "")


def read_pdf(data: bytes) -> Read:
    """Return a document's words; it has no script and no link to elsewhere."""
    return _read_pdf(data)


def read_pdf_with_tables(data: bytes) -> Read:
    """Return a document's words in the order in which they are written:

    the cells of tables are read by their places.
    """
    return _read_pdf(data, "-raw")


def _read_pdf(data: bytes, *order: str) -> Read:
    assert _run_poppler(data, "pdfinfo", "-js", "-") == ""
    links = _run_poppler(data, "pdfinfo", "-url", "-").splitlines()[1:]
    assert [link for link in links if "URI" in link or "Launch" in link] == []
    return Read(None, _PAGE_END.sub("\n", _run_poppler(data, "pdftotext", *order, "-", "-")))


_PAGE_END = re.compile(r"\d*\s*\f(\s*where it is written)?")
"""A page's number, and the head of a table that goes on."""


def _run_poppler(data: bytes, *call: str) -> str:
    done = subprocess.run(call, input=data, capture_output=True, check=True)
    return done.stdout.decode()


def read_png(data: bytes) -> Read:
    """Return a picture of dots, which has no words."""
    assert data.startswith(b"\x89PNG\r\n")
    return Read([name in data for name in (b"tEXt", b"iTXt", b"zTXt", b"eXIf")], "")
