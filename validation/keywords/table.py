"""The derivatives with respect to each numeric keyword, and their deviation from sixth-order finite differences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import rbsolve
from rbsolve.ensemble.case import CaseSolver
from rbsolve.ensemble.variation import Variation
from rbsolve.language.table import Type
from rbsolve.parser.schema.registry import BY_DEFINITION, OBJECT_BLOCKS
from rbsolve.pipeline import Options, parse_deck
from rbsolve.validation.keywords.cases import WITHOUT, Deck, write_deck

Floats = NDArray[np.float64]
STEPS = [2.0**-k for k in range(5, 13)]
"""Steps of differences, relative to the size of the number."""
CLOSE = 1e-11
"""If the results of two steps differ by less than this relative amount, no third step is needed."""
GOAL = 1e-8
"""The relative error that all derivatives must satisfy."""
NOTHING = 1e-7
"""Sensors that move by less than this fraction of a number's relative change show no effect of the number."""
RESOLVED = 1e-6
"""Required relative accuracy of the differences, as a fraction of a sensor's derivatives."""
_WEIGHTS = ((1, 0.75), (2, -0.15), (3, 1.0 / 60.0))
_MARK = re.compile(r"<(?:(?P<name>\w+)=)?(?P<value>[^<>=]*)>")
_OPENED = re.compile(r"@(\w+)\s*\{")


class Mark(NamedTuple):
    """A number with respect to which a run is differentiated."""

    kind: str
    keyword: str
    parameter: str
    value: float


class RefusedValue(ValueError):
    """Another value of a number makes the deck wrong."""


class Outcome(NamedTuple):
    """The result for a number: the largest relative difference of a sensor's derivative, or the reason for a missing
    derivative.
    """

    deck: str
    mark: Mark
    error: float
    resolved: float
    """The relative error of the differences themselves."""
    reason: str = ""
    """The reason why the number has no tangent."""


def mark_numbers(deck: Deck) -> tuple[str, list[Mark]]:
    """Return a deck with a design parameter in place of each mark, and the marks."""
    text, marks = write_deck(deck), dict[str, Mark]()
    names = []
    for number, found in enumerate(_MARK.finditer(text), 1):
        opened = _OPENED.findall(text[: found.start()])
        definition = next(name for name in reversed(opened) if name in BY_DEFINITION)
        name = found["name"] or f"d{number}"
        names.append(name)
        marks[name] = Mark(BY_DEFINITION[definition].kind, opened[-1], name, float(found["value"]))
    following = iter(names)
    text = _MARK.sub(lambda _: f"#{next(following)}", text)
    own = " ".join(f"@DESIGN_PARAMETER_NAME {{#{m.parameter}}} @SCALAR_VALUE {{{m.value!r}}}" for m in marks.values())
    return f"@DESIGN_PARAMETERS_DEFINITION {{ {own} }}\n{text}", list(marks.values())


def outcomes(deck: Deck) -> Iterator[Outcome]:
    """Yield the results for each marked number of a deck."""
    text, marks = mark_numbers(deck)
    found = rbsolve.sensitivities(text, [mark.parameter for mark in marks], threads=1)
    without: dict[str, str] = {}
    for finding in found.findings:
        told = re.match(r"the derivatives with respect to (.*) are differences of runs: (.*)", finding.message)
        without |= dict.fromkeys(told[1].split(", "), told[2]) if told else {}
    solver = CaseSolver(Variation(parse_deck(text), Options()))
    for mark in marks:
        if mark.parameter in without:
            yield Outcome(deck.name, mark, np.nan, np.nan, without[mark.parameter])
            continue
        slopes = np.column_stack([found.sensitivity(sensor, mark.parameter) for sensor in found.sensors])
        widths = [found[sensor].shape[1] for sensor in found.sensors]
        try:
            yield Outcome(deck.name, mark, *_compare(slopes, widths, solver, mark))
        except RefusedValue as refusal:
            reason = str(refusal).partition(": ")[2]
            yield Outcome(deck.name, mark, np.nan, np.nan, f"with other values the deck has errors: {reason}")


