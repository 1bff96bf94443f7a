"""Plots of derivatives. The model is a mass under a constant force F, whose displacement is F t^2/(2 m)."""

from __future__ import annotations

import pytest

import rbsolve
from rbsolve.cli.main import main

DECK = """
@DESIGN_PARAMETERS_DEFINITION {
  @DESIGN_PARAMETER_NAME {#m} @SCALAR_VALUE {2} @UNIT {kg}
  @DESIGN_PARAMETER_NAME {#F} @SCALAR_VALUE {3} @UNIT {N}
}
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {mass} { @MASS {#m} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@DEAD_LOAD_DEFINITION { @DEAD_LOAD_NAME {push} { @CONNECTED_TO_BODY {mass} @APPLIED_FORCES {#F, 0, 0} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.01} } }
@SENSOR_DEFINITION {
  @SENSOR_NAME {place} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {mass} }
  @SENSOR_NAME {speed} { @SENSOR_TYPE {VELOCITY} @OBJECT_NAME {mass} }
}
"""


@pytest.fixture(scope="module")
def results():
    return rbsolve.sensitivities(DECK, ["m", "F"])


def test_a_plot_shows_the_derivatives_with_their_units(results):
    by_mass, by_force = results.plot("place.x1", by=["m", "F"]).axes
    for axes, slope, unit, name in (
        (by_mass, lambda t: -3.0 * t**2 / 8.0, "[m/kg]", "d place/d m"),
        (by_force, lambda t: t**2 / 4.0, "[m/N]", "d place/d F"),
    ):
        x, y = axes.get_lines()[0].get_data()
        assert y == pytest.approx(slope(x), abs=1e-9)
        assert unit in axes.get_ylabel()
        assert name in axes.get_title(loc="left") + axes.get_title()


def test_all_sensors_are_plotted_by_one_parameter(results):
    labels = [axes.get_ylabel() for axes in results.plot(by="m").axes]
    assert len(labels) == 2
    assert any("[m/kg]" in label for label in labels)


def test_unknown_names_are_errors(results):
    for sensors, by in ((["place"], "k"), (["plaze"], "m")):
        with pytest.raises(KeyError):
            results.plot(*sensors, by=by)


def test_the_command_writes_a_picture(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "push.deck").write_text(DECK)
    assert main(["sensitivity", "push.deck", "-p", "m", "-o", "push.h5", "-q"]) == 0
    assert main(["plot", "push.h5", "place", "--by", "m", "-o", "slopes.svg"]) == 0
    assert (tmp_path / "slopes.svg").read_text().count('<g id="axes_') == 1
    assert main(["plot", "push.h5", "--by", "q"]) == 2
    assert "q" in capsys.readouterr().err
