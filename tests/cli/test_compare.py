"""`rbsolve compare` on a small deck."""

import csv
import math
import subprocess
import sys
from pathlib import Path

import pytest
from compared_box import DECK

from rbsolve.cli import main
from rbsolve.compare.convergence import fitted_order, local_orders
from rbsolve.compare.errors import common_spacing
from rbsolve.compare.methods import methods_of
from rbsolve.compare.report import advice, seconds_at
from rbsolve.compare.study import Case, Comparison
from rbsolve.solver.model.outcome import Outcome

PUSH = """
@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {push} { @CONNECTED_TO_BODY {b} @APPLIED_FORCES {3, 0, 0} } }
"""


LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_CPU, (1000, 1000))
from rbsolve.cli import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture
def deck(tmp_path):
    path = tmp_path / "box.deck"
    path.write_text(DECK)
    return path


FALLING_TOP = """
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {box} {
  @MASS {2} @MOMENTS_OF_INERTIA {0.3, 0.2, 0.1} @INITIAL_ANGULAR_VELOCITY {0.1, 5, 0} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {earth} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {fall} { @SIMULATION_TIME_RANGE {0, 2} @TIME_STEP_SIZE {1e-3} } }
@SENSOR_DEFINITION { @SENSOR_NAME {energy} { @SENSOR_TYPE {TOTAL_ENERGY} @OBJECT_NAME {SYSTEM} } }
"""


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
    """Return cases whose steps are halved from case to case."""
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
        ([3e2, 1e-2, 1e-2 / 4, 1e-2 / 16], 2.0),  # the first step is outside the range of stability of the method
        ([1e-11, 4e-14, 1e-15, 2e-15], None),  # a relative error above round-off
        (
            [1e-6, 1e-6 / 16, 1e-6 / 256, 3e-9, 4e-9],
            4.0,
        ),  # with the last steps, another error dominates, for example the error of the reference
        ([1e-6, 1.1e-6, 0.9e-6], None),  # the tolerance determines the error of an adaptive method
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


def test_the_time_for_an_accuracy_is_on_a_line_in_the_work_precision_diagram():
    """At an error of 1e-2 a case takes 2 s, and at 1e-6 it takes 32 s. So the time is multiplied by 2 from decade to
    decade of the error."""
    pair = cases(METHODS[0], [1e-2, 1e-6], [2.0, 32.0])
    times = [seconds_at(pair, accuracy) for accuracy in (1e-3, 1e-5, 1e-6)]
    assert times == pytest.approx([4.0, 16.0, 32.0], rel=1e-12)
    assert seconds_at(pair, 1e-7) == math.inf


def test_the_round_off_of_a_total_energy_has_the_scale_of_its_terms(deck, capsys):
    """A falling top exchanges 380 J, but its total energy remains 2.5 J. So the round-off of the energy is larger than
    the round-off of a number of 2.5 J."""
    deck.write_text(FALLING_TOP)
    words = ["--integrators", "DOP853", "--steps", "1e-2", "1e-3", "--sensors", "energy"]
    assert main(["compare", str(deck), *words]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines() if line.startswith(" DOP853")]
    assert [float(row[3]) < 1e-9 for row in rows] == [True, True]
    assert [row[4] for row in rows] == ["200", "2000"]  # the column of orders is empty


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


def test_times_under_a_limit_of_cpu_time(deck):
    """Under such a limit (`ulimit -t`), the clock of the process advances only in steps of milliseconds."""
    deck.write_text(DECK.replace("{1, 2, 3}", "{0, 0, 0}"))
    table = deck.with_suffix(".csv")
    arguments = ["compare", str(deck), "--integrators", "RK44,HEUN", "--steps", "0.001", "-o", str(table)]
    assert main(arguments) == 0
    measured = [float(row["cpu_time_s"]) for row in csv.DictReader(table.read_text().splitlines())]
    limited = [sys.executable, "-c", LIMITED, *arguments]
    done = subprocess.run(limited, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    times = [float(row["cpu_time_s"]) for row in csv.DictReader(table.read_text().splitlines())]
    assert all(time > 0.1 * before for time, before in zip(times, measured, strict=True))


@pytest.mark.parametrize("is_given", [False, True])
def test_the_work_of_loads_is_no_drift_of_the_energy(deck, is_given):
    """The load does 4.5 J of work in a second. With HEUN, the energy of the spin has an error of third order in the
    step.
    """
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
    """The result agrees with Xu et al. (2020) (errata 4.3). The error of the midpoint scheme depends on gamma, but not
    on alpha.
    """
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


@pytest.mark.parametrize("name", ["four_bar", "belt_drive"])
def test_default_methods_of_a_model_with_loops_or_couplings_include_explicit_ones(name, capsys):
    deck = Path(__file__).parents[2] / "decks" / f"{name}.deck"
    assert main(["compare", str(deck), "--steps", "0.002", "--t-end", "0.02"]) == 0
    table = capsys.readouterr().out
    for method in ("GENERALIZED_ALPHA", "RK44 MINIMAL_COORDINATES", "DOP853 MINIMAL_COORDINATES"):
        assert any(
            line.strip().startswith(method) and line.rstrip().endswith("complete") for line in table.splitlines()
        )
