"""The object of a sensor: which family it is of, and which one of that family."""

from __future__ import annotations

from typing import NamedTuple

from rbsolve.parser.description.described import Described
from rbsolve.parser.schema.sensors import SENSOR_TYPE
from rbsolve.parser.schema.table import SYSTEM
from rbsolve.solver.joints.blocks import joint_blocks, kind_of
from rbsolve.solver.model.compiled import CompiledModel


class Objects(NamedTuple):
    """Everything a sensor may look at: index of each object in its family, by family and name."""

    families: dict[str, dict[str, int]]

    @classmethod
    def of(cls, compiled: CompiledModel) -> Objects:
        """The objects of a model."""
        description = compiled.description
        blocks = joint_blocks(description)
        joints, couplings = (
            {block.name: j for j, block in enumerate(blocks) if kind_of(block).record.couples == couples}
            for couples in (False, True)
        )
        return cls(
            {
                "BODY": dict(compiled.body_index),
                "JOINT": joints,
                "COUPLING": couplings,
                "SPRING": _numbered(list(description.of_kind("SPRING_DAMPER"))),
                "BUSHING": _numbered(list(description.of_kind("BUSHING"))),
                "CONTACT": _numbered(list(description.of_kind("CONTACT"))),
                "FRAME": _numbered(list(compiled.geometry.frames)),
                "SIGNAL": dict(compiled.signal_index),
                SYSTEM: {SYSTEM: -1},
            }
        )

    def find(self, sensor: Described) -> tuple[str, str]:
        """Family and name of the object of a sensor: the first of the families its type takes that has the name.

        The description was checked, so there is one.
        """
        name = sensor.get("OBJECT_NAME", SYSTEM)
        return next(
            (family, name) for family in SENSOR_TYPE[sensor["SENSOR_TYPE"]].objects if name in self.families[family]
        )


def _numbered(names: list[str]) -> dict[str, int]:
    return {name: index for index, name in enumerate(names)}
