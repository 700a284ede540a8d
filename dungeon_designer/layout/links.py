"""A dungeon as a link: its sketch, compressed, stands in the address itself, so nothing is fetched to read it.

An address is ``BASE#d=DATA``: DATA is the sketch as raw deflate (RFC 1951) in base64url (RFC 4648, without padding).
"""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from urllib.parse import urlsplit

from dungeon_designer.errors import ReadError, UsageError, WriteError, one_line
from dungeon_designer.layout.files import write_layout
from dungeon_designer.layout.model import Layout
from dungeon_designer.text.read_faults import quoted

NAME = "link"
"""What messages call the file that a link stands for."""

SCHEME = "dungeon:"
"""The base of a link that leads to no page."""

SETTING = "DUNGEON_DESIGNER_PAGE"
"""The environment variable that holds the address of the browser page."""

_MARK = "#d="
_LARGEST = 2**20


def is_link(name: str) -> bool:
    """Whether a name is the link of a dungeon.

    >>> is_link("dungeon:#d=S8xNBQA"), is_link("https://example.org/#d=S8xNBQA"), is_link("hall.dungeon.yaml")
    (True, True, False)
    """
    return _MARK in name and name.lower().startswith((SCHEME, "https://", "http://"))


def check_page(address: str, setting: str = "") -> None:
    """Raise UsageError unless an address is that of a page on the web; `setting` is the variable that holds it.

    What a browser would run, and what a terminal would obey, stands in no link that is passed on.
    """
    try:
        parts = urlsplit(address)
        is_page = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:  # brackets that hold no address
        is_page = False
    if not is_page or not address.isprintable() or " " in address:
        where = f" in {setting}" if setting else ""
        remedy = "name one such as https://example.org/, without blanks and control characters"
        raise UsageError(one_line(f"{quoted(address)}{where} is no address of a page; {remedy}"))


def link_to(layout: Layout, base: str) -> str:
    """The link that holds a layout, at the address of a page or SCHEME; WriteError where no link can hold it.

    UsageError where the address is none of a page.

    >>> link_to(Layout(name="Hall"), "https://example.org/")
    'https://example.org/#d=y0vMTbVS8EjMyeEqTk0uyczPK7ZSiI7lAgA'
    """
    if base != SCHEME:
        check_page(base)
    sketch = write_layout(layout, NAME, as_layout_file=False)
    if len(sketch) > _LARGEST:
        raise WriteError(f"{NAME}: this dungeon is too large for a link, which holds 1 MB; pass its file on")
    packer = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    data = packer.compress(sketch) + packer.flush()
    return f"{base}{_MARK}{urlsafe_b64encode(data).decode().rstrip('=')}"


def linked_bytes(link: str) -> bytes:
    """The sketch in a link; ReadError for a damaged one, and for more than a megabyte."""
    data = link.partition(_MARK)[2].strip()
    reader = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        sketch = reader.decompress(urlsafe_b64decode(data + "=" * (-len(data) % 4)), _LARGEST + 1)
    except (ValueError, zlib.error):
        raise ReadError(NAME, "", "it is damaged; copy the whole link once more") from None
    if len(sketch) > _LARGEST:
        raise ReadError(NAME, "", "it holds more than 1 MB, which no dungeon needs")
    if not reader.eof:
        raise ReadError(NAME, "", "its end is missing; copy the whole link once more")
    return sketch
