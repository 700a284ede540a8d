"""Printing: a map's sheets from its SVG, a season at print scale, and the size of a page.

Run: ``python -m benchmarks print``. Reach: SVG → multi-page PDF ≤ 0.3 s; the fourteen dungeons of db7s-2019 at 29 mm
on A4 ≤ 15 s; below 300 kB a page. The first is measured from the finished SVG of each sheet to the bytes of the PDF,
beside what drawing and cutting them took. The season is a process of its own, its start included. Everything is told
by the clock and by the processor's own seconds, of all cores together: a busy machine lengthens the first alone. Of
the sheets it is the median, of the season the best of three.
"""

from __future__ import annotations

import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1]))

from dungeon_designer.drawing.compose import forget
from dungeon_designer.drawing.options import DrawingOptions
from dungeon_designer.drawing.themes import THEMES
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.pages import Pages
from dungeon_designer.exports.pdf import scaled_pages
from dungeon_designer.exports.typesetting import pdf_of
from dungeon_designer.pipeline import Examiner, Question

ROUNDS = 7
ROOT = Path(__file__).parents[1]
SEASON = ROOT / "examples" / "db7s-2019" / "season.toml"


def sheets(theme: str) -> str:
    """One dungeon on A4 at 29 mm."""
    board = Examiner(Question()).board(Dungeon.load(str(SEASON.parent / "layout-02.dungeon.yaml")))
    options = ExportOptions(DrawingOptions(theme=theme), 29.0, fitted=False)
    drawn, made, worked = [], [], []
    for _ in range(ROUNDS):
        forget()
        start = time.perf_counter()
        document = Pages("", scaled_pages(board, options))
        middle, work = time.perf_counter(), time.process_time()
        data = pdf_of(document)
        drawn.append(middle - start)
        made.append(time.perf_counter() - middle)
        worked.append(time.process_time() - work)
    pages = len(document.content)
    size = f"{pages} pages {len(data) // 1024:4} kB, {len(data) / pages / 1024:.0f} kB a page"
    took = f"SVG to PDF {median(made):.2f} s ({median(worked):.2f} s of work)"
    return f"{theme:10} {size}  draw and cut {median(drawn):.2f} s  {took}"


def season(square: str) -> str:
    """The whole season as a process, its start included."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "pack.pdf"
        call = [sys.executable, "-m", "dungeon_designer", "pack", str(SEASON), "-o", str(target)]
        runs = [_process([*call, *(["--square", square] if square else [])]) for _ in range(3)]
        data = target.read_bytes()
    seconds, worked = min(runs)
    pages = len(re.findall(rb"/Type\s*/Page\b(?!s)", data)) or 1
    told = f"{pages} pages, {len(data) / pages / 1024:.0f} kB a page" if pages > 1 else f"{len(data) // 1024} kB"
    return f"season {square or 'document':9} {told}  {seconds:.1f} s ({worked:.1f} s of work)"


def _process(call: list[str]) -> tuple[float, float]:
    """What a process took by the clock, and what it had the processors do."""
    start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(call, check=True, cwd=ROOT)
    seconds, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    for name in THEMES:
        print(sheets(name))
    for scale in ("", "29mm"):
        print(season(scale))
