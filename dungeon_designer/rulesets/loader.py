"""Read rulesets from TOML: the editions that come with the program, and anybody's own.

A file is read in stages: bytes → table → its base merged in → `Ruleset`. Every problem is collected, so that one run
names all. The parameters of rules are checked where the rules are known (`dungeon_designer.rules.rule_registry`).
"""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.errors import ReadError, RulesetError, escape_line, suggest_word
from dungeon_designer.rulesets.play_table import merge_play, merge_set_up, parse_play
from dungeon_designer.rulesets.ruleset_document import (
    COMMON_RULE_KEYS,
    ENUM_BY_KEY,
    ORDER_KEY,
    Table,
    drop_invalid_keys,
    parse_team_count,
)
from dungeon_designer.rulesets.ruleset_model import RuleEntry, RuleLevel, Ruleset
from dungeon_designer.rulesets.topic_table import DEFAULT_ENTRIES, TopicTable
from dungeon_designer.text.file_reading import read_bytes
from dungeon_designer.text.missing_files import explain_start, suggest_path
from dungeon_designer.text.read_faults import Fault
from dungeon_designer.text.toml_text import MAX_TOML_BYTES, find_fault_line, list_key_lines, read_toml

MAX_EXTENDS_DEPTH = 20
"""The most files that may extend each other in a row."""

MIN_RULES_WITHOUT_NOTICE = 10
"""House rules that extend no edition and have fewer rules on than this get a notice: almost any dungeon is legal."""

EMPTY_RULESET_PROBLEM = 'it checks nothing: name an edition (extends = "naf-2019"), or rules, as in [rules.chest-count]'
"""The problem of a ruleset without rules."""

_DATA_FOLDER = Path(__file__).with_name("data")


def _list_editions() -> tuple[str, ...]:
    """Return the ids of the editions that come with the program, sorted by the key `order` of their files.

    Only the part above the first table of each file is parsed, since this runs whenever the program starts.
    """
    order_by_id: dict[str, int] = {}
    for file in _DATA_FOLDER.glob("*.toml"):
        text_before_tables, _, _ = file.read_text(encoding="utf-8").partition("\n[")  # a table begins with [
        order_by_id[file.stem] = tomllib.loads(text_before_tables).get(ORDER_KEY, sys.maxsize)
    return tuple(sorted(order_by_id, key=lambda name: (order_by_id[name], name)))


EDITIONS = _list_editions()
"""The ids of the rulesets that come with the program, the oldest book first."""


class ReadResult(Struct, frozen=True):
    """A ruleset as far as it could be read from a file, with all problems of the file.

    Attributes:
        source: The file or id that it was read from.
        ruleset: The ruleset, without the keys that were wrong.
        problems: What is wrong, one text each.
        lines: The line number of each key in the file.
    """

    source: str
    ruleset: Ruleset
    problems: tuple[str, ...] = ()
    lines: dict[str, int] = {}

    def build_error(self, problems: Iterable[str]) -> RulesetError:
        """Return an error with these problems and, for each, the line of the file where it stands, if known."""
        all_problems = tuple(problems)
        line_numbers = [find_fault_line(problem, self.lines) for problem in all_problems]
        return RulesetError(self.source, all_problems, line_numbers)


_SYNONYMS = {"width": "min", "min": "width"}
"""Parameters with two names: a ruleset that states one does not inherit the other."""


_listener: ContextVar[Callable[[str], None] | None] = ContextVar("listener", default=None)


@contextmanager
def notices_sent_to(listener: Callable[[str], None]) -> Iterator[None]:
    """Send the notices of rulesets that are read during the `with` block to `listener`.

    A notice is one line of text that warns of house rules which check very little; see `format_notice`.
    """
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)


def send_notice(ruleset: Ruleset) -> None:
    """Send the notice of a ruleset to the current listener, if there are a notice and a listener.

    A notice warns of house rules which check very little; see `format_notice`.
    """
    listener = _listener.get()
    notice = format_notice(ruleset)
    if listener and notice:
        listener(notice)


