"""The records of pieces and actions: a wrong one is told at once, not when somebody takes it in hand."""

from itertools import chain
from operator import attrgetter

import msgspec
import pytest

pytest.importorskip("PySide6.QtGui")

from dungeon_designer.editor.actions import MENUS, Action
from dungeon_designer.editor.pieces import TOOL_FACTORIES, read_pieces

CHEST = {
    "id": "coffer",
    "title": "Coffer",
    "key": "C",
    "group": "Tools",
    "tip": "Holds the ball.",
    "tool": "chest",
    "picture": "map: C",
}


def test_a_record_is_a_piece():
    """All that a stranger has to write down is one record."""
    (piece,) = read_pieces([CHEST])
    assert (piece.id, TOOL_FACTORIES[piece.tool]) == ("coffer", TOOL_FACTORIES["chest"])


@pytest.mark.parametrize("field", CHEST)
def test_a_field_that_is_missing_is_named(field):
    """No piece lacks a field."""
    with pytest.raises(msgspec.ValidationError, match=field):
        read_pieces([{name: value for name, value in CHEST.items() if name != field}])


@pytest.mark.parametrize(("field", "value", "words"), [("tipp", "x", "tipp"), ("tool", "chset", "coffer.*chset")])
def test_a_field_or_tool_nobody_knows_is_named(field, value, words):
    """Nor has it one that means nothing, nor a tool that there is not."""
    with pytest.raises(msgspec.ValidationError, match=words):
        read_pieces([{**CHEST, field: value}])


def test_every_action_has_something_to_do(hand):
    """Everything that an action names exists."""
    named = [action.do for action in chain(*MENUS.values()) if isinstance(action.do, str)]
    assert len(named) > 30
    assert all(callable(attrgetter(name)(hand.window)) for name in named)


@pytest.mark.parametrize("field", ["id", "text", "key", "do"])
def test_an_action_lacks_nothing(field):
    """Nor does an action lack a field."""
    whole = {"id": "wait", "text": "Wait", "key": "", "do": "close"}
    with pytest.raises(TypeError, match=field):
        Action(**{name: value for name, value in whole.items() if name != field})
