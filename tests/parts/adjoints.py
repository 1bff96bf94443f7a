"""Gradients by the adjoint method and by tangents, for comparisons."""

import numpy as np

import rbsolve

EQUAL = 1e-10
"""The largest difference of two gradients, relative to the largest derivative of the scalar."""


def gradients(text, names, scalars, **options):
    """Return gradients (m, p) of scalars by the adjoint method and by tangents."""
    adjoint = rbsolve.sensitivities(text, names, method="adjoint", of=scalars, **options)
    assert not [each.message for each in adjoint.findings if each.code in ("no-derivative", "unused-parameter")]
    tangent = rbsolve.sensitivities(text, names, method="tangent", **options)
    return [np.array([[*each.gradient(scalar).values()] for scalar in scalars]) for each in (adjoint, tangent)]


def agree(text, names, scalars, **options):
    """Compare the gradients of both methods. Every scalar must depend on some parameter."""
    adjoint, tangent = gradients(text, names, scalars, **options)
    size = np.max(np.abs(tangent), axis=1, keepdims=True)
    assert np.all(size > 0.0)
    np.testing.assert_array_less(np.abs(adjoint - tangent) / size, EQUAL)
