"""Measure what new dungeons have in common with the named ones: `python -m scripts.measure_proposals [EDITION …]`.

For each edition the script generates a sheet of 24 dungeons with a fixed seed, measures them and the edition's named
dungeons, and prints a table. With `--pictures FOLDER` it also draws each sheet.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path
from statistics import mean

from msgspec import Struct
from PIL import Image

import dungeon_designer as dd
from dungeon_designer.board.model import Board
from dungeon_designer.figures.character import find_dead_ends
from dungeon_designer.figures.survey import Survey, create_survey
from dungeon_designer.grid import SIDES, Square, find_bounds, find_neighbour, measure_distance
from dungeon_designer.kinds import HAZARDS, ObstacleKind, SectionKind, TerrainKind, TrapKind
from dungeon_designer.rulesets.loader import EDITIONS
from scripts.write_named import list_named_dungeons

SHEET_SIZE, SHEET_SEED = 24, 1
"""How many dungeons a sheet has, and the seed that they are generated from."""
NEAR_DISTANCE = 2
"""Two chests are near each other up to this distance in squares, with or without walls between."""
COLUMNS = 6
"""How many dungeons stand in one row of a sheet."""
ZONE_KINDS = (SectionKind.END_ZONE, SectionKind.ENTRY)


class ProposalFigures(Struct, frozen=True):
    """What is measured of one dungeon.

    Attributes:
        zone_share: The distance between the nearest squares of two teams' zones (the larger of across and down),
            divided by the longer side of the floor's bounding box.
        passed_sections: How many sections all must pass between the first two teams' zones, zones not counted.
        niches: How many chests lie in dead ends.
        chests: How many chests there are.
        near_pairs: How many pairs of chests lie within NEAR_DISTANCE squares.
        features: The kinds of hazards, furniture and machines that occur.
        large_rooms: How many large rooms there are.
        copied_sections: The share of the sections that have another one of the same tile or outline.
        notices: How many notices the check has.
    """

    zone_share: float
    passed_sections: int
    niches: int
    chests: int
    near_pairs: int
    features: frozenset[str]
    large_rooms: int
    copied_sections: float
    notices: int


def measure_dungeon(dungeon: dd.Dungeon) -> ProposalFigures:
    """Return the figures of a dungeon under its own ruleset."""
    board, report = dungeon.board, dungeon.check()
    survey = create_survey(board, dungeon.ruleset())
    dead_end_squares = {square for dead_end in find_dead_ends(survey) for square in dead_end}
    chests = dungeon.layout.chests
    tile_counts = Counter(section.tile for section in board.sections if section.tile)
    rooms = [section for section in board.sections if section.kind not in ZONE_KINDS]
    return ProposalFigures(
        zone_share=measure_zone_share(board),
        passed_sections=count_passed_sections(survey),
        niches=sum(chest in dead_end_squares for chest in chests),
        chests=len(chests),
        near_pairs=count_near_pairs(chests),
        features=frozenset(list_features(board)),
        large_rooms=sum(section.kind is SectionKind.LARGE_ROOM for section in rooms),
        copied_sections=sum(tile_counts[section.tile] > 1 for section in rooms) / max(1, len(rooms)),
        notices=len([finding for finding in report.findings if finding.level.value == "info"]),
    )


def measure_zone_share(board: Board) -> float:
    """Return the least distance between two teams' zones, divided by the longer side of the floor's bounding box."""
    squares_by_team: dict[object, set[Square]] = {}
    for zone in board.list_sections(*ZONE_KINDS):
        squares_by_team.setdefault(zone.team, set()).update(zone.squares)
    distances = [
        measure_distance(square, other)
        for first, second in combinations(squares_by_team.values(), 2)
        for square in first
        for other in second
    ]
    return min(distances, default=0) / max(find_bounds(board.squares)[1])


def count_passed_sections(survey: Survey) -> int:
    """Return how many sections all must pass on foot between the first two teams' zones; the zones do not count."""
    board, graph = survey.board, survey.context.walking_graph
    zones = board.list_sections(*ZONE_KINDS)
    teams = list(dict.fromkeys(zone.team for zone in zones))[:2]
    starts, targets = (
        {
            square
            for zone in zones
            if zone.team is team
            for zone_square in zone.squares
            for square in (zone_square, *(find_neighbour(zone_square, side) for side in SIDES))
            if square in graph
        }
        for team in (teams[0], teams[-1])
    )
    count = 0
    for section in board.sections:
        if section.kind in ZONE_KINDS:
            continue
        blocked = set(section.squares)
        visited = starts - blocked
        pending = list(visited)
        while pending:
            for neighbour in graph[pending.pop()]:
                if neighbour not in visited and neighbour not in blocked:
                    visited.add(neighbour)
                    pending.append(neighbour)
        count += visited.isdisjoint(targets)
    return count


