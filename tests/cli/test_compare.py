"""`rbsolve compare` on a small deck."""

import csv
import math
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import h5py
import numpy as np
import pytest

import rbsolve
from rbsolve.cli import main
from rbsolve.compare import reference as references
from rbsolve.compare.convergence import fitted_order, local_orders
from rbsolve.compare.errors import common_spacing
from rbsolve.compare.methods import methods_of
from rbsolve.compare.reference import Reference
from rbsolve.compare.report import advice
from rbsolve.compare.running import SensorRows
from rbsolve.compare.study import Case, Comparison
from rbsolve.solver.model.outcome import Outcome

DECK = """
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {1, 2, 2.5} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @MASS_PROPERTY_NAME {m} @INITIAL_ANGULAR_VELOCITY {1, 2, 3} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.01} } }
@SENSOR_DEFINITION { @SENSOR_NAME {w} { @SENSOR_TYPE {ANGULAR_VELOCITY} @OBJECT_NAME {b} } }
"""
PUSH = """
@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {push} { @CONNECTED_TO_BODY {b} @APPLIED_FORCES {3, 0, 0} } }
"""


@pytest.fixture
def deck(tmp_path):
    path = tmp_path / "box.deck"
    path.write_text(DECK)
    return path


def test_table_files_and_advice(deck, capsys):
    table, picture = deck.with_suffix(".csv"), deck.with_suffix(".png")
    arguments = ["--integrators", "RK44,HEUN", "--steps", "0.02", "0.01", "--sensors", "w", "--accuracy", "1e-6"]
    assert main(["compare", str(deck), *arguments, "-o", str(table), "-o", str(picture)]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert "error of w at the end time [rad/s], against" in printed[0]
    assert [line.rstrip() for line in printed] == printed
    rows = list(csv.DictReader(table.read_text().splitlines()))
    assert [(row["variant"], float(row["step_s"])) for row in rows] == [
        ("RK44", 0.02),
        ("RK44", 0.01),
        ("HEUN", 0.02),
        ("HEUN", 0.01),
    ]
    errors = [float(row["error_w"]) for row in rows]
    assert errors[0] / errors[1] == pytest.approx(16, rel=0.1)
    assert errors[2] / errors[3] == pytest.approx(4, rel=0.1)
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert "Cheapest at an error of 1.0e-06: RK44" in printed[-1]


def test_what_a_modified_newton_iteration_saves_is_in_the_table(deck):
    table = deck.with_suffix(".csv")
    names = ["RK44", "GENERALIZED_ALPHA", "GENERALIZED_ALPHA:NEWTON=MODIFIED"]
    assert main(["compare", str(deck), "--integrators", *names, "--steps", "0.02", "-o", str(table)]) == 0
    explicit, full, modified = csv.DictReader(table.read_text().splitlines())
    assert explicit["jacobian_updates"] == "0"
    assert int(full["jacobian_updates"]) >= int(full["newton_iterations"]) >= 50
    assert int(modified["jacobian_updates"]) < 10 < int(modified["newton_iterations"])


def test_a_component_is_a_sensor_of_its_own(deck):
    table, given = deck.with_suffix(".csv"), deck.with_suffix(".h5")
    assert main([str(deck), "--quiet", "-o", str(given)]) == 0
    arguments = ["--integrators", "RK44", "--steps", "0.02", "-o", str(table), "--sensors"]
    assert main(["compare", str(deck), *arguments, "w", "w.w1", "w.y", "w.3"]) == 0
    (row,) = csv.DictReader(table.read_text().splitlines())
    whole = math.sqrt(sum(float(row[f"error_{name}"]) ** 2 for name in ("w.w1", "w.y", "w.3")))
    assert whole == pytest.approx(float(row["error_w"]), rel=1e-12)
    assert main(["compare", str(deck), *arguments, "w.x", "--reference", str(given)]) == 0


METHODS = methods_of(["RK44", "HEUN", "DOP853"], [])


def cases(method, errors, seconds=None, first_step=0.1, steps=100):
    """The cases of halved steps."""
    return [
        Case(
            method, first_step / 2**k, Outcome.COMPLETE, error, {}, steps * 2**k, 0, 0, (seconds or [1e-3] * 9)[k], 0.0
        )
        for k, error in enumerate(errors)
    ]


@pytest.mark.parametrize(
    ("errors", "order"),
    [
        ([1e-2 / 16**k for k in range(5)], 4.0),
        ([3e2, 1e-2, 1e-2 / 4, 1e-2 / 16], 2.0),  # the first step is beyond stability
        ([1e-11, 4e-14, 1e-15, 2e-15], None),  # a relative error above round-off
        (
            [1e-6, 1e-6 / 16, 1e-6 / 256, 3e-9, 4e-9],
            4.0,
        ),  # then another error dominates, for example the error of the reference
        ([1e-6, 1.1e-6, 0.9e-6], None),  # an adaptive method, whose error the tolerance determines
        ([math.inf, 1e-3], None),
    ],
)
def test_orders_are_those_of_the_method_and_not_of_round_off(errors, order):
    found = fitted_order(cases(METHODS[0], errors), 1.0)
    assert found == (None if order is None else pytest.approx(order, abs=1e-6))


def test_no_local_order_at_round_off():
    assert local_orders(cases(METHODS[0], [1e-8, 1e-8 / 16, 3e-15, 1e-15]), 1.0) == [
        None,
        pytest.approx(4.0),
        None,
        None,
    ]


def comparison(*of_methods):
    return Comparison("box.deck", ("w",), "reference", tuple(case for some in of_methods for case in some), (), 1.0)


def test_the_accuracy_is_one_that_all_methods_reach():
    study = comparison(cases(METHODS[0], [1e-4, 1e-8], [1e-3, 2e-3]), cases(METHODS[1], [1e-2, 1e-3], [1e-3, 8e-3]))
    said = advice(study, None)
    assert said.startswith("Cheapest at an error of 1.0e-03, which all methods reach: RK44")
    assert said.endswith("; RK44 is 8 times faster than HEUN.")


def test_times_that_hardly_differ_are_no_difference():
    study = comparison(cases(METHODS[0], [1e-6], [1.01e-3]), cases(METHODS[2], [1e-6], [0.97e-3]))
    said = advice(study, None)
    assert (
        "DOP853 970 \N{MICRO SIGN}s, RK44 1.01 ms of CPU time; no significant difference between DOP853 and RK44."
        in said
    )
    assert "times" not in said.replace("CPU time", "")


def test_advice_when_all_agree_exactly(deck, capsys):
    """A body at rest does not move, so no method has an error."""
    deck.write_text(DECK.replace("{1, 2, 3}", "{0, 0, 0}"))
    assert main(["compare", str(deck), "--integrators", "RK44,HEUN", "--steps", "0.1"]) == 0
    advice = capsys.readouterr().out.splitlines()[-1]
    assert advice.startswith("Cheapest of the methods that agree exactly with the reference: ")


@pytest.mark.parametrize("is_given", [False, True])
def test_the_work_of_loads_is_no_drift_of_the_energy(deck, is_given):
    """The load does 4.5 J of work in a second. The error of HEUN in the energy of the spin is of third order in the
    step."""
    deck.write_text(DECK + PUSH)
    given, table = deck.with_suffix(".h5"), deck.with_suffix(".csv")
    assert main([str(deck), "--quiet", "-o", str(given)]) == 0
    reference = ["--reference", str(given)] if is_given else []
    arguments = ["--integrators", "RK44,HEUN", "--steps", "0.01", *reference, "-o", str(table)]
    assert main(["compare", str(deck), *arguments]) == 0
    drifts = [abs(float(row["energy_drift_J"])) for row in csv.DictReader(table.read_text().splitlines())]
    assert drifts[0] < 1e-6 < drifts[1] < 1e-3


def test_settings_of_the_deck_language(deck, capsys):
    names = [
        "DOPRI5:RELATIVE_TOLERANCE=1e-4",
        "DOPRI5:RELATIVE_TOLERANCE=1e-9",
        "GENERALIZED_ALPHA:SPECTRAL_RADIUS=0.5",
    ]
    table = deck.with_suffix(".csv")
    assert main(["compare", str(deck), "--integrators", *names, "--steps", "0.01", "-o", str(table)]) == 0
    loose, tight, alpha = csv.DictReader(table.read_text().splitlines())
    assert int(tight["steps"]) > 3 * int(loose["steps"])
    assert float(tight["error"]) < 1e-3 * float(loose["error"])
    assert (alpha["integrator"], alpha["settings"]) == ("GENERALIZED_ALPHA", "SPECTRAL_RADIUS=0.5")
    assert "DOPRI5 RELATIVE_TOLERANCE=1e-4 LIE_R3_SO3" in capsys.readouterr().out


def test_a_sweep_of_the_inertia_parameter(deck):
    """The result of Xu et al. (2020) (errata 4.3): gamma changes the error of the midpoint scheme, alpha does not."""
    names = [
        f"IMPLICIT_MIDPOINT:INERTIA_REPRESENTATION={kind}:INERTIA_PARAMETER={value}"
        for kind in ("ALPHA", "GAMMA")
        for value in ("0.3", "AUTO", "9")
    ]
    table = deck.with_suffix(".csv")
    assert main(["compare", str(deck), "--integrators", *names, "--steps", "0.01", "-o", str(table)]) == 0
    errors = [float(row["error"]) for row in csv.DictReader(table.read_text().splitlines())]
    assert errors[:3] == pytest.approx([errors[0]] * 3, rel=1e-6)
    assert min(abs(errors[k] / errors[m] - 1.0) for k, m in ((3, 4), (4, 5), (3, 5))) > 0.1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--integrators", "GENERALIZED_ALPHA:NEWTON=MODFIED"], "MODFIED"),
        (["--integrators", "RK44:SPECTRAL_RADIUS=1"], "SPECTRAL_RADIUS"),
        (["--integrators", "RK44:PROJECTION=HEXAHEDRON"], "does not apply to the formulation"),
        (["--integrators", "GENERALIZED_ALPHA:2"], "number of stages or KEYWORD=VALUE"),
        (["--integrators", "RK99"], "no integrator RK99"),
        (["--steps", "zero"], "--steps needs numbers"),
        (["--sensors", "x"], "has no sensor x"),
        (["--integrators", "RK44", "--formulations", "EULER_PARAMETERS_2"], "none of the chosen integrators"),
        (["-o", "out.txt"], "must end in"),
    ],
)
def test_wrong_usage(deck, capsys, arguments, said):
    assert main(["compare", str(deck), *arguments]) == 2
    assert said in capsys.readouterr().err


