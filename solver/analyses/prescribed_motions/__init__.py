"""KINEMATIC: motions that are all prescribed. `kinematic.py` is the analysis, `mechanism.py` has its kernels."""
