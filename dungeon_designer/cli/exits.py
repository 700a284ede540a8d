"""How the program ends, as shells and build servers see it."""

from __future__ import annotations

LEGAL, NOT_LEGAL, FAILED = 0, 1, 2
"""All is well: every report is legal; some is not; something could not be read or written, or the call was wrong."""

INTERRUPTED, PIPE_CLOSED = 130, 141
"""Stopped by Ctrl+C; whoever read the output stopped reading. Both as shells have it."""
