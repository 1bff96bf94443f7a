"""One deck with other and other parameters: what does not depend on them is done once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from rbsolve.parser.description.again import Again
from rbsolve.parser.description.recall import Recall
from rbsolve.pipeline import CheckedDeck, Options, Parameter, check_described, check_parsed

if TYPE_CHECKING:
    from rbsolve.parser.description.described import Description
    from rbsolve.parser.diagnostics import Diagnostics
    from rbsolve.pipeline import Parsed


class DescribedCase(NamedTuple):
    """A case on its way to a checked deck."""

    options: Options
    described: tuple[Description, Diagnostics] | None
    """None where the deck has to be described as a whole."""


class Variation:
    """A deck and the options of all its cases."""

    def __init__(self, parsed: Parsed, options: Options) -> None:
        self._parsed, self._options = parsed, options
        self._others = options[1:]  # all but the parameters
        self._again: Again | None = None

    def options(self, parameters: Mapping[str, Parameter]) -> Options:
        """The options of a case; its parameters are added to those of all."""
        return Options({**self._options.parameters, **parameters}, *self._others)

    def check(self, parameters: Mapping[str, Parameter], recall: Recall | None = None) -> CheckedDeck:
        """A case checked and compiled: what `check_parsed` gives, findings that do not depend on parameters left out.

        `recall` is the caller's own: what the cases before gave is then not computed again.
        """
        return self.compile(self.describe(parameters), recall)

    def describe(self, parameters: Mapping[str, Parameter]) -> DescribedCase:
        """The first half of a check."""
        options = self.options(parameters)
        return DescribedCase(options, None if self._again is None else self._again.describe(options.parameters))

    def compile(self, case: DescribedCase, recall: Recall | None = None) -> CheckedDeck:
        """The other half."""
        options, described = case
        if self._again is None:
            return self._check_first(options)
        if described is None:
            return check_parsed(self._parsed, options)
        if recall is None:
            return check_described(*described, options)
        with recall:
            return check_described(*described, options)

    def _check_first(self, options: Options) -> CheckedDeck:
        checked = check_parsed(self._parsed, options)
        if checked.description is not None and not checked.diagnostics.has_errors:
            self._again = Again(self._parsed.tree, checked.description)
        return checked
