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
