"""Kinds of joints: one module with one record a kind (`record.py` says what it holds), listed in `registry.py`.

What depends on the kind derives from its record: blocks of the deck language, constraint rows, coordinates, drives, sensors, trees.
"""

from rbsolve.language.joints.blocks import BLOCKS, COUPLINGS, JOINT_KINDS, JOINTS, MOTIONS

__all__ = ["BLOCKS", "COUPLINGS", "JOINTS", "JOINT_KINDS", "MOTIONS"]
