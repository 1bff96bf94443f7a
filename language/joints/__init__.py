"""The kinds of joints. Each kind is a module with a record (defined in `record.py`), and `registry.py` lists the
records.

The record of a kind determines its block in the deck language, its constraint rows, coordinates, drives and sensors,
and how trees treat it.
"""

from rbsolve.language.joints.blocks import BLOCKS, COUPLINGS, JOINT_KINDS, JOINTS, MOTIONS

__all__ = ["BLOCKS", "COUPLINGS", "JOINTS", "JOINT_KINDS", "MOTIONS"]
