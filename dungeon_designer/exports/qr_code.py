"""Draw QR codes (ISO/IEC 18004) with segno."""

from __future__ import annotations

import io
from typing import Any

from dungeon_designer.errors import UsageError

LONG_ADDRESS_LETTERS = 1000
"""From this length on, a code has low error correction, since more and smaller modules would be hard to scan."""

BORDER = 4
"""The width of the white margin that readers need, in modules. A module is one of the small squares of a code."""

MIN_MODULE_MM = 0.4
"""The smallest width of a module on paper, in millimetres: printers blur smaller ones."""


def draw_qr_code(address: str) -> str:
    """Return the SVG of a QR code for an address, one unit per module, with its white margin.

    Raises:
        UsageError: if the address is too long.
    """
    output = io.BytesIO()
    _make_code(address).save(output, kind="svg", border=BORDER, xmldecl=False, omitsize=True, light="#fff")
    return output.getvalue().decode()


def measure_qr_code(address: str) -> int:
    """Return how many modules the QR code of an address is wide, with its white margin.

    Raises:
        UsageError: if the address is too long.

    >>> measure_qr_code("https://example.org/")
    33
    """
    width, _height = _make_code(address).symbol_size(border=BORDER)
    return int(width)


def _make_code(address: str) -> Any:
    """Return segno's QR code for an address.

    Raises:
        UsageError: if the address is too long.
    """
    import segno

    # a long address needs many modules; with less error correction ("l" is low, "m" medium) it needs fewer
    error_correction = "m" if len(address) < LONG_ADDRESS_LETTERS else "l"
    try:
        return segno.make(address, error=error_correction, micro=False)
    except segno.DataOverflowError:
        raise UsageError("this link is too long for a QR code, which holds 2,953 letters") from None
