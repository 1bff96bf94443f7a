"""Random mechanisms with controllers: decks of rbsolve, and the same models for `hybrid_reference.py`."""

from __future__ import annotations

import copy
import math
import random
from collections.abc import Sequence

import numpy as np
from closed_mechanisms import chain, crane, pendulum, signal
from hybrid_reference import Array, Delay, Motion, Reference, Signal, Values

END, ROW, SAMPLE = 1.5, 0.025, 0.0125  # end of runs, output step, and unit of sample times [s]


class Time(Signal):
    """A function of time with jumps: a table of lines, of which some points have equal times."""

    def __init__(self, name: str, chance: random.Random) -> None:
        super().__init__(name)
        times = sorted(chance.uniform(0.05, END - 0.05) for _ in range(chance.randrange(1, 5)))
        level, self.points = chance.uniform(-1, 1), []
        self.points.append((0.0, level))
        for t in times:
            kind = chance.choice(("jump", "bend", "both"))
            before = self.points[-1][1] if kind == "jump" else chance.uniform(-1, 1)
            self.points.append((t, before))
            if kind != "bend":
                self.points.append((t, chance.uniform(-1, 1)))
        self.points.append((END + 1.0, chance.uniform(-1, 1)))

    def text(self) -> str:
        pieces = "0"
        for (a, fa), (b, fb) in zip(self.points[:-1], self.points[1:], strict=True):
            if b > a:
                pieces = f"if(t >= {a!r}, {fa!r} + ({(fb - fa) / (b - a)!r})*(t - {a!r}), {pieces})"
        content = f"@FUNCTION_1D_TYPE {{EXPRESSION}} @EXPRESSION {{{pieces}}}"
        if len({t for t, _ in self.points}) == len(self.points):
            entries = " ".join(f"@TIME {{{t!r}}} @FUNCTION_VALUE {{{f!r}}}" for t, f in self.points)
            content = f"@FUNCTION_1D_TYPE {{TABULATED}} @TABLE_ENTRIES {{ {entries} }}"
        function = f"@FUNCTION_1D_DEFINITION {{ @FUNCTION_1D_NAME {{of_{self.name}}} {{ {content} }} }}"
        return f"{function}\n{signal(self.name, f'@FUNCTION_1D_NAME {{of_{self.name}}}')}"

    def value(self, t: float, given: Values, x: Array) -> float:
        a, fa = self.points[0]
        for b, fb in self.points[1:]:
            if t < b:
                return fa + (fb - fa) / (b - a) * (t - a)
            a, fa = b, fb
        return fa

    def breaks(self, end: float) -> Sequence[float]:
        return [t for t, _ in self.points]


class Sum(Signal):
    """A linear combination of signals."""

    def __init__(self, name: str, terms: Sequence[tuple[float, str]]) -> None:
        super().__init__(name)
        self.terms = terms

    def text(self) -> str:
        return signal(self.name, f"@EXPRESSION {{{' + '.join(f'({factor!r})*{of}' for factor, of in self.terms)}}}")

    def value(self, t: float, given: Values, x: Array) -> float:
        return sum(factor * given[of] for factor, of in self.terms)


class Lag(Signal):
    """T y' + y = g u."""

    def __init__(self, name: str, of: str, chance: random.Random) -> None:
        super().__init__(name)
        self.of, self.T, self.gain = of, math.exp(chance.uniform(-4.5, -1)), chance.uniform(0.5, 2)
        self.states = [chance.uniform(-0.5, 0.5)]

    def text(self) -> str:
        return signal(
            self.name,
            f"@SIGNAL_TYPE {{FIRST_ORDER_LAG}} @INPUT {{{self.of}}} @TIME_CONSTANT {{{self.T!r}}} @GAIN {{{self.gain!r}}} "
            f"@INITIAL_VALUE {{{self.states[0]!r}}}",
        )

    def value(self, t: float, given: Values, x: Array) -> float:
        return float(x[0])

    def slopes(self, t: float, given: Values, x: Array) -> Sequence[float]:
        return [(self.gain * given[self.of] - x[0]) / self.T]


