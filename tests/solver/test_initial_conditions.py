"""Assembly, redundancy and velocities at the start, on mechanisms whose answers are known."""

from __future__ import annotations

import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from rbsolve.geometry import quaternion
from rbsolve.geometry.resolved import ResolvedGeometry
from rbsolve.parser.description.described import Described, Description, Value
from rbsolve.parser.diagnostics import Diagnostics, Severity, Source, Span
from rbsolve.pipeline import Options, check_deck
from rbsolve.solver.assembly.accelerations import consistent_accelerations
from rbsolve.solver.assembly.closure import conditions
from rbsolve.solver.assembly.forces import Anatomy
from rbsolve.solver.assembly.initial_conditions import consistent_start
from rbsolve.solver.assembly.joints import assemble_joints
from rbsolve.solver.functions.registry import CODES
from rbsolve.solver.model.arrays import Bodies, Bushings, Functions, Loads, Model, Springs, empty_state

DECKS = Path(__file__).parents[2] / "decks"
SOURCE = Source("m.deck", "\n" * 200)


class Deck:
    """A mechanism put together object by object; each stands on a line of its own."""

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
        """Model, consistent state and findings."""
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
        state = empty_state(nb, len(joints.kind))._replace(x=x, e=e, R=R, u=u, w=w)
        return model, consistent_start(model, state, description, 0.0, diagnostics), list(diagnostics)


def four_bar(*kinds, **crank):
    """A planar parallelogram in the x-y plane, hinges along z: crank 1, coupler 2, rocker 1 long."""
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


@pytest.mark.parametrize(
    ("kinds", "excess"),
    [
        (("REVOLUTE",) * 4, 3),
        (("REVOLUTE", "SPHERICAL", "REVOLUTE", "REVOLUTE"), 1),
        (("REVOLUTE", "SPHERICAL", "CYLINDRICAL", "REVOLUTE"), 0),
        (("REVOLUTE", "REVOLUTE", "CYLINDRICAL", "REVOLUTE"), 2),
    ],
)
def test_redundant_constraints_of_a_planar_four_bar(kinds, excess):
    """Mobility 1 of three bodies in any case, so the excess is that over 17 rows. The parallelogram's coupler moves
    like the tip of the crank and does not turn, the rocker turns like the crank."""
    _, state, findings = four_bar(*kinds, INITIAL_RATE=2.0).started()
    np.testing.assert_allclose(state.w[:3], [[0, 0, 2.0], [0, 0, 0], [0, 0, 2.0]], atol=1e-12)
    np.testing.assert_allclose(state.u[:3], [[-1, 0, 0], [-2, 0, 0], [-1, 0, 0]], atol=1e-12)
    warnings = messages(findings, Severity.WARNING)
    assert not messages(findings, Severity.ERROR)
    if excess == 0:
        assert not warnings
        return
    assert len(warnings) == 1
    assert warnings[0].startswith("redundant-constraints")
    assert f"{excess} condition" in warnings[0]
    assert "D (line 7)" in warnings[0]


def test_joint_that_is_not_assembled_is_an_error_with_its_size():
    deck = Deck()
    deck.body("B", (1, 0, 0), shift=(0.03, 0.04, 0), turn=(0.0, math.radians(2.0), 0.0))
    deck.joint("REVOLUTE", "J", ("GROUND", "B"), (1, 0, 0))
    (error,) = messages(deck.started()[2], Severity.ERROR)
    assert error.startswith("inconsistent-initial-conditions: joint J")
    assert "0.05 m apart" in error
    assert "2 deg" in error


@pytest.mark.parametrize(
    ("kind", "turn"), [("RIGID", (math.pi, 0, 0)), ("REVOLUTE", (math.pi, 0, 0)), ("PRISMATIC", (0, 0, math.pi))]
)
def test_a_joint_flipped_over_is_not_assembled(kind, turn):
    """Its residuals vanish, or nearly, but its axes are opposite."""
    deck = Deck()
    deck.body("B", turn=turn)
    deck.joint(kind, "J", ("GROUND", "B"), (0, 0, 0))
    (error,) = messages(deck.started()[2], Severity.ERROR)
    assert "180 deg" in error


