"""The analysis KINEMATIC, in which all motions are prescribed. `kinematic.py` is the analysis, and `mechanism.py`
contains its kernels.
"""
