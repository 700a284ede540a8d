"""The coaches have placed pit counters and pits as the edition allows.

Fix: Give each coach the same counters: three empty ones, two open pits and one spiked pit to begin with.

How it is measured:

- A pit counter lies face down and belongs to a coach. Its hidden face is empty or shows an open pit or a spiked pit.
- A pit that is drawn face up belongs to nobody. Each of its squares counts as one pit of the whole dungeon, and as
  nothing else.
- There is one problem for all counters without an owner or a face, and one for each coach whose counters are wrong.
  There is one if the coaches' counters are right but differ, and one for each kind of pit with too many.

Editions:

- gw-1989-basic: The book recommends pits for expanded dungeons only. Any pit is a warning, face down or face up.
- gw-1989-expanded: The coaches may agree that each adds one, two or three pits, both of them the same kinds. Each then
  adds as many empty counters as pits. No counters at all are legal, since pits are an optional rule.
- With more than two teams, every coach places the same counters. The limits of eight and four still hold for the whole
  dungeon.

Illegal map, under gw-1989-expanded (the home coach places one pit, the away coach nothing)::

    map: |
      <<<......>>>
      <<<......>>>
    traps:
      - {kind: counter, at: [4, 0], owner: home, content: open_pit}
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

from msgspec import field
from msgspec.structs import force_setattr

from dungeon_designer.grid import Square
from dungeon_designer.kinds import ObjectKind
from dungeon_designer.layout.model import CounterContent, Team, Trap, TrapKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.floor_requirements import CounterSupply, FloorRequirement, PitCount
from dungeon_designer.rules.rule_problem import RuleProblem, check_count
from dungeon_designer.rules.rule_settings import (
    Count,
    NumberOrBounds,
    Parameters,
    Settings,
    build_bounds,
    build_phrases,
)
from dungeon_designer.rules.rule_text import (
    describe_between,
    describe_if_true,
    format_count,
    format_number_or_bounds,
    format_squares,
    format_there_are,
    join_with_and,
    replace_underscores,
)
from dungeon_designer.rulesets.ruleset_model import RuleLevel, Ruleset
from dungeon_designer.text.json_schema import describe_key

COUNTED_KIND = ObjectKind.COUNTER

REVEALS_HIDDEN = True

Face = Literal["nothing", "open_pit", "spiked_pit", "all"]
"""A face of a counter, or all faces together."""
Pit = Literal["open_pit", "spiked_pit"]
"""A kind of pit that is drawn face up."""

_NOUN_FORMS: dict[str, tuple[str, str]] = {
    "nothing": ("empty counter", "empty counters"),
    "open_pit": ("pit", "pits"),
    "spiked_pit": ("spiked pit", "spiked pits"),
    "all": ("counter in all", "counters in all"),
}
"""The singular and plural of what each face of a counter shows, and of all counters."""


def _format_face_bounds(faces: Mapping[str, Any]) -> str:
    """Format how many counters of each face there may be, as in "2 × nothing, at most 3 × open pit"."""
    return ", ".join(
        f"{format_number_or_bounds(number)} × {replace_underscores(face)}" for face, number in faces.items()
    )


class RuleSettings(Settings, frozen=True):
    """The counters that each coach places, and the pits that are drawn face up."""

    player_text = ("Pit counters", "{asked}")
    phrases = build_phrases(
        none=lambda none: "",
        nothing=describe_between("each coach begins with ", " × nothing"),
        open_pit=describe_between("", " × open pit"),
        spiked_pit=describe_between("", " × spiked pit"),
        extra=describe_between("may take ", " more pits"),
        most_open_pits=describe_between("in all at most ", " open pits"),
        most_spiked_pits=describe_between("at most ", " spiked pits"),
        each_coach=lambda faces: f"each coach places {_format_face_bounds(faces)}",
        face_up=lambda faces: f"face up: {_format_face_bounds(faces)}",
        compulsory=describe_if_true("they must be placed"),
        alike=lambda alike: "" if alike else "coaches may place different ones",
    )

    none: Annotated[
        bool,
        describe_key(
            "Whether no counters are allowed, and no pits face up unless `face_up` states their number.", True
        ),
    ] = False
    nothing: Annotated[Count, describe_key("The number of empty counters with which each coach begins.", 3)] = 3
    open_pit: Annotated[Count, describe_key("The number of open pits with which each coach begins.", 2)] = 2
    spiked_pit: Annotated[Count, describe_key("The number of spiked pits with which each coach begins.", 1)] = 1
    extra: Annotated[Count, describe_key("How many more pits each coach may add, of each kind.", 2)] = 3
    most_open_pits: Annotated[
        Count | None,
        describe_key("The most open pits in the whole dungeon; eight if neither it nor `each_coach` is stated.", 6),
    ] = None
    most_spiked_pits: Annotated[
        Count | None,
        describe_key("The most spiked pits in the whole dungeon; four if neither it nor `each_coach` is stated.", 3),
    ] = None
    each_coach: Annotated[
        dict[Face, NumberOrBounds],
        describe_key(
            "The number of counters of each face, and of all faces, that every coach places. "
            "Other faces are free. It replaces `nothing`, `open_pit`, `spiked_pit` and `extra`.",
            {"nothing": 2, "open_pit": {"max": 3}, "all": {"max": 5}},
        ),
    ] = field(default_factory=dict)
    face_up: Annotated[
        dict[Pit, NumberOrBounds],
        describe_key(
            "The number of squares with pits of each kind that are drawn face up.",
            {"open_pit": {"max": 4}, "spiked_pit": 0},
        ),
    ] = field(default_factory=dict)
    compulsory: Annotated[
        bool, describe_key("Whether every coach must place counters; otherwise a dungeon without any is legal.", True)
    ] = False
    alike: Annotated[bool, describe_key("Whether all coaches must place the same counters.", False)] = True

    def __post_init__(self) -> None:
        """Set the totals of the box of 1989 (eight pits, four spiked pits) where none is stated.

        With `each_coach`, which states other counters, no totals are set.
        """
        for name, usual in (("most_open_pits", 8), ("most_spiked_pits", 4)):
            if getattr(self, name) is None and not self.each_coach:
                force_setattr(self, name, usual)

    @classmethod
    def describe_parameters(cls, parameters: Parameters) -> str:
        """Describe the parameters in words: "none at all" if pits are forbidden.

        Parameters that `each_coach` replaces are left out.
        """
        if parameters.get("none"):
            return "none at all"
        replaced = ("nothing", "open_pit", "spiked_pit", "extra") if parameters.get("each_coach") else ()
        return super().describe_parameters({key: value for key, value in parameters.items() if key not in replaced})


def check(context: Context, settings: RuleSettings) -> Iterator[RuleProblem]:
    """Yield the problems of pit counters (which lie face down) and of pits drawn face up.

    If pits are forbidden, this is a single problem. Otherwise there is one if counters do not state their owner or
    face, one for each coach with wrong counters, and one for each kind of pit of which there are too many. Then follow
    the problems of the number of pits drawn face up.
    """
    counters = [trap for trap in context.board.layout.traps if trap.kind is TrapKind.COUNTER]
    face_up_squares = {
        kind: tuple(square for trap in context.board.traps if trap.kind is kind for square in trap.squares)
        for kind in (TrapKind.OPEN_PIT, TrapKind.SPIKED_PIT)
    }
    if settings.none:
        all_face_up = tuple(square for squares in face_up_squares.values() for square in squares)
        # If the settings state numbers of pits face up, these are checked below and not forbidden.
        yield from _find_forbidden_pits(context, _list_squares(counters), () if settings.face_up else all_face_up)
    else:
        if counters or settings.compulsory:
            yield from _check_counters(context.board.teams, counters, settings)
        yield from _find_excess_pits(face_up_squares, counters, settings)
    for face, allowed_count in settings.face_up.items():
        squares = face_up_squares[TrapKind(face)]
        description = f"{format_there_are(len(squares), *_NOUN_FORMS[face])} face up"
        yield from check_count(allowed_count, len(squares), description, squares)


def _find_forbidden_pits(
    context: Context, counters: tuple[Square, ...], pits: tuple[Square, ...]
) -> Iterator[RuleProblem]:
    """Yield one problem if the dungeon has pit counters or pits drawn face up although it must have none.

    Args:
        context: The context of the check.
        counters: The squares of the pit counters.
        pits: The squares of pits drawn face up.
    """
    if not (counters or pits):
        return
    texts = []
    if counters:
        texts.append(format_count(len(counters), "pit counter"))
    if pits:
        texts.append(f"{format_count(len(pits), 'pit')} face up")
    rule_entry = context.ruleset.rules.get("trap-counters")
    # gw-1989 (Pit Traps) only advises against pits outside expanded dungeons; house rules may forbid them.
    is_advice = rule_entry is None or rule_entry.level is RuleLevel.SHOULD
    reason = "which are recommended only for expanded dungeons" if is_advice else "but there must be none"
    message = f"the dungeon has {join_with_and(texts)}, {reason}"
    yield RuleProblem(message, (*counters, *pits), measured=len(counters) + len(pits), required=0)


def _check_counters(teams: Sequence[Team], counters: Sequence[Trap], settings: RuleSettings) -> Iterator[RuleProblem]:
    """Yield the problems of the face-down pit counters that the coaches put on the map.

    If some counters do not state their owner or face, only that is reported. Otherwise there is a problem for each
    coach with wrong counters. If all are right but the coaches must place the same counters and do not, there is one
    problem.
    """
    incomplete_squares = _list_squares([trap for trap in counters if trap.owner is None or trap.content is None])
    if incomplete_squares:
        squares_text = format_squares(incomplete_squares)
        message = f"the pit counters at {squares_text} must say whose they are and what is on their faces"
        yield RuleProblem(message, incomplete_squares, measured=len(incomplete_squares), required=0)
        return
    faces_by_team = {team: Counter(trap.content for trap in counters if trap.owner is team) for team in teams}
    are_all_right = True
    for team, faces in faces_by_team.items():
        unmet_requirements = list(_list_unmet_requirements(faces, settings))
        if not unmet_requirements and settings.compulsory and not faces.total():
            unmet_requirements.append("some")
        if unmet_requirements:
            are_all_right = False
            counters_text = _describe_counters(faces)
            squares = _list_squares([trap for trap in counters if trap.owner is team])
            message = f"the {team} coach places {counters_text}, but must place {join_with_and(unmet_requirements)}"
            yield RuleProblem(message, squares, measured=counters_text)
    if settings.alike and are_all_right:
        counters_by_team = {team: _describe_counters(faces) for team, faces in faces_by_team.items()}
        yield from _check_same_counters(counters_by_team, _list_squares(counters))


def _check_same_counters(counters_by_team: Mapping[Team, str], squares: tuple[Square, ...]) -> Iterator[RuleProblem]:
    """Yield a problem if the coaches do not all have the same pit counters.

    Args:
        counters_by_team: The counters of each team's coach in words, such as "2 pits and 1 spiked pit".
        squares: The squares of all counters.
    """
    first_team, *other_teams = counters_by_team
    first_text, *other_texts = counters_by_team.values()
    if all(text == first_text for text in other_texts):
        return
    others = ", ".join(f"{team} {text}" for team, text in zip(other_teams, other_texts, strict=True))
    if len(other_teams) == 1:
        message = f"both coaches must place the same counters, but {first_team} has {first_text}, {others}"
        yield RuleProblem(message, squares, measured=other_texts[0], required=first_text)
    else:
        message = f"all coaches must place the same counters, but {first_team} has {first_text}, {others}"
        yield RuleProblem(message, squares, measured=len({first_text, *other_texts}), required=1)


def _list_unmet_requirements(faces: Counter[CounterContent | None], settings: RuleSettings) -> Iterator[str]:
    """Yield each requirement that one coach's face-down counters do not meet, as a phrase such as "at least 2 pits".

    The settings state the requirements in one of two forms. `each_coach` has bounds for each face. Without it, a coach
    begins with `nothing` empty counters, `open_pit` pits and `spiked_pit` spiked pits, and may take up to `extra` more
    pits of either kind; for each of these he takes one more empty counter, too.

    Args:
        faces: How many of the coach's counters have each face.
        settings: The settings of the rule.
    """
    if settings.each_coach:
        yield from _list_broken_bounds(faces, settings.each_coach)
        return
    pit_count, spiked_count = faces[CounterContent.OPEN_PIT], faces[CounterContent.SPIKED_PIT]
    if pit_count < settings.open_pit:
        yield f"at least {format_count(settings.open_pit, 'pit')}"
    if spiked_count < settings.spiked_pit:
        yield f"at least {format_count(settings.spiked_pit, 'spiked pit')}"
    initial_count = settings.open_pit + settings.spiked_pit
    if pit_count + spiked_count > initial_count + settings.extra:
        yield f"at most {initial_count + settings.extra} pits of either kind"
    extra_count = max(0, pit_count + spiked_count - initial_count)
    required_empty = settings.nothing + extra_count
    if faces[CounterContent.NOTHING] != required_empty:
        yield f"exactly {format_count(required_empty, *_NOUN_FORMS['nothing'])}"


def _list_broken_bounds(
    faces: Counter[CounterContent | None], bounds_by_face: Mapping[Face, NumberOrBounds]
) -> Iterator[str]:
    """Yield the requirements of numbers of counters that are not met, as phrases such as "at most 3 pits".

    Args:
        faces: How many of one coach's counters have each face.
        bounds_by_face: How many there may be of each face, and of all faces together ("all").
    """
    for face, allowed_count in bounds_by_face.items():
        bounds = build_bounds(allowed_count)
        count = faces.total() if face == "all" else faces[CounterContent(face)]
        if not bounds.allows(count):
            singular, plural = _NOUN_FORMS[face]
            bounds_text = "no" if bounds.max == 0 else bounds.range_text
            yield f"{bounds_text} {singular if bounds.max == 1 else plural}"


def _find_excess_pits(
    face_up_squares: Mapping[TrapKind, tuple[Square, ...]], counters: Sequence[Trap], settings: RuleSettings
) -> Iterator[RuleProblem]:
    """Yield a problem for each kind of pit of which the whole dungeon has too many.

    Pits drawn face up count square by square, together with the counters of all coaches.
    """
    limit_by_kind = {TrapKind.OPEN_PIT: settings.most_open_pits, TrapKind.SPIKED_PIT: settings.most_spiked_pits}
    for kind, limit in limit_by_kind.items():
        counters_of_kind = [trap for trap in counters if trap.content and trap.content.value == kind.value]
        counter_squares = _list_squares(counters_of_kind)
        squares = (*counter_squares, *face_up_squares[kind])
        if limit is not None and len(squares) > limit:
            places = ["face up"] if face_up_squares[kind] else []
            places += ["among the counters"] if counter_squares else []
            count_text = format_there_are(len(squares), *_NOUN_FORMS[kind.value])
            message = f"{count_text} {join_with_and(places)}, but there may be at most {limit}"
            yield RuleProblem(message, squares, measured=len(squares), required=f"at most {limit}")


def _describe_counters(faces: Counter[CounterContent | None]) -> str:
    """Return one coach's counters in words, such as "2 pits and 1 spiked pit"; "no counters" if there are none.

    `faces` are the numbers of the counters by face.
    """
    nouns_by_face = {CounterContent(face): nouns for face, nouns in _NOUN_FORMS.items() if face != "all"}
    return join_with_and(
        [format_count(faces[face], *nouns) for face, nouns in nouns_by_face.items() if faces[face]] or ["no counters"]
    )


def _list_squares(traps: Sequence[Trap]) -> tuple[Square, ...]:
    """Return the square of each of these traps, which are counters of one square."""
    return tuple(trap.at for trap in traps)


def list_floor_requirements(settings: RuleSettings, ruleset: Ruleset, team_count: int) -> Iterator[FloorRequirement]:
    """Yield the records of which pit counters each coach may lay, and of how many pits may be drawn face up.

    A pit counter lies face down; its face shows a pit, a spiked pit or nothing. The records say it without a board, for
    code that draws a floor, such as the generator. Every such function gets `ruleset` and `team_count`, which are not
    needed here.
    """
    bounds_by_face = {face: build_bounds(number) for face, number in settings.each_coach.items()}
    yield CounterSupply(
        are_forbidden=settings.none,
        count_by_face={
            CounterContent.NOTHING: settings.nothing,
            CounterContent.OPEN_PIT: settings.open_pit,
            CounterContent.SPIKED_PIT: settings.spiked_pit,
        },
        extra_pits=settings.extra,
        bounds_by_face={CounterContent(face): bounds for face, bounds in bounds_by_face.items() if face != "all"},
        total_bounds=bounds_by_face.get("all"),
        are_compulsory=settings.compulsory,
    )
    if settings.face_up:
        yield PitCount({TrapKind(kind): build_bounds(number) for kind, number in settings.face_up.items()})
