"""`generate`: whole dungeons for an edition or a house ruleset."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from dungeon_designer.board.build import build
from dungeon_designer.cli import exits
from dungeon_designer.cli.console import Progress, complain, remark, say
from dungeon_designer.cli.files import folders_among, named_in, names_in, sets_named, write_output
from dungeon_designer.cli.gallery import call_again, exhibit
from dungeon_designer.cli.options import STYLES, command_of, output, seed
from dungeon_designer.cli.output_folder import fresh_folder
from dungeon_designer.cli.proposal_folder import SKETCH_ENDING, ProposalFolder
from dungeon_designer.dungeon import usual_symmetry
from dungeon_designer.errors import UsageError, did_you_mean, one_line
from dungeon_designer.generator.archive import Archive
from dungeon_designer.generator.descriptors import words_of
from dungeon_designer.generator.judging import settled
from dungeon_designer.generator.options import FurnitureStyle, Request
from dungeon_designer.generator.playing import can_play
from dungeon_designer.generator.proposal import Proposal, file_stem, with_notes
from dungeon_designer.generator.search import SearchResult, lays_tiles, possible_wishes, propose, work_of
from dungeon_designer.generator.wishes import wants_of
from dungeon_designer.layout.files import write_layout
from dungeon_designer.layout_edits.symmetry import SymmetryMode
from dungeon_designer.options import option
from dungeon_designer.reports.gallery import page
from dungeon_designer.rules.registry import load_ruleset
from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.text.files import read_bytes
from dungeon_designer.tiles.library import library
from dungeon_designer.tiles.reader import stock_of
from dungeon_designer.workers import workers_for

SYMMETRIES = ("half-turn", "left-right", "top-bottom", "quarter-turns", "none")


@dataclass(frozen=True, kw_only=True)
class GenerateCall:
    """The options of `generate`."""

    ruleset: str | None = option("Whose rules the dungeons keep; wanted.", metavar="ID|FILE.toml")
    count: int = option("How many.", 10, bounds=(1, 100_000), shown=True)
    output: str = output("A new or empty folder, or one to go on from; wanted.", "", metavar="DIR")
    tiles: tuple[str, ...] = option("Lay these tile sets; DIR is a folder of your own.", (), metavar="SET|DIR")
    stock: str | None = option("The tiles one owns: a TOML file with the number of each, by its id.", metavar="FILE")
    symmetry: str | None = option("How they repeat themselves; half-turn without it.", choices=SYMMETRIES)
    sides: int | None = option("How many play; the fewest the ruleset is for without it.", bounds=(2, 6))
    squares: str | None = option("The least and the most floor squares.", metavar="A-B")
    fit: str | None = option("The squares that fit the table, either way round.", metavar="WxH")
    rooms: str | None = option("Rooms that must occur: names, or ids of tiles.", metavar="NAME,...")
    want: tuple[str, ...] = option("A wish, such as long, few-loops or lava=2.", (), metavar="WISH")
    wants: bool = option("List the wishes there are, by edition, and do nothing else.", False)
    style: str = option(STYLES, FurnitureStyle.NAMED.value, choices=[each.value for each in FurnitureStyle])
    seed: int = seed()
    duration: str | None = option(
        "Search so long, such as 90s, 5m or 8h, for better ones.", metavar="TIME", name="--time"
    )
    playtest: bool | None = option(
        "Keep only those in which either side wins 48 to 52 % of matches; without either where matches can be played."
    )
    jobs: int | None = option("Processes; without it, one a core.", bounds=(1, 256))
    cluster: str | None = option("Search on the workers of this dask scheduler.", metavar="ADDRESS")
    force: bool = option("Replace files in DIR that were edited, or that it did not write.", False)


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
    if call.wants:
        say("".join(_wishes(call.ruleset)))
        return exits.LEGAL
    for name, given in (("--ruleset", call.ruleset), ("-o", call.output)):
        if not given:
            raise UsageError(f"{name} is wanted")
    request = _request(call)
    folder = ProposalFolder(call.output, request, call.force)
    found = _searched(call, request, folder)
    archive = found.archive
    if not len(archive):
        first = found.refusals.most_common(3)
        wishes = [each for each in found.refusals.most_common() if each[0].startswith("--want") and each not in first]
        most = ", ".join(f"{rule} ({count})" for rule, count in (*first, *wishes))
        why = f"; most often stood in the way: {most}" if most else ""
        complain(f"no legal dungeon was found among {found.tried} tried{why}")
        return exits.INTERRUPTED if found.ended == "stopped" else exits.NOT_LEGAL
    chosen = archive.chosen()
    with folder:
        try:
            _write(call, archive, chosen, folder)
        except KeyboardInterrupt:  # the same call goes on from it
            folder.keep(archive)
            raise
    say(one_line(f"{call.output}: {len(chosen)} dungeons in {len(archive.cells)} cells, of {found.tried} tried") + "\n")
    if len(chosen) < call.count:
        refused = ((rule, count) for rule, count in found.refusals.most_common() if rule.startswith("--want"))
        unmet = ", ".join(f"{rule} ({count})" for rule, count in refused)
        why = f"; wishes that were not met: {unmet}" if unmet else ""
        complain(f"{len(chosen)} of {call.count} dungeons were found{why}")
    if call.playtest is None and not request.playtest and request.sides == 2:
        played = replace(request, playtest=True)
        if not all(settled(proposal, played) for proposal in chosen):
            remark(f"no matches were played, so one side may win more often: they need numba ({INSTALL})")
    return exits.INTERRUPTED if found.ended == "stopped" else exits.LEGAL


def _request(call: GenerateCall) -> Request:
    rules = load_ruleset(call.ruleset or "", Path())
    played = call.sides or rules.sides.least
    if not rules.sides.allows(played):
        raise UsageError(f"--sides {played}: {rules.id} is for {rules.sides.in_letters}")
    if call.playtest and played != 2:
        raise UsageError("--playtest: matches of two sides are played, no others")
    if call.playtest and not can_play():
        raise UsageError(f"--playtest needs numba: {INSTALL}")
    known = library(folders_among(call.tiles))
    symmetry = None if call.symmetry is None else SymmetryMode("off" if call.symmetry == "none" else call.symmetry)
    sets = sets_named(call.tiles, known.sets)
    stock = stock_of(read_bytes(call.stock), call.stock, known.ids) if call.stock else {}
    squares, fit = _sizes(call)
    request = Request(
        ruleset=rules,
        library=known,
        sides=played,
        symmetry=symmetry or usual_symmetry(played),
        tiles=sets,
        stock=stock,
        squares=squares,
        fit=fit,
        rooms=names_in(call.rooms or ""),
        seed=call.seed,
        style=FurnitureStyle(call.style),
        playtest=played == 2 and can_play() if call.playtest is None else call.playtest,
    )
    request = replace(request, wants=wants_of(call.want, possible_wishes(request), rules.id))
    if request.rooms and lays_tiles(request):
        names = {name.casefold(): name for tile in known for name in (tile.id, tile.name)}
        for room in request.rooms:
            if room.casefold() not in names:
                raise UsageError(one_line(f"--rooms {room}: no tile of this name{did_you_mean(room, names.values())}"))
    return request


def _wishes(ruleset: str | None) -> Iterator[str]:
    """The wishes of a ruleset, or of each edition: key and what it asks."""
    for name in [ruleset] if ruleset else EDITIONS:
        request = Request(ruleset=load_ruleset(name, Path()), library=library())
        yield f"{name}\n"
        for key, wish in possible_wishes(request).items():
            yield f"  {key + ('=N' if wish.kind else ''):<12} {wish.words}\n"


def _sizes(call: GenerateCall) -> tuple[tuple[int, int] | None, tuple[int, int] | None]:
    """The least and the most squares, and the table's size; UsageError for what is neither."""
    squares = fit = None
    if call.squares is not None:  # 200-220, or 250 for exactly so many
        found = re.fullmatch(r"\s*(\d{1,5})\s*(?:-\s*(\d{1,5})\s*)?", call.squares)
        squares = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
        if not 1 <= squares[0] <= squares[1]:
            raise UsageError(one_line(f"--squares {call.squares}: two numbers such as 250-280 are wanted"))
    if call.fit is not None:  # 30x22
        found = re.fullmatch(r"\s*(\d{1,4})\s*[xX×]\s*(\d{1,4})\s*", call.fit)
        fit = (int(found[1]), int(found[2])) if found else (0, 0)
        if min(fit) < 1:
            raise UsageError(one_line(f"--fit {call.fit}: squares such as 30x22 are wanted"))
    return squares, fit


