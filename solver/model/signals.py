"""The arrays of signals, their measures, and events, for kernels. arrays.py describes the conventions."""

from __future__ import annotations

from typing import NamedTuple

from rbsolve.solver.model.flat import NO_FLOATS, NO_INTS, NO_MATRICES, NO_RANGES, NO_VECTORS, Floats, Ints


class Measures(NamedTuple):
    """Measures of the motion (solver/signals/measures). A measure is a quantity of frame 1 relative to the observer,
    which is frame 0. Its components are along the axes 2.

    The frames are attached to bodies. The first six fields are the fields of a joint (solver/joints/placement.py).
    """

    body0: Ints = NO_INTS  # (nm,)
    body1: Ints = NO_INTS
    point0: Floats = NO_VECTORS  # (nm, 3) in the axes of body0
    point1: Floats = NO_VECTORS
    axes0: Floats = NO_MATRICES  # (nm, 3, 3) R_B0E
    axes1: Floats = NO_MATRICES  # (nm, 3, 3)
    body2: Ints = NO_INTS  # (nm,) the body that carries the axes of the components
    axes2: Floats = NO_MATRICES  # (nm, 3, 3)
    component: Ints = NO_INTS  # (nm,) index of the component; for a joint's angle its coordinate
    joint: Ints = NO_INTS  # (nm,) the measured joint, contact or coupling, -1 without one
    factor: Floats = NO_FLOATS  # (nm,) the measure is factor (quantity - offset)
    offset: Floats = NO_FLOATS  # (nm,)


class Signals(NamedTuple):
    """Named scalar functions of time, in order of evaluation. Each signal follows the signals on which it
    depends.

    The kind (solver/signals/registry.py) defines the meaning of its data.
    """

    kind: Ints = NO_INTS  # (ng,) code of the kind
    subject: Ints = NO_INTS  # (ng,) index of the measure or function of the signal
    first_input: Ints = NO_RANGES  # (ng + 1,) inputs[first_input[i]:first_input[i + 1]] belong to signal i
    inputs: Ints = NO_INTS
    first: Ints = NO_RANGES  # (ng + 1,) data[first[i]:first[i + 1]] belongs to signal i
    data: Floats = NO_FLOATS
    first_state: Ints = NO_RANGES  # (ng + 1,) ranges of the signals' states in State.element
    first_memory: Ints = NO_RANGES  # (ng + 1,) ranges of the signals' memories in State.memory
    measures: Measures = Measures()
    # (nr,) The signals that depend on accelerations or forces at the same time, in order of evaluation.
    reactive: Ints = NO_INTS
    # (1,) address of the machine code that evaluates all signals; empty in a model without signals
    update: Ints = NO_INTS
    value: Ints = NO_INTS  # (ng,) addresses of the functions; solver/signals/evaluation.py sets them
    slopes: Ints = NO_INTS
    partials: Ints = NO_INTS
    gradient: Ints = NO_INTS
    accept: Ints = NO_INTS
    switching: Ints = NO_INTS  # (ns,) the signals that switch, for integrators that locate switches
    margin: Ints = NO_INTS  # (ns,) addresses of the machine code of their margins
    drives: Ints = NO_INTS  # (ng,) 1 if forces depend on the signal, WITH_SIGN if only on its sign; 0 for other signals
    # (nd,) the exact delays that may jump between steps (solver/signals/delayed_jumps.py)
    jumping_delays: Ints = NO_INTS


class Events(NamedTuple):
    """Events: crossings of thresholds by signals."""

    signal: Ints = NO_INTS  # (ne,)
    threshold: Floats = NO_FLOATS  # (ne,)
    direction: Ints = NO_INTS  # (ne,) direction of the crossing: 1 upwards, -1 downwards, 0 both
    terminate: Ints = NO_INTS  # (ne,) 1 if the run ends
