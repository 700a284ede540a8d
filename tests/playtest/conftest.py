"""Games in the test process run uncompiled: compiling takes longer than all of them. One test compares the two."""

from __future__ import annotations

import os

os.environ["NUMBA_DISABLE_JIT"] = "1"
