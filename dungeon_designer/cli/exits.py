"""How the program ends, as shells and build servers see it."""

from __future__ import annotations

LEGAL = 0
"""All is well: every report is legal."""

NOT_LEGAL = 1
"""Some report is not legal."""

FAILED = 2
"""Something could not be read or written, or the call was wrong."""

INTERRUPTED = 130
"""Stopped by Ctrl+C, as shells have it."""

TERMINATED = 143
"""Ended by SIGTERM while child processes worked, which it ended first; as shells have it."""

PIPE_CLOSED = 141
"""Whoever read the output stopped reading, as shells have it."""
