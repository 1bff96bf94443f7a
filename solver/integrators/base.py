"""What most engines of the run loop say alike (solver/integrators/registry.py has the whole face)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from rbsolve.solver.model.findings import Finding, FindingLog


def never() -> bool:
    """The answer of a run that nobody interrupts."""
    return False


class IntegratorBase:
    """The usual answers; an engine with others has attributes of its own."""

    failed_object: str | None = None
    detail: str | None = None
    has_conjugate_quaternions = False
    has_jacobian = False
    interrupted: Callable[[], bool] = staticmethod(never)

    @cached_property
    def log(self) -> FindingLog:
        """Where to report something at a time. `MEMORY` of every engine has `FindingLog.MEMORY`."""
        return FindingLog()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What the log has; an engine that finds more in its counters, at the end, adds that."""
        return self.log.findings

    @property
    def is_between_steps(self) -> bool:
        """Every call ends between two steps."""
        return True

    def notice_input(self) -> None:
        """An input has changed between two steps: what is known of the forces there holds no longer."""
