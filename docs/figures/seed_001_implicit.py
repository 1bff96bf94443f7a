"""Holzinger et al. (2024), sections 4.1 and 4.2: the paper's statements on generalized-alpha, heavy top and rotor, and
on SE(3)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from claims import Numbers, Statement, confirmed
from measures import Curves, cpu_time, error, iterations, list_values, mean_ratio
from seed_001_studies import (
    AT_CENTRE,
    AT_JOINT,
    AT_TIP,
    CRANK,
    FREE,
    FREE_DECK,
    HELD,
    HELD_DECK,
    LIE,
    MOST,
    NAMES,
    ROBOT,
    SE3,
    SPUN,
    SPUN_DECK,
    STEPS,
    curves,
)
from seed_001_verdicts import (
    ALIKE,
    CLASSICAL,
    EULER_NAME,
    LIE_NAME,
    about,
    alpha_work,
    failed_cases,
    failures,
    full,
    less,
    mean_updates,
    modified_curves,
    of_second_order,
    orders,
    over,
    range_of,
    steps_of_order,
    turns,
)

TOP, HELD_TOP, ROTOR = (f"`decks/{deck}`" for deck in (FREE_DECK, HELD_DECK, SPUN_DECK))
FREE_ORDER = "solver/integrators/test_generalized_alpha.py::test_order_without_constraints"
HELD_ORDER = "solver/integrators/test_generalized_alpha.py::test_order_with_a_constraint"
FEWER = "solver/integrators/test_generalized_alpha.py::test_fewer_newton_iterations_on_the_lie_group"
ROUNDING = "solver/integrators/test_generalized_alpha.py::test_rounding_leaves_the_order_at_small_steps"
MATRIX = "solver/integrators/test_generalized_alpha.py::test_the_solution_is_the_same_with_any_iteration"


def second_order(place: str, model: str, study: str, deck: str, steps: tuple[float, float], test: str) -> Statement:
    """Orders of all formulations."""
    return Statement(
        place,
        f"{model}: second order",
        lambda n: (
            f"slopes from {steps[0]:.2g} to {steps[1]:.2g} s: {list_values(orders(full(n, study), *steps), '.2f')}"
        ),
        lambda n: of_second_order(orders(full(n, study), *steps)),
        deck,
        test,
    )


def euler_is_better(place: str, model: str, study: str, deck: str, what: str) -> Statement:
    """Compare the errors of Euler parameters with the errors of the Lie group, at the end and over the run."""

    def ratio(n: Numbers, name: str) -> float:
        cases = full(n, name)
        return mean_ratio(error, cases[EULER_NAME], cases[LIE_NAME])

    return Statement(
        place,
        f"{model}: Euler parameters are more accurate than the Lie group",
        lambda n: (
            f"error divided by the error of the Lie group: {ratio(n, study):.2g} at the end; largest errors over the run: "
            f"{ratio(n, study + MOST):.2g}, relative to the reference run of the paper; {what}"
        ),
        lambda n: confirmed(max(ratio(n, study), ratio(n, study + MOST)) < 1.0 - ALIKE["error"]),
        deck,
    )


def fewest_iterations(
    place: str, model: str, study: str, deck: str, kinds: Sequence[Callable[[Numbers, str], Curves]]
) -> Statement:
    """Compare the Newton iterations of the Lie group with the Newton iterations of the classical formulations."""

    def verdict(n: Numbers) -> str:
        worst = {name: min(over(iterations, kind(n, study))[name] for kind in kinds) for name in CLASSICAL}
        return less(worst, "iterations")

    names = ("full Newton", "modified")
    return Statement(
        place,
        f"{model}: the Lie group needs fewer Newton iterations",
        lambda n: (
            "iterations per step: "
            + "; ".join(f"{name}: {turns(kind(n, study))}" for name, kind in zip(names, kinds, strict=False))
        ),
        verdict,
        deck,
        FEWER,
    )


def least_time(place: str, model: str, study: str, deck: str, or_equal: bool = False) -> Statement:
    """Compare the CPU time of the classical formulations with the CPU time of the Lie group."""

    def ratios(n: Numbers) -> dict[str, float]:
        kinds = [over(cpu_time, kind(n, study)) for kind in (full, modified_curves)]
        return {name: min(kind[name] for kind in kinds) for name in CLASSICAL}

    return Statement(
        place,
        f"{model}: the Lie group takes {'equal or ' if or_equal else ''}less CPU time",
        lambda n: (
            f"CPU time divided by the CPU time of the Lie group, full Newton: {list_values(over(cpu_time, full(n, study)))}; modified: "
            f"{list_values(over(cpu_time, modified_curves(n, study)))}"
        ),
        lambda n: confirmed(min(ratios(n).values()) > 1.0 - ALIKE["CPU"]) if or_equal else less(ratios(n), "CPU"),
        deck,
    )


def largest_steps(
    place: str, says: str, study: str, deck: str, failing: Sequence[str], fine: Sequence[str]
) -> Statement:
    """Return the statement about the formulations that fail with the largest step."""

    def verdict(n: Numbers) -> str:
        fails = failed_cases(full(n, study))
        wrong = [name for name in failing if name not in fails]
        if any(name in fails for name in fine):
            return "**not confirmed**"
        if not wrong:
            return confirmed(True)
        right = [name for name in failing if name in fails]
        return f"**confirmed only for {', '.join(right)}**" if right else "**not confirmed**"

    return Statement(
        place,
        says,
        lambda n: f"full Newton: {failures(full(n, study))}; modified: {failures(modified_curves(n, study))}",
        verdict,
        deck,
    )


def _costly_steps(n: Numbers) -> tuple[list[float], float]:
    """Steps at which neglecting T costs more than one iteration in a hundred, and the iterations that a modified
    iteration saves by keeping T."""
    cases = curves(n, HELD)
    kept, without, slow, slow_without = (
        cases[f"{LIE_NAME}{suffix}"]
        for suffix in ("", ", T neglected", ", modified Newton", ", modified Newton, T neglected")
    )
    costly = [a.step for a, b in zip(kept, without, strict=True) if iterations(b) > 1.01 * iterations(a)]
    return costly, mean_ratio(iterations, slow_without, slow)


def _table_5(n: Numbers) -> str:
    costly, _ = _costly_steps(n)
    if min(costly, default=math.inf) >= 4e-5:
        return confirmed(True)
    return f"**confirmed only in tendency**: more iterations are needed down to {min(costly):.2g} s"


PAIRS = {
    "free top": FREE,
    "held top, frame at its centre of mass": HELD,
    "held top, frame at its centre of mass, steps of 2.5e-4 to 2e-3 s": AT_CENTRE,
    "held top, frame at the joint": AT_JOINT,
    "held top, frame at the joint, steps of 2.5e-4 to 2e-3 s": AT_TIP,
    "rotor": SPUN,
    "slider-crank": CRANK,
    "Puma": ROBOT,
}


def se3_ratios(n: Numbers, quantity: Callable[..., float]) -> dict[str, float]:
    """Ratios of SE(3) to R3 x SO(3), by model."""
    found = {}
    for model, study in PAIRS.items():
        cases = full(n, study)
        found[model] = mean_ratio(quantity, cases[NAMES[SE3]], cases[NAMES[LIE]])
    return found


def _se3(n: Numbers) -> str:
    ratios = se3_ratios(n, iterations)
    fewer = [model for model, ratio in ratios.items() if ratio < 1.0 - ALIKE["iterations"]]
    more = [model for model, ratio in ratios.items() if ratio > 1.0 + ALIKE["iterations"]]
    if not fewer:
        return "**not confirmed**"
    return (
        confirmed(True)
        if not more
        else f"**confirmed only for: {'; '.join(fewer)}**. SE(3) needs more iterations for: {'; '.join(more)}"
    )


def _se3_text(n: Numbers) -> str:
    texts = []
    for model, study in PAIRS.items():
        cases = full(n, study)
        a, b = (
            [c for c, d in zip(cases[NAMES[x]], cases[NAMES[y]], strict=True) if max(c.error, d.error) < math.inf]
            for x, y in ((SE3, LIE), (LIE, SE3))
        )
        texts.append(f"{sum(map(iterations, a)) / len(a):.3f} and {sum(map(iterations, b)) / len(b):.3f} ({model})")
    return "iterations per step, SE(3) and R3 x SO(3): " + ", ".join(texts)


def _updates(n: Numbers, study: str) -> str:
    return list_values({name: mean_updates(some) for name, some in modified_curves(n, study).items()}, ".2g")


STATEMENTS = (
    second_order("Fig. 3, right", "free top", FREE, TOP, (2.5e-5, 6e-6), FREE_ORDER),
    euler_is_better("Fig. 3, right", "free top", FREE, TOP, "the frame of the body is at the fixed point"),
    Statement(
        "Fig. 3, right",
        "free top: Euler parameters converge over the whole range of steps",
        lambda n: (
            f"orders between neighbouring steps {range_of(steps_of_order(full(n, FREE)[EULER_NAME]), '.2f')}; "
            f"{full(n, FREE)[EULER_NAME][-1].error:.1e} m at {STEPS[-1]:.1e} s"
        ),
        lambda n: confirmed(all(abs(order - 2.0) < 0.1 for order in steps_of_order(full(n, FREE)[EULER_NAME]))),
        TOP,
        ROUNDING,
    ),
    fewest_iterations("Table 4", "free top", FREE, TOP, (full,)),
    least_time("Fig. 4, right", "free top", FREE, TOP),
    Statement(
        "Fig. 5, right",
        "free top: for 1e-4 m Euler parameters take about a quarter of the Lie group's CPU time",
        lambda n: (
            f"CPU time divided by the CPU time of the Lie group, full Newton: {list_values(alpha_work(full(n, FREE), 1e-4))}"
        ),
        lambda n: about(alpha_work(full(n, FREE), 1e-4)[EULER_NAME], 0.25),
        TOP,
    ),
    second_order("Fig. 6", "held top", HELD, HELD_TOP, (2.5e-5, 1.5e-6), HELD_ORDER),
    euler_is_better("Fig. 6", "held top", HELD, HELD_TOP, "the frame of the body is at its centre of mass"),
    largest_steps(
        "Fig. 6",
        "held top: the Lie group completes runs with the largest steps, but the classical formulations do not",
        HELD,
        HELD_TOP,
        (CLASSICAL[1], EULER_NAME),
        (LIE_NAME,),
    ),
    fewest_iterations("Fig. 7", "held top", HELD, HELD_TOP, (full, modified_curves)),
    Statement(
        "Fig. 7",
        "held top: the modified Newton iteration takes more iterations",
        lambda n: (
            "number of iterations, divided by the number with the full iteration: "
            + list_values({k: mean_ratio(iterations, modified_curves(n, HELD)[k], v) for k, v in full(n, HELD).items()})
        ),
        lambda n: confirmed(
            min(mean_ratio(iterations, modified_curves(n, HELD)[k], v) for k, v in full(n, HELD).items())
            > 1.0 + ALIKE["iterations"]
        ),
        HELD_TOP,
        MATRIX,
    ),
    Statement(
        "section 3.4",
        "the modified iteration updates the Jacobian only if needed",
        lambda n: (
            f"updates per step: free top {_updates(n, FREE)}; held top {_updates(n, HELD)}; rotor {_updates(n, SPUN)}; the full "
            "iteration updates the Jacobian once per iteration"
        ),
        lambda n: confirmed(
            max(mean_updates(some) for study in (FREE, HELD, SPUN) for some in modified_curves(n, study).values()) < 0.1
        ),
        "`NEWTON {MODIFIED}`",
        MATRIX,
    ),
    least_time("Fig. 8", "held top", HELD, HELD_TOP),
    Statement(
        "Table 5",
        "held top: without T, more iterations are needed for h of at least 4e-5 s, but not for smaller h",
        lambda n: (
            f"more iterations are needed for h = {', '.join(f'{step:.3g}' for step in _costly_steps(n)[0])} s. Because v' is predicted, "
            "most steps take one iteration if the error of the matrix is small"
        ),
        _table_5,
        f"{HELD_TOP}, `@TANGENT_OPERATOR`",
        MATRIX,
    ),
    Statement(
        "Table 5",
        "held top: T has hardly any effect on the modified iteration",
        lambda n: f"without T, the modified iteration needs {_costly_steps(n)[1]:.2f} times as many iterations",
        lambda n: confirmed(_costly_steps(n)[1] < 1.05, "not confirmed"),
        f"{HELD_TOP}, `@TANGENT_OPERATOR`",
        MATRIX,
    ),
    second_order(
        "Fig. 11, right",
        "rotor",
        SPUN,
        ROTOR,
        (2.5e-5, 1.5e-6),
        "decks/test_decks_with_joints.py::test_rotor_by_an_implicit_method",
    ),
    euler_is_better("Fig. 11, right", "rotor", SPUN, ROTOR, "the frame of the body is at its centre of mass"),
    largest_steps(
        "Fig. 11, right",
        "rotor: Lie group and Cardan angles complete runs with the largest steps, but Euler parameters do not",
        SPUN,
        ROTOR,
        (EULER_NAME,),
        (LIE_NAME, CLASSICAL[1]),
    ),
    fewest_iterations("Table 7", "rotor", SPUN, ROTOR, (full,)),
    least_time("Fig. 12, left", "rotor", SPUN, ROTOR, or_equal=True),
    Statement(
        "Fig. 13, right",
        "rotor: the Lie group performs better than Cardan angles, and about as well as Euler parameters",
        lambda n: (
            f"CPU time for 1e-7 m, divided by the CPU time of the Lie group: {list_values(alpha_work(full(n, SPUN), 1e-7))}"
        ),
        lambda n: _thirteen(alpha_work(full(n, SPUN), 1e-7)),
        ROTOR,
    ),
    Statement(
        "section 5",
        "the number of Newton iterations may be further reduced by changing to SE(3)",
        _se3_text,
        _se3,
        f"{HELD_TOP} with `-p arm=0` for the frame at the joint, `LIE_SE3`",
    ),
    Statement(
        "section 1",
        "R3 x SO(3) is as accurate as SE(3) (its ref. 16)",
        lambda n: f"error of SE(3) divided by the error of R3 x SO(3): {list_values(se3_ratios(n, error))}",
        lambda n: _alike(se3_ratios(n, error)),
        f"{HELD_TOP}, `LIE_SE3`",
    ),
)


def _thirteen(ratios: dict[str, float]) -> str:
    if not ratios[CLASSICAL[1]] > 1.0 + ALIKE["CPU"]:
        return "**not confirmed**"
    return (
        confirmed(True) if about(ratios[EULER_NAME], 1.0) == confirmed(True) else "**confirmed only for Cardan angles**"
    )


def _alike(ratios: dict[str, float]) -> str:
    same = [model for model, ratio in ratios.items() if abs(math.log(ratio)) < math.log(1.0 + ALIKE["error"])]
    return (
        confirmed(len(same) == len(ratios))
        if len(same) in (0, len(ratios))
        else f"**confirmed only for: {'; '.join(same)}**"
    )
