"""Fits to data from scipy's integration of the equations of motion, and to data from closed forms."""

from __future__ import annotations

import numpy as np
import pytest
from swinging import DECK, TIMES, swing, write_csv

import rbsolve
from rbsolve.fitting.fitting import Fitting, Request
from rbsolve.fitting.result import Estimate
from rbsolve.fitting.tables import table_of
from rbsolve.pipeline import check_deck

TRUTH = {"L": 1.3, "c": 0.3}
RANGES = {"L": (0.5, 3.0), "c": (0.0, 2.0)}

POINT = "@POINT_DEFINITION { @POINT_NAME {tip} { @COORDINATES {0, -#L, 0} } }\n"


@pytest.fixture(scope="module")
def model():
    return rbsolve.load(DECK)


def data(seed=None, sigma=0.0, **parameters):
    noise = 0.0 if seed is None else sigma * np.random.default_rng(seed).standard_normal(len(TIMES))
    return {"t": TIMES, "theta": swing(**parameters) + noise}


def fit(model, table, ranges=RANGES, match=None, **options):
    return rbsolve.fit(model, table, ranges, match or {"theta": "angle"}, threads=1, **options)


def test_parameters_are_recovered_from_an_independent_integration(model):
    found = fit(model, data())
    assert found.status == "complete"
    assert found.iterations <= 10
    for name, value in TRUTH.items():
        assert found[name].value == pytest.approx(value, rel=1e-8)
    assert found.residual_rms["theta"] < 1e-8


def test_rows_between_are_interpolated_and_empty_cells_left_out(model, tmp_path):
    at = np.sort(np.random.default_rng(3).uniform(0.0, 3.9, 60))
    theta = swing(at)
    sparse = np.where(np.arange(60) % 3 == 0, swing(at), np.nan)
    path = write_csv(tmp_path / "two.csv", t=at, theta=theta, slow=sparse)
    found = fit(model, path, match={"theta": "angle", "slow": "angle"})
    assert found.degrees_of_freedom == 60 + 20 - 2
    assert found["L"].value == pytest.approx(1.3, rel=1e-5)  # cubic splines of rows 0.05 s apart
    assert any("interpolation error between output rows" in warning for warning in found.warnings)


def test_columns_are_weighted_by_their_own_noise(model):
    rng = np.random.default_rng(8)
    table = data() | {"x": 1.3 * np.sin(swing())}
    table["theta"] = table["theta"] + 0.002 * rng.standard_normal(len(TIMES))
    table["x"] = table["x"] + 0.1 * rng.standard_normal(len(TIMES))
    model = rbsolve.load(DECK.replace("@OBJECT_NAME {bob} }", "@OBJECT_NAME {bob} @POINT_NAME {tip} }") + POINT)
    both = fit(model, table, match={"theta": "angle", "x": "bob.x1"})
    assert both.sigma["theta"] == pytest.approx(0.002, rel=0.2)
    assert both.sigma["x"] == pytest.approx(0.1, rel=0.2)
    alone = fit(model, table)
    assert both["c"].standard_error == pytest.approx(
        alone["c"].standard_error, rel=0.1
    )  # the contribution of x to the sum is negligible


def test_gain_offset_and_delay_are_estimated(model):
    late = np.linspace(0.2, 4.0, 77)
    table = {"t": late, "volts": 2.5 * swing(late - 0.12) - 0.4}
    found = fit(
        model, table, {"L": (0.5, 3.0), "c": (0.0, 2.0), "q0": 1.0}, match={"volts": "angle*2+0.1@0.05"},
        free=["gain:volts", "offset:volts", "delay:volts"],
    )  # fmt: skip
    assert found["gain:volts"].value == pytest.approx(2.5, rel=1e-4)
    assert found["offset:volts"].value == pytest.approx(-0.4, abs=1e-4)
    assert found["delay:volts"].value == pytest.approx(0.12, abs=1e-4)
    assert found["L"].value == pytest.approx(1.3, rel=1e-4)


