"""Dymore's manual, the numbers of the page on geometric entities and observers.

`python docs/figures/make.py seed-002` measures them (docs/figures/seed_002.json), and makes tables and figure of
docs/results-seed-002.md.
"""

from __future__ import annotations

import numpy as np
import seed_002_equations as equations
from claims import TIGHT, Numbers, Paper, Statement, confirmed
from matplotlib.figure import Figure
from seed_002_places import EQUATIONS
from workshop import DECKS, Workshop

import rbsolve

SEQUENCES = equations.SEQUENCES
LEVELS = 1000
WRONG_AT = 120.0  # in degrees: a nutation for which (28) fails


def _chain(levels: int, closed: bool = False) -> str:
    """Return a deck of nested frames, the innermost first, each shifted by 1 m in its parent.

    If `closed`, the outermost frame is defined in the innermost frame, so that the definitions form a circle.
    """
    blocks = []
    for k in range(levels, 0, -1):
        outer = f"@IS_DEFINED_IN_FRAME {{f{k - 1}}}" if k > 1 else ("@IS_DEFINED_IN_FRAME {last}" if closed else "")
        name = "last" if k == levels else f"f{k}"
        blocks.append(
            f"@POINT_DEFINITION {{ @POINT_NAME {{p{k}}} {{ @COORDINATES {{1, 0, 0}} {outer} }} }}\n"
            f"@FIXED_FRAME_DEFINITION {{ @FIXED_FRAME_NAME {{{name}}} {{ @POINT1_NAME {{p{k}}} @TRIAD_NAME {{TRIAD_INERTIAL}} }} }}"
        )
    return "\n".join(
        [
            *blocks,
            "@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }",
            "@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @FRAME_NAME {last} @MASS_PROPERTY_NAME {m} } }",
            "@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.5} } }",
            "@SENSOR_DEFINITION { @SENSOR_NAME {x} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {b} } }",
        ]
    )


def recursion() -> dict[str, float]:
    """Return how many levels of nested frames are resolved, and how many errors a circular definition causes."""
    results = rbsolve.solve(_chain(LEVELS))
    found = [finding.code for finding in rbsolve.check(_chain(3, closed=True)) if finding.severity == "error"]
    return {"levels resolved": float(results["x"][0, 0]), "circles reported": float(found.count("circular-reference"))}


def sensors() -> dict[str, float]:
    """Compare sensors of decks/turntable.deck with derivatives of the path that the observer on the table sees.

    The differences are in m/s and m/s^2.
    """
    results = rbsolve.solve(DECKS / "turntable.deck")
    rate, time = 2.0, results.time
    z = (time + 0.5j) * np.exp(-1j * rate * time)  # x + i y in axes of the table
    velocity = np.exp(-1j * rate * time) - 1j * rate * z
    acceleration = -2j * rate * np.exp(-1j * rate * time) - rate**2 * z
    exact = {"path": z, "velocity": velocity, "acceleration": acceleration}
    found = {f"sensor {name}": float(np.abs(results[name] @ [1, 1j, 0] - value).max()) for name, value in exact.items()}
    found["sensor turning"] = float(np.abs(results["turning"] - [0, 0, -rate]).max())
    return found


def inverses() -> dict[str, float]:
    """Return the fractions of random matrices whose printed angles belong to another rotation, and an example."""
    found = {f"wrong, {sequence}": equations.wrong_inverses(sequence) for sequence in SEQUENCES}
    D = equations.printed_matrix("323", np.array([30.0, WRONG_AT, 50.0]))
    return found | {"precession by (28)": float(equations.printed_angles("323", D)[0])}


def measure() -> dict[str, float]:
    """Return all numbers."""
    jumps = {f"jump, e{axis}": equations.largest_jump(axis) for axis in (1, 2, 3)}
    return {**equations.measure(), **inverses(), **jumps, **recursion(), **sensors()}


def _name(sequences: list[str]) -> str:
    return ", ".join(sequences)


