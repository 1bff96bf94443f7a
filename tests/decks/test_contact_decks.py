"""Check decks with contacts against the closed forms of their headers."""

from math import gamma
from pathlib import Path

import numpy as np
import pytest
from rigid_woodpecker import large_angles, run, small_angles

G = 9.81
DECKS = Path(__file__).parents[2] / "decks"


def test_bouncing_ball(run_deck):
    run = run_deck("bouncing_ball.deck")
    height, speed = run["height"][:, 2] - 0.05, run["speed"][:, 2]
    first = np.sqrt(2.0 / G)
    impacts = first + 2.0 * first * np.cumsum([0.0, 0.8, 0.64])
    assert impacts == pytest.approx([0.451524, 1.173961, 1.751911], abs=1e-6)
    turned = run.time[:-1][(speed[:-1] < 0.0) & (speed[1:] > 0.0)]
    assert turned == pytest.approx(impacts, abs=2e-3)  # rows are 1 ms apart
    # From a row in free flight after each impact, the test computes the height and the time of the highest point.
    for k, (start, stop) in enumerate(zip(impacts, [*impacts[1:], 2.0], strict=True)):
        row = np.searchsorted(run.time, 0.5 * (start + stop))
        top = height[row] + speed[row] ** 2 / (2.0 * G)
        assert top == pytest.approx(0.64 ** (k + 1), rel=2e-3)
        landing = run.time[row] + (speed[row] + np.sqrt(speed[row] ** 2 + 2.0 * G * height[row])) / G
        assert landing == pytest.approx(start + 2.0 * first * 0.8 ** (k + 1), abs=5e-4)
    assert np.all(np.diff(run["energy"][:, 0][run["depth"][:, 0] < -1e-3]) < 1e-9)


def test_sliding_and_rolling(run_deck):
    run = run_deck("sliding_and_rolling.deck")
    mu, rolls = 0.2, 2.0 * 2.0 / (7.0 * 0.2 * G)
    assert rolls == pytest.approx(0.291247, abs=1e-6)
    slides = run.time < 0.95 * rolls
    np.testing.assert_allclose(run["ball"][slides, 0], 2.0 - mu * G * run.time[slides], atol=2e-3)
    np.testing.assert_allclose(run["slip"][slides, 0], 2.0 - 3.5 * mu * G * run.time[slides], atol=4e-3)
    assert run["slip"][run.time > 1.2 * rolls].max() < 1e-6
    assert run["ball"][-1, 0] == pytest.approx(10.0 / 7.0, abs=5e-5)
    assert run["spin"][-1, 1] == pytest.approx(100.0 / 7.0, abs=5e-4)
    slope = np.radians(20.0)
    gone = np.linalg.norm(run["slider"][-1])
    assert gone == pytest.approx(0.5 * G * (np.sin(slope) - mu * np.cos(slope)), rel=3e-4)
    # For the sticking block, the test compares the creep, and the forces between slope and block.
    creep = np.linalg.norm(run["sticker"][100:], axis=1)
    np.testing.assert_allclose(creep, 1e-3 * np.arctanh(np.tan(slope) / 0.5) / 4.0, rtol=1e-5)
    weight = [-G * np.sin(slope), 0.0, G * np.cos(slope)]
    np.testing.assert_allclose(run["friction"][100:], np.broadcast_to(weight, (101, 3)), atol=1e-4)


PUBLISHED = (-0.3411, 0.0, -7.4583)


def test_the_published_cycle_of_the_woodpecker_returns():
    """The time-stepping reference uses the model and the impact law of the literature. It reproduces the published
    cycle.
    """
    rows = run(small_angles, 1e-4, 0.1465, (0.0, -0.1036, -0.2788), PUBLISHED, incremental=False)
    row = np.flatnonzero((rows[1:-1, 3] > -0.2788) & (rows[2:, 3] <= -0.2788))[-1] + 1
    assert rows[row, 0] == pytest.approx(0.146, abs=1e-3)
    assert rows[row, 4:] == pytest.approx(PUBLISHED, rel=5e-3, abs=1e-3)


def nods(time, bird, height):
    """Return the times at which the bird nods upwards through -0.1 rad, and the heights of the sleeve at these times.
    The values are interpolated between rows.
    """
    rows = np.flatnonzero((bird[:-1] < -0.1) & (bird[1:] >= -0.1))
    part = (-0.1 - bird[rows]) / (bird[rows + 1] - bird[rows])
    return [values[rows] + part * (values[rows + 1] - values[rows]) for values in (time, height)]