HINGED = (
    DECK.replace("TIME_STEP_SIZE {0.01}", "TIME_STEP_SIZE {0.05}")
    + """
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 1} } }
@SPHERICAL_JOINT_DEFINITION { @SPHERICAL_JOINT_NAME {hinge} { @CONNECTED_TO_BODIES {GROUND, b} @AT_POINT {O} } }
"""
)


def test_joints_choose_as_a_run_does_and_one_misfit_does_not_end_all(deck, capsys):
    deck.write_text(HINGED)
    table = deck.with_suffix(".csv")
    names = "GENERALIZED_ALPHA,RK44,IMPLICIT_MIDPOINT"
    assert main(["compare", str(deck), "--integrators", names, "--steps", "0.05", "-o", str(table)]) == 0
    rows = [(row["integrator"], row["formulation"]) for row in csv.DictReader(table.read_text().splitlines())]
    assert ("GENERALIZED_ALPHA", "MINIMAL_COORDINATES") in rows
    assert ("EXPLICIT_RUNGE_KUTTA", "MINIMAL_COORDINATES") in rows
    assert main(["compare", str(deck), "--integrators", "RK44", "--formulations", "LIE_SE3", "--steps", "0.05"]) == 1
    formulations = "LIE_R3_SO3,MINIMAL_COORDINATES"
    capsys.readouterr()
    assert main(["compare", str(deck), "--integrators", "RK44", "--formulations", formulations, "--steps", "0.05"]) == 0
    assert "omitted: RK44 LIE_R3_SO3: EXPLICIT_RUNGE_KUTTA does not support" in capsys.readouterr().err


