"""The exit codes of commands."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """The exit codes, on which scripts of users rely."""

    DONE = 0
    DECK_ERRORS = 1
    USAGE = 2
    SOLUTION_FAILED = 3
    INPUT_OUTPUT = 4
    INTERRUPTED = 130


class UsageError(Exception):
    """An error in arguments that argparse accepts. str() returns the reason."""
