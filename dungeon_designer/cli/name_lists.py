"""Lists of names as options take them."""

from __future__ import annotations


def names_in(*options: str) -> tuple[str, ...]:
    """Names given in one option with commas between, or in several.

    >>> names_in("chests, portals", "balls")
    ('chests', 'portals', 'balls')
    """
    return tuple(name.strip() for option in options for name in option.split(",") if name.strip())
