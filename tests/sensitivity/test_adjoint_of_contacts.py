"""Gradients by the adjoint method, for motions with contacts, stops, friction and stiction. The references are tangents
of the same steps. All these elements have forces whose slopes jump.
"""

from pathlib import Path

import numpy as np
import pytest
from adjoints import agree
from differentiated import PENDULUM
from rubbing import RUBBING

import rbsolve

DECKS = Path(__file__).parents[2] / "decks"
IMPLICIT = "@INTEGRATOR_TYPE {GENERALIZED_ALPHA}"
EXPLICIT = "@INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA}"
STOPPED = PENDULUM.replace(
    "@INITIAL_RATE {#w}", "@INITIAL_RATE {#w} @STOPS {-2, 0.9, 50 + #w, 0.2} @FRICTION {0.05 + 0.1*#w, 0, 0, 0, 0.1}"
)


@pytest.mark.parametrize("method", [IMPLICIT + " @FORMULATION {LIE_R3_SO3}", None], ids=["implicit", "explicit"])
def test_a_pendulum_strikes_its_stop_and_rubs(method):
    text = STOPPED
    if method:
        before, _, behind = text.partition("@INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA}")
        text = before + method + behind.partition("@FORMULATION {MINIMAL_COORDINATES}")[2]
    run = rbsolve.solve(text)
    assert np.max(run["angle"]) > 0.9, "the pendulum reaches the stop"
    agree(text, ["L", "m", "w", "g"], ["final(angle)", "max(angle)", "rms(tip.x3)"])


@pytest.mark.parametrize(
    "method", [IMPLICIT, EXPLICIT + " @FORMULATION {MINIMAL_COORDINATES} @"], ids=["implicit", "explicit"]
)
def test_a_ball_slides_and_a_block_sticks(method):
    """The friction of the joint is proportional to its reaction. The ball slides and begins to roll, and bristles keep
    the block at rest.
    """
    text = RUBBING
    if method != IMPLICIT:
        start = text.index("@INTEGRATOR_TYPE")
        text = text[:start] + method[:-2] + text[text.index(" } }", start) :]
    names = ["pin", "mu", "d", "m"]
    scalars = ["final(pin)", "rms(roll.w2)", "final(hold.F1)", "integral(hold.F3)"]
    agree(text, names, scalars)


@pytest.mark.parametrize("formulation", ["LIE_R3_SO3", "MINIMAL_COORDINATES"])
def test_masses_of_a_robot_on_a_given_path(formulation):
    """Masses change only the drive torques of the robot. Therefore the derivatives of motions and constraints are zero,
    except for round-off."""
    text, masses = (DECKS / "puma560.deck").read_text(), {"m1": "20", "m2": "17.4", "m3": "4.8", "m4": "0.82"}
    for name, mass in masses.items():
        assert text.count(f"@MASS {{{mass}}}") == 1
        text = text.replace(f"@MASS {{{mass}}}", f"@MASS {{#{name}}}")
    own = " ".join(f"@DESIGN_PARAMETER_NAME {{#{name}}} @SCALAR_VALUE {{{mass}}}" for name, mass in masses.items())
    text += f"@DESIGN_PARAMETERS_DEFINITION {{ {own} }}"
    text += "@SENSOR_DEFINITION { @SENSOR_NAME {torque} { @SENSOR_TYPE {REACTION_MOMENT} @OBJECT_NAME {joint2} } }"
    agree(text, [*masses], ["final(torque.M3)", "rms(torque.M1)"], formulation=formulation, t_end=0.05)
