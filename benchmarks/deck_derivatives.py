"""Tangents of decks compared with sixth-order differences of runs, with respect to random numbers of each deck.

`python benchmarks/deck_derivatives.py LOG [--numbers N] [--seed S] [--seconds T] [DECK ...]` takes the design parameters
of each deck, and N random numbers of its keywords. The script solves the first part of the run, and adds a row for each
number to the log at once. A deck ends after T seconds of CPU time. Started again with the same log, the script continues
after the last row. The exit code is 1 if a derivative is wrong by more than its reported error. Without decks, the
script uses all decks of the project, short decks first.

`python benchmarks/deck_derivatives.py docs/figures/data/deck_derivatives.log --page` writes the page
docs/derivatives-by-deck.md from the log, without a run.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import re
import resource
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import rbsolve
from rbsolve.pipeline import Options, check_deck, parse_deck
from rbsolve.sensitivity.differences import Runs
from rbsolve.validation.keywords.cases import WITHOUT
from rbsolve.validation.keywords.table import keywords

Floats = NDArray[np.float64]
ROOT = Path(__file__).parents[1]
FOLDERS = ("decks", "validation/decks", "docs/how-to", "docs/tutorial")
MOST_STEPS = 300
"""The largest number of steps of a run."""
STEPS = [2.0**-k for k in range(6, 16, 2)]
"""Steps of differences, relative to the size of the number."""
WEIGHTS = ((1, 0.75), (2, -0.15), (3, 1.0 / 60.0))
CLOSE, GOAL = 1e-11, 1e-8
"""Relative accuracy of differences that is sufficient, and the goal for derivatives."""
VAGUE = 1e-3
"""Differences with larger relative errors never show an error of a derivative."""
ROUND_OFF = 1e-10
"""Smaller errors are round-off of derivatives and differences, and depend on the processor."""
NOISE = 1e-11
"""Differences of sensors below this fraction of their values are round-off."""
_KEYWORD = re.compile(r"@(\w+)\s*\{([^{}@]*)\}")
_COMMENT = re.compile(r"!.*")
_LITERAL = re.compile(r"(?<![\w#.^])(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?![\w.])")


class Compared(NamedTuple):
    """The comparison of the derivatives of a sensor with respect to a number. All errors are relative to the largest
    derivative of the sensor.
    """

    sensor: str
    error: float
    resolved: float
    """The accuracy of the differences."""
    reported: float

    @property
    def is_sharp(self) -> bool:
        """Return whether the comparison decides if the error is below the goal."""
        return is_sharp(self.error, self.resolved)

    @property
    def is_silent(self) -> bool:
        """Return whether the error exceeds the goal, the accuracy of differences, and the reported error."""
        return self.resolved < VAGUE and self.error > max(GOAL, 30.0 * self.resolved, 3.0 * self.reported)


def is_sharp(error: float, resolved: float) -> bool:
    """Return whether differences with the accuracy `resolved` decide if an error is below the goal."""
    return error < GOAL or error > 3.0 * resolved


def literals(text: str) -> list[tuple[int, int]]:
    """Return the places of the numbers with respect to which a run may be differentiated."""
    names = {key for _, key in keywords()}
    bare = _COMMENT.sub(lambda comment: " " * len(comment[0]), text)
    found = []
    for keyword in _KEYWORD.finditer(bare):
        if keyword[1] in names and not any(part in keyword[1] for part in (*WITHOUT, "TIME_RANGE", "OUTPUT_STEP")):
            start = keyword.start(2)
            found += [(start + each.start(), start + each.end()) for each in _LITERAL.finditer(keyword[2])]
    return found


def mark(text: str, places: Sequence[tuple[int, int]]) -> tuple[str, dict[str, str]]:
    """Return a deck with parameters n1, n2 ... in place of some numbers, with a description of each parameter."""
    told, declared = {}, []
    for k, (first, last) in reversed(list(enumerate(sorted(places), 1))):
        line = text.count("\n", 0, first) + 1
        keyword = re.findall(r"@(\w+)\s*\{", text[:first])[-1]
        told[f"n{k}"] = f"{keyword} {text[first:last]} (line {line})"
        declared.append(f"@DESIGN_PARAMETER_NAME {{#n{k}}} @SCALAR_VALUE {{{text[first:last]}}}")
        text = f"{text[:first]}#n{k}{text[last:]}"
    if declared:
        text = f"{text}\n@DESIGN_PARAMETERS_DEFINITION {{ {' '.join(declared)} }}\n"
    return text, told


def short_end(text: str) -> float | None:
    """Return the end time of a run with few steps, or None for a deck whose whole run is short."""
    checked = check_deck(text)
    if checked.compiled is None or checked.model.analysis != "DYNAMIC":
        return None
    schedule = checked.model.schedule
    is_adaptive = checked.model.method.is_adaptive
    outputs = schedule.intervals // 10 if is_adaptive else MOST_STEPS // max(1, schedule.steps_each)
    end = schedule.start + max(3, outputs) * schedule.spacing
    return end if end < schedule.stop else None


def is_valid(text: str, name: str) -> bool:
    """Return whether the deck has no errors with a larger value and with a smaller value of the number."""
    value = check_deck(text).contents.parameters[name]
    if not isinstance(value, float | int):
        return False
    sides = (value + sign * 2.0**-6 * (abs(value) or 1.0) for sign in (1.0, -1.0))
    return all(check_deck(text, Options(parameters={name: side})).solvable is not None for side in sides)


def _difference(runs: Runs, given: dict[str, float], name: str, step: float) -> tuple[dict[str, Floats], str]:
    """Return differences of sensors. All other `given` parameters keep their values, as for tangents."""
    solved = runs.solve([{**given, name: given[name] + sign * k * step} for k, _ in WEIGHTS for sign in (1.0, -1.0)])
    flaw = next((rows.message for rows in solved if rows.status != "complete"), "")
    if flaw or len({len(rows.time) for rows in solved}) > 1:
        return {}, flaw or "the number of rows differs"
    pairs = list(zip(solved[::2], solved[1::2], WEIGHTS, strict=True))
    found = {}
    for sensor in solved[0].sensors:
        each = [weight * (above.sensors[sensor] - below.sensors[sensor]) for above, below, (_, weight) in pairs]
        found[sensor] = sum(each, np.zeros(())) / step
    return found, ""


def compare(
    runs: Runs,
    given: dict[str, float],
    name: str,
    slopes: dict[str, Floats],
    reported: dict[str, float],
    scales: dict[str, float],
) -> tuple[list[Compared], str]:
    """Compare derivatives with differences of decreasing steps. Also return the reason why differences fail."""
    size = abs(given[name]) or 1.0
    best: dict[str, Compared] = {}
    before, flaw = {}, ""
    for step in STEPS:
        now, flaw = _difference(runs, given, name, step * size)
        for sensor in slopes if before and now else ():
            largest = max(float(np.max(np.abs(each[sensor]), initial=0.0)) for each in (now, slopes))
            if largest * size <= max(NOISE, 1e-14 / step) * scales[sensor]:
                continue
            resolved, error = (
                float(np.max(np.abs(each[sensor] - now[sensor]), initial=0.0)) / largest for each in (before, slopes)
            )
            resolved = max(resolved, 1e-14 * scales[sensor] / (largest * step * size))
            if sensor not in best or resolved < best[sensor].resolved:
                best[sensor] = Compared(sensor, error, resolved, reported[sensor] / largest)
        if before and not best:
            break  # no sensor moves by more than round-off
        before = now
        if best and all(each.resolved <= CLOSE or each.error < GOAL / 30.0 for each in best.values()):
            break
    return list(best.values()), "" if best else flaw


def told_of(results: rbsolve.Results, name: str) -> str:
    """Return the diagnostics about the derivative with respect to a number."""
    codes = [f.code for f in results.findings if re.search(rf"\b{re.escape(name)}\b", f"{f.message} {f.object}")]
    return ", ".join(dict.fromkeys(codes))


class Log(NamedTuple):
    """Rows of the comparison in a file."""

    path: Path

    def add(self, line: str) -> None:
        """Append a row to the file, and print it."""
        print(line, flush=True)
        with self.path.open("a") as file:
            file.write(f"{line}\n")

    def starting(self, start: str) -> str:
        """Return the last row that begins with a text."""
        rows = self.path.read_text().splitlines() if self.path.exists() else []
        return next((row for row in reversed(rows) if row.startswith(start)), "")


def chosen_numbers(path: Path, count: int, seed: int) -> tuple[str, dict[str, str], list[str]]:
    """Return a deck with parameters in place of random numbers, descriptions of these, and all names to compare."""
    chosen, text = random.Random(f"{seed} {path.name}"), path.read_text()
    places = literals(text)
    chosen.shuffle(places)
    taken: list[tuple[int, int]] = []
    for place in places:
        if len(taken) < count and is_valid(mark(text, [place])[0], "n1"):
            taken.append(place)
    text, told = mark(text, taken)
    names = [n for n, v in check_deck(text).contents.parameters.items() if isinstance(v, float) and is_valid(text, n)]
    return text, told, [n for n in names if n in told] + [n for n in names if n not in told][: 2 * count]


def examine(path: Path, count: int, seed: int, log: Log) -> None:
    """Add the comparison of a deck to the log."""
    os.chdir(path.parent)
    text, told, names = chosen_numbers(path, count, seed)
    end = short_end(text)
    try:
        found = rbsolve.sensitivities(text, names, threads=1, t_end=end)
    except (rbsolve.DeckError, rbsolve.SolveError, ValueError) as error:
        log.add(f"{path.name:34} refused: {error}")
        return
    parsed, options = parse_deck(text), Options(t_end=end)
    runs = Runs(parsed, check_deck(text, options).model, options, list(found.sensors), 1)
    scales = {sensor: float(np.max(np.abs(found[sensor]), initial=0.0)) for sensor in found.sensors}
    parameters = check_deck(text).contents.parameters
    given = {name: float(np.asarray(parameters[name])) for name in names}
    for name in names:
        line = f"{path.name:34} {told.get(name, name):44}"
        if not log.starting(line):
            log.add(f"{line} {row(runs, found, given, name, scales)}")


def row(runs: Runs, found: rbsolve.Results, given: dict[str, float], name: str, scales: dict[str, float]) -> str:
    """Return the worst comparison of the derivatives with respect to a number, as text."""
    try:
        slopes = {sensor: found.sensitivity(sensor, name) for sensor in found.sensors}
    except KeyError:
        return f"none: {told_of(found, name)}"
    folder = found.file[f"sensitivities/{name}"]
    reported = {sensor: float(np.max(folder[sensor].attrs["estimated_error"], initial=0.0)) for sensor in slopes}
    compared, flaw = compare(runs, given, name, slopes, reported, scales)
    method = folder[next(iter(slopes))].attrs["method"]
    if not compared:
        return f"{method}: {flaw or 'no effect'}"
    coarse = [each.sensor for each in compared if not each.is_sharp]
    worst = max(compared, key=lambda each: (each.is_silent, each.is_sharp, each.error))
    return (
        f"{method[:4]} {worst.error:7.1e} differences {worst.resolved:7.1e} reported {worst.reported:7.1e} "
        f"{worst.sensor}{' WRONG' if worst.is_silent else ''} {told_of(found, name)}"
        f"{' | unresolved: ' + ', '.join(coarse) if coarse else ''}"
    )


def examine_within(path: Path, given: argparse.Namespace) -> None:
    """Compare the derivatives of a deck in a child process, which ends after the given CPU time."""
    log, start = Log(given.log.resolve()), os.times()
    if re.search(r": (complete|stopped)", log.starting(f"{path.name:34} :")):
        return
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_CPU, (given.seconds, given.seconds))
        try:
            examine(path, given.numbers, given.seed, log)
        except Exception as error:  # a defect in one deck must not end the comparison of the others
            log.add(f"{path.name:34} failed: {type(error).__name__}: {error}")
        os._exit(0)
    _, status = os.waitpid(child, 0)
    end = os.times()
    spent = end.children_user + end.children_system - start.children_user - start.children_system
    log.add(f"{path.name:34} : {'stopped' if status else 'complete'} after {spent:.0f} s")


class Row(NamedTuple):
    """A row of the log with a comparison."""

    deck: str
    number: str
    error: float
    resolved: float
    told: str

    @property
    def is_sharp(self) -> bool:
        """Return whether the comparison decides if the error is below the goal."""
        return is_sharp(self.error, self.resolved)


def rows_of(log: str) -> dict[str, list[Row]]:
    """Return the rows of a log with comparisons, by deck."""
    rows: dict[str, list[Row]] = {}
    for line in log.splitlines():
        if found := _ROW.match(line):
            deck, number, error, resolved, told = found.groups()
            row = Row(deck, number.strip(), float(error), float(resolved), told.replace("WRONG", "").strip())
            rows.setdefault(deck, []).append(row)
    return rows


def largest_error(rows: Sequence[Row]) -> float:
    """Return the error that the page gives for a deck: its largest error with two digits, rounded up."""
    error = max(ROUND_OFF, *(row.error for row in rows))
    unit = 10.0 ** (math.floor(math.log10(error)) - 1)
    return math.ceil(error / unit * (1.0 - 1e-12)) * unit


def _tell(error: float) -> str:
    return f"{error:.1e}" if error > ROUND_OFF else f"below {ROUND_OFF:.0e}"


def page(log: str) -> str:
    """Return the page of the documentation from a log."""
    lines, met, every, compared = [], 0, 0, 0
    for deck, rows in sorted(rows_of(log).items()):
        sharp = [row for row in rows if row.is_sharp]
        if sharp:
            error = largest_error(sharp)
            above = error > GOAL
            told = ", ".join(dict.fromkeys(row.told for row in sharp if row.error > GOAL and row.told))
            why = CAUSES.get(deck, "") if above else ""
            lines.append(f"| `{deck}` | {len(sharp)} | {_tell(error)} | {'; '.join(filter(None, (told, why)))} |")
            met, every, compared = met + (not above), every + 1, compared + len(sharp)
    coarse = sum(not row.is_sharp for rows in rows_of(log).values() for row in rows)
    head = _HEAD.format(decks=every, met=met, compared=compared, coarse=coarse)
    return "\n".join([head, *lines, ""])


PAGE = ROOT / "docs" / "derivatives-by-deck.md"
CAUSES = {
    "bricard.deck": "the mechanism is mobile only for one value of this number, so no derivative exists",
    "flyball_governor.deck": "tolerance of the iteration; with `@RELATIVE_TOLERANCE {1e-10}`, the error is 3.5e-9",
}
"""The causes of errors above the goal, by deck."""
_ROW = re.compile(r"(\S+\.deck) +(.*?) +(?:tang|diff) +(\S+) differences +(\S+) reported +\S+ \S+(.*)")
_HEAD = """<!-- Written by `python benchmarks/deck_derivatives.py docs/figures/data/deck_derivatives.log --page`; do not edit. -->
# Derivatives of decks

