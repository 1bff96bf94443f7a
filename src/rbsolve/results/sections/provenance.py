"""Records the origin of results: the command, its overrides, every option in force, and the versions of the software."""

from __future__ import annotations

import json
import platform
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from rbsolve.results.sections.defaults import DEFAULTS, defaults_in_force
from rbsolve.solver.compiler.versions import version_of

if TYPE_CHECKING:
    from rbsolve.solver.model.compiled import CompiledModel
    from rbsolve.solver.sensors.plan import SensorPlan

PACKAGES = ("numpy", "numba", "h5py", "scipy")


class Provenance(NamedTuple):
    """The origin of a run: the command line or the Python call, the overrides of the deck (`Options.as_json`), and the
    sensors.
    """

    command: str = ""
    overrides: Mapping[str, object] = {}
    sensors: Sequence[SensorPlan] = ()
    """The sensors of the run."""


@cache
def environment() -> Mapping[str, str]:
    """Return the versions of the software, and the platform."""
    versions = {"python": platform.python_version()}
    versions |= {package: version_of(package) for package in PACKAGES}
    return {**versions, "platform": platform.platform(), "byte_order": sys.byteorder}


def options_in_force(compiled: CompiledModel) -> dict[str, Any]:
    """Return every keyword that affects how the deck is solved, including defaults."""
    schedule = compiled.schedule
    options: dict[str, Any] = {
        "SIMULATION_TIME_RANGE": [schedule.start, schedule.stop],
        **compiled.method.keywords,
    }
    if schedule.first_step == schedule.first_step:
        options["TIME_STEP_SIZE"] = schedule.first_step
    if schedule.intervals:
        options["OUTPUT_STEP_SIZE"] = schedule.spacing
    return options


def as_attributes(compiled: CompiledModel, provenance: Provenance) -> dict[str, str]:
    """Return the attributes of a file's root."""
    options = options_in_force(compiled)
    defaults = defaults_in_force(compiled, provenance.sensors, provenance.overrides, options)
    return {
        "options": json.dumps({**options, DEFAULTS: defaults}, sort_keys=True, default=str),
        "command": provenance.command,
        "overrides": json.dumps(dict(provenance.overrides), sort_keys=True),
        "environment": json.dumps(dict(environment())),
    }
