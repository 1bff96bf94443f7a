"""The command line. `main` picks a command; each command is a module of `commands` that is loaded only when it is used.

The commands share options, messages, progress and exit codes, which are beside them.
"""

from __future__ import annotations

from rbsolve.cli.main import main

__all__ = ["main"]
