"""Write shapes as an SVG file with svgwrite: coordinates in thousandths of a square, ids that stay.

Importing this module imports svgwrite, so import it late. A presentation attribute that only repeats SVG's default is
left out: a season at print scale is hundreds of pictures, and typst has to read them all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2s
from itertools import islice
from types import MappingProxyType
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element, tostring

from svgwrite.drawing import Drawing as SvgDrawing

from dungeon_designer.drawing.fonts import FALLBACK, FALLBACK_FAMILY, find_font_file
from dungeon_designer.drawing.shapes import (
    Circle,
    Drawing,
    Group,
    Path,
    PlacedPicture,
    Point,
    Shape,
    Style,
    Symbol,
    Text,
    Use,
)
from dungeon_designer.exports.export_options import SvgNames
from dungeon_designer.grid import Square, rank_by_row
from dungeon_designer.pictures.picture_model import PictureSource
from dungeon_designer.text.escaping import replace_control_characters

UNITS_PER_SQUARE = 1000
"""Units of the SVG's coordinates in a square: whole numbers, to a thousandth of a square."""

_EVENTS_NAMESPACE = ' xmlns:ev="http://www.w3.org/2001/xml-events"'
"""The namespace of events that svgwrite adds, and that SVG 1.1 does not know."""

_POINTS_PER_VERB = {"M": 1, "L": 1, "Q": 2, "C": 3, "Z": 0}
"""How many points follow each verb of a path."""


class _CachedElement:
    """An element whose XML was built before, so that a symbol is built once. svgwrite only calls `get_xml`."""

    def __init__(self, xml: Element) -> None:
        """Store the XML of the element."""
        self._xml = xml

    def get_xml(self) -> Element:
        """Return the cached XML."""
        return self._xml


class _DocumentStyle(NamedTuple):
    """What all elements of a document share.

    Attributes:
        title: the font families of `title` texts, the preferred one first.
        label: the font families of `label` texts.
        prefix: stands before every id.
        pictures: the files of the pictures of pixels that the document shows.
    """

    title: tuple[str, ...]
    label: tuple[str, ...]
    prefix: str
    pictures: tuple[PictureSource, ...] = ()


_SvgDocument: Any = SvgDrawing
"""The class of SVG documents, without its types."""

_SVG_FACTORY = _SvgDocument(debug=False, profile="full")
"""Makes elements without checking them (`debug=False`): their attributes are known to be right, and checks are slow."""


def build_document(
    drawing: Drawing,
    square_mm: float,
    names: SvgNames | None = None,
    cells: Sequence[Square] = (),
    fonts: str = "",
    pictures: Mapping[PictureSource, str] = MappingProxyType({}),
) -> str:
    """Return a whole SVG file as text.

    Args:
        drawing: the drawing.
        square_mm: the width of a square in millimetres.
        names: options for a picture that another program puts into its own page: a prefix for every id, and whether
            squares can be clicked. Objects then also have attributes with their kind and square. None for a picture by
            itself.
        cells: the squares that can be clicked, if `names` asks for them.
        fonts: the only style sheet of the file, '' for none.
        pictures: the addresses of the pictures of pixels that the drawing shows, by their files.
    """
    prefix = names.prefix if names else ""
    # symbols show no pictures of pixels, so that their cached elements do not depend on them
    document_style = _DocumentStyle(drawing.title_fonts, drawing.label_fonts, prefix)
    svg_document = _begin_document(drawing, square_mm, prefix)
    if fonts:
        svg_document.defs.add(_SVG_FACTORY.style(fonts))
    svg_document.defs.elements.extend(_build_symbol(symbol, document_style) for symbol in drawing.symbols)
    if pictures:
        document_style = document_style._replace(pictures=tuple(pictures))
        svg_document.defs.elements.extend(
            _build_image(address, _build_picture_id(source, document_style)) for source, address in pictures.items()
        )
    for layer in drawing.layers:
        if layer.groups:
            groups = (_build_object(group, document_style, names is not None) for group in layer.groups)
            svg_document.add(_build_group(f"{document_style.prefix}layer-{layer.name}", groups))
    if names and names.cells:
        clickable_squares = [_build_clickable_square(square, document_style.prefix) for square in cells]
        svg_document.add(_build_group(f"{document_style.prefix}layer-cells", clickable_squares))
    xml = tostring(svg_document.get_xml(), encoding="unicode")
    return xml.replace(_EVENTS_NAMESPACE, "", 1)  # svgwrite declares it, and SVG 1.1 does not know it


def _build_picture_id(source: PictureSource, document_style: _DocumentStyle) -> str:
    """Return the id of the element of a picture of pixels: its number in the document, from the lowest up."""
    return f"{document_style.prefix}photo-{document_style.pictures.index(source)}"


def _build_image(address: str, name: str) -> Any:
    """Return the element of a picture of pixels with an address and an id; it is a square of one unit of the map."""
    return _SVG_FACTORY.image(address, size=(UNITS_PER_SQUARE,) * 2, id=name, preserveAspectRatio="none")


