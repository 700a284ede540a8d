"""File names that every system takes."""

from __future__ import annotations

import re

_DEVICE = re.compile(r"(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(?:COM|LPT)[0-9¹²³])(?=[ .]*(?:\.|$))", re.IGNORECASE)
"""What Windows takes for a device, whatever its ending: no file there can have such a name.

Source: Microsoft, Naming Files, Paths, and Namespaces.
"""


def avoid_device_name(name: str) -> str:
    """Return a file name with an underscore behind what Windows would take for a device; any other as it is.

    >>> avoid_device_name("aux.dungeon.yaml"), avoid_device_name("COM1"), avoid_device_name("auxiliary.svg")
    ('aux_.dungeon.yaml', 'COM1_', 'auxiliary.svg')
    """
    device = _DEVICE.match(name)
    return f"{device[0]}_{name[device.end() :]}" if device else name
