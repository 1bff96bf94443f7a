"""The model as the kernels see it: named tuples of flat float64 and int64 arrays, one tuple per kind of object.

`nb` bodies have the indices 0 .. nb-1; GROUND is `nb`. Body axes unless an array's line says otherwise; SI units.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


_NO_INTS: Ints = np.zeros(0, dtype=np.int64)
_NO_FLOATS: Floats = np.zeros(0)


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
    entry: Ints = _NO_INTS  # (nf,) where the machine code of each is; solver/functions/evaluate.py puts it there


class Loads(NamedTuple):
    """Dead and follower loads, already multiplied by their scaling factor."""

    body: Ints  # (nl,)
    point: Floats  # (nl, 3) in body axes, from the body's origin
    axes_body: Ints  # (nl,) the body whose axes resolve force and moment; GROUND for inertial axes
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


WIDTH = 8  # numbers of a pair, or of a coupling
_NO_PAIRS: Ints = np.zeros((0, 2), dtype=np.int64)
_NO_NUMBERS: Floats = np.zeros((0, WIDTH))


class Pairs(NamedTuple):
    """Forces between two bodies whose kinds are records (solver/forces/pairs.py), kind by kind."""

    body0: Ints  # (np,)
    body1: Ints
    point0: Floats  # (np, 3) in the axes of body0
    point1: Floats  # (np, 3) in the axes of body1
    axes0: Floats  # (np, 3, 3) R_B0T
    axes1: Floats  # (np, 3, 3) R_B1T at the reference configuration
    function: Ints  # (np,) the law, -1 for none
    numbers: Floats  # (np, WIDTH) what the kind makes of them
    first: Ints  # (kinds + 1,) pair first[k] is the first one of kind k


PLANE, SPHERE, BOX, CYLINDER, CAPSULE = range(5)  # Contacts.solid
STIFFNESS, EXPONENT, DAMPING, LEAST_SPEED, STATIC, DYNAMIC, TRANSITION = range(7)  # in a row of Contacts.law
BRISTLE_STIFFNESS, BRISTLE_DAMPING = 7, 8
LAW = 9
SPEED, IS_CLOSED = 0, 1  # in a row of State.contact
UNDECIDED, OPEN, CLOSED = -1.0, 0.0, 1.0  # State.contact[:, IS_CLOSED]
MARGIN, LOCATES = 0, 1  # in State.watch
# In a row of State.bristle: the deflection in the axes of the solid's body, its two ends in the axes of the bodies of probe and solid, and
# whether there is one
DEFLECTION, ON_PROBE, ON_SOLID, HOLDS = 0, 3, 6, 9
BRISTLE = 10


class Contacts(NamedTuple):
    """Contacts of two bodies, each at points `first[k]` .. `first[k + 1] - 1`: a probe of one body against a solid of the other."""

    body0: Ints  # (nk,)
    body1: Ints
    first: Ints  # (nk + 1,)
    law: Floats  # (nk, LAW) of normal force and friction (solver/forces/contact/law.py)
    end: Ints  # (np,) 0 where the probe is on body0, 1 where it is on body1
    centre: Floats  # (np, 3) of the probe, in the axes of its body
    half: Floats  # (np, 3) its half axes; of a ball thrice the radius
    axes: Floats  # (np, 3, 3) along which they are, R_BE in its body
    solid: Ints  # (np,) PLANE, SPHERE, BOX, CYLINDER or CAPSULE
    solid_centre: Floats  # (np, 3) in the axes of its body
    solid_axes: Floats  # (np, 3, 3) R_BS in its body
    size: Floats  # (np, 3) the dimensions of geometry/distance.py


class Couplings(NamedTuple):
    """Constraints that leave six coordinates coupled rather than free (solver/joints/couplings), kind by kind.

    A constraint between more than two bodies has a share in several of them, which have the same residual and multiplier (`tied`).
    Each has its bodies, points, axes and rows as a joint of `Joints`. The last three are where the machine code of the kinds in the model
    is; solver/joints/couplings/entries.py puts the addresses there.
    """

    first: Ints = _NO_INTS  # (kinds + 1,) coupling first[k] is the first one of kind k
    joint: Ints = _NO_INTS  # (m,) which joint it is
    base: Ints = _NO_INTS  # (m,) the joint whose coordinate a share of it holds, -1 for none
    coordinate: Ints = _NO_INTS  # (m,) which one (parser/schema/joints/record.py)
    partner: Ints = _NO_INTS  # (m,) the coupling that has another share of the same constraint, -1 for none
    tied: Ints = _NO_PAIRS  # (t, 2) rows that are shares of one constraint, on other pairs of bodies: their sum is zero
    on_velocities: Ints = _NO_INTS  # (v,) rows that bind velocities and have no integral: not holonomic
    numbers: Floats = _NO_NUMBERS  # (m, WIDTH) what the kind makes of them
    tables: Floats = _NO_FLOATS  # and of these, one after the other
    residuals: Ints = _NO_INTS
    jacobians: Ints = _NO_INTS
    accelerations: Ints = _NO_INTS


class Joints(NamedTuple):
    """Joints by the constraint rows they are made of (solver/joints/kinds.py).

    Joint `j` owns the rows first_row[j] .. first_row[j + 1] - 1; those of its prescribed motions come last, in the order of its
    coordinates.
    """

    kind: Ints  # (nj,) JointKind
    body0: Ints  # (nj,)
    body1: Ints  # (nj,)
    point0: Floats  # (nj, 3) joint's point in the axes of body0, from its origin
    point1: Floats  # (nj, 3) the same point at the reference configuration, in the axes of body1
    axes0: Floats  # (nj, 3, 3) R_B0T: joint axes in body0
    axes1: Floats  # (nj, 3, 3) R_B1T at the reference configuration; the second triad of a universal joint
    lead: Floats  # (nj,) displacement per radian of a screw joint, m
    rotates: Ints  # (nj,) 1 where the rotation about e3 is free or prescribed, and so counted in `State.turned`
    first_row: Ints  # (nj + 1,)
    row_code: Ints  # (nc,) primitive constraint of each row
    row_axis0: Ints  # (nc,) which joint axis fixed in body0 (or inertial component) it uses: 0, 1, 2
    row_axis1: Ints  # (nc,) which joint axis fixed in body1
    row_coordinate: Ints  # (nc,) coordinate that the row prescribes, -1 for a constraint of the joint's kind
    row_function: Ints  # (nc,) the function of time that prescribes it, -1 for none
    couplings: Couplings = Couplings()


class Drives(NamedTuple):
    """What acts along joint coordinates. Springs, dampers, actuators and controllers have one law: the generalized force on
    coordinate q is `stiffness (rest + reference(t) - q) + damping (reference'(t) - q') + feedforward(t)`, cut off at
    +-limit. Those of friction and stops are in solver/joints/resistance.py."""

    joint: Ints  # (nd,)
    coordinate: Ints  # (nd,) Coordinate (parser/schema/joints/record.py)
    stiffness: Floats  # (nd,)
    damping: Floats
    rest: Floats  # (nd,) constant part of the reference
    reference: Ints  # (nd,) function of time, -1 for none
    feedforward: Ints  # (nd,) function of time, -1 for none
    limit: Floats  # (nd,) inf for none
    law: Ints  # (nd,) Law (solver/joints/resistance.py)
    signal: Ints  # (nd,) signal that is added to the feedforward, -1 for none


class Frictions(NamedTuple):
    """Friction along joint coordinates that follows the joint's own reaction (solver/joints/friction.py)."""

    joint: Ints = _NO_INTS  # (nf,)
    coordinate: Ints = _NO_INTS  # (nf,) Coordinate (parser/schema/joints/record.py)
    dynamic: Floats = _NO_FLOATS  # (nf,) coefficient at speed
    static: Floats = _NO_FLOATS  # (nf,) and near rest
    decay: Floats = _NO_FLOATS  # (nf,) Stribeck velocity, inf for none
    transition: Floats = _NO_FLOATS  # (nf,) velocity of the regularization at rest
    viscous: Floats = _NO_FLOATS  # (nf,)
    radius: Floats = _NO_FLOATS  # (nf,) arm of the force at an angle, 1 at a length
    first: Ints = np.zeros(1, dtype=np.int64)  # (nf + 1,) rows[first[i]:first[i + 1]] hold the force that presses
    rows: Ints = _NO_INTS  # constraint rows


