"""Disks that take nothing, for a while."""

import errno
import os
from contextlib import contextmanager, nullcontext
from pathlib import Path
from unittest.mock import patch

import pytest


@contextmanager
def fill_disk(where=True):
    """Let no file grow, as on a full disk, and yield whether that can be done here."""
    if not where:
        with nullcontext():
            yield
        return
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def lock_folder(folder):
    """Let nothing be made or removed in a folder, not even by root, as on a read-only disk."""
    opening = os.open

    def refusing(real):
        def call(path, *arguments, **more):
            making = real is not opening or arguments[0] & os.O_CREAT
            if making and Path(os.fsdecode(path)).parent == folder:
                raise OSError(errno.EROFS, "Read-only file system")
            return real(path, *arguments, **more)

        return call

    calls = {name: refusing(getattr(os, name)) for name in ("open", "unlink", "rename")}
    with patch.multiple(os, **calls):
        yield
