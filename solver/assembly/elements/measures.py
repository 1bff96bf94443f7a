"""Creates the measures of the motion, which signals evaluate during a run (solver/signals/measures). `measure_plans.py`
maps sensors to these measures.
"""

from __future__ import annotations

from rbsolve.language.components import find_component
from rbsolve.language.described import Described
from rbsolve.language.diagnostics import Code, Diagnostics
from rbsolve.language.table import SYSTEM
from rbsolve.parser.schema.sensors import SENSOR_TYPE, SENSOR_TYPE_OF
from rbsolve.solver.assembly.elements.measure_plans import PLANNERS
from rbsolve.solver.assembly.elements.measure_rows import Quantity, Site
from rbsolve.solver.joints.kinds import JointKind


def quantity_of(signal: Described, sensor: Described, site: Site, diagnostics: Diagnostics) -> Quantity | None:
    """Return the quantity that a signal measures, or None after an error."""
    kind = sensor["SENSOR_TYPE"]
    place = signal.span_of("MEASURE")
    reason = _why_not(sensor, site)
    if reason is None and sensor.get("OBJECT_NAME") == SYSTEM:
        reason = "measure each body and add the signals in an @EXPRESSION"
    named = sensor.get("ROTATION_PARAMETERS")
    if reason is None and named == "EULER_PARAMETERS" and "ROTATION_PARAMETERS" in SENSOR_TYPE[kind].options:
        reason = (
            "the sign of these parameters is chosen at each output row: use ROTATION_MATRIX, ROTATION_VECTOR "
            "or Euler angles in the sensor"
        )
    if reason is not None:
        message = f"signal {signal.name} cannot measure {kind} of sensor {sensor.name}"
        diagnostics.error(Code.INVALID_VALUE, message, place, reason)
        return None
    choices = PLANNERS[kind](sensor, site)
    given = signal["MEASURE"]
    wanted = given[1] if isinstance(given, tuple) and len(given) > 1 else None
    labels = [label for label, _ in choices]
    found = _choose(wanted, labels, sensor)
    if found is None:
        listed = ", ".join(labels)
        message = f"sensor {sensor.name} has no component {wanted}"
        if wanted is None:
            message = f"sensor {sensor.name} has {len(labels)} components, but signal {signal.name} measures one"
        if not labels:
            message = f"sensor {sensor.name} has no component"
        diagnostics.error(Code.INVALID_VALUE, message, place, f"its components are {listed}" if labels else None)
        return None
    return choices[found][1]


def _why_not(sensor: Described, site: Site) -> str | None:
    """Return why a signal cannot measure a sensor, and a remedy. Return None if a signal can measure it."""
    kind, name = sensor["SENSOR_TYPE"], sensor.get("OBJECT_NAME")
    if SENSOR_TYPE_OF[kind].unmeasured is not None:
        return SENSOR_TYPE_OF[kind].unmeasured
    free = next((frame for frame in _frames_of(sensor, site) if frame in site.anatomy.free), None)
    if free is not None:
        return f"{free} is not attached to a single body: measure in a frame of a body and convert the result in an @EXPRESSION"
    if kind not in PLANNERS:
        return "signals measure " + ", ".join(PLANNERS)
    if kind.startswith("ELONGATION") and name in site.joint_index and _kind_of(name, site) != JointKind.ROD:
        return "measure the POSITION of the point instead"
    if kind.startswith("ELONGATION") and name in site.links and site.links[name].kind == "TORSION_SPRING":
        return "measure ROTATION of one of its bodies relative to the other"
    return None


def _frames_of(sensor: Described, site: Site) -> list[str | None]:
    """Return the frames that a sensor observes, and the frames of its observers."""
    kind, name = SENSOR_TYPE[sensor["SENSOR_TYPE"]], sensor.get("OBJECT_NAME")
    frames = [sensor.get(keyword) for keyword in ("FRAME_NAME", "RESOLVED_IN") if keyword in kind.options]
    return [name, *frames] if "FRAME" in kind.objects and name not in site.anatomy.index else frames


def _kind_of(name: str, site: Site) -> JointKind:
    return JointKind(site.joints.kind[site.joint_index[name]])


def _choose(wanted: str | None, labels: list[str], sensor: Described) -> int | None:
    if wanted is None:
        return 0 if len(labels) == 1 else None
    kind = sensor["SENSOR_TYPE"]
    rotates = "ROTATION_PARAMETERS" in SENSOR_TYPE[kind].options
    return find_component(wanted, kind, labels, sensor.get("ROTATION_PARAMETERS") if rotates else None)
