"""Sensors convert chunks of output rows to columns of numbers, as an observer sees them.

`plan.py` creates a `SensorPlan` for every sensor of a deck. `registry.py` maps SENSOR_TYPE to a planner in `types`.
`motions` computes the motion of frames, joints and masses. All arithmetic uses numpy over the rows of a chunk.
"""
