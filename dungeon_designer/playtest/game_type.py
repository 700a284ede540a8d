"""What a `Game` is to numba: the address of a table that says where its arrays lie and how long they are.

Passed as it is, a tuple of arrays, it would be eighty arguments of every function, which take most of the time to
compile. numba's manual tells how types are added: "Low-level extension API".
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numba.core import cgutils
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    NativeValue,
    infer_getattr,
    lower_getattr_generic,
    models,
    register_model,
    typeof_impl,
    unbox,
)

from dungeon_designer.playtest.state import COLUMNS, DIMENSIONS, SMALL, Array, Game

_ROW = 1 + max(DIMENSIONS.values())  # numbers of the table for each array: its address and its lengths


class GameType(types.RawPointer):
    """The type of a game."""


class GameAddress(int):
    """Where the table of a game is."""


GAME = GameType("Game")
KINDS: dict[str, Any] = {
    name: types.Array(types.Integer.from_bitwidth(SMALL.get(name, 64)), count, "C")
    for name, count in DIMENSIONS.items()
}
register_model(GameType)(models.OpaqueModel)


def table_of(g: Game) -> Array:
    """The table; TypeError for an array that is not what compiled games take it for."""
    rows = np.zeros((len(g), _ROW), dtype=np.int64)
    for row, (name, kind) in zip(rows, KINDS.items(), strict=True):
        array = getattr(g, name)
        alike = array.dtype.itemsize * 8 == kind.dtype.bitwidth and array.ndim == kind.ndim and array.flags.c_contiguous
        if not alike or array.shape[-1] != COLUMNS.get(name, array.shape[-1]):
            raise TypeError(f"a game's {name}: {array.dtype} {array.shape} is no such array")
        row[0], row[1 : 1 + kind.ndim] = array.ctypes.data, array.shape
    return rows


@typeof_impl.register(GameAddress)
def _type_of(address: GameAddress, context: Any) -> Any:
    return GAME


@unbox(GameType)
def _unboxed(kind: Any, address: Any, c: Any) -> Any:
    return NativeValue(c.pyapi.long_as_voidptr(address))


@infer_getattr
class _Arrays(AttributeTemplate):
    key = GameType

    def generic_resolve(self, kind: Any, name: str) -> Any:
        return KINDS[name]


@lower_getattr_generic(GameType)
def _array(context: Any, builder: Any, kind: Any, game: Any, name: str) -> Any:
    """An array of a game. Where it lies and how long it is never changes, so a function looks that up once."""
    word = context.get_value_type(types.intp)
    table, first = builder.bitcast(game, word.as_pointer()), _ROW * list(KINDS).index(name)

    def looked_up(place: int) -> Any:
        found = builder.load(builder.gep(table, [word(first + place)]))
        found.set_metadata("invariant.load", builder.module.add_metadata([]))
        return found

    array: Any = context.make_array(KINDS[name])(context, builder)
    lengths = [looked_up(1 + place) for place in range(KINDS[name].ndim)]
    if name in COLUMNS:
        lengths[-1] = word(COLUMNS[name])
    steps = [word(KINDS[name].dtype.bitwidth // 8)]
    for length in reversed(lengths):
        steps.insert(0, builder.mul(steps[0], length))
    array.data = builder.inttoptr(looked_up(0), array.data.type)
    array.itemsize, array.nitems = steps[-1], builder.sdiv(steps[0], steps[-1])
    array.shape, array.strides = cgutils.pack_array(builder, lengths), cgutils.pack_array(builder, steps[1:])
    array.meminfo, array.parent = (cgutils.get_null_value(each.type) for each in (array.meminfo, array.parent))
    return array._getvalue()