def test_a_small_opening_is_closed():
    deck = Deck()
    deck.body("B", (1, 0, 0), shift=(3e-8, 0, 0), turn=(2e-8, 0, 0.4))
    deck.joint("REVOLUTE", "J", ("GROUND", "B"), (1, 0, 0))
    _, state, findings = deck.started()
    assert not findings
    np.testing.assert_allclose(state.x[0], [1, 0, 0], atol=1e-15)
    np.testing.assert_allclose(state.R[0][:, 2], [0, 0, 1], atol=1e-15)
    np.testing.assert_allclose(state.turned, 0.4, atol=1e-14)


def test_given_velocity_that_had_to_change_is_a_warning_with_the_amount():
    """A rod of mass 1, moment J about its middle, hinged at its end: least change of (v, w) to v = w/2 x.

    The momentum-like conserved quantity is the moment of momentum about the hinge: w' = (J w + v/2)/(J + 1/4).
    """
    deck = Deck()
    deck.body("rod", (0.5, 0, 0), J=(0.1, 0.1, 0.1), INITIAL_VELOCITY=(0, 2.0, 0), INITIAL_ANGULAR_VELOCITY=(0, 0, 1.0))
    deck.joint("REVOLUTE", "J", ("GROUND", "rod"), (0, 0, 0))
    _, state, findings = deck.started()
    spin = (0.1 * 1.0 + 0.5 * 2.0) / (0.1 + 0.25)
    np.testing.assert_allclose(state.w[0], [0, 0, spin], atol=1e-12)
    np.testing.assert_allclose(state.u[0], [0, spin / 2, 0], atol=1e-12)
    linear, angular = messages(findings, Severity.WARNING)
    assert f"changed by {2.0 - spin / 2:.6g} m/s" in linear
    assert f"changed by {spin - 1.0:.6g} rad/s" in angular


def test_consistent_velocities_are_left_alone():
    deck = Deck()
    deck.body("rod", (0.5, 0, 0), INITIAL_VELOCITY=(0, 1.5, 0), INITIAL_ANGULAR_VELOCITY=(0, 0, 3.0))
    deck.joint("REVOLUTE", "J", ("GROUND", "rod"), (0, 0, 0))
    _, state, findings = deck.started()
    assert not findings
    assert state.u[0].tolist() == [0, 1.5, 0]


@pytest.mark.parametrize("kind", ["CYLINDRICAL", "SCREW"])
def test_prescribed_motions_and_rates_of_two_coordinates(kind):
    deck = Deck(functions=[[0.3, 2.0], [0.1, -1.0]])
    deck.body("B", turn=(0, 0, 0.3), shift=(0, 0, 0.1))
    if kind == "CYLINDRICAL":
        values = {"PRESCRIBED_ROTATION": "f0", "PRESCRIBED_DISPLACEMENT": "f1"}
        speed = -1.0
    else:
        values = {"PRESCRIBED_ROTATION": "f0", "PITCH": 2 * math.pi / 3}
        speed = 2.0 / 3.0
    deck.joint(kind, "J", ("GROUND", "B"), (0, 0, 0), **values)
    _, state, findings = deck.started()
    assert not findings
    np.testing.assert_allclose(state.w[0], [0, 0, 2.0], atol=1e-13)
    np.testing.assert_allclose(state.u[0], [0, 0, speed], atol=1e-13)