@pytest.mark.parametrize("kind", ["STATIC", "KINEMATIC"])
def test_an_analysis_without_integrator_cannot_be_compared(deck, capsys, kind):
    deck.write_text(HINGED.replace("@SIMULATION_TIME_RANGE", f"@ANALYSIS_TYPE {{{kind}}} @SIMULATION_TIME_RANGE"))
    assert main(["compare", str(deck)]) in (1, 2)
    assert kind in capsys.readouterr().err


SPINNING = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#spin} @SCALAR_VALUE {5} }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {2, 2, 5} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @MASS_PROPERTY_NAME {m} @INITIAL_ANGULAR_VELOCITY {1, 0, #spin} } }
@MOVING_FRAME_DEFINITION { @MOVING_FRAME_NAME {own} { @CONNECTED_TO_BODY {b} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 2} @TIME_STEP_SIZE {0.05} @OUTPUT_STEP_SIZE {0.1} } }
@SENSOR_DEFINITION { @SENSOR_NAME {w} { @SENSOR_TYPE {ANGULAR_VELOCITY} @OBJECT_NAME {b} @RESOLVED_IN {own} } }
"""


def precession(time):
    """The angular velocity of a symmetrical body without torque, in its own axes. It rotates about the third axis at (C
    - A)/A times the spin."""
    rate = (5 - 2) / 2 * 5.0
    return np.column_stack([np.cos(rate * time), np.sin(rate * time), np.full_like(time, 5.0)])


def errors_in(table):
    rows = csv.DictReader(table.read_text().splitlines())
    return {(row["variant"], float(row["step_s"])): float(row["error"]) for row in rows}


@pytest.mark.parametrize("measure", ["end", "max", "rms"])
def test_errors_at_the_end_at_most_or_on_average(tmp_path, measure, capsys):
    """The errors are measured against rows in closed form, which give the errors of Heun's method."""
    deck, given, table = tmp_path / "top.deck", tmp_path / "exact.h5", tmp_path / "t.csv"
    deck.write_text(SPINNING)
    time = rbsolve.solve(deck, output=given).time
    with h5py.File(given, "a") as file:
        file["sensors/w"][...] = precession(time)
    arguments = ["--integrators", "HEUN", "--steps", "0.1,0.05,0.025", "--error", measure, "--reference", str(given)]
    assert main(["compare", str(deck), *arguments, "-o", str(table)]) == 0
    words = {
        "end": "error of w at the end time",
        "max": "largest error of w over",
        "rms": "root mean square error of w",
    }
    assert words[measure] in capsys.readouterr().out
    found = errors_in(table)
    for step in (0.1, 0.05, 0.025):
        run = rbsolve.solve(deck, integrator="HEUN", step=step)
        sizes = np.linalg.norm(run["w"] - precession(run.time), axis=1)
        expected = {"end": sizes[-1], "max": sizes.max(), "rms": np.sqrt(np.mean(sizes**2))}
        assert len(sizes) == 21
        assert found["HEUN", step] == pytest.approx(expected[measure], rel=1e-9)
    assert len(set(found.values())) == 3


