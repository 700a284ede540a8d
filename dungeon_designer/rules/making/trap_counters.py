"""Which pit counters lie face down in the dungeon.

gw-1989 (Pit Traps) recommends pits only for expanded dungeons; in the boxed game any pit is a warning, be it a counter
or drawn face up. In the expansion each coach lays three that say nothing, two pits and one spiked pit. By agreement
(Extra Pit Traps) each takes one, two or three pits more, both coaches the same kinds, with as many more that say
nothing, and at most eight pits and four spiked pits lie in the whole dungeon. So each coach has at least two pits and
one spiked pit, at most three pits of either kind beyond these, and as many nothings as pits of both kinds. No counters
at all is fine: they are an optional rule, unless a house ruleset calls them `compulsory`. Pits drawn face up are
nobody's counters: each of their squares counts towards the eight and the four, and towards nothing else.

House rules may say with `each_coach` how many counters of each face, and in all, every coach lays; that takes the place
of `nothing`, `open_pit`, `spiked_pit` and `extra`, and no total is asked then unless it is named. With `alike` off the
coaches may lay different counters. `face_up` bounds the pits that are drawn face up, with `none` too, which else allows
none of them either.

Findings: counters that do not say whose or what they are; each coach whose counters are wrong; coaches whose
counters are right but differ; too many pits of a kind in all. With more than two sides every coach lays the same
counters, and the eight and the four stay those of the whole dungeon.

A sketch that breaks it, under gw-1989-expanded (the home coach lays one pit, the away coach nothing)::

    map: |
      <<<......>>>
      <<<......>>>
    traps:
      - {kind: counter, at: [4, 0], owner: home, content: open_pit}

Mend: give each coach the same counters, three, two and one to begin with.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

from msgspec import field
from msgspec.structs import force_setattr

from dungeon_designer.grid import Square
from dungeon_designer.layout.model import CounterContent, Team, Trap, TrapKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule import (
    Count,
    Number,
    Parameters,
    Settings,
    Violation,
    around,
    as_words,
    both,
    bounds_of,
    counted,
    few_squares,
    keyed_by,
    miscounted,
    number_in_words,
    there_are,
    when,
    worded,
)
from dungeon_designer.rulesets.model import RuleLevel

TELLS_HIDDEN = True

Face = Literal["nothing", "open_pit", "spiked_pit", "all"]
Pit = Literal["open_pit", "spiked_pit"]

_NOUNS: dict[str, tuple[str, str]] = {
    "nothing": ("empty counter", "empty counters"),
    "open_pit": ("pit", "pits"),
    "spiked_pit": ("spiked pit", "spiked pits"),
    "all": ("counter in all", "counters in all"),
}


def _bounds_of(faces: Mapping[str, Any]) -> str:
    return ", ".join(f"{number_in_words(number)} × {as_words(face)}" for face, number in faces.items())


class RuleSettings(Settings, frozen=True):
    """What each coach lays.

    none              Whether there are no pits at all: neither counters nor, unless face_up says how many, any face up.
                      Example: true
    nothing           How many empty counters each coach begins with. Example: 3
    open_pit          How many open pits each coach begins with. Example: 2
    spiked_pit        How many spiked pits each coach begins with. Example: 1
    extra             How many more pits, of either kind, each coach may take. Example: 2
    most_open_pits    The most open pits in the whole dungeon; eight where neither it nor each_coach is named.
                      Example: 6
    most_spiked_pits  The most spiked pits in the whole dungeon; four where neither it nor each_coach is named.
                      Example: 3
    each_coach        How many counters of each face, and of all faces together, every coach lays: a number or bounds.
                      Faces that are not named may be laid at will. It takes the place of nothing, open_pit, spiked_pit
                      and extra. Example: {"nothing": 2, "open_pit": {"max": 3}, "all": {"max": 5}}
    face_up           How many pits of each kind are drawn face up, square by square: a number or bounds.
                      Example: {"open_pit": {"max": 4}, "spiked_pit": 0}
    compulsory        Whether every coach must lay counters; else a dungeon without any is fine. Example: true
    alike             Whether all coaches must lay the same counters. Example: false
    """

    players = ("Pit counters", "{asked}")
    phrases = worded(
        none=lambda none: "",
        nothing=around("each coach begins with ", " × nothing"),
        open_pit=around("", " × open pit"),
        spiked_pit=around("", " × spiked pit"),
        extra=around("may take ", " more pits"),
        most_open_pits=around("in all at most ", " open pits"),
        most_spiked_pits=around("at most ", " spiked pits"),
        each_coach=lambda faces: f"each coach lays {_bounds_of(faces)}",
        face_up=lambda faces: f"face up: {_bounds_of(faces)}",
        compulsory=when("they must be laid"),
        alike=lambda alike: "" if alike else "coaches may lay different ones",
    )

    none: bool = False
    nothing: Count = 3
    open_pit: Count = 2
    spiked_pit: Count = 1
    extra: Count = 3
    most_open_pits: Count | None = None
    most_spiked_pits: Count | None = None
    each_coach: Annotated[dict[Face, Number], keyed_by(_NOUNS)] = field(default_factory=dict)
    face_up: Annotated[dict[Pit, Number], keyed_by(["open_pit", "spiked_pit"])] = field(default_factory=dict)
    compulsory: bool = False
    alike: bool = True

    def __post_init__(self) -> None:
        """The totals are those of the box of 1989, unless the ruleset has counters of its own."""
        for name, usual in (("most_open_pits", 8), ("most_spiked_pits", 4)):
            if getattr(self, name) is None and not self.each_coach:
                force_setattr(self, name, usual)

    @classmethod
    def in_words(cls, parameters: Parameters) -> str:
        """Where there are none, nothing else is said; what `each_coach` takes the place of is not said."""
        if parameters.get("none"):
            return "none at all"
        replaced = ("nothing", "open_pit", "spiked_pit", "extra") if parameters.get("each_coach") else ()
        return super().in_words({key: value for key, value in parameters.items() if key not in replaced})


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """Faults of counters that should not be there, say too little, or are the wrong ones; then of too many pits."""
    counters = [trap for trap in context.board.layout.traps if trap.kind is TrapKind.COUNTER]
    shown = {
        kind: tuple(at for trap in context.board.traps if trap.kind is kind for at in trap.squares)
        for kind in (TrapKind.OPEN_PIT, TrapKind.SPIKED_PIT)
    }
    if settings.none:
        pits = () if settings.face_up else tuple(at for squares in shown.values() for at in squares)
        yield from _any(context, _squares(counters), pits)
    else:
        yield from _laid(context.board.teams, counters, settings) if counters or settings.compulsory else ()
        yield from _too_many(shown, counters, settings)
    for face, number in settings.face_up.items():
        squares = shown[TrapKind(face)]
        yield from miscounted(number, len(squares), f"{there_are(len(squares), *_NOUNS[face])} face up", squares)


def _any(context: Context, counters: tuple[Square, ...], pits: tuple[Square, ...]) -> Iterator[Violation]:
    """A fault of pits where there should be none."""
    if counters or pits:
        entry = context.ruleset.rules.get("trap-counters")
        advised = entry is None or entry.level is RuleLevel.SHOULD
        why = "which are recommended only for expanded dungeons" if advised else "but there must be none"
        named = [counted(len(counters), "pit counter")] * bool(counters)
        named += [counted(len(pits), "pit") + " face up"] * bool(pits)
        said = f"the dungeon has {both(named)}, {why}"
        yield Violation(said, (*counters, *pits), measured=len(counters) + len(pits), required=0)


def _laid(teams: Sequence[Team], counters: Sequence[Trap], settings: RuleSettings) -> Iterator[Violation]:
    """Counters that say too little, or else each coach's that are the wrong ones, or all that are not the same."""
    silent = _squares([trap for trap in counters if trap.owner is None or trap.content is None])
    if silent:
        said = f"the pit counters at {few_squares(silent)} must say whose they are and what is on their face"
        yield Violation(said, silent, measured=len(silent), required=0)
        return
    hands = {team: Counter(trap.content for trap in counters if trap.owner is team) for team in teams}
    faults = {team: list(_wrong(hand, settings)) for team, hand in hands.items()}
    for team, wrong in faults.items():
        if not wrong and settings.compulsory and not hands[team].total():
            wrong.append("some")
        if wrong:
            words, own = _words(hands[team]), _squares([trap for trap in counters if trap.owner is team])
            yield Violation(f"the {team} coach lays {words}, but must lay {both(wrong)}", own, measured=words)
    first, *others = map(_words, hands.values())
    if settings.alike and not any(faults.values()) and {*others} - {first}:
        two = len(teams) == 2
        rest = ", ".join(f"{team} {words}" for team, words in zip(teams[1:], others, strict=True))
        yield Violation(
            f"{'both' if two else 'all'} coaches must lay the same counters, but {teams[0]} has {first}, {rest}",
            _squares(counters),
            measured=others[0] if two else len({first, *others}),
            required=first if two else 1,
        )


