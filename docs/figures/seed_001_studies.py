"""Holzinger et al. (2024): the decks, methods and steps of the studies, and the cases as numbers that are stored beside
the page.

A study measures errors at the end of the run against values with 13 digits (reference_values.py). Alternatively, as in
the captions of the paper, it takes the maximum over the run against a run of the method that the paper names.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from drawing import NAMES
from measures import Curves
from reference_values import PUMA, ROTOR, SLIDER, TOP
from workshop import DECKS, halve

from rbsolve.compare.methods import ComparedMethod
from rbsolve.compare.reference import Reference
from rbsolve.compare.study import Case, run_study
from rbsolve.pipeline import Options
from rbsolve.solver.model.outcome import Outcome

Numbers = Mapping[str, float]
Settings = tuple[tuple[str, str], ...]

LIE, SE3, CARDAN_1, CARDAN_2, EULER, JOINT = NAMES
FORMULATIONS = (LIE, SE3, CARDAN_1, CARDAN_2, EULER)
TABLEAUX, CONTROLLED = ("RK44", "RK67", "DOPRI5"), "DOPRI5 controlled"
FULL: Settings = ()
MODIFIED: Settings = (("NEWTON", "MODIFIED"),)
NO_TANGENT: Settings = (("TANGENT_OPERATOR", "NO"),)
LOOSE: Settings = (("RELATIVE_TOLERANCE", "1e-5"),)
SUFFIXES = {
    FULL: "",
    MODIFIED: ", modified Newton",
    NO_TANGENT: ", T neglected",
    (*MODIFIED, *NO_TANGENT): ", modified Newton, T neglected",
    LOOSE: ", tolerance 1e-5",
}
STEPS = halve(1e-4, 8)  # the steps of the paper for heavy top and rotor
LARGE_STEPS = halve(2e-3, 4)
EXPLICIT_STEPS = halve(
    1.6e-3, 12
)  # the paper's eight steps, and larger steps with which Lie methods reach the compared accuracies
SLIDER_STEPS, PUMA_STEPS = halve(4e-3, 13), halve(0.1, 11)
TOLERANCES = tuple(f"1e-{n}" for n in range(4, 14))
# for the rule for tolerances, which requires errors far below round-off with steps of 1e-4 s
RULE_STEPS, RULE_ORDER = halve(0.1, 6), 5
MOUNT = 30.0  # in degrees; the Cardan angles of the upright robot pass exactly through their singularity
FIELDS = ("error", "steps", "iterations", "updates", "evaluations", "CPU time")
ENDS = {outcome.name.lower().replace("_", " "): float(k) for k, outcome in enumerate(Outcome)}


class Study(NamedTuple):
    """A deck with its methods and steps."""

    deck: str
    exact: Mapping[str, Sequence[float]]
    """Final values of sensors."""
    methods: Mapping[str, ComparedMethod]
    steps: Sequence[float]
    parameters: Mapping[str, float] = {}
    reference: tuple[ComparedMethod, float] | None = None
    """The method and step of a reference run. If there is one, errors are the largest deviations from that run."""


def label(formulation: str, settings: Settings = FULL) -> str:
    """Return the name of a curve."""
    return NAMES[formulation] + SUFFIXES[settings]


def alpha(formulation: str, settings: Settings = FULL) -> ComparedMethod:
    """Generalized-alpha with the spectral radius of the deck, or the default radius."""
    return ComparedMethod("GENERALIZED_ALPHA", "", formulation, settings)


def explicit(formulation: str, tableau: str) -> ComparedMethod:
    """Return a Runge-Kutta method."""
    return ComparedMethod("EXPLICIT_RUNGE_KUTTA", tableau, formulation)


def control(formulation: str, tolerance: str) -> ComparedMethod:
    """DOPRI5 with adaptive steps; absolute tolerances are a hundredth of the relative tolerances, as in the paper."""
    tolerances = (("RELATIVE_TOLERANCE", tolerance), ("ABSOLUTE_TOLERANCE", f"{0.01 * float(tolerance):.0e}"))
    return ComparedMethod("EXPLICIT_RUNGE_KUTTA", "DOPRI5", formulation, tolerances)


def rule(step: float, end: float = 1.0) -> float:
    """Return the paper's relative tolerance of a method of order five, with which it would take the given step [-]."""
    return 1e-2 / (end / step) ** RULE_ORDER


