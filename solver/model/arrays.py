"""The model in the form that kernels need: named tuples of flat float64 and int64 arrays, one tuple for each kind of
object.

The `nb` bodies have the indices 0 .. nb-1, and GROUND has the index `nb`. Vectors are in body axes and SI units, unless
the comment of an array states otherwise.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rbsolve.geometry.shapes.convex import FORM
from rbsolve.solver.model.flat import (
    NO_BLOCKS,
    NO_FLOATS,
    NO_INTS,
    NO_MATRICES,
    NO_RANGES,
    NO_VECTORS,
    WIDTH,
    Floats,
    Ints,
)
from rbsolve.solver.model.joints import Drives, Frictions, Joints
from rbsolve.solver.model.signals import Events, Signals


class Bodies(NamedTuple):
    """Mass properties about the centre of mass C, in body axes."""

    mass: Floats  # (nb,)
    centre: Floats  # (nb, 3) C from the origin of the body frame
    inertia: Floats  # (nb, 3, 3) about C
    inverse_inertia: Floats  # (nb, 3, 3); NaN if the inertia is singular
    formulation: Ints  # (nb,) code of solver/formulations/registry.py


class Functions(NamedTuple):
    """Functions of time or of an elongation. A function has a kind, data and a range. Outside of the range, it has its
    value at the nearer end.
    """

    kind: Ints  # (nf,) code of solver/functions/registry.py
    start: Floats  # (nf,) -inf if open
    stop: Floats  # (nf,) +inf if open
    first: Ints  # (nf + 1,) data[first[i]:first[i + 1]] belongs to function i
    data: Floats
    entry: Ints = NO_INTS  # (nf,) address of the machine code of each function, set by solver/functions/evaluate.py
    corners: Floats = NO_FLOATS  # (nc,) times at which formulas switch, in increasing order, if steps end there
    # (2 nj,) starts and ends of fast changes, for fixed steps (solver/functions/jump_rows.py)
    jumps: Floats = NO_FLOATS


class Loads(NamedTuple):
    """Dead and follower loads, already multiplied by their scaling factor."""

    body: Ints  # (nl,)
    point: Floats  # (nl, 3) in body axes, from the body's origin
    axes_body: Ints  # (nl,) the body in which the axes of force and moment are fixed; GROUND for inertial axes
    force: Floats  # (nl, 3) in the axes of axes_body
    moment: Floats  # (nl, 3) in the axes of axes_body
    function: Ints  # (nl,) scaling function of time, -1 without a function
    signal: Ints  # (nl,) scaling signal, -1 without a signal


class Springs(NamedTuple):
    """Point-to-point springs and dampers."""

    body0: Ints  # (ns,)
    body1: Ints
    point0: Floats  # (ns, 3) in the axes of body0
    point1: Floats
    stiffness: Floats
    damping: Floats
    rest_length: Floats
    function: Ints  # (ns,) force as a function of the elongation, instead of the stiffness; -1 without such a function
    rest_signal: Ints  # (ns,) signal of the rest length, -1 for none
    factor_signal: Ints  # (ns,) signal that multiplies the elastic force, -1 for none
    interval: Ints = NO_INTS  # (ns,) signal that stores the interval of the elongation in the function, -1 for none


class Bushings(NamedTuple):
    """Six-component elastic connections. Their axes are fixed in body0."""

    body0: Ints  # (nu,)
    body1: Ints
    point0: Floats  # (nu, 3) in the axes of body0
    point1: Floats  # (nu, 3) in the axes of body1
    axes0: Floats  # (nu, 3, 3) R_B0T: bushing axes in body0
    axes1: Floats  # (nu, 3, 3) R_B1T: bushing axes in body1 at the reference configuration
    stiffness: Floats  # (nu, 3)
    damping: Floats
    rotational_stiffness: Floats
    rotational_damping: Floats


class GeneralBushings(NamedTuple):
    """Connections with full matrices and a function for each axis (solver/forces/bushing/general.py). Their axes are
    fixed in body0.
    """

    body0: Ints = NO_INTS  # (ng,)
    body1: Ints = NO_INTS
    point0: Floats = NO_VECTORS  # (ng, 3) in the axes of body0
    point1: Floats = NO_VECTORS  # (ng, 3) in the axes of body1
    axes0: Floats = NO_MATRICES  # (ng, 3, 3) R_B0T
    axes1: Floats = NO_MATRICES  # (ng, 3, 3) R_B1T at the reference configuration
    stiffness: Floats = NO_BLOCKS  # (ng, 6, 6)
    damping: Floats = NO_BLOCKS  # (ng, 6, 6)
    function: Ints = np.zeros((0, 6), dtype=np.int64)  # (ng, 6) function of each coordinate, -1 for none
    interval: Ints = np.zeros((0, 6), dtype=np.int64)  # (ng, 6) signal of the interval of each coordinate, -1 for none


class Pairs(NamedTuple):
    """Forces between two bodies whose kinds have a `PairForce` record (solver/forces/pairs.py)."""

    body0: Ints = NO_INTS  # (np,)
    body1: Ints = NO_INTS
    point0: Floats = NO_VECTORS  # (np, 3) in the axes of body0
    point1: Floats = NO_VECTORS  # (np, 3) in the axes of body1
    axes0: Floats = NO_MATRICES  # (np, 3, 3) R_B0T
    axes1: Floats = NO_MATRICES  # (np, 3, 3) R_B1T at the reference configuration
    function: Ints = NO_INTS  # (np,) function of the law, -1 without a function
    interval: Ints = NO_INTS  # (np,) signal that stores the interval of the angle in the function, -1 for none
    numbers: Floats = np.zeros((0, WIDTH))  # (np, WIDTH) parameters, by kind
    first: Ints = NO_INTS  # (kinds + 1,) pair first[k] is the first pair of kind k


STIFFNESS, EXPONENT, DAMPING, LEAST_SPEED, STATIC, DYNAMIC, TRANSITION = range(7)  # index in a row of Contacts.law
BRISTLE_STIFFNESS, BRISTLE_DAMPING, ROLLING, ROLLING_SIZE = 7, 8, 9, 10
LAW = 11
SPEED, IS_CLOSED, RATE = range(3)  # index in a row of State.contact
UNDECIDED, OPEN, CLOSED = -1.0, 0.0, 1.0  # State.contact[:, IS_CLOSED] and State.stop
# In State.watch, about switches (solver/forces/switches.py):
# - MARGIN, NEAREST: the margin of the nearest switch, and which switch it is
# - LOCATES: whether switches are located
# - STICKS: whether friction acts as a damper at any speed, as it does at rest
# About steps of a fixed size (solver/integrators/resolution.py):
# - STEP: their size; zero if no limit is needed
# - LONGEST: the longest permitted step after the last accepted state
# - IS_SHORT, IS_STIFF: whether impacts or friction limit the step
# - STABLE: the largest stable product of a decay rate and a step; zero without a limit
# - WEIGHT: the size of gravity
# - NOW, BEFORE: the times of the last two accepted states
MARGIN, NEAREST, LOCATES, STICKS, STEP, LONGEST, IS_SHORT, IS_STIFF, STABLE, WEIGHT, NOW, BEFORE = range(12)
# In State.watch, for the energy balance (solver/model/energy_flow.py):
# - POWER, LAST_POWER, EARLIER_POWER: power [W] of non-conservative forces, in the last evaluation and at the last two
#   accepted states
# - LAST_SIZE: the step between these two states; zero at a start
# - WORK, BROUGHT: the work [J] of that power since the start, and the work of only those steps that brought energy in
# - FASTEST: the largest kinetic energy [J]
# - EXCESS: the largest sum of kinetic and gravitational energy, minus the work [J]
# - FALLEN: the largest energy that gravity gave, relative to the inertial origin [J]
# - HAS_POWER, IS_DRIVEN: whether any force has such power, and whether motions are prescribed
# - OWED: half the square of a time over which the power was taken as constant [s^2]; the next step corrects this with
#   its slope
POWER, LAST_POWER, EARLIER_POWER, LAST_SIZE, WORK, BROUGHT, FASTEST, EXCESS, FALLEN, HAS_POWER, IS_DRIVEN, OWED = range(
    12, 24
)
# In State.watch, for convex contacts:
# - BURIED: the largest excess of the overlap over the edge radii of both shapes at an accepted state [m]
# - BURIED_CONTACT, BURIED_TIME: the contact, and the time [s]
BURIED, BURIED_CONTACT, BURIED_TIME = range(24, 27)
WATCH = 27
# Entries of State.fault: the index of the signal plus 1, or 0 for none; the time; starting at FAULT, the inputs of the
# signal
FAULTY, WHEN, FAULT = range(3)
# State.watch[NEAREST] is the kind of the nearest switch plus SWITCHES times its index.
CONTACT_SWITCH, STOP_SWITCH, SIGNAL_SWITCH = range(3)
SWITCHES = 3
# In a row of State.bristle:
# - DEFLECTION: in the axes of the solid's body
# - HOLDS: whether there is a bristle
# - ROLLED: its turn by rolling, in the same axes
# - ON_PROBE, ON_SOLID: its two ends, in the axes of the bodies of probe and solid
# - TURNED: the rotation of the probe's body relative to the solid's when the bristle was set
# Output rows contain the first KEPT numbers.
DEFLECTION, HOLDS, ROLLED, ON_PROBE, ON_SOLID, TURNED = 0, 3, 4, 7, 10, 13
KEPT = 7
BRISTLE = 22


class Contacts(NamedTuple):
    """Contacts of two bodies. Contact k has the points `first[k]` to `first[k + 1] - 1`. Each point is a probe of one
    body and a solid of the other body.
    """

    body0: Ints = NO_INTS  # (nk,)
    body1: Ints = NO_INTS
    first: Ints = NO_RANGES  # (nk + 1,)
    law: Floats = np.zeros((0, LAW))  # (nk, LAW) parameters of normal force and friction (solver/contacts/law.py)
    end: Ints = NO_INTS  # (np,) 0 if the probe is on body0, 1 if it is on body1
    centre: Floats = NO_VECTORS  # (np, 3) centre of the probe, in the axes of its body
    half: Floats = NO_VECTORS  # (np, 3) half axes of the probe; for a ball, each is the radius
    axes: Floats = NO_MATRICES  # (np, 3, 3) directions of these half axes, R_BE in its body
    solid: Ints = NO_INTS  # (np,) surface of the solid (`CODES` of geometry/shapes/registry.py)
    solid_centre: Floats = NO_VECTORS  # (np, 3) in the axes of its body
    solid_axes: Floats = NO_MATRICES  # (np, 3, 3) R_BS in its body
    size: Floats = NO_VECTORS  # (np, 3) dimensions of the surface
    # (np, 3) half of the segment along which a ball slides to the nearest point, in the axes of its body; zero for
    # other probes
    slide: Floats = NO_VECTORS
    # (np,) for two boxes: 0..7 is a corner of the probe's box on the other box, 8..23 is two edges; otherwise -1
    # (geometry/shapes/box_pairs.py)
    feature: Ints = NO_INTS
    # (np, 2) for two convex parts: the rows in `cores` of the probe and of the solid (geometry/shapes/convex.py),
    # otherwise -1. For a point of a face on a hull, only the second number is given.
    core: Ints = np.zeros((0, 2), dtype=np.int64)
    cores: Floats = np.zeros((0, FORM))  # (nc, FORM)
    # (nc, 2) the first row of each hull in `corners`, and the row after its last row
    corner_ranges: Ints = np.zeros((0, 2), dtype=np.int64)
    corners: Floats = np.zeros((0, 4))  # corners of convex hulls, and their weights
    # (nk, 2, 6, 6) accelerations of body0 and body1 due to unit wrenches, each about its origin in its axes
    # (solver/assembly/checks/mobility.py)
    mobility: Floats = np.zeros((0, 2, 6, 6))
    # (nk,) distance of the bodies' origins beyond which the shapes cannot touch (solver/contacts/nearness.py)
    reach: Floats = NO_FLOATS
    # planes of the faces of hulls (geometry/shapes/faces.py), and their rows (nc, 2)
    plane_ranges: Ints = np.zeros((0, 2), dtype=np.int64)
    planes: Floats = np.zeros((0, 4))


class Projection(NamedTuple):
    """Unified local velocities `w = D (U, Omega)` (Holzinger et al. 2020). The arrays contain D, its inverse, and
    `D M^-1 D^T` of every body.

    The arrays are empty if no body uses unified velocities.
    """

    matrix: Floats = NO_BLOCKS  # (nb or 0, 6, 6)
    inverse: Floats = NO_BLOCKS  # (nb or 0, 6, 6)
    inverse_mass: Floats = NO_BLOCKS  # (nb or 0, 6, 6)


class Entries(NamedTuple):
    """The addresses of machine code that only some models need, set by solver/forces/registry.py."""

    forces: Ints = NO_INTS  # one address for each kind of force in the model
    accepts: Ints = NO_INTS  # one address for each kind with memory between steps
    discrete: Ints = NO_INTS  # discrete gradients of forces (solver/forces/discrete/step.py)
    limits: Ints = NO_INTS  # limits of fixed steps by stops and joint friction (solver/integrators/resolution.py)
    switches: Ints = NO_INTS  # entry that decides which stops are closed (solver/forces/switches.py)
    tangents: Ints = NO_INTS  # one address for each kind of link (solver/forces/tangents/links.py)
    first_link: Ints = NO_INTS  # (kinds + 1,) link first_link[k] is the first link of kind k
    bodies: Ints = NO_INTS  # formulation of free bodies in explicit methods (solver/formulations/dispatch.py)


class Model(NamedTuple):
    """All data that determine forces and constraints. Kernels receive all of these data."""

    bodies: Bodies
    gravity: Floats  # (3,) inertial
    functions: Functions
    loads: Loads
    springs: Springs
    bushings: Bushings
    joints: Joints = Joints()
    drives: Drives = Drives()
    projection: Projection = Projection()
    pairs: Pairs = Pairs()
    signals: Signals = Signals()
    contacts: Contacts = Contacts()
    events: Events = Events()
    frictions: Frictions = Frictions()
    general_bushings: GeneralBushings = GeneralBushings()
    entries: Entries = Entries()


class State(NamedTuple):
    """Pose and velocity of every body and of GROUND (the last row), rotations of joints, and memories of contacts.

    All formulations exchange states in this form. The rotations of joints (solver/joints/coordinates.py) and the memory
    of contacts (solver/forces/contact/memory.py) are from the last accepted step.
    """

    x: Floats  # (nb + 1, 3) origin of the body frame, inertial
    e: Floats  # (nb + 1, 4) Euler parameters, scalar first
    R: Floats  # (nb + 1, 3, 3) R_IB
    u: Floats  # (nb + 1, 3) velocity of the origin, inertial
    w: Floats  # (nb + 1, 3) angular velocity, body axes
    force: Floats  # (nb + 1, 3) resultant applied force, inertial (filled by solver/forces)
    moment: Floats  # (nb + 1, 3) resultant applied moment about the origin, body axes
    # (nt,) rotations [rad], continuous over turns: of a joint about e3, of a spherical joint about its axis, of a
    # universal joint about its first axis. The second angles of universal joints follow (Joints.second).
    turned: Floats
    ball: Floats  # (nj, 5) for a spherical joint: Euler parameters from axes0 to axes1, and the sign of its axis, both without jumps
    # (np, 3) for each contact point: impact speed [m/s], whether it is closed, and the rate of its gap [m/s]
    contact: Floats = np.zeros((0, 3))
    # (WATCH,) quantities that forces report to integrators; see above
    watch: Floats = np.zeros(WATCH)
    signal: Floats = NO_FLOATS  # (ng,) values of the signals (filled with the forces)
    # (FAULT + largest number of inputs,) the first signal without a value, the time, and its inputs
    fault: Floats = NO_FLOATS
    element: Floats = NO_FLOATS  # (nx,) states of the signals, which are integrated with the bodies
    memory: Floats = NO_FLOATS  # (nh,) memories of signals from accepted steps
    # (ne,) 1 or -1: the side of its threshold on which the signal of an event is; 0 if unknown
    side: Floats = NO_FLOATS
    # (np, BRISTLE) bristles of contact points since the last accepted step; no rows without stiction
    bristle: Floats = np.zeros((0, BRISTLE))
    normal: Floats = NO_FLOATS  # (nf,) normal force [N] in joints whose friction depends on their reaction
    # (nd,) for each drive that is a stop: whether it is closed, and the rate of its gap; empty in models without stops
    stop: Floats = NO_FLOATS
    stop_rate: Floats = NO_FLOATS
    # (1 + nk,) the number of contacts that may touch soon, and their indices in ascending order. The number is -1 if it
    # is unknown. The array is empty if the model has few contacts (solver/contacts/neighbours.py).
    near: Floats = NO_FLOATS
    # (nb + 2, 3) the origins of the bodies when `near` was written, then the skin and the largest reach
    near_at: Floats = np.zeros((0, 3))
    # Accelerations of the bodies and multipliers of the joints, written after they have been computed. Both are empty
    # in a model without reactive signals.
    acceleration: Floats = np.zeros((0, 6))  # (nb + 1, 6) of the origin, inertial; angular, body axes
    multiplier: Floats = NO_FLOATS  # (nc,)


def empty_state(bodies: int, joints: int = 0, contacts: int = 0, bristles: int = 0) -> State:
    """Return a state with new arrays for some bodies and GROUND, for some joints, and for some contact points."""
    n = bodies + 1
    x, u, w, force, moment = (np.zeros((n, 3)) for _ in range(5))
    memory = np.zeros(joints), np.zeros((joints, 5)), initial_contact_memory(contacts), np.zeros(WATCH)
    state = State(x, np.zeros((n, 4)), np.zeros((n, 3, 3)), u, w, force, moment, *memory)
    return state._replace(bristle=np.zeros((bristles, BRISTLE)))


def initial_contact_memory(contacts: int) -> Floats:
    """Return the initial memory of contact points (`State.contact`)."""
    memory = np.zeros((contacts, 3))
    memory[:, IS_CLOSED] = UNDECIDED
    return memory


def put(state: State, values: State) -> None:
    """Copy values into the arrays of a state."""
    for array, content in zip(state, values, strict=True):
        if array.size:
            array[...] = content


def copy_state(state: State) -> State:
    """Return a copy of a state with its own arrays."""
    return State(*(array.copy() for array in state))
