"""Converts a deck to a model that is ready to run, in several stages. `stages.py` performs the stages, each as far as
errors allow. `model.py` is the last stage.

`findings.py` converts diagnostics of a check into diagnostics of a run.
"""

from rbsolve.language.options import Options, Parameter
from rbsolve.pipeline.stages import (
    TEXT_NAME,
    CheckedDeck,
    Parsed,
    check_deck,
    check_described,
    check_geometry,
    check_parsed,
    check_runnable,
    compile_checked,
    describe_parsed,
    expand_deck,
    files_of,
    lacks_analysis,
    parse_deck,
    with_own_sensors,
    with_settings,
)

__all__ = [
    "TEXT_NAME",
    "CheckedDeck",
    "Options",
    "Parameter",
    "Parsed",
    "check_deck",
    "check_described",
    "check_geometry",
    "check_parsed",
    "check_runnable",
    "compile_checked",
    "describe_parsed",
    "expand_deck",
    "files_of",
    "lacks_analysis",
    "parse_deck",
    "with_own_sensors",
    "with_settings",
]
