"""List all rules, and turn the parameters of a ruleset into the settings of its rules.

A rule named ``chest-count`` of family ``making`` is the module ``rules/making/chest_count.py``. It has a class
``RuleSettings`` and a function ``check(context, settings)`` that yields problems. The module is imported when the
rule is first used. In place of ``check``, or beside it, the module may have

- ``list_requirements``: what the rule requires of where objects lie (`dungeon_designer.rules.requirements`). The
  squares that fixes, the generator and the editor propose keep these requirements. Without a ``check`` the problems
  are the objects that break them;
- ``list_floor_requirements``: what the rule requires of any floor (`dungeon_designer.rules.floor_requirements`), given
  the settings, the ruleset and the number of teams. The generator aims at these records, a set-up by several coaches
  keeps them, and the editor counts by them. They ask for a type of record and never for the name of a rule, so a rule
  that yields records of these types needs no other change. A fact that is no requirement is one of the constants below;
- ``CLOSED_SQUARE_TEXT``: what the editor says of a square that the requirements close. Without it the editor closes
  no squares for the rule, because the plain reasons say it already, or because the rule only gives a notice;
- ``REVEALS_HIDDEN = True`` if its findings say what lies below trapdoors or on the face of counters;
- ``STAGE``: the stage of building a dungeon at which it is judged (`RuleStage`), if not that of its family;
- ``IS_SLOW = True`` if it takes as long as all other rules together;
- ``OVERLAY``: the picture of `analyse` that the editor shows while the rule book is open at the rule;
- ``COUNTED_KIND``: the kind of objects (`ObjectKind`) that are missing if it finds too few.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from importlib import import_module
from pathlib import Path

import msgspec

from dungeon_designer.errors import MAX_PROBLEMS_SHOWN, RulesetError, suggest_word
from dungeon_designer.kinds import MIN_TEAMS, ObjectKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.floor_requirements import FloorRequirementLister, FloorRequirements, StatedRequirement
from dungeon_designer.rules.requirements import Requirement, RequirementLister, find_problems
from dungeon_designer.rules.rule_description import RuleDescription, parse_description
from dungeon_designer.rules.rule_problem import RuleProblem
from dungeon_designer.rules.rule_settings import Settings
from dungeon_designer.rules.rule_stage import RuleStage
from dungeon_designer.rulesets import loader
from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.rulesets.ruleset_document import RulesetDocument, RuleTable
from dungeon_designer.rulesets.ruleset_model import RuleEntry, RuleLevel, Ruleset
from dungeon_designer.text.json_schema import Schema, build_described_schema, build_published_schema, build_schema
from dungeon_designer.text.read_faults import list_parameter_faults

RULE_NAMES_BY_FAMILY: dict[str, tuple[str, ...]] = {
    family: tuple(names.split())
    for family, names in {
        "making": "chest-count ball-count portal-count portal-numbers tile-mix tile-supply square-count end-zone-count"
        " end-zone-size door-count trap-counters",
        "shape": "tile-overlap corridor-width junction-width door-missing door-width door-centred door-placement"
        " door-shut entry-placement set-up-room end-zones-apart",
        "placing": "item-on-floor item-overlap entry-clear chest-spacing portal-spacing trap-spacing"
        " portal-chest-distance chest-end-zone-distance chests-per-section portals-per-section chest-section"
        " portal-section portals-per-end-zone trap-section",
        "machinery": "feature-shape trapdoor leap-edge rotating-room rolling-hazard narrow-for-large bridge",
        "play": "reachability walking-route walking-fairness dead-square portal-exit",
    }.items()
}
"""The names of all rules by family, in the order of the manual."""

_STAGE_BY_FAMILY = {"shape": RuleStage.FLOOR, "machinery": RuleStage.FLOOR}
"""The stage at which the rules of a family are judged, unless a rule says otherwise; OBJECTS for other families."""

RULE_NAMES: tuple[str, ...] = tuple(name for names in RULE_NAMES_BY_FAMILY.values() for name in names)
"""The names of all rules, in the order of the manual."""

MAX_CACHED_RULESETS = 32
"""Of so many rulesets the typed settings are kept, those that were used last."""


@dataclass(frozen=True)
class Rule:
    """One rule of the program.

    Attributes:
        name: Its name, as rulesets spell it.
        family: The package that its module belongs to.
        settings_type: The type of its settings.
        check: The function that yields the problems of a board.
        manual: Its manual page, which is the docstring of its module.
        closed_square_text: What the editor says of a square that its requirements close; '' if it closes none there.
        reveals_hidden: Whether its findings say what lies below trapdoors or on the face of counters.
        list_requirements: The function that lists where objects may lie; None if the rule has none.
        list_floor_requirements: The function that lists what the rule requires of any floor; None if it has none.
        stage: The stage of building a dungeon at which it is judged.
        is_slow: Whether it takes as long as all other rules together.
        overlay: The picture of `analyse` that shows what it is about; '' for none.
        counted_kind: The kind of objects that are missing if it finds too few; None if it counts none.
    """

    name: str
    family: str
    settings_type: type[Settings]
    check: Callable[[Context, Settings], Iterable[RuleProblem]]
    manual: str
    closed_square_text: str = ""
    reveals_hidden: bool = False
    list_requirements: RequirementLister | None = None
    list_floor_requirements: FloorRequirementLister | None = None
    stage: RuleStage = RuleStage.OBJECTS
    is_slow: bool = False
    overlay: str = ""
    counted_kind: ObjectKind | None = None

    @property
    def description(self) -> RuleDescription:
        """The manual page in fields, such as how the rule is measured."""
        return parse_description(self.manual)

    @property
    def summary(self) -> str:
        """What the rule checks, on one line: the first paragraph of its manual page."""
        return self.description.summary


@dataclass(frozen=True)
class ConfiguredRule:
    """A rule with the settings that a ruleset gives it, ready to be checked.

    Attributes:
        rule: The rule.
        entry: What the ruleset states about it: level, source and parameters.
        settings: The typed settings made from these parameters.
    """

    rule: Rule
    entry: RuleEntry
    settings: Settings

    def check(self, context: Context) -> Iterable[RuleProblem]:
        """Return the problems that the rule finds on a board under these settings."""
        return self.rule.check(context, self.settings)

    def list_requirements(self, context: Context) -> Iterable[Requirement]:
        """Return the requirements of the rule on where objects may lie; () if it has none."""
        return self.rule.list_requirements(context, self.settings) if self.rule.list_requirements else ()


@cache
def load_rule(name: str) -> Rule:
    """Import the module of a rule and return the rule.

    A module has the class RuleSettings. All its other names are optional: functions such as `list_requirements`, and
    constants such as STAGE. Without a function `check`, the rule finds what breaks its requirements.

    Raises:
        RulesetError: No rule has this name; the error suggests the nearest one.
    """
    families = [family for family, names in RULE_NAMES_BY_FAMILY.items() if name in names]
    if not families:
        raise RulesetError(f"rule {name!r}", [f"no such rule{suggest_word(name, RULE_NAMES)}"])
    family = families[0]  # the package in which the module lies, such as "making"
    module = import_module(f"dungeon_designer.rules.{family}.{name.replace('-', '_')}")
    return Rule(
        name,
        family,
        module.RuleSettings,
        getattr(module, "check", None) or partial(find_problems, module.list_requirements),
        manual=(module.__doc__ or "").strip(),
        closed_square_text=getattr(module, "CLOSED_SQUARE_TEXT", ""),
        reveals_hidden=getattr(module, "REVEALS_HIDDEN", False),
        list_requirements=getattr(module, "list_requirements", None),
        list_floor_requirements=getattr(module, "list_floor_requirements", None),
        stage=getattr(module, "STAGE", _STAGE_BY_FAMILY.get(family, RuleStage.OBJECTS)),
        is_slow=getattr(module, "IS_SLOW", False),
        overlay=getattr(module, "OVERLAY", ""),
        counted_kind=getattr(module, "COUNTED_KIND", None),
    )


def list_rules() -> list[Rule]:
    """Return all rules of the program, in the order of the manual."""
    return [load_rule(name) for name in RULE_NAMES]


def list_enabled_rules(ruleset: Ruleset) -> tuple[ConfiguredRule, ...]:
    """Return the rules that a ruleset turns on, in the order of the manual, with typed settings.

    Raises:
        RulesetError: Some rules or parameters are wrong; the error names every problem.
    """
    configured_rules = _list_configured_rules(ruleset)
    return tuple(configured for configured in configured_rules if configured.entry.level is not RuleLevel.OFF)


def read_floor_requirements(
    ruleset: Ruleset, team_count: int = MIN_TEAMS, include_off: bool = False
) -> FloorRequirements:
    """Return the records of all that the rules of a ruleset require of a dungeon, without a board.

    Code that draws or completes a floor, such as the generator, reads them. There are records of widths, sizes, numbers
    of sections and objects, and the like.

    Args:
        ruleset: The ruleset.
        team_count: The number of teams of the dungeon.
        include_off: Whether rules that the ruleset turns off count, too: it still states their numbers.

    Raises:
        RulesetError: Some rules or parameters are wrong; the error names every problem.
    """
    configured_rules = _list_configured_rules(ruleset) if include_off else list_enabled_rules(ruleset)
    return FloorRequirements(
        StatedRequirement(requirement, configured.rule.name, configured.entry.level, configured.entry.source)
        for configured in configured_rules
        if configured.rule.list_floor_requirements
        for requirement in configured.rule.list_floor_requirements(configured.settings, ruleset, team_count)
    )


def _list_configured_rules(ruleset: Ruleset) -> tuple[ConfiguredRule, ...]:
    """Return the rules that a ruleset states, those that it turns off included, in the order of the manual.

    Raises:
        RulesetError: Some rules or parameters are wrong; the error names every problem.
    """
    configured_rules, problems = _configure_rules(_RulesTable(ruleset))
    if problems:
        raise RulesetError(ruleset.id, problems)
    return configured_rules


class _RulesTable:
    """The table of rules of a ruleset, as a key of a cache.

    It equals another one if both are the same table in memory: a ruleset never changes, and a copy of it that has the
    `play` table of one dungeon shares the table of rules.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        """Store the ruleset's table of rules, for a cache that keeps what was made of this table."""
        self.entries = ruleset.rules

    def __eq__(self, other: object) -> bool:
        """Return whether both are the same table in memory. Comparing the content would take too long."""
        return isinstance(other, _RulesTable) and self.entries is other.entries

    def __hash__(self) -> int:
        """Return a number that is equal for the same table in memory."""
        return id(self.entries)


