"""Distances of points from solids. The references are dense samples of the surfaces, and finite differences."""

import numpy as np
import pytest
from scipy.optimize import minimize

from rbsolve.geometry.shapes.registry import SURFACES

SIZES = {
    "PLANE": (0.0, 0.0, 0.0),
    "SPHERE": (0.7, 0.0, 0.0),
    "BOX": (0.3, 0.5, 0.8),
    "CYLINDER": (0.4, 0.6, 0.0),
    "CAPSULE": (0.4, 0.6, 0.0),
    "LINE with a radius": (0.4, 0.6, 0.0),
}


def measure_of(name):
    """Return a function that gives the distance of a point from a surface of the given size."""
    return lambda *x: SURFACES[name].distance(tuple(float(c) for c in x), SIZES[name])


def surface(name, n=400):
    """Return dense points of the surface."""
    a, b = np.meshgrid(np.linspace(-1, 1, n), np.linspace(-1, 1, n))
    a, b = a.ravel(), b.ravel()
    if name == "PLANE":
        return np.column_stack([3 * a, 3 * b, 0 * a])
    if name == "SPHERE":
        phi, c = np.pi * a, b
        s = np.sqrt(1 - c * c)
        return 0.7 * np.column_stack([s * np.cos(phi), s * np.sin(phi), c])
    if name == "BOX":
        h = np.array([0.3, 0.5, 0.8])
        faces = []
        for k in range(3):
            for sign in (-1, 1):
                face = np.empty((len(a), 3))
                face[:, k], face[:, (k + 1) % 3], face[:, (k + 2) % 3] = sign, a, b
                faces.append(face * h)
        return np.concatenate(faces)
    phi = np.pi * a
    side = np.column_stack([0.4 * np.cos(phi), 0.4 * np.sin(phi), 0.6 * b])
    if name in ("CAPSULE", "LINE with a radius"):
        c = np.sqrt(1 - b * b)
        caps = 0.4 * np.column_stack([c * np.cos(phi), c * np.sin(phi), np.abs(b)])
        return np.concatenate([side, np.add(caps, (0, 0, 0.6)), caps * np.array((1, 1, -1)) - (0, 0, 0.6)])
    r = 0.2 * (b + 1)
    ends = [np.column_stack([r * np.cos(phi), r * np.sin(phi), 0 * r + z]) for z in (-0.6, 0.6)]
    return np.concatenate([side, *ends])


def points(count, seed=3):
    return np.random.default_rng(seed).uniform(-1.4, 1.4, (count, 3))


@pytest.mark.parametrize("name", SURFACES)
def test_size_of_the_distance(name):
    measure = measure_of(name)
    samples = surface(name)
    squares = np.sum(samples**2, axis=1)
    for x in points(40):
        nearest = np.sqrt((squares - 2 * samples @ x).min() + x @ x)
        assert abs(measure(*x)[0]) == pytest.approx(nearest, abs=2e-2)


INSIDE = [  # the distances of the origin and of a place on the axis e3
    ("SPHERE", -0.7, -0.6),
    ("BOX", -0.3, -0.3),
    ("CYLINDER", -0.4, -0.4),
    ("CAPSULE", -0.4, -0.4),
    ("LINE with a radius", -0.4, -0.4),
]


@pytest.mark.parametrize(("name", "centre", "above"), INSIDE)
def test_points_on_the_axis_have_one_of_the_nearest_directions(name, centre, above):
    for z, expected in ((0.0, centre), (0.1, above), (-0.1, above)):
        d, n, H = measure_of(name)(0.0, 0.0, z)
        assert d == pytest.approx(expected, abs=1e-15)
        assert np.linalg.norm(n) == 1.0
        assert np.isfinite(H).all()
        out = np.array((0.0, 0.0, z)) - d * np.array(n)  # the nearest place of the surface
        assert measure_of(name)(*out)[0] == pytest.approx(0.0, abs=1e-15)


@pytest.mark.parametrize("name", SURFACES)
def test_derivatives_are_those_of_finite_differences(name):
    measure = measure_of(name)
    h = 1e-5
    smooth = 0
    for x in points(400):
        d, n, H = measure(*x)
        n, H = np.array(n), np.array(H).reshape(3, 3)
        assert n @ n == pytest.approx(1.0, abs=1e-14)
        around = [(measure(*(x + h * e)), measure(*(x - h * e))) for e in np.eye(3)]
        if any(np.abs(np.subtract(a[1], b[1])).max() > 1e-2 for a, b in around):
            continue  # inside the solid, across an edge's bisector, where the normal jumps
        smooth += 1
        np.testing.assert_allclose([(a[0] - b[0]) / (2 * h) for a, b in around], n, atol=1e-9)
        if d > 0.05 or name in ("PLANE", "SPHERE"):
            np.testing.assert_allclose([np.subtract(a[1], b[1]) / (2 * h) for a, b in around], H, atol=2e-4)
        np.testing.assert_allclose(H @ n, 0.0, atol=1e-12)
        np.testing.assert_allclose(H, H.T, rtol=1e-14, atol=1e-15)
    assert smooth > 380


@pytest.mark.parametrize("name", SURFACES)
def test_inside_is_negative(name):
    measure = measure_of(name)
    assert measure(0.01, 0.02, -0.03)[0] < 0.0
    assert measure(0.2, 0.9, 1.3)[0] > 0.0


