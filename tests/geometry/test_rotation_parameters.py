from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from rbsolve.geometry import rotation_parameters as rp
from rbsolve.geometry.rotation_parameters import ROTATION_PARAMETERS

SEQUENCES = ["313", "323", "321", "312", "123"]
RANDOM = Rotation.random(500, random_state=4)
MATRICES = RANDOM.as_matrix()
HALF_TURNS = Rotation.from_rotvec(np.pi * np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1], [0.6, -0.8, 0], [0, 0.6, 0.8]]))


def _axes(sequence: str) -> str:
    return "".join("XYZ"[int(axis) - 1] for axis in sequence)


@pytest.mark.parametrize("name", ROTATION_PARAMETERS)
def test_parameters_give_the_matrix_back(name: str) -> None:
    parameters = ROTATION_PARAMETERS[name]
    for R in (MATRICES, HALF_TURNS.as_matrix(), np.eye(3)):
        columns = parameters.from_matrix(R)
        assert columns.shape == (*R.shape[:-2], parameters.columns)
        np.testing.assert_allclose(parameters.to_matrix(columns), R, atol=3e-15)


@pytest.mark.parametrize("name", ROTATION_PARAMETERS)
def test_leading_axes_are_kept(name: str) -> None:
    parameters = ROTATION_PARAMETERS[name]
    columns = parameters.from_matrix(MATRICES[:24].reshape(2, 3, 4, 3, 3))
    np.testing.assert_array_equal(columns.reshape(24, -1), parameters.from_matrix(MATRICES[:24]))


@pytest.mark.parametrize("sequence", SEQUENCES)
def test_euler_angles_agree_with_scipy(sequence: str) -> None:
    exact = RANDOM.as_euler(_axes(sequence), degrees=True)
    np.testing.assert_allclose(rp.euler_angles_from_matrix(sequence, MATRICES), exact, atol=1e-11)
    np.testing.assert_allclose(rp.matrix_from_euler_angles(sequence, exact), MATRICES, atol=3e-15)


@pytest.mark.parametrize("sequence", SEQUENCES)
@pytest.mark.parametrize("offset", [0.0, 1e-13, 1e-7, 1e-5, 1e-3])
def test_singular_and_almost_singular_cases_rebuild_the_matrix(sequence: str, offset: float) -> None:
    singular = (0.0, 180.0) if sequence[0] == sequence[2] else (90.0, -90.0)
    for middle in singular:
        for first, third in [(0.0, 0.0), (30.0, 0.0), (100.0, -50.0), (-20.0, 170.0), (180.0, 90.0)]:
            exact = Rotation.from_euler(_axes(sequence), [first, middle + offset, third], degrees=True).as_matrix()
            angles = rp.euler_angles_from_matrix(sequence, exact)
            np.testing.assert_allclose(rp.matrix_from_euler_angles(sequence, angles), exact, atol=1e-12)
            if offset <= 1e-13:
                assert angles[2] == 0.0


@pytest.mark.parametrize("sequence", SEQUENCES)
def test_identity_has_zero_angles_and_half_turns_are_positive(sequence: str) -> None:
    assert repr(rp.euler_angles_from_matrix(sequence, np.eye(3)).tolist()) == "[0.0, 0.0, 0.0]"
    about_3 = np.diag([-1.0, -1.0, 1.0])
    assert np.max(rp.euler_angles_from_matrix(sequence, about_3)) == 180.0
    assert np.min(rp.euler_angles_from_matrix(sequence, about_3)) >= 0.0


def test_euler_parameters_agree_with_scipy() -> None:
    exact = RANDOM.as_quat(canonical=True)[:, [3, 0, 1, 2]]
    np.testing.assert_allclose(rp.euler_parameters_from_matrix(MATRICES), exact, atol=1e-15)


def test_rotation_vectors_agree_with_scipy() -> None:
    small = Rotation.from_rotvec(MATRICES[:, 0] * np.logspace(-12, 0, len(MATRICES))[:, None])
    for rotation in (RANDOM, small):
        np.testing.assert_allclose(
            rp.rotation_vector_from_matrix(rotation.as_matrix()), rotation.as_rotvec(), atol=1e-14
        )


@given(st.lists(st.floats(-2.0, 2.0), min_size=3, max_size=3), st.integers(1, 49))
def test_continuous_histories_in_pieces(turns: list[float], cut: int) -> None:
    v = np.linspace(0.0, 1.0, 50)[:, None] * 2.0 * np.pi * np.array(turns)
    e = rp.euler_parameters_from_matrix(rp.matrix_from_rotation_vector(v))
    whole = rp.continuous(e)
    assert np.all(np.sum(whole[1:] * whole[:-1], axis=1) >= 0.0)
    np.testing.assert_array_equal(np.abs(whole), np.abs(e))
    first = rp.continuous(e[:cut])
    np.testing.assert_array_equal(np.concatenate([first, rp.continuous(e[cut:], first[-1])]), whole)


def test_registry_has_the_names_of_the_deck_language() -> None:
    columns = {name: parameters.columns for name, parameters in ROTATION_PARAMETERS.items()}
    angles = {f"EULER_ANGLES_{sequence}": 3 for sequence in SEQUENCES}
    assert columns == {"ROTATION_MATRIX": 9, **angles, "EULER_PARAMETERS": 4, "ROTATION_VECTOR": 3}
    assert all(parameters.name == name for name, parameters in ROTATION_PARAMETERS.items())
    np.testing.assert_array_equal(ROTATION_PARAMETERS["ROTATION_MATRIX"].from_matrix(MATRICES[0]), MATRICES[0].ravel())
