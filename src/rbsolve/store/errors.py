"""The errors of a store."""

from __future__ import annotations


class StoreError(OSError):
    """The exception for a store that cannot be opened, read or written. str() returns the reason and a remedy."""


class LostConnectionError(StoreError):
    """The exception for a lost connection to the database server. A later retry may succeed."""
