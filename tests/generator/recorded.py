"""What fixed dice gave when somebody last meant to change it: the same seed is promised to give the same dungeon.

To renew the record after a wanted change: ``make recorded``, and look at what some of the seeds give.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from dungeon_designer.layout.layout_file import write_json
from dungeon_designer.layout.model import Layout

RECORD = Path(__file__).with_name("recorded.json")
RENEWED = bool(os.environ.get("DUNGEON_RECORD"))
"""Whether what is made is written down instead of compared."""


def matches_record(name: str, made: Iterable[Layout]) -> bool:
    """Return whether some layouts are, to the letter, those recorded under a name."""
    digest, kept = sha256(b"".join(map(write_json, made))).hexdigest()[:16], json.loads(RECORD.read_text())
    if RENEWED:
        RECORD.write_text(json.dumps({**kept, name: digest}, indent=2, sort_keys=True) + "\n")
    return RENEWED or kept.get(name) == digest