class Transfer(Signal):
    """(b1 s + b0)/(a2 s^2 + a1 s + 1). If the input is zero at the start, the output starts at rest at zero."""

    def __init__(self, name: str, of: str, chance: random.Random, first: float) -> None:
        super().__init__(name)
        w, z = math.exp(chance.uniform(1, 4)), chance.uniform(0.2, 1.5)
        self.of, self.a2, self.a1 = of, 1 / w**2, 2 * z / w
        self.b1, self.b0 = chance.choice((0.0, chance.uniform(-0.05, 0.05))), chance.uniform(-2, 2)
        # The states have the controller form y = b0 p + b1 p', and not the observer form y = b1/a2 ... At the start, p
        # = u and p' = 0.
        self.states = [first, 0.0]

    def text(self) -> str:
        return signal(
            self.name,
            f"@SIGNAL_TYPE {{TRANSFER_FUNCTION}} @INPUT {{{self.of}}} @NUMERATOR {{{self.b1!r}, {self.b0!r}}} "
            f"@DENOMINATOR {{{self.a2!r}, {self.a1!r}, 1}}",
        )

    def value(self, t: float, given: Values, x: Array) -> float:
        return float(self.b0 * x[0] + self.b1 * x[1])

    def slopes(self, t: float, given: Values, x: Array) -> Sequence[float]:
        return [x[1], (given[self.of] - x[0] - self.a1 * x[1]) / self.a2]


class Pid(Signal):
    """A PID with limits and conditional integration."""

    def __init__(self, name: str, of: str, chance: random.Random, first: float) -> None:
        super().__init__(name)
        self.of, self.side = of, 0.0
        self.P, self.K = chance.uniform(1, 8), chance.choice((0.0, chance.uniform(1, 20)))
        self.D, self.T = chance.choice((0.0, chance.uniform(0.1, 1.5))), math.exp(chance.uniform(-4, -2))
        self.lower, self.upper = -chance.uniform(0.5, 4), chance.uniform(0.5, 4)
        self.states = [chance.uniform(-0.3, 0.3)] + ([first] if self.D else [])

    def text(self) -> str:
        more = f"@DERIVATIVE_GAIN {{{self.D!r}}} @DERIVATIVE_TIME {{{self.T!r}}}" if self.D else ""
        return signal(
            self.name,
            f"@SIGNAL_TYPE {{PID}} @INPUT {{{self.of}}} @PROPORTIONAL_GAIN {{{self.P!r}}} @INTEGRAL_GAIN {{{self.K!r}}} {more} "
            f"@OUTPUT_LIMITS {{{self.lower!r}, {self.upper!r}}} @INITIAL_VALUE {{{self.states[0]!r}}}",
        )

    def free(self, given: Values, x: Array) -> float:
        e = given[self.of]
        return float(self.P * e + x[0] + (self.D * (e - x[1]) / self.T if self.D else 0.0))

    def value(self, t: float, given: Values, x: Array) -> float:
        return self.free(given, x) if self.side == 0 else (self.upper if self.side > 0 else self.lower)

    def slopes(self, t: float, given: Values, x: Array) -> Sequence[float]:
        e = given[self.of]
        waits = self.side * self.K * e > 0
        return [0.0 if waits else self.K * e] + ([(e - x[1]) / self.T] if self.D else [])

    def margins(self, t: float, given: Values, x: Array) -> Sequence[float]:
        free = self.free(given, x)
        if self.side == 0:
            return [self.upper - free, free - self.lower]
        return [free - self.upper] if self.side > 0 else [self.lower - free]

    def switch(self, number: int) -> None:
        self.side = (1.0, -1.0)[number] if self.side == 0 else 0.0


