"""A dungeon that is proposed, and why a candidate is not."""

from __future__ import annotations

from msgspec import Struct

from dungeon_designer.generator.descriptors import Cell
from dungeon_designer.generator.wishes import Wishes
from dungeon_designer.layout.model import Layout


class Proposal(Struct, frozen=True, kw_only=True):
    """A legal and fair dungeon.

    layout   the dungeon; named when it is taken into an archive
    cell     where in the archive it belongs
    worth    how good it is, see `objective.worth`
    figures  what `analyse` tells of it, by the figure's name: the descriptors, and what worth is made of
    wishes   what its floor was to be like
    seed     the seed it was grown from
    made     the round and the number in the round in which it was found
    """

    layout: Layout
    cell: Cell
    worth: float
    figures: dict[str, float]
    wishes: Wishes
    seed: int
    made: tuple[int, int] = (0, 0)


class Refusal(Struct, frozen=True):
    """Why a candidate is not proposed: the rules it breaks, or what else of the request it does not keep.

    Empty where no floor was grown at all.
    """

    rules: tuple[str, ...] = ()