BULGING = (0.4, 0.6, 4e-4)
"""Radius, half length and bulge of a capsule."""


def bulging_distance(q, slide, size):
    """Return the smallest distance of two bulging segments, and both places, by a search over both segments."""

    def distance(places):
        apart = q + places[0] * slide - np.array([0.0, 0.0, size[1] * places[1]])
        return np.linalg.norm(apart) + size[2] * (places @ places)

    starts = ([-0.7, 0.6], [0.7, 0.6], [0.7, -0.6], [-0.7, -0.6])
    bounds, close = [(-1.0, 1.0)] * 2, {"ftol": 1e-15, "gtol": 1e-12}
    found = [minimize(distance, start, bounds=bounds, method="L-BFGS-B", options=close) for start in starts]
    return min(found, key=lambda each: each.fun)


@pytest.mark.parametrize("name", [name for name, surface in SURFACES.items() if surface.nearest])
def test_a_ball_slides_to_where_it_is_nearest(name):
    rng, surface = np.random.default_rng(5), SURFACES[name]
    ends = 0
    for i in range(200):
        q, slide = rng.uniform(-1.5, 1.5, 3), rng.uniform(-1.0, 1.0, 3)
        slide[:2] *= (1.0, 1e-3, 1e-6)[i % 3]  # crossed, nearly parallel and almost exactly parallel segments
        # The ball is so large that it touches the capsule at any place.
        found, (distance, _, _) = surface.nearest(tuple(q.tolist()), tuple(slide.tolist()), BULGING, 3.0)
        least = bulging_distance(q, slide, BULGING)
        own = distance + 0.4
        assert -1.0 <= found <= 1.0
        assert own == pytest.approx(least.fun, abs=1e-9)
        assert own <= least.fun + 1e-14
        ends += abs(found) == 1.0
    assert 20 < ends < 180


@pytest.mark.parametrize("name", [name for name, surface in SURFACES.items() if surface.nearest])
def test_parallel_pieces_touch_halfway_between_their_middles(name):
    """The bulges of equal pieces are steepest apart from their middles, so the nearest places are equally far from
    both. Beside the end of a piece, the end is nearest. The relative error of the closed form is at most
    `bulge distance / half^2`.
    """

    def nearest(q, slide):
        return SURFACES[name].nearest(q, slide, BULGING, 0.7)[0]

    assert nearest((1.0, 0.0, 0.4), (0.0, 0.0, 0.6)) == pytest.approx(-0.2 / 0.6, rel=2e-3)
    assert nearest((1.0, 0.0, 0.4), (0.0, 0.0, -0.6)) == pytest.approx(0.2 / 0.6, rel=2e-3)
    # A short piece tilts with a long piece: the squares of both lengths are the weights of the middles.
    assert nearest((1.0, 0.0, 0.4), (0.0, 0.0, 0.3)) == pytest.approx(-0.4 * 0.09 / 0.45 / 0.3, rel=2e-3)
    assert nearest((1.0, 0.0, 2.0), (0.0, 0.0, -0.5)) == 1.0


@pytest.mark.parametrize("name", [name for name, surface in SURFACES.items() if surface.nearest])
@pytest.mark.parametrize("tilt", [1e-9, 1e-5, 1e-4, 1e-3])
def test_the_nearest_place_moves_without_a_jump_as_pieces_tilt(name, tilt):
    """To first order, the tilt moves the place on equal pieces, aligned side by side, by `tilt half^2 / (4 bulge)`."""
    half = BULGING[1]
    found = SURFACES[name].nearest((0.9, 0.0, 0.0), (half * np.sin(tilt), 0.0, half * np.cos(tilt)), BULGING, 0.6)[0]
    assert found == pytest.approx(max(-1.0, -tilt * half / (4.0 * BULGING[2])), rel=1e-3)


@pytest.mark.parametrize("name", [name for name, surface in SURFACES.items() if surface.nearest])
def test_the_distance_of_a_sliding_ball_has_exact_derivatives(name):
    """The references are central differences. The places include the ends of the segments."""
    slide, h, sides = (0.3, -0.1, 0.5), 1e-5, [0, 0]

    def measure(x):
        return SURFACES[name].nearest(tuple(x.tolist()), slide, (0.4, 0.6, 2e-3), 3.0)

    for x in points(300):
        t, (d, n, H) = measure(x)
        if d < -0.2:
            continue  # the segments almost intersect
        around = [(measure(x + h * e), measure(x - h * e)) for e in np.eye(3)]
        slope = [(a[1][0] - b[1][0]) / (2 * h) for a, b in around]
        np.testing.assert_allclose(slope, n, atol=1e-8)  # the ball moves to the smallest distance
        bend = np.reshape(H, (3, 3))
        turn = bend @ slide
        slid = -(bend @ slide) / (slide @ turn + 4e-3) if abs(t) < 1.0 else np.zeros(3)
        np.testing.assert_allclose([(a[0] - b[0]) / (2 * h) for a, b in around], slid, rtol=1e-3, atol=1e-3)
        np.testing.assert_allclose(bend @ n, 0.0, atol=1e-12)
        sides[abs(t) == 1.0] += 1
    assert min(sides) > 80
