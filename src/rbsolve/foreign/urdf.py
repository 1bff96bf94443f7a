"""Reads URDF: links, inertias, joints, roll-pitch-yaw angles about fixed axes, mimic joints, and meshes in packages."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np

from rbsolve.foreign.meshes import MeshShelf
from rbsolve.foreign.model import GROUND, HERE, ForeignModel, Gear, ImportFailed, Joint, Link, Place, Shape
from rbsolve.foreign.xml import Element, read_xml
from rbsolve.language.diagnostics import Code
from rbsolve.solver.model.flat import Floats

KINDS = {
    "revolute": "REVOLUTE",
    "continuous": "REVOLUTE",
    "prismatic": "PRISMATIC",
    "fixed": "RIGID",
    "floating": "FREE",
    "planar": "PLANAR",
    "spherical": "SPHERICAL",
}
_KNOWN = {"link", "joint", "material"}
_OF_JOINT = {"origin", "parent", "child", "axis", "limit", "dynamics", "mimic", "safety_controller", "calibration"}


def read_urdf(path: Path, *, floating: bool = False) -> ForeignModel:
    """Return the model of a URDF file. With `floating`, the root of the model is free, otherwise it is fixed to the
    ground.

    Raise OSError if the file cannot be read, and ImportFailed if it contains no robot.
    """
    root = read_xml(path)
    model = ForeignModel(root.get("name", path.stem), "URDF")
    if root.tag != "robot":
        model.findings.error(Code.SYNTAX_ERROR, f"expected <robot>, found <{root.tag}>", root.span)
        raise ImportFailed(model.findings)
    reader = _Reader(model, root, path)
    reader.read(floating)
    return model


class _Reader:
    """Reads a file. It first finds the elements by name, and then builds the model."""

    def __init__(self, model: ForeignModel, root: Element, path: Path) -> None:
        self.model, self.root = model, root
        self.shelf = MeshShelf(model, path)
        self.links = self._by_name("link")
        self.joints = self._by_name("joint")
        self.colours = {m.get("name"): m for m in root.all("material") if m.first("color")}

    def _by_name(self, tag: str) -> dict[str, Element]:
        found: dict[str, Element] = {}
        for element in self.root.all(tag):
            name = element.get("name")
            if not name or name in found:
                what = f"two elements <{tag}> are named {name!r}" if name else f"a <{tag}> has no name"
                self._fail(Code.DUPLICATE_NAME if name else Code.MISSING_KEYWORD, what, element)
            found[name] = element
        return found

    def _fail(self, code: Code, message: str, element: Element) -> None:
        self.model.findings.error(code, message, element.span)
        raise ImportFailed(self.model.findings)

    def read(self, floating: bool) -> None:
        """Read links, with parents first, and then gears. Elements without a counterpart are reported."""
        for unknown in self.root.children:
            if unknown.tag not in _KNOWN:
                self.model.lacks(f"<{unknown.tag}> has no counterpart and is not imported", unknown.span)
        inboard: dict[str, Element] = {}
        outboard: dict[str, list[Element]] = {}
        for joint in self.joints.values():
            ends = [self._end(joint, tag) for tag in ("parent", "child")]
            if ends[1] in inboard:
                self._fail(Code.CONFLICTING_KEYWORDS, f"link {ends[1]} is the child of two joints", joint)
            inboard[ends[1]] = joint
            outboard.setdefault(ends[0], []).append(joint)
        roots = [name for name in self.links if name not in inboard]
        if not self.links:
            self._fail(Code.MISSING_KEYWORD, "the robot has no <link>", self.root)
        if not roots:
            self._fail(Code.CIRCULAR_REFERENCE, "every link is the child of a joint: the model has no root", self.root)
        waiting: list[tuple[str, Element | None, int]] = [(name, None, GROUND) for name in reversed(roots)]
        while waiting:
            name, inward, parent = waiting.pop()
            self._add(name, inward, parent, floating)
            here = len(self.model.links) - 1
            waiting += [(self._end(j, "child"), j, here) for j in reversed(outboard.get(name, []))]
        if len(self.model.links) < len(self.links):
            self._fail(Code.CIRCULAR_REFERENCE, "joints form a cycle without a root", self.root)
        self._gears()

    def _end(self, joint: Element, tag: str) -> str:
        end = joint.first(tag)
        name = "" if end is None else end.get("link")
        if name not in self.links:
            message = f"the {tag} of joint {joint.get('name')} is {name!r}, which is not a link"
            self._fail(Code.UNRESOLVED_REFERENCE, message, joint if end is None else end)
        return name

    def _add(self, name: str, element: Element | None, parent: int, floating: bool) -> None:
        link = self.links[name]
        if element is None:
            joint = Joint(f"{name}_base", "FREE" if floating else "RIGID", link.span)
            place = HERE
        else:
            joint, place = self._joint(element), self._origin(element)
        made = Link(name, parent, place, joint, link.span)
        self._weigh(made, link)
        self._shapes(made, link)
        self.model.links.append(made)

    def _joint(self, element: Element) -> Joint:
        kind = element.get("type")
        name = element.get("name")
        if kind not in KINDS:
            self.model.lacks(f"joint {name} of type {kind!r} has no counterpart and becomes rigid", element.span)
        joint = Joint(name, KINDS.get(kind, "RIGID"), element.span)
        axis = element.first("axis")
        if kind in ("revolute", "continuous", "prismatic", "planar"):
            vector = self._numbers(axis, "xyz", (1.0, 0.0, 0.0))
            length = float(np.linalg.norm(vector))
            if length == 0.0:
                self._fail(Code.INVALID_VALUE, f"the axis of joint {name} has no length", axis or element)
            joint.axis = vector / length
        limit = element.first("limit")
        if limit is not None and kind in ("revolute", "prismatic"):
            joint.lower, joint.upper = (float(self._numbers(limit, side, (0.0,))[0]) for side in ("lower", "upper"))
            if not joint.lower < joint.upper:
                message = f"the limits of joint {name} are contradictory ({joint.lower:g} to {joint.upper:g}): no stops"
                self.model.lacks(message, limit.span)
                joint.lower = joint.upper = None
        if limit is not None and any(limit.get(key) for key in ("effort", "velocity")):
            self._note_once(
                "limits of effort and velocity are not imported, because they are properties of controllers", limit
            )
        dynamics = element.first("dynamics")
        if dynamics is not None:
            joint.damping, joint.friction = (
                float(self._numbers(dynamics, key, (0.0,))[0]) for key in ("damping", "friction")
            )
        for child in element.children:
            if child.tag not in _OF_JOINT:
                self.model.lacks(f"<{child.tag}> of joint {name} has no counterpart and is not imported", child.span)
            elif child.tag in ("safety_controller", "calibration"):
                self._note_once(f"<{child.tag}> is not imported, because it does not affect the motion", child)
        return joint

    def _note_once(self, message: str, element: Element) -> None:
        if all(finding.message != message for finding in self.model.findings):
            self.model.findings.note(Code.UNSUPPORTED_BLOCK, message, element.span)

    def _weigh(self, made: Link, link: Element) -> None:
        inertial = link.first("inertial")
        if inertial is None:
            return
        mass, tensor = inertial.first("mass"), inertial.first("inertia")
        made.mass = float(self._numbers(mass, "value", (0.0,))[0])
        if not made.mass >= 0.0:
            self._fail(Code.INVALID_VALUE, f"link {made.name} has a negative mass", mass or inertial)
        place = self._origin(inertial)
        keys = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
        a, b, c, d, e, f = (float(self._numbers(tensor, key, (0.0,))[0]) for key in keys)
        made.centre = place.x
        made.inertia = place.R @ np.array([[a, b, c], [b, d, e], [c, e, f]]) @ place.R.T

    def _shapes(self, made: Link, link: Element) -> None:
        visuals = list(link.all("visual"))
        collisions = list(link.all("collision"))
        if visuals and collisions:
            self._note_once("collision shapes of links with visual shapes are not imported", collisions[0])
        for k, element in enumerate(visuals or collisions):
            name = f"{made.name}_{k + 1}"
            geometry = element.first("geometry")
            part = geometry.children[0] if geometry is not None and geometry.children else None
            if part is None:
                self.model.lacks(f"a shape of link {made.name} has no geometry", element.span)
                continue
            place, colour, opacity = self._origin(element), *self._colour(element)

            def add(kind: str, dimensions: tuple[float, ...], at: Place) -> None:
                shape = Shape(name, kind, at, element.span, dimensions, "", colour, opacity)  # noqa: B023  # called in this pass of the loop
                made.shapes.append(shape)

            if part.tag == "box":
                add("BOX", tuple(self._numbers(part, "size", (0.0,) * 3).tolist()), place)
            elif part.tag == "sphere":
                add("SPHERE", (float(self._numbers(part, "radius", (0.0,))[0]),), place)
            elif part.tag in ("cylinder", "capsule"):
                radius, length = (float(self._numbers(part, key, (0.0,))[0]) for key in ("radius", "length"))
                add(part.tag.upper(), (radius, length), place)
            elif part.tag == "mesh":
                file = self.shelf.take(part.get("filename"), part.span)
                if file:
                    scale = tuple(self._numbers(part, "scale", (1.0,) * 3).tolist())
                    if min(scale) <= 0.0:
                        self.model.lacks("mirrored meshes are not imported", part.span)
                        continue
                    shape = Shape(name, "MESH", place, element.span, scale, file, colour, opacity)
                    made.shapes.append(shape)
            else:
                self.model.lacks(f"<{part.tag}> has no counterpart and is not imported", part.span)
        made.shapes = [s for s in made.shapes if s.kind == "MESH" or self._has_size(s)]

    def _has_size(self, shape: Shape) -> bool:
        if min(shape.dimensions) > 0.0:
            return True
        self.model.lacks(f"shape {shape.name} has no size and is not imported", shape.span)
        return False

    def _colour(self, element: Element) -> tuple[str, float]:
        material = element.first("material")
        if material is None:
            return "", 1.0
        colour = material.first("color")
        if colour is None and material.get("name") in self.colours:
            colour = self.colours[material.get("name")].first("color")
        if colour is None:
            return "", 1.0
        r, g, b, a = self._numbers(colour, "rgba", (1.0,) * 4).clip(0.0, 1.0).tolist()
        return "#" + "".join(f"{round(255 * c):02x}" for c in (r, g, b)), a

    def _gears(self) -> None:
        """Read mimic joints, `q = multiplier * master + offset`, as gears. The offset changes the reference
        configuration of the joint.
        """
        made = {link.joint.name: link for link in self.model.links}
        for name, element in self.joints.items():
            mimic = element.first("mimic")
            if mimic is None or name not in made:
                continue
            master = mimic.get("joint")
            if master not in made or master == name:
                message = f"joint {name} follows {master!r}, which is not another joint, so the joint becomes free"
                self.model.findings.warning(Code.UNRESOLVED_REFERENCE, message, mimic.span)
                continue
            ratio, offset = (
                float(self._numbers(mimic, key, (default,))[0])
                for key, default in (("multiplier", 1.0), ("offset", 0.0))
            )
            kinds = {made[one].joint.kind for one in (name, master)}
            if not kinds <= {"REVOLUTE", "PRISMATIC"}:
                self.model.lacks(
                    f"joint {name} or {master} does not have exactly one coordinate: the coupling is ignored",
                    mimic.span,
                )
                continue
            if ratio == 0.0:
                self.model.lacks(f"joint {name} follows {master} with the factor zero: no gear is written", mimic.span)
                continue
            _shift(made[name], offset)
            self.model.gears.append(Gear(f"{name}_mimic", (master, name), ratio, mimic.span))

    def _origin(self, element: Element) -> Place:
        origin = element.first("origin")
        if origin is None:
            return HERE
        angles = self._numbers(origin, "rpy", (0.0,) * 3)
        x = self._numbers(origin, "xyz", (0.0,) * 3)
        return Place(x, rotation(*angles), (float(angles[0]), float(angles[1]), float(angles[2])))

    def _numbers(self, element: Element | None, key: str, default: tuple[float, ...]) -> Floats:
        """Return the numbers of an attribute. Raise ImportFailed if the text is invalid, or if there are more or fewer
        numbers than in the default.
        """
        text = "" if element is None else element.get(key)
        if element is None or not text.strip():
            return np.array(default)
        try:
            values = np.array([float(word) for word in text.split()])
        except ValueError:
            values = np.array([math.nan])
        if len(values) != len(default) or not np.isfinite(values).all():
            self._fail(Code.INVALID_VALUE, f"{key}={text!r} is not {len(default)} finite numbers", element)
        return values


def rotation(roll: float, pitch: float, yaw: float) -> Floats:
    """Return the rotation R by three angles about the fixed axes x, y, z, in this order."""
    (a, b, c), (x, y, z) = np.cos((roll, pitch, yaw)), np.sin((roll, pitch, yaw))
    about_x = np.array([[1, 0, 0], [0, a, -x], [0, x, a]])
    about_y = np.array([[b, 0, y], [0, 1, 0], [-y, 0, b]])
    about_z = np.array([[c, -z, 0], [z, c, 0], [0, 0, 1]])
    turned: Floats = about_z @ about_y @ about_x
    return turned


def _shift(link: Link, offset: float) -> None:
    """Move the reference configuration of a joint to the position at which the source's coordinate equals `offset`."""
    if offset == 0.0:
        return
    from rbsolve.geometry import so3

    joint, place = link.joint, link.place or HERE
    joint.offset = offset
    if joint.kind == "PRISMATIC":
        link.place = Place(place.x + place.R @ joint.axis * offset, place.R, place.rpy)
        return
    turn = np.array(so3.exp(tuple((offset * joint.axis).tolist()))).reshape(3, 3)
    link.place = Place(place.x, place.R @ turn)
