"""The consistent start of a model. Its positions, velocities and accelerations satisfy the joints and the given values
of a deck.

`initial_conditions.py` runs all steps. `closure.py` measures how far joints are open. `initial_coordinates.py` and
`assembling.py` move bodies to close the joints. `given.py`, `carrying.py` and `motions.py` form the conditions that
`velocities.py` and `start_velocities.py` satisfy. `accelerations.py` is the last step. All changes are the smallest
possible changes, weighted by mass (`saddle.py`).
"""
