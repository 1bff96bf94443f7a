"""The consistent start of a model: positions, velocities and accelerations that satisfy its joints and the given values of a deck.

`initial_conditions.py` goes through it: `closure.py` measures the opening of joints; `initial_coordinates.py` and `assembling.py` move
bodies to close them; `given.py`, `carrying.py` and `motions.py` contain the conditions of `velocities.py` and `start_velocities.py`;
`accelerations.py` follow. Changes are the smallest, weighted by mass (`saddle.py`).
"""
