"""What the program proposes, found in a process of its own: things that are missing, variations, mends, new dungeons.

Answers are told one by one as they are found. None takes the place of another.
"""

from __future__ import annotations

import shlex
from enum import StrEnum
from itertools import islice
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.editor.background import Tell
from dungeon_designer.editor.picture_list import SmallPicture, small_picture
from dungeon_designer.generator.options import FurnitureStyle, PlaceOptions, VaryOptions
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import Layout
from dungeon_designer.layout_edits.symmetry import SymmetryMode
from dungeon_designer.playtest.tables import percent
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.tiles.model import TileLibrary
from dungeon_designer.translation import capital, filled, marked, translate

if TYPE_CHECKING:
    from dungeon_designer.generator.mending import Mending, Shares

NEW, COMPLETED = 12, 6
"""How many new dungeons one question brings at most, and how many ways to place what is missing."""

ROUNDS = 10, *(50,) * 8
"""How many variations are tried before the best two of them are told: few at first, so that one comes soon."""


class Way(StrEnum):
    """What is proposed."""

    COMPLETE = "complete"
    VARY = "vary"
    MEND = "mend"
    NEW = "new"


class ProposalQuestion(Struct, frozen=True, kw_only=True):
    """What is to be proposed, for which dungeon and by whose rules.

    `name` is the ruleset as a layout names it, `locked` the sections that stay, `theme` that of the pictures; `sides`,
    `symmetry` and `wants` are for new dungeons; `teams` and `games` are those of the matches of a mend.
    """

    way: Way
    layout: Layout
    ruleset: Ruleset
    name: str
    library: TileLibrary
    seed: int
    theme: str
    locked: frozenset[str] = frozenset()
    style: FurnitureStyle = FurnitureStyle.NAMED
    sides: int = 2
    symmetry: SymmetryMode = SymmetryMode.HALF_TURN
    wants: tuple[str, ...] = ()
    teams: tuple[str, ...] = ()
    games: int = 0

    @property
    def command(self) -> str:
        """The call that finds the same new dungeons."""
        symmetry = "none" if self.symmetry is SymmetryMode.OFF else self.symmetry.value
        words = f"--count {NEW} --sides {self.sides} --symmetry {symmetry} --seed {self.seed}".split()
        words += [] if self.style is FurnitureStyle.NAMED else ["--style", self.style.value]
        words += [word for key in self.wants for word in ("--want", key)]
        return shlex.join(["dungeon-designer", "generate", "--ruleset", self.name, *words])


class ProposalAnswer(Struct, frozen=True, kw_only=True):
    """A dungeon that is proposed: `words` stand below its picture, `summary` says what it changes, `squares` where.

    A `new` one has nothing to do with the dungeon it was asked for.
    """

    key: str
    layout: Layout
    words: str
    summary: str
    picture: SmallPicture
    squares: tuple[Square, ...] = ()
    new: bool = False
    refused: bool = False


class ProposalNews(Struct, frozen=True):
    """What became known later of the answer with a key: the last line of its words, and whether it is refused."""

    key: str
    words: str
    refused: bool = False


class ProposalProgress(Struct, frozen=True):
    """How many dungeons were tried and kept, the reasons of the others, the most frequent first; what is being done."""

    tried: int = 0
    kept: int = 0
    reasons: tuple[str, ...] = ()
    doing: str = ""


def answer_of(asked: ProposalQuestion, key: str, layout: Layout, words: str, summary: str = "") -> ProposalAnswer:
    """An answer with its picture; without a summary the words are that, too."""
    picture = small_picture(layout, asked.library, asked.theme)
    return ProposalAnswer(key=key, layout=layout, words=words, summary=summary or words, picture=picture)


def complete(asked: ProposalQuestion, tell: Tell) -> None:
    """Places for chests, portals and counters that are missing; what lies there stays."""
    from dungeon_designer.generator.placement.placing import lying, place

    before, seen = lying(asked.layout), list[Layout]()
    for number in range(COMPLETED):
        tell(ProposalProgress(number, len(seen)))
        options = PlaceOptions(keep=True, seed=asked.seed * COMPLETED + number, style=asked.style)
        (layout,) = place(asked.layout, asked.ruleset, asked.library, options)
        added = {kind: squares - before.get(kind, set()) for kind, squares in lying(layout).items()}
        counted = [f"{len(squares)} {kind}{'s' * (len(squares) != 1)}" for kind, squares in added.items() if squares]
        if counted and layout not in seen:
            seen.append(layout)
            words, squares = capital(", ".join(counted)), tuple(sorted(set().union(*added.values())))
            tell(replace(answer_of(asked, str(number), layout, words), squares=squares))


def vary(asked: ProposalQuestion, tell: Tell) -> None:
    """Neighbours that are as legal and as fair, the best two of each round."""
    from dungeon_designer.generator.vary import Variation, chosen, tried

    candidates = tried(asked.layout, asked.ruleset, asked.library, VaryOptions(locked=asked.locked, seed=asked.seed))
    count, told = 0, [""]
    for length in ROUNDS:
        found = list[Variation]()
        for each in islice(candidates, length):
            count += 1
            tell(ProposalProgress(count, len(told) - 1))
            found += [each] if each is not None else []
        for each in chosen(found, 2):
            words = capital(each.change if each.difference in told else each.difference)
            told.append(each.difference or each.change)
            answer = answer_of(asked, str(len(told)), each.layout, words, capital(each.summary))
            tell(replace(answer, squares=each.squares))


def mend(asked: ProposalQuestion, tell: Tell) -> None:
    """Moves that make the dungeon fairer in play; their shares follow as games are played."""
    from dungeon_designer.generator.changes import Original
    from dungeon_designer.generator.mending import MendOptions, mended
    from dungeon_designer.playtest.report import plan_of

    shown = list[Layout]()

    def told(doing: str, known: Mending) -> None:
        for each in known.answers:
            words = f"{capital(each.words)}\n{in_shares(each.shares)}"
            if each.layout in shown:
                tell(ProposalNews(str(shown.index(each.layout)), in_shares(each.shares)))
            else:
                shown.append(each.layout)
                tell(answer_of(asked, str(len(shown) - 1), each.layout, words))
        tell(ProposalProgress(0, len(shown), (), _doing(doing, known)))

    original = Original(asked.layout, asked.ruleset, asked.library, VaryOptions(locked=asked.locked))
    options = MendOptions(plan=plan_of(asked.teams, asked.games), locked=asked.locked)
    told("", mended(original, options, told=told))


def _doing(doing: str, known: Mending) -> str:
    """What is known of the dungeon itself, and what is being done."""
    said = []
    if known.before:
        said.append(filled(translate("proposals", _AS_IT_IS), in_shares(known.before)))
    elif not doing:
        said.append(translate("proposals", _EVEN))
    if known.because is not None:
        said.append(filled(translate("proposals", _BECAUSE), known.because.words, in_shares(known.because.shares)))
    elif not doing and known.before and not known.answers:
        said.append(translate("proposals", _FAIR if known.is_fair else _NO_MOVE))
    return " ".join((*said, doing)).strip()


_AS_IT_IS = marked("proposals", "As it is, home wins %1.")
_EVEN = marked("proposals", "Both sides have the same dungeon: there is nothing to mend.")
_BECAUSE = marked("proposals", "The reason: %1, home wins %2.")
_FAIR = marked("proposals", "It is fair as it is.")
_NO_MOVE = marked("proposals", "No move was found that makes it fairer.")


def in_shares(shares: Shares) -> str:
    """The home side's share of the wins by style."""
    return ", ".join(f"{percent(share)} {style}" for style, share in shares.items())
