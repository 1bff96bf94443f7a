"""Finds the rest states of signals. At rest, the slopes of the states are zero, and stored inputs equal the current
inputs.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rbsolve.solver.analyses.linearized.feedback import sensitivities
from rbsolve.solver.assembly.elements.plain_signals import accept_plainly
from rbsolve.solver.model.arrays import Model, State
from rbsolve.solver.model.flat import Floats, Ints
from rbsolve.solver.model.signals import Signals
from rbsolve.solver.newton import BEGIN, GO_ON, NEVER, assess, at_most, relative_size
from rbsolve.solver.signals.driving import influential_signals
from rbsolve.solver.signals.evaluation import with_partials
from rbsolve.solver.signals.registry import CODES, SIGNAL_KINDS

RULES = at_most(30)
SETTLED = 1e-13
RANK = 1e-11  # singular values below this count as zero, relative to the largest
ROUNDS = 4  # number of scaling passes
LAG = CODES["FIRST_ORDER_LAG"], (1.0, 1.0)  # T and the gain, which do not affect the state at rest


class Resting(NamedTuple):
    """A model in which each signal memory is replaced by a state, and the indices of the states of the original model."""

    model: Model
    own: Ints
    starts: Ints  # for each additional state, the index of its start value in the memory
    others: Ints
    memory: Ints  # the other indices of the memory


def model_at_rest(model: Model) -> Resting:
    """Return the model at rest. In this model, a sample or a delayed input equals the input, as a lag at rest does."""
    signals = model.signals
    lag, data = LAG
    kinds, rows, states = signals.kind.copy(), [], []
    own: list[int] = []
    starts: list[int] = []
    others: list[int] = []
    memory: list[int] = []
    counts: list[int] = []
    place = 0
    for i, code in enumerate(signals.kind.tolist()):
        count = int(signals.first_state[i + 1] - signals.first_state[i])
        remembered = range(int(signals.first_memory[i]), int(signals.first_memory[i + 1]))
        row = signals.data[signals.first[i] : signals.first[i + 1]]
        if SIGNAL_KINDS[code].rests_at_input and len(remembered):
            kinds[i], row, count = lag, np.array(data), 1
            starts.append(remembered[0])
            others.append(place)
            counts.append(0)
        else:
            own += range(place, place + count)
            memory += remembered
            counts.append(len(remembered))
        rows.append(row)
        states.append(count)
        place += count

    def places(sizes: list[int]) -> Ints:
        return np.cumsum([0, *sizes], dtype=np.int64)

    changed: Signals = signals._replace(
        kind=kinds,
        first=places([len(row) for row in rows]),
        data=np.concatenate([np.zeros(0), *rows]),
        first_state=places(states),
        first_memory=places(counts),
    )
    return Resting(
        model._replace(signals=changed), *(np.array(found, dtype=np.int64) for found in (own, starts, others, memory))
    )


def put_at_rest(rest: Resting, state: State) -> State:
    """Convert the state of a model to the state of the model at rest."""
    element = np.zeros(len(rest.own) + len(rest.others))
    element[rest.own], element[rest.others] = state.element, state.memory[rest.starts]
    return state._replace(element=element, memory=state.memory[rest.memory])


class Scaled:
    """A matrix (m, m), scaled so that its rows and columns have similar sizes. The first `fixed` unknowns keep their
    units.
    """

    def __init__(self, J: Floats, fixed: int) -> None:
        m = len(J)
        self.rows, self.columns = np.ones(m), np.ones(m)
        for _ in range(ROUNDS):
            sizes = np.max(np.abs(J) * self.columns, axis=1, initial=0.0)
            self.rows = 1.0 / np.where(sizes > 0.0, sizes, 1.0)
            sizes = np.max(np.abs(J) * self.rows[:, None], axis=0, initial=0.0)
            self.columns[fixed:] = 1.0 / np.where(sizes > 0.0, sizes, 1.0)[fixed:] if fixed else 1.0
        self._left, values, self._right = np.linalg.svd(self.rows[:, None] * J * self.columns)
        self.rank = int(np.sum(values > RANK * np.max(values, initial=0.0)))
        self._values = values[: self.rank]

    def solve(self, F: Floats) -> Floats:
        """Return the smallest least-squares solution of `J z = F`. The unknowns are in scaled units."""
        parts = self._left[:, : self.rank].T @ (self.rows * F)
        return np.asarray(self._right[: self.rank].T @ (parts / self._values))

    def unreachable_part(self, F: Floats) -> Floats:
        """Return the part of F that no z can produce, in the units of the rows."""
        beyond = self._left[:, self.rank :]
        return np.asarray(beyond @ (beyond.T @ (self.rows * F)))

    @property
    def null(self) -> Floats:
        """Return the unknowns (m, k) that span the null space of J."""
        return np.asarray(self.columns[:, None] * self._right[self.rank :].T)


class Steady:
    """The search for the rest states of the signals of a model."""

    def __init__(self, model: Model) -> None:
        """`model` is a result of `model_at_rest`."""
        self._model = with_partials(model)
        first, reached = model.signals.first_state, influential_signals(model)
        places = [np.arange(first[i], first[i + 1]) for i in reached]
        self.steering: Ints = np.concatenate([np.zeros(0, dtype=np.int64), *places])
        """The states that affect forces."""
        self.is_steering = len(reached) > 0

    def slopes(self, state: State, t: float) -> Floats:
        """Return the slopes of all signal states."""
        return sensitivities(self._model, state, t).slopes

    def settle(self, state: State, t: float, places: Ints | None = None) -> Floats:
        """Move the states with the indices `places`, or all states, towards rest while the bodies are fixed. The change
        is as small as possible.

        Return the residuals of the states, in the units of their equations.
        """
        if places is None:
            places = np.arange(len(state.element))
        missed = np.zeros(len(places))
        search = BEGIN
        while len(places) and search.verdict == GO_ON:
            found = sensitivities(self._model, state, t)
            slopes, matrix = found.slopes[places], found.by_states[np.ix_(places, places)]
            if not (np.all(np.isfinite(slopes)) and np.all(np.isfinite(matrix))):
                return np.full(len(places), np.nan)
            scaled = Scaled(matrix, 0)
            change = scaled.columns * scaled.solve(-slopes)
            missed = scaled.unreachable_part(slopes)
            state.element[places] += change
            size = relative_size(change, state.element[places])
            search = assess(search, RULES, size, size / SETTLED, NEVER)
        return missed

    def switches(self, state: State, t: float) -> Ints:
        """Update the memories of signals in an accepted state. Return the indices of the memories that changed."""
        before = state.memory.copy()
        accept_plainly(self._model, t, state)
        return np.flatnonzero(state.memory != before)
