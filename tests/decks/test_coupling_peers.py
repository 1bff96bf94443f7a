"""Couplings against exudyn's models of the same."""

from __future__ import annotations

import numpy as np
import pytest
from exudyn_solving import load, solve

RADIUS, MASS, THETA, PRECESSION, FALL, G = 0.5, 1.2, np.radians(70), 2.0, 1.0, 9.81
DIAMETRAL, AXIAL = MASS * RADIUS**2 / 4, MASS * RADIUS**2 / 2
S, C = np.sin(THETA), np.cos(THETA)
SPIN = (DIAMETRAL * PRECESSION**2 * S * C - MASS * G * RADIUS * C) / ((AXIAL + MASS * RADIUS**2) * PRECESSION * S)
AXES = np.array([[1, 0, 0], [0, C, -S], [0, S, C]])


def exudyn_disc(steps, end):
    """Where the centre of the disc is at the end, by exudyn's ObjectJointRollingDisc and generalized-alpha."""
    exudyn = load()
    from exudyn.utilities import MarkerBodyRigid, ObjectGround, ObjectJointRollingDisc, RigidBodyInertia

    mbs = exudyn.SystemContainer().AddSystem()
    body = mbs.CreateRigidBody(
        inertia=RigidBodyInertia(MASS, np.diag([DIAMETRAL, DIAMETRAL, AXIAL]), com=[0, 0, 0]),
        referencePosition=[0, RADIUS * C, RADIUS * S],
        referenceRotationMatrix=AXES,
        initialVelocity=list(AXES @ [-RADIUS * SPIN, 0, RADIUS * FALL]),
        initialAngularVelocity=list(AXES @ [FALL, PRECESSION * S, SPIN]),
        gravity=[0, 0, -G],
        returnDict=True,
    )["bodyNumber"]
    ground = mbs.AddMarker(MarkerBodyRigid(bodyNumber=mbs.AddObject(ObjectGround())))
    disc = mbs.AddMarker(MarkerBodyRigid(bodyNumber=body))
    mbs.AddObject(
        ObjectJointRollingDisc(
            markerNumbers=[ground, disc], discRadius=RADIUS, discAxis=[0, 0, 1], planeNormal=[0, 0, 1]
        )
    )
    solve(mbs, steps, end, 0.9)
    return np.array(mbs.GetObjectOutputBody(body, exudyn.OutputVariableType.Position, [0, 0, 0]))


def extrapolated(coarse, fine):
    """Of a method of second order, from a step and half of it."""
    return (4.0 * fine - coarse) / 3.0


def test_a_wobbling_disc_rolls_as_exudyns(run_deck):
    end = 1.0
    theirs = extrapolated(exudyn_disc(500, end), exudyn_disc(1000, end))
    runs = [run_deck("rolling_disc.deck", step=h, t_end=end, parameters={"fall": FALL}) for h in (2e-3, 1e-3)]
    ours = extrapolated(*(run["centre"][-1] for run in runs))
    steady = run_deck("rolling_disc.deck", step=1e-3, t_end=end)["centre"][-1]
    assert np.abs(ours - steady).max() > 0.01  # it does wobble
    assert ours == pytest.approx(theirs, abs=5e-6)
