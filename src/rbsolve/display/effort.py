"""The cost of a run, in words."""

from __future__ import annotations

NOTABLE = 1.0  # limit in seconds


def before_stepping(compiling: float, loading: float) -> str:
    """A text such as `, after 5.5 s of compiling`: the seconds before the first step, if there are many."""
    parts = [f"{seconds:.3g} s of {what}" for seconds, what in ((compiling, "compiling"), (loading, "loading"))]
    notable = [part for part, seconds in zip(parts, (compiling, loading), strict=True) if seconds > NOTABLE]
    return f", after {' and '.join(notable)}" if notable else ""