@pytest.mark.parametrize(
    ("kind", "bodies", "rate", "spin", "speed"),
    [
        ("CYLINDRICAL", ("GROUND", "B"), (2.0, -0.5), 2.0, -0.5),
        ("CYLINDRICAL", ("B", "GROUND"), (2.0, -0.5), -2.0, 0.5),
        ("SCREW", ("GROUND", "B"), 3.0, 3.0, 0.6),
        ("PRISMATIC", ("GROUND", "B"), 0.7, 0.0, 0.7),
        ("REVOLUTE", ("B", "GROUND"), 1.5, -1.5, 0.0),
    ],
)
def test_initial_rates_are_those_of_the_second_body_relative_to_the_first(kind, bodies, rate, spin, speed):
    deck = Deck()
    deck.body("B")
    pitch = {"PITCH": 0.4 * math.pi} if kind == "SCREW" else {}
    deck.joint(kind, "J", bodies, (0, 0, 0), INITIAL_RATE=rate, **pitch)
    _, state, findings = deck.started()
    assert not findings
    np.testing.assert_allclose(state.w[0], [0, 0, spin], atol=1e-13)
    np.testing.assert_allclose(state.u[0], [0, 0, speed], atol=1e-13)


def test_drives_from_the_keywords_of_joints_and_controllers():
    deck = Deck(functions=[[1.0], [2.0], [3.0]])
    for name in "BCD":
        deck.body(name)
    both = {"SPRING": (5.0, 0.1, 6.0, 0.2), "DAMPER": (7.0, 8.0), "ACTUATOR": ("f0", "f1")}
    deck.joint("CYLINDRICAL", "J", ("GROUND", "B"), (0, 0, 0), **both)
    deck.joint("PRISMATIC", "K", ("GROUND", "C"), (0, 0, 0), DAMPER=9.0)
    deck.joint("REVOLUTE", "L", ("GROUND", "D"), (0, 0, 0))
    gains = {"PROPORTIONAL_GAIN": 10.0, "DERIVATIVE_GAIN": 11.0, "TORQUE_LIMIT": 12.0}
    functions = {"REFERENCE_FUNCTION_NAME": "f1", "FEEDFORWARD_FUNCTION_NAME": "f2"}
    deck.add("JOINT_CONTROLLER", "c", JOINT_NAME="L", **gains, **functions)
    drives = deck.started()[0].drives
    table = np.stack([np.asarray(part, float) for part in drives], axis=1)
    expected = [  # joint, coordinate, stiffness, damping, rest, reference, feedforward, limit, law, signal
        [0, 0, 5, 7, 0.1, -1, 0, math.inf, 0, -1],
        [0, 1, 6, 8, 0.2, -1, 1, math.inf, 0, -1],
        [1, 1, 0, 9, 0, -1, -1, math.inf, 0, -1],
        [2, 0, 10, 11, 0, 1, 2, 12, 0, -1],
    ]
    np.testing.assert_array_equal(table, expected)


def test_a_controller_of_a_joint_without_a_coordinate_is_an_error():
    deck = Deck()
    deck.body("B")
    deck.joint("RIGID", "J", ("GROUND", "B"), (0, 0, 0))
    deck.add("JOINT_CONTROLLER", "c", JOINT_NAME="J")
    (error,) = messages(deck.started()[2], Severity.ERROR)
    assert "controller c cannot drive 1 coordinate of joint J: it has no relative coordinate" in error


def test_prescribed_rotation_that_starts_elsewhere_is_an_error():
    deck = Deck(functions=[[0.5, 2.0]])
    deck.body("B")
    deck.joint("REVOLUTE", "J", ("GROUND", "B"), (0, 0, 0), PRESCRIBED_ROTATION="f0")
    (error,) = messages(deck.started()[2], Severity.ERROR)
    assert "its rotation is 0 rad, the prescribed one 0.5 rad" in error