def _alphas(formulations: Sequence[str], *settings: Settings) -> dict[str, ComparedMethod]:
    return {label(f, some): alpha(f, some) for some in settings for f in formulations}


FULL_ALPHAS = _alphas(FORMULATIONS, FULL)
ALPHAS = _alphas(FORMULATIONS, FULL, MODIFIED)
EXPLICITS = {f"{NAMES[f]}, {t}": explicit(f, t) for f in (LIE, CARDAN_1, CARDAN_2) for t in TABLEAUX}
CONTROLLEDS = {f"{NAMES[f]}, {tol}": control(f, tol) for f in (LIE, CARDAN_2) for tol in TOLERANCES}
RULED = {f"{NAMES[f]}, rule of {h:g} s": control(f, f"{rule(h):.3g}") for f in (LIE, CARDAN_2) for h in RULE_STEPS}
TOP_END, ROTOR_END, SLIDER_END = {"centre_of_mass": TOP}, {"p1": ROTOR}, {"slider": (SLIDER, 0.0, 0.0)}
PUMA_END = {f"q{joint}": (angle,) for joint, angle in enumerate(PUMA, start=1)}
ROBOTS = (*FORMULATIONS, JOINT)
FREE_DECK, HELD_DECK, SPUN_DECK, CRANK_DECK, ROBOT_DECK = (
    f"{name}.deck" for name in ("heavy_top", "heavy_top_spherical", "rotor", "slider_crank", "puma560")
)
FREE, HELD, SPUN, CRANK, ROBOT, UPRIGHT = "free top", "held top", "rotor", "slider-crank", "Puma", "upright Puma"
AT_CENTRE, AT_JOINT, AT_TIP = (
    "held top, large steps",
    "held top, frame at the joint",
    "held top, frame at the joint, large steps",
)
MOST = ", over the run"
T_KEPT = {**_alphas((LIE,), FULL, MODIFIED), **_alphas((LIE,), NO_TANGENT, (*MODIFIED, *NO_TANGENT))}

STUDIES = {
    f"{FREE}, explicit": Study(FREE_DECK, TOP_END, EXPLICITS, EXPLICIT_STEPS),
    f"{FREE}, controlled": Study(FREE_DECK, TOP_END, CONTROLLEDS, (1e-4,)),
    f"{FREE}, tolerances by the rule": Study(FREE_DECK, TOP_END, RULED, (1e-4,)),
    f"{SPUN}, explicit": Study(SPUN_DECK, ROTOR_END, EXPLICITS, EXPLICIT_STEPS),
    f"{SPUN}, controlled": Study(SPUN_DECK, ROTOR_END, CONTROLLEDS, (1e-4,)),
    FREE: Study(FREE_DECK, TOP_END, ALPHAS, STEPS),
    HELD: Study(HELD_DECK, TOP_END, {**ALPHAS, **T_KEPT}, STEPS),
    SPUN: Study(SPUN_DECK, ROTOR_END, ALPHAS, STEPS),
    CRANK: Study(CRANK_DECK, SLIDER_END, FULL_ALPHAS, SLIDER_STEPS),
    ROBOT: Study(ROBOT_DECK, PUMA_END, _alphas(ROBOTS, FULL, LOOSE), PUMA_STEPS, {"mount": MOUNT}),
    UPRIGHT: Study(ROBOT_DECK, PUMA_END, _alphas(ROBOTS, FULL), PUMA_STEPS),
    AT_CENTRE: Study(HELD_DECK, TOP_END, _alphas((LIE, SE3), FULL), LARGE_STEPS),
    AT_JOINT: Study(HELD_DECK, TOP_END, _alphas((LIE, SE3), FULL), STEPS, {"arm": 0.0}),
    AT_TIP: Study(HELD_DECK, TOP_END, _alphas((LIE, SE3), FULL), LARGE_STEPS, {"arm": 0.0}),
    FREE + MOST: Study(FREE_DECK, TOP_END, FULL_ALPHAS, STEPS, {}, (explicit(LIE, "RK67"), 3.90625e-6)),
    HELD + MOST: Study(HELD_DECK, TOP_END, FULL_ALPHAS, STEPS, {}, (alpha(EULER), 1e-7)),
    SPUN + MOST: Study(SPUN_DECK, ROTOR_END, FULL_ALPHAS, STEPS, {}, (explicit(CARDAN_2, "RK67"), 1e-6)),
    CRANK + MOST: Study(CRANK_DECK, SLIDER_END, FULL_ALPHAS, SLIDER_STEPS[:9], {}, (alpha(CARDAN_2), 1e-6)),
    ROBOT + MOST: Study(ROBOT_DECK, PUMA_END, _alphas(ROBOTS, FULL), PUMA_STEPS, {"mount": MOUNT}, (alpha(JOINT), 1e-6)),
}  # fmt: skip


