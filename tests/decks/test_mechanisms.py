"""Compare decks of larger mechanisms with the closed forms of their headers."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

G = 9.81


def test_the_strokes_of_a_hexapod_are_its_inverse_kinematics(run_deck):
    run = run_deck("hexapod.deck")
    t = run.time
    late = t >= 0.5  # the motion has its full amplitude
    place = np.column_stack([0.1 * np.sin(2 * np.pi * t), 0 * t, 0.8 + 0.12 * np.sin(4 * np.pi * t)])
    turn = Rotation.from_euler("ZX", np.column_stack([0.2 * np.sin(3 * np.pi * t), 0.15 * np.sin(2 * np.pi * t + 1.0)]))
    np.testing.assert_allclose(run["platform"][late, :3], place[late], atol=1e-10)
    np.testing.assert_allclose(run["platform"][late, 3:].reshape(-1, 3, 3), turn.as_matrix()[late], atol=1e-10)
    for i in range(1, 7):
        side, third = (-1) ** i, 120.0 * ((i - 1) // 2)
        foot, head = np.radians(third + 15.0 * side), np.radians(third + 45.0 * side)
        foot = 0.6 * np.array([np.cos(foot), np.sin(foot), 0.0])
        head = 0.4 * np.array([np.cos(head), np.sin(head), 0.0])
        length = np.linalg.norm(place + turn.apply(head) - foot, axis=1)
        first = np.linalg.norm(head - foot + np.array([0.0, 0.0, 0.8]))
        np.testing.assert_allclose(run[f"stroke_{i}"][late, 0], (length - first)[late], atol=1e-10)
    assert run["stroke_1"][60, 0] == pytest.approx(0.18181, abs=1e-5)
    # At rest, the moments of the weights of a leg about its foot are balanced. The component of the rod's weight along
    # the rod is known.
    tube, rod, slope = 5.0 * G, 3.0 * G, np.arccos(0.8 / first)
    head = rod * np.cos(slope) ** 2 + (tube * 0.25 + rod * (first - 0.3)) / first * np.sin(slope) ** 2
    assert run["force"][0] == pytest.approx([0.0, 0.0, 60.0 * G + 6.0 * head], abs=1e-8)
    assert run["force"][0, 2] == pytest.approx(768.526, abs=1e-3)


def test_the_spans_of_a_track_pull_as_the_balance_of_momentum_says(run_deck):
    run = run_deck("tracked_chain.deck")
    pitch, late = 2 * 0.22 * np.sin(np.pi / 16), run.time > 0.9
    pull = np.array([np.linalg.norm(run[f"pull_{i}"][late], axis=1) for i in range(1, 37)])
    along = np.array([run[f"place_{i}"][late, 0] for i in range(1, 37)])
    in_spans = (along > 1.5 * pitch) & (along < 8.5 * pitch)
    force, speed = abs(run["spring"][late, 0].mean()), np.linalg.norm(run["speed"][late], axis=1).mean()
    assert force == pytest.approx(1420.0, abs=15.0)
    assert speed == pytest.approx(1.973, abs=0.01)
    assert pull[in_spans].mean() == pytest.approx(0.5 * force + speed**2 / pitch, rel=6e-3)
    # Without the momentum of the moving chain, the balance has an error of 6 %.
    assert pull[in_spans].mean() - 0.5 * force == pytest.approx(speed**2 / pitch, rel=0.1)
    for wheel in ("drive", "idler"):
        assert run[wheel][late, 1].mean() == pytest.approx(9.0, rel=2e-3)
