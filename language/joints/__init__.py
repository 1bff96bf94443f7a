"""Kinds of joints. Each kind is one module with one record (`record.py` defines the record), and `registry.py` lists
the records.

The record of a kind determines its blocks of the deck language, constraint rows, coordinates, drives, sensors, and
trees.
"""

from rbsolve.language.joints.blocks import BLOCKS, COUPLINGS, JOINT_KINDS, JOINTS, MOTIONS

__all__ = ["BLOCKS", "COUPLINGS", "JOINTS", "JOINT_KINDS", "MOTIONS"]
