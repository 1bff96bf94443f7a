"""Decks as environments of Gymnasium."""

from __future__ import annotations

import numpy as np
import pytest

import rbsolve
from rbsolve.api.runs import SolveError
from rbsolve.solver.model.outcome import Outcome

gymnasium = pytest.importorskip("gymnasium")

from driven_pendulum import EVENT, PENDULUM  # noqa: E402  # after the check for gymnasium
from gymnasium.utils.env_checker import check_env  # noqa: E402  # after the check for gymnasium


def make(deck: str = PENDULUM, **options):
    """Return an environment with a pendulum that the agent must bring to rest."""
    return rbsolve.Environment(
        deck,
        observe=["angle", "rate"],
        reward=lambda simulation: -abs(simulation["angle"][0]),
        start=lambda random: {"lean": random.uniform(0.1, 0.4)},
        steps=5,
        **options,
    )


# the actions are newtons, and RescaleAction normalizes them
@pytest.mark.filterwarnings("ignore:.*symmetric and normalized space")
@pytest.mark.filterwarnings("ignore:.*Box observation space m")  # the sensors have no limits
def test_gymnasium_finds_nothing_wrong():
    check_env(make(), skip_render_check=True)


def test_an_episode():
    environment = make()
    first, _ = environment.reset(seed=3)
    again, _ = environment.reset(seed=3)
    assert np.array_equal(first, again)
    assert environment.action_space.low == pytest.approx([-8.0])
    steps, truncated = 0, False
    while not truncated:
        observation, reward, terminated, truncated, info = environment.step(np.array([0.5]))
        assert not terminated
        assert reward == -abs(observation[0])
        steps += 1
    assert steps == 10
    assert info["time"] == pytest.approx(0.5)


def test_an_event_of_the_deck_terminates():
    environment = make(PENDULUM + EVENT)
    environment.reset(seed=0)
    ends = []
    while not any(ends):
        *_, terminated, truncated, _ = environment.step(np.array([0.0]))
        ends = [terminated, truncated]
    assert ends == [True, False]


def test_many_environments_in_step():
    several = gymnasium.vector.SyncVectorEnv([make, make])
    observations, _ = several.reset(seed=[3, 4])
    assert observations.shape == (2, 2)
    assert several.step(np.zeros((2, 1)))[0].shape == (2, 2)


def test_an_action_has_limits():
    with pytest.raises(ValueError, match="add @LIMITS to torque"):
        make(PENDULUM.replace("@LIMITS {-8, 8}", ""))
    with pytest.raises(ValueError, match="the environment has no action"):
        make(PENDULUM.replace("@SIGNAL_TYPE {EXTERNAL} @INITIAL_VALUE {1} @LIMITS {-8, 8}", "@EXPRESSION {2}"))


def test_a_failed_run_ends_an_episode(monkeypatch):
    environment = make()
    environment.reset(seed=3)

    def fail(steps: int) -> None:
        assert steps == 5
        raise SolveError("the run diverges", Outcome.DIVERGED, None)

    monkeypatch.setattr(environment.simulation, "step", fail)
    observation, reward, terminated, truncated, info = environment.step(np.array([2.0]))
    assert observation.tolist() == [0.0, 0.0]
    assert (reward, terminated, truncated) == (0.0, True, False)
    assert info == {"time": 0.0, "failure": "the run diverges"}
    assert environment.simulation.inputs["torque"] == 2.0
