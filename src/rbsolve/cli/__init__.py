"""The command line. `main` selects a command; each command is a module of `commands` that is loaded only if it is used.

The commands share options, messages, progress and exit codes; these modules are in this folder.
"""

from __future__ import annotations

from rbsolve.cli.main import main

__all__ = ["main"]