@pytest.mark.parametrize(
    ("values", "spin", "changes"),
    [
        ({"INITIAL_RATE": 2.5}, (0.35 * 3.0 + 1.1 * 2.5) / 1.45, {"A": 3.0, "D": 2.5}),
        ({"PRESCRIBED_ROTATION": "f0"}, 2.5, {"A": 3.0}),
    ],
)
def test_contradicting_rates_give_way_by_the_inertia_that_they_move(values, spin, changes):
    """Crank and rocker of a parallelogram turn alike: moments of inertia about their hinges 0.1 + 1/4 and 0.1 + 4/4."""
    deck = four_bar("REVOLUTE", "REVOLUTE", "REVOLUTE", "REVOLUTE", INITIAL_RATE=3.0)
    deck.masses[2] = (4.0, *deck.masses[2][1:])
    deck.functions = [[0.0, 2.5]]
    deck.objects["REVOLUTE_JOINT"].pop("D")
    deck.joint("REVOLUTE", "D", ("GROUND", "rocker"), (2, 0, 0), **values)
    _, state, findings = deck.started()
    np.testing.assert_allclose(state.w[:3, 2], [spin, 0, spin], atol=1e-12)
    warnings = [text for text in messages(findings, Severity.WARNING) if text.startswith("inconsistent")]
    assert len(warnings) == len(changes)
    for warning, (joint, given) in zip(warnings, changes.items(), strict=True):
        assert f"@INITIAL_RATE of joint {joint} was changed by {abs(spin - given):.6g} rad/s" in warning
        assert f"({given:.6g} before, {spin:.6g} after)" in warning


def test_a_driven_shaft_carries_its_blades():
    """Nothing is written but the shaft's prescribed 30 rad/s: the lag hinge rests, and the blade's origin at 1.3 m moves at 39 m/s."""
    deck = Deck(functions=[[0.0, 30.0]])
    deck.body("blade", (1.3, 0, 0), m=5.0, J=(0.2, 0.3, 0.4))
    deck.body("shaft")
    deck.joint("REVOLUTE", "lag", ("blade", "shaft"), (0.3, 0, 0))
    deck.joint("REVOLUTE", "bearing", ("GROUND", "shaft"), (0, 0, 0), PRESCRIBED_ROTATION="f0")
    _, state, findings = deck.started()
    assert not findings
    assert state.w[:2].tolist() == [[0, 0, 30.0], [0, 0, 30.0]]
    np.testing.assert_allclose(state.u[:2], [[0, 39.0, 0], [0, 0, 0]], atol=1e-13)


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0)])
def test_wheels_with_rates_ride_on_a_turning_spacecraft(order):
    """The bus turns at 0.05 rad/s about z with its origin at rest, the wheels at 300 and 200 rad/s in it about z and x."""
    deck = Deck()
    deck.triads["x"] = np.array([[0.0, 0, 1], [1, 0, 0], [0, 1, 0]])
    bodies = (
        ("bus", {"m": 500.0, "J": (120.0, 150.0, 100.0), "INITIAL_ANGULAR_VELOCITY": (0, 0, 0.05)}),
        ("first", {"x": (0.3, 0.1, 0), "m": 5.0, "J": (0.02, 0.02, 0.04)}),
        ("second", {"x": (-0.2, 0, 0.4), "m": 5.0, "J": (0.04, 0.02, 0.02)}),
    )
    for k in order:
        deck.body(bodies[k][0], **bodies[k][1])
    deck.joint("REVOLUTE", "z", ("bus", "first"), (0.3, 0.1, 0), INITIAL_RATE=300.0)
    deck.joint("REVOLUTE", "y", ("second", "bus"), (-0.2, 0, 0.4), "x", INITIAL_RATE=-200.0)
    _, state, findings = deck.started()
    assert not findings
    w, u = state.w[list(order)], state.u[list(order)]
    np.testing.assert_allclose(w, [[0, 0, 0.05], [0, 0, 300.05], [200, 0, 0.05]], atol=1e-12)
    np.testing.assert_allclose(u, [[0, 0, 0], [-0.005, 0.015, 0], [0, -0.01, 0]], atol=1e-15)


