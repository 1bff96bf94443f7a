"""Geometry of rotations, rigid motions, triads and frames, with the resolution of definitions and changes of observer.

Tuple functions (`vector`, `quaternion`, `so3`, `se3`, `triads`, `frames`) work on single entities. The first four
modules also work inside kernels. Array functions (`rotation_parameters`, `motion_parameters`, `observer`) work on whole
histories.
"""