def _inverse_verdict(n: Numbers) -> str:
    good = [s for s in SEQUENCES if n[f"wrong, {s}"] == 0.0]
    if len(good) == len(SEQUENCES):
        return confirmed(True)
    bad = [s for s in SEQUENCES if s not in good]
    return f"**confirmed only for {_name(good)}**; for {_name(bad)} if (28) is corrected"


def _right_once_corrected(n: Numbers, place: str) -> str:
    if not n[f"{place}, here"] < TIGHT:
        return "**not confirmed**"
    return confirmed(True) + (" as printed" if n[f"{place}, printed"] < TIGHT else " once corrected")


STATEMENTS = (
    Statement(
        "2.5 to 2.8",
        "the following process will yield the desired angles",
        lambda n: (
            "random matrices for which the printed angles give another rotation: "
            + ", ".join(f"{100 * n[f'wrong, {s}']:.0f} % ({s})" for s in SEQUENCES)
            + f". At a nutation of {WRONG_AT:g} degrees (28) gives a precession of {n['precession by (28)']:.0f} degrees instead of 30"
        ),
        _inverse_verdict,
        "`geometry/rotation_parameters.py`",
    ),
    Statement(
        "(22), (26), (30), (34)",
        "phi3 = atan2(...) if its second argument is not zero",
        lambda n: (
            "if the second argument is zero and the first is not, the matrix has an error of "
            + ", ".join(f"{n[f'inverse {s}, printed, zero argument']:.2g} ({s})" for s in SEQUENCES)
            + f"; with the condition on both arguments, the error is {max(n[f'inverse {s}, here'] for s in SEQUENCES):.0e}"
        ),
        lambda n: confirmed(max(n[f"inverse {s}, printed, zero argument"] for s in SEQUENCES) < TIGHT),
        "`geometry/rotation_parameters.py`",
    ),
    Statement(
        "2.5 to 2.8",
        "when theta = 0 or pi (313, 323), pi/2 (321, 312), a singularity occurs",
        lambda n: (
            "at the singularity, the printed formulas have an error of "
            + ", ".join(f"{n[f'inverse {s}, printed, singular']:.2g} ({s})" for s in SEQUENCES)
            + ". Our formulas have an error below 1e-15: phi3 = 0, and phi1 contains the sum or difference of both angles"
        ),
        lambda n: (
            confirmed(max(n[f"inverse {s}, here"] for s in SEQUENCES) < TIGHT)
            + "; theta is our phi2, and our angles reproduce the rotation matrix"
        ),
        "`geometry/rotation_parameters.py`",
    ),
    Statement(
        "2.3.1 to 2.3.3",
        "to remove the indeterminacy and avoid singularities, two branches",
        lambda n: (
            f"no singularity; if the component is zero, the branches differ by up to {max(n[f'jump, e{a}'] for a in (1, 2, 3)):.0f} "
            "degrees about the vector"
        ),
        lambda n: (
            confirmed(max(n[name] for name, _ in equations.BRANCHES.values()) < TIGHT)
            + "; the triad jumps if the component is zero"
        ),
        "`VECTOR_E1`, `VECTOR_E2`, `VECTOR_E3`",
    ),
    Statement(
        "4.1, 4.2",
        "the composition of motion gives the same as (43), (44), (48), (49)",
        lambda n: f"the error is {max(n['(45)'], n['(47)'], n['(50)']):.0e}",
        lambda n: confirmed(max(n["(45)"], n["(47)"], n["(50)"]) < TIGHT) + ", with A and B defined as below",
        "`MOTION_PARAMETERS`",
    ),
    Statement(
        "5",
        "the success of the procedure is guaranteed in the absence of circular references; if there are any, an error message is printed",
        lambda n: (
            f"rbsolve resolves {n['levels resolved']:.0f} frames in frames, which the deck defines in reverse "
            f"order; a cycle gives {n['circles reported']:.0f} error, which names all members of the cycle"
        ),
        lambda n: confirmed(n["levels resolved"] == LEVELS and n["circles reported"] == 1.0),
        "`decks/nested_frames.deck`, `geometry/resolve.py`",
    ),
    Statement(
        "6.1",
        "S_B resolved in the present basis is R_E^T S_B R_E",
        lambda n: f"with the R_E of (52) the error is {n['6.1, printed']:.2g}: R_E must be the total rotation R_E R_E0",
        lambda n: confirmed(n["6.1, printed"] < TIGHT) + ", unless R_E is the total rotation",
        "`geometry/observer.py`",
    ),
    Statement(
        "6.3",
        "these results are obtained more expeditiously from the composition of motion",
        lambda n: (
            f"its rotation equals (54) to {n['6.3, rotation']:.0e}; its displacement differs from (53) by {n['6.3, displacement']:.2g} "
            f"m, and equals r - Q r0 to {n['6.3, displacement, r - Q r0']:.0e}"
        ),
        lambda n: confirmed(n["6.3, displacement"] < TIGHT, "confirmed only for the rotation"),
        "`DISPLACEMENT`, `ROTATION`",
    ),
    Statement(
        "6.4",
        "Not sure this is right???? (of (55), the velocity)",
        lambda n: (
            f"with the relative position in the bracket, the formula equals the derivative of (53) to {n['(55), here']:.0e}; "
            f"as printed, its error is {n['(55), printed']:.2g} m/s"
        ),
        lambda n: _right_once_corrected(n, "(55)"),
        "`VELOCITY`",
    ),
    Statement(
        "6.4",
        "Not sure this is right???? (of (56), the angular velocity)",
        lambda n: (
            f"the formula equals the rate of (54) to {n['(56), here']:.0e}; axial(Q Q^T) in the text before (56) "
            f"lacks a dot, and its error is {n['before (56), printed']:.2g} rad/s"
        ),
        lambda n: _right_once_corrected(n, "(56)") + ", with the dot in the text before (56)",
        "`ANGULAR_VELOCITY`",
    ),
    Statement(
        "6.4",
        "Does not seem to be used in Dymore????",
        lambda n: (
            "sensors of any moving observer use both formulas; on the turntable, their errors are "
            + ", ".join(
                f"{n[f'sensor {name}']:.0e} ({name})" for name in ("path", "velocity", "acceleration", "turning")
            )
        ),
        lambda n: (
            "**used here**" if max(v for k, v in n.items() if k.startswith("sensor")) < TIGHT else "**not confirmed**"
        ),
        "`decks/turntable.deck`, `@FRAME_NAME`, `@VIEWED_BY`",
        "decks/test_decks.py::test_turntable",
    ),
)

