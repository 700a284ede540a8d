"""Text in the log of a build, whose every line a build server reads for commands."""

from __future__ import annotations

import re


def uncommanding(text: str) -> str:
    """The text with nothing in it that GitHub Actions would take for a command.

    >>> print(uncommanding("ruin ##[group]\\n  ::error ::ruin"))
    ruin #\\#[group]
      \\::error ::ruin
    """
    return re.sub(r"(?m)^([^\S\n]*)::", r"\1\\::", text).replace("##[", r"#\#[")
