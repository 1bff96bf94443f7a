"""The errors of a store."""

from __future__ import annotations


class StoreError(OSError):
    """The error that the store cannot be opened, read or written. str() returns the reason and a remedy."""


class LostConnectionError(StoreError):
    """The error that the connection to the database server is lost. A later retry may succeed."""
