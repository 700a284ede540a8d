"""Rulesets from TOML: the editions that come with the program, and anybody's own.

A file is read in stages: bytes → table → its base merged in → `Ruleset`. Every fault is collected, so that
one run names them all. What a rule's parameters mean is known where rules live (`dungeon_designer.rules.registry`).
"""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.errors import ReadError, RulesetError, did_you_mean, one_line
from dungeon_designer.rulesets.document import OF_EVERY_RULE, ORDER, WORDS, Table, side_count, sound
from dungeon_designer.rulesets.model import RuleEntry, RuleLevel, Ruleset
from dungeon_designer.rulesets.play import changed_play, changed_set_up, play_of
from dungeon_designer.rulesets.table import SILENT, ChestCount, TopicTable, with_chest_counts
from dungeon_designer.text.files import read_bytes
from dungeon_designer.text.missing_files import explain_start, suggest_path
from dungeon_designer.text.read_faults import Fault
from dungeon_designer.text.toml_text import LARGEST, line_of, lines_of, read_toml

DEEPEST = 20
"""So many files may extend each other in a row."""

FEW_RULES = 10
"""House rules of no edition with fewer rules that are on get a notice: a dungeon is easily legal under them."""

EMPTY = 'it checks nothing: name an edition (extends = "naf-2019"), or rules, as in [rules.chest-count]'

_DATA = Path(__file__).with_name("data")


def _editions() -> tuple[str, ...]:
    """The ids of the files in the data folder, by the `order` in their tops: no more is read as the program starts."""
    heads = {path.stem: path.read_text(encoding="utf-8").partition("\n[")[0] for path in _DATA.glob("*.toml")}
    order = {name: tomllib.loads(head).get(ORDER, sys.maxsize) for name, head in heads.items()}
    return tuple(sorted(order, key=lambda name: (order[name], name)))


EDITIONS = _editions()
"""The rulesets that come with the program, in the `order` of their files: oldest book first."""


class Loaded(Struct, frozen=True):
    """A ruleset as far as it could be read from `source`, and every fault that stands in its way."""

    source: str
    ruleset: Ruleset
    faults: tuple[str, ...] = ()
    lines: dict[str, int] = {}

    def error(self, faults: Iterable[str]) -> RulesetError:
        """The error that says of some faults where in the file they stand."""
        told = tuple(faults)
        return RulesetError(self.source, told, (line_of(fault, self.lines) for fault in told))


_SAME = {"width": "min", "min": "width"}  # parameters of two names: who says one does not inherit the other


_listener: ContextVar[Callable[[str], None] | None] = ContextVar("listener", default=None)


@contextmanager
def telling_notices(listener: Callable[[str], None]) -> Iterator[None]:
    """Until the end, call `listener` with the notice of each ruleset that is read and has one."""
    before = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(before)


def tell_notice(ruleset: Ruleset) -> None:
    """Call the listener, where there is one, with the notice of a ruleset, where it has one."""
    if (listener := _listener.get()) and (notice := notice_of(ruleset)):
        listener(notice)


def load(ruleset: str, base: Path | None = None) -> Ruleset:
    """The ruleset of an id (``naf-2019``) or of a file (anything ending in ``.toml``), relative to `base`.

    Raises RulesetError naming every fault, or the nearest right id.
    """
    loaded = read(ruleset, base)
    if loaded.faults:
        raise loaded.error(loaded.faults)
    return loaded.ruleset


def read(ruleset: str, base: Path | None = None, found: bool = False) -> Loaded:
    """The same, with the faults beside it; RulesetError only when there is no such ruleset or it is no TOML.

    `found` is a file that no person named but another file, as those are that a ruleset extends. It must be a plain
    file that looks like a ruleset; of any other no error says what stands in it.
    """
    if ruleset.lower().endswith(".toml"):
        path = (base or Path()) / ruleset
        start = explain_start(ruleset, base or "")
        loaded = _merged(str(path), *_table(path, found, start), path.parent, ())
        return replace(loaded, ruleset=replace(loaded.ruleset, file=str(path)))
    if ruleset in EDITIONS:
        return Loaded(ruleset, _edition(ruleset))
    remedy = did_you_mean(ruleset, EDITIONS)
    if os.path.isfile(ruleset):
        remedy = "; the file of a ruleset ends in .toml"
    raise RulesetError(f"ruleset {ruleset!r}", [f"no such ruleset{remedy}"])