@pytest.mark.parametrize(
    ("of_deck", "steps", "spacing"),
    [
        (0.1, [0.05, 0.025], 0.1),
        (0.02, [0.1, 0.05], 0.1),
        (1.0, [0.3, 0.2], 0.6),
        (0.0, [0.05], 0.05),
        (0.3, [0.1], 0.3),
    ],
)
def test_rows_are_at_times_that_all_steps_reach(of_deck, steps, spacing):
    assert common_spacing(of_deck, steps) == pytest.approx(spacing, rel=1e-12)


def test_steps_without_common_times_are_refused():
    with pytest.raises(ValueError, match="no output times in common"):
        common_spacing(0.1, [0.1, 0.1 / math.pi])


def test_a_method_may_be_the_reference(tmp_path, capsys):
    deck, table = tmp_path / "top.deck", tmp_path / "t.csv"
    deck.write_text(SPINNING)
    errors = []
    for reference in (["--reference-method", "DOP853:0.0125"], ["--reference-method", "HEUN:0.05"]):
        arguments = ["--integrators", "HEUN", "--steps", "0.1,0.05", "--error", "max", *reference, "-o", str(table)]
        assert main(["compare", str(deck), *arguments]) == 0
        errors.append(errors_in(table))
    assert "against HEUN LIE_R3_SO3 with a step of 0.05 s" in capsys.readouterr().out
    run = rbsolve.solve(deck, integrator="HEUN", step=0.05)
    assert errors[0]["HEUN", 0.05] == pytest.approx(
        np.linalg.norm(run["w"] - precession(run.time), axis=1).max(), rel=1e-6
    )
    assert errors[1]["HEUN", 0.05] == 0.0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--reference-method", "RK44"], "is not of the form TYPE:H"),
        (["--reference-method", "RK45:0.1"], "no integrator RK45"),
        (["--reference-method", "RK44:-1"], "is not of the form TYPE:H"),
        (["--reference", "short.h5"], "ends at t = 1 s, and the runs at 2 s"),
        (["--reference", "coarse.h5", "--error", "max"], "lacks most of the 21 output times"),
        (["--reference", "short.h5", "--reference-method", "RK44:0.1"], "not allowed with"),
        (["--error", "mean"], "invalid choice"),
    ],
)
def test_references_that_do_not_fit_are_refused(tmp_path, monkeypatch, capsys, arguments, said):
    monkeypatch.chdir(tmp_path)
    Path("top.deck").write_text(SPINNING)
    rbsolve.solve("top.deck", t_end=1.0, output="short.h5")
    Path("coarse.deck").write_text(SPINNING.replace("@OUTPUT_STEP_SIZE {0.1}", "@OUTPUT_STEP_SIZE {0.5}"))
    rbsolve.solve("coarse.deck", output="coarse.h5")
    with suppress(SystemExit):
        assert main(["compare", "top.deck", "--integrators", "HEUN", "--steps", "0.1", *arguments]) == 2
    assert said in " ".join(capsys.readouterr().err.split())


