"""A call in words, so that it may be repeated."""

from __future__ import annotations

import shlex
from collections.abc import Collection

import click


def said(ctx: click.Context, elsewhere: Collection[str] = ()) -> str:
    """The call as it may be repeated, whatever machine it ran on: what was said, and the seed.

    `elsewhere` are options that change nothing in what is found.
    """
    words = ["dungeon-designer", ctx.info_name or ""]
    for param in ctx.command.params:
        name, value = param.name or "", ctx.params.get(param.name or "")
        if name in elsewhere or value in (None, (), "") or (value == param.default and name != "seed"):
            continue
        for each in value if isinstance(value, tuple) else (value,):
            words += _words(param, each)
    return shlex.join(words)


def _words(param: click.Parameter, value: object) -> list[str]:
    """A parameter with its value as one says them: an argument stands alone, a flag is one word."""
    if isinstance(param, click.Argument):
        return [str(value)]
    if isinstance(value, bool):
        return [(param.opts if value else param.secondary_opts)[-1]]
    return [param.opts[-1], str(value)]
