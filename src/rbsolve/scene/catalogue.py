"""Lists the objects that a viewer shows in addition to bodies: points with paths, and sensors that are vectors in
space.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from rbsolve.language.table import GROUND
from rbsolve.results.file import hdf5
from rbsolve.results.presentation.histories import contacts_of, describe, diagnostics_of, events_of
from rbsolve.scene.scene import Scene

if TYPE_CHECKING:
    from rbsolve.results.contents.sensors import SensorInfo
    from rbsolve.results.contents.stored import StoredResults

MOST_SENSORS = 3000
VECTORS = (
    "VELOCITY", "ACCELERATION", "ANGULAR_VELOCITY", "ANGULAR_ACCELERATION", "LINEAR_MOMENTUM", "ANGULAR_MOMENTUM",
    "REACTION_FORCE", "REACTION_MOMENT", "SPECIFIC_FORCE",
)  # fmt: skip


def catalogue(results: StoredResults, scene: Scene) -> dict[str, Any]:
    """Return the content as JSON.

    `points` have paths that a viewer can draw. `sensors` and `diagnostics` are complete lists. If a sensor is a vector,
    its entry contains the start of its arrow. The content also has the `events`, the names of the histories of
    `contact_forces`, and the number of `contacts`. A place is a body and a point (3,) in its axes [m].
    """
    names = list(results)[:MOST_SENSORS]
    sensors = [_sensor(results, results.sensors[name], scene) for name in names]
    diagnostics = [describe(results, name) for name in diagnostics_of(results)]
    return {
        "title": scene.name,
        "points": _points(results, scene, names),
        "sensors": sensors,
        "diagnostics": diagnostics,
        "events": events_of(results),
        "contact_forces": contacts_of(results),
        "contacts": len(results.file["model"].get("contacts", ())),
    }


def _sensor(results: StoredResults, sensor: SensorInfo, scene: Scene) -> dict[str, Any]:
    entry = describe(results, sensor.name)
    if sensor.sensor_type in VECTORS and sensor.shape[1] == 3:
        place = _place(results, sensor, scene)
        if place is not None:
            entry["place"] = place
    return entry


def _place(results: StoredResults, sensor: SensorInfo, scene: Scene) -> dict[str, Any] | None:
    """Return the start of a vector's arrow. It is the measured point on a body or frame, or the joint. For a vector of
    the whole system, return None.
    """
    frames = {frame.name: frame for frame in scene.frames}
    for joint in scene.joints:
        if joint.name == sensor.object and sensor.sensor_type.startswith("REACTION"):
            return _at(joint.bodies[1], joint.ends[1][:3, 3])
    bodies = {body.name: body for body in scene.bodies}
    point = results.file[f"sensors/{hdf5.safe_name(sensor.name)}"].attrs.get("point")
    if sensor.object in bodies:
        body = bodies[sensor.object]
        if point is not None and point in scene.points:
            return _at(body.name, _inside(body.frame, scene.points[point]))
        return _at(body.name, body.centre if "MOMENTUM" in sensor.sensor_type else np.zeros(3))
    if sensor.object in frames:
        frame = frames[sensor.object]
        return _at(frame.body, frame.pose[:3, 3])
    for moving in scene.moving_frames:
        if moving.name == sensor.object:
            return _at(moving.node, np.zeros(3) if point is None else _inside(moving.frame, scene.points[point]))
    if sensor.object in scene.points:
        return _at(GROUND, scene.points[sensor.object])
    return None


def _inside(frame: Any, point: Any) -> Any:
    """Return a point in the axes of a frame (4, 4)."""
    return frame[:3, :3].T @ (point - frame[:3, 3])


def _points(results: StoredResults, scene: Scene, names: list[str]) -> list[dict[str, Any]]:
    """Return the points of position sensors, then centres of mass and origins of bodies."""
    found: list[dict[str, Any]] = []
    for name in names:
        sensor = results.sensors[name]
        if sensor.sensor_type in ("POSITION", "CONFIGURATION", "DISPLACEMENT"):
            place = _place(results, sensor, scene)
            if place is not None:
                found.append({"name": name, **place})
    for body in scene.bodies:
        found.append({"name": f"{body.name}, centre of mass", **_at(body.name, body.centre)})
        if np.any(body.centre):
            found.append({"name": f"{body.name}, origin", **_at(body.name, np.zeros(3))})
    return [point for point in found if point["body"] != GROUND]


def _at(body: str, point: Any) -> dict[str, Any]:
    return {"body": body, "point": [float(part) for part in point]}