def load_unchecked_ruleset(ruleset: str, base: Path | None = None) -> Ruleset:
    """Return the ruleset with an id (``naf-2019``) or in a file (``*.toml``).

    The parameters of its rules are not checked.

    Args:
        ruleset: The id or path.
        base: The folder that a relative path starts from; None for the current one.

    Raises:
        RulesetError: The file has problems, or there is no such ruleset; the error suggests the nearest id.
    """
    result = read_ruleset(ruleset, base)
    if result.problems:
        raise result.build_error(result.problems)
    return result.ruleset


def read_ruleset(ruleset: str, base: Path | None = None, named_by_file: bool = False) -> ReadResult:
    """Read the ruleset of an id or of a file, and collect the problems of the file.

    Args:
        ruleset: The id or path.
        base: The folder that a relative path starts from; None for the current one.
        named_by_file: Whether another file named it (such as with `extends`), and not a person. Then it must be a plain
            file that looks like a ruleset, and no error quotes its content.

    Raises:
        RulesetError: There is no such ruleset, or the file is not TOML.
    """
    if ruleset.lower().endswith(".toml"):
        path = (base or Path()) / ruleset
        start_text = explain_start(ruleset, base or "")  # says which folder a path such as ../cup.toml starts from
        table, lines = _read_table(path, named_by_file, start_text)
        result = _merge_with_base(str(path), table, lines, path.parent, ())
        return replace(result, ruleset=replace(result.ruleset, file=str(path)))
    if ruleset in EDITIONS:
        return ReadResult(ruleset, _load_edition(ruleset))
    remedy = suggest_word(ruleset, EDITIONS)
    if os.path.isfile(ruleset):
        remedy = "; the file of a ruleset ends in .toml"
    raise RulesetError(f"ruleset {ruleset!r}", [f"no such ruleset{remedy}"])


@lru_cache
def _load_edition(ruleset: str) -> Ruleset:
    """Return an edition by its id. Each edition is read once."""
    table = read_toml(_DATA_FOLDER.joinpath(f"{ruleset}.toml").read_bytes())
    return _merge_with_base(ruleset, table, {}, Path(), ()).ruleset


def _read_table(path: Path, named_by_file: bool, start_text: str) -> tuple[Table, dict[str, int]]:
    """Return the content of a TOML file, and the line number of each key.

    Args:
        path: The file.
        named_by_file: Whether another file named it, and not a person; see `read_ruleset`.
        start_text: A text that says where the path begins; added to the error if the file is missing.

    Raises:
        RulesetError: The file cannot be read, is not TOML, or is no ruleset.
    """
    try:
        data = read_bytes(path, MAX_TOML_BYTES, named_by_file)
        table = read_toml(data)
    except ReadError as error:
        suggestion = ""
        if named_by_file and not os.path.lexists(path):
            suggestion = suggest_path(str(path.parent), path.name, ".toml") + start_text
        raise RulesetError(str(path), [error.problem + suggestion]) from None
    except Fault as fault:
        raise RulesetError(str(path), ["not TOML" if named_by_file else fault.problem], mark=fault.mark) from None
    has_ruleset_keys = "rules" in table or "extends" in table
    # people mistake the file of a season, which plans the rounds of a league, for its ruleset
    has_season_keys = "rounds" in table or "also" in table or "dice" in table
    if has_season_keys and not has_ruleset_keys:
        raise RulesetError(str(path), ["this is a season, not a ruleset"])
    if named_by_file and not has_ruleset_keys:
        raise RulesetError(str(path), ["this is not a ruleset: it has neither rules nor extends"])
    return table, list_key_lines(data.decode("utf-8-sig"))


def parse_ruleset_text(text: str, source: str, folder: Path) -> ReadResult:
    """Read the ruleset in a text that is not saved yet, and collect its problems.

    Args:
        text: The TOML text.
        source: The name that errors give the text.
        folder: The folder that paths in the text start from.

    Raises:
        RulesetError: The text is not TOML.
    """
    try:
        table = read_toml(text.encode())
    except Fault as fault:
        raise RulesetError(source, [fault.problem], mark=fault.mark) from None
    return _merge_with_base(source, table, list_key_lines(text), folder, ())


