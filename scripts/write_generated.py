"""The dungeons of examples/generated/: `python -m scripts.write_generated [EDITION …]`.

Each edition's are those that one command writes, which their notes tell. Without a name those of the editions that have
none are proposed; with names, those of these editions anew, which is to be done after the generator was changed, and
the pictures looked at.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from dungeon_designer.rulesets.loader import EDITIONS

FOLDER = Path(__file__).resolve().parents[1] / "examples" / "generated"
COUNT = "3"
FIRST = 11
"""The seed of the first edition's dungeons; each has the next, editions without any the last, so that no two have one
name."""


def main() -> None:
    """Write those of the editions named, or of those that have none."""
    without = [edition for edition in EDITIONS if not (FOLDER / edition).exists()]
    order = [*(edition for edition in EDITIONS if edition not in without), *without]
    seeds = {edition: str(seed) for seed, edition in enumerate(order, start=FIRST)}
    for edition in sys.argv[1:] or without:
        with TemporaryDirectory() as folder:
            words = ["generate", "--ruleset", edition, "--count", COUNT, "--seed", seeds[edition]]
            subprocess.run([sys.executable, "-m", "dungeon_designer", *words, "-o", f"{folder}/out"], check=True)  # noqa: S603
            target = FOLDER / edition
            target.mkdir(parents=True, exist_ok=True)
            for old in target.glob("*.dungeon.yaml"):
                old.unlink()
            for sketch in sorted(Path(folder, "out").glob("*.dungeon.yaml")):
                (target / sketch.name).write_bytes(sketch.read_bytes())


if __name__ == "__main__":
    main()
