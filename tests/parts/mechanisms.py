"""Mechanisms that are created object by object, without a deck, for several tests of the start."""

from __future__ import annotations

import numpy as np

from rbsolve.geometry import quaternion
from rbsolve.geometry.resolved import ResolvedGeometry
from rbsolve.language.described import Described, Description, Value
from rbsolve.language.diagnostics import Diagnostics, Source, Span
from rbsolve.solver.assembly.elements.joints import assemble_joints
from rbsolve.solver.assembly.initial.initial_conditions import consistent_start
from rbsolve.solver.forces.anatomy import Anatomy
from rbsolve.solver.functions.registry import CODES
from rbsolve.solver.model.arrays import Bodies, Bushings, Functions, Loads, Model, Springs, empty_state
from rbsolve.solver.model.joints import turned_angles

SOURCE = Source("m.deck", "\n" * 200)


class Deck:
    """A mechanism that is created object by object. Each object is on its own line."""

    def __init__(self, functions=()):
        self.objects = {}
        self.line = 0
        self.points, self.triads = {}, {"TRIAD_INERTIAL": np.eye(3)}
        self.masses, self.poses, self.start = [], [], []
        self.functions = functions

    def add(self, kind, name, **values):
        self.line += 1
        span = Span(SOURCE, self.line, 1, self.line, 10)
        data = {
            key: Value(value, Span(SOURCE, self.line, 20 + k, self.line, 30))
            for k, (key, value) in enumerate(values.items())
        }
        self.objects.setdefault(kind, {})[name] = Described(kind, name, span, data)

    def body(
        self,
        name,
        x=(0, 0, 0),
        R=None,
        m=1.0,
        J=(1.0, 1.0, 1.0),
        shift=(0, 0, 0),
        turn=(0, 0, 0),
        centre=(0, 0, 0),
        **values,
    ):
        self.add("RIGID_BODY", name, **values)
        R = np.eye(3) if R is None else R
        self.masses.append((m, np.diag(J), np.array(centre, float)))
        self.poses.append((np.array(x, float), R))
        start_R = R @ np.array(quaternion.to_matrix(quaternion.exp(turn))).reshape(3, 3)
        u, w = (values.get(k, (0, 0, 0)) for k in ("INITIAL_VELOCITY", "INITIAL_ANGULAR_VELOCITY"))
        self.start.append((np.array(x, float) + shift, start_R, np.array(u, float), start_R.T @ w))

    def joint(self, kind, name, bodies, point, triad="TRIAD_INERTIAL", **values):
        self.points[name] = np.array(point, float)
        self.add(f"{kind}_JOINT", name, CONNECTED_TO_BODIES=bodies, AT_POINT=name, TRIAD_NAME=triad, **values)

    def started(self):
        """Return the model, the consistent state and the diagnostics."""
        description = Description(self.objects, {}, (SOURCE,))
        diagnostics = Diagnostics()
        ground = (np.zeros(3), np.eye(3))
        index = {name: b for b, name in enumerate([*self.objects["RIGID_BODY"], "GROUND"])}
        x, R = (np.array(part) for part in zip(*self.poses, ground, strict=True))
        names = {f"f{k}": k for k in range(len(self.functions))}
        anatomy = Anatomy(index, x, R, ResolvedGeometry(self.points, self.triads, {}), {}, names)
        joints, drives = assemble_joints(description, anatomy, diagnostics)
        nb = len(self.masses)
        J = np.array([inertia for _, inertia, _ in self.masses])
        bodies = Bodies(
            np.array([m for m, _, _ in self.masses]), np.array([c for _, _, c in self.masses]), J, J, np.zeros(nb, int)
        )
        counts = np.cumsum([0, *(len(f) for f in self.functions)])
        nf = len(self.functions)
        functions = Functions(
            np.full(nf, CODES["POLYNOMIAL"]),
            np.full(nf, -np.inf),
            np.full(nf, np.inf),
            counts,
            np.concatenate([[], *self.functions]),
        )
        none = np.zeros(0)
        model = Model(
            bodies,
            np.zeros(3),
            functions,
            Loads(*[none] * 7),
            Springs(*[none] * 10),
            Bushings(*[none] * 10),
            joints,
            drives,
        )
        x, R, u, w = (np.array(part) for part in zip(*self.start, (*ground, *[np.zeros(3)] * 2), strict=True))
        e = np.array([quaternion.from_matrix(tuple(matrix.ravel())) for matrix in R])
        state = empty_state(nb, turned_angles(joints))._replace(x=x, e=e, R=R, u=u, w=w)
        return model, consistent_start(model, state, description, 0.0, diagnostics), list(diagnostics)


def four_bar(*kinds, **crank):
    """Return a planar parallelogram in the x-y plane, with hinges along z. The crank has length 1, the coupler 2, and
    the rocker 1.
    """
    deck = Deck()
    deck.body("crank", (0, 0.5, 0), m=1.0, J=(0.1, 0.1, 0.1))
    deck.body("coupler", (1, 1, 0), m=2.0, J=(0.1, 0.3, 0.3))
    deck.body("rocker", (2, 0.5, 0), m=1.0, J=(0.1, 0.1, 0.1))
    ends = [("GROUND", "crank"), ("crank", "coupler"), ("coupler", "rocker"), ("GROUND", "rocker")]
    points = [(0, 0, 0), (0, 1, 0), (2, 1, 0), (2, 0, 0)]
    for k, (kind, bodies, point) in enumerate(zip(kinds, ends, points, strict=True)):
        deck.joint(kind, "ABCD"[k], bodies, point, **(crank if k == 0 else {}))
    return deck


def messages(findings, severity):
    return [f"{finding.code}: {finding.message}" for finding in findings if finding.severity is severity]
