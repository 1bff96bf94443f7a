"""KINEMATIC: motions that are all prescribed. `kinematic.py` is the analysis; `mechanism.py` contains its kernels."""
