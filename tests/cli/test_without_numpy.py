"""A check and a map as SVG need no arrays and no geometry library, so they run wherever plain Python does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BLOCKED = "numpy", "numba", "scipy", "shapely", "PySide6", "typst"

SCRIPT = f"""
import sys
sys.modules.update(dict.fromkeys({BLOCKED!r}))
from dungeon_designer.__main__ import main
main()
"""


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Return the command line in a process where those modules cannot be imported."""
    return subprocess.run([sys.executable, "-c", SCRIPT, *map(str, arguments)], capture_output=True, text=True)


def test_the_modules_cannot_be_imported() -> None:
    """The block holds: each import fails in such a process."""
    for name in BLOCKED:
        script = f"{SCRIPT.replace('main()', '')}\nimport {name}"
        assert subprocess.run([sys.executable, "-c", script], capture_output=True).returncode


@pytest.mark.parametrize("name", ["naf-2019/the-four-winds", "gw-2021/the-idols-wheel", "brawl-2013/hogwurts"])
def test_a_check_needs_no_arrays(name: str) -> None:
    """Every rule of the edition is asked, end zones as far apart as possible and rooms that turn among them."""
    done = run("check", ROOT / "examples" / f"{name}.dungeon.yaml")
    assert (done.returncode, done.stderr) == (0, "")
    assert "0 errors" in done.stdout


def test_a_map_as_svg_needs_no_arrays(tmp_path: Path) -> None:
    """A map is drawn and written."""
    done = run("render", ROOT / "examples/brawl-2013/hogwurts.dungeon.yaml", "-o", tmp_path / "map.svg", "-q")
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "map.svg").read_text().startswith("<?xml")
