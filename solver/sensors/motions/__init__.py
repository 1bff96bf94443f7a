"""The rows of a chunk and the quantities derived from them alone: motions of frames, joints and masses."""
