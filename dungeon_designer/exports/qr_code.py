"""Draw QR codes (ISO/IEC 18004) with segno."""

from __future__ import annotations

import io

from dungeon_designer.errors import UsageError


def draw_qr_code(address: str) -> str:
    """Return the SVG of a QR code for an address, one unit per module, with the white margin that readers need.

    Raises:
        UsageError: if the address is too long.
    """
    import segno

    output = io.BytesIO()
    try:
        code = segno.make(address, error="m" if len(address) < 1000 else "l", micro=False)
    except segno.DataOverflowError:
        raise UsageError("this link is too long for a QR code, which holds 2,953 letters") from None
    code.save(output, kind="svg", border=4, xmldecl=False, omitsize=True, light="#fff")
    return output.getvalue().decode()