def _build_placed_picture(shape: PlacedPicture, document_style: _DocumentStyle) -> Any:
    """Return the element of a placed picture of pixels: the picture, clipped to its squares."""
    a, b, c, d, e, f = shape.matrix
    matrix = " ".join(f"{number:.7g}" for number in (a, b, c, d, e * UNITS_PER_SQUARE, f * UNITS_PER_SQUARE))
    clip_data = _format_path_data(shape.clip_verbs, shape.clip_points)
    clip_id = f"{document_style.prefix}clip-{blake2s(clip_data.encode(), digest_size=6).hexdigest()}"
    clip = _SVG_FACTORY.clipPath(id=clip_id)
    clip.add(_SVG_FACTORY.path(clip_data))
    opacity = {"opacity": f"{shape.opacity:g}"} if shape.opacity != 1.0 else {}
    group = _SVG_FACTORY.g(clip_path=f"url(#{clip_id})", **opacity)
    group.add(_SVG_FACTORY.use(f"#{_build_picture_id(shape.source, document_style)}", transform=f"matrix({matrix})"))
    element = _SVG_FACTORY.g()
    element.elements.extend([clip, group])
    return element


def _begin_document(drawing: Drawing, square_mm: float, prefix: str) -> Any:
    """Return an SVG document with the size, the title and the background of a drawing, but without its shapes yet.

    Args:
        drawing: the drawing.
        square_mm: the width of a square in millimetres.
        prefix: stands before every id.
    """
    (left, top), (width, height) = drawing.corner, drawing.size
    view_box = [_format_units(length) for length in (left, top, width, height)]
    size = tuple(f"{round(extent * square_mm, 4):.10g}mm" for extent in (width, height))
    svg_document = _SvgDocument(size=size, debug=False, profile="full")  # debug=False: attributes are not checked
    svg_document.attribs["viewBox"] = " ".join(view_box)
    svg_document.set_desc(title=replace_control_characters(drawing.title or "A dungeon"))
    if drawing.credits:
        credit_lines = Element("text")  # svgwrite keeps what is in this element
        credit_lines.text = replace_control_characters("; ".join(drawing.credits))
        svg_document.set_metadata(credit_lines)
    svg_document.add(_SVG_FACTORY.rect(view_box[:2], view_box[2:], id=f"{prefix}page", fill=drawing.background))
    return svg_document


def _build_clickable_square(square: Square, prefix: str) -> Any:
    """Return an invisible element that covers a square, with its column and row for the script of a page."""
    x, y = square
    attributes = {"class": "cell", "fill": "none", "pointer-events": "all", "data-x": str(x), "data-y": str(y)}
    corner, size = (x * UNITS_PER_SQUARE, y * UNITS_PER_SQUARE), (UNITS_PER_SQUARE, UNITS_PER_SQUARE)
    return _SVG_FACTORY.rect(corner, size, id=f"{prefix}cell-{x}-{y}", **attributes)


def _build_group(name: str, content: Iterable[Any], **attributes: str) -> Any:
    """Return a group element with an id and content."""
    group = _SVG_FACTORY.g(id=name, **attributes)
    group.elements.extend(content)
    return group


@lru_cache(maxsize=2048)
def _build_symbol(symbol: Symbol, document_style: _DocumentStyle) -> _CachedElement:
    """Return a symbol as an element that can be used many times.

    Its id has a word before the symbol's name, because an object on the board may have the same id as a symbol.
    """
    element = _build_group(
        f"{document_style.prefix}picture-{symbol.id}", (_build_shape(shape, document_style) for shape in symbol.shapes)
    )
    return _CachedElement(element.get_xml())


def _build_object(group: Group, document_style: _DocumentStyle, with_position: bool) -> Any:
    """Return the element of an object on the map.

    `with_position` adds attributes with the object's kind and its first square.
    """
    data_attributes = {}
    if with_position and group.squares:
        x, y = min(group.squares, key=rank_by_row)
        data_attributes = {"data-kind": group.kind, "data-x": str(x), "data-y": str(y)}
    shapes = (_build_shape(shape, document_style) for shape in group.shapes)
    element = _build_group(document_style.prefix + group.id, shapes, **{"class": group.kind}, **data_attributes)
    if group.title:
        element.set_desc(title=replace_control_characters(group.title))
    return element


def _build_shape(shape: Shape, document_style: _DocumentStyle) -> Any:
    """Return the element of a shape: a symbol, a picture of pixels, a path, a circle or a text."""
    if type(shape) is Use:
        return _build_use(shape, document_style.prefix)
    if type(shape) is PlacedPicture:
        return _build_placed_picture(shape, document_style)
    if type(shape) is Path:
        has_several_rings = shape.verbs.count("M") > 1  # a ring within another one is a hole
        rule = {"fill-rule": "evenodd"} if shape.style.fill and has_several_rings else {}
        return _SVG_FACTORY.path(_format_path_data(shape.verbs, shape.points), **rule, **_format_style(shape.style))
    if type(shape) is Circle:
        x, y, radius = _format_units(shape.at[0]), _format_units(shape.at[1]), _format_units(shape.radius)
        return _SVG_FACTORY.circle((x, y), radius, **_format_style(shape.style))
    assert type(shape) is Text  # noqa: S101  (the fifth kind of shape there is)
    return _build_text(shape, document_style)


