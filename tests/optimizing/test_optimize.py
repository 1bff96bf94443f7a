"""Compare optima with closed forms. The model is a damped oscillator. The integral of `x^2` is `(1 + 4 z^2)/(4 z w)`,
with `c = 2 z w`.
"""

from __future__ import annotations

import json
from dataclasses import replace

import h5py
import numpy as np
import pytest
from spring import DECK, MINIMA, UNDAMPED

import rbsolve
from rbsolve.cli.main import main
from rbsolve.optimizing.optimizing import Optimizing, Request
from rbsolve.optimizing.report import write_report
from rbsolve.pipeline import check_deck

STIFFNESS = 4.0
OMEGA = np.sqrt(STIFFNESS)


def integral(zeta):
    return (1.0 + 4.0 * zeta**2) / (4.0 * zeta * OMEGA)


def slope(c):
    """Return the derivative of the integral with respect to the damping."""
    zeta = 0.5 * c / OMEGA
    return (1.0 - 1.0 / (4.0 * zeta**2)) / OMEGA * 0.5 / OMEGA


@pytest.fixture(scope="module")
def model():
    return rbsolve.load(DECK % 20)


def best(model, **options):
    options = {"minimize": "integral(square)", "threads": 1} | options
    return rbsolve.optimize(model, options.pop("ranges", {"c": (0.2, 8.0)}), **options)


def test_the_best_damping_is_half_of_critical(model):
    found = best(model)
    assert found.status == "complete"
    assert found["c"] == pytest.approx(OMEGA, rel=1e-3)  # the minimum of the integral by the trapezoidal rule
    assert found.value == pytest.approx(integral(0.5), rel=1e-4)
    assert found.gradient_norm < 1e-4
    assert found.parameters["c"].active == ""


def test_a_bound_that_holds_has_its_multiplier(model):
    found = best(model, ranges={"c": (3.0, 8.0, 6.0)})
    assert found["c"] == 3.0
    assert found.parameters["c"].active == "lower"
    assert found.parameters["c"].multiplier == pytest.approx(slope(3.0), rel=1e-3)
    assert found.value == pytest.approx(integral(0.75), rel=1e-4)


@pytest.mark.parametrize("text", ["#c >= 3", "3 <= #c", "c + 0*final(x) - 3 >= 0", "c == 3"])
def test_a_constraint_that_holds_has_the_same_one(model, text):
    found = best(model, subject_to=[text, "max(x) <= 2"])
    assert found.status == "complete"
    assert found["c"] == pytest.approx(3.0, abs=1e-5)
    held, idle = found.constraints
    assert held.is_active
    if held.text != "3 <= #c":
        assert held.multiplier == pytest.approx(slope(3.0) * 1.0, rel=1e-3)
    assert (idle.is_active, idle.multiplier) == (False, 0.0)
    assert idle.difference == pytest.approx(-1.0)


def test_a_constraint_over_the_run(model):
    """An overshoot of at most 5 % determines the damping ratio."""
    decay = -np.log(0.05)
    zeta = decay / np.hypot(np.pi, decay)
    found = best(model, subject_to=["min(x) >= -0.05"])
    assert found["c"] == pytest.approx(
        2.0 * zeta * OMEGA, rel=1e-4
    )  # the lowest row is near the lowest point of the motion


def test_a_maximum(model):
    found = best(model, minimize=None, maximize="-integral(square)")
    assert found.objective.startswith("maximize")
    assert found.value == pytest.approx(-integral(0.5), rel=1e-4)
    held = best(model, minimize=None, maximize="-integral(square)", ranges={"c": (3.0, 8.0)})
    assert held.parameters["c"].multiplier == pytest.approx(-slope(3.0), rel=1e-3)


def test_several_starts_find_the_local_optima():
    options = {"minimize": "final(x)", "starts": 12, "seed": 3}
    found = rbsolve.optimize(UNDAMPED, {"k": (1.0, 70.0), "c": 0.0}, **options)
    assert len(found.searches) == 13
    assert sorted(one.parameters["k"] for one in found.local_optima) == pytest.approx(MINIMA, rel=1e-4)
    again = rbsolve.optimize(rbsolve.load(UNDAMPED, {"c": 0.0}), {"k": (1.0, 70.0)}, threads=1, **options)
    assert [one.parameters for one in again.searches] == [{"k": one.parameters["k"]} for one in found.searches]


def test_the_farthest_throw_ends_by_an_event():
    """From the height h, the best angle satisfies `tan a = v/sqrt(v^2 + 2 g h)`. The range is then
    `v sqrt(v^2 + 2 g h)/g`.
    """
    v, g, h = 20.0, 9.81, 15.0
    deck = """
    @DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#a} @SCALAR_VALUE {0.3} }
    @GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -9.81} } }
    @RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {stone} {
      @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} @INITIAL_VELOCITY {20*cos(#a), 0, 20*sin(#a)} } }
    @TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @TABLEAU {RK44} } }
    @ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} {
      @SIMULATION_TIME_RANGE {0, 9} @TIME_STEP_SIZE {0.05} @TIME_INTEGRATOR_NAME {i} } }
    @SENSOR_DEFINITION { @SENSOR_NAME {place} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {stone} } }
    @SIGNAL_DEFINITION { @SIGNAL_NAME {height} { @MEASURE {place, x3} } }
    @EVENT_DEFINITION { @EVENT_NAME {landing} {
      @SIGNAL_NAME {height} @THRESHOLD {-15} @DIRECTION {FALLING} @TERMINATE {YES} } }
    """
    found = rbsolve.optimize(deck, {"a": (0.1, 1.4)}, maximize="final(place.x1)", threads=1)
    assert found["a"] == pytest.approx(np.arctan(v / np.sqrt(v**2 + 2.0 * g * h)), rel=1e-4)
    assert found.value == pytest.approx(v * np.sqrt(v**2 + 2.0 * g * h) / g, rel=1e-8)


