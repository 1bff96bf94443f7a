"""Arrays of the applied forces from their blocks."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from rbsolve.geometry.resolved import ResolvedGeometry
from rbsolve.parser.description.described import Described, Description
from rbsolve.parser.description.recall import recalled
from rbsolve.parser.diagnostics import Code, Diagnostics
from rbsolve.parser.expressions.evaluation import value_of
from rbsolve.parser.schema.joints import JOINT_KINDS
from rbsolve.solver.functions.composed import callees
from rbsolve.solver.model.arrays import Bushings, Loads, Springs
from rbsolve.solver.model.flat import Floats

DRIVEN_BY_TIME = {
    "DEAD_LOAD": ("FUNCTION_1D_NAME",),
    "JOINT_CONTROLLER": ("REFERENCE_FUNCTION_NAME", "FEEDFORWARD_FUNCTION_NAME"),
    **dict.fromkeys(JOINT_KINDS, ("ACTUATOR",)),
}
"""The keywords that name the functions of time behind forces, by kind of object."""


@dataclass(frozen=True, slots=True)
class Anatomy:
    """What places a material point or axes in a body: indices and the reference frames, GROUND last."""

    index: Mapping[str, int]
    reference_x: Floats  # (nb + 1, 3)
    reference_R: Floats  # (nb + 1, 3, 3)
    geometry: ResolvedGeometry
    moving_frames: Mapping[str, tuple[int, Floats, Floats]]
    functions: Mapping[str, int]
    signals: Mapping[str, int] = field(default_factory=dict)
    free: frozenset[str] = frozenset()
    """Moving frames that no single body carries"""

    @property
    def ground(self) -> int:
        """Index of GROUND."""
        return len(self.index) - 1

    def point(self, body: int, name: str | None) -> Floats:
        """The material point of `body` at the named point of the reference configuration, in body axes; default the origin."""
        if name is None:
            return np.zeros(3)
        return np.asarray(self.reference_R[body].T @ (self.geometry.points[name] - self.reference_x[body]))

    def axes(self, body: int, name: str | None) -> Floats:
        """The material axes of `body` along the named triad at the reference configuration, R_BT; default inertial axes."""
        R_IT = np.eye(3) if name is None else self.geometry.triads[name]
        return np.asarray(self.reference_R[body].T @ R_IT)

    def function(self, name: str | None) -> int:
        """Index of a function, -1 for none."""
        return -1 if name is None else self.functions[name]

    def signal(self, name: str | None) -> int:
        """Index of a signal, -1 for none."""
        return -1 if name is None else self.signals[name]

    def driver(self, name: str | None, signal: str | None = None) -> tuple[int, int]:
        """Indices of the function and of the signal that a name means, and of a signal that is named as one; -1 for none."""
        if name is None or name in self.functions:
            return self.function(name), self.signal(signal)
        return -1, self.signal(name)


def _rows(values: list[Floats], shape: tuple[int, ...]) -> Floats:
    return np.array(values, dtype=np.float64).reshape(len(values), *shape)


def _ints(values: list[int]) -> np.ndarray:
    return np.array(values, dtype=np.int64)


@recalled
def gravity(description: Description) -> Floats:
    """The sum of all gravity vectors, inertial axes [m/s^2]."""
    total = np.zeros(3)
    for block in description.all_of("GRAVITY"):
        total += np.array(block["GRAVITY_VECTOR"])
    return total


def check_start(description: Description, t: float, diagnostics: Diagnostics) -> None:
    """Report forces whose function has no value at the start time `t`."""
    for block, keyword, formula in forces_without_value(description, t):
        diagnostics.error(
            Code.INVALID_VALUE,
            f"function {formula.name} has no value at the start, t = {t:.9g} s",
            block.span_of(keyword),
            f"see its formula in line {formula.span_of('EXPRESSION').line}; @START_TIME holds it before a time",
        )


def forces_without_value(description: Description, t: float) -> Iterator[tuple[Described, str, Described]]:
    """The objects with a force whose function has no value at a time, its keyword and the function; only formulas can lack one, and those
    that call functions are looked at when they run."""
    formulas = {
        block.name: block for block in description.all_of("FUNCTION_1D") if "EXPRESSION" in block and not callees(block)
    }
    for kind, keywords in DRIVEN_BY_TIME.items():
        for block, keyword in itertools.product(description.all_of(kind), keywords):
            named = block.get(keyword, ())
            for name in named if isinstance(named, tuple) else (named,):
                if name in formulas and not math.isfinite(_formula(formulas[name], t)):
                    yield block, keyword, formulas[name]


def _formula(function: Described, t: float) -> float:
    held = min(max(t, function.get("START_TIME", -math.inf)), function.get("END_TIME", math.inf))
    return value_of(function["EXPRESSION"], held)


@recalled
def loads(description: Description, anatomy: Anatomy) -> Loads:
    """Dead and follower loads; fixed axes are resolved here, turning ones stay components in the axes of their body."""
    bodies, points, axes_bodies, forces, moments, drivers = [], [], [], [], [], []
    for block in description.all_of("DEAD_LOAD"):
        body = anatomy.index[block["CONNECTED_TO_BODY"]]
        axes_body, R_AL = _load_axes(block, body, anatomy)
        scale = block["SCALING_FACTOR"]
        bodies.append(body)
        points.append(anatomy.point(body, block.get("AT_POINT")))
        axes_bodies.append(axes_body)
        forces.append(scale * (R_AL @ np.array(block["APPLIED_FORCES"])))
        moments.append(scale * (R_AL @ np.array(block["APPLIED_MOMENTS"])))
        drivers.append(anatomy.driver(block.get("FUNCTION_1D_NAME"), block.get("SIGNAL_NAME")))
    return Loads(
        body=_ints(bodies),
        point=_rows(points, (3,)),
        axes_body=_ints(axes_bodies),
        force=_rows(forces, (3,)),
        moment=_rows(moments, (3,)),
        function=_ints([function for function, _ in drivers]),
        signal=_ints([signal for _, signal in drivers]),
    )


def _load_axes(block: Described, body: int, anatomy: Anatomy) -> tuple[int, Floats]:
    """The body that carries a load's axes, and the axes in that body."""
    frame = block.get("FRAME_NAME")
    carrier = anatomy.ground
    if "TRIAD_NAME" in block:
        R_IL = anatomy.geometry.triads[block["TRIAD_NAME"]]
    elif frame is not None:
        R_IL = anatomy.geometry.frames[frame][:3, :3]
        if frame in anatomy.moving_frames:
            carrier = anatomy.moving_frames[frame][0]
    else:
        R_IL = np.eye(3)
    if block["FOLLOWER_FORCE_FLAG"]:
        carrier = body
    return carrier, anatomy.reference_R[carrier].T @ R_IL