def test_experiments_share_parameters_and_have_their_own(model, tmp_path):
    write_csv(tmp_path / "wide.csv", t=TIMES, theta=swing(q0=1.4))
    write_csv(tmp_path / "near.csv", t=TIMES, theta=swing(q0=0.3))
    write_csv(tmp_path / "unknown.csv", t=TIMES, theta=swing(q0=0.8))
    found = fit(
        model,
        [tmp_path / "wide.csv", tmp_path / "near.csv", tmp_path / "unknown.csv"],
        experiments={"wide.csv": {"q0": 1.4}, "near.csv": {"q0": 0.3}, "unknown.csv": {"q0": (0.2, 1.5, 0.5)}},
    )
    assert found["unknown.csv:q0"].value == pytest.approx(0.8, rel=1e-8)
    assert found["L"].value == pytest.approx(1.3, rel=1e-8)
    assert {curve.experiment for curve in found.curves} == {"wide.csv", "near.csv", "unknown.csv"}


def test_what_the_data_do_not_determine_is_told(model):
    found = fit(model, data(), {"L": (0.5, 3.0), "m": (1.0, 4.0), "c": (0.0, 2.0)})
    assert len(found.poorly_determined) == 1
    poor = found.poorly_determined[0]
    # The motion depends only on m L/J and c/J, with J = m L^2 + 0.1. To first order, this combination does not change
    # the ratios of the sensors.
    L, m, c = (found[name].value for name in "Lmc")
    J = m * L**2 + 0.1
    along = np.array([poor["combination"].get(name, 0.0) for name in "Lmc"])
    assert np.abs(along).max() > 0.05
    of_frequency = np.array([1.0 / L - 2.0 * m * L / J, 1.0 / m - L**2 / J, 0.0])
    of_damping = np.array([-2.0 * m * L / J, -(L**2) / J, 1.0 / c])
    assert abs(of_frequency @ along) < 1e-4
    assert abs(of_damping @ along) < 1e-4
    assert "changes no measured quantity" in poor["words"]
    assert np.isnan(found["m"].standard_error)


def test_a_parameter_that_moves_nothing_is_an_error(model):
    with pytest.raises(ValueError, match="idle affects no matched sensor"):
        fit(model, data(), {"idle": (0.5, 2.0), **RANGES})


def test_a_parameter_at_its_bound_says_so(model):
    found = fit(model, data(), {"L": (0.5, 3.0), "c": (0.4, 2.0)})
    assert found["c"].at_bound
    assert found["c"].value == 0.4
    assert np.isnan(found["c"].standard_error)
    assert not found["L"].at_bound
    assert np.isfinite(found["L"].standard_error)


def test_outliers_do_little_with_the_robust_loss(model):
    table = data(seed=5, sigma=0.005)
    table["theta"][::9] += 0.3
    robust, plain = (fit(model, table, loss=loss) for loss in ("huber", "linear"))
    errors = [abs(found["L"].value - 1.3) for found in (robust, plain)]
    assert errors[0] < 0.2 * errors[1]
    assert abs(robust["L"].value - 1.3) < 3.0 * robust["L"].standard_error
    assert robust.sigma["theta"] < 0.01


def test_what_is_held_out_is_predicted_only(model):
    table = data(seed=7, sigma=0.002)
    table["theta"][TIMES > 3.0] += 1.0
    found = fit(model, table, hold_out=0.25)
    assert found["L"].value == pytest.approx(1.3, rel=1e-2)
    assert found.residual_rms["theta"] < 0.004
    assert found.hold_out_rms["theta"] == pytest.approx(1.0, abs=0.05)
    assert found.degrees_of_freedom == np.sum(TIMES <= 3.0) - 2


def test_standard_errors_are_those_of_linear_theory(model):
    """The reference uses the derivatives of scipy's solution."""
    found = fit(model, data(seed=1, sigma=0.01), sigma={"theta": 0.01})
    h = 1e-5
    at = {name: found[name].value for name in ("L", "c")}
    columns = [
        (swing(**{**at, name: at[name] + h}) - swing(**{**at, name: at[name] - h})) / (2.0 * h) for name in ("L", "c")
    ]
    jacobian = np.column_stack(columns) / 0.01
    expected = np.sqrt(np.diag(np.linalg.inv(jacobian.T @ jacobian)))
    assert [found[name].standard_error for name in ("L", "c")] == pytest.approx(expected, rel=1e-4)
    low, high = found["L"].interval
    assert high - low == pytest.approx(2 * 1.959964 * expected[0], rel=1e-4)


