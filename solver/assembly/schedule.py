"""Determines the output times and the fixed steps from the analysis block."""

from __future__ import annotations

import math

from rbsolve.language.described import Described
from rbsolve.language.diagnostics import Code, Diagnostics, Span
from rbsolve.language.options import Options
from rbsolve.language.recall import recallable
from rbsolve.parser.schema.analysis import MOST_ROWS, MOST_STEPS
from rbsolve.solver.assembly.method import analysis_type, time_range
from rbsolve.solver.model.analyses import DYNAMIC, START, STATIC
from rbsolve.solver.model.compiled import Schedule

DEFAULT_ADAPTIVE_OUTPUTS = 1000


@recallable
def make_schedule(analysis: Described, options: Options, adaptive: bool, diagnostics: Diagnostics) -> Schedule | None:
    """Return the schedule of an ANALYSIS with the given options. If the steps do not divide the output intervals,
    report an error and return None.

    If no step is given, a static analysis has one row at the start or at a requested time. A kinematic analysis then
    has a row at each thousandth of the time range.
    """
    kind = analysis_type(analysis, options)
    t0, t1 = time_range(analysis)
    t1 = next(time for time in (options.instant, options.t_end, t1) if time is not None)
    if options.instant is not None and t1 < t0:
        message = f"there is no state at t = {t1:g} s: the run starts at {t0:g} s"
        place = options.place("instant", analysis.span_of("SIMULATION_TIME_RANGE"))
        diagnostics.error(Code.INVALID_VALUE, message, place)
        return None
    if kind != DYNAMIC:
        step = _step_between(analysis, options)
        single = _single(kind, t0, t1, step is not None, analysis, options, diagnostics)
        if single is not None:
            return single
        options = options._replace(step=(t1 - t0) / DEFAULT_ADAPTIVE_OUTPUTS if step is None else step)
    if not t1 > t0:
        message = f"the end time {t1:g} must be after the start time {t0:g}"
        place = options.place("t_end", analysis.span_of("SIMULATION_TIME_RANGE"))
        diagnostics.error(Code.INVALID_VALUE, message, place)
        return None
    return _space(t0, t1, analysis, options, adaptive, diagnostics)


def _single(
    kind: str,
    t0: float,
    t1: float,
    has_steps: bool,
    analysis: Described,
    options: Options,
    diagnostics: Diagnostics,
) -> Schedule | None:
    """Return the schedule of a single row, at the start or at an equilibrium. Return None if the analysis is a sequence
    of equilibria or a motion.
    """
    is_sequence = has_steps and analysis.get("ANALYSIS_TYPE") == STATIC
    if kind == STATIC and options.instant not in (None, t0) and not is_sequence:
        return Schedule.single(t0, t1)
    if kind == START or (kind == STATIC and (not is_sequence or t1 == t0)):
        if analysis.get("ANALYSIS_TYPE") == STATIC == kind and options.instant is None:
            _note_single(t0, t1, has_steps, analysis, diagnostics)
        return Schedule.single(t0)
    return None


def _space(
    t0: float, t1: float, analysis: Described, options: Options, adaptive: bool, diagnostics: Diagnostics
) -> Schedule | None:
    """Return the schedule of output rows from t0 to t1, with fixed steps between the rows."""
    h = analysis.get("TIME_STEP_SIZE") if options.step is None else options.step
    if h is None and not adaptive:
        message = "an integrator with fixed steps needs @TIME_STEP_SIZE"
        diagnostics.error(Code.MISSING_KEYWORD, message, analysis.span)
        return None
    if h is not None and not h > 0.0:
        place = options.place("step", analysis.span_of("TIME_STEP_SIZE"))
        diagnostics.error(Code.INVALID_VALUE, "the time step must be positive", place)
        return None
    output = t1 - t0 if options.ends_only else options.output_step or analysis.get("OUTPUT_STEP_SIZE")
    if output is None:
        frequency = analysis.get("ARCHIVAL_FREQUENCY")
        if adaptive and (frequency is None or h is None):
            if frequency is not None:
                _report_no_steps(analysis, diagnostics)
            output = (t1 - t0) / DEFAULT_ADAPTIVE_OUTPUTS
        else:
            output = h * (frequency or 1)
    if not _is_feasible(t1 - t0, output, None if adaptive else h, analysis, options, diagnostics):
        return None
    if adaptive:
        per_output = 1
        h = min(h, t1 - t0) if h is not None else math.nan
    else:
        fitted = _steps_per_output(output, h, options.place("step", analysis.span_of("TIME_STEP_SIZE")), diagnostics)
        if fitted is None:
            return None
        per_output = fitted
    intervals, last_fraction = _intervals(t0, t1, output)
    last = max(1, math.ceil(per_output * last_fraction - 1e-9)) if last_fraction < 1.0 else per_output
    # Larger step counts occur only in the last interval, if the end of the run shortens it. They are therefore limited
    # here.
    return Schedule(t0, t1, output, intervals, min(per_output, MOST_STEPS), min(last, MOST_STEPS), h)