def measured(name: str, labels: Sequence[str] = (), steps: Sequence[float] = ()) -> dict[str, float]:
    """Return the numbers of a study, or of some of its methods and steps. CPU times are separate from numbers that do
    not depend on the machine.
    """
    study = STUDIES[name]
    methods = {each: study.methods[each] for each in labels or study.methods}
    exact = {sensor: np.asarray(value, dtype=float) for sensor, value in study.exact.items()}
    ran = run_study(
        DECKS / study.deck,
        list(methods.values()),
        list(steps or study.steps),
        list(exact),
        Options(parameters=study.parameters),
        study.reference or Reference.at_end(exact),
        measure="max" if study.reference else "end",
    )
    found: dict[str, float] = {}
    for curve, method in methods.items():
        for case in (case for case in ran.cases if case.method == method):
            found.update(_numbers(name, curve, case))
    print(f"{name}: {len(ran.cases)} cases", flush=True)
    return found


def _numbers(study: str, curve: str, case: Case) -> Iterator[tuple[str, float]]:
    what = f"{study}, {curve}, {case.step:g} s"
    if case.outcome is not Outcome.COMPLETE:
        yield f"end, {what}", ENDS[case.outcome.name.lower().replace("_", " ")]
        return
    yield f"error, {what}", case.error
    if not STUDIES[study].reference:
        counts = (case.steps, case.newton_iterations, case.jacobian_updates, case.evaluations, case.seconds)
        is_implicit = case.method.integrator == "GENERALIZED_ALPHA"
        unused = ("evaluations", "steps") if is_implicit else ("iterations", "updates")
        for field, count in zip(FIELDS[1:], counts, strict=True):
            if field not in unused:
                yield f"{field}, {what}", float(count)


def curves(numbers: Numbers, name: str, labels: Sequence[str] = ()) -> Curves:
    """Return the cases of a study, from the stored numbers."""
    study = STUDIES[name]
    chosen = labels or list(study.methods)
    return {each: [_case(numbers, name, each, step) for step in study.steps] for each in chosen}


def _case(numbers: Numbers, name: str, curve: str, step: float) -> Case:
    what = f"{name}, {curve}, {step:g} s"
    error, steps, iterations, updates, evaluations, seconds = (numbers.get(f"{field}, {what}", 0.0) for field in FIELDS)
    outcome = list(Outcome)[int(numbers.get(f"end, {what}", 0))]
    return Case(
        method=STUDIES[name].methods[curve],
        step=step,
        outcome=outcome,
        error=error if outcome is Outcome.COMPLETE and f"error, {what}" in numbers else math.inf,
        errors={},
        steps=int(steps) or round(T_END[STUDIES[name].deck] / step),
        evaluations=int(evaluations),
        newton_iterations=int(iterations),
        seconds=seconds,
        energy_drift=0.0,
        jacobian_updates=int(updates),
    )


T_END = {FREE_DECK: 1.0, HELD_DECK: 1.0, SPUN_DECK: 4.0, CRANK_DECK: 5.0, ROBOT_DECK: 1.0}


def without(suffix: str, cases: Curves) -> Curves:
    """Return the curves with one kind of Newton iteration, by formulation. For full iterations, `suffix` is empty."""
    plain = [name for name in cases if name in NAMES.values()]
    return {name: cases[name + suffix] for name in plain if name + suffix in cases}
