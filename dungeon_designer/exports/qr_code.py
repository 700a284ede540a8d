"""Draw QR codes (ISO/IEC 18004) with segno."""

from __future__ import annotations

import io

from dungeon_designer.errors import UsageError

LONG_ADDRESS_LETTERS = 1000
"""From this length on, a code has low error correction, since more and smaller modules would be hard to scan."""


def draw_qr_code(address: str) -> str:
    """Return the SVG of a QR code for an address, one unit per module, with the white margin that readers need.

    A module is one of the small black or white squares of a code.

    Raises:
        UsageError: if the address is too long.
    """
    import segno

    # a long address needs many modules; with less error correction ("l" is low, "m" medium) it needs fewer
    error_correction = "m" if len(address) < LONG_ADDRESS_LETTERS else "l"
    output = io.BytesIO()
    try:
        code = segno.make(address, error=error_correction, micro=False)
    except segno.DataOverflowError:
        raise UsageError("this link is too long for a QR code, which holds 2,953 letters") from None
    code.save(output, kind="svg", border=4, xmldecl=False, omitsize=True, light="#fff")
    return output.getvalue().decode()
