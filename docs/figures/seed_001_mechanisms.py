"""Holzinger et al. (2024), sections 4.3 and 4.4: the paper's statements on generalized-alpha, slider-crank and Puma
560."""

from __future__ import annotations

import math
from collections.abc import Sequence

from claims import Numbers, Statement, confirmed
from measures import cpu_time, error, iterations, list_values, mean_ratio
from seed_001_implicit import second_order
from seed_001_studies import (
    CRANK,
    CRANK_DECK,
    JOINT,
    LOOSE,
    NAMES,
    ROBOT,
    ROBOT_DECK,
    SLIDER_STEPS,
    SUFFIXES,
    UPRIGHT,
    curves,
    without,
)
from seed_001_verdicts import (
    ALIKE,
    CARDAN_NAME,
    CLASSICAL,
    EULER_NAME,
    LIE_NAME,
    between,
    failed_cases,
    failures,
    full,
    less,
    mean_iterations,
    over,
    turns,
)

from rbsolve.compare.study import Case

SLIDER, PUMA = f"`decks/{CRANK_DECK}`", f"`decks/{ROBOT_DECK}`, `-p mount=30`"
JOINT_NAME = NAMES[JOINT]
OTHERS = (LIE_NAME, *CLASSICAL)
USABLE = 0.1  # in rad: a complete run with a larger error of joint angles has a different motion
SLIDER_TEST = "decks/test_decks_with_joints.py::test_slider_crank"
PUMA_TEST = "decks/test_decks_with_joints.py::test_puma_560_mounted_where_cardan_angles_are_regular"


def _pairs(n: Numbers, study: str, one: str, other: str) -> list[tuple[Case, Case]]:
    """Cases of two formulations at the steps that both complete."""
    cases = full(n, study)
    return [(a, b) for a, b in zip(cases[one], cases[other], strict=True) if max(a.error, b.error) < math.inf]


def _large_steps(n: Numbers) -> dict[str, float]:
    return over(error, between(full(n, CRANK), 1e-4, 1.0))


def _small_steps(n: Numbers) -> dict[str, float]:
    return over(error, between(full(n, CRANK), 0.0, 1e-5))


def _partially(n: Numbers) -> str:
    """Return the verdict on the accuracy of the Lie group compared with both other formulations, at steps of 1e-5 s or
    less."""
    cases = between(full(n, CRANK), 0.0, 1e-5)
    better = [
        lie.step
        for lie, *others in zip(cases[LIE_NAME], cases[CARDAN_NAME], cases[EULER_NAME], strict=True)
        if all(lie.error < other.error for other in others)
    ]
    return confirmed(bool(better))


def _most_accurate(n: Numbers) -> str:
    wrong = sorted(
        {a.step for name in OTHERS for a, b in _pairs(n, ROBOT, JOINT_NAME, name) if a.error >= b.error}, reverse=True
    )
    return (
        confirmed(not wrong)
        if not wrong
        else f"**confirmed, except for h = {', '.join(f'{step:g}' for step in wrong)} s**"
    )


def _euler_and_lie(n: Numbers) -> tuple[list[float], list[float]]:
    """Error of Euler parameters divided by the error of the Lie group, for steps above and up to 1.56e-2 s."""
    pairs = _pairs(n, ROBOT, EULER_NAME, LIE_NAME)
    large, small = (
        [a.error / b.error for a, b in pairs if (a.step > 1.56e-2) == is_large] for is_large in (True, False)
    )
    return large, small


def _alike_then_better(n: Numbers) -> str:
    large, small = _euler_and_lie(n)
    alike = all(abs(math.log(ratio)) < math.log(1.5) for ratio in large)
    better = all(ratio < 1.0 for ratio in small)
    by_much = all(ratio < 1.0 - ALIKE["error"] for ratio in small)
    if alike and better:
        return confirmed(True) + ("" if by_much else ": the difference is below 2 % for most steps")
    return "**confirmed only for the large steps**" if alike else "**not confirmed**"


def _largest_usable(n: Numbers, study: str) -> dict[str, float]:
    """Return the largest step [s] with which a run has the correct motion, by formulation; 0 if there is none."""
    return {
        name: max((case.step for case in cases if case.error < USABLE), default=0.0)
        for name, cases in full(n, study).items()
    }


def _usable(n: Numbers) -> str:
    steps = _largest_usable(n, ROBOT)
    order = min(steps[LIE_NAME], steps[EULER_NAME]) > steps[CARDAN_NAME]
    return confirmed(order and steps[JOINT_NAME] > max(steps[name] for name in OTHERS))


def _wild(n: Numbers) -> list[Case]:
    return [c for cases in full(n, ROBOT).values() for c in cases if USABLE < c.error < math.inf]


def _fewest(n: Numbers, names: Sequence[str], smallest: float, largest: float) -> dict[str, float]:
    return over(iterations, between(full(n, ROBOT), smallest, largest), LIE_NAME, names)


