"""What a file keeps when another takes its place: owner, group, mode, access list, attributes.

Only the superuser may give a file away, so another's file becomes the writer's. Where the group or the access list
cannot be kept, the group gets no more than everybody has: the new file is never more readable than the old.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

_ACCESS = "system.posix_acl_access"
_KEPT = ("user.", "system.", "security.selinux")
"""How the names of attributes begin that a file keeps; the others say something of the old content."""


def give_attributes(opened: int, target: Path, old: os.stat_result) -> None:
    """Give an open file, so far private, what the target has; `old` is the target's status."""
    group_kept = _owned(opened, old)
    kept = _described(opened, target) and group_kept
    mode = stat.S_IMODE(old.st_mode)
    if os.fstat(opened).st_uid != old.st_uid:
        mode &= ~stat.S_ISUID
    if not kept:
        mode &= ~(stat.S_ISGID | stat.S_IRWXG) | (mode & stat.S_IRWXO) << 3
    if hasattr(os, "fchmod"):  # else it is Windows, whose files have no more than a mark against writing
        os.fchmod(opened, mode)


def _owned(opened: int, old: os.stat_result) -> bool:
    """Hand the file to its owner and group, or to the group at least; whether the group is the old one."""
    for owner in (old.st_uid, -1):
        now = os.fstat(opened)
        if (now.st_uid, now.st_gid) != (old.st_uid, old.st_gid) and hasattr(os, "fchown"):
            with suppress(OSError):
                os.fchown(opened, owner, old.st_gid)
    return os.fstat(opened).st_gid == old.st_gid


def _described(opened: int, target: Path) -> bool:
    """Copy the access list and the attributes; whether the list is the old one, and none where there was none."""
    if not hasattr(os, "listxattr"):
        return True
    try:
        names = os.listxattr(target)
    except OSError:  # this file system has none
        return True
    with suppress(OSError):
        os.removexattr(opened, _ACCESS)  # what the folder gives every new file
    for name in names:
        if name.startswith(_KEPT):
            with suppress(OSError):
                os.setxattr(opened, name, os.getxattr(target, name))
    return _access_list(opened) == _access_list(target)


def _access_list(file: int | Path) -> bytes:
    """A file's access list as the system holds it; empty when it has none beside its mode."""
    try:
        return os.getxattr(file, _ACCESS)
    except OSError:
        return b""