STIFF = (
    DECK
    + """
@POINT_DEFINITION { @POINT_NAME {P} { @COORDINATES {1, 0, 0} } @POINT_NAME {O} { @COORDINATES {0, 0, 0} } }
@SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {s} { @CONNECTED_TO_BODIES {GROUND, b} @POINT1_NAME {P} @POINT2_NAME {O}
  @STIFFNESS {%s} @DAMPING {200} @REST_LENGTH {1.0001} } }
"""
)


@pytest.mark.parametrize(
    ("stiffness", "said", "served"),
    [
        ("1e6", "is not reliable: it changes by", "DOP853 RELATIVE_TOLERANCE=1e-13"),
        ("1e12", "failed: it needs more than 40000 steps", "GENERALIZED_ALPHA LIE_R3_SO3 with a step of 0.00125 s"),
    ],
)
def test_a_reference_beyond_stability_is_replaced_and_that_is_said(deck, capsys, stiffness, said, served):
    """With half of the smallest step, DOP853 is unstable. Adaptive steps are stable, unless there are too many of
    them."""
    deck.write_text(STIFF % stiffness)
    assert main(["compare", str(deck), "--integrators", "GENERALIZED_ALPHA", "--steps", "0.02,0.01"]) == 0
    printed = capsys.readouterr()
    assert said in printed.err
    assert f"the reference for errors is {served}" in printed.err
    assert f"against {served}" in " ".join(printed.out.split())


