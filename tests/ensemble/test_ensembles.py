"""Many cases at once are bitwise identical to single runs, for every integrator and any number of threads."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import rbsolve
from rbsolve.ensemble.case import CaseSolver
from rbsolve.ensemble.solving import _slices
from rbsolve.ensemble.variation import Variation
from rbsolve.language.diagnostics import Code
from rbsolve.language.many import Many
from rbsolve.language.recall import Recall
from rbsolve.pipeline import Options, check_parsed, parse_deck

DECKS = Path(__file__).parents[2] / "decks"

HINGE = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#L} @SCALAR_VALUE {1}  @DESIGN_PARAMETER_NAME {#half} @SCALAR_VALUE {#L/2}
  @DESIGN_PARAMETER_NAME {#w} @VECTOR_VALUE {0, 1, 0} }
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } @POINT_NAME {tip} { @COORDINATES {#L, 0, 0} } }
@TRIAD_DEFINITION { @TRIAD_NAME {T} { @EULER_ANGLES_313 {0, 90, 0} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {2} @CENTRE_OF_MASS_LOCATION {#half, 0, 0}
  @MOMENTS_OF_INERTIA {0.1, 2*#L^2/12, 2*#L^2/12} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @MASS_PROPERTY_NAME {m} @INITIAL_ANGULAR_VELOCITY {#w} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {J} { @CONNECTED_TO_BODIES {GROUND, B} @AT_POINT {O} @TRIAD_NAME {T} %s } }
%s
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {%s} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { %s @SIMULATION_TIME_RANGE {0, 0.4} @TIME_STEP_SIZE {0.01} @TIME_INTEGRATOR_NAME {i} } }
@SENSOR_DEFINITION { @SENSOR_NAME {tip} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {B} @POINT_NAME {tip} }
  @SENSOR_NAME {angle} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {J} }
  @SENSOR_NAME {force} { @SENSOR_TYPE {REACTION_FORCE} @OBJECT_NAME {J} } }
"""
DRIVE = "@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @FUNCTION_1D_TYPE {POLYNOMIAL} @COEFFICIENTS {0, 0, #L} } }"


def body_alone(integrator: str) -> str:
    lines = (HINGE % ("", "", integrator, "")).splitlines()
    left = (
        line for line in lines if not line.startswith(("@REVOLUTE", "  @SENSOR_NAME {angle}", "  @SENSOR_NAME {force}"))
    )
    return "\n".join(left) + " }"


def decks() -> dict[str, str]:
    return {
        "explicit": HINGE % ("", "", "EXPLICIT_RUNGE_KUTTA", ""),
        "generalized-alpha": HINGE % ("", "", "GENERALIZED_ALPHA", ""),
        "self-controlled steps": (HINGE % ("", "", "GENERALIZED_ALPHA} @LOCAL_ERROR_TOLERANCE {1e-6", "")).replace(
            "@TIME_STEP_SIZE", "@OUTPUT_STEP_SIZE"
        ),
        "quaternions": body_alone("IMPLICIT_MIDPOINT"),
        "kinematic": HINGE.replace("@TIME_STEP_SIZE {0.01}", "@OUTPUT_STEP_SIZE {0.05}")
        % ("@PRESCRIBED_ROTATION {f}", DRIVE, "GENERALIZED_ALPHA", "@ANALYSIS_TYPE {KINEMATIC}"),
        "static": HINGE.replace("@TIME_STEP_SIZE {0.01}", "@OUTPUT_STEP_SIZE {0.1}")
        % ("", "", "GENERALIZED_ALPHA", "@ANALYSIS_TYPE {STATIC}"),
    }


LENGTHS = np.linspace(0.5, 1.5, 9)
SPINS = np.stack([np.zeros(9), np.linspace(-1.0, 1.0, 9), np.zeros(9)], axis=1)


@pytest.mark.parametrize("name", decks())
def test_cases_have_the_bits_of_single_runs(name):
    deck = decks()[name]
    parameters = {"L": LENGTHS, "w": SPINS}
    one, three = (rbsolve.solve_many(deck, parameters, threads=threads) for threads in (1, 3))
    assert list(one.status) == ["complete"] * 9
    for i in (0, 4, 8):
        single = rbsolve.solve(deck, parameters={"L": LENGTHS[i], "w": SPINS[i]})
        for sensor, history in single.items():
            assert one[sensor][i].tobytes() == three[sensor][i].tobytes() == history.tobytes(), sensor
        np.testing.assert_array_equal(one.time, single.time)
        assert one.steps[i] == single.attributes["steps"]
    again = one.case(4)
    assert again["tip"].tobytes() == one["tip"][4].tobytes()
    assert "energy" in again.diagnostics


