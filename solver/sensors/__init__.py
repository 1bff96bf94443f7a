"""Sensors: from chunks of output rows to columns of numbers, as an observer sees them.

`plan.py` makes a `SensorPlan` of every sensor of a deck. `registry.py` maps SENSOR_TYPE to a planner in `types`, `motions` says how
frames, joints and masses move. All arithmetic is numpy over the rows of a chunk.
"""
