"""Describes the cost of a run in words."""

from __future__ import annotations

NOTABLE = 1.0  # shorter times [s] are omitted


def before_stepping(compiling: float, loading: float) -> str:
    """Describe the time for compiling and loading before the first step, for example `, after 5.5 s of compiling`.
    Short times are omitted.
    """
    parts = [f"{seconds:.3g} s of {what}" for seconds, what in ((compiling, "compiling"), (loading, "loading"))]
    notable = [part for part, seconds in zip(parts, (compiling, loading), strict=True) if seconds > NOTABLE]
    return f", after {' and '.join(notable)}" if notable else ""
