"""Run the `generate` command: propose whole dungeons for an edition or house rules, and write them into a folder."""

from __future__ import annotations

import dataclasses
import os
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from dungeon_designer.board.build import build_board
from dungeon_designer.cli import exits
from dungeon_designer.cli.console import Progress, print_error, print_note, print_text
from dungeon_designer.cli.files import find_tile_sets, format_ruleset_path, select_folders, write_output
from dungeon_designer.cli.game_compiling import compile_games
from dungeon_designer.cli.options import build_command, output_option
from dungeon_designer.cli.output_folder import new_folder_beside
from dungeon_designer.cli.picture_page import draw_entry, format_repeated_call
from dungeon_designer.cli.proposal_folder import SKETCH_ENDING, ProposalFolder
from dungeon_designer.errors import UsageError, escape_line
from dungeon_designer.generator.archive import Archive
from dungeon_designer.generator.descriptors import list_bin_names
from dungeon_designer.generator.generator_options import GenerateOptions, Request
from dungeon_designer.generator.judging import is_fair_without_matches
from dungeon_designer.generator.match_decisions import explain_unchecked, find_required_decided_share
from dungeon_designer.generator.proposal import Proposal, add_notes, build_file_stem
from dungeon_designer.generator.request_builder import build_request
from dungeon_designer.generator.search import (
    SearchResult,
    build_search_work,
    list_possible_wishes,
    propose_dungeons,
)
from dungeon_designer.installation import explain_installing
from dungeon_designer.layout.dungeon_files import write_layout
from dungeon_designer.options import option
from dungeon_designer.reports.gallery_page import GalleryEntry, write_gallery
from dungeon_designer.rules.rule_registry import load_ruleset
from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.tiles.library import load_library
from dungeon_designer.workers import open_workers


@dataclass(frozen=True, kw_only=True)
class GenerateCall:
    """The options of `generate`."""

    ruleset: str | None = option("The ruleset that the dungeons keep (required).", metavar="ID|FILE.toml")
    count: int = option("The number of dungeons.", 10, bounds=(1, 100_000), show_default=True)
    output: str = output_option("A folder that is new, empty, or from an earlier call (required).", "", metavar="DIR")
    options: GenerateOptions
    list_wishes: bool = option("Only list the wishes, by edition.", False, name="--wants")
    duration: str | None = option(
        "Go on searching for better dungeons for this time, such as 90s, 5m or 8h.", metavar="TIME", name="--time"
    )
    jobs: int | None = option("The number of processes; by default one a core.", bounds=(1, 256))
    cluster: str | None = option("Search on the workers of this dask scheduler.", metavar="ADDRESS")
    force: bool = option("Also replace files in DIR that you edited or that it did not write.", False)


@build_command(
    "dungeon-designer generate --ruleset naf-2019 --count 14 -o halls",
    "dungeon-designer generate --ruleset gw-2021 --tiles gw-2021 --stock cupboard.toml -o league",
    "dungeon-designer generate --ruleset kings-cup.toml --squares 200-220 --fit 30x20 --time 5m -o cup",
)
def command(call: GenerateCall) -> int:
    """Propose whole dungeons that are legal (`check --strict`), fair, and different from each other.

    DIR gets a sketch of each, a page of pictures, and the archive of the search. A later call with the same options
    goes on from there. The same seed gives the same dungeons on any number of processes.

    The exit status is 1 if no legal dungeon is found. After Ctrl+C, those found so far are written.
    """
    if call.list_wishes:
        print_text("".join(_list_wishes(call.ruleset)))
        return exits.LEGAL
    for name, value in (("--ruleset", call.ruleset), ("-o", call.output)):
        if not value:
            raise UsageError(f"{name} is missing; name it")
    request = _build_request(call)
    folder = ProposalFolder(call.output, request, call.force)
    result = _run_search(call, request, folder)
    is_stopped = result.end_reason == "stopped"
    if not len(result.archive):
        _print_nothing_found(result)
        return exits.INTERRUPTED if is_stopped else exits.NOT_LEGAL
    chosen = result.archive.choose_proposals()
    with folder:
        try:
            _write_proposals(call, result.archive, chosen, folder)
        except KeyboardInterrupt:  # the same call goes on from it
            folder.save_archive(result.archive)
            raise
    _print_summary(call, request, result, chosen)
    return exits.INTERRUPTED if is_stopped else exits.LEGAL