@recalled
def springs(description: Description, anatomy: Anatomy) -> Springs:
    """Point-to-point springs; the rest length defaults to the distance at the reference configuration."""
    blocks = list(description.all_of("SPRING_DAMPER"))
    ends = [[anatomy.index[name] for name in block["CONNECTED_TO_BODIES"]] for block in blocks]
    points = [(block["POINT1_NAME"], block["POINT2_NAME"]) for block in blocks]
    reference_lengths = [
        float(np.linalg.norm(anatomy.geometry.points[q] - anatomy.geometry.points[p])) for p, q in points
    ]
    return Springs(
        body0=_ints([pair[0] for pair in ends]),
        body1=_ints([pair[1] for pair in ends]),
        point0=_rows([anatomy.point(pair[0], p) for pair, (p, _) in zip(ends, points, strict=True)], (3,)),
        point1=_rows([anatomy.point(pair[1], q) for pair, (_, q) in zip(ends, points, strict=True)], (3,)),
        stiffness=_rows([block["STIFFNESS"] for block in blocks], ()),
        damping=_rows([block["DAMPING"] for block in blocks], ()),
        rest_length=_rows(
            [block.get("REST_LENGTH", length) for block, length in zip(blocks, reference_lengths, strict=True)], ()
        ),
        function=_ints([anatomy.function(block.get("FORCE_FUNCTION_NAME")) for block in blocks]),
        rest_signal=_ints([anatomy.signal(block.get("SIGNAL_NAME")) for block in blocks]),
        factor_signal=_ints([anatomy.signal(block.get("STIFFNESS_SIGNAL_NAME")) for block in blocks]),
    )


@recalled
def bushings(description: Description, anatomy: Anatomy) -> Bushings:
    """Bushings between the particles of two bodies at one point, undeformed at the reference configuration."""
    blocks = list(description.all_of("BUSHING"))
    ends = [[anatomy.index[name] for name in block["CONNECTED_TO_BODIES"]] for block in blocks]
    pairs = list(zip(blocks, ends, strict=True))
    return Bushings(
        body0=_ints([pair[0] for pair in ends]),
        body1=_ints([pair[1] for pair in ends]),
        point0=_rows([anatomy.point(pair[0], block["AT_POINT"]) for block, pair in pairs], (3,)),
        point1=_rows([anatomy.point(pair[1], block["AT_POINT"]) for block, pair in pairs], (3,)),
        axes0=_rows([anatomy.axes(pair[0], block.get("TRIAD_NAME")) for block, pair in pairs], (3, 3)),
        axes1=_rows([anatomy.axes(pair[1], block.get("TRIAD_NAME")) for block, pair in pairs], (3, 3)),
        stiffness=_rows([block["STIFFNESS"] for block in blocks], (3,)),
        damping=_rows([block["DAMPING"] for block in blocks], (3,)),
        rotational_stiffness=_rows([block["ROTATIONAL_STIFFNESS"] for block in blocks], (3,)),
        rotational_damping=_rows([block["ROTATIONAL_DAMPING"] for block in blocks], (3,)),
    )