def _merge_with_base(
    source: str, table: Table, lines: dict[str, int], folder: Path, extending_files: tuple[str, ...]
) -> ReadResult:
    """Return the ruleset of a table, merged over the ruleset that it extends, with the problems of both.

    Args:
        source: The file or id that the table was read from.
        table: The content of the file.
        lines: The line number of each key.
        folder: The folder that the path in `extends` starts from.
        extending_files: The files that extend this one, directly or not. They show whether files extend each other in a
            circle.
    """
    valid_table, problems = drop_invalid_keys(table)
    base = None
    try:
        base = _load_base(valid_table, folder, (*extending_files, str(Path(source).resolve())))
    except RulesetError as error:
        # the text begins with the key `extends` already, unless the error comes from the extended file itself
        problems.append(str(error) if error.source == "extends" else f"extends: {error}")
    if base is not None:
        problems += [str(base.build_error([problem])) for problem in base.problems]
    ruleset = _build_ruleset(source, valid_table, base.ruleset if base else None)
    if not (problems or base or ruleset.enabled_rules):
        problems.append(EMPTY_RULESET_PROBLEM)
    return ReadResult(source, ruleset, tuple(problems), lines)


def _build_ruleset(source: str, table: Table, base: Ruleset | None) -> Ruleset:
    """Return the ruleset of a valid table, with everything that it does not state taken from its base.

    Where the table changes something without stating a source, the ruleset's own title or name becomes the source.

    Args:
        source: The file or id that the table was read from.
        table: The content of the file.
        base: The ruleset that it extends; None if it extends none.
    """
    base_ruleset = base or Ruleset()
    name = str(table.get("id", escape_line(Path(source).stem)))
    default_source = str(table.get("title") or table.get("name") or name)
    rules = dict(base_ruleset.rules)
    for rule, changes in table.get("rules", {}).items():
        rules[rule] = _merge_entry(changes, rules.get(rule), base_ruleset.id, default_source)
    # such as `corners` and `metric`, whose values in the file are words
    enum_values = {key: kind(table[key]) for key, kind in ENUM_BY_KEY.items() if key in table}
    return replace(
        base_ruleset,
        id=name,
        name=table.get("name", name),
        title=table.get("title", ""),
        team_count=parse_team_count(table.get("sides")) or base_ruleset.team_count,
        lineage=(base.id, *base.lineage) if base else (),
        rules=rules,
        set_up=merge_set_up(base_ruleset.set_up, table.get("set_up", {}), default_source),
        notes=(*base_ruleset.notes, *table.get("notes", ())),
        play=merge_play(base_ruleset.play, table.get("play", {}), default_source),
        **enum_values,
    )


def _load_base(table: Table, folder: Path, extending_files: tuple[str, ...]) -> ReadResult | None:
    """Return the ruleset that a table extends, with its problems; None if the table extends none.

    Args:
        table: The content of a ruleset file.
        folder: The folder that the path in `extends` starts from.
        extending_files: The files read so far, each of which extends the next.

    Raises:
        RulesetError: There is no such ruleset, a file extends itself, or too many files extend each other.
    """
    name = table.get("extends")
    if name is None:
        return None
    if name in EDITIONS:
        return ReadResult(name, _load_edition(name))
    if not name.lower().endswith(".toml"):
        raise RulesetError("extends", [f"no ruleset {name!r}{suggest_word(name, EDITIONS)}"])
    try:
        path = (folder / name).resolve()
    except ValueError as error:
        raise RulesetError("extends", [f"no file {name!r}: {error}"]) from None
    if str(path) in extending_files:
        raise RulesetError("extends", [f"it extends itself, by way of {' → '.join((*extending_files, str(path)))}"])
    if len(extending_files) > MAX_EXTENDS_DEPTH:
        raise RulesetError("extends", [f"more than {MAX_EXTENDS_DEPTH} files extend each other"])
    start_text = explain_start(name, folder)  # says which folder a path such as ../cup.toml starts from
    base_table, lines = _read_table(path, named_by_file=True, start_text=start_text)
    return _merge_with_base(str(path), base_table, lines, path.parent, extending_files)


