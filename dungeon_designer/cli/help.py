"""How help texts show examples."""

from __future__ import annotations


def example(*lines: str) -> str:
    """Example calls as the last part of a help text, their lines kept as they are."""
    title = "Example:" if len(lines) == 1 else "Examples:"
    return "\n".join(("\b", title, *(f"  {line}" for line in lines)))
