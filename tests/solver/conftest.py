"""Models that are built by hand, without a deck."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest

from rbsolve.geometry.resolved import ResolvedGeometry
from rbsolve.language.described import Described, Description, Value
from rbsolve.language.diagnostics import Source, Span
from rbsolve.parser.schema.registry import OBJECT_BLOCKS
from rbsolve.solver.model.arrays import Bodies, Bushings, Functions, Loads, Model, Springs, empty_state
from rbsolve.solver.model.compiled import CompiledModel, Method, Schedule

SPAN = Span(Source("hand.deck", "@SENSOR"), 1, 1, 1, 8)
NO_FUNCTIONS = Functions(np.zeros(0, np.int64), np.zeros(0), np.zeros(0), np.zeros(1, np.int64), np.zeros(0))


def described_object(kind: str, name: str, line: int = 1, **values: object) -> Described:
    """Return an object as a checked deck contains it, with the defaults of the schema."""
    span = Span(SPAN.source, line, 1, line, 8)
    defaults = next((block.defaults for block in OBJECT_BLOCKS if block.kind == kind), {})
    return Described(kind, name, span, {keyword: Value(data, span) for keyword, data in {**defaults, **values}.items()})


def _table(record: type, count: int, given: Mapping[str, Any]) -> Any:
    """Return a record of arrays with `count` rows. Values that are not given are zero."""
    shapes = {"mass": (), "formulation": (), "body": (), "body0": (), "body1": (), "axes_body": ()}
    signals = ("function", "signal", "rest_signal", "factor_signal")
    matrices = ("inertia", "inverse_inertia", "axes0", "axes1")
    scalars = (*shapes, "damping", "stiffness", "rest_length", *signals) if record is Springs else (*shapes, *signals)
    indices = ("formulation", "body", "body0", "body1", "axes_body", *signals)
    columns = []
    for field in record._fields:  # type: ignore[attr-defined]  # present on this object
        shape = () if field in scalars else (3, 3) if field in matrices else (3,)
        dtype = np.int64 if field in indices else np.float64
        default = np.full((count, *shape), -1 if field in signals else 0, dtype=dtype)
        columns.append(np.array(given.get(field, default), dtype=dtype).reshape((count, *shape)))
    return record(*columns)


@pytest.fixture
def by_hand() -> Callable[..., CompiledModel]:
    """Return a factory of compiled models from body names, reference poses, named geometry and tables of arrays."""

    def make(
        bodies: Mapping[str, tuple[Any, Any]],
        objects: tuple[Described, ...] = (),
        points: Mapping[str, Any] | None = None,
        triads: Mapping[str, Any] | None = None,
        frames: Mapping[str, tuple[Any, Any]] | None = None,
        moving_frames: Mapping[str, tuple[str, Any, Any]] | None = None,
        gravity: tuple[float, float, float] = (0.0, 0.0, 0.0),
        functions: Functions | None = None,
        springs: Mapping[str, Any] | None = None,
        bushings: Mapping[str, Any] | None = None,
        masses: Mapping[str, Any] | None = None,
        method: Method | None = None,
    ) -> CompiledModel:
        count = len(bodies)
        index = {name: i for i, name in enumerate((*bodies, "GROUND"))}
        reference_x = np.array([*(x for x, _ in bodies.values()), np.zeros(3)], dtype=float)
        reference_R = np.array([*(R for _, R in bodies.values()), np.eye(3)], dtype=float)
        matrices = {"FXDFRAME_INERTIAL": np.eye(4), "INERTIAL": np.eye(4)}
        carried = {}
        for name, (x, R) in (frames or {}).items():
            matrices[name] = np.block([[np.asarray(R), np.asarray(x)[:, None]], [np.zeros(3), np.ones(1)]])
        for name, (body, x, R) in (moving_frames or {}).items():
            matrices[name] = np.block([[np.asarray(R), np.asarray(x)[:, None]], [np.zeros(3), np.ones(1)]])
            x_B, R_B = reference_x[index[body]], reference_R[index[body]]
            carried[name] = (index[body], R_B.T @ (x - x_B), R_B.T @ R)
        by_kind: dict[str, dict[str, Described]] = {}
        for thing in objects:
            by_kind.setdefault(thing.kind, {})[thing.name] = thing
        springs, bushings = springs or {}, bushings or {}
        return CompiledModel(
            model=Model(
                bodies=_table(Bodies, count, masses or {}),
                gravity=np.array(gravity),
                functions=functions or NO_FUNCTIONS,
                loads=_table(Loads, 0, {}),
                springs=_table(Springs, len(springs.get("body0", ())), springs),
                bushings=_table(Bushings, len(bushings.get("body0", ())), bushings),
            ),
            initial=empty_state(count)._replace(R=reference_R),
            reference_x=reference_x,
            reference_R=reference_R,
            body_index=index,
            schedule=Schedule.single(0.0, 1.0),
            method=method or Method("EXPLICIT_RUNGE_KUTTA", "LIE_R3_SO3"),
            geometry=ResolvedGeometry(points or {}, triads or {}, matrices),
            description=Description(by_kind, {}, (SPAN.source,)),
            moving_frames=carried,
        )

    return make


@pytest.fixture(name="described")
def described_fixture() -> Callable[..., Described]:
    """Return a function that makes an object of a deck."""
    return described_object