def test_without_written_velocities_the_first_body_of_a_floating_part_rests():
    deck = Deck()
    deck.body("wheel", (1, 0, 0))
    deck.body("hub")
    deck.joint("REVOLUTE", "J", ("hub", "wheel"), (0, 0, 0), INITIAL_RATE=3.0)
    state = deck.started()[1]
    np.testing.assert_allclose(state.w[:2], [[0, 0, 3.0], [0, 0, 0]], atol=1e-15)
    np.testing.assert_allclose(state.u[:2], [[0, 3.0, 0], [0, 0, 0]], atol=1e-15)


def test_a_written_zero_holds():
    """A body at rest on a turning table: its own hinge turns back."""
    deck = Deck()
    deck.body("table", INITIAL_ANGULAR_VELOCITY=(0, 0, 2.0))
    deck.body("puck", (0.5, 0, 0), INITIAL_ANGULAR_VELOCITY=(0, 0, 0))
    deck.joint("REVOLUTE", "bearing", ("GROUND", "table"), (0, 0, 0))
    deck.joint("REVOLUTE", "pin", ("table", "puck"), (0.5, 0, 0))
    _, state, findings = deck.started()
    assert not findings
    np.testing.assert_allclose(state.w[:2], [[0, 0, 2.0], [0, 0, 0]], atol=1e-13)
    np.testing.assert_allclose(state.u[1], [0, 1.0, 0], atol=1e-13)


def test_rates_between_two_given_bodies_share_what_they_make_up():
    """From the ground a slide along x to A, a hinge to B, 0.8 m below: B's origin is to move at 3 m/s along x. Smallest is
    (x'/L)^2 + theta'^2 with x' + 0.8 theta' = 3 and the model's extent L = 0.8."""
    deck = Deck()
    deck.triads["x"] = np.array([[0.0, 0, 1], [1, 0, 0], [0, 1, 0]])
    deck.body("A", m=5.0)
    deck.body("B", (0, -0.8, 0), INITIAL_VELOCITY=(3.0, 0, 0))
    deck.joint("PRISMATIC", "slide", ("GROUND", "A"), (0, 0, 0), "x")
    deck.joint("REVOLUTE", "hinge", ("A", "B"), (0, 0, 0))
    _, state, findings = deck.started()
    assert not findings
    np.testing.assert_allclose(state.u[:2], [[1.5, 0, 0], [3.0, 0, 0]], atol=1e-13)
    np.testing.assert_allclose(state.w[1], [0, 0, 1.5 / 0.8], atol=1e-13)


def test_a_loop_takes_the_smallest_rates_that_are_not_given():
    """A body on two slides in line, driven through a loop: of 3 m/s each slide takes half; a rate given leaves the rest to the other."""
    for given, expected in ((None, 1.5), (2.0, 2.0)):
        deck = Deck(functions=[[0.0, 3.0]])
        deck.body("middle")
        deck.body("end")
        values = {} if given is None else {"INITIAL_RATE": given}
        deck.joint("PRISMATIC", "P", ("GROUND", "middle"), (0, 0, 0), **values)
        deck.joint("PRISMATIC", "Q", ("middle", "end"), (0, 0, 0))
        deck.joint("PRISMATIC", "R", ("GROUND", "end"), (0, 0, 0), PRESCRIBED_DISPLACEMENT="f0")
        state = deck.started()[1]
        np.testing.assert_allclose(state.u[:2], [[0, 0, expected], [0, 0, 3.0]], atol=1e-13)


def test_a_velocity_written_for_the_centre_of_mass_alone_is_that_of_the_centre_of_mass():
    deck = Deck()
    deck.body("B", centre=(0.5, 0, 0), INITIAL_VELOCITY=(0, 1.0, 0), INITIAL_VELOCITY_POINT="CENTRE_OF_MASS")
    deck.joint("SPHERICAL", "J", ("GROUND", "B"), (0, 0, 0))
    _, state, findings = deck.started()
    assert not findings
    np.testing.assert_allclose(state.w[0], [0, 0, 2.0], atol=1e-13)
    np.testing.assert_allclose(state.u[0], 0.0, atol=1e-13)


