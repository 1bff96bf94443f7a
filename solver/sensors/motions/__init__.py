"""The rows of a chunk, and quantities that follow from the rows alone: motions of frames, joints and masses."""
