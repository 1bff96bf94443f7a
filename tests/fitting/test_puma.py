"""Six parameters of the Puma are fitted to angles from pinocchio and scipy."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import rbsolve

pin = pytest.importorskip("pinocchio")

DECK = (Path(__file__).parents[2] / "decks" / "puma560.deck").read_text()
JOINTS, TIMES = 6, np.linspace(0.0, 1.0, 101)
PLACES = ("base", "link1", "link2", "link3", "link4", "link5")
ENDS = np.radians([-120.0, 60.0, -200.0, 90.0, 90.0, 45.0])
TRUTH = {"m2": 17.4, "m3": 4.8, "P1": 40000.0, "D2": 400.0, "P4": 100.0, "D5": 1.0}
WRITTEN = {
    "m2": ("@MASS {17.4}", "@MASS {#m2}"),
    "m3": ("@MASS {4.8}", "@MASS {#m3}"),
    "P1": ("{joint1} @PROPORTIONAL_GAIN {40000}", "{joint1} @PROPORTIONAL_GAIN {#P1}"),
    "D2": ("{joint2} @PROPORTIONAL_GAIN {40000} @DERIVATIVE_GAIN {400}", "{joint2} @PROPORTIONAL_GAIN {40000} @DERIVATIVE_GAIN {#D2}"),
    "P4": ("{joint4} @PROPORTIONAL_GAIN {100}", "{joint4} @PROPORTIONAL_GAIN {#P4}"),
    "D5": ("{joint5} @PROPORTIONAL_GAIN {100} @DERIVATIVE_GAIN {1}", "{joint5} @PROPORTIONAL_GAIN {100} @DERIVATIVE_GAIN {#D5}"),
}  # fmt: skip


def deck(start):
    """Return the deck with parameters, at the initial values of the fit."""
    text = DECK
    for old, new in WRITTEN.values():
        assert text.count(old) == 1
        text = text.replace(old, new)
    own = " ".join(f"@DESIGN_PARAMETER_NAME {{#{name}}} @SCALAR_VALUE {{{value}}}" for name, value in start.items())
    return text + f"\n@DESIGN_PARAMETERS_DEFINITION {{ {own} }}\n"


def angles():
    """Return the angles (n, 6) of the arm by pinocchio's articulated-body algorithm."""
    model = rbsolve.load(DECK)
    peer, before = pin.Model(), pin.SE3.Identity()
    peer.gravity.linear = np.array([0.0, 0.0, -9.81])
    for k, place in enumerate(PLACES):
        frame = pin.SE3(model.triads[place], model.points[place])
        joint = peer.addJoint(k, pin.JointModelRZ(), before.actInv(frame), f"joint{k + 1}")
        body = model.bodies[f"link{k + 1}"]
        at = frame.actInv(pin.SE3(np.array(body.frame)))
        peer.appendBodyToJoint(joint, pin.Inertia(body.mass, body.centre_of_mass, body.inertia), at)
        before = frame
    data = peer.createData()
    P = np.array([40000.0, 40000.0, 40000.0, 100.0, 100.0, 10.0])
    D = np.array([400.0, 400.0, 100.0, 1.0, 1.0, 0.1])
    begin = np.radians([0.0, 22.5, 90.0, 0.0, 22.5, 0.0])

    def rates(t, y):
        share, speed = (2.0 * t * t, 4.0 * t) if t <= 0.5 else (1.0 - 2.0 * (1.0 - t) ** 2, 4.0 * (1.0 - t))
        q, v = y[:6], y[6:]
        torque = P * (begin + share * (ENDS - begin) - q) + D * (speed * (ENDS - begin) - v)
        return np.concatenate((v, pin.aba(peer, data, q, v, torque)))

    rows, y = [], np.concatenate((begin, np.zeros(6)))
    for half in (TIMES[:51], TIMES[50:]):  # the acceleration jumps at 0.5 s
        found = solve_ivp(rates, half[[0, -1]], y, "DOP853", half, rtol=1e-13, atol=1e-14)
        rows.append(found.y[:6].T)
        y = found.y[:, -1]
    return np.concatenate((rows[0], rows[1][1:]))


def test_six_parameters_come_back():
    data = {"t": TIMES} | {f"q{k + 1}": column for k, column in enumerate(angles().T)}
    start = {name: value * (1.3 if k % 2 else 0.75) for k, (name, value) in enumerate(TRUTH.items())}
    found = rbsolve.fit(
        deck(start),
        data,
        {name: (0.2 * value, 5.0 * value) for name, value in TRUTH.items()},
        {name: name for name in data if name != "t"},
        threads=1,
        integrator="DOP853",
        formulation="MINIMAL_COORDINATES",
        step=5e-4,
    )
    assert found.status == "complete"
    errors = {name: found[name].value / value - 1.0 for name, value in TRUTH.items()}
    assert found.iterations <= 10
    assert max(map(abs, errors.values())) < 1e-8
