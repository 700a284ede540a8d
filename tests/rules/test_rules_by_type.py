"""Code outside the package of the rules asks for types of requirements and for attributes of rules, never by a name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from dungeon_designer.rules.rule_registry import RULE_NAMES, RULE_NAMES_BY_FAMILY

PACKAGE = Path(__file__).parents[2] / "dungeon_designer"
WORDS_OF_OTHER_THINGS = {"bridge", "trapdoor", "leap-edge"}
"""Names of rules that are also kinds of terrain, traps and symbols."""
NAMES = set(RULE_NAMES) - WORDS_OF_OTHER_THINGS
MODULES = [
    path
    for path in sorted(PACKAGE.rglob("*.py"))
    if path.relative_to(PACKAGE).parts[0] not in ("rules", "templates")  # templates write users' rulesets
]


def list_named_rules(tree: ast.AST) -> Iterator[str]:
    """Yield each string of a module that is the name of a rule, and each f-string that can become one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in NAMES:
            yield f"line {node.lineno}: {node.value}"
        elif isinstance(node, ast.JoinedStr):
            parts = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
            pattern = "".join(".+" if part is None else re.escape(str(part)) for part in parts)
            has_word = any(part and re.search("-[a-z]{4}", str(part)) for part in parts)
            yield from (f"line {node.lineno}: {name}" for name in NAMES if has_word and re.fullmatch(pattern, name))


def list_family_imports(tree: ast.AST) -> Iterator[str]:
    """Yield each import from a family of rules."""
    for node in ast.walk(tree):
        modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module:
            modules = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        for module in modules:
            if any(module.startswith(f"dungeon_designer.rules.{family}") for family in RULE_NAMES_BY_FAMILY):
                yield f"line {node.lineno}: {module}"


def list_settings_read(tree: ast.Module) -> Iterator[str]:
    """Yield each place where the settings of a rule are read: by attribute, by getattr, as Any, or as parameters."""
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names}
    knows_rules = not imported.isdisjoint({"list_enabled_rules", "ConfiguredRule"})
    for node in ast.walk(tree):
        text = ast.unparse(node) if isinstance(node, ast.expr | ast.arg | ast.AnnAssign) else ""
        is_attribute = isinstance(node, ast.Attribute) and node.attr == "settings" and knows_rules
        is_getattr = isinstance(node, ast.Call) and text.startswith("getattr(") and "settings" in text
        is_any = isinstance(node, ast.arg | ast.AnnAssign) and bool(re.match(r"\w*settings\w*: .*\bAny\b", text))
        if is_attribute or is_getattr or is_any or re.fullmatch(r"\S+\.parameters(\.get\(|\[)['\"].*", text):
            yield f"line {getattr(node, 'lineno', 0)}: {text}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_module_outside_the_rules_knows_a_rule(path: Path) -> None:
    """Outside `rules` no string names a rule, nothing comes from a family of rules, and nobody reads their settings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert not [*list_named_rules(tree), *list_family_imports(tree), *list_settings_read(tree)]


@pytest.mark.parametrize(
    "code",
    [
        'read_number("chest-spacing", "min", 1)',
        'f"{kind}-count"',
        "from dungeon_designer.rules.making import tile_supply",
        "from dungeon_designer.rules.shape.door_placement import DoorPlace",
        "import dungeon_designer.rules.play.routes",
        "from dungeon_designer.rules.rule_registry import list_enabled_rules\nx = rule.settings",
        'getattr(settings, "width", 2)',
        "def read(settings: Any) -> int: ...",
        'entry.parameters.get("width", 2)',
        'entry.parameters["width"]',
    ],
)
def test_each_way_to_know_a_rule_is_seen(code: str) -> None:
    """The test above fails for each way in which code could depend on a single rule."""
    tree = ast.parse(code)
    assert [*list_named_rules(tree), *list_family_imports(tree), *list_settings_read(tree)]
