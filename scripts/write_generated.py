"""Write the dungeons of examples/generated/: `python -m scripts.write_generated [EDITION …]`.

One command generates the dungeons of an edition; the notes of each dungeon name that command. Without arguments the
script generates dungeons for the editions that have none. With the names of editions it generates the dungeons of
these editions anew. Do this after a change of the generator, and look at the pictures.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from dungeon_designer.rulesets.loader import EDITIONS

GENERATED_FOLDER = Path(__file__).resolve().parents[1] / "examples" / "generated"
DUNGEONS_PER_EDITION = "3"
FIRST_SEED = 11
"""The seed of the first edition's dungeons.

Each following edition has the next seed; editions without dungeons come last. So no two dungeons have the same name.
"""


def main() -> None:
    """Generate the dungeons of the named editions, or of all editions that have none, in place of the old files."""
    missing_editions = [edition for edition in EDITIONS if not (GENERATED_FOLDER / edition).exists()]
    ordered_editions = [*(edition for edition in EDITIONS if edition not in missing_editions), *missing_editions]
    seeds = {edition: str(seed) for seed, edition in enumerate(ordered_editions, start=FIRST_SEED)}
    for edition in sys.argv[1:] or missing_editions:
        with TemporaryDirectory() as folder:
            options = ["generate", "--ruleset", edition, "--count", DUNGEONS_PER_EDITION, "--seed", seeds[edition]]
            subprocess.run([sys.executable, "-m", "dungeon_designer", *options, "-o", f"{folder}/out"], check=True)  # noqa: S603
            target = GENERATED_FOLDER / edition
            target.mkdir(parents=True, exist_ok=True)
            for old_file in target.glob("*.dungeon.yaml"):
                old_file.unlink()
            for sketch in sorted(Path(folder, "out").glob("*.dungeon.yaml")):
                (target / sketch.name).write_bytes(sketch.read_bytes())


if __name__ == "__main__":
    main()
