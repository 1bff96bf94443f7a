"""Parses the names of methods, such as `RK44`, `LOBATTO_IIIA_B:3`, or
`GENERALIZED_ALPHA:NEWTON=MODIFIED:SPECTRAL_RADIUS=0.8`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rbsolve.language.diagnostics import Diagnostics
from rbsolve.parser.description.method_options import method_of, read_options
from rbsolve.parser.schema.integrators import FORMULATIONS_OF, TABLEAUX

_VARIANTS = ("TABLEAU", "NUMBER_OF_STAGES")


@dataclass(frozen=True, slots=True)
class ComparedMethod:
    """An integrator with its variant and a formulation.

    `variant` is a TABLEAU, a number of stages, or empty. An empty formulation means the default for the deck.

    `settings` contains further keywords of a TIME_INTEGRATOR block, each with its value in a deck.
    """

    integrator: str
    variant: str
    formulation: str
    settings: tuple[tuple[str, str], ...] = ()

    @property
    def label(self) -> str:
        """Return the label in the table, such as `RK44 LIE_SE3` or `GENERALIZED_ALPHA NEWTON=MODIFIED LIE_R3_SO3`. If
        an integrator has only one formulation, the label does not name the formulation.
        """
        name = self.variant if self.variant in TABLEAUX else f"{self.integrator} {self.variant}".strip()
        choice = [self.formulation] if len(FORMULATIONS_OF[self.integrator]) > 1 and self.formulation else []
        return " ".join((name, *(f"{keyword}={value}" for keyword, value in self.settings), *choice))

    @property
    def options(self) -> dict[str, str]:
        """Return the keywords for the variant and the settings, with their values in a deck."""
        given = dict(self.settings)
        if self.variant:
            given["TABLEAU" if self.variant in TABLEAUX else "NUMBER_OF_STAGES"] = self.variant
        return given


def methods_of(integrators: Sequence[str], formulations: Sequence[str]) -> list[ComparedMethod]:
    """Return the named methods (see `method_of`), each combined with every given formulation that it supports. If no
    formulations are given, the formulation of each method is an empty text, which means the default of the deck. Raise
    ValueError for a name, keyword or value that does not exist or is not valid.
    """
    methods = []
    for name in integrators:
        integrator, given = method_of(name)
        variant = next((given.pop(keyword) for keyword in _VARIANTS if keyword in given), "")
        fitting = FORMULATIONS_OF[integrator]
        chosen = [formulation for formulation in formulations if formulation in fitting]
        if not chosen:
            chosen = [fitting[0] if len(fitting) == 1 else ""]
        methods += [ComparedMethod(integrator, variant, formulation, tuple(given.items())) for formulation in chosen]
    unused = [name for name in formulations if all(name != method.formulation for method in methods)]
    if unused:
        raise ValueError(f"none of the chosen integrators supports {', '.join(unused)}")
    for method in methods:
        _check(method)  # report a wrong setting before the first run
    return methods


def _check(method: ComparedMethod) -> None:
    """Raise an error for settings that the integrator, or its chosen formulation, does not support."""
    fitting = [method.formulation] if method.formulation else FORMULATIONS_OF[method.integrator]
    findings = Diagnostics()
    for formulation in fitting:
        if read_options(method.integrator, formulation, method.options, findings) is not None:
            return
    for finding in findings:
        raise ValueError(finding.message + (f" ({finding.hint})" if finding.hint else ""))
