"""`generate`: whole dungeons for an edition or a house ruleset."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import click
from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.cli import exits
from dungeon_designer.cli.console import Progress, complain, say
from dungeon_designer.cli.files import folders_among, names_in, seen_from, sets_named
from dungeon_designer.cli.options import Seed, command_of
from dungeon_designer.cli.proposals import Folder, said
from dungeon_designer.dungeon import usual_symmetry
from dungeon_designer.errors import ReadError, UsageError, did_you_mean, one_line
from dungeon_designer.generator.archive import Archive
from dungeon_designer.generator.judging import settled
from dungeon_designer.generator.options import Request
from dungeon_designer.generator.playing import can_play
from dungeon_designer.generator.proposal import Proposal
from dungeon_designer.generator.search import Found, lays_tiles, propose, work_of
from dungeon_designer.layout_edits.symmetry import SymmetryMode
from dungeon_designer.options import Option
from dungeon_designer.pipeline import ALL
from dungeon_designer.rules.registry import load_ruleset
from dungeon_designer.text.files import read_bytes
from dungeon_designer.text.read_faults import Fault
from dungeon_designer.text.toml_text import LARGEST, read_toml
from dungeon_designer.tiles.library import library
from dungeon_designer.workers import workers_for

SYMMETRIES = ("half-turn", "left-right", "top-bottom", "quarter-turns", "none")


class GenerateCall(Struct, frozen=True, kw_only=True):
    """The options of `generate`."""

    ruleset: Annotated[str, Option("Whose rules the dungeons keep.", metavar="ID|FILE.toml")]
    count: Annotated[int, Option("How many.", bounds=(1, 100_000), shown=True)] = 10
    output: Annotated[str, Option("A new or empty folder, or one to go on from.", metavar="DIR", name="-o")]
    tiles: Annotated[
        tuple[str, ...], Option("Lay these tile sets; DIR is a folder of your own.", metavar="SET|DIR")
    ] = ()
    stock: Annotated[
        str | None, Option("The tiles one owns: a TOML file with the number of each, by its id.", metavar="FILE")
    ] = None
    symmetry: Annotated[str | None, Option("How they repeat themselves; half-turn without it.", choices=SYMMETRIES)] = (
        None
    )
    sides: Annotated[int | None, Option("How many play; the fewest the ruleset is for without it.", bounds=(2, 6))] = (
        None
    )
    squares: Annotated[str | None, Option("The least and the most floor squares.", metavar="A-B")] = None
    fit: Annotated[str | None, Option("The squares that fit the table, either way round.", metavar="WxH")] = None
    rooms: Annotated[str | None, Option("Rooms that must occur: names, or ids of tiles.", metavar="NAME,...")] = None
    seed: Seed = 1
    duration: Annotated[
        str | None,
        Option("Search so long, such as 90s, 5m or 8h, for better ones.", metavar="TIME", name="--time"),
    ] = None
    playtest: Annotated[
        bool | None,
        Option(
            "Keep only those in which either side wins 48 to 52 % of matches;"
            " without either where matches can be played."
        ),
    ] = None
    jobs: Annotated[int | None, Option("Processes; without it, one a core.", bounds=(1, 256))] = None
    cluster: Annotated[str | None, Option("Search on the workers of this dask scheduler.", metavar="ADDRESS")] = None


@command_of(
    "dungeon-designer generate --ruleset naf-2019 --count 14 -o halls",
    "dungeon-designer generate --ruleset gw-2021 --tiles gw-2021 --stock cupboard.toml -o league",
    "dungeon-designer generate --ruleset kings-cup.toml --squares 200-220 --fit 30x20 --time 5m -o cup",
)
def command(call: GenerateCall) -> int:
    """Propose whole dungeons that are legal (`check --strict`), fair, and unlike each other.

    DIR gets a sketch of each, a page of pictures sorted by what tells them apart, and the archive of the search; a
    later call with the same options goes on from it. The same seed gives the same dungeons on any number of processes.

    The exit status is 0, 1 when nothing legal was found, 2 when the call was wrong, and 130 when it was stopped: then
    what was found is written all the same.
    """
    request = _request(call)
    request = replace(request, playtest=_playable(call.playtest, request))
    seconds = _seconds(call.duration)
    folder = _folder(call, request, said(click.get_current_context(), ELSEWHERE))
    with ExitStack() as stack:
        found = _searched(folder, call, seconds, stack)
    if not len(found.archive):
        complain(_nothing(found))
        return exits.INTERRUPTED if found.ended == "stopped" else exits.NOT_LEGAL
    _write(folder, call, found)
    return exits.INTERRUPTED if found.ended == "stopped" else exits.LEGAL


def _write(folder: Folder, call: GenerateCall, found: Found) -> None:
    """Write what was found, and say what there is, and what of it is short of what was asked."""
    archive, chosen = found.archive, found.archive.chosen()
    folder.write(archive, chosen)
    say(one_line(f"{call.output}: {len(chosen)} dungeons in {len(archive.cells)} cells, of {found.tried} tried") + "\n")
    if len(chosen) < call.count:
        complain(f"{len(chosen)} of {call.count} dungeons were found")
    if call.playtest is None and _unplayed(chosen, archive.request):
        complain(f"no matches were played, so one side may win more often: they need numba ({INSTALL})")


def _request(call: GenerateCall) -> Request:
    if call.ruleset == ALL:
        raise UsageError("dungeons are proposed for one ruleset: give its id or file")
    rules = load_ruleset(call.ruleset, Path())
    played = call.sides or rules.sides.least
    if not rules.sides.allows(played):
        raise UsageError(f"--sides {played}: {rules.id} is for {rules.sides.words}")
    known = library(folders_among(call.tiles))
    request = Request(
        ruleset=rules,
        library=known,
        sides=played,
        symmetry=_way(call.symmetry, played),
        tiles=sets_named(call.tiles, known.sets),
        stock=_stock(call.stock, known.ids),
        squares=_range(call.squares),
        fit=_size(call.fit),
        rooms=names_in(call.rooms or ""),
        seed=call.seed,
    )
    _known_rooms(request)
    return request


def _known_rooms(request: Request) -> None:
    """UsageError for a room of which there is no tile, where floors are laid from tiles."""
    if not request.rooms or not lays_tiles(request):
        return
    known = {name.casefold(): name for tile in request.library for name in (tile.id, tile.name)}
    for room in request.rooms:
        if room.casefold() not in known:
            raise UsageError(one_line(f"--rooms {room}: no tile of this name{did_you_mean(room, known.values())}"))


def _playable(playtest: bool | None, request: Request) -> bool:
    """Whether matches are to be played; where nothing is said, if they can be. UsageError where they cannot."""
    if playtest is None:
        return request.sides == 2 and can_play()
    if playtest and request.sides != 2:
        raise UsageError("--playtest: matches of two sides are played, no others")
    if playtest and not can_play():
        raise UsageError(f"--playtest needs numba: {INSTALL}")
    return playtest


INSTALL = "pip install dungeon-designer[playtest]"


def _unplayed(proposals: Sequence[Proposal], request: Request) -> bool:
    """Whether matches would have been played on some of the dungeons if they could be."""
    if request.playtest or request.sides != 2:
        return False
    return not all(settled(proposal, replace(request, playtest=True)) for proposal in proposals)


def _way(symmetry: str | None, sides: int) -> SymmetryMode:
    """The symmetry said, or without one that which gives so many sides the same, where one does."""
    if symmetry is not None:
        return SymmetryMode.OFF if symmetry == "none" else SymmetryMode(symmetry)
    return usual_symmetry(sides)


def _range(text: str | None) -> tuple[int, int] | None:
    """``200-220`` as two numbers, ``250`` as twice the same."""
    if text is None:
        return None
    found = re.fullmatch(r"\s*(\d{1,5})\s*(?:-\s*(\d{1,5})\s*)?", text)
    least, most = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
    if not 1 <= least <= most:
        raise UsageError(one_line(f"--squares {text}: two numbers such as 250-280 are wanted"))
    return least, most


def _size(text: str | None) -> tuple[int, int] | None:
    """``30x22`` as two numbers."""
    if text is None:
        return None
    found = re.fullmatch(r"\s*(\d{1,4})\s*[xX×]\s*(\d{1,4})\s*", text)
    if not found or min(int(found[1]), int(found[2])) < 1:
        raise UsageError(one_line(f"--fit {text}: squares such as 30x22 are wanted"))
    return int(found[1]), int(found[2])


def _seconds(text: str | None) -> float | None:
    """``90``, ``90s``, ``5m`` or ``8h`` in seconds."""
    if text is None:
        return None
    found = re.fullmatch(r"\s*(\d{1,6}(?:\.\d{1,3})?)\s*(s|m|min|h)?\s*", text)
    if not found or not float(found[1]):
        raise UsageError(one_line(f"--time {text}: a time such as 90s, 5m or 8h is wanted"))
    return float(found[1]) * {"s": 1, "m": 60, "min": 60, "h": 3600}[found[2] or "s"]


def _stock(file: str | None, known: Sequence[str]) -> dict[str, int]:
    """How many there are of each tile a file names, by id or set by set; ReadError where it is wrong."""
    if file is None:
        return {}
    try:
        data = read_toml(read_bytes(file, LARGEST))
    except Fault as fault:
        raise ReadError(file, "", fault.problem) from None
    stock: dict[str, int] = {}
    for name, value in data.items():
        of_set = (
            {f"{name}/{tile}": count for tile, count in value.items()} if isinstance(value, dict) else {name: value}
        )
        stock.update(of_set)
    for tile, count in stock.items():
        if tile not in known:
            raise ReadError(file, tile, f"no tile of this id{did_you_mean(tile, known)}")
        if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= MOST_TILES:
            raise ReadError(file, tile, f"a number of tiles is wanted, from 0 to {MOST_TILES}")
    if not any(stock.values()):
        raise ReadError(file, "", "it holds no tile; name how many there are of each, by id")
    return stock


MOST_TILES = 10_000
"""How many of a tile one may own."""


ELSEWHERE = ("output", "jobs", "cluster")
"""Options that change nothing in what is found."""


def _folder(call: GenerateCall, request: Request, said: str) -> Folder:
    named = call.ruleset
    if named.lower().endswith(".toml"):
        named = seen_from(call.output, named)
    return Folder(call.output, request, said, named)


def _searched(folder: Folder, call: GenerateCall, seconds: float | None, stack: ExitStack) -> Found:
    """Search, with the archive kept now and then, so that even a machine that fails loses little."""
    begun = folder.archive(call.count)
    progress = stack.enter_context(Progress("Proposing", None if seconds else call.count))
    saved = [time.monotonic()]

    def told(archive: Archive, new: int) -> None:
        progress.advance(new)
        if len(archive) and time.monotonic() - saved[0] > SAVED:
            folder.save(archive)
            saved[0] = time.monotonic()

    workers = workers_for(work_of(folder.request), call.jobs or os.cpu_count() or 1, call.cluster, stack)
    return propose(folder.request, call.count, seconds=seconds, archive=begun, workers=workers, told=told)


SAVED = 60.0
"""Seconds after which the archive of a search that goes on is kept again."""


def _nothing(found: Found) -> str:
    """Why nothing was found, in a line."""
    most = ", ".join(f"{rule} ({count})" for rule, count in found.refusals.most_common(3))
    why = f"; most often stood in the way: {most}" if most else ""
    return f"no legal dungeon was found among {found.tried} tried{why}"
