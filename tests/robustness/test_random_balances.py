"""Newton's and Euler's equations of random mechanisms, from the deck and from sensors (benchmarks/random_balances.py)."""

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))

import random_balances
from random_balances import METHODS, Motion

SEEDS = (7, 58)  # a tree with many loads; a mechanism to which implicit methods add a gear and a curve


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("method", METHODS[:2], ids=" ".join)
def test_forces_and_motions_of_random_mechanisms_agree(seed, method):
    assert random_balances.errors(seed, method) == {}


@pytest.mark.parametrize("name", ["a_body_0", "R_body_0", "drive_joint_0", "force_joint_0", "v_seen_body_0"])
def test_a_wrong_sensor_is_seen(monkeypatch, name):
    def altered(self, sensor):
        measured = np.asarray(self._sensors[sensor])
        return 1.001 * measured if sensor == name else measured

    monkeypatch.setattr(Motion, "sensor", altered)
    monkeypatch.setattr(Motion, "of", lambda self, quantity, of: altered(self, f"{quantity}_{of}"))
    assert random_balances.errors(7, METHODS[0])
