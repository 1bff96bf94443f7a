"""The model as the kernels see it: named tuples of flat float64 and int64 arrays, one tuple per kind of object.

`nb` bodies have the indices 0 .. nb-1; GROUND is `nb`. Body axes unless an array's line states otherwise; SI units.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rbsolve.solver.model.flat import NO_FLOATS, NO_INTS, WIDTH, Floats, Ints
from rbsolve.solver.model.joints import NO_DRIVES, NO_JOINTS, Drives, Frictions, Joints
from rbsolve.solver.model.signals import NO_SIGNALS, Events, Signals


class Bodies(NamedTuple):
    """Mass properties, about the centre of mass C in body axes."""

    mass: Floats  # (nb,)
    centre: Floats  # (nb, 3) C from the origin of the body frame
    inertia: Floats  # (nb, 3, 3) about C
    inverse_inertia: Floats  # (nb, 3, 3); NaN where the inertia is singular
    formulation: Ints  # (nb,) code of solver/formulations/registry.py


class Functions(NamedTuple):
    """Functions of time (or of an elongation): a kind, a range outside which the end values hold, and data."""

    kind: Ints  # (nf,) code of solver/functions/registry.py
    start: Floats  # (nf,) -inf when open
    stop: Floats  # (nf,) +inf when open
    first: Ints  # (nf + 1,) data[first[i]:first[i + 1]] belongs to function i
    data: Floats
    entry: Ints = NO_INTS  # (nf,) where the machine code of each is; solver/functions/evaluate.py puts it there
    corners: Floats = NO_FLOATS  # (nc,) times at which formulas switch, in increasing order, if steps end there


class Loads(NamedTuple):
    """Dead and follower loads, already multiplied by their scaling factor."""

    body: Ints  # (nl,)
    point: Floats  # (nl, 3) in body axes, from the body's origin
    axes_body: Ints  # (nl,) the body with the axes of force and moment; GROUND for inertial axes
    force: Floats  # (nl, 3) in the axes of axes_body
    moment: Floats  # (nl, 3) in the axes of axes_body
    function: Ints  # (nl,) scaling function of time, -1 for none
    signal: Ints  # (nl,) scaling signal, -1 for none


class Springs(NamedTuple):
    """Point-to-point springs and dampers."""

    body0: Ints  # (ns,)
    body1: Ints
    point0: Floats  # (ns, 3) in the axes of body0
    point1: Floats
    stiffness: Floats
    damping: Floats
    rest_length: Floats
    function: Ints  # (ns,) force as a function of the elongation, instead of the stiffness; -1 for none
    rest_signal: Ints  # (ns,) signal that is the rest length, -1 for none
    factor_signal: Ints  # (ns,) signal by which the elastic force is multiplied, -1 for none


class Bushings(NamedTuple):
    """Six-component elastic connections; their axes are fixed in body0."""

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
    """Connections with full matrices and functions by axis (solver/forces/bushing/general.py); their axes are fixed in body0."""

    body0: Ints  # (ng,)
    body1: Ints
    point0: Floats  # (ng, 3) in the axes of body0
    point1: Floats  # (ng, 3) in the axes of body1
    axes0: Floats  # (ng, 3, 3) R_B0T
    axes1: Floats  # (ng, 3, 3) R_B1T at the reference configuration
    stiffness: Floats  # (ng, 6, 6)
    damping: Floats  # (ng, 6, 6)
    function: Ints  # (ng, 6) of each coordinate, -1 for none


class Pairs(NamedTuple):
    """Forces between two bodies with records for each kind (solver/forces/pairs.py)."""

    body0: Ints  # (np,)
    body1: Ints
    point0: Floats  # (np, 3) in the axes of body0
    point1: Floats  # (np, 3) in the axes of body1
    axes0: Floats  # (np, 3, 3) R_B0T
    axes1: Floats  # (np, 3, 3) R_B1T at the reference configuration
    function: Ints  # (np,) the law, -1 for none
    numbers: Floats  # (np, WIDTH) their values by kind
    first: Ints  # (kinds + 1,) pair first[k] is the first one of kind k


STIFFNESS, EXPONENT, DAMPING, LEAST_SPEED, STATIC, DYNAMIC, TRANSITION = range(7)  # in a row of Contacts.law
BRISTLE_STIFFNESS, BRISTLE_DAMPING, ROLLING, ROLLING_SIZE = 7, 8, 9, 10
LAW = 11
SPEED, IS_CLOSED, RATE = range(3)  # in a row of State.contact
UNDECIDED, OPEN, CLOSED = -1.0, 0.0, 1.0  # State.contact[:, IS_CLOSED] and State.stop
# In State.watch: the margin of the switch that is nearest to switching, which it is, and whether switches are located
# (solver/forces/switches.py); whether friction is taken for the damper that it is at rest; and of the steps of a fixed size
# (solver/integrators/resolution.py) their size, zero where nobody asks, the longest from the last accepted state, whether impacts or
# friction are why, the largest product of a rate of decay and a step that is stable, zero where all are, the size of gravity, and the times
# of the last two accepted states
MARGIN, NEAREST, LOCATES, STICKS, STEP, LONGEST, IS_SHORT, IS_STIFF, STABLE, WEIGHT, NOW, BEFORE = range(12)
# Of the balance of energy (solver/model/energy_flow.py): the power of what keeps no energy in the forces last evaluated, and at the last
# two accepted states, W, with the step between these, zero where a method starts; the work of that power since the start, and of the steps
# that brought energy in alone, J; the largest of what was seen of the kinetic energy, of it and that of gravity less the work, and of the
# energy that gravity gave, counted from the inertial origin, J; whether anything has such power, and whether motions are prescribed; half
# the square of a time over which the power was taken as constant, for what the next step says of its slope, s^2
POWER, LAST_POWER, EARLIER_POWER, LAST_SIZE, WORK, BROUGHT, FASTEST, EXCESS, FALLEN, HAS_POWER, IS_DRIVEN, OWED = range(
    12, 24
)
WATCH = 24
# In State.fault: the signal, counted from 1, or 0 for none; the time; from FAULT on its inputs
FAULTY, WHEN, FAULT = range(3)
# What the nearest switch is: the kind, and SWITCHES times its number
CONTACT_SWITCH, STOP_SWITCH, SIGNAL_SWITCH = range(3)
SWITCHES = 3
# In a row of State.bristle: the deflection in the axes of the solid's body, whether there is one, how far it is turned by rolling in the
# same axes, its two ends in the axes of the bodies of probe and solid, and the rotation of the probe's body in the solid's when it was set;
# rows of results keep the first of these
DEFLECTION, HOLDS, ROLLED, ON_PROBE, ON_SOLID, TURNED = 0, 3, 4, 7, 10, 13
KEPT = 7
BRISTLE = 22


class Contacts(NamedTuple):
    """Contacts of two bodies, each at points `first[k]` .. `first[k + 1] - 1`: a probe of one body against a solid of the other."""

    body0: Ints  # (nk,)
    body1: Ints
    first: Ints  # (nk + 1,)
    law: Floats  # (nk, LAW) of normal force and friction (solver/contacts/law.py)
    end: Ints  # (np,) 0 where the probe is on body0, 1 where it is on body1
    centre: Floats  # (np, 3) of the probe, in the axes of its body
    half: Floats  # (np, 3) its half axes; of a ball thrice the radius
    axes: Floats  # (np, 3, 3) along which they are, R_BE in its body
    solid: Ints  # (np,) which surface it has (`CODES` of geometry/shapes/registry.py)
    solid_centre: Floats  # (np, 3) in the axes of its body
    solid_axes: Floats  # (np, 3, 3) R_BS in its body
    size: Floats  # (np, 3) of the surface
    # (np, 3) half of the segment along which a ball slides to the nearest point, in the axes of its body; zeros for other probes
    slide: Floats
    # (np,) of two boxes: 0..7 a corner of the probe's box on the other, 8..23 two edges; else -1 (geometry/shapes/box_pairs.py)
    feature: Ints
    # (nk, 2, 6, 6) accelerations of body0 and body1 by wrenches, about its origin in its axes (solver/assembly/checks/mobility.py)
    mobility: Floats = np.zeros((0, 2, 6, 6))
    # (nk,) distance of the bodies' origins beyond which nothing touches (solver/contacts/nearness.py)
    reach: Floats = NO_FLOATS


NO_PAIRS = Pairs(
    *(NO_INTS,) * 2,
    *(np.zeros((0, 3)),) * 2,
    *(np.zeros((0, 3, 3)),) * 2,
    NO_INTS,
    np.zeros((0, WIDTH)),
    NO_INTS,
)


NO_CONTACTS = Contacts(
    *(NO_INTS,) * 2,
    np.zeros(1, dtype=np.int64),
    np.zeros((0, LAW)),
    NO_INTS,
    *(np.zeros((0, 3)),) * 2,
    np.zeros((0, 3, 3)),
    NO_INTS,
    np.zeros((0, 3)),
    np.zeros((0, 3, 3)),
    *(np.zeros((0, 3)),) * 2,
    NO_INTS,
)


class Projection(NamedTuple):
    """Unified local velocities `w = D (U, Omega)` (Holzinger et al. 2020): D, its inverse, and D M^-1 D^T of every body; no bodies when
    none uses it."""

    matrix: Floats  # (nb or 0, 6, 6)
    inverse: Floats  # (nb or 0, 6, 6)
    inverse_mass: Floats  # (nb or 0, 6, 6)


NO_PROJECTION = Projection(*(np.zeros((0, 6, 6)) for _ in range(3)))


class Entries(NamedTuple):
    """The addresses of machine code that only some models need, set by solver/forces/registry.py."""

    forces: Ints = NO_INTS  # one for each kind of force in the model
    accepts: Ints = NO_INTS  # one for each of them that remembers something from step to step
    discrete: Ints = NO_INTS  # their discrete gradients (solver/forces/discrete/step.py)
    limits: Ints = NO_INTS  # limits of fixed steps by stops and joint friction (solver/integrators/resolution.py)
    switches: Ints = NO_INTS  # decides which stops are closed (solver/forces/switches.py)
    tangents: Ints = NO_INTS  # one for each kind of link (solver/forces/tangents/links.py)
    first_link: Ints = NO_INTS  # (kinds + 1,) link first_link[k] is the first one of kind k


NO_GENERAL_BUSHINGS = GeneralBushings(
    *(NO_INTS,) * 2,
    *(np.zeros((0, 3)),) * 2,
    *(np.zeros((0, 3, 3)),) * 2,
    *(np.zeros((0, 6, 6)),) * 2,
    np.zeros((0, 6), dtype=np.int64),
)


class Model(NamedTuple):
    """Everything that makes forces; the kernels take it whole."""

    bodies: Bodies
    gravity: Floats  # (3,) inertial
    functions: Functions
    loads: Loads
    springs: Springs
    bushings: Bushings
    joints: Joints = NO_JOINTS
    drives: Drives = NO_DRIVES
    projection: Projection = NO_PROJECTION
    pairs: Pairs = NO_PAIRS
    signals: Signals = NO_SIGNALS
    contacts: Contacts = NO_CONTACTS
    events: Events = Events()
    frictions: Frictions = Frictions()
    general_bushings: GeneralBushings = NO_GENERAL_BUSHINGS
    entries: Entries = Entries()


class State(NamedTuple):
    """Pose and velocity of every body and of GROUND (the last row), rotations of joints, and memories of contacts: the common interface of
    all formulations.

    The rotations of joints (solver/joints/coordinates.py) and the memory of contacts (solver/forces/contact/memory.py) are those of the
    last accepted step.
    """

    x: Floats  # (nb + 1, 3) origin of the body frame, inertial
    e: Floats  # (nb + 1, 4) Euler parameters, scalar first
    R: Floats  # (nb + 1, 3, 3) R_IB
    u: Floats  # (nb + 1, 3) velocity of the origin, inertial
    w: Floats  # (nb + 1, 3) angular velocity, body axes
    force: Floats  # (nb + 1, 3) resultant applied force, inertial (filled by solver/forces)
    moment: Floats  # (nb + 1, 3) resultant applied moment about the origin, body axes
    # (nt,) rotation of a joint about e3, of a ball about its axis, of a universal joint about its first axis, continuous over turns, rad;
    # then second angles of universal joints (Joints.second)
    turned: Floats
    ball: Floats  # (nj, 5) of a spherical joint: Euler parameters from axes0 to axes1 and the sign of its axis, without jumps
    # (np, 3) of a point of contact: speed of the impact, m/s, whether it is closed, and the rate of its gap
    contact: Floats = np.zeros((0, 3))
    # (WATCH,) data of the state for its observers
    watch: Floats = np.zeros(WATCH)
    signal: Floats = NO_FLOATS  # (ng,) values of the signals (filled with the forces)
    # (FAULT + most inputs of a signal,) the first signal without a value, the time, and its inputs
    fault: Floats = NO_FLOATS
    element: Floats = NO_FLOATS  # (nx,) states of the signals' dynamic elements, which are integrated with the bodies
    memory: Floats = NO_FLOATS  # (nh,) memories of signals from accepted steps
    # (ne,) 1 or -1: the side of its threshold for the signal of an event; 0 before it is known
    side: Floats = NO_FLOATS
    # (np, BRISTLE) sticking points of contacts, since the last accepted step; no rows without stiction
    bristle: Floats = np.zeros((0, BRISTLE))
    normal: Floats = NO_FLOATS  # (nf,) pressing force in joints with friction by their own reaction, N
    # (nd,) of a drive that is a stop, whether it is closed, and the rate of its gap; no entries in models without stops
    stop: Floats = NO_FLOATS
    stop_rate: Floats = NO_FLOATS


def empty_state(bodies: int, joints: int = 0, contacts: int = 0, bristles: int = 0) -> State:
    """Memory for the state of some bodies and GROUND, of some joints, and of some points of contact that are new."""
    n = bodies + 1
    x, u, w, force, moment = (np.zeros((n, 3)) for _ in range(5))
    memory = np.zeros(joints), np.zeros((joints, 5)), initial_contact_memory(contacts), np.zeros(WATCH)
    state = State(x, np.zeros((n, 4)), np.zeros((n, 3, 3)), u, w, force, moment, *memory)
    return state._replace(bristle=np.zeros((bristles, BRISTLE)))


def initial_contact_memory(contacts: int) -> Floats:
    """The initial memory of contact points (`State.contact`)."""
    memory = np.zeros((contacts, 3))
    memory[:, IS_CLOSED] = UNDECIDED
    return memory


def put(state: State, values: State) -> None:
    """Put values into the arrays of a state."""
    for array, content in zip(state, values, strict=True):
        if array.size:
            array[...] = content


def copy_state(state: State) -> State:
    """A state of its own with the same values."""
    return State(*(array.copy() for array in state))