class Hysteresis(Signal):
    """A relay with two thresholds."""

    def __init__(self, name: str, of: str, chance: random.Random) -> None:
        super().__init__(name)
        self.of, self.side = of, float(chance.choice((0, 1)))
        self.low, self.high = -chance.uniform(0.05, 0.3), chance.uniform(0.05, 0.3)
        self.off, self.on = -chance.uniform(0.3, 2), chance.uniform(0.3, 2)
        if chance.random() < 0.5:
            self.off, self.on = self.on, self.off

    def text(self) -> str:
        return signal(
            self.name,
            f"@SIGNAL_TYPE {{HYSTERESIS}} @INPUT {{{self.of}}} @THRESHOLDS {{{self.low!r}, {self.high!r}}} "
            f"@OUTPUT_VALUES {{{self.off!r}, {self.on!r}}} @INITIAL_VALUE {{{(self.on if self.side else self.off)!r}}}",
        )

    def value(self, t: float, given: Values, x: Array) -> float:
        return self.on if self.side else self.off

    def margins(self, t: float, given: Values, x: Array) -> Sequence[float]:
        return [given[self.of] - self.low if self.side else self.high - given[self.of]]

    def switch(self, number: int) -> None:
        self.side = 1.0 - self.side


class Formula(Signal):
    """A formula whose value changes with the sign of `u - c`."""

    def __init__(self, name: str, of: str, chance: random.Random) -> None:
        super().__init__(name)
        self.of, self.c, self.a, self.b = of, chance.uniform(-0.3, 0.3), chance.uniform(-2, 2), chance.uniform(-2, 2)
        self.kind, self.side = chance.choice(("sign", "if", "abs", "clip")), 1.0
        self.reach = chance.uniform(0.1, 1)

    def text(self) -> str:
        u = f"({self.of} - ({self.c!r}))"
        formula = {
            "sign": f"({self.a!r})*sign{u}",
            "if": f"if({u} > 0, ({self.a!r})*{u} + ({self.b!r}), ({self.b!r})*{u})",
            "abs": f"({self.a!r})*abs{u}",
            "clip": f"({self.a!r})*max(0, min({u}, {self.reach!r}))",
        }[self.kind]
        return signal(self.name, f"@EXPRESSION {{{formula}}}")

    def value(self, t: float, given: Values, x: Array) -> float:
        u = given[self.of] - self.c
        if self.kind == "sign":
            return self.a * self.side
        if self.kind == "if":
            return self.a * u + self.b if self.side > 0 else self.b * u
        if self.kind == "abs":
            return self.a * self.side * u
        return self.a * (self.reach if self.side == 2 else u if self.side > 0 else 0.0)

    def margins(self, t: float, given: Values, x: Array) -> Sequence[float]:
        u = given[self.of] - self.c
        if self.side < 0:
            return [-u]
        if self.side == 2:
            return [u - self.reach]
        return [u, self.reach - u] if self.kind == "clip" else [u]

    def switch(self, number: int) -> None:
        self.side = 1.0 if self.side in (-1.0, 2.0) else (-1.0, 2.0)[number]


class Sample(Signal):
    """A sample and hold."""

    def __init__(self, name: str, of: str, chance: random.Random) -> None:
        super().__init__(name)
        self.of, self.T = of, SAMPLE * chance.choice((1, 2, 4))
        self.side = self.first = chance.uniform(-0.5, 0.5)

    def text(self) -> str:
        return signal(self.name, f"@SIGNAL_TYPE {{SAMPLE_AND_HOLD}} @INPUT {{{self.of}}} @SAMPLE_TIME {{{self.T!r}}}")

    def value(self, t: float, given: Values, x: Array) -> float:
        return self.side

    def breaks(self, end: float) -> Sequence[float]:
        return [k * self.T for k in range(round(end / self.T) + 1)]

    def pass_break(self, t: float, given: Values) -> None:
        if abs(t / self.T - round(t / self.T)) < 1e-9:
            self.side = given[self.of]


class DelayOfRate(Delay):
    """A delay with its block."""

    def text(self) -> str:
        return signal(self.name, f"@SIGNAL_TYPE {{DELAY}} @INPUT {{{self.of}}} @DELAY_TIME {{{self.delay!r}}}")


