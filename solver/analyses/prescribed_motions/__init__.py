"""KINEMATIC: motions that are all prescribed. `kinematic.py` is the analysis, and `mechanism.py` contains its kernels."""
