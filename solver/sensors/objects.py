"""Finds the object of a sensor. An object is described by its family and its index in that family."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from rbsolve.language.described import Described
from rbsolve.language.table import SYSTEM
from rbsolve.parser.schema.sensors import SENSOR_TYPE
from rbsolve.solver.joints.blocks import joint_blocks, kind_of
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.sensors.types.forces import FAMILIES, blocks_of


class Objects(NamedTuple):
    """All objects that a sensor may observe."""

    families: Mapping[str, Mapping[str, int]]
    """The index of each object in its family, by family and name."""
    geometry: Mapping[str, Collection[str]]
    """The names of frames, points and triads, by family."""

    @classmethod
    def of(cls, compiled: CompiledModel) -> Objects:
        """Return the objects of a model."""
        description = compiled.description
        blocks = joint_blocks(description)
        records = [kind_of(block).record for block in blocks]
        joints, couplings, motions = (
            {block.name: j for j, (block, record) in enumerate(zip(blocks, records, strict=True)) if is_one(record)}
            for is_one in (
                lambda record: not record.has_own_block,
                lambda record: record.couples,
                lambda record: record.carries,
            )
        )
        return cls(
            {
                "BODY": dict(compiled.body_index),
                "JOINT": joints,
                "COUPLING": couplings,
                "PRESCRIBED_MOTION": motions,
                **{
                    family: _number(block.name for block in description.all_of(*blocks_of(family)))
                    for family in FAMILIES
                },
                "CONTACT": _number(description.of_kind("CONTACT")),
                "SIGNAL": dict(compiled.signal_index),
                SYSTEM: {SYSTEM: -1},
            },
            {
                "FRAME": compiled.geometry.frames,
                "POINT": compiled.geometry.points,
                "TRIAD": compiled.geometry.triads,
            },
        )

    def find(self, sensor: Described) -> tuple[str, str]:
        """Return the family and the name of the object of a sensor. Among the families that the sensor type supports,
        the first family that contains the name is used.

        Such a family exists, because the description has been checked.
        """
        name = sensor.get("OBJECT_NAME", SYSTEM)
        families = SENSOR_TYPE[sensor["SENSOR_TYPE"]].objects
        return next((family, name) for family in families if name in self._names(family))

    def _names(self, family: str) -> Collection[str]:
        return self.geometry[family] if family in self.geometry else self.families[family]

    def index_of(self, family: str, name: str) -> int:
        """Return the index of an object in its family. For a frame, a point or a triad, which have no index, return -1."""
        return -1 if family in self.geometry else self.families[family][name]


def _number(names: Iterable[str]) -> dict[str, int]:
    return {name: index for index, name in enumerate(names)}
