"""What most engines of the run loop say alike (solver/integrators/registry.py has the whole face)."""

from __future__ import annotations


class IntegratorBase:
    """The usual answers; an engine with others has attributes of its own."""

    failed_object: str | None = None
    detail: str | None = None
    has_conjugate_quaternions = False

    @property
    def notes(self) -> tuple[str, ...]:
        """Nothing beside the rows."""
        return ()

    @property
    def is_between_steps(self) -> bool:
        """Every call ends between two steps."""
        return True