def test_intervals_cover_the_truth():
    """This test repeats the study in benchmarks/ on a smaller scale, with 30 experiments of two parameters each."""
    checked = check_deck(DECK, keep=True)
    clean = swing()
    inside = []
    for seed in range(30):
        noisy = clean + 0.02 * np.random.default_rng(seed).standard_normal(len(TIMES))
        near = {name: (*RANGES[name], value) for name, value in TRUTH.items()}
        request = Request([table_of({"t": TIMES, "theta": noisy})], near, ["theta=angle"], {}, threads=1)
        found = Fitting(checked, request).solve()
        inside += [low <= TRUTH[name] <= high for name in TRUTH for low, high in [found[name].interval]]
    # The expected number is 95 % of 60, with a standard deviation of 1.7.
    assert 52 <= sum(inside) <= 60


def test_inertias_stay_physical():
    """The data require Ixx > Iyy + Izz, which is an error in a deck. The fit ends where the deck is still valid."""
    deck = """
    @DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#I} @SCALAR_VALUE {1} }
    @RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} {
      @MASS {1} @MOMENTS_OF_INERTIA {#I, 1, 1} @INITIAL_ANGULAR_VELOCITY {1, 0, 0} } }
    @TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} } }
    @ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} {
      @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.05} @TIME_INTEGRATOR_NAME {i} } }
    @SENSOR_DEFINITION { @SENSOR_NAME {h} { @SENSOR_TYPE {KINETIC_ENERGY} @OBJECT_NAME {B} } }
    """
    time = np.linspace(0.0, 1.0, 21)
    table = {"t": time, "energy": np.full(21, 0.5 * 2.2)}  # the moment of inertia is 2.2
    found = fit(deck, table, {"I": (0.5, 5.0)}, match={"energy": "h"})
    assert found["I"].value == pytest.approx(2.0, abs=1e-8)
    assert any("break the triangle inequality" in warning for warning in found.warnings)


def test_ctrl_c_leaves_the_best_so_far(model):
    checked = check_deck(DECK, keep=True)
    request = Request([table_of(data())], RANGES, ["theta=angle"], {}, threads=1)
    seen = []
    found = Fitting(checked, request).solve(seen.append, lambda: len(seen) > 3)
    assert found.status == "interrupted"
    assert found["L"].value == seen[-1].x[0]
    assert np.isnan(found["L"].standard_error)  # the standard error is valid only at a minimum
    assert found.chi_square > 0.0


def test_it_shows_itself(model):
    found = fit(model, data(seed=2, sigma=0.01))
    assert "95 % interval" in repr(found)
    assert "<table>" in found._repr_html_()
    assert len(found.plot().axes) == 2
    pytest.importorskip("pandas")
    assert found.to_pandas().loc["L", "value"] == found["L"].value


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"ranges": {"L": (3.0, 0.5)}}, "not below the upper bound"),
        ({"ranges": {"L": (0.5, 3.0, 4.0)}}, "not between"),
        ({"ranges": {"K": (0.5, 3.0)}}, "no design parameter K"),
        ({"ranges": {"L": 1.0}}, "no parameter to estimate"),
        ({"match": {"theta": "angel"}}, "did you mean angle"),
        ({"match": {"theta": "bob"}}, "name one: bob.x1"),
        ({"match": {"phi": "angle"}}, "no column phi"),
        ({"free": ["gain:phi"]}, "no matched column phi"),
        ({"free": ["phase:theta"]}, "gain:COLUMN"),
        ({"sigma": {"theta": -1.0}}, "must be positive"),
        ({"hold_out": 1.5}, "between 0 and 1"),
        ({"t_end": 2.0}, "the data reach 4 s, but the run ends at 2 s"),
    ],
)
def test_what_does_not_fit_together_is_told(model, change, message):
    with pytest.raises(ValueError, match=message):
        fit(model, data(), **change)


@pytest.mark.parametrize(
    ("value", "standard_error", "text"),
    [
        (1.23456789, 1.5e-3, "1.2346"),  # the value is 823 errors, so 3 digits and 2 more
        (1.23456789, 1.5e-5, "1.234568"),
        (1.23456789, 0.5, "1.235"),  # at least 4 digits
        (1.23456789012345678, 1e-17, "1.23456789012346"),  # at most 15 digits
        (1.23456789012, 0.0, "1.2345679"),  # without an error, 8 digits
    ],
)
def test_estimates_are_printed_with_two_digits_more_than_are_known(value, standard_error, text):
    interval = (value - 2.0 * standard_error, value + 2.0 * standard_error)
    estimate = Estimate("L", value, 0.0, 2.0, 1.0, standard_error, interval, False)
    assert estimate.cells()[:2] == ["L", text]