def test_trial_points_that_fail_shorten_the_step():
    """Beyond c = 2.5, a signal has no value, so the runs end. From a start near this limit, the search still finds the
    optimum at 2."""
    deck = DECK % 20 + (
        "@SIGNAL_DEFINITION { @SIGNAL_NAME {edge} { @EXPRESSION {0*sqrt(2.5 - #c)} @UNIT {N} } }\n"
        "@SENSOR_DEFINITION { @SENSOR_NAME {edge} { @SENSOR_TYPE {SIGNAL} @OBJECT_NAME {edge} } }\n"
    )
    found = best(deck, ranges={"c": (0.2, 8.0, 0.3)})
    assert found["c"] == pytest.approx(2.0, rel=1e-3)
    assert any("trial points failed" in warning for warning in found.warnings)


def test_ctrl_c_leaves_the_best_so_far():
    checked = check_deck(DECK % 20, keep=True)
    seen = []
    request = Request("integral(square)", False, {"c": (0.2, 8.0)}, threads=1)
    found = Optimizing(checked, request).solve(seen.append, lambda: len(seen) > 1)
    assert found.status == "interrupted"
    assert found.value == pytest.approx(min(step.value for step in seen), rel=1e-6)


def test_it_shows_itself(model):
    found = best(model)
    assert "minimize integral(square)" in repr(found)
    assert found._repr_html_().count("<table>") == 1
    assert len(found.plot().axes) == 1
    assert found.to_pandas()["c"].tolist() == [found["c"]]
    constrained = best(model, subject_to=["#c >= 3"])
    assert constrained._repr_html_().count("<table>") == 2
    assert "#c &gt;= 3" in constrained._repr_html_()


@pytest.fixture
def stand(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mass.deck").write_text(DECK % 20)
    return tmp_path


def test_the_command_leaves_its_numbers_its_run_its_deck_and_its_page(stand, capsys):
    words = ["optimize", "mass.deck", "--minimize", "integral(square)", "-p", "c=3:8:6", "--subject-to", "max(x) <= 2"]
    assert main([*words, "-o", "OPT"]) == 0
    assert "complete: minimize integral(square) = 0.5416" in capsys.readouterr().err
    found = json.loads((stand / "OPT/optimum.json").read_text())
    assert found["parameters"]["c"]["active"] == "lower"
    assert found.keys() >= {
        "value",
        "constraints",
        "gradient_norm",
        "iterations",
        "evaluations",
        "local_optima",
        "runs",
    }
    with h5py.File(stand / "OPT/best.h5") as file:
        assert np.array_equal(file["sensors/x"][:], rbsolve.solve(stand / "OPT/best.deck")["x"])
    page = (stand / "OPT/report.html").read_text()
    assert "at its lower bound" in page
    assert "<h2>Searches</h2>" not in page
    assert "https:" not in page


def test_the_page_shows_warnings_as_sentences(model, tmp_path):
    optimum = replace(best(model), warnings=("c < 1 is not covered", "k is not used"))
    write_report(optimum, tmp_path / "none.h5", tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text()
    assert '<p class="note">C &lt; 1 is not covered.</p><p class="note">K is not used.</p>' in page


def test_the_page_has_all_searches(stand):
    words = ["--minimize", "integral(square)", "-p", "c=3:8:6", "--starts", "2", "--seed", "1", "-q", "-o", "OPT"]
    assert main(["optimize", "mass.deck", *words]) == 0
    searches = (stand / "OPT/report.html").read_text().partition("<h2>Searches</h2>")[2].partition("</section>")[0]
    assert searches.count("<tr>") == 1 + 3


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        ((), 2, "no parameter to change"),
        (("-p", "c=1:2", "--subject-to", "max(x) < 2"), 2, "SCALAR <= VALUE"),
        (("-p", "c=1:2", "--subject-to", "x <= 2"), 2, "is a history"),
        (("-p", "q=1:2"), 2, "no design parameter q"),
        (("-p", "c=1:2", "-p", "k=-1e9"), 3, "the run at the start of the search fails"),
        (("-p", "c=1:2", "--subject-to", "max(x) >= 2"), 3, "no point satisfies the constraints"),
    ],
)
def test_exit_codes_and_messages(stand, capsys, words, code, message):
    assert main(["optimize", "mass.deck", "--minimize", "integral(square)", *words, "-o", "OPT"]) == code
    assert message in capsys.readouterr().err