def test_a_reference_that_fails_is_replaced_and_that_is_said(tmp_path, capsys):
    """The drives of the robot are stiff. DOP853 with half the smallest step diverges. Another reference gives
    the same errors."""
    deck, errors = Path(__file__).parents[2] / "decks" / "puma560.deck", []
    for reference in ([], ["--reference-method", "GENERALIZED_ALPHA:1e-4"]):
        steps = ["--steps", "0.1", "0.05", "0.025", "0.0125", "-o", str(tmp_path / "t.csv")]
        assert main(["compare", str(deck), *steps, *reference]) == 0
        errors.append([float(row["error"]) for row in csv.DictReader((tmp_path / "t.csv").read_text().splitlines())])
        said = capsys.readouterr().err
        failed = (
            "the reference run by DOP853 MINIMAL_COORDINATES with a step of 0.00625 s failed: The solution is no longer"
        )
        assert (
            (failed in said)
            == ("the reference for errors is DOP853 RELATIVE_TOLERANCE=1e-13" in said)
            == (not reference)
        )
    assert errors[0][1:] == pytest.approx(errors[1][1:], rel=0.01)
    assert errors[0][1] > errors[0][2] > errors[0][3] > 0.0


def test_a_method_with_a_tolerance_is_measured_against_a_sharper_one(tmp_path, capsys):
    """The formulation of a body excludes explicit methods. The reference is not a run with another initial step."""
    text = (Path(__file__).parents[2] / "decks" / "four_bar.deck").read_text()
    deck, table = tmp_path / "four_bar.deck", tmp_path / "t.csv"
    body = "@RIGID_BODY_NAME {left} {"
    assert body in text
    deck.write_text(text.replace(body, f"{body} @FORMULATION {{LIE_R3_SO3}}"))
    names = [f"GENERALIZED_ALPHA:LOCAL_ERROR_TOLERANCE={tolerance}" for tolerance in ("1e-5", "1e-6", "1e-7")]
    arguments = ["--integrators", *names, "--steps", "1e-3", "--t-end", "0.5", "--sensors", "angle", "-o", str(table)]
    assert main(["compare", str(deck), *arguments]) == 0
    assert "against GENERALIZED_ALPHA LOCAL_ERROR_TOLERANCE=1e-09 LIE_R3_SO3" in capsys.readouterr().out
    errors = [float(row["error"]) for row in csv.DictReader(table.read_text().splitlines())]
    assert errors[0] > 2 * errors[1] > 4 * errors[2] > 0


def test_of_references_that_are_all_doubted_the_best_is_taken(monkeypatch):
    doubts = [0.3, 0.1, "it ended at t = 0.2 s", 0.2]
    rows = SensorRows(np.array([0.0, 1.0]), {"w": np.array([[0.0], [2.0]])})
    candidates = [SimpleNamespace(label=f"R{k}", coarse=None, doubt=doubt) for k, doubt in enumerate(doubts)]
    monkeypatch.setattr(references, "_candidates", lambda *_: candidates)
    monkeypatch.setattr(
        references,
        "_doubt",
        lambda _, one: one.doubt if isinstance(one.doubt, str) else Reference(rows, label=one.label, doubt=one.doubt),
    )
    setting = SimpleNamespace(sensors=["w"], measure="max")
    found = references.best_reference(setting, [])
    assert (found.label, found.doubt, len(found.replaced)) == ("R1", 0.1, 4)
    assert found.replaced[0].startswith(
        "the reference by R0 is not reliable: it changes by 0.15 of its size if its step"
    )
    assert found.replaced[2] == "the reference run by R2 failed: it ended at t = 0.2 s"
    candidates[:] = candidates[2:3]
    with pytest.raises(ValueError, match="R2 failed"):
        references.best_reference(setting, [])


@pytest.mark.parametrize("name", ["four_bar", "belt_drive"])
def test_default_methods_of_a_model_with_loops_or_couplings_include_explicit_ones(name, capsys):
    deck = Path(__file__).parents[2] / "decks" / f"{name}.deck"
    assert main(["compare", str(deck), "--steps", "0.002", "--t-end", "0.02"]) == 0
    table = capsys.readouterr().out
    for method in ("GENERALIZED_ALPHA", "RK44 MINIMAL_COORDINATES", "DOP853 MINIMAL_COORDINATES"):
        assert any(
            line.strip().startswith(method) and line.rstrip().endswith("complete") for line in table.splitlines()
        )
