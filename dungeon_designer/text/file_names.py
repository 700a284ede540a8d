"""Make file names that every system accepts."""

from __future__ import annotations

import re

_DEVICE_NAME = re.compile(r"(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(?:COM|LPT)[0-9¹²³])(?=[ .]*(?:\.|$))", re.IGNORECASE)
"""A name that Windows takes for a device, whatever its ending; no file there can have such a name.

Source: Microsoft, Naming Files, Paths, and Namespaces.
"""


def avoid_device_name(name: str) -> str:
    """Return a file name with an underscore after a part that Windows takes for a device; any other name unchanged.

    >>> avoid_device_name("aux.dungeon.yaml"), avoid_device_name("COM1"), avoid_device_name("auxiliary.svg")
    ('aux_.dungeon.yaml', 'COM1_', 'auxiliary.svg')
    """
    device = _DEVICE_NAME.match(name)
    return f"{device[0]}_{name[device.end() :]}" if device else name


def build_file_stem(name: str, default: str, max_letters: int | None = None) -> str:
    """Return a file name without ending for a name: its words in small letters, joined by hyphens.

    Args:
        name: the name, such as that of a dungeon or a tile.
        default: the result if the name has neither letters nor digits.
        max_letters: the greatest length of the result; None for any.

    >>> build_file_stem("The King's Cellar!", "dungeon"), build_file_stem("?", "tile")
    ('the-king-s-cellar', 'tile')
    """
    words = "".join(letter if letter.isalnum() else " " for letter in name.lower()).split()
    return avoid_device_name("-".join(words)[:max_letters].rstrip("-")) or default
