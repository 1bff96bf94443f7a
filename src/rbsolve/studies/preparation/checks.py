"""Checks a request against its deck, before anything is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from rbsolve.ensemble.envelopes import split_kept
from rbsolve.language.diagnostics import Code, Diagnostics, Source, Span
from rbsolve.parser.description.suggestions import Suggestions
from rbsolve.pipeline import CheckedDeck, Options, check_deck, check_runnable
from rbsolve.studies.design.cases import CaseTable, make_cases

if TYPE_CHECKING:
    from rbsolve.studies.design.request import StudyDesign


@dataclass(frozen=True, slots=True)
class Prepared:
    """A request that agrees with its deck."""

    request: StudyDesign
    checked: CheckedDeck
    table: CaseTable


def check_request(request: StudyDesign, keep: Sequence[str] | None, diagnostics: Diagnostics) -> Prepared | None:
    """Check a request against its deck. Return None if the check adds errors to `diagnostics`.

    The deck is checked as given. If the deck has errors, it is checked with the parameters of the first case. Cases
    with invalid parameters fail later, one by one.
    """
    options = Options(
        integrator=request.integrator,
        formulation=request.formulation,
        step=request.step,
        t_end=request.t_end,
        start_from=request.start_from,
        allow_include=request.allow_include,
        method_options=request.method_options,
    )
    try:
        checked = check_deck(request.deck, options)
    except OSError as error:
        message = f"cannot read the deck {request.deck}: {error.strerror or error}"
        diagnostics.error(Code.INCLUDE_ERROR, message, request.deck_span)
        return None
    check_runnable(checked)
    found: list[CaseTable] = []
    if checked.description is not None:
        description = checked.description
        declared = {name.removeprefix("#"): np.atleast_1d(value).size for name, value in description.parameters.items()}
        table = make_cases(request, declared, diagnostics)
        if table is not None:
            found = [table]
    if diagnostics.has_errors:
        if checked.has_errors:
            diagnostics.extend(checked.diagnostics)
        return None
    if checked.compiled is None and found:
        checked = check_deck(request.deck, options._replace(parameters=found[0].case(0)))
        check_runnable(checked)
    diagnostics.extend(checked.diagnostics)
    if checked.solvable is None or not found:
        return None
    _check_sensors(keep, checked, request, diagnostics)
    _check_responses(request, checked, diagnostics)
    return None if diagnostics.has_errors else Prepared(request, checked, found[0])


def _check_sensors(
    keep: Sequence[str] | None, checked: CheckedDeck, request: StudyDesign, diagnostics: Diagnostics
) -> None:
    names = [sensor.name for sensor in checked.sensors]
    for name in split_kept(keep)[0] or ():
        if name not in names:
            hint = Suggestions().did_you_mean(name, names) or f"there are {', '.join(names[:12])}"
            place = Span(Source("--keep", name), 1, 1, 1, len(name) + 1)
            diagnostics.error(Code.UNRESOLVED_REFERENCE, f"the deck has no sensor `{name}`", place, hint)


def _check_responses(request: StudyDesign, checked: CheckedDeck, diagnostics: Diagnostics) -> None:
    """Check the responses of a study file. Each response has its own place."""
    if not request.responses:
        return
    from rbsolve.results.scalars.reading import ScalarTextError
    from rbsolve.results.scalars.scalar import Scalar

    sensors = {plan.name: plan for plan in checked.sensors}
    for name, (text, place) in request.responses.items():
        try:
            Scalar(text, sensors, checked.contents.parameters)
        except ScalarTextError as error:
            diagnostics.error(Code.INVALID_VALUE, f"response `{name}`: {error.message}", place, error.hint)


def check_responses(prepared: Prepared, responses: Mapping[str, str]) -> None:
    """Raise ScalarError for responses that are not scalars of the deck."""
    from rbsolve.results.scalars.scalar import Scalar

    description = prepared.checked.contents
    sensors = {plan.name: plan for plan in prepared.checked.sensors}
    for text in responses.values():
        Scalar(text, sensors, description.parameters)


def with_numbers(options: Options, checked: CheckedDeck) -> Options:
    """Return the options. Values of parameters are converted to the numbers that the deck reads."""
    values = {name.removeprefix("#"): value for name, value in checked.contents.parameters.items()}
    return options._replace(parameters={name: values[name.removeprefix("#")] for name in options.parameters})
