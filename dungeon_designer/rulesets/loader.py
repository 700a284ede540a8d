"""Rulesets from TOML: the editions that come with the program, and anybody's own.

A file is read in stages: bytes → table → its base merged in → `Ruleset`. Every fault is collected, so that
one run names them all. What a rule's parameters mean is checked where rules live (`rules.registry`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from dungeon_designer.errors import RulesetError, did_you_mean
from dungeon_designer.rulesets.model import Chests, Corners, Metric, RuleEntry, RuleLevel, Ruleset

EDITIONS = ("gw-1989-basic", "gw-1989-expanded", "gw-2021", "brawl-2013", "naf-2019", "db7s-2019", "eagbbl")
"""The rulesets that come with the program, oldest book first."""

_DATA = Path(__file__).with_name("data")

LARGEST = 1_000_000
"""A ruleset file of more bytes than this is none."""

_TEXTS = ("id", "name", "title")
_WORDS: dict[str, type[StrEnum]] = {"corners": Corners, "chests": Chests, "metric": Metric}
_KEYS = (*_TEXTS, *_WORDS, "extends", "rules", "play")
_Table = dict[str, Any]
_Word = TypeVar("_Word", bound=StrEnum)


def load(ruleset: str, base: Path | None = None) -> Ruleset:
    """The ruleset of an id (``naf-2019``) or of a file (anything ending in ``.toml``), relative to `base`.

    Raises RulesetError naming every fault, or the nearest right id.
    """
    if ruleset.endswith(".toml"):
        return load_file((base or Path()) / ruleset)
    if ruleset in EDITIONS:
        return _edition(ruleset)
    raise RulesetError(f"ruleset {ruleset!r}", [f"no such ruleset{did_you_mean(ruleset, EDITIONS)}"])


def load_file(path: Path) -> Ruleset:
    """The ruleset of one TOML file, with whatever it extends."""
    return _merged(str(path), _read(path), path.parent, ())


@lru_cache
def _edition(ruleset: str) -> Ruleset:
    text = _DATA.joinpath(f"{ruleset}.toml").read_bytes()
    return _merged(ruleset, _parsed(ruleset, text), Path(), ())


def _read(path: Path) -> _Table:
    try:
        if path.stat().st_size > LARGEST:
            raise RulesetError(str(path), ["too large for a ruleset"])
        return _parsed(str(path), path.read_bytes())
    except OSError as error:
        raise RulesetError(str(path), [f"cannot be read: {error.strerror or error}"]) from None


def _parsed(source: str, data: bytes) -> _Table:
    try:
        return tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise RulesetError(source, ["not UTF-8 text"]) from None
    except tomllib.TOMLDecodeError as error:
        raise RulesetError(source, [f"not TOML: {error}"]) from None
    except RecursionError:
        raise RulesetError(source, ["nested too deeply"]) from None


def _merged(source: str, table: _Table, folder: Path, seen: tuple[str, ...]) -> Ruleset:
    """The table over its base; `seen` are the sources on the way here, to find circles."""
    faults = _faults(table)
    if faults:
        raise RulesetError(source, faults)
    if source in seen:
        raise RulesetError(source, [f"extends itself, by way of {' → '.join((*seen, source))}"])
    base = _base(table, folder, (*seen, source))
    words = {key: _word(kind, table, key, base) for key, kind in _WORDS.items()}
    return Ruleset(
        id=table.get("id", Path(source).stem),
        name=str(table.get("name", table.get("id", Path(source).stem))),
        title=table.get("title", ""),
        lineage=(base.id, *base.lineage) if base else (),
        rules=_rules(table, base),
        play={**(base.play if base else {}), **table.get("play", {})},
        **words,  # type: ignore[arg-type]
    )


def _base(table: _Table, folder: Path, seen: tuple[str, ...]) -> Ruleset | None:
    name = table.get("extends")
    if name is None:
        return None
    if name in EDITIONS:
        return _edition(name)
    if name.endswith(".toml"):
        path = (folder / name).resolve()
        return _merged(str(path), _read(path), path.parent, tuple(str(Path(s).resolve()) for s in seen))
    raise RulesetError(seen[-1], [f"extends: no ruleset {name!r}{did_you_mean(name, EDITIONS)}"])


def _word(kind: type[_Word], table: _Table, key: str, base: Ruleset | None) -> _Word:
    if key in table:
        return kind(table[key])
    return getattr(base, key) if base else getattr(Ruleset(id="", name="", rules={}), key)  # type: ignore[no-any-return]


def _rules(table: _Table, base: Ruleset | None) -> dict[str, RuleEntry]:
    """The base's rules, each changed key by key by what this table says of it."""
    rules = dict(base.rules) if base else {}
    for name, changes in table.get("rules", {}).items():
        old = rules.get(name)
        rules[name] = _entry(changes, old)
    return rules


def _entry(changes: Mapping[str, Any], old: RuleEntry | None) -> RuleEntry:
    parameters = {k: v for k, v in changes.items() if k not in ("level", "source")}
    if old is None:
        level = RuleLevel(changes.get("level", RuleLevel.MUST))
        return RuleEntry(level=level, source=changes.get("source", ""), parameters=parameters)
    level = RuleLevel(changes.get("level", _back_on(old)))
    source = changes.get("source", old.source)
    return RuleEntry(level=level, source=source, parameters={**old.parameters, **parameters})


def _back_on(old: RuleEntry) -> RuleLevel:
    """A rule the base switched off is on again, as a must, when a house ruleset speaks of it."""
    return RuleLevel.MUST if old.level is RuleLevel.OFF else old.level


def _faults(table: _Table) -> list[str]:
    """What is wrong with a table's own keys; parameters of rules are read later."""
    faults = [f"unknown key {key!r}{did_you_mean(key, _KEYS)}" for key in table if key not in _KEYS]
    for key in (*_TEXTS, "extends", *_WORDS):
        value = table.get(key, "")
        if not isinstance(value, str):
            faults.append(f"{key}: must be text")
        elif key in _WORDS and key in table and value not in list(_WORDS[key]):
            faults.append(f"{key}: {value!r} is none of {', '.join(_WORDS[key])}{did_you_mean(value, _WORDS[key])}")
    for key in ("rules", "play"):
        if not isinstance(table.get(key, {}), dict):
            faults.append(f"{key}: must be a table")
        elif key == "rules":
            faults += [fault for name, entry in table.get(key, {}).items() for fault in _entry_faults(name, entry)]
    return faults


def _entry_faults(name: str, entry: object) -> list[str]:
    if not isinstance(entry, dict):
        return [f"rules.{name}: must be a table"]
    level, source = entry.get("level", "must"), entry.get("source", "")
    faults = []
    if level not in list(RuleLevel):
        faults.append(f"rules.{name}.level: {level!r} is none of {', '.join(RuleLevel)}")
    if not isinstance(source, str):
        faults.append(f"rules.{name}.source: must be text")
    return faults
