"""The command line. `main` selects a command. Each command is a module of `commands`, and is loaded only when it is
called. The other modules of this folder define common options, messages, progress and exit codes.
"""

from __future__ import annotations

from rbsolve.cli.main import main

__all__ = ["main"]
