"""ELONGATION and FORCE of springs and bushings (`coupling.py` has those of couplings), and what they store.

The formulas are those of solver/forces, seen as observer kinematics: a bushing's deformation is what an observer in its
axes on body 0 sees of its axes on body 1. Positive forces pull: they are what body 0 feels along the line from point 0
to point 1 (a spring), or along the bushing's axes.
"""

from __future__ import annotations

import numpy as np

from rbsolve.geometry import observer
from rbsolve.geometry.rotation_parameters import rotation_vector_from_matrix
from rbsolve.solver.functions.law import SpringLaw
from rbsolve.solver.model.arrays import Springs
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.flat import Floats, Ints
from rbsolve.solver.sensors import contact, coupling
from rbsolve.solver.sensors.carried import CarriedEnds, ends_of, in_body
from rbsolve.solver.sensors.request import Measurement, Request, numbered
from rbsolve.solver.sensors.rows import Rows


def spring_ends(compiled: CompiledModel, selected: Ints) -> CarriedEnds:
    """The points of the selected springs; their axes are those of the bodies."""
    springs: Springs = compiled.model.springs
    axes = np.eye(3)
    return CarriedEnds(
        in_body(compiled, springs.body0[selected], springs.point0[selected], axes),
        in_body(compiled, springs.body1[selected], springs.point1[selected], axes),
    )


def rest_lengths(chunk: Rows, springs: Springs, selected: Ints) -> Floats:
    """Rest lengths (rows, m), or (m,) where all are numbers."""
    return _given_by(chunk, springs.rest_length[selected], springs.rest_signal[selected])


def _given_by(chunk: Rows, numbers: Floats, signals: Ints) -> Floats:
    """Numbers (m,), and signals in the place of those that have one: (rows, m)."""
    if np.all(signals < 0):
        return numbers
    return np.where(signals >= 0, chunk.signal[:, np.maximum(signals, 0)], numbers)


def spring_elongations(chunk: Rows, ends: CarriedEnds, rest_length: Floats) -> Floats:
    """Lengths less rest lengths (rows, m)."""
    line = ends.frame1.pose(chunk).x - ends.frame0.pose(chunk).x
    return np.asarray(np.linalg.norm(line, axis=-1) - rest_length, dtype=float)


def spring_elongation_rates(chunk: Rows, ends: CarriedEnds) -> Floats:
    """Time derivatives of the lengths (rows, m); 0 while the two points coincide."""
    motion0, motion1 = ends.frame0.motion(chunk), ends.frame1.motion(chunk)
    line = motion1.x - motion0.x
    length = np.linalg.norm(line, axis=-1)
    return np.asarray(
        np.sum(line * (motion1.v - motion0.v), axis=-1) / np.where(length > 0.0, length, 1.0), dtype=float
    )


def spring_energies(chunk: Rows, compiled: CompiledModel) -> Floats:
    """The energy stored in each spring (rows, m)."""
    springs = compiled.model.springs
    selected = np.arange(len(springs.body0))
    elongation = spring_elongations(chunk, spring_ends(compiled, selected), rest_lengths(chunk, springs, selected))
    energy = 0.5 * springs.stiffness * elongation**2
    for i in np.flatnonzero(springs.function >= 0):
        energy[:, i] = SpringLaw(compiled.model.functions, int(springs.function[i])).energy(elongation[:, i])
    return np.asarray(_given_by(chunk, np.ones(len(selected)), springs.factor_signal) * energy, dtype=float)


def bushing_energies(chunk: Rows, compiled: CompiledModel) -> Floats:
    """The energy stored in each bushing (rows, m): (k d.d + k_r psi.psi) / 2, component by component."""
    bushings = compiled.model.bushings
    ends = ends_of(compiled, bushings, np.arange(len(bushings.body0)))
    E, B = ends.frame0.pose(chunk), ends.frame1.pose(chunk)
    d = observer.position(E, B)
    psi = rotation_vector_from_matrix(observer.orientation(E, B))
    return np.asarray(
        0.5 * np.sum(bushings.stiffness * d**2 + bushings.rotational_stiffness * psi**2, axis=-1), dtype=float
    )


def elongation(request: Request) -> Measurement | None:
    """Length less rest length of a spring; displacement of point 1 from point 0 in the axes of a bushing."""
    if request.family == "COUPLING":
        return coupling.measurement(request)
    selected = np.array([request.index])
    if request.family == "SPRING":
        ends = spring_ends(request.compiled, selected)
        springs = request.compiled.model.springs
        return Measurement(
            ("elongation",),
            "m",
            "elongation",
            lambda chunk: spring_elongations(chunk, ends, rest_lengths(chunk, springs, selected)),
            observed=False,
        )
    ends = ends_of(request.compiled, request.compiled.model.bushings, selected)
    return Measurement(
        numbered("d"),
        "m",
        "displacement",
        lambda chunk: observer.position(ends.frame0.pose(chunk), ends.frame1.pose(chunk))[:, 0],
        observed=False,
        resolved_in=request.object,
    )


def elongation_rate(request: Request) -> Measurement | None:
    """Time derivative of `elongation`."""
    if request.family == "COUPLING":
        return coupling.measurement(request)
    selected = np.array([request.index])
    if request.family == "SPRING":
        ends = spring_ends(request.compiled, selected)
        return Measurement(
            ("rate",), "m/s", "elongation rate", lambda chunk: spring_elongation_rates(chunk, ends), observed=False
        )
    ends = ends_of(request.compiled, request.compiled.model.bushings, selected)
    return Measurement(
        numbered("rate"),
        "m/s",
        "displacement rate",
        lambda chunk: observer.velocity(ends.frame0.motion(chunk), ends.frame1.motion(chunk))[:, 0],
        observed=False,
        resolved_in=request.object,
    )


def force(request: Request) -> Measurement | None:
    """Tension of a spring; force of a bushing in its axes, as body 0 feels it; normal force of a contact."""
    if request.family == "CONTACT":
        return contact.normal_force(request)
    if request.family == "COUPLING":
        return coupling.measurement(request)
    selected = np.array([request.index])
    if request.family == "SPRING":
        return _spring_force(request, selected)
    bushings = request.compiled.model.bushings
    ends = ends_of(request.compiled, request.compiled.model.bushings, selected)
    stiffness, damping = bushings.stiffness[selected], bushings.damping[selected]

    def evaluate(chunk: Rows) -> Floats:
        E, B = ends.frame0.motion(chunk), ends.frame1.motion(chunk)
        forces = stiffness * observer.position(E, B) + damping * observer.velocity(E, B)
        return np.asarray(forces[:, 0], dtype=float)

    return Measurement(numbered("F"), "N", "force", evaluate, observed=False, resolved_in=request.object)


def _spring_force(request: Request, selected: Ints) -> Measurement:
    springs = request.compiled.model.springs
    ends = spring_ends(request.compiled, selected)
    function = int(springs.function[request.index])
    law = SpringLaw(request.compiled.model.functions, function) if function >= 0 else None

    def evaluate(chunk: Rows) -> Floats:
        stretch = spring_elongations(chunk, ends, rest_lengths(chunk, springs, selected))
        elastic = springs.stiffness[selected] * stretch if law is None else law.force(stretch[:, 0])[:, None]
        elastic = elastic * _given_by(chunk, np.ones(1), springs.factor_signal[selected])
        return np.asarray(elastic + springs.damping[selected] * spring_elongation_rates(chunk, ends), dtype=float)

    return Measurement(("tension",), "N", "tension", evaluate, observed=False)
