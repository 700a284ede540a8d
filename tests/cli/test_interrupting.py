"""Ctrl+C in the middle of long work outside Python."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from .begun import ROOT, start_python

CASTLE = "examples/brawl-2013/castle-of-aaauuggghhh.dungeon.yaml"

SETTING = """\
import json, sys
from dungeon_designer.exports import typesetting
setting = typesetting._run_typst
def heard(inputs, *more):
    print("begun", flush=True)
    document = json.loads(inputs["document"])
    document["pages"] *= 200
    return setting({**inputs, "document": json.dumps(document)}, *more)
typesetting._run_typst = heard
"""
"""Says when the pages begin to be set, and has them set two hundred times over: more than ten seconds in one call."""

PAINTING = """\
import sys
from dungeon_designer.exports import rasterising
painting = rasterising._paint_in_child
def heard(*picture):
    print("begun", flush=True)
    return painting(*picture)
rasterising._paint_in_child = heard
"""
"""Says when a large picture begins to be painted."""

RUN = "from dungeon_designer.__main__ import main\nmain()\n"


@pytest.mark.parametrize(
    ("wrapped", "arguments"),
    [
        (SETTING, ["out.pdf", "--square", "29mm"]),
        (PAINTING, ["out.png", "--dpi", "150"]),
    ],
    ids=["a print true to scale", "a large picture"],
)
def test_ctrl_c_is_heard_at_once(wrapped: str, arguments: list[str], tmp_path: Path) -> None:
    """While a library works for seconds in one call, Ctrl+C ends the program at once, and no file or child is left."""
    with start_python(tmp_path, "-c", wrapped + RUN, "render", str(ROOT / CASTLE), "-o", *arguments) as process:
        time.sleep(0.5)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        start = time.monotonic()
        _, complaint = process.communicate(timeout=60)
    assert time.monotonic() - start < 4.0
    assert (process.returncode, complaint.strip()) == (130, b"dungeon-designer: interrupted")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)
