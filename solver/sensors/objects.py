"""Finding the object of a sensor, and checking that the sensor can look at it."""

from __future__ import annotations

from dataclasses import dataclass

from rbsolve.parser.description.described import Described
from rbsolve.parser.diagnostics import Code, Diagnostics
from rbsolve.parser.schema.sensors import SENSOR_TYPE, SENSOR_TYPES
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.joints import joint_blocks

SYSTEM = "SYSTEM"
WORDS = {
    "BODY": "body",
    "FRAME": "frame",
    "JOINT": "joint",
    "SPRING": "spring",
    "BUSHING": "bushing",
    SYSTEM: SYSTEM,
}
WITH_PARTICLES = ("BODY", "FRAME")  # families of which a point and a triad may be named


@dataclass(frozen=True, slots=True)
class Objects:
    """Everything a sensor may look at, by family and name; the value is the index of the object in its family."""

    families: dict[str, dict[str, int]]

    @classmethod
    def of(cls, compiled: CompiledModel) -> Objects:
        """The objects of a model."""
        description = compiled.description
        joints = [block.name for block in joint_blocks(description)]
        return cls(
            {
                "BODY": dict(compiled.body_index),
                "JOINT": _numbered(joints),
                "SPRING": _numbered(list(description.of_kind("SPRING_DAMPER"))),
                "BUSHING": _numbered(list(description.of_kind("BUSHING"))),
                "FRAME": _numbered(list(compiled.geometry.frames)),
                SYSTEM: {SYSTEM: -1},
            }
        )

    def find(self, sensor: Described, diagnostics: Diagnostics) -> tuple[str, str] | None:
        """Family and name of the object of a sensor; None after reporting that it has none or one that does not fit."""
        sensor_type = sensor["SENSOR_TYPE"]
        fitting = SENSOR_TYPE[sensor_type].objects
        name = sensor.get("OBJECT_NAME", SYSTEM if SYSTEM in fitting else None)
        takes = f"{sensor_type} takes a " + " or ".join(WORDS[family] for family in fitting)
        if name is None:
            message = f"sensor '{sensor.name}' does not say what it measures the {sensor_type} of"
            diagnostics.error(Code.MISSING_KEYWORD, message, sensor.span, f"give @OBJECT_NAME: {takes}")
            return None
        known = [family for family, names in self.families.items() if name in names]
        for family in known:
            if family in fitting:
                return family, name
        span = sensor.span_of("OBJECT_NAME")
        if not known:
            diagnostics.error(Code.UNRESOLVED_REFERENCE, f"there is no object '{name}'", span, takes)
            return None
        what = SYSTEM if name == SYSTEM else f"the {WORDS[known[0]]} '{name}'"
        possible = ", ".join(entry.name for entry in SENSOR_TYPES if known[0] in entry.objects)
        diagnostics.error(
            Code.INVALID_VALUE,
            f"sensor '{sensor.name}' cannot measure the {sensor_type} of {what}",
            span,
            f"{takes}; of {what} there are {possible}",
        )
        return None


def _numbered(names: list[str]) -> dict[str, int]:
    return {name: index for index, name in enumerate(names)}


def check_particle(sensor: Described, family: str, diagnostics: Diagnostics) -> bool:
    """Whether a sensor names a point and a triad only of something that has particles; reports it when not.

    A point or triad that makes no difference (the triad of a POSITION) is noted, and no more.
    """
    given = [keyword for keyword in ("POINT_NAME", "TRIAD_NAME") if keyword in sensor]
    for keyword in given:
        if family not in WITH_PARTICLES:
            diagnostics.error(
                Code.CONFLICTING_KEYWORDS,
                f"sensor '{sensor.name}' names a {keyword[:5].lower()} of {_article(family)}",
                sensor.span_of(keyword),
                f"only bodies and frames have material points and triads: leave out @{keyword}",
            )
        elif keyword not in SENSOR_TYPE[sensor["SENSOR_TYPE"]].options:
            diagnostics.note(
                Code.CONFLICTING_KEYWORDS,
                f"@{keyword} makes no difference to the {sensor['SENSOR_TYPE']} of sensor '{sensor.name}'",
                sensor.span_of(keyword),
            )
    return not given or family in WITH_PARTICLES


def _article(family: str) -> str:
    return SYSTEM if family == SYSTEM else f"a {WORDS[family]}"