def test_short_names_of_methods_are_those_of_single_runs():
    """The deck has a table in a function of time, and the tableau differs from that of the deck."""
    method = {"integrator": "RK44", "t_end": 0.1}
    deck, amplitudes = DECKS / "kapitza_pendulum.deck", np.array([0.015, 0.02])
    ensemble = rbsolve.solve_many(deck, {"a": amplitudes}, **method)
    for k, a in enumerate(amplitudes.tolist()):
        np.testing.assert_array_equal(ensemble["force"][k], rbsolve.solve(deck, {"a": a}, **method)["force"])


def test_steps_of_their_own_begin_anew_with_each_start():
    """If only the initial state differs, one engine solves all cases."""
    deck = decks()["self-controlled steps"]
    many = rbsolve.solve_many(deck, {"w": SPINS}, threads=1)
    for i in range(9):
        single = rbsolve.solve(deck, parameters={"w": SPINS[i]})
        assert many["tip"][i].tobytes() == single["tip"].tobytes()
        assert many.steps[i] == single.attributes["steps"]


def test_a_case_is_described_as_if_it_were_alone():
    parsed = parse_deck(HINGE % ("", "", "GENERALIZED_ALPHA", ""))
    variation = Variation(parsed, Options())
    inertias = set()
    for length in LENGTHS:
        alone = check_parsed(parsed, Options(parameters={"L": float(length)}))
        again = variation.check({"L": float(length)})
        assert list(again.description.objects) == list(alone.description.objects)
        for kind, objects in alone.description.objects.items():
            assert {name: block.values for name, block in objects.items()} == {
                name: block.values for name, block in again.description.of_kind(kind).items()
            }
        assert again.description.parameters == alone.description.parameters
        assert again.compiled.model.bodies.inertia.tobytes() == alone.compiled.model.bodies.inertia.tobytes()
        inertias.add(again.compiled.model.bodies.inertia.tobytes())
    assert len(inertias) == len(LENGTHS)


def test_bad_cases_stop_alone():
    lengths = np.array([1.0, -1.0, 1.0, 0.0, 2.0])
    deck = (HINGE % ("", "", "EXPLICIT_RUNGE_KUTTA", "")).replace("{0.1, 2*#L^2/12, 2*#L^2/12}", "{0.1, #L, #L}")
    ensemble = rbsolve.solve_many(deck, {"L": lengths}, threads=2)
    assert list(ensemble.status) == ["complete", "failed", "complete", "failed", "complete"]
    assert "`@MOMENTS_OF_INERTIA` must be at least 0, but -1 is given" in ensemble.messages[1]
    assert "an axis without inertia" in ensemble.messages[3]
    assert np.isnan(ensemble["tip"][1]).all()
    assert np.isfinite(ensemble["tip"][[0, 2, 4]]).all()
    assert list(ensemble.rows) == [41, 0, 41, 0, 41]
    with pytest.raises(rbsolve.DeckError):
        ensemble.case(1)


