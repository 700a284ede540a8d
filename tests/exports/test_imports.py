"""What importing the exports costs."""

from __future__ import annotations

import subprocess
import sys


def test_heavy_libraries_are_imported_when_a_file_is_written() -> None:
    """Listing the exports, or the options of render and pack, brings in neither typst nor svgwrite nor resvg."""
    modules = "dungeon_designer.exports.exporters, dungeon_designer.cli.render, dungeon_designer.cli.pack"
    heavy = "{'typst', 'svgwrite', 'resvg_py', 'PIL', 'PySide6', 'scipy', 'shapely'}"
    code = f"import sys, {modules}; print(sorted({heavy} & set(sys.modules)))"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said == "[]\n"
