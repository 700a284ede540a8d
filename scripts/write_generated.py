"""Write the dungeons of examples/generated/: `python -m scripts.write_generated [EDITION …]`.

One command generates the dungeons of an edition; the file of each dungeon names that command. Without arguments the
script generates dungeons for the editions that have none. With the names of editions it generates the dungeons of
these editions anew. Do this after a change of the generator, and look at the pictures.
"""

from __future__ import annotations

import subprocess
import sys
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from dungeon_designer.analysis.team_access import measure_chest_distances, measure_unfairness
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.rules.context import Context
from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.rulesets.ruleset_model import Chests

GENERATED_FOLDER = Path(__file__).resolve().parents[1] / "examples" / "generated"
DUNGEONS_PER_EDITION = "3"
MAX_LINK_LENGTH = 2000
"""The most letters of the link that holds an example; the next attempt is made if a dungeon is too large for that."""
MAX_WALK_DIFFERENCE = 2
"""The most steps by which the teams' walks to a chest may differ in an example: as in our own dungeons."""
PAGE = "https://example.org/dungeons/"
FIRST_SEED = 11
"""The seed of the first edition's dungeons.

Each following edition has the next seed; editions without dungeons come last. A second attempt of an edition adds the
number of editions. So no two dungeons have the same name.
"""


def main() -> None:
    """Generate the dungeons of the named editions, or of all editions that have none, in place of the old files."""
    missing_editions = [edition for edition in EDITIONS if not (GENERATED_FOLDER / edition).exists()]
    ordered_editions = [*(edition for edition in EDITIONS if edition not in missing_editions), *missing_editions]
    seeds = {edition: seed for seed, edition in enumerate(ordered_editions, start=FIRST_SEED)}
    for edition in sys.argv[1:] or missing_editions:
        attempts = (generate_sketches(edition, seed) for seed in count(seeds[edition], len(EDITIONS)))
        sketches = next(attempt for attempt in attempts if fit_links(attempt) and have_equal_walks(attempt))
        target = GENERATED_FOLDER / edition
        target.mkdir(parents=True, exist_ok=True)
        for old_file in target.glob("*.dungeon.yaml"):
            old_file.unlink()
        for name, data in sketches.items():
            (target / name).write_bytes(data)


def generate_sketches(edition: str, seed: int) -> dict[str, bytes]:
    """Return the sketches of the dungeons that one command generates, by the names of their files."""
    with TemporaryDirectory() as folder:
        options = ["generate", "--ruleset", edition, "--count", DUNGEONS_PER_EDITION, "--seed", str(seed)]
        subprocess.run([sys.executable, "-m", "dungeon_designer", *options, "-o", f"{folder}/out"], check=True)  # noqa: S603
        return {path.name: path.read_bytes() for path in sorted(Path(folder, "out").glob("*.dungeon.yaml"))}


def fit_links(sketches: dict[str, bytes]) -> bool:
    """Return whether a link of at most MAX_LINK_LENGTH letters can hold each sketch."""
    links = [Dungeon.parse(data.decode()).link(PAGE) for data in sketches.values()]
    return max(map(len, links)) <= MAX_LINK_LENGTH


def have_equal_walks(sketches: dict[str, bytes]) -> bool:
    """Return whether the teams' walks to the chests are about equal in each sketch, as a reader expects of an example.

    A proposal for more than two teams is only as fair as a search can make it.
    """
    return all(
        measure_walk_difference(Dungeon.parse(data.decode())) <= MAX_WALK_DIFFERENCE for data in sketches.values()
    )


def measure_walk_difference(dungeon: Dungeon) -> float:
    """Return the largest difference of the teams' steps to a chest, from each team's nearest to its farthest."""
    ruleset = dungeon.ruleset()
    connectivity = Context(dungeon.board, ruleset).connectivity
    unfairness = measure_unfairness(measure_chest_distances(connectivity, ruleset.chests is Chests.IMPASSABLE))
    return float("inf") if unfairness is None else unfairness


if __name__ == "__main__":
    main()
