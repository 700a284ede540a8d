"""Dungeons found in a process of their own: whole ones to start from, and variations of the one on the table."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct

from dungeon_designer.editor.background import Tell
from dungeon_designer.editor.picture_list import SmallPicture, small_picture
from dungeon_designer.generator.vary import Variation
from dungeon_designer.layout.model import Layout
from dungeon_designer.layout_edits.symmetry import SymmetryMode
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.tiles.model import TileLibrary

if TYPE_CHECKING:
    from dungeon_designer.generator.options import Request
    from dungeon_designer.generator.search import SearchTask, Tried

PROPOSED, SUGGESTED = 12, 8
"""So many dungeons fill a page of proposals, and so many variations are suggested."""

TRIED = 400
"""So many candidates are judged for one dungeon: most of a minute's work, after which the process rests."""

_Kept = TypeVar("_Kept")


class ProposalRequest(Struct, frozen=True):
    """Whose rules, by the name a layout has for them, how many sides, and so on.

    `seed` is where the dice start, `theme` that of the pictures, `wants` the keys of what is wished for.
    """

    ruleset: Ruleset
    name: str
    library: TileLibrary
    sides: int
    symmetry: SymmetryMode
    seed: int
    theme: str
    wants: tuple[str, ...] = ()

    @property
    def command(self) -> str:
        """The call that finds the same."""
        symmetry = "none" if self.symmetry is SymmetryMode.OFF else self.symmetry.value
        words = f"--count {PROPOSED} --sides {self.sides} --symmetry {symmetry} --seed {self.seed}".split()
        words += [word for key in self.wants for word in ("--want", key)]
        return shlex.join(["dungeon-designer", "generate", "--ruleset", self.name, *words])


class Proposed(Struct, frozen=True):
    """A dungeon of the page, at which place it is to be shown; `words` say what kind it is."""

    place: int
    layout: Layout
    words: tuple[str, ...]
    picture: SmallPicture


class VariationRequest(Struct, frozen=True):
    """A dungeon to be varied, its ruleset and tiles, the sections that stay, the seed, the theme of the pictures."""

    layout: Layout
    ruleset: Ruleset
    library: TileLibrary
    locked: frozenset[str]
    seed: int
    theme: str


class Suggested(Struct, frozen=True):
    """A variation of the dungeon, at which place it is to be shown, and its picture."""

    place: int
    variation: Variation
    picture: SmallPicture


def find_proposals(asked: ProposalRequest, tell: Tell) -> None:
    """Tell of dungeons as they are found; if none was, of the names of the rules that stood in the way most."""
    from dungeon_designer.generator.options import Request
    from dungeon_designer.generator.playing import can_play
    from dungeon_designer.generator.search import propose

    request = Request(
        ruleset=asked.ruleset,
        library=asked.library,
        sides=asked.sides,
        symmetry=asked.symmetry,
        wants=dict.fromkeys(asked.wants, 1),
        seed=asked.seed,
        playtest=asked.sides == 2 and can_play(),
    )
    found = propose(request, PROPOSED, workers=_Telling(tell, asked, request))
    if not len(found.archive):
        tell(", ".join(rule for rule, _ in found.refusals.most_common(3)))


class _Telling:
    """Tries one thing after the other and tells of each dungeon that is kept; `Overtaken` ends the search."""

    def __init__(self, tell: Tell, asked: ProposalRequest, request: Request) -> None:
        from dungeon_designer.generator.archive import Archive

        self._tell, self._asked, self._request = tell, asked, request
        self._page = Archive(request, PROPOSED)
        self._shown: list[tuple[int, int] | None] = [None] * PROPOSED

    def done(self, pieces: Sequence[SearchTask]) -> Iterable[Tried]:
        """What came of each."""
        from dungeon_designer.generator.descriptors import words_of
        from dungeon_designer.generator.proposal import Proposal, with_notes
        from dungeon_designer.generator.search import attempt

        asked = self._asked
        for piece in pieces:
            self._tell()
            tried = attempt(self._request, piece)
            if tried.settled and isinstance(tried.outcome, Proposal) and self._page.enter(tried.outcome):
                best = {each.made: each for each in self._page.chosen()}
                for place, made in _placed(self._shown, best):
                    layout = with_notes(best[made], self._request, asked.command, asked.name)
                    picture = small_picture(layout, asked.library, asked.theme)
                    self._tell(Proposed(place, layout, words_of(best[made].cell), picture))
            yield tried


def find_variations(asked: VariationRequest, tell: Tell) -> None:
    """Tell of variations that are among the best as they are found."""
    from dungeon_designer.generator.options import VaryOptions
    from dungeon_designer.generator.vary import chosen, tried

    shown: list[Variation | None] = [None] * SUGGESTED
    found: list[Variation] = []
    options = VaryOptions(locked=asked.locked, seed=asked.seed)
    candidates = tried(asked.layout, asked.ruleset, asked.library, options)
    for each in islice(candidates, TRIED):
        tell()
        if each is not None:
            found.append(each)
            for place, variation in _placed(shown, chosen(found, SUGGESTED)):
                tell(Suggested(place, variation, small_picture(variation.layout, asked.library, asked.theme)))


def _placed(shown: list[_Kept | None], best: Collection[_Kept]) -> Iterator[tuple[int, _Kept]]:
    """Each of the best that is not shown yet, and where; it takes the place of one that is not among them any more."""
    free = [place for place, each in enumerate(shown) if each is None or each not in best]
    for each in best:
        if each not in shown:
            place = free.pop(0)
            shown[place] = each
            yield place, each
