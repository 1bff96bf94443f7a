"""Compare the records of joint coordinates with the effect of a coordinate on the position of a body."""

from __future__ import annotations

import pytest

from rbsolve.language.joints.record import CROSS, VECTOR, Coordinate, Mode
from rbsolve.solver.joints import kinds
from rbsolve.solver.joints.kinds import JointKind


def test_numbers_are_those_of_the_kernels():
    for name in (
        "ROTATION",
        "DISPLACEMENT",
        "DISPLACEMENT_1",
        "DISPLACEMENT_2",
        "ROTATION_1",
        "ROTATION_2",
        "VECTOR_1",
    ):
        assert Coordinate[name] == getattr(kinds, name)


@pytest.mark.parametrize("kind", [kind for kind in JointKind if not kind.record.couples], ids=lambda kind: kind.name)
def test_the_coordinates_of_a_joint_have_places_of_their_own(kind):
    for face in ("slot", "slot_inward"):
        places = [getattr(c.record, face) for c in kind.record.coordinates]
        taken = [place for place in places if place >= 0]
        assert len(set(taken)) == len(taken)


@pytest.mark.parametrize("coordinate", Coordinate, ids=lambda coordinate: coordinate.name)
def test_slots_are_first_the_lengths_by_axis_then_the_angles(coordinate):
    record = coordinate.record
    assert (record.slot < 3) == coordinate.slides == (coordinate.unit == "m")
    if coordinate.slides:
        assert record.slot == record.axis
    elif coordinate not in CROSS:
        assert record.slot == 3 + record.axis
    assert (coordinate in CROSS, coordinate in VECTOR) == (record.mode is Mode.CROSS, record.mode is Mode.VECTOR)
    assert record.side == (1 if coordinate is Coordinate.ROTATION_2 else 0)
