"""The consistent start of a model: positions, velocities and accelerations that satisfy its joints, from what a deck gives of them.

`initial_conditions.py` goes through it: `closure.py` says how far joints are from being assembled, `initial_coordinates.py` and
`assembling.py` move bodies until they are; `given.py`, `carrying.py` and `motions.py` make `velocities.py` and `start_velocities.py` of
what is written, and `accelerations.py` follow. Changes are the smallest, weighted by mass (`saddle.py`).
"""