def _wrong(hand: Counter[CounterContent | None], settings: RuleSettings) -> Iterator[str]:
    """What one coach must lay and does not, each as a noun."""
    if settings.each_coach:
        for face, number in settings.each_coach.items():
            bounds, count = bounds_of(number), hand.total() if face == "all" else hand[CounterContent(face)]
            if not bounds.allows(count):
                yield f"{'no' if bounds.max == 0 else bounds.range_text} {_NOUNS[face][bounds.max != 1]}"
        return
    pits, spiked = hand[CounterContent.OPEN_PIT], hand[CounterContent.SPIKED_PIT]
    if pits < settings.open_pit:
        yield f"at least {counted(settings.open_pit, 'pit')}"
    if spiked < settings.spiked_pit:
        yield f"at least {counted(settings.spiked_pit, 'spiked pit')}"
    begun = settings.open_pit + settings.spiked_pit
    if pits + spiked > begun + settings.extra:
        yield f"at most {begun + settings.extra} pits of either kind"
    nothings = settings.nothing + max(0, pits + spiked - begun)
    if hand[CounterContent.NOTHING] != nothings:
        yield f"exactly {counted(nothings, *_NOUNS['nothing'])}"


def _too_many(
    shown: Mapping[TrapKind, tuple[Square, ...]], counters: Sequence[Trap], settings: RuleSettings
) -> Iterator[Violation]:
    """Too many pits of a kind, face up and among the counters of all coaches."""
    kinds = {TrapKind.OPEN_PIT: settings.most_open_pits, TrapKind.SPIKED_PIT: settings.most_spiked_pits}
    for kind, most in kinds.items():
        hidden = _squares([trap for trap in counters if trap.content and trap.content.value == kind.value])
        squares = (*hidden, *shown[kind])
        if most is not None and len(squares) > most:
            where = both([*(["face up"] if shown[kind] else []), *(["among the counters"] if hidden else [])])
            said = f"{there_are(len(squares), *_NOUNS[kind.value])} {where}, but there may be at most {most}"
            yield Violation(said, squares, measured=len(squares), required=f"at most {most}")


def _words(hand: Counter[CounterContent | None]) -> str:
    laid = {CounterContent(face): nouns for face, nouns in _NOUNS.items() if face != "all"}
    return both([counted(hand[face], *nouns) for face, nouns in laid.items() if hand[face]] or ["no counters"])


def _squares(traps: Sequence[Trap]) -> tuple[Square, ...]:
    return tuple(trap.at for trap in traps)