@lru_cache(maxsize=MAX_CACHED_RULESETS)
def _configure_rules(table: _RulesTable) -> tuple[tuple[ConfiguredRule, ...], tuple[str, ...]]:
    """Return the rules of a ruleset's table with typed settings, and a text for each unknown rule and wrong parameter.

    Rules whose parameters cannot be converted are left out of the first tuple. The result is kept, since one check asks
    for it up to eight times.
    """
    entries = table.entries
    problems = []
    for index, name in enumerate(name for name in entries if name not in RULE_NAMES):
        # Similar names take long to find, and an error shows no more problems than these.
        hint = suggest_word(name, RULE_NAMES) if index < MAX_PROBLEMS_SHOWN else ""
        problems.append(f"rules.{name}: no such rule{hint}")
    configured_rules = []
    for name in RULE_NAMES:  # in the order of the manual
        if name not in entries:
            continue
        settings, parameter_problems = _parse_settings(load_rule(name), entries[name])
        problems += [f"rules.{name}{problem}" for problem in parameter_problems]
        if settings is not None:
            configured_rules.append(ConfiguredRule(load_rule(name), entries[name], settings))
    return tuple(configured_rules), tuple(problems)


def _parse_settings(rule: Rule, entry: RuleEntry) -> tuple[Settings | None, list[str]]:
    """Return the typed settings of a rule, and what is wrong with its entry (its table) in a ruleset.

    The settings are None if the parameters cannot be converted. A problem is the end of a message after the name of the
    rule, such as ".unset: unknown parameter 'mni' (did you mean min?)".
    """
    parameter_names = rule.settings_type.__struct_encode_fields__
    problems = [
        f".unset: unknown parameter {key!r}{suggest_word(key, parameter_names)}"
        for key in entry.unset
        if key not in parameter_names
    ]
    try:
        return rule.settings_type.parse_parameters(entry.parameters), problems
    except msgspec.ValidationError as error:
        faults = list_parameter_faults(entry.parameters, rule.settings_type)
        if not faults:  # each parameter is right by itself, but they do not go together
            faults = [f"{error}{_explain_inherited(entry)}"]
        return None, [*problems, f": {'; '.join(faults)}"]