def test_two_prescribed_motions_of_one_freedom_contradict_each_other():
    deck = four_bar("REVOLUTE", "SPHERICAL", "CYLINDRICAL", "REVOLUTE", PRESCRIBED_ROTATION="f0")
    deck.functions = [[0.0, 2.5], [0.0, 3.5]]
    deck.objects["REVOLUTE_JOINT"].pop("D")
    deck.joint("REVOLUTE", "D", ("GROUND", "rocker"), (2, 0, 0), PRESCRIBED_ROTATION="f1")
    (error,) = messages(deck.started()[2], Severity.ERROR)
    assert "@PRESCRIBED_ROTATION of A and @PRESCRIBED_ROTATION of D contradict each other" in error


def planar_slider_crank(angle):
    """Crank 1 and rod 1 long with the hinges of a plane mechanism, so that it folds flat at 0 deg and at 90 deg."""
    deck = Deck()
    joint = np.array([math.cos(angle), math.sin(angle), 0])
    end = np.array([2 * math.cos(angle), 0, 0])
    deck.body("crank", joint / 2, J=(0.1, 0.1, 0.1))
    deck.body("rod", (joint + end) / 2, J=(0.1, 0.1, 0.1))
    deck.body("slider", end)
    deck.triads["X"] = np.array([[0, 0, 1.0], [1, 0, 0], [0, 1, 0]])
    deck.joint("REVOLUTE", "A", ("GROUND", "crank"), (0, 0, 0))
    deck.joint("SPHERICAL", "B", ("crank", "rod"), joint)
    deck.joint("CYLINDRICAL", "C", ("rod", "slider"), end)
    deck.joint("PRISMATIC", "D", ("GROUND", "slider"), end, "X")
    return deck


def test_a_planar_loop_moved_by_its_prescribed_drive_can_move():
    """Three conditions too many as ever, and one motion, which is prescribed."""
    text = (DECKS / "four_bar.deck").read_text()
    driven = text.replace("{GROUND, left} @AT_POINT {A}", "{GROUND, left} @AT_POINT {A} @PRESCRIBED_ROTATION {f}")
    driven += "@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {0.3*sin(2*t)} } }"
    messages = [finding.message for finding in check_deck(driven, Options()).diagnostics]
    assert len(messages) == 1
    assert "hold 3 conditions more than needed: the motion is right, but their reactions are not unique" in messages[0]


@pytest.mark.parametrize(("degrees", "singular"), [(40.0, False), (90.0, True)])
def test_a_singular_configuration_is_told_from_redundant_constraints(degrees, singular):
    """Both ends of the rod over each other: the slider may stay while crank and rod turn, or move on."""
    findings = planar_slider_crank(math.radians(degrees)).started()[2]
    assert ["singular configuration" in finding.message for finding in findings] == [True] * singular


@pytest.mark.parametrize(
    ("kinds", "remedy"),
    [
        (("REVOLUTE",) * 4, "make D spherical and C cylindrical"),
        (("REVOLUTE", "SPHERICAL", "REVOLUTE", "REVOLUTE"), "make D cylindrical"),
    ],
)
def test_the_hint_names_joints_that_remove_the_redundancy(kinds, remedy):
    (finding,) = four_bar(*kinds).started()[2]
    assert remedy in finding.hint