The script `benchmarks/deck_derivatives.py` compares derivatives of decks with sixth-order finite differences of runs.
For each deck, it takes up to six design parameters and up to three random numbers of keywords. The runs have at most 300
steps. With adaptive methods, they have a tenth of the output rows. The steps of the differences are 2^-6 to 2^-14 of the
number, and the most accurate differences count.

The error is the largest difference of a sensor over the run, relative to the largest derivative of that sensor. The
table gives the largest error of all numbers and sensors, rounded up. Numbers that move no sensor are omitted.

The table has {compared} numbers in {decks} decks. In {met} decks, all errors are below 1e-8. The last column gives the
diagnostics of larger errors, and their causes. The table omits sensors for which the differences are not accurate enough
to show whether an error exceeds 1e-8. For {coarse} further numbers, no other sensor remains.

| deck | numbers | largest error | diagnostics and causes |
|---|---|---|---|"""


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("log", type=Path)
    parser.add_argument("decks", nargs="*", type=Path)
    parser.add_argument("--numbers", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--page", action="store_true", help="only write the page of the documentation from the log")
    given = parser.parse_intermixed_args(arguments)
    if given.page:
        PAGE.write_text(page(given.log.read_text()))
        return 0
    every = (deck for folder in FOLDERS for deck in (ROOT / folder).glob("*.deck"))
    given.log.touch()
    for deck in given.decks or sorted(every, key=lambda deck: (deck.stat().st_size, deck.name)):
        examine_within(deck.resolve(), given)
    return int(" WRONG" in given.log.read_text())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