def test_woodpecker(run_deck):
    """With a stiffer pole, the motion is closer to the motion with rigid contacts and resolved impacts."""
    rows = run(large_angles, 5e-5, 0.23, (0.0, -0.1007, -0.2788), PUBLISHED, incremental=True)
    time, height = nods(rows[:, 0], rows[:, 3], rows[:, 1])
    assert [time[0], *np.diff(time)] == pytest.approx([0.0676, 0.1568], abs=1e-4)
    missed = []
    for stiffness, step in ((1e5, 2.5e-6), (1e6, 2.5e-6)):
        own = run_deck("woodpecker.deck", parameters={"#K": stiffness}, step=step, t_end=0.23)
        bird = own["tilt"][:, 0] + own["nod"][:, 0]
        own_time, own_height = nods(own.time, bird, own["sleeve"][:, 1])
        assert own_height[0] == pytest.approx(height[0], abs=5e-5)  # slip and lock do not involve impacts
        missed.append(
            [np.diff(own_time)[0] / np.diff(time)[0] - 1.0, np.diff(own_height)[0] / np.diff(height)[0] - 1.0]
        )
    assert np.abs(missed[0]) == pytest.approx([0.0, 0.0], abs=0.08)
    assert np.abs(missed[1]) == pytest.approx([0.0, 0.0], abs=0.02)
    assert np.all(np.abs(missed[1]) < 0.5 * np.abs(missed[0]))


def test_marbles(run_deck):
    """Equal marbles exchange their velocities. After its contact with the next marble, each marble continues for half
    the duration of Hertz's impact.
    """
    run = run_deck("marbles.deck")
    velocities = np.array([run[f"velocity_{i}"][-1] for i in range(1, 6)])
    assert velocities == pytest.approx(np.array([[0, 0, 0]] * 4 + [[1, 0, 0]]), abs=1e-6)
    positions = np.array([run[f"position_{i}"][-1, 0] for i in range(1, 5)])
    reduced = 2500 * 4 / 3 * np.pi * 0.05**3 / 2
    duration = 2 * np.sqrt(np.pi) * gamma(1.4) / gamma(0.9) * (1.25 * reduced / 1e9) ** 0.4
    assert positions == pytest.approx(0.12 * np.arange(1, 5) + 0.02 + duration / 2, abs=1e-8)


def test_crossed_rods(run_deck):
    """During the contact, the rods rotate by 1e-3 rad. The closed form is for an instantaneous impact. The struck rod
    bulges by a thousandth of its radius, and its surface is inclined by `slope` at 0.3 m from its centre.
    """
    run, slope = run_deck("crossed_rods.deck"), 2e-3 * 0.05 * 0.3 / 0.45**2
    assert run["struck"][-1] == pytest.approx([-0.625 * slope, 0.0, -0.625], abs=1.5e-4)
    assert run["turning"][-1] == pytest.approx([0.0, 2.5, 0.0], abs=1.5e-4)
    assert run["striking"][-1] == pytest.approx([0.625 * slope, 0.0, -0.375], abs=1.5e-4)
    np.testing.assert_allclose(run["energy"][:, 0], 1.0, atol=1e-7)


def test_rods_in_the_other_order_are_the_same(run_deck):
    """The ball then slides along the other rod."""
    text = (DECKS / "crossed_rods.deck").read_text()
    skew = text.replace("0, -0.45, 0, 0, 0.45, 0", "-0.2, -0.45, 0.02, 0.2, 0.45, -0.02")
    runs = [run_deck(deck) for deck in (skew, skew.replace("{struck, striking}", "{striking, struck}"))]
    assert np.abs(runs[0]["turning"][-1, 1:]).min() > 0.1
    for name in ("struck", "turning", "striking"):
        np.testing.assert_allclose(runs[0][name], runs[1][name], atol=1e-8)


def test_heap_of_boxes(run_deck):
    """All boxes come to rest at the equilibrium depths of their contacts. The floor carries the weight of all boxes."""
    run, boxes = run_deck("heap_of_boxes.deck"), range(1, 26)
    weight = 50 * 4.0 * G
    assert weight == pytest.approx(1962.0)
    assert run["moving"][-1, 0] < 1e-6
    assert sum(run[f"floor_under_{i}"][-1, 0] for i in boxes) == pytest.approx(weight, rel=1e-3)
    depth = (3 * 4.0 * G / 1e7) ** (2 / 3)
    assert depth == pytest.approx(0.52e-3, abs=1e-5)
    for i in boxes:
        assert 0.05 - depth < run[f"low_{i}"][-1, 2] < 0.05
        assert 0.15 - 2 * depth < run[f"high_{i}"][-1, 2] < 0.15
    assert np.all(np.diff(run["energy"][:, 0]) < 1e-9)
