"""Names supervisors as owners of leases, and finds out whether their processes have ended."""

from __future__ import annotations

import os
import secrets
import socket
from pathlib import Path
from typing import TYPE_CHECKING

from rbsolve.store import leases

if TYPE_CHECKING:
    from rbsolve.store.database import Database


def own_name() -> str:
    """Return the name of this process for leases. The name consists of the machine, the process, its start time, and a
    random word.
    """
    return f"{socket.gethostname()}:{os.getpid()}:{process_start(os.getpid())}:{secrets.token_hex(3)}"


def is_gone(owner: str) -> bool:
    """Return whether an owner was a process of this machine and has ended."""
    parts = owner.split(":")
    return len(parts) == 4 and parts[0] == socket.gethostname() and process_start(int(parts[1])) != parts[2]


def process_start(pid: int) -> str:
    """Return the start time of a process of this machine, in the system's units. The text is empty if the process does
    not exist or has ended.
    """
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return ""
    words = stat.rpartition(")")[2].split()
    return "" if words[0] == "Z" else words[19]


def release_deserted(database: Database) -> int:
    """Release the leases of ended supervisors of this machine, instead of waiting for the leases to expire."""
    return leases.release_deserted(database, [owner for owner in leases.owners(database) if is_gone(owner)])
