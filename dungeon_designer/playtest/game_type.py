"""Describe `Game` to numba as the address of a table that says where each array lies and how long it is.

This needs numba's extension interface ("Low-level extension API" in its manual), because numba's own ways to pass a
`Game` cost too much:

- A tuple of arrays becomes about eighty arguments of every function that takes a game, and these arguments take most of
  the compile time.
- With plain `njit` functions over one NumPy record, compiling took 305 s of processor time, and numba could not keep
  the compiled code in its cache, so that every process compiled again. With this module compiling takes about 30 s,
  once for all processes; two of them share it.
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

from dungeon_designer.playtest.state import ARRAY_BITS, ARRAY_COLUMNS, ARRAY_DIMENSIONS, Array, Game

_ROW_LENGTH = 1 + max(ARRAY_DIMENSIONS.values())  # numbers in the table for each array: its address and its lengths


class GameType(types.RawPointer):
    """numba's type of a `Game`: a pointer to the table that `build_array_table` makes."""


class GameAddress(int):
    """The memory address of the table of a `Game`, as it is passed to compiled code."""


GAME = GameType("Game")
ARRAY_TYPES: dict[str, Any] = {
    name: types.Array(types.Integer.from_bitwidth(ARRAY_BITS.get(name, 64)), count, "C")
    for name, count in ARRAY_DIMENSIONS.items()
}
"""numba's type of each array of a `Game`."""
register_model(GameType)(models.OpaqueModel)


def build_array_table(g: Game) -> Array:
    """Return the table of a game for compiled code: for each array a row with its memory address and its lengths.

    Raises:
        TypeError: an array has another type, number of dimensions or number of columns than compiled code expects
    """
    rows = np.zeros((len(g), _ROW_LENGTH), dtype=np.int64)
    for row, (name, array_type) in zip(rows, ARRAY_TYPES.items(), strict=True):
        array = getattr(g, name)
        has_same_layout = (
            array.dtype.itemsize * 8 == array_type.dtype.bitwidth
            and array.ndim == array_type.ndim
            and array.flags.c_contiguous
        )
        if not has_same_layout or array.shape[-1] != ARRAY_COLUMNS.get(name, array.shape[-1]):
            raise TypeError(f"a game's {name}: {array.dtype} {array.shape} is no such array")
        row[0], row[1 : 1 + array_type.ndim] = array.ctypes.data, array.shape
    return rows


@typeof_impl.register(GameAddress)
def _find_type(address: GameAddress, context: Any) -> Any:
    """Return numba's type of a game address; numba asks for it when a compiled function is called with one."""
    return GAME


@unbox(GameType)
def _unbox_address(numba_type: Any, address: Any, c: Any) -> Any:
    """Return the compiled value of a Python game address: a raw pointer.

    numba's hook for a call from Python; `c` holds its code generator.
    """
    return NativeValue(c.pyapi.long_as_voidptr(address))


@infer_getattr
class _GameArrays(AttributeTemplate):
    """The types of the attributes that a `Game` has in compiled code: its arrays."""

    key = GameType

    def generic_resolve(self, kind: Any, name: str) -> Any:
        """Return numba's type of the array of a `Game` with a name; numba asks for it when code reads `g.name`."""
        return ARRAY_TYPES[name]


@lower_getattr_generic(GameType)
def _build_array(context: Any, builder: Any, kind: Any, game: Any, name: str) -> Any:
    """Generate the code that reads an array of a game, with the address and lengths from the game's table.

    The address and the lengths of an array never change, so they are marked as invariant: a function loads them once.

    Args:
        context: numba's target context
        builder: llvmlite's instruction builder
        kind: numba's type of the game
        game: the pointer to the table
        name: the name of the array
    """
    number_type = context.get_value_type(types.intp)
    table, first = builder.bitcast(game, number_type.as_pointer()), _ROW_LENGTH * list(ARRAY_TYPES).index(name)

    def load_number(index: int) -> Any:
        """Generate the code that loads one number of the array's row of the table: 0 its address, then its lengths."""
        instruction = builder.load(builder.gep(table, [number_type(first + index)]))
        instruction.set_metadata("invariant.load", builder.module.add_metadata([]))
        return instruction

    array: Any = context.make_array(ARRAY_TYPES[name])(context, builder)
    lengths = [load_number(1 + place) for place in range(ARRAY_TYPES[name].ndim)]
    if name in ARRAY_COLUMNS:
        lengths[-1] = number_type(ARRAY_COLUMNS[name])
    strides = [number_type(ARRAY_TYPES[name].dtype.bitwidth // 8)]
    for length in reversed(lengths):
        strides.insert(0, builder.mul(strides[0], length))
    array.data = builder.inttoptr(load_number(0), array.data.type)
    array.itemsize, array.nitems = strides[-1], builder.sdiv(strides[0], strides[-1])
    array.shape, array.strides = cgutils.pack_array(builder, lengths), cgutils.pack_array(builder, strides[1:])
    array.meminfo, array.parent = (cgutils.get_null_value(each.type) for each in (array.meminfo, array.parent))
    return array._getvalue()
