"""`rulesets`: the editions that come with the program."""

from __future__ import annotations

import click

from dungeon_designer.cli.help import example
from dungeon_designer.cli.output import give_json, say, text_style
from dungeon_designer.cli.tables import table
from dungeon_designer.rulesets.loader import EDITIONS, load
from dungeon_designer.rulesets.model import RuleLevel, Ruleset

LEVELS = (RuleLevel.MUST, RuleLevel.SHOULD, RuleLevel.NOTICE)


@click.command(epilog=example("dungeon-designer rulesets --format json"), short_help="List the rulesets.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to say it.")
def command(form: str) -> None:
    """List the rulesets that come with the program. Any TOML file that extends one is a ruleset, too."""
    editions = [load(name) for name in EDITIONS]
    if form == "json":
        give_json({"version": 1, "rulesets": [_entry(edition) for edition in editions]})
        return
    head = ("id", "must", "should", "notice", "sides", "extends", "name")
    say("".join(f"{line}\n" for line in table(head, [_row(edition) for edition in editions], text_style())))


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
