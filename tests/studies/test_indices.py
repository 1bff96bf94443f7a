"""Compare indices of samples with closed forms. The samples are of Ishigami's function through a signal of a deck,
and of linear functions.
"""

import csv
import math

import numpy as np
import pytest

from rbsolve.results.scalars.reading import ScalarError
from rbsolve.studies.collecting.indices import indices_of
from rbsolve.studies.design.cases import designed_points

A, B = 7.0, 0.1
ISHIGAMI = """@DESIGN_PARAMETERS_DEFINITION {
  @DESIGN_PARAMETER_NAME {#a} @SCALAR_VALUE {0.3}
  @DESIGN_PARAMETER_NAME {#b} @SCALAR_VALUE {0.4}
  @DESIGN_PARAMETER_NAME {#c} @SCALAR_VALUE {0.5}
}
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {stone} { @MASS_PROPERTY_NAME {m} @INITIAL_VELOCITY {#a, #b, #c} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {x} {
  @ANALYSIS_TYPE {DYNAMIC} @SIMULATION_TIME_RANGE {0, 0.01} @TIME_STEP_SIZE {0.01} } }
@SIGNAL_DEFINITION {
  @SIGNAL_NAME {u} { @SIGNAL_TYPE {MEASURE} @MEASURE {speed, v1} }
  @SIGNAL_NAME {v} { @SIGNAL_TYPE {MEASURE} @MEASURE {speed, v2} }
  @SIGNAL_NAME {w} { @SIGNAL_TYPE {MEASURE} @MEASURE {speed, v3} }
  @SIGNAL_NAME {f} { @SIGNAL_TYPE {EXPRESSION} @EXPRESSION {sin(u) + 7*sin(v)^2 + 0.1*w^4*sin(u)} }
}
@SENSOR_DEFINITION {
  @SENSOR_NAME {speed} { @SENSOR_TYPE {VELOCITY} @OBJECT_NAME {stone} }
  @SENSOR_NAME {ishigami} { @SENSOR_TYPE {SIGNAL} @OBJECT_NAME {f} }
}
"""


def closed_form():
    """Return the first and total indices of Ishigami's function (Ishigami and Homma, ISUMA 1990)."""
    first = 0.5 * (1.0 + B * math.pi**4 / 5.0) ** 2
    second = A**2 / 8.0
    both = 8.0 * B**2 * math.pi**8 / 225.0
    whole = first + second + both
    return np.array([first, second, 0.0]) / whole, np.array([first + both, second, both]) / whole


@pytest.fixture(scope="module")
def ishigami(tmp_path_factory):
    """Return the table of indices of a study, which the command line makes."""
    from rbsolve.cli import main

    pytest.importorskip("SALib")
    folder = tmp_path_factory.mktemp("ishigami")
    (folder / "f.deck").write_text(ISHIGAMI)
    ranges = [word for name in "abc" for word in ("-p", f"{name}=uniform(-pi, pi)")]
    sample = [
        "--sample",
        "1024",
        "--method",
        "saltelli",
        "--seed",
        "1",
        "--keep",
        "none",
        "--response",
        "f=final(ishigami)",
    ]
    assert main(["sweep", str(folder / "f.deck"), *ranges, *sample, "-o", str(folder / "s"), "-q"]) == 0
    assert main(["collect", str(folder / "s"), "--indices"]) == 0
    return list(csv.DictReader((folder / "s" / "indices.csv").read_text().splitlines()))


def test_sobol_indices_of_ishigamis_function_through_a_signal(ishigami):
    assert [(row["response"], row["parameter"]) for row in ishigami] == [("f", name) for name in "abc"]
    for kind, expected in zip(("first", "total"), closed_form(), strict=True):
        found = np.array([float(row[kind]) for row in ishigami])
        width = np.array([float(row[f"{kind}_interval"]) for row in ishigami])
        np.testing.assert_allclose(found, expected, atol=0.02)
        assert np.all(np.abs(found - expected) <= 1.5 * width + 1e-12)
        assert np.all(width < 0.15)


def test_blocks_with_a_failed_case_are_left_out():
    pytest.importorskip("SALib")
    points = designed_points("saltelli", 2, 256, 3)
    assert points.shape == (1024, 2)
    values = points @ [3.0, 4.0]
    values[5] = np.nan
    found = indices_of("saltelli", {"x": points[:, 0], "y": points[:, 1], "k": np.ones(1024)}, values)
    assert (found.parameters, found.left_out) == (("x", "y"), 4)
    np.testing.assert_allclose(found.numbers["first"], [9.0 / 25.0, 16.0 / 25.0], atol=0.02)
    np.testing.assert_allclose(found.numbers["total"], [9.0 / 25.0, 16.0 / 25.0], atol=0.02)
    with pytest.raises(ScalarError, match="1023 cases are not a sample by saltelli of 2 parameters"):
        indices_of("saltelli", {"x": points[1:, 0], "y": points[1:, 1]}, values[1:])


def test_elementary_effects_of_a_linear_function_are_its_factors():
    pytest.importorskip("SALib")
    points = designed_points("morris", 3, 10, 3)
    assert points.shape == (40, 3)
    found = indices_of("morris", dict(zip("xyz", points.T, strict=True)), points @ [3.0, -4.0, 0.0])
    np.testing.assert_allclose(found.numbers["mean_effect"], [3.0, -4.0, 0.0], atol=1e-12)
    np.testing.assert_allclose(found.numbers["mean_absolute_effect"], [3.0, 4.0, 0.0], atol=1e-12)
    np.testing.assert_allclose(found.numbers["deviation"], 0.0, atol=1e-12)


def test_correlations_against_scipy():
    from scipy import stats

    generator = np.random.default_rng(0)
    x, y = generator.normal(size=(2, 300))
    values = np.exp(x) + 0.5 * y
    values[7] = np.nan
    found = indices_of("lhs", {"x": x, "y": y}, values)
    used = np.isfinite(values)
    for k, column in enumerate((x, y)):
        plain = stats.pearsonr(column[used], values[used])
        assert found.numbers["correlation"][k] == pytest.approx(plain.statistic, rel=1e-12)
        low, high = plain.confidence_interval()
        assert (found.numbers["low"][k], found.numbers["high"][k]) == pytest.approx((low, high), abs=1e-4)
        ranked = stats.spearmanr(column[used], values[used]).statistic
        assert found.numbers["rank_correlation"][k] == pytest.approx(ranked, rel=1e-12)


def test_what_does_not_vary_has_no_indices():
    assert np.all(np.isnan(indices_of("", {"x": np.arange(9.0)}, np.ones(9)).numbers["correlation"]))
    with pytest.raises(ScalarError, match="at least one parameter that varies"):
        indices_of("", {"x": np.ones(9)}, np.arange(9.0))
