"""Compares the mass matrix, gravity forces and bias forces of an imported deck with the results of a reference program
for the format.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from rbsolve.foreign.dynamics import Dynamics, Motion
from rbsolve.foreign.model import Joint
from rbsolve.foreign.writing import WrittenModel, write_deck
from rbsolve.language.diagnostics import Diagnostics
from rbsolve.pipeline import CheckedDeck, Options, check_deck
from rbsolve.solver.model.flat import Floats

STATES = 20
GOAL = 1e-10
SMALL = 1e-3
"""Smallest scale of gravity and bias forces, relative to the natural size of such forces."""
_SLOTS = {"PRISMATIC": (2,), "REVOLUTE": (5,), "SPHERICAL": (3, 4, 5), "FREE": (0, 1, 2, 3, 4, 5), "PLANAR": (0, 1, 5)}

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Model


class Oracle(Protocol):
    """The interface of a reference program. It computes the mass matrix and the forces of the source in the coordinates
    of the deck.
    """

    name: str

    def dynamics(self, motion: Motion, joints: list[Joint]) -> Dynamics:
        """Compute the dynamics of a state. Rows and columns have the order of `joints`."""

    def adopt_changes(self) -> None:
        """Apply the changes from `changes_of` to the model of the source too."""


class Differences(NamedTuple):
    """The largest differences over all states, each relative to the largest entry of the compared quantity (`_worst`).

    `changes` names the changes of mass properties that the import had to make. If these changes make the differences
    exceed GOAL, the source is changed in the same way. Then `as_changed` is the largest remaining difference.
    """

    mass: float
    gravity: float
    bias: float
    states: int
    oracle: str
    changes: tuple[str, ...] = ()
    as_changed: float | None = None

    @property
    def largest(self) -> float:
        """Return the largest of the three differences."""
        return max(self.mass, self.gravity, self.bias)


class ProofFailed(Exception):
    """The error that a deck cannot be compared. str() returns the reason."""


def random_motion(joints: list[Joint], rng: np.random.Generator) -> Motion:
    """Return random coordinates within the limits, and rates of order one."""
    coordinates, rates = {}, {}
    for joint in joints:
        if joint.kind in ("REVOLUTE", "PRISMATIC"):
            lower = joint.lower if joint.lower is not None else joint.offset - 1.0
            upper = joint.upper if joint.upper is not None else joint.offset + 1.0
            coordinates[joint.name] = rng.uniform(lower, upper, 1) - joint.offset
        elif joint.kind == "PLANAR":
            coordinates[joint.name] = rng.uniform(-1.0, 1.0, 3)
        else:
            e = rng.normal(size=4)
            x = rng.normal(size=3) if joint.kind == "FREE" else np.zeros(0)
            coordinates[joint.name] = np.concatenate([x, e / np.linalg.norm(e)])
        rates[joint.name] = rng.normal(size=len(_SLOTS[joint.kind]))
    return Motion(coordinates, rates)


class DeckDynamics:
    """Computes the mass matrix and the forces of the deck, by the inverse dynamics of integrators in joint coordinates."""

    def __init__(self, checked: CheckedDeck, written: WrittenModel) -> None:
        from rbsolve.solver.trees.arrays import Forest, make_sweep
        from rbsolve.solver.trees.topology import make_tree

        compiled = checked.model
        self._model, self._state = compiled.model, compiled.initial
        masses = sum(link.mass for link in written.model.links)
        self.weight = float(np.linalg.norm(compiled.model.gravity)) * masses
        """Weight of all links [N]."""
        tree = make_tree(self._model.bodies, self._model.joints, self._model.drives)
        self._forest = Forest(tree, make_sweep(tree))
        index = compiled.body_index
        self.joints: list[Joint] = []
        self._bodies: list[int] = []
        self._columns: list[int] = []
        for link, body in zip(written.model.links, written.bodies, strict=True):
            b = index[body]
            joint = link.joint
            inner = link.parent >= 0 and written.bodies[link.parent] != "GROUND"
            if joint.kind == "RIGID" or joint.name in written.held or (joint.kind == "FREE" and inner):
                continue
            self.joints.append(joint)
            self._bodies.append(b)
            self._columns += range(tree.first[b], tree.first[b + 1])
        self._motion = np.zeros((len(tree.slot), len(self._columns)))
        self._motion[self._columns, np.arange(len(self._columns))] = 1.0
        column = {joint.name: tree.first[b] for joint, b in zip(self.joints, self._bodies, strict=True)}
        for name, rotor in written.rotors.items():
            self._motion[tree.first[index[rotor]], self._columns.index(column[name])] = 1.0

    def dynamics(self, motion: Motion) -> Dynamics:
        """Compute the dynamics of a state. Rows and columns have the order of the attribute `joints`."""
        nb = len(self._model.bodies.mass)
        y, v = np.zeros((nb, 7)), np.zeros((nb, 6))
        y[:, 3] = self._forest.tree.rotation == 3
        for joint, b in zip(self.joints, self._bodies, strict=True):
            slots = list(_SLOTS[joint.kind])
            q = motion.coordinates[joint.name]
            if joint.kind == "FREE":
                y[b] = q
            elif joint.kind == "SPHERICAL":
                y[b, 3:] = q
            else:
                y[b, slots] = q
            v[b, slots] = motion.rates[joint.name]
        n = len(self._forest.tree.slot)
        gravity = self._efforts(y, 0.0 * v, np.zeros(n))
        bias = self._efforts(y, v, np.zeros(n))
        mass = np.zeros((n, n))
        weightless = self._model._replace(gravity=np.zeros(3))
        for k in range(n):
            mass[:, k] = self._efforts(y, 0.0 * v, np.eye(n)[k], weightless)
        T = self._motion
        return Dynamics(T.T @ mass @ T, T.T @ gravity, T.T @ bias)

    def _efforts(self, y: Floats, v: Floats, second: Floats, model: Model | None = None) -> Floats:
        from rbsolve.solver.trees.inverse_dynamics import inverse_dynamics

        efforts = np.zeros(len(second))
        z = np.zeros((len(y), 12))
        inverse_dynamics(model or self._model, self._forest, y, v, z, second, self._state, efforts)
        return efforts


def prove(written: WrittenModel, deck: Path | str, path: Path, gravity: Floats, states: int = STATES) -> Differences:
    """Compare a deck (a file or its text) with its source `path` at random states.

    Raise ProofFailed if the deck has errors, or if the program of the format is not installed or does not exist.
    """
    if all(body == "GROUND" for body in written.bodies):
        return Differences(0.0, 0.0, 0.0, 0, "nothing that moves")
    text = _open_loops(written) if written.model.loops else deck
    checked = check_deck(text)
    if checked.has_errors:
        # A body without inertia about an axis prevents a run. It does not prevent a comparison, because statics needs
        # no accelerations.
        at_rest = check_deck(text, Options(analysis="STATIC"))
        checked = checked if at_rest.has_errors else at_rest
    if checked.solvable is None:
        first = next(finding for finding in checked.diagnostics if finding.severity == "error")
        raise ProofFailed(f"the deck has errors: {first.message}")
    ours = DeckDynamics(checked, written)
    oracle = _oracle(written, path, gravity)
    number = states if ours.joints else 0
    mass, weight, bias = _worst(ours, oracle, number)
    found = Differences(mass, weight, bias, number, oracle.name, changes_of(written))
    if found.largest <= GOAL or not found.changes:
        return found
    oracle.adopt_changes()
    return found._replace(as_changed=max(_worst(ours, oracle, number)))


def changes_of(written: WrittenModel) -> tuple[str, ...]:
    """Return the changes of mass properties that a deck needs. These changes affect impossible inertias, and armatures
    without a counterpart.
    """
    joints = [link.joint for link in written.model.links]
    armatures = [f"the armature of joint {joint.name}" for joint in joints if joint.has_lost_armature]
    return (*(f"the inertia of link {name}" for name in written.clipped), *armatures)


def _worst(ours: DeckDynamics, oracle: Oracle, states: int) -> list[float]:
    """Return the largest relative differences of the mass matrix, the gravity forces and the bias forces over random
    states.

    Some models have gravity or bias forces that are zero except for round-off, for example a single hinge. Therefore
    the divisor of a relative difference is at least a small fraction of a natural scale. For gravity, the scale is the
    weight at a lever arm of 1 m. For bias forces, the scale is the largest entry of the mass matrix times the largest
    squared rate.
    """
    rng = np.random.default_rng(29)
    worst = np.zeros(3)
    for _ in range(states):
        motion = random_motion(ours.joints, rng)
        here, there = ours.dynamics(motion), oracle.dynamics(motion, ours.joints)
        fastest = max((float(np.abs(rates).max(initial=0.0)) for rates in motion.rates.values()), default=0.0)
        sizes = 0.0, ours.weight, float(np.abs(there.mass).max(initial=0.0)) * fastest**2
        for i, (one, other) in enumerate(zip(here, there, strict=True)):
            scale = max(float(np.abs(other).max(initial=0.0)), SMALL * sizes[i])
            difference = float(np.abs(one - other).max(initial=0.0))
            worst[i] = max(worst[i], difference / scale if scale > 0.0 else difference)
    return [float(value) for value in worst]


def _open_loops(written: WrittenModel) -> str:
    """Return the text of the deck without the joints that close loops. The mass matrix of the other program does not
    contain these joints.
    """
    links = [replace(link, shapes=[]) for link in written.model.links]
    opened = replace(written.model, links=links, loops=[], findings=Diagnostics())
    return write_deck(opened).deck.text()


def _oracle(written: WrittenModel, path: Path, gravity: Floats) -> Oracle:
    if written.model.format == "SDF":
        raise ProofFailed("rbsolve knows no program that computes the dynamics of SDF models")
    try:
        if written.model.format == "URDF":
            from rbsolve.foreign.pinocchio import PinocchioOracle

            return PinocchioOracle(path, written, gravity)
        from rbsolve.foreign.mujoco_oracle import MujocoOracle

        return MujocoOracle(path, written, gravity)
    except ImportError as error:
        raise ProofFailed(f"--prove needs {error.name}, which is not installed") from error
    except ValueError as error:
        raise ProofFailed(f"the other program cannot read {path.name}: {error}") from error