def test_rank_of_a_long_closed_chain_of_spherical_joints():
    """Pinned at both ends: no redundancy however long; a second wall pin at the same place makes three."""
    deck = Deck()
    n = 400
    angles = np.linspace(0.0, math.pi, n + 1)
    nodes = np.stack([np.cos(angles), np.sin(angles), 0 * angles], axis=1)
    for k in range(n):
        deck.body(f"b{k}", (nodes[k] + nodes[k + 1]) / 2)
    names = ["GROUND", *(f"b{k}" for k in range(n)), "GROUND"]
    for k in range(n + 1):
        deck.joint("SPHERICAL", f"J{k}", (names[k], names[k + 1]), nodes[k])
    assert not deck.started()[2]
    deck.joint("SPHERICAL", "twin", ("GROUND", "b0"), nodes[0])
    (warning,) = messages(deck.started()[2], Severity.WARNING)
    assert "J0 (line" in warning
    assert "twin (line" in warning
    assert "J1 (line" not in warning
    assert "3 conditions" in warning


def weigh(model, state, gravity):
    """Put weights into the state, for the bodies' own masses and centres."""
    bodies = model.bodies
    for b, (m, c) in enumerate(zip(bodies.mass, bodies.centre, strict=True)):
        state.force[b] = m * np.array(gravity)
        state.moment[b] = np.cross(c, state.R[b].T @ state.force[b])


def test_first_acceleration_and_reaction_of_a_physical_pendulum():
    """Angle from the x axis, gravity along -y: theta'' = -m g l cos(theta)/(J + m l^2); the hinge carries m (a_C -
    g)."""
    m, J, length, g, angle, rate = 2.0, 0.3, 0.7, 9.81, 0.4, 3.0
    deck = Deck()
    deck.body("rod", m=m, J=(0.1, 0.2, J), centre=(length, 0, 0), turn=(0, 0, angle))
    deck.joint("REVOLUTE", "J", ("GROUND", "rod"), (0, 0, 0), INITIAL_RATE=rate)
    model, state, findings = deck.started()
    assert not findings
    weigh(model, state, (0, -g, 0))
    solution = consistent_accelerations(model, state, 0.0)
    alpha = -m * g * length * math.cos(angle) / (J + m * length**2)
    np.testing.assert_allclose(solution.change[0], [0, 0, 0, 0, 0, alpha], atol=1e-11)
    along, across = np.array([math.cos(angle), math.sin(angle)]), np.array([-math.sin(angle), math.cos(angle)])
    reaction = m * (length * (alpha * across - rate**2 * along) + np.array([0, g]))
    np.testing.assert_allclose(-solution.multipliers[:3], [*reaction, 0], atol=1e-10)


@pytest.mark.parametrize("kinds", [("REVOLUTE",) * 4, ("REVOLUTE", "SPHERICAL", "CYLINDRICAL", "REVOLUTE")])
def test_first_acceleration_of_a_four_bar_with_and_without_redundancy(kinds):
    """A parallelogram has a constant inertia about its crank, 2 (0.1 + 1/4) + 2 * 1; the push along x works on sin."""
    model, state, _ = four_bar(*kinds, INITIAL_RATE=2.0).started()
    weigh(model, state, (5.0, 0, 0))
    solution = consistent_accelerations(model, state, 0.0)
    alpha = -(2 * 1.0 * 0.5 + 2.0 * 1.0) * 5.0 / (2 * 0.35 + 2.0)
    np.testing.assert_allclose(solution.change[[0, 2], 5], alpha, atol=1e-10)
    np.testing.assert_allclose(solution.change[1], [-alpha, -4.0, 0, 0, 0, 0], atol=1e-10)
    assert np.max(np.abs(solution.residual)) < 1e-11


def test_reactions_of_redundant_constraints_are_those_of_smallest_norm():
    """The general solution is any one plus the null space of J^T: ours is orthogonal to it."""
    model, state, _ = four_bar(*("REVOLUTE",) * 4, INITIAL_RATE=2.0).started()
    weigh(model, state, (5.0, 1.0, 3.0))
    multipliers = consistent_accelerations(model, state, 0.0).multipliers
    rows = conditions(model, state)
    J = np.zeros((len(multipliers), 24))
    for k, (a, b) in enumerate(zip(rows.body0, rows.body1, strict=True)):
        J[k, 6 * a : 6 * a + 6] += rows.rows[k, :6]
        J[k, 6 * b : 6 * b + 6] += rows.rows[k, 6:]
    u, s, _ = np.linalg.svd(J[:, :18])
    null = u[:, np.sum(s > 1e-10) :]
    assert null.shape[1] == 3
    np.testing.assert_allclose(null.T @ multipliers, 0.0, atol=1e-6 * np.max(np.abs(multipliers)))