@lru_cache
def _edition(ruleset: str) -> Ruleset:
    return _merged(ruleset, read_toml(_DATA.joinpath(f"{ruleset}.toml").read_bytes()), {}, Path(), ()).ruleset


def _table(path: Path, found: bool, start: str) -> tuple[Table, dict[str, int]]:
    """What stands in a file, and in which lines; `start` says where the path begins, if the file is missing."""
    try:
        data = read_bytes(path, LARGEST, found)
        table = read_toml(data)
    except ReadError as error:
        more = ""
        if found and not os.path.lexists(path):
            more = suggest_path(str(path.parent), path.name, ".toml") + start
        raise RulesetError(str(path), [error.problem + more]) from None
    except Fault as fault:
        raise RulesetError(str(path), ["not TOML" if found else fault.problem], mark=fault.mark) from None
    if {"rounds", "also", "dice"} & set(table) and not {"rules", "extends"} & set(table):
        raise RulesetError(str(path), ["this is a season, not a ruleset"])
    if found and not {"rules", "extends"} & set(table):
        raise RulesetError(str(path), ["this is no ruleset: it has neither rules nor extends"])
    return table, lines_of(data.decode("utf-8-sig"))


def read_text(text: str, source: str, folder: Path) -> Loaded:
    """The ruleset in the text of a file that is not written yet, in a folder; RulesetError when it is no TOML."""
    try:
        table = read_toml(text.encode())
    except Fault as fault:
        raise RulesetError(source, [fault.problem], mark=fault.mark) from None
    return _merged(source, table, lines_of(text), folder, ())


def _merged(source: str, table: Table, lines: dict[str, int], folder: Path, seen: tuple[str, ...]) -> Loaded:
    """The table over its base; `seen` are the files on the way here, to find circles."""
    table, faults = sound(table)
    base = None
    try:
        base = _base(table, folder, (*seen, str(Path(source).resolve())))
    except RulesetError as error:
        faults.append(str(error) if error.source == "extends" else f"extends: {error}")
    if base is not None:
        faults += [str(base.error([fault])) for fault in base.faults]
    ruleset = _ruleset(source, table, base.ruleset if base else None)
    if not (faults or base or ruleset.asked):
        faults.append(EMPTY)
    return Loaded(source, ruleset, tuple(faults), lines)


def _ruleset(source: str, table: Table, base: Ruleset | None) -> Ruleset:
    """What a table makes of the ruleset it extends; where it changes something and names no page, it is cited."""
    old = base or Ruleset()
    name = str(table.get("id", one_line(Path(source).stem)))
    cited = str(table.get("title") or table.get("name") or name)
    rules = dict(old.rules)
    for rule, changes in table.get("rules", {}).items():
        rules[rule] = _entry(changes, rules.get(rule), old.id, cited)
    words = {key: kind(table[key]) for key, kind in WORDS.items() if key in table}
    return replace(
        old,
        id=name,
        name=table.get("name", name),
        title=table.get("title", ""),
        sides=side_count(table.get("sides")) or old.sides,
        lineage=(base.id, *base.lineage) if base else (),
        rules=rules,
        set_up=changed_set_up(old.set_up, table.get("set_up", {}), cited),
        notes=(*old.notes, *table.get("notes", ())),
        play=changed_play(old.play, table.get("play", {}), cited),
        **words,
    )


def _base(table: Table, folder: Path, seen: tuple[str, ...]) -> Loaded | None:
    """What a table extends; RulesetError when there is no such ruleset, or one extends itself."""
    name = table.get("extends")
    if name is None or name in EDITIONS:
        return name and Loaded(name, _edition(name))
    if not name.lower().endswith(".toml"):
        raise RulesetError("extends", [f"no ruleset {name!r}{did_you_mean(name, EDITIONS)}"])
    try:
        path = (folder / name).resolve()
    except ValueError as error:
        raise RulesetError("extends", [f"no file {name!r}: {error}"]) from None
    if str(path) in seen:
        raise RulesetError("extends", [f"it extends itself, by way of {' → '.join((*seen, str(path)))}"])
    if len(seen) > DEEPEST:
        raise RulesetError("extends", [f"more than {DEEPEST} files extend each other"])
    return _merged(str(path), *_table(path, True, explain_start(name, folder)), path.parent, seen)


