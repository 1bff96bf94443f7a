"""The interval of a force law that contains a coordinate, constant within a step. Decks cannot contain these kinds.

The force of a spring or a bushing may be a function of a coordinate, such as an elongation. The assembly adds a signal
of one of these kinds for each such function with corners (solver/assembly/elements/law_corners.py). An explicit method
then ends its steps where the coordinate passes a corner. No force reads the value of the signal, but the law reads its
memory (solver/links/law.py).

The subject is the index of the spring or of the pair, or six times the index of the bushing plus the index of its
coordinate. The data are the corners in increasing order. Memory: [the interval, and 1 while the signal follows its
coordinate, otherwise 0]. Interval k starts at corner k, counted from 0. Interval -1 is before the first corner.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rbsolve.language.table import Variant
from rbsolve.solver.joints.placement import ends
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.links.general_bushing import coordinate_of
from rbsolve.solver.links.spring import tension
from rbsolve.solver.links.torsion_spring import angle_of, twist_of
from rbsolve.solver.signals.dynamic import follows
from rbsolve.solver.signals.kind import SignalKind
from rbsolve.solver.signals.lookup_table import interval_of, room_in
from rbsolve.solver.signals.side import owner_of

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Model, State

_OWNER = " (interval "


def name_of_interval(kind: str, name: str, n: int) -> str:
    """Return the name of the signal of coordinate `n` of a spring or bushing, from the kind and the name of its block."""
    return f"{kind.lower().replace('_', ' ')} {name}{_OWNER}{n})"


def named_switch(name: str) -> str:
    """Return the object of the deck to which a signal that switches belongs, such as "spring damper S"."""
    return name.split(_OWNER)[0] if _OWNER in name else f"signal {owner_of(name)}"


@subroutine
def _elongation(model: Model, subject: int, state: State) -> float:
    return tension(model, subject, state)[1]


@subroutine
def _angle(model: Model, subject: int, state: State) -> float:
    return angle_of(model.pairs, subject, twist_of(model.pairs, subject, state)[0])


@subroutine
def _displacement(model: Model, subject: int, state: State) -> float:
    return coordinate_of(ends(model.general_bushings, subject // 6, state), subject % 6)


@subroutine
def passed_in_law(model: Model, i: int, state: State) -> float:
    """Return the number of corners between the stored interval and the present interval, which is the value."""
    passed: float = abs(state.signal[i] - state.memory[model.signals.first_memory[i]])
    return passed


def _kind(name: str, coordinate: Callable[[Any, int, Any], float]) -> SignalKind:
    """Return the kind of signals that store the interval of a coordinate. Its subroutines are compiled."""

    def value(model: Any, t: float, i: int, state: Any) -> float:
        """Return the interval that contains the coordinate."""
        signals = model.signals
        first, last = signals.first[i], signals.first[i + 1]
        return interval_of(signals.data, first, 1, last - first, coordinate(model, signals.subject[i], state))

    def accept(model: Any, t: float, i: int, state: Any) -> None:
        """Store the interval."""
        k = model.signals.first_memory[i]
        state.memory[k], state.memory[k + 1] = value_of_kind(model, t, i, state), 0.0

    def margin(model: Any, t: float, i: int, state: Any) -> float:
        """Return the distance of the coordinate from the next corner, divided by the width of the interval. The
        distance is 0 while the signal follows its coordinate, so that the next step begins with a new interval.
        """
        if follows(model, i, state):
            return 0.0
        signals, interval = model.signals, state.memory[model.signals.first_memory[i]]
        first, last = signals.first[i], signals.first[i + 1]
        x = coordinate(model, signals.subject[i], state)
        return room_in(signals.data, first, 1, last - first, interval, x)

    value_of_kind = subroutine(value)
    meaning = "The interval of a force law, constant within a step."
    return SignalKind(
        Variant(name, meaning, ()),
        (),
        value_of_kind,
        accept=subroutine(accept),
        margin=subroutine(margin),
        depends_on_past=False,
    )


SPRING_INTERVAL = _kind("SPRING_INTERVAL", _elongation)
TORSION_INTERVAL = _kind("TORSION_INTERVAL", _angle)
BUSHING_INTERVAL = _kind("BUSHING_INTERVAL", _displacement)
INTERVALS = (SPRING_INTERVAL, TORSION_INTERVAL, BUSHING_INTERVAL)
