"""Reads the case files beside this module: small dungeons, and what one rule must and must not find in them.

A file ``cases/<rule>.yaml`` begins with the level at which each edition asks the rule, must, should, notice or off; an
edition that extends another and is not named has the level of that. A list of cases follows::

    - levels: {gw-1989-expanded: must, naf-2019: should}
    - name: five chests are too few
      rulesets: [naf-2019, eagbbl]      # or `ruleset: naf-2019`
      parameters: {min: 6}              # optional: merged into the rule's table, turning it on where it is absent
      sketch: |                         # a sketch document as text; or `layout: {...}`, a layout in its JSON form
        map: |
          ...
      tiles: [{id: ..., rows: [...]}]   # optional: the tiles the layout may name, in place of the library's
      finds:                            # exactly the findings of this rule, in the order it yields them
        - {level: error, squares: [[0, 0]], measured: 5, required: 6}
      fixed: true                       # optional: the fixes it offers mend all of it and break no other rule;
                                        # `fixed: unasked` says that safe fixes alone do

An edition that extends another inherits its cases where it asks the rule with the same level and parameters; a case of
its own under the same name takes the place of one it would inherit.

Every key of a find is optional: `level`, `measured`, `required` and `source` are compared whole, `squares` as the list
in order, `touching` as squares among the finding's, `says` as a part of its message, `fixes` as the number of fixes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import yaml

from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import Board
from dungeon_designer.layout.model import Layout
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from dungeon_designer.rulesets.ruleset_model import RuleEntry, RuleLevel, Ruleset
from dungeon_designer.tiles.tile import Tile, TileLibrary

FOLDER = Path(__file__).parent / "cases"
_KEYS = {"name", "ruleset", "rulesets", "parameters", "sketch", "layout", "tiles", "finds", "fixed"}
_FIND_KEYS = {"level", "squares", "touching", "measured", "required", "says", "source", "fixes"}


@dataclass(frozen=True)
class Case:
    """One dungeon under one ruleset, and what one rule must find in it."""

    rule: str
    name: str
    ruleset: str
    finds: list[dict[str, Any]]
    parameters: dict[str, Any] = field(default_factory=dict)
    sketch: str = ""
    layout: dict[str, Any] | None = None
    tiles: list[dict[str, Any]] | None = None
    fixed: bool | str = False

    @property
    def title(self) -> str:
        """The case as pytest names it."""
        return f"{self.rule}, {self.ruleset}: {self.name}"

    def layout_read(self) -> Layout:
        """The dungeon of the case, read as a file would be."""
        if self.layout is not None:
            return msgspec.convert(self.layout, Layout)
        from dungeon_designer.layout.dungeon_files import read_layout

        return read_layout(self.sketch.encode(), f"{self.name}.dungeon.yaml")

    def board(self, layout: Layout) -> Board:
        """The board of a layout, built with the case's tiles."""
        return build_board(layout, self.library())

    def library(self) -> TileLibrary | None:
        """The tiles the case brings, if it does."""
        return None if self.tiles is None else TileLibrary(msgspec.convert(self.tiles, list[Tile]))

    def rules(self) -> Ruleset:
        """The ruleset, with the case's parameters in the rule's table."""
        ruleset = load_unchecked_ruleset(self.ruleset)
        if not self.parameters:
            return ruleset
        return msgspec.structs.replace(ruleset, rules={**ruleset.rules, self.rule: self._entry(ruleset)})

    def _entry(self, ruleset: Ruleset) -> RuleEntry:
        changes = dict(self.parameters)
        old = ruleset.rules.get(self.rule, RuleEntry(level=RuleLevel.OFF, parameters={}))
        on = RuleLevel.MUST if old.level is RuleLevel.OFF else old.level
        level = RuleLevel(changes.pop("level", on))
        return RuleEntry(level=level, source=old.source, parameters={**old.parameters, **changes})


def all_cases() -> Iterator[Case]:
    """Every case of every file, once for each ruleset it names and for each edition that inherits it."""
    for path in sorted(FOLDER.glob("*.yaml")):
        own = [case for entry in _read(path)[1] for case in _cases(path.stem, entry)]
        named = {(case.name, case.ruleset) for case in own}
        for case in own:
            yield case
            yield from (replace(case, ruleset=heir) for heir in _heirs(case) if (case.name, heir) not in named)


def levels() -> dict[str, dict[str, RuleLevel]]:
    """For each case file's rule, the level at which each edition asks it, or off."""
    return {path.stem: dict(_levels(_read(path)[0])) for path in sorted(FOLDER.glob("*.yaml"))}


def _levels(told: dict[str, str | bool]) -> Iterator[tuple[str, RuleLevel]]:
    for edition in EDITIONS:
        nearest = next((name for name in (edition, *load_unchecked_ruleset(edition).lineage) if name in told), "")
        yield edition, RuleLevel(told.get(nearest) or RuleLevel.OFF)  # an unquoted off is what YAML calls false


@cache
def _read(path: Path) -> tuple[dict[str, str | bool], list[dict[str, Any]]]:
    """The levels of a file, and its cases."""
    first, *entries = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert set(first) == {"levels"}, f"{path.name}: it begins with the levels"
    assert set(first["levels"]) <= set(EDITIONS), f"{path.name}: levels of what is no edition"
    return first["levels"], entries


def _cases(rule: str, entry: dict[str, Any]) -> Iterator[Case]:
    _known(rule, entry)
    for ruleset in entry.get("rulesets") or [entry["ruleset"]]:
        told = {key: entry[key] for key in ("parameters", "sketch", "layout", "tiles", "fixed") if key in entry}
        yield Case(rule=rule, name=entry["name"], ruleset=ruleset, finds=entry["finds"], **told)


def _heirs(case: Case) -> Iterator[str]:
    """The editions that extend the case's and ask the same of its rule."""
    for edition in EDITIONS:
        ruleset = load_unchecked_ruleset(edition)
        if case.ruleset in ruleset.lineage and _asks(ruleset, case.rule) == _asks(
            load_unchecked_ruleset(case.ruleset), case.rule
        ):
            yield edition


def _asks(ruleset: Ruleset, rule: str) -> tuple[object, ...]:
    """What a ruleset asks of a rule, wherever that stands."""
    entry = ruleset.rules.get(rule)
    sides = ruleset.team_count if rule == "end-zone-count" else None
    on = entry and entry.level is not RuleLevel.OFF
    return (entry.level, entry.parameters, sides) if entry and on else (RuleLevel.OFF, {}, sides)


def _known(rule: str, entry: dict[str, Any]) -> None:
    """A misspelt key would make a case promise nothing."""
    unknown = set(entry) - _KEYS | {key for find in entry["finds"] for key in set(find) - _FIND_KEYS}
    assert not unknown, f"{rule}: {entry.get('name')}: unknown keys {sorted(unknown)}"
    assert ("sketch" in entry) != ("layout" in entry), f"{rule}: {entry.get('name')}: one of sketch and layout"
