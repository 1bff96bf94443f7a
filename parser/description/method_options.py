"""Reads short names of methods, and integrator options from the command line or a script. The options are read as if
they were a block of a deck, so their meaning is defined only in the table of blocks.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches

from rbsolve.language.diagnostics import Diagnostics, Severity, Source
from rbsolve.language.syntax.includes import read_deck
from rbsolve.parser.description.builder import describe
from rbsolve.parser.schema.integrators import FEWEST_STAGES, FORMULATIONS_OF, TABLEAUX, TIME_INTEGRATOR

OPTIONS = "<options>"
_NAME = "chosen"


def method_of(name: str) -> tuple[str, dict[str, str]]:
    """Split a short name of a method into its INTEGRATOR_TYPE and its settings by keyword.

    A name starts with an INTEGRATOR_TYPE or a TABLEAU (RK44). Settings follow, each after a colon. A setting is a
    number of stages (LOBATTO_IIIA_B:3), or a keyword of the deck with its value (GENERALIZED_ALPHA:NEWTON=MODIFIED).
    Raise ValueError for an unknown name. `read_options` checks keywords and values.
    """
    integrator, *settings = name.split(":")
    given = {}
    if integrator in TABLEAUX:
        given["TABLEAU"] = integrator
        integrator = "EXPLICIT_RUNGE_KUTTA"
    elif settings and "=" not in settings[0]:
        given["NUMBER_OF_STAGES"] = settings.pop(0)
    if integrator not in FORMULATIONS_OF:
        known = ", ".join([*FORMULATIONS_OF, *TABLEAUX])
        raise ValueError(f"there is no integrator {name}: choose from {known}")
    stages = given.get("NUMBER_OF_STAGES")
    if stages is not None and (integrator not in FEWEST_STAGES or not stages.strip().isdecimal()):
        raise ValueError(f"{name}: expected a number of stages or KEYWORD=VALUE after the colon")
    for setting in settings:
        keyword, equals, value = setting.partition("=")
        if not equals or not keyword or not value:
            raise ValueError(f"{name}: {setting!r} is not of the form KEYWORD=VALUE")
        given[keyword.strip().removeprefix("@")] = value.strip()
    return integrator, given


def known_method(name: str) -> str:
    """Return the hint for an unknown name of a method."""
    close = get_close_matches(name.split(":")[0].upper(), (*FORMULATIONS_OF, *TABLEAUX), 1)
    if close:
        return f"did you mean {close[0]}?"
    return f"the integrators are {', '.join((*FORMULATIONS_OF, *TABLEAUX))}"


def read_options(
    integrator: str,
    formulation: str,
    given: Mapping[str, object],
    diagnostics: Diagnostics,
    in_force: Mapping[str, object] | None = None,
) -> dict[str, object] | None:
    """Return the values of options by keyword. If an option is unknown or invalid, report errors and return None.

    `given` contains texts as in a deck, or numbers, lists of numbers and booleans. `in_force` contains the settings of
    the deck. The integrator and these settings determine which options are valid. Examples of such settings are TABLEAU
    and PROJECTION.
    """
    options = {keyword.upper(): _text(value) for keyword, value in given.items()}
    if not options:
        return {}
    decided = {
        keyword.name: _text(in_force[keyword.name])
        for keyword in TIME_INTEGRATOR.keywords
        if keyword.choices and in_force and keyword.name in in_force
    }
    chosen = {**decided, **options, "INTEGRATOR_TYPE": integrator, "FORMULATION": formulation}
    lines = [f"@{keyword} {{{value}}}" for keyword, value in chosen.items()]
    text = f"@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{{_NAME}}} {{\n{chr(10).join(lines)}\n}} }}"
    findings = Diagnostics()
    tree, sources = read_deck(Source(OPTIONS, text), findings)
    described = describe(tree, sources, {}, findings)
    errors = [finding for finding in findings if finding.severity is Severity.ERROR]
    diagnostics.extend(errors)
    if errors:
        return None
    block = described.of_kind("TIME_INTEGRATOR")[_NAME]
    return {keyword: block[keyword] for keyword in options}


def _text(value: object) -> str:
    """Return a value as text of a deck."""
    if isinstance(value, bool):
        return "YES" if value else "NO"
    if isinstance(value, str):
        return value
    if isinstance(value, list | tuple):
        return ", ".join(str(part) for part in value)
    return str(value)
