"""Errors of a store."""

from __future__ import annotations


class StoreError(OSError):
    """The store cannot be opened, read or written; str() says why and what to do."""


class LostConnectionError(StoreError):
    """The database server went away; the same call may go through later."""