NO_JOINTS = Joints(
    *(_NO_INTS,) * 3,
    *(np.zeros((0, 3)),) * 2,
    *(np.zeros((0, 3, 3)),) * 2,
    np.zeros(0),
    _NO_INTS,
    np.zeros(1, dtype=np.int64),
    *(_NO_INTS,) * 5,
)
NO_DRIVES = Drives(
    *(_NO_INTS,) * 2,
    *(np.zeros(0),) * 3,
    *(_NO_INTS,) * 2,
    np.zeros(0),
    *(_NO_INTS,) * 2,
)


NO_PAIRS = Pairs(
    *(_NO_INTS,) * 2,
    *(np.zeros((0, 3)),) * 2,
    *(np.zeros((0, 3, 3)),) * 2,
    _NO_INTS,
    np.zeros((0, WIDTH)),
    _NO_INTS,
)


class Measures(NamedTuple):
    """What signals measure of the motion (solver/signals/measures): quantities of a frame 1 that an observer, frame 0, sees, along axes 2.

    Frames are fixed in bodies. The first six fields are read as those of a joint (solver/joints/placement.py).
    """

    body0: Ints  # (nm,)
    body1: Ints
    point0: Floats  # (nm, 3) in the axes of body0
    point1: Floats
    axes0: Floats  # (nm, 3, 3) R_B0E
    axes1: Floats  # (nm, 3, 3)
    body2: Ints  # (nm,) the body that carries the axes of the components
    axes2: Floats  # (nm, 3, 3)
    component: Ints  # (nm,) which of them; of a joint's angle its coordinate
    joint: Ints  # (nm,) the joint whose angle is measured, -1 for none
    factor: Floats  # (nm,) what is measured is factor (quantity - offset)
    offset: Floats  # (nm,)


