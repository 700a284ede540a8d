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
from dungeon_designer.text.json_schema import Schema, published, schema_with_words
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
        return " ".join(self.manual.split("\n\n", 1)[0].split())


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
    family = next((family for family, names in FAMILIES.items() if name in names), None)
    if family is None:
        raise RulesetError(f"rule {name!r}", [f"no such rule{did_you_mean(name, NAMES)}"])
    module = import_module(f"dungeon_designer.rules.{family}.{name.replace('-', '_')}")
    return Rule(
        name,
        family,
        module.RuleSettings,
        getattr(module, "check", None) or partial(broken, module.demands),
        manual=(module.__doc__ or "").strip(),
        why=getattr(module, "WHY", ""),
        tells_hidden=getattr(module, "TELLS_HIDDEN", False),
        demands=getattr(module, "demands", None),
    )


def configured(ruleset: Ruleset) -> list[EnabledRule]:
    """The rules a ruleset turns on, in the manual's order, with typed settings; RulesetError names every fault."""
    asked, faults = _configured(ruleset)
    if faults:
        raise RulesetError(ruleset.id, faults)
    return asked


def _configured(ruleset: Ruleset) -> tuple[list[EnabledRule], list[str]]:
    """The rules that are turned on, and what is wrong with those a ruleset names and with their parameters."""
    unknown = [name for name in ruleset.rules if name not in NAMES]
    hints = [did_you_mean(name, NAMES) for name in unknown[:MOST_FAULTS]]
    faults = [f"rules.{name}: no such rule{hint}" for name, hint in zip_longest(unknown, hints, fillvalue="")]
    asked = []
    for name in NAMES:
        entry = ruleset.rules.get(name)
        if entry is None:
            continue
        known = rule(name).settings.__struct_encode_fields__
        wrong = [f"unknown parameter {key!r}{did_you_mean(key, known)}" for key in entry.unset if key not in known]
        faults += [f"rules.{name}.unset: {fault}" for fault in wrong]
        try:
            settings = msgspec.convert(entry.parameters, rule(name).settings)
        except msgspec.ValidationError as error:
            # of parameters that do not go together it is said where those come from that are inherited
            names = ", ".join(f"{key} is as in {base}" for key, base in entry.inherited.items())
            remedy = f" ({names}: set it here, too, or write unset = {list(entry.inherited)})".replace("'", '"')
            wrong = parameter_faults(entry.parameters, rule(name).settings) or [f"{error}{remedy if names else ''}"]
            faults.append(f"rules.{name}: {'; '.join(wrong)}")
        else:
            if entry.level is not RuleLevel.OFF:
                asked.append(EnabledRule(rule(name), entry, settings))
    return asked, faults


def load_ruleset(ruleset: str, base: Path | None = None, found: bool = False) -> Ruleset:
    """The ruleset of an id or of a TOML file relative to `base`, ready to be asked.

    `found` is one that no person named but a file (see `loader.read`).
    Raises RulesetError that names the file and every fault: of keys, levels, rules, parameters and values.
    """
    return _sound(loader.read(ruleset, base, found))


def ruleset_in(text: str, source: str, folder: Path) -> Ruleset:
    """The same of the text of a file that is not written yet."""
    return _sound(loader.read_text(text, source, folder))


def _sound(loaded: loader.Loaded) -> Ruleset:
    """The ruleset; RulesetError with every fault of its file and of its rules' parameters."""
    faults = (*loaded.faults, *_configured(loaded.ruleset)[1])
    if faults:
        raise loaded.error(faults)
    loader.tell_notice(loaded.ruleset)
    return loaded.ruleset


def ruleset_schema() -> Schema:
    """The schema. What it cannot say (bounds that exclude each other, a file that is not there) the reader checks.

    >>> ruleset_schema()["properties"]["rules"]["properties"]["square-count"]["properties"]["min"]["minimum"]
    0
    """
    schema = schema_with_words(RulesetDocument)
    keys = schema["properties"]
    keys["extends"]["anyOf"] = [{"enum": list(EDITIONS)}, {"pattern": r"\.[Tt][Oo][Mm][Ll]$"}]
    keys["rules"] |= {"properties": {name: rule_schema(name) for name in NAMES}, "additionalProperties": False}
    some_rules = {"required": ["rules"], "properties": {"rules": {"minProperties": 1}}}
    schema["anyOf"] = [{"required": ["extends"]}, some_rules]  # a ruleset that checks nothing is refused
    return published("ruleset", schema)


def rule_schema(name: str) -> Schema:
    """The schema of a rule's table: what every rule has, and its own parameters.

    >>> list(rule_schema("chest-spacing")["properties"])
    ['level', 'source', 'unset', 'min']
    """
    own = rule(name).settings.schema()
    keys, names = {**schema_with_words(RuleTable)["properties"], **own["properties"]}, list(own["properties"])
    unset = {"items": {"type": "string", "enum": names}} if names else {"maxItems": 0}
    keys["unset"] |= {**unset, "examples": [names[:1]]}
    return {**own, "description": rule(name).summary, "properties": keys}