def count_near_pairs(chests: Iterable[Square]) -> int:
    """Return how many pairs of chests lie within NEAR_DISTANCE squares, with or without walls between."""
    return sum(measure_distance(first, second) <= NEAR_DISTANCE for first, second in combinations(chests, 2))


def list_features(board: Board) -> Iterator[str]:
    """Yield the kinds of hazards, furniture and machines of a dungeon, as words."""
    yield from (kind.value for kind in {*board.terrain_at.values()} if kind in HAZARDS)
    yield from (kind.value for kind in {*board.terrain_at.values()} & {TerrainKind.BRIDGE, TerrainKind.ROPE_BRIDGE})
    yield from (kind.value for kind in {*board.obstacle_at.values()} if isinstance(kind, ObstacleKind))
    yield from {trap.kind.value for trap in board.traps if trap.kind is not TrapKind.COUNTER}
    yield from {section.kind.value for section in board.sections} & {"platform", "bridge"}
    yield from {type(machine).__name__ for machine in board.layout.machines}
    if board.layout.leap_edges:
        yield "leap-edge"


def summarise(name: str, figures: list[ProposalFigures]) -> list[str]:
    """Return one row of the table: the figures of some dungeons together."""
    count = len(figures)
    shares = sorted(each.zone_share for each in figures)
    chests = sum(each.chests for each in figures)
    passed = [each.passed_sections for each in figures]
    features = Counter(feature for each in figures for feature in each.features)
    return [
        name,
        str(count),
        f"{shares[0]:.2f} / {mean(shares):.2f}",
        f"{sum(share >= 0.65 for share in shares)}",
        f"{sum(share > 0.8 for share in shares)}",
        f"{sum(not number for number in passed)}",
        f"{sum(number >= 5 for number in passed)}",
        f"{100 * sum(each.niches for each in figures) / max(1, chests):.0f} %",
        f"{sum(bool(each.niches) for each in figures)}",
        f"{sum(each.near_pairs for each in figures)} in {sum(bool(each.near_pairs) for each in figures)}",
        f"{sum(bool(each.features) for each in figures)}",
        f"{mean(each.large_rooms for each in figures):.1f}",
        f"{mean(each.copied_sections for each in figures):.2f}",
        f"{mean(each.notices for each in figures):.1f}",
        ", ".join(f"{feature} {number}" for feature, number in sorted(features.items())),
    ]


HEADER = (
    *("dungeons", "of", "zones apart: least / mean", "≥ .65", "> .8", "no section all must pass", "5 or more"),
    *("chests in dead ends", "dungeons with", "near chest pairs", "with features", "large rooms", "tiles repeated"),
    *("notices", "features"),
)


def main() -> None:
    """Print the table for the editions named on the command line, or for all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("editions", nargs="*")
    parser.add_argument("--pictures", type=Path)
    parser.add_argument("--seed", type=int, default=SHEET_SEED)
    parser.add_argument("--count", type=int, default=SHEET_SIZE)
    parser.add_argument("--no-named", action="store_true")
    arguments = parser.parse_args()
    print(f"| {' | '.join(HEADER)} |\n|{'---|' * len(HEADER)}", flush=True)
    named = list(list_named_dungeons())
    for edition in arguments.editions or EDITIONS:
        own = [] if arguments.no_named else [each for each in named if each.layout.ruleset == edition]
        sheet = dd.Dungeon.generate(edition, count=arguments.count, seed=arguments.seed)
        for title, dungeons in ((f"{edition}, named", own), (f"{edition}, new", sheet)):
            if dungeons:
                print(f"| {' | '.join(summarise(title, [measure_dungeon(each) for each in dungeons]))} |", flush=True)
        if arguments.pictures:
            draw_sheet(sheet, arguments.pictures / edition)


def draw_sheet(dungeons: Iterable[dd.Dungeon], folder: Path) -> None:
    """Write a picture of each dungeon into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for old_file in folder.glob("*.png"):
        old_file.unlink()
    for number, dungeon in enumerate(dungeons, start=1):
        dungeon.draw(folder / f"{number:02}.png", square=4, dpi=100)
    join_pictures(sorted(folder.glob("*.png")), folder.with_suffix(".png"))


def join_pictures(files: list[Path], target: Path) -> None:
    """Write one picture with all pictures of a sheet, COLUMNS in each row."""
    pictures = [Image.open(file) for file in files]
    width, height = (max(picture.size[axis] for picture in pictures) + 10 for axis in (0, 1))
    sheet = Image.new("RGB", (COLUMNS * width, -(-len(pictures) // COLUMNS) * height), "white")
    for number, picture in enumerate(pictures):
        sheet.paste(picture, (number % COLUMNS * width, number // COLUMNS * height))
    sheet.save(target)


if __name__ == "__main__":
    main()
