"""Computes the initial velocities. They satisfy all given values. All other rates between bodies are zero if possible,
otherwise as small as possible.

First, each body gets the velocity of its neighbour, from the ground and from bodies with given velocities outwards.
Some parts of the model may then violate a given value, or could have smaller rates between their bodies. In these
parts, the rates of a spanning tree's joints follow from conditions, in order of importance:

1. Joints and prescribed motions are satisfied.
2. Given values are satisfied. If given values contradict each other, they get the smallest mass-weighted change.
3. The sum of squares of the other rates is as small as possible, with translations relative to the model's extent.
4. A part without connection to ground moves like its first body with a given velocity, as slowly as possible.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from rbsolve.language.many import has_any, largest, largest_size, matmul, need_floats, widen
from rbsolve.language.stacks import agreed, times, transposed, unstacked
from rbsolve.solver.assembly.initial.carrying import Link, carried_velocities, carry, make_links, parts
from rbsolve.solver.assembly.initial.given import Given
from rbsolve.solver.assembly.initial.motions import Motions, slides
from rbsolve.solver.linear_algebra.forest import SpanningForest
from rbsolve.solver.linear_algebra.priorities import least_squares_in_order
from rbsolve.solver.model.arrays import Model, State
from rbsolve.solver.model.flat import Floats

ROUNDING = 1e-12  # rates below this fraction of the largest rate of the model count as zero
CONTRADICTION = 1e-6  # given rates contradict each other if the residual exceeds this fraction of the largest rate


class Velocities(NamedTuple):
    """Velocities [u, w] (nb + 1, 6), the changes of given values (by index), and the joints whose prescribed motions no
    velocities satisfy.
    """

    v: Floats
    changes: Mapping[int, Floats] = {}
    contradicting: tuple[int, ...] = ()


def start_velocities(model: Model, state: State, given: Sequence[Given], t: float, size: float) -> Velocities:
    """Return velocities that satisfy the given values. `state` contains the given velocities, and zero for all other
    bodies.
    """
    nb = len(model.bodies.mass)
    links = make_links(model, state, t, given, size)
    complete = {nb, *(item.body for item in given if item.body >= 0 and len(item.values) == 6)}
    anchors = anchors_of(links, nb, {item.body for item in given if item.body >= 0})
    v = np.concatenate([state.u, state.w], axis=1)
    v = widen(v, model.joints, state, *(item.values for item in given))
    _carry(links, carry(links, range(len(links)), [sorted(complete), *([b] for b in anchors)], nb), state, v)
    fastest = _fastest(links, given, v, size)
    changes: dict[int, Floats] = {}
    of_body: dict[int, list[int]] = {}
    of_joint: dict[int, list[int]] = {}
    for k, item in enumerate(given):
        of_body.setdefault(item.body, []).append(k)
        of_joint.setdefault(item.joint, []).append(k)
    rank = {b: number for number, b in enumerate(anchors)}
    for part in parts(links, nb):
        bodies = {b for j in part for b in links[j].bodies}
        own = sorted(
            {*(k for b in bodies for k in of_body.get(b, ())), *(k for j in part for k in of_joint.get(j, ()))}
        )
        if _is_settled(links, part, [given[k] for k in own], complete, v, size, ROUNDING * fastest):
            continue
        root = nb if nb in bodies else min((b for b in bodies if b in rank), key=rank.__getitem__)
        motions = Motions(links, part, root, state, size, v)
        q, contradicting = _rates(motions, [given[k] for k in own], CONTRADICTION * fastest, root != nb)
        if contradicting:
            return Velocities(v, changes, contradicting)
        for b in bodies - {nb}:
            v[b] = unstacked(motions.velocities(b, q), 1)
        for k in own:
            item = given[k]
            changes[k] = matmul(item.rows, np.concatenate([v[item.body0], v[item.body1]])) - item.values
    return Velocities(v, changes)


def anchors_of(links: Sequence[Link], nb: int, written: set[int]) -> list[int]:
    """Return the reference body of each part of the model. The reference body is the first body with given velocities,
    or otherwise the first body that is not B1 of a joint.
    """
    seconds = {link.body1 for link in links}
    order = sorted(range(nb), key=lambda body: (body not in written, body in seconds, body))
    forest = carry(links, range(len(links)), [[nb], *([b] for b in order)], nb)
    return [b for b in order if forest.joint[b] < 0]


def _carry(links: Sequence[Link], forest: SpanningForest, state: State, v: Floats) -> None:
    """Give each body the velocity of its neighbour, from the roots outwards. Joints have their given rates, or zero
    rates.
    """
    for b in forest.order:
        link, parent = links[forest.joint[b]], forest.parent[b]
        v[b] = carried_velocities(state, b, parent, v[parent][:, None])[:, 0]
        values = np.concatenate([link.wanted, link.values])
        if has_any(values):
            v[b] += matmul(link.motions(b), values)


def _largest(rows: Floats, values: Floats, size: float) -> float:
    """Return the largest absolute value of the rows. Speeds are relative to the size of the model."""
    found: float = largest_size(values / np.where(slides(rows), size, 1.0))
    return found


def _fastest(links: Sequence[Link], given: Sequence[Given], v: Floats, size: float) -> float:
    """Return the largest rate of the model [rad/s]."""
    found = [largest_size(v[:, :3]) / size, largest_size(v[:, 3:])]
    found += [_largest(link.held, link.wanted, size) for link in links]
    found += [_largest(item.rows, item.values, size) for item in given]
    fastest: float = largest(found)
    return fastest


def _is_settled(
    links: Sequence[Link],
    part: Sequence[int],
    given: Sequence[Given],
    complete: set[int],
    v: Floats,
    size: float,
    limit: float,
) -> bool:
    """Return whether a part of the model satisfies all given values, and whether its free rates are as small as
    possible.
    """
    for j in part:
        link = links[j]
        both = np.concatenate([v[link.body0], v[link.body1]])
        if _largest(link.held, link.rates_of(v) - link.wanted, size) > limit:
            return False
        kept = link.is_given | (not {link.body0, link.body1} <= complete)
        if _largest(link.rates[kept], matmul(link.rates[kept], both) - link.values[kept], size) > limit:
            return False
    gaps = (_largest(i.rows, matmul(i.rows, np.concatenate([v[i.body0], v[i.body1]])) - i.values, size) for i in given)
    return all(gap <= limit for gap in gaps)


def _stack(conditions: Sequence[tuple[Floats, Floats]], motions: Motions) -> tuple[Floats, Floats]:
    """Return several conditions on the rates of motions as one matrix and one right-hand side."""
    A = np.concatenate([np.zeros((*motions.cases, 0, motions.count)), *(rows for rows, _ in conditions)], axis=-2)
    return A, np.concatenate([np.zeros((*motions.cases, 0)), *(values for _, values in conditions)], axis=-1)


def _rates(motions: Motions, given: Sequence[Given], limit: float, floats: bool) -> tuple[Floats, tuple[int, ...]]:
    """Return the rates q (..., n) of the tree, and the joints whose conditions no rates satisfy."""
    n, most = motions.count, motions.stacked(limit, 0)
    loops = {j: motions.links[j] for j in motions.chords}
    closed = _stack([motions.rows_of_link(k) for k in loops.values()], motions)
    q = least_squares_in_order([closed], n)
    open_rows = np.flatnonzero(agreed(np.abs(times(closed[0], q) - closed[1]) > most[..., None], 1))
    if len(open_rows):
        owner = np.repeat(list(loops), [k.held.shape[-2] for k in loops.values()])
        return q, tuple(sorted({int(owner[row]) for row in open_rows}))
    written = [motions.conditions(item.body0, item.body1, item.rows, item.values) for item in given]
    held = _stack(written, motions)
    q = least_squares_in_order([closed, held], n)
    if agreed(np.max(np.abs(times(held[0], q) - held[1]), axis=-1, initial=0.0) > most):
        weighted = [_weight(item, *rows, motions.size) for item, rows in zip(given, written, strict=True)]
        A, b = _stack(weighted, motions)
        heaviest = np.max(np.abs(A), axis=(-2, -1), initial=0.0)[..., None]
        heaviest = np.where(heaviest == 0.0, 1.0, heaviest)
        q = least_squares_in_order([closed, (A / heaviest[..., None], b / heaviest)], n)
    anchors = {item.body for item in given if item.body >= 0} or {motions.root}
    last = [_rest(motions, anchors)] if floats else []
    return least_squares_in_order([closed, (held[0], times(held[0], q)), _still(motions), *last], n), ()


def smallest_rates(motions: Motions, floats: bool) -> Floats:
    """Return the rates q that satisfy the constraints and given rates of the links as well as possible. Among such
    rates, the free rates are the smallest.
    """
    links = motions.links.values()
    closed = _stack([motions.rows_of_link(k) for k in links], motions)
    given = [(k, k.rates[..., k.is_given, :], k.values[..., k.is_given]) for k in links]
    held = _stack([motions.conditions(k.body0, k.body1, rows, values) for k, rows, values in given], motions)
    last = [_rest(motions, {motions.root})] if floats else []
    return least_squares_in_order([held, closed, _still(motions), *last], motions.count)


def _still(motions: Motions) -> tuple[Floats, Floats]:
    """Return the conditions that all free rates are zero."""
    links = motions.links.values()
    return _stack([motions.conditions(k.body0, k.body1, *_missing_rates(k)) for k in links], motions)


def _rest(motions: Motions, bodies: set[int]) -> tuple[Floats, Floats]:
    """Return the conditions that some bodies are at rest."""
    alone = np.hstack([np.zeros((6, 6)), np.eye(6)])
    return _stack([motions.conditions(b, b, alone, np.zeros(6)) for b in sorted(bodies)], motions)


def _weight(item: Given, A: Floats, b: Floats, size: Floats) -> tuple[Floats, Floats]:
    """Return the conditions scaled so that the sum of their squares is twice the kinetic energy of a change."""
    unit, inertia = np.where(slides(item.rows), size[..., None], 1.0), item.weigh()
    need_floats(inertia)
    values, axes = np.linalg.eigh(inertia * unit[..., None] * unit[..., None, :])
    root = np.sqrt(np.maximum(values, 0.0))[..., None] * transposed(axes)
    return root @ A, times(root, b)


def _missing_rates(link: Link) -> tuple[Floats, Floats]:
    """Return the rows and values of the rates that the deck does not give."""
    return link.rates[..., ~link.is_given, :], link.values[..., ~link.is_given]
