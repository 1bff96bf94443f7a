"""Writes a foreign model as a deck in the short form. Frames are nested as in the source, and comments give the origin
of each object."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from rbsolve.building.deck import Deck
from rbsolve.foreign.model import GROUND, ForeignModel, Joint, Link
from rbsolve.foreign.places import Names, Places, inside, orientation_keywords, point_keyword, where
from rbsolve.language.diagnostics import Code
from rbsolve.solver.model.flat import Floats

STANDARD_GRAVITY = (0.0, 0.0, -9.81)
MASSLESS = 1e-12  # mass that a massless link gets, relative to the mass that it carries
ROUND_OFF = 1e-14  # negative principal moments up to this fraction of the largest moment are round-off
STOPS = {"REVOLUTE": ("stop_moment", 1e3, "N m/rad"), "PRISMATIC": ("stop_force", 1e5, "N/m")}
STOP_DAMPING = 1.0  # damping of stops [s/m or s/rad]


class WrittenModel:
    """A deck, and the names of its objects. `bodies` contains the body for each link, or GROUND. `joints` and `rotors`
    contain the objects for joints of the source.

    `held` contains the joints that become rigid in the deck, because the links that they carry have no mass. For each
    link with negative principal moments, `clipped` contains the change of the inertia [kg m^2], in the axes of the
    link.
    """

    def __init__(self, model: ForeignModel) -> None:
        self.model = model
        self.deck = Deck()
        self.bodies: list[str] = []
        self.joints: dict[str, str] = {}
        self.held: set[str] = set()
        self.rotors: dict[str, str] = {}
        self.clipped: dict[str, Floats] = {}


def write_deck(model: ForeignModel, gravity: tuple[float, ...] | None = None) -> WrittenModel:
    """Return the deck of a model. Diagnostics about differences from the source are added to the diagnostics of the
    model.
    """
    writer = _Writer(model)
    writer.write(gravity)
    return writer.done


def gravity_of(model: ForeignModel, chosen: tuple[float, ...] | None) -> tuple[float, ...]:
    """Return the gravitational acceleration for a deck: the chosen value, or else the value of the model, or else
    standard gravity.
    """
    if chosen is not None:
        return chosen
    return STANDARD_GRAVITY if model.gravity is None else tuple(model.gravity.tolist())


class _Writer:
    """Writes a deck. Each kind of block needs a pass over the links."""

    def __init__(self, model: ForeignModel) -> None:
        self.model = model
        self.done = WrittenModel(model)
        self.deck = self.done.deck
        self.carried = model.carries()
        self.places = Places(model, self.deck)

    def write(self, gravity: tuple[float, ...] | None) -> None:
        chosen = gravity_of(self.model, gravity)
        self.deck.comment(f"Imported from the {self.model.format} model {self.model.name}.")
        if gravity is None and self.model.gravity is None:
            self.deck.comment(f"{self.model.format} defines no gravity: standard gravity.")
        self.deck.gravity("gravity", gravity_vector=chosen)
        self._parameters()
        self._lump()
        self.places.write()
        self._bodies()
        self._joints()
        self._couplings()
        self._rotors()
        self._motors()
        self._shapes()
        if not any(body != "GROUND" for body in self.done.bodies):
            return  # without moving links, there is no analysis
        step = self.model.step or 1e-3
        self.deck.comment("Not from the source: choose a suitable time.")
        self.deck.analysis("run", simulation_time_range=(0, 1), time_step_size=step, output_step_size=_multiple(step))

    def _parameters(self) -> None:
        kinds = {j.kind for j in (link.joint for link in self.model.links) if j.lower is not None}
        for kind in sorted(kinds & set(STOPS)):
            name, value, unit = STOPS[kind]
            self.deck.comment(f"Stiffness of stops [{unit}]: the source has none.")
            self.deck.parameter(name, value)
        if kinds:
            self.deck.parameter("stop_damping", STOP_DAMPING)

    def _lump(self) -> None:
        """Add the inertia of fixed links without mass to their parents."""
        links = self.model.links
        for link in reversed(links):
            if link.mass <= 0.0 and link.joint.kind == "RIGID" and link.inertia.any() and link.parent != GROUND:
                R = np.eye(3) if link.place is None else link.place.R
                links[link.parent].inertia = links[link.parent].inertia + R @ link.inertia @ R.T
                link.inertia = np.zeros((3, 3))

    def _bodies(self) -> None:
        names = Names("GROUND", "SYSTEM")
        for k, link in enumerate(self.model.links):
            parent = "GROUND" if link.parent == GROUND else self.done.bodies[link.parent]
            kind = link.joint.kind
            if link.mass <= 0.0 and kind != "RIGID" and self.carried[k] <= 0.0:
                message = f"joint {link.joint.name} moves no mass: the joint becomes rigid"
                self.model.lacks(message, link.joint.span, "give the links masses in the source")
                link.joint.kind = kind = "RIGID"
                self.done.held.add(link.joint.name)
            if link.mass <= 0.0 and kind == "RIGID":
                self.done.bodies.append(parent)
                continue
            self.deck.comment(where(link.span, f"link {link.name}"))
            name = names.of(link.name)
            self.done.bodies.append(self.deck.rigid_body(name, **self._frame(k), **self._mass(k, link)))

    def _frame(self, k: int) -> dict[str, Any]:
        return {} if self.places.frames[k] == "FXDFRAME_INERTIAL" else {"frame_name": self.places.frames[k]}

    def _mass(self, k: int, link: Link) -> dict[str, Any]:
        if link.mass <= 0.0:
            message = f"link {link.name} has no mass: it gets {MASSLESS:g} times the mass that it supports"
            self.model.findings.note(Code.INVALID_VALUE, message, link.span)
        written: dict[str, Any] = {"mass": link.mass if link.mass > 0.0 else MASSLESS * self.carried[k]}
        if link.centre.any():
            written["centre_of_mass"] = link.centre
        tensor = self._physical(link)
        written["moments_of_inertia"] = tensor[[0, 1, 2], [0, 1, 2]]
        products = tensor[[0, 0, 1], [1, 2, 2]]
        if products.any():
            written["products_of_inertia"] = products
        return written

    def _physical(self, link: Link) -> Floats:
        """Return the inertia of a link. Negative principal moments are physically impossible, and are set to zero."""
        tensor: Floats = 0.5 * (link.inertia + link.inertia.T)
        moments, axes = np.linalg.eigh(tensor)
        if moments[0] >= 0.0:
            return tensor
        size = max(abs(float(moments[-1])), abs(float(moments[0])))
        if moments[0] < -ROUND_OFF * size:
            message = f"the inertia of link {link.name} has the negative principal moment {moments[0]:g}: this moment becomes zero"
            self.model.findings.warning(Code.INVALID_VALUE, message, link.span)
        clipped: Floats = (axes * np.maximum(moments, 0.0)) @ axes.T
        diagonal = np.diag_indices(3)
        clipped[diagonal] = np.maximum(clipped[diagonal], 0.0)
        if moments[0] < -ROUND_OFF * size:
            self.done.clipped[link.name] = clipped - tensor
        return clipped

    def _joints(self) -> None:
        names = Names()
        followers = {gear.joints[1] for gear in self.model.gears}
        for k, link in enumerate(self.model.links):
            joint, body = link.joint, self.done.bodies[k]
            parent = "GROUND" if link.parent == GROUND else self.done.bodies[link.parent]
            if joint.kind == "FREE" or body == parent:
                if joint.kind == "FREE" and parent != "GROUND":
                    self.model.lacks(
                        f"joint {joint.name} leaves {link.name} free: in the deck, the link has no parent", joint.span
                    )
                continue
            name = names.of(joint.name)
            self.done.joints[joint.name] = name
            ends: dict[str, Any] = {
                "connected_to_bodies": (parent, body),
                "at_point": point_keyword(joint.point, self.places.frames[k]),
            }
            if joint.kind in ("REVOLUTE", "PRISMATIC", "PLANAR"):
                ends["triad_name"] = self.places.axis(name, joint, k)
            self.deck.comment(where(joint.span, f"joint {joint.name}"))
            add = getattr(self.deck, f"{joint.kind.lower()}_joint")
            add(name, **ends, **self._laws(joint, joint.name in followers))

    def _laws(self, joint: Joint, follows: bool) -> dict[str, Any]:
        laws: dict[str, Any] = {}
        if joint.kind not in ("REVOLUTE", "PRISMATIC", "SPHERICAL"):
            if joint.kind != "RIGID" and (joint.damping or joint.friction or joint.stiffness):
                message = (
                    f"damping, friction and stiffness of the {joint.kind.lower()} joint {joint.name} are not imported"
                )
                self.model.lacks(message, joint.span)
            return laws
        count = 3 if joint.kind == "SPHERICAL" else 1
        if joint.stiffness:
            laws["spring"] = (joint.stiffness, joint.rest - joint.offset) * count
        if joint.damping:
            laws["damper"] = (joint.damping,) * count
        if joint.friction:
            laws["friction_force"] = (joint.friction,) * count
        if joint.friction and count == 3:
            self.model.lacks(
                f"the friction of the ball joint {joint.name} acts along the axes of its parent, not of its child",
                joint.span,
            )
        if joint.lower is None or joint.upper is None or joint.kind == "SPHERICAL":
            return laws
        lower, upper = joint.lower - joint.offset, joint.upper - joint.offset
        laws["stops"] = (lower, upper, f"#{STOPS[joint.kind][0]}", "#stop_damping")
        start = min(max(0.0, lower), upper)
        if start != 0.0 and self.model.loops:
            message = f"joint {joint.name} starts beyond its bound, where the stop acts: its loops close only in this position"
            self.model.findings.note(Code.INVALID_VALUE, message, joint.span)
        elif start != 0.0 and not follows:
            laws["initial_coordinate"] = start
            message = f"joint {joint.name} starts at {start:g}, the bound nearest to the reference configuration of the source"
            self.model.findings.note(Code.INVALID_VALUE, message, joint.span)
        return laws

    def _couplings(self) -> None:
        names = Names(*self.done.joints.values())
        for gear in self.model.gears:
            if all(joint in self.done.joints for joint in gear.joints) and not set(gear.joints) & self.done.held:
                self.deck.comment(where(gear.span, f"{gear.joints[1]} follows {gear.joints[0]}"))
                ends = [self.done.joints[joint] for joint in gear.joints]
                self.deck.gear(names.of(gear.name), joint_names=ends, ratio=gear.ratio)
            else:
                self.model.lacks(
                    f"joints {' and '.join(gear.joints)} are not coupled, because one of them becomes rigid", gear.span
                )
        for loop in self.model.loops:
            first = loop.links[0]
            bodies = ["GROUND" if k == GROUND else self.done.bodies[k] for k in loop.links]
            frame = "FXDFRAME_INERTIAL" if first == GROUND else self.places.frames[first]
            self.deck.comment(where(loop.span, f"loop {loop.name}"))
            add = self.deck.rigid_joint if loop.kind == "RIGID" else self.deck.spherical_joint
            add(names.of(loop.name), connected_to_bodies=bodies, at_point=point_keyword(loop.point, frame))

    def _rotors(self) -> None:
        """Write a rotor on the ground for each armature. A gear couples the rotation of the rotor to the joint. The
        rotor is not affected by gravity or by the motion of the joint's axis.
        """
        bodies = Names("GROUND", "SYSTEM", *self.done.bodies)
        names = Names(
            *self.done.joints.values(), *(gear.name for gear in self.model.gears), *(x.name for x in self.model.loops)
        )
        for link in self.model.links:
            joint = link.joint
            if joint.armature <= 0.0 or joint.kind not in STOPS:
                continue
            if joint.name not in self.done.joints or joint.name in self.done.held:
                continue
            self.deck.comment(where(joint.span, f"armature of {joint.name}"))
            inertia = joint.armature
            rotor = self.deck.rigid_body(
                bodies.of(f"{joint.name}_rotor"), mass=inertia, moments_of_inertia=(inertia, inertia, inertia)
            )
            self.done.rotors[joint.name] = rotor
            shaft = self.deck.revolute_joint(
                names.of(f"{joint.name}_shaft"),
                connected_to_bodies=("GROUND", rotor),
                at_point=(0, 0, 0),
                triad_name="TRIAD_INERTIAL",
            )
            ends = (self.done.joints[joint.name], shaft)
            self.deck.gear(names.of(f"{joint.name}_armature"), joint_names=ends, ratio=1)

    def _motors(self) -> None:
        """Write an input signal and a controller for each actuator. The input is set by Python or by a function of
        time.
        """
        names, controllers = Names(), Names()
        for link in self.model.links:
            joint = link.joint
            for motor in joint.motors:
                if joint.name not in self.done.joints or joint.name in self.done.held:
                    continue
                self.deck.comment(where(motor.span, f"actuator {motor.name}"))
                given = self.deck.signal(
                    names.of(f"{motor.name}_input"),
                    signal_type="EXTERNAL",
                    initial_value=motor.start,
                    limits=motor.limits,
                )
                formula = f"{motor.gain!r}*{given}" + (f" + ({motor.bias!r})" if motor.bias else "")
                force = self.deck.signal(names.of(motor.name), signal_type="EXPRESSION", expression=formula)
                self.deck.joint_controller(
                    controllers.of(motor.name),
                    joint_name=self.done.joints[joint.name],
                    proportional_gain=motor.stiffness or None,
                    derivative_gain=motor.damping or None,
                    signal_name=force,
                    torque_limit=motor.most,
                )

    def _shapes(self) -> None:
        names = Names()
        for k, link in enumerate(self.model.links):
            for shape in link.shapes:
                frame, name = self.places.frames[k], names.of(shape.name)
                keywords: dict[str, Any] = {"shape_type": shape.kind}
                own = link.mass > 0.0
                if self.done.bodies[k] != "GROUND":
                    keywords["connected_to_body"] = self.done.bodies[k]
                if not own or shape.place.x.any():
                    keywords["at_point"] = point_keyword(shape.place.x, frame)
                if not own:
                    keywords["triad_name"] = self.places.axes[k]
                if not np.array_equal(shape.place.R, np.eye(3)):
                    triad = self.deck.triad(
                        self.places.triads.of(f"{name}_axes"), **orientation_keywords(shape.place), **inside(frame)
                    )
                    keywords["triad_name"] = triad
                if shape.kind != "MESH" or shape.dimensions != (1.0, 1.0, 1.0):
                    keywords["dimensions"] = shape.dimensions or None
                keywords["file_name"] = shape.file or None
                keywords["colour"] = shape.colour or None
                keywords["opacity"] = None if shape.opacity == 1.0 else shape.opacity
                self.deck.shape(name, **keywords)


def _multiple(step: float) -> float:
    """Return the output interval [s]. It is a multiple of the step near 0.01 s."""
    return max(1, round(0.01 / step)) * step


def write_files(written: WrittenModel, output: Path) -> None:
    """Write the deck at `output`, and its meshes into the same folder. If the folder does not exist, create it.

    Raise OSError if a file cannot be written.
    """
    output.parent.mkdir(parents=True, exist_ok=True)
    for name, content in written.model.meshes.items():
        target = output.parent / name
        target.parent.mkdir(parents=True, exist_ok=True)
        data = content if isinstance(content, bytes) else content.read_bytes()
        if not (target.exists() and target.read_bytes() == data):
            target.write_bytes(data)
    written.deck.write(output)