class RandomLoop:
    """A random mechanism with a random controller."""

    def __init__(self, seed: int) -> None:
        self.seed, self.chance = seed, random.Random(seed)
        chance = self.chance
        kind = chance.choice(("carts", "carts", "pendulum", "crane"))
        count = chance.randrange(1, 4)
        self.body, self.mechanism = (
            chain(chance, count) if kind == "carts" else pendulum(chance) if kind == "pendulum" else crane(chance)
        )
        n = len(self.mechanism.q)
        self.sensors = [f"{name}{k}_" for name in ("q", "v") for k in range(n)]
        self.signals: list[Signal] = [Time("r", chance)]
        watched = chance.randrange(n)
        self.signals.append(
            Sum("e", [(1.0, "r"), (-chance.uniform(0.3, 2), f"q{watched}"), (-chance.uniform(0, 0.5), f"v{watched}")])
        )
        kinds = [self.add(f"s{number}") for number in range(chance.randrange(1, 4))]
        terms = [(chance.uniform(0.5, 2), one.name) for one in self.signals[2:] if chance.random() < 0.8]
        self.signals.append(Sum("u", terms or [(1.0, self.signals[-1].name)]))
        self.event: tuple[str, float] | None = None
        if chance.random() < 0.5:
            self.event = (chance.choice(self.sensors)[:-1], chance.uniform(-0.3, 0.3))
        self.words = " ".join([kind if n == 1 else f"{kind} {n}", *kinds])

    def add(self, name: str) -> str:
        """Add a signal of an earlier signal, and return its type."""
        chance = self.chance
        of = chance.choice([one.name for one in self.signals[1:]])
        kind = chance.choice((Pid, Pid, Pid, Lag, Transfer, Hysteresis, Formula, Sample, DelayOfRate))
        if kind in (Pid, Transfer):
            self.signals.append(kind(name, of, chance, self.starts()[of]))
        elif kind is DelayOfRate:
            index = chance.randrange(len(self.sensors))
            of = self.sensors[index][:-1]
            self.signals.append(DelayOfRate(name, of, index, chance.uniform(0.02, 0.2)))
        else:
            self.signals.append(kind(name, of, chance))
        return kind.__name__

    def starts(self) -> Values:
        """Return the values of the signals at the start."""
        reference = self.connected(self.signals)
        y = reference.steady()
        reference.pass_break(0.0, y)
        return reference.values(1e-11, y)

    def connected(self, signals: Sequence[Signal]) -> Reference:
        """Return the reference of a copy of signals."""
        signals = copy.deepcopy(list(signals))
        bends = [
            one.delay + t for one in signals if isinstance(one, Delay) for other in signals for t in other.breaks(END)
        ]
        reference = Reference(self.mechanism, signals, bends)
        for one in signals:
            if isinstance(one, Delay):
                one.reference = reference
        return reference

    def reference(self, disturbance: float = 0.0) -> Motion:
        """Return the motion, possibly with a disturbance of all initial rates."""
        reference = self.connected(self.signals)
        reference.mechanism = self.mechanism._replace(v=self.mechanism.v + disturbance)
        return reference.solve(np.arange(round(END / ROW) + 1) * ROW, self.event)

    def deck(self, method: str, step: float) -> str:
        """Return the deck with the block of a method."""
        event = ""
        if self.event is not None:
            event = (
                f"@EVENT_DEFINITION {{ @EVENT_NAME {{crossing}} {{ @SIGNAL_NAME {{{self.event[0]}}} "
                f"@THRESHOLD {{{self.event[1]!r}}} }} }}"
            )
        analysis = (
            f"@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{run}} {{ @SIMULATION_TIME_RANGE {{0, {END}}} @TIME_STEP_SIZE {{{step!r}}} "
            f"@OUTPUT_STEP_SIZE {{{ROW}}} @TIME_INTEGRATOR_NAME {{method}} }} }}"
        )
        return "\n".join([self.body, *(one.text() for one in self.signals), event, method, analysis])