INSTALL = "pip install dungeon-designer[playtest]"


def _searched(call: GenerateCall, request: Request, folder: ProposalFolder) -> SearchResult:
    """Search, with the archive kept now and then, so that even a machine that fails loses little.

    The archive of a folder is gone on from. UsageError where a folder that is not empty has none, ReadError where it
    cannot be gone on from.
    """
    seconds = None
    if call.duration is not None:
        found = re.fullmatch(r"\s*(\d{1,6}(?:\.\d{1,3})?)\s*(s|m|min|h)?\s*", call.duration)
        if not found or not float(found[1]):
            raise UsageError(one_line(f"--time {call.duration}: a time such as 90s, 5m or 8h is wanted"))
        seconds = float(found[1]) * {"s": 1, "m": 60, "min": 60, "h": 3600}[found[2] or "s"]
    begun, saved = folder.begin(call.count), time.monotonic()

    def told(archive: Archive, new: int) -> None:
        nonlocal saved
        progress.advance(new)
        if len(archive) and time.monotonic() - saved > SAVED:
            folder.keep(archive)
            saved = time.monotonic()

    with ExitStack() as stack, Progress("Proposing", None if seconds else call.count) as progress:
        workers = workers_for(work_of(request), call.jobs or os.cpu_count() or 1, call.cluster, stack, complain)
        return propose(request, call.count, seconds=seconds, archive=begun, workers=workers, told=told)


SAVED = 60.0
"""Seconds after which the archive of a search that goes on is kept again."""


def _write(call: GenerateCall, archive: Archive, chosen: Sequence[Proposal], folder: ProposalFolder) -> None:
    """Write dungeons, their page and the archive; a new folder appears when all of it is there.

    In a folder that is there, dungeons of an earlier call that are no longer among the proposals go, unless somebody
    edited them; nothing else in it is touched.
    """
    root, request = folder.root, archive.request
    again = call_again(("output", "jobs", "cluster", "force"))
    named = named_in(root, call.ruleset or "")
    exhibits = []
    with fresh_folder(call.output) as fresh:
        for proposal in chosen:
            layout = with_notes(proposal, request, again, named)
            name = file_stem(layout.name)
            file = f"{name}{SKETCH_ENDING}"
            write_output(fresh / file, write_layout(layout, str(root / file)))
            group, *rest = words_of(proposal.cell)
            shown = exhibit(fresh, name, build(layout, request.library), request.ruleset)
            exhibits.append(replace(shown, file=file, folder=group, name=layout.name, line=", ".join(rest)))
        text = page("Proposed dungeons", exhibits, again, checked=False)
        write_output(fresh / folder.page_name, text.encode())
        write_output(fresh / folder.archive_name, archive.write())
        folder.fill(fresh, last=folder.archive_name)
