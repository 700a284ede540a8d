"""The list of all rules, and how a ruleset's parameters become a rule's settings.

A rule named ``chest-count`` of family ``making`` is the module ``rules/making/chest_count.py`` with a class
``RuleSettings`` and a function ``check(context, settings)`` that yields faults. It is imported when first asked. In
place of the function, or beside it, the module may have

- ``demands``, what the rule states of where things lie (`dungeon_designer.rules.demands`): the places that fixes, the
  generator and the editor propose keep to it, and without a ``check`` the findings are what breaks it;
- ``WHY``: what is the matter with a square that the demands close, in the editor's words. Without it the editor closes
  none, as plain words say it already, or the rule only notices a thing there;
- ``TELLS_HIDDEN = True`` where its findings tell what lies below trapdoors or on the face of counters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from itertools import zip_longest
from pathlib import Path

import msgspec

from dungeon_designer.errors import MOST_FAULTS, RulesetError, did_you_mean
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.demands import Demand, Demands, broken
from dungeon_designer.rules.rule import Settings, Violation
from dungeon_designer.rulesets import loader
from dungeon_designer.rulesets.document import RulesetDocument, RuleTable
from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.rulesets.model import RuleEntry, RuleLevel, Ruleset
from dungeon_designer.text.json_schema import Schema, published, schema_of
from dungeon_designer.text.read_faults import parameter_faults

FAMILIES: dict[str, tuple[str, ...]] = {
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
"""Every rule by family, in the order the manual lists them."""

NAMES: tuple[str, ...] = tuple(name for names in FAMILIES.values() for name in names)


@dataclass(frozen=True)
class Rule:
    """One rule: its name and family, the type of its settings, its check, its manual page, and what it demands.

    `why` is what is the matter with a square that its demands close; empty where the editor closes none.
    """

    name: str
    family: str
    settings: type[Settings]
    check: Callable[[Context, Settings], Iterable[Violation]]
    manual: str
    why: str = ""
    tells_hidden: bool = False
    demands: Demands | None = None

    @property
    def summary(self) -> str:
        """What the rule asks, on one line."""
        return summary(self.manual)


@dataclass(frozen=True)
class EnabledRule:
    """A rule as a ruleset turns it on."""

    rule: Rule
    entry: RuleEntry
    settings: Settings

    def demands(self, context: Context) -> Iterable[Demand]:
        """What it states of where things lie."""
        return self.rule.demands(context, self.settings) if self.rule.demands else ()


@cache
def rule(name: str) -> Rule:
    """The rule of that name; RulesetError names the nearest right spelling."""
    for family, names in FAMILIES.items():
        if name in names:
            return _rule(name, family)
    raise RulesetError(f"rule {name!r}", [f"no such rule{did_you_mean(name, NAMES)}"])


def _rule(name: str, family: str) -> Rule:
    module = import_module(f"dungeon_designer.rules.{family}.{name.replace('-', '_')}")
    demands = getattr(module, "demands", None)
    return Rule(
        name,
        family,
        module.RuleSettings,
        getattr(module, "check", None) or partial(broken, module.demands),
        manual=(module.__doc__ or "").strip(),
        why=getattr(module, "WHY", ""),
        tells_hidden=getattr(module, "TELLS_HIDDEN", False),
        demands=demands,
    )


def summary(manual: str) -> str:
    """The first sentence or two of a manual page: what the rule asks, on one line.

    >>> summary("How many chests lie\\nin the dungeon.\\n\\nMore.")
    'How many chests lie in the dungeon.'
    """
    return " ".join(manual.split("\n\n", 1)[0].split())


def configured(ruleset: Ruleset) -> list[EnabledRule]:
    """The rules a ruleset turns on, in the manual's order, with typed settings; RulesetError names every fault."""
    asked, faults = _configured(ruleset)
    if faults:
        raise RulesetError(ruleset.id, faults)
    return asked