@lru_cache(maxsize=1 << 14)
def _build_use(use: Use, prefix: str) -> _CachedElement:
    """Return the element that shows a symbol at a point, with its size and rotation."""
    x, y, href = _format_units(use.at[0]), _format_units(use.at[1]), f"#{prefix}picture-{use.symbol}"
    if not use.turn and use.size == 1.0:
        return _CachedElement(_SVG_FACTORY.use(href, (x, y)).get_xml())
    rotation = f" rotate({use.turn:g})" if use.turn else ""
    scale = f" scale({use.size:.4g})" if use.size != 1.0 else ""
    element = _SVG_FACTORY.use(href, transform=f"translate({x} {y}){rotation}{scale}")
    return _CachedElement(element.get_xml())


def _build_text(text: Text, document_style: _DocumentStyle) -> Any:
    """Return the element of a text; the fallback font comes first if the preferred font lacks a letter."""
    x, y = _format_units(text.at[0]), _format_units(text.at[1])
    fonts = document_style.title if text.font == "title" else document_style.label
    content = replace_control_characters(text.text)
    # all lines of a text have the same font, so the letters of the full text decide
    letters = replace_control_characters(text.full_text) or content
    if find_font_file(letters, fonts[0], text.bold) == FALLBACK:
        fonts = (FALLBACK_FAMILY, *(font for font in fonts[1:] if font != FALLBACK_FAMILY))
    attributes = {"font-family": _format_families(fonts), "font-size": _format_units(text.size)}
    if text.anchor != "start":
        attributes["text-anchor"] = text.anchor
    if text.bold:
        attributes["font-weight"] = "bold"
    if text.turn:
        attributes["transform"] = f"rotate({text.turn:g} {x} {y})"
    return _SVG_FACTORY.text(content, x=[x], y=[y], **attributes, **_format_style(text.style))


def _format_units(length: float) -> str:
    """Return a length in squares as a whole number of the SVG's units."""
    return str(round(length * UNITS_PER_SQUARE))


def _format_families(fonts: Sequence[str]) -> str:
    """Return a CSS list of font families; a name of several words is quoted: ``'Noto Sans', Cabin``."""
    return ", ".join(f"'{font}'" if " " in font else font for font in fonts)


@lru_cache(maxsize=8192)
def _format_path_data(verbs: str, points: tuple[Point, ...]) -> str:
    """Return the `d` attribute of an SVG path; cached, because the same paths return on sheet after sheet.

    Every verb but the first is relative to the point before it, which halves the number of letters. A path from (0, 0)
    to (1, 0) and then to (1, 2) is ``m0 0l1000 0l0 2000``.

    Args:
        verbs: the commands of the path, such as ``MLLZ``: move, line, line, close.
        points: the points that the verbs take, one after the other, in squares.
    """
    remaining_points = iter([(round(x * UNITS_PER_SQUARE), round(y * UNITS_PER_SQUARE)) for x, y in points])
    commands = list[str]()
    ring_start = left, top = 0, 0  # where the current ring began, and where the path is now
    for verb in verbs:
        if verb == "Z":  # back to the start of the ring
            commands.append("z")
            left, top = ring_start
            continue
        if verb in "ML":  # nearly all; a map may have a hundred thousand
            x, y = next(remaining_points)
            commands.append(f"{verb.lower()}{x - left} {y - top}")
        else:
            points_of_verb = list(islice(remaining_points, _POINTS_PER_VERB[verb]))
            commands.append(verb.lower() + " ".join(f"{x - left} {y - top}" for x, y in points_of_verb))
            x, y = points_of_verb[-1]
        left, top = x, y
        if verb == "M":
            ring_start = left, top
    return "".join(commands)


@lru_cache(maxsize=1024)
def _format_style(style: Style) -> dict[str, str]:
    """Return presentation attributes, which every reader understands and a person can change by hand.

    If only the fill or only the stroke is painted, opacity is given for that alone. The opacity of a whole shape makes
    every reader paint the shape separately first, which is slow and needs much memory.
    """
    attributes = {"fill": style.fill or "none"}
    if style.stroke:
        attributes |= {"stroke": style.stroke, "stroke-width": _format_units(style.width)}
        if style.round:
            attributes |= {"stroke-linecap": "round", "stroke-linejoin": "round"}
    if style.dash:
        attributes["stroke-dasharray"] = " ".join(map(_format_units, style.dash))
    if style.opacity != 1.0:
        single_opacity_name = "fill-opacity" if style.fill else "stroke-opacity"
        opacity_name = "opacity" if style.fill and style.stroke else single_opacity_name
        attributes[opacity_name] = f"{style.opacity:g}"
    return attributes
