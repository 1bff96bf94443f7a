"""Reads MJCF. MuJoCo's own compiler reads the file, and this module converts the compiled model. The line numbers come
from the XML.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np

from rbsolve.foreign.mjcf_lines import Lines, read_with_includes
from rbsolve.foreign.model import GROUND, HERE, ForeignModel, Gear, ImportFailed, Joint, Link, Loop, Motor, Place
from rbsolve.foreign.mujoco_shapes import shapes_of
from rbsolve.geometry.rotation_parameters import matrix_from_euler_parameters
from rbsolve.language.diagnostics import Code, Span
from rbsolve.solver.model.flat import Floats

_UNUSED = (
    ("ntendon", "tendon", "tendons have no counterpart"),
    ("nflex", "deformable", "flexible parts have no counterpart"),
    ("nplugin", "extension", "plugins have no counterpart"),
)
_UNACTED = (
    ("nsensor", "sensor", "sensors are not imported: add the sensors that you need"),
    ("nkey", "keyframe", "keyframes are not imported: the deck starts at the reference configuration"),
    ("npair", "contact", "contacts are not imported"),
)


def compile_model(path: Path, warnings: list[str] | None = None) -> Any:
    """Return MuJoCo's model of a file. MuJoCo's warnings are added to `warnings`. Otherwise MuJoCo would write them to
    a log file in the current folder.

    Raise ImportError without MuJoCo, and ValueError if MuJoCo cannot compile the file.
    """
    import mujoco

    taken: list[str] = [] if warnings is None else warnings
    if hasattr(mujoco, "set_mju_user_warning"):
        mujoco.set_mju_user_warning(taken.append)
    return mujoco.MjModel.from_xml_path(str(path))


def read_mjcf(path: Path) -> ForeignModel:
    """Return the model of an MJCF file.

    Raise OSError if a file cannot be read, ImportFailed if the file is not a model, and ImportError without MuJoCo.
    """
    root = read_with_includes(path)
    model = ForeignModel(root.get("model", path.stem), "MJCF")
    if root.tag != "mujoco":
        model.findings.error(Code.SYNTAX_ERROR, f"expected <mujoco>, found <{root.tag}>", root.span)
        raise ImportFailed(model.findings)
    try:
        warnings: list[str] = []
        source = compile_model(path, warnings)
    except ValueError as error:
        message = " ".join(str(error).split())
        found = re.search(r"line (\d+)", message)
        line = max(1, int(found.group(1))) if found else 1  # MuJoCo names line 0 if it does not know the line
        span = Span(root.span.source, line, 1, line, 1 + len(root.span.source.line(line)))
        model.findings.error(Code.SYNTAX_ERROR, f"MuJoCo cannot compile it: {message}", span)
        raise ImportFailed(model.findings) from None
    for warning in warnings:
        model.findings.note(Code.UNSUPPORTED_BLOCK, f"warning of MuJoCo: {warning}", root.span)
    _Walk(model, source, Lines(root, source)).read()
    return model


class _Walk:
    """Traverses MuJoCo's compiled model."""

    def __init__(self, model: ForeignModel, source: Any, lines: Lines) -> None:
        import mujoco

        self.mj, self.model, self.source, self.lines = mujoco, model, source, lines
        self.last: list[int] = []  # for each body, the index of its last link, which has the mass of the body
        self.joints: dict[int, Joint] = {}

    def read(self) -> None:
        """Read bodies, with parents first, then their connections and drives."""
        source = self.source
        gravity = self.mj.mjtDisableBit.mjDSBL_GRAVITY
        off = bool(source.opt.disableflags & int(gravity))
        self.model.gravity = np.zeros(3) if off else np.array(source.opt.gravity, dtype=float)
        self.model.step = float(source.opt.timestep)
        for body in range(source.nbody):
            self._add(body)
        for k in range(source.neq):
            self._equality(k)
        for k in range(source.nu):
            self._actuator(k)
        for attribute, tag, message in (*_UNUSED, *_UNACTED):
            if getattr(source, attribute, 0):
                report = (
                    self.model.findings.warning if (attribute, tag, message) in _UNUSED else self.model.findings.note
                )
                for span in self.lines.parts(tag):
                    report(Code.UNSUPPORTED_BLOCK, message, span)
        if source.opt.density or source.opt.viscosity:
            self.model.lacks("fluid forces have no counterpart", self.lines.option())
        if np.any((source.geom_contype != 0) & (source.geom_conaffinity != 0)):
            message = "contacts between geoms are not imported: add @CONTACT_DEFINITION for the contacts that you need"
            self.model.findings.note(Code.UNSUPPORTED_BLOCK, message, self.lines.root)

    def _name(self, kind: str, k: int) -> str:
        found = self.mj.mj_id2name(self.source, getattr(self.mj.mjtObj, f"mjOBJ_{kind}"), k)
        return found or f"{kind.lower()}_{k}"

    def _add(self, body: int) -> None:
        """Add the links of a body, with a link for each of its joints. The last link has the mass and the shapes of the
        body.
        """
        source, span = self.source, self.lines.body(body)
        name = self._name("BODY", body) if body else "world"
        parent = self.last[source.body_parentid[body]] if body else GROUND
        place: Place | None = _place(source.body_pos[body], source.body_quat[body]) if body else HERE
        first, count = int(source.body_jntadr[body]), int(source.body_jntnum[body])
        joints = [self._joint(j, body, j - first) for j in range(first, first + count)]
        if not joints:
            joints = [Joint(f"{name}_fixed", "RIGID", span)]
        for k, joint in enumerate(joints):
            suffix = "" if k + 1 == len(joints) else f"_{joint.name}"
            self.model.links.append(Link(name + suffix, parent, place, joint, span))
            parent, place = len(self.model.links) - 1, None
        link = self.model.links[-1]
        self.last.append(len(self.model.links) - 1)
        if body:
            link.mass = float(source.body_mass[body])
            link.centre = np.array(source.body_ipos[body], dtype=float)
            axes = _matrix(source.body_iquat[body])
            link.inertia = (axes * source.body_inertia[body]) @ axes.T
        link.shapes = shapes_of(self.model, source, body, name, self.lines)
        if source.body_mocapid[body] >= 0:
            self.model.lacks(f"body {name} is moved by a program (mocap): it is at rest in the deck", span)
        if source.body_gravcomp[body]:
            self.model.lacks(f"the gravity compensation of body {name} has no counterpart", span)

    def _joint(self, j: int, body: int, k: int) -> Joint:
        source, span = self.source, self.lines.joint(body, k)
        kinds = {0: "FREE", 1: "SPHERICAL", 2: "PRISMATIC", 3: "REVOLUTE"}
        dof, q = int(source.jnt_dofadr[j]), int(source.jnt_qposadr[j])
        joint = Joint(self._name("JOINT", j), kinds[int(source.jnt_type[j])], span)
        self.joints[j] = joint
        damping, friction = float(source.dof_damping[dof]), float(source.dof_frictionloss[dof])
        armature, stiffness = float(source.dof_armature[dof]), float(np.ravel(source.jnt_stiffness[j])[0])
        joint.armature = armature
        if joint.kind == "FREE":
            if damping or friction or armature or stiffness:
                self.model.lacks(
                    f"damping, friction, stiffness and armature of the free joint {joint.name} are ignored", span
                )
            return joint
        joint.point = np.array(source.jnt_pos[j], dtype=float)
        joint.damping, joint.friction, joint.stiffness = damping, friction, stiffness
        for polynomial in ("jnt_stiffnesspoly", "dof_dampingpoly"):
            values = getattr(source, polynomial, None)
            if values is not None and np.any(values[j if polynomial[0] == "j" else dof]):
                self.model.lacks(f"the nonlinear stiffness or damping of joint {joint.name} becomes linear", span)
        if joint.kind == "SPHERICAL":
            if source.jnt_limited[j]:
                self.model.lacks(f"the limit of the ball joint {joint.name} has no counterpart", span)
            if armature:
                self.model.lacks(f"the armature of the ball joint {joint.name} has no counterpart", span)
            return joint
        joint.axis = np.array(source.jnt_axis[j], dtype=float)
        joint.offset = float(source.qpos0[q])
        joint.rest = float(source.qpos_spring[q])
        if source.jnt_actfrclimited[j]:
            self.model.lacks(f"the limit of actuator forces on joint {joint.name} has no counterpart", span)
        if source.jnt_limited[j]:
            joint.lower, joint.upper = (float(x) for x in source.jnt_range[j])
        return joint

    def _equality(self, k: int) -> None:
        source, kinds = self.source, self.mj.mjtEq
        name, span = self._name("EQUALITY", k), self.lines.part("equality", k)
        kind, data = int(source.eq_type[k]), np.array(source.eq_data[k], dtype=float)
        ends = int(source.eq_obj1id[k]), int(source.eq_obj2id[k])
        if not source.eq_active0[k]:
            self.model.lacks(f"the equality {name} is not active and not imported", span)
        elif kind in (int(kinds.mjEQ_CONNECT), int(kinds.mjEQ_WELD)):
            site = int(source.eq_objtype[k]) == int(self.mj.mjtObj.mjOBJ_SITE)
            bodies = [int(source.site_bodyid[e]) if site else e for e in ends]
            point = np.array(source.site_pos[ends[0]], dtype=float) if site else data[:3]
            if kind == int(kinds.mjEQ_WELD):
                point = np.zeros(3)
                if site or not self._is_reference(bodies, data):
                    message = (
                        f"the weld {name} fixes a different pose; in the deck, it fixes the reference configuration"
                    )
                    self.model.lacks(message, span)
            shape = "SPHERICAL" if kind == int(kinds.mjEQ_CONNECT) else "RIGID"
            first, second = (self.last[b] for b in bodies)
            self.model.loops.append(Loop(name, shape, (first, second), point, span))
        elif kind == int(kinds.mjEQ_JOINT) and ends[1] >= 0 and not data[[0, 2, 3, 4]].any() and data[1]:
            follower, master = (self.joints[e] for e in ends)
            self.model.gears.append(Gear(name, (master.name, follower.name), float(data[1]), span))
        else:
            self.model.lacks(f"the equality {name} has no counterpart", span)

    def _is_reference(self, bodies: list[int], data: Floats) -> bool:
        """Return whether a weld prescribes the relative pose that the two bodies have at the reference configuration."""
        poses = []
        for b in bodies:
            pose = HERE
            while b:
                pose = _place(self.source.body_pos[b], self.source.body_quat[b]).then(pose)
                b = int(self.source.body_parentid[b])
            poses.append(pose)
        held = _place(data[3:6], data[6:10])
        anchor = poses[0].then(held)  # the anchor is data[3:6] in the first body, and data[:3] in the second body
        own = poses[1].then(Place(data[:3]))
        return np.allclose(anchor.x, own.x, atol=1e-9) and np.allclose(anchor.R, own.R, atol=1e-9)

    def _actuator(self, k: int) -> None:
        """Read a motor, a position servo or a velocity servo of a joint. If it is any other actuator, report that it
        has no counterpart.
        """
        mj, source = self.mj, self.source
        name, span = self._name("ACTUATOR", k), self.lines.part("actuator", k)
        on_joint = int(source.actuator_trntype[k]) in (int(mj.mjtTrn.mjTRN_JOINT), int(mj.mjtTrn.mjTRN_JOINTINPARENT))
        joint = self.joints[int(np.ravel(source.actuator_trnid[k])[0])] if on_joint else None
        fixed = int(source.actuator_gaintype[k]) == int(mj.mjtGain.mjGAIN_FIXED)
        plain = int(source.actuator_dyntype[k]) == int(mj.mjtDyn.mjDYN_NONE)
        bias = int(source.actuator_biastype[k])
        affine = bias == int(mj.mjtBias.mjBIAS_AFFINE)
        if (
            joint is None
            or joint.kind not in ("REVOLUTE", "PRISMATIC")
            or not fixed
            or not plain
            or not (affine or bias == 0)
        ):
            self.model.lacks(f"actuator {name} has no counterpart: neither a motor nor a servo of a joint", span)
            return
        for extra in ("actuator_armature", "actuator_damping"):
            values = getattr(source, extra, None)
            if values is not None and np.any(values[k]):
                self.model.lacks(f"the {extra.partition('_')[2]} of actuator {name} has no counterpart", span)
        gear = float(np.ravel(source.actuator_gear[k])[0])
        b = np.array(source.actuator_biasprm[k][:3], dtype=float) if affine else np.zeros(3)
        motor = Motor(name, span, gear * float(source.actuator_gainprm[k][0]))
        motor.stiffness, motor.damping = float(-gear * gear * b[1]), float(-gear * gear * b[2])
        motor.bias = float(gear * b[0] - motor.stiffness * joint.offset)
        if np.ravel(source.actuator_ctrllimited)[k]:
            low, high = (float(x) for x in np.reshape(source.actuator_ctrlrange, (-1, 2))[k])
            motor.limits = low, high
        if source.actuator_forcelimited[k]:
            low, high = (gear * float(x) for x in source.actuator_forcerange[k])
            if low == -high:
                motor.most = abs(high)
            else:
                self.model.lacks(f"the unequal limits of force of actuator {name} have no counterpart", span)
        joint.motors.append(motor)


def _matrix(e: Any) -> Floats:
    return np.asarray(matrix_from_euler_parameters(np.array(e, dtype=float))).reshape(3, 3)


def _place(x: Any, e: Any) -> Place:
    e = np.array(e, dtype=float)
    return Place(np.array(x, dtype=float), np.eye(3) if not e[1:].any() else _matrix(e / np.linalg.norm(e)))
