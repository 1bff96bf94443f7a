"""Cases in lanes, compared with the same cases alone.

`pytest benchmarks/bench_lanes.py -s` prints processor times per case. RBSOLVE_BENCH_CASES (default 65) cases run
alternately alone and in lanes, RBSOLVE_BENCH_TURNS (default 3) times. One parameter of each deck varies. The first two
cases always run alone. For GENERALIZED_ALPHA, the benchmark also prints the mean number of lanes whose iteration has
not ended.
"""

from __future__ import annotations

import os
import re
import runpy
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from bare_kernel import Seconds, in_turns, time_work

from rbsolve.ensemble.ensemble import Ensemble
from rbsolve.ensemble.lanes import lanes_of_processor
from rbsolve.ensemble.variation import Variation
from rbsolve.pipeline import Options, parse_deck
from rbsolve.solver.compiler.launching import Call
from rbsolve.solver.integrators import side_by_side

DECKS = Path(__file__).parent.parent / "decks"
CASES = int(os.environ.get("RBSOLVE_BENCH_CASES", "65"))
TURNS = int(os.environ.get("RBSOLVE_BENCH_TURNS", "3"))
chain_deck = runpy.run_path(str(DECKS / "chain.py"))["chain_deck"]
METHOD = r"@INTEGRATOR_TYPE \{GENERALIZED_ALPHA\} @FORMULATION \{LIE_R3_SO3\}"
TREE = "@INTEGRATOR_TYPE {%s} @FORMULATION {MINIMAL_COORDINATES}"
RK44 = "@INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @TABLEAU {RK44} @FORMULATION {%s}"


class Subject(NamedTuple):
    """A deck with a parameter `#p`, the end of its runs [s], and the goal of the issue for its gain."""

    deck: str
    values: tuple[float, float]
    end: float
    goal: float


def _subject(deck: str, number: str, values: tuple[float, float], end: float, goal: float) -> Subject:
    """Return a deck in which the parameter replaces `number` in the first `@KEYWORD {number}`."""
    keyword, value = number.split(" ")
    assert number in deck
    head = f"@DESIGN_PARAMETERS_DEFINITION {{ @DESIGN_PARAMETER_NAME {{#p}} @SCALAR_VALUE {value} }}\n"
    return Subject(head + deck.replace(number, f"{keyword} {{#p}}", 1), values, end, goal)


def _by(method: str, deck: str) -> str:
    changed, count = re.subn(METHOD, method, deck)
    assert count == 1
    return changed


def _read(name: str) -> str:
    return (DECKS / f"{name}.deck").read_text()


def _springs() -> str:
    step = "@TIME_STEP_SIZE {1e-4} @TIME_INTEGRATOR_NAME {rk}"
    method = f"@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{rk}} {{ {RK44 % 'LIE_R3_SO3'} }} }}\n"
    return _read("springs_and_bushings").replace("@TIME_STEP_SIZE {1e-3}", step) + method


def _chain(method: str) -> str:
    return _by(method, chain_deck(20))


SUBJECTS = {
    "heavy top, RK44, mass": lambda: _subject(_read("heavy_top"), "@MASS {15}", (14.0, 16.0), 1.0, 4.0),
    "springs and bushings, RK44": lambda: _subject(_springs(), "@STIFFNESS {200}", (190.0, 210.0), 1.0, 4.0),
    "chain of 20, RK44": lambda: _subject(_chain(RK44 % "MINIMAL_COORDINATES"), "@MASS {1}", (0.95, 1.05), 1.0, 3.0),
    "Puma, RK44": lambda: _subject(
        _by(RK44 % "MINIMAL_COORDINATES", _read("puma560")).replace("@SPECTRAL_RADIUS {0.9}", ""),
        *("@MASS {17.4}", (16.0, 19.0), 1.0, 3.0),
    ),
    "chain of 20, generalized-alpha": lambda: _subject(
        _chain(TREE % "GENERALIZED_ALPHA"), "@MASS {1}", (0.95, 1.05), 1.0, 2.5
    ),
    "Puma, generalized-alpha": lambda: _subject(
        _by(TREE % "GENERALIZED_ALPHA", _read("puma560")), "@MASS {17.4}", (16.0, 19.0), 1.0, 2.5
    ),
    "slider-crank, generalized-alpha": lambda: _subject(_read("slider_crank"), "@MASS {2}", (1.9, 2.1), 2.0, 2.5),
}


class Clock:
    """The processor time in time loops [s]."""

    seconds = 0.0


@contextmanager
def _timed_kernels() -> Iterator[Clock]:
    """Measure the time in the time loops of all cases."""
    clock, run = Clock(), Call.run

    def timed(self: Call) -> Any:
        began = time.process_time()
        try:
            return run(self)
        finally:
            if self._kernel == "advance":
                clock.seconds += time.process_time() - began

    Call.run = timed  # type: ignore[method-assign]  # measures the calls
    try:
        yield clock
    finally:
        Call.run = run  # type: ignore[method-assign]  # measures the calls


def _active_lanes(solve: Any, lanes: int) -> float:
    """Return the mean number of lanes that iterate in a correction. Each call of the kernel takes one step."""
    seen: list[np.ndarray] = []
    step, seconds = side_by_side.SideBySide._run, side_by_side.CALL_SECONDS

    def counted(self: side_by_side.SideBySide, *arguments: Any) -> Any:
        status = step(self, *arguments)
        position = self._position
        if "iterations" in position.kind.of_case:
            seen.append(position.numbers[position.kind.of_case.index("iterations")].copy())
        return status

    side_by_side.SideBySide._run, side_by_side.CALL_SECONDS = counted, 0.0  # type: ignore[method-assign]  # measures the calls
    try:
        solve(lanes, 2 + lanes)
    finally:
        side_by_side.SideBySide._run, side_by_side.CALL_SECONDS = step, seconds  # type: ignore[method-assign]  # measures the calls
    if not seen:
        return lanes
    each = np.diff(seen, axis=0)
    return float(each.sum() / each.max(axis=1).sum())


@pytest.mark.parametrize("name", SUBJECTS)
def test_gain_of_lanes(name):
    lanes, subject = lanes_of_processor(), SUBJECTS[name]()
    variation = Variation(parse_deck(subject.deck), Options(t_end=subject.end))
    kernels: dict[int, list[float]] = {1: [], lanes: []}

    def solve(count: int, cases: int) -> None:
        found = Ensemble.solve(variation, {"p": np.linspace(*subject.values, cases)}, 1, lanes=count)
        assert (found.status == "complete").all()

    def seconds(count: int) -> Seconds:
        with _timed_kernels() as clock:
            took = time_work(lambda: solve(count, CASES)) / CASES
        kernels[count].append(clock.seconds / CASES)
        return took

    active = _active_lanes(solve, lanes)
    seconds(lanes)
    (_, gain), (_, each) = in_turns(lambda: seconds(1), lambda: seconds(lanes), TURNS)
    alone, together = (float(np.median(kernels[count])) for count in (1, lanes))
    print(
        f"\n{name} ({subject.end:g} s, {lanes} lanes): {each * 1e3:.2f} ms a case, {gain:.2f} times as fast as alone (goal "
        f"{subject.goal:g}); kernel {together * 1e3:.2f} ms, {alone / together:.2f} times as fast; {active:.2f} active lanes"
    )
    assert gain > 1.5
