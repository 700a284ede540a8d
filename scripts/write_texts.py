"""Gather the editor's texts for translators: `python -m scripts.write_texts`, or `make texts`.

`dungeon-designer.ts` lists every text; it is not under version control. The file of a language stands beside it, for
instance `dungeon-designer_de.ts`. The script brings each of these files up to date and compiles it to the `.qm` file
that the editor loads.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from dungeon_designer.analysis.figure_picture import PICTURE_TITLES
from dungeon_designer.editor.actions import MAP_KEYS, MENUS, SEARCH_WORDS
from dungeon_designer.editor.hideable_kinds import HIDEABLE_KINDS
from dungeon_designer.editor.pieces import PALETTE_PIECES, TOOLBAR_PIECES
from dungeon_designer.editor.widgets import WORDS
from dungeon_designer.exports.exporters import EXPORTERS
from dungeon_designer.figures.figure_text import HEADINGS
from dungeon_designer.figures.measures import MEASURES
from dungeon_designer.layout_edits.descriptions import EDGE_DESCRIPTIONS, TRANSLATED_KINDS
from dungeon_designer.rules.rule_registry import RULE_NAMES_BY_FAMILY
from dungeon_designer.set_up.order import NOUN_BY_KIND

_PACKAGE = Path(__file__).resolve().parents[1] / "dungeon_designer"
SOURCE_FOLDERS = tuple(
    _PACKAGE / name
    for name in ("editor", "set_up", "layout_edits", "rules", "exports", "analysis", "figures", "generator")
)
"""The packages with texts of the window. A rule about where objects may be placed has its texts beside it."""
TRANSLATION_FOLDER = _PACKAGE / "editor" / "translations"
LIST_NAME = "dungeon-designer.ts"
_LUPDATE_OPTIONS = ("-silent", "-extensions", "py", "-locations", "none", "-sort-messages", "-source-language", "en")
_LIST_OPTIONS = ("-no-obsolete", "-target-language", "en")
"""Options for the list itself. Its language is English, whose two forms show where a language may need several."""
_TIMEOUT_S = 60
"""Seconds. lupdate never ends on counts that are more than a name: see `PLURAL` in `translation.py`."""
_MARK_OPTIONS = ("-tr-function-alias", "QT_TRANSLATE_NOOP+=mark_for_translation")
"""The name of the function that marks texts in lists.

Line numbers are left out, so that the list changes only when a text changes.
"""


def find_qt_tool(name: str) -> str | None:
    """Return the path of a Qt tool, or None: first look beside this Python, then in the search path."""
    return shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)


def list_table_texts() -> Iterator[tuple[str, str]]:
    """Yield every text of the editor that stands in a table of the program, as pairs (context, text) for translators.

    The context says where the text is used: in menus, keys, choices, pieces, kinds, exports, figures and so on.
    """
    for menu, actions in MENUS.items():
        words = (text for action in actions for text in (action.text, action.tip))
        yield from (("actions", text) for text in (menu, *words))
    yield from (("keys", text) for text in (*MAP_KEYS, *MAP_KEYS.values()))
    for table, words in WORDS.items():
        context = table if table in ("facts", "tools") else "choices"
        texts = (entry.values() if isinstance(entry, dict) else entry for entry in words.values())
        yield from ((context, text) for entry in texts for text in ([entry] if isinstance(entry, str) else entry))
    yield from (("families", family) for family in RULE_NAMES_BY_FAMILY)
    yield from (("finder", text) for text in SEARCH_WORDS.values())
    for piece in (*TOOLBAR_PIECES, *PALETTE_PIECES):
        yield from (("pieces", text) for text in (piece.title, piece.group))
        yield "tips", piece.tip
    yield from (("hiding", kind.words) for kind in HIDEABLE_KINDS)
    yield from (("kinds", kind.replace("_", " ")) for kind in sorted(TRANSLATED_KINDS))
    yield from (("words", text) for text in EDGE_DESCRIPTIONS.values())
    yield from (("set-up", text) for text in NOUN_BY_KIND.values())
    yield from (("exports", exporter.name) for exporter in EXPORTERS)
    titles = (measure.title for measure in MEASURES.values())
    yield from (("figures", text) for text in (*titles, *PICTURE_TITLES.values(), *HEADINGS.values()))


def update_texts(target: Path, *extra_options: str) -> None:
    """Update or create a language's file so that it has all current texts of the editor.

    Raises:
        SystemExit: `pyside6-lupdate` is missing.
    """
    with TemporaryDirectory() as folder:
        tables = Path(folder, "tables.py")
        calls = [
            f"mark_for_translation({context!r}, {json.dumps(text, ensure_ascii=False)})"
            for context, text in list_table_texts()
            if text
        ]
        tables.write_text("\n".join(dict.fromkeys(calls)), encoding="utf-8")
        _run_qt_tool(
            "pyside6-lupdate",
            *_LUPDATE_OPTIONS,
            *extra_options,
            *_MARK_OPTIONS,
            *map(str, (*SOURCE_FOLDERS, tables)),
            "-ts",
            str(target),
        )


def compile_texts(source: Path, target: Path) -> Path:
    """Compile a language's file for the editor, and return the path of the compiled file.

    Raises:
        SystemExit: `pyside6-lrelease` is missing.
    """
    _run_qt_tool("pyside6-lrelease", "-silent", str(source), "-qm", str(target))
    return target


def _run_qt_tool(name: str, *arguments: str) -> None:
    """Run a tool of Qt.

    Raises:
        SystemExit: the tool is missing.
    """
    program = find_qt_tool(name)
    if program is None:
        raise SystemExit(f"{name} is missing: it comes with PySide6-Essentials")
    subprocess.run([program, *arguments], check=True, timeout=_TIMEOUT_S)  # noqa: S603 - found by ourselves


def write_text_list(folder: Path) -> Path:
    """Write the list of all texts anew into a folder, and return the path of the list.

    Raises:
        SystemExit: `pyside6-lupdate` is missing.
    """
    text_list = folder / LIST_NAME
    text_list.unlink(missing_ok=True)
    update_texts(text_list, *_LIST_OPTIONS)
    return text_list


def main(folder: Path = TRANSLATION_FOLDER) -> None:
    """Write the list of texts, then update and compile the file of every language in the same folder."""
    folder.mkdir(exist_ok=True)
    text_list = write_text_list(folder)
    for language in sorted(folder.glob(f"{text_list.stem}_*.ts")):
        update_texts(language)
        compile_texts(language, language.with_suffix(".qm"))


if __name__ == "__main__":
    main()