def test_a_case_that_diverges_keeps_its_rows():
    stiff = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#k} @SCALAR_VALUE {1} }
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } @POINT_NAME {P} { @COORDINATES {1, 0, 0} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @MASS_PROPERTY_NAME {m} @INITIAL_VELOCITY {1, 0, 0} } }
@SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {s} { @CONNECTED_TO_BODIES {GROUND, B} @POINT1_NAME {O} @POINT2_NAME {P}
  @STIFFNESS {#k} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 20} @TIME_STEP_SIZE {0.1} } }
"""
    ensemble = rbsolve.solve_many(stiff, {"k": [1.0, 1e7, 2.0]}, threads=2)
    assert list(ensemble.status) == ["complete", "failed", "complete"]
    assert "use a smaller step" in ensemble.messages[1]
    rows = ensemble.rows[1]
    assert 1 < rows < 201
    assert np.isfinite(ensemble["B.CONFIGURATION"][1, : rows - 1]).all()
    assert np.isnan(ensemble["B.CONFIGURATION"][1, rows:]).all()
    assert len(ensemble.time) == 201


def test_parameters_become_coordinates():
    ensemble = rbsolve.solve_many(
        HINGE % ("", "", "EXPLICIT_RUNGE_KUTTA", ""), {"#L": LENGTHS[:3], "w": SPINS[:3]}, sensors=["tip"]
    )
    assert list(ensemble) == ["tip"]
    dataset = ensemble.to_xarray()
    assert dataset["tip"].dims == ("case", "time", "component")
    np.testing.assert_array_equal(dataset["tip"].sel(component="z"), ensemble["tip"][..., 2])
    assert dataset["tip"].attrs["units"] == "m"
    np.testing.assert_array_equal(dataset["L"], LENGTHS[:3])
    assert dataset["w"].dims == ("case", "w_component")
    assert "3 cases over L, w, 0 failed" in repr(ensemble)


NAMES = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#tip} @SCALAR_VALUE {1} @DESIGN_PARAMETER_NAME {#case} @VECTOR_VALUE {1, 2, 3} }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {#tip} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @MASS_PROPERTY_NAME {m} @INITIAL_VELOCITY {#case} } }
@SENSOR_DEFINITION { @SENSOR_NAME {tip} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {B} }
  @SENSOR_NAME {time} { @SENSOR_TYPE {VELOCITY} @OBJECT_NAME {B} } @SENSOR_NAME {time_} { @SENSOR_TYPE {KINETIC_ENERGY} @OBJECT_NAME {B} }
  @SENSOR_NAME {status} { @SENSOR_TYPE {TOTAL_ENERGY} @OBJECT_NAME {B} }
  @SENSOR_NAME {component} { @SENSOR_TYPE {ACCELERATION} @OBJECT_NAME {B} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.5} } }
"""


def test_names_of_sensors_parameters_and_dimensions_may_be_alike():
    """Dimensions have priority for their names over parameters, and parameters have priority over sensors. The other
    names get the suffix `_`.
    """
    speeds = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
    ensemble = rbsolve.solve_many(NAMES, {"tip": [1.0, 2.0], "case": speeds})
    many, one = ensemble.to_xarray(), ensemble.case(1).to_xarray()
    assert {*many.coords} == {"case", "time", "component", "tip", "case_"}
    np.testing.assert_array_equal(many["tip"], [1.0, 2.0])
    np.testing.assert_array_equal(many["case_"], speeds)
    assert list(many["status"].values) == ["complete", "complete"]
    for name, of_many, of_one in (
        ("tip", "tip_", "tip"),
        ("time", "time_", "time_"),
        ("time_", "time__", "time__"),
        ("status", "status_", "status"),
        ("component", "component_", "component_"),
    ):
        histories = (
            ensemble[name][..., 0] if ensemble[name].shape[2] == 1 else ensemble[name]
        )  # a single number has no components
        np.testing.assert_array_equal(many[of_many], histories)
        np.testing.assert_array_equal(one[of_one], histories[1])


@pytest.mark.parametrize(
    ("parameters", "reason"),
    [
        ({"L": 1.0}, "needs an array"),
        ({"L": [1.0, 2.0], "w": SPINS}, "different numbers of cases: L 2, w 9"),
        ({"LL": [1.0, 2.0]}, "there is no design parameter LL: did you mean L"),
    ],
)
def test_what_is_no_ensemble_is_refused(parameters, reason):
    with pytest.raises(ValueError, match=reason):
        rbsolve.solve_many(HINGE % ("", "", "EXPLICIT_RUNGE_KUTTA", ""), parameters)


def test_a_solver_of_cases_can_be_stopped():
    variation = Variation(parse_deck(DECKS / "heavy_top.deck"), Options(t_end=1e4))
    found = CaseSolver(variation).solve({}, interrupted=lambda: True)
    assert found.status == "interrupted"
    assert 0 < len(found.time) < 10_000


def test_it_is_always_known_which_case_is_at_work(monkeypatch):
    """Several cases are described and compiled together. A crash during this time is attributed to the reported case."""
    variation = Variation(parse_deck(decks()["explicit"]), Options())
    told, parts = [], []
    for name, at in (("describe", lambda case: case["L"]), ("compile", lambda case: case.options.parameters["L"])):
        done = getattr(variation, name)
        monkeypatch.setattr(
            variation, name, lambda case, *o, done=done, at=at: parts.append((at(case), told[-1])) or done(case, *o)
        )

    def begin(index: int) -> bool:
        told.append(index)
        return told.count(7) < 4  # the case is checked with other cases, described and compiled, but not solved

    solved = list(CaseSolver(variation).solve_all(({"L": 1.0 + i} for i in range(40)), begin=begin))
    assert len(solved) <= 7
    assert {case.status for case in solved} <= {"complete"}
    of_one = [
        part for part in parts if not isinstance(part[0], Many)
    ]  # the group does not contain the last reported case
    assert set(of_one) >= {(1.0 + i, i) for i in range(8)}
    assert all(length == 1.0 + index for length, index in of_one)
    assert told[-1] == 7


@pytest.mark.parametrize("end", [0.1, 1e4])
def test_a_solver_goes_on_after_a_case_that_broke_off(end):
    """Studies continue in this way when the memory is full. The next case must not contain rows of the previous case."""
    solver = CaseSolver(Variation(parse_deck(DECKS / "heavy_top.deck"), Options(t_end=end)))

    def broken(_):
        raise MemoryError

    with pytest.raises(MemoryError):
        solver.solve({}, progress=broken)
    found = solver.solve({}, interrupted=lambda: True)
    assert found.time[0] == 0.0
    assert np.all(np.diff(found.time) > 0.0)


def arrays_of(value, found):
    """Yield all arrays in nested tuples."""
    if isinstance(value, np.ndarray):
        found.append((value.shape, value.tobytes()))
    elif isinstance(value, tuple):
        for item in value:
            arrays_of(item, found)
    return found


@pytest.mark.parametrize("name", decks())
def test_what_is_recalled_is_what_is_computed(name):
    """Every array of a case that is compiled after other cases, in both orders, is compared with the array of the case
    alone."""
    parsed = parse_deck(decks()[name])
    variation, recall = Variation(parsed, Options()), Recall()
    for length, spin in ((1.0, 0.0), (1.0, 0.5), (0.7, 0.5), (1.0, 0.0), (0.7, 0.5)):
        parameters = {"L": length, "w": [0.0, spin, 0.0]}
        mine = variation.check(parameters, recall).compiled
        alone = check_parsed(parsed, Options(parameters=parameters)).compiled
        for part in ("model", "initial"):
            assert arrays_of(tuple(getattr(mine, part)), []) == arrays_of(tuple(getattr(alone, part)), []), part
        assert mine.schedule == alone.schedule
        assert mine.reference_x.tobytes() == alone.reference_x.tobytes()


def findings(checked):
    return [(finding.severity, finding.code, finding.message, str(finding.span)) for finding in checked.diagnostics]


def test_findings_of_a_case_are_those_of_it_alone():
    """A solver of cases keeps no findings of a case for the next case, and suppresses none because of an earlier case."""
    idle = "@POINT_DEFINITION { @POINT_NAME {idle} { @COORDINATES {0, 0, #L} } @POINT_NAME {idler} { @COORDINATES {0, 0, 1} } }"
    parsed = parse_deck(decks()["explicit"] + idle)
    variation, recall = Variation(parsed, Options()), Recall()
    bad = (
        {"L": "1/0"},
        {"L": "#x"},
        {"w": "1, 2"},
        {"L": -1.0, "w": "#x, 0, #x"},
        {"L": 1e300, "w": ""},
        {"nothing": 1.0},
    )
    for case in ({"L": 1.0}, *(again for each in bad for again in (each, each, {"L": 0.7}))):
        mine = variation.check(case, recall)
        assert findings(mine) == findings(check_parsed(parsed, Options(parameters=case))), case
        assert mine.has_errors == (case in bad)
        assert sum(found.code is Code.UNUSED_OBJECT for found in mine.diagnostics) == 2


def test_numbers_that_cannot_be_computed_with_are_a_finding_of_every_case():
    text = (DECKS / "delayed_brake.deck").read_text()
    parsed = parse_deck(text.replace("@COORDINATES {0, 0, 0}", "@COORDINATES {0, 1e-320, 0}", 1))
    ((name, value), *_) = check_parsed(parsed, Options()).description.parameters.items()
    variation, recall = Variation(parsed, Options()), Recall()
    for factor in (1.0, 1.1, 1.2, 1.1):
        case = {name: factor * value}
        mine, alone = variation.check(case, recall), check_parsed(parsed, Options(parameters=case))
        assert any("outside the computable range (overflow)" in message for _, _, message, _ in findings(alone))
        assert findings(mine) == findings(alone)


@pytest.mark.parametrize(("end", "reports"), [(1e-4, False), (0.1, True)])
def test_a_run_of_one_call_has_no_progress(end, reports):
    told = []
    CaseSolver(Variation(parse_deck(DECKS / "heavy_top.deck"), Options(t_end=end))).solve({}, progress=told.append)
    assert bool(told) == reports
    assert not reports or told[-1].time == pytest.approx(end)


SHORT = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#spin} @SCALAR_VALUE {1} @DESIGN_PARAMETER_NAME {#end} @SCALAR_VALUE {0.2}
  @DESIGN_PARAMETER_NAME {#k} @SCALAR_VALUE {0} @DESIGN_PARAMETER_NAME {#start} @SCALAR_VALUE {0} }
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } @POINT_NAME {P} { @COORDINATES {1, 0, 0} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {1, 2, 2.5} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @MASS_PROPERTY_NAME {m} @INITIAL_VELOCITY {1, 0, 0}
  @INITIAL_ANGULAR_VELOCITY {1, #spin, 0} } }
@SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {s} { @CONNECTED_TO_BODIES {GROUND, B} @POINT1_NAME {O} @POINT2_NAME {P}
  @STIFFNESS {#k} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {#start, #end} @TIME_STEP_SIZE {0.1} } }
@SENSOR_DEFINITION { @SENSOR_NAME {e} { @SENSOR_TYPE {ORIENTATION} @OBJECT_NAME {B} @ROTATION_PARAMETERS {EULER_PARAMETERS} }
  @SENSOR_NAME {v} { @SENSOR_TYPE {ORIENTATION} @OBJECT_NAME {B} @ROTATION_PARAMETERS {ROTATION_VECTOR} }
  @SENSOR_NAME {p} { @SENSOR_TYPE {VELOCITY} @OBJECT_NAME {B} @POINT_NAME {P} } }
"""


def test_sensors_of_short_cases_are_those_of_each_alone():
    """Many runs share a chunk. Signs must continue, one run diverges, end times differ, and runs start after the end of
    the previous run.
    """
    generator = np.random.default_rng(3)
    count = 200
    parameters = {
        "spin": generator.uniform(-60.0, 60.0, count),
        "end": np.where(np.arange(count) % 50 > 40, 1.7, 0.6),
        "start": np.where(np.arange(count) % 50 > 45, 0.9, 0.0),
        "k": np.where(np.arange(count) % 17 == 5, 1e9, 1.0),
    }
    ensemble = rbsolve.solve_many(SHORT, parameters, threads=1)
    assert {"complete", "failed"} == set(ensemble.status)
    variation = Variation(parse_deck(SHORT), Options())
    for i in range(count):
        alone = CaseSolver(variation).solve({name: float(values[i]) for name, values in parameters.items()})
        assert (alone.status, alone.message) == (ensemble.status[i], ensemble.messages[i])
        rows = ensemble.rows[i]
        assert rows == len(alone.time)
        assert ensemble.times[i, :rows].tobytes() == alone.time.tobytes()
        for sensor, history in alone.sensors.items():
            assert ensemble[sensor][i, :rows].tobytes() == history.tobytes(), (i, sensor)


@pytest.mark.parametrize(
    ("count", "threads", "most"), [(1, 2, 64), (199, 2, 64), (10_000, 2, 32), (50, 16, 64), (500, 3, 1)]
)
def test_slices_hold_every_case_once_and_grow_smaller(count, threads, most):
    cases = [{"i": i} for i in range(count)]
    slices = list(_slices(cases, threads, most))
    assert [case for some in slices for case in some] == cases
    sizes = [len(some) for some in slices]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] <= most
    assert sizes[-1] == 1  # no thread ends much later than the other threads


def test_histories_in_files_are_those_in_memory(tmp_path):
    """The cases have different lengths, so the files grow."""
    deck = decks()["explicit"].replace("TIME_RANGE {0, 0.4}", "TIME_RANGE {0, 0.2*#L}")
    lengths = {"L": np.array([0.5, 1.0, 0.3, 2.0])}
    in_memory = rbsolve.solve_many(deck, lengths)
    in_files = rbsolve.solve_many(deck, lengths, spill=tmp_path / "histories")
    assert isinstance(in_files["tip"], np.memmap)
    for name in in_memory:
        np.testing.assert_array_equal(np.load(tmp_path / "histories" / f"sensor-{name}.npy"), in_memory[name])
        np.testing.assert_array_equal(in_files[name], in_memory[name])
    np.testing.assert_array_equal(in_files.times, in_memory.times)
    assert sorted(path.name for path in (tmp_path / "histories").iterdir()) == sorted(
        ["times.npy", *(f"sensor-{name}.npy" for name in in_memory)]
    )
