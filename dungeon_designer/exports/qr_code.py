"""QR codes (ISO/IEC 18004), as segno makes them."""

from __future__ import annotations

import io

from dungeon_designer.errors import UsageError


def qr_code(address: str) -> str:
    """An address as the SVG of a QR code, one unit a module, with the white rim it needs; UsageError if too long."""
    import segno

    out = io.BytesIO()
    try:
        code = segno.make(address, error="m" if len(address) < 1000 else "l", micro=False)
    except segno.DataOverflowError:
        raise UsageError("this link is too long for a QR code, which holds 2,953 letters") from None
    code.save(out, kind="svg", border=4, xmldecl=False, omitsize=True, light="#fff")
    return out.getvalue().decode()