def _entry(changes: Mapping[str, Any], known: RuleEntry | None, base: str, cited: str) -> RuleEntry:
    """A rule as it is now, a must if it was not asked before; who changes it is its source, unless he names another."""
    old = known or RuleEntry(level=RuleLevel.OFF, parameters={})
    own = {key: value for key, value in changes.items() if key not in OF_EVERY_RULE}
    unset = tuple(changes.get("unset", ()))
    kept = {key: value for key, value in old.parameters.items() if key not in unset and _SAME.get(key) not in own}
    level = RuleLevel(changes.get("level", RuleLevel.MUST if old.level is RuleLevel.OFF else old.level))
    parameters = {**kept, **own}
    same = known is not None and (old.level, old.parameters) == (level, parameters)
    return RuleEntry(
        level=level,
        source=changes.get("source", old.source if same else cited),
        parameters=parameters,
        inherited={key: old.inherited.get(key, base) for key in kept if key not in own},
        unset=unset,
    )


def notice_of(ruleset: Ruleset) -> str:
    """Return the line that warns of house rules that extend no edition and check few rules, or ''.

    >>> notice_of(replace(Ruleset(), file="my.toml", rules={"ball-count": _edition("naf-2019").rules["ball-count"]}))
    'my.toml checks 1 rule and extends no edition'
    """
    count = len(ruleset.asked)
    if count >= FEW_RULES or any(name in EDITIONS for name in ruleset.lineage):
        return ""
    rules = "1 rule" if count == 1 else f"{count} rules"
    return one_line(f"{ruleset.file or ruleset.id or 'the ruleset'} checks {rules} and extends no edition")


def title_of(ruleset: Ruleset) -> str:
    """What a map calls a ruleset: its name; where nobody gave it one, by the edition it is made of, never its id.

    >>> title_of(load("naf-2019")), title_of(replace(load("naf-2019"), id="cup", name="cup", lineage=("naf-2019",)))
    ('NAF Dungeonbowl (2019)', 'House rules after NAF Dungeonbowl (2019)')
    """
    if ruleset.name != ruleset.id or not ruleset.id:
        return ruleset.name
    edition = next((name for name in ruleset.lineage if name in EDITIONS), "")
    return f"House rules after {_edition(edition).name}" if edition else "House rules"


def table_of(ruleset: Ruleset, chests: Sequence[ChestCount] = ()) -> TopicTable:
    """What happens at the table under a ruleset: its editions' tables, oldest first, then what house rules say.

    They stand in files of their own, for a check does not ask them. Every topic has an entry but rooms of other books.
    `chests` are the numbers of chests and balls for which it is told, those that the ruleset asks for by default.
    """
    found = dict(SILENT)
    for name in reversed((ruleset.id, *ruleset.lineage)):
        found |= _edition_table(name) if name in EDITIONS else {}
    found |= play_of(ruleset).table
    counts = chests or usual_chests(ruleset)
    return {topic: with_chest_counts(entry, counts) for topic, entry in found.items()}


_USUAL_CHESTS = 6
_MAX_CHEST_COUNTS = 3  # a table with more numbers of chests is told for the usual one


def usual_chests(ruleset: Ruleset) -> list[ChestCount]:
    """Return the numbers of chests that a ruleset asks for, with the balls in them; the usual one where it allows many.

    >>> usual_chests(load("naf-2019"))
    [(6, 1)]
    """
    least, most = _bounds(ruleset, "chest-count", _USUAL_CHESTS)
    few_balls, many_balls = _bounds(ruleset, "ball-count", 1)
    balls = few_balls if few_balls == many_balls else 1
    if most - least >= _MAX_CHEST_COUNTS:
        return [(max(least, _USUAL_CHESTS), balls)]
    return [(chests, min(balls, chests)) for chests in range(max(1, least), max(1, most) + 1)]


def _bounds(ruleset: Ruleset, rule: str, usual: int) -> tuple[int, int]:
    """The least and the greatest number that a rule which counts allows."""
    entry = ruleset.rules.get(rule)
    if entry is None or entry.level is RuleLevel.OFF:
        return usual, usual
    least, most = (entry.parameters.get(key) for key in ("min", "max"))
    if not isinstance(least, int):
        least = min(usual, most) if isinstance(most, int) else usual
    return least, max(least, most) if isinstance(most, int) else least


@lru_cache
def _edition_table(edition: str) -> TopicTable:
    """The entries of an edition's own file, over those of the file it `extends`; none where it has no file."""
    path = _DATA / "tables" / f"{edition}.toml"
    table = read_toml(path.read_bytes()) if path.exists() else {}
    base = _edition_table(table.pop("extends")) if "extends" in table else {}
    return base | msgspec.convert(table, TopicTable)
