"""The rows of a chunk and what follows from them alone: how frames, joints and masses move."""
