"""Kinds of joints: one module with one record for each kind (`record.py` defines the record), listed in `registry.py`.

Everything that depends on the kind is derived from its record: blocks of the deck language, constraint rows,
coordinates, drives, sensors, and trees.
"""

from rbsolve.language.joints.blocks import BLOCKS, COUPLINGS, JOINT_KINDS, JOINTS, MOTIONS

__all__ = ["BLOCKS", "COUPLINGS", "JOINTS", "JOINT_KINDS", "MOTIONS"]
