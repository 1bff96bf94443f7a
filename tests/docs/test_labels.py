"""The page of sensors lists the labels and units of results. The tests check every sensor of the decks, and one sensor
of each remaining type.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rbsolve.language.components import ANGLES
from rbsolve.language.diagnostics import Diagnostics
from rbsolve.parser.schema.reference_labels import BY_OBJECT, LABELS, OF_OBJECTS, PARAMETERS
from rbsolve.parser.schema.sensors import SENSOR_TYPE, SENSOR_TYPES
from rbsolve.pipeline import check_deck
from rbsolve.solver.sensors.plan import SensorPlan, plan_sensors

DECKS = Path(__file__).parents[2] / "decks"
OF_PARAMETERS = {"ORIENTATION", "ROTATION", "CONFIGURATION"}
OF_A_BODY = ("MOTION_PARAMETERS", "MOTION_TENSOR", "SPECIFIC_FORCE", "PROJECTION_DETERMINANT", "PROJECTION_CONDITION")
OF_JOINTS = (
    "RELATIVE_ROTATION",
    "RELATIVE_ROTATION_RATE",
    "RELATIVE_ROTATION_ACCELERATION",
    "DRIVE_FORCE",
    "REACTION_MOMENT",
)
OTHER_UNITS = {
    "MOTION_PARAMETERS": {"1", "m"},
    "MOTION_TENSOR": {"1", "m"},
    "PROJECTION_MATRIX": {"1", "m"},
    "PROJECTION_CONDITION": {"1"},
    "CONSTRAINT_VIOLATION": {"1"},
    "ROTATION_DETERMINANT_ERROR": {"1"},
    "UNIT_NORM_ERROR": {"1"},
    "NEWTON_ITERATIONS": {"1"},
}


def sensor(name: str, kind: str, what: str, more: str = "") -> str:
    """Return a sensor of a deck."""
    return f"@SENSOR_DEFINITION {{ @SENSOR_NAME {{{name}}} {{ @SENSOR_TYPE {{{kind}}} @OBJECT_NAME {{{what}}} {more} }} }}\n"


def is_shown(components: tuple[str, ...], labels: str) -> bool:
    """Return whether a text allows these labels. The text lists alternatives, such as `d; d1, d2, ...`."""
    for alternative in labels.split("; "):
        listed = tuple(label.split()[0] for label in alternative.split(", "))
        if listed == components:
            return True
        if (
            "..." in listed
            and listed[0] == components[0]
            and set(listed) - {"..."} <= {*components, *numbered_labels(listed[0])}
        ):
            return True
    return False


def numbered_labels(first: str) -> set[str]:
    """Return all labels except the first label. A joint with few coordinates may lack some of these labels."""
    return {f"{first[:-1]}{k}" for k in (2, 3)} if first.endswith("1") else set()


@pytest.fixture(scope="module")
def plans() -> list[SensorPlan]:
    """Return the sensors of all decks, and of a deck with all remaining types."""
    top = (DECKS / "heavy_top.deck").read_text(encoding="utf-8")
    top += "".join(sensor(f"s_{kind}", kind, "top") for kind in OF_A_BODY)
    top += sensor("s_energy", "POTENTIAL_ENERGY", "SYSTEM")
    for name in PARAMETERS:
        top += sensor(f"s_{name}", "ORIENTATION", "top", f"@ROTATION_PARAMETERS {{{name}}}")
    ball = (DECKS / "heavy_top_spherical.deck").read_text(encoding="utf-8")
    joint = ball.partition("@SPHERICAL_JOINT_NAME {")[2].partition("}")[0]
    ball += "".join(sensor(f"s_{kind}", kind, joint) for kind in OF_JOINTS)
    found: list[SensorPlan] = []
    for deck in (*sorted(DECKS.glob("*.deck")), top, ball):
        compiled = check_deck(deck).compiled
        assert compiled is not None
        found += plan_sensors(compiled, Diagnostics())
    return found


def test_results_have_the_labels_of_the_page(plans: list[SensorPlan]) -> None:
    for plan in plans:
        kind, components = plan.sensor_type, plan.components
        if kind in OF_PARAMETERS:
            components = components[3:] if kind == "CONFIGURATION" else components
            assert is_shown(components, PARAMETERS[plan.rotation_parameters or ""][0]), plan
        elif kind in BY_OBJECT:
            column = 1 + BY_OBJECT.index(kind)
            assert any(is_shown(components, row[column]) for row in OF_OBJECTS if row[column]), plan
        else:
            assert is_shown(components, LABELS[kind]), plan


def test_results_have_the_units_and_observers_of_the_page(plans: list[SensorPlan]) -> None:
    """A sensor has an observer exactly if its type has the option `@FRAME_NAME`. Vectors with the option
    `@RESOLVED_IN` have axes, and single numbers have none.
    """
    for plan in plans:
        kind = SENSOR_TYPE[plan.sensor_type]
        units = set(plan.units.split(", "))
        if kind.unit:
            assert units <= set(kind.unit.split(" or ")), plan
        elif kind.name in OTHER_UNITS:
            assert units == OTHER_UNITS[kind.name], plan
        else:
            assert kind.name in (*OF_PARAMETERS, "SIGNAL"), plan
        assert bool(plan.observer) == ("FRAME_NAME" in kind.options), plan
        assert plan.resolved_in or "RESOLVED_IN" not in kind.options, plan
        assert not plan.resolved_in or len(plan.components) > 1, plan


def test_most_types_are_looked_at(plans: list[SensorPlan]) -> None:
    rare = {"PROJECTION_MATRIX", "PRESCRIBED_FORCE", "RELATIVE_DISPLACEMENT_ACCELERATION", "ELONGATION_RATE"}
    assert {sensor.name for sensor in SENSOR_TYPES} - {plan.sensor_type for plan in plans} <= rare
    assert set(LABELS) | OF_PARAMETERS | set(BY_OBJECT) | {"PROJECTION_MATRIX"} == {
        sensor.name for sensor in SENSOR_TYPES
    }
    assert {plan.rotation_parameters for plan in plans} - {None} == set(PARAMETERS)


def test_angles_have_the_names_of_the_page() -> None:
    for name, (_, others) in PARAMETERS.items():
        assert tuple(others.split(", ")) == ANGLES.get(name, ("",))