def _print_nothing_found(result: SearchResult) -> None:
    """Print that a search found no legal dungeon, with the most frequent reasons why dungeons were refused.

    A reason is a rule or a wish, with the number of dungeons that it refused. The three most frequent reasons are
    named, and all wishes.
    """
    top_refusals = result.refusal_counts.most_common(3)
    wish_refusals = [refusal for refusal in _list_refusing_wishes(result) if refusal not in top_refusals]
    refusals_text = ", ".join(f"{reason} ({count})" for reason, count in (*top_refusals, *wish_refusals))
    explanation = f"; most often ruled out by: {refusals_text}" if refusals_text else ""
    print_error(f"no legal dungeon was found among {result.candidate_count} tried{explanation}")


def _list_refusing_wishes(result: SearchResult) -> list[tuple[str, int]]:
    """Return the wishes of the call, such as ``--want long``, for which a search refused dungeons, most refusals first.

    Each comes with the number of dungeons that it refused.
    """
    return [(reason, count) for reason, count in result.refusal_counts.most_common() if reason.startswith("--want")]


def _print_summary(call: GenerateCall, request: Request, result: SearchResult, chosen: Sequence[Proposal]) -> None:
    """Print how many dungeons a search found, why there are no more, and whether nobody knows how fair they play.

    Args:
        call: the options of the call.
        request: what the search looked for.
        result: what the search found.
        chosen: the dungeons that were written.
    """
    # a cell holds the dungeons that are alike in what tells dungeons apart, such as length and width
    cell_count = len(result.archive.proposals_by_cell)
    counts_text = f"{len(chosen)} dungeons in {cell_count} cells, of {result.candidate_count} tried"
    print_text(escape_line(f"{call.output}: {counts_text}; {_describe_decided_check(call, request)}") + "\n")
    if len(chosen) < call.count:
        unmet_wishes = ", ".join(f"{wish} ({count})" for wish, count in _list_refusing_wishes(result))
        reason = f"; wishes that were not met: {unmet_wishes}" if unmet_wishes else ""
        print_error(f"{len(chosen)} of {call.count} dungeons were found{reason}")
    # without --playtest or --no-playtest matches are played wherever numba is installed
    is_library_missing = call.options.playtest is None and not request.playtest
    is_missed = is_library_missing and request.team_count == 2  # the program plays matches of two teams only
    # dungeons whose symmetry makes the chances of both teams equal need no matches to be fair
    if is_missed and not all(is_fair_without_matches(proposal, request) for proposal in chosen):
        hint = escape_line(explain_installing("numba"))
        print_note(f"no matches were played, so one team may win more often: they need numba ({hint})")


def _describe_decided_check(call: GenerateCall, request: Request) -> str:
    """Return in words how often matches on the written dungeons are decided, or why that was not checked."""
    limit = find_required_decided_share(request)
    if limit is not None:
        return f"at least {100 * limit:.0f} % of the matches on each are decided"
    is_unasked = call.options.playtest is False
    reason = "--no-playtest" if is_unasked else explain_unchecked(request.ruleset, request.team_count)
    return f"not checked: how often matches are decided ({reason})"


def _build_request(call: GenerateCall) -> Request:
    """Return the request for the search that the options of a call describe.

    Raises:
        UsageError: options do not fit the ruleset or each other, or name what does not exist.
    """
    ruleset = load_ruleset(call.ruleset or "", Path())
    tile_library = load_library(select_folders(call.options.tiles))
    set_names = find_tile_sets(call.options.tiles, tile_library.sets)
    return build_request(dataclasses.replace(call.options, tiles=set_names), ruleset, tile_library)


WISH_COLUMN_WIDTH = 12
"""How many characters wide the keys of wishes are listed, which is enough for most of them."""


def _list_wishes(ruleset: str | None) -> Iterator[str]:
    """Yield lines that list the wishes, which `--want` accepts, for a ruleset; for each edition if it is None.

    A wish is a property that generated dungeons shall have, such as ``long``. Each has a line with its key, ``=N`` if
    it takes a number, and its meaning.
    """
    for name in [ruleset] if ruleset else EDITIONS:
        request = Request(ruleset=load_ruleset(name, Path()), library=load_library())
        yield f"{name}\n"
        for key, wish in list_possible_wishes(request).items():
            takes_number = wish.kind is not None  # N places with a kind of terrain or obstacle, such as three bridges
            key_text = f"{key}=N" if takes_number else key
            yield f"  {key_text:<{WISH_COLUMN_WIDTH}} {wish.description}\n"


