"""Keys and mouse at random on the map: nothing breaks, nothing is half done, and all of it can be taken back."""

import random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from dungeon_designer.editor.canvas.viewport import Viewport
from dungeon_designer.layout.reader import read_json
from dungeon_designer.layout.writer import write_json
from tests.editor.test_translation import EVERYTHING
from tests.soak import count, soak

KEY = Qt.Key
NONE, SHIFT, CONTROL, ALT = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)
ARROWS = (KEY.Key_Left, KEY.Key_Right, KEY.Key_Up, KEY.Key_Down)
KEYS = [
    *((arrow, held) for arrow in ARROWS for held in (NONE, NONE, SHIFT, SHIFT, CONTROL, ALT)),
    *((key, NONE) for key in (KEY.Key_Return, KEY.Key_Space, KEY.Key_Escape, KEY.Key_Tab, KEY.Key_Backspace) * 2),
    *((KEY(ord(letter)), NONE) for letter in "SMKZPQEWDCTUVGXOLRF12"),
    *((KEY(ord(letter)), ALT | SHIFT) for letter in "CPTDLGOMA"),
    *((KEY(ord(digit)), CONTROL) for digit in "12345"),
    *((KEY(ord(letter)), CONTROL) for letter in "ZYADXV"),
    (KEY.Key_Delete, NONE),
    (KEY.Key_Backtab, SHIFT),
]
"""What the keys may do; none of them opens a dialog."""


@soak
@pytest.mark.parametrize("seed", range(count(1, 4)))
def test_random_keys_and_mouse(hand, monkeypatch, seed):
    """The layout can be written and read after each event that changed it, and undo ends where all began."""
    monkeypatch.setattr(hand.window.rules.checking, "ask", lambda *_: 0)
    hand.workspace.open(EVERYTHING, None)
    hand.canvas.show_view(Viewport(24))
    hand.in_front()
    first, chance = hand.layout, random.Random(seed)  # noqa: S311 - the same events at each run
    for _ in range(count(300, 5000)):
        before = hand.layout
        _event(hand, chance)
        if hand.layout is not before:
            assert read_json(write_json(hand.layout).decode()) == hand.layout
    hand.canvas.setFocus()
    hand.key(KEY.Key_Escape)
    while hand.workspace.document.stack.canUndo():
        hand.undo()
    assert hand.layout == first
    hand.window.hiding.show_all()


def _event(hand, chance):
    hand.canvas.setFocus()
    square = chance.randrange(26), chance.randrange(18)
    kind = chance.random()
    if kind < 0.8:
        hand.key(*chance.choice(KEYS))
    elif kind < 0.9:
        hand.hover(square)
    elif kind < 0.95:
        hand.click(square)
    else:
        at = hand.middle(square)
        QTest.mousePress(hand.canvas, Qt.MouseButton.LeftButton, NONE, at)
        for _ in range(3):
            hand.hover((chance.randrange(26), chance.randrange(18)))
            if chance.random() < 0.2:
                hand.key(*chance.choice(KEYS))
        QTest.mouseRelease(hand.canvas, Qt.MouseButton.LeftButton, NONE, hand.middle(square))
