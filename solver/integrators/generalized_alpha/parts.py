"""The data of a step that belong to optional parts of a model, such as signals or trees. A model has all these fields,
but unused fields are empty.
"""

from __future__ import annotations

from typing import NamedTuple

from rbsolve.solver.integrators.generalized_alpha.control import Control
from rbsolve.solver.integrators.generalized_alpha.friction import StepFriction
from rbsolve.solver.integrators.generalized_alpha.signal_states import SignalStates
from rbsolve.solver.integrators.generalized_alpha.system import LinearSystem, Workspace
from rbsolve.solver.model.flat import Floats, Ints
from rbsolve.solver.trees.arrays import Forest


class PartEntries(NamedTuple):
    """The addresses of machine code for models with signals, or with friction that depends on reactions. In other
    models, they are 0.
    """

    place: int = 0  # code of signal_states.py
    keep_slopes: int = 0
    put_update: int = 0
    apply_update: int = 0
    find_error: int = 0
    remember: int = 0  # code of signal_jumps.py
    note_margins: int = 0
    find_switch: int = 0
    find_jump: int = 0  # code of function_jumps.py
    store_delayed_jumps: int = 0
    weigh_jumps: int = 0
    weigh_bend: int = 0
    find_input_jump: int = 0  # code of input_jumps.py
    start_reactions: int = 0  # code of reactions.py
    jump_reactions: int = 0
    prepare_friction: int = 0  # code of friction.py
    put_columns: int = 0


class Parts(NamedTuple):
    """The data that distinguish the variants of the loop. The variants differ in whether there are trees, and in how
    the equations of a tree are solved.

    If a field is None, the loop is compiled without it.
    """

    free: Ints  # (nb,) codes of the bodies' formulations; TREE for a body in a tree
    forest: Forest | None  # trees in joint coordinates; None without trees
    # The factorized system, or None while the articulated-body algorithm solves for the corrections.
    system: LinearSystem | None
    work: Workspace
    elements: SignalStates
    friction: StepFriction
    entries: PartEntries = PartEntries()


class Run(NamedTuple):
    """The output times in a window of a run, and the position in it."""

    times: Floats  # (k + 1,) output times
    steps: Ints  # (k,) numbers of fixed steps between two output times
    control: Control
