"""A dungeon as a link: the compressed sketch is part of the address itself, so nothing is fetched to read it.

An address is ``BASE#d=DATA``, where DATA is the sketch as raw deflate (RFC 1951) in base64url (RFC 4648, without
padding).
"""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from urllib.parse import urlsplit

from dungeon_designer.errors import ReadError, UsageError, WriteError, escape_line
from dungeon_designer.layout.dungeon_files import write_layout
from dungeon_designer.layout.model import Layout
from dungeon_designer.text.read_faults import format_value

LINK_NAME = "link"
"""The name in messages for the file that a link stands for."""

LINK_SCHEME = "dungeon:"
"""The base of a link that leads to no page."""

PAGE_VARIABLE = "DUNGEON_DESIGNER_PAGE"
"""The environment variable that holds the address of the browser page."""

_DATA_MARK = "#d="
"""The characters between the base of a link and its data."""
_MAX_SKETCH_BYTES = 2**20
"""The greatest size of a sketch in a link, in bytes."""


def is_link(name: str) -> bool:
    """Return whether a name is a link that holds a whole dungeon in its text.

    >>> is_link("dungeon:#d=S8xNBQA"), is_link("https://example.org/#d=S8xNBQA"), is_link("hall.dungeon.yaml")
    (True, True, False)
    """
    return _DATA_MARK in name and name.lower().startswith((LINK_SCHEME, "https://", "http://"))


def is_page(address: str) -> bool:
    """Return whether a text is the address of a web page, without blanks and control characters.

    >>> is_page("https://example.org/"), is_page("javascript:alert(1)"), is_page("")
    (True, False, False)
    """
    try:
        parts = urlsplit(address)
        has_host = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:  # brackets that hold no address
        return False
    return has_host and address.isprintable() and " " not in address


def check_page(address: str, variable: str = "") -> None:
    """Raise UsageError unless an address is that of a web page.

    This keeps code that a browser would run, and commands to a terminal, out of links that people pass on.

    Args:
        address: the address to check.
        variable: the environment variable or the file that holds the address, for the message; '' if none does.
    """
    if not is_page(address):
        location = f" in {variable}" if variable else ""
        remedy = "name one such as https://example.org/, without blanks and control characters"
        raise UsageError(escape_line(f"{format_value(address)}{location} is not the address of a page; {remedy}"))


def build_link(layout: Layout, base: str) -> str:
    """Return a link whose text holds a whole layout (a dungeon as drawn), compressed.

    Args:
        layout: the dungeon.
        base: the address of a page, or `LINK_SCHEME`.

    Raises:
        WriteError: no link can hold the dungeon; it is too large, for instance.
        UsageError: `base` is not the address of a page.

    >>> build_link(Layout(name="Hall"), "https://example.org/")
    'https://example.org/#d=y0vMTbVS8EjMyeEqTk0uyczPK7ZSiI7lAgA'
    """
    if base != LINK_SCHEME:
        check_page(base)
    sketch = write_layout(layout, LINK_NAME, as_layout_file=False)
    if len(sketch) > _MAX_SKETCH_BYTES:
        raise WriteError(f"{LINK_NAME}: this dungeon is too large for a link, which holds 1 MB; pass its file on")
    packer = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)  # negative: without zlib's header and checksum
    data = packer.compress(sketch) + packer.flush()
    return f"{base}{_DATA_MARK}{urlsafe_b64encode(data).decode().rstrip('=')}"


def read_link(link: str) -> bytes:
    """Return the bytes of the sketch (a dungeon as YAML) that a link holds, after unpacking.

    Raises:
        ReadError: the link is damaged, or holds more than 1 MB.
    """
    _, _, data = link.partition(_DATA_MARK)
    data = data.strip()
    padding = "=" * (-len(data) % 4)  # base64 comes in groups of four letters; links leave out the padding
    reader = zlib.decompressobj(-zlib.MAX_WBITS)  # negative: without zlib's header and checksum
    try:
        # one byte more than allowed, so that a larger sketch is noticed without unpacking all of it
        sketch = reader.decompress(urlsafe_b64decode(data + padding), _MAX_SKETCH_BYTES + 1)
    except (ValueError, zlib.error):
        raise ReadError(LINK_NAME, "", "it is damaged; copy the whole link once more") from None
    if len(sketch) > _MAX_SKETCH_BYTES:
        raise ReadError(LINK_NAME, "", "it holds more than 1 MB, which no dungeon needs")
    if not reader.eof:
        raise ReadError(LINK_NAME, "", "its end is missing; copy the whole link once more")
    return sketch
