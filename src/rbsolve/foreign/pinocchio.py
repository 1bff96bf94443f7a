"""Computes the mass matrix and forces of a URDF model with pinocchio, in the coordinates of a deck."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import numpy as np

from rbsolve.foreign.dynamics import Dynamics, Motion
from rbsolve.foreign.model import GROUND, Joint
from rbsolve.foreign.writing import WrittenModel
from rbsolve.foreign.xml import Element, read_xml
from rbsolve.geometry.rotation_parameters import matrix_from_euler_parameters
from rbsolve.solver.model.flat import Floats


class PinocchioOracle:
    """The model that pinocchio builds from the URDF file. Mimic joints are free. The root is free if the root of the
    deck is free.
    """

    name = "pinocchio"

    def __init__(self, path: Path, written: WrittenModel, gravity: Floats) -> None:
        import pinocchio

        self._pin = pinocchio
        root = next(link for link in written.model.links if link.parent == GROUND)
        self._root = root.joint.name if root.joint.kind == "FREE" else ""
        free = [pinocchio.JointModelFreeFlyer()] if self._root else []
        self._model = pinocchio.buildModelFromXML(_with_whole_limits(path), *free)
        self._model.gravity.linear = gravity
        self._data = self._model.createData()
        self._clipped = written.clipped

    def adopt_changes(self) -> None:
        """Change physically impossible inertias in the same way as the import changes them in the deck."""
        for name, change in self._clipped.items():
            frame = self._model.frames[self._model.getFrameId(name, self._pin.FrameType.BODY)]
            added = self._pin.Inertia(0.0, np.zeros(3), change)
            self._model.inertias[frame.parentJoint] += frame.placement.act(added)
        self._data = self._model.createData()

    def dynamics(self, motion: Motion, joints: list[Joint]) -> Dynamics:
        """Compute the dynamics of a state. For a ball joint, pinocchio's rates are in the child's axes. They are
        converted to the parent's axes.
        """
        pin, model, data = self._pin, self._model, self._data
        q, v, slope = pin.neutral(model), np.zeros(model.nv), np.zeros(model.nv)
        change = np.zeros((model.nv, sum(len(motion.rates[joint.name]) for joint in joints)))
        column = 0
        for joint in joints:
            index = model.getJointId("root_joint" if joint.name == self._root else joint.name)
            at, first = model.idx_qs[index], model.idx_vs[index]
            ours, rates = motion.coordinates[joint.name], motion.rates[joint.name]
            width = len(rates)
            T = np.eye(width)
            if joint.kind in ("FREE", "SPHERICAL"):
                n = width - 3
                R = np.asarray(matrix_from_euler_parameters(ours[n:])).reshape(3, 3)
                q[at : at + n], q[at + n : at + n + 4] = ours[:n], ours[[n + 1, n + 2, n + 3, n]]
                for k in range(0, width, 3):
                    T[k : k + 3, k : k + 3] = R.T
                spin = rates[-3:]
                for k in range(0, width, 3):
                    slope[first + k : first + k + 3] = -R.T @ np.cross(spin, rates[k : k + 3])
            elif joint.kind == "PLANAR":
                c, s = np.cos(ours[2]), np.sin(ours[2])
                q[at : at + 4] = ours[0], ours[1], c, s
                T[:2, :2] = [[c, s], [-s, c]]
                turned = np.array([[-s, c], [-c, -s]])
                slope[first : first + 2] = rates[2] * turned @ rates[:2]
            elif model.nqs[index] == 2:
                q[at : at + 2] = np.cos(ours[0] + joint.offset), np.sin(ours[0] + joint.offset)
            else:
                q[at] = ours[0] + joint.offset
            v[first : first + width] = T @ rates
            change[first : first + width, column : column + width] = T
            column += width
        M = pin.crba(model, data, q)
        M = np.triu(M) + np.triu(M, 1).T
        gravity = pin.rnea(model, data, q, 0.0 * v, 0.0 * v).copy()
        bias = pin.rnea(model, data, q, v, slope).copy()
        return Dynamics(change.T @ M @ change, change.T @ gravity, change.T @ bias)


def _with_whole_limits(path: Path) -> str:
    """Return the text of a model in which every limit has an effort and a velocity.

    pinocchio cannot read a limit without them. They do not affect the dynamics.
    """
    return ElementTree.tostring(_tree(read_xml(path)), encoding="unicode")


def _tree(element: Element) -> ElementTree.Element:
    """Return an element with its children. Names with prefixes of other languages, such as xacro, are removed, because
    the file may not declare these namespaces.
    """
    given = {name: value for name, value in element.attributes.items() if ":" not in name}
    made = ElementTree.Element(
        element.tag, {"effort": "0", "velocity": "0"} | given if element.tag == "limit" else given
    )
    made.text = element.text
    made.extend(_tree(child) for child in element.children if ":" not in child.tag)
    return made
