"""Join the modules of a page's script, and write data as JSON that may stand inside a script."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from dungeon_designer.text.escaping import map_texts, replace_control_characters

MODULES = (
    "board", "steps", "sight", "passes", "dice", "match", "clock", "handing_on", "session", "words",
    "elements", "book", "awake", "map_view", "findings", "overlay", "what_happens", "look_panel", "bounce",
    "bounce_panel", "measure_panel", "dice_panel", "sides", "turn_panel", "boxes_panel", "table_panel", "coaches_page",
    "main",
)  # fmt: skip
"""The page's modules in `web/`, each before those that import it."""
_WEB_FOLDER = Path(__file__).with_name("web")

_SCRIPT_ESCAPES = {ord(letter): f"\\u{ord(letter):04x}" for letter in "<>&\u2028\u2029"}
"""Letters that could end a script, with escapes that cannot."""


@lru_cache(maxsize=2)
def build_script(modules: tuple[str, ...] = MODULES) -> str:
    """Return a page's JavaScript modules joined into one script, without imports, since all of them share one scope."""
    text = "\n".join((_WEB_FOLDER / f"{name}.js").read_text(encoding="utf-8") for name in modules)
    lines = (line.removeprefix("export ") for line in text.splitlines() if not line.startswith("import "))
    return '(() => {\n"use strict";\n' + "\n".join(lines) + "\n})();"


def format_script_json(data: dict[str, Any]) -> str:
    """Return data as JSON in which nothing can end the script around it."""
    clean_data = map_texts(data, replace_control_characters)
    return json.dumps(clean_data, ensure_ascii=False, separators=(",", ":")).translate(_SCRIPT_ESCAPES)
