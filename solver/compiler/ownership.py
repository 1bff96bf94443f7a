"""Checks which users could have written a file with machine code. Code of other users must never run.

A path is safe if only the user and root can change it. From the root of the file system on, each folder must belong to
one of them, and must not be writable by others. A shared folder such as /tmp is allowed if it is sticky. Other users
can then add files to the folder, but cannot replace existing files.
"""

from __future__ import annotations

import grp
import os
import pwd
import stat
from collections.abc import Set
from functools import cache
from pathlib import Path

_WRITABLE_BY_GROUP, _WRITABLE_BY_OTHERS = 0o020, 0o002


def flaw_of(folder: Path, root: Path | None = None) -> str | None:
    """Return the reason why others could change the content of a folder, or None if they cannot.

    `folder` must be a resolved path without links. `root` is a folder from which code is run anyway, if there is one.
    Then only the folders below `root` are checked, and the owner of `root` is trusted. Raise OSError if the folder does
    not exist.
    """
    if root is None:
        above = [*reversed(folder.parents)][1:]
        # The owner of the root folder can change the whole file system. In a container, an unmapped root appears as the
        # user `nobody`.
        owners = {os.stat("/").st_uid}
    else:
        above = [parent for parent in reversed(folder.parents) if root in parent.parents]
        owners = {root.stat().st_uid}
    for parent in above:
        found = flaw_in(parent, os.lstat(parent), owners, shared=True)
        if found is not None:
            return found
    return flaw_in(folder, os.lstat(folder), owners if root is not None else frozenset())


def flaw_in(path: Path, status: os.stat_result, owners: Set[int] = frozenset(), *, shared: bool = False) -> str | None:
    """Return why others could change a file or folder with this status, or None if they cannot. Its parent folder is
    not examined.

    A `shared` folder may be sticky.
    """
    mode, owner = status.st_mode, status.st_uid
    if stat.S_ISLNK(mode):
        return f"{path} has become a link"
    if owner not in (0, os.geteuid(), *owners):
        return f"{path} belongs to {_user(owner)}"
    if shared and mode & stat.S_ISVTX:
        return None
    if mode & _WRITABLE_BY_OTHERS or (mode & _WRITABLE_BY_GROUP and not _is_private(path, status.st_gid)):
        return f"other users can write to {path} (mode {stat.S_IMODE(mode):o})"
    return None


def _user(number: int) -> str:
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return f"user {number}"


def _is_private(path: Path, group: int) -> bool:
    """Return whether the user is the only member of a group. Such groups are the default on many systems. An access
    control list may still give access to other users.
    """
    if not _is_own_group(group):
        return False
    try:
        return not hasattr(os, "listxattr") or "system.posix_acl_access" not in os.listxattr(path)
    except OSError:  # the file system has no access control lists
        return True


@cache
def _is_own_group(group: int) -> bool:
    try:
        user, found = pwd.getpwuid(os.geteuid()), grp.getgrgid(group)
    except KeyError:
        return False
    return user.pw_gid == group and found.gr_name == user.pw_name and set(found.gr_mem) <= {user.pw_name}