def _most(n: Numbers) -> str:
    """Return the verdict on "all others that complete need fewer iterations than the Lie group", for large steps."""
    known = [ratio for ratio in _fewest(n, (*CLASSICAL, JOINT_NAME), 3.12e-2, 1.0).values() if not math.isnan(ratio)]
    return confirmed(bool(known) and max(known) < 1.0 - ALIKE["iterations"])


def _loose(n: Numbers) -> str:
    loose = without(SUFFIXES[LOOSE], curves(n, ROBOT))
    pairs = zip(full(n, ROBOT)[LIE_NAME], loose[LIE_NAME], strict=True)
    needed = [a.step for a, b in pairs if b.error < math.inf and a.error == math.inf]
    return confirmed(bool(needed), "not confirmed") + (
        "" if needed else ": with 1e-8, the Lie group converges for the same steps as with 1e-5"
    )


def _loose_text(n: Numbers) -> str:
    loose = without(SUFFIXES[LOOSE], curves(n, ROBOT))
    return (
        f"with our tolerance of 1e-8: {turns(full(n, ROBOT))} iterations per step; with 1e-5: {turns(loose)}. Largest ratio "
        f"of the errors of the Lie group with 1e-5 and with 1e-8: {_worst_change(n):.4f}"
    )


def _worst_change(n: Numbers) -> float:
    loose = without(SUFFIXES[LOOSE], curves(n, ROBOT))
    pairs = zip(loose[LIE_NAME], full(n, ROBOT)[LIE_NAME], strict=True)
    return max(a.error / b.error for a, b in pairs if max(a.error, b.error) < math.inf)


def _upright(n: Numbers) -> str:
    fails = failed_cases(full(n, UPRIGHT))
    steps = len(full(n, UPRIGHT)[CARDAN_NAME])
    never = [name for name, cases in fails.items() if len(cases) == steps]
    others = [
        f"{name} with h = {', '.join(f'{case.step:g}' for case in cases)} s"
        for name, cases in fails.items()
        if name not in never
    ]
    always = f"Upright, {' and '.join(never)} fail with every step: the third axis of link 2 passes through the inertial x axis"
    return (
        f"{always}. For large steps, {', '.join(others)} fail"
        if others
        else f"{always}. Other formulations complete all steps"
    )


