"""Resolves points, triads and frames into inertial components, as one dependency graph (Dymore's manual, section 5).

Each entity is resolved once, after all entities that it needs. The time is therefore linear in the number of entities,
for any depth of nesting. No recursion is needed. A failed definition is reported at its place. Entities that depend on
it are omitted without a message.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from rbsolve.geometry import definitions, frames
from rbsolve.geometry.cycles import circles
from rbsolve.geometry.definitions import BODY, FRAME, POINT, TRIAD
from rbsolve.geometry.frames import Frame
from rbsolve.geometry.resolved import Array, ResolvedGeometry
from rbsolve.geometry.triads import ORTHONORMAL_WARNING, DegenerateGeometry, orthonormality_error
from rbsolve.geometry.vector import IDENTITY, Matrix, Vector
from rbsolve.language.described import Described, Description
from rbsolve.language.diagnostics import Code, Diagnostics, Span
from rbsolve.language.growth import without_garbage_collection
from rbsolve.language.many import float_array, of_case
from rbsolve.language.recall import Watched, open_reads, recallable
from rbsolve.language.table import GROUND, INERTIAL_FRAME, INERTIAL_FRAMES, INERTIAL_TRIAD, READY_TRIADS


@recallable
def resolve(description: Description, diagnostics: Diagnostics) -> ResolvedGeometry:
    """Resolve all geometry of a deck at the reference configuration.

    The result lacks entities that cannot be resolved. `diagnostics` contains the reason. The reasons are an undefined
    name (`unresolved-reference`), missing data (`missing-keyword`), a definition in a moving frame (`invalid-value`), a
    definition within itself (`circular-reference`), and degenerate data (`degenerate-geometry`). If earlier checks have
    found errors, the first three kinds are not reported, because they may be consequences.
    """
    with without_garbage_collection():
        return _Resolver(description, diagnostics).resolve()


class _Kind(NamedTuple):
    """A kind of block whose objects are nodes of the graph."""

    block: str
    entity: str
    needs: Callable[[Described], definitions.Needs]
    value: Callable[[Described, Sequence[Any]], Any]


_KINDS = (
    _Kind("POINT", POINT, definitions.point_needs, definitions.point_value),
    _Kind("TRIAD", TRIAD, definitions.triad_needs, definitions.triad_value),
    _Kind("FIXED_FRAME", FRAME, definitions.fixed_frame_needs, definitions.fixed_frame_value),
    _Kind("MOVING_FRAME", FRAME, definitions.moving_frame_needs, definitions.moving_frame_value),
)

# The predefined nodes come first. _UNKNOWN has no value and represents every undefined name.
_INERTIAL_FRAME_NODE, _INERTIAL_TRIAD_NODE, _UNKNOWN = 0, 1, 2
_READY_TRIAD_NODES = dict(zip(READY_TRIADS, (3, 4, 5), strict=True))
_FIRST_NODE = 6

# These rotations are thirds of a full rotation about (1, 1, 1). The vector e3 is x, y or z, and e1 and e2 follow
# cyclically.
_AXIS_X: Matrix = (0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0)
_AXIS_Y: Matrix = (0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0)


class _Resolver:
    """The dependency graph, which has a node for each entity after the predefined nodes."""

    def __init__(self, description: Description, diagnostics: Diagnostics) -> None:
        self.description = description
        self.diagnostics = diagnostics
        self.entities: list[Described | None] = [None] * _FIRST_NODE
        self.kinds: list[_Kind | None] = [None] * _FIRST_NODE
        self.values: list[Any] = [frames.INERTIAL, IDENTITY, None, _AXIS_X, _AXIS_Y, IDENTITY]
        self.open: set[int] = set()  # nodes that depend on the design parameters of cases (recall.py)
        self.dependencies: list[Sequence[int]] = [()] * _FIRST_NODE
        self.nodes: dict[str, dict[str, int]] = {
            POINT: {},
            TRIAD: {INERTIAL_TRIAD: _INERTIAL_TRIAD_NODE, **_READY_TRIAD_NODES},
            FRAME: dict.fromkeys(INERTIAL_FRAMES, _INERTIAL_FRAME_NODE),
        }
        self.moving = description.of_kind("MOVING_FRAME")
        self.first_moving = _FIRST_NODE  # moving frames are the last nodes
        self.bodies = description.of_kind("RIGID_BODY")
        self.is_checked = not diagnostics.has_errors

    def resolve(self) -> ResolvedGeometry:
        """Resolve all entities, and report errors."""
        self._collect()
        self._find_dependencies()
        self._check_bodies()
        self._report_circles(self._evaluate())
        return ResolvedGeometry(
            points=Resolved(self._names(POINT), _point_array, self._open(POINT)),
            triads=Resolved(self._names(TRIAD), _triad_array, self._open(TRIAD)),
            frames=Resolved(self._names(FRAME), _frame_array, self._open(FRAME)),
        )

    def _open(self, entity: str) -> frozenset[str]:
        """Return the names of entities that depend on design parameters of cases."""
        return frozenset(name for name, node in self.nodes[entity].items() if node in self.open) if self.open else NONE

    def _collect(self) -> None:
        for kind in _KINDS:
            objects = self.description.of_kind(kind.block)
            self.first_moving = first = len(self.entities)
            self.entities.extend(objects.values())
            self.kinds.extend([kind] * len(objects))
            self.nodes[kind.entity].update(zip(objects, range(first, first + len(objects)), strict=True))
        self.values.extend([None] * (len(self.entities) - len(self.values)))

    def _names(self, entity: str) -> dict[str, Any]:
        values = self.values
        return {name: values[node] for name, node in self.nodes[entity].items() if values[node] is not None}

    def _find_dependencies(self) -> None:
        for described, kind in zip(self.entities, self.kinds, strict=True):
            if described is None or kind is None:
                continue
            try:
                needed = [
                    node
                    for entity, keyword in kind.needs(described)
                    for node in self._nodes(described, entity, keyword)
                ]
            except KeyError:
                self._report_missing(kind, described)
                needed = [_UNKNOWN]
            self.dependencies.append(needed)

    def _nodes(self, described: Described, entity: str, keyword: str) -> tuple[int, ...]:
        """Return the nodes of all entities that a keyword names."""
        value = described.value(keyword)
        if value is None or not isinstance(value.data, tuple):
            return (self._node(described, entity, keyword),)
        return tuple([self._frame_of_body(name, value.span) for name in value.data])

    def _node(self, described: Described, entity: str, keyword: str) -> int:
        """Return the node of the entity that a keyword names. If the entity does not exist, add a diagnostic and return
        `_UNKNOWN`.
        """
        value = described.value(keyword)
        if value is None:
            if keyword == "IS_DEFINED_IN_FRAME":
                return _INERTIAL_FRAME_NODE
            raise KeyError(keyword)
        if entity == BODY:
            return self._frame_of_body(value.data, value.span)
        node = self.nodes[entity].get(value.data)
        if node is not None and (node < self.first_moving or described.kind == "MOVING_FRAME"):
            return node
        if node is None:
            self._report_unknown(entity, value.data, value.span)
        else:
            self._report_moving(value.data, value.span)
        return _UNKNOWN

    def _frame_of_body(self, name: str, span: Span) -> int:
        if name == GROUND:
            return _INERTIAL_FRAME_NODE
        body = self.bodies.get(name)
        if body is None:
            self._report_unknown(BODY, name, span)
            return _UNKNOWN
        frame = body.get("FRAME_NAME", INERTIAL_FRAME)
        # The diagnostic about the wrong name is reported at the body.
        return _UNKNOWN if frame in self.moving else self.nodes[FRAME].get(frame, _UNKNOWN)

    def _check_bodies(self) -> None:
        for body in self.bodies.values():
            for keyword in ("FRAME_NAME", "INITIAL_FRAME_NAME"):
                if keyword in body:
                    self._node(body, FRAME, keyword)

    def _evaluate(self) -> list[int]:
        """Evaluate the nodes in dependency order (Kahn's algorithm), and return the nodes of circular definitions."""
        entities, kinds, values, dependencies = self.entities, self.kinds, self.values, self.dependencies
        waiting = [0] * len(entities)
        users: list[list[int] | None] = [None] * len(entities)
        for node, others in enumerate(dependencies):
            for other in others:
                if other >= _FIRST_NODE:
                    waiting[node] += 1
                    using = users[other]
                    if using is None:
                        users[other] = [node]
                    else:
                        using.append(node)
        ready = [node for node in range(_FIRST_NODE, len(entities)) if not waiting[node]]
        for node in ready:  # the loop appends to this list
            described, kind = entities[node], kinds[node]
            if described is not None and kind is not None:
                needed = [values[other] for other in dependencies[node]]
                reads = open_reads()
                if None not in needed:
                    values[node] = self._value(kind, described, needed)
                if open_reads() != reads or (self.open and not self.open.isdisjoint(dependencies[node])):
                    self.open.add(node)
            for user in users[node] or ():
                waiting[user] -= 1
                if not waiting[user]:
                    ready.append(user)
        return [node for node, count in enumerate(waiting) if count]

    def _value(self, kind: _Kind, described: Described, needed: Sequence[Any]) -> Any:
        """Return the value of an entity. If its data are degenerate, add a diagnostic and return None."""
        try:
            if "MEAN_OF_BODIES" in described:
                return self._mean(described, needed)
            value = kind.value(described, needed)
        except DegenerateGeometry as problem:
            keyword = definitions.data_keywords(kind.entity, described)[problem.culprit]
            message = f"{kind.entity} {described.name}: {problem}"
            self.diagnostics.error(Code.DEGENERATE_GEOMETRY, message, described.span_of(keyword), problem.hint)
            return None
        except KeyError:
            self._report_missing(kind, described)
            return None
        if kind.entity == TRIAD and "DIRECTION_COSINES" in described:
            self._check_direction_cosines(described)
        return value

    def _mean(self, frame: Described, needed: Sequence[Any]) -> Frame | None:
        """Return the mean frame of several bodies. Return None without a diagnostic if a mass is invalid, because
        another check reports it.
        """
        if "POINT_NAME" in frame and "TRIAD_NAME" in frame:
            return needed[-2], needed[-1]
        blocks = [self._mass_property(name) for name in frame["MEAN_OF_BODIES"]]
        if None in blocks:
            self._report_weighed(frame, frame["MEAN_OF_BODIES"][blocks.index(None)])
            return None
        masses = [definitions.mass_and_centre(block) for block in blocks if block is not None]
        if any(mass <= 0.0 for mass, _ in masses):
            return None
        return definitions.mean_frame_value(frame, needed, masses)

    def _mass_property(self, body: str) -> Described | None:
        """Return the mass property of a body, or None if its mass is computed from a density."""
        name = self.bodies[body].get("MASS_PROPERTY_NAME")
        return None if name is None else self.description.of_kind("MASS_PROPERTY")[name]

    def _report_weighed(self, frame: Described, body: str) -> None:
        if self.is_checked:
            message = (
                f"frame {frame.name}: the mass of {body} is computed from its shapes, which are placed after all frames"
            )
            hint = "define the frame with `@POINT_NAME` and `@TRIAD_NAME`"
            self.diagnostics.error(Code.INVALID_VALUE, message, frame.span_of("MEAN_OF_BODIES"), hint)

    def _check_direction_cosines(self, triad: Described) -> None:
        error = orthonormality_error(triad["DIRECTION_COSINES"])
        if error > ORTHONORMAL_WARNING:
            self.diagnostics.warning(
                Code.INVALID_VALUE,
                f"triad {triad.name}: the direction cosines are orthonormal only to {error:.1g}; "
                "the nearest rotation is used",
                triad.span_of("DIRECTION_COSINES"),
                "give more digits",
            )

    def _report_circles(self, unresolved: list[int]) -> None:
        if not unresolved:
            return
        order = {source.name: position for position, source in enumerate(self.description.sources)}

        def place(node: int) -> tuple[int, int, int]:
            span = self._entity(node).span
            return order.get(span.source.name, len(order)), span.line, span.column

        for members in circles(unresolved, self.dependencies):
            together = set(members)
            if all(sum(other in together for other in self.dependencies[node]) == 1 for node in members):
                first = members.index(min(members, key=place))
                path = [*members[first:], *members[:first], members[first]]
                self._report_circle(path, "each object depends on the next object", " -> ")
            else:
                self._report_circle(sorted(members, key=place), "these objects depend on one another", ", ")

    def _report_circle(self, members: list[int], how: str, separator: str) -> None:
        home = self._entity(members[0]).span.source.name

        def show(node: int) -> str:
            described = self._entity(node)
            span, kind = described.span, self.kinds[node]
            where = f"line {span.line}" if span.source.name == home else f"{span.source.name}, line {span.line}"
            return f"{kind.entity if kind else ''} {described.name} ({where})"

        self.diagnostics.error(
            Code.CIRCULAR_REFERENCE,
            f"circular definition: {how}: {separator.join(map(show, members))}",
            self._span_of_need(members[0], set(members)),
            f"define one of them in {INERTIAL_FRAME} or by objects outside the cycle",
        )

    def _span_of_need(self, node: int, others: set[int]) -> Span:
        """Return the place where the definition of an entity names one of `others`."""
        described, kind = self._entity(node), self.kinds[node]
        if kind is not None:
            for (_, keyword), needed in zip(kind.needs(described), self.dependencies[node], strict=True):
                if needed in others:
                    return described.span_of(keyword)
        return described.span

    def _entity(self, node: int) -> Described:
        described = self.entities[node]
        assert described is not None, "the inertial frame and triad depend on nothing"
        return described

    def _report_unknown(self, entity: str, name: str, span: Span) -> None:
        if self.is_checked:
            hint = f"define it, or name another {entity}"
            self.diagnostics.error(Code.UNRESOLVED_REFERENCE, f"there is no {entity} {name}", span, hint)

    def _report_moving(self, name: str, span: Span) -> None:
        if self.is_checked:
            message = f"{name} is a moving frame, in which no geometry can be defined"
            hint = "name a fixed frame: geometry is defined at the reference configuration"
            self.diagnostics.error(Code.INVALID_VALUE, message, span, hint)

    def _report_missing(self, kind: _Kind, described: Described) -> None:
        if self.is_checked:
            message = f"{kind.entity} {described.name} lacks data that define it"
            self.diagnostics.error(Code.MISSING_KEYWORD, message, described.span, None)


T = TypeVar("T")
NONE: frozenset[str] = frozenset()


class Resolved(Watched, Mapping[str, Array], Generic[T]):
    """Tuples by name, which become numpy arrays on access."""

    __slots__ = ("_array", "_values")

    def __init__(self, values: dict[str, T], array: Callable[[T], Array], is_open: frozenset[str]) -> None:
        self._values = values
        self._array = array
        self.is_open = is_open

    def __getitem__(self, name: str) -> Array:
        self.note(name)
        return self._array(self._values[name])

    @property
    def values_by_name(self) -> dict[str, T]:
        """Return the tuples."""
        return self._values

    def of_case(self, case: int) -> Resolved[T]:
        """Return the results of one case, from many cases that were resolved together."""
        array = self._array
        return Resolved(self._values, lambda value: array(of_case(value, case)), self.is_open)

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __contains__(self, name: object) -> bool:
        return name in self._values


def _point_array(point: Vector) -> Array:
    made: Array = float_array(point)
    return made


def _triad_array(triad: Matrix) -> Array:
    made: Array = float_array((triad[0:3], triad[3:6], triad[6:9]))
    return made


def _frame_array(frame: Frame) -> Array:
    (x, y, z), R = frame
    made: Array = float_array(((*R[0:3], x), (*R[3:6], y), (*R[6:9], z), (0.0, 0.0, 0.0, 1.0)))
    return made
