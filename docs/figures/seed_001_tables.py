"""Tables of the page of Holzinger et al. (2024): parameters from the decks, and iterations, updates and errors from the
stored numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from claims import Numbers, Table
from measures import evaluations, iterations, median_step_cost, number, step_cost, work_at
from numpy.typing import NDArray
from seed_001_studies import (
    CARDAN_2,
    CRANK,
    CRANK_DECK,
    FREE,
    FREE_DECK,
    FULL_ALPHAS,
    HELD,
    HELD_DECK,
    LIE,
    MOST,
    NAMES,
    ROBOT,
    ROBOT_DECK,
    SPUN,
    SPUN_DECK,
    STUDIES,
    T_KEPT,
    curves,
)
from seed_001_verdicts import at_mean_steps, full, modified_curves
from workshop import DECKS

from rbsolve.compare.study import Case
from rbsolve.pipeline import Options, check_deck

Rows = Sequence[Sequence[str]]
SOURCES = {
    FREE_DECK: "Table 3, of Brüls, Cardona and Arnold (2012)",
    HELD_DECK: "Table 3, the same",
    SPUN_DECK: "Table 6, a stand-in made from the paper's text",
    CRANK_DECK: "Table 8, of the IFToMM library of benchmark problems",
}


def _vector(values: Sequence[float] | NDArray[np.float64]) -> str:
    rounded = (0.0 if abs(value) < 1e-12 else float(value) for value in values)
    return "(" + ", ".join(f"{value:.6g}" for value in rounded) + ")"


def bodies(numbers: Numbers) -> Rows:
    """Return the rows of tables 3, 6 and 8."""
    rows = []
    for deck, source in SOURCES.items():
        checked = check_deck(DECKS / deck, Options())
        assert checked.description is not None
        assert checked.compiled is not None
        initial, masses = checked.compiled.initial, checked.description.of_kind("MASS_PROPERTY")
        for k, (name, body) in enumerate(checked.description.of_kind("RIGID_BODY").items()):
            mass = masses[body["MASS_PROPERTY_NAME"]]
            state = (initial.x[k], initial.u[k], initial.w[k])
            rows.append((source, name, f"{mass['MASS']:g}", _vector(mass["MOMENTS_OF_INERTIA"]), *map(_vector, state)))
    return rows


def _single(value: object) -> object:
    return value[0] if isinstance(value, tuple) else value


def drives(numbers: Numbers) -> Rows:
    """Return the rows of tables 9 and 10: the angles, accelerations and gains of each drive."""
    description = check_deck(DECKS / ROBOT_DECK, Options()).description
    assert description is not None
    functions = description.of_kind("FUNCTION_1D")
    rows = []
    for drive in description.of_kind("JOINT_CONTROLLER").values():
        motion = functions[str(_single(drive["REFERENCE_FUNCTION_NAME"]))]
        start, end, duration = (float(motion[key]) for key in ("START_VALUE", "END_VALUE", "DURATION"))
        acceleration = 4.0 * (end - start) / duration**2
        angles = (f"{math.degrees(angle) + 0.0:.1f}" for angle in (start, end))
        gains = (f"{float(drive[key][0]):g}" for key in ("PROPORTIONAL_GAIN", "DERIVATIVE_GAIN"))
        rows.append((str(drive["JOINT_NAME"]), *angles, f"{acceleration + 0.0:.4f}, {-acceleration + 0.0:.4f}", *gains))
    return rows


def _by_step(cases: dict[str, Sequence[Case]]) -> Rows:
    """Iterations per step, with the CPU time per step [us] in brackets."""
    return [
        (
            f"{row[0].step:.3g}",
            *("-" if case.error == math.inf else f"{iterations(case):.2f} ({step_cost(case):.2f})" for case in row),
        )
        for row in zip(*cases.values(), strict=True)
    ]


def _iterations(name: str, study: str, formulations: Sequence[str]) -> Table:
    return Table(name, ("step [s]", *formulations), lambda n: _by_step(dict(full(n, study))))


def _tangent(numbers: Numbers) -> Rows:
    return _by_step(dict(curves(numbers, HELD, list(T_KEPT))))


def updates(numbers: Numbers) -> Rows:
    """Jacobian updates of the whole run with full and modified Newton iteration, at the paper's largest step that
    completes."""
    rows = []
    for study in (FREE, HELD, SPUN):
        for kind, name in ((full, "full"), (modified_curves, "modified")):
            done = [next((c for c in some if c.error < math.inf), None) for some in kind(numbers, study).values()]
            rows.append((study, name, *("-" if c is None else f"{c.jacobian_updates} ({c.step:g} s)" for c in done)))
    return rows


MIDDLE = {FREE: 1.25e-5, HELD: 1.25e-5, SPUN: 1.25e-5, CRANK: 2.5e-4, ROBOT: 3.125e-3}


def errors(numbers: Numbers) -> Rows:
    """Errors at the end of the run, and maxima over the run, as in the captions."""
    rows = []
    for study, step in MIDDLE.items():
        at_end, most = full(numbers, study), full(numbers, study + MOST)
        texts = []
        for name in (NAMES[f] for f in NAMES):
            both = [
                min(cases[name], key=lambda c: abs(c.step - step)).error if name in cases else math.nan
                for cases in (at_end, most)
            ]
            texts.append("-" if math.isnan(both[0]) else f"{both[0]:.1e}, {both[1]:.1e}")
        method, size = STUDIES[study + MOST].reference or (None, 0.0)
        assert method is not None
        rows.append((f"{study}, {step:g} s", *texts, f"{method.label}, {size:g} s"))
    return rows


def explicit_work(numbers: Numbers) -> Rows:
    """Evaluations and CPU time, per step and for the accuracies that the paper compares."""
    models = []
    for study, end, accuracy in ((FREE, 1.0, 1e-6), (SPUN, 4.0, 1e-9)):
        cases = dict(curves(numbers, f"{study}, explicit"))
        for formulation in (LIE, CARDAN_2):
            cases[f"{NAMES[formulation]}, DOPRI5 controlled"] = at_mean_steps(numbers, study, formulation, end)
        models.append((cases, accuracy))
    rows = []
    for name in models[0][0]:
        texts = [name]
        for cases, accuracy in models:
            count, seconds = work_at(cases[name], accuracy, evaluations), work_at(cases[name], accuracy)
            texts += [number(median_step_cost(cases[name]), ".2f"), number(count / 1000, ".3g"), number(1e3 * seconds)]
        rows.append(texts)
    return rows


_WORK = ("a step [µs]", "1000 evaluations for {}", "CPU time for {} [ms]")
WORK_HEAD = [
    f"{model}: {text.format(goal)}" for model, goal in (("top", "1e-6 m"), ("rotor", "1e-9 m")) for text in _WORK
]
ALPHA_NAMES, ROBOT_NAMES = list(FULL_ALPHAS), list(NAMES.values())

TABLES = (
    Table(
        "seed_001_bodies",
        (
            "source",
            "body",
            "mass [kg]",
            "principal moments [kg m²]",
            "position of its frame [m]",
            "velocity [m/s]",
            "angular velocity, body axes [rad/s]",
        ),
        bodies,
    ),
    Table(
        "seed_001_drives",
        ("joint", "start [deg]", "goal [deg]", "acceleration to 0.5 s, after it [rad/s²]", "P [Nm/rad]", "D [Nms/rad]"),
        drives,
    ),
    _iterations("seed_001_table_4", FREE, ALPHA_NAMES),
    Table(
        "seed_001_table_5",
        ("step [s]", "full, T kept", "modified, T kept", "full, T neglected", "modified, T neglected"),
        _tangent,
    ),
    _iterations("seed_001_table_7", SPUN, ALPHA_NAMES),
    _iterations("seed_001_slider_crank_iterations", CRANK, ALPHA_NAMES),
    _iterations("seed_001_puma_iterations", ROBOT, ROBOT_NAMES),
    Table("seed_001_updates", ("model", "Newton", *ALPHA_NAMES), updates),
    Table("seed_001_errors", ("model, step", *ROBOT_NAMES, "reference over the run"), errors),
    Table("seed_001_explicit_work", ("method", *WORK_HEAD), explicit_work),
)
