"""The methods of a study from their names: `RK44`, `LOBATTO_IIIA_B:3`, `GENERALIZED_ALPHA:NEWTON=MODIFIED:SPECTRAL_RADIUS=0.8`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rbsolve.parser.description.builder import describe
from rbsolve.parser.diagnostics import Diagnostics, Severity, Source
from rbsolve.parser.schema.integrators import FORMULATIONS_OF, STAGES, TABLEAUX
from rbsolve.parser.syntax.includes import read_deck

_BLOCK = "@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{chosen}} {{ {keywords} }} }}"


@dataclass(frozen=True, slots=True)
class Method:
    """An integrator with its variant and a formulation. `variant` is a TABLEAU or a number of stages, empty for none.

    `settings` are further keywords of a TIME_INTEGRATOR block, each with its value as a deck would say it.
    """

    integrator: str
    variant: str
    formulation: str
    settings: tuple[tuple[str, str], ...] = ()

    @property
    def label(self) -> str:
        """As in the table: `RK44 LIE_SE3`, `GENERALIZED_ALPHA NEWTON=MODIFIED LIE_R3_SO3`; no formulation where there is but one."""
        name = self.variant if self.variant in TABLEAUX else f"{self.integrator} {self.variant}".strip()
        choice = [self.formulation] if len(FORMULATIONS_OF[self.integrator]) > 1 else []
        return " ".join((name, *(f"{keyword}={value}" for keyword, value in self.settings), *choice))

    @property
    def options(self) -> dict[str, object]:
        """The values of the variant and the settings by keyword; ValueError when one does not exist or fit."""
        given = dict(self.settings)
        if self.variant:
            given["TABLEAU" if self.variant in TABLEAUX else "NUMBER_OF_STAGES"] = self.variant
        return _checked_values(self.integrator, self.formulation, given)


def methods_of(integrators: Sequence[str], formulations: Sequence[str]) -> list[Method]:
    """Methods from names, each with every given formulation that fits it, its default one when none is given.

    A name is an INTEGRATOR_TYPE or a TABLEAU (RK44), then what is set, each after a colon: a number of stages
    (LOBATTO_IIIA_B:3) or a keyword of the deck with its value (RK44:PROJECTION=TETRAHEDRON).
    ValueError for a name, keyword or value that does not exist or does not fit.
    """
    methods = []
    for name in integrators:
        integrator, *settings = name.split(":")
        variant = ""
        if integrator in TABLEAUX:
            integrator, variant = "EXPLICIT_RUNGE_KUTTA", integrator
        elif settings and "=" not in settings[0]:
            variant = settings.pop(0)
        if integrator not in FORMULATIONS_OF:
            known = ", ".join([*FORMULATIONS_OF, *TABLEAUX])
            raise ValueError(f"there is no integrator {name}: choose from {known}")
        if variant not in ("", *TABLEAUX, *map(str, STAGES.get(integrator, ()))):
            raise ValueError(f"{name}: after a colon comes a number of stages, or KEYWORD=VALUE")
        pairs = tuple(_pair(setting, name) for setting in settings)
        fitting = FORMULATIONS_OF[integrator]
        chosen = [formulation for formulation in formulations if formulation in fitting] or [fitting[0]]
        methods += [Method(integrator, variant, formulation, pairs) for formulation in chosen]
    unused = [name for name in formulations if all(name != method.formulation for method in methods)]
    if unused:
        raise ValueError(f"no chosen integrator integrates {', '.join(unused)}")
    for method in methods:
        _ = method.options  # a wrong setting is found before anything runs
    return methods


def _pair(setting: str, name: str) -> tuple[str, str]:
    keyword, equals, value = setting.partition("=")
    if not equals or not keyword or not value:
        raise ValueError(f"{name}: {setting!r} is not of the form KEYWORD=VALUE")
    return keyword.strip().removeprefix("@"), value.strip()


def _checked_values(integrator: str, formulation: str, given: Mapping[str, str]) -> dict[str, object]:
    """What the block of a deck with these keywords holds: the parser knows what they mean and which ones go together."""
    if not given:
        return {}
    keywords = {"INTEGRATOR_TYPE": integrator, "FORMULATION": formulation, **given}
    text = _BLOCK.format(keywords=" ".join(f"@{keyword} {{{value}}}" for keyword, value in keywords.items()))
    diagnostics = Diagnostics()
    tree, sources = read_deck(Source("<method>", text), diagnostics)
    described = describe(tree, sources, {}, diagnostics)
    for finding in diagnostics:
        if finding.severity is Severity.ERROR:
            raise ValueError(finding.message + (f" ({finding.hint})" if finding.hint else ""))
    block = described.of_kind("TIME_INTEGRATOR")["chosen"]
    return {keyword: block[keyword] for keyword in given}
