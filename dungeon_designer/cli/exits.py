"""Exit statuses of the program, for shells and build servers."""

from __future__ import annotations

LEGAL, NOT_LEGAL, FAILED = 0, 1, 2
"""Every dungeon is legal; one is not; a file could not be read, judged or written, or the call was wrong."""

INTERRUPTED, PIPE_CLOSED = 130, 141
"""Ctrl+C stopped the command; the reader of the output stopped reading. Shells use the same numbers."""