def _compare(slopes: Floats, widths: Sequence[int], solver: CaseSolver, mark: Mark) -> tuple[float, float]:
    """Return two numbers: the largest difference of a sensor's derivatives, relative to its largest derivative, and the
    relative accuracy of the differences.

    Only sensors for which the differences are meaningful count. The results are NaN if there are no such sensors.
    """
    size = abs(mark.value) or 1.0
    count = len(widths)
    ends = np.cumsum([0, *widths])
    errors, resolved = np.full(count, np.nan), np.full(count, np.inf)
    before = _difference(solver, mark, STEPS[0] * size)
    for step in STEPS[1:]:
        now = _difference(solver, mark, step * size)
        for k in range(count):
            columns = slice(ends[k], ends[k + 1])
            largest = float(np.max(np.abs(now[:, columns])))
            apart = float(np.max(np.abs(now - before)[:, columns]))
            if largest > 0.0 and apart / largest < resolved[k]:
                resolved[k] = apart / largest
                errors[k] = float(np.max(np.abs(slopes - now)[:, columns])) / largest
        if np.all((resolved <= CLOSE) | ~np.isfinite(resolved)):
            break
        before = now
    told = resolved <= RESOLVED
    if not np.any(told):
        return (np.inf if np.max(np.abs(slopes)) * size > NOTHING else np.nan), np.nan
    worst = int(np.argmax(np.where(told, errors, -1.0)))
    return float(errors[worst]), float(resolved[worst])


def _difference(solver: CaseSolver, mark: Mark, step: float) -> Floats:
    """Return the derivatives of sensors by sixth-order finite differences."""
    cases = [{mark.parameter: mark.value + sign * k * step} for k, _ in _WEIGHTS for sign in (1.0, -1.0)]
    rows = []
    for solved in solver.solve_all(cases):
        if solved.status != "complete":
            raise RefusedValue(solved.message)
        rows.append(np.column_stack(list(solved.sensors.values())))
    pairs = zip(rows[::2], rows[1::2], _WEIGHTS, strict=True)
    return sum((weight * (above - below) for above, below, (_, weight) in pairs), np.zeros(())) / step


def keywords() -> Iterator[tuple[str, str]]:
    """Yield each kind of block with its numeric keywords. Keywords with respect to which no run may be differentiated
    are omitted."""
    for block in OBJECT_BLOCKS:
        for keyword in block.keywords:
            for each in (keyword, *keyword.children):
                takes_numbers = each.type in (Type.NUMBER, Type.NUMBER_OR_WORD, Type.EXPRESSION, Type.SIGNAL_EXPRESSION)
                if takes_numbers and not any(part in each.name for part in WITHOUT):
                    yield block.kind, each.key


def page(found: Sequence[Outcome]) -> str:
    """Return the page of the documentation."""
    rows = [
        f"| `{o.mark.kind}` | `{o.mark.keyword}` | {o.deck} | {_tell(o)} |"
        for o in sorted(found, key=lambda o: (o.mark.kind, o.mark.keyword))
    ]
    without = [f"- `{part}`: {reason}." for part, reason in WITHOUT.items()]
    return "\n".join([_HEAD, *rows, "", "The table omits keywords with these words in their names:", "", *without, ""])


def _tell(outcome: Outcome) -> str:
    if outcome.reason:
        reason = re.sub(r"<text>:\d+: ", "", outcome.reason).replace("|", "\\|")
        return f"| none: {reason}"
    if np.isnan(outcome.error):
        return "| no effect on any sensor of the deck"
    limited = outcome.error >= GOAL and outcome.error <= 10.0 * outcome.resolved
    return (
        f"{outcome.error:.0e} | {'accuracy of the differences: ' + format(outcome.resolved, '.0e') if limited else ''}"
    )


_HEAD = """<!-- Written by `python -m rbsolve.validation.keywords docs/derivatives-by-keyword.md`; do not edit. -->
# Derivatives with respect to all keywords

For each keyword that takes a number, a small deck sets this number by a design parameter. The table compares the tangents
(`rbsolve sensitivity`) with sixth-order finite differences of the same run. The error is the largest difference of a sensor over the run,
relative to the largest derivative of that sensor. If a keyword has no tangent, the table gives the reason from the note `no-tangent`.

| block | keyword | deck | error | note |
|---|---|---|---|---|"""