def _is_feasible(
    duration: float,
    output: float,
    h: float | None,
    analysis: Described,
    options: Options,
    diagnostics: Diagnostics,
) -> bool:
    """Return whether a run with so many rows or steps is permitted. If not, report an error with the smallest permitted
    size.
    """
    for what, size, most, keyword, option in (
        ("rows", output, MOST_ROWS, "OUTPUT_STEP_SIZE", "output_step"),
        ("steps", h, MOST_STEPS, "TIME_STEP_SIZE", "step"),
    ):
        if size is not None and not duration / size <= most:
            message = (
                f"a run of {duration:g} s has {duration / size:.3g} {what} of {size:g} s; at most {most:,} are allowed"
            )
            in_deck = analysis.span_of(keyword if keyword in analysis else "SIMULATION_TIME_RANGE")
            place = options.place(option, options.place("t_end", in_deck))
            hint = f"give @{keyword} of at least {duration / most:.3g} s, or a shorter @SIMULATION_TIME_RANGE"
            diagnostics.error(Code.INVALID_VALUE, message, place, hint)
            return False
    return True


def _note_single(t0: float, t1: float, has_steps: bool, analysis: Described, diagnostics: Diagnostics) -> None:
    """Note that only one equilibrium is computed, because a sequence needs both steps and a time range."""
    if has_steps or t1 != t0:
        lacking = "@SIMULATION_TIME_RANGE" if has_steps else "@OUTPUT_STEP_SIZE"
        message = f"only one equilibrium is computed, at t = {t0:g} s"
        diagnostics.note(
            Code.CONFLICTING_KEYWORDS,
            message,
            analysis.span_of("SIMULATION_TIME_RANGE"),
            f"add {lacking} for a sequence of equilibria",
        )


def _report_no_steps(analysis: Described, diagnostics: Diagnostics) -> None:
    diagnostics.warning(
        Code.CONFLICTING_KEYWORDS,
        f"`@ARCHIVAL_FREQUENCY` has no effect: adaptive methods write {DEFAULT_ADAPTIVE_OUTPUTS} rows, independent of their steps",
        analysis.span_of("ARCHIVAL_FREQUENCY"),
        "give @OUTPUT_STEP_SIZE instead",
    )


def _step_between(analysis: Described, options: Options) -> float | None:
    """Return the time between two solutions of an analysis without integration, or None if the deck does not give it."""
    given = options.step, analysis.get("TIME_STEP_SIZE"), analysis.get("OUTPUT_STEP_SIZE")
    return next((step for step in given if step is not None), None)


def _steps_per_output(output: float, h: float, span: Span, diagnostics: Diagnostics) -> int | None:
    ratio = output / h
    whole = max(1, round(ratio))
    if abs(ratio - whole) > 1e-9 * whole:
        diagnostics.error(
            Code.STEP_MISMATCH,
            f"the time step {h:.12g} does not divide the output step {output:.12g}",
            span,
            f"the nearest suitable time step is {output / whole:.12g}",
        )
        return None
    return whole


def _intervals(t0: float, t1: float, output: float) -> tuple[int, float]:
    """Return the number of output intervals, and the length of the last interval relative to the other intervals."""
    ratio = (t1 - t0) / output
    whole = math.floor(ratio + 1e-9 * max(1.0, ratio))
    fraction = ratio - whole
    return (whole + 1, fraction) if fraction > 1e-9 * max(1.0, ratio) else (whole, 1.0)
