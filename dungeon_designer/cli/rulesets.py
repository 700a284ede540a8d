"""`rulesets`: the editions that come with the program."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Struct

from dungeon_designer.cli.console import give_json, say, table, text_style
from dungeon_designer.cli.options import Form, command_of
from dungeon_designer.options import Option
from dungeon_designer.reports.manual import in_toml
from dungeon_designer.rules.loading import load_ruleset
from dungeon_designer.rulesets.loader import EDITIONS, load
from dungeon_designer.rulesets.model import RuleLevel, Ruleset
from dungeon_designer.rulesets.play import play_of
from dungeon_designer.rulesets.set_up import set_up_of

LEVELS = (RuleLevel.MUST, RuleLevel.SHOULD, RuleLevel.NOTICE)


class RulesetsCall(Struct, frozen=True, kw_only=True):
    """The options of `rulesets`."""

    ruleset: Annotated[str | None, Option(metavar="[ID|FILE.toml]", name="argument")] = None
    form: Form = "text"


@command_of("List the rulesets.", "dungeon-designer rulesets --format json", "dungeon-designer rulesets kings-cup.toml")
def command(call: RulesetsCall) -> None:
    """List the rulesets that come with the program, or tell what one says beside its rules.

    Any TOML file that extends one is a ruleset, too.
    """
    if call.ruleset is not None:
        _one(load_ruleset(call.ruleset, Path()), call.form)
        return
    editions = [load(name) for name in EDITIONS]
    if call.form == "json":
        give_json({"version": 1, "rulesets": [_entry(edition) for edition in editions]})
        return
    head = ("id", "must", "should", "notice", "sides", "extends", "name")
    say("".join(f"{line}\n" for line in table(head, [_row(edition) for edition in editions], text_style())))


def _one(ruleset: Ruleset, form: str) -> None:
    """What a ruleset says of itself, of setting up and of playing; its rules are told by `rules --ruleset`."""
    set_up, play = (msgspec.to_builtins(said) for said in (set_up_of(ruleset), play_of(ruleset)))
    if form == "json":
        give_json({"version": 1, **_entry(ruleset), "title": ruleset.title, "set_up": set_up, "play": play})
        return
    own: dict[str, Any] = {**_entry(ruleset), "extends": ", ".join(ruleset.lineage) or "-"}
    rows = [(key, str(value)) for key, value in own.items() if key != "rules"]
    rows += [(f"{level} rules", str(count)) for level, count in _counts(ruleset).items()]
    for head, said in (("set_up", set_up), ("play", play)):
        rows += [(f"{head}.{key}", in_toml(value)) for key, value in said.items() if value not in (None, "", [], ())]
    say("".join(f"{line}\n" for line in table(("key", "what it says"), rows, text_style())))


def _counts(edition: Ruleset) -> dict[str, int]:
    levels = [entry.level for entry in edition.rules.values()]
    return {level.value: levels.count(level) for level in LEVELS}


def _entry(edition: Ruleset) -> dict[str, object]:
    words: dict[str, object] = {"corners": edition.corners, "chests": edition.chests, "metric": edition.metric}
    words["sides"] = edition.sides.said
    rules = {"rules": _counts(edition), "extends": list(edition.lineage)}
    return {"id": edition.id, "name": edition.name, **words, **rules}


def _row(edition: Ruleset) -> tuple[str, ...]:
    counts = map(str, _counts(edition).values())
    return edition.id, *counts, str(edition.sides.said), ", ".join(edition.lineage) or "-", edition.name