PAPER = Paper("seed_002", EQUATIONS, STATEMENTS, measure, measure)


def draw(workshop: Workshop) -> None:
    """The motion of the puck for both observers, and its velocity relative to the turntable."""
    results = rbsolve.solve(DECKS / "turntable.deck")
    figure = Figure(figsize=(10, 4), layout="constrained")
    left, right = figure.subplots(1, 2)
    for sensor, name in (("path_on_ground", "seen from the ground"), ("path", "seen from the table")):
        left.plot(*results[sensor][:, :2].T, linewidth=1.2, label=name)
    left.set(xlabel="x [m]", ylabel="y [m]", aspect="equal", title="path of the puck")
    left.legend(loc="lower right")
    for column, name in zip(results["velocity"][:, :2].T, "xy", strict=True):
        right.plot(results.time, column, linewidth=1.2, label=f"sensor, {name}")
    for column, name in zip(np.gradient(results["path"][:, :2], results.time, axis=0).T, "xy", strict=True):
        right.plot(results.time[::10], column[::10], "k.", markersize=4, label=f"derivative of the path, {name}")
    right.set(xlabel="time [s]", ylabel="velocity seen from the table [m/s]", title="(55), corrected")
    right.legend()
    workshop.save(figure, "seed_002_turntable")


def main(workshop: Workshop) -> None:
    """Measure, and write tables and figure."""
    PAPER.write(workshop)
    draw(workshop)
