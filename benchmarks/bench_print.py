"""Measure printing: a map's sheets from its SVG, a season at print scale, and the size of a page.

Run: ``python -m benchmarks print``. The targets are: SVG → multi-page PDF ≤ 0.3 s; the fourteen dungeons of db7s-2019
at 29 mm on A4 ≤ 15 s; below 300 kB a page. The first is measured from the finished SVG of each sheet to the bytes of
the PDF; the time of drawing and cutting is printed beside it. The season runs in a separate process, and its time
includes the start. Every time is given on the clock and in processor seconds of all cores together; a busy machine
lengthens only the time on the clock. The time of the sheets is the median, the time of the season the best of three.
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

from benchmarks.amounts import choose_amount, choose_cases
from dungeon_designer.drawing.compose import clear_cache
from dungeon_designer.drawing.drawing_options import DrawingOptions
from dungeon_designer.drawing.themes import THEMES
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.exports.pdf import build_scaled_pages
from dungeon_designer.exports.printed_pages import Pages
from dungeon_designer.exports.typesetting import typeset_pdf
from dungeon_designer.pipeline import ExamineOptions, Examiner

ROUNDS = choose_amount(7, 1)
"""How often the sheets of each theme are measured."""
ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples" / "db7s-2019"
SEASON = EXAMPLES / choose_amount("season.toml", "layout-02.dungeon.yaml")


def main() -> None:
    """Print a line for the sheets of each theme, then two for a season."""
    for name in choose_cases(THEMES):
        print(measure_sheets(name))
    for scale in choose_cases(("", "29mm")):
        print(measure_season(scale))


def measure_sheets(theme: str) -> str:
    """Return a line about one dungeon on A4 sheets at 29 mm a square, drawn in a theme."""
    board = Examiner(ExamineOptions()).build_board(Dungeon.load(str(EXAMPLES / "layout-02.dungeon.yaml")))
    options = ExportOptions(DrawingOptions(theme=theme), 29.0, fitted=False)
    draw_times, pdf_times, work_times = [], [], []
    for _ in range(ROUNDS):
        clear_cache()
        start = time.perf_counter()
        document = Pages("", build_scaled_pages(board, options))
        middle, work_start = time.perf_counter(), time.process_time()
        data = typeset_pdf(document)
        draw_times.append(middle - start)
        pdf_times.append(time.perf_counter() - middle)
        work_times.append(time.process_time() - work_start)
    pages = len(document)
    size = f"{pages} pages {len(data) // 1024:4} kB, {len(data) / pages / 1024:.0f} kB a page"
    timing = f"SVG to PDF {median(pdf_times):.2f} s ({median(work_times):.2f} s of work)"
    return f"{theme:10} {size}  draw and cut {median(draw_times):.2f} s  {timing}"


def measure_season(square: str) -> str:
    """Return a line about the pack of the whole season, made in a separate process.

    Args:
        square: the length of a square, such as `29mm`; '' for the document without maps at print scale.
    """
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "pack.pdf"
        command = [sys.executable, "-m", "dungeon_designer", "pack", str(SEASON), "-o", str(target)]
        runs = [_run_process([*command, *(["--square", square] if square else [])]) for _ in range(choose_amount(3, 1))]
        data = target.read_bytes()
    seconds, work_seconds = min(runs)
    pages = len(re.findall(rb"/Type\s*/Page\b(?!s)", data)) or 1
    size = f"{pages} pages, {len(data) / pages / 1024:.0f} kB a page" if pages > 1 else f"{len(data) // 1024} kB"
    return f"season {square or 'document':9} {size}  {seconds:.1f} s ({work_seconds:.1f} s of work)"


def _run_process(command: list[str]) -> tuple[float, float]:
    """Run a process and return its seconds on the clock and its processor seconds."""
    start, usage_before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, cwd=ROOT)
    seconds, usage_after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return seconds, usage_after.ru_utime + usage_after.ru_stime - usage_before.ru_utime - usage_before.ru_stime


if __name__ == "__main__":
    main()
