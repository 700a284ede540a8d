"""`python -m dungeon_designer`, and the command `dungeon-designer`."""

from __future__ import annotations

import sys

INTERRUPTED = 130
"""What shells expect of a program that Ctrl+C ended; `cli.exits` says the same once it is imported."""


def main() -> None:
    """Runs the command line and ends the process with its status, even if interrupted while it still starts."""
    try:
        from dungeon_designer.cli.main import run
    except KeyboardInterrupt:
        if sys.stderr is not None:
            sys.stderr.write("dungeon-designer: interrupted\n")
        sys.exit(INTERRUPTED)
    sys.exit(run())


if __name__ == "__main__":
    main()