def _run_search(call: GenerateCall, request: Request, folder: ProposalFolder) -> SearchResult:
    """Search for proposals (generated dungeons), and save the archive of the best ones every minute.

    So little is lost if the machine fails. If the folder holds an archive of an earlier call, the search continues from
    it.

    Raises:
        UsageError: `--time` cannot be read, or the folder is not empty and has no archive.
        ReadError: the archive cannot be continued.
    """
    seconds = None if call.duration is None else _parse_duration(call.duration)
    initial_archive, last_save_time = folder.open_archive(call.count), time.monotonic()

    def report_progress(archive: Archive, new_count: int) -> None:
        """Show the progress, and save the archive (the best dungeons so far) if it was last saved over a minute ago."""
        nonlocal last_save_time
        progress.advance(new_count)
        if len(archive) and time.monotonic() - last_save_time > SAVE_INTERVAL_S:
            folder.save_archive(archive)
            last_save_time = time.monotonic()

    process_count = call.jobs or os.cpu_count() or 1
    if request.playtest and call.cluster is None:
        compile_games()
    with ExitStack() as stack, Progress("Proposing", None if seconds else call.count) as progress:
        workers = open_workers(build_search_work(request), process_count, call.cluster, stack, print_error)
        return propose_dungeons(
            request,
            call.count,
            seconds=seconds,
            archive=initial_archive,
            workers=workers,
            report_progress=report_progress,
        )


def _parse_duration(text: str) -> float:
    """Return the value of `--time`, such as ``90s``, ``5m``, ``5min`` or ``8h``, in seconds; a bare number is seconds.

    Raises:
        UsageError: the text is no time, or it is zero.
    """
    match = re.fullmatch(r"\s*(?P<number>\d{1,6}(?:\.\d{1,3})?)\s*(?P<unit>s|m|min|h)?\s*", text)
    if not match or not float(match["number"]):
        raise UsageError(escape_line(f"--time {text}: write a time such as 90s, 5m or 8h"))
    return float(match["number"]) * {"s": 1, "m": 60, "min": 60, "h": 3600}[match["unit"] or "s"]


SAVE_INTERVAL_S = 60.0
"""Seconds between two times that the archive of a running search is saved."""


def _write_proposals(call: GenerateCall, archive: Archive, chosen: Sequence[Proposal], folder: ProposalFolder) -> None:
    """Write the generated dungeons, a page that shows them, and the archive from which a search can continue.

    A new folder appears only when it is complete.

    In a folder that exists, dungeons of an earlier call that are no longer proposed are deleted, unless somebody edited
    them. Other files in it stay as they are.
    """
    # a command that finds the same dungeons again: without the options that do not change what is found
    repeated_call = format_repeated_call(ignored_options=("output", "jobs", "cluster", "force"))
    with new_folder_beside(call.output) as new_folder:
        entries = [
            _write_proposal(call, proposal, archive.request, new_folder, folder.root, repeated_call)
            for proposal in chosen
        ]
        # checked: whether the page says that tests keep it fresh, as only pages in the repository of this program do
        page = write_gallery("Proposed dungeons", entries, repeated_call, checked=False)
        write_output(new_folder / folder.page_name, page.encode())
        write_output(new_folder / folder.archive_name, archive.encode_archive())
        folder.fill_from(new_folder, last_name=folder.archive_name)


def _write_proposal(
    call: GenerateCall, proposal: Proposal, request: Request, new_folder: Path, root: Path, repeated_call: str
) -> GalleryEntry:
    """Write the file of a generated dungeon and its picture, and return its entry on the page of pictures.

    Args:
        call: the options of the call.
        proposal: the dungeon.
        request: what the search looked for.
        new_folder: the folder to write to.
        root: the folder to which the files are moved when all are written.
        repeated_call: a command that generates the same dungeons; the notes of the dungeon contain it.
    """
    layout = add_notes(proposal, request, repeated_call, format_ruleset_path(root, call.ruleset or ""))
    name = build_file_stem(layout.name)
    file = f"{name}{SKETCH_ENDING}"
    write_output(new_folder / file, write_layout(layout, str(root / file)))
    entry = draw_entry(new_folder, name, build_board(layout, request.library), request.ruleset)
    # words that tell dungeons apart, such as "long": the first sorts the page into groups
    group, *other_words = list_bin_names(proposal.cell)
    return replace(entry, file=file, folder=group, name=layout.name, line=", ".join(other_words))
