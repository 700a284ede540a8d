"""The open fonts maps are lettered with; their licences stand beside them."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent


def font_files() -> tuple[str, ...]:
    """The paths of the bundled fonts, sorted."""
    return tuple(str(path) for path in sorted(FOLDER.iterdir()) if path.suffix in (".otf", ".ttf"))