class Signals(NamedTuple):
    """Named scalars in time, in the order in which they can be evaluated: each after those that its value depends on.

    What a kind (solver/signals/registry.py) makes of its numbers is its own affair.
    """

    kind: Ints  # (ng,) code of the kind
    subject: Ints  # (ng,) the measure or the function that it is
    first_input: Ints  # (ng + 1,) inputs[first_input[i]:first_input[i + 1]] are those of signal i
    inputs: Ints
    first: Ints  # (ng + 1,) data[first[i]:first[i + 1]] belongs to signal i
    data: Floats
    first_state: Ints  # (ng + 1,) its states in State.element
    first_memory: Ints  # (ng + 1,) what it remembers, in State.memory
    measures: Measures
    value: Ints = _NO_INTS  # (ng,) where the machine code of each face is; solver/signals/evaluation.py puts it there
    slopes: Ints = _NO_INTS
    partials: Ints = _NO_INTS
    gradient: Ints = _NO_INTS
    accept: Ints = _NO_INTS


class Events(NamedTuple):
    """Crossings of signals through thresholds."""

    signal: Ints = _NO_INTS  # (ne,)
    threshold: Floats = _NO_FLOATS  # (ne,)
    direction: Ints = _NO_INTS  # (ne,) 1 upwards, -1 downwards, 0 either way
    terminate: Ints = _NO_INTS  # (ne,) 1 where the run ends


NO_MEASURES = Measures(
    *(_NO_INTS,) * 2,
    *(np.zeros((0, 3)),) * 2,
    *(np.zeros((0, 3, 3)),) * 2,
    _NO_INTS,
    np.zeros((0, 3, 3)),
    *(_NO_INTS,) * 2,
    *(_NO_FLOATS,) * 2,
)
NO_SIGNALS = Signals(
    *(_NO_INTS,) * 2,
    np.zeros(1, dtype=np.int64),
    _NO_INTS,
    np.zeros(1, dtype=np.int64),
    _NO_FLOATS,
    *(np.zeros(1, dtype=np.int64),) * 2,
    NO_MEASURES,
)
NO_CONTACTS = Contacts(
    *(_NO_INTS,) * 2,
    np.zeros(1, dtype=np.int64),
    np.zeros((0, LAW)),
    _NO_INTS,
    *(np.zeros((0, 3)),) * 2,
    np.zeros((0, 3, 3)),
    _NO_INTS,
    np.zeros((0, 3)),
    np.zeros((0, 3, 3)),
    np.zeros((0, 3)),
)


