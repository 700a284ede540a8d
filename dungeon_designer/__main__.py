"""`python -m dungeon_designer`, and the command `dungeon-designer`."""

from __future__ import annotations

import gc
import signal
import sys
from contextlib import suppress

INTERRUPTED = 130
"""What shells expect of a program that Ctrl+C ended; `cli.exits` says the same once it is imported."""


THRESHOLDS = (100_000, 20, 50)
"""How many objects more there are when Python looks for those that refer to each other in a ring: with its usual 700,
that is a quarter of the work on a large dungeon, and next to none are found."""

PAINT = "--paint-picture"
"""The first argument of a stand-alone program that is to paint a large picture (`exports.rasterising`)."""


def main() -> None:
    """Runs the command line and ends the process with its status, even if interrupted while it still starts."""
    gc.set_threshold(*THRESHOLDS)
    if getattr(sys, "frozen", False):
        _serve()
    status = INTERRUPTED
    try:
        from dungeon_designer.cli.main import run

        status = run()
    except KeyboardInterrupt:
        pass
    if status == INTERRUPTED:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # pressed again and again, it is one line all the same
        with suppress(OSError, AttributeError):  # standard error may be closed, or missing in a window
            sys.stderr.write("dungeon-designer: interrupted\n")
    sys.exit(status)


def _serve() -> None:
    """In a stand-alone program: what other processes are started with their own Python for."""
    import multiprocessing

    multiprocessing.freeze_support()
    if sys.argv[1:2] == [PAINT]:
        from dungeon_designer.exports.rasterising import child

        del sys.argv[1]
        child()
        sys.exit()


if __name__ == "__main__":
    main()
