"""The command line. `main` picks a command; each command is a module that is loaded only when it is used.

Exit codes are in `exit_codes.py`.
"""

from __future__ import annotations

from rbsolve.cli.main import main

__all__ = ["main"]