class Projection(NamedTuple):
    """Unified local velocities `w = D (U, Omega)` (Seed 000): the matrix D, and D M^-1 D^T of every body; no bodies
    when none uses it."""

    matrix: Floats  # (6, 6)
    inverse: Floats  # (6, 6)
    inverse_mass: Floats  # (nb or 0, 6, 6)


NO_PROJECTION = Projection(np.eye(6), np.eye(6), np.zeros((0, 6, 6)))


class Entries(NamedTuple):
    """Where the machine code of what only some models have is; solver/forces/registry.py puts the addresses there."""

    forces: Ints = _NO_INTS  # one for each kind of force in the model
    accepts: Ints = _NO_INTS  # one for each of them that remembers something from step to step
    discrete: Ints = _NO_INTS  # their discrete gradients (solver/forces/discrete/step.py)
    tangents: Ints = _NO_INTS  # one for each kind of link (solver/forces/tangents/links.py)
    first_link: Ints = _NO_INTS  # (kinds + 1,) link first_link[k] is the first one of kind k


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
    entries: Entries = Entries()


class State(NamedTuple):
    """Pose and velocity of every body and of GROUND (the last row), how far the joints have turned, and what contacts remember: the
    common face of all formulations.

    The rotations of joints are those of the last accepted step (solver/joints/coordinates.py), and so is the memory of contacts
    (solver/forces/contact/memory.py).
    """

    x: Floats  # (nb + 1, 3) origin of the body frame, inertial
    e: Floats  # (nb + 1, 4) Euler parameters, scalar first
    R: Floats  # (nb + 1, 3, 3) R_IB
    u: Floats  # (nb + 1, 3) velocity of the origin, inertial
    w: Floats  # (nb + 1, 3) angular velocity, body axes
    force: Floats  # (nb + 1, 3) resultant applied force, inertial (filled by solver/forces)
    moment: Floats  # (nb + 1, 3) resultant applied moment about the origin, body axes
    turned: Floats  # (nj,) rotation of a joint about e3, or of a ball about its axis, continuous over turns, rad
    ball: Floats  # (nj, 5) of a spherical joint: Euler parameters from axes0 to axes1 and the sign of its axis, without jumps
    contact: Floats = np.zeros(
        (0, 2)
    )  # (np, 2) of a point of contact: speed of the impact, m/s, and whether it is closed
    watch: Floats = np.zeros(
        2
    )  # (2,) least distance of a point of contact from opening or closing, m; whether impacts are located
    signal: Floats = _NO_FLOATS  # (ng,) values of the signals (filled with the forces)
    element: Floats = _NO_FLOATS  # (nx,) states of the signals' dynamic elements, which move with the bodies
    memory: Floats = _NO_FLOATS  # (nh,) what signals remember from accepted steps
    side: Floats = (
        _NO_FLOATS  # (ne,) 1 or -1: on which side of its threshold the signal of an event was; 0 before that is known
    )
    bristle: Floats = np.zeros(
        (0, BRISTLE)
    )  # (np, BRISTLE) what sticks at points of contact, since the last accepted step; no rows without stiction
    normal: Floats = _NO_FLOATS  # (nf,) what presses in joints with friction by their own reaction, N


def empty_state(bodies: int, joints: int = 0, contacts: int = 0, bristles: int = 0) -> State:
    """Memory for the state of some bodies and GROUND, of some joints, and of some points of contact that are new."""
    n = bodies + 1
    x, u, w, force, moment = (np.zeros((n, 3)) for _ in range(5))
    memory = np.zeros(joints), np.zeros((joints, 5)), untouched(contacts), np.zeros(2)
    state = State(x, np.zeros((n, 4)), np.zeros((n, 3, 3)), u, w, force, moment, *memory)
    return state._replace(bristle=np.zeros((bristles, BRISTLE)))


def untouched(contacts: int) -> Floats:
    """What points of contact remember that have not met (`State.contact`)."""
    memory = np.zeros((contacts, 2))
    memory[:, IS_CLOSED] = UNDECIDED
    return memory


def put(state: State, values: State) -> None:
    """Put values into the arrays of a state."""
    for array, content in zip(state, values, strict=True):
        if array.size:
            array[...] = content


def copied(state: State) -> State:
    """A state of its own with the same values."""
    return State(*(array.copy() for array in state))