def _merge_entry(
    changes: Mapping[str, Any], base_entry: RuleEntry | None, base_id: str, default_source: str
) -> RuleEntry:
    """Return the entry of a rule (level, source, parameters) after the changes of a ruleset that extends another.

    A rule that was off becomes a must unless the changes state a level. If they change the rule without stating a
    source, `default_source` becomes the source.

    Args:
        changes: The rule's table in the ruleset.
        base_entry: The rule's entry in the extended ruleset; None if it has none.
        base_id: The id of the extended ruleset.
        default_source: The source of changes that state none.
    """
    old_entry = base_entry or RuleEntry(level=RuleLevel.OFF, parameters={})
    stated_parameters = {key: value for key, value in changes.items() if key not in COMMON_RULE_KEYS}
    unset = tuple(changes.get("unset", ()))
    # A parameter is inherited unless the changes drop it or state another name of it, such as `min` for `width`.
    inherited_parameters = {
        key: value
        for key, value in old_entry.parameters.items()
        if key not in unset and _SYNONYMS.get(key) not in stated_parameters
    }
    default_level = RuleLevel.MUST if old_entry.level is RuleLevel.OFF else old_entry.level
    level = RuleLevel(changes.get("level", default_level))
    parameters = {**inherited_parameters, **stated_parameters}
    is_unchanged = base_entry is not None and (old_entry.level, old_entry.parameters) == (level, parameters)
    inherited_keys = [key for key in inherited_parameters if key not in stated_parameters]
    return RuleEntry(
        level=level,
        source=changes.get("source", old_entry.source if is_unchanged else default_source),
        parameters=parameters,
        inherited={key: old_entry.inherited.get(key, base_id) for key in inherited_keys},
        unset=unset,
    )


def format_notice(ruleset: Ruleset) -> str:
    """Return one line that warns of house rules that extend no edition and check few rules; '' for other rulesets.

    >>> rules = {"ball-count": _load_edition("naf-2019").rules["ball-count"]}
    >>> format_notice(replace(Ruleset(), file="my.toml", rules=rules))
    'my.toml checks 1 rule and extends no edition'
    """
    count = len(ruleset.enabled_rules)
    if count >= MIN_RULES_WITHOUT_NOTICE or any(name in EDITIONS for name in ruleset.lineage):
        return ""
    rules = "1 rule" if count == 1 else f"{count} rules"
    return escape_line(f"{ruleset.file or ruleset.id or 'the ruleset'} checks {rules} and extends no edition")


def format_title(ruleset: Ruleset) -> str:
    """Return the name by which a map calls a ruleset.

    This is its own name or, if it has none, "House rules after" and the name of the edition that it extends.

    >>> edition = load_unchecked_ruleset("naf-2019")
    >>> format_title(edition), format_title(replace(edition, id="cup", name="cup", lineage=("naf-2019",)))
    ('NAF Dungeonbowl (2019)', 'House rules after NAF Dungeonbowl (2019)')
    """
    has_own_name = ruleset.name != ruleset.id  # a ruleset without a name is named by its id
    if has_own_name or not ruleset.id:
        return ruleset.name
    extended_editions = [name for name in ruleset.lineage if name in EDITIONS]  # the nearest first
    return f"House rules after {_load_edition(extended_editions[0]).name}" if extended_editions else "House rules"


def read_topic_table(ruleset: Ruleset) -> TopicTable:
    """Return what happens in a match under a ruleset, by topic, such as chests, lava or touchdowns.

    The tables of its editions are merged, the oldest first, then what house rules state. The table of an edition has a
    file of its own, since a check does not need it. Every topic has an entry, except named rooms (such as the armoury)
    that the edition's book does not describe. The rolls that find the ball depend on the number of chests and are still
    missing; `dungeon_designer.rules.board_topics.build_topic_table` adds them for a dungeon.
    """
    entry_by_topic = dict(DEFAULT_ENTRIES)
    for name in reversed((ruleset.id, *ruleset.lineage)):
        entry_by_topic |= _read_edition_table(name) if name in EDITIONS else {}
    return entry_by_topic | parse_play(ruleset).table


@lru_cache
def _read_edition_table(edition: str) -> TopicTable:
    """Return what an edition's file says of each topic, merged over the file of the edition that it extends.

    A topic is a kind of object or terrain, such as chests, or a part of a match, such as touchdowns. The result is
    empty if the edition has no such file.
    """
    path = _DATA_FOLDER / "tables" / f"{edition}.toml"
    table = read_toml(path.read_bytes()) if path.exists() else {}
    base = _read_edition_table(table.pop("extends")) if "extends" in table else {}
    return base | msgspec.convert(table, TopicTable)
