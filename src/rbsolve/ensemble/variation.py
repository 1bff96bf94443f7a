"""One deck with other and other parameters: what does not depend on them is done once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rbsolve.parser.description.again import Again
from rbsolve.parser.description.recall import Recall
from rbsolve.pipeline import CheckedDeck, Options, Parameter, check_described, check_parsed, describe_parsed

if TYPE_CHECKING:
    from rbsolve.parser.description.described import Description
    from rbsolve.parser.diagnostics import Diagnostic, Diagnostics
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
        self._of_all: Sequence[Diagnostic] = ()
        """What the description of every case has to report, whatever its parameters."""

    def options(self, parameters: Mapping[str, Parameter]) -> Options:
        """The options of a case; its parameters are added to those of all."""
        return Options({**self._options.parameters, **parameters}, *self._others)

    def check(self, parameters: Mapping[str, Parameter], recall: Recall | None = None) -> CheckedDeck:
        """A case checked and compiled, what `check_parsed` gives.

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
        described[1].extend(self._of_all)
        if recall is None:
            return check_described(*described, options)
        with recall:
            return check_described(*described, options)

    def _check_first(self, options: Options) -> CheckedDeck:
        description, diagnostics = describe_parsed(self._parsed, options)
        found = list(diagnostics)
        checked = check_described(description, diagnostics, options)._replace(parsed=self._parsed)
        if not checked.diagnostics.has_errors:
            again = Again(self._parsed.tree, description)
            described = again.describe(options.parameters)
            own = [] if described is None else list(described[1])
            self._of_all = [finding for finding in found if finding not in own]
            self._again = again
        return checked
