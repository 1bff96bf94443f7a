"""The possible outcomes of a run."""

from __future__ import annotations

from enum import Enum


class Outcome(Enum):
    """The outcome of a run. Its value is a sentence of advice that the command line prints."""

    def __init__(self, advice: str) -> None:
        self.advice = advice  # a copy of the value, because Python reads the attribute `value` more slowly

    # The method __hash__ of Enum is slow Python code, and a study looks up the outcome of each case.
    __hash__ = object.__hash__

    COMPLETE = "The run reached its end time."
    INTERRUPTED = "The run was interrupted. The output rows until then were saved."
    DIVERGED = (
        "The solution is no longer finite: use a smaller step. Stiff springs need an implicit integrator, or very small "
        "explicit steps."
    )
    NEWTON_STALLED = (
        "Newton's iteration did not converge even after halving the step: use a smaller step or a larger tolerance, "
        "or check for a locking joint."
    )
    EVERY_STEP_HALVED = (
        "Newton's iteration did not converge in any step of the given size, but only in parts of steps. The "
        "results therefore belong to a smaller step: use a smaller step."
    )
    STEP_TOO_SMALL = (
        "The step size control requested a step below the minimum: use larger tolerances, or check for a discontinuity."
    )
    ENDLESS_SWITCHING = (
        "The object switches endlessly at the same time, or so often that the run would not end. Possible causes "
        "are a signal whose output moves its own input across the other threshold, and a contact or stop so stiff "
        "that round-off opens it. Increase the distance of thresholds."
    )
    SINGULAR_ANGLES = (
        "The rotation angles of the formulation became singular: choose a Lie formulation, for example LIE_R3_SO3."
    )
    NO_EQUILIBRIUM = "There is no equilibrium: check for unsupported bodies, or start closer to an equilibrium."
    MECHANISM_LOCKED = (
        "The joints cannot follow the prescribed motions: check for a locking mechanism or a jump of a function."
    )
    UNDEFINED_MOTION = (
        "A prescribed motion has no value, rate or acceleration at this time: its function must be defined and smooth over the "
        "whole run."
    )
    UNDEFINED_SIGNAL = (
        "A signal that drives a force has no value at this time, but it must be defined over the whole run. Limit "
        "its inputs to the range of its definition, for example with max and min."
    )
    SINGULAR_SYSTEM = (
        "The equations of motion became singular: check for a locking mechanism, redundant constraints, or a body "
        "without inertia."
    )
