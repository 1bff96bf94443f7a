"""Distances of points from solids. The references are dense samples of the surfaces, and finite differences."""

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

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


@pytest.mark.parametrize("name", [name for name, surface in SURFACES.items() if surface.nearest])
def test_a_ball_slides_to_where_it_is_nearest(name):
    """The reference is the minimum of the distance along the piece, by another search. Parallel pieces touch in the
    middle of their overlap."""
    rng, surface, size = np.random.default_rng(5), SURFACES[name], SIZES[name]
    ends = 0
    for _ in range(200):
        q, slide = rng.uniform(-1.5, 1.5, 3), rng.uniform(-1.0, 1.0, 3)

        def at(t, q=q, slide=slide):
            return surface.distance(tuple((q + t * slide).tolist()), size)[0]

        found = surface.nearest(tuple(q.tolist()), tuple(slide.tolist()), size)
        least = minimize_scalar(at, bounds=(-1.0, 1.0), method="bounded", options={"xatol": 1e-12})
        assert -1.0 <= found <= 1.0
        assert at(found) <= min(least.fun, at(-1.0), at(1.0)) + 1e-12
        ends += abs(found) == 1.0
    assert 20 < ends < 180
    assert surface.nearest((1.0, 0.0, 0.4), (0.0, 0.0, 0.5), size) == pytest.approx(
        -0.3
    )  # between -0.1 and 0.6, the pieces are side by side
    assert surface.nearest((1.0, 0.0, 2.0), (0.0, 0.0, -0.5), size) == 1.0
