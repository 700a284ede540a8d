"""A season to start from: its dungeons in rounds, and the same by dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from dungeon_designer.reports.manual import in_toml
from dungeon_designer.seasons.model import Round, Season
from dungeon_designer.templates.comments import comment, example, head, keys_of, name_from
from dungeon_designer.text.json_schema import schema_of

NONE_YET = ("first-hall.dungeon.yaml", "second-hall.dungeon.yaml")
"""What a season names when no dungeon is there, so that it shows how."""

MOST_SIDES = 99
"""A die has no more sides."""


def season_text(dungeons: Sequence[str], ruleset: str = "", file: str = "") -> str:
    """A season of dungeons, named from the folder of `file`, where it will stand; `ruleset` is asked of all."""
    layouts = dungeons or NONE_YET
    about = head(
        "A season: which dungeon is played when. docs/seasons.md tells every key.",
        "$ dungeon-designer check FILE               # every dungeon of it",
        "$ dungeon-designer pack FILE -o season.pdf  # all of them in one document",
    )
    missing = "" if dungeons else "\n" + comment("There was no dungeon yet: name your own in place of these.")
    texts = _texts({"name": name_from(file, "A New Season"), "ruleset": ruleset})
    return "".join((about, missing, *texts, *_rounds(layouts), *_dice(layouts)))


def _texts(said: Mapping[str, str]) -> Iterator[str]:
    """The keys of the season itself; those of which nothing is said as examples."""
    for key, about, value in keys_of(schema_of(Season)):
        if key not in ("rounds", "dice"):
            line = f"{key} = {in_toml(said.get(key) or value)}"
            yield "\n" + comment(about) + (f"{line}\n" if said.get(key) else example(line))


def _rounds(layouts: Sequence[str]) -> Iterator[str]:
    yield "\n" + comment("The rounds in their order. A dungeon is named by its file, from the folder of this one.")
    for number, layout in enumerate(layouts, 1):
        yield f"[[rounds]]\nname = {in_toml(f'Round {number}')}\nlayout = {in_toml(layout)}\n"
        yield from _timed() if number == 1 else ()
        yield "\n"


def _timed() -> Iterator[str]:
    """What a round may say besides, as examples."""
    for key, about, value in keys_of(schema_of(Round)):
        if key not in ("name", "layout"):
            yield comment(about) + example(f"{key} = {in_toml(value)}")


def _dice(layouts: Sequence[str]) -> Iterator[str]:
    """The same dungeons by one die."""
    sides = layouts[:MOST_SIDES]
    table = "".join(f"{side} = {in_toml(layout)}\n" for side, layout in enumerate(sides, 1))
    yield comment("Instead of rounds, or besides, dice may choose: name a dungeon for every sum they can show.")
    yield example(f'[dice]\nroll = "1D{len(sides)}"')
    yield example(f"[dice.table]\n{table}")
