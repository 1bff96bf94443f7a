"""Solves random models as cases in lanes and one by one: `python benchmarks/random_lanes.py 100 --lanes 8 --methods 3`.

The models are the models of random_models.py, without contacts, and with controllers instead of events. Some numbers vary,
in a third of the models by powers of ten. Some cases have errors in the deck, and some cases fail. Each case must have the
bits, the counts and the messages of the same case alone. A case that differs is shown, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from random_decks import METHODS, Method, RandomModel, spread, three

from rbsolve.ensemble.case import CaseRows, CaseSolver
from rbsolve.ensemble.variation import Variation
from rbsolve.ensemble.wanted import Wanted
from rbsolve.pipeline import Options, check_parsed, parse_deck
from rbsolve.pipeline.stages import Parsed
from rbsolve.solver.integrators.side_by_side import why_not

FIXED = [
    method
    for method in METHODS
    if method.integrator in ("EXPLICIT_RUNGE_KUTTA", "GENERALIZED_ALPHA") and "TOLERANCE" not in method.more
]
NUMBERS = {
    "mass": r"@MASS \{([^},]+)\}",
    "k": r"@(?:STIFFNESS|SPRING) \{([^},]+)[,}]",
    "rate": r"@INITIAL_(?:RATE|ANGULAR_VELOCITY) \{([^},]+)[,}]",
    "gain": r"@EXPRESSION \{([^}*]+)\*",
}
"""Numbers of a deck that vary. One of the places of each number is drawn by chance."""
SAME = ("status", "message", "outcome", "steps", "findings", "newton_iterations", "rejected_steps")


RATE_OF = {"POSITION": "VELOCITY", "RELATIVE_ROTATION": "RELATIVE_ROTATION_RATE"}
"""The sensors of the rates of the quantities that controllers measure."""


class SmoothModel(RandomModel):
    """A random model without contacts and events, and mostly without friction and stops. A controller may replace an
    event.
    """

    def __init__(self, seed: int) -> None:
        self.controls = random.Random(f"controls {seed}")
        super().__init__(seed)

    def contact(self) -> None:
        """Add no contact."""

    def convex_contact(self) -> None:
        """Add no contact."""

    def event(self) -> None:
        """Add a controller with one or two forces instead of an event."""
        chance = self.controls
        of, kind = chance.choice(self.measures or [(self.bodies[0], "POSITION")])
        component = "3" if kind == "POSITION" else "1"
        for name, shown in (("place", kind), ("speed", RATE_OF.get(kind, "RELATIVE_DISPLACEMENT_RATE"))):
            self.sensor(name, shown, of)
            self.add("SIGNAL", f"{name}_now", f"@MEASURE {{{name}, {component}}}")
        gain, damping = spread(chance, 1.0, 1e3), spread(chance, 0.01, 10.0)
        self.add("SIGNAL", "drive", f"@EXPRESSION {{{gain}*(0.1*sin(3*t) - place_now) - {damping}*speed_now}}")
        followed = ["drive"]
        if chance.random() < 0.5:
            lag = f"@TIME_CONSTANT {{{spread(chance, 0.01, 0.3)}}}"
            self.add("SIGNAL", "late", f"@SIGNAL_TYPE {{FIRST_ORDER_LAG}} @INPUT {{drive}} {lag}")
            self.add("SIGNAL", "sum", "@SIGNAL_TYPE {INTEGRATOR} @INPUT {late}")
            followed = chance.choice((["late"], ["sum", "drive"]))
        for number, signal in enumerate(followed):
            force = f"@AT_POINT {{0.1, 0, {chance.uniform(0, 1):.4g}}} @APPLIED_FORCES {{{three(chance)}}}"
            body = chance.choice(self.bodies)
            self.add("DEAD_LOAD", f"pull_{number}", f"@CONNECTED_TO_BODY {{{body}}} {force} @SIGNAL_NAME {{{signal}}}")
        self.sensor("driven", "SIGNAL", "drive")

    def joint(self, kind: str, ends: tuple[str, str], at: str, axis: str, rates: bool = True) -> None:
        """Add a joint, mostly without friction and stops."""
        super().joint(kind, ends, at, axis, rates)
        if self.more.random() < 0.9:
            self.blocks[-1] = re.sub(r"@(STOPS|FRICTION_FORCE|FRICTION) \{[^}]*\}", "", self.blocks[-1])


class Trial(NamedTuple):
    """A deck and its cases, in a number of lanes."""

    seed: int
    method: Method
    parsed: Parsed
    cases: list[dict[str, float]]


def trials(seeds: Sequence[int], lanes: int, methods: int | None) -> Iterator[Trial]:
    """Yield the models that run in lanes, and all or some of the methods for each model."""
    for seed in seeds:
        chance = random.Random(f"lanes {seed}")
        for method in FIXED if methods is None else chance.sample(FIXED, methods):
            text, values = _with_parameters(SmoothModel(seed).deck(method), random.Random(seed))
            parsed = parse_deck(text)
            checked = check_parsed(parsed, Options())
            if not checked.has_errors and checked.compiled is not None and not why_not(checked.compiled):
                yield Trial(seed, method, parsed, _cases(values, lanes, chance))


def _with_parameters(text: str, chance: random.Random) -> tuple[str, dict[str, float]]:
    """Return a deck with some numbers as parameters, and the values of these parameters."""
    values, head = {}, ""
    for name, pattern in NUMBERS.items():
        places = list(re.finditer(pattern, text))
        if places:
            place = chance.choice(places)
            values[name] = float(place[1])
            text = f"{text[: place.start(1)]}#{name}{text[place.end(1) :]}"
            head += (
                f"@DESIGN_PARAMETERS_DEFINITION {{ @DESIGN_PARAMETER_NAME {{#{name}}} @SCALAR_VALUE {{{place[1]}}} }}\n"
            )
    return head + text, values


def _cases(values: Mapping[str, float], lanes: int, chance: random.Random) -> list[dict[str, float]]:
    """Return cases that fill some groups of lanes, completely or almost completely. Some of the cases are invalid."""
    count, is_wide = chance.choice((3, lanes, lanes + 1, 2 * lanes - 1, 2 * lanes + 1)), chance.random() < 0.33

    def factor() -> float:
        return float(10.0 ** chance.uniform(-1.5, 1.5)) if is_wide else chance.uniform(0.9, 1.1)

    cases = [{name: value * factor() for name, value in values.items()} for _ in range(count)]
    for name, wrong in (("mass", (-1.0,)), ("rate", (1e4, 1e200)), ("k", (1e9, 1e300))):
        if name in values and chance.random() < 0.3:
            cases[chance.randrange(count)][name] = chance.choice(wrong)
    return cases


def solve(trial: Trial, lanes: int) -> tuple[list[CaseRows], int]:
    """Return the rows of all cases, and the number of cases that were in lanes."""
    solver = CaseSolver(Variation(trial.parsed, Options()), wanted=Wanted(lanes, len(trial.cases)))
    together, go_on = [], solver._lanes.go_on
    solver._lanes.go_on = lambda engine, state: (together.append(state), go_on(engine, state))  # type: ignore[method-assign, assignment, func-returns-value]  # counts the calls
    return list(solver.solve_all(trial.cases)), len(together)


def differences(one: CaseRows, other: CaseRows) -> list[str]:
    """Return the names of the results in which a case differs."""
    found = [name for name in SAME if getattr(one, name) != getattr(other, name)]
    if other.time.tobytes() != one.time.tobytes():
        found.append("time")
    return found + [name for name, rows in one.sensors.items() if other.sensors[name].tobytes() != rows.tobytes()]


def main() -> int:
    """Run the trials, and print the report to standard output."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int, nargs="?", default=20, help="models")
    parser.add_argument("--first", type=int, default=0, metavar="SEED", help="seed of the first model")
    parser.add_argument("--lanes", type=int, default=4)
    parser.add_argument("--methods", type=int, help="for each model, drawn by chance (default: all)")
    arguments = parser.parse_args()
    counts: Counter[str] = Counter()
    seeds = range(arguments.first, arguments.first + arguments.count)
    for trial in trials(seeds, arguments.lanes, arguments.methods):
        alone, _ = solve(trial, 1)
        together, in_lanes = solve(trial, arguments.lanes)
        counts["models with a method"] += 1
        counts["cases"] += len(alone)
        counts["cases in lanes"] += in_lanes
        counts["cases that fail"] += sum(case.status != "complete" for case in alone)
        for number, (one, other) in enumerate(zip(alone, together, strict=True)):
            if found := differences(one, other):
                counts["different cases"] += 1
                print(
                    f"--- model {trial.seed}, {trial.method}, case {number} {trial.cases[number]}: {found}", flush=True
                )
    print(", ".join(f"{count} {what}" for what, count in counts.items()))
    return int(counts["different cases"] > 0)


if __name__ == "__main__":
    sys.exit(main())
