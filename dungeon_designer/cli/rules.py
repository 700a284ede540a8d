"""`rules`: every rule, or those of a ruleset."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from msgspec import Struct

from dungeon_designer.cli.console import give_json, say, table, text_style
from dungeon_designer.cli.options import Form, command_of
from dungeon_designer.options import Option
from dungeon_designer.reports.manual import Setting, assignments, setting
from dungeon_designer.rules.loading import load_ruleset
from dungeon_designer.rules.registry import NAMES, configured, rule
from dungeon_designer.rulesets.loader import EDITIONS, load
from dungeon_designer.rulesets.model import Ruleset


class RulesCall(Struct, frozen=True, kw_only=True):
    """The options of `rules`."""

    ruleset: Annotated[
        str | None, Option("Only the rules this ruleset asks, with its parameters.", metavar="ID|FILE.toml")
    ] = None
    form: Form = "text"


@command_of("List the rules.", "dungeon-designer rules --ruleset naf-2019")
def command(call: RulesCall) -> None:
    """List the rules: all of them, or those a ruleset asks with level, parameters and source."""
    if call.ruleset is None:
        _all(call.form)
    else:
        _of(load_ruleset(call.ruleset, Path()), call.form)


def _all(form: str) -> None:
    """Every rule with its family, what it asks, and the editions that ask it."""
    editions = [load(name) for name in EDITIONS]
    found = [(rule(name), [edition.id for edition in editions if name in edition.asked]) for name in NAMES]
    if form == "json":
        entries = [{"rule": r.name, "family": r.family, "summary": r.summary, "rulesets": by} for r, by in found]
        give_json({"version": 1, "rules": entries})
        return
    rows = [(r.name, r.family, f"{len(by)} of {len(EDITIONS)}", r.summary) for r, by in found]
    say("".join(f"{line}\n" for line in table(("rule", "family", "editions", "what it asks"), rows, text_style())))


def _of(ruleset: Ruleset, form: str) -> None:
    asked = [(each.rule.name, setting(each.rule.name, ruleset)) for each in configured(ruleset)]
    if form == "json":
        entries = [{"rule": name, **_entry(found)} for name, found in asked]
        off = [name for name in NAMES if name not in dict(asked)]
        give_json({"version": 1, "ruleset": ruleset.id, "rules": entries, "not_asked": off})
        return
    rows = [(name, found.level, _about(found)) for name, found in asked]
    say("".join(f"{line}\n" for line in table(("rule", "level", "parameters; source"), rows, text_style())))


def _entry(found: Setting) -> dict[str, object]:
    return {"level": found.level, "parameters": found.parameters, "source": found.source}


def _about(found: Setting) -> str:
    return "; ".join(filter(None, (assignments(found.parameters), found.source)))
