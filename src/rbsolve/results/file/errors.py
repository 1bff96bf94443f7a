"""The exceptions for files that cannot be read as results."""

from __future__ import annotations

DAMAGE = (OSError, RuntimeError, LookupError, ValueError, TypeError, AttributeError, OverflowError)
"""The errors that h5py and parsers raise for damaged files."""


class ResultsError(OSError):
    """The exception for a file that cannot be read as results. str() returns the reason."""


class NothingKeptError(ResultsError):
    """The exception for the file of a run that was killed before it stored any rows."""


class MissingPartError(ResultsError, KeyError):
    """The exception for a file that lacks a required part."""
