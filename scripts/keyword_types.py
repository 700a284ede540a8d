"""Write the types of the keyword arguments of `Dungeon.draw` and `Dungeon.generate` from the records of these options.

A type checker needs each argument by name, and cannot take the names from a dataclass. So the module
`dungeon_designer/keyword_types.py` is generated, with the other pages of `scripts.write_docs`.
"""

from __future__ import annotations

import dataclasses
import re
import sys
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from dungeon_designer.drawing.drawing_options import DrawingOptions
from dungeon_designer.exports.export_options import ExportOptions, list_map_options
from dungeon_designer.generator.generator_options import GenerateOptions

HEAD = '''"""Types of the keyword arguments of `Dungeon.draw` and `Dungeon.generate`, for type checkers.

Made from the records of these options by `make docs`; change the records instead.
"""

from __future__ import annotations

'''


def format_keyword_types() -> str:
    """Return the source of the module: a `TypedDict` for the options of a map, and one for those of new dungeons."""
    map_options, dungeon_options = list_map_options(), dataclasses.fields(GenerateOptions)
    names_by_module = defaultdict[str, set[str]](set)
    for record in (DrawingOptions, ExportOptions, GenerateOptions):
        for field in (field for field in (*map_options, *dungeon_options) if field in dataclasses.fields(record)):
            for name in re.findall(r"\b[A-Z]\w+", field.type):
                names_by_module[_find_module(record, name)].add(name)
    own_modules = {module for module in names_by_module if module.startswith("dungeon_designer.")}
    lines = [
        *_format_imports(names_by_module, set(names_by_module) - own_modules),
        "from typing import TYPE_CHECKING, TypedDict",
        "",
        "if TYPE_CHECKING:",
        *(f"    {line}" for line in _format_imports(names_by_module, own_modules)),
    ]
    map_text = "The options of a map: all fields of `DrawingOptions` and `ExportOptions` that a caller may set."
    return "\n".join(
        (
            HEAD + "\n".join(lines),
            *_format_typed_dict("MapOptions", map_text, map_options),
            *_format_typed_dict("DungeonOptions", "The options of new dungeons: `GenerateOptions`.", dungeon_options),
            "",
        )
    )


def _find_module(record: type[Any], name: str) -> str:
    """Return the module from which the module of a record imports a class."""
    if name == "None":
        return "builtins"
    module: str = vars(sys.modules[record.__module__])[name].__module__
    return module


def _format_imports(names_by_module: dict[str, set[str]], modules: Iterable[str]) -> list[str]:
    """Return an import line for each module, with the names that are imported from it."""
    return [
        f"from {module} import {', '.join(sorted(names_by_module[module]))}"
        for module in sorted(modules)
        if module != "builtins"
    ]


def _format_typed_dict(name: str, text: str, fields: Iterable[dataclasses.Field[Any]]) -> list[str]:
    """Return the lines of a `TypedDict` with a docstring; its keys are the names of fields."""
    lines = ["", "", f"class {name}(TypedDict, total=False):", f'    """{text}"""', ""]
    return [*lines, *(f"    {field.name}: {field.type}" for field in fields)]
