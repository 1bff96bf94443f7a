"""The command line. `main` picks a command; each command is a module of `commands` that is loaded only when it is used.

Beside them stands what they share: options, messages, progress, exit codes.
"""

from __future__ import annotations

from rbsolve.cli.main import main

__all__ = ["main"]