def faults_of(ruleset: Ruleset) -> list[str]:
    """What is wrong with the rules a ruleset names and with their parameters."""
    return _configured(ruleset)[1]


def _configured(ruleset: Ruleset) -> tuple[list[EnabledRule], list[str]]:
    unknown = [name for name in ruleset.rules if name not in NAMES]
    hints = [did_you_mean(name, NAMES) for name in unknown[:MOST_FAULTS]]
    faults = [f"rules.{name}: no such rule{hint}" for name, hint in zip_longest(unknown, hints, fillvalue="")]
    asked = []
    for name in NAMES:
        entry = ruleset.rules.get(name)
        if entry is None:
            continue
        faults += [f"rules.{name}.unset: {fault}" for fault in _wrongly_unset(rule(name), entry)]
        try:
            settings = _settings(rule(name), entry)
        except ValueError as error:
            faults.append(f"rules.{name}: {error}")
        else:
            if entry.level is not RuleLevel.OFF:
                asked.append(EnabledRule(rule(name), entry, settings))
    return asked, faults


def _settings(of: Rule, entry: RuleEntry) -> Settings:
    """The parameters as settings; ValueError says of each that is unknown or wrong what is, and what was meant."""
    try:
        return msgspec.convert(entry.parameters, of.settings)
    except msgspec.ValidationError as error:
        faults = parameter_faults(entry.parameters, of.settings) or [f"{error}{_remedy(entry)}"]
        raise ValueError("; ".join(faults)) from None


def _remedy(entry: RuleEntry) -> str:
    """Where parameters that do not go together come from, if from elsewhere, and what to do about it."""
    if not entry.inherited:
        return ""
    names = ", ".join(f"{name} is as in {ruleset}" for name, ruleset in entry.inherited.items())
    return f" ({names}: set it here, too, or write unset = {list(entry.inherited)})".replace("'", '"')


def _wrongly_unset(of: Rule, entry: RuleEntry) -> list[str]:
    known = of.settings.__struct_encode_fields__
    return [f"unknown parameter {key!r}{did_you_mean(key, known)}" for key in entry.unset if key not in known]


def load_ruleset(ruleset: str, base: Path | None = None, found: bool = False) -> Ruleset:
    """The ruleset of an id or of a TOML file relative to `base`, ready to be asked.

    `found` is one that no person named but a file (see `loader.read`).
    Raises RulesetError that names the file and every fault: of keys, levels, rules, parameters and values.
    """
    loaded = loader.read(ruleset, base, found)
    faults = (*loaded.faults, *faults_of(loaded.ruleset))
    if faults:
        raise loaded.error(faults)
    return loaded.ruleset


def ruleset_schema() -> Schema:
    """The schema. What it cannot say (bounds that exclude each other, a file that is not there) the reader checks.

    >>> ruleset_schema()["properties"]["rules"]["properties"]["square-count"]["properties"]["min"]["minimum"]
    0
    """
    schema = schema_of(RulesetDocument)
    keys = schema["properties"]
    keys["extends"]["anyOf"] = [{"enum": list(EDITIONS)}, {"pattern": r"\.[Tt][Oo][Mm][Ll]$"}]
    keys["rules"] |= {"properties": {name: rule_schema(name) for name in NAMES}, "additionalProperties": False}
    return published("ruleset", schema)


def rule_schema(name: str) -> Schema:
    """The schema of a rule's table: what every rule has, and its own parameters.

    >>> list(rule_schema("chest-spacing")["properties"])
    ['level', 'source', 'unset', 'min']
    """
    found = rule(name)
    own = schema_of(found.settings)
    keys = {**schema_of(RuleTable)["properties"], **own["properties"]}
    keys["unset"] |= _some_of(list(own["properties"]))
    return {**own, "description": found.summary, "properties": keys}


def _some_of(names: list[str]) -> Schema:
    """A list of some of these names."""
    if not names:
        return {"maxItems": 0, "examples": [[]]}
    return {"items": {"type": "string", "enum": names}, "examples": [names[:1]]}
