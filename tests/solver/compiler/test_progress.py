"""The progress of compilation. The total is known before the first compilation, and does not change."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from rbsolve.pipeline import Options, check_deck
from rbsolve.solver.compiler import progress
from rbsolve.solver.compiler.entries import compilations_of, entry_names
from rbsolve.solver.run.loop import first_compilations

DECK = """
@POINT_DEFINITION { @POINT_NAME {O} { @COORDINATES {0, 0, 0} } @POINT_NAME {P} { @COORDINATES {1, 0, 0} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {1, 2, 2.5} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @MASS_PROPERTY_NAME {m} @AT_POINT {P} } }
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
@SPRING_DAMPER_DEFINITION { @SPRING_DAMPER_NAME {s} {
  @CONNECTED_TO_BODIES {GROUND, b} @POINT1_NAME {O} @POINT2_NAME {P} @STIFFNESS {10} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {rk} { @INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @TABLEAU {RK44} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 0.01} @TIME_STEP_SIZE {1e-3} @TIME_INTEGRATOR_NAME {rk} } }
"""
LISTENER = """
import json, sys
from rbsolve.pipeline import Options, check_deck
from rbsolve.runs.run import run_model
from rbsolve.solver.compiler import progress
told = []
progress.listen(lambda *known: told.append(known))
run_model(check_deck(sys.stdin.buffer.read(), Options()), None)
print(json.dumps(told))
"""


def told_by_a_run(deck, cache):
    """Return the progress messages of a run with an empty or filled cache."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache)}
    command = [sys.executable, "-c", LISTENER]
    done = subprocess.run(command, input=deck, env=environment, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_the_total_of_a_cold_run_holds(tmp_path):
    told = told_by_a_run(DECK, tmp_path)
    assert len(told) >= 3  # springs, gravity, and the time loop
    assert [done for done, _, _ in told] == list(range(1, len(told) + 1))
    assert {total for _, total, _ in told} == {len(told)}
    assert told[-1][2] == "the time loop"
    again = told_by_a_run(DECK.replace("@SPRING_DAMPER_DEFINITION", "! ").replace("@CONNECTED_TO", "! "), tmp_path)
    assert again == []  # without the spring, a run needs no additional kernel


PRESCRIBED = """
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {20*t^2} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @AT_POINT {1, 0, 0} @MASS {1} @MOMENTS_OF_INERTIA {1, 2, 2.5} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {j} { @CONNECTED_TO_BODIES {GROUND, b} @AT_POINT {0, 0, 0}
  @TRIAD_NAME {AXIS_Z} @PRESCRIBED_ROTATION {f} } }
@SENSOR_DEFINITION {
  @SENSOR_NAME {turn} { @SENSOR_TYPE {ROTATION} @OBJECT_NAME {b} @ROTATION_PARAMETERS {ROTATION_VECTOR} }
  @SENSOR_NAME {gap} { @SENSOR_TYPE {CONSTRAINT_VIOLATION} @OBJECT_NAME {SYSTEM} }
  @SENSOR_NAME {angle} { @SENSOR_TYPE {RELATIVE_ROTATION} @OBJECT_NAME {j} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @ANALYSIS_TYPE {KINEMATIC}
  @SIMULATION_TIME_RANGE {0, 2} @TIME_STEP_SIZE {0.01} } }
"""


SENSORS = """
import json, sys
from rbsolve import open_results
from rbsolve.pipeline import Options, check_deck
from rbsolve.runs.run import run_model
from rbsolve.solver.compiler import progress
told = []
progress.listen(lambda *known: told.append(known))
run_model(check_deck(sys.stdin.buffer.read(), Options()), sys.argv[1])
results = open_results(sys.argv[1])
shown = {name: results[name].tobytes().hex() for name in results.sensors}
print(json.dumps([told, shown]))
"""


@pytest.fixture(scope="module")
def prescribed_runs(tmp_path_factory):
    """Return the progress messages and sensors of two runs. The first run has an empty cache."""
    folder = tmp_path_factory.mktemp("cold")
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder)}
    command = [sys.executable, "-c", SENSORS, str(folder / "run.h5")]
    runs = [
        subprocess.run(command, input=PRESCRIBED, env=environment, capture_output=True, text=True) for _ in range(2)
    ]
    assert [run.returncode for run in runs] == [0, 0], [run.stderr for run in runs]
    return [json.loads(run.stdout) for run in runs]


def test_the_total_of_a_prescribed_motion_holds(prescribed_runs):
    """The analysis calls several kernels one after the other, and its sensors call another kernel."""
    told, _ = prescribed_runs[0]
    labels = [what for _, _, what in told]
    assert {"derive", "accept", "follow", "function values"} <= {*labels}
    assert [known[:2] for known in told] == [[done, len(told)] for done in range(1, len(told) + 1)]


def test_counting_leaves_no_trace_in_the_run(prescribed_runs):
    """In an earlier version, functions without addresses stayed in memory after counting, and the first run on a
    computer crashed.
    """
    (_, cold), (told, warm) = prescribed_runs
    assert told == []
    assert "turn" in cold
    assert cold == warm


@pytest.mark.parametrize("at", [[], ["--at", "end"]])
def test_the_total_of_a_linearization_holds(tmp_path, at):
    """The total includes the kernels of the linearization after the run."""
    deck = tmp_path / "spring.deck"
    deck.write_text(DECK)
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-m", "rbsolve", "linearize", str(deck), *at]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    told = [line for line in done.stderr.splitlines() if line.startswith("compiling")]
    assert told[-1].endswith(": fill tangents")
    assert [line.partition(":")[0] for line in told] == [f"compiling {k + 1} of {len(told)}" for k in range(len(told))]


def test_a_search_for_an_equilibrium_has_no_total():
    """The results of the search determine which kernels the search needs."""
    static = DECK.replace("@ANALYSIS_NAME {a} {", "@ANALYSIS_NAME {a} { @ANALYSIS_TYPE {STATIC}")
    checked = check_deck(static.encode(), Options())
    assert not checked.has_errors
    assert first_compilations(checked.compiled, checked.sensors) is None


@pytest.mark.parametrize("is_known", [True, False])
def test_a_task_whose_kernels_are_not_known_has_no_total(is_known):
    """The run before the task is counted only if the kernels of the task are counted too."""
    checked = check_deck(DECK.encode(), Options())
    count = first_compilations(checked.compiled, checked.sensors, lambda: is_known)
    assert (count is not None) == is_known


def test_counting_compiles_nothing():
    checked = check_deck(DECK.encode(), Options())
    before = entry_names()
    count = first_compilations(checked.compiled, checked.sensors)
    assert count >= 0
    assert entry_names() == before
    assert compilations_of(lambda: 1 / 0) == 0  # the run itself reports the error


@pytest.mark.parametrize(
    ("count", "totals"), [(lambda: 2, [2, 2, None]), (lambda: None, [None, None, None]), (None, [None, None, None])]
)
def test_a_total_never_grows(count, totals):
    """Compilations beyond the counted compilations are reported without a number."""
    told = []
    progress.listen(lambda *known: told.append(known))
    progress.count_by(count)
    try:
        for label in "abc":
            with progress.measure_compilation(label):
                pass
    finally:
        progress.listen(None)
    assert told == [(i + 1, totals[i], label) for i, label in enumerate("abc")]
    words = [progress.compiling_words(*known) for known in told]
    assert words[-1] == "compiling c"
    assert words[0] == ("compiling 1 of 2: a" if totals[0] else "compiling a")
