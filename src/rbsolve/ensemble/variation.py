"""Represents a deck whose parameters vary from case to case. Work that does not depend on the parameters is done only
once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from rbsolve.language.recall import Recall
from rbsolve.parser.description.again import Again
from rbsolve.pipeline import (
    CheckedDeck,
    Options,
    Parameter,
    check_described,
    check_parsed,
    describe_parsed,
    with_settings,
)

if TYPE_CHECKING:
    from rbsolve.language.described import Description
    from rbsolve.language.diagnostics import Diagnostic, Diagnostics
    from rbsolve.pipeline import Parsed


class _Known(NamedTuple):
    """The data that all cases share if they change only the parameters `varied`."""

    again: Again
    varied: frozenset[str]
    of_all: Sequence[Diagnostic]
    """The diagnostics that every case has, whatever values its parameters have."""


class DescribedCase(NamedTuple):
    """A case whose blocks are described, but which has not been compiled yet."""

    options: Options
    parameters: frozenset[str]
    """The names of the parameters that the case sets."""
    known: _Known | None = None
    described: tuple[Description, Diagnostics] | None = None
    """The description of the case's blocks, or None if the deck must be described as a whole."""


class Variation:
    """A deck and the options of all its cases."""

    def __init__(self, parsed: Parsed, options: Options) -> None:
        self._parsed, self._options = parsed, with_settings(options)
        self._known: _Known | None = None  # other threads may replace this object

    def options(self, parameters: Mapping[str, Parameter]) -> Options:
        """Return the options of a case, whose parameters are added to the common parameters."""
        return self._options._replace(parameters={**self._options.parameters, **parameters})

    def check(
        self, parameters: Mapping[str, Parameter], recall: Recall | None = None, *, examines: bool = True
    ) -> CheckedDeck:
        """Return the checked and compiled case, as `check_parsed` returns it.

        `recall` is the caller's cache, which reuses results of earlier cases. Warnings that take long are sought only
        with `examines`.
        """
        return self.compile(self.describe(parameters), recall, examines=examines)

    def describe(self, parameters: Mapping[str, Parameter]) -> DescribedCase:
        """Describe a case. This is the first half of a check."""
        options, known = self.options(parameters), self._known
        names = frozenset(parameters)
        if known is None or not names <= known.varied:
            return DescribedCase(options, names)
        return DescribedCase(options, names, known, known.again.describe(options.parameters))

    def describe_together(self, parameters: Mapping[str, Any]) -> DescribedCase | None:
        """Describe many cases at once, with their numbers as `Many`. Return None if the deck must be described as a
        whole.
        """
        case = self.describe(parameters)
        return None if case.described is None else case

    def describe_later(self, options: Options) -> Description:
        """Return the description of a case that an earlier check has found valid."""
        assert self._known is not None
        return self._known.again.describe_later(options.parameters)

    def parameters(self, parameters: Mapping[str, Parameter]) -> Mapping[str, Parameter]:
        """Return all design parameters of a case."""
        known = self.describe(parameters).described
        description = known[0] if known else describe_parsed(self._parsed, self.options(parameters))[0]
        return description.parameters

    def compile(
        self,
        case: DescribedCase,
        recall: Recall | None = None,
        *,
        of_many: bool = False,
        is_given: bool = False,
        examines: bool = True,
    ) -> CheckedDeck:
        """Compile a described case. This is the second half of a check. The other arguments have the same meaning as in
        `compile_deck`.
        """
        options, _, known, described = case
        if known is None:
            return self._check_first(case, examines)
        if described is None:
            return check_parsed(self._parsed, options)
        described[1].extend(known.of_all)
        if recall is None:
            return check_described(*described, options, examines=examines)
        with recall.of(known.again):
            return check_described(*described, options, of_many=of_many, is_given=is_given, examines=examines)

    def _check_first(self, case: DescribedCase, examines: bool) -> CheckedDeck:
        """Check a case that changes parameters which no earlier case has changed."""
        options, known = case.options, self._known
        description, diagnostics = describe_parsed(self._parsed, options)
        found = list(diagnostics)
        checked = check_described(description, diagnostics, options, examines=examines)
        checked = checked._replace(parsed=self._parsed)
        varied = case.parameters if known is None else known.varied | case.parameters
        if not checked.diagnostics.has_errors and (known is None or varied != known.varied):
            again = Again(self._parsed.tree, options.parameters, description, varied)
            described = again.describe(options.parameters)
            own = [] if described is None else list(described[1])
            self._known = _Known(again, varied, [finding for finding in found if finding not in own])
        return checked
