"""`explain`: a rule's manual page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from msgspec import Struct

from dungeon_designer.cli.console import give, give_json, say, text_style
from dungeon_designer.cli.options import command_of
from dungeon_designer.options import Option
from dungeon_designer.reports.manual import page
from dungeon_designer.rules.loading import load_ruleset
from dungeon_designer.rulesets.loader import EDITIONS


class ExplainCall(Struct, frozen=True, kw_only=True):
    """The options of `explain`."""

    rule: Annotated[str, Option(name="argument")]
    ruleset: Annotated[
        str | None, Option("Show this ruleset's parameters instead of every edition's.", metavar="ID|FILE.toml")
    ] = None
    form: Annotated[str, Option("How to say it.", name="--format", choices=["text", "markdown", "json"])] = "text"


@command_of(
    "Explain a rule.",
    "dungeon-designer explain corridor-width",
    "dungeon-designer explain chest-count --ruleset cup.toml",
)
def command(call: ExplainCall) -> None:
    """Explain a rule: what it asks, why, how it is measured, and how the editions differ."""
    about = page(call.rule, [load_ruleset(name, Path()) for name in ([call.ruleset] if call.ruleset else EDITIONS)])
    if call.form == "json":
        give_json(about)
    elif call.form == "markdown":
        from dungeon_designer.reports import manual_markdown

        give(manual_markdown.render(about))
    else:
        from dungeon_designer.reports import manual_text

        say(manual_text.render(about, text_style()))