STATEMENTS = (
    Statement(
        "Fig. 15",
        "slider-crank: at 5 s, the position differs from the reference of IFToMM by 8.6e-3 m, because of different integrators",
        lambda n: (
            f"differs by {n['Fig. 15, position']:.1e} m and {n['Fig. 15, angle']:.1e} rad from DOP853 "
            "at 1e-13 in one coordinate (Cardan angles 2, "
            "1e-5 s), so errors of the method do not explain the difference. The centre of mass of the crank is at its middle"
        ),
        lambda n: confirmed(n["Fig. 15, position"] > 1e-3),
        SLIDER,
        SLIDER_TEST,
    ),
    second_order("Fig. 16", "slider-crank", CRANK, SLIDER, (1e-3, 3e-5), SLIDER_TEST),
    Statement(
        "Fig. 16",
        "slider-crank: for h above 1e-4 s the classical formulations are more accurate than the Lie group",
        lambda n: f"error divided by the error of the Lie group: {list_values(_large_steps(n))}",
        lambda n: confirmed(max(_large_steps(n).values()) < 1.0 - ALIKE["error"]),
        SLIDER,
    ),
    Statement(
        "Fig. 16",
        "slider-crank: for some h up to 1e-5 s, the Lie group is slightly more accurate than both classical formulations",
        lambda n: (
            f"error divided by the error of the Lie group: {list_values(_small_steps(n))}. The paper's reference, "
            f"Cardan angles with 1e-6 s, has an error of {full(n, CRANK)[CARDAN_NAME][-1].error:.1e} m. The Lie group "
            f"with {SLIDER_STEPS[-1]:.2g} s has an error of {full(n, CRANK)[LIE_NAME][-1].error:.1e} m"
        ),
        _partially,
        SLIDER,
    ),
    Statement(
        "Fig. 17, left",
        "slider-crank: Cardan angles need the fewest Newton iterations",
        lambda n: f"iterations per step: {turns(full(n, CRANK))}",
        lambda n: less(over(iterations, full(n, CRANK), CARDAN_NAME, (LIE_NAME, EULER_NAME)), "iterations"),
        SLIDER,
    ),
    Statement(
        "Fig. 17, right",
        "slider-crank: Cardan angles take the least CPU time on average",
        lambda n: (
            f"CPU time divided by the CPU time of Cardan angles 2: "
            f"{list_values(over(cpu_time, full(n, CRANK), CARDAN_NAME, (LIE_NAME, EULER_NAME)))}"
        ),
        lambda n: less(over(cpu_time, full(n, CRANK), CARDAN_NAME, (LIE_NAME, EULER_NAME)), "CPU"),
        SLIDER,
    ),
    Statement(
        "Fig. 19",
        "Puma: the joint angles follow their profiles",
        lambda n: (
            f"largest error at 1 s {n['Fig. 19, angle']:.1e} rad (Euler parameters, 1e-4 s), against DOP853 at 1e-13"
        ),
        lambda n: confirmed(n["Fig. 19, angle"] < 1e-6),
        PUMA,
        "decks/test_decks_with_joints.py::test_puma_560",
    ),
    second_order("Fig. 20", "Puma", ROBOT, PUMA, (6.3e-3, 9e-5), PUMA_TEST),
    Statement(
        "Fig. 20",
        "Puma: joint coordinates are the most accurate for all steps",
        lambda n: (
            "error divided by the error of joint coordinates: "
            + list_values(
                {name: mean_ratio(error, full(n, ROBOT)[name], full(n, ROBOT)[JOINT_NAME]) for name in OTHERS}
            )
        ),
        _most_accurate,
        PUMA,
    ),
    Statement(
        "Fig. 20",
        "Puma: Euler parameters and Lie group are equally accurate for h above 1.56e-2 s, but Euler parameters are more accurate below",
        lambda n: (
            "error of Euler parameters divided by the error of the Lie group: "
            + "; ".join(
                f"{', '.join(f'{ratio:.3f}' for ratio in part)} ({what})"
                for part, what in zip(_euler_and_lie(n), ("above", "below"), strict=True)
            )
        ),
        _alike_then_better,
        PUMA,
    ),
    Statement(
        "Fig. 20",
        "Puma: Cardan angles are the least accurate",
        lambda n: (
            f"error divided by the error of the Lie group: {list_values(over(error, full(n, ROBOT)))}. The error "
            "depends on the distance of the angles from their singularity, and therefore on the mount of the robot"
        ),
        lambda n: confirmed(
            min(
                a.error / b.error
                for name in (LIE_NAME, EULER_NAME, JOINT_NAME)
                for a, b in _pairs(n, ROBOT, CARDAN_NAME, name)
            )
            > 1.0
        ),
        PUMA,
    ),
    Statement(
        "Fig. 20",
        "Puma: joint coordinates complete all runs, Lie group and Euler parameters almost all, but Cardan angles fail with large steps",
        lambda n: (
            "largest step with the correct motion: "
            + list_values(_largest_usable(n, ROBOT), "g")
            + f" s; {failures(full(n, ROBOT))}. With 0.1 s, the solver divides two steps of the Lie group into parts. "
            + "".join(
                f"{NAMES[case.method.formulation]} with {case.step:g} s has an error of {case.error:.2g} rad at the end. "
                for case in _wild(n)
            )
            + _upright(n)
        ),
        _usable,
        PUMA,
    ),
    Statement(
        "section 4.4",
        "Puma: the Lie group converges only with a relative tolerance of 1e-5",
        _loose_text,
        _loose,
        f"{PUMA}, `@RELATIVE_TOLERANCE`",
    ),
    Statement(
        "Fig. 21, left",
        "Puma: the Lie group needs the fewest Newton iterations for h up to 1e-3 s",
        lambda n: f"iterations per step, h up to 1e-3 s: {turns(between(full(n, ROBOT), 0.0, 1e-3))}",
        lambda n: less(_fewest(n, (*CLASSICAL, JOINT_NAME), 0.0, 1e-3), "iterations"),
        PUMA,
    ),
    Statement(
        "Fig. 21, left",
        "Puma: the Lie group needs the most iterations for h above 3.12e-2 s",
        lambda n: f"iterations per step: {turns(between(full(n, ROBOT), 3.12e-2, 1.0))}",
        _most,
        PUMA,
    ),
    Statement(
        "Fig. 21, left",
        "Puma: Cardan angles need fewer iterations than Euler parameters on average",
        lambda n: (
            f"iterations per step, for steps with which both complete the run: "
            f"{mean_iterations([a for a, _ in _pairs(n, ROBOT, CARDAN_NAME, EULER_NAME)]):.2f} and "
            f"{mean_iterations([b for _, b in _pairs(n, ROBOT, CARDAN_NAME, EULER_NAME)]):.2f}"
        ),
        lambda n: less(over(iterations, full(n, ROBOT), CARDAN_NAME, (EULER_NAME,)), "iterations"),
        PUMA,
    ),
    Statement(
        "Fig. 21, right",
        "Puma: joint coordinates take the least CPU time",
        lambda n: (
            f"CPU time divided by the CPU time of joint coordinates: {list_values(over(cpu_time, full(n, ROBOT), JOINT_NAME, OTHERS))}"
        ),
        lambda n: less(over(cpu_time, full(n, ROBOT), JOINT_NAME, OTHERS), "CPU"),
        PUMA,
    ),
)
