"""Computes the initial state of a model. Its positions, velocities and accelerations satisfy the joints and the given
values of the deck.

`initial_conditions.py` calls the other modules. `closure.py` measures how far joints are open. `initial_coordinates.py`
and `assembling.py` move bodies to close the joints. `given.py`, `carrying.py` and `motions.py` form the conditions that
`velocities.py` and `start_velocities.py` satisfy. `accelerations.py` computes the accelerations last. All changes of
positions and velocities are as small as possible, weighted by mass (`saddle.py`).
"""
