"""Signals, their measures, and events, as arrays for kernels; conventions of arrays.py."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rbsolve.solver.model.flat import NO_FLOATS, NO_INTS, Floats, Ints


class Measures(NamedTuple):
    """Measurements of signals from the motion (solver/signals/measures): quantities of a frame 1 that an observer, frame 0, sees,
    along axes 2.

    Frames are fixed in bodies. The first six fields are those of a joint (solver/joints/placement.py).
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
    joint: Ints  # (nm,) the joint or contact that is measured, -1 for none
    factor: Floats  # (nm,) the measured value is factor (quantity - offset)
    offset: Floats  # (nm,)


class Signals(NamedTuple):
    """Named scalars in time, in an order of evaluation: each after those that its value depends on.

    A kind (solver/signals/registry.py) defines the meaning of its numbers.
    """

    kind: Ints  # (ng,) code of the kind
    subject: Ints  # (ng,) the measure or the function that it is
    first_input: Ints  # (ng + 1,) inputs[first_input[i]:first_input[i + 1]] are those of signal i
    inputs: Ints
    first: Ints  # (ng + 1,) data[first[i]:first[i + 1]] belongs to signal i
    data: Floats
    first_state: Ints  # (ng + 1,) its states in State.element
    first_memory: Ints  # (ng + 1,) the ranges of its memories in State.memory
    measures: Measures
    update: Ints = NO_INTS  # (1,) where the machine code is that evaluates all signals; () in a model without signals
    value: Ints = NO_INTS  # (ng,) addresses of the functions; solver/signals/evaluation.py sets them
    slopes: Ints = NO_INTS
    partials: Ints = NO_INTS
    gradient: Ints = NO_INTS
    accept: Ints = NO_INTS
    switching: Ints = NO_INTS  # (ns,) the signals that switch, for integrators that locate it,
    margin: Ints = NO_INTS  # (ns,) and where the machine code of their margins is
    drives: Ints = NO_INTS  # (ng,) 1 where forces follow it, at once or through others


class Events(NamedTuple):
    """Crossings of signals through thresholds."""

    signal: Ints = NO_INTS  # (ne,)
    threshold: Floats = NO_FLOATS  # (ne,)
    direction: Ints = NO_INTS  # (ne,) 1 upwards, -1 downwards, 0 either way
    terminate: Ints = NO_INTS  # (ne,) 1 where the run ends


NO_MEASURES = Measures(
    *(NO_INTS,) * 2,
    *(np.zeros((0, 3)),) * 2,
    *(np.zeros((0, 3, 3)),) * 2,
    NO_INTS,
    np.zeros((0, 3, 3)),
    *(NO_INTS,) * 2,
    *(NO_FLOATS,) * 2,
)
NO_SIGNALS = Signals(
    *(NO_INTS,) * 2,
    np.zeros(1, dtype=np.int64),
    NO_INTS,
    np.zeros(1, dtype=np.int64),
    NO_FLOATS,
    *(np.zeros(1, dtype=np.int64),) * 2,
    NO_MEASURES,
)
