"""The command line. `main` selects a command. Each command is a module of `commands`, which is loaded only if it is
used. The modules for common options, messages, progress and exit codes are in this folder."""

from __future__ import annotations

from rbsolve.cli.main import main

__all__ = ["main"]
