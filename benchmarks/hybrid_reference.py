"""The motion of mechanisms with controllers by scipy, in smooth pieces: the reference of `random_controls.py`.

A model has coordinates with closed equations of motion, and signals in the order of their evaluation. Its state is `[q,
q', states of signals]`. A piece ends where a function of time jumps or bends, where a sample is taken, and where the
margin of a signal becomes negative. The signal then switches to its other state. This module uses no code of rbsolve.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import OdeSolution, solve_ivp

Array = NDArray[np.float64]
Values = dict[str, float]
SHORTEST = 1e-9  # shortest time [s] between two switches of one signal
MOST_PIECES = 400
NEAR = 1e-9  # margins above minus this number count as zero


class NoReferenceError(Exception):
    """The motion stays on a switch, or a signal switches too often."""


class Signal:
    """A signal without states and without switches. `side` is the state of the signal, which is constant within a
    piece."""

    states: Sequence[float] = ()
    side: float = 0.0

    def __init__(self, name: str) -> None:
        self.name = name

    def text(self) -> str:
        """Return the block of the signal in a deck."""
        raise NotImplementedError

    def value(self, t: float, given: Values, x: Array) -> float:
        """Return the value at time `t`, from the values of earlier signals and its own states."""
        raise NotImplementedError

    def slopes(self, t: float, given: Values, x: Array) -> Sequence[float]:
        """Return the derivatives of the states."""
        return ()

    def margins(self, t: float, given: Values, x: Array) -> Sequence[float]:
        """Return numbers that are positive up to the next switches."""
        return ()

    def switch(self, number: int) -> None:
        """Switch the signal because a margin became negative."""

    def breaks(self, end: float) -> Sequence[float]:
        """Return the times at which the signal itself jumps or bends, without the jumps of its inputs."""
        return ()

    def pass_break(self, t: float, given: Values) -> None:
        """Act at the time of a break."""


class Mechanism(NamedTuple):
    """Coordinates `q` (n,) with `q'' = accelerations(t, q, v, values of the signals)`."""

    q: Array
    v: Array
    accelerations: Callable[[float, Array, Array, Values], Array]


class Motion(NamedTuple):
    """The states at the output times, and the switches and events between them."""

    states: Array  # (rows, 2 n + states)
    values: list[Values]
    switches: list[float]  # times of switches
    crossings: list[tuple[float, int]]  # times of an event's crossings, with 1 for rising and -1 for falling


class Reference:
    """A mechanism with its signals."""

    def __init__(self, mechanism: Mechanism, signals: Sequence[Signal], breaks: Sequence[float] = ()) -> None:
        self.mechanism, self.signals, self.more_breaks = mechanism, signals, breaks
        self.n = len(mechanism.q)
        ends = np.cumsum([2 * self.n, *(len(signal.states) for signal in signals)])
        self.ranges = [slice(a, b) for a, b in itertools.pairwise(ends)]
        self.history: list[OdeSolution] = []

    def values(self, t: float, y: Array) -> Values:
        """Return the values of all signals. The coordinates are `q0`, `q1`, ... and their rates `v0`, `v1`, ..."""
        found = {f"q{k}": float(y[k]) for k in range(self.n)}
        found |= {f"v{k}": float(y[self.n + k]) for k in range(self.n)}
        for signal, own in zip(self.signals, self.ranges, strict=True):
            found[signal.name] = signal.value(t, found, y[own])
        return found

    def rates(self, t: float, y: Array) -> Array:
        values, n, out = self.values(t, y), self.n, np.empty_like(y)
        out[:n], out[n : 2 * n] = y[n : 2 * n], self.mechanism.accelerations(t, y[:n], y[n : 2 * n], values)
        for signal, own in zip(self.signals, self.ranges, strict=True):
            out[own] = signal.slopes(t, values, y[own])
        return out

    def past(self, t: float, index: int) -> float:
        """Return a coordinate or rate at a past time. Before the start, it has its value at the start."""
        for piece in reversed(self.history):
            if piece.ts[0] <= t:
                return float(piece(t)[index])
        return float(np.concatenate([self.mechanism.q, self.mechanism.v])[index])

    def margins(self, t: float, y: Array) -> list[tuple[Signal, int, float]]:
        values = self.values(t, y)
        return [
            (signal, number, margin)
            for signal, own in zip(self.signals, self.ranges, strict=True)
            for number, margin in enumerate(signal.margins(t, values, y[own]))
        ]

    def settle(self, t: float, y: Array) -> None:
        """Switch signals until no margin is negative."""
        for _ in range(20):
            found = [(signal, number) for signal, number, margin in self.margins(t, y) if margin < -NEAR]
            if not found:
                return
            for signal, number in found:
                signal.switch(number)
        raise NoReferenceError

    def steady(self) -> Array:
        """Return the state at the start."""
        return np.concatenate([self.mechanism.q, self.mechanism.v, *(signal.states for signal in self.signals)])

    def solve(self, times: Array, event: tuple[str, float] | None = None) -> Motion:
        """Return the motion at the output times, and the crossings of a signal's threshold."""
        end, t = float(times[-1]), float(times[0])
        all_breaks = {*self.more_breaks, *(b for signal in self.signals for b in signal.breaks(end)), end}
        breaks = sorted(b for b in all_breaks if t < b <= end)
        self.history.clear()
        y = self.steady()
        self.pass_break(t, y)
        rows, switches, crossings = [], [], []
        while t < end - 1e-12:
            until = next(b for b in breaks if b > t + 1e-12)
            piece, switched = self.piece(t, until, y)
            inside = times[(times >= t - 1e-13) & (times < piece.t[-1] - 1e-13)]
            rows += [(float(s), piece.sol(max(s, t)), self.values(float(s), piece.sol(max(s, t)))) for s in inside]
            if event is not None:
                crossings += self.crossings(piece.sol, t, float(piece.t[-1]), event)
            self.history.append(piece.sol)
            last, t, y = t, float(piece.t[-1]), piece.y[:, -1]
            if switched is not None:
                if t - last < SHORTEST or len(self.history) > MOST_PIECES:
                    raise NoReferenceError
                switched[0].switch(switched[1])
                switches.append(t)
                breaks = sorted({*breaks, *self.delayed(t, end)})
                self.settle(t, y)
            later = y + 1e-6 * self.rates(t + 1e-11, y)
            if any(margin < -NEAR for _, _, margin in self.margins(t + 1e-11, later)):
                raise NoReferenceError  # both sides of a switch may push the motion back
            if any(abs(b - t) < 1e-12 for b in breaks):
                self.pass_break(t, y)
                switches.append(t)
        rows.append((end, y, self.values(end, y)))
        return Motion(np.array([row[1] for row in rows]), [row[2] for row in rows], switches, crossings)

    def pass_break(self, t: float, y: Array) -> None:
        """Let signals act at the time of a break, and evaluate the functions after it."""
        for signal in self.signals:
            signal.pass_break(t, self.values(t + 1e-11, y))
        self.settle(t + 1e-11, y)

    def delayed(self, t: float, end: float) -> list[float]:
        """Return the times at which delays repeat a switch that occurs at `t`."""
        delays = [signal.delay for signal in self.signals if isinstance(signal, Delay)]
        return [t + delay for delay in delays if t + delay < end]

    def piece(self, t: float, until: float, y: Array) -> tuple[object, tuple[Signal, int] | None]:
        """Return the motion up to the next switch or break, and the signal that switches."""
        watched = [(signal, number) for signal, number, _ in self.margins(t + 1e-11, y)]

        # Inside the piece, functions have their values on this side of a jump.
        def inside(s: float) -> float:
            return min(max(s, t + 1e-11), until - 1e-11)

        def event_of(k: int) -> Callable[[float, Array], float]:
            def margin(s: float, y: Array) -> float:
                return self.margins(inside(s), y)[k][2]

            margin.terminal, margin.direction = True, -1.0  # type: ignore[attr-defined]  # scipy reads them
            return margin

        delays = [signal.delay for signal in self.signals if isinstance(signal, Delay)]
        piece = solve_ivp(
            lambda s, y: self.rates(inside(s), y),
            (t, min(until, t + 0.9 * min(delays, default=math.inf))),
            y,
            "DOP853",
            rtol=1e-10,
            atol=1e-12,
            max_step=0.02,
            events=[event_of(k) for k in range(len(watched))] or None,
            dense_output=True,
        )
        if (
            piece.status < 0
            or min((m for _, _, m in self.margins(inside(piece.t[-1]), piece.y[:, -1])), default=0.0) < -1e-7
        ):
            raise NoReferenceError
        switched = None
        if piece.status == 1:
            switched = next(watched[k] for k, found in enumerate(piece.t_events) if len(found))
        return piece, switched

    def crossings(
        self, solution: OdeSolution, t: float, end: float, event: tuple[str, float]
    ) -> list[tuple[float, int]]:
        """Return the crossings of a threshold within a piece."""
        name, threshold = event

        def distance(s: float) -> float:
            return self.values(s, solution(s))[name] - threshold

        grid = np.linspace(t, end, max(3, int((end - t) / 1e-3)))
        signs = np.sign([distance(float(s)) for s in grid])
        found = []
        for k in np.flatnonzero(signs[:-1] * signs[1:] < 0):
            low, high = float(grid[k]), float(grid[k + 1])
            while high - low > 1e-13 * max(1.0, high):
                middle = 0.5 * (low + high)
                if middle in (low, high):
                    break
                if np.sign(distance(middle)) == signs[k]:
                    low = middle
                else:
                    high = middle
            found.append((0.5 * (low + high), int(signs[k + 1])))
        return found


class Delay(Signal):
    """A delay of the coordinate or rate `of`, which has an index in the state."""

    def __init__(self, name: str, of: str, index: int, delay: float) -> None:
        super().__init__(name)
        self.of, self.index, self.delay = of, index, delay
        self.reference: Reference | None = None

    def value(self, t: float, given: Values, x: Array) -> float:
        assert self.reference is not None
        return self.reference.past(t - self.delay, self.index)

    def breaks(self, end: float) -> Sequence[float]:
        return (self.delay,)
