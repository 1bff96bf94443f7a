"""Sensors: from chunks of output rows to columns of numbers, as an observer sees them.

`plan.py` makes a `SensorPlan` of every sensor of a deck; `registry.py` maps SENSOR_TYPE to the planner of its family
(`pose`, `motion`, `momentum`, `energy`, `elements`, `joint`, `reaction`, `contact`, `coupling`, `drive`, `run`). All arithmetic is
numpy over the rows of a chunk.
"""