def _explain_inherited(entry: RuleEntry) -> str:
    """Return the end of a message that says which parameters of a rule come from an extended ruleset; '' without any.

    Such a parameter may contradict one that the house rules state, as in " (min is as in naf-2019: set it here, too, or
    write unset = ["min"])".
    """
    if not entry.inherited:
        return ""
    names = ", ".join(f"{key} is as in {base_id}" for key, base_id in entry.inherited.items())
    return f" ({names}: set it here as well, or write unset = {list(entry.inherited)})".replace("'", '"')


def load_ruleset(ruleset: str, base: Path | None = None, named_by_file: bool = False) -> Ruleset:
    """Return a ruleset that is ready for checks, by the id of an edition or the path of a TOML file.

    Args:
        ruleset: The id or path.
        base: The folder that a relative path starts from.
        named_by_file: Whether a file, and not a person, named this ruleset; see `loader.read_ruleset`.

    Raises:
        RulesetError: The file is wrong; the error names the file and every problem of keys, levels, rules, parameters
            and values.
    """
    return _require_valid(loader.read_ruleset(ruleset, base, named_by_file))


def parse_ruleset(text: str, source: str, folder: Path) -> Ruleset:
    """Return the ruleset in a text that is not saved yet, ready for checks, as `load_ruleset` does for a file.

    Args:
        text: The TOML text.
        source: The name that errors give the text.
        folder: The folder that paths in the text start from.
    """
    return _require_valid(loader.parse_ruleset_text(text, source, folder))


