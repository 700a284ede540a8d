"""The options of new dungeons are one record, which the command, Python and the editor share."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, fields
from typing import Any

import click
import pytest

import dungeon_designer as dd
from dungeon_designer.cli.generate import GenerateCall, command
from dungeon_designer.cli.options import build_command
from dungeon_designer.dungeon import DungeonOptions
from dungeon_designer.editor.new_dungeon_worker import propose_new_dungeons
from dungeon_designer.editor.proposal_worker import ProposalKind, ProposalRequest
from dungeon_designer.errors import UsageError
from dungeon_designer.generator import generator_options, request_builder
from dungeon_designer.generator.generator_options import GenerateOptions
from dungeon_designer.generator.request_builder import build_request
from dungeon_designer.layout_edits.symmetry import SymmetryMode
from dungeon_designer.options import option
from dungeon_designer.rules.rule_registry import load_ruleset
from dungeon_designer.tiles.library import load_library

NAMES = [field.name for field in fields(GenerateOptions)]

EXAMPLES: list[dict[str, Any]] = [
    {},
    {"symmetry": SymmetryMode.OFF, "team_count": 3, "seed": 7, "playtest": False},
    {"tiles": ("gw-2021", "brawl-2013"), "stock": "cupboard.toml", "rooms": ("The Armoury", "crypt")},
    {"squares": (200, 220), "fit": (30, 22), "wants": ("long", "lava=2"), "style": "spread", "playtest": True},
]


class RequestBuiltError(Exception):
    """Ends a search once its options are known, which the exception holds."""


def stop_search(options: GenerateOptions, *_: object) -> None:
    """Raise the options of a search in place of building its request."""
    raise RequestBuiltError(options)


@dataclass(frozen=True, kw_only=True)
class LongerOptions(GenerateOptions):
    """The record with one more option."""

    depth: int = option("How deep.", 1)


@dataclass(frozen=True, kw_only=True)
class LongerCall:
    """The options of a command with the longer record."""

    options: LongerOptions


def read_options(words: list[str], call_type: type[Any]) -> GenerateOptions:
    """Return the options of new dungeons that a command with a record of this type reads from words."""
    calls: list[Any] = []

    def keep_call(call: Any) -> None:
        """Keep what the command is called with."""
        calls.append(call)

    keep_call.__annotations__["call"] = call_type
    build_command()(keep_call).main(words, standalone_mode=False)
    options: GenerateOptions = calls[0].options
    return options


def build_question(options: GenerateOptions) -> ProposalRequest:
    """Return a request of the editor's dock for new dungeons."""
    layout, ruleset = dd.Dungeon.parse("map: <..>").layout, load_ruleset("naf-2019")
    return ProposalRequest(
        kind=ProposalKind.NEW,
        layout=layout,
        ruleset=ruleset,
        ruleset_name=ruleset.id,
        library=load_library(),
        theme="ink",
        options=options,
    )


def test_each_option_is_an_option_of_the_command() -> None:
    """Each field of the record is a parameter of `generate`, with the help that the record gives."""
    helps = {each.name: each.help for each in command.params if isinstance(each, click.Option)}
    assert {field.name: field.metadata["option"].help for field in fields(GenerateOptions)}.items() <= helps.items()


def test_each_option_is_a_keyword_argument_of_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """`Dungeon.generate` takes each field of the record by its name, and type checkers know all of them."""
    monkeypatch.setattr(request_builder, "build_request", stop_search)
    values = {name: object() for name in NAMES}
    with pytest.raises(RequestBuiltError) as stopped:
        dd.Dungeon.generate("naf-2019", **values)  # type: ignore[arg-type]
    assert stopped.value.args == (GenerateOptions(**values),)  # type: ignore[arg-type]
    assert list(DungeonOptions.__annotations__) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_each_option_is_asked_by_the_editor(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """The options in a question of the editor's dock are the options of the search."""
    monkeypatch.setattr("dungeon_designer.editor.new_dungeon_worker.build_request", stop_search)
    options = GenerateOptions(**{name: object()})
    with pytest.raises(RequestBuiltError) as stopped:
        propose_new_dungeons(build_question(options), print)
    assert stopped.value.args == (options,)


@pytest.mark.parametrize("values", EXAMPLES, ids=str)
def test_the_command_that_the_editor_notes_asks_the_same(values: dict[str, Any]) -> None:
    """The command in the notes of a new dungeon reads as the options that the dock asked for."""
    options = GenerateOptions(**values)
    _, _, *words = shlex.split(build_question(options).command)
    assert read_options(words, GenerateCall) == options


def test_every_option_has_an_example() -> None:
    """The examples of this file give each option, so that each is written and read."""
    assert set().union(*EXAMPLES) == set(NAMES)


def test_a_new_field_needs_no_second_edit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A field that is added to the record reaches the command, Python and the editor's question by itself."""
    options = LongerOptions(depth=3)
    assert read_options(["--depth", "3"], LongerCall) == options
    assert build_question(options).command.endswith(" --depth 3")
    monkeypatch.setattr(generator_options, "GenerateOptions", LongerOptions)
    monkeypatch.setattr(request_builder, "build_request", stop_search)
    with pytest.raises(RequestBuiltError) as stopped:
        dd.Dungeon.generate("naf-2019", depth=3)  # type: ignore[call-arg]
    assert stopped.value.args == (LongerOptions(depth=3, playtest=False),)


def test_a_request_leaves_nothing_open() -> None:
    """A request has the ruleset's usual values for what the options leave open, and keeps what they give."""
    ruleset, library = load_ruleset("gw-2021-multiplayer"), load_library()
    request = build_request(GenerateOptions(team_count=4, squares=(300, 400), wants=["long"]), ruleset, library)
    assert (request.team_count, request.symmetry, request.playtest) == (4, SymmetryMode.QUARTER_TURNS, False)
    assert (request.squares, request.wishes) == ((300, 400), {"long": 1})
    with pytest.raises(UsageError, match="no tile nowhere"):
        build_request(GenerateOptions(stock={"nowhere": 2}), ruleset, library)
