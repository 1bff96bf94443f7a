"""Reads SDF. Poses may be relative to any frame, joints have one or two axes, and a link with several parent joints
closes a loop.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from rbsolve.foreign.meshes import MeshShelf
from rbsolve.foreign.model import GROUND, HERE, ForeignModel, ImportFailed, Joint, Link, Loop, Place, Shape
from rbsolve.foreign.urdf import rotation
from rbsolve.foreign.xml import Element, read_xml
from rbsolve.language.diagnostics import Code
from rbsolve.solver.model.flat import Floats

KINDS = {
    "revolute": ("REVOLUTE",),
    "continuous": ("REVOLUTE",),
    "prismatic": ("PRISMATIC",),
    "fixed": ("RIGID",),
    "ball": ("SPHERICAL",),
    "universal": ("REVOLUTE", "REVOLUTE"),
    "revolute2": ("REVOLUTE", "REVOLUTE"),
}
UNLIMITED = 1e15  # beyond this value, a limit means that the joint has no limit
_OF_MODEL = {"link", "joint", "frame", "pose", "static", "self_collide", "allow_auto_disable", "enable_wind"}
_OF_LINK = {"pose", "inertial", "visual", "collision", "self_collide", "gravity", "enable_wind", "kinematic"}


def read_sdf(path: Path) -> ForeignModel:
    """Return the first model of an SDF file.

    Raise OSError if the file cannot be read, and ImportFailed if it has no model or an invalid model.
    """
    root = read_xml(path)
    worlds = list(root.all("world"))
    found = [model for place in (root, *worlds) for model in place.all("model")]
    model = ForeignModel(found[0].get("name", path.stem) if found else path.stem, "SDF")
    if root.tag != "sdf" or not found:
        model.findings.error(Code.SYNTAX_ERROR, "the file has no <model> in an <sdf>", root.span)
        raise ImportFailed(model.findings)
    for other in found[1:]:
        model.lacks(f"model {other.get('name')} is not imported: a deck contains only the first", other.span)
    gravity = worlds[0].first("gravity") if worlds else None
    reader = _Reader(model, found[0], path, root.get("version", "1.6"))
    if gravity is not None:
        model.gravity = reader.numbers(gravity, 3)
    reader.read()
    return model


class _Reader:
    """Finds the elements of a model by name, and computes their places in the frame of the model."""

    def __init__(self, model: ForeignModel, element: Element, path: Path, version: str) -> None:
        self.model, self.element, self.shelf = model, element, MeshShelf(model, path)
        self.old = version in ("1.0", "1.2", "1.3", "1.4", "1.5", "1.6")
        self.named = {child.get("name"): child for child in element.children if child.tag in ("link", "joint", "frame")}
        self.links = {child.get("name"): child for child in element.all("link")}
        self._places: dict[str, Place] = {"__model__": HERE, "world": HERE, "": HERE}
        self._open: set[str] = set()

    def fail(self, message: str, element: Element) -> ImportFailed:
        """Add a diagnostic for an error in the file, and return the exception."""
        self.model.findings.error(Code.INVALID_VALUE, message, element.span)
        return ImportFailed(self.model.findings)

    def numbers(self, element: Element, count: int) -> Floats:
        """Return the `count` numbers in an element's text. Raise ImportFailed for any other text."""
        try:
            values = np.array([float(word) for word in element.text.split()])
        except ValueError:
            values = np.array([])
        if len(values) != count or not np.isfinite(values).all():
            raise self.fail(f"<{element.tag}> is not {count} finite numbers", element)
        return values

    def number(self, element: Element | None, tag: str, default: float) -> float:
        """Return the number in the child `tag` of an element, or `default` if there is no such child."""
        child = None if element is None else element.first(tag)
        return default if child is None else float(self.numbers(child, 1)[0])

    def read(self) -> None:
        """Read each link with the joint that carries it. Then read the joints that close loops."""
        for unknown in self.element.children:
            if unknown.tag not in _OF_MODEL:
                self.model.lacks(f"<{unknown.tag}> has no counterpart and is not imported", unknown.span)
        inboard: dict[str, Element] = {}
        chords: list[Element] = []
        for joint in self.element.all("joint"):
            child, parent = self._end(joint, "child"), self._end(joint, "parent")
            if child in inboard or child == "world" or self._is_above(child, parent, inboard):
                chords.append(joint)
            else:
                inboard[child] = joint
        number: dict[str, int] = {"world": GROUND}
        for name in self.links:
            self._add(name, inboard, number)
        for joint in chords:
            self._close(joint, number)

    def _is_above(self, name: str, place: str, inboard: dict[str, Element]) -> bool:
        while place != name and place in inboard:
            place = self._end(inboard[place], "parent")
        return place == name

    def _end(self, joint: Element, tag: str) -> str:
        end = joint.first(tag)
        name = "" if end is None else end.text.strip()
        if name != "world" and name not in self.links:
            raise self.fail(f"the {tag} of joint {joint.get('name')} is {name!r}, which is not a link", joint)
        return name

    def _add(self, name: str, inboard: dict[str, Element], number: dict[str, int]) -> None:
        waiting = [name]
        while waiting:
            name = waiting[-1]
            joint = inboard.get(name)
            parent = "world" if joint is None else self._end(joint, "parent")
            if parent not in number:
                waiting.append(parent)
                continue
            waiting.pop()
            if name not in number:
                self._link(name, joint, parent, number)

    def _link(self, name: str, joint: Element | None, parent: str, number: dict[str, int]) -> None:
        """Add the links for an element. If its joint has two axes, there are two links, otherwise one."""
        element = self.links[name]
        outer, own = self.place(parent), self.place(name)
        place: Place | None = Place(outer.R.T @ (own.x - outer.x), outer.R.T @ own.R)
        if joint is None:
            static = self.element.first("static")
            fixed = static is not None and static.text.strip() in ("1", "true")
            joints = [Joint(f"{name}_base", "RIGID" if fixed else "FREE", element.span)]
        else:
            joints = self._joints(joint, own)
        above = number[parent]
        for k, made in enumerate(joints):
            suffix = "" if k + 1 == len(joints) else "_middle"
            self.model.links.append(Link(name + suffix, above, place, made, element.span))
            above, place = len(self.model.links) - 1, None
        number[name] = above
        link = self.model.links[-1]
        self._weigh(link, element)
        self._shapes(link, element)
        for child in element.children:
            if child.tag not in _OF_LINK:
                self.model.lacks(f"<{child.tag}> of link {name} has no counterpart and is not imported", child.span)

    def place(self, name: str) -> Place:
        """Return the place of a link, joint or frame in the frame of the model."""
        if name in self._places:
            return self._places[name]
        element = self.named.get(name)
        if element is None:
            raise self.fail(f"there is no frame {name!r}", self.element)
        if name in self._open:
            raise self.fail(f"the pose of {name} depends on itself", element)
        self._open.add(name)
        pose = element.first("pose")
        default = {"joint": lambda: self._end(element, "child"), "frame": lambda: element.get("attached_to")}
        base = ("" if pose is None else pose.get("relative_to")) or default.get(element.tag, lambda: "")()
        self._places[name] = self.place(base).then(self._pose(element))
        self._open.discard(name)
        return self._places[name]

    def _pose(self, element: Element) -> Place:
        pose = element.first("pose")
        if pose is None or not pose.text.strip():
            return HERE
        x, y, z, roll, pitch, yaw = self.numbers(pose, 6).tolist()
        if pose.get("degrees") == "true":
            roll, pitch, yaw = np.radians((roll, pitch, yaw)).tolist()
        return Place(np.array([x, y, z]), rotation(roll, pitch, yaw), (roll, pitch, yaw))

    def _joints(self, element: Element, link: Place) -> list[Joint]:
        """Return one joint for each axis of an element. Points and axes are in the axes of the child."""
        kinds, name = KINDS.get(element.get("type")), element.get("name")
        if kinds is None:
            self.model.lacks(
                f"joint {name} of type {element.get('type')!r} has no counterpart and becomes rigid", element.span
            )
            kinds = ("RIGID",)
        here = self.place(name)
        made = []
        for k, kind in enumerate(kinds):
            joint = Joint(name if k + 1 == len(kinds) else f"{name}_first", kind, element.span)
            joint.point = link.R.T @ (here.x - link.x)
            if kind in ("REVOLUTE", "PRISMATIC"):
                self._axis(joint, element, ("axis", "axis2")[k], here, link)
            made.append(joint)
        return made

    def _axis(self, joint: Joint, element: Element, tag: str, here: Place, link: Place) -> None:
        axis = element.first(tag)
        xyz = None if axis is None else axis.first("xyz")
        vector = np.array([0.0, 0.0, 1.0]) if xyz is None else self.numbers(xyz, 3)
        R = here.R
        flag = None if axis is None else axis.first("use_parent_model_frame")
        if self.old and flag is not None and flag.text.strip() in ("1", "true"):
            R = np.eye(3)
        if xyz is not None and xyz.get("expressed_in"):
            R = self.place(xyz.get("expressed_in")).R
        length = float(np.linalg.norm(vector))
        if length == 0.0:
            raise self.fail(f"the axis of joint {joint.name} has no length", element)
        joint.axis = link.R.T @ R @ vector / length
        limit = None if axis is None else axis.first("limit")
        lower, upper = self.number(limit, "lower", -1e16), self.number(limit, "upper", 1e16)
        if -UNLIMITED < lower < upper < UNLIMITED and element.get("type") != "continuous":
            joint.lower, joint.upper = lower, upper
        elif limit is not None and (lower > -UNLIMITED or upper < UNLIMITED):
            self.model.lacks(f"the limits of joint {joint.name} are one-sided or contradictory: no stops", limit.span)
        dynamics = None if axis is None else axis.first("dynamics")
        joint.damping, joint.friction = (self.number(dynamics, key, 0.0) for key in ("damping", "friction"))
        joint.stiffness = self.number(dynamics, "spring_stiffness", 0.0)
        joint.rest = self.number(dynamics, "spring_reference", 0.0)

    def _close(self, element: Element, number: dict[str, int]) -> None:
        """Add a loop for a joint whose child already has an inboard joint."""
        kind, name = KINDS.get(element.get("type"), ("",))[0], element.get("name")
        ends = [self._end(element, tag) for tag in ("parent", "child")]
        if element.get("type") not in ("ball", "fixed"):
            self.model.lacks(
                f"joint {name} closes a loop and is neither a ball nor fixed: it is not imported", element.span
            )
            return
        outer, here = self.place(ends[0]), self.place(name)
        point = outer.R.T @ (here.x - outer.x)
        self.model.loops.append(Loop(name, kind, (number[ends[0]], number[ends[1]]), point, element.span))

    def _weigh(self, link: Link, element: Element) -> None:
        inertial = element.first("inertial")
        if inertial is None:
            link.mass, link.inertia = 1.0, np.eye(3)
            self.model.findings.note(
                Code.INVALID_VALUE,
                f"link {link.name} has no <inertial>: the default mass of SDF, 1 kg, is used",
                link.span,
            )
            return
        place, tensor = self._pose(inertial), inertial.first("inertia")
        link.mass = self.number(inertial, "mass", 1.0)
        keys, default = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz"), (1.0, 0.0, 0.0, 1.0, 0.0, 1.0)
        a, b, c, d, e, f = (self.number(tensor, key, one) for key, one in zip(keys, default, strict=True))
        link.centre = place.x
        link.inertia = place.R @ np.array([[a, b, c], [b, d, e], [c, e, f]]) @ place.R.T

    def _shapes(self, link: Link, element: Element) -> None:
        for one in list(element.all("visual")) or list(element.all("collision")):
            geometry = one.first("geometry")
            part = geometry.children[0] if geometry is not None and geometry.children else None
            if part is None or part.tag == "empty":
                continue
            shape = Shape(f"{link.name}_{one.get('name') or 'shape'}", part.tag.upper(), self._pose(one), one.span)
            radius, length = (self.number(part, key, 0.0) for key in ("radius", "length"))
            size = part.first("size")
            if part.tag == "box" and size is not None:
                shape.dimensions = tuple(self.numbers(size, 3).tolist())
            elif part.tag in ("sphere", "cylinder", "capsule"):
                shape.dimensions = (radius,) if part.tag == "sphere" else (radius, length)
            elif part.tag == "ellipsoid" and (radii := part.first("radii")) is not None:
                shape.dimensions = tuple(self.numbers(radii, 3).tolist())
            elif part.tag == "mesh":
                uri, scale = part.first("uri"), part.first("scale")
                name = "" if uri is None else uri.text.strip().replace("model://", "package://")
                shape.file = self.shelf.take(name, part.span)
                shape.dimensions = (1.0, 1.0, 1.0) if scale is None else tuple(self.numbers(scale, 3).tolist())
                if not shape.file:
                    continue
            if not shape.dimensions or min(shape.dimensions) <= 0.0:
                self.model.lacks(f"<{part.tag}> of link {link.name} has no counterpart and is not imported", part.span)
                continue
            link.shapes.append(shape)
