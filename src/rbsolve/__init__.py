"""rbsolve: a Dymore-style input-deck solver for rigid-body dynamics."""

from __future__ import annotations

__version__ = "0.1.0"
