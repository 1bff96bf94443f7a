"""Treats friction in the search for an equilibrium, and finds contact points and joints that start to slip."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rbsolve.language.words import listed
from rbsolve.solver.forces.contact.stiction import grips
from rbsolve.solver.joints.blocks import joint_blocks
from rbsolve.solver.joints.resistance import Law
from rbsolve.solver.model.arrays import BRISTLE_STIFFNESS, ROLLING, STATIC, Contacts, State
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.flat import Floats

MOST_NAMED = 4
AT_LIMIT = (
    1e-6  # friction within this distance of its limit counts as at its limit; relative to the largest friction force
)
# Permitted sliding of a rolling body, relative to its motion. It allows for round-off of bristles, and for paths with
# corners.
ROLLS = 1e-2


class Grip(NamedTuple):
    """The friction along the surfaces at the contact points (np,)."""

    presses: NDArray[np.bool_]
    most: Floats
    """The largest friction force [N]."""
    sticks: NDArray[np.bool_]
    """Whether the point has a bristle, which can exert friction at rest."""
    slips: NDArray[np.bool_]
    """Whether the friction of a point is at its limit."""
    rolls: NDArray[np.bool_]
    """Whether the rolling resistance of a point is at its limit."""
    most_rolling: Floats
    """The largest moment of the rolling resistance [N m]."""


def grip(contacts: Contacts, state: State) -> Grip:
    """Return the friction at the contact points in a state at rest."""
    normal, along, _, turned = _at_points(contacts, state)
    law = np.repeat(contacts.law, np.diff(contacts.first), axis=0)
    most, sticks = law[:, STATIC] * normal, law[:, BRISTLE_STIFFNESS] > 0.0
    held, most_rolling = sticks & (normal > 0.0), law[:, ROLLING] * normal
    slips, rolls = held & (along >= (1.0 - AT_LIMIT) * most), held & (turned >= (1.0 - AT_LIMIT) * most_rolling)
    return Grip(normal > 0.0, most, sticks, slips, rolls & (most_rolling > 0.0), most_rolling)


def rolls(contacts: Contacts, state: State, motion: Floats, size: float) -> NDArray[np.bool_]:
    """Return which points (np,) have a normal force and roll without sliding in a motion (nb + 1, 6). `size` is the
    size of the model.
    """
    u, w = np.ascontiguousarray(motion[:, :3]), np.ascontiguousarray(motion[:, 3:])
    normal, _, slid, _ = _at_points(contacts, state._replace(u=u, w=w))
    far = np.linalg.norm(u, axis=1) + size * np.linalg.norm(w, axis=1)
    moved = np.repeat(np.maximum(far[contacts.body0], far[contacts.body1]), np.diff(contacts.first))
    return np.asarray((normal > 0.0) & (slid <= ROLLS * moved))


def _at_points(contacts: Contacts, state: State) -> Floats:
    """Return the normal force, the friction force, the sliding speed, and the moment of the rolling resistance (4, np)."""
    found = np.zeros((len(contacts.end), 4))
    grips(contacts, state, found)
    return found.T


def without_friction(compiled: CompiledModel) -> str:
    """Return the message about joints whose friction vanishes at rest because it depends on the rate. The text is empty
    if there are no such joints.
    """
    model = compiled.model
    rubbing = {*model.frictions.joint.tolist(), *model.drives.joint[model.drives.law == Law.FRICTION].tolist()}
    if not rubbing:
        return ""
    blocks = joint_blocks(compiled.description)
    names = [blocks[j].name for j in sorted(rubbing)]
    which = "joint" if len(names) == 1 else "joints"
    return (
        f"the equilibrium ignores the friction of {which} {listed(names, MOST_NAMED)}; with friction, the model may also rest at "
        "other positions"
    )


def letting_go(compiled: CompiledModel, state: State, rolling: NDArray[np.bool_]) -> str:
    """Return the message about contacts whose friction is too small to balance the tangential force. The text is empty
    if there are none.
    """
    contacts = compiled.model.contacts
    if not len(contacts.body0):
        return ""
    points, law = grip(contacts, state), contacts.law
    told = []
    for k, block in enumerate(compiled.description.all_of("CONTACT")):
        pressing = np.arange(contacts.first[k], contacts.first[k + 1])
        pressing = pressing[points.presses[pressing]]
        if not len(pressing) or law[k, STATIC] == 0.0:
            continue
        if not points.sticks[pressing[0]]:
            told.append(f"contact {block.name} exerts no force along its surface at rest without @STICTION")
        elif np.all(points.rolls[pressing]):
            most = float(np.sum(points.most_rolling[pressing]))
            told.append(f"contact {block.name} rolls: its rolling resistance is at most {most:.4g} N m")
        elif np.all(rolling[pressing]):
            told.append(f"contact {block.name} rolls, and friction does not prevent that")
        elif np.all(points.slips[pressing]):
            most, where = (
                float(np.sum(points.most[pressing])),
                "there" if len(pressing) == 1 else f"at its {len(pressing)} points",
            )
            told.append(f"contact {block.name} slides: its friction {where} is at most {most:.4g} N")
    return "".join(f"; {text}" for text in told)