@pytest.mark.parametrize(("fork", "bob"), [(1e-3, 1e-9), (1e-3, 1e-13), (1e-9, 1e-3), (1.0, 1.0)])
def test_bodies_with_hardly_any_mass_or_inertia(fork, bob):
    """A bob of 2 kg at 0.8 m in a fork that turns about z: hinged about y, it is only pulled inwards."""
    deck = Deck()
    deck.triads["y"] = np.array([[0.0, 1, 0], [0, 0, 1], [1, 0, 0]]).T
    deck.body("fork", m=fork, J=(fork / 100,) * 3)
    deck.body("bob", (0.8, 0, 0), m=2.0, J=(bob,) * 3)
    deck.joint("REVOLUTE", "A", ("GROUND", "fork"), (0, 0, 0), INITIAL_RATE=3.0)
    deck.joint("REVOLUTE", "B", ("fork", "bob"), (0, 0, 0), "y", INITIAL_RATE=0.0)
    model, state, findings = deck.started()
    assert not findings
    np.testing.assert_allclose(state.u[1], [0, 2.4, 0], atol=1e-9)
    solution = consistent_accelerations(model, state, 0.0)
    np.testing.assert_allclose(solution.change[1, :3], [-7.2, 0, 0], atol=1e-8)
    np.testing.assert_allclose(-solution.multipliers[5:10], [-14.4, 0, 0, 0, 0], atol=1e-8)


def test_prescribed_acceleration_is_met():
    deck = Deck(functions=[[0.0, 2.0, 3.5]])
    deck.body("B", (1, 0, 0))
    deck.joint("REVOLUTE", "J", ("GROUND", "B"), (0, 0, 0), PRESCRIBED_ROTATION="f0")
    model, state, _ = deck.started()
    solution = consistent_accelerations(model, state, 0.0)
    np.testing.assert_allclose(solution.change[0], [-4.0, 7.0, 0, 0, 0, 7.0], atol=1e-11)


DRIVEN_DOOR = """
@POINT_DEFINITION { @POINT_NAME {P} { @COORDINATES {1,2,3} } }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {F} { @POINT1_NAME {P} @TRIAD_NAME {TRIAD_INERTIAL} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {2} @MOMENTS_OF_INERTIA {1,1,1} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {door} { @FRAME_NAME {F} @MASS_PROPERTY_NAME {m} } }
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @FUNCTION_1D_TYPE {EXPRESSION} @EXPRESSION {exp(2*t) - 1} } }
@REVOLUTE_JOINT_DEFINITION { @REVOLUTE_JOINT_NAME {hinge} {
    @CONNECTED_TO_BODIES {GROUND, door} @AT_POINT {P} @TRIAD_NAME {TRIAD_INERTIAL} @PRESCRIBED_ROTATION {f} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} {
    @ANALYSIS_TYPE {DYNAMIC} @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.01} } }
"""


def test_a_check_makes_a_deck_consistent_without_numba():
    program = (
        "import sys; from rbsolve.pipeline import check_deck; found = check_deck(sys.argv[1]); "
        "assert not found.has_errors, list(found.diagnostics); print(*found.compiled.initial.w[0]); "
        "print(*({'numba', 'scipy'} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", program, DRIVEN_DOOR], capture_output=True, text=True, check=True)
    rates, loaded = run.stdout.split("\n")[:2]
    np.testing.assert_allclose([float(rate) for rate in rates.split()], [0, 0, 2.0], atol=1e-14)
    assert not loaded
