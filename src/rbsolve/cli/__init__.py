"""The command line. `main` picks a command; each command is a module that is loaded only when it is used.

Exit codes: 0 done; 1 the deck has errors; 2 wrong usage; 3 the solution failed; 4 input or output failed; 130 interrupted.
"""

from __future__ import annotations

from rbsolve.cli.main import main

__all__ = ["main"]
