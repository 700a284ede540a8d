"""Gathers the editor's texts for translators: `python -m scripts.write_texts`, or `make texts`.

`dungeon-designer.ts` lists every text. A language's own file beside it, `dungeon-designer_de.ts` for instance, is
brought up to date and compiled to the `.qm` the editor loads. A test says when the list is stale.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from dungeon_designer.analysis.figure_picture import TITLES
from dungeon_designer.editor.actions import ASKED_FOR, MAP_KEYS, MENUS
from dungeon_designer.editor.layer_visibility import HIDEABLE
from dungeon_designer.editor.pieces import PIECES, TOOLS
from dungeon_designer.editor.widgets import WORDS as CHOICES
from dungeon_designer.exports.registry import EXPORTERS
from dungeon_designer.figures.measures import MEASURES
from dungeon_designer.figures.words import HEADINGS
from dungeon_designer.layout_edits.descriptions import KINDS, ON_EDGES
from dungeon_designer.rules.registry import FAMILIES
from dungeon_designer.set_up.order import WORDS

_PACKAGE = Path(__file__).resolve().parents[1] / "dungeon_designer"
TEXTS = tuple(
    _PACKAGE / name
    for name in ("editor", "set_up", "layout_edits", "rules", "exports", "analysis", "figures", "generator")
)
"""Where the texts of the window stand; a rule of placing has its own beside it."""
FOLDER = _PACKAGE / "editor" / "translations"
LIST = FOLDER / "dungeon-designer.ts"
_HOW = ("-silent", "-extensions", "py", "-locations", "none", "-sort-messages", "-source-language", "en")
LISTED = ("-no-obsolete", "-target-language", "en")
"""The list itself is of English, whose two forms show where a language may need several."""
_PATIENCE = 60
"""Seconds. lupdate never ends on counts that are more than a name: see `PLURAL` in `translation.py`."""
_MARKS = ("-tr-function-alias", "QT_TRANSLATE_NOOP+=marked")
"""`marked` is how lists mark their texts; no line numbers, so that the list changes only when a text does."""


def tool(name: str) -> str | None:
    """Where a tool of Qt lies: beside this Python, or wherever programs lie; None when there is none."""
    return shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)


def in_tables() -> Iterator[tuple[str, str]]:
    """The words of records: actions, pieces, layers, kinds, figures, exports; each with its context."""
    for menu, actions in MENUS.items():
        words = (text for action in actions for text in (action.text, action.tip))
        yield from (("actions", text) for text in (menu, *words))
    yield from (("keys", text) for text in (*MAP_KEYS, *MAP_KEYS.values()))
    for table, words in CHOICES.items():
        context = table if table in ("facts", "tools") else "choices"
        texts = (each.values() if isinstance(each, dict) else each for each in words.values())
        yield from ((context, text) for each in texts for text in ([each] if isinstance(each, str) else each))
    yield from (("families", family) for family in FAMILIES)
    yield from (("finder", text) for text in ASKED_FOR.values())
    for piece in (*TOOLS, *PIECES):
        yield from (("pieces", text) for text in (piece.title, piece.group))
        yield "tips", piece.tip
    yield from (("hiding", kind.words) for kind in HIDEABLE)
    yield from (("kinds", kind.replace("_", " ")) for kind in sorted(KINDS))
    yield from (("words", text) for text in ON_EDGES.values())
    yield from (("set-up", text) for text in WORDS.values())
    yield from (("exports", exporter.name) for exporter in EXPORTERS)
    titles = (measure.title for measure in MEASURES.values())
    yield from (("figures", text) for text in (*titles, *TITLES.values(), *HEADINGS.values()))


def gather(target: Path, *more: str) -> None:
    """Bring a language's file up to date with the editor's texts, or begin one; SystemExit without lupdate."""
    with TemporaryDirectory() as folder:
        tables = Path(folder, "tables.py")
        calls = [
            f"marked({context!r}, {json.dumps(text, ensure_ascii=False)})" for context, text in in_tables() if text
        ]
        tables.write_text("\n".join(dict.fromkeys(calls)), encoding="utf-8")
        _run("pyside6-lupdate", *_HOW, *more, *_MARKS, *map(str, (*TEXTS, tables)), "-ts", str(target))


def compiled(source: Path, target: Path) -> Path:
    """A language's file as the editor loads it; SystemExit without lrelease."""
    _run("pyside6-lrelease", "-silent", str(source), "-qm", str(target))
    return target


def _run(name: str, *arguments: str) -> None:
    program = tool(name)
    if program is None:
        raise SystemExit(f"{name} is missing: it comes with PySide6-Essentials")
    subprocess.run([program, *arguments], check=True, timeout=_PATIENCE)  # noqa: S603 - found by ourselves


def main() -> None:
    """Writes the list, then brings every language up to date."""
    FOLDER.mkdir(exist_ok=True)
    LIST.unlink(missing_ok=True)
    gather(LIST, *LISTED)
    for language in sorted(FOLDER.glob(f"{LIST.stem}_*.ts")):
        gather(language)
        compiled(language, language.with_suffix(".qm"))


if __name__ == "__main__":
    main()
