"""House rules to start from: they extend an edition, and show every kind of key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from dungeon_designer.reports.manual import in_toml
from dungeon_designer.rules.registry import rule
from dungeon_designer.rules.rule import Bounds
from dungeon_designer.rulesets.document import RulesetDocument, RuleTable
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.rulesets.play import Play
from dungeon_designer.rulesets.set_up import SetUpTable
from dungeon_designer.templates.comments import comment, example, head, keys_of, name_from, stem
from dungeon_designer.text.json_schema import Schema, schema_of

_CHANGED = ("square-count", "chest-spacing", "chest-count")
_OFF = ("portal-spacing", "portal-chest-distance", "walking-route")
_ADDED = ("chests-per-section", "chest-end-zone-distance", "trap-spacing")
"""The first that the base asks is changed and switched off, the first that it does not ask is added."""

_UNSET = "end-zone-size"
"""In the example that takes away what the base has."""

_KINDS = ("tile-mix", "trapdoor", "chest-section", "ball-count")
"""Rules whose parameters are of every kind: tables, pairs, words, true or false, numbers."""


def ruleset_text(base: Ruleset, named: str, file: str = "") -> str:
    """A ruleset that extends `base`, which it names as `named`; `file` is where it will stand.

    It is called after its file, and asks what its base asks until somebody changes it. With the ``#`` before its
    examples taken away it is read as well.
    """
    return "\n".join((_head(base, named, file), *_rules(base), _set_up(), _play()))


def _head(base: Ruleset, named: str, file: str) -> str:
    """What is said of the ruleset itself."""
    said = {"id": stem(file) or "house-rules", "name": name_from(file, "House Rules"), "extends": named}
    parts = [
        head(
            f"House rules on top of {base.name}. docs/rulesets.md tells every key.",
            "$ dungeon-designer check hall.dungeon.yaml --ruleset FILE",
            "$ dungeon-designer rules --ruleset FILE    # what is asked",
            "$ dungeon-designer explain RULE            # what a rule asks, and why",
        )
    ]
    for key, about, value in keys_of(schema_of(RulesetDocument)):
        if key not in ("rules", "play", "set_up"):
            line = f"{key} = {in_toml(said.get(key, value))}"
            parts.append("\n" + comment(about) + (f"{line}\n" if key in said else example(line)))
    return "".join(parts)


def _rules(base: Ruleset) -> Iterator[str]:
    """What a ruleset may say of rules, in examples."""
    changed, off = _first(_CHANGED, base, True), _first(_OFF, base, True)
    yield comment(f"Rules are changed key by key. Those that are not named stay as {base.name} has them.")
    yield _block(changed, base, "A rule with other numbers.", _lines(_every_rule()))
    yield comment(f"A number that {base.name} has and that holds no more. {rule(_UNSET).summary}")
    yield example(f'[rules.{_UNSET}]\nunset = ["min"]')
    yield _title(off, "A rule that is not asked any more.") + example(f'[rules.{off}]\nlevel = "off"')
    yield _block(_first(_ADDED, base, False), base, f"A rule that {base.name} does not ask: to name it is to ask it.")
    yield comment("Parameters are numbers, words, true or false, lists and tables.")
    for name in _KINDS:
        yield _block(name, base)


def _every_rule() -> Schema:
    """What every rule's table may hold beside its numbers, but what takes them away."""
    schema = schema_of(RuleTable)
    return {**schema, "properties": {k: v for k, v in schema["properties"].items() if k != "unset"}}


def _first(names: tuple[str, ...], base: Ruleset, asked: bool) -> str:
    """The first of some rules that the base asks, or does not ask; else the last."""
    return next((name for name in names if (name in base.asked) is asked), names[-1])


def _block(name: str, base: Ruleset, why: str = "", besides: str = "") -> str:
    """A rule's table, switched off, with its own parameters."""
    own = _lines(schema_of(rule(name).settings), _said(name, base))
    return _title(name, why) + example(f"[rules.{name}]") + besides + own


def _said(name: str, base: Ruleset) -> dict[str, Any]:
    """A rule's parameters as the base has them, else as the rule has them; None for a bound that neither has.

    A bound that is made up might exclude the other.
    """
    settings, asked = rule(name).settings, base.rules[name].parameters if name in base.rules else {}
    if not issubclass(settings, Bounds):
        return dict(asked)
    bounded = "min" in asked or "max" in asked
    usual = (None, None) if bounded else settings.usual
    return {"min": usual[0], "max": usual[1], **asked}


def _title(name: str, why: str) -> str:
    return comment(f"{why} {rule(name).summary}".strip())


def _lines(schema: Schema, said: Mapping[str, Any] | None = None) -> str:
    """Every key of a table, switched off, with what it is for; those that are said to be None are left out."""
    values = [(about, key, (said or {}).get(key, value)) for key, about, value in keys_of(schema)]
    shown = [(about, f"{key} = {in_toml(value)}") for about, key, value in values if value is not None]
    return "".join(comment(about) + example(line) for about, line in shown)


def _set_up() -> str:
    """In which order coaches set up, in examples."""
    about = comment("In which order coaches set a dungeon up together.")
    return about + example("[set_up]") + _lines(schema_of(SetUpTable))


def _play() -> str:
    """What is said of playing, in examples."""
    about = comment("How the game is played, where it matters for what is measured.")
    return about + example("[play]") + _lines(schema_of(Play))
