"""Settings every test shares."""

from __future__ import annotations

import gc
import os
import signal

from hypothesis import HealthCheck, settings

from dungeon_designer.__main__ import GC_THRESHOLDS

settings.register_profile(
    "steady", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("roaming", parent=settings.get_profile("steady"), derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
"""Windows are drawn in memory, unless a test opens a display of its own."""

os.environ["NUMBA_DISABLE_JIT"] = "1"
"""Games in the test process run uncompiled: compiling takes longer than all of them. One test compares the two.

It is said here, before any module of games is imported: half of them compiled would fit the other half no more.
"""

gc.set_threshold(*GC_THRESHOLDS)


def pytest_collection_finish() -> None:
    """Exempt what the tests are made of from garbage collection, since it stays to the end."""
    gc.freeze()


if signal.getsignal(signal.SIGINT) in (signal.SIG_IGN, signal.SIG_DFL):
    # Whoever runs the tests in the background has Ctrl+C ignored, and so would every program the tests start; and the
    # program's entrance, imported above, leaves Ctrl+C to the system until the program listens.
    signal.signal(signal.SIGINT, signal.default_int_handler)
