"""`python -m dungeon_designer`, and the command `dungeon-designer`."""

from __future__ import annotations

import sys


def main() -> None:
    """Runs the command line and ends the process with its status."""
    from dungeon_designer.cli.main import run

    sys.exit(run())


if __name__ == "__main__":
    main()
