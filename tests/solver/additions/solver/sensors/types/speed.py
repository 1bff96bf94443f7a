"""SPEED: the size of the velocity that the observer sees."""

import numpy as np

from rbsolve.geometry import observer
from rbsolve.solver.sensors.request import Measurement


def speed(request):
    def evaluate(rows):
        seen = observer.velocity(request.observer.motion(rows), request.frame.motion(rows))
        return np.linalg.norm(seen, axis=-1)[:, None]

    return Measurement(("speed",), "m/s", "speed", evaluate)
