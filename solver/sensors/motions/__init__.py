"""Computes quantities that follow from the rows of a chunk alone: motions of frames, joints and masses."""
