"""Defines the diagnostics of a run: time, severity, code, message and object.

An engine reports through its `log` (`solver/integrators/base.py`), and a sensor through `Rows.report`. Both kinds of
diagnostics appear in the terminal and in the group /findings of the results file. A new code needs a line in
`RUN_CODES`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

ERROR, WARNING, NOTE = "error", "warning", "note"

MOST_OF_A_CODE = 20
"""The largest number of diagnostics of the same code that a run lists. Further diagnostics are only counted."""

RUN_CODES = {
    "steps-in-parts": "An implicit method divided some steps because Newton's iteration did not converge over the whole step.",
    "impacts-in-parts": "Fixed steps were too long for impacts and were divided to resolve them.",
    "friction-in-parts": "Fixed steps of an explicit method were too long for friction near rest, so they were divided for stability.",
    "unlocated-switches": "A signal switched so often within steps that not every switch was located.",
    "sliding-switch": (
        "The forces on both sides of a switch pushed the motion back, so it stayed on the switch. "
        "The motion has second-order errors."
    ),
    "faint-crossings": (
        "A signal stayed at the threshold of an event, because the motion stayed on a switch. Only "
        "its departure from the threshold counts as a crossing."
    ),
    "unresolved-impacts": "A contact or a stop is too stiff for its mass: no part of a step resolves an impact, so the energy may grow.",
    "deep-overlap": "Convex shapes overlapped by more than the rounding of their edges, so the point of contact may jump.",
    "unexplained-energy": "The energy changed by more than forces and prescribed motions explain: the steps do not resolve the motion.",
    "unresolved-growth": "Errors grow so fast that an implicit method damps them. The results look steady although the model is unstable.",
    "loose-tolerance": "The tolerance of a step is large relative to the model, so the whole motion may be wrong.",
    "small-steps": "One body determines most steps of an adaptive method, and these steps are small.",
    "equilibrium": "STATIC found an equilibrium. The message names its kind.",
    "unstable-equilibrium": "STATIC found an unstable equilibrium.",
    "ambiguous-equilibrium": (
        "STATIC found one of many equilibria: without any force, a body could move or a signal could change."
    ),
    "restless-signal": "A signal that drives no force has no steady value and keeps its initial value.",
    "unused-parameter": "The deck does not use a design parameter of the requested derivatives.",
    "no-tangent": "Derivatives are differences of runs, because the run has no exact derivatives.",
    "derivatives-of-steps": "Derivatives are exact for the steps. They may differ for the exact motion if contacts change in a step. "
    "A warning names sensors for which a difference of runs deviates from them.",
    "no-effect": "A design parameter of the requested derivatives affects no sensor.",
    "inaccurate-derivative": "Derivatives have an estimated error between 1e-8 and 1e-6 of their largest value.",
    "uncertain-derivative": "Derivatives with respect to a design parameter have a large estimated error: the motion is not smooth.",
    "no-derivative": "Derivatives with respect to a design parameter are missing, because runs with changed values failed.",
    "diverged": "The run failed: the solution is not finite.",
    "newton-stalled": "The run failed: Newton's iteration did not converge.",
    "every-step-halved": "The run failed: Newton's iteration did not converge in any step of the given size.",
    "step-too-small": "The run failed: the step size control requested a step below the permitted minimum.",
    "singular-angles": "The run failed: the rotation angles of the formulation became singular.",
    "no-equilibrium": "The run failed: there is no equilibrium, or none was found.",
    "mechanism-locked": "The run failed: the joints cannot follow the prescribed motions.",
    "undefined-motion": "The run failed: a prescribed motion has no value.",
    "undefined-signal": "The run failed: a signal that drives a force has no value.",
    "endless-switching": "The run failed: a contact, a stop or a signal switches endlessly.",
    "signal-without-value": "A signal that drives no force has no value in some output rows.",
    "frame-without-value": "A function of time that moves a frame has no value, rate or acceleration in some output rows.",
    "beyond-half-turn": "A joint, bushing or torsion spring turned by more than half a turn: springs that count no turns change direction.",
    "beyond-curve": "A point left an end of its curve. There, an open curve continues as a straight line.",
    "ambiguous-mean-rotation": "The mean rotation of several bodies is not unique in some output rows, and has no meaning there.",
    "singular-system": "The run failed: the equations of motion are singular.",
}
"""The meaning of each code that only a run can report, not a check."""


class Finding(NamedTuple):
    """A diagnostic of a run for its user, from its check or from the run itself."""

    time: float
    """Time [s], which is NaN for diagnostics of the check."""
    severity: str
    """The severity: `error`, `warning` or `note`."""
    code: str
    """A code of the check, or a code in `RUN_CODES`."""
    message: str
    object: str = ""
    """The kind and the name of the object in the deck, such as `body top`, or an empty text."""
    hint: str = ""
    """A remedy, if the message does not contain one."""
    file: str = ""
    """The file of the deck, relative to the master deck. It is empty for diagnostics of the run itself."""
    line: int = 0
    """The line in this file, counted from 1, or 0 if there is no line."""
    count: int = 1  # type: ignore[assignment]  # replaces the method of tuples, which is not needed here
    """The number of diagnostics that this record represents. It is more than 1 if further diagnostics of the same code
    are not listed.
    """

    def __str__(self) -> str:
        """Return the diagnostic as one line, without its hint."""
        place = f"{self.file}:{self.line}: " if self.file else ""
        return f"{place}{self.severity}[{self.code}]: {self.told}"

    @property
    def told(self) -> str:
        """Return the message. For a diagnostic of the run itself, the time and the object precede it."""
        when = "" if math.isnan(self.time) else f"t = {self.time:.9g} s: "
        subject = f"{self.object}: " if self.object and not self.file else ""
        return f"{when}{subject}{self.message}"


class FindingLog:
    """The diagnostics of a run so far. The log contains the first diagnostics of each code, and the number of further
    diagnostics.

    The log is part of an engine's memory (`MEMORY`). Each diagnostic is therefore reported only once, even if a run is
    resumed or returns to an earlier state to locate an event.
    """

    MEMORY = ("log.entries", "log.unlisted", "log.last")
    """The paths of the attribute `log` in an engine."""

    def __init__(self) -> None:
        # The log replaces tuples instead of extending lists, because memories compare tuples by identity
        # (solver/model/memory.py).
        self.entries: tuple[tuple[float, str, str, str, str], ...] = ()
        """Time, severity, code, message and object of each diagnostic."""
        self.unlisted: tuple[tuple[str, str, int, float], ...] = ()
        """For each code with unlisted diagnostics: the code, the severity, the number of these diagnostics, and their
        last time.
        """
        self.last: tuple[tuple[str, tuple[float, ...]], ...] = ()
        """Names, and their numbers in the last examined row. A diagnostic may depend on the change since this row."""

    def last_of(self, name: str) -> tuple[float, ...] | None:
        """Return the numbers of a name in the last examined row, or None before the first row."""
        return next((numbers for known, numbers in self.last if known == name), None)

    def keep_last(self, name: str, numbers: Iterable[float]) -> None:
        """Store the numbers that an object `name` has in the last examined row."""
        others = tuple(entry for entry in self.last if entry[0] != name)
        self.last = (*others, (name, tuple(map(float, numbers))))

    def report(self, time: float, severity: str, code: str, message: str, about: str = "") -> None:
        """Report a diagnostic at a time [s] about an object such as `body top`. Raise KeyError for a code that is not
        in `RUN_CODES`.
        """
        RUN_CODES[code]
        listed = sum(entry[2] == code for entry in self.entries)
        if listed < MOST_OF_A_CODE:
            self.entries = (*self.entries, (float(time), severity, code, message, about))
            return
        before = next((count for known, _, count, _ in self.unlisted if known == code), 0)
        others = tuple(entry for entry in self.unlisted if entry[0] != code)
        self.unlisted = (*others, (code, severity, before + 1, float(time)))

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Return the reported diagnostics in order of time. If further diagnostics of a code were only counted, their
        number follows.
        """
        if not self.entries:
            return ()
        found = [Finding(*entry) for entry in self.entries]
        found += [
            Finding(time, severity, code, f"{count} more diagnostics {code}, the last one at this time", count=count)
            for code, severity, count, time in self.unlisted
        ]
        return in_order(found)


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return diagnostics in order of time, and then in order of code. The cause of a failed run comes last."""
    found = tuple(findings)
    if len(found) < 2:  # fast path, because this function is called several times for each case of a study
        return found
    return tuple(sorted(found, key=lambda finding: (finding.time, finding.severity == ERROR, finding.code)))


def warnings_among(findings: Iterable[Finding]) -> int:
    """Return the number of warnings, including warnings that are only counted."""
    return sum(finding.count for finding in findings if finding.severity == WARNING)
