"""Presents a deck as a Gymnasium environment for reinforcement learning."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

try:
    import gymnasium
    from gymnasium.spaces import Box
except ImportError as error:
    raise ImportError("rbsolve.Environment needs Gymnasium: pip install 'rbsolve[gymnasium]'") from error

from rbsolve.api.runs import SolveError
from rbsolve.stepping.simulation import Simulation

if TYPE_CHECKING:
    from rbsolve.api.arguments import DeckSource
    from rbsolve.api.model import Model
    from rbsolve.solver.model.flat import Floats

Reward = Callable[[Simulation], float]
Start = Callable[[np.random.Generator], Mapping[str, Any]]


class Environment(gymnasium.Env):
    """A deck whose inputs are actions and whose sensors are observations.

    ```python
    environment = rbsolve.Environment(
        "cart_pole.deck",
        observe=["angle", "rate"],
        reward=lambda simulation: 1.0 - abs(simulation["angle"][0]),
        ended=lambda simulation: abs(simulation["angle"][0]) > 0.5,
        start=lambda random: {"lean": random.uniform(-0.1, 0.1)},
        steps=10,
    )
    ```

    The action is a vector (m,) of all signals of type EXTERNAL, in the order of the deck, within their @LIMITS. The
    observation is a vector of all components of the observed sensors. An episode is truncated at the end time of the
    deck. An episode is terminated by `ended`, by an event of the deck that ends the run, or by a failed step
    (`info["failure"]` has the reason).
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012  Gymnasium wants it so

    def __init__(
        self,
        deck: Model | DeckSource,
        observe: Sequence[str],
        reward: Reward,
        ended: Callable[[Simulation], bool] = lambda simulation: False,
        start: Start = lambda random: {},
        steps: int = 1,
        parameters: Mapping[str, Any] | None = None,
    ) -> None:
        """`observe` names sensors. `start` returns the design parameters that change from episode to episode. They are
        added to `parameters`.

        An action is constant for `steps` steps of the integrator.
        """
        self._start, self._parameters = start, dict(parameters or {})
        self.simulation = Simulation(deck, self._parameters or None)
        """The simulation that the environment uses."""
        self._observe, self._reward, self._ended, self._steps = tuple(observe), reward, ended, steps
        channels = self.simulation.inputs.channels
        if not channels:
            raise ValueError("the deck has no signal of type EXTERNAL: the environment has no action")
        endless = [name for name, channel in channels.items() if not np.isfinite([channel.lower, channel.upper]).all()]
        if endless:
            raise ValueError(f"actions need limits: add @LIMITS to {', '.join(endless)}")
        limits = np.array([[channel.lower, channel.upper] for channel in channels.values()])
        self._names = tuple(channels)
        self.action_space = Box(limits[:, 0], limits[:, 1], dtype=np.float64)
        self.observation_space = Box(-np.inf, np.inf, self._observation().shape, dtype=np.float64)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Floats, dict[str, Any]]:
        """Start an episode. `options` contains its design parameters."""
        super().reset(seed=seed)
        drawn = {**self._parameters, **self._start(self.np_random), **(options or {})}
        self.simulation.reset(drawn or None, seed=seed)
        return self._observation(), {"time": self.simulation.time}

    def step(self, action: Floats) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        """Apply an action for some steps. Return the observation, the reward, whether the episode is terminated,
        whether it is truncated, and the time.
        """
        simulation = self.simulation
        for name, value in zip(self._names, np.asarray(action, dtype=np.float64), strict=True):
            simulation.inputs[name] = value
        try:
            simulation.step(self._steps)
        except SolveError as failure:
            info = {"time": simulation.time, "failure": str(failure)}
            return np.zeros(self.observation_space.shape or ()), 0.0, True, False, info
        by_event = simulation.has_been_ended
        terminated = by_event or bool(self._ended(simulation))
        truncated = simulation.done and not by_event
        return self._observation(), float(self._reward(simulation)), terminated, truncated, {"time": simulation.time}

    def _observation(self) -> Floats:
        """Return all components of the observed sensors."""
        parts = [self.simulation[name] for name in self._observe]
        return np.concatenate(parts) if parts else np.zeros(0)
