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
        if name in elsewhere or not value or (value == param.default and name != "seed"):
            continue
        option = [] if isinstance(param, click.Argument) else [param.opts[-1]]
        for each in value if isinstance(value, tuple) else (value,):
            words += option if each is True else [*option, str(each)]
    return shlex.join(words)