def _require_valid(loaded: loader.ReadResult) -> Ruleset:
    """Return the ruleset that was read, if it has no problems.

    If it has a notice, as when it checks only a few rules, the notice goes to the function that
    `loader.notices_sent_to` has set.

    Raises:
        RulesetError: The file or the parameters of its rules have problems; the error names all.
    """
    problems = (*loaded.problems, *_configure_rules(_RulesTable(loaded.ruleset))[1])
    if problems:
        raise loaded.build_error(problems)
    loader.send_notice(loaded.ruleset)
    return loaded.ruleset


def build_ruleset_schema() -> Schema:
    """Return the JSON schema of ruleset files, with the parameters of all rules.

    A schema cannot say that two bounds exclude each other or that a file is missing; only the reader checks this.

    >>> build_ruleset_schema()["properties"]["rules"]["properties"]["square-count"]["properties"]["min"]["minimum"]
    0
    """
    schema = build_described_schema(RulesetDocument)
    keys = schema["properties"]
    # "extends" is an edition or the path of a TOML file. A pattern of JSON Schema cannot ignore the case of letters.
    keys["extends"]["anyOf"] = [{"enum": list(EDITIONS)}, {"pattern": r"\.[Tt][Oo][Mm][Ll]$"}]
    keys["rules"] |= {
        "properties": {name: build_rule_schema(name) for name in RULE_NAMES},
        "additionalProperties": False,
    }
    some_rules = {"required": ["rules"], "properties": {"rules": {"minProperties": 1}}}
    schema["anyOf"] = [{"required": ["extends"]}, some_rules]  # a ruleset that checks nothing is refused
    return build_published_schema("ruleset", schema)


def build_rule_schema(name: str) -> Schema:
    """Return the JSON schema of a rule's table in a ruleset file.

    It has the keys that every rule has (level, source, unset), and the parameters of this one.

    >>> list(build_rule_schema("chest-spacing")["properties"])
    ['level', 'source', 'unset', 'min']
    """
    settings_schema = build_schema(load_rule(name).settings_type)
    keys = {**build_described_schema(RuleTable)["properties"], **settings_schema["properties"]}
    names = list(settings_schema["properties"])
    # Only parameters can be unset. Without any, the list must be empty, since an enum needs a value.
    unset = {"items": {"type": "string", "enum": names}} if names else {"maxItems": 0}
    keys["unset"] |= {**unset, "examples": [names[:1]]}
    return {**settings_schema, "description": load_rule(name).summary, "properties": keys}
