"""Defines the exceptions for files that cannot be read as results."""

from __future__ import annotations

DAMAGE = (OSError, RuntimeError, LookupError, ValueError, TypeError, AttributeError, OverflowError)
"""The errors that h5py and parsers raise for damaged files."""


class ResultsError(OSError):
    """The error that a file cannot be read as results. str() returns the reason."""


class NothingKeptError(ResultsError):
    """The error that the run of a file was killed before it stored any rows."""


class MissingPartError(ResultsError, KeyError):
    """The error that a file lacks a required part."""
