"""`explain`: a rule's manual page."""

from __future__ import annotations

from pathlib import Path

import click

from dungeon_designer.cli.console import give, give_json, say, text_style
from dungeon_designer.cli.help import example
from dungeon_designer.reports.manual import page
from dungeon_designer.rules.loading import load_ruleset
from dungeon_designer.rulesets.loader import EDITIONS


@click.command(
    epilog=example(
        "dungeon-designer explain corridor-width", "dungeon-designer explain chest-count --ruleset cup.toml"
    ),
    short_help="Explain a rule.",
)
@click.argument("rule")
@click.option("--ruleset", metavar="ID|FILE.toml", help="Show this ruleset's parameters instead of every edition's.")
@click.option(
    "--format", "form", type=click.Choice(["text", "markdown", "json"]), default="text", help="How to say it."
)
def command(rule: str, ruleset: str | None, form: str) -> None:
    """Explain a rule: what it asks, why, how it is measured, and how the editions differ."""
    about = page(rule, [load_ruleset(name, Path()) for name in ([ruleset] if ruleset else EDITIONS)])
    if form == "json":
        give_json(about)
    elif form == "markdown":
        from dungeon_designer.reports import manual_markdown

        give(manual_markdown.render(about))
    else:
        from dungeon_designer.reports import manual_text

        say(manual_text.render(about, text_style()))
