"""The cost of a step from Python: `python benchmarks/bench_stepping.py`.

The goal is that `simulation.step()` takes less than 3 microseconds more than a step within a single call of the kernel.
The table shows the least processor time of several tries, for single steps and for many steps in a single call. The two
times are measured alternately, so other work on the machine affects both equally. The table also shows the cost of
setting an input before each step, and of reading two sensors. With Gymnasium, it shows the cost of a step of an
environment.
"""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable

import rbsolve

STEPS, TRIES = 4000, 7
METHODS = (
    ("EXPLICIT_RUNGE_KUTTA", "MINIMAL_COORDINATES"),
    ("EXPLICIT_RUNGE_KUTTA", "MINIMAL_COORDINATES:adaptive"),
    ("GENERALIZED_ALPHA", "MINIMAL_COORDINATES"),
    ("GENERALIZED_ALPHA", "LIE_R3_SO3"),
)


def pendulum() -> rbsolve.Deck:
    """Return a pendulum with a motor, whose torque is an input."""
    deck = rbsolve.Deck()
    deck.gravity("earth", gravity_vector=(0, 0, -9.81))
    arm = deck.rigid_body(
        "arm", at_point=(0, 0, -0.5), mass=2.0, centre_of_mass_location=(0, 0, 0), moments_of_inertia=(0.1, 0.1, 0.01)
    )
    motor = deck.signal("motor", signal_type="EXTERNAL", limits=(-15, 15), unit="N m")
    hinge = deck.revolute_joint(
        "hinge", connected_to_bodies=("GROUND", arm), at_point=(0, 0, 0), triad_name="AXIS_Y", signal_name=motor
    )
    deck.sensor("angle", sensor_type="RELATIVE_ROTATION", object_name=hinge)
    deck.sensor("rate", sensor_type="RELATIVE_ROTATION_RATE", object_name=hinge)
    deck.analysis("run", simulation_time_range=(0, 1e4), time_step_size=1e-3, output_step_size=1)
    return deck


def make_simulation(integrator: str, formulation: str) -> rbsolve.Simulation:
    """Create a simulation with a method, and load its kernels."""
    name, _, adaptive = formulation.partition(":")
    options = {"RELATIVE_TOLERANCE": 1e-6, "TABLEAU": "DOPRI5"} if adaptive else None
    simulation = rbsolve.Simulation(pendulum(), integrator=integrator, formulation=name, options=options)
    simulation.inputs["motor"] = 3.0
    simulation.step(100)
    simulation["angle"]
    return simulation


def least(work: dict[str, Callable[[], object]]) -> dict[str, float]:
    """Measure each kind of work in turn, and return its least processor time per step [us]."""
    taken = dict.fromkeys(work, float("inf"))
    for _ in range(TRIES):
        for name, run in work.items():
            began = time.process_time()
            run()
            taken[name] = min(taken[name], 1e6 * (time.process_time() - began) / STEPS)
    return taken


def measure(integrator: str, formulation: str) -> None:
    """Print the figures of a method."""
    simulation = make_simulation(integrator, formulation)

    def single() -> None:
        for _ in range(STEPS):
            simulation.step()

    def with_input() -> None:
        for k in range(STEPS):
            simulation.inputs["motor"] = 1e-3 * k
            simulation.step()

    def with_looks() -> None:
        for _ in range(STEPS // 10):
            simulation["angle"]
            simulation["rate"]
            simulation.step()

    taken = least({
        "at once": lambda: simulation.step(STEPS),
        "single": single,
        "with input": with_input,
        "with looks": with_looks,
    })  # fmt: skip
    at_once = taken["at once"]
    looks = 10.0 * taken["with looks"] - taken["single"]
    print(
        f"{integrator} on {formulation}: a step {at_once:.2f} us; from Python {taken['single'] - at_once:.2f} us more, "
        f"with an input {taken['with input'] - at_once:.2f} us more; a look at two sensors {looks:.0f} us"
    )


def measure_environment() -> None:
    """Print the cost of a step of an environment, which consists of an action, ten steps, an observation and a reward."""
    environment = rbsolve.Environment(
        pendulum(), ["angle", "rate"], reward=lambda simulation: -abs(simulation["angle"][0]), steps=10
    )
    environment.reset(seed=1)
    action = environment.action_space.sample()

    def run() -> None:
        for _ in range(STEPS // 10):
            environment.step(action)

    print(f"an environment: {10.0 * least({'step': run})['step']:.0f} us for an action and ten steps")


def main() -> None:
    for method in METHODS:
        measure(*method)
    if importlib.util.find_spec("gymnasium") is not None:
        measure_environment()


if __name__ == "__main__":
    main()
